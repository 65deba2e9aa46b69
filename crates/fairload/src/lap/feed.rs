//! Hands over a lap's record piece by piece while it runs: the worker starts a new record and gives the old one away,
//! so that nothing is copied, shared or locked where load is offered.

use std::mem;
use std::sync::mpsc::{SendError, Sender};

use super::pace::Pace;
use super::report::Report;
use crate::clock::{NEVER, Nanos};
use crate::recorder::Recorder;

/// What one worker recorded in one interval, to within a turn of its loop.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) worker: usize,
    /// Which interval of the lap, from 0, it begins in.
    pub(crate) interval: u64,
    /// Which interval the worker's next part begins in; `None` if there will be none.
    pub(crate) next: Option<u64>,
    /// When it was handed over, nanoseconds from the start of the lap.
    pub(crate) until: Nanos,
    pub(crate) report: Report,
}

/// Where a lap's parts go.
#[derive(Debug, Clone)]
pub(crate) struct Outlet {
    pub(crate) parts: Sender<Part>,
    /// Length of an interval.
    pub(crate) period: Nanos,
}

/// One worker's way to hand over.
#[derive(Debug)]
pub(crate) struct Feed {
    outlet: Option<Outlet>,
    worker: usize,
    start: Nanos,
    interval: u64,
    /// When the present interval ends.
    pub(super) due: Nanos,
}

impl Default for Feed {
    /// One that never hands over.
    fn default() -> Self {
        Self::new(None, 0, 0)
    }
}

impl Feed {
    /// Of a lap that began at `start`. Without an outlet nothing is ever handed over.
    pub(crate) fn new(outlet: Option<Outlet>, worker: usize, start: Nanos) -> Self {
        let due = outlet.as_ref().map_or(NEVER, |outlet| start + outlet.period);
        Self { outlet, worker, start, interval: 0, due }
    }

    /// Hands over what `report` has, and leaves it empty.
    pub(super) fn hand_over(&mut self, report: &mut Report, pace: &mut impl Pace, now: Nanos) {
        let Some(period) = self.outlet.as_ref().map(|outlet| outlet.period) else { return };
        pace.hand_over(report);
        let next = now.saturating_sub(self.start) / period;
        self.send(report, now, Some(next));
        self.interval = next;
        self.due = if self.outlet.is_some() { self.start + (next + 1) * period } else { NEVER };
    }

    /// Hands over the rest.
    pub(super) fn finish(&mut self, report: &mut Report, now: Nanos) {
        self.send(report, now, None);
    }

    fn send(&mut self, report: &mut Report, now: Nanos, next: Option<u64>) {
        let Some(outlet) = &self.outlet else { return };
        let each = vec![Recorder::default(); report.each.len()];
        let fresh = Report { started: report.started, ended: report.ended, each, ..Report::default() };
        let part = mem::replace(report, fresh);
        let until = now.saturating_sub(self.start);
        let part = Part { worker: self.worker, interval: self.interval, next, until, report: part };
        if let Err(SendError(part)) = outlet.parts.send(part) {
            // The receiver is gone: the part stays here, and nothing is lost.
            report.merge(part.report);
            self.outlet = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;
    use crate::lap::closed::{Closed, Limit};

    const PERIOD: Nanos = 1000;

    fn answers(count: u64) -> Report {
        let mut report = Report { responses: count, started: 5, ended: 6, ..Report::default() };
        (0..count).for_each(|n| report.window.ok(1000 + n));
        report
    }

    fn pace() -> Closed {
        Closed::new(Limit::Requests(1), 0)
    }

    #[test]
    fn parts_follow_each_other_and_together_are_the_whole() {
        let (parts, inbox) = channel();
        let mut feed = Feed::new(Some(Outlet { parts, period: PERIOD }), 3, 100);
        assert_eq!(feed.due, 1100);
        let mut report = answers(2);
        feed.hand_over(&mut report, &mut pace(), 1150);
        assert_eq!((report.requests(), report.started, feed.due), (0, 5, 2100));
        report.merge(answers(3));
        // Stopped in between: the part began where the last one ended, and the next begins now.
        feed.hand_over(&mut report, &mut pace(), 5100);
        assert_eq!(feed.due, 6100);
        report.merge(answers(4));
        feed.finish(&mut report, 5200);
        drop(feed);
        let parts: Vec<Part> = inbox.iter().collect();
        let shown: Vec<_> = parts.iter().map(|part| (part.worker, part.interval, part.next, part.until)).collect();
        assert_eq!(shown, [(3, 0, Some(1), 1050), (3, 1, Some(5), 5000), (3, 5, None, 5100)]);
        assert_eq!(parts.iter().map(|part| part.report.requests()).collect::<Vec<_>>(), [2, 3, 4]);
        assert_eq!((report.requests(), report.responses), (0, 0));
    }

    #[test]
    fn parts_without_a_receiver_are_kept() {
        let (parts, inbox) = channel();
        drop(inbox);
        let mut feed = Feed::new(Some(Outlet { parts, period: PERIOD }), 0, 0);
        let mut report = answers(2);
        feed.hand_over(&mut report, &mut pace(), 1000);
        assert_eq!((report.requests(), report.responses, feed.due), (2, 2, NEVER));
        feed.finish(&mut report, 2000);
        assert_eq!(report.requests(), 2);
    }

    #[test]
    fn without_an_outlet_nothing_is_ever_due() {
        let mut feed = Feed::default();
        let mut report = answers(2);
        assert_eq!(feed.due, NEVER);
        feed.finish(&mut report, 1);
        assert_eq!(report, answers(2));
    }
}
