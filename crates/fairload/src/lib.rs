//! Fairlap's load generator and reference server.
//!
//! From the wire up: `http1` and `template` turn bytes into verified answers, `connection` does so for one
//! connection, `engine` moves the bytes, `lap` decides what is sent when and counts what came of it, `pool` keeps
//! connections between laps, `worker` runs pools on threads. `session` and `cli` are the two ways in, `output` the
//! way out. `reference` is the server; it shares nothing with the client.

pub mod cli;

mod clock;
mod connection;
mod engine;
mod http1;
mod lap;
mod numbers;
mod os;
mod outcome;
mod output;
mod pool;
mod recorder;
mod reference;
mod request;
mod session;
mod spec;
mod template;
mod url;
mod verify;
mod worker;
