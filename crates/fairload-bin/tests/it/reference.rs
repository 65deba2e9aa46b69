//! `fairload reference`, by hand-written requests.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{DEADLINE, FAIRLOAD, Reference, fairload, only, outcomes, run};

/// Sends `pieces` with pauses, half-closes, and returns all that comes back.
fn talk(server: &Reference, pieces: &[&str]) -> String {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_nodelay(true).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    for piece in pieces {
        stream.write_all(piece.as_bytes()).unwrap();
        sleep(Duration::from_millis(3));
    }
    stream.shutdown(Shutdown::Write).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[test]
fn an_answer_has_a_type_a_length_and_a_current_date() {
    let server = Reference::start(&[]);
    let text = talk(&server, &["GET /any HTTP/1.1\r\nHost: x\r\n\r\n"]);
    assert!(text.starts_with("HTTP/1.1 200 OK\r\n") && text.ends_with("\r\n\r\nHello, world!\n"), "{text}");
    assert!(text.contains("Content-Type: text/plain\r\n") && text.contains("Content-Length: 14\r\n"));
    let now = Command::new("date").args(["-u", "+%a, %d %b %Y %H:%M"]).env("LC_ALL", "C").output().unwrap();
    let later = talk(&server, &["GET / HTTP/1.1\r\n\r\n"]);
    assert!(later.contains(&format!("Date: {}", String::from_utf8(now.stdout).unwrap().trim())), "{later}");
}

#[test]
fn requests_may_come_in_pieces_and_in_bunches() {
    let server = Reference::start(&[]);
    let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    for cut in 1..get.len() {
        assert_eq!(count(&talk_fast(&server, &get[..cut], &get[cut..]), "Hello"), 1, "cut at {cut}");
    }
    assert_eq!(count(&talk(&server, &[&get.repeat(20)]), "Hello"), 20);
    assert_eq!(count(&talk(&server, &[&(get.to_owned() + &get[..9]), &get[9..]]), "Hello"), 2);
}

fn talk_fast(server: &Reference, first: &str, second: &str) -> String {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_nodelay(true).unwrap();
    stream.write_all(first.as_bytes()).unwrap();
    sleep(Duration::from_micros(300));
    stream.write_all(second.as_bytes()).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn a_body_is_read_and_a_head_gets_none() {
    let server = Reference::start(&[]);
    let text = talk(
        &server,
        &[
            "POST / HTTP/1.1\r\nContent-Length: 41\r\n\r\nGET / HTTP/1.1\r\n",
            "\r\nGET / HTTP/1.1\r\n\r\n12345HEAD / HTTP/1.1\r\n\r\n",
        ],
    );
    assert_eq!((count(&text, "200 OK"), count(&text, "Hello")), (2, 1), "{text}");
}

#[test]
fn connections_end_when_either_side_says_so() {
    let server = Reference::start(&["--close-after", "3"]);
    let get = |field: &str| format!("GET / HTTP/1.1\r\n{field}\r\n");
    let ends = |requests: &str| {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.write_all(requests.as_bytes()).unwrap();
        let mut text = String::new();
        // We do not close: the server does.
        stream.read_to_string(&mut text).unwrap();
        (count(&text, "Hello"), count(&text, "Connection: close"))
    };
    assert_eq!(ends(&get("Connection: close\r\n")), (1, 1));
    assert_eq!(ends(&get("").repeat(5)), (3, 1));
    assert_eq!(ends("GET / HTTP/1.0\r\n\r\n"), (1, 1));
    let kept = talk(&server, &["GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"]);
    assert!(kept.contains("Connection: keep-alive\r\n"), "{kept}");
    assert!(talk(&server, &["nonsense\r\n\r\n"]).starts_with("HTTP/1.1 400 "));
}

#[test]
fn answers_come_from_the_file_and_other_paths_are_not_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answers.json");
    let text = r#"[{"path": "/a", "status": 200, "headers": [["Content-Type", "application/json"]], "body": "{\"a\": 1}"},
        {"path": "/a?b=c", "status": 201, "headers": [], "body": "query"},
        {"path": "/file", "headers": [["Content-Encoding", "gzip"]], "file": "sent as it is"},
        {"path": "/none", "status": 204, "headers": [["X-A", "b"]], "body": ""}]"#;
    std::fs::write(&path, text).unwrap();
    std::fs::write(folder.path().join("sent as it is"), "no gzip").unwrap();
    let server = Reference::start(&["--answers", path.to_str().unwrap()]);
    let get = |target: &str| talk(&server, &[&format!("GET {target} HTTP/1.1\r\n\r\n")]);
    assert!(
        get("/a").ends_with("Content-Type: application/json\r\n\r\n{\"a\": 1}") || get("/a").contains("{\"a\": 1}")
    );
    assert_eq!(count(&get("/a"), "ontent-"), 2, "one type, one length");
    assert!(get("/a?x").contains("{\"a\": 1}"));
    assert!(get("/a?b=c").starts_with("HTTP/1.1 201 Created") && get("/a?b=c").ends_with("query"));
    let none = get("/none");
    assert!(none.starts_with("HTTP/1.1 204 ") && none.contains("X-A: b") && !none.contains("Content-Length"), "{none}");
    assert!(get("/b").starts_with("HTTP/1.1 404 Not Found"));
    assert!(get("/file").ends_with("Content-Encoding: gzip\r\n\r\nno gzip"), "{}", get("/file"));

    for bad in [
        "{",
        r#"[{"path": "/", "colour": 1}]"#,
        r#"[{"path": "/", "headers": [["Content-Length", "3"]]}]"#,
        r#"[{"path": "/", "file": "not there"}]"#,
        r#"[{"path": "/", "file": "answers.json", "body": "b"}]"#,
    ] {
        std::fs::write(&path, bad).unwrap();
        let output = fairload(&["reference", "--port", "0", "--answers", path.to_str().unwrap()]);
        let line = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && line.lines().count() == 1, "{bad}: {line}");
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_delay_keeps_no_other_request_waiting() {
    let server = Reference::start(&["--delay", "1200ms"]);
    let begun = Instant::now();
    let (_, document) = run(server.address, &["-n", "50", "-c", "50"]);
    assert_eq!(outcomes(&document), only("ok", 50));
    // One after another, they would take twice as long.
    assert!(begun.elapsed() < DEADLINE, "{:?}", begun.elapsed());
    // Requests behind each other wait behind each other, and half a close loses none.
    let server = Reference::start(&["--delay", "100ms"]);
    let begun = Instant::now();
    assert_eq!(count(&talk(&server, &[&"GET / HTTP/1.1\r\n\r\n".repeat(3)]), "Hello"), 3);
    assert!(begun.elapsed() >= Duration::from_millis(300));
}

#[test]
fn a_big_body_arrives_whole_at_readers_of_any_speed() {
    let server = Reference::start(&["--body-size", "3000000", "--status", "203"]);
    let arguments = ["-n", "20", "-c", "4", "--expect-size", "3000000", "--expect-status", "203"];
    assert_eq!(outcomes(&run(server.address, &arguments).1), only("ok", 20));
    let text = talk(&server, &["GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\n"]);
    assert_eq!(text.matches('x').count(), 6_000_000 + count(&text, "text/plain"));
}

#[test]
fn a_port_that_is_taken_is_one_clear_line() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = fairload(&["reference", "--port", &port]);
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(line.contains(&port) && line.contains("another --port") && line.lines().count() == 1, "{line}");
}

#[test]
fn a_termination_ends_it_at_once() {
    let mut server = Reference::start(&["--stall-every", "200s", "--stall-for", "100s"]);
    let _open = TcpStream::connect(server.address).unwrap();
    let begun = Instant::now();
    server.signal("TERM");
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    assert!(begun.elapsed() < DEADLINE);
    assert!(Command::new(FAIRLOAD).args(["reference", "--help"]).output().unwrap().status.success());
}
