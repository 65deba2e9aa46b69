//! Latencies against a server whose delays are known. Bounds below are exact. Bounds above hold on a busy
//! machine, too; tests/accuracy checks how close latencies are to the truth, where nothing else runs.

use serde_json::Value;

use super::common::{Reference, run};

fn latency(document: &Value, key: &str) -> f64 {
    document["latency_us"][key].as_f64().unwrap()
}

#[test]
fn a_known_delay_is_measured_as_it_is() {
    // A busy machine adds something to each, but less than the distance to the next.
    for (delay, micros, count, far) in
        [("200ms", 200_000.0, "20", 400_000.0), ("20ms", 20_000.0, "100", 200_000.0), ("200us", 200.0, "2000", 20_000.0)]
    {
        let server = Reference::start(&["--delay", delay]);
        let (_, document) = run(server.address, &["-n", count, "-c", "4"]);
        let min = latency(&document, "min");
        assert!(min >= micros, "{delay}: an answer after {min} us, before the server sent it");
        let median = latency(&document, "p50");
        assert!(median < far, "{delay}: {median} us");
    }
}

#[test]
fn littles_law_holds() {
    let server = Reference::start(&["--delay", "5ms"]);
    let (_, document) = run(server.address, &["-d", "1s", "-c", "20"]);
    let in_flight = document["throughput_per_s"].as_f64().unwrap() * latency(&document, "mean") / 1e6;
    assert!((18.0..=20.5).contains(&in_flight), "{in_flight} of 20 connections busy");
}

#[test]
fn a_stall_is_seen_by_every_connection_once() {
    let server = Reference::start(&["--stall-every", "700ms", "--stall-for", "200ms"]);
    let mut session = super::common::Session::start(1);
    session.open("a", server.address, &serde_json::json!({}));
    // One stall at least, two at most.
    let result = session.lap("a", &serde_json::json!({"duration_ms": 1000}));
    assert!((150_000.0..600_000.0).contains(&latency(&result, "max")), "{}", result["latency_us"]);
    assert!(latency(&result, "p99") < 100_000.0, "a stall is no more than one sample per connection");
    assert_eq!(result["requests"], result["ok"]);
}

#[test]
fn without_keep_alive_the_delay_is_measured_too() {
    let server = Reference::start(&["--delay", "100ms"]);
    let (_, document) = run(server.address, &["-n", "80", "-c", "8", "--no-keepalive"]);
    assert_eq!(document["ok"], 80);
    assert!(latency(&document, "min") >= 100_000.0);
    assert!(latency(&document, "p50") < 200_000.0);
}

#[test]
fn computing_is_not_shared_between_connections() {
    // 4 connections at 40 ms of computing each: every answer waits for three others. A process that takes the processor
    // keeps it for some milliseconds at a time.
    let server = Reference::start(&["--cpu-us", "40000"]);
    let p50 = latency(&run(server.address, &["-n", "20", "-c", "4"]).1, "p50");
    assert!((150_000.0..240_000.0).contains(&p50), "{p50} us, 160 ms expected");
}
