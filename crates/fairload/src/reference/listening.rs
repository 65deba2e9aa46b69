//! The socket that connections come to.

use std::net::SocketAddr;
use std::os::fd::OwnedFd;

use rustix::io::Errno;
use rustix::net::{self, AddressFamily, SocketFlags, SocketType, sockopt};

/// The kernel clips it to `somaxconn`.
const BACKLOG: i32 = 4096;

/// The socket, and its address with the port it really has.
pub(super) fn listen(address: SocketAddr) -> Result<(OwnedFd, SocketAddr), Errno> {
    let family = if address.is_ipv4() { AddressFamily::INET } else { AddressFamily::INET6 };
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    let listener = net::socket_with(family, SocketType::STREAM, flags, None)?;
    sockopt::set_socket_reuseaddr(&listener, true)?;
    net::bind(&listener, &address)?;
    net::listen(&listener, BACKLOG)?;
    let bound = net::getsockname(&listener)?;
    Ok((listener, SocketAddr::try_from(bound)?))
}
