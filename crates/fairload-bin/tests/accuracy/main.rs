//! Compares what fairload measures with the reference server's own stamps, the kernel's, and closed formulas. A
//! separate program, because its tests need the machine for themselves, one at a time. Where the machine affects a
//! figure, a plain client is measured beside fairload, and fairload must be no farther from the truth than that, plus
//! 1 % or 20 us.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

/// The engine where a test names none, as for `--engine`.
const ENGINE: &str = "epoll";

#[allow(dead_code)] // other tests use more of it
#[path = "../it/common.rs"]
mod common;
mod engines;
#[allow(dead_code)]
#[path = "../it/truthful.rs"]
mod truthful;

mod beside;
mod clock;
mod control;
mod kernel;
mod kernel_stamps;
mod measured;
mod open;
mod protocols;
mod service;
