//! Fairlap's load generator and reference server.
//!
//! From the wire up: `http1` and `template` turn bytes into verified answers, `connection` does so for one
//! connection, `engine` moves the bytes, `tls` encrypts them on the way, `lap` decides what is sent when and counts what
//! came of it, `pool` keeps connections between laps, `worker` runs pools on threads, `check` judges what they did.
//! `session`, `cli` and `dialects` are the ways in, `output` the way out. `reference` is the server; it shares nothing
//! with the client.

pub mod cli;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;

mod calibrate;
mod check;
mod clock;
mod connection;
mod dialects;
mod engine;
mod http1;
mod lap;
mod numbers;
mod open_loop;
mod os;
mod outcome;
mod output;
mod parameters;
mod pool;
#[cfg(test)]
mod properties;
mod recorder;
mod reference;
mod request;
mod session;
mod spec;
mod target;
mod template;
mod tls;
mod url;
mod verify;
mod worker;
