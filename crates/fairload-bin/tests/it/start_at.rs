//! Laps of `fairload session` that begin on an agreed instant.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};

use super::common::{Client, HELLO, Server, Session, command, only, outcomes};

const MILLI: u64 = 1_000_000;
const SECOND: u64 = 1000 * MILLI;

/// Nanoseconds of `CLOCK_MONOTONIC`.
fn now() -> u64 {
    let time = clock_gettime(ClockId::Monotonic);
    time.tv_sec.cast_unsigned() * SECOND + time.tv_nsec.cast_unsigned()
}

fn number(result: &Value, key: &str) -> u64 {
    result[key].as_u64().unwrap_or_else(|| panic!("{key} in {result}"))
}

/// When a server's connections and requests came.
#[derive(Clone)]
struct Stamps {
    last_connection: Arc<AtomicU64>,
    first_request: Arc<AtomicU64>,
}

fn stamping() -> (Server, Stamps) {
    let stamps =
        Stamps { last_connection: Arc::new(AtomicU64::new(0)), first_request: Arc::new(AtomicU64::new(u64::MAX)) };
    let kept = stamps.clone();
    let serve = move |mut client: Client| {
        kept.last_connection.fetch_max(now(), Ordering::SeqCst);
        while client.request().is_some() {
            kept.first_request.fetch_min(now(), Ordering::SeqCst);
            client.send(HELLO);
        }
    };
    (Server::start(serve), stamps)
}

fn lap_of(kind: &str, start_at: u64) -> Value {
    match kind {
        "time" => json!({"duration_ms": 100, "skip_ms": 10, "start_at_ns": start_at}),
        "count" => json!({"requests": 400, "start_at_ns": start_at}),
        "rate" => json!({"duration_ms": 100, "rate_per_s": 2000, "arrivals": "constant", "start_at_ns": start_at}),
        _ => unreachable!("{kind}"),
    }
}

#[test]
fn a_lap_waits_for_its_instant_with_its_connections_open() {
    for kind in ["time", "count", "rate"] {
        for (mut session, threads) in [(Session::start(1), 1), (Session::start(2), 2), (Session::spinning(1), 1)] {
            // However busy the machine is, one of these is long enough to open eight connections.
            let in_time = [400, 2000, 8000].iter().any(|ahead| opens_before(&mut session, threads, kind, ahead * MILLI));
            assert!(in_time, "{kind}, {threads} threads: connections are opened after the instant");
        }
    }
}

/// Whether a lap that begins `ahead` ns from now had its connections open by then; all else is asserted.
fn opens_before(session: &mut Session, threads: u32, kind: &str, ahead: u64) -> bool {
    let (server, stamps) = stamping();
    let target = format!("{ahead} ns ahead");
    session.open(&target, server.address, &json!({}));
    let start_at = now() + ahead;
    let result = session.lap(&target, &lap_of(kind, start_at));
    let what = format!("{kind}, {threads} threads: {result}");
    assert_eq!(outcomes(&result), only("ok", number(&result, "requests")), "{what}");
    assert_eq!(server.connections(), 8, "{what}");
    assert!(stamps.first_request.load(Ordering::SeqCst) >= start_at, "sent too early; {what}");
    let started = number(&result, "started_ns");
    assert!((start_at..start_at + SECOND).contains(&started), "{start_at}; {what}");
    assert!(stamps.first_request.load(Ordering::SeqCst) >= started, "sent before it began; {what}");
    let elapsed = (number(&result, "ended_ns") - started) as f64 / 1e9;
    assert!((result["lap_elapsed_s"].as_f64().unwrap() - elapsed).abs() < 1e-9, "{what}");
    // The wait belongs to neither the lap's time nor its processor time.
    assert!(result["cpu"]["user_s"].as_f64().unwrap() < elapsed * f64::from(threads) + 0.02, "{what}");
    // The next lap of the same session starts at once, as usual.
    let before = now();
    let next = session.lap(&target, &json!({"requests": 40}));
    assert!(number(&next, "started_ns") >= before && number(&next, "ended_ns") <= now(), "{next}");
    stamps.last_connection.load(Ordering::SeqCst) < start_at
}

/// One of several tries must be near the instant: processors here are shared, and a preempted thread is late.
#[test]
fn a_lap_begins_near_its_instant_on_a_free_processor() {
    let server = Server::answering(HELLO);
    let mut session = Session::start(2);
    session.open("a", server.address, &json!({}));
    let mut late = Vec::new();
    for _ in 0..20 {
        let start_at = now() + 30 * MILLI;
        let result = session.lap("a", &json!({"requests": 8, "start_at_ns": start_at}));
        late.push(number(&result, "started_ns") - start_at);
        if late.last().is_some_and(|late| *late < 200_000) {
            return;
        }
    }
    panic!("late by {late:?} ns");
}

#[test]
fn an_instant_that_has_passed_is_now() {
    let server = Server::answering(HELLO);
    let mut session = Session::start(2);
    session.open("a", server.address, &json!({}));
    for kind in ["time", "count", "rate"] {
        for start_at in [0, 1, now()] {
            let before = now();
            let result = session.lap("a", &lap_of(kind, start_at));
            let (started, after) = (number(&result, "started_ns"), now());
            assert!(before <= started && started < number(&result, "ended_ns"), "{kind}: {result}");
            assert!(number(&result, "ended_ns") <= after && started < before + 5 * SECOND, "{kind}: {result}");
            assert_eq!(outcomes(&result), only("ok", number(&result, "requests")));
        }
    }
}

#[test]
fn a_schedule_begins_with_the_lap_however_late_that_is() {
    let server = Server::answering(HELLO);
    let mut session = Session::start(1);
    session.open("a", server.address, &json!({}));
    let start_at = now() - 250 * MILLI;
    let result = session.lap("a", &json!({"duration_ms": 100, "rate_per_s": 1000, "arrivals": "constant",
        "start_at_ns": start_at}));
    assert!(number(&result, "started_ns") >= start_at + 250 * MILLI, "{result}");
    // Nothing was due before it began.
    assert_eq!(number(&result["open_loop"], "due"), 100);
    assert!(number(&result, "ended_ns") - number(&result, "started_ns") >= 99 * MILLI, "{result}");
}

#[test]
fn an_instant_too_far_ahead_is_refused_and_the_session_goes_on() {
    let server = Server::answering(HELLO);
    let mut session = Session::start(1);
    session.open("a", server.address, &json!({}));
    let soonest = now() + 60 * SECOND;
    for start_at in [soonest, u64::MAX] {
        let line = json!({"op": "lap", "target": "a", "connections": 2, "requests": 10, "start_at_ns": start_at});
        let answer = session.say(&line.to_string()).unwrap();
        assert_eq!((&answer["op"], &answer["target"]), (&json!("error"), &json!("a")), "{answer}");
        let message = answer["message"].as_str().unwrap();
        assert!(message.contains("start_at_ns") && message.contains("no more than 10 s ahead"), "{message}");
    }
    for start_at in [json!(-1), json!(1.5), json!("soon")] {
        let line = json!({"op": "lap", "target": "a", "connections": 2, "requests": 10, "start_at_ns": start_at});
        assert_eq!(session.say(&line.to_string()).unwrap()["op"], "error", "{line}");
    }
    assert!(now() < soonest, "it waited");
    assert_eq!(server.connections(), 0, "a lap that is refused opens nothing");
    assert_eq!(outcomes(&session.lap("a", &json!({"requests": 40}))), only("ok", 40));
}

#[test]
fn a_signal_ends_the_wait() {
    for signal in ["TERM", "INT"] {
        let server = Server::answering(HELLO);
        let mut session = Session::start(2);
        session.open("a", server.address, &json!({}));
        let start_at = now() + 9 * SECOND;
        let lap = json!({"op": "lap", "target": "a", "connections": 8, "requests": 8, "start_at_ns": start_at});
        session.tell(&lap.to_string());
        while server.connections() < 8 {
            sleep(Duration::from_millis(2));
        }
        assert!(Command::new("kill").args(["-s", signal, &session.child.id().to_string()]).status().unwrap().success());
        assert_eq!(session.child.wait().unwrap().code(), Some(0));
        assert!(now() < start_at, "it waited");
        assert_eq!(server.requests(), 0);
    }
}

/// As without an instant: lines from a file are all honoured, although their end is in sight from the beginning.
#[test]
fn the_end_of_input_ends_the_session_after_the_lap() {
    use std::io::Write as _;

    let server = Server::answering(HELLO);
    let open = json!({"op": "open", "target": "a", "address": server.address.to_string(),
        "requests": [{"request": {"method": "GET", "path": "/"}, "expect": {"status": 200}}]});
    let start_at = now() + 300 * MILLI;
    let lap = json!({"op": "lap", "target": "a", "connections": 8, "requests": 80, "start_at_ns": start_at});
    let mut session = command(&["session"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    session.stdin.take().unwrap().write_all(format!("{open}\n{lap}\n").as_bytes()).unwrap();
    let output = session.wait_with_output().unwrap();
    assert!(output.status.success());
    let last: Value = serde_json::from_slice(output.stdout.split(|byte| *byte == b'\n').rev().nth(1).unwrap()).unwrap();
    assert_eq!(last["result"]["ok"], 80, "{last}");
    assert!(number(&last["result"], "started_ns") >= start_at);
}
