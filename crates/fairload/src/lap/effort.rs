//! What a lap cost the thread that ran it. Counting it reads no clock and allocates nothing.

use crate::clock::{MILLISECOND, Nanos};
use crate::os::Usage;

/// A wait that brought more events than this counts as one with this number.
const MOST: usize = 1024;
/// A thread looks at the clock at least every 50 ms, be it only for a wish to stop. One that did not for so long was
/// not running (stopped, or without a processor), or was bound to a single connection.
pub(crate) const PAUSE: Nanos = 100 * MILLISECOND;

/// How many events each wait brought, of those that brought any.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Batches {
    /// Waits by the number of their events.
    waits: Vec<u64>,
}

impl Default for Batches {
    fn default() -> Self {
        Self { waits: vec![0; MOST + 1] }
    }
}

impl Batches {
    #[inline]
    pub(crate) fn count(&mut self, events: usize) {
        self.waits[events.min(MOST)] += 1;
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.waits.iter_mut().zip(&other.waits).for_each(|(mine, theirs)| *mine += theirs);
    }

    /// The mean of `value` over the waits; `None` without one.
    fn mean_of(&self, value: impl Fn(f64) -> f64) -> Option<f64> {
        let waits: u64 = self.waits.iter().sum();
        let sum: f64 = self.waits.iter().enumerate().map(|(events, count)| value(events as f64) * *count as f64).sum();
        (waits > 0).then(|| sum / waits as f64)
    }

    /// All of them.
    pub(crate) fn events(&self) -> u64 {
        self.waits.iter().zip(0..).map(|(count, events): (_, u64)| count * events).sum()
    }

    pub(crate) fn mean(&self) -> Option<f64> {
        self.mean_of(|events| events)
    }

    /// The least number of events that 99 % of the waits did not exceed.
    pub(crate) fn p99(&self) -> Option<usize> {
        let waits: u64 = self.waits.iter().sum();
        let rank = waits - waits / 100;
        let mut seen = 0;
        self.waits.iter().position(|count| {
            seen += count;
            waits > 0 && seen >= rank
        })
    }

    /// How many events an event found before it in its batch, on average: in a batch of n, (n - 1) / 2.
    pub(crate) fn mean_ahead(&self) -> Option<f64> {
        let mean = self.mean()?;
        (mean > 0.0).then(|| (self.mean_of(|events| events * events).unwrap_or(0.0) / mean - 1.0) / 2.0)
    }
}

/// What a thread knows about its turns without reading the clock again.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Turns {
    last_look: Option<Nanos>,
    /// The longest time between two looks at the clock.
    pub(crate) longest: Nanos,
    /// All such times of [`PAUSE`] and more.
    pub(crate) paused: Nanos,
    pub(crate) batches: Batches,
}

impl Turns {
    /// A turn begins at `now`.
    #[inline]
    pub(crate) fn look(&mut self, now: Nanos) {
        let gap = now.saturating_sub(self.last_look.replace(now).unwrap_or(now));
        if gap > self.longest {
            self.longest = gap;
        }
        if gap >= PAUSE {
            self.paused += gap;
        }
    }
}

/// One thread's lap.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Effort {
    pub(crate) wall: Nanos,
    /// `None` if the kernel does not tell.
    pub(crate) usage: Option<Usage>,
    /// Of the time on a processor, spent looking while there was nothing to do.
    pub(crate) idle: Nanos,
    pub(crate) turns: Turns,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batches(sizes: &[usize]) -> Batches {
        let mut batches = Batches::default();
        for &events in sizes {
            batches.count(events);
        }
        batches
    }

    #[test]
    fn no_wait_is_no_number() {
        let none = Batches::default();
        assert_eq!((none.mean(), none.p99(), none.mean_ahead()), (None, None, None));
    }

    #[test]
    fn a_batch_is_counted_once_and_its_events_wait_for_each_other() {
        let mixed = batches(&[1, 1, 4]);
        assert_eq!((mixed.mean(), mixed.p99(), mixed.events()), (Some(2.0), Some(4), 6));
        // Of six events four are in the batch of four, where they find 0, 1, 2 and 3 before them: 6 / 6.
        assert_eq!(mixed.mean_ahead(), Some(1.0));
        assert_eq!(batches(&[1; 50]).mean_ahead(), Some(0.0));
        let mut merged = batches(&[1, 1]);
        merged.merge(&batches(&[4]));
        assert_eq!(merged, mixed);
        assert_eq!(batches(&[MOST + 7]), batches(&[MOST]));
    }

    #[test]
    fn one_wait_of_a_hundred_is_beyond_the_99th_percentile() {
        let sizes: Vec<usize> = (0..200).map(|n| if n < 198 { 2 } else { 9 }).collect();
        assert_eq!(batches(&sizes).p99(), Some(2));
        assert_eq!(batches(&[&sizes[..], &[9]].concat()).p99(), Some(9));
    }

    #[test]
    fn a_long_way_between_two_looks_is_a_pause() {
        let mut turns = Turns::default();
        for now in [7 * PAUSE, 7 * PAUSE + 10, 8 * PAUSE, 9 * PAUSE, 11 * PAUSE, 11 * PAUSE] {
            turns.look(now);
        }
        assert_eq!((turns.longest, turns.paused), (2 * PAUSE, 3 * PAUSE));
    }
}
