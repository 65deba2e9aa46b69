//! How requests end, and what their connections do then.

use std::sync::atomic::Ordering;

use super::pace::Pace;
use super::running::Running;
use super::{Flight, Phase, Slot};
use crate::clock::{Clock, MILLISECOND, NEVER, Nanos, SECOND};
use crate::detail::recording::Answered;
use crate::engine::{End, Step};
use crate::outcome::{FirstFailure, Mismatch, Outcome};
use crate::receive::connection::Received;
use crate::receive::http1::{Facts, ProtocolError};
use crate::receive::verify::Verdict;

/// How long a server that announced the end of a connection may take to close it.
const FIN_WAIT: Nanos = SECOND;

impl<C: Clock, P: Pace> Running<'_, C, P> {
    /// The only request on the connection has its answer.
    #[inline]
    pub(super) fn answered(&mut self, slot: usize, verdict: Verdict, facts: Facts, last: bool) -> Step {
        let now = self.clock.now();
        self.count_answer(slot, verdict, facts, facts.keep_alive && !last, now);
        let state = &mut self.slots[slot];
        state.answers += 1;
        let used_up = state.answers >= self.per_connection;
        if last || (used_up && facts.keep_alive && self.keepalive) {
            self.open(slot, now)
        } else if facts.keep_alive && self.keepalive {
            self.send(slot, now)
        } else {
            self.await_close(slot, now)
        }
    }

    /// An answer came before its request was sent to its end: a server that has not read it cannot be right, unless it is to
    /// refuse it.
    #[cold]
    pub(super) fn too_early(&mut self, slot: usize, verdict: Verdict) -> Verdict {
        if verdict != Verdict::Right || self.mix.checker(self.slots[slot].flight.ask).expects_refusal() {
            return verdict;
        }
        let mismatch =
            || Mismatch::new("an answer to the whole request", "an answer before the request was sent to its end");
        Verdict::Wrong(Outcome::WrongBody, self.explain.then(mismatch))
    }

    /// The answer that ended with its connection. The server did not get to requests behind it.
    pub(super) fn answered_by_end(&mut self, slot: usize, verdict: Verdict, facts: Facts) -> Step {
        let now = self.clock.now();
        self.count_answer(slot, verdict, facts, false, now);
        self.slots[slot].resend = self.next_flight(slot);
        self.open(slot, now)
    }

    /// Bytes for a connection on which several requests may be outstanding: any number of answers.
    pub(super) fn received_several(&mut self, slot: usize, data: &[u8], last: bool) -> Step {
        let mut rest = data;
        // Read once, when the first of these answers is complete: they came together.
        let mut came = None;
        loop {
            let state = &mut self.slots[slot];
            let alone = state.behind.is_empty();
            let (verdict, facts, taken) = match state.receiver.receive(self.mix.checker(state.flight.ask), rest, alone)
            {
                Received::More => return self.refill(slot, came, last),
                Received::Broken(error) => return self.garbled(slot, error),
                Received::Answer { verdict, facts, taken } => (verdict, facts, taken),
            };
            let now = *came.get_or_insert_with(|| self.clock.now());
            self.count_answer(slot, verdict, facts, facts.keep_alive && !last, now);
            let more = self.next_flight(slot);
            if !facts.keep_alive {
                // RFC 9112, 9.6: what was sent behind it is not answered, and may be sent once more.
                self.slots[slot].resend = more;
                return if last { self.open(slot, now) } else { self.await_close(slot, now) };
            }
            rest = &rest[taken..];
            match (more, rest.is_empty()) {
                (false, _) if last => return self.open(slot, now),
                (false, _) => return self.send(slot, now),
                (true, true) => return self.refill(slot, came, last),
                (true, false) => {}
            }
        }
    }

    /// In place of the requests that were answered at `came`, new ones. If the connection may be good for none (`last`), it
    /// is given time until the next look to say so: it may only be that a request is not sent whole yet, while an earlier
    /// one is answered.
    fn refill(&mut self, slot: usize, came: Option<Nanos>, last: bool) -> Step {
        match came {
            None => Step::Wait,
            Some(now) if !last => self.fill(slot, now, 0),
            Some(_) => {
                self.owing.push(slot);
                Step::Wait
            }
        }
    }

    /// The next of the outstanding requests is the one whose answer is awaited; `false` if there is none.
    fn next_flight(&mut self, slot: usize) -> bool {
        let state = &mut self.slots[slot];
        let Some(flight) = state.behind.pop_front() else { return false };
        state.flight = flight;
        state.deadline = flight.sent_at.saturating_add(self.timeout);
        self.deadlines.add(state.deadline);
        true
    }

    /// The server has announced that it will close the connection: it should close first.
    fn await_close(&mut self, slot: usize, now: Nanos) -> Step {
        let state = &mut self.slots[slot];
        state.phase = Phase::Closing;
        state.deadline = now.saturating_add(self.timeout.min(FIN_WAIT));
        self.deadlines.add(state.deadline);
        Step::Wait
    }

    /// `kept_alive`: the server keeps the connection open.
    #[inline]
    fn count_answer(&mut self, slot: usize, verdict: Verdict, facts: Facts, kept_alive: bool, now: Nanos) {
        self.report.responses += 1;
        let state = &mut self.slots[slot];
        state.kept = false;
        state.failures = 0;
        let flight = state.flight;
        let of_window = match verdict {
            Verdict::Right => self.count_right(flight, now),
            Verdict::Wrong(outcome, mismatch) => self.count_failure(flight, outcome, now, mismatch),
        };
        if let Some(recording) = &mut self.recording {
            let (since, in_window) = (self.pace.since(&flight), self.pace.in_window(now));
            let answer = Answered { slot, sent_at: flight.sent_at, since, now, in_window, facts };
            recording.answered(&answer, kept_alive && self.keepalive, of_window);
        }
    }

    /// Whether the request is of the window.
    #[inline]
    fn count_right(&mut self, flight: Flight, now: Nanos) -> bool {
        let Flight { sent_at, ask, .. } = flight;
        self.report.ended = now;
        if self.pace.in_window(now) {
            self.report.window.completed += 1;
        }
        self.report.window.progress += self.pace.share(sent_at, now);
        let of_window = self.pace.conclude(&flight, Some(now));
        if of_window {
            let latency = now.saturating_sub(sent_at);
            self.report.window.ok(latency);
            if let Some(own) = self.report.each.get_mut(ask.question) {
                own.ok(latency);
            }
        } else {
            self.report.skipped.count(Outcome::Ok);
        }
        of_window
    }

    /// Whether the request is of the window.
    fn count_failure(&mut self, flight: Flight, outcome: Outcome, now: Nanos, mismatch: Option<Mismatch>) -> bool {
        self.report.ended = now;
        let of_window = self.pace.conclude(&flight, None);
        if of_window {
            self.report.window.failed(outcome);
            if let Some(own) = self.report.each.get_mut(flight.ask.question) {
                own.failed(outcome);
            }
        } else {
            self.report.skipped.count(outcome);
        }
        if self.explain
            && let Some(Mismatch { expected, got }) = mismatch
        {
            self.explain = false;
            self.mix.explain(false);
            self.report.first_failure = Some(FirstFailure { outcome, expected, got, at: now });
        }
        of_window
    }

    /// All outstanding requests failed, and the connection with them: what ended the first ended the others.
    pub(super) fn failed(&mut self, slot: usize, outcome: Outcome, explain: impl FnOnce() -> Mismatch) -> Step {
        let now = self.clock.now();
        let mismatch = (self.explain || self.recording.is_some()).then(explain);
        if let Some(mismatch) = &mismatch {
            self.record_failure(slot, outcome, &mismatch.got, now);
        }
        self.count_failure(self.slots[slot].flight, outcome, now, mismatch);
        while let Some(flight) = self.slots[slot].behind.pop_front() {
            self.count_failure(flight, outcome, now, None);
        }
        let state = &mut self.slots[slot];
        state.kept = false;
        state.resend = false;
        state.receiver.reset();
        let again = self.pace.retry_at(now, state.failures);
        state.failures += 1;
        match again {
            None => self.park(slot, Phase::Closed, now),
            // A connect may fail at once: try again only after other connections have had their turn.
            Some(at) if at == now && outcome != Outcome::Connect => self.open(slot, now),
            Some(at) => {
                state.phase = Phase::BackOff;
                state.deadline = at;
                self.deadlines.add(at);
                Step::Close
            }
        }
    }

    /// Records on request why the outstanding requests failed; may end the lap.
    fn record_failure(&mut self, slot: usize, outcome: Outcome, got: &str, now: Nanos) {
        let Some(recording) = &mut self.recording else { return };
        let Slot { flight, behind, .. } = &self.slots[slot];
        for flight in std::iter::once(flight).chain(behind) {
            if recording.error(outcome, got, flight.sent_at) {
                self.stop.store(true, Ordering::Relaxed);
                self.pace.stop(now);
            }
        }
    }

    pub(super) fn garbled(&mut self, slot: usize, error: ProtocolError) -> Step {
        self.failed(slot, Outcome::Protocol, || Mismatch::new("one HTTP answer to one request", error.0))
    }

    /// The connection ended under the requests; `midway`: part of an answer had come.
    pub(super) fn cut_off(&mut self, slot: usize, outcome: Outcome, end: End, midway: bool) -> Step {
        let state = &mut self.slots[slot];
        if state.kept && !midway {
            // A connection kept since before the lap had been closed: send the same requests on a new one.
            state.kept = false;
            state.resend = true;
            let now = self.clock.now();
            return self.open_again(slot, now);
        }
        self.failed(slot, outcome, || {
            let how = match end {
                End::Closed | End::Unprocessed => "the server closed the connection".to_owned(),
                End::Failed(error) => error.to_string(),
                End::Broken(error) => error.0.into_owned(),
            };
            let expected = if outcome == Outcome::Write { "to send the request" } else { "a complete answer" };
            Mismatch::new(expected, how + if midway { " in the middle of the answer" } else { " before any answer" })
        })
    }

    pub(super) fn overdue(&mut self, slot: usize) -> Step {
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
