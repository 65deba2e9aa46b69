//! What the kernel can be asked to do. What an operation points to must outlive it: that is the promise of those who make
//! one with a pointer, so that queueing one is safe.

use io_uring::types::{CancelBuilder, DestinationSlot, Fixed};
use io_uring::{opcode, squeue};
use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketAddrAny};

use super::buffers;
use super::slots::{Purpose, Token};

/// The most that can be sent at a time: lengths have 32 bits, results 31.
pub(super) const LONGEST_SEND: usize = 1 << 30;
/// `IORING_RECVSEND_POLL_FIRST`: trying at once would be useless.
const POLL_FIRST: u16 = 1;
/// `IORING_RECV_MULTISHOT`: one receive for all that comes.
const MULTISHOT: u16 = 2;
/// The attempt to send is over when it has been handed over: all of it is taken, or an event says how much.
const AT_ONCE: i32 = libc::MSG_NOSIGNAL | libc::MSG_WAITALL | libc::MSG_DONTWAIT;
/// Takes until all of it is taken.
const IN_TIME: i32 = libc::MSG_NOSIGNAL | libc::MSG_WAITALL;
/// Success is no event.
const SILENT: squeue::Flags = squeue::Flags::SKIP_SUCCESS;
const REPORTED: squeue::Flags = squeue::Flags::empty();

/// A slot's place in the table of sockets. Tokens have room for fewer slots than 32 bits.
#[inline]
#[allow(clippy::cast_possible_truncation)]
pub(super) fn index(slot: usize) -> u32 {
    slot as u32
}

#[inline]
fn fixed(slot: usize) -> Fixed {
    Fixed(index(slot))
}

/// Ready to be queued.
pub(super) struct Operation {
    entry: squeue::Entry,
    flags: squeue::Flags,
    purpose: Purpose,
}

impl Operation {
    #[inline]
    pub(super) fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// In the kernel's format; the token comes back with the result.
    #[inline]
    pub(super) fn entry(self, token: Token) -> squeue::Entry {
        self.entry.flags(self.flags).user_data(token.bits())
    }

    /// The same, but success is an event, too.
    pub(super) fn reporting_success(self) -> Self {
        Self { flags: REPORTED, ..self }
    }

    /// Lets the kernel fill buffers with what comes on this connection, from now on. `empty`: nothing has come yet.
    pub(super) fn receive(slot: usize, empty: bool) -> Self {
        let how = if empty { MULTISHOT | POLL_FIRST } else { MULTISHOT };
        let entry = opcode::Recv::new(fixed(slot), std::ptr::null_mut(), 0).buf_group(buffers::GROUP).ioprio(how);
        Self { entry: entry.build(), flags: squeue::Flags::BUFFER_SELECT, purpose: Purpose::Receive }
    }

    /// Sends as much as the socket takes at once; at most [`LONGEST_SEND`].
    ///
    /// # Safety
    /// The bytes stay where they are until they have been handed over.
    #[inline]
    pub(super) unsafe fn send(slot: usize, bytes: &[u8]) -> Self {
        let entry = opcode::Send::new(fixed(slot), bytes.as_ptr(), index(bytes.len())).flags(AT_ONCE).build();
        Self { entry, flags: SILENT, purpose: Purpose::Send }
    }

    /// Sends when there is room; at most [`LONGEST_SEND`].
    ///
    /// # Safety
    /// The bytes stay where they are until the event that ends this.
    pub(super) unsafe fn rest(slot: usize, bytes: &[u8]) -> Self {
        let length = index(bytes.len().min(LONGEST_SEND));
        let entry = opcode::Send::new(fixed(slot), bytes.as_ptr(), length).flags(IN_TIME).ioprio(POLL_FIRST);
        Self { entry: entry.build(), flags: REPORTED, purpose: Purpose::Rest }
    }

    /// From now on writes leave at once.
    pub(super) fn nodelay(slot: usize) -> Self {
        Self::set_option(slot, libc::IPPROTO_TCP, libc::TCP_NODELAY, Purpose::Aside)
    }

    /// Makes a socket in the slot's place when it is handed over; the old one is closed.
    pub(super) fn socket(slot: usize, family: AddressFamily) -> Result<Self, Errno> {
        let place = DestinationSlot::try_from_slot_target(index(slot)).map_err(|_| Errno::MFILE)?;
        let entry =
            opcode::Socket::new(i32::from(family.as_raw()), libc::SOCK_STREAM, 0).file_index(Some(place)).build();
        Ok(Self { entry, flags: SILENT, purpose: Purpose::Socket })
    }

    /// Lets the kernel choose the port of a socket that is bound only when it connects, as only then it can choose one
    /// that is in use towards another target.
    pub(super) fn port_late(slot: usize) -> Self {
        Self::set_option(slot, libc::SOL_IP, libc::IP_BIND_ADDRESS_NO_PORT, Purpose::Socket)
    }

    /// Turns an option on, given by two positive constants of the C library.
    fn set_option(slot: usize, level: libc::c_int, option: libc::c_int, purpose: Purpose) -> Self {
        static YES: libc::c_int = 1;
        const LENGTH: u32 = libc::c_int::BITS / 8;
        let (level, option) = (level.unsigned_abs(), option.unsigned_abs());
        let entry = opcode::SetSockOpt::new(fixed(slot), level, option, (&raw const YES).cast(), LENGTH).build();
        Self { entry, flags: SILENT, purpose }
    }

    /// Gives the slot's new socket its address. As for [`Operation::socket`], a failure means that there is none.
    ///
    /// # Safety
    /// The address stays where it is until it has been handed over.
    pub(super) unsafe fn bind(slot: usize, address: &SocketAddrAny) -> Self {
        let entry = opcode::Bind::new(fixed(slot), address.as_ptr().cast(), address.addr_len()).build();
        Self { entry, flags: SILENT, purpose: Purpose::Socket }
    }

    /// # Safety
    /// The address stays where it is until the event that ends this.
    pub(super) unsafe fn connect(slot: usize, address: &SocketAddrAny) -> Self {
        let entry = opcode::Connect::new(fixed(slot), address.as_ptr().cast(), address.addr_len()).build();
        Self { entry, flags: REPORTED, purpose: Purpose::Connect }
    }

    pub(super) fn close(slot: usize) -> Self {
        Self { entry: opcode::Close::new(fixed(slot)).build(), flags: SILENT, purpose: Purpose::Aside }
    }

    /// Ends the operation that has this token.
    pub(super) fn cancel(token: Token) -> Self {
        Self { entry: opcode::AsyncCancel::new(token.bits()).build(), flags: SILENT, purpose: Purpose::Aside }
    }

    /// Ends everything.
    pub(super) fn cancel_all() -> Self {
        Self {
            entry: opcode::AsyncCancel2::new(CancelBuilder::any().all()).build(),
            flags: REPORTED,
            purpose: Purpose::Aside,
        }
    }
}
