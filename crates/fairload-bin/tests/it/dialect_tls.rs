//! Dialects over TLS: counted against the server, and beside the real ab.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rustls::version::{TLS12, TLS13};
use rustls::{ServerConfig, SupportedProtocolVersion};
use serde_json::{Value, json};

use super::common::{HELLO, Server, command, fairload};
use super::dialect_wrk::good;
use super::dialects::{field, labels, stderr, stdout};
use super::tls_server::{Authority, Identity, TlsServer, scratch};

const BOTH: [&SupportedProtocolVersion; 2] = [&TLS12, &TLS13];
const REAL_AB: &str = "/usr/bin/ab";

/// Closes after each answer, in good order.
fn closing(config: ServerConfig) -> TlsServer {
    TlsServer::start(config, usize::MAX, |mut client| {
        client.request();
        client.send(b"HTTP/1.1 200 OK\r\nServer: T/1 x\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello");
        client.close_notify();
    })
}

fn keeping(config: ServerConfig) -> TlsServer {
    TlsServer::answering(
        config,
        b"HTTP/1.1 200 OK\r\nServer: T/1 x\r\nConnection: Keep-Alive\r\nContent-Length: 5\r\n\r\nhello",
    )
}

fn for_loopback() -> ServerConfig {
    Authority::new().issue_for_loopback().config(&BOTH)
}

/// Requests and handshakes.
fn seen(server: &TlsServer) -> (u64, u64) {
    (server.server.requests(), server.handshakes.load(Ordering::SeqCst))
}

fn plow(arguments: &[&str], server: &TlsServer) -> Value {
    let words = [&["plow", "--json", "--summary"], arguments, &[&server.url]].concat();
    let text = good(&fairload(&words));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn errors(block: &Value) -> Vec<(&String, &Value)> {
    block["Error"].as_object().into_iter().flatten().collect()
}

#[test]
fn ab_counts_what_the_server_counts() {
    for version in [&TLS12, &TLS13] {
        let server = closing(Authority::new().issue(&["wrong.example"], 2021).config(&[version]));
        let output = fairload(&["ab", "-n", "150", "-c", "4", &server.url]);
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
        assert_eq!((field(&output, "Complete requests:"), field(&output, "Failed requests:")), ("150".into(), "0".into()));
        assert_eq!((seen(&server), server.resumed.load(Ordering::SeqCst)), ((150, 150), 0));
        // The bytes of HTTP, not of TLS.
        assert_eq!(field(&output, "HTML transferred:"), "750 bytes");
    }
    let server = keeping(for_loopback());
    let output = fairload(&["ab", "-k", "-n", "200", "-c", "4", &server.url]);
    assert_eq!((field(&output, "Keep-Alive requests:"), seen(&server)), ("200".into(), (200, 4)));
}

#[test]
fn wrk_counts_what_the_server_counts() {
    let server = keeping(Authority::new().issue(&["wrong.example"], 2021).config(&BOTH));
    let output = fairload(&["wrk", "-d1", "-c4", "-t2", &server.url]);
    let text = good(&output);
    assert!(!text.contains("Socket errors") && output.stderr.is_empty(), "{text}");
    assert!(text.starts_with(&format!("Running 1s test @ {}\n", server.url)), "{text}");
    let line = text.lines().find(|line| line.contains(" requests in ")).unwrap();
    let answers: u64 = line.split_whitespace().next().unwrap().parse().unwrap();
    let (requests, handshakes) = seen(&server);
    assert!(answers > 0 && (answers..=answers + 4).contains(&requests), "{requests}: {text}");
    assert_eq!(handshakes, 4);
}

/// As wrk does.
#[test]
fn wrk_resumes_its_sessions() {
    let server = closing(for_loopback());
    let text = good(&fairload(&["wrk", "-d1", "-c1", "-t1", "-H", "Connection: close", &server.url]));
    let (handshakes, resumed) = (seen(&server).1, server.resumed.load(Ordering::SeqCst));
    assert!(handshakes > 2 && resumed == handshakes - 1, "{resumed} of {handshakes}: {text}");
}

#[test]
fn plow_checks_the_certificate_unless_an_option_forbids_it() {
    let (authority, nowhere) = (Authority::new(), scratch("nowhere"));
    std::fs::create_dir(&nowhere).unwrap();
    let server = keeping(authority.issue_for_loopback().config(&BOTH));
    let words = ["plow", "-n", "20", "-c", "2", "--json", "--summary", &server.url];
    let trusting = |file: &Path| {
        let output = command(&words).env("SSL_CERT_FILE", file).env("SSL_CERT_DIR", &nowhere).output().unwrap();
        serde_json::from_str::<Value>(&good(&output)).unwrap()
    };
    let block = trusting(&Authority::new().file);
    let [(text, count)] = errors(&block)[..] else { panic!("{block}") };
    assert_eq!((seen(&server), count, &block["Summary"]["Count"]), ((0, 0), &json!(20), &json!(20)));
    assert_eq!(text, "the server's certificate is not signed by a trusted authority");
    assert_eq!(trusting(&authority.file)["Summary"]["Counts"], json!({"2xx": 20}));
    assert_eq!(seen(&server), (20, 2));
    let block = plow(&["-n", "20", "-c", "2", "-k"], &server);
    assert_eq!((&block["Summary"]["Counts"], seen(&server)), (&json!({"2xx": 20}), (40, 4)));
    // A certificate for another name does not work either.
    let server = keeping(authority.issue(&["wrong.example"], 2099).config(&BOTH));
    let words = ["plow", "-n", "2", "--json", "--summary", &server.url];
    let output = command(&words).env("SSL_CERT_FILE", &authority.file).output().unwrap();
    assert!(good(&output).contains("not valid for 127.0.0.1"), "{}", stdout(&output));
}

#[test]
fn a_client_certificate_is_shown_to_servers_that_ask() {
    let (authority, guests) = (Authority::new(), Authority::new());
    let (known, alien) = (guests.issue(&["client"], 2099), Authority::new().issue(&["client"], 2099));
    let together = |identity: &Identity| {
        let file = scratch("both.pem");
        let read = |path| std::fs::read_to_string(path).unwrap();
        std::fs::write(&file, read(&identity.certificate_file) + &read(&identity.key_file)).unwrap();
        file.display().to_string()
    };
    let server = closing(authority.issue_for_loopback().config_for(&BOTH, Some(&guests)));
    for version in ["TLS1.2", "TLS1.3"] {
        let before = server.server.requests();
        let ab = |file: &[&str]| {
            let words = [&["ab", "-r", "-n", "10", "-f", version], file, &[&server.url]].concat();
            field(&fairload(&words), "Failed requests:")
        };
        assert_eq!((ab(&[]), ab(&["-E", &together(&alien)]), server.server.requests()), ("10".into(), "10".into(), before));
        assert_eq!((ab(&["-E", &together(&known)]), server.server.requests()), ("0".into(), before + 10), "{version}");
    }
    let files = |identity: &Identity| {
        [&identity.certificate_file, &identity.key_file].map(|path| path.display().to_string())
    };
    for (identity, answered) in [(&known, true), (&alien, false)] {
        let [certificate, key] = files(identity);
        let block = plow(&["-n", "10", "-k", "--cert", &certificate, "--key", &key], &server);
        assert_eq!(block["Summary"]["Counts"] == json!({"2xx": 10}), answered, "{block}");
    }
}

#[test]
fn the_report_is_that_of_the_real_ab() {
    if Command::new(REAL_AB).arg("-V").output().is_err() {
        return; // nothing to compare with: the same in Python says that it was skipped
    }
    let identities = [Some(Authority::new().issue_for_loopback()), Identity::rsa(2048), Identity::rsa(3072)];
    for identity in identities.iter().flatten() {
        let (closing, keeping) = (closing(identity.config(&BOTH)), keeping(identity.config(&BOTH)));
        let by_name = closing.url.replace("127.0.0.1", "localhost");
        for words in [
            &["-n", "20", "-c", "2", &closing.url][..],
            &["-n", "20", "-f", "TLS1.2", &by_name],
            &["-n", "20", "-f", "tls1.3", "-S", "-d", &by_name],
            &["-n", "20", "-f", "ALL", "-I", &by_name],
            &["-n", "20", "-k", "-H", "Host: other.example", &keeping.url],
            &["-n", "20", "-f", "TLS1.2", "-Z", "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256", &by_name],
            &["-n", "20", "-w", &by_name],
        ] {
            let (ours, theirs) = (fairload(&[&["ab"], words].concat()), Command::new(REAL_AB).args(words).output().unwrap());
            assert_eq!((ours.status.code(), stderr(&ours)), (theirs.status.code(), stderr(&theirs)), "{words:?}");
            if words.contains(&"-w") {
                assert_eq!(stdout(&ours).matches("<tr").count(), stdout(&theirs).matches("<tr").count());
                continue;
            }
            assert_eq!(labels(&ours), labels(&theirs), "{words:?}");
            let place = |output: &Output| {
                let text = stdout(output);
                let from = text.find("Server Software:").unwrap();
                text[from..text.find("Document Path:").unwrap()].to_owned()
            };
            assert!(place(&ours).contains("\nSSL/TLS Protocol:       TLSv1."), "{}", stdout(&ours));
            assert_eq!(place(&ours), place(&theirs), "{words:?}");
            for label in ["Complete requests:", "Failed requests:", "HTML transferred:", "Total transferred:"] {
                assert_eq!(field(&ours, label), field(&theirs, label), "{words:?}: {label}");
            }
        }
    }
}

#[test]
fn the_name_of_the_server_is_sent_unless_it_is_an_address_or_not_to_be() {
    let names = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&names);
    let server = TlsServer::start(for_loopback(), usize::MAX, move |mut client| {
        heard.lock().unwrap().push(client.stream.conn.server_name().map(str::to_owned));
        client.request();
        client.send(HELLO);
        client.close_notify();
    });
    let by_name = server.url.replace("127.0.0.1", "localhost");
    for (words, name) in [
        (&["ab", &server.url][..], None),
        (&["ab", &by_name], Some("localhost")),
        (&["ab", "-I", &by_name], None),
        (&["ab", "-H", "Host: other.example:8", &by_name], Some("other.example")),
        (&["plow", "-n1", "-k", &by_name], Some("localhost")),
        (&["wrk", "-d1", "-c1", "-t1", "-H", "Connection: close", &by_name], Some("localhost")),
    ] {
        assert!(fairload(words).status.success(), "{words:?}");
        let mut names = std::mem::take(&mut *names.lock().unwrap());
        names.dedup();
        assert_eq!(names, [name.map(str::to_owned)], "{words:?}");
    }
}

#[test]
fn the_handshake_is_part_of_connecting() {
    const PAUSE: Duration = Duration::from_millis(60);
    let server = TlsServer::start_slowly(for_loopback(), usize::MAX, PAUSE, |mut client| {
        client.request();
        client.send(HELLO);
        client.close_notify();
    });
    let output = fairload(&["ab", "-n", "8", "-c", "2", &server.url]);
    let [connect, total] = ["Connect:", "Total:"].map(|label| field(&output, label));
    let least = |row: &str| row.split_whitespace().next().unwrap().parse::<u64>().unwrap();
    assert!(least(&connect) >= 60 && least(&total) >= least(&connect), "{}", stdout(&output));
}

#[test]
fn a_failed_handshake_is_no_request_and_no_reason_to_give_up() {
    let old = closing(Authority::new().issue_for_loopback().config(&[&TLS12]));
    let output = fairload(&["ab", "-n", "10", "-c", "2", "-f", "TLS1.3", &old.url]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output), "SSL handshake failed (1).\nthe server sent the TLS alert protocol_version\n");
    assert_eq!(field(&output, "   (Connect:"), "10, Receive: 0, Length: 0, Exceptions: 0)");
    assert!(!stdout(&output).contains("SSL/TLS Protocol") && seen(&old) == (0, 0), "{}", stdout(&output));
    let resetting = Server::start(|mut client| {
        client.request();
        client.reset();
    });
    // It waits for a plaintext request that never comes, until it times out.
    let url = format!("https://{}/", resetting.address);
    let output = fairload(&["ab", "-n", "2", "-s", "1", &url]);
    assert_eq!((output.status.code(), stderr(&output).lines().count()), (Some(119), 1), "{}", stderr(&output));
    let plain = Server::answering(HELLO);
    let url = format!("https://{}/", plain.address);
    let text = good(&command(&["wrk", "-d1", "-c2", "-t1", "-T1", &url]).output().unwrap());
    assert!(text.contains("  0 requests in ") && text.contains("Socket errors: connect "), "{text}");
}

#[test]
fn what_tls_cannot_do_is_refused_before_anything_is_sent() {
    let server = closing(for_loopback());
    let http = server.url.replace("https:", "http:");
    for (words, said) in [
        (&["ab", "-f", "SSL2", &server.url][..], "fairload ab: -f SSL2: this protocol is broken"),
        (&["ab", "-f", "SSL3", &server.url], "fairload ab: -f SSL3: this protocol is broken"),
        (&["ab", "-f", "TLS1", &server.url], "fairload ab: -f TLS1: this protocol is broken"),
        (&["ab", "-f", "TLS1.1", &server.url], "fairload ab: -f TLS1.1: this protocol is broken"),
        (&["ab", "-f", "DTLS", &server.url], "fairload ab: -f DTLS: this is no protocol"),
        (&["ab", "-Z", "AES128-SHA", &server.url], "fairload ab: -Z AES128-SHA: \"AES128-SHA\" is no cipher suite here"),
        (&["ab", "-E", "/nonexistent", &server.url], "fairload ab: -E /nonexistent: it cannot be read"),
        (&["ab", "-X", "127.0.0.1:1", &server.url], "fairload ab: -X: a proxy cannot be asked for https here"),
        (&["ab", "-I", &http], "fairload ab: -I: it applies only to https"),
        (&["plow", "-k", &http], "fairload plow: --insecure: it applies only to https"),
        (&["plow", "--key", "x", &server.url], "fairload plow: --key: its certificate is missing"),
    ] {
        let output = fairload(words);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""), "{words:?}");
        let text = stderr(&output);
        assert!(text.starts_with(said) && text.lines().count() == 1 && text.contains("; "), "{words:?}: {text}");
    }
    let output = fairload(&["webbench", "-t1", &server.url]);
    let message = "\nOnly HTTP protocol is directly supported, set --proxy for others.\n";
    assert!(output.status.code() == Some(2) && stderr(&output).ends_with(message), "{}", stderr(&output));
    assert_eq!(server.server.connections(), 0);
}
