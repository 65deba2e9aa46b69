//! Is an answer the expected one?

use serde_json::Value;

use crate::json::same_json;
use crate::outcome::{Mismatch, Outcome, excerpt};
use crate::receive::coding::Coding;
use crate::receive::http1::head::fields;
use crate::receive::http1::parser::{Answer, EXCERPT};
use crate::spec::{Expectation, ExpectedBody};

/// How much longer than expected a body may be and still be looked at, bytes.
const KEPT_SLACK: usize = 64 * 1024;
/// How much of a body is looked at whose length nobody said, bytes.
const KEPT_UNKNOWN: usize = 1024 * 1024;

/// The outcome of an answer. It has a mismatch only on request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    Right,
    Wrong(Outcome, Option<Mismatch>),
}

#[derive(Debug)]
pub(crate) struct Verifier {
    expectation: Expectation,
    /// Of the body of each right answer, which is compared without it.
    coding: Option<Coding>,
    /// The last body that was equal as JSON: the same bytes need no second look.
    right_json: Vec<u8>,
    /// How many of a body's bytes are looked at; where only their number matters, an excerpt for messages.
    pub(crate) kept_body: usize,
}

impl Verifier {
    pub(crate) fn new(expectation: Expectation) -> Self {
        let coding = Coding::of(&expectation.headers);
        let coded = coding.is_some() || !expectation.codings.is_empty();
        let kept_body = match &expectation.body {
            ExpectedBody::SizeBytes(size) if coded => {
                usize::try_from(*size).unwrap_or(usize::MAX).saturating_add(KEPT_SLACK)
            }
            ExpectedBody::Any if coded => KEPT_UNKNOWN,
            ExpectedBody::Any | ExpectedBody::SizeBytes(_) => EXCERPT,
            // Parameters may make it longer.
            ExpectedBody::Text(text) => text.len() + KEPT_SLACK,
            ExpectedBody::Bytes(bytes) => bytes.len() + KEPT_SLACK,
            // Another may have spaces, line breaks and escapes.
            ExpectedBody::Json(value) => 8 * value.to_string().len() + KEPT_SLACK,
            ExpectedBody::Subset(value) => 8 * value.to_string().len() + KEPT_UNKNOWN,
            ExpectedBody::Contains(text) => text.len() + KEPT_UNKNOWN,
            ExpectedBody::Rows(rows) => 8 * rows.most_bytes() + KEPT_SLACK,
        };
        Self { expectation, coding, right_json: Vec::new(), kept_body }
    }

    /// Expects another answer, of the same kind.
    pub(crate) fn expect(&mut self, expectation: Expectation) {
        self.expectation = expectation;
        self.right_json.clear();
    }

    /// Whether the value of this header is looked at.
    pub(crate) fn looks_at(&self, name: &str) -> bool {
        self.expectation.headers.iter().any(|(expected, _)| name.eq_ignore_ascii_case(expected))
    }

    /// Whether bodies are compared as they come.
    pub(crate) fn compares_plain(&self) -> bool {
        self.coding.is_none() && self.expectation.codings.is_empty()
    }

    /// Whether a right answer refuses its request.
    pub(crate) fn expects_refusal(&self) -> bool {
        self.expectation.status.is_some_and(|status| status >= 400)
    }

    /// The verdict on an answer whose status or headers are wrong.
    pub(crate) fn wrong_head(&self, answer: &Answer<'_>, explain: bool) -> Option<Verdict> {
        if !self.expectation.accepts(answer.parsed.status) {
            let mismatch = || {
                let body = if answer.body.is_empty() { String::new() } else { format!(": {}", excerpt(answer.body)) };
                Mismatch::new(self.expectation.status_text(), format!("status {}{body}", answer.parsed.status))
            };
            return Some(Verdict::Wrong(Outcome::WrongStatus, explain.then(mismatch)));
        }
        let mismatch = self.wrong_header(answer)?;
        Some(Verdict::Wrong(Outcome::WrongBody, explain.then_some(mismatch)))
    }

    /// The verdict on an answer whose head is right.
    pub(crate) fn judge_content(&mut self, answer: &Answer<'_>, explain: bool) -> Verdict {
        let explained = |mismatch: &dyn Fn() -> Mismatch| explain.then(mismatch);
        let coding = match self.coding_of(answer) {
            Ok(coding) => coding,
            Err(mismatch) => return Verdict::Wrong(Outcome::WrongBody, explain.then_some(mismatch)),
        };
        // Without a body there is nothing to decode.
        let Some(coding) = coding.filter(|_| answer.body_len > 0) else { return self.judge_body(answer, explain) };
        if answer.body_len > answer.body.len() as u64 {
            let mismatch = || Mismatch::new(self.expected_body(), format!("{} bytes", answer.body_len));
            return Verdict::Wrong(Outcome::WrongBody, explained(&mismatch));
        }
        match coding.decoded(answer.body, self.kept_body) {
            Ok(body) => {
                let plain = Answer { body: &body, body_len: body.len() as u64, ..*answer };
                self.judge_body(&plain, explain)
            }
            Err(why) => {
                let mismatch = || Mismatch::new(self.expected_body(), why.as_str());
                Verdict::Wrong(Outcome::WrongBody, explained(&mismatch))
            }
        }
    }

    fn judge_body(&mut self, answer: &Answer<'_>, explain: bool) -> Verdict {
        if self.right_body(answer) {
            return Verdict::Right;
        }
        let mismatch = || Mismatch::new(self.expected_body(), self.got_body(answer));
        Verdict::Wrong(Outcome::WrongBody, explain.then(mismatch))
    }

    /// The coding of the body: the one that all right answers have, or the answer's own if it is one of those expected.
    fn coding_of(&self, answer: &Answer<'_>) -> Result<Option<Coding>, Mismatch> {
        let codings = &self.expectation.codings;
        if self.coding.is_some() || codings.is_empty() {
            return Ok(self.coding);
        }
        let mut fields = fields(answer.head);
        let named = fields.find(|(name, _)| name.eq_ignore_ascii_case(b"content-encoding"));
        let Some((_, name)) = named else { return Ok(None) };
        let name = String::from_utf8_lossy(name);
        let coding = Coding::named(&name).filter(|coding| codings.contains(coding));
        coding.map(Some).ok_or_else(|| {
            let asked: Vec<_> = codings.iter().map(|coding| coding.name()).collect();
            Mismatch::new(format!("header content-encoding: {}, or none", asked.join(", ")), name)
        })
    }

    fn wrong_header(&self, answer: &Answer<'_>) -> Option<Mismatch> {
        self.expectation.headers.iter().find_map(|(name, expected)| {
            let named = fields(answer.head).filter(|(other, _)| other.eq_ignore_ascii_case(name.as_bytes()));
            let mut values = named.map(|(_, value)| String::from_utf8_lossy(value));
            if values.clone().any(|value| same_value(name, expected, &value)) {
                return None;
            }
            let mut got = match values.next() {
                None => format!("no header {name}"),
                Some(first) => std::iter::once(first).chain(values).collect::<Vec<_>>().join(", "),
            };
            if name.eq_ignore_ascii_case("grpc-status")
                && let Some(why) = grpc_message(answer.head)
            {
                got = format!("{got}: {why}");
            }
            Some(Mismatch::new(format!("header {name}: {expected}"), got))
        })
    }

    fn right_body(&mut self, answer: &Answer<'_>) -> bool {
        match &self.expectation.body {
            ExpectedBody::Any => true,
            ExpectedBody::SizeBytes(size) => answer.body_len == *size,
            ExpectedBody::Text(text) => answer.body == text.as_bytes(),
            ExpectedBody::Bytes(bytes) => answer.body == bytes,
            ExpectedBody::Contains(text) => memchr::memmem::find(answer.body, text.as_bytes()).is_some(),
            ExpectedBody::Json(_) | ExpectedBody::Subset(_) | ExpectedBody::Rows(_)
                if answer.body_len > answer.body.len() as u64 =>
            {
                false
            }
            ExpectedBody::Rows(rows) => rows.holds(answer.body),
            ExpectedBody::Json(expected) | ExpectedBody::Subset(expected) => {
                if !self.right_json.is_empty() && self.right_json == answer.body {
                    return true;
                }
                let more = matches!(self.expectation.body, ExpectedBody::Subset(_));
                let right = serde_json::from_slice(answer.body).is_ok_and(|got: Value| same_json(expected, &got, more));
                if right {
                    self.right_json.clear();
                    self.right_json.extend_from_slice(answer.body);
                }
                right
            }
        }
    }

    fn expected_body(&self) -> String {
        match &self.expectation.body {
            ExpectedBody::Any => "any body".to_owned(),
            ExpectedBody::SizeBytes(size) => format!("a body of {size} bytes"),
            ExpectedBody::Text(text) => text.clone(),
            ExpectedBody::Bytes(bytes) => excerpt(bytes),
            ExpectedBody::Json(expected) => expected.to_string(),
            ExpectedBody::Subset(expected) => format!("at least {expected}"),
            ExpectedBody::Rows(rows) => rows.to_string(),
            ExpectedBody::Contains(text) => format!("a body that contains {text:?}"),
        }
    }

    fn got_body(&self, answer: &Answer<'_>) -> String {
        match &self.expectation.body {
            ExpectedBody::SizeBytes(_) => format!("{} bytes", answer.body_len),
            _ => excerpt(answer.body),
        }
    }
}

/// What a server of gRPC says of its status, for people: the bytes that it wrote as `%XX` (gRPC over HTTP2, Responses).
fn grpc_message(head: &[u8]) -> Option<String> {
    let (_, value) = fields(head).find(|(name, _)| name.eq_ignore_ascii_case(b"grpc-message"))?;
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value;
    while let [first, more @ ..] = rest {
        let digits = more.get(..2).filter(|_| *first == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &more[2..] } else { more };
    }
    Some(excerpt(&bytes))
}

/// Parameters of a media type count only if the expectation has them.
fn same_value(name: &str, expected: &str, got: &str) -> bool {
    if !name.eq_ignore_ascii_case("content-type") {
        return expected.trim() == got;
    }
    let same = |(a, b): (&str, &str)| a.trim().eq_ignore_ascii_case(b.trim());
    let mut parts = expected.split(';').zip(got.split(';'));
    if !expected.contains(';') {
        return parts.next().is_some_and(same);
    }
    expected.matches(';').count() == got.matches(';').count() && parts.all(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_types_compare_without_parameters_that_were_not_asked_for() {
        assert!(same_value("Content-Type", "application/json", "Application/JSON; charset=utf-8"));
        assert!(same_value("content-type", "text/html;charset=UTF-8", "text/html; charset=utf-8"));
        assert!(!same_value("content-type", "text/html; charset=utf-8", "text/html"));
        assert!(!same_value("content-type", "text/html", "text/plain"));
        assert!(!same_value("server", "nginx", "nginx; x"));
    }
}
