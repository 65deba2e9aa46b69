//! The figures of a file of stamps: the truth that a load generator's figures are compared with. Exact quantiles, no
//! histogram.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use super::stamps::{Record, parse};
use crate::clock::{Nanos, micros, seconds};

/// What the reference server saw of the requests that arrived in a window. What is not known is null.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Truth {
    /// Requests that were read to their end.
    pub(crate) requests: u64,
    pub(crate) answered: u64,
    /// Meant never to be answered (`--never`), or their connection was closed, or the server ended, before their time.
    pub(crate) unanswered: u64,
    /// Connections with at least one request.
    pub(crate) connections: u64,
    /// Bytes of the answers, heads and bodies.
    pub(crate) bytes_sent: u64,
    /// First arrival, nanoseconds of `CLOCK_MONOTONIC`.
    pub(crate) first_in_ns: Option<Nanos>,
    /// Last arrival, nanoseconds of `CLOCK_MONOTONIC`.
    pub(crate) last_in_ns: Option<Nanos>,
    /// Gaps per second between the first arrival and the last; null below two arrivals.
    pub(crate) arrivals_per_s: Option<f64>,
    /// From reading the request to handing its answer to the socket; null if none was answered.
    pub(crate) service_us: Option<Quantiles>,
    /// From one arrival to the next, on whatever connection; null below two arrivals.
    pub(crate) gap_us: Option<Quantiles>,
    /// Standard deviation of the gaps over their mean: 0 for constant ones, 1 for exponential ones.
    pub(crate) gap_variation: Option<f64>,
}

/// How times are distributed, microseconds. A quantile q is the smallest time that at least the share q of all times
/// does not exceed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Quantiles {
    pub(crate) min: f64,
    pub(crate) mean: f64,
    pub(crate) p50: f64,
    pub(crate) p75: f64,
    pub(crate) p90: f64,
    pub(crate) p95: f64,
    pub(crate) p99: f64,
    pub(crate) p999: f64,
    pub(crate) p9999: f64,
    pub(crate) max: f64,
}

/// Why there is no truth: what, where, and how to fix it.
#[derive(Debug, Error)]
pub(crate) enum TruthError {
    #[error("stamps {path:?}: {reason}; give a file that `fairload reference --stamps` wrote")]
    Unreadable { path: PathBuf, reason: std::io::Error },
    #[error("stamps {path:?}: {problem}; give a file that `fairload reference --stamps` wrote, whole")]
    Malformed { path: PathBuf, problem: String },
}

/// The truth about the requests of a file of stamps that arrived in `window`, nanoseconds of `CLOCK_MONOTONIC`.
///
/// # Errors
/// The file cannot be read, or holds no stamps.
pub(crate) fn read(path: &Path, window: &Range<Nanos>) -> Result<Truth, TruthError> {
    let text =
        std::fs::read_to_string(path).map_err(|reason| TruthError::Unreadable { path: path.to_owned(), reason })?;
    let records = parse(&text).map_err(|problem| TruthError::Malformed { path: path.to_owned(), problem })?;
    let inside: Vec<_> = records.into_iter().filter(|record| window.contains(&record.arrived)).collect();
    Ok(Truth::of(&inside))
}

impl Truth {
    fn of(records: &[Record]) -> Self {
        let service: Vec<_> = records
            .iter()
            .filter_map(|record| record.answered.map(|answered| answered.saturating_sub(record.arrived)))
            .collect();
        let gaps: Vec<_> = records.windows(2).map(|pair| pair[1].arrived.saturating_sub(pair[0].arrived)).collect();
        let (first, last) = (records.first().map(|record| record.arrived), records.last().map(|record| record.arrived));
        let length = first.zip(last).map(|(first, last)| seconds(last.saturating_sub(first)));
        Self {
            requests: records.len() as u64,
            answered: service.len() as u64,
            unanswered: (records.len() - service.len()) as u64,
            connections: records.iter().map(|record| record.connection).collect::<HashSet<_>>().len() as u64,
            bytes_sent: records.iter().map(|record| record.bytes).sum(),
            first_in_ns: first,
            last_in_ns: last,
            arrivals_per_s: length.filter(|length| *length > 0.0).map(|length| gaps.len() as f64 / length),
            gap_variation: variation(&gaps),
            service_us: Quantiles::of(service),
            gap_us: Quantiles::of(gaps),
        }
    }
}

impl Quantiles {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a rank
    fn of(mut times: Vec<Nanos>) -> Option<Self> {
        times.sort_unstable();
        let (min, max) = (*times.first()?, *times.last()?);
        let at = |q: f64| {
            let rank = (q * times.len() as f64).ceil() as usize;
            micros(times[rank.clamp(1, times.len()) - 1])
        };
        Some(Self {
            min: micros(min),
            mean: mean(&times) / 1e3,
            p50: at(0.50),
            p75: at(0.75),
            p90: at(0.90),
            p95: at(0.95),
            p99: at(0.99),
            p999: at(0.999),
            p9999: at(0.9999),
            max: micros(max),
        })
    }
}

fn mean(times: &[Nanos]) -> f64 {
    times.iter().map(|&time| u128::from(time)).sum::<u128>() as f64 / times.len() as f64
}

fn variation(times: &[Nanos]) -> Option<f64> {
    let mean = mean(times);
    if times.is_empty() || mean <= 0.0 {
        return None;
    }
    let variance = times.iter().map(|&time| (time as f64 - mean).powi(2)).sum::<f64>() / times.len() as f64;
    Some(variance.sqrt() / mean)
}

impl fmt::Display for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { requests, answered, unanswered, connections, bytes_sent, .. } = self;
        writeln!(f, "Requests     {requests} on {connections} connections")?;
        writeln!(f, "Answers      {answered}, {bytes_sent} bytes; {unanswered} requests unanswered")?;
        if let (Some(rate), Some(variation)) = (self.arrivals_per_s, self.gap_variation) {
            writeln!(f, "Arrivals     {rate:.1} per second, gaps vary by {variation:.3} of their mean")?;
        }
        for (name, quantiles) in [("Service", &self.service_us), ("Gaps", &self.gap_us)] {
            let Some(q) = quantiles else { continue };
            writeln!(
                f,
                "{name:<12} mean {:.1} us; min {:.1}, p50 {:.1}, p90 {:.1}, p99 {:.1}, p99.9 {:.1}, max {:.1} us",
                q.mean, q.min, q.p50, q.p90, q.p99, q.p999, q.max
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(connection: u64, arrived: Nanos, service: Option<Nanos>) -> Record {
        let answered = service.map(|service| arrived + service);
        Record { connection, arrived, answered, bytes: if service.is_some() { 10 } else { 0 } }
    }

    #[test]
    fn quantiles_are_the_ranks_they_should_be() {
        let quantiles = Quantiles::of((1..=1000).rev().map(|n| n * 1000).collect()).expect("there are times");
        let Quantiles { min, mean, p50, p75, p90, p95, p99, p999, p9999, max } = quantiles;
        let got = [min, p50, p75, p90, p95, p99, p999, p9999, max];
        assert!(
            got.iter().zip([1, 500, 750, 900, 950, 990, 999, 1000, 1000]).all(|(a, b)| (a - f64::from(b)).abs() < 1e-9),
            "{got:?}"
        );
        assert!((mean - 500.5).abs() < 1e-9);
    }

    #[test]
    fn arrivals_and_answers_are_counted_and_nothing_is_no_number() {
        let records: Vec<_> =
            (0..101_u64).map(|n| record(n % 4, n * 1_000_000, (n % 10 != 9).then_some(500))).collect();
        let truth = Truth::of(&records);
        assert_eq!((truth.requests, truth.answered, truth.unanswered, truth.connections), (101, 91, 10, 4));
        assert_eq!((truth.bytes_sent, truth.first_in_ns, truth.last_in_ns), (910, Some(0), Some(100_000_000)));
        assert!(truth.arrivals_per_s.is_some_and(|rate| (rate - 1000.0).abs() < 1e-9));
        assert!(truth.gap_variation.is_some_and(|variation| variation.abs() < 1e-9));
        assert!(truth.service_us.is_some_and(|service| (service.p99 - 0.5).abs() < 1e-9));

        let none = Truth::of(&[]);
        assert_eq!((none.requests, none.arrivals_per_s, none.service_us, none.gap_us), (0, None, None, None));
        assert_eq!(Truth::of(&[record(1, 5, None)]).gap_variation, None);
    }
}
