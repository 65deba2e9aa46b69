//! When requests fall due: a schedule independent of answers, clocks and connections.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::clock::Nanos;
use crate::spec::{Arrivals, Offer};

const NANOS_PER_SECOND: f64 = 1e9;
/// 2^-53: a 53-bit integer times this lies in [0, 1).
const UNIT: f64 = f64::EPSILON / 2.0;

/// One of `of` equal parts of a schedule: every `of`-th request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stripe {
    pub(crate) index: usize,
    pub(crate) of: usize,
}

/// The due times of one stripe, in order and without end. The stripes of one offer, taken together, are the same
/// schedule however many there are.
#[derive(Debug, Clone)]
pub(crate) struct Pacer {
    start: Nanos,
    gaps: Gaps,
    /// From one request of this stripe to the next.
    stride: usize,
    /// Due time of the next request of this stripe.
    next: Nanos,
}

#[derive(Debug, Clone)]
enum Gaps {
    /// All equal: the request of this number is due this many intervals after the start, without drift.
    Constant { number: u64, interval: f64 },
    /// Independent and exponential with this mean, nanoseconds; so far this much time has passed.
    Poisson { random: Box<Xoshiro256PlusPlus>, mean: f64, passed: f64 },
}

impl Pacer {
    /// Nothing is due before `start`.
    pub(crate) fn new(offer: &Offer, stripe: Stripe, start: Nanos) -> Self {
        let interval = NANOS_PER_SECOND / offer.rate_per_s;
        let mut gaps = match offer.arrivals {
            Arrivals::Constant => Gaps::Constant { number: 0, interval },
            Arrivals::Poisson => {
                let mut random = Box::new(Xoshiro256PlusPlus::seed_from_u64(offer.seed));
                let passed = exponential(&mut random, interval);
                Gaps::Poisson { random, mean: interval, passed }
            }
        };
        for _ in 0..stripe.index {
            gaps.advance();
        }
        let next = start.saturating_add(gaps.offset());
        Self { start, gaps, stride: stripe.of, next }
    }

    /// When the next request is due.
    #[inline]
    pub(crate) fn next(&self) -> Nanos {
        self.next
    }

    /// Takes the next request and moves to the one after it.
    pub(crate) fn advance(&mut self) {
        for _ in 0..self.stride {
            self.gaps.advance();
        }
        self.next = self.start.saturating_add(self.gaps.offset());
    }
}

impl Gaps {
    fn advance(&mut self) {
        match self {
            Self::Constant { number, .. } => *number += 1,
            Self::Poisson { random, mean, passed } => *passed += exponential(random, *mean),
        }
    }

    /// Nanoseconds after the start.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // not negative; saturates
    fn offset(&self) -> Nanos {
        match self {
            Self::Constant { number, interval } => (*number as f64 * interval) as Nanos,
            Self::Poisson { passed, .. } => *passed as Nanos,
        }
    }
}

/// By inversion: -mean ln(1 - U), U uniform in [0, 1).
fn exponential(random: &mut Xoshiro256PlusPlus, mean: f64) -> f64 {
    let uniform = (random.next_u64() >> 11) as f64 * UNIT;
    -mean * (-uniform).ln_1p()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::clock::SECOND;

    const WHOLE: Stripe = Stripe { index: 0, of: 1 };

    fn offer(rate_per_s: f64, arrivals: Arrivals, seed: u64) -> Offer {
        Offer { rate_per_s, arrivals, seed }
    }

    fn take(offer: &Offer, stripe: Stripe, count: usize) -> Vec<Nanos> {
        let mut pacer = Pacer::new(offer, stripe, 1000);
        let mut times = Vec::with_capacity(count);
        for _ in 0..count {
            times.push(pacer.next());
            pacer.advance();
        }
        times
    }

    fn any_offer() -> impl Strategy<Value = Offer> {
        let arrivals = prop_oneof![Just(Arrivals::Poisson), Just(Arrivals::Constant)];
        (0.5_f64..1e6, arrivals, any::<u64>()).prop_map(|(rate, arrivals, seed)| offer(rate, arrivals, seed))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn times_are_in_order_and_not_before_the_start(offer in any_offer()) {
            let times = take(&offer, WHOLE, 500);
            prop_assert!(times.is_sorted() && times[0] >= 1000);
        }

        #[test]
        fn a_seed_repeats_its_schedule(offer in any_offer()) {
            prop_assert_eq!(take(&offer, WHOLE, 200), take(&offer, WHOLE, 200));
            let other = Offer { seed: offer.seed.wrapping_add(1), ..offer };
            let same = take(&offer, WHOLE, 200) == take(&other, WHOLE, 200);
            prop_assert_eq!(same, offer.arrivals == Arrivals::Constant);
        }

        #[test]
        fn stripes_together_are_the_whole_schedule(offer in any_offer(), of in 1_usize..6) {
            let mut all: Vec<_> = (0..of).flat_map(|index| take(&offer, Stripe { index, of }, 60)).collect();
            all.sort_unstable();
            prop_assert_eq!(all, take(&offer, WHOLE, 60 * of));
        }

        #[test]
        fn a_constant_schedule_has_exactly_its_rate(rate in 1_u32..100_000, seconds in 1_u64..5) {
            let offer = offer(f64::from(rate), Arrivals::Constant, 0);
            let mut pacer = Pacer::new(&offer, WHOLE, 0);
            let mut due = 0;
            // A quarter of an interval short of the end, which rounding may put on either side.
            let end = seconds * SECOND - SECOND / u64::from(rate) / 4;
            while pacer.next() < end {
                due += 1;
                pacer.advance();
            }
            prop_assert_eq!(due, u64::from(rate) * seconds);
        }
    }

    /// Mean and variance of n exponential gaps: mean m (sd m / sqrt n), and a coefficient of variation of 1. Then the
    /// distance of their distribution from the exponential one (Kolmogorov-Smirnov, 0.1 % level: 1.95 / sqrt n). The
    /// seeds are fixed, so this passes always or never.
    #[test]
    fn poisson_gaps_are_exponential_with_the_mean_that_was_asked_for() {
        let count = 100_000;
        for (rate, seed) in [(100.0, 0), (5000.0, 7), (250_000.0, u64::MAX)] {
            let times = take(&offer(rate, Arrivals::Poisson, seed), WHOLE, count + 1);
            let mut gaps: Vec<f64> = times.windows(2).map(|pair| (pair[1] - pair[0]) as f64 * rate / 1e9).collect();
            let n = count as f64;
            let mean = gaps.iter().sum::<f64>() / n;
            let variance = gaps.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>() / n;
            assert!((mean - 1.0).abs() < 4.0 / n.sqrt(), "rate {rate}: mean gap {mean} intervals");
            assert!((variance - 1.0).abs() < 0.05, "rate {rate}: variance {variance}");
            gaps.sort_unstable_by(f64::total_cmp);
            let distance = |(rank, gap): (usize, &f64)| (1.0 - (-gap).exp() - (rank as f64 + 0.5) / n).abs();
            let worst = gaps.iter().enumerate().map(distance).fold(0.0, f64::max);
            // Whole nanoseconds make steps of their own where gaps are short.
            assert!(worst < 1.95 / n.sqrt() + rate / 1e9, "rate {rate}: distance {worst}");
        }
    }

    #[test]
    fn an_endless_schedule_does_not_overflow() {
        let mut pacer = Pacer::new(&offer(1e-12, Arrivals::Poisson, 3), WHOLE, 1000);
        pacer.advance();
        assert_eq!(pacer.next(), Nanos::MAX);
    }
}
