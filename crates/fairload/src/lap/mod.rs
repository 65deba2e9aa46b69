//! One lap on one thread: the slots, the two drivers that run on them, and the report that comes out. The second
//! driver, the lap itself, runs in a closed loop or in an open one.

pub(crate) mod closed;
#[cfg(test)]
mod detail_tests;
pub(crate) mod effort;
pub(crate) mod feed;
mod flights;
#[cfg(test)]
mod flights_tests;
#[cfg(test)]
mod live_tests;
pub(crate) mod mix;
pub(crate) mod opening;
pub(crate) mod pace;
pub(crate) mod paced;
#[cfg(test)]
mod paced_tests;
pub(crate) mod pacer;
pub mod report;
pub(crate) mod running;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use crate::clock::{NEVER, Nanos};
use crate::engine::Fault;
use crate::receive::connection::Receiver;
use mix::Ask;
use pace::Ride;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Phase {
    #[default]
    Closed,
    Opening,
    /// Open, without a request.
    Idle,
    InFlight,
    /// Got its last answer; the server should close first, so that the port is free at once.
    Closing,
    /// Closed until its deadline, after failures.
    BackOff,
}

/// A request that has been sent, or whose connection is being opened.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Flight {
    /// When it was sent; when connecting began if that is where its latency begins.
    pub(crate) sent_at: Nanos,
    pub(crate) ask: Ask,
    pub(crate) ride: Ride,
}

/// What is known of one connection, and of the requests on it.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) phase: Phase,
    pub(crate) receiver: Receiver,
    /// The request whose answer is next.
    pub(crate) flight: Flight,
    /// Requests sent after it on the same connection, in order; only with pipelining.
    pub(crate) behind: VecDeque<Flight>,
    /// When connecting began.
    pub(crate) opening_since: Nanos,
    /// When the present phase is given up; [`NEVER`] if it can last.
    pub(crate) deadline: Nanos,
    /// Open since before this lap, and not answered in it yet: the server may have closed it while it was frozen.
    pub(crate) kept: bool,
    /// The requests were sent on a connection that was already closed, or that the server closed in good order before
    /// it got to them: they must be sent again.
    pub(crate) resend: bool,
    /// A connection has been open here before: the next one is a reconnect.
    pub(crate) opened_before: bool,
    /// Answers that this connection has had.
    pub(crate) answers: u32,
    /// Failures since the last complete answer.
    pub(crate) failures: u32,
    /// Why there is no connection at the start of the lap.
    pub(crate) open_error: Option<Fault>,
}

impl Default for Slot {
    fn default() -> Self {
        Self {
            phase: Phase::Closed,
            receiver: Receiver::default(),
            flight: Flight::default(),
            behind: VecDeque::new(),
            opening_since: 0,
            deadline: NEVER,
            kept: false,
            resend: false,
            opened_before: false,
            answers: 0,
            failures: 0,
            open_error: None,
        }
    }
}

/// Slots that are looked at in one turn: to look at 100,000 would keep answers waiting for milliseconds.
const LOOKED_AT: usize = 1024;

/// Finds slots whose deadline has passed. Looks at all of them, but only when the earliest is due, and at some in each turn.
#[derive(Debug)]
pub(crate) struct Deadlines {
    earliest: Nanos,
    /// The time of this turn.
    now: Nanos,
    /// Where the scan under way goes on.
    cursor: Option<usize>,
    /// How many slots may still be looked at in this turn; `None` between turns.
    left: Option<usize>,
}

impl Deadlines {
    pub(crate) fn new(now: Nanos) -> Self {
        Self { earliest: NEVER, now, cursor: None, left: None }
    }

    /// A slot has got this deadline.
    #[inline]
    pub(crate) fn add(&mut self, deadline: Nanos) {
        self.earliest = self.earliest.min(deadline);
    }

    /// No slot that has a deadline has it after `latest`.
    pub(crate) fn cut(&mut self, slots: &mut [Slot], latest: Nanos) {
        for slot in slots.iter_mut().filter(|slot| slot.deadline != NEVER) {
            slot.deadline = slot.deadline.min(latest);
        }
        self.add(latest);
    }

    /// The next slot that is overdue; `None` at the end of a turn. `now` is asked for only at its beginning.
    pub(crate) fn next(&mut self, slots: &[Slot], now: impl FnOnce() -> Nanos) -> Option<usize> {
        if self.left.is_none() {
            self.now = now();
            if self.cursor.is_none() {
                if self.now < self.earliest {
                    return None;
                }
                self.earliest = NEVER;
            }
        }
        let mut left = self.left.unwrap_or(LOOKED_AT);
        let mut slot = self.cursor.unwrap_or(0);
        while left > 0
            && let Some(candidate) = slots.get(slot)
        {
            slot += 1;
            left -= 1;
            if candidate.deadline <= self.now {
                (self.cursor, self.left) = (Some(slot), Some(left));
                return Some(slot - 1);
            }
            self.add(candidate.deadline);
        }
        (self.cursor, self.left) = ((slot < slots.len()).then_some(slot), None);
        None
    }

    /// The time of the last turn.
    pub(crate) fn now(&self) -> Nanos {
        self.now
    }

    /// Nanoseconds from the last turn to the earliest deadline; 0 if not all slots have been looked at.
    pub(crate) fn wait(&self) -> Nanos {
        if self.cursor.is_some() { 0 } else { self.earliest.saturating_sub(self.now) }
    }
}
