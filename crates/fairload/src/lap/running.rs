//! The lap itself: which connections are opened and what is sent on them. The [`Pace`] decides when a request is
//! sent; `flights` handles its end.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::io::Errno;

use super::effort::{Effort, Turns};
use super::feed::Feed;
use super::mix::{Ask, Mix};
use super::pace::{Pace, Ride};
use super::report::Report;
use super::{Deadlines, Flight, Phase, Slot};
use crate::clock::{Clock, MILLISECOND, NEVER, Nanos};
use crate::detail::recording::Recording;
use crate::engine::{Driver, End, Fault, Payload, Standing, Step};
use crate::outcome::{Mismatch, Outcome};
use crate::receive::connection::{Ended, Received};
use crate::recorder::{Recorder, Times};
use crate::target::TargetSpec;

/// The longest wait, so that a wish to stop is noticed.
const LONGEST_WAIT: Nanos = 50 * MILLISECOND;

/// What carries requests and answers, which are always those of HTTP/1.1 here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Carrier {
    Http1,
    /// A slot is a stream, of which a connection has several.
    Http2,
    WebSocket,
}

impl Carrier {
    fn of(target: &TargetSpec) -> Self {
        match (target.streams, &target.websocket) {
            (Some(_), _) => Self::Http2,
            (None, Some(_)) => Self::WebSocket,
            (None, None) => Self::Http1,
        }
    }
}

pub(crate) struct Running<'a, C, P> {
    pub(super) slots: &'a mut [Slot],
    pub(super) mix: &'a mut Mix,
    pub(super) keepalive: bool,
    /// After so many answers on a connection a new one is opened.
    pub(super) per_connection: u32,
    /// Requests on a connection that may be outstanding; above 1 only with keep-alive.
    pub(super) depth: usize,
    pub(super) timeout: Nanos,
    pub(super) stop: &'a AtomicBool,
    pub(super) clock: C,
    pub(super) pace: P,
    /// Slots that have a request, or will have one.
    active: usize,
    pub(super) deadlines: Deadlines,
    turns: Turns,
    feed: Feed,
    pub(super) report: Report,
    /// Whether to explain wrong answers: true until the first one was explained.
    pub(super) explain: bool,
    pub(super) recording: Option<Box<Recording>>,
    /// Several slots share a connection, whose bytes and openings are counted elsewhere.
    carrier: Carrier,
    /// Slots that have fewer requests outstanding than they may; only with pipelining.
    pub(super) owing: Vec<usize>,
}

impl<'a, C: Clock, P: Pace> Running<'a, C, P> {
    pub(crate) fn new(
        slots: &'a mut [Slot],
        mix: &'a mut Mix,
        target: &TargetSpec,
        depth: usize,
        pace: P,
        stop: &'a AtomicBool,
        clock: C,
    ) -> Self {
        let now = clock.now();
        let each = if mix.len() > 1 { vec![Recorder::default(); mix.len()] } else { Vec::new() };
        let recording = |wanted| Box::new(Recording::new(wanted, slots.len(), target.keepalive, now));
        Self {
            recording: target.detail.clone().map(recording),
            active: slots.len(),
            slots,
            mix,
            depth,
            carrier: Carrier::of(target),
            keepalive: target.keepalive,
            per_connection: target.per_connection.map_or(u32::MAX, NonZeroU32::get),
            timeout: crate::clock::nanos(target.timeout),
            stop,
            pace,
            deadlines: Deadlines::new(now),
            turns: Turns::default(),
            feed: Feed::default(),
            report: Report { started: now, ended: now, each, ..Report::default() },
            explain: true,
            owing: Vec::new(),
            clock,
        }
    }

    /// The lap began when its window or its schedule did, if that was before now.
    pub(crate) fn begun_at(mut self, start: Nanos) -> Self {
        self.report.started = start;
        self
    }

    /// Hands over to `feed` what it has recorded, as it goes.
    pub(crate) fn feeding(self, feed: Feed) -> Self {
        Self { feed, ..self }
    }

    pub(crate) fn into_report(self) -> Report {
        let Self { mut report, mut feed, pace, turns, clock, recording, mix, .. } = self;
        report.detail = recording.map(|recording| Box::new(recording.into_detail(mix.first_head())));
        pace.finish(&mut report);
        feed.finish(&mut report, clock.now());
        report.efforts.push(Effort { wall: 0, usage: None, idle: 0, turns });
        report
    }

    /// The slot has nothing to do, for now or for good.
    pub(super) fn park(&mut self, slot: usize, phase: Phase, now: Nanos) -> Step {
        self.slots[slot].phase = phase;
        self.slots[slot].deadline = NEVER;
        self.active -= 1;
        self.pace.rest(slot, now);
        if phase == Phase::Idle { Step::Wait } else { Step::Close }
    }

    /// The slot has been given something to do.
    fn wake(&mut self, slot: usize, now: Nanos) -> Step {
        if self.slots[slot].phase == Phase::InFlight {
            return self.fill(slot, now, 0);
        }
        self.active += 1;
        if self.slots[slot].phase == Phase::Idle { self.send(slot, now) } else { self.open(slot, now) }
    }

    /// The next request on an open connection.
    #[inline]
    pub(super) fn send(&mut self, slot: usize, now: Nanos) -> Step {
        let Some(ride) = self.pace.claim(slot, now) else { return self.park(slot, Phase::Idle, now) };
        let ask = self.mix.next();
        self.send_claimed(slot, ask, ride, now)
    }

    #[inline]
    fn send_claimed(&mut self, slot: usize, ask: Ask, ride: Ride, now: Nanos) -> Step {
        let state = &mut self.slots[slot];
        state.phase = Phase::InFlight;
        state.flight = Flight { sent_at: now, ask, ride };
        state.deadline = now.saturating_add(self.timeout);
        self.deadlines.add(state.deadline);
        if self.depth > 1 { self.fill(slot, now, 1) } else { self.request(self.mix.payload(ask)) }
    }

    #[inline]
    fn request(&mut self, payload: Payload) -> Step {
        if let Some(recording) = &mut self.recording {
            recording.sent(payload.bytes().len());
        }
        Step::Send(payload)
    }

    /// As many more requests as may be outstanding, together with the `unsent` latest of those that are.
    pub(super) fn fill(&mut self, slot: usize, now: Nanos, mut unsent: usize) -> Step {
        while self.slots[slot].behind.len() + 1 < self.depth {
            let Some(ride) = self.pace.claim_behind(slot, now) else {
                self.pace.rest(slot, now);
                break;
            };
            let ask = self.mix.next();
            self.slots[slot].behind.push_back(Flight { sent_at: now, ask, ride });
            unsent += 1;
        }
        if unsent == 0 { Step::Wait } else { self.request(self.latest(slot, unsent)) }
    }

    /// The `count` latest of the outstanding requests, as bytes.
    fn latest(&self, slot: usize, count: usize) -> Payload {
        let Slot { flight, behind, .. } = &self.slots[slot];
        if count == 1 {
            return self.mix.payload(behind.back().unwrap_or(flight).ask);
        }
        Payload::written(|bytes| {
            for flight in std::iter::once(flight).chain(behind).skip(1 + behind.len() - count) {
                self.mix.append(flight.ask, bytes);
            }
        })
    }

    /// A new connection, for the next request or for those that must be sent again.
    pub(super) fn open(&mut self, slot: usize, now: Nanos) -> Step {
        if self.slots[slot].resend {
            return self.open_again(slot, now);
        }
        let Some(ride) = self.pace.claim(slot, now) else { return self.park(slot, Phase::Closed, now) };
        self.slots[slot].flight = Flight { sent_at: now, ask: self.mix.next(), ride };
        self.open_again(slot, now)
    }

    /// A new connection for what is outstanding.
    pub(super) fn open_again(&mut self, slot: usize, now: Nanos) -> Step {
        let state = &mut self.slots[slot];
        state.phase = Phase::Opening;
        state.answers = 0;
        state.receiver.reset();
        state.opening_since = now;
        state.deadline = state.flight.sent_at.saturating_add(self.timeout);
        self.deadlines.add(state.deadline);
        if let Some(recording) = &mut self.recording {
            recording.opening(slot, now);
        }
        Step::Open
    }
}

impl<C: Clock, P: Pace> Driver for Running<'_, C, P> {
    fn start(&mut self, slot: usize) -> Step {
        let now = self.clock.now();
        match (self.slots[slot].open_error.take(), self.keepalive) {
            (Some(fault), _) => {
                let Some(ride) = self.pace.claim(slot, now) else { return self.park(slot, Phase::Closed, now) };
                self.slots[slot].flight = Flight { sent_at: now, ask: self.mix.next(), ride };
                self.not_opened(slot, fault)
            }
            (None, true) => self.send(slot, now),
            (None, false) => self.open(slot, now),
        }
    }

    fn opened(&mut self, slot: usize) -> Step {
        let state = &mut self.slots[slot];
        if self.keepalive && self.carrier != Carrier::Http2 {
            self.report.reconnects += u64::from(state.opened_before);
            state.opened_before = true;
        }
        let now = self.clock.now();
        if self.pace.in_window(now) && self.carrier != Carrier::Http2 {
            let connect = self.report.connects.get_or_insert_with(Times::default);
            connect.record(now.saturating_sub(state.opening_since));
        }
        if let Some(recording) = &mut self.recording {
            recording.opened(slot, now);
        }
        if std::mem::take(&mut state.resend) || !self.keepalive {
            state.phase = Phase::InFlight;
            let outstanding = 1 + state.behind.len();
            return self.request(self.latest(slot, outstanding));
        }
        if !self.pace.confirm(now) {
            return self.park(slot, Phase::Idle, now);
        }
        let Flight { ask, ride, .. } = self.slots[slot].flight;
        self.send_claimed(slot, ask, ride, now)
    }

    fn not_opened(&mut self, slot: usize, fault: Fault) -> Step {
        self.failed(slot, Outcome::Connect, || Mismatch::new("a connection", fault.to_string()))
    }

    #[inline]
    fn received(&mut self, slot: usize, data: &[u8], standing: Standing) -> Step {
        if self.carrier == Carrier::Http1 {
            self.report.bytes_received += data.len() as u64;
        }
        let last = standing != Standing::Open;
        let state = &mut self.slots[slot];
        match state.phase {
            Phase::InFlight if self.depth > 1 => self.received_several(slot, data, last),
            Phase::InFlight => match state.receiver.receive(self.mix.checker(state.flight.ask), data, true) {
                Received::More => {
                    if let Some(recording) = &mut self.recording {
                        recording.part(slot, self.clock.now());
                    }
                    Step::Wait
                }
                Received::Answer { verdict, facts, .. } => {
                    let verdict = if standing == Standing::Early { self.too_early(slot, verdict) } else { verdict };
                    self.answered(slot, verdict, facts, last)
                }
                Received::Broken(error) => self.garbled(slot, error),
            },
            // There was no request. The connection cannot be used in the next lap.
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
                match end {
                    End::Broken(error) => return self.garbled(slot, error),
                    End::Unprocessed => {
                        state.resend = true;
                        let now = self.clock.now();
                        return self.open_again(slot, now);
                    }
                    End::Closed | End::Failed(_) => {}
                }
                if end == End::Closed
                    && midway
                    && let Ended::Answer(verdict, facts) = state.receiver.end(self.mix.checker(state.flight.ask))
                {
                    return self.answered_by_end(slot, verdict, facts);
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
        self.cut_off(slot, Outcome::Write, End::Failed(error.into()), midway)
    }

    fn due(&mut self) -> Option<(usize, Step)> {
        if let Some(slot) = self.deadlines.next(self.slots, || self.clock.now()) {
            return Some((slot, self.overdue(slot)));
        }
        let now = self.deadlines.now();
        self.turns.look(now);
        if now >= self.feed.due {
            self.feed.hand_over(&mut self.report, &mut self.pace, now);
        }
        let ended = self.recording.as_ref().is_some_and(|recording| recording.is_over(now));
        let stopped = self.stop.load(Ordering::Relaxed) || ended;
        if stopped {
            self.pace.stop(now);
        }
        if let Some(recording) = &mut self.recording
            && let Some(drain) = recording.look(now, stopped || !self.pace.in_window(now))
        {
            self.timeout = self.timeout.min(drain);
            self.deadlines.cut(self.slots, now.saturating_add(drain));
        }
        while let Some(slot) = self.owing.pop() {
            if self.slots[slot].phase == Phase::InFlight {
                return Some((slot, self.fill(slot, now, 0)));
            }
        }
        let slot = self.pace.wake(now, self.slots)?;
        Some((slot, self.wake(slot, now)))
    }

    #[inline]
    fn batch(&mut self, events: usize) {
        self.turns.batches.count(events);
    }

    #[inline]
    fn carried(&mut self, bytes: usize) {
        self.report.bytes_received += bytes as u64;
    }

    fn wait(&self) -> Nanos {
        let wake = self.pace.next().saturating_sub(self.deadlines.now());
        self.deadlines.wait().min(wake).min(LONGEST_WAIT)
    }

    fn finished(&self) -> bool {
        self.active == 0 && self.pace.is_over()
    }
}
