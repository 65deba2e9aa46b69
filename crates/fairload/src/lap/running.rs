//! The lap itself: a closed loop on every slot, each request followed to its end.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::io::Errno;

use super::report::Report;
use super::{Deadlines, NEVER, Phase, Slot};
use crate::clock::{Clock, MILLISECOND, Nanos, SECOND};
use crate::connection::{Checker, Ended, Received};
use crate::engine::{Driver, End, Step};
use crate::outcome::{FirstFailure, Mismatch, Outcome};
use crate::spec::TargetSpec;
use crate::verify::Verdict;

/// How long a server that announced the end of a connection may take to close it.
const FIN_WAIT: Nanos = SECOND;
/// Pause after the second failure in a row; doubles with each further one.
const BACK_OFF: Nanos = 8 * MILLISECOND;
const BACK_OFF_DOUBLINGS: u32 = 5;
/// The longest wait, so that a wish to stop is noticed.
const LONGEST_WAIT: Nanos = 50 * MILLISECOND;

/// How much to send, in absolute time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    /// Requests sent from `count_from` to `end` count, those sent before it are skipped.
    Until { count_from: Nanos, end: Nanos },
    /// All of so many requests count.
    Requests(u64),
}

pub(crate) struct Running<'a, C> {
    slots: &'a mut [Slot],
    checker: &'a mut Checker,
    keepalive: bool,
    timeout: Nanos,
    stop: &'a AtomicBool,
    clock: C,
    limit: Limit,
    /// Requests that may still be sent.
    left: u64,
    /// Nothing is sent from here on.
    end: Nanos,
    counted: Range<Nanos>,
    /// Slots that have a request, or will have one.
    active: usize,
    deadlines: Deadlines,
    report: Report,
}

impl<'a, C: Clock> Running<'a, C> {
    pub(crate) fn new(
        slots: &'a mut [Slot],
        checker: &'a mut Checker,
        target: &TargetSpec,
        limit: Limit,
        stop: &'a AtomicBool,
        clock: C,
    ) -> Self {
        let now = clock.now();
        let (left, counted) = match limit {
            Limit::Until { count_from, end } => (u64::MAX, count_from..end),
            Limit::Requests(requests) => (requests, now..NEVER),
        };
        checker.explain = true;
        Self {
            active: slots.len(),
            slots,
            checker,
            keepalive: target.keepalive,
            timeout: crate::clock::nanos(target.timeout),
            stop,
            limit,
            left,
            end: counted.end,
            counted,
            deadlines: Deadlines::new(now),
            report: Report { started: now, ended: now, ..Report::default() },
            clock,
        }
    }

    pub(crate) fn into_report(mut self) -> Report {
        self.report.window_start = self.counted.start;
        self.report.window_end = match self.limit {
            Limit::Until { .. } => self.end.max(self.counted.start),
            Limit::Requests(_) => self.report.ended,
        };
        self.report
    }

    /// Leave to send one more request.
    #[inline]
    fn claim(&mut self, now: Nanos) -> bool {
        let granted = now < self.end && self.left > 0;
        self.left -= u64::from(granted);
        granted
    }

    /// The slot has nothing more to do.
    fn park(&mut self, slot: usize, phase: Phase) -> Step {
        self.slots[slot].phase = phase;
        self.slots[slot].deadline = NEVER;
        self.active -= 1;
        if phase == Phase::Idle { Step::Wait } else { Step::Close }
    }

    /// The next request on an open connection.
    #[inline]
    fn send(&mut self, slot: usize, now: Nanos) -> Step {
        if !self.claim(now) {
            return self.park(slot, Phase::Idle);
        }
        self.send_claimed(slot, now)
    }

    #[inline]
    fn send_claimed(&mut self, slot: usize, now: Nanos) -> Step {
        let state = &mut self.slots[slot];
        state.phase = Phase::InFlight;
        state.sent_at = now;
        state.deadline = now.saturating_add(self.timeout);
        self.deadlines.add(state.deadline);
        Step::Send
    }

    /// A new connection for the next request.
    fn open(&mut self, slot: usize, now: Nanos) -> Step {
        if !self.claim(now) {
            return self.park(slot, Phase::Closed);
        }
        let state = &mut self.slots[slot];
        state.phase = Phase::Opening;
        state.receiver.reset();
        state.sent_at = now;
        state.deadline = now.saturating_add(self.timeout);
        self.deadlines.add(state.deadline);
        Step::Open
    }

    /// The connection that was kept since before the lap turns out to be closed: the same request, on a new one.
    fn open_again(&mut self, slot: usize) -> Step {
        let state = &mut self.slots[slot];
        state.kept = false;
        state.resend = true;
        state.phase = Phase::Opening;
        Step::Open
    }

    fn answered(&mut self, slot: usize, verdict: Verdict, keep_alive: bool, last: bool) -> Step {
        let now = self.clock.now();
        self.report.responses += 1;
        match verdict {
            Verdict::Right => self.count_right(slot, now),
            Verdict::Wrong(outcome, mismatch) => self.count_failure(slot, outcome, now, || mismatch),
        }
        let state = &mut self.slots[slot];
        state.kept = false;
        state.failures = 0;
        if last {
            self.open(slot, now)
        } else if keep_alive && self.keepalive {
            self.send(slot, now)
        } else {
            state.phase = Phase::Closing;
            state.deadline = now.saturating_add(self.timeout.min(FIN_WAIT));
            self.deadlines.add(state.deadline);
            Step::Wait
        }
    }

    #[inline]
    fn count_right(&mut self, slot: usize, now: Nanos) {
        let sent_at = self.slots[slot].sent_at;
        self.report.ended = now;
        if self.counted.contains(&now) {
            self.report.window.completed += 1;
        }
        if sent_at < self.counted.start {
            self.report.skipped.count(Outcome::Ok);
        } else {
            self.report.window.ok(now.saturating_sub(sent_at));
        }
    }

    fn count_failure(&mut self, slot: usize, outcome: Outcome, now: Nanos, explain: impl FnOnce() -> Option<Mismatch>) {
        self.report.ended = now;
        if self.slots[slot].sent_at < self.counted.start {
            self.report.skipped.count(outcome);
        } else {
            self.report.window.failed(outcome);
        }
        if self.checker.explain
            && let Some(Mismatch { expected, got }) = explain()
        {
            self.checker.explain = false;
            self.report.first_failure = Some(FirstFailure { outcome, expected, got, at: now });
        }
    }

    /// The request failed, and the connection with it.
    fn failed(&mut self, slot: usize, outcome: Outcome, explain: impl FnOnce() -> Mismatch) -> Step {
        let now = self.clock.now();
        self.count_failure(slot, outcome, now, || Some(explain()));
        let state = &mut self.slots[slot];
        state.kept = false;
        state.resend = false;
        state.receiver.reset();
        let pause = self.pause(slot);
        self.slots[slot].failures += 1;
        // A connect that fails may fail at once: never try again from here, but when the others have had their turn.
        if pause == 0 && outcome != Outcome::Connect {
            return self.open(slot, now);
        }
        let due = now.saturating_add(pause);
        if due >= self.end || self.left == 0 {
            return self.park(slot, Phase::Closed);
        }
        let state = &mut self.slots[slot];
        state.phase = Phase::BackOff;
        state.deadline = due;
        self.deadlines.add(due);
        Step::Close
    }

    /// How long to leave a failing server alone. A count of requests is its own bound.
    fn pause(&self, slot: usize) -> Nanos {
        match (self.limit, self.slots[slot].failures) {
            (Limit::Requests(_), _) | (_, 0) => 0,
            (Limit::Until { .. }, failures) => BACK_OFF << (failures - 1).min(BACK_OFF_DOUBLINGS),
        }
    }

    /// The connection ended under the request; `midway`: part of the answer had come.
    fn cut_off(&mut self, slot: usize, outcome: Outcome, end: End, midway: bool) -> Step {
        if self.slots[slot].kept && !midway {
            return self.open_again(slot);
        }
        self.failed(slot, outcome, || {
            let how = match end {
                End::Closed => "the server closed the connection".to_owned(),
                End::Failed(error) => error.to_string(),
            };
            let expected = if outcome == Outcome::Write { "to send the request" } else { "a complete answer" };
            Mismatch::new(expected, how + if midway { " in the middle of the answer" } else { " before any answer" })
        })
    }

    fn overdue(&mut self, slot: usize) -> Step {
        let millis = self.timeout / MILLISECOND;
        match self.slots[slot].phase {
            Phase::Opening => self
                .failed(slot, Outcome::Connect, || Mismatch::new(format!("a connection within {millis} ms"), "none")),
            Phase::InFlight => {
                let got = if self.slots[slot].receiver.is_midway() { "a part of it" } else { "nothing" };
                self.failed(slot, Outcome::Timeout, || {
                    Mismatch::new(format!("a complete answer within {millis} ms"), got)
                })
            }
            Phase::Closing | Phase::BackOff => self.open(slot, self.deadlines.now()),
            Phase::Closed | Phase::Idle => {
                self.slots[slot].deadline = NEVER;
                Step::Wait
            }
        }
    }
}

impl<C: Clock> Driver for Running<'_, C> {
    fn start(&mut self, slot: usize) -> Step {
        let now = self.clock.now();
        match (self.slots[slot].open_error.take(), self.keepalive) {
            (Some(error), _) => {
                if !self.claim(now) {
                    return self.park(slot, Phase::Closed);
                }
                self.slots[slot].sent_at = now;
                self.not_opened(slot, error)
            }
            (None, true) => self.send(slot, now),
            (None, false) => self.open(slot, now),
        }
    }

    fn opened(&mut self, slot: usize) -> Step {
        let state = &mut self.slots[slot];
        if self.keepalive {
            self.report.reconnects += u64::from(state.opened_before);
            state.opened_before = true;
        }
        if std::mem::take(&mut state.resend) || !self.keepalive {
            state.phase = Phase::InFlight;
            return Step::Send;
        }
        let now = self.clock.now();
        if now >= self.end {
            self.left += 1;
            return self.park(slot, Phase::Idle);
        }
        self.send_claimed(slot, now)
    }

    fn not_opened(&mut self, slot: usize, error: Errno) -> Step {
        self.failed(slot, Outcome::Connect, || Mismatch::new("a connection", error.to_string()))
    }

    #[inline]
    fn received(&mut self, slot: usize, data: &[u8], last: bool) -> Step {
        self.report.bytes_received += data.len() as u64;
        let state = &mut self.slots[slot];
        match state.phase {
            Phase::InFlight => match state.receiver.receive(self.checker, data) {
                Received::More => Step::Wait,
                Received::Answer { verdict, keep_alive } => self.answered(slot, verdict, keep_alive, last),
                Received::Broken(error) => {
                    self.failed(slot, Outcome::Protocol, || Mismatch::new("one HTTP/1 answer to one request", error.0))
                }
            },
            // Nobody asked. The connection is of no use for the next lap.
            Phase::Idle => {
                state.phase = Phase::Closed;
                Step::Close
            }
            Phase::Closed | Phase::Opening | Phase::Closing | Phase::BackOff => Step::Wait,
        }
    }

    fn ended(&mut self, slot: usize, end: End) -> Step {
        let state = &mut self.slots[slot];
        match state.phase {
            Phase::InFlight => {
                let midway = state.receiver.is_midway();
                if end == End::Closed
                    && midway
                    && let Ended::Answer(verdict) = state.receiver.end(self.checker)
                {
                    return self.answered(slot, verdict, false, true);
                }
                self.cut_off(slot, Outcome::Read, end, midway)
            }
            Phase::Closing => {
                let now = self.clock.now();
                self.open(slot, now)
            }
            Phase::Idle => {
                state.phase = Phase::Closed;
                Step::Close
            }
            Phase::Closed | Phase::Opening | Phase::BackOff => Step::Wait,
        }
    }

    fn unsent(&mut self, slot: usize, error: Errno) -> Step {
        let midway = self.slots[slot].receiver.is_midway();
        self.cut_off(slot, Outcome::Write, End::Failed(error), midway)
    }

    fn due(&mut self) -> Option<(usize, Step)> {
        let slot = self.deadlines.next(self.slots, || self.clock.now());
        if slot.is_none() && self.stop.load(Ordering::Relaxed) {
            self.end = self.end.min(self.deadlines.now());
            if let Limit::Until { .. } = self.limit {
                self.counted.end = self.end;
            }
        }
        slot.map(|slot| (slot, self.overdue(slot)))
    }

    fn wait(&self) -> Nanos {
        self.deadlines.wait().min(LONGEST_WAIT)
    }

    fn finished(&self) -> bool {
        self.active == 0
    }
}
