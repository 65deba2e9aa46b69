//! The receiving half of one connection: bytes in, verified answers out. No sockets here, so both engines share it.

use std::sync::Arc;

use crate::http1::ProtocolError;
use crate::http1::parser::{Fed, Mode, Parser};
use crate::spec::Expectation;
use crate::template::{Found, Match, Template, Templates};
use crate::verify::{Verdict, Verifier};

/// What all connections of a target share on one thread.
#[derive(Debug)]
pub(crate) struct Checker {
    templates: Templates,
    verifier: Verifier,
    to_head: bool,
    /// Wrong answers are to be explained: true until the first one was.
    pub(crate) explain: bool,
}

impl Checker {
    /// `to_head`: the requests are HEAD requests.
    pub(crate) fn new(expectation: Expectation, to_head: bool) -> Self {
        Self { templates: Templates::default(), verifier: Verifier::new(expectation), to_head, explain: true }
    }

    fn parser(&self) -> Box<Parser> {
        Box::new(Parser::new(Mode { to_head: self.to_head, keep_body: self.verifier.needs_body() }))
    }

    /// Judges a complete answer, and learns it if it is right.
    fn conclude(&mut self, parser: &Parser) -> Received {
        let Some(answer) = parser.answer() else {
            return Received::Broken(ProtocolError::new("an answer without an end"));
        };
        let keep_alive = answer.parsed.keep_alive;
        let verdict = self.verifier.judge(&answer, self.explain);
        if let (Verdict::Right, Some(raw)) = (&verdict, answer.raw) {
            self.templates.learn(raw, answer.head, keep_alive, !self.verifier.needs_date());
        }
        Received::Answer { verdict, keep_alive }
    }
}

/// What some bytes amounted to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// The answer is not complete.
    More,
    Answer {
        verdict: Verdict,
        keep_alive: bool,
    },
    Broken(ProtocolError),
}

/// How the end of the stream left an answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// No byte of an answer had come.
    Nothing,
    /// The answer ends with the connection.
    Answer(Verdict),
    Truncated,
}

#[derive(Debug, Default)]
pub(crate) enum Receiver {
    /// Between answers.
    #[default]
    Fresh,
    /// So far equal to this template; this many bytes.
    Matching(Arc<Template>, usize),
    Parsing(Box<Parser>),
}

impl Receiver {
    /// Takes what the connection delivered next. After an answer or an error the receiver is fresh again.
    #[inline]
    pub(crate) fn receive(&mut self, checker: &mut Checker, data: &[u8]) -> Received {
        if !matches!(self, Self::Fresh) {
            return self.resume(checker, data);
        }
        match checker.templates.find(data) {
            Found::Whole { keep_alive } => Received::Answer { verdict: Verdict::Right, keep_alive },
            Found::Prefix(template) => {
                *self = Self::Matching(template, data.len());
                Received::More
            }
            Found::Nothing => self.parse(checker.parser(), checker, data),
        }
    }

    fn resume(&mut self, checker: &mut Checker, data: &[u8]) -> Received {
        let (template, matched) = match std::mem::take(self) {
            Self::Fresh => return self.receive(checker, data),
            Self::Parsing(parser) => return self.parse(parser, checker, data),
            Self::Matching(template, matched) => (template, matched),
        };
        match template.compare(matched, data) {
            Match::Whole { .. } => {
                checker.templates.hit_in_pieces();
                Received::Answer { verdict: Verdict::Right, keep_alive: template.keep_alive }
            }
            Match::Prefix => {
                *self = Self::Matching(template, matched + data.len());
                Received::More
            }
            // It may still be another template's answer, or one to be parsed: begin again with all of it.
            Match::Differs => {
                let joined = [template.prefix(matched), data].concat();
                self.receive(checker, &joined)
            }
        }
    }

    fn parse(&mut self, mut parser: Box<Parser>, checker: &mut Checker, data: &[u8]) -> Received {
        match parser.feed(data) {
            Ok(Fed::More) => {
                *self = Self::Parsing(parser);
                Received::More
            }
            Ok(Fed::Done) => checker.conclude(&parser),
            Err(error) => Received::Broken(error),
        }
    }

    /// The peer closed its side.
    pub(crate) fn end(&mut self, checker: &mut Checker) -> Ended {
        match std::mem::take(self) {
            Self::Fresh => Ended::Nothing,
            Self::Matching(..) => Ended::Truncated,
            Self::Parsing(mut parser) => {
                if !parser.end() {
                    return Ended::Truncated;
                }
                match checker.conclude(&parser) {
                    Received::Answer { verdict, .. } => Ended::Answer(verdict),
                    Received::More | Received::Broken(_) => Ended::Truncated,
                }
            }
        }
    }

    /// Whether part of an answer has come.
    pub(crate) fn is_midway(&self) -> bool {
        !matches!(self, Self::Fresh)
    }

    pub(crate) fn reset(&mut self) {
        *self = Self::Fresh;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::outcome::Outcome;
    use crate::spec::ExpectedBody;

    fn checker(body: ExpectedBody) -> Checker {
        Checker::new(Expectation { status: Some(200), headers: Vec::new(), body }, false)
    }

    /// Feeds `wire` in the given pieces; what the last one amounted to.
    fn feed<'a>(checker: &mut Checker, pieces: impl IntoIterator<Item = &'a [u8]>) -> Received {
        let mut receiver = Receiver::default();
        let mut last = Received::More;
        for piece in pieces {
            assert_eq!(last, Received::More, "an answer ended before its last byte");
            last = receiver.receive(checker, piece);
        }
        last
    }

    const RIGHT: Received = Received::Answer { verdict: Verdict::Right, keep_alive: true };

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
                let Received::Answer { verdict: Verdict::Wrong(Outcome::WrongBody, _), keep_alive: true } = received
                else {
                    panic!("byte {at} changed, cut at {cut}: {received:?}");
                };
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
                assert_eq!(receiver.receive(&mut checker, byte), Received::More);
            }
            let Ended::Answer(got) = receiver.end(&mut checker) else { panic!("not an answer") };
            assert_eq!(got == Verdict::Right, verdict);
        }
    }

    #[test]
    fn an_end_anywhere_else_is_no_answer() {
        for (name, wire) in answers() {
            let mut checker = checker(ExpectedBody::Any);
            for _ in 0..2 {
                for cut in 1..wire.len() {
                    let mut receiver = Receiver::default();
                    assert_eq!(receiver.receive(&mut checker, &wire.as_bytes()[..cut]), Received::More, "{name}");
                    assert_eq!(receiver.end(&mut checker), Ended::Truncated, "{name} cut at {cut}");
                }
                assert_eq!(feed(&mut checker, [wire.as_bytes()]), RIGHT);
            }
        }
        assert_eq!(Receiver::default().end(&mut checker(ExpectedBody::Any)), Ended::Nothing);
    }

    #[test]
    fn the_answer_to_a_head_has_no_body() {
        let expectation = Expectation { status: None, headers: Vec::new(), body: ExpectedBody::Any };
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
}
