//! The reference server with TLS, certificates of `fairload certificate`, and sessions that use both.

use std::fs::read_to_string;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::common::{Reference, Session, fairload, only, outcomes, run_url};
use super::tls_server::{Authority, scratch};

/// A folder with a certificate for these names.
pub(crate) fn certificate(names: &[&str]) -> PathBuf {
    let folder = scratch("made");
    let names = names.iter().flat_map(|&name| ["--name", name]);
    let arguments: Vec<&str> = ["certificate", folder.to_str().unwrap()].into_iter().chain(names).collect();
    let output = fairload(&arguments);
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    folder
}

pub(crate) fn file(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

pub(crate) fn reference(folder: &Path, more: &[&str]) -> Reference {
    let (cert, key) = (file(folder, "cert.pem"), file(folder, "key.pem"));
    Reference::start(&[&["--tls-port", "0", "--cert", &cert, "--key", &key], more].concat())
}

/// What a session needs to know.
fn tls(folder: &Path, name: &str) -> Value {
    json!({"authority": read_to_string(folder.join("authority.pem")).unwrap(), "name": name})
}

#[test]
fn every_answer_is_verified_in_every_manner() {
    let folder = certificate(&[]);
    let server = reference(&folder, &[]);
    let authority = file(&folder, "authority.pem");
    let load = ["--cacert", &authority, "-c", "4", "-n", "640"];
    for host in ["127.0.0.1", "localhost"] {
        let url = format!("https://{host}:{}/", server.tls.unwrap().port());
        let (code, result) = run_url(&url, &[&load[..], &["-m", "HEAD"]].concat());
        assert_eq!((code, outcomes(&result)), (0, only("ok", 640)), "{}", result["first_failure"]);
        for manner in [&[][..], &["-p", "8"], &["--no-keepalive"], &["--http2", "--streams", "16"]] {
            for (body, exit_code, outcome) in [("Hello, world!\n", 0, "ok"), ("Hello, moon!!\n", 1, "wrong_body")] {
                let (code, result) = run_url(&url, &[&load[..], &["--expect-text", body], manner].concat());
                assert_eq!((code, outcomes(&result)), (exit_code, only(outcome, 640)), "{manner:?}: {result}");
                assert_eq!(result["tls"]["certificate_checked"], true);
            }
        }
    }
    // The other port goes on without.
    let (code, result) = run_url(&format!("http://{}/", server.address), &["-n", "64"]);
    assert_eq!((code, outcomes(&result)), (0, only("ok", 64)));
}

#[test]
fn bodies_that_fill_sockets_and_windows_arrive() {
    let folder = certificate(&["127.0.0.1"]);
    let server = reference(&folder, &["--body-size", "3000000"]);
    let url = format!("https://{}/", server.tls.unwrap());
    let authority = file(&folder, "authority.pem");
    let load = ["--cacert", &authority, "-c", "3", "-n", "60", "--expect-size", "3000000"];
    for manner in [&[][..], &["--no-keepalive"], &["--http2", "--streams", "4"]] {
        let (code, result) = run_url(&url, &[&load[..], manner].concat());
        assert_eq!((code, outcomes(&result)), (0, only("ok", 60)), "{manner:?}: {}", result["first_failure"]);
    }
}

#[test]
fn a_server_is_only_trusted_with_its_own_certificate() {
    let folder = certificate(&["127.0.0.1"]);
    let server = reference(&folder, &[]);
    let port = server.tls.unwrap().port();
    let (stranger, own) = (Authority::new(), file(&folder, "authority.pem"));
    let failing = [("127.0.0.1", stranger.file.to_str().unwrap()), ("localhost", &own)];
    for (host, authority) in failing {
        let (code, result) = run_url(&format!("https://{host}:{port}/"), &["--cacert", authority, "-c", "2", "-n", "8"]);
        assert_eq!((code, outcomes(&result)), (1, only("connect", 8)), "{host}");
        assert!(result["first_failure"]["got"].as_str().unwrap().contains("certificate"), "{result}");
    }
    // What is no TLS does not disturb it.
    let (code, result) = run_url(&format!("http://127.0.0.1:{port}/"), &["-n", "8", "-c", "2"]);
    assert_eq!((code, &result["ok"]), (1, &json!(0)));
    let (code, result) = run_url(&format!("https://127.0.0.1:{port}/"), &["--cacert", &own, "-c", "2", "-n", "8"]);
    assert_eq!((code, outcomes(&result)), (0, only("ok", 8)));
}

#[test]
fn a_session_speaks_tls_with_some_targets_and_not_with_others() {
    let folder = certificate(&["some.name"]);
    let server = reference(&folder, &[]);
    let at = server.tls.unwrap();
    let mut session = Session::start(2);
    session.open("plain", server.address, &json!({}));
    session.open("https", at, &json!({"tls": tls(&folder, "some.name")}));
    session.open("h2", at, &json!({"tls": tls(&folder, "some.name"), "streams": 8}));
    for _ in 0..3 {
        for target in ["plain", "https", "h2"] {
            let result = session.lap(target, &json!({"connections": 4, "requests": 320}));
            assert_eq!(outcomes(&result), only("ok", 320), "{target}: {}", result["first_failure"]);
            assert_eq!(result["reconnects"], 0, "{target}: connections are kept from lap to lap");
        }
    }
    let result = session.lap("https", &json!({"connections": 4, "requests": 320, "pipeline": 4}));
    assert_eq!(outcomes(&result), only("ok", 320));
    session.open("each", at, &json!({"tls": tls(&folder, "some.name"), "keepalive": false}));
    assert_eq!(outcomes(&session.lap("each", &json!({"connections": 4, "requests": 40}))), only("ok", 40));
}

#[test]
fn a_session_refuses_what_it_cannot_trust() {
    let folder = certificate(&["some.name"]);
    let server = reference(&folder, &[]);
    let at = server.tls.unwrap();
    let mut session = Session::start(1);
    session.open("other", at, &json!({"tls": tls(&folder, "other.name")}));
    let result = session.lap("other", &json!({"connections": 1, "requests": 3}));
    assert_eq!(outcomes(&result), only("connect", 3));
    assert!(result["first_failure"]["got"].as_str().unwrap().contains("certificate"), "{result}");
    for (authority, name, problem) in
        [("", "x", "no certificate"), ("nonsense", "x", "no certificate"), ("", "two words", "no name")]
    {
        let open = json!({"op": "open", "target": "new", "address": at.to_string(),
            "requests": [{"request": {"method": "GET", "path": "/"}, "expect": {"status": 200}}],
            "tls": {"authority": authority, "name": name}});
        let refused = session.say(&open.to_string()).unwrap();
        assert_eq!((&refused["op"], &refused["target"]), (&json!("error"), &json!("new")), "{refused}");
        assert!(refused["message"].as_str().unwrap().contains(problem), "{refused}");
    }
}

#[test]
fn files_that_do_not_fit_are_refused_before_anything_listens() {
    let (folder, other) = (certificate(&[]), certificate(&[]));
    let (cert, key) = (file(&folder, "cert.pem"), file(&folder, "key.pem"));
    let (missing, strange) = (file(&folder, "missing.pem"), file(&other, "key.pem"));
    for (cert, key, problem) in [
        (&missing, &key, "--cert"),
        (&cert, &missing, "--key"),
        (&key, &key, "no certificate"),
        (&cert, &cert, "no key"),
        (&cert, &strange, "do not work"),
    ] {
        let output = fairload(&["reference", "--port", "0", "--tls-port", "0", "--cert", cert, "--key", key]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(problem) && said.lines().count() == 1, "{said}");
    }
    for arguments in [&["--tls-port", "0"][..], &["--cert", &cert, "--key", &key], &["--tls-port", "0", "--key", &key]] {
        assert_eq!(fairload(&[&["reference", "--port", "0"], arguments].concat()).status.code(), Some(2));
    }
    let output = fairload(&["certificate", &format!("{cert}/below")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("give a folder that can be written"));
}
