//! Delivers events to the driver, if they belong to the slot's current connection.

use std::io;

use io_uring::cqueue;
use rustix::io::Errno;

use super::Ring;
use super::slots::{Purpose, State, Token};
use crate::engine::{Driver, End, Standing, Step};

/// The error of a negative result.
fn errno(result: i32) -> Errno {
    Errno::from_raw_os_error(result.saturating_neg())
}

/// Not the end: there was no buffer for what came, or a signal. The receive is armed again.
fn is_for_now(result: i32) -> bool {
    result == -libc::ENOBUFS || result == -libc::EINTR
}

impl Ring {
    /// Whether this is about the connection that the slot has now.
    #[inline]
    fn is_current(&self, token: Token) -> bool {
        self.slots.get(token.slot()).is_some_and(|slot| slot.generation == token.generation())
    }

    #[inline]
    pub(super) fn deliver<D: Driver>(&mut self, completion: &cqueue::Entry, driver: &mut D) -> io::Result<()> {
        let token = Token::from_bits(completion.user_data());
        match token.purpose() {
            Purpose::Receive => self.received(token, completion, driver),
            Purpose::Connect => self.connected(token, completion.result(), driver),
            Purpose::Socket => self.not_made(token, completion.result(), driver),
            Purpose::Send => self.not_taken(token, completion.result(), driver),
            Purpose::Rest => self.rested(token, completion.result(), driver),
            Purpose::Aside => Ok(()),
        }
    }

    #[inline]
    fn received<D: Driver>(&mut self, token: Token, completion: &cqueue::Entry, driver: &mut D) -> io::Result<()> {
        let (slot, result) = (token.slot(), completion.result());
        let buffer = cqueue::buffer_select(completion.flags());
        let goes_on = cqueue::more(completion.flags());
        self.live -= usize::from(!goes_on);
        if !self.is_current(token) {
            self.release(completion);
            return Ok(());
        }
        let state = &mut self.slots[slot];
        state.receiving = goes_on;
        let filled = buffer.and_then(|id| self.buffers.filled(id, u32::try_from(result).unwrap_or(0)));
        let step = match filled {
            Some(data) if result > 0 => {
                // A rest is known not to be sent; the result of the latest send may only not be known yet.
                let standing = if state.resting { Standing::Early } else { Standing::Open };
                let unknown = state.sent_turn >= self.reaped_turn;
                driver.received(slot, data, standing.or_last(state.ending || unknown))
            }
            _ if is_for_now(result) => Step::Wait,
            _ if result >= 0 => driver.ended(slot, End::Closed),
            // The same error keeps the rest of the request from being sent, which is what matters.
            _ if state.resting => driver.unsent(slot, errno(result)),
            _ => driver.ended(slot, End::Failed(errno(result).into())),
        };
        self.release(completion);
        self.apply(slot, step, driver)?;
        if !goes_on && (result > 0 || is_for_now(result)) && self.is_current(token) {
            return self.receive(slot, false);
        }
        Ok(())
    }

    fn connected<D: Driver>(&mut self, token: Token, result: i32, driver: &mut D) -> io::Result<()> {
        self.live -= 1;
        if !self.is_current(token) {
            return Ok(());
        }
        let slot = token.slot();
        if result < 0 {
            let step = driver.not_opened(slot, errno(result).into());
            return self.apply(slot, step, driver);
        }
        self.slots[slot].state = State::Open;
        let step = driver.opened(slot);
        self.apply(slot, step, driver)?;
        if self.is_current(token) { self.receive(slot, true) } else { Ok(()) }
    }

    /// There is no socket. The connect behind it fails too, but says less about why.
    fn not_made<D: Driver>(&mut self, token: Token, result: i32, driver: &mut D) -> io::Result<()> {
        if !self.is_current(token) {
            return Ok(());
        }
        self.slots[token.slot()].renew(State::Closed);
        let step = driver.not_opened(token.slot(), errno(result).into());
        self.apply(token.slot(), step, driver)
    }

    /// The socket took a part of what was to be sent, or nothing.
    fn not_taken<D: Driver>(&mut self, token: Token, result: i32, driver: &mut D) -> io::Result<()> {
        if !self.is_current(token) {
            return Ok(());
        }
        let slot = token.slot();
        match usize::try_from(result) {
            Ok(amount) => self.slots[slot].taken += amount,
            Err(_) if result == -libc::EAGAIN || result == -libc::EINTR => {}
            Err(_) => {
                let step = driver.unsent(slot, errno(result));
                return self.apply(slot, step, driver);
            }
        }
        self.send_rest(slot)
    }

    /// Sending the rest has ended, or failed.
    fn rested<D: Driver>(&mut self, token: Token, result: i32, driver: &mut D) -> io::Result<()> {
        self.live -= 1;
        self.held.remove(&token.bits());
        if !self.is_current(token) {
            return Ok(());
        }
        let slot = token.slot();
        let state = &mut self.slots[slot];
        state.resting = false;
        let Ok(amount) = usize::try_from(result) else {
            let step = driver.unsent(slot, errno(result));
            return self.apply(slot, step, driver);
        };
        state.taken += amount;
        if state.payload.as_ref().is_some_and(|payload| state.taken < payload.bytes().len()) {
            return self.send_rest(slot);
        }
        if !state.queued.is_empty() {
            self.later.push(slot);
        }
        Ok(())
    }

    /// What came with this is not needed any more.
    #[inline]
    fn release(&mut self, completion: &cqueue::Entry) {
        if let Some(id) = cqueue::buffer_select(completion.flags()) {
            let length = u32::try_from(completion.result()).unwrap_or(0);
            self.buffers.release(id, length, cqueue::buffer_more(completion.flags()));
        }
    }

    /// Without a driver: any data spoils its connection, because there was no request.
    pub(super) fn note(&mut self, completion: &cqueue::Entry) {
        let token = Token::from_bits(completion.user_data());
        let current = self.is_current(token);
        let goes_on = cqueue::more(completion.flags());
        self.release(completion);
        match token.purpose() {
            Purpose::Receive => {
                self.live -= usize::from(!goes_on);
                if current {
                    self.slots[token.slot()].receiving = goes_on;
                }
            }
            Purpose::Connect => self.live -= 1,
            Purpose::Rest => {
                self.live -= 1;
                self.held.remove(&token.bits());
            }
            Purpose::Socket | Purpose::Send => {}
            Purpose::Aside => return,
        }
        if current {
            self.slots[token.slot()].disturbed = true;
        }
    }
}
