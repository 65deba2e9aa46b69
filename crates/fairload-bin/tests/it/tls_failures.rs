//! `fairload https://...` where it cannot work: each failure has its own clear reason.

use std::io::Write;
use std::net::TcpListener;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustls::version::TLS13;
use serde_json::Value;

use super::common::{DEADLINE, FAIRLOAD, HELLO, Server, fairload, only, outcomes, run_url};
use super::tls_server::{Authority, Identity, TlsServer, scratch};

/// All requests fail as `outcome`, for a reason that says `part`, in one line; the document.
fn fails(url: &str, trust: &Authority, outcome: &str, part: &str) -> Value {
    let arguments = ["-n", "20", "-c", "2", "--timeout", "5s", "--cacert", trust.file.to_str().unwrap()];
    let (code, document) = run_url(url, &arguments);
    let got = document["first_failure"]["got"].as_str().unwrap();
    assert_eq!((code, outcomes(&document)), (1, only(outcome, 20)), "{got}");
    assert!(got.contains(part) && got.lines().count() == 1, "{part:?} is missing in {got:?}");
    document
}

#[test]
fn a_certificate_that_is_not_good_says_why() {
    let (authority, other) = (Authority::new(), Authority::new());
    let good = TlsServer::answering(authority.issue_for_loopback().config(&[&TLS13]), HELLO);
    let document = fails(&good.url, &other, "connect", "not signed by a trusted authority");
    assert!(document["tls"]["version"].is_null() && document["tls"]["handshakes"] == 0, "{}", document["tls"]);
    let (first, second) = (scratch("same.pem"), scratch("same.pem"));
    let (one, namesake) = (Authority::named("the same", first), Authority::named("the same", second));
    let signed = TlsServer::answering(one.issue_for_loopback().config(&[&TLS13]), HELLO);
    fails(&signed.url, &namesake, "connect", "not signed by the authority it names");
    assert_eq!((good.server.requests(), signed.server.requests()), (0, 0));

    let misnamed = authority.issue(&["wrong.example", "*.other.example", "10.0.0.1"], 2099);
    let misnamed = TlsServer::answering(misnamed.config(&[&TLS13]), HELLO);
    fails(
        &misnamed.url,
        &authority,
        "connect",
        "not valid for 127.0.0.1: it names wrong.example, *.other.example, 10.0.0.1",
    );
    let port = misnamed.server.address.port();
    fails(&format!("https://localhost:{port}/"), &authority, "connect", "not valid for localhost");

    let expired = TlsServer::answering(authority.issue(&["127.0.0.1"], 2024).config(&[&TLS13]), HELLO);
    fails(&expired.url, &authority, "connect", "certificate expired");
    let itself = TlsServer::answering(Identity::self_signed().config(&[&TLS13]), HELLO);
    fails(&itself.url, &authority, "connect", "one of an authority (CA:TRUE)");
    assert_eq!(outcomes(&run_url(&itself.url, &["-n", "20", "-c", "2", "--insecure"]).1), only("ok", 20));
    assert_eq!((misnamed.server.requests(), expired.server.requests()), (0, 0));
}

#[test]
fn the_name_in_the_url_is_what_the_certificate_is_for() {
    let authority = Authority::new();
    let server = TlsServer::answering(authority.issue(&["localhost"], 2099).config(&[&TLS13]), HELLO);
    let url = format!("https://localhost:{}/", server.server.address.port());
    let trust = authority.file.to_str().unwrap();
    assert_eq!(outcomes(&run_url(&url, &["-n", "20", "-c", "2", "--cacert", trust]).1), only("ok", 20));
}

#[test]
fn a_server_without_tls_is_recognised() {
    let authority = Authority::new();
    let talks = Server::start(|mut client| {
        client.send(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
        client.request();
    });
    fails(&format!("https://{}/", talks.address), &authority, "connect", "is not TLS");
    let hangs_up = Server::start(|client| {
        let mut hello = [0; 16];
        let _ = client.stream.peek(&mut hello);
        sleep(Duration::from_millis(5));
        client.stream.shutdown(std::net::Shutdown::Write).unwrap();
        sleep(Duration::from_millis(50));
    });
    fails(&format!("https://{}/", hangs_up.address), &authority, "connect", "closed the connection during the TLS");
}

#[test]
fn an_alert_is_named() {
    let authority = Authority::new();
    let mut config = authority.issue_for_loopback().config(&[&TLS13]);
    config.alpn_protocols = vec![b"h2".to_vec()];
    let server = TlsServer::answering(config, HELLO);
    fails(&server.url, &authority, "connect", "TLS alert no_application_protocol");
}

#[test]
fn a_handshake_that_never_ends_is_given_up_in_time() {
    let authority = Authority::new();
    let trust = authority.file.to_str().unwrap();
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}/", silent.local_addr().unwrap());
    for mode in ["--timeout=300ms", "--no-keepalive"] {
        let begun = Instant::now();
        let arguments = ["-n", "8", "-c", "4", mode, "--timeout", "300ms", "--cacert", trust];
        let arguments =
            if mode == "--no-keepalive" { &arguments[..] } else { &[&arguments[..4], &arguments[5..]].concat() };
        let (code, document) = run_url(&url, arguments);
        assert_eq!((code, outcomes(&document)), (1, only("connect", 8)));
        let got = document["first_failure"].to_string();
        assert!(got.contains("300 ms") || got.contains("timed out"), "{got}");
        assert!((Duration::from_millis(600)..DEADLINE).contains(&begun.elapsed()));
    }
}

#[test]
fn an_end_without_close_notify_cuts_an_answer_off_that_has_no_length() {
    let authority = Authority::new();
    let identity = authority.issue_for_loopback();
    let endless = TlsServer::start(identity.config(&[&TLS13]), usize::MAX, |mut client| {
        client.request();
        client.send(b"HTTP/1.1 200 OK\r\n\r\nhello");
    });
    fails(&endless.url, &authority, "read", "without close_notify in the middle of the answer");
    assert_eq!(endless.server.requests(), 20, "none is sent twice");

    // With a length nothing can be cut off: the same end is a reconnect.
    let sized = TlsServer::start(identity.config(&[&TLS13]), usize::MAX, |mut client| {
        client.request();
        client.send(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello");
    });
    let trust = authority.file.to_str().unwrap();
    let (_, document) = run_url(&sized.url, &["-n", "20", "-c", "2", "--cacert", trust]);
    assert_eq!((outcomes(&document), &document["reconnects"]), (only("ok", 20), &18.into()));
}

#[test]
fn garbage_among_the_records_is_a_read_error() {
    let authority = Authority::new();
    let server = TlsServer::start(authority.issue_for_loopback().config(&[&TLS13]), usize::MAX, |mut client| {
        client.request();
        client.send(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe");
        // A record of application data without encryption.
        let _ = client.stream.sock.socket.write_all(b"\x17\x03\x03\x00\x20 these are no 32 encrypted bytes");
        client.request();
    });
    fails(&server.url, &authority, "read", "in the middle of the answer");
}

#[test]
fn what_cannot_be_trusted_is_refused_before_the_run() {
    let (empty, nonsense, half) = (scratch("empty.pem"), scratch("nonsense.pem"), scratch("half.pem"));
    std::fs::write(&empty, "").unwrap();
    std::fs::write(&nonsense, "-----BEGIN CERTIFICATE-----\n@@@\n-----END CERTIFICATE-----\n").unwrap();
    std::fs::write(&half, "-----BEGIN CERTIFICATE-----\naGVsbG8=\n-----END CERTIFICATE-----\n").unwrap();
    let url = "https://127.0.0.1:1/";
    let cases: [(&[&str], &str); 8] = [
        (&[url, "--cacert", "/does/not/exist"], "cannot be read"),
        (&[url, "--cacert", "/"], "cannot be read"),
        (&[url, "--cacert", empty.to_str().unwrap()], "no certificate in it"),
        (&[url, "--cacert", nonsense.to_str().unwrap()], "no PEM file"),
        (&[url, "--cacert", half.to_str().unwrap()], "certificate 1 of it is not usable"),
        (&["http://127.0.0.1:1/", "--insecure"], "applies only to https"),
        (&["http://127.0.0.1:1/", "--tls-resume"], "applies only to https"),
        (&["https://a_b!/"], "host"),
    ];
    for (arguments, part) in cases {
        let output = fairload(arguments);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.contains(part) && text.trim_end().lines().count() == 1, "{arguments:?}: {text}");
    }
    let (nowhere, rootless) = (scratch("nowhere"), &mut Command::new(FAIRLOAD));
    std::fs::create_dir(&nowhere).unwrap();
    let rootless = rootless.arg(url).env("SSL_CERT_FILE", &empty).env("SSL_CERT_DIR", &nowhere).output().unwrap();
    let text = String::from_utf8_lossy(&rootless.stderr);
    assert_eq!((rootless.status.code(), text.contains("no certificates of authorities")), (Some(2), true), "{text}");
    let both = fairload(&[url, "--insecure", "--cacert", empty.to_str().unwrap()]);
    assert_eq!(both.status.code(), Some(2));
}
