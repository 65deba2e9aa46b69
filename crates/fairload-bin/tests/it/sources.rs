//! Where connections come from, and which side is left with their ports.

use std::collections::BTreeSet;
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};

use serde_json::Value;

use super::common::{FAIRLOAD, HELLO, Server, fairload, only, outcomes, run};

/// Sockets in `TIME_WAIT` towards a port: at the server, and at its clients.
pub(crate) struct TimeWaits {
    pub(crate) of_server: usize,
    pub(crate) of_clients: usize,
    /// Addresses of the latter.
    pub(crate) addresses: BTreeSet<String>,
}

pub(crate) fn time_waits(port: u16) -> TimeWaits {
    const TIME_WAIT: &str = "06";
    let table = std::fs::read_to_string("/proc/net/tcp").unwrap();
    let port = format!(":{port:04X}");
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
    let waiting: Vec<_> = rows.iter().filter(|row| row[3] == TIME_WAIT).collect();
    let clients: Vec<_> = waiting.iter().filter(|row| row[2].ends_with(&port)).collect();
    TimeWaits {
        of_server: waiting.iter().filter(|row| row[1].ends_with(&port)).count(),
        of_clients: clients.len(),
        addresses: clients.iter().map(|row| row[1].split(':').next().unwrap().to_owned()).collect(),
    }
}

/// `load` has 200 connections or more opened to the port it answers with, each closed first by the server. A server
/// that is kept from its processor for a second is not waited for, so that a busy machine has three attempts.
pub(crate) fn without_our_ports_waiting(load: impl Fn() -> u16) {
    let mut seen = Vec::new();
    for _ in 0..3 {
        let TimeWaits { of_server, of_clients, .. } = time_waits(load());
        if of_clients == 0 && of_server > 180 {
            return;
        }
        seen.push((of_server, of_clients));
    }
    panic!("in TIME_WAIT at (the server, its clients): {seen:?}");
}

/// A server that records where its connections come from, and the record.
fn noting(close_first: bool) -> (Server, Arc<Mutex<BTreeSet<IpAddr>>>) {
    let seen = Arc::new(Mutex::new(BTreeSet::new()));
    let note = Arc::clone(&seen);
    let server = Server::start(move |mut client| {
        note.lock().unwrap().insert(client.stream.peer_addr().unwrap().ip());
        while client.request().is_some() && client.send(HELLO) && !close_first {}
    });
    (server, seen)
}

fn addresses(range: std::ops::RangeInclusive<u8>) -> BTreeSet<IpAddr> {
    range.map(|last| IpAddr::from([127, 0, 0, last])).collect()
}

#[test]
fn connections_come_from_where_they_should() {
    for (arguments, expected, said) in [
        (&["--no-keepalive"][..], addresses(1..=64), "127.0.0.1 to 127.0.0.64 in turn"),
        (&["--no-keepalive", "--source-addresses", "off"], addresses(1..=1), "the kernel's choice"),
        (&[], addresses(1..=1), "the kernel's choice"),
        (&["--source-addresses", "3"], addresses(1..=3), "127.0.0.1 to 127.0.0.3 in turn"),
        (&["--bind", "127.0.0.9"], addresses(9..=9), "127.0.0.9"),
    ] {
        let (server, seen) = noting(arguments.contains(&"--no-keepalive"));
        let (code, document) = run(server.address, &[&["-n", "200", "-c", "4"], arguments].concat());
        assert_eq!((code, outcomes(&document)), (0, only("ok", 200)));
        assert_eq!(*seen.lock().unwrap(), expected, "{arguments:?}");
        assert_eq!(document["source"], said);
    }
}

#[test]
fn a_server_that_closes_first_leaves_no_port_of_ours_waiting() {
    without_our_ports_waiting(|| {
        let (server, _) = noting(true);
        let (_, document) = run(server.address, &["-n", "300", "-c", "4", "--no-keepalive"]);
        assert_eq!(outcomes(&document), only("ok", 300));
        server.address.port()
    });
}

#[test]
fn where_we_must_close_first_the_ports_that_wait_are_of_many_addresses() {
    // It does not close, though it is asked to: after the time-out we do.
    let (server, _) = noting(false);
    let (_, document) = run(server.address, &["-n", "300", "-c", "50", "--no-keepalive", "--timeout", "400ms"]);
    assert_eq!(outcomes(&document), only("ok", 300));
    let waits = time_waits(server.address.port());
    assert!(waits.of_clients > 250, "{} wait", waits.of_clients);
    assert_eq!(waits.addresses.len(), 64);
}

const FEW_PORTS: &str = "ip link set lo up && echo '50000 50099' > /proc/sys/net/ipv4/ip_local_port_range";

/// In a network of its own, with 100 ports per address.
fn in_its_own_network(script: &str) -> std::io::Result<Output> {
    let script = format!("{FEW_PORTS} || exit 77\n{script}");
    Command::new("unshare").args(["--net", "--map-root-user", "sh", "-c", &script]).output()
}

/// The document of a run with 500 connections.
fn with_few_ports(arguments: &str) -> Value {
    let script = format!(
        "{FAIRLOAD} reference --port 8080 2> /dev/null & server=$!
        for attempt in 1 2 3 4 5 6 7 8 9 10; do
            {FAIRLOAD} http://127.0.0.1:8080/ -n 1 -c 1 > /dev/null && break; sleep 0.2
        done
        {FAIRLOAD} http://127.0.0.1:8080/ -n 5000 -c 500 --json {arguments}
        kill $server"
    );
    let output = in_its_own_network(&script).unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
fn more_connections_than_one_address_has_ports_need_more_addresses() {
    let possible = in_its_own_network("true");
    if !possible.as_ref().is_ok_and(|output| output.status.success()) {
        let _ = writeln!(std::io::stderr(), "skipped: a network of its own is not available here: {possible:?}");
        return;
    }
    assert_eq!(outcomes(&with_few_ports("--source-addresses 8")), only("ok", 5000));
    let one = with_few_ports("--source-addresses off");
    assert!(one["outcomes"]["connect"].as_u64().unwrap() > 0, "{}", one["outcomes"]);
    assert!(one["first_failure"]["got"].as_str().unwrap().contains("assign requested address"), "{one}");
}

#[test]
fn sources_that_make_no_sense_are_refused() {
    let (here, there): (_, SocketAddr) = ("http://127.0.0.1:1/", ([192, 0, 2, 1], 80).into());
    let (there, v6) = (format!("http://{there}/"), "http://[::1]:1/");
    let cases: [(&[&str], &str); 8] = [
        (&[&there, "--source-addresses", "4"], "only a target in 127.0.0.0/8"),
        (&[v6, "--source-addresses", "4"], "only a target in 127.0.0.0/8"),
        (&[here, "--bind", "0.0.0.0"], "not the address of an interface"),
        (&[here, "--bind", "::1"], "another IP version"),
        (&[here, "--bind", "192.0.2.77"], "cannot be used"),
        (&[here, "--bind", "somewhere"], "--bind"),
        (&[here, "--source-addresses", "0"], "give a number"),
        (&[here, "--source-addresses", "2", "--bind", "127.0.0.2"], "cannot be used with"),
    ];
    for (arguments, part) in cases {
        let output = fairload(arguments);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.contains(part) && output.stdout.is_empty(), "{arguments:?}: {text}");
    }
}
