//! The two queues shared with the kernel: what it should do, and the results.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::ptr::NonNull;

use io_uring::types::{IOU_PBUF_RING_INC, SubmitArgs, Timespec};
use io_uring::{CompletionQueue, EnterFlags, IoUring, SubmissionQueue, Submitter, cqueue};
use rustix::io::Errno;

use super::buffers::{Buffers, GROUP};
use super::operation::Operation;
use super::slots::Token;
use crate::clock::{Nanos, SECOND};

/// How long a look may last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// Only what is queued is handed over; nothing is received.
    Away,
    /// What has happened is taken in.
    Briefly,
    /// Waits until something happens, at most for so many nanoseconds.
    UpTo(Nanos),
}

/// Frees the ring when dropped.
struct Owner(NonNull<IoUring>);

impl Drop for Owner {
    fn drop(&mut self) {
        // SAFETY: from `Box::into_raw` in `Queues::new`. The views were dropped before, as fields declared earlier.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

pub(super) struct Queues {
    // Views of `owner`, kept because a submitter forgets its registration when it is dropped. Dropped in this order.
    submitter: Submitter<'static>,
    submissions: SubmissionQueue<'static>,
    completions: CompletionQueue<'static>,
    _owner: Owner,
    /// Waiting is not I/O; a kernel that counts it as I/O reports a busy disk.
    waiting_flags: EnterFlags,
    /// Entries that the kernel has not taken yet.
    queued: u32,
}

impl Drop for Queues {
    fn drop(&mut self) {
        // A ring that is registered with a thread lives as long as the thread. Fails if it was not.
        let _ = self.submitter.unregister_ring_fd();
    }
}

impl Queues {
    pub(super) fn new(ring: IoUring) -> Self {
        let mut waiting_flags = EnterFlags::GETEVENTS | EnterFlags::EXT_ARG;
        if ring.params().is_feature_no_iowait() {
            waiting_flags |= EnterFlags::NO_IOWAIT;
        }
        let mut owner = Owner(NonNull::from(Box::leak(Box::new(ring))));
        // SAFETY: the box lives, unmoved, until `owner` drops it, after the views. Nothing else refers to it.
        let (mut submitter, submissions, completions) = unsafe { owner.0.as_mut() }.split();
        // Saves the kernel a look-up per call. A thread may have 16 of them; further rings do without.
        let _ = submitter.register_ring_fd();
        Self { submitter, submissions, completions, _owner: owner, waiting_flags, queued: 0 }
    }

    /// Room for so many sockets.
    ///
    /// # Errors
    /// More than the limit of descriptors, or no memory.
    pub(super) fn register_files(&self, count: u32) -> io::Result<()> {
        self.submitter.register_files_sparse(count)
    }

    /// Closes all sockets except those of requests under way.
    ///
    /// # Errors
    /// There were none.
    pub(super) fn unregister_files(&self) -> io::Result<()> {
        self.submitter.unregister_files()
    }

    /// Puts a socket of the process into the table, in place of what was there.
    ///
    /// # Errors
    /// No such place.
    pub(super) fn install(&self, slot: u32, socket: &OwnedFd) -> io::Result<()> {
        self.submitter.register_files_update(slot, &[socket.as_raw_fd()]).map(drop)
    }

    /// Lets the kernel receive into `buffers`; `shared`: several receives into one, one behind the other (Linux 6.12).
    ///
    /// # Safety
    /// They must live until the kernel no longer uses them: until every receive has ended.
    ///
    /// # Errors
    /// The kernel has no such rings, or no memory.
    pub(super) unsafe fn register_buffers(&self, buffers: &Buffers, shared: bool) -> io::Result<()> {
        let flags = if shared { u16::try_from(IOU_PBUF_RING_INC).expect("one of 16 bits") } else { 0 };
        // SAFETY: the caller's promise.
        unsafe { self.submitter.register_buf_ring_with_flags(buffers.address(), buffers.count(), GROUP, flags) }
    }

    pub(super) fn has_room(&self) -> bool {
        !self.submissions.is_full()
    }

    /// Entries that the kernel has not taken yet.
    #[inline]
    pub(super) fn queued(&self) -> u32 {
        self.queued
    }

    /// Queues an operation; there must be room.
    #[inline]
    pub(super) fn push(&mut self, operation: Operation, token: Token) {
        // SAFETY: its maker promises that what it points to outlives it.
        unsafe { self.submissions.push(&operation.entry(token)) }.expect("room was made first");
        self.queued += 1;
    }

    /// Whether there are events to handle.
    #[inline]
    pub(super) fn has_news(&mut self) -> bool {
        self.completions.sync();
        !self.completions.is_empty() || self.submissions.taskrun() || self.submissions.cq_overflow()
    }

    /// Hands over what is queued, all of it unless the kernel is short of memory or the other queue is full.
    ///
    /// # Errors
    /// The kernel refuses for good.
    #[inline]
    pub(super) fn enter(&mut self, look: Look) -> io::Result<()> {
        self.submissions.sync();
        let entered = match look {
            // SAFETY: no argument, no wait.
            Look::Away => unsafe { self.submitter.enter::<libc::sigset_t>(self.queued, 0, 0, None) },
            Look::Briefly => {
                let flags = EnterFlags::GETEVENTS.bits();
                // SAFETY: the same.
                unsafe { self.submitter.enter::<libc::sigset_t>(self.queued, 0, flags, None) }
            }
            Look::UpTo(wait) => {
                let time = timespec(wait);
                let arguments = SubmitArgs::new().timespec(&time);
                // SAFETY: EXT_ARG says what the argument is, and it outlives the call.
                unsafe { self.submitter.enter(self.queued, 1, self.waiting_flags.bits(), Some(&arguments)) }
            }
        };
        match entered {
            Ok(taken) => {
                self.queued = self.queued.saturating_sub(u32::try_from(taken).unwrap_or(u32::MAX));
                self.submissions.sync();
                Ok(())
            }
            Err(error) => match Errno::from_io_error(&error) {
                // Time is up; a signal; too little memory for now, or too many events not handled yet.
                Some(Errno::TIME | Errno::INTR | Errno::AGAIN | Errno::BUSY) => Ok(()),
                _ => Err(error),
            },
        }
    }

    /// Calls `note` for each completion.
    #[inline]
    pub(super) fn reap(&mut self, mut note: impl FnMut(cqueue::Entry)) {
        self.completions.sync();
        for completion in &mut self.completions {
            note(completion);
        }
        // The kernel sees the room at once.
        self.completions.sync();
    }
}

fn timespec(wait: Nanos) -> Timespec {
    let nanos = u32::try_from(wait % SECOND).expect("less than a second");
    Timespec::new().sec((wait / SECOND).min(86_400)).nsec(nanos)
}
