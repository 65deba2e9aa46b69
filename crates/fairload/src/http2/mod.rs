//! HTTP/2 (RFC 9113): many requests at a time on a connection, each on a stream of its own.
//!
//! nghttp2 does frames, HPACK, flow control and the rules of the protocol (`session`). Towards the driver inside, each
//! stream is a connection of HTTP/1.1 (`adapter`): its requests are translated one way (`request`) and its answers the
//! other (`answer`), so that pace, records and verification are the same code for both protocols.

pub(crate) mod adapter;
mod answer;
pub(crate) mod connections;
mod frame;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod hearing;
mod inbox;
mod request;
mod session;
mod shortcut;
#[cfg(test)]
mod tests;
