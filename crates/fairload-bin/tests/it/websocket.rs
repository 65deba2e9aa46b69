//! `fairload --ws`: against the reference server, and against servers that break the protocol.

use serde_json::json;

use super::common::{Client, Reference, Server, Session, fairload, only, outcomes, run, run_url};
use super::tls_reference::{certificate, file, reference};
use super::tls_server::scratch;
use crate::truthful::Truthful;

const HI: [&str; 3] = ["--ws", "--body", "Grüße"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&HI[..], more].concat()
}

#[test]
fn every_echo_is_verified() {
    let server = Reference::start(&[]);
    for more in [&[][..], &["-p", "16"], &["--expand", "--body", "n={sequence}, {random:1-9}"]] {
        let arguments = if more.contains(&"--body") { [&["--ws"], more].concat() } else { with(more) };
        let (code, result) = run(server.address, &[&arguments[..], &["-c", "4", "-n", "6400"]].concat());
        assert_eq!((code, outcomes(&result)), (0, only("ok", 6400)), "{more:?}: {}", result["first_failure"]);
        assert_eq!((&result["websocket"], &result["reconnects"]), (&json!("text"), &json!(0)));
    }
    let other = with(&["--expect-text", "Gruesse", "-c", "4", "-n", "640"]);
    let (code, result) = run(server.address, &other);
    assert_eq!((code, outcomes(&result)), (1, only("wrong_body", 640)));
    let (code, result) = run(server.address, &with(&["-c", "2", "-r", "500", "-d", "1s"]));
    assert_eq!((code, &result["ok"]), (0, &result["open_loop"]["sent"]));
    assert!(result["ok"].as_u64().unwrap() > 100);
}

#[test]
fn messages_of_bytes_and_long_ones_are_echoed_too() {
    let server = Reference::start(&[]);
    let file = scratch("message");
    for length in [1, 125, 126, 65_535, 65_536, 3_000_000] {
        std::fs::write(&file, vec![0xff; length]).unwrap();
        let load = ["--ws=binary", "--body-file", file.to_str().unwrap(), "-c", "2", "-n", "20", "-p", "2"];
        let (code, result) = run(server.address, &load);
        assert_eq!((code, outcomes(&result)), (0, only("ok", 20)), "{length}: {}", result["first_failure"]);
        assert!(result["bytes_received"].as_u64().unwrap() >= 20 * length as u64);
    }
    // Bytes that are no text cannot be a message of text.
    let load = ["--ws", "--body-file", file.to_str().unwrap(), "-c", "1", "-n", "2"];
    let (code, result) = run(server.address, &load);
    assert_eq!((code, outcomes(&result)), (1, only("protocol", 2)), "{result}");
}

/// Accepts the handshake with this key of its answer, and then sends these bytes.
fn answers(client: &mut Client, accept: &str, bytes: &[u8]) {
    let head = "HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ";
    client.request();
    client.send(&[head.as_bytes(), accept.as_bytes(), b"\r\n\r\n", bytes].concat());
    client.request();
}

#[test]
fn a_server_that_is_none_fails_at_its_handshake() {
    let http = Server::answering(super::common::HELLO);
    let (code, result) = run(http.address, &with(&["-c", "2", "-n", "8"]));
    assert_eq!((code, outcomes(&result)), (1, only("connect", 8)));
    assert!(result["first_failure"]["got"].as_str().unwrap().contains("status 200"), "{result}");
    let wrong_key = Server::start(|mut client| answers(&mut client, "x", &[]));
    let (code, result) = run(wrong_key.address, &with(&["-c", "2", "-n", "8"]));
    assert_eq!((code, outcomes(&result)), (1, only("connect", 8)));
    assert!(result["first_failure"]["got"].as_str().unwrap().contains("Sec-WebSocket-Accept"), "{result}");
    let silent = Server::start(|mut client| {
        client.request();
        client.request();
    });
    let (code, result) = run(silent.address, &with(&["-c", "2", "-n", "2", "--timeout", "200ms"]));
    assert_eq!((code, outcomes(&result)), (1, only("connect", 2)), "{result}");
}

#[test]
fn echoes_take_their_time_one_after_another_and_are_stamped() {
    let mut server = Truthful::start(&["--service", "fixed:20ms"]);
    let url = format!("http://{}/", server.reference.address);
    let (code, result) = run_url(&url, &["--ws", "--body", "Hi", "-c", "2", "-p", "5", "-n", "20"]);
    assert_eq!((code, outcomes(&result)), (0, only("ok", 20)), "{}", result["first_failure"]);
    assert!(result["latency_us"]["min"].as_f64().unwrap() >= 20_000.0, "{}", result["latency_us"]);
    let stamps = server.stamps();
    assert_eq!(stamps.len(), 20);
    assert!(stamps.iter().all(|stamp| stamp.service().unwrap() >= 20_000_000), "{stamps:?}");
}

#[test]
fn the_reference_server_refuses_what_the_protocol_forbids() {
    use std::io::{Read, Write};
    let server = Reference::start(&[]);
    let handshake = "GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    let ask = |bytes: &[u8]| {
        let mut stream = std::net::TcpStream::connect(server.address).unwrap();
        stream.write_all(bytes).unwrap();
        let mut all = Vec::new();
        // A reset is an end, too.
        let _ = stream.read_to_end(&mut all);
        String::from_utf8_lossy(&all).into_owned()
    };
    // The key and its answer are those of RFC 6455, 1.3; an unmasked frame ends the connection (5.1).
    let said = ask(&[handshake.as_bytes(), &[0x81, 1, b'x']].concat());
    assert!(said.is_empty() || said.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{said}");
    assert!(!said.ends_with('x'), "{said}");
    let close = [handshake.as_bytes(), &[0x81, 0x81, 0, 0, 0, 0, b'x', 0x88, 0x80, 0, 0, 0, 0]].concat();
    let said = ask(&close);
    assert!(said.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{said}");
    assert!(said.ends_with("\u{fffd}\u{1}x\u{fffd}\u{0}"), "an echo, a close and the end: {said:?}");
    // What was asked before is answered before.
    let said = ask(&[b"GET / HTTP/1.1\r\nHost: h\r\n\r\n", &close[..]].concat());
    let (first, second) = said.split_once("Hello, world!\n").unwrap();
    assert!(first.starts_with("HTTP/1.1 200") && second.starts_with("HTTP/1.1 101"), "{said}");
    let said = ask(handshake.replace("Version: 13", "Version: 8").as_bytes());
    assert!(said.starts_with("HTTP/1.1 400") && said.contains("Sec-WebSocket-Version: 13"), "{said}");
    let said = ask(handshake.replace("Sec-WebSocket-Key", "X").as_bytes());
    assert!(said.starts_with("HTTP/1.1 400"), "{said}");
}

#[test]
fn a_session_has_targets_of_websocket_and_http_at_one_port() {
    let server = Reference::start(&[]);
    let mut session = Session::start(2);
    let message = json!({"method": "GET", "path": "/ws", "headers": [], "body": "Hi"});
    let echo = json!({"status": 200, "headers": [], "body": {"text": "Hi"}});
    session.open("ws", server.address, &json!({"websocket": "text", "request": message, "expect": echo}));
    session.open("http", server.address, &json!({}));
    for _ in 0..3 {
        for target in ["ws", "http"] {
            let result = session.lap(target, &json!({"connections": 4, "requests": 320, "pipeline": 4}));
            assert_eq!(outcomes(&result), only("ok", 320), "{target}: {}", result["first_failure"]);
            assert_eq!(result["reconnects"], 0, "{target}: connections are kept from lap to lap");
        }
    }
    let opens = [
        (json!({"websocket": "text", "keepalive": false}), "Hi", "connections are kept"),
        (json!({"websocket": "text", "streams": 2}), "Hi", "connections are kept"),
        (json!({"websocket": "text"}), "", "there is no message"),
        (json!({"websocket": "text", "parameters": true}), "/{random}", "only messages may have parameters"),
    ];
    for (more, text, problem) in opens {
        let path = if text.starts_with('/') { text } else { "/" };
        let mut request = json!({"method": "GET", "path": path, "body": "Hi"});
        if text.is_empty() {
            request["body"] = json!(null);
        }
        let mut open = json!({"op": "open", "target": "new", "address": server.address.to_string(),
            "requests": [{"request": request, "expect": {"status": 200}}]});
        for (key, value) in more.as_object().unwrap() {
            open[key] = value.clone();
        }
        let refused = session.say(&open.to_string()).unwrap();
        assert!(refused["message"].as_str().unwrap().contains(problem), "{refused}");
    }
}

#[test]
fn it_works_over_tls_and_what_does_not_go_together_is_refused() {
    let folder = certificate(&[]);
    let (server, authority) = (reference(&folder, &[]), file(&folder, "authority.pem"));
    let url = format!("https://{}/", server.tls.unwrap());
    let load = with(&["--cacert", &authority, "-c", "4", "-n", "640", "-p", "4"]);
    let (code, result) = run_url(&url, &load);
    assert_eq!((code, outcomes(&result)), (0, only("ok", 640)), "{}", result["first_failure"]);
    assert_eq!(result["tls"]["handshakes"], 4);
    for more in [&["--no-keepalive"][..], &["--http2"], &["-m", "POST"], &["--ws=json"], &["--expect-status", "200"]] {
        let arguments = [&["http://127.0.0.1:1/", "--ws", "--body", "x"], more].concat();
        let output = fairload(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
    let output = fairload(&["http://127.0.0.1:1/", "--ws"]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("there is no message"));
}
