//! How long answers are delayed: distributions whose quantiles are known in closed form, one independent draw per
//! request.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::clock::Nanos;

/// 2^-53: a 53-bit integer times this lies in [0, 1).
const UNIT: f64 = f64::EPSILON / 2.0;

/// A distribution of service times, nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Service {
    Fixed(f64),
    /// Quantile q is -mean ln(1 - q).
    Exponential {
        mean: f64,
    },
    /// `slow` with probability `slow_share`, `fast` otherwise.
    Bimodal {
        fast: f64,
        slow: f64,
        slow_share: f64,
    },
    /// A Pareto distribution cut off at `maximum` (the rest is scaled up): quantile q is
    /// `minimum (1 - q (1 - (minimum / maximum)^shape))^(-1 / shape)`.
    Pareto {
        minimum: f64,
        shape: f64,
        maximum: f64,
    },
}

impl Service {
    /// The service time below which the share `q` of all lies; `q` in [0, 1).
    pub(crate) fn quantile(self, q: f64) -> f64 {
        match self {
            Self::Fixed(time) => time,
            Self::Exponential { mean } => -mean * (-q).ln_1p(),
            Self::Bimodal { fast, slow, slow_share } => {
                if q < 1.0 - slow_share {
                    fast
                } else {
                    slow
                }
            }
            Self::Pareto { minimum, shape, maximum } => {
                let inside = 1.0 - (minimum / maximum).powf(shape);
                minimum * (1.0 - q * inside).powf(-1.0 / shape)
            }
        }
    }
}

/// The service times of one server, by inversion. The same seed is the same times, in the order of arrival.
#[derive(Debug)]
pub(super) struct Sampler {
    service: Service,
    random: Xoshiro256PlusPlus,
}

impl Sampler {
    pub(super) fn new(service: Service, seed: u64) -> Self {
        Self { service, random: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // not negative; saturates
    pub(super) fn next(&mut self) -> Nanos {
        let uniform = (self.random.next_u64() >> 11) as f64 * UNIT;
        self.service.quantile(uniform).round() as Nanos
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLI: f64 = 1e6;

    fn sample(service: Service, seed: u64, count: usize) -> Vec<Nanos> {
        let mut sampler = Sampler::new(service, seed);
        (0..count).map(|_| sampler.next()).collect()
    }

    /// The distance to the closed form (Kolmogorov-Smirnov, 0.1 % level: 1.95 / sqrt n). The seeds are fixed, so this
    /// passes always or never.
    #[test]
    fn times_are_distributed_as_they_should_be() {
        let count = 50_000;
        let exponential = |x: f64| 1.0 - (-x / (2.0 * MILLI)).exp();
        let inside = 1.0 - (0.5_f64 / 400.0).powf(1.5);
        let pareto = move |x: f64| (1.0 - (0.5 * MILLI / x).powf(1.5)) / inside;
        let cases: [(Service, &dyn Fn(f64) -> f64); 2] = [
            (Service::Exponential { mean: 2.0 * MILLI }, &exponential),
            (Service::Pareto { minimum: 0.5 * MILLI, shape: 1.5, maximum: 400.0 * MILLI }, &pareto),
        ];
        for (service, cumulative) in cases {
            for seed in 0..4 {
                let mut times = sample(service, seed, count);
                times.sort_unstable();
                let n = count as f64;
                let distance =
                    |(rank, time): (usize, &Nanos)| (cumulative(*time as f64) - (rank as f64 + 0.5) / n).abs();
                let worst = times.iter().enumerate().map(distance).fold(0.0, f64::max);
                assert!(worst < 1.95 / n.sqrt(), "{service:?}, seed {seed}: distance {worst}");
            }
        }
    }

    #[test]
    fn two_modes_come_in_their_shares() {
        let times = sample(Service::Bimodal { fast: 0.5 * MILLI, slow: 50.5 * MILLI, slow_share: 0.01 }, 0, 100_000);
        let slow = times.iter().filter(|time| **time == 50_500_000).count();
        let fast = times.iter().filter(|time| **time == 500_000).count();
        // 1000 expected, sd 31.
        assert!((880..1120).contains(&slow) && slow + fast == 100_000, "{slow} slow, {fast} fast");
        assert_eq!(sample(Service::Fixed(MILLI), 0, 3), [1_000_000; 3]);
    }

    #[test]
    fn a_cut_off_is_never_passed_and_a_seed_repeats_its_times() {
        let pareto = Service::Pareto { minimum: MILLI, shape: 0.5, maximum: 10.0 * MILLI };
        let times = sample(pareto, 7, 10_000);
        assert!(times.iter().all(|time| (1_000_000..=10_000_000).contains(time)));
        assert_eq!(times, sample(pareto, 7, 10_000));
        assert_ne!(times, sample(pareto, 8, 10_000));
    }
}
