//! Statistics for tests of accuracy: what a client measured, and how far apart two distributions are.

use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::Deserializer;
use serde_json::Value;

/// Where a bin of the client's histogram ends and the next begins, relative to its values: three digits.
pub(crate) const BIN: f64 = 1e-3;

/// The samples of an encoded histogram in order, nanoseconds; each is its bin's upper edge.
pub(crate) fn samples(encoded: &Value) -> Vec<u64> {
    let bytes = STANDARD.decode(encoded.as_str().unwrap()).unwrap();
    let histogram: Histogram<u64> = Deserializer::new().deserialize(&mut bytes.as_slice()).unwrap();
    let bins = histogram.iter_recorded();
    bins.flat_map(|bin| (0..bin.count_at_value()).map(move |_| bin.value_iterated_to())).collect()
}

/// The smallest of `sorted` that at least the share `q` of all does not exceed.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
pub(crate) fn quantile(sorted: &[u64], q: f64) -> f64 {
    let rank = (q * sorted.len() as f64).ceil() as usize;
    sorted[rank.clamp(1, sorted.len()) - 1] as f64
}

pub(crate) fn mean(values: &[u64]) -> f64 {
    values.iter().map(|&value| value as f64).sum::<f64>() / values.len() as f64
}

/// The greatest distance between the distribution of `sorted` and a continuous one (Kolmogorov-Smirnov).
pub(crate) fn distance(sorted: &[u64], cumulative: impl Fn(f64) -> f64) -> f64 {
    let n = sorted.len() as f64;
    let at = |(rank, &value): (usize, &u64)| {
        let (below, upto) = (rank as f64 / n, (rank as f64 + 1.0) / n);
        (cumulative(value as f64) - below).abs().max((cumulative(value as f64) - upto).abs())
    };
    sorted.iter().enumerate().map(at).fold(0.0, f64::max)
}

/// Distances above this one are 1 % of those of as many independent samples.
pub(crate) fn critical_distance(samples: usize) -> f64 {
    1.63 / (samples as f64).sqrt()
}

/// Held by one test at a time, because they would disturb each other.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Why a try did not pass.
#[derive(Debug)]
pub(crate) enum Miss {
    /// It reported an error.
    Wrong(String),
    /// It has no verdict: the control itself was too far from the truth.
    Void(String),
}

/// A measurement that the machine may have disturbed: passes if one try of a few does. What must hold in every try is
/// asserted inside it. Programs started in it run before others on a busy machine, if the system allows it.
///
/// # Panics
/// No try passed; with the result of each.
pub(crate) fn one_of_a_few(attempt: impl FnMut() -> Result<(), Miss>) {
    let _alone = alone();
    let _urgent = Urgent::new();
    if let Err(why) = one_of(8, attempt) {
        panic!("{why}");
    }
}

/// `Err` with all results if none of so many tries passed.
fn one_of(tries: usize, mut attempt: impl FnMut() -> Result<(), Miss>) -> Result<(), String> {
    let (mut wrong, mut void) = (Vec::new(), Vec::new());
    for _ in 0..tries {
        let miss = match attempt() {
            Ok(()) => return Ok(()),
            Err(miss) => miss,
        };
        eprintln!("once more: {miss:?}");
        match miss {
            Miss::Wrong(why) => wrong.push(why),
            Miss::Void(why) => void.push(why),
        }
    }
    if wrong.is_empty() {
        return Err(format!("the machine was too busy to tell, in each of {tries} tries: {void:#?}"));
    }
    Err(format!("none of {tries} tries passed. Wrong: {wrong:#?}; too busy to tell: {void:#?}"))
}

/// How far a client may be from the truth on a machine that adds nothing, and how far the control may be before a try
/// tells nothing: 1 % and 4 %, or 20 us and 100 us for short times, of nanoseconds. Both together are the 5 % of the mistakes
/// that tests are held against, and the client's own way there and back comes on top of those: no machine is busy enough to
/// hide one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slack {
    pub(crate) bar: f64,
    pub(crate) limit: f64,
}

pub(crate) fn slack(truth: f64) -> Slack {
    Slack { bar: (truth * 0.01).max(20_000.0), limit: (truth * 0.04).max(100_000.0) }
}

/// The client is no farther from the truth than the control is, plus the bar.
///
/// # Errors
/// It is, or the control itself is farther away than the limit.
pub(crate) fn no_farther(what: &str, client: f64, control: f64, slack: Slack) -> Result<(), Miss> {
    let Slack { bar, limit } = slack;
    // Of nanoseconds, or of shares.
    let digits = if bar < 1.0 { 4 } else { 0 };
    let said =
        || format!("{what}: off by {client:.digits$}, the control by {control:.digits$}, the bar is {bar:.digits$}");
    if control.abs() > limit {
        return Err(Miss::Void(said()));
    }
    ensure(client.abs() <= control.abs() + bar, said)
}

/// While it lives, this thread and what it starts run before all others (`SCHED_FIFO`), if the system allows it.
struct Urgent;

impl Urgent {
    fn new() -> Self {
        Self::schedule(&["--fifo", "--pid", "1"]);
        Self
    }

    /// Without chrt, or the right to it, the machine is as busy as it is.
    fn schedule(how: &[&str]) {
        let thread = rustix::thread::gettid().as_raw_nonzero().to_string();
        let _ = Command::new("chrt").args(how).arg(thread).stderr(Stdio::null()).status();
    }
}

impl Drop for Urgent {
    fn drop(&mut self) {
        Self::schedule(&["--other", "--pid", "0"]);
    }
}

/// `Err` with what `what` says unless `holds`.
pub(crate) fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), Miss> {
    if holds { Ok(()) } else { Err(Miss::Wrong(what())) }
}

pub(crate) fn sorted(mut values: Vec<u64>) -> Vec<u64> {
    values.sort_unstable();
    values
}

#[test]
fn the_statistics_are_right() {
    let sorted: Vec<u64> = (1..=1000).collect();
    assert!((quantile(&sorted, 0.5) - 500.0).abs() < 1e-9 && (quantile(&sorted, 0.999) - 999.0).abs() < 1e-9);
    assert!((mean(&sorted) - 500.5).abs() < 1e-9);
    assert!(distance(&sorted, |x| x / 1000.0) < 0.0011);
    // A tenth more of everything: at 1000 all of them should have been seen, and 1 / 1.1 were.
    let more: Vec<u64> = sorted.iter().map(|value| value * 11 / 10).collect();
    assert!((distance(&more, |x| (x / 1000.0).min(1.0)) - 0.0909).abs() < 0.002);
}

#[test]
fn a_control_excuses_what_it_shows_itself_and_nothing_else() {
    let slack = slack(10e6);
    assert!(no_farther("", 90e3, 0.0, slack).is_ok() && no_farther("", -90e3, 0.0, slack).is_ok());
    assert!(no_farther("", 290e3, 200e3, slack).is_ok());
    assert!(matches!(no_farther("", 310e3, 200e3, slack), Err(Miss::Wrong(_))));
    // 5 % too long, with the farthest control that there may be, and beyond it.
    assert!(matches!(no_farther("", 501e3, 400e3, slack), Err(Miss::Wrong(_))));
    assert!(matches!(no_farther("", 0.0, 401e3, slack), Err(Miss::Void(_))));
}

#[test]
fn tries_that_tell_nothing_do_not_pass() {
    let busy = || no_farther("busy", 0.0, 1e9, slack(0.0));
    assert!(one_of(2, busy).unwrap_err().starts_with("the machine was too busy to tell"));
    let mut controls = [1e9, 0.0].into_iter();
    let client = |off| move |control| no_farther("once busy", off, control, slack(0.0));
    assert!(one_of(2, || controls.next().map_or(Ok(()), client(0.0))).is_ok());
    let mut controls = [1e9, 0.0].into_iter();
    assert!(
        one_of(2, || controls.next().map_or(Ok(()), client(1e6))).unwrap_err().starts_with("none of 2 tries passed")
    );
}
