//! The closed loop: every slot sends its next request as soon as it has the answer to the last one.

use std::ops::Range;

use super::pace::{Pace, Ride};
use super::report::Report;
use super::{Flight, Slot};
use crate::clock::{MILLISECOND, NEVER, Nanos};
use crate::recorder::WHOLE;

/// Pause after the second failure in a row; doubles with each further one.
const BACK_OFF: Nanos = 8 * MILLISECOND;
const BACK_OFF_DOUBLINGS: u32 = 5;

/// How much to send, in absolute time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    /// Requests sent from `count_from` to `end` count, those sent before it are skipped.
    Until { count_from: Nanos, end: Nanos },
    /// A number of requests, all of which count.
    Requests(u64),
}

#[derive(Debug)]
pub(crate) struct Closed {
    limit: Limit,
    /// Requests that may still be sent.
    left: u64,
    /// Nothing is sent from here on.
    end: Nanos,
    counted: Range<Nanos>,
}

impl Closed {
    /// For a lap that starts at `now`.
    pub(crate) fn new(limit: Limit, now: Nanos) -> Self {
        let (left, counted) = match limit {
            Limit::Until { count_from, end } => (u64::MAX, count_from..end),
            Limit::Requests(requests) => (requests, now..NEVER),
        };
        Self { limit, left, end: counted.end, counted }
    }
}

impl Pace for Closed {
    #[inline]
    fn claim(&mut self, _: usize, now: Nanos) -> Option<Ride> {
        let granted = now < self.end && self.left > 0;
        self.left -= u64::from(granted);
        granted.then(Ride::default)
    }

    fn confirm(&mut self, now: Nanos) -> bool {
        let in_time = now < self.end;
        self.left += u64::from(!in_time);
        in_time
    }

    #[inline]
    fn conclude(&mut self, flight: &Flight, _: Option<Nanos>) -> bool {
        flight.sent_at >= self.counted.start
    }

    #[inline]
    fn since(&self, flight: &Flight) -> Nanos {
        flight.sent_at
    }

    #[inline]
    fn in_window(&self, now: Nanos) -> bool {
        self.counted.contains(&now)
    }

    #[inline]
    fn share(&self, sent_at: Nanos, now: Nanos) -> u64 {
        let (from, to) = (sent_at.max(self.counted.start), now.min(self.counted.end));
        if from == sent_at && to == now {
            return WHOLE; // nearly always, and it saves a division
        }
        let inside = u128::from(to.saturating_sub(from)) * u128::from(WHOLE);
        // Not beyond WHOLE, as what is inside is a part of the whole; that is not 0, as one end of it lies outside.
        u64::try_from(inside / u128::from(now - sent_at)).expect("a share")
    }

    /// Leaves a failing server alone for longer and longer. A count of requests is its own bound.
    fn retry_at(&self, now: Nanos, failures: u32) -> Option<Nanos> {
        let pause = match (self.limit, failures) {
            (Limit::Requests(_), _) | (_, 0) => 0,
            (Limit::Until { .. }, failures) => BACK_OFF << (failures - 1).min(BACK_OFF_DOUBLINGS),
        };
        let at = now.saturating_add(pause);
        (at < self.end && self.left > 0).then_some(at)
    }

    #[inline]
    fn rest(&mut self, _: usize, _: Nanos) {}

    #[inline]
    fn wake(&mut self, _: Nanos, _: &[Slot]) -> Option<usize> {
        None
    }

    #[inline]
    fn next(&self) -> Nanos {
        NEVER
    }

    #[inline]
    fn is_over(&self) -> bool {
        true
    }

    fn stop(&mut self, now: Nanos) {
        self.end = self.end.min(now);
        if let Limit::Until { .. } = self.limit {
            self.counted.end = self.end;
        }
    }

    fn hand_over(&mut self, _: &mut Report) {}

    fn finish(self, report: &mut Report) {
        report.window_start = self.counted.start;
        report.window_end = match self.limit {
            Limit::Until { .. } => self.end.max(self.counted.start),
            Limit::Requests(_) => report.ended,
        };
    }
}
