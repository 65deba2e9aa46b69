//! Stalls of the whole server.

use std::time::Duration;

use crate::clock::{Clock, Monotonic, Nanos, nanos};

#[derive(Debug)]
pub(super) struct Stall {
    next: Nanos,
    every: Nanos,
    length: Duration,
}

impl Stall {
    /// The first one begins `every` from now.
    pub(super) fn new(every: Duration, length: Duration) -> Self {
        Self { next: Monotonic.now() + nanos(every), every: nanos(every), length }
    }

    /// When the next one begins.
    pub(super) fn next(&self) -> Nanos {
        self.next
    }

    /// Stalls if it is time.
    pub(super) fn run(&mut self) {
        if Monotonic.now() >= self.next {
            std::thread::sleep(self.length);
            // Counted from the plan, unless a stall is longer than the interval.
            self.next = (self.next + self.every).max(Monotonic.now());
        }
    }
}
