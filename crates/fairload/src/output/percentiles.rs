//! The percentile table of `HdrHistogram` (`.hgrm`), which its plotters read: milliseconds.

use std::io::{self, Write};

use crate::recorder::Times;

/// Rows for each halving of the distance to 100 %, as `HdrHistogram` writes them by default.
const ROWS_PER_HALF: u32 = 5;
const NANOS_PER_MILLI: f64 = 1e6;

/// Writes the table of `times`: one without rows if there are none.
///
/// # Errors
/// `out` fails.
pub(crate) fn write(out: &mut impl Write, times: &Times) -> io::Result<()> {
    let bins = times.bins();
    let millis = |nanos: u64| nanos as f64 / NANOS_PER_MILLI;
    writeln!(out, "{:>12} {:>14} {:>10} {:>14}\n", "Value", "Percentile", "TotalCount", "1/(1-Percentile)")?;
    let mut total = 0;
    for step in bins.iter_quantiles(ROWS_PER_HALF) {
        total += step.count_since_last_iteration();
        let (value, quantile) = (millis(step.value_iterated_to()), step.quantile_iterated_to());
        write!(out, "{value:12.3} {quantile:2.12} {total:10}")?;
        if quantile < 1.0 {
            write!(out, " {:14.2}", 1.0 / (1.0 - quantile))?;
        }
        writeln!(out)?;
    }
    let (mean, deviation) = (bins.mean() / NANOS_PER_MILLI, bins.stdev() / NANOS_PER_MILLI);
    writeln!(out, "#[Mean    = {mean:12.3}, StdDeviation   = {deviation:12.3}]")?;
    writeln!(out, "#[Max     = {:12.3}, Total count    = {:12}]", millis(bins.max()), bins.len())?;
    // Values below twice the resolution of its digits have a bin each: one bucket's worth, by its definition.
    let parts = (2 * 10_u64.pow(bins.sigfig().into())).next_power_of_two();
    writeln!(out, "#[Buckets = {:12}, SubBuckets     = {parts:12}]", bins.buckets())
}
