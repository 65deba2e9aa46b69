//! Statistics that tools print and a [`Latency`](fairload::recorder::Latency) does not have.

use hdrhistogram::Histogram;

/// Of a sample: n - 1. 0 for fewer than two values.
pub(super) fn deviation(values: impl Iterator<Item = (f64, u64)>, mean: f64) -> f64 {
    let (count, sum) =
        values.fold((0, 0.0), |(n, sum), (value, count)| (n + count, sum + (value - mean).powi(2) * count as f64));
    if count < 2 { 0.0 } else { (sum / (count - 1) as f64).sqrt() }
}

/// How many of the values are no further than `distance` from `mean`, in per cent; `None` of no values.
pub(super) fn within_percent(values: impl Iterator<Item = (f64, u64)>, mean: f64, distance: f64) -> Option<f64> {
    let (all, near) = values.fold((0, 0), |(all, near), (value, count)| {
        (all + count, near + if (value - mean).abs() <= distance { count } else { 0 })
    });
    (all > 0).then(|| near as f64 / all as f64 * 100.0)
}

/// The values of a histogram, each with how often it was recorded, ascending: the middles of the bins.
pub(super) fn values(bins: &Histogram<u64>) -> impl Iterator<Item = (u64, u64)> {
    bins.iter_recorded().map(|bin| (bins.median_equivalent(bin.value_iterated_to()), bin.count_at_value()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: [(f64, u64); 3] = [(1.0, 2), (3.0, 1), (7.0, 1)];

    #[test]
    fn spread_and_share_are_those_of_the_sample() {
        // 1, 1, 3, 7: mean 3, squares 4 + 4 + 0 + 16 over 3.
        let spread = deviation(VALUES.into_iter(), 3.0);
        assert!((spread - 8.0_f64.sqrt()).abs() < 1e-12, "{spread}");
        assert_eq!(within_percent(VALUES.into_iter(), 3.0, spread), Some(75.0));
        assert_eq!(within_percent(VALUES.into_iter(), 3.0, 0.0), Some(25.0));
    }

    #[test]
    fn too_few_values_have_no_spread() {
        assert!(deviation([(5.0, 1)].into_iter(), 5.0).abs() < 1e-12);
        assert!(deviation(std::iter::empty(), 0.0).abs() < 1e-12);
        assert_eq!(within_percent(std::iter::empty(), 0.0, 0.0), None);
    }

    #[test]
    fn a_histogram_gives_back_what_it_was_given_to_three_digits() {
        let mut bins = Histogram::new_with_bounds(100, 3_600_000_000_000, 3).expect("bounds");
        for value in [150, 150, 2_000_000, 50_500_000] {
            bins.record(value).expect("within");
        }
        let values: Vec<_> = values(&bins).collect();
        assert_eq!(values.iter().map(|(_, count)| *count).collect::<Vec<_>>(), [2, 1, 1]);
        for ((got, _), exact) in values.into_iter().zip([150_u64, 2_000_000, 50_500_000]) {
            assert!(got.abs_diff(exact) <= (exact / 1000).max(64), "{got} is not {exact}");
        }
    }
}
