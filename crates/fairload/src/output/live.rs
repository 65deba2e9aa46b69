//! The line that shows how a run goes, on standard error.

use std::io::{self, Write};

use crate::clock::{Nanos, seconds};
use crate::lap::report::Report;
use crate::outcome::Outcomes;
use crate::recorder::Latency;
use crate::spec::Extent;

/// Shows a run as it goes. What cannot be written is left out.
#[derive(Debug)]
pub(super) struct Live {
    pub(super) extent: Extent,
    /// The line is drawn over the last one; otherwise each is a line of its own.
    pub(super) terminal: bool,
    /// Elapsed time and answers at the last line.
    pub(super) last: (Nanos, u64),
}

impl Live {
    /// `total` is what was recorded in the first `elapsed` of the lap.
    pub(super) fn show(&mut self, elapsed: Nanos, total: &Report) {
        let line = self.line(elapsed, total);
        let mut out = io::stderr().lock();
        let _ = if self.terminal {
            write!(out, "\r{line}\x1b[K").and_then(|()| out.flush())
        } else {
            writeln!(out, "{line}")
        };
    }

    /// Keeps the last line on the terminal.
    pub(super) fn end(&self) {
        if self.terminal && self.last.0 > 0 {
            let _ = writeln!(io::stderr());
        }
    }

    fn line(&mut self, elapsed: Nanos, total: &Report) -> String {
        let (then, answers) = std::mem::replace(&mut self.last, (elapsed, total.responses));
        let since = seconds(elapsed.saturating_sub(then));
        let rate = if since > 0.0 { (total.responses - answers) as f64 / since } else { 0.0 };
        let failed = |outcomes: &Outcomes| outcomes.total() - outcomes.ok;
        let failures = failed(&total.window.outcomes) + failed(&total.skipped);
        let times = match &total.offered {
            Some(offered) => offered.response.summary(),
            None => total.window.latency(),
        };
        let (p50, p99) = (millis(times, |latency| latency.p50), millis(times, |latency| latency.p99));
        let left = match self.extent {
            Extent::Time { length, .. } => format!("{:.1} s left", (length.as_secs_f64() - seconds(elapsed)).max(0.0)),
            Extent::Requests(all) => format!("{:.1} % of {all}", total.requests() as f64 * 100.0 / all as f64),
        };
        let elapsed = seconds(elapsed);
        format!("{elapsed:6.1} s  {left}  {rate:.0} answers/s  p50 {p50}  p99 {p99}  failures {failures}")
    }
}

fn millis(latency: Option<Latency>, quantile: impl Fn(&Latency) -> f64) -> String {
    latency.map_or_else(|| "none".to_owned(), |latency| format!("{:.3} ms", quantile(&latency) / 1e3))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::clock::SECOND;
    use crate::lap::report::Offered;
    use crate::outcome::Outcome;

    fn live(extent: Extent) -> Live {
        Live { extent, terminal: false, last: (SECOND, 100) }
    }

    fn total() -> Report {
        let mut total = Report { responses: 300, ..Report::default() };
        (0..100).for_each(|_| total.window.ok(2_000_000));
        total.window.failed(Outcome::Read);
        total.skipped.count(Outcome::Timeout);
        total
    }

    #[test]
    fn a_line_has_the_rate_since_the_last_and_the_latency_so_far() {
        let mut shown = live(Extent::Time { length: Duration::from_secs(10), skip: Duration::ZERO });
        let line = shown.line(SECOND * 3 / 2, &total());
        assert_eq!(line, "   1.5 s  8.5 s left  400 answers/s  p50 2.000 ms  p99 2.000 ms  failures 2");
        assert_eq!(shown.last, (SECOND * 3 / 2, 300));
    }

    #[test]
    fn a_number_of_requests_is_shown_in_per_cent_and_an_open_loop_by_its_response_times() {
        let mut offered = Offered::default();
        offered.response.record(7_000_000);
        let open = Report { offered: Some(offered), ..total() };
        let line = live(Extent::Requests(1000)).line(SECOND * 2, &open);
        assert_eq!(line, "   2.0 s  10.1 % of 1000  200 answers/s  p50 7.000 ms  p99 7.000 ms  failures 2");
        let none = live(Extent::Requests(1000)).line(SECOND * 2, &Report { responses: 100, ..Report::default() });
        assert_eq!(none, "   2.0 s  0.0 % of 1000  0 answers/s  p50 none  p99 none  failures 0");
    }
}
