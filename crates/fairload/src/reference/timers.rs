//! Answers that wait for their time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::connection::Reply;
use crate::clock::Nanos;

/// An answer and its time; the fields are in the order that decides which comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Timer {
    due: Nanos,
    /// Those due at the same time come in the order in which they were added.
    number: u64,
    index: usize,
    generation: u64,
    reply: Reply,
}

/// A connection and the answer it is to get. It is another connection if its generation is another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Debt {
    pub(super) index: usize,
    pub(super) generation: u64,
    pub(super) reply: Reply,
}

#[derive(Debug, Default)]
pub(super) struct Timers {
    heap: BinaryHeap<Reverse<Timer>>,
    added: u64,
}

impl Timers {
    pub(super) fn add(&mut self, due: Nanos, debt: Debt) {
        self.added += 1;
        let Debt { index, generation, reply } = debt;
        self.heap.push(Reverse(Timer { due, number: self.added, index, generation, reply }));
    }

    /// When the first is due.
    pub(super) fn next(&self) -> Option<Nanos> {
        self.heap.peek().map(|Reverse(timer)| timer.due)
    }

    /// The first, if it is due at `now`, which is asked for only if there is one.
    pub(super) fn pop(&mut self, now: impl FnOnce() -> Nanos) -> Option<Debt> {
        if self.next()? > now() {
            return None;
        }
        let Reverse(Timer { index, generation, reply, .. }) = self.heap.pop()?;
        Some(Debt { index, generation, reply })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::answers::{AnswerId, Persistence};

    #[test]
    fn the_earliest_comes_first_and_equals_in_order() {
        let mut timers = Timers::default();
        let reply = |sequence| Reply { sequence, ..Reply::new(AnswerId::default(), Persistence::Silent, false) };
        for (index, due) in [30, 10, 20, 10, 30].into_iter().enumerate() {
            timers.add(due, Debt { index, generation: 0, reply: reply(9) });
        }
        assert_eq!((timers.next(), timers.pop(|| 9)), (Some(10), None));
        let order: Vec<_> = std::iter::from_fn(|| timers.pop(|| 25)).map(|debt| debt.index).collect();
        assert_eq!((order, timers.next()), (vec![1, 3, 2], Some(30)));
    }
}
