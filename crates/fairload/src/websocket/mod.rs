//! WebSocket (RFC 6455): messages on a connection that began with HTTP/1.1.
//!
//! tungstenite does frames, masks, fragments, control frames and the rules of the protocol; whole messages in one short
//! frame, which is what most are, are read and written without it (`session`). Towards the driver inside, a connection is
//! one of HTTP/1.1 (`adapter`): the body of each request is sent as a message, and each message that comes is the body of
//! an answer, so that pace, records and verification are the same code.

pub(crate) mod adapter;
#[cfg(test)]
mod cases;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod hearing;
pub(crate) mod pipe;
mod session;
pub(crate) mod sessions;
#[cfg(test)]
mod tests;

use std::fmt;

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What messages are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Messages {
    /// UTF-8.
    Text,
    Binary,
}

impl fmt::Display for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Binary => "binary",
        })
    }
}
