//! Fairlap's load generator and reference server.
//!
//! From the wire up: `receive` turns bytes into verified answers, `engine` moves the bytes, `tls` encrypts them on the
//! way, `http2` puts several connections on one, `websocket` sends bodies as messages, `lap` decides what is sent when and counts what came of it (`detail`: what it records beyond that), `pool` keeps
//! connections between laps, `worker` runs pools on threads, `self_check` judges what they did.
//! `session`, `cli` and the crate `fairload-dialects` are the ways in, `output` the way out. `reference` is the server; it
//! shares nothing with the client but `nghttp2` and what WebSocket takes for a socket.

pub mod cli;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;

pub mod calibrate;
pub mod clock;
mod confine;
pub mod detail;
pub mod engine;
mod http2;
mod init;
mod json;
mod json_text;
pub mod lap;
mod nghttp2;
pub mod os;
pub mod outcome;
mod output;
mod parameters;
mod pool;
#[cfg(test)]
mod properties;
pub mod receive;
pub mod recorder;
mod reference;
pub mod request;
mod rows;
mod self_check;
mod session;
pub mod spec;
pub mod target;
pub mod tls;
pub mod url;
mod websocket;
pub mod worker;
