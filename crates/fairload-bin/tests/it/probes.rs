//! Laps in which the target's probes are among the requests.

use serde_json::{Value, json};

use super::common::{HELLO, Server, Session, only, outcomes};

const NOT_FOUND: &[u8] = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
const HEAD_ONLY: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";

/// Answers what each request asks for; to those that begin with what it is `blind` to, what it answers to all others.
fn server(blind: &'static str) -> Server {
    Server::start(move |mut client| {
        while let Some(request) = client.request_text() {
            client.send(match &request {
                seen if !blind.is_empty() && seen.starts_with(blind) => HELLO,
                seen if seen.starts_with("GET /unknown") => NOT_FOUND,
                seen if seen.starts_with("HEAD ") => HEAD_ONLY,
                _ => HELLO,
            });
            if request.contains("Connection: close") {
                return;
            }
        }
    })
}

/// One of eight requests of a lap with probes is that for the unknown path.
fn unknown(keepalive: bool) -> Value {
    json!({"keepalive": keepalive, "requests": [asked("GET", "/", 200, 7)], "probes": [asked("GET", "/unknown", 404, 1)]})
}

fn asked(method: &str, path: &str, status: u16, weight: u32) -> Value {
    json!({
        "request": {"method": method, "path": path, "headers": [], "body": null},
        "expect": {"status": status, "headers": [], "body": "any"},
        "weight": weight,
    })
}

#[test]
fn one_of_so_many_requests_of_such_a_lap_is_the_probe() {
    for keepalive in [true, false] {
        let (good, blind) = (server(""), server("GET /unknown"));
        let mut session = Session::start(1);
        session.open("good", good.address, &unknown(keepalive));
        session.open("blind", blind.address, &unknown(keepalive));
        for probing in [false, true, false] {
            let lap = json!({"connections": 4, "requests": 80, "probing": probing});
            assert_eq!(outcomes(&session.lap("good", &lap)), only("ok", 80));
            let seen = session.lap("blind", &lap);
            if !probing {
                assert_eq!(outcomes(&seen), only("ok", 80));
                continue;
            }
            assert_eq!(outcomes(&seen), [("ok".to_owned(), 70), ("wrong_status".to_owned(), 10)]);
            let first = &seen["first_failure"];
            assert!(first["expected"].as_str().unwrap().contains("404"), "{first}");
        }
        if keepalive {
            assert_eq!((good.connections(), blind.connections()), (4, 4), "the connections are those of all laps");
        }
        assert_eq!(session.end(), 0);
    }
}

#[test]
fn a_body_after_the_answer_to_a_head_is_a_protocol_error() {
    let (good, blind) = (server(""), server("HEAD"));
    let open = json!({
        "requests": [asked("GET", "/", 200, 6)],
        "probes": [asked("GET", "/unknown", 404, 1), asked("HEAD", "/", 200, 1)],
    });
    let mut session = Session::start(1);
    session.open("good", good.address, &open);
    session.open("blind", blind.address, &open);
    let lap = json!({"connections": 4, "requests": 80, "probing": true});
    assert_eq!(outcomes(&session.lap("good", &lap)), only("ok", 80));
    let seen = session.lap("blind", &lap);
    assert_eq!(seen["outcomes"]["protocol"], 10, "{seen}");
    assert_eq!(session.end(), 0);
}

#[test]
fn a_lap_with_probes_needs_some_and_their_weights() {
    let good = server("");
    let mut session = Session::start(2);
    session.open("other", good.address, &json!({}));
    let lap = json!({"op": "lap", "target": "other", "connections": 1, "requests": 1, "probing": true});
    let answer = session.say(&lap.to_string()).unwrap();
    assert!(answer["message"].as_str().unwrap().contains("without probes"), "{answer}");
    let none = json!({"op": "open", "target": "none", "address": good.address.to_string(),
        "requests": [asked("GET", "/", 200, 1)], "probes": [asked("GET", "/unknown", 404, 0)]});
    let answer = session.say(&none.to_string()).unwrap();
    assert!(answer["message"].as_str().unwrap().contains("weight: it is 0"), "{answer}");
    assert_eq!(session.end(), 0);
}
