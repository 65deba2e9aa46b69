//! `fairload https://...` against servers that behave.

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustls::version::{TLS12, TLS13};
use serde_json::json;

use super::common::{FAIRLOAD, HELLO, fairload, only, outcomes, run_url};
use super::sources::without_our_ports_waiting;
use super::tls_server::{Authority, TlsServer, scratch};

#[test]
fn a_count_is_exact_on_both_sides_on_kept_connections() {
    let authority = Authority::new();
    let server = TlsServer::answering(authority.issue_for_loopback().config(&[&TLS13]), HELLO);
    let trust = ["--cacert", authority.file.to_str().unwrap()];
    for (n, arguments) in [(1000, &["-c", "7"][..]), (1001, &["-c", "7", "-t", "3"])] {
        let before = (server.server.requests(), server.handshakes.load(Ordering::SeqCst));
        let (code, document) = run_url(&server.url, &[&["-n", &n.to_string()], arguments, &trust].concat());
        assert_eq!((code, outcomes(&document)), (0, only("ok", n)));
        assert_eq!(document["bytes_received"], n * HELLO.len() as u64, "the bytes of HTTP");
        assert_eq!(server.server.requests() - before.0, n);
        assert_eq!(server.handshakes.load(Ordering::SeqCst) - before.1, 7);
        let expected = json!({
            "version": "TLSv1.3", "cipher_suite": "TLS_AES_256_GCM_SHA384", "certificate_checked": true,
            "handshakes": 7, "resumed": 0,
        });
        assert_eq!(document["tls"], expected);
    }
    let output = fairload(&[&[server.url.as_str(), "-n", "10", "-c", "2"], &trust[..]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("TLS           TLSv1.3, TLS_AES_256_GCM_SHA384; 2 handshakes, 0 of them resumed\n"),
        "{text}"
    );
}

#[test]
fn without_keep_alive_every_request_has_a_full_handshake_and_the_server_closes_first() {
    let authority = Authority::new();
    for version in [&TLS12, &TLS13] {
        without_our_ports_waiting(|| {
            let server =
                TlsServer::start(authority.issue_for_loopback().config(&[version]), usize::MAX, |mut client| {
                    client.request();
                    client.send(HELLO);
                    client.close_notify();
                });
            let arguments = ["-n", "200", "-c", "10", "--no-keepalive", "--cacert", authority.file.to_str().unwrap()];
            let (code, document) = run_url(&server.url, &arguments);
            assert_eq!((code, outcomes(&document)), (0, only("ok", 200)));
            assert_eq!((server.server.requests(), server.server.connections()), (200, 200));
            assert_eq!(server.handshakes.load(Ordering::SeqCst), 200);
            assert_eq!((server.resumed.load(Ordering::SeqCst), &document["tls"]["resumed"]), (0, &json!(0)));
            assert_eq!(document["tls"]["handshakes"], 200);
            server.server.address.port()
        });
    }
}

#[test]
fn the_authorities_this_machine_trusts_are_trusted() {
    let authority = Authority::new();
    let server = TlsServer::answering(authority.issue_for_loopback().config(&[&TLS13]), HELLO);
    let nowhere = scratch("nowhere");
    std::fs::create_dir(&nowhere).unwrap();
    // Where OpenSSL looks for them, too.
    for (file, code) in [(&authority.file, 0), (&Authority::new().file, 1)] {
        let arguments = [&server.url, "-n", "2", "-c", "1"];
        let mut command = Command::new(FAIRLOAD);
        command.args(arguments).env("SSL_CERT_FILE", file).env("SSL_CERT_DIR", &nowhere);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn sessions_are_resumed_where_that_is_asked_for_and_counted_alike_on_both_sides() {
    let authority = Authority::new();
    for version in [&TLS12, &TLS13] {
        let server = TlsServer::start(authority.issue_for_loopback().config(&[version]), usize::MAX, |mut client| {
            client.request();
            client.send(HELLO);
            client.close_notify();
        });
        let trust = ["--cacert", authority.file.to_str().unwrap(), "--tls-resume"];
        let (_, document) = run_url(&server.url, &[&["-n", "50", "-c", "2", "--no-keepalive"], &trust[..]].concat());
        assert_eq!(outcomes(&document), only("ok", 50));
        let resumed = server.resumed.load(Ordering::SeqCst);
        assert_eq!((&document["tls"]["resumed"], &document["tls"]["handshakes"]), (&json!(resumed), &json!(50)));
        assert!(resumed >= 40, "{resumed} of 50 with {version:?}");
    }
}

#[test]
fn tls_12_is_spoken_with_servers_that_know_nothing_newer() {
    let authority = Authority::new();
    let server = TlsServer::answering(authority.issue_for_loopback().config(&[&TLS12]), HELLO);
    let (_, document) = run_url(&server.url, &["-n", "100", "-c", "4", "--cacert", authority.file.to_str().unwrap()]);
    assert_eq!(outcomes(&document), only("ok", 100));
    assert_eq!(document["tls"]["version"], "TLSv1.2");
    assert!(document["tls"]["cipher_suite"].as_str().unwrap().starts_with("TLS_ECDHE_"), "{}", document["tls"]);
}

#[test]
fn an_answer_of_20_mb_comes_whole() {
    const SIZE: usize = 20_000_000;
    let authority = Authority::new();
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {SIZE}\r\n\r\n");
    let answer: &'static [u8] = [head.into_bytes(), vec![b'x'; SIZE]].concat().leak();
    let server = TlsServer::answering(authority.issue_for_loopback().config(&[&TLS13]), answer);
    let trust = authority.file.to_str().unwrap();
    let arguments = ["-n", "4", "-c", "2", "--expect-size", "20000000", "--timeout", "60s", "--cacert", trust];
    let (_, document) = run_url(&server.url, &arguments);
    assert_eq!(outcomes(&document), only("ok", 4));
    assert_eq!(document["bytes_received"], 4 * answer.len());
}

#[test]
fn a_request_of_many_records_arrives_whole() {
    const SIZE: usize = 120_000;
    let authority = Authority::new();
    let server = TlsServer::start(authority.issue_for_loopback().config(&[&TLS13]), usize::MAX, |mut client| {
        while client.request() && client.body(SIZE) == SIZE && client.send(HELLO) {}
    });
    let body = "x".repeat(SIZE);
    let arguments = ["-n", "40", "-c", "2", "-m", "POST", "--body", &body];
    let (_, document) =
        run_url(&server.url, &[&arguments[..], &["--cacert", authority.file.to_str().unwrap()]].concat());
    assert_eq!((outcomes(&document), server.server.requests()), (only("ok", 40), 40));
    assert_eq!(document["reconnects"], 0);
}

#[test]
fn records_may_come_byte_by_byte() {
    let authority = Authority::new();
    for version in [&TLS12, &TLS13] {
        let server = TlsServer::start(authority.issue_for_loopback().config(&[version]), 1, |mut client| {
            while client.request() && client.send(HELLO) {}
        });
        let trust = authority.file.to_str().unwrap();
        let (_, document) = run_url(&server.url, &["-n", "40", "-c", "2", "--expect-text", "hello", "--cacert", trust]);
        assert_eq!((outcomes(&document), server.server.requests()), (only("ok", 40), 40));
    }
}

#[test]
fn an_answer_that_ends_with_its_connection_is_one_after_close_notify() {
    let authority = Authority::new();
    let server = TlsServer::start(authority.issue_for_loopback().config(&[&TLS13]), usize::MAX, |mut client| {
        client.request();
        client.send(b"HTTP/1.1 200 OK\r\n\r\nhello");
        client.close_notify();
    });
    let trust = authority.file.to_str().unwrap();
    let (_, document) = run_url(&server.url, &["-n", "40", "-c", "2", "--expect-text", "hello", "--cacert", trust]);
    assert_eq!(outcomes(&document), only("ok", 40));
}

#[test]
fn a_server_that_waits_for_our_close_notify_gets_it() {
    let authority = Authority::new();
    let answered = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&answered);
    let server = TlsServer::start(authority.issue_for_loopback().config(&[&TLS13]), usize::MAX, move |mut client| {
        client.request();
        client.send(HELLO);
        client.close_notify();
        counter.fetch_add(u64::from(client.hears_close_notify()), Ordering::SeqCst);
    });
    let trust = authority.file.to_str().unwrap();
    let begun = Instant::now();
    let (_, document) = run_url(&server.url, &["-n", "20", "-c", "1", "--no-keepalive", "--cacert", trust]);
    assert_eq!((outcomes(&document), answered.load(Ordering::SeqCst)), (only("ok", 20), 20));
    // Left alone, each connection but the last would wait for a second.
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
}

#[test]
fn an_unchecked_certificate_is_accepted_and_said() {
    let (authority, other) = (Authority::new(), Authority::new());
    let server = TlsServer::answering(authority.issue(&["wrong.example"], 2021).config(&[&TLS13]), HELLO);
    let (code, document) = run_url(&server.url, &["-n", "20", "-c", "2", "--insecure"]);
    assert_eq!((code, outcomes(&document)), (0, only("ok", 20)));
    assert_eq!(document["tls"]["certificate_checked"], false);
    let output = fairload(&[&server.url, "-n", "2", "-c", "1", "--insecure"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("certificate NOT checked (--insecure)"), "{text}");
    let (code, _) = run_url(&server.url, &["-n", "20", "-c", "2", "--cacert", other.file.to_str().unwrap()]);
    assert_eq!(code, 1, "the same server, checked");
}
