//! Which processes listen at an address of this machine.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::{IpAddr, SocketAddr, UdpSocket};

use super::sockets::{self, Listening};

/// Process ids.
pub(super) type Processes = BTreeSet<u32>;

/// Whether an address is one of this machine's: only such an address can be bound.
pub(super) fn is_local(address: IpAddr) -> bool {
    address.is_loopback() || UdpSocket::bind((address, 0)).is_ok()
}

/// The processes that listen at `address`.
///
/// # Errors
/// None is visible; why.
pub(super) fn find(address: SocketAddr) -> Result<Processes, String> {
    let listening = sockets::listening().map_err(|why| format!("the kernel does not list its sockets: {why}"))?;
    let sockets = takers(&listening, address);
    if sockets.is_empty() {
        return Err(format!("no socket of this network namespace listens at {address}"));
    }
    let owners = owners(&sockets);
    if owners.is_empty() {
        return Err(format!("the process that listens at {address} is another user's, or in another container"));
    }
    Ok(owners)
}

/// The inodes of the sockets that take connections to `address`.
fn takers(listening: &[Listening], address: SocketAddr) -> BTreeSet<u64> {
    let takes = |at: SocketAddr| {
        at.port() == address.port() && (at.ip().is_unspecified() || at.ip() == address.ip().to_canonical())
    };
    listening.iter().filter(|socket| takes(socket.at)).map(|socket| socket.inode).collect()
}

/// The processes that hold one of these sockets, as far as we may look.
fn owners(sockets: &BTreeSet<u64>) -> Processes {
    let holds = |process: &u32| {
        let descriptors = fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
        descriptors.filter_map(|entry| fs::read_link(entry.path()).ok()).any(|link| {
            let inode = link.to_str().and_then(|link| link.strip_prefix("socket:[")?.strip_suffix(']')?.parse().ok());
            inode.is_some_and(|inode: u64| sockets.contains(&inode))
        })
    };
    processes().into_iter().filter(holds).collect()
}

fn processes() -> Vec<u32> {
    let names = fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.file_name());
    names.filter_map(|name| name.to_str()?.parse().ok()).collect()
}

/// `roots` and all that descend from them.
pub(super) fn with_children(roots: &Processes) -> Processes {
    let parent = |process: u32| Some((process, parent_of(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)?));
    descend(roots, &processes().into_iter().filter_map(parent).collect())
}

/// `parents` maps a process to its parent.
fn descend(roots: &Processes, parents: &BTreeMap<u32, u32>) -> Processes {
    let mut family = roots.clone();
    loop {
        let more: Vec<u32> = parents
            .iter()
            .filter(|(child, parent)| family.contains(parent) && !family.contains(child))
            .map(|(child, _)| *child)
            .collect();
        if more.is_empty() {
            return family;
        }
        family.extend(more);
    }
}

/// The fourth word of `/proc/PID/stat`; the second, a name in parentheses, may itself hold any of them.
fn parent_of(stat: &str) -> Option<u32> {
    stat.rsplit_once(')')?.1.split_ascii_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn a_listener_takes_what_comes_to_its_address_and_port() {
        let listening = [("127.0.0.1:8080", 111), ("0.0.0.0:8081", 113), ("127.0.0.2:8080", 114), ("[::]:8082", 7)]
            .map(|(at, inode)| Listening { at: at.parse().expect("an address"), inode });
        let found = |address: &str| takers(&listening, address.parse().expect("an address"));
        assert_eq!(found("127.0.0.1:8080"), [111].into());
        assert_eq!(found("[::ffff:127.0.0.1]:8080"), [111].into());
        assert_eq!(found("127.0.0.2:8080"), [114].into());
        assert_eq!(found("10.0.0.7:8081"), [113].into());
        assert_eq!((found("[::1]:8082"), found("127.0.0.1:8082")), ([7].into(), [7].into()));
        assert!(found("127.0.0.1:80").is_empty() && found("[::1]:8080").is_empty());
    }

    #[test]
    fn our_own_listener_is_ours_and_a_closed_port_has_none() {
        for at in ["127.0.0.1:0", "0.0.0.0:0", "[::1]:0", "[::]:0"] {
            let listener = TcpListener::bind(at).expect("a port");
            let address = listener.local_addr().expect("an address");
            assert_eq!(find(address), Ok([std::process::id()].into()), "{at}");
            drop(listener);
            assert!(find(address).is_err_and(|why| why.contains("no socket")), "{at}");
        }
    }

    #[test]
    fn one_of_a_thousand_listeners_is_found() {
        let listeners: Vec<_> = (0..1000).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
        let address = listeners[500].local_addr().expect("an address");
        assert_eq!(find(address), Ok([std::process::id()].into()));
    }

    #[test]
    fn an_address_is_local_if_it_is_ours() {
        for local in ["127.0.0.1", "127.3.2.1", "::1"] {
            assert!(is_local(local.parse().expect("an address")), "{local}");
        }
        // Reserved for documentation (RFC 5737).
        assert!(!is_local("192.0.2.1".parse().expect("an address")));
    }

    #[test]
    fn a_family_is_all_that_descends() {
        let parents = [(2, 1), (3, 2), (4, 3), (5, 1), (6, 5)].into();
        assert_eq!(descend(&[2].into(), &parents), [2, 3, 4].into());
        assert_eq!(parent_of("42 (a) b (c) S 7 42 42 0"), Some(7));
        assert_eq!(parent_of("42 S 7"), None);
    }
}
