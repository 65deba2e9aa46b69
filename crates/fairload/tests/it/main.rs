//! The program as its users meet it: over real sockets, against servers that are known to behave or to misbehave.
#![allow(clippy::unwrap_used)]

mod accuracy;
mod common;
mod framing;
mod load;
mod open_loop;
mod outcomes;
mod reference;
mod schemas;
mod session;
