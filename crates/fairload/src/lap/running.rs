//! The lap itself: each slot's requests, one after another, each followed to its end. When a request is sent is the
//! [`Pace`]'s to say.

use std::sync::atomic::{AtomicBool, Ordering};

use rustix::io::Errno;

use super::pace::Pace;
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
/// The longest wait, so that a wish to stop is noticed.
const LONGEST_WAIT: Nanos = 50 * MILLISECOND;

pub(crate) struct Running<'a, C, P> {
    slots: &'a mut [Slot],
    checker: &'a mut Checker,
    keepalive: bool,
    timeout: Nanos,
    stop: &'a AtomicBool,
    clock: C,
    pace: P,
    /// Slots that have a request, or will have one.
    active: usize,
    deadlines: Deadlines,
    report: Report,
}

impl<'a, C: Clock, P: Pace> Running<'a, C, P> {
    pub(crate) fn new(
        slots: &'a mut [Slot],
        checker: &'a mut Checker,
        target: &TargetSpec,
        pace: P,
        stop: &'a AtomicBool,
        clock: C,
    ) -> Self {
        let now = clock.now();
        checker.explain = true;
        Self {
            active: slots.len(),
            slots,
            checker,
            keepalive: target.keepalive,
            timeout: crate::clock::nanos(target.timeout),
            stop,
            pace,
            deadlines: Deadlines::new(now),
            report: Report { started: now, ended: now, ..Report::default() },
            clock,
        }
    }

    pub(crate) fn into_report(self) -> Report {
        let Self { mut report, pace, .. } = self;
        pace.finish(&mut report);
        report
    }

    /// The slot has nothing to do, for now or for good.
    fn park(&mut self, slot: usize, phase: Phase, now: Nanos) -> Step {
        self.slots[slot].phase = phase;
        self.slots[slot].deadline = NEVER;
        self.active -= 1;
        self.pace.rest(slot, now);
        if phase == Phase::Idle { Step::Wait } else { Step::Close }
    }

    /// The slot has been given something to do.
    fn unpark(&mut self, slot: usize, now: Nanos) -> Step {
        self.active += 1;
        if self.slots[slot].phase == Phase::Idle { self.send(slot, now) } else { self.open(slot, now) }
    }

    /// The next request on an open connection.
    #[inline]
    fn send(&mut self, slot: usize, now: Nanos) -> Step {
        if !self.pace.claim(slot, now) {
            return self.park(slot, Phase::Idle, now);
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
        if !self.pace.claim(slot, now) {
            return self.park(slot, Phase::Closed, now);
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
        if self.pace.in_window(now) {
            self.report.window.completed += 1;
        }
        self.report.window.progress += self.pace.share(sent_at, now);
        if self.pace.conclude(slot, sent_at, Some(now)) {
            self.report.window.ok(now.saturating_sub(sent_at));
        } else {
            self.report.skipped.count(Outcome::Ok);
        }
    }

    fn count_failure(&mut self, slot: usize, outcome: Outcome, now: Nanos, explain: impl FnOnce() -> Option<Mismatch>) {
        self.report.ended = now;
        if self.pace.conclude(slot, self.slots[slot].sent_at, None) {
            self.report.window.failed(outcome);
        } else {
            self.report.skipped.count(outcome);
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
        let again = self.pace.retry_at(now, state.failures);
        state.failures += 1;
        match again {
            None => self.park(slot, Phase::Closed, now),
            // A connect that fails may fail at once: never try again from here, but when others have had their turn.
            Some(at) if at == now && outcome != Outcome::Connect => self.open(slot, now),
            Some(at) => {
                state.phase = Phase::BackOff;
                state.deadline = at;
                self.deadlines.add(at);
                Step::Close
            }
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
            Phase::Closing | Phase::BackOff => {
                let now = self.clock.now();
                self.open(slot, now)
            }
            Phase::Closed | Phase::Idle => {
                self.slots[slot].deadline = NEVER;
                Step::Wait
            }
        }
    }
}

impl<C: Clock, P: Pace> Driver for Running<'_, C, P> {
    fn start(&mut self, slot: usize) -> Step {
        let now = self.clock.now();
        match (self.slots[slot].open_error.take(), self.keepalive) {
            (Some(error), _) => {
                if !self.pace.claim(slot, now) {
                    return self.park(slot, Phase::Closed, now);
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
        if !self.pace.confirm(now) {
            return self.park(slot, Phase::Idle, now);
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
        if let Some(slot) = self.deadlines.next(self.slots, || self.clock.now()) {
            return Some((slot, self.overdue(slot)));
        }
        let now = self.deadlines.now();
        if self.stop.load(Ordering::Relaxed) {
            self.pace.stop(now);
        }
        let slot = self.pace.wake(now, self.slots)?;
        Some((slot, self.unpark(slot, now)))
    }

    fn wait(&self) -> Nanos {
        let wake = self.pace.next().saturating_sub(self.deadlines.now());
        self.deadlines.wait().min(wake).min(LONGEST_WAIT)
    }

    fn finished(&self) -> bool {
        self.active == 0 && self.pace.is_over()
    }
}
