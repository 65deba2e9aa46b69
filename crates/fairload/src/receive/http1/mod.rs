//! HTTP/1 answers from bytes: heads, framing and chunks. No sockets here.

pub(crate) mod budget;
pub(crate) mod chunked;
pub mod head;
pub(crate) mod parser;

use std::borrow::Cow;

/// Sizes and status of a complete answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Facts {
    pub status: u16,
    /// The server keeps the connection open after it.
    pub keep_alive: bool,
    /// Of the final head, its empty line included.
    pub head_bytes: u32,
    /// Without the framing of chunks.
    pub body_bytes: u64,
    /// All of the answer: interim heads and framing of chunks, too.
    pub wire_bytes: u64,
}

/// Why bytes are not the HTTP/1 answer they should be; a short clause for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProtocolError(pub(crate) Cow<'static, str>);

impl ProtocolError {
    pub(crate) fn new(why: impl Into<Cow<'static, str>>) -> Self {
        Self(why.into())
    }
}
