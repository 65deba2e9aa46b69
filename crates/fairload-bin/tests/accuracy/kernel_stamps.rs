//! Listens on the loopback interface: the kernel's own time stamps of the segments that carry requests and answers. Needs
//! the right to do so (`CAP_NET_RAW`).

use std::collections::HashMap;
use std::io;
use std::mem::{size_of, size_of_val, zeroed};
use std::net::UdpSocket;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::thread::sleep;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Bytes of a segment that are enough to identify it.
const HEADERS: u32 = 128;
const BUFFER: libc::c_int = 64 * 1024 * 1024;

pub(crate) struct Wire {
    fd: OwnedFd,
    port: u16,
}

/// When a request passed, and its answer; nanoseconds of the wall clock.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Passed {
    pub(crate) request: u64,
    pub(crate) answer: u64,
}

impl Wire {
    /// Records from now on what passes to and from the server at this port of 127.0.0.1.
    ///
    /// # Errors
    /// The system does not allow it.
    pub(crate) fn listen(port: u16) -> io::Result<Self> {
        // A listener to every protocol gets a segment before its receiver does, a listener to IP alone after it: the
        // receiver would be at work before the stamp is taken.
        let every = libc::c_int::from(u16::try_from(libc::ETH_P_ALL).unwrap().to_be());
        // SAFETY: no pointers; nothing else owns the descriptor that comes back, if any.
        let fd = unsafe {
            let fd = libc::socket(libc::AF_PACKET, libc::SOCK_DGRAM | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK, every);
            if fd < 0 {
                return Err(io::Error::last_os_error());
            }
            OwnedFd::from_raw_fd(fd)
        };
        let wire = Self { fd, port };
        // On this interface each segment goes out and comes in.
        wire.set(libc::SOL_PACKET, libc::PACKET_IGNORE_OUTGOING, &1)?;
        let buffer = wire.set(libc::SOL_SOCKET, libc::SO_RCVBUFFORCE, &BUFFER);
        buffer.or_else(|_| wire.set(libc::SOL_SOCKET, libc::SO_RCVBUF, &BUFFER))?;
        wire.set(libc::SOL_SOCKET, libc::SO_TIMESTAMPNS, &1)?;
        wire.await_stamps()?;
        let mut code = filter(port);
        let program = libc::sock_fprog { len: u16::try_from(code.len()).unwrap(), filter: code.as_mut_ptr() };
        wire.set(libc::SOL_SOCKET, libc::SO_ATTACH_FILTER, &program)?;
        while wire.segment().is_some() {}
        Ok(wire)
    }

    /// The kernel begins to stamp segments some time after it was asked to, on a busy machine long after. The time of one
    /// that came before that is when it is read here.
    ///
    /// # Errors
    /// It does not begin within 10 s, or there is no loopback.
    fn await_stamps(&self) -> io::Result<()> {
        let probe = UdpSocket::bind("127.0.0.1:0")?;
        for _ in 0..2000 {
            probe.send_to(b"probe", probe.local_addr()?)?;
            sleep(Duration::from_millis(5));
            let asked = SystemTime::now().duration_since(UNIX_EPOCH).map_err(io::Error::other)?.as_nanos();
            while let Some((time, _)) = self.segment() {
                if u128::from(time) + 2_000_000 < asked {
                    return Ok(());
                }
            }
        }
        Err(io::Error::new(io::ErrorKind::TimedOut, "no segment was stamped"))
    }

    fn set<T>(&self, level: libc::c_int, option: libc::c_int, value: &T) -> io::Result<()> {
        let length = libc::socklen_t::try_from(size_of::<T>()).unwrap();
        // SAFETY: `value` is valid for its size, and outlives the call (a filter is copied by the kernel).
        let done =
            unsafe { libc::setsockopt(self.fd.as_raw_fd(), level, option, std::ptr::from_ref(value).cast(), length) };
        if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    /// What has passed, by the client's port, in order. A request that nothing answered is left out.
    pub(crate) fn passed(&self) -> HashMap<u16, Vec<Passed>> {
        let mut waiting = HashMap::new();
        let mut passed: HashMap<u16, Vec<Passed>> = HashMap::new();
        while let Some((time, bytes)) = self.segment() {
            let ip = usize::from(bytes[0] & 15) * 4;
            let number = |at: usize| u16::from_be_bytes([bytes[at], bytes[at + 1]]);
            let (source, target) = (number(ip), number(ip + 2));
            if usize::from(number(2)) == ip + usize::from(bytes[ip + 12] >> 4) * 4 {
                continue; // no payload
            }
            if target == self.port {
                waiting.insert(source, time);
            } else if let Some(request) = waiting.remove(&target) {
                passed.entry(target).or_default().push(Passed { request, answer: time });
            }
        }
        passed
    }

    /// The next segment and its time; `None` when there is no more.
    fn segment(&self) -> Option<(u64, [u8; HEADERS as usize])> {
        let mut bytes = [0_u8; HEADERS as usize];
        let mut control = [0_u64; 16];
        // SAFETY: zero is a valid `msghdr`; its pointers are to buffers of the sizes given, which outlive the call. Of the
        // control message only the kernel's well-formed headers are followed, and the `timespec` is read where they say.
        unsafe {
            let mut part = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: bytes.len() };
            let mut message: libc::msghdr = zeroed();
            (message.msg_iov, message.msg_iovlen) = (&raw mut part, 1);
            (message.msg_control, message.msg_controllen) = (control.as_mut_ptr().cast(), size_of_val(&control));
            if libc::recvmsg(self.fd.as_raw_fd(), &raw mut message, 0) < 0 {
                return None;
            }
            let mut header = libc::CMSG_FIRSTHDR(&raw const message);
            while !header.is_null() {
                if (*header).cmsg_type == libc::SCM_TIMESTAMPNS {
                    let time: libc::timespec = libc::CMSG_DATA(header).cast::<libc::timespec>().read_unaligned();
                    let nanos = time.tv_sec.cast_unsigned() * 1_000_000_000 + time.tv_nsec.cast_unsigned();
                    return Some((nanos, bytes));
                }
                header = libc::CMSG_NXTHDR(&raw const message, header);
            }
        }
        panic!("a segment without a time stamp")
    }
}

/// TCP over IPv4 to or from this port, as a BPF program.
fn filter(port: u16) -> [libc::sock_filter; 11] {
    let step = |code: u32, jt, jf, k| libc::sock_filter { code: u16::try_from(code).unwrap(), jt, jf, k };
    let (load_byte, load_half, load_half_after, length_of_ip) = (0x30, 0x28, 0x48, 0xb1);
    let (equal, give) = (0x15, 0x06);
    let (ethertype, ip) = (libc::SKF_AD_OFF + libc::SKF_AD_PROTOCOL, libc::ETH_P_IP.cast_unsigned());
    [
        step(load_half, 0, 0, ethertype.cast_unsigned()),
        step(equal, 0, 7, ip),
        step(load_byte, 0, 0, 9),
        step(equal, 0, 5, 6),
        step(length_of_ip, 0, 0, 0),
        step(load_half_after, 0, 0, 0),
        step(equal, 3, 0, u32::from(port)),
        step(load_half_after, 0, 0, 2),
        step(equal, 1, 0, u32::from(port)),
        step(give, 0, 0, 0),
        step(give, 0, 0, HEADERS),
    ]
}
