//! From which address a connection comes. The kernel's own choice has one address and 28,232 ports (as configured by
//! default); a connection that we close first keeps its port for a minute. All of 127.0.0.0/8 is local, so that towards
//! a target there, other addresses bring as many ports again.

use std::fmt::{self, Display, Formatter};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::os::fd::AsFd;

use rustix::io::Errno;

use crate::os;
use crate::spec::SpecError;

/// The largest number of addresses.
pub(crate) const MAX_SPREAD: u32 = 65_536;

/// Where many connections come and go. Of 28,232 ports each: at 30,000 connections a second, closed by us, they last for
/// the minute that a port is not used again.
pub(crate) const AUTO_SPREAD: u32 = 64;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Source {
    /// The kernel chooses.
    #[default]
    Any,
    /// Always this one.
    Fixed(IpAddr),
    /// So many addresses from 127.0.0.1 on, in turn.
    Spread { addresses: u32, next: u32 },
}

impl Source {
    /// # Errors
    /// A target that is not in 127.0.0.0/8, or a number out of range.
    pub(crate) fn spread(addresses: u32, target: SocketAddr) -> Result<Self, SpecError> {
        let refuse = |problem: &str, remedy: &str| Err(SpecError::new("--source-addresses", problem, remedy));
        if !is_loopback(target) {
            return refuse("only a target in 127.0.0.0/8 can be reached from many addresses", "leave it out");
        }
        if !(1..=MAX_SPREAD).contains(&addresses) {
            return refuse("the number is out of range", &format!("give 1 to {MAX_SPREAD}, auto or off"));
        }
        Ok(Self::Spread { addresses, next: 0 })
    }

    /// # Errors
    /// An address that is not this machine's, or from which the target cannot be reached.
    pub(crate) fn fixed(address: IpAddr, target: SocketAddr) -> Result<Self, SpecError> {
        let refuse = |problem: String| {
            let remedy = "give an address of this machine from which the target can be reached";
            Err(SpecError::new(format!("--bind {address}"), problem, remedy))
        };
        let broadcast = matches!(address, IpAddr::V4(address) if address.is_broadcast());
        if address.is_unspecified() || address.is_multicast() || broadcast {
            return refuse("it is not the address of an interface".to_owned());
        }
        if address.is_ipv4() != target.is_ipv4() {
            return refuse(format!("the target {} has another IP version", target.ip()));
        }
        // Connecting a datagram socket looks for a route and sends nothing.
        match UdpSocket::bind((address, 0)).and_then(|socket| socket.connect(target)) {
            Ok(()) => Ok(Self::Fixed(address)),
            Err(error) => refuse(format!("it cannot be used ({error})")),
        }
    }

    /// The addresses of a whole turn; none if the kernel chooses.
    pub(crate) fn all(&self) -> impl Iterator<Item = SocketAddr> {
        let mut copy = self.clone();
        let count = match self {
            Self::Any => 0,
            Self::Fixed(_) => 1,
            Self::Spread { addresses, .. } => *addresses,
        };
        (0..count).filter_map(move |_| copy.next())
    }

    /// The address of the next connection; `None`: the kernel chooses.
    pub(crate) fn next(&mut self) -> Option<SocketAddr> {
        let address = match self {
            Self::Any => return None,
            Self::Fixed(address) => *address,
            Self::Spread { addresses, next } => {
                let address = Ipv4Addr::from_bits(Ipv4Addr::LOCALHOST.to_bits() + *next);
                *next = (*next + 1) % *addresses;
                address.into()
            }
        };
        Some((address, 0).into())
    }

    /// Gives a socket to be connected the next address. The port is the kernel's to choose when it connects, as
    /// only then it can choose one that is in use towards another target.
    pub(crate) fn bind(&mut self, socket: impl AsFd) -> Result<(), Errno> {
        let Some(address) = self.next() else { return Ok(()) };
        os::choose_port_late(&socket)?;
        rustix::net::bind(socket, &address)
    }
}

impl Display for Source {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => write!(f, "the kernel's choice"),
            Self::Fixed(address) => write!(f, "{address}"),
            Self::Spread { addresses, .. } => {
                let last = Ipv4Addr::from_bits(Ipv4Addr::LOCALHOST.to_bits() + addresses - 1);
                write!(f, "127.0.0.1 to {last} in turn")
            }
        }
    }
}

/// In 127.0.0.0/8: IPv6 has one loopback address only.
pub(crate) fn is_loopback(target: SocketAddr) -> bool {
    matches!(target.ip(), IpAddr::V4(address) if address.is_loopback())
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use rustix::net::{AddressFamily, SocketType, connect, socket};

    use super::*;

    fn target() -> SocketAddr {
        ([127, 0, 0, 1], 80).into()
    }

    #[test]
    fn addresses_are_used_in_turn() {
        let mut source = Source::spread(300, target()).expect("a loopback target");
        let first: Vec<_> = (0..301).filter_map(|_| source.next()).map(|address| address.ip().to_string()).collect();
        assert_eq!(
            (first[0].as_str(), first[255].as_str(), first[299].as_str()),
            ("127.0.0.1", "127.0.1.0", "127.0.1.44")
        );
        assert_eq!(first[300], "127.0.0.1");
        assert_eq!(source.to_string(), "127.0.0.1 to 127.0.1.44 in turn");
        assert_eq!(Source::Any.next(), None);
        assert_eq!(source.all().count(), 300);
        assert_eq!((Source::Any.all().count(), Source::Fixed([127, 0, 0, 9].into()).all().count()), (0, 1));
    }

    #[test]
    fn a_bound_socket_comes_from_its_address_and_the_port_is_chosen_late() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let mut source = Source::spread(3, target()).expect("a loopback target");
        for expected in ["127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.1"] {
            let socket = socket(AddressFamily::INET, SocketType::STREAM, None).expect("a socket");
            source.bind(&socket).expect("bound");
            let stream = TcpStream::from(socket);
            assert_eq!(stream.local_addr().expect("an address").port(), 0, "the port was taken too early");
            connect(&stream, &listener.local_addr().expect("an address")).expect("connected");
            let (_, peer) = listener.accept().expect("accepted");
            assert_eq!(peer.ip().to_string(), expected);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let elsewhere: SocketAddr = ([192, 0, 2, 1], 80).into();
        for refused in [
            Source::spread(0, target()),
            Source::spread(MAX_SPREAD + 1, target()),
            Source::spread(2, elsewhere),
            Source::spread(2, "[::1]:80".parse().expect("an address")),
            Source::fixed(Ipv4Addr::UNSPECIFIED.into(), target()),
            Source::fixed([192, 0, 2, 1].into(), target()),
            Source::fixed("::1".parse().expect("an address"), target()),
            Source::fixed([224, 0, 0, 1].into(), target()),
        ] {
            assert!(refused.is_err(), "{refused:?}");
        }
        assert_eq!(Source::fixed([127, 0, 0, 9].into(), target()), Ok(Source::Fixed([127, 0, 0, 9].into())));
    }
}
