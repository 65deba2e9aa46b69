//! What a request costs the system: system calls, whose number no busy machine changes.

use std::collections::BTreeMap;
use std::fs::read_to_string;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{FAIRLOAD, Reference, fairload};

/// How many calls of a name a request may cost.
type Most = &'static [(&'static str, f64)];

/// Of an exchange on an open connection, where the server's answer is awaited.
const EXCHANGE: Most = &[("sendto", 1.0), ("epoll_pwait2", 1.0), ("recvfrom", 1.0)];
const EIGHTH: Most = &[("sendto", 0.125), ("epoll_pwait2", 0.125), ("recvfrom", 0.125)];
/// The end of the connection may come with the answer or after it.
const CONNECTION: Most = &[
    ("socket", 1.0),
    ("setsockopt", 1.0),
    ("bind", 1.0),
    ("connect", 1.0),
    ("epoll_ctl", 1.0),
    ("sendto", 1.0),
    ("epoll_pwait2", 3.0),
    ("recvfrom", 2.0),
    ("close", 1.0),
];
const ENTER: Most = &[("io_uring_enter", 1.0)];
/// Calls of a request that are made because time passes: several on a busy machine that is watched, but not one for each.
const SLACK: f64 = 0.3;

/// System calls of a run by name; `None` if there is no strace that may watch it: where `CI` is set there must be one.
fn calls(folder: &Path, arguments: &[&str], requests: &str) -> Option<BTreeMap<String, f64>> {
    let file = folder.join("calls");
    let mut strace = Command::new("strace");
    // Files are looked at before the load only: who listens at the port is searched in all processes, so others count.
    strace
        .args(["-f", "-c", "-e", "trace=!%file", "-o"])
        .arg(&file)
        .arg(FAIRLOAD)
        .args(arguments)
        .args(["-n", requests, "-c", "1"]);
    let watched = strace.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    if !watched {
        assert!(std::env::var_os("CI").is_none(), "strace is missing, or may not watch {arguments:?}");
        let _ = writeln!(std::io::stderr(), "skipped: there is no strace here");
        return None;
    }
    let row = |line: &str| {
        let words: Vec<_> = line.split_whitespace().collect();
        let name = words.last().filter(|name| words.len() > 4 && **name != "total")?;
        Some(((*name).to_owned(), words[3].parse().ok()?))
    };
    Some(read_to_string(&file).unwrap().lines().filter_map(row).collect())
}

#[test]
fn each_request_costs_no_more_system_calls_than_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    assert!(fairload(&["certificate", folder.path().to_str().unwrap(), "--name", "localhost"]).status.success());
    let (cert, key, authority) = (path("cert.pem"), path("key.pem"), path("authority.pem"));
    let server = Reference::start(&["--tls-port", "0", "--cert", &cert, "--key", &key]);
    let (plain, secure) =
        (format!("http://{}/", server.address), format!("https://localhost:{}/", server.tls.unwrap().port()));
    let manners: [(&str, &[&str], Most, Most); 6] = [
        (&plain, &[], EXCHANGE, ENTER),
        (&plain, &["-p", "8"], EIGHTH, &[("io_uring_enter", 0.125)]),
        (&plain, &["--http2"], EXCHANGE, ENTER),
        (&plain, &["--ws", "--body", "Hi"], EXCHANGE, ENTER),
        (&secure, &["--cacert", &authority], EXCHANGE, ENTER),
        (&plain, &["--no-keepalive"], CONNECTION, &[("io_uring_enter", 4.0)]),
    ];
    for (url, manner, by_epoll, by_ring) in manners {
        for (engine, most) in [("epoll", by_epoll), ("io_uring", by_ring)] {
            let arguments = [&[url, "--engine", engine], manner].concat();
            let Some(few) = calls(folder.path(), &arguments, "200") else { return };
            let Some(many) = calls(folder.path(), &arguments, "1200") else { return };
            let each = |name: &str| (many.get(name).unwrap_or(&0.0) - few.get(name).unwrap_or(&0.0)) / 1000.0;
            assert!(most.iter().map(|(name, _)| each(name)).sum::<f64>() > 0.1, "{arguments:?}: {many:?}");
            for name in many.keys() {
                let most = most.iter().find(|(known, _)| known == name).map_or(0.0, |(_, most)| *most);
                assert!(each(name) <= most + SLACK, "{arguments:?}: {} of {name} for a request", each(name));
            }
        }
    }
}
