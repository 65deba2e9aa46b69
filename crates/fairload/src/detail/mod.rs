//! What a lap records on request beyond its report: answers by status, bytes by kind, answers per tick, errors
//! by their text, and a row per request.

pub mod live;
pub mod recording;

use std::collections::BTreeMap;

use crate::clock::{MILLISECOND, Nanos};
use crate::outcome::Outcome;
use crate::receive::http1::Facts;
use crate::recorder::Times;

/// Length of a tick of [`Detail::ticks`].
pub const TICK: Nanos = 100 * MILLISECOND;

/// One answered request. Times in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// When it was sent, or when connecting for it began; `CLOCK_MONOTONIC`.
    pub start: Nanos,
    /// From `start` to the connection; 0 on an existing connection.
    pub connect: Nanos,
    /// From sending the request to the first bytes of the answer.
    pub wait: Nanos,
    /// From `start` to the last byte of the answer.
    pub total: Nanos,
    pub facts: Facts,
}

/// What a lap found out beyond its report, on one thread or merged from several.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Detail {
    /// Complete answers that came inside the window, right or wrong, by class of status: `[0]` is 1xx (never) to 5xx.
    pub by_class: [u64; 5],
    /// Of these, bytes of heads (of the final answers).
    pub head_bytes: u64,
    /// Of these, bytes of bodies, without the framing of chunks.
    pub body_bytes: u64,
    /// Of these, all bytes: heads (interim ones, too), bodies, framing.
    pub wire_bytes: u64,
    /// Of these, answers after which the connection stayed open.
    pub kept_alive: u64,
    /// Complete answers that came after the end of the window, by class of status; they are in no other figure here but
    /// `latencies` and `rows`, so that slow ones are not left out there.
    pub late: [u64; 5],
    /// Bytes of requests, as handed to the engine.
    pub sent_bytes: u64,
    /// Of all complete answers to requests of the window, right or wrong: from sending (or from connect(2), where every
    /// request has its own connection) to the last byte; in an open loop from when the request was due.
    pub latencies: Times,
    /// Complete answers inside the window in each [`TICK`] since the thread started; one list for each thread, in no
    /// particular order. A thread's list ends with its last answer.
    pub ticks: Vec<Vec<u64>>,
    /// Requests without a complete answer, by outcome and the text of the reason.
    pub errors: BTreeMap<(Outcome, String), u64>,
    /// The error that stopped the lap ([`Wanted::stop_when`]).
    pub stopped_for: Option<(Outcome, String)>,
    /// In the order of their ends on each thread, the threads in no particular order. Empty unless wanted.
    pub rows: Vec<Row>,
    /// The head of a thread's first answer, its empty line included; empty without any.
    pub first_head: Vec<u8>,
}

impl Detail {
    /// Complete answers inside the window.
    pub fn answers(&self) -> u64 {
        self.by_class.iter().sum()
    }

    /// Requests without a complete answer.
    pub fn error_count(&self) -> u64 {
        self.errors.values().sum()
    }

    /// Commutative (except for the order of lists) and associative; a default detail changes nothing.
    pub(crate) fn merge(&mut self, other: Self) {
        for (mine, others) in self.by_class.iter_mut().zip(other.by_class) {
            *mine += others;
        }
        for (mine, others) in self.late.iter_mut().zip(other.late) {
            *mine += others;
        }
        self.head_bytes += other.head_bytes;
        self.body_bytes += other.body_bytes;
        self.wire_bytes += other.wire_bytes;
        self.kept_alive += other.kept_alive;
        self.sent_bytes += other.sent_bytes;
        self.latencies.merge(&other.latencies);
        self.ticks.extend(other.ticks);
        for (error, count) in other.errors {
            *self.errors.entry(error).or_default() += count;
        }
        self.rows.extend(other.rows);
        self.stopped_for = self.stopped_for.take().or(other.stopped_for);
        if self.first_head.is_empty() {
            self.first_head = other.first_head;
        }
    }
}
