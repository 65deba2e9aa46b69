//! The few calls the operating system offers only to C.

use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use rustix::time::{ClockId, clock_gettime};

use crate::clock::{Nanos, SECOND};
use crate::lap::effort::Usage;
use crate::lap::report::CpuTime;

/// Set by the first interrupt of a run; whoever offers load looks at it.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// What the calling thread has used so far: its time in two kinds, counted in ticks, and its time as it is; `None` if
/// the kernel does not tell.
pub(crate) fn thread_usage() -> Option<(CpuTime, Usage)> {
    let mut usage = MaybeUninit::<libc::rusage>::uninit();
    // SAFETY: the pointer is valid for a `rusage`, which the call fills in whole when it returns 0.
    let usage = unsafe {
        if libc::getrusage(libc::RUSAGE_THREAD, usage.as_mut_ptr()) != 0 {
            return None;
        }
        usage.assume_init()
    };
    let run_delay = thread_run_delay();
    let on_cpu = clock_gettime(ClockId::ThreadCPUTime);
    let on_cpu = on_cpu.tv_sec.unsigned_abs() * SECOND + on_cpu.tv_nsec.unsigned_abs();
    let cpu = CpuTime { user: nanos(usage.ru_utime), system: nanos(usage.ru_stime), idle: 0, run_delay };
    Some((cpu, Usage { on_cpu, run_delay, involuntary: usage.ru_nivcsw.unsigned_abs() }))
}

/// How long the calling thread has been ready to run and did not; `None` if the kernel does not tell.
fn thread_run_delay() -> Option<Nanos> {
    run_delay(&std::fs::read_to_string("/proc/thread-self/schedstat").ok()?)
}

/// The numbers of a `schedstat`: nanoseconds on a processor, nanoseconds waiting for one, times on one. A kernel that
/// does not count says three zeros, and so does a thread that never ran.
fn schedstat(text: &str) -> Option<[u64; 3]> {
    let numbers: Vec<u64> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    <[u64; 3]>::try_from(numbers).ok().filter(|[.., times]| *times > 0)
}

fn run_delay(text: &str) -> Option<Nanos> {
    schedstat(text).map(|[_, delay, _]| delay)
}

/// How long a thread has been on a processor.
pub(crate) fn on_cpu(text: &str) -> Option<Nanos> {
    schedstat(text).map(|[on_cpu, ..]| on_cpu)
}

fn nanos(time: libc::timeval) -> Nanos {
    // The kernel's times are not negative.
    time.tv_sec.unsigned_abs() * SECOND + time.tv_usec.unsigned_abs() * 1000
}

extern "C" fn note_interrupt(_: libc::c_int) {
    STOP.store(true, Ordering::Relaxed);
}

extern "C" fn leave(_: libc::c_int) {
    // SAFETY: _exit is async-signal-safe. Descriptors are closed by the kernel.
    unsafe { libc::_exit(0) }
}

/// The first SIGINT sets [`STOP`], the second ends the process as ever.
pub fn stop_on_interrupt() {
    handle(libc::SIGINT, note_interrupt, libc::SA_RESETHAND);
}

/// SIGTERM and SIGINT end the process at once, with exit code 0.
pub(crate) fn exit_on_termination() {
    handle(libc::SIGTERM, leave, 0);
    handle(libc::SIGINT, leave, 0);
}

/// The first SIGTERM or SIGINT sets [`STOP`], a second of the same kind ends the process as ever.
pub(crate) fn stop_on_termination() {
    handle(libc::SIGTERM, note_interrupt, libc::SA_RESETHAND);
    handle(libc::SIGINT, note_interrupt, libc::SA_RESETHAND);
}

fn handle(signal: libc::c_int, handler: extern "C" fn(libc::c_int), flags: libc::c_int) {
    // SAFETY: zero is a valid `sigaction` (no mask, no flags), and both handlers are async-signal-safe.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as *const () as libc::sighandler_t;
        action.sa_flags = flags;
        // Fails only for signals that do not exist or cannot be caught.
        libc::sigaction(signal, &raw const action, std::ptr::null_mut());
    }
}

/// A point in time as `ctime(3)` writes it, in local time and without the line end; `None` beyond year 2^31.
pub fn local_time(unix_s: i64) -> Option<String> {
    const DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let mut parts = MaybeUninit::<libc::tm>::uninit();
    // SAFETY: both pointers are valid, and the call fills in all of the second's target unless it returns null.
    let parts = unsafe {
        if libc::localtime_r(&raw const unix_s, parts.as_mut_ptr()).is_null() {
            return None;
        }
        parts.assume_init()
    };
    let day = DAYS.get(usize::try_from(parts.tm_wday).ok()?)?;
    let month = MONTHS.get(usize::try_from(parts.tm_mon).ok()?)?;
    let (date, year) = (parts.tm_mday, i64::from(parts.tm_year) + 1900);
    Some(format!("{day} {month} {date:02} {:02}:{:02}:{:02} {year}", parts.tm_hour, parts.tm_min, parts.tm_sec))
}

/// Binding this socket is to fix its address only: its port is chosen when it connects (`IP_BIND_ADDRESS_NO_PORT`).
pub(crate) fn choose_port_late(socket: &impl AsFd) -> Result<(), Errno> {
    let on: libc::c_int = 1;
    #[allow(clippy::cast_possible_truncation)] // four bytes
    let length = size_of_val(&on) as libc::socklen_t;
    // SAFETY: the descriptor is open as long as it is borrowed, and the pointer is valid for `length` bytes.
    let done = unsafe {
        let socket = socket.as_fd().as_raw_fd();
        libc::setsockopt(socket, libc::SOL_IP, libc::IP_BIND_ADDRESS_NO_PORT, (&raw const on).cast(), length)
    };
    if done == 0 { Ok(()) } else { Err(last_error()) }
}

fn last_error() -> Errno {
    std::io::Error::last_os_error().raw_os_error().map_or(Errno::IO, Errno::from_raw_os_error)
}

/// As many descriptors as this user may have. Failing is no harm: running out is an outcome of its own.
pub fn raise_descriptor_limit() {
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_run_delay_is_the_second_number_or_unknown() {
        assert_eq!(run_delay("81723 4711 12\n"), Some(4711));
        assert_eq!(run_delay("81723 0 12\n"), Some(0));
        for text in ["0 0 0\n", "", "1 2", "1 2 3 4", "1 x 3"] {
            assert_eq!(run_delay(text), None, "{text:?}");
        }
        assert_eq!((on_cpu("81723 4711 12\n"), on_cpu("81723 0")), (Some(81723), None));
        assert_eq!(on_cpu("0 0 0\n"), None);
    }
}
