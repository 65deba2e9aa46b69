//! Targets in network namespaces of their own, visited by the session.

use std::io::{BufRead, BufReader, Write as _, stderr};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::common::{FAIRLOAD, HELLO, Server, Session, only, outcomes};

/// The same in every network.
const PORT: u16 = 8080;

/// A reference server in a network of its own.
struct Apart {
    child: Child,
    network: String,
}

impl Apart {
    /// `None` where networks of one's own are not available.
    fn start(body_bytes: usize) -> Option<Self> {
        let possible = Command::new("unshare").args(["--net", "ip", "link", "set", "lo", "up"]).output();
        if !possible.as_ref().is_ok_and(|output| output.status.success()) {
            let _ = writeln!(stderr(), "skipped: networks of one's own are not available here: {possible:?}");
            return None;
        }
        let script = format!("ip link set lo up && exec {FAIRLOAD} reference --port {PORT} --body-size {body_bytes}");
        let mut child =
            Command::new("unshare").args(["--net", "sh", "-c", &script]).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("8080"), "{line}");
        let network = format!("/proc/{}/ns/net", child.id());
        Some(Self { child, network })
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn address() -> SocketAddr {
    ([127, 0, 0, 1], PORT).into()
}

fn expecting(body_bytes: usize, network: &str, keepalive: bool) -> Value {
    let expect = json!({"status": 200, "headers": [], "body": {"size_bytes": body_bytes}});
    json!({"expect": expect, "network": network, "keepalive": keepalive})
}

#[test]
fn each_of_two_servers_on_one_port_answers_in_its_own_network() {
    let (Some(one), Some(two)) = (Apart::start(11), Apart::start(22)) else { return };
    let home = Server::answering(HELLO);
    let mut session = Session::start(2);
    for keepalive in [true, false] {
        session.open("one", address(), &expecting(11, &one.network, keepalive));
        session.open("two", address(), &expecting(22, &two.network, keepalive));
        session.open("home", home.address, &json!({"keepalive": keepalive}));
        for _ in 0..3 {
            for (name, open_loop) in [("one", true), ("two", false), ("home", false), ("one", false), ("two", true)] {
                let mut lap = json!({"connections": 8, "duration_ms": 60});
                if open_loop {
                    lap["rate_per_s"] = json!(500.0);
                }
                let result = session.lap(name, &lap);
                let requests = result["requests"].as_u64().unwrap();
                assert!(requests > 0, "{name}: {result}");
                assert_eq!(outcomes(&result), only("ok", requests), "{name}: {}", result["first_failure"]);
            }
        }
        for name in ["one", "two", "home"] {
            session.say(&json!({"op": "close", "target": name}).to_string()).unwrap();
        }
    }
    assert_eq!(session.end(), 0);
}

#[test]
fn a_network_that_is_none_is_refused_and_the_session_goes_on() {
    let home = Server::answering(HELLO);
    let mut session = Session::start(1);
    for (network, reason) in [("/nowhere/net", "No such file"), ("/proc/self/status", "Invalid argument")] {
        let open = json!({
            "op": "open", "target": "a", "address": home.address.to_string(), "network": network,
            "requests": [{"request": {"method": "GET", "path": "/"}, "expect": {"status": 200}}],
        });
        let answer = session.say(&open.to_string()).unwrap();
        let message = answer["message"].as_str().unwrap();
        assert_eq!(answer["op"], "error");
        assert!(message.starts_with(&format!("network {network}: ")) && message.contains(reason), "{message}");
    }
    session.open("a", home.address, &json!({}));
    let result = session.lap("a", &json!({"connections": 4, "duration_ms": 50}));
    assert_eq!(outcomes(&result), only("ok", result["requests"].as_u64().unwrap()));
    assert_eq!(session.end(), 0);
}
