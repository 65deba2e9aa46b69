//! One thread's record of the requests of a window: outcomes and latencies. No sharing, no locks; merged at the end.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Serializer, V2DeflateSerializer};
use schemars::JsonSchema;
use serde::Serialize;

use crate::clock::{Nanos, micros};
use crate::outcome::{Outcome, Outcomes};

const LOWEST: Nanos = 100;
const HIGHEST: Nanos = 3_600_000_000_000;
const DIGITS: u8 = 3;

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Recorder {
    pub outcomes: Outcomes,
    /// Right answers that arrived inside the window, whenever their request was sent.
    pub(crate) completed: u64,
    /// Right answers, each by the share of its time that lies inside the window, in units of 1 / [`WHOLE`].
    pub(crate) progress: u64,
    latencies: Times,
}

/// One answer of [`Recorder::progress`]: whole numbers, so that merging stays exact. Room for 10^10 answers.
pub(crate) const WHOLE: u64 = 1 << 28;

impl Recorder {
    /// A right answer, `latency` after its request was sent.
    #[inline]
    pub(crate) fn ok(&mut self, latency: Nanos) {
        self.outcomes.count(Outcome::Ok);
        self.latencies.record(latency);
    }

    /// A request that ended otherwise; its latency is not recorded.
    pub(crate) fn failed(&mut self, outcome: Outcome) {
        debug_assert_ne!(outcome, Outcome::Ok);
        self.outcomes.count(outcome);
    }

    /// Commutative and associative; an empty recorder changes nothing.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.outcomes.merge(&other.outcomes);
        self.completed += other.completed;
        self.progress += other.progress;
        self.latencies.merge(&other.latencies);
    }

    pub(crate) fn latencies(&self) -> &Times {
        &self.latencies
    }

    /// `None` without a single right answer.
    pub(crate) fn latency(&self) -> Option<Latency> {
        self.latencies.summary()
    }

    /// `HdrHistogram` V2 compressed encoding of nanoseconds, in base64; `None` without a single right answer.
    pub(crate) fn encoded(&self) -> Option<String> {
        self.latencies.encoded()
    }
}

/// A distribution of times.
#[derive(Debug, Clone, PartialEq)]
pub struct Times {
    bins: Histogram<u64>,
    // Exact, because the histogram's own are rounded to its bins.
    min: Nanos,
    max: Nanos,
    sum: u128,
}

impl Default for Times {
    /// For latencies, which are never near 0.
    fn default() -> Self {
        Self::from(LOWEST)
    }
}

impl Times {
    /// For times that may well be 0: bins of a nanosecond, so that 0 stays 0.
    pub(crate) fn with_zero() -> Self {
        Self::from(1)
    }

    fn from(lowest: Nanos) -> Self {
        // The bounds are constants; the call fails only for bounds that contradict each other.
        let bins = Histogram::new_with_bounds(lowest, HIGHEST, DIGITS).expect("constant bounds are valid");
        Self { bins, min: Nanos::MAX, max: 0, sum: 0 }
    }

    #[inline]
    pub fn record(&mut self, time: Nanos) {
        self.bins.saturating_record(time);
        self.min = self.min.min(time);
        self.max = self.max.max(time);
        self.sum += u128::from(time);
    }

    /// Commutative and associative; both sides must be for the same kind of times.
    pub(crate) fn merge(&mut self, other: &Self) {
        // Same bounds on both sides, the only thing that can fail.
        self.bins.add(&other.bins).expect("times of one kind share their bounds");
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
        self.sum += other.sum;
    }

    /// Nanoseconds.
    pub fn bins(&self) -> &Histogram<u64> {
        &self.bins
    }

    pub(crate) fn count(&self) -> u64 {
        self.bins.len()
    }

    /// How many lie in this range, both ends included, as far as the bins tell.
    pub(crate) fn count_between(&self, low: Nanos, high: Nanos) -> u64 {
        self.bins.count_between(low, high)
    }

    /// `None` if nothing was recorded.
    pub fn summary(&self) -> Option<Latency> {
        if self.bins.is_empty() {
            return None;
        }
        // A bin's upper edge may lie beyond the largest value that was recorded.
        let at = |quantile| micros(self.bins.value_at_quantile(quantile).clamp(self.min, self.max));
        Some(Latency {
            min: micros(self.min),
            mean: mean(self.sum, self.bins.len()),
            p50: at(0.50),
            p75: at(0.75),
            p90: at(0.90),
            p95: at(0.95),
            p99: at(0.99),
            p999: at(0.999),
            p9999: at(0.9999),
            max: micros(self.max),
        })
    }

    /// `HdrHistogram` V2 compressed encoding of nanoseconds, in base64; `None` if nothing was recorded. Times of every
    /// kind are written with the same bounds: 0 then lies in the lowest bin, with all that is below 64 ns.
    pub(crate) fn encoded(&self) -> Option<String> {
        if self.bins.is_empty() {
            return None;
        }
        let mut written = Self::default();
        // Up to 131 us the finer bins divide the others evenly, above it they are the same: as if recorded there.
        written.bins.add(&self.bins).expect("the bounds have the same upper end");
        let mut bytes = Vec::new();
        V2DeflateSerializer::new().serialize(&written.bins, &mut bytes).expect("writing to memory does not fail");
        Some(STANDARD.encode(bytes))
    }
}

fn mean(sum: u128, count: u64) -> f64 {
    sum as f64 / count as f64 / 1e3
}

/// How times are distributed, microseconds. Latencies are of right answers: from sending the request (or from
/// connect(2) where every request has its own connection) to the last byte of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Latency {
    pub min: f64,
    pub mean: f64,
    pub p50: f64,
    pub p75: f64,
    pub p90: f64,
    pub p95: f64,
    pub p99: f64,
    pub p999: f64,
    pub p9999: f64,
    pub max: f64,
}

#[cfg(test)]
mod tests {
    use hdrhistogram::serialization::Deserializer;
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn recorder(latencies: &[u64]) -> Recorder {
        let mut recorder = Recorder::default();
        for &latency in latencies {
            if latency % 7 == 0 {
                recorder.failed(Outcome::Read);
            } else {
                recorder.ok(latency);
                recorder.completed += latency % 2;
                recorder.progress += latency % 3;
            }
        }
        recorder
    }

    fn merged(parts: &[&Recorder]) -> Recorder {
        let mut all = Recorder::default();
        for part in parts {
            all.merge(part);
        }
        all
    }

    fn latencies() -> impl Strategy<Value = Vec<u64>> {
        vec(1_u64..HIGHEST, 0..40)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn merge_is_commutative(a in latencies(), b in latencies()) {
            let (a, b) = (recorder(&a), recorder(&b));
            prop_assert_eq!(merged(&[&a, &b]), merged(&[&b, &a]));
        }

        #[test]
        fn merge_is_associative(a in latencies(), b in latencies(), c in latencies()) {
            let (a, b, c) = (recorder(&a), recorder(&b), recorder(&c));
            let left = merged(&[&merged(&[&a, &b]), &c]);
            let right = merged(&[&a, &merged(&[&b, &c])]);
            prop_assert_eq!(left, right);
        }

        #[test]
        fn merging_nothing_changes_nothing(a in latencies()) {
            let a = recorder(&a);
            prop_assert_eq!(merged(&[&a, &Recorder::default()]), a);
        }

        #[test]
        fn merging_parts_is_recording_the_whole(a in latencies(), b in latencies()) {
            let whole: Vec<u64> = a.iter().chain(&b).copied().collect();
            prop_assert_eq!(merged(&[&recorder(&a), &recorder(&b)]), recorder(&whole));
        }

        #[test]
        fn quantiles_are_ordered_and_within_the_extremes(a in vec(1_u64..HIGHEST, 1..60)) {
            let mut recorder = Recorder::default();
            for &latency in &a {
                recorder.ok(latency);
            }
            let l = recorder.latency().expect("there are samples");
            let ordered = [l.min, l.p50, l.p75, l.p90, l.p95, l.p99, l.p999, l.p9999, l.max];
            prop_assert!(ordered.is_sorted(), "{ordered:?}");
            prop_assert!(l.min <= l.mean && l.mean <= l.max);
        }
    }

    fn decoded(encoded: &str) -> Histogram<u64> {
        let bytes = STANDARD.decode(encoded).expect("base64");
        hdrhistogram::serialization::Deserializer::deserialize(&mut Deserializer::new(), &mut bytes.as_slice())
            .expect("V2 compressed")
    }

    fn times(mut empty: Times, recorded: &[u64]) -> Times {
        for &time in recorded {
            empty.record(time);
        }
        empty
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn both_kinds_of_times_are_written_alike(
            near in vec(0_u64..300_000, 0..40),
            far in vec(0_u64..2 * HIGHEST, 0..40),
            bits in vec(0_u32..43, 0..40),
        ) {
            let edges = bits.iter().flat_map(|bit| [(1_u64 << bit) - 1, 1_u64 << bit]);
            let all: Vec<u64> = near.into_iter().chain(far).chain(edges).collect();
            prop_assert_eq!(times(Times::with_zero(), &all).encoded(), times(Times::default(), &all).encoded());
        }
    }

    #[test]
    fn a_time_of_nothing_is_written_into_the_lowest_bin() {
        let encoded = times(Times::with_zero(), &[0, 0, 63, 64, 5_000]).encoded().expect("there are samples");
        let decoded = decoded(&encoded);
        assert_eq!((decoded.len(), decoded.count_at(0), decoded.count_at(64)), (5, 3, 1));
        assert_eq!((decoded.low(), decoded.high(), decoded.sigfig()), (LOWEST, HIGHEST, DIGITS));
    }

    #[test]
    fn nothing_recorded_is_no_number() {
        let mut recorder = Recorder::default();
        recorder.failed(Outcome::Timeout);
        assert_eq!((recorder.latency(), recorder.encoded()), (None, None));
    }

    #[test]
    fn a_time_of_nothing_is_zero_and_not_the_edge_of_a_bin() {
        let mut times = Times::with_zero();
        (0..99).for_each(|_| times.record(0));
        times.record(5_000);
        let summary = times.summary().expect("there are samples");
        assert!((summary.p50, summary.p90, summary.max) == (0.0, 0.0, 5.0), "{summary:?}");
    }

    #[test]
    fn a_quantile_is_within_the_promised_digits() {
        let mut recorder = Recorder::default();
        for n in 1..=100_000_u64 {
            recorder.ok(n * 1000);
        }
        let latency = recorder.latency().expect("there are samples");
        for (got, exact) in [(latency.p50, 50_000.0), (latency.p99, 99_000.0), (latency.p999, 99_900.0)] {
            assert!((got / exact - 1.0_f64).abs() < 0.001, "{got} is not {exact}");
        }
        assert!((latency.mean - 50_000.5).abs() < 1e-6);
    }

    #[test]
    fn the_encoded_histogram_decodes_to_what_was_recorded() {
        let recorder = recorder(&[150, 2_000, 3_000_001, 3_000_001, 59_000_000_000]);
        let decoded = decoded(&recorder.encoded().expect("there are samples"));
        assert_eq!(decoded.len(), 5);
        assert_eq!(decoded.count_at(3_000_001), 2);
        assert_eq!((decoded.low(), decoded.high(), decoded.sigfig()), (LOWEST, HIGHEST, DIGITS));
    }
}
