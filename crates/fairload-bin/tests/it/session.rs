//! `fairload session`: the contract of docs/session-protocol.md.

use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use base64::Engine as _;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::Deserializer;
use serde_json::{Value, json};

use super::common::{DEADLINE, HELLO, Reference, Server, Session, only, outcomes, refusing};

fn error(answer: Option<Value>) -> (Value, String) {
    let answer = answer.expect("the session goes on");
    assert_eq!(answer["op"], "error", "{answer}");
    (answer["target"].clone(), answer["message"].as_str().unwrap().to_owned())
}

#[test]
fn a_timed_lap_has_a_window_a_skipped_part_and_a_drain() {
    let server = Server::answering(HELLO);
    let mut session = Session::start(1);
    session.open("a", server.address, &json!({"expect": {"status": 200, "headers": [], "body": {"text": "hello"}}}));
    assert_eq!(server.connections(), 0, "no connection is made by open");
    let result = session.lap("a", &json!({"duration_ms": 250, "skip_ms": 50}));
    let number = |key: &str| result[key].as_u64().unwrap();
    let skipped = result["skipped"]["requests"].as_u64().unwrap();
    assert_eq!(result["skipped"]["outcomes"]["ok"], skipped);
    assert!(skipped > 0 && number("requests") > skipped);
    assert_eq!(number("requests") + skipped, server.requests());
    assert_eq!(number("responses"), server.requests());
    assert_eq!(number("bytes_received"), server.requests() * HELLO.len() as u64);
    assert!(number("requests").abs_diff(number("completed")) <= 16);
    assert!((result["elapsed_s"].as_f64().unwrap() - 0.2).abs() < 1e-9);
    let whole = result["lap_elapsed_s"].as_f64().unwrap();
    assert!(whole >= 0.2, "{whole}");
    assert_eq!((&result["first_failure"], number("reconnects")), (&Value::Null, 0));
    assert!(result["cpu"]["user_s"].as_f64().unwrap() + result["cpu"]["system_s"].as_f64().unwrap() > 0.0);
    assert_eq!((server.connections(), session.end()), (8, 0));
}

#[test]
fn a_thread_that_never_sleeps_tells_what_it_was_idle_from_what_it_did() {
    let server = Reference::start(&["--delay", "20ms"]);
    for (mut session, spins) in [(Session::start(1), false), (Session::spinning(1), true)] {
        session.open("a", server.address, &json!({}));
        let result = session.lap("a", &json!({"duration_ms": 400}));
        assert_eq!(outcomes(&result), only("ok", result["requests"].as_u64().unwrap()));
        let cpu = |key: &str| result["cpu"][key].as_f64().unwrap();
        let (used, idle) = (cpu("user_s") + cpu("system_s"), cpu("idle_s"));
        // 8 connections answered every 20 ms are hardly any work.
        if spins {
            let wanted = used + cpu("run_delay_s");
            assert!(wanted > 0.1, "{wanted} s, {used} s of them granted: it slept");
            assert!(idle > 0.5 * used && idle < result["lap_elapsed_s"].as_f64().unwrap(), "{idle} of {used} s");
        } else {
            assert!(idle == 0.0 && used < 0.1, "{idle} of {used} s");
        }
    }
}

#[test]
fn the_longest_gap_between_two_looks_is_known_of_threads_that_never_sleep() {
    let server = Reference::start(&["--delay", "1ms"]);
    let mut sleeping = Session::start(1);
    sleeping.open("a", server.address, &json!({}));
    assert_eq!(sleeping.lap("a", &json!({"duration_ms": 50}))["longest_gap_us"], Value::Null);
    let mut session = Session::spinning(1);
    session.open("a", server.address, &json!({}));
    for open_loop in [json!({"duration_ms": 300}), json!({"duration_ms": 300, "rate_per_s": 1000.0})] {
        let pid = session.pid().to_string();
        let kill = move |name| assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
        let stopper = std::thread::spawn(move || {
            sleep(Duration::from_millis(100));
            kill("STOP");
            sleep(Duration::from_millis(60));
            kill("CONT");
        });
        let result = session.lap("a", &open_loop);
        stopper.join().unwrap();
        let gap_us = result["longest_gap_us"].as_f64().unwrap();
        let lasted_us = 1e6 * result["lap_elapsed_s"].as_f64().unwrap();
        // The signal may take a while to reach a thread that is not on a processor.
        assert!((50e3..lasted_us).contains(&gap_us), "{gap_us} of {lasted_us}");
    }
}

#[test]
fn the_histogram_holds_every_right_answer() {
    let server = Server::answering(HELLO);
    let mut session = Session::start(2);
    session.open("a", server.address, &json!({}));
    let result = session.lap("a", &json!({"requests": 777}));
    assert_eq!(outcomes(&result), only("ok", 777));
    let bytes = base64::engine::general_purpose::STANDARD.decode(result["histogram"].as_str().unwrap()).unwrap();
    let histogram: Histogram<u64> = Deserializer::new().deserialize(&mut bytes.as_slice()).unwrap();
    assert_eq!(histogram.len(), 777);
    let p50 = histogram.value_at_quantile(0.5) as f64 / 1e3;
    assert!((result["latency_us"]["p50"].as_f64().unwrap() / p50 - 1.0).abs() < 1e-9);
}

#[test]
fn two_targets_take_turns_on_their_own_connections() {
    let (a, b) = (Server::answering(HELLO), Server::answering(HELLO));
    let mut session = Session::start(2);
    session.open("a", a.address, &json!({}));
    session.open("b", b.address, &json!({}));
    for round in 1..=5 {
        for (name, server) in [("a", &a), ("b", &b)] {
            let result = session.lap(name, &json!({"requests": 100}));
            assert_eq!((outcomes(&result), result["reconnects"].as_u64()), (only("ok", 100), Some(0)));
            assert_eq!((server.requests(), server.connections()), (round * 100, 8));
        }
    }
}

#[test]
fn connections_closed_between_laps_are_reconnects() {
    let server = Server::start(|mut client| {
        client.stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
        while client.request().is_some() {
            client.send(HELLO);
        }
    });
    let mut session = Session::start(1);
    session.open("a", server.address, &json!({}));
    for round in 0..3 {
        let result = session.lap("a", &json!({"duration_ms": 30}));
        assert_eq!(result["requests"], result["ok"], "{result}");
        assert_eq!(result["reconnects"], if round == 0 { 0 } else { 8 });
        sleep(Duration::from_secs(1));
    }
}

#[test]
fn a_farewell_between_laps_is_not_an_answer() {
    let farewell = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    let server = Server::start(|mut client| {
        client.stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
        while client.request().is_some() {
            client.send(HELLO);
        }
        client.send(farewell);
    });
    let mut session = Session::start(1);
    session.open("a", server.address, &json!({}));
    session.lap("a", &json!({"requests": 80}));
    sleep(Duration::from_secs(1));
    let result = session.lap("a", &json!({"requests": 80}));
    assert_eq!((outcomes(&result), result["reconnects"].as_u64()), (only("ok", 80), Some(8)));
}

#[test]
fn a_server_that_closes_kept_connections_as_the_lap_begins_loses_no_request() {
    // On a connection that has waited long enough the first request is answered by closing it: what a thawed server
    // does whose timer has expired meanwhile. The client cannot know before it has sent.
    let server = Server::start(|mut client| {
        loop {
            let begun = Instant::now();
            if client.request().is_none() || begun.elapsed() > Duration::from_millis(500) {
                return;
            }
            client.send(HELLO);
        }
    });
    let mut session = Session::start(1);
    session.open("a", server.address, &json!({}));
    assert_eq!(session.lap("a", &json!({"requests": 80}))["reconnects"], 0);
    sleep(Duration::from_secs(1));
    let result = session.lap("a", &json!({"requests": 80}));
    assert_eq!((outcomes(&result), result["reconnects"].as_u64()), (only("ok", 80), Some(8)));
    assert_eq!(server.connections(), 16);
}

#[test]
fn a_frozen_server_ends_in_timeouts_and_works_again_when_thawed() {
    let server = Reference::start(&[]);
    let mut session = Session::start(1);
    session.open("a", server.address, &json!({"timeout_ms": 300}));
    assert_eq!(outcomes(&session.lap("a", &json!({"requests": 100}))), only("ok", 100));
    server.signal("STOP");
    let begun = Instant::now();
    let result = session.lap("a", &json!({"duration_ms": 100}));
    assert_eq!(outcomes(&result), only("timeout", 8));
    assert!(begun.elapsed() < DEADLINE, "{:?}", begun.elapsed());
    assert_eq!(result["first_failure"]["outcome"], "timeout");
    server.signal("CONT");
    let result = session.lap("a", &json!({"requests": 100}));
    assert_eq!((outcomes(&result), result["reconnects"].as_u64()), (only("ok", 100), Some(8)));
}

#[test]
fn a_dead_target_is_reported_in_time_and_does_not_disturb_the_next() {
    let server = Server::answering(HELLO);
    let mut session = Session::start(1);
    session.open("dead", refusing(), &json!({}));
    session.open("alive", server.address, &json!({}));
    for _ in 0..2 {
        let begun = Instant::now();
        let result = session.lap("dead", &json!({"duration_ms": 250, "skip_ms": 25, "connections": 64}));
        assert!(begun.elapsed() < DEADLINE);
        let attempts = result["outcomes"]["connect"].as_u64().unwrap();
        assert!((64..=64 * 8).contains(&attempts), "{attempts} attempts");
        assert_eq!(result["skipped"]["requests"], result["skipped"]["outcomes"]["connect"]);
        assert!(result["latency_us"].is_null() && result["histogram"].is_null());
        assert_eq!(result["throughput_per_s"], 0.0);
        let counted = session.lap("dead", &json!({"requests": 100}));
        assert_eq!(outcomes(&counted), only("connect", 100));
        assert_eq!(outcomes(&session.lap("alive", &json!({"requests": 50}))), only("ok", 50));
    }
}

#[test]
fn a_server_that_dies_in_the_middle_of_a_lap_is_survived() {
    let mut server = Reference::start(&[]);
    let mut session = Session::start(1);
    session.open("a", server.address, &json!({}));
    let pid = server.child.id().to_string();
    let killer = std::thread::spawn(move || {
        sleep(Duration::from_millis(150));
        Command::new("kill").args(["-s", "KILL", &pid]).status().unwrap()
    });
    let begun = Instant::now();
    let result = session.lap("a", &json!({"duration_ms": 500}));
    assert!(begun.elapsed() < DEADLINE);
    assert!(killer.join().unwrap().success());
    server.child.wait().unwrap();
    let counted = |name: &str| result["outcomes"][name].as_u64().unwrap();
    assert!(counted("ok") > 0 && counted("connect") > 0, "{result}");
    assert!(counted("read") + counted("write") <= 8 * 2, "{result}");
    assert!(counted("connect") < 8 * 12, "{result}");
}

#[test]
fn fewer_connections_close_the_others() {
    let server = Server::answering(HELLO);
    let mut session = Session::start(2);
    session.open("a", server.address, &json!({}));
    for (connections, opened, reconnects) in [(8, 8, 0), (3, 8, 0), (8, 13, 0)] {
        let result = session.lap("a", &json!({"requests": 40, "connections": connections}));
        assert_eq!((outcomes(&result), result["reconnects"].as_u64()), (only("ok", 40), Some(reconnects)));
        assert_eq!(server.connections(), opened);
    }
}

#[test]
fn headers_are_expected_without_regard_to_case_and_parameters() {
    let answer = "HTTP/1.1 200 OK\r\nCONTENT-TYPE: application/json; charset=utf-8\r\nContent-Length: 5\r\n\r\n[1.0]";
    let server = Server::answering(answer);
    let mut session = Session::start(1);
    let cases = [
        ("application/json", "ok"),
        ("application/json; charset=UTF-8", "ok"),
        ("application/json; charset=latin1", "wrong_body"),
        ("text/html", "wrong_body"),
    ];
    for (index, (value, outcome)) in cases.iter().enumerate() {
        let name = format!("t{index}");
        let expect = json!({"status": 200, "headers": [["content-type", value]], "body": {"json": [1]}});
        session.open(&name, server.address, &json!({"expect": expect}));
        assert_eq!(outcomes(&session.lap(&name, &json!({"requests": 20}))), only(outcome, 20), "{value}");
    }
}

#[test]
fn lines_that_cannot_be_honoured_are_answered_and_the_session_goes_on() {
    let mut session = Session::start(1);
    let null = || Value::Null;
    for line in ["", "nonsense", "[]", "{}", r#"{"op": "dance"}"#, r#"{"op": "quit", "now": true}"#] {
        assert_eq!(error(session.say(line)).0, null(), "{line}");
    }
    let open = |extra: &str| {
        format!(
            r#"{{"op": "open", "target": "t", "address": "127.0.0.1:1", "requests": [
            {{"request": {{"method": "GET", "path": "/"}}, "expect": {{"status": 200}}}}]{extra}}}"#
        )
        .replace('\n', "")
    };
    assert!(error(session.say(&open(r#", "colour": 1"#))).1.contains("colour"));
    assert_eq!(error(session.say(&open(r#", "timeout_ms": 0"#))).0, "t");
    assert!(error(session.say(&open("").replace("\"GET\"", "\"GET\", \"x\": 1"))).1.contains('x'));
    assert!(error(session.say(&open("").replace("127.0.0.1:1", "nowhere"))).1.contains("nowhere"));
    assert!(error(session.say(&open(r#", "parameters": true"#).replace("\"/\"", "\"/{x}\""))).1.contains("{x}"));
    assert!(error(session.say(r#"{"op": "open", "target": "t", "address": "127.0.0.1:1", "requests": []}"#)).1.contains("there are 0"));
    assert!(
        error(session.say(r#"{"op": "lap", "target": "t", "connections": 1, "requests": 1}"#)).1.contains("not open")
    );
    assert_eq!(session.say(&open("")).unwrap()["op"], "opened");
    assert!(error(session.say(&open(""))).1.contains("already open"));
    for lap in [
        r#""connections": 1"#,
        r#""connections": 0, "requests": 1"#,
        r#""connections": 1, "requests": 0"#,
        r#""connections": 1, "requests": 1, "duration_ms": 1"#,
        r#""connections": 1, "requests": 1, "skip_ms": 1"#,
        r#""connections": 1, "duration_ms": 10, "skip_ms": 10"#,
        r#""connections": 1, "duration_ms": 0"#,
        r#""connections": -1, "duration_ms": 1"#,
        r#""connections": 1, "duration_ms": 10, "pipeline": 0"#,
    ] {
        assert_eq!(error(session.say(&format!(r#"{{"op": "lap", "target": "t", {lap}}}"#))).0, "t", "{lap}");
    }
    assert_eq!(session.say(r#"{"op": "close", "target": "t"}"#).unwrap(), json!({"op": "closed", "target": "t"}));
    assert!(error(session.say(r#"{"op": "close", "target": "t"}"#)).1.contains("not open"));
    assert!(session.say(r#"{"op": "quit"}"#).is_none());
    assert_eq!(session.end(), 0);
}

#[test]
fn closing_a_target_and_ending_the_session_close_its_connections() {
    let (gone, ended) = std::sync::mpsc::channel();
    let gone = std::sync::Mutex::new(gone);
    let server = Server::start(move |mut client| {
        while client.request().is_some() {
            client.send(HELLO);
        }
        gone.lock().unwrap().send(()).unwrap();
    });
    let all_gone = || (0..8).for_each(|_| ended.recv_timeout(Duration::from_secs(5)).unwrap());
    let mut session = Session::start(2);
    session.open("a", server.address, &json!({}));
    session.lap("a", &json!({"requests": 40}));
    session.say(r#"{"op": "close", "target": "a"}"#);
    all_gone();
    session.open("a", server.address, &json!({}));
    session.lap("a", &json!({"requests": 40}));
    Command::new("kill").args(["-s", "TERM", &session.child.id().to_string()]).status().unwrap();
    all_gone();
    assert_eq!(session.end(), 0);
}
