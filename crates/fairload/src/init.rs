//! The first process of a list of processes (a PID namespace) that one contestant has for itself.
//!
//! The kernel gives it the processes that lose their parent, and ends all of them with it. The contestant is the second
//! one, so that signals do to it what they do anywhere (man `pid_namespaces`: the first one ignores most of them).

use std::io::{self, Read};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{Errno, retry_on_intr};
use rustix::process::{Pid, PidfdFlags, WaitOptions, pidfd_open, wait};

const CONTESTANT: Option<Pid> = Pid::from_raw(2);

/// Waits for the end of `input`, which comes when the contestant has been started, then for the end of the contestant
/// and of all that it leaves behind.
///
/// # Errors
/// The operating system refuses to wait.
pub(crate) fn serve(mut input: impl Read) -> io::Result<()> {
    let_children_go()?;
    io::copy(&mut input, &mut io::sink())?;
    let contestant = CONTESTANT.ok_or(io::ErrorKind::NotFound)?;
    match pidfd_open(contestant, PidfdFlags::empty()) {
        Ok(end) => {
            retry_on_intr(|| poll(&mut [PollFd::new(&end, PollFlags::IN)], None))?;
        }
        Err(Errno::SRCH) => {} // it has ended already, or could not be started
        Err(error) => return Err(error.into()),
    }
    loop {
        match wait(WaitOptions::empty()) {
            Err(Errno::CHILD) => return Ok(()),
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Lets the kernel reap children at once; `wait` then returns when the last one has ended (man 2 `wait`).
fn let_children_go() -> io::Result<()> {
    // SAFETY: no handler of ours runs.
    let before = unsafe { libc::signal(libc::SIGCHLD, libc::SIG_IGN) };
    if before == libc::SIG_ERR { Err(io::Error::last_os_error()) } else { Ok(()) }
}
