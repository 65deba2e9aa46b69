//! Laps in which some of the requests are the target's probe.

use serde_json::{Value, json};

use super::common::{HELLO, Server, Session, only, outcomes};

const NOT_FOUND: &[u8] = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";

/// Answers 404 to the unknown path; if it is `blind`, what it answers to all others.
fn server(blind: bool) -> Server {
    Server::start(move |mut client| {
        while let Some(request) = client.request_text() {
            client.send(if request.starts_with("GET /unknown") && !blind { NOT_FOUND } else { HELLO });
            if request.contains("Connection: close") {
                return;
            }
        }
    })
}

fn with_probe(every: u32, keepalive: bool) -> Value {
    json!({"keepalive": keepalive, "probe": {
        "request": {"method": "GET", "path": "/unknown", "headers": [], "body": null},
        "expect": {"status": 404, "headers": [], "body": "any"},
        "every": every,
    }})
}

#[test]
fn one_of_so_many_requests_of_such_a_lap_is_the_probe() {
    for keepalive in [true, false] {
        let (good, blind) = (server(false), server(true));
        let mut session = Session::start(1);
        session.open("good", good.address, &with_probe(8, keepalive));
        session.open("blind", blind.address, &with_probe(8, keepalive));
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
fn with_every_one_all_requests_are_probes() {
    let good = server(false);
    let mut session = Session::start(2);
    session.open("good", good.address, &with_probe(1, true));
    assert_eq!(outcomes(&session.lap("good", &json!({"requests": 40, "probing": true}))), only("ok", 40));
    let ordinary = json!({"expect": {"status": 404, "headers": [], "body": "any"}});
    let blind = server(true);
    session.open("blind", blind.address, &with_probe(1, true));
    assert_eq!(outcomes(&session.lap("blind", &json!({"requests": 40, "probing": true}))), only("wrong_status", 40));
    session.open("other", good.address, &ordinary);
    let answer = session.say(&json!({"op": "lap", "target": "other", "connections": 1, "requests": 1, "probing": true}).to_string());
    let answer = answer.unwrap();
    assert!(answer["message"].as_str().unwrap().contains("without a probe"), "{answer}");
    let none = json!({"op": "open", "target": "none", "address": good.address.to_string(), "probe": {
        "request": {"method": "GET", "path": "/unknown", "headers": [], "body": null},
        "expect": {"status": 404, "headers": [], "body": "any"}, "every": 0,
    }, "requests": [{"request": {"method": "GET", "path": "/"}, "expect": {"status": 200}}]});
    let answer = session.say(&none.to_string()).unwrap();
    assert!(answer["message"].as_str().unwrap().contains("every: it is 0"), "{answer}");
    assert_eq!(session.end(), 0);
}
