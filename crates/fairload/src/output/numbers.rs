//! What every report of offered load says, whoever asked for it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::clock::seconds;
use crate::lap::report::Report;
use crate::os::CpuTime;
use crate::outcome::{FirstFailure, Outcomes};
use crate::recorder::Latency;

/// The numbers of one lap. What is not known is null, never 0.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Numbers {
    /// Requests of the window that were sent, each followed to its end; the sum of `outcomes`. A request is of the
    /// window when it was sent inside it; in an open loop, when it was due inside it.
    pub(crate) requests: u64,
    pub(crate) ok: u64,
    pub(crate) outcomes: Outcomes,
    /// Right answers that arrived inside the window, whenever sent.
    pub(crate) completed: u64,
    /// Length of the window, seconds; up to the last answer where a number of requests was asked for.
    pub(crate) elapsed_s: f64,
    /// `completed / elapsed_s`; null for a window without length.
    pub(crate) throughput_per_s: Option<f64>,
    /// The same, but each right answer counts by the share of its time, from sending to its last byte, that lies inside
    /// the window: so that few answers, which arrive in waves, are not a matter of when the window ends. Null in an open loop.
    pub(crate) progress_per_s: Option<f64>,
    /// Of right answers to requests of the window; null when there is none.
    pub(crate) latency_us: Option<Latency>,
    /// The same as an `HdrHistogram` V2 compressed encoding (base64) of nanoseconds, 100 ns to 1 h, 3 digits.
    pub(crate) histogram: Option<String>,
    /// All complete answers, right or wrong, the skipped part and the drain included.
    pub(crate) responses: u64,
    /// Bytes of HTTP: with TLS, after decryption.
    pub(crate) bytes_received: u64,
    /// Connections that were opened in place of earlier ones. With `keepalive: false` none is.
    pub(crate) reconnects: u64,
    /// The generator's own processor time over the lap; null if the kernel does not tell.
    pub(crate) cpu: Option<Cpu>,
    pub(crate) first_failure: Option<FirstFailure>,
}

impl Cpu {
    /// Seconds that the load took: not below 0, as idleness is told by another clock.
    pub(crate) fn busy_s(self) -> f64 {
        (self.user_s + self.system_s - self.idle_s).max(0.0)
    }
}

/// Processor time.
#[allow(clippy::struct_field_names)] // the unit
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub(crate) struct Cpu {
    /// Seconds.
    pub(crate) user_s: f64,
    /// Seconds.
    pub(crate) system_s: f64,
    /// Seconds of these spent looking while there was nothing to do, by the wall clock: the rest is what the load took.
    pub(crate) idle_s: f64,
    /// Seconds in which a thread that offers load was ready to run and did not; null if the kernel does not tell.
    pub(crate) run_delay_s: Option<f64>,
}

impl From<CpuTime> for Cpu {
    fn from(time: CpuTime) -> Self {
        Self {
            user_s: seconds(time.user),
            system_s: seconds(time.system),
            idle_s: seconds(time.idle),
            run_delay_s: time.run_delay.map(seconds),
        }
    }
}

impl From<&Report> for Numbers {
    fn from(report: &Report) -> Self {
        Self {
            requests: report.requests(),
            ok: report.window.outcomes.ok,
            outcomes: report.window.outcomes,
            completed: report.window.completed,
            elapsed_s: report.elapsed_s(),
            throughput_per_s: report.throughput_per_s(),
            progress_per_s: report.progress_per_s(),
            latency_us: report.window.latency(),
            histogram: report.window.encoded(),
            responses: report.responses,
            bytes_received: report.bytes_received,
            reconnects: report.reconnects,
            cpu: report.cpu.map(Cpu::from),
            first_failure: report.first_failure.clone(),
        }
    }
}
