//! Latencies against a server whose delays are known. Bounds below are exact, bounds above leave room for a busy
//! machine, so the best of a few tries counts: a generator that is wrong is wrong every time.

use serde_json::Value;

use super::common::{Reference, run};

fn latency(document: &Value, key: &str) -> f64 {
    document["latency_us"][key].as_f64().unwrap()
}

#[test]
fn a_known_delay_is_measured_as_it_is() {
    for (delay, micros, count) in [("20ms", 20_000.0, "100"), ("1ms", 1_000.0, "1000"), ("200us", 200.0, "2000")] {
        let server = Reference::start(&["--delay", delay]);
        let mut medians = Vec::new();
        for _ in 0..20 {
            let (_, document) = run(server.address, &["-n", count, "-c", "4"]);
            let min = latency(&document, "min");
            assert!(min >= micros, "{delay}: an answer after {min} us, before the server sent it");
            medians.push(latency(&document, "p50"));
            if *medians.last().unwrap() <= micros * 1.1 + 100.0 {
                break;
            }
        }
        let best = medians.iter().copied().fold(f64::INFINITY, f64::min);
        assert!((micros..=micros * 1.1 + 100.0).contains(&best), "{delay}: medians {medians:?} us");
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
    let server = Reference::start(&["--delay", "10ms"]);
    let (_, document) = run(server.address, &["-n", "100", "-c", "4", "--no-keepalive"]);
    assert_eq!(document["ok"], 100);
    assert!(latency(&document, "min") >= 10_000.0);
    assert!(latency(&document, "p50") < 20_000.0);
}

#[test]
fn computing_is_not_shared_between_connections() {
    // 4 connections at 2 ms of computing each: every answer waits for three others.
    let server = Reference::start(&["--cpu-us", "2000"]);
    let best = (0..10)
        .map(|_| latency(&run(server.address, &["-n", "100", "-c", "4"]).1, "p50"))
        .inspect(|p50| assert!(*p50 >= 7_000.0, "{p50}"))
        .find(|p50| *p50 < 12_000.0);
    assert!(best.is_some(), "never near 8 ms");
}
