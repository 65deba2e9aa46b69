//! The few calls the operating system offers only to C.

use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::clock::{Nanos, SECOND};
use crate::lap::report::CpuTime;

/// Set by the first interrupt of a run; whoever offers load looks at it.
pub(crate) static STOP: AtomicBool = AtomicBool::new(false);

/// Processor time of the calling thread so far; `None` if the kernel does not tell.
pub(crate) fn thread_cpu() -> Option<CpuTime> {
    let mut usage = MaybeUninit::<libc::rusage>::uninit();
    // SAFETY: the pointer is valid for a `rusage`, which the call fills in whole when it returns 0.
    let usage = unsafe {
        if libc::getrusage(libc::RUSAGE_THREAD, usage.as_mut_ptr()) != 0 {
            return None;
        }
        usage.assume_init()
    };
    Some(CpuTime { user: nanos(usage.ru_utime), system: nanos(usage.ru_stime), idle: 0, run_delay: thread_run_delay() })
}

/// How long the calling thread has been ready to run and did not; `None` if the kernel does not tell.
fn thread_run_delay() -> Option<Nanos> {
    run_delay(&std::fs::read_to_string("/proc/thread-self/schedstat").ok()?)
}

/// The second number of a `schedstat`: nanoseconds on a processor, nanoseconds waiting for one, times on one. A kernel
/// that does not count says three zeros, but whoever reads this has been on a processor.
fn run_delay(schedstat: &str) -> Option<Nanos> {
    let numbers: Vec<u64> = schedstat.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    match numbers[..] {
        [_, delay, times] if times > 0 => Some(delay),
        _ => None,
    }
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
pub(crate) fn stop_on_interrupt() {
    handle(libc::SIGINT, note_interrupt, libc::SA_RESETHAND);
}

/// SIGTERM and SIGINT end the process at once, with exit code 0.
pub(crate) fn exit_on_termination() {
    handle(libc::SIGTERM, leave, 0);
    handle(libc::SIGINT, leave, 0);
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

/// As many descriptors as this user may have. Failing is no harm: running out is an outcome of its own.
pub(crate) fn raise_descriptor_limit() {
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
    }
}
