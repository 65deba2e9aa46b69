//! Moving bytes. An engine owns the sockets and obeys; a [`Driver`] decides and never sees a socket.

mod choice;
mod epoll;
mod idleness;
mod payload;
mod ring;
mod socket;
pub(crate) mod source;
#[cfg(test)]
mod tests;

use rustix::io::Errno;
use thiserror::Error;

use crate::clock::Nanos;
use crate::receive::http1::ProtocolError;
pub(crate) use choice::Engine;
pub use choice::Kind;
pub(crate) use payload::Payload;
pub use ring::available;

/// What to do with a slot's connection next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// Wait until something happens to it.
    Wait,
    /// Send this, after everything still to be sent.
    Send(Payload),
    /// Close the connection, if there is one, and open another.
    Open,
    Close,
}

impl Step {
    /// Whether the connection is the same after it.
    pub(crate) fn stays(&self) -> bool {
        matches!(self, Self::Wait | Self::Send(_))
    }

    /// This one, which does not change the connection, and then another one.
    pub(crate) fn then(self, next: Self) -> Self {
        match (self, next) {
            (first, Self::Wait) => first,
            (Self::Send(first), Self::Send(second)) => {
                Self::Send(Payload::owned([first.bytes(), second.bytes()].concat()))
            }
            (_, second) => second,
        }
    }
}

/// What a thread does while there is nothing to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waiting {
    /// It leaves the processor to others.
    Sleep,
    /// It looks again. A server need not wake it up, which costs the server several microseconds per answer if
    /// a processor that sleeps must be woken by another one, above all in a virtual machine.
    Spin,
}

/// What went wrong with a connection.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum Fault {
    #[error("{0}")]
    System(#[from] Errno),
    /// As text.
    #[error("{0}")]
    Tls(String),
    /// As text.
    #[error("HTTP/2: {0}")]
    Http2(String),
    /// As text.
    #[error("WebSocket: {0}")]
    WebSocket(String),
}

/// Why a connection cannot be read from any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    /// The peer closed it in good order.
    Closed,
    Failed(Fault),
    /// What came on it is not what the protocol allows.
    Broken(ProtocolError),
    /// The peer did nothing for the request that is under way: it may be sent again.
    Unprocessed,
}

/// What is known of a connection as bytes come on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It may be good for further requests.
    Open,
    /// It is good for none: the peer closed its side, or may have answered before it had the whole request.
    Last,
    /// The same: the peer cannot have had all that was to be sent.
    Early,
}

impl Standing {
    /// The same of a connection that is good for no further request anyway.
    pub(crate) fn or_last(self, last: bool) -> Self {
        if last && self == Self::Open { Self::Last } else { self }
    }
}

/// Decides what happens on each slot; a slot holds at most one connection.
pub(crate) trait Driver {
    /// The first step of a slot.
    fn start(&mut self, slot: usize) -> Step;
    /// The requested connection is open.
    fn opened(&mut self, slot: usize) -> Step;
    /// The connection could not be opened. Returning [`Step::Open`] would loop, so it must not.
    fn not_opened(&mut self, slot: usize, fault: Fault) -> Step;
    /// Bytes came.
    fn received(&mut self, slot: usize, data: &[u8], standing: Standing) -> Step;
    /// Nothing more will come.
    fn ended(&mut self, slot: usize, end: End) -> Step;
    /// The request could not be sent.
    fn unsent(&mut self, slot: usize, error: Errno) -> Step;
    /// The next slot whose time has come, until there is none.
    fn due(&mut self) -> Option<(usize, Step)>;
    /// A wait brought so many events, which follow. For statistics only.
    fn batch(&mut self, _events: usize) {}
    /// So many bytes came on a connection, before what they bring in the driver's own protocol. For statistics only.
    fn carried(&mut self, _bytes: usize) {}
    /// How long nothing is due, counted from the last call of [`Driver::due`].
    fn wait(&self) -> Nanos;
    fn finished(&self) -> bool;
}
