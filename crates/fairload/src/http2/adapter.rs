//! A driver around a driver: HTTP/2 towards the engine, connections of HTTP/1.1 towards the one inside.
//!
//! Of each connection of the engine, the driver inside sees as many as there are streams: those of connection `c` are the
//! slots from `c * streams` on. It hears that they are open when the server has sent its settings.

use rustix::io::Errno;

use super::connections::{Connections, Inner, State};
use super::inbox::{Event, Failure, What};
use super::session::Session;
use crate::clock::Nanos;
use crate::engine::{Driver, End, Fault, Payload, Standing, Step};
use crate::receive::http1::ProtocolError;

pub(crate) struct Http2<'a, D> {
    driver: &'a mut D,
    connections: &'a mut Connections,
}

impl<'a, D: Driver> Http2<'a, D> {
    pub(crate) fn new(driver: &'a mut D, connections: &'a mut Connections) -> Self {
        Self { driver, connections }
    }

    fn session(&mut self, connection: usize) -> Option<&mut Session> {
        self.connections.list[connection].session.as_mut()
    }

    /// The connection and the stream of a slot of the driver inside.
    fn place(&self, slot: usize) -> (usize, usize) {
        (slot / self.connections.streams, slot % self.connections.streams)
    }

    /// Does what the driver inside wants of one of its slots, until it wants no more.
    fn apply(&mut self, slot: usize, step: Step) {
        let (connection, stream) = self.place(slot);
        let mut step = step;
        loop {
            step = match step {
                Step::Wait => return,
                Step::Send(payload) => match self.submit(connection, stream, payload) {
                    None => return,
                    Some(Refusal::NoRequest) => self.driver.unsent(slot, Errno::INVAL),
                    Some(Refusal::NoMoreRequests) => self.driver.ended(slot, End::Unprocessed),
                },
                Step::Open => {
                    self.leave(connection, stream, Inner::Waiting);
                    if !self.connections.list[connection].takes_requests() {
                        return;
                    }
                    self.admit(slot)
                }
                Step::Close => return self.leave(connection, stream, Inner::Closed),
            };
        }
    }

    /// Gives up what is under way on a stream.
    fn leave(&mut self, connection: usize, stream: usize, next: Inner) {
        self.connections.list[connection].inner[stream] = next;
        if let Some(session) = self.session(connection) {
            session.cancel(stream);
        }
    }

    /// Sends a request, unless it is refused.
    fn submit(&mut self, connection: usize, stream: usize, payload: Payload) -> Option<Refusal> {
        let Some(fields) = self.connections.fields(&payload) else { return Some(Refusal::NoRequest) };
        let begun = self.session(connection).is_some_and(|session| session.submit(stream, &fields, payload));
        if begun {
            return None;
        }
        self.connections.sent_again += 1;
        Some(Refusal::NoMoreRequests)
    }

    /// The connection of a slot that waits for it takes requests: whether the server allows that many streams.
    fn admit(&mut self, slot: usize) -> Step {
        let (connection, stream) = self.place(slot);
        let connection = &mut self.connections.list[connection];
        let most = connection.session.as_ref().map_or(0, Session::most_streams);
        if usize::try_from(most).is_ok_and(|most| stream >= most) {
            connection.inner[stream] = Inner::Closed;
            let limit = format!("the server allows {most} streams at a time on a connection: ask for no more");
            return self.driver.not_opened(slot, Fault::Http2(limit));
        }
        connection.inner[stream] = Inner::Open;
        self.driver.opened(slot)
    }

    /// The slots of a connection of which the driver inside knows this.
    fn slots(&self, connection: usize, inner: Inner) -> Vec<usize> {
        let of = self.connections.list[connection].inner.iter().enumerate();
        let base = connection * self.connections.streams;
        of.filter(|&(_, &found)| found == inner).map(|(stream, _)| base + stream).collect()
    }

    /// Passes on what has come; `false` if there was nothing.
    fn deliver(&mut self, connection: usize) -> bool {
        let mut events = std::mem::take(&mut self.connections.events);
        let mut text = std::mem::take(&mut self.connections.text);
        if let Some(session) = self.session(connection) {
            session.swap(&mut events, &mut text);
        }
        let any = !events.is_empty();
        for event in events.drain(..) {
            self.pass_on(connection, event, &text);
        }
        text.clear();
        self.connections.events = events;
        self.connections.text = text;
        any
    }

    fn pass_on(&mut self, connection: usize, event: Event, text: &[u8]) {
        if !self.session(connection).is_some_and(|session| session.is_current(&event)) {
            return;
        }
        let slot = connection * self.connections.streams + event.stream;
        let step = match event.what {
            What::Answer { part, early } => {
                let standing = if early { Standing::Early } else { Standing::Open };
                self.driver.received(slot, &text[part], standing)
            }
            What::Failed(Failure::Refused) => {
                self.connections.sent_again += 1;
                self.driver.ended(slot, End::Unprocessed)
            }
            What::Failed(Failure::Reset(code)) => {
                let fault = Fault::Http2(format!("the server reset the stream ({code})"));
                self.driver.ended(slot, End::Failed(fault))
            }
            What::Failed(Failure::Invalid(why)) => self.driver.ended(slot, broken(why)),
        };
        self.apply(slot, step);
    }

    /// The connection cannot be used any more.
    fn lost(&mut self, connection: usize, end: End) {
        let own = &mut self.connections.list[connection];
        let mut session = own.session.take();
        let said = session.as_mut().and_then(Session::reason);
        let end = said.map_or(end, broken);
        let was_open = std::mem::replace(&mut own.state, State::Closed) == State::Open;
        if !was_open {
            for slot in self.slots(connection, Inner::Waiting) {
                let (_, stream) = self.place(slot);
                self.connections.list[connection].inner[stream] = Inner::Closed;
                let step = self.driver.not_opened(slot, fault(&end));
                self.apply(slot, step);
            }
        }
        for slot in self.slots(connection, Inner::Open) {
            let (_, stream) = self.place(slot);
            let invalid = session.as_mut().and_then(|session| session.invalid(stream));
            let step = self.driver.ended(slot, invalid.map_or_else(|| end.clone(), broken));
            self.apply(slot, step);
        }
    }

    /// Passes on and sends all there is; what the engine is to do with the connection then.
    fn settle(&mut self, connection: usize) -> Step {
        let mut out = Vec::new();
        loop {
            let any = self.deliver(connection);
            let Some(session) = self.session(connection) else { break };
            let flushed = session.flush(&mut out);
            let (over, more) = (session.is_over(), session.has_events());
            match flushed {
                Err(why) => {
                    self.deliver(connection);
                    self.lost(connection, broken(why));
                }
                // Sending the reset of a stream is the end of that stream.
                Ok(()) if more => {}
                Ok(()) if over => self.lost(connection, End::Closed),
                Ok(()) if !any => break,
                Ok(()) => {}
            }
        }
        let own = &mut self.connections.list[connection];
        // One that takes no more requests is replaced when the last answer on it has come.
        let used_up = own.state == State::Open
            && own.session.as_mut().is_some_and(|session| session.is_going_away() && session.in_flight() == 0);
        if own.has(Inner::Waiting) && (used_up || own.state == State::Closed) {
            own.session = None;
            own.state = State::Opening;
            return Step::Open;
        }
        if !own.has(Inner::Waiting) && !own.has(Inner::Open) {
            own.session = None;
            own.state = State::Closed;
            return Step::Close;
        }
        if out.is_empty() { Step::Wait } else { Step::Send(Payload::owned(out)) }
    }
}

/// Why a request cannot be sent.
enum Refusal {
    NoRequest,
    NoMoreRequests,
}

fn broken(why: String) -> End {
    End::Broken(ProtocolError::new(why))
}

/// Why a connection could not be opened, from its end.
fn fault(end: &End) -> Fault {
    match end {
        End::Failed(fault) => fault.clone(),
        End::Broken(error) => Fault::Http2(error.0.clone().into_owned()),
        End::Closed | End::Unprocessed => Fault::Http2("the server closed it before it sent its settings".to_owned()),
    }
}

impl<D: Driver> Driver for Http2<'_, D> {
    fn start(&mut self, connection: usize) -> Step {
        let first = connection * self.connections.streams;
        for slot in first..first + self.connections.streams {
            let step = self.driver.start(slot);
            self.apply(slot, step);
        }
        self.settle(connection)
    }

    /// The connection is there, its preface is sent.
    fn opened(&mut self, connection: usize) -> Step {
        self.connections.list[connection].session = Some(Session::new(self.connections.streams));
        self.settle(connection)
    }

    fn not_opened(&mut self, connection: usize, fault: Fault) -> Step {
        self.lost(connection, End::Failed(fault));
        self.settle(connection)
    }

    /// The standing says nothing here: answers may come before other requests are sent, and of the end of the connection we
    /// hear in its own time.
    fn received(&mut self, connection: usize, data: &[u8], _: Standing) -> Step {
        self.driver.carried(data.len());
        let Some(session) = self.session(connection) else { return Step::Wait };
        let heard = session.receive(data);
        let settled = session.is_settled();
        if let Err(why) = heard {
            self.deliver(connection);
            self.lost(connection, broken(why));
            return self.settle(connection);
        }
        if settled && self.connections.list[connection].state == State::Opening {
            let own = &mut self.connections.list[connection];
            own.state = State::Open;
            self.connections.reconnects += u64::from(std::mem::replace(&mut own.opened_before, true));
            for slot in self.slots(connection, Inner::Waiting) {
                let step = self.admit(slot);
                self.apply(slot, step);
            }
        }
        self.settle(connection)
    }

    fn ended(&mut self, connection: usize, end: End) -> Step {
        self.lost(connection, end);
        self.settle(connection)
    }

    fn unsent(&mut self, connection: usize, error: Errno) -> Step {
        self.lost(connection, End::Failed(error.into()));
        self.settle(connection)
    }

    fn due(&mut self) -> Option<(usize, Step)> {
        let (slot, step) = self.driver.due()?;
        self.apply(slot, step);
        let (connection, _) = self.place(slot);
        Some((connection, self.settle(connection)))
    }

    fn batch(&mut self, events: usize) {
        self.driver.batch(events);
    }

    fn wait(&self) -> Nanos {
        self.driver.wait()
    }

    fn finished(&self) -> bool {
        self.driver.finished()
    }
}
