//! Converts the results of a lap into what plow reports.

use super::block::{Block, Stats};
use super::clusters::clusters;
use crate::statistics::{deviation, values};
use fairload::clock::{Nanos, SECOND};
use fairload::detail::{Detail, TICK};
use fairload::outcome::Outcome;

const ROWS: usize = 8;
const TICKS_PER_S: usize = 10;

/// The detail of a lap after so much time. `authority`: the server, as `host:port`.
pub(super) fn block(detail: &Detail, elapsed: Nanos, connections: usize, authority: &str) -> Block {
    let times: Vec<_> = values(detail.latencies.bins()).collect();
    let mut block = Block {
        elapsed,
        count: detail.answers() + detail.error_count(),
        classes: detail.by_class,
        connections,
        bytes_read: detail.wire_bytes,
        bytes_written: detail.sent_bytes,
        errors: errors(detail, authority),
        rate: rate(&detail.ticks, elapsed),
        clusters: clusters(&times, ROWS),
        ..Block::default()
    };
    if let Some(latency) = detail.latencies.summary() {
        let spread = deviation(times.iter().map(|&(time, count)| (time as f64 / 1e3, count)), latency.mean);
        let micros = Stats { min: latency.min, mean: latency.mean, deviation: spread, max: latency.max };
        block.latency = micros.map(nanos);
        let quantiles = [latency.p50, latency.p75, latency.p90, latency.p95, latency.p99, latency.p999, latency.p9999];
        block.quantiles = quantiles.map(nanos);
    }
    block
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // times, not negative; saturates
fn nanos(micros: f64) -> Nanos {
    (micros * 1e3).round() as Nanos
}

/// Answers in each whole second, those without one included; `None` before the first is over.
fn rate(ticks: &[Vec<u64>], elapsed: Nanos) -> Option<Stats<f64>> {
    debug_assert_eq!(TICK * TICKS_PER_S as u64, SECOND);
    let whole = usize::try_from(elapsed / SECOND).ok().filter(|&whole| whole > 0)?;
    let mut seconds = vec![0_u64; whole];
    for thread in ticks {
        for (count, second) in thread.iter().enumerate().map(|(tick, count)| (count, tick / TICKS_PER_S)) {
            // A last second that is not over is left out.
            if let Some(sum) = seconds.get_mut(second) {
                *sum += count;
            }
        }
    }
    let rates: Vec<f64> = seconds.iter().map(|&count| count as f64).collect();
    let mean = rates.iter().sum::<f64>() / rates.len() as f64;
    Some(Stats {
        min: rates.iter().copied().fold(f64::INFINITY, f64::min),
        mean,
        deviation: deviation(rates.iter().map(|&rate| (rate, 1)), mean),
        max: rates.iter().copied().fold(0.0, f64::max),
    })
}

fn errors(detail: &Detail, authority: &str) -> Vec<(String, u64)> {
    let mut errors: Vec<(String, u64)> = Vec::new();
    for ((outcome, text), count) in &detail.errors {
        let message = message(*outcome, text, authority);
        match errors.iter_mut().find(|(known, _)| *known == message) {
            Some((_, sum)) => *sum += count,
            None => errors.push((message, *count)),
        }
    }
    errors
}

/// plow's words, if it has some for it.
fn message(outcome: Outcome, text: &str, authority: &str) -> String {
    let reason = text.split(" (os error").next().unwrap_or_default();
    match outcome {
        Outcome::Connect if reason == "none" => {
            format!("error when dialing {authority}: dialing to the given TCP address timed out")
        }
        // Of TLS, in our own words; what could be done about it with options that plow does not have is left out.
        Outcome::Connect if !text.contains(" (os error") => reason.split(" (--").next().unwrap_or_default().to_owned(),
        Outcome::Connect => {
            format!("error when dialing {authority}: dial tcp {authority}: connect: {}", reason.to_lowercase())
        }
        Outcome::Timeout => "timeout".to_owned(),
        _ => reason.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    const MS: Nanos = 1_000_000;

    #[test]
    fn whole_seconds_have_a_rate_and_silent_ones_count() {
        let second = |count: u64| [vec![count], vec![0; 9]].concat();
        let ticks = [[second(4), second(0), second(2), vec![7]].concat(), second(6)];
        assert_eq!(rate(&ticks, SECOND - 1), None);
        // 10, 0 and 2: mean 4, squares 36 + 16 + 4 over 2; the fourth second is not over.
        let expected = Stats { min: 0.0, mean: 4.0, deviation: 28.0_f64.sqrt(), max: 10.0 };
        assert_eq!(rate(&ticks, 3 * SECOND + 50 * MS), Some(expected));
    }

    #[test]
    fn errors_are_counted_once_and_have_no_latency() {
        let text = "Connection refused (os error 111)".to_owned();
        let alien = "not signed by a trusted authority (--cacert FILE names one)".to_owned();
        let errors = [
            ((Outcome::Connect, text), 3),
            ((Outcome::Connect, alien), 1),
            ((Outcome::Timeout, "nothing".to_owned()), 2),
        ];
        let mut detail = Detail { by_class: [0, 4, 0, 1, 0], errors: BTreeMap::from(errors), ..Detail::default() };
        for time in [MS, 3 * MS, 3 * MS, 3 * MS, 5 * MS] {
            detail.latencies.record(time);
        }
        let block = block(&detail, SECOND / 2, 2, "a:1");
        assert_eq!((block.count, block.seen_classes().len()), (11, 2));
        let refused = "error when dialing a:1: dial tcp a:1: connect: connection refused";
        let alien = "not signed by a trusted authority";
        assert_eq!(block.errors, [(refused.to_owned(), 3), (alien.to_owned(), 1), ("timeout".to_owned(), 2)]);
        assert_eq!((block.latency.min, block.latency.mean, block.latency.max), (MS, 3 * MS, 5 * MS));
        assert!(block.latency.deviation.abs_diff(1_414_214) < 2_000, "{:?}", block.latency);
        assert_eq!(block.clusters.iter().map(|cluster| cluster.count).collect::<Vec<_>>(), [1, 3, 1]);
    }
}
