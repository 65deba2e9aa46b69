//! Sockets, as both engines make them.

use std::net::SocketAddr;
use std::os::fd::OwnedFd;

use rustix::io::Errno;
use rustix::net::{self, AddressFamily, SocketFlags, SocketType};

/// Bytes that fit into one segment on any path (RFC 9293, 3.7.1). Nagle's algorithm holds back what follows something
/// that is not acknowledged yet: so a connection that carries one request of this size need not be told not to
/// (`TCP_NODELAY`), which saves a call for each.
pub(super) const ONE_SEGMENT: usize = 536;

/// The family of `address`.
pub(super) fn family(address: &SocketAddr) -> AddressFamily {
    if address.is_ipv4() { AddressFamily::INET } else { AddressFamily::INET6 }
}

/// A socket that can be connected to `address`.
///
/// # Errors
/// No descriptor or no memory left.
pub(super) fn new(address: &SocketAddr, flags: SocketFlags) -> Result<OwnedFd, Errno> {
    net::socket_with(family(address), SocketType::STREAM, flags | SocketFlags::CLOEXEC, None)
}
