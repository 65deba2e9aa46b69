//! The command line: its meaning, and the only place that prints errors and chooses exit codes.

mod arguments;
mod asking;
mod calibrate;
mod duration;
mod engine;
mod grpc;
mod load;
mod network;
mod reference;
mod requests_file;
mod result;
mod schema;
mod service;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use thiserror::Error;

use crate::calibrate::Load;
use crate::confine::{self, ConfineError};
use crate::engine::Waiting;
use crate::reference::truth::{self, TruthError};
use crate::reference::{Server, StartError};
use crate::spec::SpecError;
use crate::tls::certificate;
use crate::{init, os, session};
use arguments::{Arguments, Command, SchemaKind};
use engine::EngineName;
use reference::ReferenceArguments;

/// The run was fine, but no answer was right.
const NO_RIGHT_ANSWER: u8 = 1;
const USAGE: u8 = 2;
/// The generator was the bottleneck, or disturbed the numbers; only where `--strict` asks for it.
const NOT_TO_BE_BELIEVED: u8 = 3;
/// As `env` and `setpriv` have it, of which `confine` is one more.
const NOT_EXECUTED: u8 = 126;
const INTERRUPTED: u8 = 130;
/// What `--engine auto` of a session calibrates for, with kept connections: it learns its loads later.
const SESSION_CONNECTIONS: usize = 64;

#[derive(Debug, Error)]
enum Failure {
    #[error("{0}")]
    Spec(#[from] SpecError),
    #[error("{0}")]
    Truth(#[from] TruthError),
    #[error("{0}")]
    Reference(#[from] StartError),
    #[error("the operating system refused: {0}; look at its limits (ulimit -n, memory)")]
    Io(io::Error),
    #[error("{0}")]
    Confine(#[from] ConfineError),
    #[error("standard output was closed before all was written; keep it open")]
    OutputClosed,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::OutputClosed } else { Self::Io(error) }
    }
}

/// Runs what the command line asks for. `words`: the command line, the program's name first.
#[must_use]
pub fn main(words: Vec<OsString>) -> ExitCode {
    let arguments = Arguments::parse_from(words);
    let done = match arguments.command {
        None => load::run(&arguments.load),
        Some(Command::Session { threads, spin, engine }) => serve_session(threads, engine, waiting(spin)),
        Some(Command::Calibrate(options)) => calibrate::run(&options),
        Some(Command::Reference(options)) => serve_reference(*options),
        Some(Command::Certificate { folder, names }) => write_certificate(&folder, &names),
        Some(Command::Message { method, message, proto, answer }) => {
            print_message(&method, &message, proto.as_deref(), answer)
        }
        Some(Command::Confine { command }) => match confine::become_confined(&command) {
            Err(error) => Err(Failure::Confine(error)),
        },
        Some(Command::Init) => init::serve(io::stdin().lock()).map(|()| 0).map_err(Failure::Io),
        Some(Command::Stamps(options)) => print_truth(&options),
        Some(Command::Schema { kind }) => print_schema(kind),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            // Standard error may be closed; the exit code still says so.
            let _ = writeln!(io::stderr(), "fairload: {failure}");
            ExitCode::from(if matches!(failure, Failure::Confine(_)) { NOT_EXECUTED } else { USAGE })
        }
    }
}

fn waiting(spin: bool) -> Waiting {
    if spin { Waiting::Spin } else { Waiting::Sleep }
}

fn serve_session(threads: usize, engine: EngineName, waiting: Waiting) -> Result<u8, Failure> {
    os::exit_on_termination()?;
    os::raise_descriptor_limit();
    let kind = engine::choose(engine, threads, Load::kept(SESSION_CONNECTIONS))?.kind;
    session::serve(threads, kind, waiting, io::stdin().lock(), io::stdout().lock())?;
    Ok(0)
}

fn serve_reference(options: ReferenceArguments) -> Result<u8, Failure> {
    let options = options.into_options()?;
    // A server with stamps writes them before it ends.
    if options.stamps.is_some() {
        os::stop_on_termination()?;
    } else {
        os::exit_on_termination()?;
    }
    os::raise_descriptor_limit();
    let server = Server::bind(options)?;
    let tls = server.tls_address().map(|address| format!(" and https://{address}")).unwrap_or_default();
    let _ = writeln!(io::stderr(), "fairload reference: listening on http://{}{tls}", server.address());
    server.serve(&os::STOP)?;
    Ok(0)
}

fn write_certificate(folder: &Path, names: &[String]) -> Result<u8, Failure> {
    certificate::write(folder, names).map_err(|error| {
        let remedy = "give a folder that can be written, and names such as localhost";
        SpecError::new(format!("certificate in {}", folder.display()), error.to_string(), remedy)
    })?;
    Ok(0)
}

fn print_message(method: &str, message: &str, proto: Option<&Path>, is_answer: bool) -> Result<u8, Failure> {
    let bytes = grpc::message(method, message, proto, is_answer)?;
    let mut out = io::stdout().lock();
    for byte in bytes {
        write!(out, "{byte:02x}")?;
    }
    writeln!(out)?;
    Ok(0)
}

fn print_truth(arguments: &arguments::StampsArguments) -> Result<u8, Failure> {
    let window = arguments.from_ns.unwrap_or(0)..arguments.to_ns.unwrap_or(u64::MAX);
    let truth = truth::read(&arguments.file, &window)?;
    if arguments.json {
        let text = serde_json::to_string_pretty(&truth).map_err(io::Error::from)?;
        writeln!(io::stdout(), "{text}")?;
    } else {
        write!(io::stdout(), "{truth}")?;
    }
    Ok(0)
}

fn print_schema(kind: SchemaKind) -> Result<u8, Failure> {
    let schema = match kind {
        SchemaKind::Run => schema::run(),
        SchemaKind::Session => schema::session(),
        SchemaKind::Stamps => schema::stamps(),
        SchemaKind::Calibration => calibrate::schema(),
    };
    let text = serde_json::to_string_pretty(&schema).map_err(io::Error::from)?;
    writeln!(io::stdout(), "{text}")?;
    Ok(0)
}
