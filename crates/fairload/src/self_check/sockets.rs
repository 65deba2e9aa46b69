//! The sockets that listen, as the kernel lists them (`sock_diag(7)`).
//!
//! `/proc/net/tcp` lists the same, but behind every connection of the machine: to read it takes milliseconds.

use std::io;
use std::net::SocketAddr;

use netlink_packet_core::{NLM_F_DUMP, NLM_F_REQUEST, NetlinkHeader, NetlinkMessage, NetlinkPayload};
use netlink_packet_sock_diag::SockDiagMessage;
use netlink_packet_sock_diag::constants::{AF_INET, AF_INET6, IPPROTO_TCP};
use netlink_packet_sock_diag::inet::{ExtensionFlags, InetRequest, SocketId, StateFlags};
use rustix::fd::OwnedFd;
use rustix::net::{AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, netlink, recv, send, socket_with};

/// A socket that listens.
pub(super) struct Listening {
    /// Where, in canonical form: an IPv4 address in one of IPv6 is that of IPv4.
    pub(super) at: SocketAddr,
    /// The inode of the socket, which `/proc/PID/fd` names.
    pub(super) inode: u64,
}

/// The TCP sockets that listen in the network namespace of this thread.
///
/// # Errors
/// The kernel lists none to us; why.
pub(super) fn listening() -> io::Result<Vec<Listening>> {
    let kernel = socket_with(AddressFamily::NETLINK, SocketType::RAW, SocketFlags::CLOEXEC, Some(netlink::SOCK_DIAG))?;
    let mut found = list(&kernel, AF_INET, SocketId::new_v4())?;
    found.extend(list(&kernel, AF_INET6, SocketId::new_v6())?);
    Ok(found)
}

fn list(kernel: &OwnedFd, family: u8, socket_id: SocketId) -> io::Result<Vec<Listening>> {
    send(kernel, &question(family, socket_id), SendFlags::empty())?;
    let mut found = Vec::new();
    // The kernel fills at most this (NLMSG_GOODSIZE and MAX_NLMSGSIZE); several messages come in one.
    let mut buffer = vec![0; 32 * 1024];
    loop {
        let (length, _) = recv(kernel, &mut buffer[..], RecvFlags::empty())?;
        let mut rest = &buffer[..length];
        while !rest.is_empty() {
            let message = NetlinkMessage::<SockDiagMessage>::deserialize(rest).map_err(io::Error::other)?;
            match message.payload {
                NetlinkPayload::InnerMessage(SockDiagMessage::InetResponse(response)) => {
                    let socket = response.header.socket_id;
                    let at = SocketAddr::new(socket.source_address.to_canonical(), socket.source_port);
                    found.push(Listening { at, inode: response.header.inode.into() });
                }
                NetlinkPayload::Error(error) => return Err(error.to_io()),
                NetlinkPayload::Done(_) => return Ok(found),
                _ => {}
            }
            // Messages begin at multiples of four bytes.
            let taken = (message.header.length as usize).next_multiple_of(4);
            rest = rest.get(taken..).unwrap_or_default();
        }
    }
}

fn question(family: u8, socket_id: SocketId) -> Vec<u8> {
    let (protocol, extensions, states) = (IPPROTO_TCP, ExtensionFlags::empty(), StateFlags::LISTEN);
    let request = InetRequest { family, protocol, extensions, states, socket_id };
    let mut header = NetlinkHeader::default();
    header.flags = NLM_F_REQUEST | NLM_F_DUMP;
    let mut message = NetlinkMessage::new(header, NetlinkPayload::from(SockDiagMessage::InetRequest(request)));
    message.finalize();
    let mut bytes = vec![0; message.buffer_len()];
    message.serialize(&mut bytes);
    bytes
}
