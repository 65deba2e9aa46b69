//! `fairload URL`.

use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::common::{DEADLINE, HELLO, Reference, Server, Session, command, fairload, only, outcomes, run};

#[test]
fn a_count_is_exact_on_both_sides() {
    let server = Server::answering(HELLO);
    for (n, arguments) in [(1000, &["-c", "7"][..]), (1001, &["-c", "7", "-t", "3"]), (5, &["-c", "5", "-t", "2"])] {
        let before = (server.requests(), server.connections());
        let count = n.to_string();
        let (code, document) = run(server.address, &[&["-n", count.as_str()], arguments].concat());
        assert_eq!((code, outcomes(&document)), (0, only("ok", n)));
        assert_eq!(document["requests"], n);
        assert_eq!(document["completed"], n);
        assert_eq!(document["responses"], n);
        assert_eq!(document["bytes_received"], n * HELLO.len() as u64);
        assert_eq!(server.requests() - before.0, n);
        assert_eq!(server.connections() - before.1, document["connections"].as_u64().unwrap());
    }
}

#[test]
fn a_duration_is_bounded_and_nothing_is_lost() {
    let server = Server::answering(HELLO);
    let begun = Instant::now();
    let (code, document) = run(server.address, &["-d", "1s", "-c", "4", "-t", "2"]);
    assert!(begun.elapsed() < DEADLINE, "{:?}", begun.elapsed());
    assert_eq!((code, document["requests"].as_u64()), (0, Some(server.requests())));
    assert_eq!(document["requests"], document["ok"]);
    // Each thread's window has this length; together they span a little more if one wakes up late.
    let elapsed = document["elapsed_s"].as_f64().unwrap();
    assert!(elapsed >= 1.0, "{elapsed}");
    let completed = document["completed"].as_u64().unwrap();
    // What was in flight at the end is followed, but did not arrive inside.
    assert!(server.requests() - completed <= 4, "{completed} of {}", server.requests());
    let throughput = document["throughput_per_s"].as_f64().unwrap();
    let expected = completed as f64 / elapsed;
    assert!((throughput / expected - 1.0).abs() < 1e-9);
}

#[test]
fn without_keep_alive_every_request_has_its_own_connection() {
    let server = Server::start(|mut client| {
        client.request();
        client.send(HELLO);
    });
    let (code, document) = run(server.address, &["-n", "500", "-c", "10", "--no-keepalive"]);
    assert_eq!((code, outcomes(&document)), (0, only("ok", 500)));
    assert_eq!((server.requests(), server.connections()), (500, 500));
    assert_eq!(document["reconnects"], 0);
}

#[test]
fn without_keep_alive_the_request_says_so_and_the_server_closes_first() {
    // If the client closed first, the server would see the end before it closes.
    let server = Server::start(|mut client| {
        client.request();
        client.send(HELLO);
        client.stream.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
        let early =
            !matches!(client.stream.read(&mut [0]), Err(error) if error.kind() == std::io::ErrorKind::WouldBlock);
        assert!(!early, "the client closed first");
    });
    let (_, document) = run(server.address, &["-n", "4", "-c", "2", "--no-keepalive"]);
    assert_eq!(outcomes(&document), only("ok", 4));
    let latency = document["latency_us"]["max"].as_f64().unwrap();
    assert!(latency < 900_000.0, "latency ends with the answer, not with the connection: {latency} us");
}

#[test]
fn announced_closes_are_reconnects_not_errors() {
    let server = Reference::start(&["--close-after", "10"]);
    let (_, document) = run(server.address, &["-n", "1000", "-c", "10"]);
    assert_eq!(outcomes(&document), only("ok", 1000));
    let reconnects = document["reconnects"].as_u64().unwrap();
    assert!((90..=99).contains(&reconnects), "{reconnects} reconnects");
}

#[test]
fn an_unannounced_close_that_comes_with_the_answer_is_a_reconnect() {
    let server = Server::start(|mut client| {
        client.request();
        // The answer leaves together with the end of the connection.
        rustix::net::sockopt::set_tcp_cork(&client.stream, true).unwrap();
        client.send(HELLO);
    });
    let (_, document) = run(server.address, &["-n", "100", "-c", "2"]);
    assert_eq!((outcomes(&document), server.connections()), (only("ok", 100), 100));
    assert_eq!(document["reconnects"], 98);
}

#[test]
fn an_http_10_server_costs_a_connection_per_request() {
    let server = Server::start(|mut client| {
        client.request();
        client.send(b"HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello");
    });
    let (_, document) = run(server.address, &["-n", "50", "-c", "5", "--expect-text", "hello"]);
    assert_eq!((outcomes(&document), server.connections()), (only("ok", 50), 50));
    assert_eq!(document["reconnects"], 45);
}

#[test]
fn request_method_headers_and_body_arrive_as_given() {
    let server = Server::start(|mut client| {
        let mut buffer = [0; 4096];
        let length = client.stream.read(&mut buffer).unwrap();
        let request = String::from_utf8_lossy(&buffer[..length]).into_owned();
        let answer =
            format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{request}", request.len());
        client.send(answer.as_bytes());
    });
    let expected =
        format!("PUT /a?b=c HTTP/1.1\r\nHost: {}\r\nX-Y: z: 1\r\nContent-Length: 4\r\n\r\nbody", server.address);
    let url = format!("http://{}/a?b=c", server.address);
    let arguments =
        ["-m", "PUT", "-H", "X-Y:  z: 1", "--body", "body", "-n", "3", "-c", "1", "--expect-text", &expected];
    let output = fairload(&[&[url.as_str()], &arguments[..]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn the_summary_names_what_it_shows() {
    let server = Server::answering(HELLO);
    let output = fairload(&[&format!("http://{}/", server.address), "-n", "100", "-c", "2"]);
    let text = String::from_utf8(output.stdout).unwrap();
    for part in
        ["right answers per second", "latency of right answers", "99.9 %", "reconnects    0", "body check    none"]
    {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    assert!(text.contains("  ok          100\n"), "{text}");
}

#[test]
fn a_wish_that_cannot_be_granted_is_one_clear_line() {
    let url = "http://127.0.0.1:1/";
    let cases: [(&[&str], &str); 14] = [
        (&[url, "-n", "10", "-d", "1s"], "give one of them"),
        (&[url, "-n", "10", "-c", "64"], "fewer requests than connections"),
        (&[url, "-n", "0", "-c", "0"], "connections"),
        (&[url, "-c", "0"], "connections"),
        (&[url, "--cacert", "/dev/null"], "applies only to https"),
        (&["127.0.0.1:80"], "scheme"),
        (&["http://127.0.0.1:99999/"], "port"),
        (&["http://does-not-exist.invalid/"], "resolved"),
        (&[url, "-H", "nonsense"], "no colon"),
        (&[url, "-H", "Content-Length: 3"], "Content-Length"),
        (&[url, "-m", "GE T"], "method"),
        (&[url, "--expect-json", "{"], "this is not JSON"),
        (&[url, "--expect-status", "42"], "status"),
        (&[url, "-m", "HEAD", "--expect-text", "x"], "HEAD"),
    ];
    for (arguments, part) in cases {
        let output = fairload(arguments);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.contains(part) && text.trim_end().lines().count() == 1, "{arguments:?}: {text}");
        assert!(text.starts_with("fairload: ") && output.stdout.is_empty(), "{arguments:?}: {text}");
    }
    for arguments in [&[url, "-d", "10"][..], &[url, "-d", "0s"], &[url, "-t", "0"], &[url, "--no-such"], &[]] {
        assert_eq!(fairload(arguments).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn an_interrupt_ends_the_run_with_what_it_has() {
    let server = Server::answering(HELLO);
    let child = command(&[&format!("http://{}/", server.address), "-d", "60s", "-c", "2", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (text, code) = server.interrupt(child);
    assert_eq!(code, Some(130));
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["interrupted"], true);
    assert_eq!(document["requests"], server.requests());
    let elapsed = document["elapsed_s"].as_f64().unwrap();
    assert!(elapsed > 0.0 && elapsed < 20.0, "{elapsed}");
}

#[test]
fn help_has_examples_and_the_version_is_known() {
    let help = String::from_utf8(fairload(&["--help"]).stdout).unwrap();
    assert!(help.contains("Examples:") && help.contains("Exit codes:"), "{help}");
    let version = String::from_utf8(fairload(&["--version"]).stdout).unwrap();
    assert_eq!(version.trim(), format!("fairload {}", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_connection_is_replaced_after_its_number_of_requests() {
    let server = Server::answering(HELLO);
    for more in [&[][..], &["--rate", "2000", "--arrivals", "constant"]] {
        let before = server.connections();
        let extent: &[&str] = if more.is_empty() { &["-n", "600"] } else { &["-d", "300ms"] };
        let limited = ["-c", "3", "--requests-per-connection", "20"];
        let (code, document) = run(server.address, &[extent, &limited, more].concat());
        let requests = document["responses"].as_u64().unwrap();
        assert_eq!((code, outcomes(&document)), (0, only("ok", requests)));
        assert_eq!(document["requests_per_connection"], 20);
        let opened = server.connections() - before;
        // Each of three may have been replaced after its last answer, or not be used up.
        assert!((requests / 20..=requests / 20 + 3).contains(&opened), "{opened} connections for {requests} requests");
        assert_eq!(document["reconnects"].as_u64(), Some(opened - 3));
    }
    let alone = ["-n", "9", "-c", "3", "--requests-per-connection", "1"];
    assert_eq!(outcomes(&run(server.address, &alone).1), only("ok", 9));
}

#[test]
fn connections_of_a_session_are_replaced_from_lap_to_lap() {
    let server = Server::answering(HELLO);
    let mut session = Session::start(1);
    session.open("a", server.address, &json!({"requests_per_connection": 10}));
    for _ in 0..4 {
        let result = session.lap("a", &json!({"connections": 1, "requests": 5}));
        assert_eq!(outcomes(&result), only("ok", 5));
    }
    assert_eq!(server.connections(), 2, "of 20 requests");
    let refused = session.say(r#"{"op": "lap", "target": "a", "connections": 1, "requests": 9, "pipeline": 2}"#);
    assert!(refused.unwrap()["message"].as_str().unwrap().contains("replaced after 10 requests"));
    assert_eq!(session.end(), 0);
}
