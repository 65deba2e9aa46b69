//! HTTP/1 answers from bytes: heads, framing and chunks. No sockets here.

pub(crate) mod chunked;
pub(crate) mod head;
pub(crate) mod parser;

use std::borrow::Cow;

/// Why bytes are not the HTTP/1 answer they should be; a short clause for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ProtocolError(pub(crate) Cow<'static, str>);

impl ProtocolError {
    pub(crate) fn new(why: impl Into<Cow<'static, str>>) -> Self {
        Self(why.into())
    }
}
