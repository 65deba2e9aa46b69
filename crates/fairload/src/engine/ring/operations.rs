//! What is queued for the kernel.

use std::io;

use io_uring::types::{CancelBuilder, DestinationSlot, Fixed};
use io_uring::{opcode, squeue};
use rustix::io::Errno;
use rustix::net::{SocketFlags, sockopt::set_tcp_nodelay};

use super::queues::Look;
use super::setup::{Making, nodelay};
use super::slots::{Purpose, State, Token};
use super::{Ring, buffers};
use crate::engine::{Driver, Payload, Step, socket};

/// How often the kernel may decline to take what is queued before it is an error.
const ATTEMPTS: usize = 1000;
/// More cannot be sent at a time: lengths have 32 bits, results 31.
const LONGEST_SEND: usize = 1 << 30;
/// `IORING_RECVSEND_POLL_FIRST`: trying at once would be in vain.
const POLL_FIRST: u16 = 1;
/// `IORING_RECV_MULTISHOT`: one receive for all that comes.
const MULTISHOT: u16 = 2;
/// The attempt to send is over when it has been handed over: all of it is taken, or an event says how much.
const AT_ONCE: i32 = libc::MSG_NOSIGNAL | libc::MSG_WAITALL | libc::MSG_DONTWAIT;
/// Takes until all of it is taken.
const IN_TIME: i32 = libc::MSG_NOSIGNAL | libc::MSG_WAITALL;
const SILENT: squeue::Flags = squeue::Flags::SKIP_SUCCESS;

/// A slot's place in the table of sockets.
#[inline]
fn fixed(slot: usize) -> Fixed {
    Fixed(index(slot))
}

/// Tokens have room for fewer slots than that.
#[inline]
#[allow(clippy::cast_possible_truncation)]
fn index(slot: usize) -> u32 {
    slot as u32
}

impl Ring {
    #[inline]
    fn token(&self, purpose: Purpose, slot: usize) -> Token {
        Token::new(purpose, slot, self.slots[slot].generation)
    }

    /// Does what the driver says, and what it says then.
    #[inline]
    pub(super) fn apply<D: Driver>(&mut self, slot: usize, mut step: Step, driver: &mut D) -> io::Result<()> {
        loop {
            step = match step {
                Step::Wait => return Ok(()),
                Step::Send(_) if self.slots[slot].state != State::Open => driver.unsent(slot, Errno::NOTCONN),
                Step::Send(payload) => return self.send(slot, payload),
                Step::Open => match self.open(slot)? {
                    Ok(()) => return Ok(()),
                    Err(error) => driver.not_opened(slot, error.into()),
                },
                Step::Close => return self.close(slot),
            };
        }
    }

    /// Queues an operation, after handing over others if there is no room.
    ///
    /// # Safety
    /// What it points to lives until the kernel is done with it.
    #[inline]
    unsafe fn push(&mut self, entry: &squeue::Entry) -> io::Result<()> {
        if !self.queues.has_room() {
            self.make_room()?;
        }
        // SAFETY: the caller's promise.
        unsafe { self.queues.push(entry) };
        Ok(())
    }

    #[cold]
    fn make_room(&mut self) -> io::Result<()> {
        for _ in 0..ATTEMPTS {
            self.queues.enter(Look::Away)?;
            self.note_handed_over();
            if self.queues.has_room() {
                return Ok(());
            }
            self.reap();
        }
        Err(Errno::AGAIN.into())
    }

    /// Hands over all that is queued.
    pub(super) fn hand_over(&mut self) -> io::Result<()> {
        for _ in 0..ATTEMPTS {
            if self.queues.queued() == 0 {
                return Ok(());
            }
            self.queues.enter(Look::Away)?;
            self.note_handed_over();
        }
        Err(Errno::AGAIN.into())
    }

    /// If nothing is queued any more, a turn is over.
    #[inline]
    pub(super) fn note_handed_over(&mut self) {
        if self.queues.queued() == 0 {
            self.turn += 1;
            self.sends = 0;
            if !self.leaving.is_empty() {
                self.leaving.clear();
            }
        }
    }

    /// Lets the kernel fill buffers with what comes on this connection, from now on. `empty`: nothing has come yet.
    pub(super) fn receive(&mut self, slot: usize, empty: bool) -> io::Result<()> {
        let token = self.token(Purpose::Receive, slot);
        let how = if empty { MULTISHOT | POLL_FIRST } else { MULTISHOT };
        let entry = opcode::Recv::new(fixed(slot), std::ptr::null_mut(), 0).buf_group(buffers::GROUP).ioprio(how);
        let entry = entry.build().flags(squeue::Flags::BUFFER_SELECT).user_data(token.bits());
        self.slots[slot].receiving = true;
        self.live += 1;
        // SAFETY: it points to nothing; the buffers live until all receives have ended.
        unsafe { self.push(&entry) }
    }

    /// Sends `payload` after whatever is still to be sent.
    #[inline]
    pub(super) fn send(&mut self, slot: usize, payload: Payload) -> io::Result<()> {
        let state = &mut self.slots[slot];
        if state.resting || !state.queued.is_empty() || state.sent_turn >= self.reaped_turn {
            // What became of the last one is not known, or known not to be the end of it.
            state.queued.extend_from_slice(payload.bytes());
            if !state.resting {
                self.later.push(slot);
            }
            return Ok(());
        }
        let bytes = payload.bytes();
        let (start, length) = (bytes.as_ptr(), bytes.len());
        if !state.nodelay && (state.payload.is_some() || length > socket::ONE_SEGMENT) {
            self.set_nodelay(slot)?;
        }
        let state = &mut self.slots[slot];
        state.payload = Some(payload);
        state.taken = 0;
        if length > LONGEST_SEND {
            return self.send_rest(slot);
        }
        let entry = opcode::Send::new(fixed(slot), start, index(length)).flags(AT_ONCE).build();
        let entry = entry.flags(SILENT).user_data(self.token(Purpose::Send, slot).bits());
        // SAFETY: the slot keeps the payload, or `leaving` does, until it has been handed over: with MSG_DONTWAIT the
        // attempt is over then.
        unsafe { self.push(&entry)? };
        // Not before: making room for it may have ended a turn.
        self.slots[slot].sent_turn = self.turn;
        self.sends += 1;
        if self.sends >= self.settings.sends_per_turn {
            self.queues.enter(Look::Away)?;
            self.note_handed_over();
        }
        Ok(())
    }

    /// Sends what the socket has not taken, when there is room.
    pub(super) fn send_rest(&mut self, slot: usize) -> io::Result<()> {
        let token = self.token(Purpose::Rest, slot);
        let state = &mut self.slots[slot];
        let Some(payload) = &state.payload else { return Ok(()) };
        let rest = &payload.bytes()[state.taken..];
        let length = rest.len().min(LONGEST_SEND);
        let entry = opcode::Send::new(fixed(slot), rest.as_ptr(), index(length)).flags(IN_TIME).ioprio(POLL_FIRST);
        state.resting = true;
        self.live += 1;
        // SAFETY: the slot keeps the payload, or `held` does, until the event that ends this.
        unsafe { self.push(&entry.build().user_data(token.bits())) }
    }

    /// Sends what had to wait, as far as the end of what went before is known.
    pub(super) fn send_later(&mut self) -> io::Result<()> {
        for slot in std::mem::take(&mut self.later) {
            let state = &mut self.slots[slot];
            // What rests is heard of, and then what is queued behind it falls due.
            if state.state == State::Open && !state.resting && !state.queued.is_empty() {
                let queued = std::mem::take(&mut state.queued);
                self.send(slot, Payload::Owned(queued))?;
            }
        }
        Ok(())
    }

    /// From now on writes leave at once.
    fn set_nodelay(&mut self, slot: usize) -> io::Result<()> {
        self.slots[slot].nodelay = true;
        let token = self.token(Purpose::Aside, slot);
        // SAFETY: the value of the option is static.
        unsafe { self.push(&nodelay(index(slot)).flags(SILENT).user_data(token.bits())) }
    }

    /// Closes the connection, if there is one, and begins another.
    fn open(&mut self, slot: usize) -> io::Result<Result<(), Errno>> {
        self.let_go(slot, State::Opening)?;
        match self.making {
            // What was in the table is closed by being replaced.
            Making::InRing if self.source == crate::engine::source::Source::Any => self.make_socket(slot)?,
            _ => {
                // Nothing that is queued for the old one may meet the new one.
                self.hand_over()?;
                let made = socket::new(&self.address, SocketFlags::empty())
                    .and_then(|socket| set_tcp_nodelay(&socket, true).map(|()| socket))
                    .and_then(|socket| self.source.bind(&socket).map(|()| socket));
                match made {
                    Ok(socket) => self.queues.install(index(slot), &socket)?,
                    Err(error) => {
                        self.slots[slot].renew(State::Closed);
                        return Ok(Err(error));
                    }
                }
                self.slots[slot].nodelay = true;
            }
        }
        let token = self.token(Purpose::Connect, slot);
        let address = (self.raw_address.as_ptr().cast(), self.raw_address.addr_len());
        let entry = opcode::Connect::new(fixed(slot), address.0, address.1).build().user_data(token.bits());
        self.live += 1;
        // SAFETY: the address does not move, and lives as long as the ring.
        unsafe { self.push(&entry)? };
        Ok(Ok(()))
    }

    fn make_socket(&mut self, slot: usize) -> io::Result<()> {
        let family = i32::from(socket::family(&self.address).as_raw());
        let place = DestinationSlot::try_from_slot_target(index(slot)).map_err(|_| Errno::MFILE)?;
        let entry = opcode::Socket::new(family, libc::SOCK_STREAM, 0).file_index(Some(place)).build();
        let token = self.token(Purpose::Socket, slot);
        // SAFETY: it points to nothing. It is done as it is handed over, so that the connect behind it finds it.
        unsafe { self.push(&entry.flags(SILENT).user_data(token.bits())) }
    }

    /// Closes the connection, if there is one.
    pub(crate) fn close(&mut self, slot: usize) -> io::Result<()> {
        if self.slots[slot].state == State::Closed {
            return Ok(());
        }
        self.let_go(slot, State::Closed)?;
        let token = self.token(Purpose::Aside, slot);
        let entry = opcode::Close::new(fixed(slot)).build().flags(SILENT).user_data(token.bits());
        // SAFETY: it points to nothing.
        unsafe { self.push(&entry) }
    }

    /// Ends what is under way on the slot's connection, lest it keep the socket open, and forgets it.
    fn let_go(&mut self, slot: usize, next: State) -> io::Result<()> {
        let state = &self.slots[slot];
        // A receive whose end is in the batch is over.
        let receiving = state.receiving && !state.ending;
        let (opening, resting) = (state.state == State::Opening, state.resting);
        let unsent = state.sent_turn == self.turn;
        for (purpose, under_way) in
            [(Purpose::Connect, opening), (Purpose::Receive, receiving), (Purpose::Rest, resting)]
        {
            if under_way {
                let target = self.token(purpose, slot).bits();
                let aside = self.token(Purpose::Aside, slot).bits();
                // SAFETY: it points to nothing.
                unsafe { self.push(&opcode::AsyncCancel::new(target).build().flags(SILENT).user_data(aside))? };
            }
        }
        let rest = self.token(Purpose::Rest, slot);
        match self.slots[slot].renew(next) {
            Some(payload) if resting => {
                self.held.insert(rest.bits(), payload);
            }
            Some(payload) if unsent => self.leaving.push(payload),
            _ => {}
        }
        Ok(())
    }

    /// Asks for the end of everything.
    pub(super) fn cancel_all(&mut self) -> io::Result<()> {
        let entry = opcode::AsyncCancel2::new(CancelBuilder::any().all()).build();
        // SAFETY: it points to nothing.
        unsafe { self.push(&entry.user_data(Token::new(Purpose::Aside, 0, 0).bits()))? };
        self.hand_over()
    }
}
