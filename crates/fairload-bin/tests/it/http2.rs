//! `fairload --http2`: against the reference server, against nginx, and with streams that servers refuse.

use std::io::Read;

use rustls::version::TLS13;
use serde_json::json;

use super::common::{HELLO, Reference, Server, Session, fairload, only, outcomes, peak_kib, run, run_url};
use super::tls_nginx::nginx;
use super::tls_server::{Authority, TlsServer, scratch};

const MULTIPLEXED: [&str; 3] = ["--http2", "--streams", "16"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&MULTIPLEXED[..], more].concat()
}

#[test]
fn every_answer_on_every_stream_is_verified() {
    let server = Reference::start(&[]);
    let (code, result) = run(server.address, &with(&["-c", "4", "-n", "6400", "--expect-text", "Hello, world!\n"]));
    assert_eq!((code, outcomes(&result)), (0, only("ok", 6400)));
    assert_eq!((&result["streams"], &result["sent_again"], &result["reconnects"]), (&json!(16), &json!(0), &json!(0)));
    let (code, result) = run(server.address, &with(&["-c", "4", "-n", "640", "--expect-text", "Hello, world?\n"]));
    assert_eq!((code, outcomes(&result)), (1, only("wrong_body", 640)));
    let (code, result) = run(server.address, &with(&["-c", "4", "-n", "640", "--expect-status", "201"]));
    assert_eq!((code, outcomes(&result)), (1, only("wrong_status", 640)));
}

#[test]
fn bodies_go_both_ways_and_a_head_has_none() {
    let server = Reference::start(&["--body-size", "300000"]);
    let file = scratch("http2-body");
    std::fs::write(&file, vec![b'x'; 200_000]).unwrap();
    let body = ["-m", "POST", "--body-file", file.to_str().unwrap()];
    let arguments = with(&[&body[..], &["-c", "2", "-n", "200", "--expect-size", "300000"]].concat());
    let (code, result) = run(server.address, &arguments);
    assert_eq!((code, outcomes(&result)), (0, only("ok", 200)));
    assert!(result["bytes_received"].as_u64().unwrap() > 200 * 300_000);
    let (code, result) = run(server.address, &with(&["-m", "HEAD", "-c", "2", "-n", "64"]));
    assert_eq!((code, outcomes(&result)), (0, only("ok", 64)));
}

#[test]
fn requests_overtake_each_other_and_times_are_their_own() {
    // One of two answers at once, the other after 50 ms: behind each other, all would take long.
    let server = Reference::start(&["--service", "bimodal:1us,50ms,0.5"]);
    let (_, result) = run(server.address, &with(&["-c", "1", "-n", "400"]));
    assert_eq!(outcomes(&result), only("ok", 400));
    let latency = |name: &str| result["latency_us"][name].as_f64().unwrap();
    assert!(latency("p90") >= 50_000.0 && latency("min") * 2.0 < latency("p90"), "{}", result["latency_us"]);
}

#[test]
fn an_open_loop_uses_the_streams_as_it_uses_connections() {
    let server = Reference::start(&[]);
    let (code, result) = run(server.address, &with(&["-c", "2", "-r", "500", "-d", "1s"]));
    let open = &result["open_loop"];
    assert_eq!((code, &result["ok"]), (0, &open["sent"]));
    assert!(open["sent"].as_u64().unwrap() > 100, "{open}");
}

#[test]
fn a_stream_that_is_never_answered_times_out_alone() {
    let server = Reference::start(&["--never", "100"]);
    let (_, result) = run(server.address, &with(&["-c", "1", "-n", "300", "--timeout", "2s"]));
    assert_eq!(outcomes(&result), [("ok".to_owned(), 297), ("timeout".to_owned(), 3)]);
    assert_eq!(result["reconnects"], 0);
}

#[test]
fn a_connection_that_the_server_ends_is_replaced_without_a_failure() {
    let server = Reference::start(&["--close-after", "100"]);
    let (code, result) = run(server.address, &with(&["-c", "2", "-n", "2000"]));
    assert_eq!((code, outcomes(&result)), (0, only("ok", 2000)));
    assert!(result["reconnects"].as_u64().unwrap() >= 18, "{}", result["reconnects"]);
    assert!(result["sent_again"].as_u64().unwrap() > 0);
}

#[test]
fn a_session_has_targets_of_both_protocols_at_one_port() {
    let server = Reference::start(&[]);
    let mut session = Session::start(1);
    session.open("two", server.address, &json!({"streams": 8}));
    session.open("one", server.address, &json!({}));
    for _ in 0..3 {
        for target in ["one", "two"] {
            let result = session.lap(target, &json!({"connections": 4, "requests": 320}));
            assert_eq!(outcomes(&result), only("ok", 320));
            assert_eq!(result["reconnects"], 0, "{target}: connections are kept from lap to lap");
        }
    }
    let lap = r#"{"op": "lap", "target": "two", "connections": 1, "requests": 32, "pipeline": 2}"#;
    let refused = session.say(lap).unwrap();
    assert!(refused["message"].as_str().unwrap().contains("streams instead"), "{refused}");
}

#[test]
fn a_server_of_http1_is_told_apart() {
    let server = Server::start(|mut client| {
        // Its preface looks like a request.
        while client.request().is_some() && client.send(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n") {}
    });
    let (code, result) = run(server.address, &with(&["-c", "1", "-n", "16", "--timeout", "500ms"]));
    assert_eq!((code, outcomes(&result)), (1, only("connect", 16)));
    let got = result["first_failure"]["got"].as_str().unwrap();
    assert!(got.contains("does not support HTTP/2"), "{got}");
}

#[test]
fn a_server_that_does_not_know_alpn_is_told_apart() {
    let authority = Authority::new();
    let server = TlsServer::answering(authority.issue_for_loopback().config(&[&TLS13]), HELLO);
    let trust = ["--cacert", authority.file.to_str().unwrap(), "-c", "1", "-n", "16"];
    let (code, result) = run_url(&server.url, &with(&trust));
    assert_eq!((code, outcomes(&result)), (1, only("connect", 16)));
    assert!(result["first_failure"]["got"].as_str().unwrap().contains("does not offer this version of HTTP"));
}

#[test]
fn a_head_that_a_few_bytes_stand_for_is_given_up() {
    let server = Server::start(|mut client| {
        let frame = |kind: u8, flags: u8, stream: u8, payload: &[u8]| {
            let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
            [&length[1..], &[kind, flags, 0, 0, 0, stream], payload].concat()
        };
        // 4,000 bytes that the table keeps, and then one byte for each time that they come again (RFC 7541, 6).
        let long = [&[0x88, 0x40, 1, b'a', 0x7f, 0xa1, 0x1e][..], &[b'x'; 4000]].concat();
        let bomb = [&long[..], &[0xbe; 12_000]].concat();
        client.send(&frame(4, 0, 0, &[]));
        let (mut input, mut byte) = (Vec::new(), [0]);
        while !input.ends_with(&[1, 5, 0, 0, 0, 1]) && client.stream.read(&mut byte).is_ok_and(|length| length > 0) {
            input.push(byte[0]);
        }
        client.send(&frame(1, 5, 1, &bomb));
        let _ = client.stream.read_to_end(&mut input);
    });
    let (peak_kib, result) = peak_kib(server.address, &["--http2", "-c", "1", "-n", "1"]);
    assert_eq!(outcomes(&result), only("protocol", 1), "{}", result["first_failure"]);
    assert!(result["first_failure"]["got"].as_str().unwrap().contains("over 1 MiB"));
    assert!(peak_kib < 40_000, "{peak_kib} KiB, and the head stands for 48 MB");
}

#[test]
fn what_does_not_go_together_is_refused() {
    for arguments in [
        &["--streams", "2"][..],
        &["--http2", "--no-keepalive"],
        &["--http2", "-p", "2"],
        &["--http2", "--requests-per-connection", "5"],
        &["--http2", "--streams", "0"],
        &["--http2", "--streams", "10001"],
    ] {
        let output = fairload(&[&["http://127.0.0.1:1/"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}

#[test]
fn nginx_is_understood_with_and_without_tls_and_its_connections_end() {
    let authority = Authority::new();
    let Some(nginx) = nginx(&authority, "TLSv1.3") else { return };
    let trust = ["--cacert", authority.file.to_str().unwrap()];
    let load = ["-c", "3", "-n", "3200", "--expect-text", "hello"];
    for (url, trust) in [(format!("http://{}/", nginx.h2c), &[][..]), (format!("https://{}/", nginx.h2), &trust)] {
        let (code, result) = run_url(&url, &with(&[&load[..], trust].concat()));
        assert_eq!((code, outcomes(&result)), (0, only("ok", 3200)), "{url}");
        assert!(result["reconnects"].as_u64().unwrap() >= 13, "{url}: {}", result["reconnects"]);
    }
    let (code, result) = run_url(&format!("https://{}/", nginx.https), &with(&[&load[..], &trust].concat()));
    assert_eq!((code, outcomes(&result)), (1, only("connect", 3200)));
    assert!(result["first_failure"]["got"].as_str().unwrap().contains("TLS alert no_application_protocol"));
}
