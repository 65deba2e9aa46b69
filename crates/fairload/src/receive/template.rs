//! The fast path: an answer that is byte for byte a right answer seen before needs no parsing and no verification.
//!
//! What may differ are values of headers that frame nothing and that nobody expects: that of `Date`, and those that did
//! differ between right answers (ids of requests, cookies). Everything else, the body included, is compared, so a match
//! is a stronger check than a parse.

use std::ops::Range;
use std::sync::Arc;

use crate::receive::http1::Facts;
use crate::receive::http1::head::{is_framing, with_response};

const MAX_TEMPLATES: usize = 4;
/// Templates learnt unconditionally; more are learnt only if they pay off.
const FREE_LESSONS: u64 = 64;
const HITS_PER_LESSON: u64 = 8;
/// Where learning does not pay off, one answer of so many is compared.
const LOOKS_AGAIN: u64 = 16;
/// Length of `Sun, 06 Nov 1994 08:49:37 GMT`.
const DATE_LEN: usize = 29;

#[derive(Debug, Clone)]
pub(crate) struct Template {
    bytes: Vec<u8>,
    /// Where values of headers are that may differ, in their order.
    masked: Vec<Range<usize>>,
    pub(crate) facts: Facts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Match {
    /// The data begins with the whole template of so many bytes. `differs`: in values that may.
    Whole {
        taken: usize,
        differs: bool,
    },
    /// Equal so far.
    Prefix,
    Differs,
}

impl Template {
    /// `answer` begins with `head`. `looks_at`: whether the expectation does, at a header.
    fn new(answer: &[u8], head: &[u8], facts: Facts, looks_at: impl Fn(&str) -> bool) -> Self {
        let dates: Vec<_> = values(head).filter(|(name, _)| name.eq_ignore_ascii_case("date")).collect();
        let masked = match &dates[..] {
            [(name, date)] if date.len() == DATE_LEN && !looks_at(name) => vec![date.clone()],
            _ => Vec::new(),
        };
        Self { bytes: answer.to_vec(), masked, facts }
    }

    /// With those values masked in which `answer`, which begins with `head`, differs; `None` if it differs in more.
    fn widened(&self, answer: &[u8], head: &[u8], facts: Facts, looks_at: impl Fn(&str) -> bool) -> Option<Self> {
        if answer.len() != self.bytes.len() || facts != self.facts {
            return None;
        }
        let differing = |(_, value): &(String, Range<usize>)| answer[value.clone()] != self.bytes[value.clone()];
        let mut masked = self.masked.clone();
        for (name, value) in values(head).filter(differing) {
            if !masked.contains(&value) && !is_framing(&name) && !looks_at(&name) {
                masked.push(value);
            }
        }
        masked.sort_by_key(|value| value.start);
        let widened = Self { masked, ..self.clone() };
        matches!(widened.compare(0, answer), Match::Whole { .. }).then_some(widened)
    }

    /// The first `length` bytes; values that may differ may be others than those that came.
    pub(crate) fn prefix(&self, length: usize) -> &[u8] {
        &self.bytes[..length]
    }

    /// Compares `data` with what the template has from `offset` on.
    #[inline]
    pub(crate) fn compare(&self, offset: usize, data: &[u8]) -> Match {
        let expected = &self.bytes[offset..];
        if data.starts_with(expected) {
            return Match::Whole { taken: expected.len(), differs: false };
        }
        self.compare_slowly(offset, data)
    }

    fn compare_slowly(&self, offset: usize, data: &[u8]) -> Match {
        let expected = &self.bytes[offset..];
        let data = &data[..data.len().min(expected.len())];
        if data.is_empty() {
            return Match::Differs;
        }
        let mut at = 0;
        for value in &self.masked {
            // Its part of this data, as indices into it.
            let clamp = |place: usize| place.saturating_sub(offset).clamp(at, data.len());
            let (from, to) = (clamp(value.start), clamp(value.end));
            if data[at..from] != expected[at..from] || !is_printable(&data[from..to]) {
                return Match::Differs;
            }
            at = to;
        }
        match (data[at..] == expected[at..data.len()], data.len() == expected.len()) {
            (false, _) => Match::Differs,
            (true, true) => Match::Whole { taken: data.len(), differs: true },
            (true, false) => Match::Prefix,
        }
    }

    /// Whether `Date` alone may differ, which stays the same for a second.
    fn changes_seldom(&self) -> bool {
        self.masked.len() == 1 && self.masked[0].len() == DATE_LEN
    }

    /// `answer` begins with what matched.
    fn renew(&mut self, answer: &[u8]) {
        for value in &self.masked {
            self.bytes[value.clone()].copy_from_slice(&answer[value.clone()]);
        }
    }
}

/// Whether it is printable ASCII. Of eight bytes all are looked at, which takes a few instructions for all of them.
fn is_printable(text: &[u8]) -> bool {
    let is_odd = |byte: &u8| !(0x20..0x7f).contains(byte);
    let (eights, rest) = text.as_chunks::<8>();
    let has_odd = |eight: &[u8; 8]| eight.iter().fold(false, |any, byte| any | is_odd(byte));
    !eights.iter().any(has_odd) && !rest.iter().any(is_odd)
}

/// The names of a head's headers, and where their values are in it.
fn values(head: &[u8]) -> impl Iterator<Item = (String, Range<usize>)> {
    let found = with_response(head, |response| {
        let place = |value: &[u8]| value.as_ptr().addr() - head.as_ptr().addr();
        let named = response.headers.iter().map(|header| {
            let start = place(header.value);
            (header.name.to_owned(), start..start + header.value.len())
        });
        Ok(named.collect::<Vec<_>>())
    });
    // The head was parsed before; of one that cannot be read, nothing may differ.
    found.into_iter().flatten()
}

#[derive(Debug)]
struct Entry {
    template: Arc<Template>,
    last_hit: u64,
}

/// The right answers of one target; most of them repeat a few.
#[derive(Debug, Default)]
pub(crate) struct Templates {
    entries: Vec<Entry>,
    hits: u64,
    lessons: u64,
    /// Answers that were not compared.
    skipped: u64,
}

/// What the first bytes of an answer match.
pub(crate) enum Found {
    /// One whole answer of so many bytes.
    Whole {
        taken: usize,
        facts: Facts,
    },
    Prefix(Arc<Template>),
    Nothing,
}

impl Templates {
    #[inline(always)]
    #[allow(clippy::inline_always)] // one of its two callers is what most answers take
    pub(crate) fn find(&mut self, data: &[u8]) -> Found {
        if self.lessons >= FREE_LESSONS && self.hits < FREE_LESSONS / HITS_PER_LESSON {
            // Hardly an answer came again: look now and then only.
            self.skipped += 1;
            if !self.skipped.is_multiple_of(LOOKS_AGAIN) {
                return Found::Nothing;
            }
        }
        for entry in &mut self.entries {
            match entry.template.compare(0, data) {
                Match::Whole { taken, differs } => {
                    self.hits += 1;
                    entry.last_hit = self.hits;
                    if differs && entry.template.changes_seldom() {
                        Arc::make_mut(&mut entry.template).renew(data);
                    }
                    return Found::Whole { taken, facts: entry.template.facts };
                }
                Match::Prefix => return Found::Prefix(Arc::clone(&entry.template)),
                Match::Differs => {}
            }
        }
        Found::Nothing
    }

    /// An answer that came in pieces was equal to a template.
    pub(crate) fn hit_in_pieces(&mut self) {
        self.hits += 1;
    }

    /// Whether learning has paid off: bodies that never repeat would cost a copy each.
    pub(crate) fn may_learn(&self) -> bool {
        self.lessons < FREE_LESSONS + self.hits / HITS_PER_LESSON
    }

    /// Learns a right answer that matched no template.
    pub(crate) fn learn(&mut self, answer: &[u8], head: &[u8], facts: Facts, looks_at: impl Fn(&str) -> bool) {
        self.lessons += 1;
        for entry in &mut self.entries {
            if let Some(widened) = entry.template.widened(answer, head, facts, &looks_at) {
                entry.template = Arc::new(widened);
                return;
            }
        }
        let template = Arc::new(Template::new(answer, head, facts, looks_at));
        let entry = Entry { template, last_hit: self.hits };
        if self.entries.len() < MAX_TEMPLATES {
            self.entries.push(entry);
        } else if let Some(oldest) = self.entries.iter_mut().min_by_key(|entry| entry.last_hit) {
            *oldest = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 5\r\n\r\n";
    const FACTS: Facts = Facts { status: 200, keep_alive: true, head_bytes: 75, body_bytes: 5, wire_bytes: 80 };

    fn answer(second: u8, body: &str) -> Vec<u8> {
        format!("{}{body}", HEAD.replace(":37 GMT", &format!(":{second} GMT"))).into_bytes()
    }

    fn learnt() -> Templates {
        let mut templates = Templates::default();
        templates.learn(&answer(37, "hello"), HEAD.as_bytes(), FACTS, |_| false);
        templates
    }

    #[test]
    fn the_same_answer_matches_and_another_date_does_too() {
        let mut templates = learnt();
        for second in [37, 38, 38, 59] {
            assert!(matches!(templates.find(&answer(second, "hello")), Found::Whole { facts: FACTS, .. }));
        }
    }

    #[test]
    fn any_other_byte_makes_it_another_answer() {
        let original = answer(37, "hello");
        let date = 23..52;
        for at in 0..original.len() {
            let mut changed = original.clone();
            changed[at] ^= 1;
            let matches = matches!(learnt().find(&changed), Found::Whole { .. });
            assert_eq!(matches, date.contains(&at), "byte {at}: {:?}", char::from(original[at]));
        }
    }

    #[test]
    fn a_date_cannot_smuggle_lines() {
        let mut smuggled = answer(37, "hello");
        smuggled[30] = b'\r';
        smuggled[31] = b'\n';
        assert!(matches!(learnt().find(&smuggled), Found::Nothing));
    }

    #[test]
    fn surplus_bytes_are_not_taken() {
        for second in [37, 38] {
            let length = answer(second, "hello").len();
            let Found::Whole { taken, .. } = learnt().find(&answer(second, "hello!")) else { panic!("no match") };
            assert_eq!(taken, length);
        }
    }

    #[test]
    fn pieces_match_at_every_cut() {
        let later = answer(41, "hello");
        let template = Template::new(&answer(37, "hello"), HEAD.as_bytes(), FACTS, |_| false);
        for cut in 1..later.len() {
            assert_eq!(template.compare(0, &later[..cut]), Match::Prefix, "cut at {cut}");
            assert!(matches!(template.compare(cut, &later[cut..]), Match::Whole { .. }), "cut at {cut}");
        }
    }

    #[test]
    fn an_expected_date_is_compared() {
        let mut templates = Templates::default();
        templates.learn(&answer(37, "hello"), HEAD.as_bytes(), FACTS, |name| name == "Date");
        assert!(matches!(templates.find(&answer(38, "hello")), Found::Nothing));
    }

    /// An answer with these values of headers.
    fn marked(id: &str, cookie: &str, length: &str) -> (Vec<u8>, String) {
        let head = format!(
            "HTTP/1.1 200 OK\r\nX-Request-Id: {id}\r\nContent-Length: {length}\r\nSet-Cookie: sid={cookie}; Path=/\r\n\r\n"
        );
        (format!("{head}hello").into_bytes(), head)
    }

    fn taught(looks_at: fn(&str) -> bool) -> Templates {
        let mut templates = Templates::default();
        for (id, cookie) in [("1a2b", "xxxx"), ("3c4d", "xxxx"), ("5e6f", "yyyy")] {
            let (answer, head) = marked(id, cookie, "5");
            templates.learn(&answer, head.as_bytes(), FACTS, looks_at);
        }
        templates
    }

    #[test]
    fn values_that_did_differ_may_differ_and_nothing_else() {
        let mut templates = taught(|_| false);
        assert_eq!(templates.entries.len(), 1, "one template for all of them");
        let (original, _) = marked("7788", "zzzz", "5");
        assert!(matches!(templates.find(&original), Found::Whole { .. }));
        let text = String::from_utf8(original.clone()).expect("text");
        let place =
            |part: &str| text.find(part).expect("it is there")..text.find(part).expect("it is there") + part.len();
        let (id, cookie) = (place("7788"), place("sid=zzzz; Path=/"));
        for at in 0..original.len() {
            let mut changed = original.clone();
            changed[at] ^= 1;
            let matches = matches!(taught(|_| false).find(&changed), Found::Whole { .. });
            assert_eq!(matches, id.contains(&at) || cookie.contains(&at), "byte {at}: {:?}", char::from(original[at]));
            changed[at] = b'\x7f';
            assert!(!matches!(taught(|_| false).find(&changed), Found::Whole { .. }), "no text at {at}");
        }
        for cut in 1..original.len() {
            let template = &templates.entries[0].template;
            assert_eq!(template.compare(0, &original[..cut]), Match::Prefix, "cut at {cut}");
            assert!(matches!(template.compare(cut, &original[cut..]), Match::Whole { .. }), "cut at {cut}");
        }
    }

    #[test]
    fn values_that_frame_or_are_expected_may_not_differ() {
        let mut expected = taught(|name| name == "X-Request-Id");
        assert_eq!(expected.entries.len(), 3);
        assert!(matches!(expected.find(&marked("7788", "xxxx", "5").0), Found::Nothing));
        let mut framing = Templates::default();
        for length in ["5", "6"] {
            let (answer, head) = marked("1a2b", "xxxx", length);
            framing.learn(&answer, head.as_bytes(), FACTS, |_| false);
        }
        assert_eq!(framing.entries.len(), 2);
        assert!(matches!(framing.find(&marked("1a2b", "xxxx", "7").0), Found::Nothing));
    }

    #[test]
    fn answers_that_never_repeat_are_not_learnt_for_ever() {
        let mut templates = Templates::default();
        for n in 0..10_000 {
            if !templates.may_learn() {
                break;
            }
            templates.learn(&answer(37, &format!("{n:05}")), HEAD.as_bytes(), FACTS, |_| false);
        }
        assert_eq!(templates.lessons, FREE_LESSONS);
        assert_eq!(templates.entries.len(), MAX_TEMPLATES);
        let last = answer(37, &format!("{:05}", FREE_LESSONS - 1));
        let found = (0..1000).filter(|_| matches!(templates.find(&last), Found::Whole { .. })).count();
        assert!((850..900).contains(&found), "{found} of 1,000: when they do repeat, all are compared again");
    }
}
