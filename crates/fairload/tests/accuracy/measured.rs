//! Statistics for tests of accuracy: what a client said it measured, and how far two distributions are apart.

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
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
pub(crate) fn quantile(sorted: &[u64], q: f64) -> f64 {
    let rank = (q * sorted.len() as f64).ceil() as usize;
    sorted[rank.clamp(1, sorted.len()) - 1] as f64
}

#[allow(clippy::cast_precision_loss)]
pub(crate) fn mean(values: &[u64]) -> f64 {
    values.iter().map(|&value| value as f64).sum::<f64>() / values.len() as f64
}

/// The greatest distance between the distribution of `sorted` and a continuous one (Kolmogorov-Smirnov).
#[allow(clippy::cast_precision_loss)]
pub(crate) fn distance(sorted: &[u64], cumulative: impl Fn(f64) -> f64) -> f64 {
    let n = sorted.len() as f64;
    let at = |(rank, &value): (usize, &u64)| {
        let (below, upto) = (rank as f64 / n, (rank as f64 + 1.0) / n);
        (cumulative(value as f64) - below).abs().max((cumulative(value as f64) - upto).abs())
    };
    sorted.iter().enumerate().map(at).fold(0.0, f64::max)
}

/// Distances above this one are 1 % of those of as many independent samples.
#[allow(clippy::cast_precision_loss)]
pub(crate) fn critical_distance(samples: usize) -> f64 {
    1.63 / (samples as f64).sqrt()
}

/// For one test at a time: they would disturb each other.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A measurement that the machine may have disturbed: passes if one try of a few does. What must hold in every try is
/// asserted inside it. Programs that are started in it go before others on a busy machine, where the system lets them.
///
/// # Panics
/// Every try failed; with what each of them said.
pub(crate) fn one_of_a_few(mut attempt: impl FnMut() -> Result<(), String>) {
    const TRIES: usize = 8;
    let _alone = alone();
    let _urgent = Urgent::new();
    let mut failures = Vec::new();
    for _ in 0..TRIES {
        match attempt() {
            Ok(()) => return,
            Err(failure) => failures.push(failure),
        }
    }
    panic!("{TRIES} tries of {TRIES} failed: {failures:#?}");
}

/// While it lives, this thread and what it starts run before all others (`SCHED_FIFO`), where the system lets them.
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
pub(crate) fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
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
