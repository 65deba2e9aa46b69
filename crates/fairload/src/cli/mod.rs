//! The command line: what the words mean, and the one place that prints errors and chooses exit codes.

mod arguments;
mod load;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use thiserror::Error;

use crate::engine::Waiting;
use crate::output::schema;
use crate::spec::SpecError;
use crate::{os, reference, session};
use arguments::{Arguments, Command, SchemaKind};

/// The run was fine, but not one answer was right.
const NO_RIGHT_ANSWER: u8 = 1;
const USAGE: u8 = 2;
const INTERRUPTED: u8 = 130;

#[derive(Debug, Error)]
enum Failure {
    #[error("{0}")]
    Spec(#[from] SpecError),
    #[error("{0}")]
    Reference(#[from] reference::StartError),
    #[error("the operating system refused: {0}; look at its limits (ulimit -n, memory)")]
    Io(io::Error),
    #[error("standard output was closed before all was written; keep it open")]
    OutputClosed,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::OutputClosed } else { Self::Io(error) }
    }
}

/// Runs the program that the command line asks for.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.command {
        None => load::run(&arguments.load),
        Some(Command::Session { threads, spin }) => serve_session(threads, waiting(spin)),
        Some(Command::Reference(options)) => serve_reference(options),
        Some(Command::Schema { kind }) => print_schema(kind),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            // Standard error may be closed; the exit code still tells.
            let _ = writeln!(io::stderr(), "fairload: {failure}");
            ExitCode::from(USAGE)
        }
    }
}

fn waiting(spin: bool) -> Waiting {
    if spin { Waiting::Spin } else { Waiting::Sleep }
}

fn serve_session(threads: usize, waiting: Waiting) -> Result<u8, Failure> {
    os::exit_on_termination();
    os::raise_descriptor_limit();
    session::serve(threads, waiting, io::stdin().lock(), io::stdout().lock())?;
    Ok(0)
}

fn serve_reference(options: arguments::ReferenceArguments) -> Result<u8, Failure> {
    os::exit_on_termination();
    os::raise_descriptor_limit();
    let server = reference::Server::bind(options.into_options()?)?;
    let _ = writeln!(io::stderr(), "fairload reference: listening on http://{}", server.address());
    server.serve()?;
    Ok(0)
}

fn print_schema(kind: SchemaKind) -> Result<u8, Failure> {
    let schema = match kind {
        SchemaKind::Run => schema::run(),
        SchemaKind::Session => schema::session(),
    };
    let text = serde_json::to_string_pretty(&schema).map_err(io::Error::from)?;
    writeln!(io::stdout(), "{text}")?;
    Ok(0)
}
