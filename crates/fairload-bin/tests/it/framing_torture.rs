//! T11: answers that try to break the parser, over real sockets. No hang, the right verdict,
//! the right number of answers and of bytes.
//!
//! Seen failing with: an interim answer counted as an answer, the search for the end of a head begun anew with each read,
//! surplus bytes ignored, a bound on heads left out.

use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use super::common::{Client, Server, only, outcomes, run};

const HELLO: &[&str] = &["--expect-text", "hello"];

/// Every right answer: what it is, how it is asked for, its bytes.
fn right_answers() -> Vec<(&'static str, &'static [&'static str], String)> {
    let fields = (0..120).map(|n| format!("X-{n}: {n}\r\n")).collect::<Vec<_>>().concat();
    vec![
        ("a length", HELLO, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello".to_owned()),
        ("chunks, extensions, trailers", HELLO, {
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=\"b\"\r\nhe\r\n03\r\nllo\r\n0\r\nX: y\r\nZ: 0\r\n\r\n".to_owned()
        }),
        ("interim answers", HELLO, {
            let interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
            format!("{interim}HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        }),
        ("an answer to a HEAD", &["-m", "HEAD"], {
            "HTTP/1.1 200 OK\r\nContent-Length: 500\r\nX: y\r\n\r\n".to_owned()
        }),
        ("204", &["--expect-status", "204"], "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n".to_owned()),
        ("304", &["--expect-status", "304"], "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n".to_owned()),
        ("no body", &["--expect-text", ""], "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".to_owned()),
        ("120 headers", HELLO, format!("HTTP/1.1 200 OK\r\n{fields}Content-Length: 5\r\n\r\nhello")),
        ("odd spelling", HELLO, "HTTP/1.1 200\r\ncontent-LENGTH:5\r\nconnection:\tKeep-Alive \r\n\r\nhello".to_owned()),
    ]
}

/// Serves `wire` cut into two at byte `cut(n)` in answer to the n-th request.
fn cut_at(wire: Vec<u8>, cut: impl Fn(usize) -> usize + Send + Sync + 'static) -> Server {
    Server::start(move |mut client: Client| {
        while let Some(number) = client.request() {
            let cut = cut(usize::try_from(number).unwrap());
            client.send(&wire[..cut]);
            sleep(Duration::from_micros(300));
            client.send(&wire[cut..]);
        }
    })
}

#[test]
fn an_answer_is_the_same_wherever_it_is_cut() {
    for (name, arguments, wire) in right_answers() {
        // Of long ones every cut of the first and the last bytes, and of the middle some.
        let length = wire.len();
        let cuts: Vec<usize> =
            (1..length).filter(|cut| *cut < 120 || *cut > length - 120 || cut % 13 == 0).collect();
        let count = cuts.len();
        let server = cut_at(wire.into_bytes(), move |number| cuts[number % cuts.len()]);
        let requests = count.to_string();
        let load = [&["-n", requests.as_str(), "-c", "1", "--timeout", "10s"], arguments].concat();
        let (_, document) = run(server.address, &load);
        assert_eq!(outcomes(&document), only("ok", count as u64), "{name}: {}", document["first_failure"]);
        assert_eq!((server.connections(), server.requests()), (1, count as u64), "{name}");
        assert_eq!(document["bytes_received"], count * length, "{name}");
        assert_eq!(document["responses"], count, "{name}");
    }
}

#[test]
fn an_answer_in_single_bytes() {
    for (name, arguments, wire) in right_answers() {
        let length = wire.len();
        let server = Server::start(move |mut client| {
            while client.request().is_some() {
                for byte in wire.as_bytes().chunks(1) {
                    client.send(byte);
                }
            }
        });
        let (_, document) = run(server.address, &[&["-n", "5", "-c", "1"], arguments].concat());
        assert_eq!(outcomes(&document), only("ok", 5), "{name}: {}", document["first_failure"]);
        assert_eq!(document["bytes_received"], 5 * length, "{name}");
    }
}

#[test]
fn heads_of_64_kib_and_of_1_mib_and_no_more() {
    let head = |length: usize| {
        let (start, end) = ("HTTP/1.1 200 OK\r\n", "Content-Length: 5\r\n\r\n");
        let mut fields = String::new();
        while fields.len() + start.len() + end.len() + 8000 < length {
            fields.extend(["X: ", &"v".repeat(7000), "\r\n"]);
        }
        let rest = length - start.len() - end.len() - fields.len() - "X: \r\n".len();
        fields.extend(["X: ", &"v".repeat(rest), "\r\n"]);
        format!("{start}{fields}{end}hello")
    };
    for (length, outcome) in [(64 * 1024, "ok"), (1024 * 1024, "ok"), (3 * 512 * 1024, "protocol")] {
        let answer = head(length);
        assert_eq!(answer.len(), length + 5);
        let server = Server::answering(answer);
        let load = [&["-n", "6", "-c", "2"], HELLO].concat();
        let (_, document) = run(server.address, &load);
        assert_eq!(outcomes(&document), only(outcome, 6), "{length}: {}", document["first_failure"]);
    }
}

/// Sends `start`, then `more` for as long as the client takes it.
fn endless(start: &'static str, more: &str) -> Server {
    let more = more.repeat(1 + 65_536 / more.len());
    Server::start(move |mut client| {
        if client.request().is_some() && client.send(start.as_bytes()) {
            while client.send(more.as_bytes()) {}
        }
    })
}

#[test]
fn what_never_ends_is_given_up() {
    let ok = "HTTP/1.1 200 OK\r\n";
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    let cases: [(&'static str, String, &str); 8] = [
        (ok, "X: y\r\n".to_owned(), "protocol"),
        (ok, "x".to_owned(), "protocol"),
        (
            "HTTP/1.1 100 Continue\r\n\r\n",
            format!("HTTP/1.1 102 Processing\r\nX: {}\r\n\r\n", "y".repeat(1000)),
            "protocol",
        ),
        (chunked, "1;x=y\r\nh\r\n".to_owned(), "protocol"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "X: y\r\n".to_owned(), "protocol"),
        // A body may be of any length, but not take any time.
        (chunked, "8\r\nabcdefgh\r\n".to_owned(), "timeout"),
        ("HTTP/1.1 200 OK\r\n\r\n", "x".to_owned(), "timeout"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 9000000000000000\r\n\r\n", "x".to_owned(), "timeout"),
    ];
    for (start, more, outcome) in &cases {
        let server = endless(start, more);
        let timeout = if *outcome == "timeout" { "300ms" } else { "30s" };
        let (_, document) = run(server.address, &["-n", "2", "-c", "2", "--timeout", timeout]);
        assert_eq!(outcomes(&document), only(outcome, 2), "{start:?} {more:?}: {}", document["first_failure"]);
    }
}

#[test]
fn unsolicited_bytes_cost_the_connection() {
    let hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    let twice = hello.repeat(2);
    let chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n0\r\n\r\n";
    for answer in [&twice, &format!("{hello}\r\n"), &format!("{hello}x"), chunks] {
        let server = Server::answering(answer.to_owned());
        let (_, document) = run(server.address, &["-n", "10", "-c", "1"]);
        assert_eq!(outcomes(&document), only("protocol", 10), "{answer:?}");
        assert_eq!(server.connections(), 10, "{answer:?}");
    }
}

/// What each of `answers` ends as, one request each.
fn verdicts(answers: Vec<&'static str>) -> Value {
    let count = answers.len().to_string();
    let server = Server::start(move |mut client| {
        while let Some(number) = client.request() {
            client.send(answers[usize::try_from(number).unwrap() % answers.len()].as_bytes());
        }
    });
    run(server.address, &["-n", count.as_str(), "-c", "1", "--timeout", "10s"]).1
}

#[test]
fn a_status_is_what_the_status_line_says() {
    let answers = vec![
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 204 No Content\r\n\r\n",
        "HTTP/1.1 404 200 OK\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 15\r\n\r\nHTTP/1.1 200 OK",
        "HTTP/1.1 301 Moved\r\nLocation: /\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 599 Odd\r\nContent-Length: 0\r\n\r\n",
    ];
    let document = verdicts(answers);
    assert_eq!(outcomes(&document), [("ok".to_owned(), 2), ("wrong_status".to_owned(), 4)], "{document}");
    assert_eq!((&document["responses"], &document["reconnects"]), (&6.into(), &0.into()));
}
