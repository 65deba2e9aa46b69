//! Time without work, as both engines count it.

use crate::clock::{Clock, Monotonic, Nanos};

/// Time spent looking while there was nothing to see, without sleeping. The clock is read only where such a stretch
/// begins or ends, so that a busy thread does not pay for it.
#[derive(Debug, Default)]
pub(super) struct Idleness {
    since: Option<Nanos>,
    total: Nanos,
}

impl Idleness {
    pub(super) fn begin(&mut self) {
        self.since.get_or_insert_with(|| Monotonic.now());
    }

    pub(super) fn end(&mut self) {
        if let Some(since) = self.since.take() {
            self.total += Monotonic.now().saturating_sub(since);
        }
    }

    /// Ends the last stretch; all of them together, nanoseconds.
    pub(super) fn total(mut self) -> Nanos {
        self.end();
        self.total
    }
}
