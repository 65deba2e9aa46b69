//! wrk2's long distribution, as the tools of `HdrHistogram` print and read it.

use std::fmt::{self, Display, Formatter};

use hdrhistogram::Histogram;

use super::units::{padded, time_us};

const PERCENTILES: [f64; 8] = [50.0, 75.0, 90.0, 99.0, 99.9, 99.99, 99.999, 100.0];
const TICKS_PER_HALF_DISTANCE: u32 = 5;
const RULE: &str = "----------------------------------------------------------";

/// The same times as a histogram and, unrounded, in milliseconds.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Spectrum {
    pub(super) bins: Histogram<u64>,
    /// What `bins` counts in.
    pub(super) units_per_ms: f64,
    pub(super) mean_ms: f64,
    pub(super) deviation_ms: f64,
    pub(super) max_ms: f64,
}

impl Spectrum {
    fn millis(&self, value: u64) -> f64 {
        value as f64 / self.units_per_ms
    }
}

impl Display for Spectrum {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "  Latency Distribution (HdrHistogram - Recorded Latency)")?;
        for percent in PERCENTILES {
            // A bin's upper edge may lie beyond the largest value that was recorded.
            let millis = self.millis(self.bins.value_at_percentile(percent)).min(self.max_ms);
            writeln!(f, "{percent:>7.3}%{}", padded(&time_us(millis * 1e3), 10))?;
        }
        writeln!(f, "\n  Detailed Percentile spectrum:")?;
        writeln!(f, "{:>12} {:>12} {:>12} {:>12}\n", "Value", "Percentile", "TotalCount", "1/(1-Percentile)")?;
        let mut count = 0;
        for step in self.bins.iter_quantiles(TICKS_PER_HALF_DISTANCE) {
            count += step.count_since_last_iteration();
            let (value, share) = (self.millis(step.value_iterated_to()), step.quantile_iterated_to());
            writeln!(f, "{value:>12.3} {share:>12.6} {count:>12} {:>12.2}", 1.0 / (1.0 - share))?;
        }
        writeln!(f, "#[Mean    = {:>12.3}, StdDeviation   = {:>12.3}]", self.mean_ms, self.deviation_ms)?;
        writeln!(f, "#[Max     = {:>12.3}, Total count    = {:>12}]", self.max_ms, self.bins.len())?;
        // As many as two values of the wanted digits need, in a power of two.
        let halves = (2 * 10_u64.pow(u32::from(self.bins.sigfig()))).next_power_of_two();
        writeln!(f, "#[Buckets = {:>12}, SubBuckets     = {halves:>12}]", self.bins.buckets())?;
        writeln!(f, "{RULE}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of a spectrum: value in microseconds, share, count.
    fn rows(text: &str) -> Vec<(u64, f64, u64)> {
        let rows = text.lines().skip_while(|line| !line.contains("1/(1-Percentile)")).skip(2);
        let rows = rows.take_while(|line| !line.starts_with('#')).map(|line| {
            assert_eq!(line.len(), 51, "{line:?}");
            let cells: Vec<_> = line.split_whitespace().collect();
            let value = cells[0].replace('.', "").parse().expect("a value");
            (value, cells[1].parse().expect("a share"), cells[2].parse().expect("a count"))
        });
        rows.collect()
    }

    fn spectrum(values: &[(u64, u64)]) -> Spectrum {
        let mut bins = Histogram::new_with_bounds(1, 86_400_000_000, 3).expect("bounds");
        for &(value, times) in values {
            bins.record_n(value, times).expect("within");
        }
        Spectrum { bins, units_per_ms: 1e3, mean_ms: 0.8209, deviation_ms: 0.431, max_ms: 4.428 }
    }

    /// Answers as the rows of a real output tell them give these rows again.
    #[test]
    fn the_rows_of_a_real_output_come_out_as_they_were() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/tools/wrk2-ok.txt");
        let real = std::fs::read_to_string(path).expect(path);
        let expected = rows(&real);
        let mut known = 0;
        let values = expected.iter().map(|&(value, _, count)| {
            let new = count - known;
            known = count;
            (value, new)
        });
        let text = spectrum(&values.filter(|(_, times)| *times > 0).collect::<Vec<_>>()).to_string();
        let got = rows(&text);
        assert_eq!((got.len(), known), (expected.len(), 2984));
        for (got, expected) in got.iter().zip(&expected) {
            assert!((got.1 - expected.1).abs() < 1.1e-6, "{got:?} is not {expected:?}");
            // Where a count is exactly that share of all, the last bit of the share decides whose row it is.
            let exact = (expected.1 * 2984.0 - expected.2 as f64).abs() < 1e-9 && expected.1 < 1.0;
            assert!(exact || (got.0, got.2) == (expected.0, expected.2), "{got:?} is not {expected:?}");
        }
        let after = |text: &str| text[text.find("#[Mean").expect("a footer")..].to_owned();
        assert!(after(&real).starts_with(&after(&text)), "{}", after(&text));
    }

    #[test]
    fn percentiles_stand_before_the_spectrum_and_none_is_above_the_largest_value() {
        let text = spectrum(&[(1_000, 4), (1_500, 6), (4_428, 1)]).to_string();
        let expected = "  Latency Distribution (HdrHistogram - Recorded Latency)
 50.000%    1.50ms
 75.000%    1.50ms
 90.000%    1.50ms
 99.000%    4.43ms
 99.900%    4.43ms
 99.990%    4.43ms
 99.999%    4.43ms
100.000%    4.43ms

  Detailed Percentile spectrum:
       Value   Percentile   TotalCount 1/(1-Percentile)

       1.000     0.000000            4         1.00
";
        assert!(text.starts_with(expected), "{text}");
        assert!(text.contains("       4.431     0.912500           11        11.43\n       4.431     1.000000           11          inf\n#["));
    }
}
