//! The few calls the operating system offers only to C.

use std::fs::File;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::{panic, process};

use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};
use rustix::time::{ClockId, clock_gettime};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::clock::{Nanos, SECOND};

/// Set by the first interrupt of a run; every thread that offers load looks at it.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// From now on a panic of any thread ends the process, after its message: a result that lacks a thread would be a wrong one.
pub fn abort_at_panic() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        report(panic);
        process::abort();
    }));
}

/// A network namespace, which exists at least as long as this does.
#[derive(Debug, Clone)]
pub(crate) struct Network(Arc<File>);

impl Network {
    /// # Errors
    /// There is no such file, or it is not a network namespace that this process may enter.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let network = Self(Arc::new(File::open(path)?));
        network.visit().map(drop)?;
        Ok(network)
    }

    /// Moves the calling thread into it until the visit is dropped. Sockets stay where they were made.
    ///
    /// # Errors
    /// No descriptor left, or it is not permitted.
    pub(crate) fn visit(&self) -> io::Result<Visit> {
        let home = File::open("/proc/thread-self/ns/net")?;
        enter(&self.0)?;
        Ok(Visit { home })
    }
}

/// A thread in another network than its own.
#[must_use]
pub(crate) struct Visit {
    home: File,
}

impl Drop for Visit {
    fn drop(&mut self) {
        // A thread that was allowed to leave is allowed to return. If it stayed, all its later measurements would be
        // of another server.
        enter(&self.home).expect("a thread can go back to its own network");
    }
}

fn enter(network: &File) -> io::Result<()> {
    Ok(move_into_link_name_space(network.as_fd(), Some(LinkNameSpaceType::Network))?)
}

/// Processor time, nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CpuTime {
    pub(crate) user: Nanos,
    pub(crate) system: Nanos,
    /// Of these, spent looking while there was nothing to do.
    pub(crate) idle: Nanos,
    /// Ready to run, and not run; `None` if the kernel does not tell.
    pub(crate) run_delay: Option<Nanos>,
}

impl CpuTime {
    pub(crate) const ZERO: Self = Self { user: 0, system: 0, idle: 0, run_delay: Some(0) };

    pub(crate) fn since(self, earlier: Self) -> Self {
        Self {
            user: self.user.saturating_sub(earlier.user),
            system: self.system.saturating_sub(earlier.system),
            idle: self.idle.saturating_sub(earlier.idle),
            run_delay: self.run_delay.zip(earlier.run_delay).map(|(now, then)| now.saturating_sub(then)),
        }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            user: self.user + other.user,
            system: self.system + other.system,
            idle: self.idle + other.idle,
            run_delay: self.run_delay.zip(other.run_delay).map(|(a, b)| a + b),
        }
    }
}

/// What the kernel says of the calling thread so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Usage {
    /// Nanoseconds on a processor, exact, not counted in ticks.
    pub(crate) on_cpu: Nanos,
    /// Ready to run, and not run; `None` if the kernel does not tell.
    pub(crate) run_delay: Option<Nanos>,
    /// Times a processor was taken away.
    pub(crate) involuntary: u64,
}

impl Usage {
    pub(crate) fn since(self, earlier: Self) -> Self {
        Self {
            on_cpu: self.on_cpu.saturating_sub(earlier.on_cpu),
            run_delay: self.run_delay.zip(earlier.run_delay).map(|(now, then)| now.saturating_sub(then)),
            involuntary: self.involuntary.saturating_sub(earlier.involuntary),
        }
    }
}

/// What the calling thread has used so far: user and system time, counted in ticks, and its exact time; `None` if
/// the kernel does not say.
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

/// How long the calling thread was ready to run but did not run; `None` if the kernel does not say.
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

/// The first SIGINT sets [`STOP`], the second ends the process as usual.
///
/// # Errors
/// The kernel refuses.
pub fn stop_on_interrupt() -> io::Result<()> {
    stop_on(SIGINT)
}

/// The first SIGTERM or SIGINT sets [`STOP`], a second of the same kind ends the process as usual.
pub(crate) fn stop_on_termination() -> io::Result<()> {
    stop_on(SIGTERM)?;
    stop_on(SIGINT)
}

/// SIGTERM and SIGINT end the process at once, with exit code 0.
pub(crate) fn exit_on_termination() -> io::Result<()> {
    for signal in [SIGTERM, SIGINT] {
        flag::register_conditional_shutdown(signal, 0, Arc::new(AtomicBool::new(true)))?;
    }
    Ok(())
}

fn stop_on(signal: i32) -> io::Result<()> {
    // Not by `STOP` itself, which others set, too. What is registered first happens first.
    let came = Arc::new(AtomicBool::new(false));
    flag::register_conditional_default(signal, Arc::clone(&came))?;
    flag::register(signal, came)?;
    flag::register(signal, &STOP)?;
    Ok(())
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
    io::Error::last_os_error().raw_os_error().map_or(Errno::IO, Errno::from_raw_os_error)
}

/// Raises the limit of descriptors to the user's maximum. Failing is harmless: running out is an outcome of its own.
pub fn raise_descriptor_limit() {
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::Command;
    use std::{env, thread};

    use signal_hook::consts::SIGABRT;

    use super::*;

    #[test]
    fn a_panic_of_any_thread_ends_the_process() {
        const INSIDE: &str = "FAIRLOAD_TEST_PANICS";
        if env::var_os(INSIDE).is_some() {
            abort_at_panic();
            let _ = thread::spawn(|| panic!("lost")).join();
            return;
        }
        let mut same = Command::new(env::current_exe().expect("this test program"));
        same.args(["--exact", "os::tests::a_panic_of_any_thread_ends_the_process", "--nocapture"]);
        let done = same.env(INSIDE, "1").output().expect("it runs");
        assert_eq!(done.status.signal(), Some(SIGABRT));
        assert!(String::from_utf8_lossy(&done.stderr).contains("lost"));
    }

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
