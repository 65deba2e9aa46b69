//! How a request ended: every request ends in exactly one [`Outcome`].

use schemars::JsonSchema;
use serde::Serialize;

use crate::clock::Nanos;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A complete answer that is what was expected.
    Ok,
    /// A complete answer with another status.
    WrongStatus,
    /// A complete answer with the right status and another body, or another expected header; or one to a request that the
    /// server cannot have read to its end.
    WrongBody,
    /// No connection: refused, timed out, no port or descriptor left, or no TLS handshake.
    Connect,
    /// The connection ended before the answer did.
    Read,
    /// The request could not be sent.
    Write,
    /// No complete answer in time.
    Timeout,
    /// Bytes that are no HTTP/1 answer, or more bytes than the answer has.
    Protocol,
}

/// Requests by outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Outcomes {
    pub ok: u64,
    pub wrong_status: u64,
    pub wrong_body: u64,
    pub connect: u64,
    pub read: u64,
    pub write: u64,
    pub timeout: u64,
    pub protocol: u64,
}

impl Outcomes {
    #[inline]
    pub(crate) fn count(&mut self, outcome: Outcome) {
        *self.slot(outcome) += 1;
    }

    pub(crate) fn total(&self) -> u64 {
        self.named().iter().map(|(_, count)| count).sum()
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.ok += other.ok;
        self.wrong_status += other.wrong_status;
        self.wrong_body += other.wrong_body;
        self.connect += other.connect;
        self.read += other.read;
        self.write += other.write;
        self.timeout += other.timeout;
        self.protocol += other.protocol;
    }

    /// Names as on the wire, in the order of the fields.
    pub(crate) fn named(&self) -> [(&'static str, u64); 8] {
        [
            ("ok", self.ok),
            ("wrong_status", self.wrong_status),
            ("wrong_body", self.wrong_body),
            ("connect", self.connect),
            ("read", self.read),
            ("write", self.write),
            ("timeout", self.timeout),
            ("protocol", self.protocol),
        ]
    }

    fn slot(&mut self, outcome: Outcome) -> &mut u64 {
        match outcome {
            Outcome::Ok => &mut self.ok,
            Outcome::WrongStatus => &mut self.wrong_status,
            Outcome::WrongBody => &mut self.wrong_body,
            Outcome::Connect => &mut self.connect,
            Outcome::Read => &mut self.read,
            Outcome::Write => &mut self.write,
            Outcome::Timeout => &mut self.timeout,
            Outcome::Protocol => &mut self.protocol,
        }
    }
}

/// What was wanted and what came instead; at most [`DETAIL_CHARS`] characters each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mismatch {
    pub(crate) expected: String,
    pub(crate) got: String,
}

pub(crate) const DETAIL_CHARS: usize = 300;

impl Mismatch {
    pub(crate) fn new(expected: impl AsRef<str>, got: impl AsRef<str>) -> Self {
        Self { expected: clip(expected.as_ref()), got: clip(got.as_ref()) }
    }
}

fn clip(text: &str) -> String {
    if text.chars().count() <= DETAIL_CHARS {
        return text.to_owned();
    }
    let mut clipped: String = text.chars().take(DETAIL_CHARS - 1).collect();
    clipped.push('…');
    clipped
}

/// `bytes` for people: as text, in one line.
pub(crate) fn excerpt(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(1000)];
    String::from_utf8_lossy(shown).chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The earliest request of a lap that did not end in `ok`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FirstFailure {
    pub(crate) outcome: Outcome,
    pub(crate) expected: String,
    pub(crate) got: String,
    /// When it ended; decides which of several threads' failures was first.
    #[serde(skip)]
    pub(crate) at: Nanos,
}

/// All but [`Outcome::Ok`].
#[cfg(test)]
pub(crate) const FAILURES: [Outcome; 7] = [
    Outcome::WrongStatus,
    Outcome::WrongBody,
    Outcome::Connect,
    Outcome::Read,
    Outcome::Write,
    Outcome::Timeout,
    Outcome::Protocol,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_has_a_counter_of_its_own() {
        let mut outcomes = Outcomes::default();
        for (times, outcome) in [Outcome::Ok].into_iter().chain(FAILURES).enumerate() {
            for _ in 0..=times {
                outcomes.count(outcome);
            }
        }
        assert_eq!(outcomes.named().map(|(_, count)| count), [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(outcomes.total(), 36);
    }

    #[test]
    fn details_are_clipped_by_characters_not_bytes() {
        let mismatch = Mismatch::new("ä".repeat(301), "ä".repeat(300));
        assert_eq!(mismatch.expected.chars().count(), DETAIL_CHARS);
        assert!(mismatch.expected.ends_with('…'));
        assert_eq!(mismatch.got, "ä".repeat(300));
    }
}
