//! The lines of a session, as docs/session-protocol.md has them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::{Nanos, seconds};
use crate::lap::report::{CpuTime, Report};
use crate::outcome::{FirstFailure, Outcomes};
use crate::recorder::Latency;
use crate::spec::{Expectation, RequestSpec};

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
    /// Requests sent in the first so many milliseconds do not count. Only with `duration_ms`.
    pub(crate) skip_ms: Option<u64>,
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
    /// Sent inside the window; the sum of `outcomes`.
    pub(crate) requests: u64,
    pub(crate) ok: u64,
    pub(crate) outcomes: Outcomes,
    /// Right answers that arrived inside the window, whenever sent.
    pub(crate) completed: u64,
    /// Length of the window, seconds.
    pub(crate) elapsed_s: f64,
    /// `completed / elapsed_s`; null for a window without length.
    pub(crate) throughput_per_s: Option<f64>,
    /// Of right answers to requests of the window; null when there is none.
    pub(crate) latency_us: Option<Latency>,
    /// The same as an `HdrHistogram` V2 compressed encoding (base64) of nanoseconds, 100 ns to 1 h, 3 digits.
    pub(crate) histogram: Option<String>,
    pub(crate) skipped: Skipped,
    /// All complete answers of the lap, the skipped part and the drain included.
    pub(crate) responses: u64,
    pub(crate) bytes_received: u64,
    /// Connections that were opened in place of earlier ones, before the lap and in it.
    pub(crate) reconnects: u64,
    /// The generator's own processor time over the lap; null if the kernel does not tell.
    pub(crate) cpu: Option<Cpu>,
    /// First send, nanoseconds of `CLOCK_MONOTONIC`.
    pub(crate) started_ns: Nanos,
    /// End of the drain, nanoseconds of `CLOCK_MONOTONIC`.
    pub(crate) ended_ns: Nanos,
    /// From first send to the end of the drain, seconds.
    pub(crate) lap_elapsed_s: f64,
    pub(crate) first_failure: Option<FirstFailure>,
}

/// Requests sent before the window.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Skipped {
    pub(crate) requests: u64,
    pub(crate) outcomes: Outcomes,
}

/// Processor time.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub(crate) struct Cpu {
    /// Seconds.
    pub(crate) user_s: f64,
    /// Seconds.
    pub(crate) system_s: f64,
}

impl From<CpuTime> for Cpu {
    fn from(time: CpuTime) -> Self {
        Self { user_s: seconds(time.user), system_s: seconds(time.system) }
    }
}

impl LapResult {
    pub(crate) fn new(connections: usize, report: &Report) -> Self {
        Self {
            connections,
            requests: report.requests(),
            ok: report.window.outcomes.ok,
            outcomes: report.window.outcomes,
            completed: report.window.completed,
            elapsed_s: report.elapsed_s(),
            throughput_per_s: report.throughput_per_s(),
            latency_us: report.window.latency(),
            histogram: report.window.encoded(),
            skipped: Skipped { requests: report.skipped.total(), outcomes: report.skipped },
            responses: report.responses,
            bytes_received: report.bytes_received,
            reconnects: report.reconnects,
            cpu: report.cpu.map(Cpu::from),
            started_ns: report.started,
            ended_ns: report.ended,
            lap_elapsed_s: report.lap_elapsed_s(),
            first_failure: report.first_failure.clone(),
        }
    }
}
