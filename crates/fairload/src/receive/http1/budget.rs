//! Memory that grows with what servers send: one budget for all connections of the process.

use std::ops::Deref;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Of heads, and of answers that may become templates, on all connections together; bytes.
pub(crate) const BUDGET: usize = 64 << 20;

static HELD: AtomicUsize = AtomicUsize::new(0);

/// Bytes that count for the budget as long as they are held.
#[derive(Debug, Default)]
pub(crate) struct Counted(Vec<u8>);

impl Counted {
    /// `false`, and nothing is added, when it does not fit into the budget.
    pub(crate) fn extend(&mut self, data: &[u8]) -> bool {
        if HELD.fetch_add(data.len(), Ordering::Relaxed) + data.len() > BUDGET {
            HELD.fetch_sub(data.len(), Ordering::Relaxed);
            return false;
        }
        self.0.extend_from_slice(data);
        true
    }

    pub(crate) fn truncate(&mut self, length: usize) {
        let freed = self.0.len().saturating_sub(length);
        if freed > 0 {
            HELD.fetch_sub(freed, Ordering::Relaxed);
            self.0.truncate(length);
        }
    }

    /// Forgets all of it, and keeps room for so many bytes at most, which no longer count.
    pub(crate) fn clear(&mut self, most: usize) {
        self.truncate(0);
        self.0.shrink_to(most);
    }

    #[cfg(any(test, feature = "fuzzing"))]
    pub(crate) fn capacity(&self) -> usize {
        self.0.capacity()
    }
}

impl Deref for Counted {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.truncate(0);
    }
}
