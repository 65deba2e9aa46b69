//! The schemas in `schemas/` are those of the program, and what the program writes is valid under them.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::common::{HELLO, Server, Session, fairload, refusing, run};

fn printed(kind: &str) -> String {
    let output = fairload(&["schema", kind]);
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

fn schema(kind: &str) -> Value {
    serde_json::from_str(&printed(kind)).unwrap()
}

/// Of the documents of that kind.
pub(crate) fn validator(kind: &str) -> jsonschema::Validator {
    jsonschema::validator_for(&schema(kind)).unwrap()
}

#[test]
fn the_files_are_up_to_date() {
    for kind in ["run", "session", "stamps", "calibration"] {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../schemas/fairload-{kind}.json"));
        if std::env::var_os("FAIRLOAD_UPDATE_SCHEMAS").is_some() {
            std::fs::write(&path, printed(kind)).unwrap();
        }
        let file = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(file == printed(kind), "{} is stale: run FAIRLOAD_UPDATE_SCHEMAS=1 cargo test", path.display());
    }
}

#[test]
fn documents_are_valid() {
    let validator = validator("run");
    let server = Server::answering(HELLO);
    for address in [server.address, refusing()] {
        let (_, document) = run(address, &["-n", "50", "-c", "2"]);
        validator.validate(&document).unwrap();
        for key in [
            "requests",
            "ok",
            "outcomes",
            "elapsed_s",
            "throughput_per_s",
            "latency_us",
            "bytes_received",
            "cpu",
            "connections",
            "reconnects",
        ] {
            assert!(document.get(key).is_some(), "{key} is missing");
        }
    }
    for more in [&["-r", "200", "-d", "100ms"][..], &["-n", "50", "-p", "4"], &["-n", "50", "--no-keepalive"]] {
        let (_, document) = run(server.address, &[more, &["-c", "2", "--timeout", "200ms"]].concat());
        validator.validate(&document).unwrap();
        assert_eq!(document["open_loop"].is_object(), more[0] == "-r", "{document}");
    }
    assert!(!validator.is_valid(&json!({"requests": 1})), "the schema takes anything");
}

#[test]
fn session_lines_are_valid() {
    let mut whole = schema("session");
    let part = |whole: &mut Value, name: &str| {
        whole["$ref"] = json!(format!("#/$defs/{name}"));
        for key in ["type", "properties", "required"] {
            whole.as_object_mut().unwrap().remove(key);
        }
        jsonschema::validator_for(whole).unwrap()
    };
    let (answers, commands) = (part(&mut whole, "Answer"), part(&mut whole, "Command"));
    let server = Server::answering(HELLO);
    let mut session = Session::start(1);
    let open = json!({
        "op": "open", "target": "gin", "address": server.address.to_string(),
        "requests": [{
            "request": {"method": "GET", "path": "/", "headers": [["Accept", "*/*"]], "body": null},
            "expect": {"status": 200, "headers": [], "body": {"text": "hello"}},
            "weight": 2
        }],
        "parameters": true, "seed": 7, "keepalive": true, "timeout_ms": 5000
    });
    let lap = json!({"op": "lap", "target": "gin", "connections": 4, "duration_ms": 50, "skip_ms": 5});
    for command in [open, lap, json!({"op": "close", "target": "gin"})] {
        commands.validate(&command).unwrap();
        answers.validate(&session.say(&command.to_string()).unwrap()).unwrap();
    }
    assert!(!commands.is_valid(&json!({"op": "close", "target": "gin", "colour": 1})));
    answers.validate(&session.say("nonsense").unwrap()).unwrap();
}
