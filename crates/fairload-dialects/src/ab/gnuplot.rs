//! ab's `-g`: a row for each answered request, the fastest first.

use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use super::layout::whole_millis;
use fairload::clock::{Clock, Monotonic, Nanos, SECOND};
use fairload::detail::Row;
use fairload::os;

/// `epoch`: see [`monotonic_epoch_s`].
pub(super) fn table(rows: &[Row], epoch_s: f64) -> String {
    let mut sorted: Vec<&Row> = rows.iter().collect();
    sorted.sort_by_key(|row| row.total);
    let mut text = "starttime\tseconds\tctime\tdtime\tttime\twait\n".to_owned();
    for row in sorted {
        let unix_s = unix_s(row.start, epoch_s);
        let start = os::local_time(unix_s).unwrap_or_default();
        let [connect, processing, total, wait] =
            [row.connect, row.total - row.connect, row.total, row.wait].map(whole_millis);
        // Writing to a string does not fail.
        let _ = writeln!(text, "{start}\t{unix_s}\t{connect}\t{processing}\t{total}\t{wait}");
    }
    text
}

/// What `CLOCK_MONOTONIC` 0 is in seconds since 1970.
pub(super) fn monotonic_epoch_s() -> f64 {
    // A clock before 1970 is shown as 1970.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_secs_f64() - Monotonic.now() as f64 / SECOND as f64
}

#[allow(clippy::cast_possible_truncation)] // whole seconds are shown
fn unix_s(at: Nanos, epoch_s: f64) -> i64 {
    (epoch_s + at as f64 / SECOND as f64).floor() as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairload::receive::http1::Facts;

    #[test]
    fn rows_are_sorted_by_their_total_in_whole_milliseconds() {
        let row = |start: Nanos, total: Nanos| Row {
            start: start * SECOND,
            connect: 600_000,
            wait: 1_400_000,
            total: total * 1_000_000,
            facts: Facts::default(),
        };
        let text = table(&[row(2, 9), row(1, 7)], 1e9);
        let columns: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').skip(1).collect()).collect();
        assert_eq!(columns[0], ["seconds", "ctime", "dtime", "ttime", "wait"]);
        assert_eq!(columns[1], ["1000000001", "1", "6", "7", "1"]);
        assert_eq!(columns[2], ["1000000002", "1", "8", "9", "1"]);
        assert!(text.lines().nth(1).is_some_and(|line| line.starts_with("Sun Sep 0") || line.starts_with("Sat Sep 0")));
    }
}
