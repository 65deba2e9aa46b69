//! The engine on epoll: edge-triggered, registered once per connection, so that a request on a kept connection costs
//! one recv, one send and a share of one epoll wait.

use std::io;
use std::net::SocketAddr;
use std::os::fd::OwnedFd;

use rustix::event::Timespec;
use rustix::event::epoll::{self, CreateFlags, Event, EventData, EventFlags};
use rustix::io::Errno;
use rustix::net::{
    self, RecvFlags, SendFlags, SocketFlags,
    sockopt::{set_tcp_nodelay, socket_error},
};

use super::idleness::Idleness;
use super::source::Source;
use super::{Driver, End, Payload, Standing, Step, Waiting, socket};
use crate::clock::{Nanos, SECOND};

/// Large enough that a short read, which proves the socket empty, is the rule.
const BUFFER: usize = 256 * 1024;
const EVENTS: usize = 256;
/// Reads of one connection in a row, each of a full buffer, before others have their turn and the clock is looked at.
const MOST_READS: usize = 16;
const HANGUP: EventFlags = EventFlags::RDHUP.union(EventFlags::HUP).union(EventFlags::ERR);

#[derive(Debug, Default)]
struct Socket {
    fd: Option<OwnedFd>,
    opening: bool,
    /// Small writes leave at once even if earlier ones were not acknowledged.
    nodelay: bool,
    /// Something was sent on it.
    used: bool,
    /// The payload that the socket has taken only in part, and how much of it.
    outgoing: Option<(Payload, usize)>,
}

/// The connections to one target on one thread.
pub(crate) struct Epoll {
    queue: OwnedFd,
    address: SocketAddr,
    source: Source,
    sockets: Vec<Socket>,
    buffer: Vec<u8>,
    events: Vec<Event>,
    /// Connections that are not read to their end, and whether they hang up.
    unread: Vec<(usize, bool)>,
    waiting: Waiting,
}

impl Epoll {
    /// # Errors
    /// No descriptor left.
    pub(crate) fn new(address: SocketAddr, source: Source, waiting: Waiting) -> io::Result<Self> {
        Ok(Self {
            queue: epoll::create(CreateFlags::CLOEXEC)?,
            address,
            source,
            sockets: Vec::new(),
            buffer: vec![0; BUFFER],
            events: Vec::with_capacity(EVENTS),
            unread: Vec::new(),
            waiting,
        })
    }

    /// Slots beyond `slots` are closed, missing ones added without a connection.
    pub(crate) fn resize(&mut self, slots: usize) {
        self.sockets.resize_with(slots, Socket::default);
    }

    pub(crate) fn close(&mut self, slot: usize) {
        self.sockets[slot] = Socket::default();
    }

    /// Whether the connection is open and silent, as one that waits for a request must be.
    pub(crate) fn is_quiet(&self, slot: usize) -> bool {
        let Some(fd) = &self.sockets[slot].fd else { return false };
        let mut byte = [0_u8];
        matches!(net::recv(fd, &mut byte[..], RecvFlags::PEEK | RecvFlags::DONTWAIT), Err(Errno::AGAIN))
    }

    /// Runs `driver` to its end; how long it looked and saw nothing meanwhile, without sleeping.
    ///
    /// # Errors
    /// epoll itself fails. What happens to connections is the driver's to judge.
    pub(crate) fn run<D: Driver>(&mut self, driver: &mut D) -> io::Result<Nanos> {
        for slot in 0..self.sockets.len() {
            let step = driver.start(slot);
            self.apply(slot, step, driver);
        }
        let mut events = std::mem::take(&mut self.events);
        let mut idleness = Idleness::default();
        loop {
            while let Some((slot, step)) = driver.due() {
                idleness.end();
                self.apply(slot, step, driver);
            }
            if driver.finished() {
                break;
            }
            events.clear();
            let at_once = self.waiting == Waiting::Spin || !self.unread.is_empty();
            let wait = if at_once { 0 } else { driver.wait() };
            if wait > 0 {
                idleness.end();
            }
            let timeout = timespec(wait);
            match epoll::wait(&self.queue, rustix::buffer::spare_capacity(&mut events), Some(&timeout)) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            if events.is_empty() && wait == 0 && self.unread.is_empty() {
                idleness.begin();
            } else {
                idleness.end();
            }
            if !events.is_empty() {
                driver.batch(events.len());
            }
            for (slot, hangup) in std::mem::take(&mut self.unread) {
                self.receive(slot, hangup, driver);
            }
            for event in &events {
                let Ok(slot) = usize::try_from(event.data.u64()) else { continue };
                self.handle(slot, event.flags, driver);
            }
        }
        self.events = events;
        Ok(idleness.total())
    }

    #[inline]
    fn handle<D: Driver>(&mut self, slot: usize, flags: EventFlags, driver: &mut D) {
        let socket = &mut self.sockets[slot];
        let Some(fd) = &socket.fd else { return };
        if socket.opening {
            let failed = flags.intersects(EventFlags::ERR | EventFlags::HUP);
            // A connecting socket without an error that cannot be written to is still connecting.
            let step = match if failed { socket_error(fd) } else { Ok(Ok(())) } {
                Ok(Ok(())) if !flags.contains(EventFlags::OUT) => return,
                Ok(Ok(())) => {
                    socket.opening = false;
                    driver.opened(slot)
                }
                Ok(Err(error)) | Err(error) => driver.not_opened(slot, error.into()),
            };
            if !self.apply(slot, step, driver) {
                return;
            }
        } else if flags.contains(EventFlags::OUT)
            && let Some((payload, sent)) = socket.outgoing.take()
            && let Err(error) = self.send(slot, payload, sent)
        {
            let step = driver.unsent(slot, error);
            self.apply(slot, step, driver);
            return;
        }
        if flags.intersects(EventFlags::IN | HANGUP) {
            self.receive(slot, flags.intersects(HANGUP), driver);
        }
    }

    /// Reads until the socket is known to be empty. A short read is proof enough, and an edge will tell of anything
    /// that comes later, unless the end of the stream was part of the edge that brought us here (`hangup`). A peer that
    /// sends as fast as we read must wait for its next turn, of which no edge will tell.
    fn receive<D: Driver>(&mut self, slot: usize, hangup: bool, driver: &mut D) {
        for _ in 0..MOST_READS {
            let Some(socket) = self.sockets.get(slot).filter(|socket| !socket.opening) else { return };
            let Some(fd) = &socket.fd else { return };
            let (step, drained) = match net::recv(fd, &mut self.buffer[..], RecvFlags::empty()) {
                Ok((0, _)) => (driver.ended(slot, End::Closed), true),
                Ok((length, _)) => {
                    let standing =
                        if socket.outgoing.is_some() { Standing::Early } else { Standing::Open.or_last(hangup) };
                    let step = driver.received(slot, &self.buffer[..length], standing);
                    (step, length < self.buffer.len() && !hangup)
                }
                Err(Errno::AGAIN) => return,
                Err(Errno::INTR) => continue,
                Err(error) => (driver.ended(slot, End::Failed(error.into())), true),
            };
            if !self.apply(slot, step, driver) || drained {
                return;
            }
        }
        self.unread.push((slot, hangup));
    }

    /// Does what the driver says, until it says no more. `false` if the connection has changed.
    #[inline]
    fn apply<D: Driver>(&mut self, slot: usize, step: Step, driver: &mut D) -> bool {
        let mut step = step;
        let mut same = true;
        loop {
            step = match step {
                Step::Wait => return same,
                Step::Send(payload) => match self.send_after(slot, payload) {
                    Ok(()) => return same,
                    Err(error) => driver.unsent(slot, error),
                },
                Step::Open => match self.open(slot) {
                    Ok(()) => return false,
                    Err(error) => driver.not_opened(slot, error.into()),
                },
                Step::Close => {
                    self.close(slot);
                    return false;
                }
            };
            same = false;
        }
    }

    /// Sends `payload`, or leaves it behind what is still to be sent.
    #[inline]
    fn send_after(&mut self, slot: usize, payload: Payload) -> Result<(), Errno> {
        match self.sockets[slot].outgoing.take() {
            None => self.send(slot, payload, 0),
            Some((first, sent)) => {
                let both = [&first.bytes()[sent..], payload.bytes()].concat();
                self.send(slot, Payload::owned(both), 0)
            }
        }
    }

    /// Sends `payload` from `sent` on, as far as the socket takes it.
    #[inline]
    fn send(&mut self, slot: usize, payload: Payload, mut sent: usize) -> Result<(), Errno> {
        let socket = &mut self.sockets[slot];
        let fd = socket.fd.as_ref().ok_or(Errno::NOTCONN)?;
        let bytes = payload.bytes();
        if !socket.nodelay && (socket.used || bytes.len() > socket::ONE_SEGMENT) {
            set_tcp_nodelay(fd, true)?;
            socket.nodelay = true;
        }
        socket.used = true;
        while sent < bytes.len() {
            match net::send(fd, &bytes[sent..], SendFlags::NOSIGNAL) {
                Ok(length) => sent += length,
                Err(Errno::AGAIN) => {
                    socket.outgoing = Some((payload, sent));
                    return Ok(());
                }
                Err(Errno::INTR) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn open(&mut self, slot: usize) -> Result<(), Errno> {
        // The old one first: its descriptor may be the only one available.
        self.close(slot);
        let fd = socket::new(&self.address, SocketFlags::NONBLOCK)?;
        self.source.bind(&fd)?;
        match net::connect(&fd, &self.address) {
            Ok(()) | Err(Errno::INPROGRESS) => {}
            Err(error) => return Err(error),
        }
        let interest = EventFlags::IN | EventFlags::OUT | EventFlags::RDHUP | EventFlags::ET;
        epoll::add(&self.queue, &fd, EventData::new_u64(slot as u64), interest)?;
        self.sockets[slot] = Socket { fd: Some(fd), opening: true, ..Socket::default() };
        Ok(())
    }
}

fn timespec(wait: Nanos) -> Timespec {
    let seconds = (wait / SECOND).min(86_400);
    // Both fit: a day of seconds, less than a second of nanoseconds.
    Timespec { tv_sec: seconds.cast_signed(), tv_nsec: (wait % SECOND).cast_signed() }
}
