//! A filter of system calls for contestants and builds: what no server needs and attacks on the kernel do.
//!
//! The list is that of Docker's default profile ("Significant syscalls blocked by the default profile",
//! <https://docs.docker.com/engine/security/seccomp/>), without what needs a capability that contestants do not have and
//! servers may probe (`personality`, `ptrace` of one's own children), and with sockets of other families than servers use.
//! `io_uring` stays: servers use it.

use std::collections::BTreeMap;
use std::env::consts::ARCH;
use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};
use thiserror::Error;

#[derive(Debug, Error)]
pub(crate) enum ConfineError {
    #[error("no filter of system calls for {ARCH}: {0}")]
    Filter(#[from] BackendError),
    #[error("the kernel takes no filter of system calls: {0}")]
    Kernel(#[from] io::Error),
    #[error("{0:?} cannot be executed: {1}")]
    Command(OsString, io::Error),
}

/// Calls that fail with EPERM.
const FORBIDDEN: &[i64] = &[
    libc::SYS_acct,
    libc::SYS_add_key,
    libc::SYS_bpf,
    libc::SYS_chroot,
    libc::SYS_clock_adjtime,
    libc::SYS_clock_settime,
    libc::SYS_delete_module,
    libc::SYS_fanotify_init,
    libc::SYS_finit_module,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_get_mempolicy,
    libc::SYS_init_module,
    libc::SYS_kcmp,
    libc::SYS_kexec_load,
    libc::SYS_keyctl,
    libc::SYS_lookup_dcookie,
    libc::SYS_mbind,
    libc::SYS_migrate_pages,
    libc::SYS_mount,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_move_pages,
    libc::SYS_name_to_handle_at,
    libc::SYS_nfsservctl,
    libc::SYS_open_by_handle_at,
    libc::SYS_open_tree,
    libc::SYS_perf_event_open,
    libc::SYS_pivot_root,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_set_mempolicy,
    libc::SYS_setdomainname,
    libc::SYS_sethostname,
    libc::SYS_setns,
    libc::SYS_settimeofday,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_syslog,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
    libc::SYS_vhangup,
];

#[cfg(target_arch = "x86_64")]
const FORBIDDEN_HERE: &[i64] = &[
    libc::SYS__sysctl,
    libc::SYS_ioperm,
    libc::SYS_iopl,
    libc::SYS_kexec_file_load,
    libc::SYS_sysfs,
    libc::SYS_uselib,
    libc::SYS_ustat,
];
#[cfg(not(target_arch = "x86_64"))]
const FORBIDDEN_HERE: &[i64] = &[];

/// With this bit, a number means the same call for programs with pointers of 32 bits, which a filter sees as another one.
#[cfg(target_arch = "x86_64")]
const X32: i64 = 0x4000_0000;
/// Calls that have a number of their own there (`arch/x86/entry/syscalls/syscall_64.tbl` of Linux).
#[cfg(target_arch = "x86_64")]
const OTHER_IN_X32: &[(i64, i64)] = &[(libc::SYS_ioctl, 514), (libc::SYS_kexec_load, 528), (libc::SYS_move_pages, 533)];

/// Namespaces that a process may not be born into; `CLONE_NEWTIME` is only for `clone3` and `unshare`.
const NAMESPACES: &[libc::c_int] = &[
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWUTS,
];

/// Families of sockets. Netlink tells which addresses there are.
const FAMILIES: &[libc::c_int] = &[libc::AF_UNIX, libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK];

/// Would type into the caller's terminal, or paste there.
const TERMINAL: &[u64] = &[libc::TIOCSTI, 0x541c];

/// Becomes a command that, with all it starts, has no more than the calls that servers need.
///
/// # Errors
/// There is no filter for this machine, or the command cannot be executed; otherwise it does not return.
pub(crate) fn become_confined(command: &[OsString]) -> Result<std::convert::Infallible, ConfineError> {
    for filter in [denying(libc::EPERM, forbidden()?)?, denying(libc::ENOSYS, unknown())?] {
        install(&filter)?;
    }
    let error = Command::new(&command[0]).args(&command[1..]).exec();
    Err(ConfineError::Command(command[0].clone(), error))
}

/// As `seccompiler::apply_filter` does, but the processor may go on guessing about stores: before Linux 5.16, a filter
/// otherwise also turns on a mitigation (`spec_store_bypass_disable=seccomp`) that slows JIT compilers and interpreters.
fn install(filter: &BpfProgram) -> io::Result<()> {
    let length = u16::try_from(filter.len()).map_err(io::Error::other)?;
    let program = libc::sock_fprog { len: length, filter: filter.as_ptr().cast::<libc::sock_filter>().cast_mut() };
    // SAFETY: both are `struct sock_filter` of the kernel, which copies the program and leaves the memory untouched.
    let done = unsafe {
        match libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) {
            0 => libc::syscall(
                libc::SYS_seccomp,
                libc::SECCOMP_SET_MODE_FILTER,
                libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW,
                &raw const program,
            ),
            failed => failed.into(),
        }
    };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

fn denying(errno: libc::c_int, rules: Rules) -> Result<BpfProgram, BackendError> {
    let denied = SeccompAction::Errno(errno.unsigned_abs());
    SeccompFilter::new(rules, SeccompAction::Allow, denied, ARCH.try_into()?)?.try_into()
}

/// A filter cannot look at the flags of `clone3`; the C libraries then use `clone`, as on older kernels.
fn unknown() -> Rules {
    on_each_abi([(libc::SYS_clone3, Vec::new())])
}

fn forbidden() -> Result<Rules, BackendError> {
    let always = FORBIDDEN.iter().chain(FORBIDDEN_HERE).map(|&call| (call, Vec::new()));
    let mut namespaces = Vec::new();
    for flag in NAMESPACES {
        let flag = u64::from(flag.unsigned_abs());
        namespaces.push(SeccompRule::new(vec![condition(0, SeccompCmpOp::MaskedEq(flag), flag)?])?);
    }
    let mut terminal = Vec::new();
    for &request in TERMINAL {
        terminal.push(SeccompRule::new(vec![condition(1, SeccompCmpOp::Eq, request)?])?);
    }
    let mut no_family = Vec::new();
    for family in FAMILIES {
        no_family.push(condition(0, SeccompCmpOp::Ne, u64::from(family.unsigned_abs()))?);
    }
    let sometimes = [
        (libc::SYS_clone, namespaces),
        (libc::SYS_ioctl, terminal),
        (libc::SYS_socket, vec![SeccompRule::new(no_family)?]),
    ];
    Ok(on_each_abi(always.chain(sometimes)))
}

/// Of an argument that is an `int`, or flags of that size.
fn condition(argument: u8, operator: SeccompCmpOp, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value)
}

#[cfg(not(target_arch = "x86_64"))]
fn on_each_abi(calls: impl IntoIterator<Item = (i64, Vec<SeccompRule>)>) -> Rules {
    calls.into_iter().collect()
}

#[cfg(target_arch = "x86_64")]
fn on_each_abi(calls: impl IntoIterator<Item = (i64, Vec<SeccompRule>)>) -> Rules {
    let mut rules = Rules::new();
    for (call, when) in calls {
        let of_x32 = OTHER_IN_X32.iter().find(|(known, _)| *known == call).map_or(call, |&(_, number)| number);
        rules.insert(X32 | of_x32, when.clone());
        rules.insert(call, when);
    }
    rules
}
