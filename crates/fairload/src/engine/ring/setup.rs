//! Making a ring: its settings, which are dropped one by one if a kernel lacks them, and why it may fail.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use io_uring::IoUring;
use rustix::io::Errno;
use rustix::net::AddressFamily;
use rustix::net::addr::SocketAddrArg as _;
use thiserror::Error;

use super::buffers::Buffers;
use super::operation::Operation;
use super::queues::{Look, Queues};
use super::slots::Token;
use crate::clock::SECOND;

/// How often making a ring is tried where memory is short, and how long to wait before the next time.
const ATTEMPTS: u32 = 10;
const PAUSE: Duration = Duration::from_millis(10);

/// What the ring is made of. Only tests have another than the default.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    /// Operations that can be queued before they are handed over.
    pub(crate) submissions: u32,
    /// Events that can wait to be taken in. The kernel keeps what goes beyond it, at a price.
    pub(crate) completions: u32,
    /// Receive buffers, a power of two.
    pub(crate) buffers: u16,
    /// Length of each, bytes.
    pub(crate) buffer_bytes: u32,
    /// The same where several receives share a buffer, a part each (Linux 6.12).
    pub(crate) shared_buffers: u16,
    pub(crate) shared_buffer_bytes: u32,
    /// Sends that are handed over together at most. They leave one after the other, so that the last is later than its
    /// stamp by what the others take, some 4 us each. The kernel takes in the answers of 20 connections at a time
    /// (since Linux 6.13), so that is what bounds a turn; this is for those who have something to send without an
    /// answer before it, and for older kernels. Below 20 it cuts turns in pieces: 4 cost 16 % more processor time per
    /// request than 32, 8 cost 14 % more, and no latency was lower for it (docs/engines.md).
    pub(crate) sends_per_turn: u32,
    /// Sockets that there is room for at first.
    pub(crate) sockets: u32,
    /// As on Linux 6.1: without what came later.
    pub(crate) plain: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            // 52 KiB of locked memory together; a user's limit can be as low as 64 KiB.
            submissions: 256,
            completions: 2048,
            // Together 1 MiB, which stays in a processor's cache, and so are those that are shared (docs/engines.md).
            buffers: 64,
            buffer_bytes: 16 * 1024,
            shared_buffers: 16,
            shared_buffer_bytes: 64 * 1024,
            sends_per_turn: 32,
            sockets: 16 * 1024,
            plain: false,
        }
    }
}

/// Why there is no ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Reason {
    #[error("{}: the container's seccomp profile or kernel.io_uring_disabled forbids it", plain(*.0))]
    Forbidden(Errno),
    #[error("{}: this kernel was built without it, or the container's seccomp profile hides it", plain(*.0))]
    Absent(Errno),
    #[error("the kernel is too old: it takes Linux 6.1")]
    TooOld,
    #[error("{}: look at the limits of memory and of descriptors (ulimit -l, ulimit -n)", plain(*.0))]
    Refused(Errno),
}

/// The text of an error, without its number.
fn plain(errno: Errno) -> String {
    let text = errno.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

impl Reason {
    fn new(error: &io::Error) -> Self {
        match Errno::from_io_error(error) {
            Some(errno @ (Errno::PERM | Errno::ACCESS)) => Self::Forbidden(errno),
            Some(errno @ Errno::NOSYS) => Self::Absent(errno),
            Some(Errno::INVAL | Errno::OPNOTSUPP) => Self::TooOld,
            Some(errno) => Self::Refused(errno),
            None => Self::Refused(Errno::IO),
        }
    }
}

/// How sockets are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Making {
    /// By the ring, straight into its table. With a connection per request this costs 46 us of processor time per
    /// request where making them apart costs 61 (docs/engines.md).
    InRing,
    /// The same, and they can be given an address there (Linux 6.11).
    InRingWithAddresses,
    /// By calls of their own, before Linux 6.7, where the ring cannot set socket options.
    Apart,
}

/// Whether so many rings are available here at the same time: makes them and closes them again.
///
/// # Errors
/// Why not.
pub fn available(rings: usize) -> Result<(), Reason> {
    // A table of sockets is not scarce, but takes the longest to make.
    let settings = Settings { sockets: 1, ..Settings::default() };
    let made: io::Result<Vec<_>> = (0..rings).map(|_| make(&settings)).collect();
    made.map(drop).map_err(|error| Reason::new(&error))
}

/// A ring with its buffers and its table of sockets.
///
/// # Errors
/// The kernel forbids it, is too old, or has no memory.
pub(super) fn make(settings: &Settings) -> io::Result<(Queues, Buffers, Making)> {
    let mut attempts = 1..ATTEMPTS;
    loop {
        match try_to_make(settings) {
            // The locked memory of a closed ring counts until the kernel has freed it, a moment later.
            Err(error) if Errno::from_io_error(&error) == Some(Errno::NOMEM) && attempts.next().is_some() => {
                std::thread::sleep(PAUSE);
            }
            made => return made,
        }
    }
}

fn try_to_make(settings: &Settings) -> io::Result<(Queues, Buffers, Making)> {
    let newest = if settings.plain { build(settings, false) } else { build(settings, true) };
    let mut queues = Queues::new(newest.or_else(|_| build(settings, false))?);
    queues.register_files(settings.sockets)?;
    let buffers = if settings.plain { own_buffers(&queues, settings)? } else { shared_buffers(&queues, settings)? };
    let making = if settings.plain { Making::Apart } else { how_to_make(&mut queues)? };
    Ok((queues, buffers, making))
}

fn own_buffers(queues: &Queues, settings: &Settings) -> io::Result<Buffers> {
    let buffers = Buffers::new(settings.buffers, settings.buffer_bytes)?;
    // SAFETY: nothing receives until `Ring` does, which keeps them alive long enough.
    unsafe { queues.register_buffers(&buffers, false) }?;
    Ok(buffers)
}

/// Shared by several receives, where the kernel can do that.
fn shared_buffers(queues: &Queues, settings: &Settings) -> io::Result<Buffers> {
    let buffers = Buffers::new(settings.shared_buffers, settings.shared_buffer_bytes)?;
    // SAFETY: as in `own_buffers`.
    match unsafe { queues.register_buffers(&buffers, true) } {
        Ok(()) => Ok(buffers),
        Err(error) if Errno::from_io_error(&error) == Some(Errno::INVAL) => own_buffers(queues, settings),
        Err(error) => Err(error),
    }
}

/// Work is done only when this thread enters the ring (`defer_taskrun`, Linux 6.1), so that nothing interrupts it and
/// nothing arrives between two of its looks; the kernel then says whether a look would show something (`taskrun_flag`).
/// One thread only enters it (`single_issuer`). An operation that fails does not keep back those behind it
/// (`submit_all`). Entries are taken in order (`no_sqarray`, Linux 6.6): one indirection less.
fn build(settings: &Settings, in_order: bool) -> io::Result<IoUring> {
    let mut builder = IoUring::builder();
    builder.setup_single_issuer().setup_defer_taskrun().setup_taskrun_flag().setup_submit_all();
    builder.setup_cqsize(settings.completions).dontfork();
    if in_order {
        builder.setup_no_sqarray();
    }
    builder.build(settings.submissions)
}

/// Tries it on sockets that are made for it.
fn how_to_make(queues: &mut Queues) -> io::Result<Making> {
    let socket = || Operation::socket(0, AddressFamily::INET);
    if !all_done(queues, [socket()?, Operation::nodelay(0), Operation::close(0)])? {
        return Ok(Making::Apart);
    }
    let loopback = SocketAddr::from(([127, 0, 0, 1], 0)).as_any();
    // SAFETY: the address lives until the end of this function.
    let bind = unsafe { Operation::bind(0, &loopback) };
    let with_addresses = all_done(queues, [socket()?, Operation::port_late(0), bind, Operation::close(0)])?;
    Ok(if with_addresses { Making::InRingWithAddresses } else { Making::InRing })
}

/// Whether the kernel can do all of it.
fn all_done<const COUNT: usize>(queues: &mut Queues, operations: [Operation; COUNT]) -> io::Result<bool> {
    for operation in operations {
        let token = Token::new(operation.purpose(), 0, 0);
        queues.push(operation.reporting_success(), token);
    }
    let (mut done, mut failed) = (0, 0);
    while done < COUNT {
        queues.enter(Look::UpTo(SECOND))?;
        queues.reap(|completion| {
            done += 1;
            failed += u32::from(completion.result() < 0);
        });
    }
    Ok(failed == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_says_what_to_look_at() {
        let text = |errno: Errno| Reason::new(&errno.into()).to_string();
        assert!(text(Errno::PERM).contains("seccomp"), "{}", text(Errno::PERM));
        assert!(text(Errno::PERM).starts_with("Operation not permitted: the"));
        assert!(text(Errno::NOSYS).contains("built without"));
        assert!(text(Errno::INVAL).contains("Linux 6.1"));
        assert!(text(Errno::NOMEM).contains("ulimit"));
    }

    #[test]
    fn a_kernel_that_lacks_a_setting_gets_a_ring_without_it() {
        available(3).expect("io_uring");
        let (.., making) = make(&Settings { plain: true, ..Settings::default() }).expect("io_uring");
        assert_eq!(making, Making::Apart);
    }
}
