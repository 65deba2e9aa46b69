//! `-p`: several requests outstanding on a connection.

use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use super::common::{HELLO, Reference, Server, Session, fairload, only, outcomes, run};

fn count(document: &Value, key: &str) -> u64 {
    document[key].as_u64().unwrap_or_else(|| panic!("{key} in {document}"))
}

#[test]
fn a_count_is_exact_on_both_sides() {
    let server = Server::answering(HELLO);
    for (n, arguments) in [(1000, &["-c", "3", "-p", "8"][..]), (1001, &["-c", "7", "-t", "2", "-p", "1024"])] {
        let before = (server.requests(), server.connections());
        let requests = n.to_string();
        let (code, document) = run(server.address, &[&["-n", requests.as_str()], arguments].concat());
        assert_eq!((code, outcomes(&document)), (0, only("ok", n)));
        assert_eq!((count(&document, "responses"), server.requests() - before.0), (n, n));
        assert_eq!(server.connections() - before.1, count(&document, "connections"));
        assert_eq!(document["pipeline"].to_string(), arguments[arguments.len() - 1]);
    }
}

/// A server that answers nothing before it has `batch` requests.
fn batching(batch: usize) -> Server {
    Server::start(move |mut client| {
        while (0..batch).all(|_| client.request().is_some()) {
            client.send(&HELLO.repeat(batch));
        }
    })
}

#[test]
fn a_lap_of_a_session_pipelines_too() {
    let server = batching(16);
    let mut session = Session::start(1);
    session.open("batching", server.address, &json!({"timeout_ms": 300}));
    let result = session.lap("batching", &json!({"connections": 2, "requests": 320, "pipeline": 16}));
    assert_eq!(outcomes(&result), only("ok", 320));
    session.open("alone", server.address, &json!({"timeout_ms": 300}));
    let result = session.lap("alone", &json!({"connections": 1, "requests": 1}));
    assert_eq!(outcomes(&result), only("timeout", 1), "with one at a time it waits for fifteen more");
    session.open("apart", server.address, &json!({"keepalive": false}));
    let refused = session.say(r#"{"op": "lap", "target": "apart", "connections": 1, "requests": 9, "pipeline": 2}"#);
    assert_eq!(refused.unwrap()["op"], "error");
    assert_eq!(session.end(), 0);
}

#[test]
fn so_many_requests_are_really_outstanding() {
    let arguments = ["-n", "80", "-c", "1", "--timeout", "10s", "--expect-text", "hello", "-p"];
    let (_, document) = run(batching(8).address, &[&arguments[..], &["8"]].concat());
    assert_eq!(outcomes(&document), only("ok", 80));
    // And with fewer the same server never answers.
    let (code, document) = run(batching(8).address, &["-n", "9", "-c", "1", "--timeout", "200ms", "-p", "4"]);
    assert_eq!((code, outcomes(&document)), (1, only("timeout", 9)));
}

#[test]
fn at_a_rate_they_are_outstanding_as_they_fall_due() {
    let words = ["-d", "1s", "-c", "1", "-r", "200", "--arrivals", "constant", "--timeout", "1s", "-p"];
    let (_, document) = run(batching(4).address, &[&words[..], &["4"]].concat());
    // The first of four waits for 15 ms, until the fourth is due.
    // All 200, unless the machine was so busy at the end that the last ones were not sent; one at a time, none.
    let ok = count(&document, "ok");
    assert!(ok >= 100 && ok.is_multiple_of(4), "{document}");
    assert_eq!(document["pipeline"], 4);
    let response = &document["open_loop"]["response_us"];
    assert!(response["max"].as_f64().unwrap() >= 15_000.0, "{response}");
    let text = fairload(&[&format!("http://{}/", batching(4).address), "-d", "100ms", "-c", "1", "-r", "200", "-p", "4"]);
    assert!(String::from_utf8(text.stdout).unwrap().contains("up to 4 pipelined on each"));
}

#[test]
fn answers_may_be_cut_anywhere_and_are_all_verified() {
    for piece in [1, 7, 40, 41, 42, 100] {
        let server = Server::start(move |mut client| {
            while (0..5).all(|_| client.request().is_some()) {
                for part in HELLO.repeat(5).chunks(piece) {
                    client.send(part);
                    if piece > 30 {
                        sleep(Duration::from_micros(300));
                    }
                }
            }
        });
        let (_, document) = run(server.address, &["-n", "50", "-c", "1", "-p", "5", "--expect-text", "hello"]);
        assert_eq!(outcomes(&document), only("ok", 50), "pieces of {piece}");
    }
    let wrong = [HELLO, b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhullo"].concat();
    let server =
        Server::start(move |mut client| while (0..2).all(|_| client.request().is_some()) && client.send(&wrong) {});
    let (_, document) = run(server.address, &["-n", "50", "-c", "1", "-p", "2", "--expect-text", "hello"]);
    assert_eq!((count(&document["outcomes"], "ok"), count(&document["outcomes"], "wrong_body")), (25, 25));
}

#[test]
fn a_connection_that_breaks_loses_what_was_outstanding_and_nothing_else() {
    // Three answers to eight requests, then the end: five are lost with each connection.
    let server = Server::start(|mut client| {
        for _ in 0..8 {
            client.request();
        }
        client.send(&HELLO.repeat(3));
    });
    let (code, document) = run(server.address, &["-n", "64", "-c", "1", "-p", "8", "--timeout", "300ms"]);
    let outcome = |name: &str| count(&document["outcomes"], name);
    // The last connection has fewer than the eight requests that the server waits for.
    let (ok, read, timeout) = (outcome("ok"), outcome("read"), outcome("timeout"));
    assert_eq!((code, ok + read + timeout, count(&document, "requests")), (0, 64, 64), "{}", document["outcomes"]);
    assert!(timeout < 8 && read > 0 && ok > 0 && ok <= 3 * server.connections(), "{}", document["outcomes"]);
}

#[test]
fn announced_closes_cost_no_request() {
    let server = Reference::start(&["--close-after", "10"]);
    let (_, document) = run(server.address, &["-n", "1000", "-c", "4", "-p", "7"]);
    assert_eq!(outcomes(&document), only("ok", 1000));
    let reconnects = count(&document, "reconnects");
    assert!((90..=100).contains(&reconnects), "{reconnects} reconnects");
    assert_eq!(count(&document, "connects"), reconnects, "of connections, only the new ones are made in the window");
}

#[test]
fn surplus_answers_are_a_protocol_error() {
    let server = Server::start(
        |mut client| {
            while (0..3).all(|_| client.request().is_some()) && client.send(&HELLO.repeat(4)) {}
        },
    );
    let (_, document) = run(server.address, &["-n", "30", "-c", "1", "-p", "3", "--timeout", "1s"]);
    let (ok, protocol) = (count(&document["outcomes"], "ok"), count(&document["outcomes"], "protocol"));
    assert_eq!((ok + protocol, count(&document, "requests")), (30, 30), "{}", document["outcomes"]);
    assert!(protocol >= 3, "{}", document["outcomes"]);
}

#[test]
fn a_duration_ends_with_every_request_followed() {
    let server = Server::answering(HELLO);
    let (code, document) = run(server.address, &["-d", "300ms", "-c", "2", "-p", "16"]);
    assert_eq!((code, count(&document, "requests")), (0, server.requests()));
    assert_eq!(document["requests"], document["ok"]);
    let output = fairload(&[&format!("http://{}/", server.address), "-n", "64", "-c", "2", "-p", "16"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("closed loop, 16 requests pipelined on each"), "{text}");
}

#[test]
fn where_there_is_nothing_to_pipeline_it_is_refused() {
    let url = "http://127.0.0.1:1/";
    for (arguments, part) in [
        (&[url, "-p", "2", "--no-keepalive"][..], "one request per connection"),
        (&[url, "-p", "0"], "1 or more"),
        (&[url, "-p", "1025"], "1024"),
    ] {
        let output = fairload(arguments);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.contains(part) && text.trim_end().lines().count() == 1, "{arguments:?}: {text}");
    }
}
