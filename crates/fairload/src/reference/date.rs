//! The value of a `Date` header.

use std::time::{SystemTime, UNIX_EPOCH};

const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Bytes of every date.
pub(super) const LENGTH: usize = 29;

/// Now, as IMF-fixdate, and how many nanoseconds it stays true.
pub(super) fn now() -> (String, u64) {
    // A clock before 1970 shows 1970.
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (format(since.as_secs()), u64::from(1_000_000_000 - since.subsec_nanos()))
}

fn format(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days);
    format!(
        "{}, {day:02} {} {year:04} {:02}:{:02}:{:02} GMT",
        DAYS[usize::try_from(days % 7).unwrap_or(0)],
        MONTHS[month],
        second / 3600,
        second / 60 % 60,
        second % 60
    )
}

/// Year, month from 0, and day from 1, of a number of days since 1970-01-01.
fn civil(days: u64) -> (u64, usize, u64) {
    let (mut year, mut day) = (1970, days);
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    while day >= 365 + u64::from(leap(year)) {
        day -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while day >= lengths[month] {
        day -= lengths[month];
        month += 1;
    }
    (year, month, day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_imf_fixdates() {
        for (seconds, text) in [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_798_761_599, "Thu, 31 Dec 2026 23:59:59 GMT"),
        ] {
            assert_eq!(format(seconds), text);
            assert_eq!(text.len(), LENGTH);
        }
    }
}
