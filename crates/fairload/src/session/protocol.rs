//! The lines of a session (docs/session-protocol.md).

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::Nanos;
use crate::engine::Waiting;
use crate::lap::report::Report;
use crate::outcome::Outcomes;
use crate::output::numbers::Numbers;
use crate::output::open_loop::OpenLoop;
use crate::spec::{Arrivals, Expectation, LapSpec, RequestSpec};
use crate::websocket::Messages;

/// A line from the orchestrator.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(crate) enum Command {
    Open(Box<Open>),
    Lap(Lap),
    Close(Close),
    Quit(Quit),
}

/// Makes a target known; no connection is made yet.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    /// A name of the caller's choice.
    pub(crate) target: String,
    /// `host:port`.
    pub(crate) address: String,
    /// At least one; sent in proportion to their weights.
    pub(crate) requests: Vec<WeightedRequest>,
    /// Whether `{random}`, `{random:LOW-HIGH}` and `{sequence}` in paths, values of headers, bodies and what is expected
    /// stand for values that change from request to request, and `{{` for a brace. From lap to lap they go on.
    #[serde(default)]
    pub(crate) parameters: bool,
    /// Of all parameters; 0 if not given.
    #[serde(default)]
    pub(crate) seed: u64,
    /// Many requests per connection (the default), or one.
    #[serde(default = "yes")]
    pub(crate) keepalive: bool,
    /// After so many requests a kept connection is closed, and another one opened; never if not given.
    pub(crate) requests_per_connection: Option<NonZeroU32>,
    /// Makes it HTTP/2, without asking the server first unless with `tls`: so many requests at a time on each connection.
    /// HTTP/1.1 if not given.
    pub(crate) streams: Option<NonZeroUsize>,
    /// Makes it WebSocket: bodies of requests are sent as such messages, and messages that come are bodies of answers
    /// with status 200. All requests have one path and the same headers. HTTP if not given.
    pub(crate) websocket: Option<Messages>,
    /// TLS, and whom to trust; clear text if not given. With `streams`, HTTP/2 must be agreed on (ALPN).
    pub(crate) tls: Option<Tls>,
    /// For connecting, and for each answer; milliseconds.
    #[serde(default = "default_timeout_ms")]
    pub(crate) timeout_ms: u64,
    /// The file of the network namespace in which the target listens, such as `/proc/4711/ns/net`; its sockets are made
    /// there. Without it, those of the session's own.
    pub(crate) network: Option<PathBuf>,
    /// What laps with `probing` ask beside `requests`, in proportion to the weights of all.
    #[serde(default)]
    pub(crate) probes: Vec<WeightedRequest>,
}

/// How a target is spoken to with TLS. Every connection has a handshake of its own; nothing is resumed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tls {
    /// The certificates that are trusted, PEM; no others are. Without it, those that this machine trusts.
    pub(crate) authority: Option<String>,
    /// The server's name: what the certificate must be valid for, and the server is told (SNI).
    pub(crate) name: String,
}

/// A request, and what must come back.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WeightedRequest {
    pub(crate) request: RequestSpec,
    pub(crate) expect: Expectation,
    /// Its share among all.
    #[serde(default = "one")]
    pub(crate) weight: u32,
}

fn one() -> u32 {
    1
}

fn yes() -> bool {
    true
}

fn default_timeout_ms() -> u64 {
    5000
}

/// Runs a lap. Exactly one of `duration_ms` and `requests`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lap {
    pub(crate) target: String,
    pub(crate) connections: usize,
    pub(crate) duration_ms: Option<u64>,
    pub(crate) requests: Option<u64>,
    /// Requests sent (or due) in the first so many milliseconds do not count. Only with `duration_ms`.
    pub(crate) skip_ms: Option<u64>,
    /// Makes it an open loop: so many requests fall due per second. Only with `duration_ms`.
    pub(crate) rate_per_s: Option<f64>,
    /// So many requests are sent on a connection before the first is answered; 1 if not given. Not with `rate_per_s`.
    pub(crate) pipeline: Option<usize>,
    /// `poisson` if not given. Only with `rate_per_s`.
    pub(crate) arrivals: Option<Arrivals>,
    /// The same seed is the same schedule; 0 if not given. Only with `rate_per_s`.
    pub(crate) seed: Option<u64>,
    /// When it is to begin, nanoseconds of `CLOCK_MONOTONIC`, no more than 10 s ahead. Without it, and where the
    /// instant has passed when the connections are open, at once.
    pub(crate) start_at_ns: Option<Nanos>,
    /// Whether the target's probes are among the requests.
    #[serde(default)]
    pub(crate) probing: bool,
}

/// Closes a target's connections and forgets it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Close {
    pub(crate) target: String,
}

/// Ends the session.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Quit {}

/// A line to the orchestrator.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(crate) enum Answer {
    Ready {
        version: String,
        threads: usize,
        pid: u32,
    },
    Opened {
        target: String,
    },
    Lap {
        target: String,
        result: Box<LapResult>,
    },
    Closed {
        target: String,
    },
    /// A line that cannot be honoured; the session goes on.
    Error {
        target: Option<String>,
        message: String,
    },
}

/// One lap.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LapResult {
    pub(crate) connections: usize,
    #[serde(flatten)]
    pub(crate) numbers: Numbers,
    pub(crate) skipped: Skipped,
    /// When it began, nanoseconds of `CLOCK_MONOTONIC`: on the first thread that did, where there are several.
    pub(crate) started_ns: Nanos,
    /// End of the drain, nanoseconds of `CLOCK_MONOTONIC`.
    pub(crate) ended_ns: Nanos,
    /// From its beginning to the end of the drain, seconds.
    pub(crate) lap_elapsed_s: f64,
    /// The longest time between two looks at the clock of any thread, from the beginning of the lap to the end of its
    /// drain, microseconds: the machine held it back, or it had that much work. Null where threads sleep between looks.
    pub(crate) longest_gap_us: Option<f64>,
    /// Null for a closed loop.
    pub(crate) open_loop: Option<OpenLoop>,
}

/// Requests of before the window that were sent.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Skipped {
    pub(crate) requests: u64,
    pub(crate) outcomes: Outcomes,
}

impl LapResult {
    pub(crate) fn new(lap: &LapSpec, report: &Report, waiting: Waiting) -> Self {
        let skipped = &report.skipped;
        let longest = report.efforts.iter().map(|effort| effort.turns.longest).max();
        Self {
            connections: lap.connections,
            numbers: Numbers::from(report),
            skipped: Skipped { requests: skipped.total(), outcomes: *skipped },
            started_ns: report.started,
            ended_ns: report.ended,
            lap_elapsed_s: report.lap_elapsed_s(),
            longest_gap_us: longest.filter(|_| waiting == Waiting::Spin).map(|gap| gap as f64 / 1e3),
            open_loop: OpenLoop::of(lap, report),
        }
    }
}
