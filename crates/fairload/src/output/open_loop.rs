//! What became of a schedule, as every report of an open loop has it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::lap::report::{Offered, Report};
use crate::outcome::Outcomes;
use crate::recorder::Latency;
use crate::spec::{Arrivals, LapSpec, Offer};

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
    /// Still waiting for a connection when sending ended, 100 ms after the window, or `dropped`.
    pub(crate) unsent: u64,
    /// Fell due when 2^20 already waited on the same thread, which is all that a backlog holds.
    pub(crate) dropped: u64,
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
    /// The same, encoded like `histogram`; 0 lies in its lowest bin, 0 to 63 ns.
    pub(crate) blocked_histogram: Option<String>,
    /// From due to sent, as far as the generator itself was late; of all that were sent, null if none was.
    pub(crate) own_us: Option<Latency>,
    /// The same, encoded like `blocked_histogram`.
    pub(crate) own_histogram: Option<String>,
}

impl OpenLoop {
    /// `None` for a closed loop.
    pub(crate) fn of(lap: &LapSpec, report: &Report) -> Option<Self> {
        let (offer, offered) = lap.offer.zip(report.offered.as_ref())?;
        Some(Self::new(offer, offered, &report.window.outcomes))
    }

    fn new(offer: Offer, offered: &Offered, outcomes: &Outcomes) -> Self {
        let &Offered { due, unsent, dropped, backlog_max, .. } = offered;
        Self {
            rate_per_s: offer.rate_per_s,
            arrivals: offer.arrivals,
            seed: offer.seed,
            due,
            sent: outcomes.total(),
            unsent,
            dropped,
            achieved_share: (due > 0).then(|| outcomes.ok as f64 / due as f64),
            backlog_max,
            response_us: offered.response.summary(),
            response_histogram: offered.response.encoded(),
            blocked_us: offered.blocked.summary(),
            blocked_histogram: offered.blocked.encoded(),
            own_us: offered.own.summary(),
            own_histogram: offered.own.encoded(),
        }
    }
}
