//! From signals to a verdict: a pure function, with every threshold in one place. `docs/self-check.md` explains them.

use schemars::JsonSchema;
use serde::Serialize;

use super::signals::{ServerSignals, Signals, ThreadSignals};
use crate::recorder::Latency;

/// A thread that works more than this has no reserve for the next burst. Load generators' own advice: 70 to 90 %.
pub(super) const BUSY: f64 = 0.85;
/// A server with less than this to spare would not have done much more (loadtester.org and others use the same limit).
pub(super) const SPARE: f64 = 0.10;
/// Beyond this part of the result, the generator's own share is no longer noise.
pub(super) const OWN_SHARE: f64 = 0.05;
/// Waiting for a processor: worth a note from here on, 5 ms in a second; from [`OWN_SHARE`] on it decides.
pub(super) const RUN_DELAY_NOTE: f64 = 0.005;
/// Beyond this share of its ceiling, a generator is near its limit, even if the server is, too.
pub(super) const CEILING: f64 = 0.80;
/// If more than this was stolen, the machine has another speed. It must be seen twice, because the kernel counts ticks.
pub(super) const STEAL: f64 = 0.005;
pub(super) const STEAL_S: f64 = 0.02;
/// Our own lateness in an open loop, 99th percentile: a sleeping thread wakes up so late on a healthy machine.
pub(super) const OWN_LATE_US: f64 = 100.0;
/// If less than this share of the offered load was answered, that is worth a note.
pub(super) const ACHIEVED: f64 = 0.99;
/// Shorter runs say nothing, seconds: ten ticks of the scheduler's slowest clock.
pub(super) const SHORTEST_S: f64 = 0.1;

/// Whether the generator, not the server, made the numbers what they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Bound {
    Yes,
    No,
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Verdict {
    /// Whether the generator, not the server, made the numbers what they are.
    pub(crate) generator_bound: Bound,
    /// Why; empty if `no`.
    pub(crate) because: Vec<String>,
    /// Why the numbers are wrong on this machine, whoever is the bottleneck; empty if they are not.
    pub(crate) invalid_because: Vec<String>,
    /// What is worth knowing and changes no verdict.
    pub(crate) notes: Vec<String>,
}

impl Verdict {
    /// What `--strict` asks for.
    pub(crate) fn holds(&self) -> bool {
        self.generator_bound != Bound::Yes && self.invalid_because.is_empty()
    }

    /// The verdict in a line.
    pub(crate) fn line(&self) -> String {
        let word = match self.generator_bound {
            Bound::Yes => "yes",
            Bound::No => return "generator-bound: no".to_owned(),
            Bound::Unknown => "unknown",
        };
        format!("generator-bound: {word}, because {}", self.because.join("; "))
    }
}

/// Whether the server could have done more.
#[derive(Clone, Copy, PartialEq)]
enum Reserve {
    Some,
    None,
    Unknown,
}

#[derive(Default)]
struct Reasons {
    yes: Vec<String>,
    unknown: Vec<String>,
    notes: Vec<String>,
}

/// `latency` is that of right answers.
pub(super) fn judge(signals: &Signals, latency: Option<&Latency>) -> Verdict {
    let mut reasons = Reasons::default();
    let reserve = reserve(&signals.server);
    own_work(signals, reserve, &mut reasons);
    own_absence(signals, &mut reasons);
    own_queue(signals, reserve, latency, &mut reasons);
    ceiling(signals, reserve, &mut reasons);
    open_loop(signals, &mut reasons);
    drops(signals, &mut reasons);
    if signals.elapsed_s < SHORTEST_S {
        reasons.unknown.push(format!("the run was too short ({:.3} s, {SHORTEST_S} s are needed)", signals.elapsed_s));
    }
    let Reasons { yes, unknown, mut notes } = reasons;
    let (generator_bound, because) = if yes.is_empty() {
        (if unknown.is_empty() { Bound::No } else { Bound::Unknown }, unknown)
    } else {
        notes.splice(0..0, unknown);
        (Bound::Yes, yes)
    };
    Verdict { generator_bound, because, invalid_because: invalid(signals), notes }
}

/// A server is at its limit when its processors are, or when one of its threads is and cannot be helped.
fn reserve(server: &ServerSignals) -> Reserve {
    match (server.processors_idle_share, server.busiest_thread_share) {
        (Some(idle), _) if idle <= SPARE => Reserve::None,
        (_, Some(busy)) if busy >= 1.0 - SPARE => Reserve::None,
        (Some(_), Some(_)) => Reserve::Some,
        _ => Reserve::Unknown,
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// The largest of what is known of the threads; `None` if one's is not.
fn worst(signals: &Signals, value: impl Fn(&ThreadSignals) -> Option<f64>) -> Option<f64> {
    let all: Vec<f64> = signals.threads.iter().map(value).collect::<Option<_>>()?;
    all.into_iter().reduce(f64::max)
}

fn own_work(signals: &Signals, reserve: Reserve, reasons: &mut Reasons) {
    let Some(busy) = worst(signals, |thread| thread.busy_share) else {
        reasons.unknown.push("the kernel does not tell how long our threads ran".to_owned());
        return;
    };
    if busy <= BUSY {
        return;
    }
    let us = format!("our busiest thread worked {} of the time (limit {})", percent(busy), percent(BUSY));
    match reserve {
        Reserve::Some => {
            let idle = signals.server.processors_idle_share.map_or_else(String::new, percent);
            reasons.yes.push(format!("{us} while the server's processors were idle for {idle}"));
        }
        Reserve::None => reasons.unknown.push(format!("{us}, and the server had nothing to spare either")),
        Reserve::Unknown => {
            let why = signals.server.unknown_because.as_deref().unwrap_or("nothing is known of its processors");
            reasons.yes.push(format!("{us}; what the server had to spare is not known: {why}"));
        }
    }
}

/// When a thread was ready and had no processor, or was not allowed to run at all.
fn own_absence(signals: &Signals, reasons: &mut Reasons) {
    if let Some(delay) = worst(signals, |thread| thread.run_delay_share) {
        let text = format!("a thread of ours waited for a processor for {} of the time", percent(delay));
        if delay > OWN_SHARE {
            reasons.yes.push(format!("{text} (limit {})", percent(OWN_SHARE)));
        } else if delay > RUN_DELAY_NOTE {
            reasons.notes.push(text);
        }
    }
    if worst(signals, |thread| Some(thread.paused_share)).is_some_and(|share| share > 0.0) {
        let longest = worst(signals, |thread| Some(thread.longest_turn_ms)).unwrap_or(0.0);
        reasons
            .yes
            .push(format!("a thread of ours did not look at its connections for {longest:.0} ms (limit 100 ms)"));
    }
}

/// Answers that had arrived and waited for us.
fn own_queue(signals: &Signals, reserve: Reserve, latency: Option<&Latency>, reasons: &mut Reasons) {
    let Some(latency) = latency else { return };
    if let Some(mean) = signals.turnaround_mean_us
        && mean > OWN_SHARE * latency.mean
    {
        let share = percent(mean / latency.mean);
        let text = format!("answers waited {mean:.1} us for their turn with us, {share} of the mean latency");
        // In a closed loop a server at its end sets the pace, and with it the mean latency, wherever requests wait.
        if reserve == Reserve::None {
            reasons.notes.push(text);
        } else {
            reasons.yes.push(format!("{text} (limit {})", percent(OWN_SHARE)));
        }
    }
    if let Some(last) = signals.turnaround_p99_us
        && last > OWN_SHARE * latency.p99
    {
        let share = percent(last / latency.p99);
        reasons.notes.push(format!(
            "answers came in bursts: the last of one waited up to {last:.1} us for us, {share} of the 99th percentile"
        ));
    }
}

fn ceiling(signals: &Signals, reserve: Reserve, reasons: &mut Reasons) {
    let Some(ceiling) = &signals.ceiling else { return };
    if ceiling.share > CEILING {
        let text = format!(
            "we reached {} of what we can do here ({:.0} requests/s by calibration, limit {})",
            percent(ceiling.share),
            ceiling.most.requests_per_s,
            percent(CEILING)
        );
        if reserve == Reserve::None { reasons.notes.push(text) } else { reasons.yes.push(text) }
    }
}

fn open_loop(signals: &Signals, reasons: &mut Reasons) {
    let Some(open) = &signals.open_loop else { return };
    let limit = OWN_LATE_US.max(OWN_SHARE * open.response_p50_us.unwrap_or(0.0));
    if open.own_p99_us > limit {
        reasons.yes.push(format!(
            "1 % of the requests were sent {:.1} us late or more by our own fault (limit {limit:.1} us)",
            open.own_p99_us
        ));
    }
    if open.achieved_share < ACHIEVED {
        let share = percent(open.achieved_share);
        reasons.notes.push(format!("{share} of the offered requests were answered right: offered is not achieved"));
    }
}

fn drops(signals: &Signals, reasons: &mut Reasons) {
    for (what, count) in signals.kernel.named() {
        if let Some(count) = count.filter(|count| *count > 0) {
            reasons.notes.push(format!("{what}: {count} (all of this machine's)"));
        }
    }
}

fn invalid(signals: &Signals) -> Vec<String> {
    let mut why = Vec::new();
    if let Some(steal) = signals.steal
        && steal.share > STEAL
        && steal.seconds >= STEAL_S
    {
        let (share, limit) = (percent(steal.share), percent(STEAL));
        why.push(format!("the hypervisor took {share} of a processor of ours (limit {limit}); repeat the run"));
    }
    if let Some(law) = signals.littles_law
        && (law.ratio - 1.0).abs() > law.tolerance
    {
        why.push(format!(
            "throughput x mean latency / outstanding requests is {:.4}, not 1 (Little's law, limit {})",
            law.ratio,
            percent(law.tolerance)
        ));
    }
    why
}
