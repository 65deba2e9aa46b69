//! What is queued for the kernel.

use std::io;

use rustix::io::Errno;
use rustix::net::{SocketFlags, sockopt::set_tcp_nodelay};

use super::Ring;
use super::operation::{LONGEST_SEND, Operation, index};
use super::queues::Look;
use super::setup::Making;
use super::slots::{Purpose, State, Token};
use crate::engine::{Driver, Payload, Step, socket};

/// How often the kernel may decline to take what is queued before it is an error.
const ATTEMPTS: usize = 1000;

impl Ring {
    #[inline]
    fn token(&self, purpose: Purpose, slot: usize) -> Token {
        Token::new(purpose, slot, self.slots.get(slot).map_or(0, |slot| slot.generation))
    }

    /// Does what the driver says, until it says no more.
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

    /// Queues an operation on the slot's connection, after handing over others if there is no room.
    #[inline]
    fn queue(&mut self, slot: usize, operation: Operation) -> io::Result<()> {
        let token = self.token(operation.purpose(), slot);
        self.live += usize::from(operation.purpose().reports_its_end());
        if !self.queues.has_room() {
            self.make_room()?;
        }
        self.queues.push(operation, token);
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
        self.slots[slot].receiving = true;
        // The buffers live until all receives have ended.
        self.queue(slot, Operation::receive(slot, empty))
    }

    /// Sends `payload` after everything still to be sent.
    #[inline]
    pub(super) fn send(&mut self, slot: usize, payload: Payload) -> io::Result<()> {
        let state = &mut self.slots[slot];
        if state.resting || !state.queued.is_empty() || state.sent_turn >= self.reaped_turn {
            // The result of the last one is not known yet, or it was not sent whole.
            state.queued.extend_from_slice(payload.bytes());
            if !state.resting {
                self.later.push(slot);
            }
            return Ok(());
        }
        let length = payload.bytes().len();
        if !state.nodelay && (state.payload.is_some() || length > socket::ONE_SEGMENT) {
            self.set_nodelay(slot)?;
        }
        // SAFETY: the slot keeps the payload, or `leaving` does, until it has been handed over. Moving it there moves
        // none of its bytes, which are on the heap.
        let attempt = unsafe { Operation::send(slot, payload.bytes()) };
        let state = &mut self.slots[slot];
        state.payload = Some(payload);
        state.taken = 0;
        if length > LONGEST_SEND {
            return self.send_rest(slot);
        }
        self.queue(slot, attempt)?;
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
        let state = &mut self.slots[slot];
        let Some(payload) = &state.payload else { return Ok(()) };
        // SAFETY: the slot keeps the payload, or `held` does, until the event that ends this.
        let rest = unsafe { Operation::rest(slot, &payload.bytes()[state.taken..]) };
        state.resting = true;
        self.queue(slot, rest)
    }

    /// Sends what had to wait, as far as the end of what went before is known.
    pub(super) fn send_later(&mut self) -> io::Result<()> {
        for slot in std::mem::take(&mut self.later) {
            let state = &mut self.slots[slot];
            // The end of the rest causes an event, and then what is queued behind it is due.
            if state.state == State::Open && !state.resting && !state.queued.is_empty() {
                let queued = std::mem::take(&mut state.queued);
                self.send(slot, Payload::owned(queued))?;
            }
        }
        Ok(())
    }

    /// From now on writes leave at once.
    fn set_nodelay(&mut self, slot: usize) -> io::Result<()> {
        self.slots[slot].nodelay = true;
        self.queue(slot, Operation::nodelay(slot))
    }

    /// Closes the connection, if there is one, and begins another.
    fn open(&mut self, slot: usize) -> io::Result<Result<(), Errno>> {
        self.let_go(slot, State::Opening)?;
        match (self.making, self.raw_sources.is_empty()) {
            // What was in the table is closed by being replaced. Each is done when handed over, so that what is behind
            // it, the connect at last, finds the socket.
            (Making::InRing | Making::InRingWithAddresses, true) => {
                self.queue(slot, Operation::socket(slot, socket::family(&self.address))?)?;
            }
            (Making::InRingWithAddresses, false) => {
                self.queue(slot, Operation::socket(slot, socket::family(&self.address))?)?;
                self.queue(slot, Operation::port_late(slot))?;
                // SAFETY: the addresses do not move, and live as long as the ring.
                let bind = unsafe { Operation::bind(slot, &self.raw_sources[self.next_source]) };
                self.next_source = (self.next_source + 1) % self.raw_sources.len();
                self.queue(slot, bind)?;
            }
            (Making::Apart, _) | (Making::InRing, false) => {
                // Nothing queued for the old one may reach the new one.
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
        // SAFETY: the address does not move, and lives as long as the ring.
        let connect = unsafe { Operation::connect(slot, &self.raw_address) };
        self.queue(slot, connect)?;
        Ok(Ok(()))
    }

    /// Closes the connection, if there is one.
    pub(crate) fn close(&mut self, slot: usize) -> io::Result<()> {
        if self.slots[slot].state == State::Closed {
            return Ok(());
        }
        self.let_go(slot, State::Closed)?;
        self.queue(slot, Operation::close(slot))
    }

    /// Cancels what is under way on the slot's connection, which would keep the socket open, and forgets it.
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
                self.queue(slot, Operation::cancel(self.token(purpose, slot)))?;
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
        self.queue(0, Operation::cancel_all())?;
        self.hand_over()
    }
}
