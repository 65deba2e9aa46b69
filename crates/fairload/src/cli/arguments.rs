//! The arguments of the command line.

use std::ffi::OsString;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::calibrate::CalibrateArguments;
use super::duration::duration;
use super::engine::EngineName;
use super::grpc::GrpcArguments;
use super::network::NetworkArguments;
use super::reference::ReferenceArguments;
use super::result::ResultArguments;
use crate::receive::coding::Coding;
use crate::spec::Arrivals;
use crate::websocket::Messages;

const EXAMPLES: &str = "\
Examples:
  fairload http://127.0.0.1:8080/                        10 seconds, 64 connections
  fairload http://127.0.0.1:8080/ -n 100000 -c 128       exactly 100000 requests
  fairload http://127.0.0.1:8080/ --expect-json '{\"message\": \"Hello World!\"}'
  fairload http://127.0.0.1:8080/ --no-keepalive --json  one connection per request
  fairload http://127.0.0.1:8080/ -r 5k -d 30s           open loop: 5000 requests fall due each second
  fairload http://127.0.0.1:8080 --requests-file shop.toml  several, see docs/fairload.md
  fairload https://127.0.0.1:8443/ --cacert ca.pem       TLS, trusting one certificate authority
  fairload http://127.0.0.1:8080/ --http2 --streams 32   HTTP/2, 32 requests at a time on each connection
  fairload http://127.0.0.1:8080 --grpc bench.Sum/Add --proto sum.proto --message '{\"a\": 1}'
  fairload http://127.0.0.1:8080/chat --ws --body Hi -p 16  WebSocket, 16 messages at a time on each connection
  fairload ab -k -n 10000 -c 50 http://127.0.0.1:8080/   as ab would; also wrk, plow, webbench, and by links of those names
  fairload reference --port 8080                         a server to measure against
  fairload session                                       driven by JSON lines on standard input

Environment: FAIRLOAD_ENGINE=epoll|io_uring|auto is the engine of ab, wrk, plow and webbench, which have no --engine.

Exit codes: 0 done; 1 done, but not one right answer; 2 wrong usage; 3 with --strict, numbers that are the generator's
or the machine's, not the server's; 130 interrupted.";

const DESCRIBED_BY_A_FILE: [&str; 10] = [
    "method",
    "headers",
    "body",
    "body_file",
    "expect_status",
    "expect_text",
    "expect_contains",
    "expect_json",
    "expect_subset",
    "expect_size",
];

/// HTTP load generator that verifies every answer.
///
/// Offers load in a closed loop: each connection sends its next request as soon as it has the answer to the last one.
/// With --rate it is an open loop: requests fall due by a schedule, and response times count from when they were due.
/// Every answer's status is checked (any 2xx unless --expect-status is given). The body is checked if one of the
/// --expect options says what it must be; without them any body is right, even one that changes.
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
        /// it up. Each thread then uses a whole processor, so the generator needs processors of its own.
        #[arg(long)]
        spin: bool,
        /// What moves the bytes. Do not compare numbers of different engines with each other.
        #[arg(long, value_enum, default_value_t = EngineName::Epoll)]
        engine: EngineName,
    },
    /// Measure what a request costs each engine here, for `--engine auto` and for the ceiling in the self-check.
    Calibrate(CalibrateArguments),
    /// Be a minimal, honest HTTP server to measure against.
    Reference(Box<ReferenceArguments>),
    /// Write a certificate, its key, and the authority to trust, for servers of a test: authority.pem, cert.pem, key.pem.
    Certificate {
        /// The folder for the three files; made if need be.
        folder: PathBuf,
        /// A name of the server, or an address; may be given several times.
        #[arg(long = "name", value_name = "NAME", default_values = ["localhost", "127.0.0.1", "::1"])]
        names: Vec<String>,
    },
    /// Print a message of gRPC as it is sent, with its length, in hex: a body of a scenario.
    Message {
        /// The method that it is for.
        #[arg(value_name = "SERVICE/METHOD")]
        method: String,
        /// The message: JSON with --proto, otherwise in hex.
        #[arg(value_name = "JSON|HEX")]
        message: String,
        /// The file that describes the service; what it imports is looked for in its folder.
        #[arg(long, value_name = "FILE")]
        proto: Option<PathBuf>,
        /// It is the method's answer.
        #[arg(long)]
        answer: bool,
    },
    /// Become a command that can make no system calls but those that servers need, and all that it starts.
    Confine {
        /// The command, with its arguments.
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
        command: Vec<OsString>,
    },
    /// Be the first process of a PID namespace: wait for the end of the second one and of all that it leaves.
    Init,
    /// Print what a reference server with --stamps saw: service times and arrivals.
    Stamps(StampsArguments),
    /// Print the JSON Schema of what fairload writes.
    Schema {
        /// The document of `fairload URL --json`, the lines of a session, or the documents of `fairload stamps --json` and
        /// of `fairload calibrate --json`.
        #[arg(value_enum, default_value_t = SchemaKind::Run)]
        kind: SchemaKind,
    },
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum SchemaKind {
    Run,
    Session,
    Stamps,
    Calibration,
}

#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // each is a switch of its own
pub(super) struct LoadArguments {
    /// Where to send requests, such as <http://127.0.0.1:8080/path>; https for TLS.
    #[arg(required = true)]
    pub(super) url: Option<String>,
    /// Connections, all open at the same time.
    #[arg(short = 'c', long, default_value_t = 64)]
    pub(super) connections: usize,
    /// Send exactly this number of requests.
    #[arg(short = 'n', long)]
    pub(super) requests: Option<u64>,
    /// Send for this time, such as 10s or 500ms; 10s if neither this nor -n is given.
    #[arg(short = 'd', long, value_parser = duration)]
    pub(super) duration: Option<Duration>,
    /// Open loop: requests per second that fall due, even if earlier ones are not answered yet; such as 5000 or 5k.
    #[arg(short = 'r', long, value_parser = rate)]
    pub(super) rate: Option<f64>,
    /// How the requests of --rate fall due: independently, like those of many users (poisson, the default), or at equal
    /// intervals (constant).
    #[arg(long, value_enum, requires = "rate")]
    pub(super) arrivals: Option<Arrivals>,
    /// Selects the schedule and the values of random parameters; 0 if not given.
    #[arg(long)]
    pub(super) seed: Option<u64>,
    /// Pipelining: requests of a connection that may wait for answers at the same time; up to 1024.
    #[arg(short = 'p', long, default_value_t = 1, value_name = "N")]
    pub(super) pipeline: usize,
    /// Threads that offer load.
    #[arg(short = 't', long, default_value_t = 1, value_parser = threads)]
    pub(super) threads: usize,
    /// Never sleep: a thread with nothing to do looks again at once, so that the server does not pay for waking it up.
    /// Each thread then uses a whole processor, so the generator needs processors of its own.
    #[arg(long)]
    pub(super) spin: bool,
    /// What moves the bytes.
    #[arg(long, value_enum, default_value_t = EngineName::Auto)]
    pub(super) engine: EngineName,
    /// Open a new connection for every request; latency then begins at connect(2).
    #[arg(long)]
    pub(super) no_keepalive: bool,
    /// Open a new connection after so many requests, instead of keeping it; a request's latency begins when it is sent.
    #[arg(long, value_name = "N", conflicts_with_all = ["no_keepalive", "pipeline"])]
    pub(super) requests_per_connection: Option<NonZeroU32>,
    /// Speak HTTP/2: agreed on by ALPN with an https URL, without asking the server first with an http one.
    #[arg(long, group = "multiplexing", conflicts_with_all = ["no_keepalive", "requests_per_connection", "pipeline"])]
    pub(super) http2: bool,
    /// HTTP/2: requests of a connection that wait for answers at the same time, each on a stream of its own.
    #[arg(long, value_name = "N", default_value = "1", requires = "multiplexing")]
    pub(super) streams: NonZeroUsize,
    /// Speak WebSocket: send --body or --body-file as a message, of text unless --ws=binary, again and again; -p of them
    /// at a time. The right answer is the same message, unless an --expect option says otherwise.
    #[arg(long, value_enum, value_name = "text|binary", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "text", conflicts_with_all = ["no_keepalive", "requests_per_connection", "http2"])]
    #[arg(conflicts_with_all = ["method", "compressed", "expect_status", "requests_file"])]
    pub(super) ws: Option<Messages>,
    #[command(flatten)]
    pub(super) grpc: GrpcArguments,
    /// Request method.
    #[arg(short = 'm', long, default_value = "GET")]
    pub(super) method: String,
    /// Request header as 'Name: value'; may be repeated.
    #[arg(short = 'H', long = "header", value_name = "HEADER")]
    pub(super) headers: Vec<String>,
    /// Request body.
    #[arg(long)]
    pub(super) body: Option<String>,
    /// File with the request body, sent as it is.
    #[arg(long, value_name = "FILE", conflicts_with = "body")]
    pub(super) body_file: Option<PathBuf>,
    /// TOML or JSON file of several requests, each with its weight and its right answer (see docs/fairload.md). The URL
    /// then only names the server.
    #[arg(long, value_name = "FILE", conflicts_with_all = DESCRIBED_BY_A_FILE)]
    pub(super) requests_file: Option<PathBuf>,
    /// Fill in {random}, {random:LOW-HIGH} and {sequence} in the URL's path, in values of headers, in --body and in what is
    /// expected; {{ is a brace. A --requests-file does so without this option.
    #[arg(long, conflicts_with = "requests_file")]
    pub(super) expand: bool,
    /// Time limit for connecting, and for each answer.
    #[arg(long, default_value = "5s", value_parser = duration)]
    pub(super) timeout: Duration,
    /// The status of a right answer.
    #[arg(long, value_name = "STATUS")]
    pub(super) expect_status: Option<u16>,
    /// The body of a right answer, byte for byte.
    #[arg(long, value_name = "TEXT", group = "expected_body")]
    pub(super) expect_text: Option<String>,
    /// A text that the body of a right answer contains.
    #[arg(long, value_name = "TEXT", group = "expected_body")]
    pub(super) expect_contains: Option<String>,
    /// The body of a right answer, equal as a JSON value.
    #[arg(long, value_name = "JSON", group = "expected_body")]
    pub(super) expect_json: Option<String>,
    /// The body of a right answer, as a JSON value whose objects may have more members.
    #[arg(long, value_name = "JSON", group = "expected_body")]
    pub(super) expect_subset: Option<String>,
    /// The length of a right answer's body, bytes.
    #[arg(long, value_name = "BYTES", group = "expected_body")]
    pub(super) expect_size: Option<u64>,
    /// Ask for this coding of the body, and take only answers in it; what is expected of the body is compared decoded.
    #[arg(long, value_name = "CODING", value_enum, conflicts_with = "requests_file")]
    pub(super) compressed: Option<Coding>,
    #[command(flatten)]
    pub(super) network: NetworkArguments,
    /// Print one JSON document instead of the summary (`fairload schema run` describes it).
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) result: ResultArguments,
}

#[derive(Debug, Args)]
pub(super) struct StampsArguments {
    /// What `fairload reference --stamps FILE` wrote.
    pub(super) file: PathBuf,
    /// Leave out requests that arrived earlier, nanoseconds of `CLOCK_MONOTONIC`.
    #[arg(long, value_name = "NS")]
    pub(super) from_ns: Option<u64>,
    /// Leave out requests that arrived then or later, nanoseconds of `CLOCK_MONOTONIC`.
    #[arg(long, value_name = "NS")]
    pub(super) to_ns: Option<u64>,
    /// Print one JSON document (`fairload schema stamps` describes it).
    #[arg(long)]
    pub(super) json: bool,
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("give a number from 1 to 1024".to_owned()),
    }
}

/// A rate per second: a number above 0, with k or M for thousands and millions.
fn rate(text: &str) -> Result<f64, String> {
    let (number, factor) = match text.char_indices().last() {
        Some((at, 'k')) => (&text[..at], 1e3),
        Some((at, 'M')) => (&text[..at], 1e6),
        _ => (text, 1.0),
    };
    // Digits and a point only: not everything that Rust takes for a number.
    let plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let rate = number.parse().ok().filter(|_| plain).map(|number: f64| number * factor);
    rate.filter(|&rate| rate > 0.0).ok_or_else(|| "give requests per second, such as 5000, 5k or 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_may_be_thousands() {
        for (text, expected) in [("5000", 5e3), ("5k", 5e3), ("1.5k", 1500.0), ("2M", 2e6), ("0.25", 0.25)] {
            assert!((rate(text).expect(text) / expected - 1.0).abs() < 1e-12, "{text}");
        }
        for text in ["", "k", "0", "-1", "+1", "1e3", "inf", "5K", "5 k", "nan", "5/s"] {
            assert!(rate(text).is_err(), "{text:?} was accepted");
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }
}
