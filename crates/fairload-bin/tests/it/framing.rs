//! Answers in every shape HTTP/1 allows, and in shapes it does not, over real sockets.

use std::thread::sleep;
use std::time::Duration;

use super::common::{Server, only, outcomes, run};

/// Ten requests on one connection to a server that always sends `answer`.
fn ten(answer: impl Into<Vec<u8>>, arguments: &[&str]) -> (Vec<(String, u64)>, u64) {
    let server = Server::answering(answer);
    let (_, document) = run(server.address, &[&["-n", "10", "-c", "1", "--timeout", "10s"], arguments].concat());
    (outcomes(&document), server.connections())
}

const TEXT: &[&str] = &["--expect-text", "hello"];

#[test]
fn chunks_extensions_and_trailers() {
    let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;x=y\r\nh\r\n4\r\nello\r\n0\r\nA: b\r\n\r\n";
    assert_eq!(ten(answer, TEXT), (only("ok", 10), 1));
}

#[test]
fn interim_answers_are_not_counted() {
    let answer = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    assert_eq!(ten(answer, TEXT), (only("ok", 10), 1));
}

#[test]
fn a_head_request_gets_no_body() {
    assert_eq!(ten("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", &["-m", "HEAD"]), (only("ok", 10), 1));
}

#[test]
fn statuses_without_a_body() {
    for (status, expect) in [("204 No Content", "204"), ("304 Not Modified", "304")] {
        let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 5\r\n\r\n");
        assert_eq!(ten(answer, &["--expect-status", expect]), (only("ok", 10), 1), "{status}");
    }
}

#[test]
fn a_64_kib_head_with_100_headers() {
    let fields: String = (0..100).flat_map(|n| [format!("X-{n}: "), "v".repeat(650), "\r\n".to_owned()]).collect();
    let answer = format!("HTTP/1.1 200 OK\r\n{fields}Content-Length: 5\r\n\r\nhello");
    assert!(answer.len() > 64 * 1024);
    assert_eq!(ten(answer, TEXT), (only("ok", 10), 1));
}

#[test]
fn an_answer_that_ends_with_its_connection() {
    let server = Server::start(|mut client| {
        client.request();
        client.send(b"HTTP/1.1 200 OK\r\n\r\nhel");
        sleep(Duration::from_millis(2));
        client.send(b"lo");
    });
    let (_, document) = run(server.address, &["-n", "10", "-c", "1", "--expect-text", "hello"]);
    assert_eq!(outcomes(&document), only("ok", 10));
    assert_eq!((server.connections(), document["reconnects"].as_u64()), (10, Some(9)));
}

#[test]
fn an_answer_cut_at_every_byte() {
    let answer = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n";
    let server = Server::start(|mut client| {
        while let Some(number) = client.request() {
            let cut = usize::try_from(number).unwrap() % (answer.len() - 1) + 1;
            client.send(&answer[..cut]);
            sleep(Duration::from_micros(500));
            client.send(&answer[cut..]);
        }
    });
    let (_, document) = run(server.address, &["-n", "150", "-c", "1", "--expect-text", "hello"]);
    assert_eq!(outcomes(&document), only("ok", 150));
}

#[test]
fn an_answer_byte_by_byte() {
    let server = Server::start(|mut client| {
        while client.request().is_some() {
            for byte in super::common::HELLO.chunks(1) {
                client.send(byte);
                sleep(Duration::from_micros(200));
            }
        }
    });
    let (_, document) = run(server.address, &["-n", "8", "-c", "1", "--expect-text", "hello"]);
    assert_eq!(outcomes(&document), only("ok", 8));
}

#[test]
fn what_breaks_the_protocol_is_called_so() {
    for answer in [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello, world",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 101 Switching Protocols\r\n\r\n",
        "SSH-2.0-OpenSSH_9.2\r\n",
        "HTTP/1.1 OK\r\n\r\n",
    ] {
        // Each of them costs its connection.
        assert_eq!(ten(answer, &[]), (only("protocol", 10), 10), "{answer:?}");
    }
}

#[test]
fn an_answer_that_is_too_short_is_a_timeout_or_a_read_error() {
    let short = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello";
    let server = Server::answering(short);
    let (_, document) = run(server.address, &["-n", "2", "-c", "1", "--timeout", "100ms"]);
    assert_eq!(outcomes(&document), only("timeout", 2));
    let server = Server::start(move |mut client| {
        client.request();
        client.send(short.as_bytes());
    });
    let (_, document) = run(server.address, &["-n", "10", "-c", "1"]);
    assert_eq!(outcomes(&document), only("read", 10));
    assert!(document["first_failure"]["got"].as_str().unwrap().contains("in the middle"));
}
