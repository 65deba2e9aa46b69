//! Which processes listen at an address of this machine.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

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
    let mut sockets = BTreeSet::new();
    for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
        // Either table is missing where the kernel has no such addresses.
        sockets.extend(fs::read_to_string(table).iter().flat_map(|text| listeners(text, address)));
    }
    if sockets.is_empty() {
        return Err(format!("no socket of this network namespace listens at {address}"));
    }
    let owners = owners(&sockets);
    if owners.is_empty() {
        return Err(format!("the process that listens at {address} is another user's, or in another container"));
    }
    Ok(owners)
}

/// Socket inodes of `/proc/net/tcp` or `tcp6` that take connections to `address`.
fn listeners(table: &str, address: SocketAddr) -> Vec<u64> {
    const LISTEN: &str = "0A";
    table.lines().skip(1).filter_map(|line| listener(line, LISTEN, address)).collect()
}

fn listener(line: &str, state: &str, address: SocketAddr) -> Option<u64> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let (local, of_state, inode) = (words.get(1)?, words.get(3)?, words.get(9)?);
    let (host, port) = local.split_once(':')?;
    let host = host_of(host)?;
    let takes = host.is_unspecified() || host == address.ip().to_canonical();
    let matches = *of_state == state && u16::from_str_radix(port, 16).ok()? == address.port() && takes;
    matches.then(|| inode.parse().ok())?
}

/// An address as the kernel writes it: words of 32 bits in hexadecimal, each in the machine's own order of bytes.
fn host_of(hex: &str) -> Option<IpAddr> {
    let word = |at: usize| u32::from_str_radix(hex.get(at..at + 8)?, 16).ok().map(u32::to_ne_bytes);
    match hex.len() {
        8 => Some(Ipv4Addr::from(word(0)?).into()),
        32 => {
            let mut bytes = [0; 16];
            for (part, chunk) in bytes.chunks_exact_mut(4).enumerate() {
                chunk.copy_from_slice(&word(part * 8)?);
            }
            Some(Ipv6Addr::from(bytes).to_canonical())
        }
        _ => None,
    }
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

    const HEAD: &str =
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";

    fn found(rows: &str, address: &str) -> Vec<u64> {
        listeners(&format!("{HEAD}{rows}"), address.parse().expect("an address"))
    }

    #[test]
    #[cfg(target_endian = "little")]
    fn a_listener_is_found_by_address_port_and_state() {
        let rows = "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 111 1 0\n\
               1: 0100007F:1F90 0100007F:C001 01 00000000:00000000 00:00000000 00000000     0        0 112 1 0\n\
               2: 00000000:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 113 1 0\n\
               3: 0200007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 114 1 0\n";
        assert_eq!(found(rows, "127.0.0.1:8080"), [111]);
        assert_eq!(found(rows, "127.0.0.2:8080"), [114]);
        assert_eq!(found(rows, "10.0.0.7:8081"), [113]);
        assert!(found(rows, "127.0.0.1:80").is_empty() && found("nonsense\n", "127.0.0.1:80").is_empty());
    }

    #[test]
    #[cfg(target_endian = "little")]
    fn ipv6_listeners_take_what_they_are_bound_to() {
        let any = "   0: 00000000000000000000000000000000:1F90 0:0 0A 0:0 00:0 0     0        0 7 1 0\n";
        let one = "   0: 00000000000000000000000001000000:1F90 0:0 0A 0:0 00:0 0     0        0 8 1 0\n";
        let mapped = "   0: 0000000000000000FFFF00000100007F:1F90 0:0 0A 0:0 00:0 0     0        0 9 1 0\n";
        assert_eq!((found(any, "[::1]:8080"), found(any, "127.0.0.1:8080")), (vec![7], vec![7]));
        assert_eq!((found(one, "[::1]:8080"), found(one, "127.0.0.1:8080")), (vec![8], vec![]));
        assert_eq!(found(mapped, "127.0.0.1:8080"), [9]);
    }

    #[test]
    fn our_own_listener_is_ours_and_a_closed_port_has_none() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        assert_eq!(find(address), Ok([std::process::id()].into()));
        drop(listener);
        assert!(find(address).is_err_and(|why| why.contains("no socket")));
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
