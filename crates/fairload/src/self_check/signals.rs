//! What was measured of the generator and its surroundings: the material of the verdict. What is not known is null.

use schemars::JsonSchema;
use serde::Serialize;

use super::kernel::Drops;

/// One thread that offered load; shares are of its lap.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, JsonSchema)]
pub(crate) struct ThreadSignals {
    /// On a processor and not merely looking for work; from the thread's own clock, exact to nanoseconds.
    pub(crate) busy_share: Option<f64>,
    /// Ready to run, and not run.
    pub(crate) run_delay_share: Option<f64>,
    /// Times per second that a processor was taken away.
    pub(crate) involuntary_switches_per_s: Option<f64>,
    /// The longest time between two looks at the clock. A thread that has nothing to do looks every 50 ms.
    pub(crate) longest_turn_ms: f64,
    /// Time in turns of 100 ms and more: stopped, without a processor, or bound to one connection.
    pub(crate) paused_share: f64,
}

/// How many events the waits for events brought, of those that brought any.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub(crate) struct EventsPerWait {
    pub(crate) mean: f64,
    pub(crate) p99: usize,
}

/// Time that a hypervisor gave to others, on the processor that was hit the hardest of those we may run on.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub(crate) struct StealSignals {
    pub(crate) share: f64,
    pub(crate) seconds: f64,
}

/// The server, where it is on this machine.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub(crate) struct ServerSignals {
    /// Whether its address is one of this machine's.
    pub(crate) local: Option<bool>,
    /// Processors that its processes used on average: those that listen, and their children.
    pub(crate) processors_used: Option<f64>,
    pub(crate) busiest_thread_share: Option<f64>,
    /// Processors that it may run on.
    pub(crate) processors_allowed: Option<usize>,
    /// How much of their time these were idle.
    pub(crate) processors_idle_share: Option<f64>,
    /// Why the rest is null.
    pub(crate) unknown_because: Option<String>,
}

/// What the generator could do at most, by its last calibration here.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Ceiling {
    pub(crate) engine: String,
    /// Connections in the calibration.
    pub(crate) connections: usize,
    /// Requests per second of all threads if they never had to wait.
    pub(crate) requests_per_s: f64,
}

/// How near to it the generator was.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct CeilingSignals {
    #[serde(flatten)]
    pub(crate) most: Ceiling,
    /// The part of it that was reached.
    pub(crate) share: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub(crate) struct OpenLoopSignals {
    /// Of the lateness that was our own.
    pub(crate) own_p99_us: f64,
    /// 50th percentile of the response time; null without a right answer.
    pub(crate) response_p50_us: Option<f64>,
    /// Right answers of the requests that were due.
    pub(crate) achieved_share: f64,
}

/// Throughput times mean latency over the requests that are outstanding (Little's law): 1 in a closed loop.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub(crate) struct LittlesLaw {
    pub(crate) ratio: f64,
    /// How far from 1 it may be: 2 %, and what requests under way at the end of the window may add.
    pub(crate) tolerance: f64,
}

/// All of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Signals {
    /// Length of the window, seconds.
    pub(crate) elapsed_s: f64,
    pub(crate) threads: Vec<ThreadSignals>,
    pub(crate) events_per_wait: Option<EventsPerWait>,
    /// From learning of an answer to looking at it: what the events before it in the same batch cost, on average, by
    /// the processor time per event.
    pub(crate) turnaround_mean_us: Option<f64>,
    /// The same for the last event of a batch as large as `events_per_wait.p99`.
    pub(crate) turnaround_p99_us: Option<f64>,
    /// Of the processors that we may run on; null if the run was too short.
    pub(crate) steal: Option<StealSignals>,
    pub(crate) server: ServerSignals,
    /// Null without a calibration of this boot, engine and kind of load; `fairload calibrate` makes one.
    pub(crate) ceiling: Option<CeilingSignals>,
    /// Null where it does not hold: in an open loop, for a number of requests, with failures or reconnects.
    pub(crate) littles_law: Option<LittlesLaw>,
    /// Null in a closed loop.
    pub(crate) open_loop: Option<OpenLoopSignals>,
    /// Over the run, of the whole network namespace.
    pub(crate) kernel: Drops,
}
