//! Moving bytes. An engine owns the sockets and obeys; a [`Driver`] decides and never sees a socket.

pub(crate) mod epoll;

use rustix::io::Errno;

use crate::clock::Nanos;

/// What to do with a slot's connection next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// Nothing until something happens to it.
    Wait,
    /// Send the request, from its first byte.
    Send,
    /// Close the connection, if there is one, and open another.
    Open,
    Close,
}

/// What a thread does while there is nothing to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Waiting {
    /// It leaves the processor to others.
    Sleep,
    /// It looks again. Whoever answers need not wake it up, which costs a server several microseconds per answer where
    /// a processor that sleeps must be woken by another one, above all in a virtual machine.
    Spin,
}

/// Why a connection cannot be read from any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The peer closed it in good order.
    Closed,
    Failed(Errno),
}

/// Decides what happens on each of a number of slots, each of which holds at most one connection.
pub(crate) trait Driver {
    /// The first step of a slot.
    fn start(&mut self, slot: usize) -> Step;
    /// The connection that was asked for is there.
    fn opened(&mut self, slot: usize) -> Step;
    /// The connection that was asked for cannot be had. The answer must not be [`Step::Open`], lest it loop.
    fn not_opened(&mut self, slot: usize, error: Errno) -> Step;
    /// Bytes came. `last`: the connection is good for no further request (the peer closed its side, or answered
    /// before it had the whole request).
    fn received(&mut self, slot: usize, data: &[u8], last: bool) -> Step;
    /// Nothing more will come.
    fn ended(&mut self, slot: usize, end: End) -> Step;
    /// The request could not be sent.
    fn unsent(&mut self, slot: usize, error: Errno) -> Step;
    /// The next slot whose time has come, until there is none.
    fn due(&mut self) -> Option<(usize, Step)>;
    /// How long nothing is due, counted from the last call of [`Driver::due`].
    fn wait(&self) -> Nanos;
    fn finished(&self) -> bool;
}
