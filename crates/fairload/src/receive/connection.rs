//! The receiving half of one connection.

use std::sync::Arc;

use super::expected::{Expected, Varying};
use crate::parameters::Values;
use crate::receive::http1::head::{Framing, Head};
use crate::receive::http1::parser::{Answer, Fed, Mode, Parser};
use crate::receive::http1::{Facts, ProtocolError};
use crate::receive::template::{Found, Match, Template, Templates};
use crate::receive::verify::{Verdict, Verifier};
use crate::spec::Expectation;

/// What all connections of a target share on one thread.
#[derive(Debug)]
pub(crate) struct Checker {
    templates: Templates,
    /// Of heads that right answers had, for answers whose bodies differ.
    heads: Templates,
    verifier: Verifier,
    to_head: bool,
    /// The right answer differs between requests, by this seed of [`Values`]: then nothing is learnt.
    varying: Option<(Varying, u64)>,
    /// Of the request whose answer is received.
    pub(crate) number: u64,
    /// Whether to explain wrong answers: true until the first one was explained.
    pub(crate) explain: bool,
    first_head: Vec<u8>,
    /// Its buffers serve the next answer.
    spare: Option<Box<Parser>>,
}

impl Checker {
    /// `to_head`: the requests are HEAD requests.
    pub(crate) fn new(expectation: Expectation, to_head: bool) -> Self {
        Self {
            templates: Templates::default(),
            heads: Templates::default(),
            verifier: Verifier::new(expectation),
            to_head,
            varying: None,
            number: 0,
            explain: true,
            first_head: Vec::new(),
            spare: None,
        }
    }

    /// `seed`: of the [`Values`] of parameters, if there are any.
    pub(crate) fn of(expected: &Expected, to_head: bool, seed: u64) -> Self {
        let Expected { fixed, varying } = expected;
        let varying = varying.clone().map(|varying| (varying, seed));
        Self { varying, ..Self::new(fixed.clone(), to_head) }
    }

    /// Whether a server may answer before it has had the whole request: to refuse it.
    pub(crate) fn expects_refusal(&self) -> bool {
        self.verifier.expects_refusal()
    }

    fn parser(&mut self) -> Box<Parser> {
        let keeps_raw = self.varying.is_none() && self.templates.may_learn();
        let mode = Mode { to_head: self.to_head, kept_body: self.verifier.kept_body, keeps_raw };
        match self.spare.take() {
            Some(parser) => parser.again(mode),
            None => Box::new(Parser::new(mode)),
        }
    }

    /// Judges a complete answer, whose last `taken` bytes came just now, and learns from it if it is right.
    fn conclude(&mut self, parser: &Parser, taken: usize) -> Received {
        let Some(answer) = parser.answer() else {
            return Received::Broken(ProtocolError::new("an answer without an end"));
        };
        let facts = answer.facts();
        if self.first_head.is_empty() {
            self.first_head.extend_from_slice(answer.head);
        }
        if !self.has_constant_head() {
            self.expect_this();
        }
        let wrong = self.verifier.wrong_head(&answer, self.explain);
        let is_whole = answer.body.len() as u64 == answer.body_len;
        let verdict = match wrong {
            Some(wrong) => wrong,
            None if is_whole && self.is_as_asked(answer.body) => Verdict::Right,
            None => self.judge_content(&answer),
        };
        if verdict == Verdict::Right {
            self.learn(&answer, facts);
        }
        Received::Answer { verdict, facts, taken }
    }

    /// Whether heads that are right for one request are right for all.
    fn has_constant_head(&self) -> bool {
        self.varying.as_ref().is_none_or(|(varying, _)| varying.has_constant_head())
    }

    /// If the right answer differs between requests: expects that of this one.
    fn expect_this(&mut self) {
        if let Some((varying, seed)) = &self.varying {
            self.verifier.expect(varying.rendered(Values { seed: *seed, number: self.number }));
        }
    }

    fn learn(&mut self, answer: &Answer<'_>, facts: Facts) {
        let looks_at = |name: &str| self.verifier.looks_at(name);
        if let Some(raw) = answer.raw {
            self.templates.learn(raw, answer.head, facts, looks_at);
        }
        let is_plain = matches!(answer.parsed.framing, Framing::Empty | Framing::Length(_))
            && answer.wire_len == answer.head.len() as u64 + answer.body_len;
        if is_plain && self.has_constant_head() && self.heads.may_learn() {
            self.heads.learn(answer.head, answer.head, facts, looks_at);
        }
    }

    /// The result, if all of an answer is here and begins as a right one did: its body is judged.
    #[inline(always)]
    #[allow(clippy::inline_always)] // it has one caller
    fn judge_behind_known_head(&mut self, data: &[u8]) -> Option<Received> {
        let Found::Whole { taken: head, facts } = self.heads.find(data) else { return None };
        let taken = usize::try_from(facts.wire_bytes).ok()?;
        let body = data.get(head..taken)?;
        let verdict = if self.is_as_asked(body) { Verdict::Right } else { self.judge_body(&data[..head], body, facts) };
        Some(Received::Answer { verdict, facts, taken })
    }

    /// `head`: one that right answers had.
    #[inline(never)]
    fn judge_body(&mut self, head: &[u8], body: &[u8], facts: Facts) -> Verdict {
        let framing = Framing::Length(facts.body_bytes);
        let answer = Answer {
            parsed: Head { status: facts.status, framing, keep_alive: facts.keep_alive },
            head,
            body: &body[..body.len().min(self.verifier.kept_body)],
            body_len: facts.body_bytes,
            wire_len: facts.wire_bytes,
            raw: None,
        };
        self.judge_content(&answer)
    }

    /// Whether a body, of which all is here, is what its request asks for, without building that.
    #[inline]
    fn is_as_asked(&mut self, body: &[u8]) -> bool {
        let Some((varying, seed)) = &mut self.varying else { return false };
        let values = Values { seed: *seed, number: self.number };
        self.verifier.compares_plain() && body.len() <= self.verifier.kept_body && varying.holds(body, values)
    }

    fn judge_content(&mut self, answer: &Answer<'_>) -> Verdict {
        self.expect_this();
        self.verifier.judge_content(answer, self.explain)
    }

    /// The head of the first answer that was parsed; empty until then.
    pub(crate) fn first_head(&self) -> &[u8] {
        &self.first_head
    }
}

/// The result of some bytes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// The answer is not complete.
    More,
    Answer {
        verdict: Verdict,
        facts: Facts,
        /// How many of the bytes; the others belong to the next answer.
        taken: usize,
    },
    Broken(ProtocolError),
}

/// How the end of the stream left an answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// No byte of an answer had come.
    Nothing,
    /// The answer ends with the connection.
    Answer(Verdict, Facts),
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
    /// Takes what the connection delivered next, up to the end of one answer. `alone`: no other answer is waited for, so
    /// that bytes beyond this one are an error. After an answer or an error the receiver is fresh again.
    #[inline]
    pub(crate) fn receive(&mut self, checker: &mut Checker, data: &[u8], alone: bool) -> Received {
        let received = self.receive_one(checker, data);
        match received {
            Received::Answer { taken, .. } if alone && taken < data.len() => {
                Received::Broken(ProtocolError::new("bytes after the end of the answer"))
            }
            received => received,
        }
    }

    #[inline]
    fn receive_one(&mut self, checker: &mut Checker, data: &[u8]) -> Received {
        if !matches!(self, Self::Fresh) {
            return self.resume(checker, data);
        }
        match checker.templates.find(data) {
            Found::Whole { taken, facts } => Received::Answer { verdict: Verdict::Right, facts, taken },
            Found::Prefix(template) => {
                *self = Self::Matching(template, data.len());
                Received::More
            }
            Found::Nothing => match checker.judge_behind_known_head(data) {
                Some(received) => received,
                None => self.parse(checker.parser(), checker, data),
            },
        }
    }

    fn resume(&mut self, checker: &mut Checker, data: &[u8]) -> Received {
        let (template, matched) = match std::mem::take(self) {
            Self::Fresh => return self.receive_one(checker, data),
            Self::Parsing(parser) => return self.parse(parser, checker, data),
            Self::Matching(template, matched) => (template, matched),
        };
        match template.compare(matched, data) {
            Match::Whole { taken, .. } => {
                checker.templates.hit_in_pieces();
                Received::Answer { verdict: Verdict::Right, facts: template.facts, taken }
            }
            Match::Prefix => {
                *self = Self::Matching(template, matched + data.len());
                Received::More
            }
            // It may still be another template's answer, or one to be parsed: begin again with all of it.
            Match::Differs => {
                let joined = [template.prefix(matched), data].concat();
                match self.receive_one(checker, &joined) {
                    // What matched so far was not a whole answer, so no answer ends in it.
                    Received::Answer { verdict, facts, taken } => {
                        Received::Answer { verdict, facts, taken: taken - matched }
                    }
                    received => received,
                }
            }
        }
    }

    fn parse(&mut self, mut parser: Box<Parser>, checker: &mut Checker, data: &[u8]) -> Received {
        match parser.feed(data) {
            Ok(Fed::More) => {
                *self = Self::Parsing(parser);
                Received::More
            }
            Ok(Fed::Done { taken }) => {
                let received = checker.conclude(&parser, taken);
                checker.spare = Some(parser);
                received
            }
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
                match checker.conclude(&parser, 0) {
                    Received::Answer { verdict, facts, .. } => Ended::Answer(verdict, facts),
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

    /// Memory that grows with what came, bytes; templates, which are shared and few, apart.
    #[cfg(any(test, feature = "fuzzing"))]
    pub(crate) fn held_bytes(&self) -> usize {
        match self {
            Self::Fresh | Self::Matching(..) => 0,
            Self::Parsing(parser) => parser.held_bytes(),
        }
    }
}

#[cfg(test)]
#[path = "connection_tests.rs"]
mod tests;
