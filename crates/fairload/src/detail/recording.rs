//! Builds a [`Detail`]. A lap without detail has no [`Recording`], and only pays for testing that.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::live::{Board, Seen};
use super::{Detail, Row, TICK};
use crate::clock::{NEVER, Nanos, nanos};
use crate::outcome::Outcome;
use crate::receive::http1::Facts;

/// How many different error texts are kept on each thread.
const MAX_ERROR_TEXTS: usize = 100;

/// What is to be recorded, and what depends on it. Part of a target.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Keep a [`Row`] of each answered request: 56 bytes each, for as long as the report lives.
    pub rows: bool,
    /// Whether to stop the lap for this error, as an interrupt would.
    pub stop_when: Option<fn(&Trouble<'_>) -> bool>,
    /// Ends the lap after this time regardless of its extent: for a number of requests with a time limit.
    pub end_after: Option<Duration>,
    /// Counts complete answers of all threads while the lap is running.
    pub progress: Option<Arc<AtomicU64>>,
    /// Where each thread puts its results so far, while the lap runs.
    pub live: Option<Arc<Board>>,
    /// How long after the window, or after a wish to stop, an answer may still come before it times out.
    /// Without it each request has its own time-out, however long.
    pub drain: Option<Duration>,
}

/// A request that ended without a complete answer.
#[derive(Debug, Clone, Copy)]
pub struct Trouble<'a> {
    pub outcome: Outcome,
    /// What came instead, as people read it; `(os error N)` in it where the kernel said so.
    pub text: &'a str,
    /// No complete answer has come on this thread since the request was sent.
    pub silence: bool,
}

/// A complete answer, as a lap sees it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answered {
    pub(crate) slot: usize,
    pub(crate) sent_at: Nanos,
    /// Where its latency begins: when it was due in an open loop, otherwise `sent_at`.
    pub(crate) since: Nanos,
    pub(crate) now: Nanos,
    pub(crate) in_window: bool,
    pub(crate) facts: Facts,
}

/// What is known of the request under way on a slot.
#[derive(Debug, Clone, Copy, Default)]
struct Under {
    /// When connecting began, and how long it took.
    opening: Nanos,
    connect: Option<Nanos>,
    first_bytes: Option<Nanos>,
}

/// A [`Detail`] under construction, on one thread.
#[derive(Debug)]
pub(crate) struct Recording {
    wanted: Wanted,
    started: Nanos,
    end: Option<Nanos>,
    /// Many requests per connection: then a request's `sent_at` is after its connect, otherwise before it.
    keepalive: bool,
    slots: Vec<Under>,
    last_answer: Nanos,
    ticks: Vec<u64>,
    detail: Detail,
    /// When the board is due next; [`NEVER`] without one.
    tell_at: Nanos,
}

impl Recording {
    pub(crate) fn new(wanted: Wanted, slots: usize, keepalive: bool, started: Nanos) -> Self {
        Self {
            end: wanted.end_after.map(|time| started.saturating_add(nanos(time))),
            tell_at: wanted.live.as_ref().map_or(NEVER, |board| started.saturating_add(board.every)),
            wanted,
            started,
            keepalive,
            slots: vec![Under::default(); slots],
            last_answer: started,
            ticks: Vec::new(),
            detail: Detail::default(),
        }
    }

    /// `first_head`: see there.
    pub(crate) fn into_detail(self, first_head: &[u8]) -> Detail {
        let Self { ticks, mut detail, .. } = self;
        detail.ticks.push(ticks);
        detail.first_head = first_head.to_vec();
        detail
    }

    /// Whether [`Wanted::end_after`] is over.
    #[inline]
    pub(crate) fn is_over(&self, now: Nanos) -> bool {
        self.end.is_some_and(|end| now >= end)
    }

    /// Tells the board, if it is time to. `over`: nothing more is sent; then, once, how long answers may still take.
    #[inline]
    pub(crate) fn look(&mut self, now: Nanos, over: bool) -> Option<Nanos> {
        if now >= self.tell_at {
            self.tell(now);
        }
        let drain = if over { self.wanted.drain.take() } else { None };
        if drain.is_some() {
            // The lap is over: there is nothing to stop.
            self.wanted.stop_when = None;
        }
        drain.map(nanos)
    }

    fn tell(&mut self, now: Nanos) {
        let Some(board) = &self.wanted.live else { return };
        let detail = Detail { ticks: vec![self.ticks.clone()], ..self.detail.clone() };
        board.put(Seen { elapsed: now.saturating_sub(self.started), detail });
        while self.tell_at <= now {
            self.tell_at = self.tell_at.saturating_add(board.every.max(1));
        }
    }

    pub(crate) fn sent(&mut self, bytes: usize) {
        self.detail.sent_bytes += bytes as u64;
    }

    /// Connecting begins.
    pub(crate) fn opening(&mut self, slot: usize, now: Nanos) {
        self.slots[slot] = Under { opening: now, ..Under::default() };
    }

    /// The connection is open.
    pub(crate) fn opened(&mut self, slot: usize, now: Nanos) {
        self.slots[slot].connect = Some(now.saturating_sub(self.slots[slot].opening));
    }

    /// A part of the answer came: the time counts if it was the first.
    pub(crate) fn part(&mut self, slot: usize, now: Nanos) {
        self.slots[slot].first_bytes.get_or_insert(now);
    }

    /// An answer is counted by when it came, whether `conclude` puts its request in the window or not.
    pub(crate) fn answered(&mut self, answer: &Answered, kept_alive: bool, of_window: bool) {
        let Answered { slot, since, now, in_window, facts, .. } = *answer;
        let class = usize::from(facts.status / 100).clamp(1, 5) - 1;
        let Under { connect, first_bytes, .. } = std::mem::take(&mut self.slots[slot]);
        if let Some(progress) = &self.wanted.progress {
            progress.fetch_add(1, Ordering::Relaxed);
        }
        self.last_answer = now;
        let detail = &mut self.detail;
        if in_window {
            detail.by_class[class] += 1;
            detail.head_bytes += u64::from(facts.head_bytes);
            detail.body_bytes += facts.body_bytes;
            detail.wire_bytes += facts.wire_bytes;
            detail.kept_alive += u64::from(kept_alive);
            let tick = usize::try_from(now.saturating_sub(self.started) / TICK).unwrap_or(usize::MAX);
            if self.ticks.len() <= tick {
                self.ticks.resize(tick + 1, 0);
            }
            self.ticks[tick] += 1;
        } else if of_window {
            detail.late[class] += 1;
        }
        if of_window {
            detail.latencies.record(now.saturating_sub(since));
            if self.wanted.rows {
                detail.rows.push(row(answer, connect, first_bytes, self.keepalive));
            }
        }
    }

    /// The request sent at `sent_at` ended without a complete answer; whether the lap is to stop for it.
    #[must_use]
    pub(crate) fn error(&mut self, outcome: Outcome, text: &str, sent_at: Nanos) -> bool {
        let trouble = Trouble { outcome, text, silence: self.last_answer <= sent_at };
        let stop = self.wanted.stop_when.is_some_and(|stop| stop(&trouble));
        if stop {
            self.detail.stopped_for.get_or_insert_with(|| (outcome, text.to_owned()));
        }
        let errors = &mut self.detail.errors;
        let text = if errors.len() < MAX_ERROR_TEXTS { text } else { "others" };
        *errors.entry((outcome, text.to_owned())).or_default() += 1;
        stop
    }
}

fn row(answer: &Answered, connect: Option<Nanos>, first_bytes: Option<Nanos>, keepalive: bool) -> Row {
    let Answered { sent_at, now, facts, .. } = *answer;
    let connect = connect.unwrap_or(0);
    // With keep-alive a request is sent, and its latency begins, when the connection is there.
    let start = if keepalive { sent_at.saturating_sub(connect) } else { sent_at };
    let connected = start + connect;
    Row {
        start,
        connect,
        wait: first_bytes.unwrap_or(now).saturating_sub(connected),
        total: now.saturating_sub(start),
        facts,
    }
}
