//! Fairlap's load generator and reference server.
//!
//! From the wire up: `http1` and `template` turn bytes into verified answers, `connection` does so for one
//! connection, `engine` moves the bytes, `tls` encrypts them on the way, `lap` decides what is sent when and counts what
//! came of it, `pool` keeps connections between laps, `worker` runs pools on threads, `check` judges what they did.
//! `session`, `cli` and the crate `fairload-dialects` are the ways in, `output` the way out. `reference` is the server; it
//! shares nothing with the client.

pub mod cli;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;

pub mod calibrate;
mod check;
pub mod clock;
mod connection;
pub mod engine;
pub mod http1;
pub mod lap;
mod numbers;
mod open_loop;
pub mod os;
pub mod outcome;
mod output;
mod parameters;
mod pool;
#[cfg(test)]
mod properties;
pub mod recorder;
mod reference;
pub mod request;
mod session;
pub mod spec;
pub mod target;
mod template;
pub mod tls;
pub mod url;
mod verify;
pub mod worker;
