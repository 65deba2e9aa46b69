//! The buffers that the kernel receives into: it takes one when bytes have come, not when they are asked for,
//! so that a thousand silent connections need none.

use std::io;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU16, Ordering};

use io_uring::types::BufRingEntry;

/// The only group there is.
pub(super) const GROUP: u16 = 0;

/// Zeroed pages of our own, given back when dropped.
struct Pages {
    start: NonNull<u8>,
    length: usize,
}

impl Pages {
    fn new(length: usize) -> io::Result<Self> {
        let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: an anonymous mapping at an address of the kernel's choice touches nothing that exists.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), length, protection, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start = NonNull::new(start.cast()).ok_or_else(|| io::Error::other("memory at address 0"))?;
        Ok(Self { start, length })
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: the mapping of `new`, which nothing else unmaps. Cannot fail for a whole mapping.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.length) };
    }
}

/// A ring of equal buffers. The kernel owns each until it comes back filled; we own it until it is recycled. Where several
/// receives share a buffer (Linux 6.12), each has the next part of it, and the kernel owns what is behind that.
pub(super) struct Buffers {
    /// What we tell the kernel: `count` entries, the tail in an unused field of the first.
    ring: Pages,
    /// The buffers themselves, `count` times `bytes`.
    data: Pages,
    count: u16,
    bytes: u32,
    tail: u16,
    /// Of each buffer: how much of it earlier receives have had.
    had: Vec<u32>,
}

impl Buffers {
    /// `count` is a power of two up to 32768.
    ///
    /// # Errors
    /// No memory left.
    pub(super) fn new(count: u16, bytes: u32) -> io::Result<Self> {
        assert!(count.is_power_of_two(), "the kernel masks indices");
        let ring = Pages::new(usize::from(count) * size_of::<BufRingEntry>())?;
        let data = Pages::new(usize::from(count) * bytes as usize)?;
        let mut buffers = Self { ring, data, count, bytes, tail: 0, had: vec![0; usize::from(count)] };
        (0..count).for_each(|id| buffers.recycle(id));
        buffers.publish();
        Ok(buffers)
    }

    /// Where the kernel finds the ring.
    pub(super) fn address(&self) -> u64 {
        self.ring.start.as_ptr().addr() as u64
    }

    pub(super) fn count(&self) -> u16 {
        self.count
    }

    /// The next `length` bytes of a buffer, which a receive has filled and nobody has released since; `None` if there are
    /// no such bytes.
    #[inline]
    pub(super) fn filled(&self, id: u16, length: u32) -> Option<&[u8]> {
        let had = *self.had.get(usize::from(id))?;
        if length > self.bytes - had {
            return None;
        }
        let offset = usize::from(id) * self.bytes as usize + had as usize;
        // SAFETY: inside the mapping, by the checks above, and initialised, as its pages were zeroed. Nothing writes:
        // the kernel does not own these bytes until the buffer is recycled, which takes `&mut self`.
        Some(unsafe { std::slice::from_raw_parts(self.data.start.as_ptr().add(offset), length as usize) })
    }

    /// These bytes of a buffer are not needed any more. `more`: the kernel goes on to fill the rest of it; otherwise it gets
    /// the whole buffer back with the next [`Buffers::publish`].
    #[inline]
    pub(super) fn release(&mut self, id: u16, length: u32, more: bool) {
        let Some(had) = self.had.get_mut(usize::from(id)) else { return };
        if more {
            *had = self.bytes.min(*had + length);
        } else {
            *had = 0;
            self.recycle(id);
        }
    }

    #[inline]
    fn recycle(&mut self, id: u16) {
        let index = self.tail & (self.count - 1);
        let data = self.data.start.as_ptr().addr() as u64 + u64::from(id) * u64::from(self.bytes);
        // SAFETY: inside the mapping, which is aligned to pages and zeroed, a valid entry. The kernel reads entries
        // only up to the published tail, and this one lies beyond it.
        let entry = unsafe { self.ring.start.cast::<BufRingEntry>().add(usize::from(index)).as_mut() };
        entry.set_addr(data);
        entry.set_len(self.bytes);
        entry.set_bid(id);
        self.tail = self.tail.wrapping_add(1);
    }

    /// Lets the kernel see what was recycled.
    #[inline]
    pub(super) fn publish(&mut self) {
        // SAFETY: the first entry exists. Its tail is read by the kernel only, which synchronises with this store.
        let tail = unsafe { AtomicU16::from_ptr(BufRingEntry::tail(self.ring.start.cast().as_ptr()).cast_mut()) };
        tail.store(self.tail, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_that_does_not_exist_is_not_read() {
        let buffers = Buffers::new(4, 4096).expect("memory");
        assert_eq!(buffers.filled(3, 4096).map(<[u8]>::len), Some(4096));
        assert_eq!(buffers.filled(4, 1), None);
        assert_eq!(buffers.filled(0, 4097), None);
    }

    #[test]
    fn receives_that_share_a_buffer_have_one_part_after_the_other() {
        let mut buffers = Buffers::new(2, 4096).expect("memory");
        let start = |buffers: &Buffers, length| buffers.filled(1, length).map(<[u8]>::as_ptr);
        let first = start(&buffers, 100).expect("it is there");
        buffers.release(1, 100, true);
        assert_eq!(start(&buffers, 3996), Some(first.wrapping_add(100)));
        assert_eq!(buffers.filled(1, 3997), None);
        let tail = buffers.tail;
        buffers.release(1, 3996, false);
        assert_eq!((start(&buffers, 4096), buffers.tail), (Some(first), tail + 1));
    }

    #[test]
    fn the_tail_goes_round_and_counts_on() {
        let mut buffers = Buffers::new(4, 4096).expect("memory");
        (0..70_000_u32).for_each(|n| buffers.recycle((n % 4) as u16));
        buffers.publish();
        assert_eq!(u32::from(buffers.tail), 70_004 % 65_536);
    }
}
