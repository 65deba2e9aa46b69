//! `--engine`: the engine that the option selects on this machine.

use std::io::{self, Write};

use clap::ValueEnum;

use super::Failure;
use super::calibrate;
use crate::calibrate::Load;
use crate::engine::{self, Kind};
use crate::spec::SpecError;

/// What moves the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum EngineName {
    /// The cheaper one by a calibration, or epoll where there is no other.
    Auto,
    Epoll,
    /// One system call for many requests; needs Linux 6.1, and a container that allows it.
    #[value(name = "io_uring")]
    IoUring,
}

/// What was chosen.
pub(super) struct Chosen {
    pub(super) kind: Kind,
    /// Why, if fairload chose it.
    pub(super) because: Option<String>,
}

/// The engine of that name for so many threads; `auto` chooses by the load, and says so on standard error if it must be
/// epoll or if it had to calibrate first.
///
/// # Errors
/// It was named but is not available here, or calibrating failed.
pub(super) fn choose(name: EngineName, threads: usize, load: Load) -> Result<Chosen, Failure> {
    match (name, engine::available(threads)) {
        (EngineName::Epoll, _) => Ok(Chosen { kind: Kind::Epoll, because: None }),
        (EngineName::IoUring, Ok(())) => Ok(Chosen { kind: Kind::IoUring, because: None }),
        (EngineName::IoUring, Err(reason)) => Err(SpecError::new(
            "--engine io_uring",
            format!("it is not available here ({reason})"),
            "use --engine epoll",
        )
        .into()),
        (EngineName::Auto, Ok(())) => {
            let (kind, because) = calibrate::best(load)?;
            Ok(Chosen { kind, because: Some(because) })
        }
        (EngineName::Auto, Err(reason)) => {
            let because = format!("io_uring is not available here ({reason})");
            // Standard error may be closed; the result says which engine it was.
            let _ = writeln!(io::stderr(), "fairload: {because}; using {}", Kind::Epoll);
            Ok(Chosen { kind: Kind::Epoll, because: Some(because) })
        }
    }
}
