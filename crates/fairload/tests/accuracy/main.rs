//! What the program measures, held against the reference server's own stamps, the kernel's, and closed formulas. A program
//! of its own, as its tests take the machine for themselves, one at a time.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

/// For what does not say which engine: as `--engine` has it.
const ENGINE: &str = "epoll";

#[allow(dead_code)] // other tests use more of it
#[path = "../it/common.rs"]
mod common;
mod engines;
#[allow(dead_code)]
#[path = "../it/truthful.rs"]
mod truthful;

mod clock;
mod kernel;
mod kernel_stamps;
mod measured;
mod open;
mod service;
