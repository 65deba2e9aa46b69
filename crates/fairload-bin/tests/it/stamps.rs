//! `fairload reference` as a source of truth: its answers, its stamps, and how they are read.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

use crate::common::{Reference, fairload, only, outcomes, run};
use crate::truthful::Truthful;

/// Requests without a body on one connection, then the end; all that comes back.
fn talk(server: &Reference, requests: usize) -> String {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    let mut text = String::new();
    for _ in 0..requests {
        stream.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
        let mut answer = [0; 4096];
        let length = stream.read(&mut answer).unwrap();
        text += std::str::from_utf8(&answer[..length]).unwrap();
    }
    text
}

#[test]
fn every_request_has_one_record_with_its_times() {
    let mut server = Truthful::start(&["--service", "fixed:2ms"]);
    let (_, document) = run(server.reference.address, &["-n", "200", "-c", "5"]);
    let stamps = server.stamps();
    assert_eq!((document["ok"].as_u64(), stamps.len()), (Some(200), 200));
    assert!(stamps.iter().all(|stamp| (1..=5).contains(&stamp.connection)));
    assert!(stamps.iter().all(|stamp| stamp.service().unwrap() >= 2_000_000), "an answer before its time");
    let bytes: u64 = stamps.iter().map(|stamp| stamp.bytes).sum();
    assert_eq!(document["bytes_received"], bytes);

    let truth = server.truth(&[]);
    assert_eq!(
        (&truth["requests"], &truth["connections"], &truth["bytes_sent"]),
        (&200.into(), &5.into(), &bytes.into())
    );
    assert!(truth["service_us"]["min"].as_f64().unwrap() >= 2000.0, "{truth}");
    assert_eq!(truth["first_in_ns"], stamps[0].arrived);
    // A window takes its part.
    let (from, to) = (stamps[50].arrived.to_string(), stamps[150].arrived.to_string());
    let part = server.truth(&["--from-ns", &from, "--to-ns", &to]);
    let inside = stamps.iter().filter(|stamp| (stamps[50].arrived..stamps[150].arrived).contains(&stamp.arrived));
    assert_eq!(part["requests"], inside.count());
}

#[test]
fn what_was_not_seen_is_null() {
    let mut server = Truthful::start(&[]);
    server.end();
    assert_eq!(server.truth(&[])["service_us"], Value::Null);
    let mut server = Truthful::start(&[]);
    talk(&server.reference, 3);
    server.end();
    assert!(server.truth(&[])["gap_us"]["p50"].is_f64());
}

#[test]
fn answers_tell_their_times() {
    let server = Reference::start(&["--stamp-headers", "--delay", "3ms"]);
    let text = talk(&server, 3);
    let numbers = |name: &str| -> Vec<u64> {
        let lines = text.lines().filter_map(|line| line.strip_prefix(name));
        lines.map(|value| value.trim().parse().unwrap()).collect()
    };
    assert_eq!(numbers("X-Sequence:"), [0, 1, 2]);
    let (arrived, answered) = (numbers("X-In:"), numbers("X-Out:"));
    assert_eq!((arrived.len(), answered.len()), (3, 3));
    for at in 0..3 {
        assert!(answered[at] >= arrived[at] + 3_000_000, "{text}");
        assert!(at == 0 || arrived[at] > answered[at - 1], "{text}");
    }
    assert_eq!(text.matches("Hello, world!\n").count(), 3);
    // The server's clock is the one this process has.
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    let now = now.tv_sec.cast_unsigned() * 1_000_000_000 + now.tv_nsec.cast_unsigned();
    assert!(answered[2] < now && now - arrived[0] < 60_000_000_000);
}

#[test]
fn a_short_answer_does_not_wait_for_a_long_one() {
    // A tenth of the answers takes 300 ms: the connections that get the others go on meanwhile.
    let server = Reference::start(&["--service", "bimodal:1ms,300ms,0.1", "--seed", "3"]);
    let (_, document) = run(server.address, &["-n", "100", "-c", "20"]);
    assert_eq!(outcomes(&document), only("ok", 100));
    let latency = |key: &str| document["latency_us"][key].as_f64().unwrap();
    assert!(latency("p50") < 100_000.0 && latency("max") >= 300_000.0, "{}", document["latency_us"]);
}

#[test]
fn a_seed_repeats_its_service_times() {
    let times = |seed: &str| {
        let mut server = Truthful::start(&["--service", "bimodal:1ms,60ms,0.5", "--seed", seed]);
        talk(&server.reference, 20);
        server.stamps().iter().map(|stamp| stamp.service().unwrap() >= 60_000_000).collect::<Vec<_>>()
    };
    assert_eq!(times("1"), times("1"));
    assert_ne!(times("1"), times("2"));
}

#[test]
fn what_is_never_answered_is_written_down_as_such() {
    let mut server = Truthful::start(&["--never", "10"]);
    let (_, document) = run(server.reference.address, &["-n", "95", "-c", "3", "--timeout", "500ms"]);
    assert_eq!(outcomes(&document), [("ok".to_owned(), 86), ("timeout".to_owned(), 9)]);
    let stamps = server.stamps();
    let unanswered: Vec<_> = (0..stamps.len()).filter(|at| stamps[*at].answered.is_none()).collect();
    assert_eq!(unanswered, (0..9).map(|n| 10 * n + 9).collect::<Vec<_>>());
    assert_eq!(server.truth(&[])["unanswered"], 9);
}

#[test]
fn what_cannot_be_honoured_is_one_clear_line() {
    for (arguments, part) in [
        (&["reference", "--port", "0", "--service", "normal:1ms"][..], "bimodal"),
        (&["reference", "--port", "0", "--service", "fixed:1ms", "--delay", "1ms"], "cannot be used with"),
        (&["reference", "--port", "0", "--seed", "1"], "--service"),
        (&["reference", "--port", "0", "--spin"], "required"),
        (&["reference", "--port", "0", "--never", "0"], "--never"),
        (&["reference", "--port", "0", "--stamps", "/nonexistent/x"], "can be written"),
        (&["stamps", "/nonexistent/x"], "--stamps` wrote"),
        (&["stamps", "/proc/version"], "line 1"),
    ] {
        let output = fairload(arguments);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && text.contains(part), "{arguments:?}: {text}");
    }
}
