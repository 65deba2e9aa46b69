//! The document of `fairload URL --json`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::lap::report::Report;
use crate::outcome::{FirstFailure, Outcomes};
use crate::recorder::Latency;
use crate::session::protocol::Cpu;

/// One run of `fairload URL`. What is not known is null, never 0.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Document {
    /// Of fairload.
    pub(crate) version: String,
    pub(crate) url: String,
    pub(crate) method: String,
    pub(crate) connections: usize,
    pub(crate) threads: usize,
    /// Many requests per connection, or one.
    pub(crate) keepalive: bool,
    /// What of an answer's body was checked.
    pub(crate) body_check: String,
    /// Ended by an interrupt: the numbers are of the part that was run.
    pub(crate) interrupted: bool,
    /// Requests sent, each followed to its end; the sum of `outcomes`.
    pub(crate) requests: u64,
    pub(crate) ok: u64,
    pub(crate) outcomes: Outcomes,
    /// Right answers that arrived within `elapsed_s`.
    pub(crate) completed: u64,
    /// Seconds in which requests were sent; up to the last answer where a number of requests was asked for.
    pub(crate) elapsed_s: f64,
    /// `completed / elapsed_s`; null for a run without length.
    pub(crate) throughput_per_s: Option<f64>,
    /// Of right answers; null when there is none.
    pub(crate) latency_us: Option<Latency>,
    /// The same as an `HdrHistogram` V2 compressed encoding (base64) of nanoseconds, 100 ns to 1 h, 3 digits.
    pub(crate) histogram: Option<String>,
    /// Complete answers, right or wrong.
    pub(crate) responses: u64,
    pub(crate) bytes_received: u64,
    /// The generator's own processor time; null if the kernel does not tell.
    pub(crate) cpu: Option<Cpu>,
    /// The same per complete answer, user and system together, microseconds; null without an answer.
    pub(crate) cpu_us_per_response: Option<f64>,
    /// Connections that were opened in place of earlier ones. With `keepalive: false` none is.
    pub(crate) reconnects: u64,
    pub(crate) first_failure: Option<FirstFailure>,
}

/// What was asked for, as far as the document repeats it.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) url: String,
    pub(crate) method: String,
    pub(crate) connections: usize,
    pub(crate) threads: usize,
    pub(crate) keepalive: bool,
    pub(crate) body_check: String,
}

impl Document {
    pub(crate) fn new(asked: Asked, interrupted: bool, report: &Report) -> Self {
        let cpu = report.cpu.map(Cpu::from);
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            url: asked.url,
            method: asked.method,
            connections: asked.connections,
            threads: asked.threads,
            keepalive: asked.keepalive,
            body_check: asked.body_check,
            interrupted,
            requests: report.requests(),
            ok: report.window.outcomes.ok,
            outcomes: report.window.outcomes,
            completed: report.window.completed,
            elapsed_s: report.elapsed_s(),
            throughput_per_s: report.throughput_per_s(),
            latency_us: report.window.latency(),
            histogram: report.window.encoded(),
            responses: report.responses,
            bytes_received: report.bytes_received,
            cpu_us_per_response: cpu.and_then(|cpu| per_response(cpu, report.responses)),
            cpu,
            reconnects: report.reconnects,
            first_failure: report.first_failure.clone(),
        }
    }
}

#[allow(clippy::cast_precision_loss)] // exact below 2^53 answers
fn per_response(cpu: Cpu, responses: u64) -> Option<f64> {
    (responses > 0).then(|| (cpu.user_s + cpu.system_s) * 1e6 / responses as f64)
}
