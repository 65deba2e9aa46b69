//! The receive side: bytes in, verified answers out. `http1` knows heads, framing and chunks, `verify` says whether an
//! answer is right, `template` spares both where an answer was seen before, and `connection` puts them together for one
//! connection. No sockets here, so both engines share it.

pub(crate) mod coding;
pub(crate) mod connection;
pub(crate) mod expected;
pub mod http1;
pub(crate) mod template;
pub(crate) mod verify;
