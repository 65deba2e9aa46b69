//! The engine on `io_uring`: one system call for a batch of requests, one entry and one event for each request.
//!
//! A receive is armed once per connection and fills buffers of a common ring. A send is tried once, as it is handed
//! over: if the socket takes all of it, which is the rule, the kernel says nothing. So what is not heard of after a
//! turn is sent, and its memory is ours again. Otherwise the rest is sent when there is room, and the end of that is
//! told. docs/engines.md says why each setting is what it is.

mod buffers;
mod deliver;
mod operation;
mod queues;
mod setup;
mod slots;
mod submit;

use std::collections::{HashMap, VecDeque};
use std::io;
use std::mem::ManuallyDrop;
use std::net::SocketAddr;

use io_uring::cqueue;
use rustix::io::Errno;
use rustix::net::SocketAddrAny;
use rustix::net::addr::SocketAddrArg as _;
use rustix::process::{Resource, getrlimit};

use super::idleness::Idleness;
use super::source::Source;
use super::{Driver, Payload, Waiting};
use crate::clock::{Clock, Monotonic, Nanos, SECOND};
use buffers::Buffers;
use queues::{Look, Queues};
use setup::Making;
pub(crate) use setup::Settings;
pub use setup::available;
use slots::{Purpose, RingSlot, State, Token};

/// The connections to one target on one thread.
pub(crate) struct Ring {
    queues: Queues,
    /// Freed only when the kernel no longer uses them.
    buffers: ManuallyDrop<Buffers>,
    making: Making,
    address: SocketAddr,
    /// The same in the kernel's format, at a fixed address.
    raw_address: Box<SocketAddrAny>,
    source: Source,
    /// All its addresses in the kernel's format, none if the kernel chooses; and which is the next one.
    raw_sources: Box<[SocketAddrAny]>,
    next_source: usize,
    /// Never fewer than there were, so that no generation comes again.
    slots: Vec<RingSlot>,
    /// How many of them take part.
    count: usize,
    /// What has happened and was not handled yet.
    batch: VecDeque<cqueue::Entry>,
    /// Grows by one whenever all that was queued has been handed over.
    turn: u64,
    /// The turn in which the batch was taken in: what earlier ones sent is sent, or this batch says otherwise.
    reaped_turn: u64,
    /// Sends queued since the last turn.
    sends: u32,
    /// Slots that have something to send as soon as the result of the last send is known.
    later: Vec<usize>,
    /// Payloads of closed connections that are queued and not yet handed over.
    leaving: Vec<Payload>,
    /// Payloads of closed connections that the kernel still uses.
    held: HashMap<u64, Payload>,
    /// Operations that will end with an event of their own.
    live: usize,
    waiting: Waiting,
    settings: Settings,
}

impl Ring {
    /// # Errors
    /// The kernel forbids it, is too old, or has no memory.
    pub(crate) fn new(address: SocketAddr, source: Source, waiting: Waiting) -> io::Result<Self> {
        Self::with(address, source, waiting, Settings::default())
    }

    /// # Errors
    /// The kernel forbids it, is too old, or has no memory.
    pub(crate) fn with(
        address: SocketAddr,
        source: Source,
        waiting: Waiting,
        mut settings: Settings,
    ) -> io::Result<Self> {
        // The kernel limits the table to the process's number of descriptors.
        let descriptors = getrlimit(Resource::Nofile).current.and_then(|limit| u32::try_from(limit).ok());
        settings.sockets = settings.sockets.min(descriptors.unwrap_or(u32::MAX));
        let (queues, buffers, making) = setup::make(&settings)?;
        Ok(Self {
            queues,
            buffers: ManuallyDrop::new(buffers),
            making,
            address,
            raw_address: Box::new(address.as_any()),
            raw_sources: source.all().map(|address| address.as_any()).collect(),
            source,
            next_source: 0,
            slots: Vec::new(),
            count: 0,
            batch: VecDeque::new(),
            turn: 2,
            reaped_turn: 1,
            sends: 0,
            later: Vec::new(),
            leaving: Vec::new(),
            held: HashMap::new(),
            live: 0,
            waiting,
            settings,
        })
    }

    /// Slots beyond `slots` are closed, missing ones added without a connection. Where the table of sockets is too
    /// small for them, a larger one is made, and no connection survives.
    ///
    /// # Errors
    /// No memory, or more than the limit of descriptors.
    pub(crate) fn resize(&mut self, slots: usize) -> io::Result<()> {
        if slots > self.settings.sockets as usize {
            let sockets = u32::try_from(slots).unwrap_or(u32::MAX);
            let settings = Settings { sockets, ..self.settings };
            *self = Self::with(self.address, self.source.clone(), self.waiting, settings)?;
            if slots > (self.settings.sockets as usize).min(slots::MAX_SLOTS) {
                return Err(Errno::MFILE.into());
            }
        }
        for slot in slots..self.count {
            self.close(slot)?;
        }
        self.count = slots;
        self.slots.resize_with(slots.max(self.slots.len()), RingSlot::default);
        Ok(())
    }

    /// Handles what has happened while no driver ran; of a peer that never stops sending, only a part.
    ///
    /// # Errors
    /// The ring itself fails.
    pub(crate) fn catch_up(&mut self) -> io::Result<()> {
        // The kernel takes in a number of connections at a time, in turn, so that each is among them.
        for _ in 0..=self.count {
            self.queues.enter(Look::Briefly)?;
            self.note_handed_over();
            self.reap();
            // Its mark for news may stay where there are none (it is made after the news can be seen): only an empty
            // look says that all is taken in.
            let nothing = self.batch.is_empty();
            while let Some(completion) = self.batch.pop_front() {
                self.note(&completion);
            }
            self.buffers.publish();
            if nothing && self.queues.queued() == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Whether the connection is open and silent, as one that waits for a request must be; as of the last
    /// [`Ring::catch_up`].
    pub(crate) fn is_quiet(&self, slot: usize) -> bool {
        let RingSlot { state, receiving, disturbed, resting, .. } = self.slots[slot];
        state == State::Open && receiving && !disturbed && !resting
    }

    /// Runs `driver` to its end; how long it looked and saw nothing meanwhile, without sleeping.
    ///
    /// # Errors
    /// The ring itself fails. What happens to connections is the driver's to judge.
    pub(crate) fn run<D: Driver>(&mut self, driver: &mut D) -> io::Result<Nanos> {
        for slot in 0..self.count {
            let step = driver.start(slot);
            self.apply(slot, step, driver)?;
        }
        let mut idleness = Idleness::default();
        loop {
            while let Some((slot, step)) = driver.due() {
                idleness.end();
                self.apply(slot, step, driver)?;
            }
            if driver.finished() {
                break;
            }
            self.look(driver.wait(), &mut idleness)?;
            self.reap();
            if !self.batch.is_empty() {
                driver.batch(self.batch.len());
            }
            while let Some(completion) = self.batch.pop_front() {
                self.deliver(&completion, driver)?;
            }
            self.buffers.publish();
            if !self.later.is_empty() {
                self.send_later()?;
            }
        }
        self.hand_over()?;
        Ok(idleness.total())
    }

    /// Hands over what is queued, and waits for something to happen, no longer than `wait`.
    #[inline]
    fn look(&mut self, wait: Nanos, idleness: &mut Idleness) -> io::Result<()> {
        if self.queues.queued() > 0 {
            idleness.end();
        }
        if self.waiting == Waiting::Sleep && wait > 0 && self.later.is_empty() {
            idleness.end();
            self.queues.enter(Look::UpTo(wait))?;
        } else if self.queues.queued() > 0 || self.queues.has_news() {
            self.queues.enter(Look::Briefly)?;
            if self.queues.has_news() {
                idleness.end();
            } else {
                idleness.begin();
            }
        } else {
            idleness.begin();
        }
        self.note_handed_over();
        Ok(())
    }

    /// Takes in what has happened. Ends that are already known are noted first, because they say that a connection is
    /// good for no further request, to those who handle the bytes before.
    #[inline]
    fn reap(&mut self) {
        let Self { queues, batch, slots, .. } = self;
        if batch.is_empty() {
            self.reaped_turn = self.turn;
        }
        queues.reap(|completion| {
            if completion.result() <= 0 {
                note_end(&completion, slots);
            }
            batch.push_back(completion);
        });
    }
}

/// Notes that a connection's end is in the batch.
#[cold]
fn note_end(completion: &cqueue::Entry, slots: &mut [RingSlot]) {
    let token = Token::from_bits(completion.user_data());
    let for_now = [-libc::ENOBUFS, -libc::EINTR].contains(&completion.result());
    if token.purpose() == Purpose::Receive
        && !for_now
        && let Some(slot) = slots.get_mut(token.slot())
        && slot.generation == token.generation()
    {
        slot.ending = true;
    }
}

impl Drop for Ring {
    /// Ends all operations, and frees what the kernel no longer uses. If it does not stop, nothing is freed.
    fn drop(&mut self) {
        let given_up = Monotonic.now() + SECOND;
        let mut asked = self.cancel_all().is_ok();
        while asked && self.live > 0 && Monotonic.now() < given_up {
            asked = self.queues.enter(Look::UpTo(SECOND / 10)).is_ok();
            self.reap();
            while let Some(completion) = self.batch.pop_front() {
                self.note(&completion);
            }
        }
        // There is a table; without one there are no sockets.
        let _ = self.queues.unregister_files();
        if asked && self.live == 0 && self.queues.queued() == 0 {
            // SAFETY: dropped once. No receive is under way, so nothing fills them any more.
            unsafe { ManuallyDrop::drop(&mut self.buffers) };
        } else {
            let payloads = self.slots.iter_mut().filter_map(|slot| slot.payload.take());
            let kept: Vec<_> =
                payloads.chain(self.leaving.drain(..)).chain(self.held.drain().map(|(_, it)| it)).collect();
            std::mem::forget(kept);
        }
    }
}
