//! The results of a running lap so far, for printing them while it runs.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};

use super::Detail;
use crate::clock::Nanos;

/// Each thread puts its detail here again and again: at the cost of a copy each time, so not for ticks below some
/// milliseconds.
#[derive(Debug)]
pub struct Board {
    /// How often, nanoseconds.
    pub(crate) every: Nanos,
    parts: Mutex<HashMap<ThreadId, Seen>>,
}

/// A lap at one moment, on one thread or merged from several.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Seen {
    /// Since its start; of several threads the longest.
    pub elapsed: Nanos,
    pub detail: Detail,
}

impl Board {
    pub fn new(every: Nanos) -> Self {
        Self { every, parts: Mutex::new(HashMap::new()) }
    }

    /// Replaces what the calling thread put here before.
    pub(crate) fn put(&self, seen: Seen) {
        // A thread that panics ends the process, so no part is left half written.
        self.parts.lock().unwrap_or_else(PoisonError::into_inner).insert(thread::current().id(), seen);
    }

    /// `None` before the first thread has put anything here.
    pub fn read(&self) -> Option<Seen> {
        let parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner).clone();
        parts.into_values().reduce(|mut all, Seen { elapsed, detail }| {
            all.elapsed = all.elapsed.max(elapsed);
            all.detail.merge(detail);
            all
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(elapsed: Nanos, late: u64) -> Seen {
        Seen { elapsed, detail: Detail { late: [late; 5], ..Detail::default() } }
    }

    #[test]
    fn each_threads_last_word_counts() {
        let board = Board::new(1);
        assert_eq!(board.read(), None);
        board.put(seen(5, 100));
        board.put(seen(7, 1));
        thread::scope(|scope| {
            scope.spawn(|| board.put(seen(6, 2)));
        });
        assert_eq!(board.read(), Some(seen(7, 3)));
    }
}
