//! A driver around a driver: TLS towards the engine, clear text towards the one inside.
//!
//! The driver inside hears of a connection when its handshake is complete, so that the handshake is part of opening it
//! and under the same time-out. No alert is sent when a handshake fails, and no `close_notify` where we close first: the
//! connection is closed, as [`Step::Close`] says.

use rustix::io::Errno;

use super::reason::{NO_AGREEMENT, NO_HANDSHAKE, TRUNCATED};
use super::sessions::Sessions;
use crate::clock::Nanos;
use crate::engine::{Driver, End, Fault, Standing, Step};

pub(crate) struct Tls<'a, D> {
    inner: &'a mut D,
    sessions: &'a mut Sessions,
    /// Whether a connection is used again. Where it is not, the server is to close it first, `close_notify` or not.
    keepalive: bool,
}

impl<'a, D: Driver> Tls<'a, D> {
    pub(crate) fn new(inner: &'a mut D, sessions: &'a mut Sessions, keepalive: bool) -> Self {
        Self { inner, sessions, keepalive }
    }

    /// What the driver inside wants, as steps for the engine.
    fn translate(&mut self, slot: usize, step: Step) -> Step {
        match step {
            Step::Wait => self.flush(slot),
            Step::Send(payload) => {
                let said = self.sessions.get(slot).map_or(Ok(()), |session| session.say(&payload));
                match said {
                    Ok(()) => self.flush(slot),
                    Err(fault) => self.lost(slot, fault),
                }
            }
            Step::Open => match self.sessions.begin(slot) {
                Ok(()) => Step::Open,
                Err(fault) => self.lost(slot, fault),
            },
            Step::Close => {
                self.sessions.close(slot);
                Step::Close
            }
        }
    }

    fn flush(&mut self, slot: usize) -> Step {
        self.sessions.get(slot).map_or(Step::Wait, super::sessions::Session::flush)
    }

    /// The connection cannot be used any more.
    fn lost(&mut self, slot: usize, fault: Fault) -> Step {
        let opened = self.sessions.get(slot).is_some_and(|session| session.opened);
        self.sessions.close(slot);
        let step = if opened { self.inner.ended(slot, End::Failed(fault)) } else { self.inner.not_opened(slot, fault) };
        self.translate(slot, step)
    }
}

impl<D: Driver> Tls<'_, D> {
    /// Passes what was received to the driver inside, if anything.
    fn pass_on(&mut self, slot: usize, heard: Result<(), Fault>, plaintext: &[u8], standing: Standing) -> Step {
        let Some(session) = self.sessions.get(slot) else { return Step::Wait };
        let (opened, handshaking, closed) = (session.opened, session.is_handshaking(), session.closed);
        let mut step = Step::Wait;
        if !opened {
            match heard {
                Err(fault) if handshaking => return self.lost(slot, fault),
                Ok(()) if closed => return self.lost(slot, Fault::Tls(NO_HANDSHAKE.to_owned())),
                Ok(()) if handshaking => return self.flush(slot),
                _ if !self.sessions.agreed(slot) => return self.lost(slot, Fault::Tls(NO_AGREEMENT.to_owned())),
                _ => self.sessions.note(slot),
            }
            step = self.inner.opened(slot);
            step = self.translate(slot, step);
        }
        if !plaintext.is_empty() && step.stays() {
            let standing = standing.or_last(heard.is_err() || (closed && self.keepalive));
            let next = self.inner.received(slot, plaintext, standing);
            step = step.then(self.translate(slot, next));
        }
        match heard {
            Err(fault) if step.stays() => step.then(self.lost(slot, fault)),
            _ if closed && step.stays() => {
                self.sessions.farewells.push(slot);
                step.then(self.flush(slot))
            }
            _ if step.stays() => step.then(self.flush(slot)),
            _ => step,
        }
    }
}

impl<D: Driver> Driver for Tls<'_, D> {
    fn start(&mut self, slot: usize) -> Step {
        let step = self.inner.start(slot);
        self.translate(slot, step)
    }

    /// The connection is there, the handshake begins.
    fn opened(&mut self, slot: usize) -> Step {
        self.flush(slot)
    }

    fn not_opened(&mut self, slot: usize, fault: Fault) -> Step {
        self.lost(slot, fault)
    }

    fn received(&mut self, slot: usize, data: &[u8], standing: Standing) -> Step {
        let mut plaintext = std::mem::take(&mut self.sessions.plaintext);
        plaintext.clear();
        let step = match self.sessions.get(slot) {
            Some(session) if !session.closed => {
                let heard = session.hear(data, &mut plaintext);
                self.pass_on(slot, heard, &plaintext, standing)
            }
            _ => Step::Wait,
        };
        self.sessions.plaintext = plaintext;
        step
    }

    fn ended(&mut self, slot: usize, end: End) -> Step {
        let Some(session) = self.sessions.get(slot) else { return Step::Wait };
        let why = if session.opened { TRUNCATED } else { NO_HANDSHAKE };
        if session.opened && session.closed {
            // However the socket ended, the server had sent everything.
            self.sessions.close(slot);
            let step = self.inner.ended(slot, End::Closed);
            return self.translate(slot, step);
        }
        self.lost(
            slot,
            match end {
                End::Failed(fault) => fault,
                End::Closed | End::Broken(_) | End::Unprocessed => Fault::Tls(why.to_owned()),
            },
        )
    }

    fn unsent(&mut self, slot: usize, error: Errno) -> Step {
        match self.sessions.get(slot) {
            Some(session) if session.opened && !session.closed => {
                self.sessions.close(slot);
                let step = self.inner.unsent(slot, error);
                self.translate(slot, step)
            }
            Some(_) => self.ended(slot, End::Failed(error.into())),
            None => Step::Wait,
        }
    }

    fn due(&mut self) -> Option<(usize, Step)> {
        if let Some((slot, step)) = self.inner.due() {
            return Some((slot, self.translate(slot, step)));
        }
        // Not at once, when its close_notify came: most servers close without waiting for ours, and that has been seen
        // by now.
        while let Some(slot) = self.sessions.farewells.pop() {
            if let Some(session) = self.sessions.get(slot)
                && session.closed
            {
                session.say_farewell();
                return Some((slot, session.flush()));
            }
        }
        None
    }

    fn batch(&mut self, events: usize) {
        self.inner.batch(events);
    }

    fn wait(&self) -> Nanos {
        self.inner.wait()
    }

    fn finished(&self) -> bool {
        self.inner.finished()
    }
}
