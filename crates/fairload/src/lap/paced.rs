//! The open loop: requests fall due by a schedule that no answer can delay. A request without a free connection waits
//! for one, and the delay counts, because response time starts when the request was due.

use std::collections::VecDeque;
use std::ops::Range;

use super::pace::{Pace, Ride};
use super::pacer::Pacer;
use super::report::{Offered, Report};
use super::{Flight, Phase, Slot};
use crate::clock::{MILLISECOND, NEVER, Nanos};

/// How long after the end requests that were due before it may still be sent.
const DRAIN: Nanos = 100 * MILLISECOND;
/// A sleeping thread wakes up some 20 to 60 us late. So the last stretch before a request is due is spent looking.
pub(super) const SPIN: Nanos = 60_000;

/// The longest backlog of a thread, 16 MiB. What falls due beyond it will not be sent, and is counted.
pub(super) const MAX_BACKLOG: usize = 1 << 20;

/// A request that is due and has no connection yet.
#[derive(Debug, Clone, Copy)]
struct Waiting {
    due: Nanos,
    /// When we first looked: only we can have caused a delay until then.
    noticed: Nanos,
}

/// What a slot has besides its connection.
#[derive(Debug, Clone, Copy, Default)]
struct Seat {
    /// Since when it has rested, if it does.
    rested: Option<Nanos>,
    /// Whether it is among those that rest. It may have been given something to do by an answer since.
    listed: bool,
    /// It was first among them, and has not used it.
    turn: bool,
}

#[derive(Debug)]
pub(crate) struct Paced {
    pacer: Pacer,
    /// Requests due in it count.
    counted: Range<Nanos>,
    /// Set at the first look past the end: when the backlog is given up. Counted from that look, so that a generator
    /// which was itself stopped sends late and says so, instead of not sending.
    give_up: Option<Nanos>,
    backlog: VecDeque<Waiting>,
    seats: Vec<Seat>,
    /// Requests on a connection that may be outstanding.
    depth: usize,
    /// Resting slots, the longest first, so that all connections have their turn: open ones, and those that must be
    /// opened first.
    idle: VecDeque<usize>,
    closed: VecDeque<usize>,
    offered: Offered,
}

impl Paced {
    /// Requests due in `counted` count; none is due after it. Of each of the slots, `depth` may be outstanding.
    pub(crate) fn new(pacer: Pacer, counted: Range<Nanos>, slots: usize, depth: usize) -> Self {
        Self {
            pacer,
            counted,
            give_up: None,
            backlog: VecDeque::new(),
            seats: vec![Seat::default(); slots],
            depth,
            idle: VecDeque::with_capacity(slots),
            closed: VecDeque::with_capacity(slots),
            offered: Offered::default(),
        }
    }

    /// What has fallen due up to `now` joins the backlog; what can no longer be sent leaves it.
    #[inline]
    fn look(&mut self, now: Nanos) {
        while self.pacer.next() <= now && self.pacer.next() < self.counted.end {
            let due = self.pacer.next();
            self.pacer.advance();
            let counted = u64::from(due >= self.counted.start);
            self.offered.due += counted;
            if self.backlog.len() < MAX_BACKLOG {
                self.backlog.push_back(Waiting { due, noticed: now });
            } else {
                self.offered.unsent += counted;
                self.offered.dropped += counted;
            }
        }
        if now >= self.counted.end && now >= *self.give_up.get_or_insert(now.saturating_add(DRAIN)) {
            let start = self.counted.start;
            self.offered.unsent += self.backlog.drain(..).map(|waiting| u64::from(waiting.due >= start)).sum::<u64>();
        }
    }

    /// Records how many wait for more than their turn at an idle connection.
    #[inline]
    fn note_backlog(&mut self, now: Nanos) {
        if now >= self.counted.start {
            let waiting = self.backlog.len().saturating_sub(self.idle.len() + self.closed.len());
            self.offered.backlog_max = self.offered.backlog_max.max(waiting as u64);
        }
    }
}

impl Pace for Paced {
    #[inline]
    fn claim(&mut self, slot: usize, now: Nanos) -> Option<Ride> {
        self.look(now);
        let seat = &mut self.seats[slot];
        seat.turn = false;
        let free_since = seat.rested.take().unwrap_or(now);
        let ride = self.backlog.pop_front().map(|Waiting { due, noticed }| {
            let blocked = free_since.saturating_sub(noticed);
            Ride { due, own: now.saturating_sub(due + blocked) }
        });
        self.note_backlog(now);
        ride
    }

    /// What falls due goes to those that have rested the longest, not all to the one that happens to be looked at.
    fn claim_behind(&mut self, slot: usize, now: Nanos) -> Option<Ride> {
        if self.seats[slot].turn || self.idle.is_empty() { self.claim(slot, now) } else { None }
    }

    /// Its connection was begun in time.
    fn confirm(&mut self, _: Nanos) -> bool {
        true
    }

    #[inline]
    fn conclude(&mut self, flight: &Flight, answered: Option<Nanos>) -> bool {
        let Flight { sent_at, ride: Ride { due, own }, .. } = *flight;
        if due < self.counted.start {
            return false;
        }
        // All that was not ours is time without an open connection, one in the making included.
        self.offered.own.record(own);
        self.offered.blocked.record(sent_at.saturating_sub(due + own));
        if let Some(now) = answered {
            self.offered.response.record(now.saturating_sub(due));
        }
        true
    }

    #[inline]
    fn since(&self, flight: &Flight) -> Nanos {
        flight.ride.due
    }

    #[inline]
    fn share(&self, _: Nanos, _: Nanos) -> u64 {
        0 // requests that fall due at a rate say nothing of how many there could be
    }

    #[inline]
    fn in_window(&self, now: Nanos) -> bool {
        self.counted.contains(&now)
    }

    /// Only the schedule decides how often a failing server gets requests.
    fn retry_at(&self, now: Nanos, _: u32) -> Option<Nanos> {
        Some(now)
    }

    #[inline]
    fn rest(&mut self, slot: usize, now: Nanos) {
        let seat = &mut self.seats[slot];
        seat.rested.get_or_insert(now);
        if !std::mem::replace(&mut seat.listed, true) {
            self.idle.push_back(slot);
        }
    }

    #[inline]
    fn wake(&mut self, now: Nanos, slots: &[Slot]) -> Option<usize> {
        self.look(now);
        self.note_backlog(now);
        if self.backlog.is_empty() {
            return None;
        }
        while let Some(slot) = self.idle.pop_front() {
            self.seats[slot].listed = false;
            match slots[slot].phase {
                Phase::Idle => return Some(slot),
                Phase::InFlight if slots[slot].behind.len() + 1 < self.depth => {
                    self.seats[slot].turn = true;
                    return Some(slot);
                }
                // Never opened, or closed by the server while it rested.
                Phase::Closed => self.closed.push_back(slot),
                // It has found something else to do, and will rest again.
                Phase::InFlight | Phase::Opening | Phase::Closing | Phase::BackOff => {}
            }
        }
        self.closed.pop_front()
    }

    #[inline]
    fn next(&self) -> Nanos {
        match self.give_up {
            None => self.pacer.next().min(self.counted.end).saturating_sub(SPIN),
            Some(_) if self.backlog.is_empty() => NEVER,
            Some(give_up) => give_up,
        }
    }

    fn is_over(&self) -> bool {
        self.give_up.is_some() && self.backlog.is_empty()
    }

    fn stop(&mut self, now: Nanos) {
        self.counted.end = self.counted.end.min(now);
    }

    /// All but the highest backlog, which belongs to the whole lap.
    fn hand_over(&mut self, part: &mut Report) {
        let rest = Offered { backlog_max: self.offered.backlog_max, ..Offered::default() };
        let mut offered = std::mem::replace(&mut self.offered, rest);
        offered.backlog_max = 0;
        part.offered = Some(offered);
    }

    fn finish(self, report: &mut Report) {
        report.window_start = self.counted.start;
        report.window_end = self.counted.end.max(self.counted.start);
        report.offered = Some(self.offered);
    }
}
