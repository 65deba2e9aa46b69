//! Whether a result can be believed: what the generator did while it measured, and what that means.

mod kernel;
mod listener;
pub(crate) mod machine;
mod processors;
mod signals;
mod sockets;
pub(crate) mod verdict;
#[cfg(test)]
mod verdict_tests;

use std::num::NonZeroUsize;

use schemars::JsonSchema;
use serde::Serialize;

use crate::clock::{micros, seconds};
use crate::lap::effort::{Batches, Effort};
use crate::lap::report::{Offered, Report};
use crate::recorder::Latency;
use crate::spec::{Extent, LapSpec};
use machine::Surroundings;
pub(crate) use signals::{Ceiling, Signals};
use signals::{CeilingSignals, EventsPerWait, LittlesLaw, OpenLoopSignals, ThreadSignals};
use verdict::{Verdict, judge};

/// How far Little's law may be off without an edge in sight. The least that a wrong latency or count would make of it
/// in other generators is 5 % (load-generator survey: wrk's mean is 17.6 % too high).
const LITTLE: f64 = 0.02;
/// Fewer requests per connection say little about it.
const LITTLE_REQUESTS: u64 = 20;

/// What the generator did while it measured, and what that means. What is not known is null, never 0.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct SelfCheck {
    #[serde(flatten)]
    pub(crate) verdict: Verdict,
    #[serde(flatten)]
    pub(crate) signals: Signals,
}

/// What the report does not say about the run.
pub(crate) struct Ran<'a> {
    pub(crate) lap: &'a LapSpec,
    pub(crate) keepalive: bool,
    /// HTTP/2: requests at a time on a connection; `None` for HTTP/1.1.
    pub(crate) streams: Option<NonZeroUsize>,
    /// By the last calibration for such a load, of all threads together.
    pub(crate) ceiling: Option<Ceiling>,
}

impl Ran<'_> {
    /// Requests that are under way at a time in a closed loop.
    fn outstanding(&self) -> usize {
        self.lap.connections * self.lap.pipeline * self.streams.map_or(1, NonZeroUsize::get)
    }
}

impl SelfCheck {
    pub(crate) fn new(around: Surroundings, report: &Report, ran: Ran<'_>) -> Self {
        let Surroundings { steal, server, drops } = around;
        let latency = report.window.latency();
        let batches = all_batches(&report.efforts);
        let cost = cost_us(&report.efforts, &batches);
        let ahead = batches.mean_ahead().zip(cost);
        let littles_law = littles_law(report, &ran, latency.as_ref());
        let reached = ran.ceiling.filter(|_| report.offered.is_none()).zip(report.throughput_per_s());
        let signals = Signals {
            elapsed_s: report.elapsed_s(),
            threads: report.efforts.iter().filter_map(thread_signals).collect(),
            events_per_wait: batches.mean().zip(batches.p99()).map(|(mean, p99)| EventsPerWait { mean, p99 }),
            turnaround_mean_us: ahead.map(|(ahead, cost)| ahead * cost),
            turnaround_p99_us: batches.p99().zip(cost).map(|(p99, cost)| number(p99.saturating_sub(1) as u64) * cost),
            steal,
            server,
            ceiling: reached.map(|(most, rate)| CeilingSignals { share: rate / most.requests_per_s, most }),
            littles_law,
            open_loop: report.offered.as_ref().and_then(|offered| open_loop(offered, report.window.outcomes.ok)),
            kernel: drops,
        };
        Self { verdict: judge(&signals, latency.as_ref()), signals }
    }
}

fn number(count: u64) -> f64 {
    count as f64
}

/// `None` of a thread whose lap took no time: it has no shares.
fn thread_signals(effort: &Effort) -> Option<ThreadSignals> {
    let wall = seconds(effort.wall);
    let share = |nanos| seconds(nanos) / wall;
    let usage = effort.usage;
    (effort.wall > 0).then(|| ThreadSignals {
        busy_share: usage.map(|usage| share(usage.on_cpu.saturating_sub(effort.idle))),
        run_delay_share: usage.and_then(|usage| usage.run_delay).map(share),
        involuntary_switches_per_s: usage.map(|usage| number(usage.involuntary) / wall),
        longest_turn_ms: seconds(effort.turns.longest) * 1e3,
        paused_share: share(effort.turns.paused),
    })
}

fn all_batches(efforts: &[Effort]) -> Batches {
    let mut all = Batches::default();
    for effort in efforts {
        all.merge(&effort.turns.batches);
    }
    all
}

/// Processor time per event, microseconds; `None` without an event, or if a thread's time is not known.
fn cost_us(efforts: &[Effort], batches: &Batches) -> Option<f64> {
    let busy = |effort: &Effort| Some(effort.usage?.on_cpu.saturating_sub(effort.idle));
    let total: u64 = efforts.iter().map(busy).sum::<Option<u64>>()?;
    (batches.events() > 0).then(|| micros(total) / number(batches.events()))
}

fn littles_law(report: &Report, ran: &Ran<'_>, latency: Option<&Latency>) -> Option<LittlesLaw> {
    let clean = report.window.outcomes.ok == report.requests() && report.reconnects == 0 && ran.keepalive;
    let outstanding = ran.outstanding() as u64;
    let enough = report.requests() >= LITTLE_REQUESTS * outstanding;
    let timed = matches!(ran.lap.extent, Extent::Time { .. });
    let (latency, progress) = latency.zip(report.progress_per_s()).filter(|_| clean && enough && timed)?;
    let ratio = progress * latency.mean / 1e6 / number(outstanding);
    // All outstanding requests may be under way at the end, and only a part of them is inside the window.
    Some(LittlesLaw { ratio, tolerance: LITTLE + latency.max / 1e6 / report.elapsed_s() })
}

fn open_loop(offered: &Offered, ok: u64) -> Option<OpenLoopSignals> {
    let own = offered.own.summary()?;
    let response_p50_us = offered.response.summary().map(|response| response.p50);
    (offered.due > 0).then(|| OpenLoopSignals {
        own_p99_us: own.p99,
        response_p50_us,
        achieved_share: number(ok) / number(offered.due),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::clock::SECOND;
    use crate::lap::effort::Turns;
    use crate::os::Usage;
    use crate::outcome::Outcome;
    use crate::recorder::WHOLE;

    const USAGE: Usage = Usage { on_cpu: SECOND / 2, run_delay: Some(SECOND / 100), involuntary: 30 };

    fn effort(usage: Option<Usage>) -> Effort {
        Effort { wall: 2 * SECOND, usage, idle: SECOND / 10, turns: Turns::default() }
    }

    /// Four connections for a second, each with 100 answers of 10 ms.
    fn report() -> Report {
        let mut report = Report { responses: 400, window_start: SECOND, window_end: 2 * SECOND, ..Report::default() };
        for _ in 0..400 {
            report.window.ok(10_000_000);
            report.window.completed += 1;
            report.window.progress += WHOLE;
        }
        report.efforts = vec![effort(Some(USAGE))];
        report
    }

    fn lap() -> LapSpec {
        let extent = Extent::Time { length: Duration::from_secs(1), skip: Duration::ZERO };
        LapSpec::new(4, extent, None).expect("valid")
    }

    fn law(report: &Report, lap: &LapSpec, keepalive: bool) -> Option<LittlesLaw> {
        let ran = Ran { lap, keepalive, streams: None, ceiling: None };
        littles_law(report, &ran, report.window.latency().as_ref())
    }

    #[test]
    fn shares_are_of_a_threads_lap_and_idle_looks_are_no_work() {
        let of = |usage| thread_signals(&effort(usage)).expect("it took time");
        let signals = of(Some(USAGE));
        assert_eq!(signals.busy_share, Some(0.2));
        assert_eq!((signals.run_delay_share, signals.involuntary_switches_per_s), (Some(0.005), Some(15.0)));
        let unknown = of(None);
        assert_eq!((unknown.busy_share, unknown.involuntary_switches_per_s), (None, None));
        let undelayed = of(Some(Usage { run_delay: None, ..USAGE }));
        assert_eq!((undelayed.busy_share, undelayed.run_delay_share), (Some(0.2), None));
        assert_eq!(thread_signals(&Effort { wall: 0, ..effort(Some(USAGE)) }), None);
    }

    #[test]
    fn an_event_costs_what_all_threads_spent_on_it() {
        let mut report = report();
        let mut batches = Batches::default();
        assert_eq!(cost_us(&report.efforts, &batches), None);
        for _ in 0..100 {
            batches.count(4);
        }
        assert_eq!(cost_us(&report.efforts, &batches), Some(1000.0));
        report.efforts.push(effort(None));
        assert_eq!(cost_us(&report.efforts, &batches), None);
    }

    #[test]
    fn littles_law_holds_where_every_connection_always_has_a_request() {
        let law_of = law(&report(), &lap(), true).expect("it applies");
        assert!((law_of.ratio - 1.0).abs() < 1e-3 && (law_of.tolerance - 0.03).abs() < 1e-3, "{law_of:?}");
        // Two connections of two requests each are the same.
        let piped = LapSpec::new(2, lap().extent, None).and_then(|lap| lap.pipelined(2, true)).expect("valid");
        assert_eq!(law(&report(), &piped, true), Some(law_of));
        // So is one connection of four streams.
        let (one, streams) = (LapSpec::new(1, lap().extent, None).expect("valid"), NonZeroUsize::new(4));
        let multiplexed = Ran { lap: &one, keepalive: true, streams, ceiling: None };
        assert_eq!(littles_law(&report(), &multiplexed, report().window.latency().as_ref()), Some(law_of));
        // A tenth of the requests was lost without a trace.
        let mut lost = report();
        lost.window.progress = 360 * WHOLE;
        assert!((law(&lost, &lap(), true).expect("it applies").ratio - 0.9).abs() < 1e-3);
    }

    #[test]
    fn littles_law_is_not_asked_where_connections_may_be_idle() {
        let count = LapSpec::new(4, Extent::Requests(400), None).expect("valid");
        assert_eq!((law(&report(), &lap(), false), law(&report(), &count, true)), (None, None));
        let mut failed = report();
        failed.window.failed(Outcome::Timeout);
        let reconnected = Report { reconnects: 1, ..report() };
        assert_eq!((law(&failed, &lap(), true), law(&reconnected, &lap(), true)), (None, None));
        let open = Report { offered: Some(Offered::default()), ..report() };
        let many = LapSpec::new(40, lap().extent, None).expect("valid");
        assert_eq!((law(&open, &lap(), true), law(&report(), &many, true)), (None, None));
    }

    #[test]
    fn an_open_loop_is_measured_by_its_lateness_and_by_what_was_due() {
        let mut offered = Offered { due: 200, ..Offered::default() };
        assert!(open_loop(&offered, 0).is_none(), "nothing was sent");
        (0..100).for_each(|_| offered.own.record(5_000));
        offered.response.record(1_000_000);
        let signals = open_loop(&offered, 150).expect("known");
        assert!((signals.own_p99_us - 5.0).abs() < 0.01 && signals.achieved_share.to_bits() == 0.75_f64.to_bits());
        assert!((signals.response_p50_us.expect("one") - 1000.0).abs() < 1.0);
    }
}
