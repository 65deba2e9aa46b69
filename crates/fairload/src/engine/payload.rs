//! Bytes to be sent. Buffers of those that were sent once are used again, so that a request that is built for each send
//! allocates nothing.

use std::cell::RefCell;
use std::rc::Rc;

/// How many buffers of a thread wait to be used again at most, and how long each may be, bytes.
const MOST_SPARE: usize = 64;
const LONGEST_SPARE: usize = 16 * 1024;

thread_local! {
    static SPARE: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Payload {
    /// Sent again and again.
    Shared(Rc<[u8]>),
    /// Sent once.
    Owned(Buffer),
}

/// Goes to the spare ones when it is dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Buffer(Vec<u8>);

impl Payload {
    pub(crate) fn owned(bytes: Vec<u8>) -> Self {
        Self::Owned(Buffer(bytes))
    }

    /// Sent once, of what `write` appends to an empty buffer.
    #[inline]
    pub(crate) fn written(write: impl FnOnce(&mut Vec<u8>)) -> Self {
        let spare = SPARE.with_borrow_mut(Vec::pop);
        let mut bytes = spare.unwrap_or_default();
        write(&mut bytes);
        Self::owned(bytes)
    }

    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Shared(bytes) => bytes,
            Self::Owned(Buffer(bytes)) => bytes,
        }
    }
}

impl Drop for Buffer {
    #[inline]
    fn drop(&mut self) {
        if !(1..=LONGEST_SPARE).contains(&self.0.capacity()) {
            return;
        }
        let mut bytes = std::mem::take(&mut self.0);
        bytes.clear();
        // At the end of a thread there are no spare ones any more.
        let _ = SPARE.try_with(|spare| {
            let mut spare = spare.borrow_mut();
            if spare.len() < MOST_SPARE {
                spare.push(bytes);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(byte: u8, length: usize) -> Payload {
        Payload::written(|bytes| bytes.resize(length, byte))
    }

    #[test]
    fn a_buffer_serves_again_when_it_is_not_needed_any_more_and_has_nothing_left_of_before() {
        let (first, second) = (written(b'a', 100), written(b'b', 200));
        let places = [first.bytes().as_ptr(), second.bytes().as_ptr()];
        drop((first, second));
        let again = [written(b'c', 50), written(b'd', 60)];
        assert_eq!((again[0].bytes(), again[1].bytes()), (&[b'c'; 50][..], &[b'd'; 60][..]));
        assert!(again.iter().all(|payload| places.contains(&payload.bytes().as_ptr())));
    }

    #[test]
    fn few_buffers_wait_and_none_that_is_long() {
        let many: Vec<_> = (0..2 * MOST_SPARE).map(|_| written(b'a', 10)).collect();
        drop(many);
        drop(written(b'b', LONGEST_SPARE + 1));
        SPARE.with_borrow(|spare| {
            assert_eq!(spare.len(), MOST_SPARE - 1);
            assert!(spare.iter().all(|bytes| bytes.is_empty() && bytes.capacity() <= LONGEST_SPARE));
        });
    }
}
