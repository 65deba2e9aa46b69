//! The words of the command line.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::reference::{Options, StartError};

const EXAMPLES: &str = "\
Examples:
  fairload http://127.0.0.1:8080/                        10 seconds, 64 connections
  fairload http://127.0.0.1:8080/ -n 100000 -c 128       exactly 100000 requests
  fairload http://127.0.0.1:8080/ --expect-json '{\"message\": \"Hello World!\"}'
  fairload http://127.0.0.1:8080/ --no-keepalive --json  one connection per request
  fairload reference --port 8080                         a server to measure against
  fairload session                                       driven by JSON lines on standard input

Exit codes: 0 done; 1 done, but not one right answer; 2 wrong usage; 130 interrupted.";

const ANSWERS_HELP: &str = "JSON file of answers, other paths get 404: \
[{\"path\": \"/\", \"status\": 200, \"headers\": [[\"Content-Type\", \"text/plain\"]], \"body\": \"...\"}, ...]";

/// HTTP load generator that verifies every answer.
///
/// Offers load in a closed loop: each connection sends its next request as soon as it has the answer to the last one.
/// Every answer's status is checked (any 2xx unless --expect-status is given). The body is checked if one of the
/// --expect options says what it must be; without them any body is right, also one that changes.
#[derive(Debug, Parser)]
#[command(name = "fairload", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
#[command(subcommand_negates_reqs = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) load: LoadArguments,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Serve an orchestrator: JSON lines in, JSON lines out (see docs/session-protocol.md).
    Session {
        /// Threads that offer load.
        #[arg(long, default_value_t = 1, value_parser = threads)]
        threads: usize,
        /// Never sleep during a lap: a thread with nothing to do looks again at once, so that no server pays for waking
        /// it up. Each thread then uses a whole processor: for a generator that has processors of its own.
        #[arg(long)]
        spin: bool,
    },
    /// Be a minimal, honest HTTP server to measure against.
    Reference(ReferenceArguments),
    /// Print the JSON Schema of what fairload writes.
    Schema {
        /// The document of `fairload URL --json`, or the lines of a session.
        #[arg(value_enum, default_value_t = SchemaKind::Run)]
        kind: SchemaKind,
    },
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum SchemaKind {
    Run,
    Session,
}

#[derive(Debug, Args)]
pub(super) struct LoadArguments {
    /// Where to send requests, such as <http://127.0.0.1:8080/path>.
    #[arg(required = true)]
    pub(super) url: Option<String>,
    /// Connections, all open at the same time.
    #[arg(short = 'c', long, default_value_t = 64)]
    pub(super) connections: usize,
    /// Send exactly so many requests.
    #[arg(short = 'n', long)]
    pub(super) requests: Option<u64>,
    /// Send for so long, such as 10s or 500ms; 10s if neither this nor -n is given.
    #[arg(short = 'd', long, value_parser = duration)]
    pub(super) duration: Option<Duration>,
    /// Threads that offer load.
    #[arg(short = 't', long, default_value_t = 1, value_parser = threads)]
    pub(super) threads: usize,
    /// Never sleep: a thread with nothing to do looks again at once, so that the server does not pay for waking it up.
    /// Each thread then uses a whole processor: for a generator that has processors of its own.
    #[arg(long)]
    pub(super) spin: bool,
    /// Open a new connection for every request; latency then begins at connect(2).
    #[arg(long)]
    pub(super) no_keepalive: bool,
    /// Request method.
    #[arg(short = 'm', long, default_value = "GET")]
    pub(super) method: String,
    /// Request header as 'Name: value'; may be repeated.
    #[arg(short = 'H', long = "header", value_name = "HEADER")]
    pub(super) headers: Vec<String>,
    /// Request body.
    #[arg(long)]
    pub(super) body: Option<String>,
    /// For connecting, and for each answer.
    #[arg(long, default_value = "5s", value_parser = duration)]
    pub(super) timeout: Duration,
    /// The status of a right answer.
    #[arg(long, value_name = "STATUS")]
    pub(super) expect_status: Option<u16>,
    /// The body of a right answer, byte for byte.
    #[arg(long, value_name = "TEXT", group = "expected_body")]
    pub(super) expect_text: Option<String>,
    /// The body of a right answer, equal as a JSON value.
    #[arg(long, value_name = "JSON", group = "expected_body")]
    pub(super) expect_json: Option<String>,
    /// The length of a right answer's body, bytes.
    #[arg(long, value_name = "BYTES", group = "expected_body")]
    pub(super) expect_size: Option<u64>,
    /// Print one JSON document instead of the summary (`fairload schema run` describes it).
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(super) struct ReferenceArguments {
    /// Port to listen on; 0 for any that is free.
    #[arg(long)]
    port: u16,
    /// Address to listen on.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    #[arg(help = ANSWERS_HELP, long, value_name = "FILE", conflicts_with_all = ["body_size", "status"])]
    answers: Option<PathBuf>,
    /// Answer each request so much later, without keeping the others waiting.
    #[arg(long, value_parser = duration)]
    delay: Option<Duration>,
    /// Body of so many bytes instead of `Hello, world!`.
    #[arg(long, value_name = "BYTES")]
    body_size: Option<usize>,
    /// Status of the answers.
    #[arg(long, default_value_t = 200)]
    status: u16,
    /// Stop the whole server so often, for as long as --stall-for says.
    #[arg(long, value_parser = duration, requires = "stall_for")]
    stall_every: Option<Duration>,
    /// How long the whole server stops.
    #[arg(long, value_parser = duration, requires = "stall_every")]
    stall_for: Option<Duration>,
    /// Close each connection with its so manieth answer.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    close_after: Option<u64>,
    /// Microseconds of computing per request, such as 20 or 20.6, during which nobody else is served. Spins by the
    /// clock (`CLOCK_MONOTONIC`), not for a fixed amount of work: what the processor does for others meanwhile counts.
    #[arg(long, value_name = "MICROSECONDS", value_parser = microseconds)]
    cpu_us: Option<Duration>,
}

impl ReferenceArguments {
    /// # Errors
    /// The file of answers cannot be read, or is not what it should be.
    pub(super) fn into_options(self) -> Result<Options, StartError> {
        use crate::reference::answers::{fixed, read};
        let answers = match &self.answers {
            Some(path) => read(path)?,
            None => fixed(self.status, self.body_size)?,
        };
        Ok(Options {
            address: (self.host, self.port).into(),
            answers,
            delay: self.delay,
            stall: self.stall_every.zip(self.stall_for),
            close_after: self.close_after,
            cpu: self.cpu_us,
        })
    }
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("give a number from 1 to 1024".to_owned()),
    }
}

/// A duration with its unit: `10s`, `1.5s`, `250ms`, `100us`, `2m`.
fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "give a time with its unit, such as 10s, 250ms, 100us or 2m".to_owned();
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').ok_or_else(wrong)?;
    let (number, unit) = text.split_at(split);
    let seconds = match unit {
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let duration = Duration::try_from_secs_f64(number * seconds).map_err(|_| wrong())?;
    if duration.is_zero() { Err("give a time above 0".to_owned()) } else { Ok(duration) }
}

/// A number of microseconds, `20` or `20.6`; kept to the nanosecond.
fn microseconds(text: &str) -> Result<Duration, String> {
    let wrong = || "give microseconds from 0 up to a minute's, such as 20 or 20.6".to_owned();
    let micros: f64 = text.parse().map_err(|_| wrong())?;
    let duration = Duration::try_from_secs_f64(micros / 1e6).map_err(|_| wrong())?;
    if duration > Duration::from_secs(60) { Err(wrong()) } else { Ok(duration) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("1.5ms"), Ok(Duration::from_micros(1500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        for text in ["", "10", "s", "-1s", "1d", "1.2.3s", "0s", "1e99s", "10 s"] {
            assert!(duration(text).is_err(), "{text:?} was accepted");
        }
    }

    #[test]
    fn microseconds_may_have_fractions() {
        assert_eq!(microseconds("20.6"), Ok(Duration::from_nanos(20_600)));
        assert_eq!(microseconds("1000"), Ok(Duration::from_millis(1)));
        assert_eq!(microseconds("0"), Ok(Duration::ZERO));
        for text in ["", "-1", "20us", "nan", "inf", "60000001"] {
            assert!(microseconds(text).is_err(), "{text:?} was accepted");
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }
}
