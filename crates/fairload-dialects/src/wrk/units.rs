//! Numbers with units as wrk writes and reads them: three or four digits, a unit, and padding that lines them up.

/// A unit and those that follow it, each `scale` times the one before.
struct Units {
    scale: u16,
    base: &'static str,
    larger: &'static [&'static str],
}

const MICROSECONDS: Units = Units { scale: 1000, base: "us", larger: &["ms", "s"] };
const SECONDS: Units = Units { scale: 60, base: "s", larger: &["m", "h"] };
const BINARY: Units = Units { scale: 1024, base: "", larger: &["K", "M", "G", "T", "P"] };
const METRIC: Units = Units { scale: 1000, base: "", larger: &["k", "M", "G", "T", "P"] };

/// The share of the next unit from which on it is taken.
const THRESHOLD: f64 = 0.85;

impl Units {
    /// The last unit is never reached: wrk looks for the one after it.
    fn format(&self, value: f64, decimals: usize) -> String {
        let scale = f64::from(self.scale);
        let (mut value, mut unit) = (value, self.base);
        for next in &self.larger[..self.larger.len() - 1] {
            if value < scale * THRESHOLD {
                break;
            }
            value /= scale;
            unit = next;
        }
        format!("{value:.decimals$}{unit}")
    }

    /// `sscanf("%lu%2s")`, so whole numbers only; `None` for what is no number, has another unit, or is too large.
    fn scan(&self, text: &str) -> Option<u64> {
        let text = text.trim_ascii_start();
        let text = text.strip_prefix('+').unwrap_or(text);
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let unit: String = unit.trim_ascii_start().chars().take_while(|c| !c.is_ascii_whitespace()).take(2).collect();
        let number: u64 = number.parse().ok()?;
        if unit.is_empty() || unit.eq_ignore_ascii_case(self.base) {
            return Some(number);
        }
        let larger = self.larger.iter().position(|larger| larger.eq_ignore_ascii_case(&unit))?;
        let factor = u64::from(self.scale).checked_pow(u32::try_from(larger).ok()? + 1)?;
        number.checked_mul(factor)
    }
}

/// A time in microseconds.
pub(super) fn time_us(micros: f64) -> String {
    if micros >= 1e6 { SECONDS.format(micros / 1e6, 2) } else { MICROSECONDS.format(micros, 2) }
}

/// Whole seconds.
pub(super) fn time_s(seconds: u64) -> String {
    SECONDS.format(seconds as f64, 0)
}

pub(super) fn binary(bytes: f64) -> String {
    BINARY.format(bytes, 2)
}

pub(super) fn metric(value: f64) -> String {
    METRIC.format(value, 2)
}

/// Seconds of `10`, `10s`, `2m`, `1h`.
pub(super) fn scan_time(text: &str) -> Option<u64> {
    SECONDS.scan(text)
}

/// `100`, `1k`, `2M`.
pub(super) fn scan_metric(text: &str) -> Option<u64> {
    METRIC.scan(text)
}

/// `text` at the right of a field of `width`, in which units of no, one and two letters end in the same column as if
/// they had two. What is too long for the field loses its end, as with wrk.
pub(super) fn padded(text: &str, width: usize) -> String {
    let letters = text.chars().rev().take(2).filter(char::is_ascii_alphabetic).count();
    let pad = 2 - letters;
    let width = width - pad;
    format!("{text:>width$.width$}{:pad$}", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_left_at_85_percent_of_the_next_one_and_the_last_one_is_never_reached() {
        for (micros, text) in [
            (0.0, "0.00us"),
            (849.99, "849.99us"),
            (850.0, "0.85ms"),
            (1_390.0, "1.39ms"),
            (849_994.0, "849.99ms"),
            (999_999.0, "1000.00ms"),
            (1e6, "1.00s"),
            (50.9e6, "50.90s"),
            (51e6, "0.85m"),
            (7200e6, "120.00m"),
        ] {
            assert_eq!(time_us(micros), text);
        }
        for (seconds, text) in [(10, "10s"), (50, "50s"), (51, "1m"), (90, "2m"), (7200, "120m")] {
            assert_eq!(time_s(seconds), text);
        }
        for (bytes, text) in [(870.0, "870.00"), (871.0, "0.85K"), (21.39 * 1_048_576.0, "21.39M"), (3e15, "2728.48T")]
        {
            assert_eq!(binary(bytes), text);
        }
        for (value, text) in [(337.31, "337.31"), (38_230.0, "38.23k"), (850.0, "0.85k"), (1e6, "1.00M")] {
            assert_eq!(metric(value), text);
        }
    }

    #[test]
    fn whole_numbers_with_a_unit_are_read_and_nothing_else() {
        for (text, seconds) in
            [("10", 10), ("10s", 10), ("2m", 120), ("2M", 120), ("1h", 3600), (" 7", 7), ("+7", 7), ("5 m", 300)]
        {
            assert_eq!(scan_time(text), Some(seconds), "{text:?}");
        }
        for (text, number) in [("100", 100), ("1k", 1000), ("1K", 1000), ("2M", 2_000_000), ("3g", 3_000_000_000)] {
            assert_eq!(scan_metric(text), Some(number), "{text:?}");
        }
        for text in ["", "s", "1.5s", "-1", "10ms", "10mm", "1d", "x", "99999999999999999999"] {
            assert_eq!(scan_time(text), None, "{text:?}");
        }
        for text in ["1kk", "1s", "1e3", "99999999999999999P"] {
            assert_eq!(scan_metric(text), None, "{text:?}");
        }
    }

    #[test]
    fn fields_line_up_whatever_their_unit() {
        assert_eq!(padded("289.94us", 8), "289.94us");
        assert_eq!(padded("5.02ms", 9), "   5.02ms");
        assert_eq!(padded("1.09s", 9), "   1.09s ");
        assert_eq!(padded("38.23k", 8), " 38.23k ");
        assert_eq!(padded("337.31", 10), "  337.31  ");
        assert_eq!(padded("1000.00ms", 8), "1000.00m");
    }
}
