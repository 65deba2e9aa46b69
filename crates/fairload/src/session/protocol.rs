//! The lines of a session, as docs/session-protocol.md has them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::Nanos;
use crate::lap::report::{Offered, Report};
use crate::numbers::Numbers;
use crate::outcome::Outcomes;
use crate::recorder::Latency;
use crate::spec::{Arrivals, Expectation, LapSpec, Offer, RequestSpec};

/// A line from the orchestrator.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(crate) enum Command {
    Open(Open),
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
    pub(crate) request: RequestSpec,
    pub(crate) expect: Expectation,
    /// Many requests per connection (the default), or one.
    #[serde(default = "yes")]
    pub(crate) keepalive: bool,
    /// For connecting, and for each answer; milliseconds.
    #[serde(default = "default_timeout_ms")]
    pub(crate) timeout_ms: u64,
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
    /// `poisson` if not given. Only with `rate_per_s`.
    pub(crate) arrivals: Option<Arrivals>,
    /// The same seed is the same schedule; 0 if not given. Only with `rate_per_s`.
    pub(crate) seed: Option<u64>,
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
    /// First send, nanoseconds of `CLOCK_MONOTONIC`.
    pub(crate) started_ns: Nanos,
    /// End of the drain, nanoseconds of `CLOCK_MONOTONIC`.
    pub(crate) ended_ns: Nanos,
    /// From first send to the end of the drain, seconds.
    pub(crate) lap_elapsed_s: f64,
    /// Null for a closed loop.
    pub(crate) open_loop: Option<OpenLoop>,
}

/// What became of a schedule. All but the first three are of requests that were due in the window.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct OpenLoop {
    pub(crate) rate_per_s: f64,
    pub(crate) arrivals: Arrivals,
    pub(crate) seed: u64,
    /// `sent` and `unsent` together.
    pub(crate) due: u64,
    /// The same as `requests`.
    pub(crate) sent: u64,
    /// Still waiting for a connection when sending ended, 100 ms after the window.
    pub(crate) unsent: u64,
    /// Right answers per request that was due; null if none was.
    pub(crate) achieved_share: Option<f64>,
    /// The most requests that waited for a connection at the same time. With several threads it is the sum of what
    /// each had.
    pub(crate) backlog_max: u64,
    /// From due to the complete right answer; null when there is none.
    pub(crate) response_us: Option<Latency>,
    /// The same, encoded like `histogram`.
    pub(crate) response_histogram: Option<String>,
    /// From due to sent, as far as no connection was open and free; of all that were sent, null if none was.
    pub(crate) blocked_us: Option<Latency>,
    /// From due to sent, as far as the generator itself was late; of all that were sent, null if none was.
    pub(crate) own_us: Option<Latency>,
}

/// Requests of before the window that were sent.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Skipped {
    pub(crate) requests: u64,
    pub(crate) outcomes: Outcomes,
}

impl LapResult {
    pub(crate) fn new(lap: &LapSpec, report: &Report) -> Self {
        let Report { skipped, window, .. } = report;
        let open_loop = lap.offer.zip(report.offered.as_ref());
        Self {
            connections: lap.connections,
            numbers: Numbers::from(report),
            skipped: Skipped { requests: skipped.total(), outcomes: *skipped },
            started_ns: report.started,
            ended_ns: report.ended,
            lap_elapsed_s: report.lap_elapsed_s(),
            open_loop: open_loop.map(|(offer, offered)| OpenLoop::new(offer, offered, &window.outcomes)),
        }
    }
}

impl OpenLoop {
    #[allow(clippy::cast_precision_loss)] // exact below 2^53 requests
    fn new(offer: Offer, offered: &Offered, outcomes: &Outcomes) -> Self {
        let &Offered { due, unsent, backlog_max, .. } = offered;
        Self {
            rate_per_s: offer.rate_per_s,
            arrivals: offer.arrivals,
            seed: offer.seed,
            due,
            sent: outcomes.total(),
            unsent,
            achieved_share: (due > 0).then(|| outcomes.ok as f64 / due as f64),
            backlog_max,
            response_us: offered.response.summary(),
            response_histogram: offered.response.encoded(),
            blocked_us: offered.blocked.summary(),
            own_us: offered.own.summary(),
        }
    }
}
