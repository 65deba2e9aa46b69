//! `--compressed`: answers are asked for in a content coding, must come in it, and are compared decoded.

use super::common::{Reference, Server, fairload, only, outcomes, run};
use super::tls_server::scratch;

const TEXT: &str = "hello hello hello hello hello hello hello hello";

/// The reference server with one answer in this coding.
fn coded(coding: &str) -> Reference {
    let file = scratch("answers.json");
    let answer = format!(r#"[{{"path": "/", "headers": [["Content-Encoding", "{coding}"]], "body": "{TEXT}"}}]"#);
    std::fs::write(&file, answer).unwrap();
    Reference::start(&["--answers", file.to_str().unwrap()])
}

const FEW: [&str; 4] = ["-c", "2", "-n", "64"];

#[test]
fn what_is_expected_is_compared_decoded_over_both_protocols() {
    for coding in ["gzip", "deflate"] {
        let server = coded(coding);
        let compressed = ["--compressed", coding];
        for more in [&[][..], &["--http2", "--streams", "4"]] {
            let with = |expected: &[&'static str]| [&FEW[..], &compressed, more, expected].concat();
            for right in [&["--expect-text", TEXT][..], &["--expect-size", "47"], &["--expect-contains", "hello"], &[]] {
                let (code, result) = run(server.address, &with(right));
                assert_eq!((code, outcomes(&result)), (0, only("ok", 64)), "{coding} {right:?}");
            }
            for wrong in [["--expect-text", "hello"], ["--expect-size", "46"], ["--expect-contains", "hallo"]] {
                let (code, result) = run(server.address, &with(&wrong));
                assert_eq!((code, outcomes(&result)), (1, only("wrong_body", 64)), "{coding} {wrong:?}");
            }
        }
        let (_, result) = run(server.address, &[&FEW[..], &compressed].concat());
        assert!(result["body_check"].as_str().unwrap().ends_with(&format!("; decoded, it is {coding}")));
    }
}

#[test]
fn an_answer_in_another_coding_or_in_none_is_wrong() {
    let text: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n";
    for (head, got) in [
        ("Content-Encoding: br\r\n", "br"),
        ("", "no header Content-Encoding"),
        ("Content-Encoding: gzip\r\n", "not gzip (unexpected end of file)"),
    ] {
        let answer = [text, head.as_bytes(), b"\r\nhello"].concat();
        let server = Server::answering(answer);
        let (code, result) = run(server.address, &[&FEW[..], &["--compressed", "gzip"]].concat());
        assert_eq!((code, outcomes(&result)), (1, only("wrong_body", 64)), "{head}");
        assert_eq!(result["first_failure"]["got"], got);
    }
}

#[test]
fn it_is_asked_for_once() {
    let server = Server::start(|mut client| {
        while let Some(request) = client.request_text() {
            assert_eq!(request.matches("Accept-Encoding: zstd\r\n").count(), 1);
            client.send(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Encoding: zstd\r\n\r\n");
        }
    });
    let (code, result) = run(server.address, &[&FEW[..], &["--compressed", "zstd"]].concat());
    assert_eq!((code, outcomes(&result)), (0, only("ok", 64)));
    let twice = ["http://127.0.0.1:1/", "--compressed", "gzip", "-H", "accept-encoding: br"];
    let output = fairload(&twice);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--compressed says it, too"));
}
