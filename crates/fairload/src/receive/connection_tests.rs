//! The receiving half of a connection, with its bytes cut in every way.

use serde_json::json;

use super::*;
use crate::outcome::Outcome;
use crate::parameters::{Syntax, Text};
use crate::receive::coding::Coding;
use crate::spec::ExpectedBody;

fn checker(body: ExpectedBody) -> Checker {
    Checker::new(Expectation { status: Some(200), body, ..Expectation::default() }, false)
}

/// Feeds `wire` in the given pieces; returns the result of the last one.
fn feed<'a>(checker: &mut Checker, pieces: impl IntoIterator<Item = &'a [u8]>) -> Received {
    let mut receiver = Receiver::default();
    let mut last = Received::More;
    for piece in pieces {
        assert_eq!(last, Received::More, "an answer ended before its last byte");
        last = receiver.receive(checker, piece, true);
        if let Received::Answer { taken, facts, .. } = &mut last {
            assert_eq!(*taken, piece.len(), "nothing but the answer was there");
            *taken = 0;
            *facts = Facts { keep_alive: facts.keep_alive, ..Facts::default() };
        }
    }
    last
}

/// As [`feed`] tells it.
const RIGHT: Received = Received::Answer {
    verdict: Verdict::Right,
    facts: Facts { status: 0, keep_alive: true, head_bytes: 0, body_bytes: 0, wire_bytes: 0 },
    taken: 0,
};

/// Feeds consecutive answers in the given pieces; returns how many were right, and where each ended.
fn feed_several<'a>(checker: &mut Checker, pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<usize> {
    let (mut receiver, mut ends, mut position) = (Receiver::default(), Vec::new(), 0);
    for piece in pieces {
        let mut rest = piece;
        while !rest.is_empty() {
            let length = match receiver.receive(checker, rest, false) {
                Received::More => rest.len(),
                Received::Answer { verdict: Verdict::Right, taken, .. } => {
                    ends.push(position + taken);
                    taken
                }
                other => panic!("{other:?} at {position}"),
            };
            position += length;
            rest = &rest[length..];
        }
    }
    ends
}

#[test]
fn a_body_may_come_in_any_coding_that_is_expected_and_in_no_other() {
    let gzip = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcbH\xcd\xc9\xc9\x07\x00\x86\xa6\x106\x05\x00\x00\x00";
    let brotli = b"\x0b\x02\x80hello\x03";
    let wire = |coding: &str, body: &[u8]| {
        let head = format!("HTTP/1.1 200 OK\r\n{coding}Content-Length: {}\r\n\r\n", body.len());
        [head.as_bytes(), body].concat()
    };
    let mut either = Checker::new(
        Expectation {
            body: ExpectedBody::Text("hello".to_owned()),
            codings: vec![Coding::Br, Coding::Gzip],
            ..Expectation::default()
        },
        false,
    );
    // Twice, since what was right once is compared with that.
    for _ in 0..2 {
        assert_eq!(feed(&mut either, [&wire("", b"hello")[..]]), RIGHT);
        assert_eq!(feed(&mut either, [&wire("Content-Encoding: gzip\r\n", gzip)[..]]), RIGHT);
        assert_eq!(feed(&mut either, [&wire("content-encoding: BR\r\n", brotli)[..]]), RIGHT);
    }
    for (coding, body, why) in [
        ("Content-Encoding: gzip\r\n", &brotli[..], "not gzip"),
        ("Content-Encoding: br\r\n", b"hello", "not br"),
        ("Content-Encoding: zstd\r\n", gzip, "zstd"),
        ("Content-Encoding: gzip\r\n", b"", ""),
        ("", gzip, "expected: \"hello\""),
    ] {
        let said = format!("{:?}", feed(&mut either, [&wire(coding, body)[..]]));
        assert!(said.contains("WrongBody") && said.contains(why), "{coding:?}: {said}");
        either.explain = true;
    }
    let mut plain = checker(ExpectedBody::Text("hello".to_owned()));
    assert_ne!(feed(&mut plain, [&wire("Content-Encoding: gzip\r\n", gzip)[..]]), RIGHT);
}

#[test]
fn consecutive_answers_are_separated_however_they_are_cut() {
    let wires: Vec<_> = answers().into_iter().map(|(_, wire)| wire).collect();
    let stream = wires.concat().into_bytes();
    let ends: Vec<_> = wires
        .iter()
        .scan(0, |end, wire| {
            Some({
                *end += wire.len();
                *end
            })
        })
        .collect();
    let mut taught = checker(ExpectedBody::Text("hello".to_owned()));
    for size in (1..stream.len()).step_by(7).chain([stream.len()]) {
        let mut untaught = checker(ExpectedBody::Text("hello".to_owned()));
        assert_eq!(feed_several(&mut untaught, stream.chunks(size)), ends, "pieces of {size}, none learnt");
        assert_eq!(feed_several(&mut taught, stream.chunks(size)), ends, "pieces of {size}");
    }
}

#[test]
fn many_answers_in_one_read_cost_one_look_each() {
    let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    let stream = answer.repeat(20_000);
    let mut parsed = 0;
    let mut rest = &stream[..];
    while !rest.is_empty() {
        let mut parser = Parser::new(Mode { to_head: false, kept_body: 1 << 20, keeps_raw: true });
        let Ok(Fed::Done { taken }) = parser.feed(rest) else { panic!("no answer at {parsed}") };
        assert_eq!(taken, answer.len());
        let kept = parser.held_bytes();
        assert!(kept < 16 * 1024, "{kept} bytes kept of an answer of {taken}");
        (parsed, rest) = (parsed + 1, &rest[taken..]);
    }
    assert_eq!(parsed, 20_000);
}

fn answers() -> Vec<(&'static str, String)> {
    let many: String = (0..100).flat_map(|n| [format!("X-{n}: "), format!("{n}\r\n")]).collect();
    let long = "y".repeat(2000);
    vec![
        ("length", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello".to_owned()),
        ("date", {
            "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 5\r\n\r\nhello".to_owned()
        }),
        ("chunked", {
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n";
            format!("{head}2;a=b\r\nhe\r\n3\r\nllo\r\n0\r\nX-Sum: 1\r\n\r\n")
        }),
        ("interim", {
            let early = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
            format!("HTTP/1.1 100 Continue\r\n\r\n{early}HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        }),
        ("100 headers", format!("HTTP/1.1 200 OK\r\n{many}Content-Length: 5\r\n\r\nhello")),
        ("long header", format!("HTTP/1.1 200 OK\r\nX: {long}\r\nContent-Length: 5\r\n\r\nhello")),
        ("bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello".to_owned()),
    ]
}

#[test]
fn an_answer_may_be_cut_at_any_byte_and_comes_out_the_same_again_and_again() {
    for (name, wire) in answers() {
        let wire = wire.as_bytes();
        let mut checker = checker(ExpectedBody::Text("hello".to_owned()));
        for cut in 1..wire.len() {
            let pieces = [&wire[..cut], &wire[cut..]];
            assert_eq!(feed(&mut checker, pieces), RIGHT, "{name} cut at {cut}");
        }
        assert_eq!(feed(&mut checker, wire.chunks(1)), RIGHT, "{name} byte by byte");
        assert_eq!(feed(&mut checker, [wire]), RIGHT, "{name} whole");
    }
}

#[test]
fn a_byte_more_is_refused_wherever_it_comes() {
    for (name, wire) in answers() {
        let surplus = [wire.as_bytes(), b"H"].concat();
        let mut checker = checker(ExpectedBody::Any);
        for _ in 0..2 {
            assert!(matches!(feed(&mut checker, [&surplus[..]]), Received::Broken(_)), "{name}, not learnt");
            assert_eq!(feed(&mut checker, [wire.as_bytes()]), RIGHT, "{name}");
        }
    }
}

#[test]
fn a_wrong_body_is_found_after_any_number_of_right_ones_at_every_byte() {
    let wire = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    let mut checker = checker(ExpectedBody::Text("hello".to_owned()));
    for at in wire.len() - 5..wire.len() {
        assert_eq!(feed(&mut checker, [&wire[..]]), RIGHT);
        let mut wrong = wire.to_vec();
        wrong[at] ^= 1;
        for cut in 1..wire.len() {
            let received = feed(&mut checker, [&wrong[..cut], &wrong[cut..]]);
            let Received::Answer {
                verdict: Verdict::Wrong(Outcome::WrongBody, _),
                facts: Facts { keep_alive: true, .. },
                ..
            } = received
            else {
                panic!("byte {at} changed, cut at {cut}: {received:?}");
            };
        }
    }
}

/// Of requests with parameters.
fn varying(expect: &serde_json::Value) -> Checker {
    let expect = serde_json::from_value(expect.clone()).expect("an expectation");
    Checker::of(&Expected::new(&expect, Syntax::Parameters).expect("parameters"), false, 7)
}

#[test]
fn behind_a_head_that_was_right_before_only_the_body_of_this_request_is_right() {
    let random =
        |number| Text::new("", b"{random}", Syntax::Parameters).expect("valid").string(Values { seed: 7, number });
    let text: fn(String) -> String = |value| value;
    let json: fn(String) -> String = |value| format!(r#"{{"a": ["{value}"], "b": 1.0}}"#);
    let length = [("Content-Length".to_owned(), "16".to_owned())];
    for (body, expect) in [
        (text, json!({"body": {"text": "{random}"}})),
        (text, json!({"body": {"contains": "{random}"}, "headers": length})),
        (json, json!({"body": {"json": {"b": 1, "a": ["{random}"]}}})),
        (json, json!({"body": {"subset": {"a": ["{random}"]}}})),
    ] {
        let mut taught = varying(&expect);
        for number in 0..100 {
            let wire = |body: String, id| {
                format!("HTTP/1.1 200 OK\r\nX-Id: {id:04}\r\nContent-Length: {}\r\n\r\n{body}", body.len())
            };
            for (of, is_right) in [(number, true), (number + 1, false)] {
                let wire = wire(body(random(of)), of);
                let mut untaught = varying(&expect);
                for checker in [&mut taught, &mut untaught] {
                    (checker.number, checker.explain) = (number, true);
                }
                let cut = 1 + usize::try_from(number).expect("small") % (wire.len() - 1);
                for pieces in [vec![wire.as_bytes()], vec![&wire.as_bytes()[..cut], &wire.as_bytes()[cut..]]] {
                    let received = feed(&mut taught, pieces.clone());
                    assert_eq!(received == RIGHT, is_right, "{expect}: {received:?}");
                    assert_eq!(received, feed(&mut untaught, pieces), "{expect}");
                }
                let surplus = format!("{wire}H");
                assert!(matches!(feed(&mut taught, [surplus.as_bytes()]), Received::Broken(_)));
            }
        }
    }
}

#[test]
fn a_header_that_must_be_that_of_its_request_is_looked_at_each_time() {
    let mut checker = varying(&json!({"headers": [["Location", "/items/{sequence}"]], "body": {"text": "hello"}}));
    for number in 100..200 {
        checker.number = number;
        for (of, is_right) in [(number, true), (number - 1, false), (number + 1, false)] {
            let wire = format!("HTTP/1.1 201 Created\r\nLocation: /items/{of}\r\nContent-Length: 5\r\n\r\nhello");
            assert_eq!(feed(&mut checker, [wire.as_bytes()]) == RIGHT, is_right, "{of} for {number}");
        }
    }
}

#[test]
fn bodies_that_never_repeat_are_judged_behind_a_head_that_does() {
    let mut checker = checker(ExpectedBody::Contains("right".to_owned()));
    for number in 0..1000 {
        for word in ["right", "wrong"] {
            let wire = format!("HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{word}: {number:06}");
            assert_eq!(feed(&mut checker, [wire.as_bytes()]) == RIGHT, word == "right");
        }
    }
}

#[test]
fn different_right_answers_are_all_right() {
    let mut checker = checker(ExpectedBody::Json(json!({"a": 1, "b": 2})));
    let bodies = [r#"{"a":1,"b":2}"#, r#"{"b": 2, "a": 1}"#, r#"{"b":2.0,"a":1}"#, "{\"a\":1,\n\"b\":2}"];
    for round in 0..20 {
        for body in bodies {
            let wire = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len());
            let cut = 1 + round % (wire.len() - 1);
            assert_eq!(feed(&mut checker, [&wire.as_bytes()[..cut], &wire.as_bytes()[cut..]]), RIGHT, "{body}");
        }
    }
    let wrong = "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{\"a\":1,\"b\":3}";
    let Received::Answer { verdict: Verdict::Wrong(Outcome::WrongBody, Some(mismatch)), .. } =
        feed(&mut checker, [wrong.as_bytes()])
    else {
        panic!("a wrong value was right");
    };
    assert_eq!(mismatch.got, r#"{"a":1,"b":3}"#);
}

#[test]
fn an_answer_without_a_length_ends_with_its_connection() {
    let mut checker = checker(ExpectedBody::Text("hello".to_owned()));
    for (body, verdict) in [("hello", true), ("hell", false)] {
        let mut receiver = Receiver::default();
        let wire = format!("HTTP/1.1 200 OK\r\n\r\n{body}");
        for byte in wire.as_bytes().chunks(1) {
            assert_eq!(receiver.receive(&mut checker, byte, true), Received::More);
        }
        let Ended::Answer(got, facts) = receiver.end(&mut checker) else { panic!("not an answer") };
        assert_eq!(got == Verdict::Right, verdict);
        assert_eq!((facts.status, facts.keep_alive, facts.wire_bytes), (200, false, wire.len() as u64));
    }
}

#[test]
fn an_end_anywhere_else_is_no_answer() {
    for (name, wire) in answers() {
        let mut checker = checker(ExpectedBody::Any);
        for _ in 0..2 {
            for cut in 1..wire.len() {
                let mut receiver = Receiver::default();
                let begun = receiver.receive(&mut checker, &wire.as_bytes()[..cut], true);
                assert_eq!(begun, Received::More, "{name}");
                assert_eq!(receiver.end(&mut checker), Ended::Truncated, "{name} cut at {cut}");
            }
            assert_eq!(feed(&mut checker, [wire.as_bytes()]), RIGHT);
        }
    }
    assert_eq!(Receiver::default().end(&mut checker(ExpectedBody::Any)), Ended::Nothing);
}

#[test]
fn the_answer_to_a_head_has_no_body() {
    let expectation = Expectation::default();
    let mut checker = Checker::new(expectation, true);
    assert_eq!(feed(&mut checker, [&b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"[..]]), RIGHT);
    let with_body = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    assert!(matches!(feed(&mut checker, [&with_body[..]]), Received::Broken(_)));
}

#[test]
fn what_is_no_http_is_refused_early() {
    let mut checker = checker(ExpectedBody::Any);
    for wire in ["x", "HTTP/2", "\r\nHTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 2x0 OK\r\n\r\n", "HTTP/1.1 99 X\r\n\r\n"] {
        assert!(matches!(feed(&mut checker, [wire.as_bytes()]), Received::Broken(_)), "{wire:?}");
    }
    let endless = [b"HTTP/1.1 200 OK\r\nX: ".to_vec(), vec![b'y'; 2 * 1024 * 1024]].concat();
    assert!(matches!(feed(&mut checker, [&endless[..]]), Received::Broken(_)));
}

#[test]
fn a_64_kib_head_and_a_big_body_are_no_trouble() {
    let (head, body) = ("h".repeat(64 * 1024), "b".repeat(3 * 1024 * 1024));
    let wire = format!("HTTP/1.1 200 OK\r\nX: {head}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    let mut checker = checker(ExpectedBody::Text(body));
    for piece in [1 << 12, 1 << 18, usize::MAX] {
        assert_eq!(feed(&mut checker, wire.as_bytes().chunks(piece)), RIGHT);
    }
}
