//! Every way a request can end, provoked by a server that is known to do it, and counted exactly.

use std::io::Read;
use std::net::TcpListener;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::common::{DEADLINE, HELLO, Server, only, outcomes, peak_kib, refusing, run};

#[test]
fn one_wrong_body_in_seven_is_found_every_time() {
    let server = Server::start(|mut client| {
        while let Some(number) = client.request() {
            let answer = if number % 7 == 3 { b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhellO" } else { HELLO };
            client.send(answer);
        }
    });
    for expect in [["--expect-text", "hello"], ["--expect-json", "\"hello\""]] {
        let before = server.requests();
        let (code, document) = run(server.address, &[&["-n", "700", "-c", "8"], &expect[..]].concat());
        assert_eq!(server.requests() - before, 700);
        let wrong = document["outcomes"]["wrong_body"].as_u64().unwrap();
        if expect[0] == "--expect-text" {
            assert_eq!((code, wrong, document["ok"].as_u64()), (0, 100, Some(600)));
            assert_eq!(document["first_failure"]["outcome"], "wrong_body");
            assert_eq!(document["first_failure"]["expected"], "hello");
            assert_eq!(document["first_failure"]["got"], "hellO");
        } else {
            // Without quotes it is not JSON.
            assert_eq!((code, wrong), (1, 700));
        }
    }
}

#[test]
fn a_wrong_status_is_found_whatever_the_body() {
    let server = Server::start(|mut client| {
        while let Some(number) = client.request() {
            let status = if number % 10 == 0 { "503 Busy" } else { "200 OK" };
            client.send(format!("HTTP/1.1 {status}\r\nContent-Length: 5\r\n\r\nhello").as_bytes());
        }
    });
    let (_, document) = run(server.address, &["-n", "100", "-c", "4", "--expect-text", "hello"]);
    assert_eq!(outcomes(&document), [("ok".to_owned(), 90), ("wrong_status".to_owned(), 10)]);
    assert_eq!(document["first_failure"]["got"], "status 503: hello");
    // The connection is as good as before.
    assert_eq!((server.connections(), document["reconnects"].as_u64()), (4, Some(0)));
}

#[test]
fn any_2xx_is_right_unless_a_status_is_given() {
    let server = Server::answering("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n");
    assert_eq!(run(server.address, &["-n", "10", "-c", "1"]).1["ok"], 10);
    let (code, document) = run(server.address, &["-n", "10", "-c", "1", "--expect-status", "200"]);
    assert_eq!((code, outcomes(&document)), (1, only("wrong_status", 10)));
}

#[test]
fn an_answer_with_less_than_is_expected_is_found_whatever_else_it_has() {
    let server = Server::start(|mut client| {
        while let Some(number) = client.request() {
            let (id, more) = (if number % 10 == 0 { 8 } else { 7 }, "x".repeat(usize::try_from(number % 50).unwrap()));
            let body = format!(r#"{{"more": "{more}", "id": {id}, "tags": ["a"]}}"#);
            client.send(format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
        }
    });
    for (option, right, expected) in [
        ("--expect-subset", r#"{"tags": ["a"], "id": 7}"#, r#"at least {"id":7,"tags":["a"]}"#),
        ("--expect-contains", r#""id": 7,"#, r#"a body that contains "\"id\": 7,""#),
    ] {
        let (code, document) = run(server.address, &["-n", "100", "-c", "1", option, right]);
        assert_eq!((code, outcomes(&document)), (0, vec![("ok".to_owned(), 90), ("wrong_body".to_owned(), 10)]));
        assert_eq!(document["first_failure"]["expected"], expected);
        assert!(document["first_failure"]["got"].as_str().unwrap().contains(r#""id": 8"#), "{document}");
    }
    for (option, wrong) in [("--expect-subset", r#"{"tags": []}"#), ("--expect-contains", "idle")] {
        let (code, document) = run(server.address, &["-n", "20", "-c", "2", option, wrong]);
        assert_eq!((code, outcomes(&document)), (1, only("wrong_body", 20)));
    }
}

#[test]
fn a_wrong_size_is_found() {
    let server = Server::answering(HELLO);
    assert_eq!(run(server.address, &["-n", "10", "-c", "1", "--expect-size", "5"]).1["ok"], 10);
    let (_, document) = run(server.address, &["-n", "10", "-c", "1", "--expect-size", "6"]);
    assert_eq!(outcomes(&document), only("wrong_body", 10));
    assert_eq!(document["first_failure"]["got"], "5 bytes");
}

#[test]
fn bodies_that_vary_are_right_without_an_expectation_and_checked_with_one() {
    let server = Server::start(|mut client| {
        while let Some(number) = client.request() {
            let body = format!("{{\"n\": {number}, \"fixed\": true}}");
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
            client.send((head + &body).as_bytes());
        }
    });
    assert_eq!(outcomes(&run(server.address, &["-n", "300", "-c", "2"]).1), only("ok", 300));
    let (_, document) =
        run(server.address, &["-n", "300", "-c", "2", "--expect-json", "{\"n\": 400, \"fixed\": true}"]);
    assert_eq!(outcomes(&document), [("ok".to_owned(), 1), ("wrong_body".to_owned(), 299)]);
}

#[test]
fn a_refused_connection_is_counted_and_not_hammered() {
    let address = refusing();
    let (code, document) = run(address, &["-n", "100", "-c", "10"]);
    assert_eq!((code, outcomes(&document)), (1, only("connect", 100)));
    assert!(document["first_failure"]["got"].as_str().unwrap().contains("refused"));
    assert!(document["latency_us"].is_null() && document["histogram"].is_null());

    let (code, document) = run(address, &["-d", "500ms", "-c", "4"]);
    let attempts = document["outcomes"]["connect"].as_u64().unwrap();
    assert_eq!((code, document["requests"].as_u64()), (1, Some(attempts)));
    assert!((8..80).contains(&attempts), "{attempts} attempts");
}

#[test]
fn a_reset_in_the_middle_of_a_body_is_a_read_error() {
    let server = Server::start(|mut client| {
        client.request();
        client.send(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe");
        sleep(Duration::from_millis(5));
        client.reset();
    });
    let (_, document) = run(server.address, &["-n", "20", "-c", "2"]);
    assert_eq!(outcomes(&document), only("read", 20));
    assert!(document["first_failure"]["got"].as_str().unwrap().contains("reset"));
}

#[test]
fn a_close_instead_of_an_answer_is_a_read_error() {
    let server = Server::start(|mut client| {
        client.request();
    });
    let (_, document) = run(server.address, &["-n", "20", "-c", "2"]);
    assert_eq!(outcomes(&document), only("read", 20));
    assert_eq!(server.requests(), 20, "none is sent twice");
}

#[test]
fn a_request_that_cannot_be_sent_is_a_write_error() {
    // More than the buffers of both sides hold, to a server that reads a little of it and resets.
    let server = Server::start(|mut client| {
        let mut some = [0; 1000];
        let _ = client.stream.read(&mut some);
        sleep(Duration::from_millis(20));
        client.reset();
    });
    let address = server.address.to_string();
    let mut session = super::common::Session::start(1);
    let request = serde_json::json!({"method": "POST", "path": "/", "body": "x".repeat(30_000_000)});
    session.open("big", address.parse().unwrap(), &serde_json::json!({"request": request}));
    let result = session.lap("big", &serde_json::json!({"connections": 1, "requests": 2}));
    assert_eq!(outcomes(&result), only("write", 2));
}

#[test]
fn a_server_that_never_answers_is_given_up_in_time() {
    let server = Server::start(|mut client| while client.request().is_some() {});
    let begun = Instant::now();
    let (code, document) = run(server.address, &["-n", "16", "-c", "8", "--timeout", "400ms"]);
    assert_eq!((code, outcomes(&document)), (1, only("timeout", 16)));
    let waited = begun.elapsed().div_duration_f64(Duration::from_millis(400));
    assert!(waited >= 2.0, "gave up too early: after {waited:.2} time-outs");
    assert!(waited < 16.0, "waited for one after the other: {waited:.2} time-outs");
    // A request that was given up took its connection with it.
    assert_eq!((server.connections(), document["reconnects"].as_u64()), (16, Some(8)));
}

#[test]
fn a_slow_answer_does_not_make_the_others_time_out() {
    let server = Server::start(|mut client| {
        while client.request().is_some() {
            if client.number == 0 {
                sleep(Duration::from_secs(2));
            }
            client.send(HELLO);
        }
    });
    let (_, document) = run(server.address, &["-d", "1s", "-c", "4", "--timeout", "700ms"]);
    let counts = outcomes(&document);
    assert_eq!(counts.len(), 2, "{counts:?}");
    let timeouts = document["outcomes"]["timeout"].as_u64().unwrap();
    assert!((1..=2).contains(&timeouts), "{timeouts} time-outs");
}

#[test]
fn a_server_that_floods_outlasts_no_lap_and_takes_no_memory() {
    let flood = |head: &'static str| {
        Server::start(move |mut client| {
            let junk = vec![b' '; 1 << 20];
            if client.request().is_some() && client.send(head.as_bytes()) {
                while client.send(&junk) {}
            }
        })
    };
    for head in ["HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n"] {
        let server = flood(head);
        let begun = Instant::now();
        let arguments = ["-d", "300ms", "-c", "8", "--timeout", "300ms", "--expect-json", "{\"a\": 1}"];
        let (most, document) = peak_kib(server.address, &arguments);
        assert!(begun.elapsed() < DEADLINE);
        assert_eq!(document["ok"], 0);
        assert!(document["outcomes"]["timeout"].as_u64().unwrap() >= 8, "{}", document["outcomes"]);
        assert!(document["bytes_received"].as_u64().unwrap() > 8 << 20, "it did not flood: {document}");
        assert!(most < 64 * 1024, "{most} KiB");
    }
}

#[test]
fn a_connection_that_is_never_accepted_does_not_hang_the_run() {
    // A backlog of nothing: further connects are not answered at all.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    rustix::net::listen(&listener, 0).unwrap();
    let begun = Instant::now();
    let (code, document) = run(listener.local_addr().unwrap(), &["-d", "200ms", "-c", "8", "--timeout", "300ms"]);
    assert_eq!((code, document["ok"].as_u64()), (1, Some(0)));
    assert!(document["outcomes"]["connect"].as_u64().unwrap() > 0);
    assert!(begun.elapsed() < DEADLINE);
}
