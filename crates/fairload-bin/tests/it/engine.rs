//! `--engine`, above all where `io_uring` is not available: a filter of the kernel plays the container.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, Output};

use serde_json::Value;

use crate::common::{FAIRLOAD, HELLO, Server};

/// `io_uring_setup` is the same number on every architecture.
const IO_URING_SETUP: u32 = 425;

/// From now on `io_uring_setup` fails with `errno`, in this thread and its children.
#[allow(clippy::cast_possible_truncation)] // codes of two bytes, four statements
fn forbid_io_uring(errno: i32) -> io::Result<()> {
    let statement = |code: u32, jt: u8, jf: u8, k: u32| libc::sock_filter { code: code as u16, jt, jf, k };
    let mut filter = [
        // The number of the system call is the first field of what the filter sees.
        statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        statement(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, 0, 1, IO_URING_SETUP),
        statement(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ERRNO | errno.unsigned_abs()),
        statement(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ALLOW),
    ];
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() };
    // SAFETY: the program outlives the calls, which copy it.
    let failed = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
            || libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program) != 0
    };
    if failed { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn fairload_without_io_uring(errno: i32, arguments: &[&str]) -> Output {
    let mut command = Command::new(FAIRLOAD);
    // SAFETY: two system calls, no memory is asked for.
    unsafe { command.pre_exec(move || forbid_io_uring(errno)) };
    command.args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn engine_of(output: &Output) -> Value {
    let document: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
    assert_eq!(document["ok"], 20);
    document["engine"].clone()
}

#[test]
fn without_io_uring_auto_is_epoll_and_says_why() {
    let server = Server::answering(HELLO);
    let url = format!("http://{}/", server.address);
    let arguments = [url.as_str(), "-n", "20", "-c", "2", "--json"];
    for (errno, why) in [
        (
            libc::EPERM,
            "Operation not permitted: the container's seccomp profile or kernel.io_uring_disabled forbids it",
        ),
        (
            libc::ENOSYS,
            "Function not implemented: this kernel was built without it, or the container's seccomp profile hides it",
        ),
    ] {
        for more in [&[][..], &["--engine", "auto"]] {
            let output = fairload_without_io_uring(errno, &[&arguments[..], more].concat());
            assert_eq!(engine_of(&output), "epoll");
            let said = text(&output.stderr);
            assert!(said.starts_with(&format!("fairload: io_uring is not available here ({why}")), "{said}");
            assert!(said.ends_with("); using epoll\n") && said.lines().count() == 1, "{said}");
        }
        // With epoll there is no need for a message.
        let output = fairload_without_io_uring(errno, &[&arguments[..], &["--engine", "epoll"]].concat());
        assert_eq!((engine_of(&output), text(&output.stderr)), ("epoll".into(), String::new()));
    }
}

#[test]
fn without_io_uring_it_cannot_be_asked_for_by_name() {
    for arguments in [&["http://127.0.0.1:1/", "--engine", "io_uring"][..], &["session", "--engine", "io_uring"]] {
        let output = fairload_without_io_uring(libc::EPERM, arguments);
        let said = text(&output.stderr);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{said}");
        assert!(said.starts_with("fairload: --engine io_uring: it is not available here (Operation not"), "{said}");
        assert!(said.ends_with("use --engine epoll\n") && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn an_engine_that_was_named_is_taken_without_a_word() {
    let server = Server::answering(HELLO);
    let url = format!("http://{}/", server.address);
    // For auto see calibrate.rs.
    for engine in ["io_uring", "epoll"] {
        let arguments = [url.as_str(), "-n", "20", "-c", "2", "--engine", engine];
        let output = Command::new(FAIRLOAD).args(arguments).arg("--json").output().unwrap();
        assert_eq!((engine_of(&output), text(&output.stderr)), (engine.into(), String::new()));
        let summary = text(&Command::new(FAIRLOAD).args(arguments).output().unwrap().stdout);
        assert!(summary.contains(&format!("\nengine {engine}\n")), "{summary}");
    }
}

/// `fairload` with at most so much of a resource, and without the privilege to lock more memory.
fn fairload_limited(resource: libc::__rlimit_resource_t, limit: u64, arguments: &[&str]) -> Output {
    const CAP_IPC_LOCK: libc::c_ulong = 14;
    let mut command = Command::new(FAIRLOAD);
    command.args(arguments);
    let limit = libc::rlimit { rlim_cur: limit, rlim_max: limit };
    let impose = move || {
        // SAFETY: numbers, and an argument that was copied in. Without privileges there are none to drop.
        let done = unsafe {
            libc::prctl(libc::PR_CAPBSET_DROP, CAP_IPC_LOCK);
            libc::setrlimit(resource, &raw const limit) == 0
        };
        if done { Ok(()) } else { Err(io::Error::last_os_error()) }
    };
    // SAFETY: two system calls.
    unsafe { command.pre_exec(impose) };
    command.output().unwrap()
}

#[test]
fn a_low_limit_of_descriptors_is_enough_or_named() {
    let server = Server::answering(HELLO);
    let url = format!("http://{}/", server.address);
    let limited = |connections: &str| {
        let arguments = [url.as_str(), "--engine", "io_uring", "-n", "1000", "-c", connections, "--json"];
        fairload_limited(libc::RLIMIT_NOFILE, 200, &arguments)
    };
    let document: Value = serde_json::from_slice(&limited("150").stdout).unwrap();
    assert_eq!(document["ok"], 1000);
    let output = limited("300");
    let said = text(&output.stderr);
    assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
    assert!(said.contains("Too many open files") && said.contains("ulimit -n"), "{said}");
}

#[test]
fn with_too_little_memory_to_lock_auto_is_epoll() {
    let server = Server::answering(HELLO);
    let url = format!("http://{}/", server.address);
    for (threads, kib) in [("1", 0), ("1", 64), ("4", 64)] {
        let arguments = [url.as_str(), "-n", "20", "-c", "4", "-t", threads, "--json"];
        let output = fairload_limited(libc::RLIMIT_MEMLOCK, kib * 1024, &arguments);
        let (engine, said) = (engine_of(&output), text(&output.stderr));
        let too_little = said.contains("ulimit -l");
        // How much of 64 KiB is left depends on what else this user has locked; 4 rings are always too many. Where one
        // ring fits, calibration decides.
        assert!(too_little || (threads, kib) == ("1", 64), "{threads} threads, {kib} KiB: {said}");
        assert!(!too_little || engine == "epoll", "{said}");
    }
}

#[test]
fn an_engine_that_does_not_exist_is_refused() {
    let output = Command::new(FAIRLOAD).args(["http://127.0.0.1:1/", "--engine", "kqueue"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
