//! Durations on the command line.

use std::time::Duration;

/// A duration with its unit: `10s`, `1.5s`, `250ms`, `100us`, `2m`.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "give a time with its unit, such as 10s, 250ms, 100us or 2m".to_owned();
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').ok_or_else(wrong)?;
    let (number, unit) = text.split_at(split);
    let seconds = match unit {
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let duration = Duration::try_from_secs_f64(number * seconds).map_err(|_| wrong())?;
    if duration.is_zero() { Err("give a time above 0".to_owned()) } else { Ok(duration) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("1.5ms"), Ok(Duration::from_micros(1500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        for text in ["", "10", "s", "-1s", "1d", "1.2.3s", "0s", "1e99s", "10 s"] {
            assert!(duration(text).is_err(), "{text:?} was accepted");
        }
    }
}
