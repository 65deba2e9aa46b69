//! A driver around a driver: WebSocket towards the engine, connections of HTTP/1.1 towards the one inside.
//!
//! The driver inside hears of a connection when its handshake is complete, so that the handshake is part of opening it
//! and under the same time-out. Where we close first, no close frame is sent: the connection is closed, as
//! [`Step::Close`] says.

use rustix::io::Errno;

use super::sessions::Sessions;
use crate::clock::Nanos;
use crate::engine::{Driver, End, Fault, Payload, Standing, Step};
use crate::receive::http1::ProtocolError;

const NO_HANDSHAKE: &str = "the server closed it before the end of the handshake";

pub(crate) struct WebSocket<'a, D> {
    inner: &'a mut D,
    sessions: &'a mut Sessions,
}

impl<'a, D: Driver> WebSocket<'a, D> {
    pub(crate) fn new(inner: &'a mut D, sessions: &'a mut Sessions) -> Self {
        Self { inner, sessions }
    }

    /// What the driver inside wants, as steps for the engine.
    fn translate(&mut self, slot: usize, step: Step) -> Step {
        match step {
            Step::Wait => self.flush(slot),
            Step::Send(payload) => {
                match self.sessions.get(slot).map_or(Ok(()), |session| session.say(payload.bytes())) {
                    Ok(()) => self.flush(slot),
                    Err(why) => self.lost(slot, End::Broken(ProtocolError::new(why))),
                }
            }
            Step::Open => {
                self.sessions.close(slot);
                Step::Open
            }
            Step::Close => {
                self.sessions.close(slot);
                Step::Close
            }
        }
    }

    fn flush(&mut self, slot: usize) -> Step {
        let out = self.sessions.get(slot).map(super::session::Session::take_out).unwrap_or_default();
        if out.is_empty() { Step::Wait } else { Step::Send(Payload::owned(out)) }
    }

    /// The connection cannot be used any more.
    fn lost(&mut self, slot: usize, end: End) -> Step {
        let opened = self.sessions.get(slot).is_some_and(|session| session.is_open());
        self.sessions.close(slot);
        let step = if opened { self.inner.ended(slot, end) } else { self.inner.not_opened(slot, fault(end)) };
        self.translate(slot, step)
    }

    /// Passes on what came, of which `heard` may be the end.
    fn pass_on(&mut self, slot: usize, heard: Result<(), String>, was_open: bool, text: &[u8]) -> Step {
        let Some(session) = self.sessions.get(slot) else { return Step::Wait };
        let (is_open, closed) = (session.is_open(), session.closed);
        let mut step = Step::Wait;
        if is_open && !was_open {
            step = self.inner.opened(slot);
            step = self.translate(slot, step);
        }
        if !text.is_empty() && step.stays() {
            let standing = Standing::Open.or_last(closed || heard.is_err());
            let next = self.inner.received(slot, text, standing);
            step = step.then(self.translate(slot, next));
        }
        match heard {
            _ if !step.stays() => step,
            Err(why) => step.then(self.lost(slot, End::Broken(ProtocolError::new(why)))),
            // It waits for our answer, or for the end of the connection, which comes now.
            Ok(()) if closed => step.then(self.lost(slot, End::Closed)),
            Ok(()) => step.then(self.flush(slot)),
        }
    }
}

/// Why a connection could not be opened, from its end.
fn fault(end: End) -> Fault {
    match end {
        End::Failed(fault) => fault,
        End::Broken(error) => Fault::WebSocket(error.0.into_owned()),
        End::Closed | End::Unprocessed => Fault::WebSocket(NO_HANDSHAKE.to_owned()),
    }
}

impl<D: Driver> Driver for WebSocket<'_, D> {
    fn start(&mut self, slot: usize) -> Step {
        let step = self.inner.start(slot);
        self.translate(slot, step)
    }

    /// The connection is there, the handshake begins.
    fn opened(&mut self, slot: usize) -> Step {
        self.sessions.begin(slot);
        self.flush(slot)
    }

    fn not_opened(&mut self, slot: usize, fault: Fault) -> Step {
        self.lost(slot, End::Failed(fault))
    }

    /// The standing says nothing here: of the end of the connection we hear in its own time.
    fn received(&mut self, slot: usize, data: &[u8], _: Standing) -> Step {
        self.inner.carried(data.len());
        let mut text = std::mem::take(&mut self.sessions.text);
        text.clear();
        let step = match self.sessions.get(slot) {
            Some(session) => {
                let was_open = session.is_open();
                let heard = session.hear(data, &mut text);
                self.pass_on(slot, heard, was_open, &text)
            }
            None => Step::Wait,
        };
        self.sessions.text = text;
        step
    }

    fn ended(&mut self, slot: usize, end: End) -> Step {
        if self.sessions.get(slot).is_none() { Step::Wait } else { self.lost(slot, end) }
    }

    fn unsent(&mut self, slot: usize, error: Errno) -> Step {
        match self.sessions.get(slot) {
            Some(session) if session.is_open() => {
                self.sessions.close(slot);
                let step = self.inner.unsent(slot, error);
                self.translate(slot, step)
            }
            Some(_) => self.lost(slot, End::Failed(error.into())),
            None => Step::Wait,
        }
    }

    fn due(&mut self) -> Option<(usize, Step)> {
        let (slot, step) = self.inner.due()?;
        Some((slot, self.translate(slot, step)))
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
