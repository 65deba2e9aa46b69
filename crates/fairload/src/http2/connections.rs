//! The HTTP/2 side of each connection of a pool, kept from lap to lap with its socket.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::rc::Rc;

use super::inbox::Event;
use super::request::Fields;
use super::session::Session;
use crate::engine::Payload;

/// What the driver inside knows of one of the connections that it sees, which is a stream.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Inner {
    #[default]
    Closed,
    /// It wants to have it opened.
    Waiting,
    Open,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum State {
    #[default]
    Closed,
    /// It is being connected, or waits for the server's settings.
    Opening,
    Open,
}

#[derive(Default)]
pub(super) struct Connection {
    pub(super) state: State,
    /// From when it is connected on.
    pub(super) session: Option<Session>,
    /// One for each stream.
    pub(super) inner: Vec<Inner>,
    pub(super) opened_before: bool,
}

impl Connection {
    /// Whether requests can be sent on it.
    pub(super) fn takes_requests(&mut self) -> bool {
        self.state == State::Open && self.session.as_mut().is_some_and(|session| !session.is_going_away())
    }

    pub(super) fn has(&self, inner: Inner) -> bool {
        self.inner.contains(&inner)
    }
}

/// Of one thread.
pub(crate) struct Connections {
    pub(super) streams: usize,
    scheme: &'static str,
    pub(super) list: Vec<Connection>,
    /// Requests that are sent again and again, by where they are.
    requests: HashMap<*const u8, (Rc<[u8]>, Rc<Fields>)>,
    pub(super) reconnects: u64,
    pub(super) sent_again: u64,
    /// What came last; here so that its memory is used again.
    pub(super) events: Vec<Event>,
    pub(super) text: Vec<u8>,
}

impl Connections {
    /// `streams`: at a time on a connection. `tls`: below.
    pub(crate) fn new(streams: NonZeroUsize, tls: bool) -> Self {
        Self {
            streams: streams.get(),
            scheme: if tls { "https" } else { "http" },
            list: Vec::new(),
            requests: HashMap::new(),
            reconnects: 0,
            sent_again: 0,
            events: Vec::new(),
            text: Vec::new(),
        }
    }

    /// As many as the engine has, for the next lap.
    pub(crate) fn resize(&mut self, connections: usize) {
        let inner = vec![Inner::Closed; self.streams];
        self.list.resize_with(connections, || Connection { inner: inner.clone(), ..Connection::default() });
    }

    /// Whether requests can be sent on a connection, and none is under way.
    pub(crate) fn is_idle(&mut self, connection: usize) -> bool {
        let connection = &mut self.list[connection];
        connection.takes_requests() && connection.session.as_mut().is_some_and(|session| session.in_flight() == 0)
    }

    /// The connection is closed.
    pub(crate) fn close(&mut self, connection: usize) {
        let connection = &mut self.list[connection];
        connection.state = State::Closed;
        connection.session = None;
        connection.inner.fill(Inner::Closed);
    }

    /// Connections that were opened in place of earlier ones since the last call.
    pub(crate) fn take_reconnects(&mut self) -> u64 {
        std::mem::take(&mut self.reconnects)
    }

    /// Requests that the server refused, and that were sent again, since the last call.
    pub(crate) fn take_sent_again(&mut self) -> u64 {
        std::mem::take(&mut self.sent_again)
    }

    /// The request as HTTP/2 has it; `None` if it is none.
    pub(super) fn fields(&mut self, payload: &Payload) -> Option<Rc<Fields>> {
        let Payload::Shared(bytes) = payload else {
            return Fields::of(payload.bytes(), self.scheme).map(Rc::new);
        };
        if let Some((_, fields)) = self.requests.get(&bytes.as_ptr()) {
            return Some(Rc::clone(fields));
        }
        let fields = Rc::new(Fields::of(bytes, self.scheme)?);
        self.requests.insert(bytes.as_ptr(), (Rc::clone(bytes), Rc::clone(&fields)));
        Some(fields)
    }
}
