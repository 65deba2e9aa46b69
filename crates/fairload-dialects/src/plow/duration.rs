//! Times as Go reads and writes them: `1h2m3.5s`, `1.839ms`, `173µs`.

use std::fmt::Write;
use std::time::Duration;

use fairload::clock::Nanos;

const MICROSECOND: Nanos = 1_000;
const MILLISECOND: Nanos = 1_000_000;
const SECOND: Nanos = 1_000_000_000;
const MINUTE: Nanos = 60 * SECOND;
const HOUR: Nanos = 60 * MINUTE;
const TENTH: Nanos = SECOND / 10;

/// Go's `Duration.String()`.
pub(super) fn text(time: Nanos) -> String {
    match time {
        0 => "0s".to_owned(),
        1..MICROSECOND => format!("{time}ns"),
        MICROSECOND..MILLISECOND => format!("{}µs", decimal(time, MICROSECOND)),
        MILLISECOND..SECOND => format!("{}ms", decimal(time, MILLISECOND)),
        _ => {
            let mut text = String::new();
            // Writing to a string does not fail.
            if time >= HOUR {
                let _ = write!(text, "{}h", time / HOUR);
            }
            if time >= MINUTE {
                let _ = write!(text, "{}m", time % HOUR / MINUTE);
            }
            text + &decimal(time % MINUTE, SECOND) + "s"
        }
    }
}

/// A latency as plow writes it: cut to the microsecond; in seconds if those are wanted.
pub(super) fn latency(time: Nanos, in_seconds: bool) -> String {
    let time = time - time % MICROSECOND;
    if in_seconds { decimal(time, SECOND) } else { text(time) }
}

/// The time of a run as plow writes it: cut to the tenth of a second.
pub(super) fn elapsed(time: Nanos) -> String {
    text(time - time % TENTH)
}

/// `time` in units of `unit`, a power of ten, with as few decimals as that takes.
fn decimal(time: Nanos, unit: Nanos) -> String {
    let digits = unit.ilog10() as usize;
    let text = format!("{}.{:0digits$}", time / unit, time % unit);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Go's `ParseDuration`, of times that are not negative.
///
/// # Errors
/// Go's own words.
pub(super) fn parse(text: &str) -> Result<Duration, String> {
    let invalid = || format!("time: invalid duration {text:?}");
    let mut rest = text.strip_prefix('+').unwrap_or(text);
    if rest == "0" {
        return Ok(Duration::ZERO);
    }
    if rest.is_empty() {
        return Err(invalid());
    }
    let mut nanos = 0.0;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        let number: f64 = number.parse().map_err(|_| invalid())?;
        let end = after.find(|c: char| c.is_ascii_digit() || c == '.').unwrap_or(after.len());
        let (unit, after) = after.split_at(end);
        nanos += number * nanos_of(unit).ok_or_else(|| unknown(unit, text))?;
        rest = after;
    }
    // Whole nanoseconds: far above that, so that no sum of decimals is cut below the value that was written.
    Duration::try_from_secs_f64((nanos + 0.5).floor() / 1e9).map_err(|_| invalid())
}

fn unknown(unit: &str, text: &str) -> String {
    if unit.is_empty() {
        format!("time: missing unit in duration {text:?}")
    } else {
        format!("time: unknown unit {unit:?} in duration {text:?}")
    }
}

fn nanos_of(unit: &str) -> Option<f64> {
    Some(match unit {
        "ns" => 1.0,
        "us" | "µs" | "μs" => 1e3,
        "ms" => 1e6,
        "s" => 1e9,
        "m" => 60e9,
        "h" => 3600e9,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_go_does() {
        for (nanos, expected) in [
            (0, "0s"),
            (1, "1ns"),
            (1_100, "1.1µs"),
            (2_200_000, "2.2ms"),
            (3_300_000_000, "3.3s"),
            (245_000_000_000, "4m5s"),
            (245_001_000_000, "4m5.001s"),
            (18_367_001_000_000, "5h6m7.001s"),
            (480_000_000_001, "8m0.000000001s"),
            (7_200_000_000_000, "2h0m0s"),
        ] {
            assert_eq!(text(nanos), expected);
        }
    }

    #[test]
    fn latencies_are_cut_to_microseconds_and_runs_to_tenths() {
        for (nanos, go, seconds) in [
            (173_999, "173µs", "0.000173"),
            (1_839_999, "1.839ms", "0.001839"),
            (20_000_000, "20ms", "0.02"),
            (62_500_000_400, "1m2.5s", "62.5"),
            (999, "0s", "0"),
        ] {
            assert_eq!((latency(nanos, false).as_str(), latency(nanos, true).as_str()), (go, seconds));
        }
        assert_eq!(elapsed(1_999_999_999), "1.9s");
        assert_eq!(elapsed(62_000_000_000), "1m2s");
        assert_eq!(elapsed(99_999_999), "0s");
    }

    #[test]
    fn times_are_read_as_go_does() {
        for (text, nanos) in [
            ("10s", 10_000_000_000),
            ("1.5s", 1_500_000_000),
            ("1h2m3.5s", 3_723_500_000_000),
            ("250ms", 250_000_000),
            ("100us", 100_000),
            ("7µs", 7_000),
            ("0", 0),
            (".5s", 500_000_000),
        ] {
            assert_eq!(parse(text), Ok(Duration::from_nanos(nanos)), "{text:?}");
        }
        for (text, error) in [
            ("10", "time: missing unit in duration \"10\""),
            ("10d", "time: unknown unit \"d\" in duration \"10d\""),
            ("", "time: invalid duration \"\""),
            ("s", "time: invalid duration \"s\""),
            ("-1s", "time: invalid duration \"-1s\""),
            ("1..5s", "time: invalid duration \"1..5s\""),
        ] {
            assert_eq!(parse(text), Err(error.to_owned()), "{text:?}");
        }
    }
}
