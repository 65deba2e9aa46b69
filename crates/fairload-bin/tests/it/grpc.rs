//! `fairload --grpc`: against the reference server, whose answers of gRPC end with their status.

use serde_json::json;

use super::common::{Reference, fairload, only, outcomes, run_url};
use super::tls_server::scratch;

const PROTO: &str = r#"
syntax = "proto3";
package bench;
message Pair { int32 a = 1; int32 b = 2; repeated string notes = 3; }
message Sum { int32 sum = 1; }
service Calculator {
  rpc Add(Pair) returns (Sum);
  rpc Count(Pair) returns (stream Sum);
}
"#;

/// A file with this text.
fn file(name: &str, text: &str) -> String {
    let path = scratch(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

const ADD: &str = "/bench.Calculator/Add";

/// A server with this answer at a path.
fn serving(path: &str, fields: &[(&str, &str)], body: &str) -> Reference {
    let answers = json!([{"path": path, "status": 200, "headers": fields, "body": body}]);
    Reference::start(&["--answers", &file("answers.json", &answers.to_string())])
}

const GRPC: (&str, &str) = ("Content-Type", "application/grpc");
/// A sum of 3, as it is sent.
const THREE: &str = "\0\0\0\0\u{2}\u{8}\u{3}";

fn call<'a>(proto: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let message = r#"{"a": 1, "b": 2}"#;
    [&["--grpc", "bench.Calculator/Add", "--proto", proto, "--message", message, "-c", "2", "-n", "640"], more].concat()
}

#[test]
fn messages_are_json_or_hex_and_every_answer_is_verified() {
    let server = serving(ADD, &[GRPC], THREE);
    let (url, proto) = (format!("http://{}", server.address), file("sum.proto", PROTO));
    let hex = ["--grpc", "bench.Calculator/Add", "--message", "08 01 10 02", "-c", "2", "-n", "640"];
    let right = ["--expect-message", r#"{"sum": 3}"#, "--streams", "8"];
    for arguments in
        [call(&proto, &right), call(&proto, &[]), [&hex[..], &["--expect-message", "0803"]].concat(), hex.to_vec()]
    {
        let (code, result) = run_url(&url, &arguments);
        assert_eq!((code, outcomes(&result)), (0, only("ok", 640)), "{arguments:?}: {}", result["first_failure"]);
    }
    for wrong in [["--expect-message", r#"{"sum": 4}"#], ["--expect-message", "{}"]] {
        let (code, result) = run_url(&url, &call(&proto, &wrong));
        assert_eq!((code, outcomes(&result)), (1, only("wrong_body", 640)), "{}", result["first_failure"]);
    }
}

#[test]
fn a_message_is_printed_as_it_is_sent() {
    let proto = file("sum.proto", PROTO);
    let method = "bench.Calculator/Add";
    for (arguments, digits) in [
        (&[method, r#"{"a": 1, "b": 2}"#, "--proto", &proto][..], "000000000408011002\n"),
        (&[method, r#"{"sum": 3}"#, "--proto", &proto, "--answer"], "00000000020803\n"),
        (&[method, "08 03"], "00000000020803\n"),
    ] {
        let output = fairload(&[&["message"], arguments].concat());
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stdout).as_ref()), (Some(0), digits));
    }
    for (arguments, said) in [
        (&[method, r#"{"sum": 3}"#, "--proto", &proto][..], "no bench.Pair as JSON"),
        (&["bench.Calculator/Sub", "{}", "--proto", &proto], "it has bench.Calculator/Add"),
        (&[method, "8"], "this is not hex"),
    ] {
        let output = fairload(&[&["message"], arguments].concat());
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), text.contains(said)), (Some(2), true), "{text}");
    }
}

#[test]
fn what_is_no_right_answer_of_grpc_is_told_apart() {
    let no = ("grpc-status", "12");
    let answers = [
        (&[GRPC, no][..], "", "wrong_body", "12"),
        (&[GRPC, no, ("grpc-message", "no%20luck, 100% sure: %E2%98%BA")], "", "wrong_body", "12: no luck, 100% sure: ☺"),
        (&[GRPC][..], "", "wrong_body", "grpc-status"),
        (&[GRPC][..], "\0\0\0\0\u{3}\u{8}\u{3}", "read", "not one message"),
        (&[("Content-Type", "text/plain")][..], THREE, "wrong_body", "grpc-status"),
    ];
    let proto = file("sum.proto", PROTO);
    for (fields, body, outcome, said) in answers {
        let server = serving(ADD, fields, body);
        let (code, result) = run_url(&format!("http://{}", server.address), &call(&proto, &[]));
        assert_eq!((code, &result["ok"]), (1, &json!(0)), "{fields:?}");
        let failure = &result["first_failure"];
        assert!(failure.to_string().contains(said), "{failure}, but {said}, {outcome}");
    }
    let elsewhere = serving("/", &[GRPC], THREE);
    let (code, result) = run_url(&format!("http://{}", elsewhere.address), &call(&proto, &[]));
    assert_eq!((code, outcomes(&result)), (1, only("wrong_body", 640)), "there is no such method");
    assert_eq!(result["first_failure"]["got"], "12");
    // A server that knows nothing of gRPC.
    let server = Reference::start(&["--status", "404"]);
    let (code, result) = run_url(&format!("http://{}", server.address), &call(&proto, &[]));
    assert_eq!((code, outcomes(&result)), (1, only("wrong_status", 640)));
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let proto = file("sum.proto", PROTO);
    let ask = |more: &[&str]| {
        let output = fairload(&[&["http://127.0.0.1:1"], more].concat());
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let add = ["--grpc", "bench.Calculator/Add", "--proto", &proto, "--message"];
    let with = |message: &'static str| [&add[..], &[message]].concat();
    for (arguments, said) in [
        (with("{"), "this is no bench.Pair as JSON"),
        (with(r#"{"c": 1}"#), "'c'"),
        (with("{} {}"), "this is no bench.Pair as JSON"),
        (vec!["--grpc", "bench.Calculator/Add", "--message", "{}"], "this is not hex"),
        (vec!["--grpc", "bench.Calculator/Sub", "--proto", &proto, "--message", "{}"], "it has bench.Calculator/Add"),
        (vec!["--grpc", "bench.Calculator/Count", "--proto", &proto, "--message", "{}"], "is a stream"),
        (vec!["--grpc", "x/Y", "--proto", "/no/such.proto", "--message", "{}"], "--proto /no/such.proto"),
        (vec!["--grpc", "x/Y", "--message", "", "--streams", "0"], "streams"),
        (vec!["--grpc", "x/Y", "--message", "", "-H", "Grpc-Timeout: 1S"], "gRPC says it itself"),
    ] {
        let (code, text) = ask(&arguments);
        assert!(code == Some(2) && text.contains(said), "{arguments:?}: {text}");
    }
    for more in [&["--body", "x"][..], &["--no-keepalive"], &["-p", "2"], &["--expect-text", "x"], &["-m", "GET"]] {
        let (code, text) = ask(&[&with("{}")[..], more].concat());
        assert!(code == Some(2) && text.contains("cannot be used with"), "{more:?}: {text}");
    }
    for arguments in [&["--message", "08"][..], &["--grpc", "x/Y"]] {
        assert_eq!(ask(arguments).0, Some(2), "{arguments:?}");
    }
    let output = fairload(&[&["http://127.0.0.1:1/path"], &with("{}")[..]].concat());
    assert!(String::from_utf8(output.stderr).unwrap().contains("--grpc has the path"));
}
