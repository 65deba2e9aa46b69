//! The fast path: an answer that is byte for byte a right answer seen before needs no parsing and no verification.
//!
//! The one part that may differ is the value of `Date`, which frames nothing. Everything else, the body included, is
//! compared, so a match is a stronger check than a parse.

use std::ops::Range;
use std::sync::Arc;

use crate::receive::http1::Facts;
use crate::receive::http1::head::with_response;

const MAX_TEMPLATES: usize = 4;
/// Templates learnt unconditionally; more are learnt only if they pay off.
const FREE_LESSONS: u64 = 64;
const HITS_PER_LESSON: u64 = 8;
/// Length of `Sun, 06 Nov 1994 08:49:37 GMT`.
const DATE_LEN: usize = 29;

#[derive(Debug, Clone)]
pub(crate) struct Template {
    bytes: Vec<u8>,
    /// Where the value of `Date` is; empty if there is none.
    date: Range<usize>,
    pub(crate) facts: Facts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Match {
    /// The data begins with the whole template of so many bytes. `new_date`: except for its `Date`.
    Whole {
        taken: usize,
        new_date: bool,
    },
    /// Equal so far.
    Prefix,
    Differs,
}

impl Template {
    /// `answer` begins with `head`. `mask_date`: the expectation does not look at `Date`.
    fn new(answer: &[u8], head: &[u8], facts: Facts, mask_date: bool) -> Self {
        let date = if mask_date { date_value(head) } else { None };
        Self { bytes: answer.to_vec(), date: date.unwrap_or(0..0), facts }
    }

    /// The first `length` bytes; the `Date` may be another than the one that came.
    pub(crate) fn prefix(&self, length: usize) -> &[u8] {
        &self.bytes[..length]
    }

    /// Compares `data` with what the template has from `offset` on.
    #[inline]
    pub(crate) fn compare(&self, offset: usize, data: &[u8]) -> Match {
        let expected = &self.bytes[offset..];
        if data.starts_with(expected) {
            return Match::Whole { taken: expected.len(), new_date: false };
        }
        self.compare_slowly(offset, data)
    }

    fn compare_slowly(&self, offset: usize, data: &[u8]) -> Match {
        let expected = &self.bytes[offset..];
        let data = &data[..data.len().min(expected.len())];
        if data.is_empty() {
            return Match::Differs;
        }
        // The date's part of this data, as indices into it.
        let clamp = |at: usize| at.saturating_sub(offset).min(data.len());
        let (from, to) = (clamp(self.date.start), clamp(self.date.end));
        let equal = data[..from] == expected[..from]
            && data[to..] == expected[to..data.len()]
            && data[from..to].iter().all(|byte| (0x20..0x7f).contains(byte));
        match (equal, data.len() == expected.len()) {
            (false, _) => Match::Differs,
            (true, true) => Match::Whole { taken: data.len(), new_date: true },
            (true, false) => Match::Prefix,
        }
    }

    /// `answer` begins with what matched.
    fn renew_date(&mut self, answer: &[u8]) {
        let date = self.date.clone();
        self.bytes[date.clone()].copy_from_slice(&answer[date]);
    }
}

fn date_value(head: &[u8]) -> Option<Range<usize>> {
    with_response(head, |response| {
        let dates: Vec<_> = response.headers.iter().filter(|header| header.name.eq_ignore_ascii_case("date")).collect();
        Ok(match dates[..] {
            [date] if date.value.len() == DATE_LEN => {
                let start = date.value.as_ptr().addr() - head.as_ptr().addr();
                Some(start..start + DATE_LEN)
            }
            _ => None,
        })
    })
    .ok()
    .flatten()
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
    #[inline]
    pub(crate) fn find(&mut self, data: &[u8]) -> Found {
        for entry in &mut self.entries {
            match entry.template.compare(0, data) {
                Match::Whole { taken, new_date } => {
                    self.hits += 1;
                    entry.last_hit = self.hits;
                    if new_date {
                        Arc::make_mut(&mut entry.template).renew_date(data);
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

    /// Learns a right answer, unless learning has not paid off: bodies that never repeat would cost a copy each.
    pub(crate) fn learn(&mut self, answer: &[u8], head: &[u8], facts: Facts, mask_date: bool) {
        if self.lessons >= FREE_LESSONS + self.hits / HITS_PER_LESSON {
            return;
        }
        self.lessons += 1;
        let template = Arc::new(Template::new(answer, head, facts, mask_date));
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
        templates.learn(&answer(37, "hello"), HEAD.as_bytes(), FACTS, true);
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
        let template = Template::new(&answer(37, "hello"), HEAD.as_bytes(), FACTS, true);
        for cut in 1..later.len() {
            assert_eq!(template.compare(0, &later[..cut]), Match::Prefix, "cut at {cut}");
            assert!(matches!(template.compare(cut, &later[cut..]), Match::Whole { .. }), "cut at {cut}");
        }
    }

    #[test]
    fn an_expected_date_is_compared() {
        let mut templates = Templates::default();
        templates.learn(&answer(37, "hello"), HEAD.as_bytes(), FACTS, false);
        assert!(matches!(templates.find(&answer(38, "hello")), Found::Nothing));
    }

    #[test]
    fn answers_that_never_repeat_are_not_learnt_for_ever() {
        let mut templates = Templates::default();
        for n in 0..10_000 {
            templates.learn(&answer(37, &format!("{n:05}")), HEAD.as_bytes(), FACTS, true);
        }
        assert_eq!(templates.lessons, FREE_LESSONS);
        assert_eq!(templates.entries.len(), MAX_TEMPLATES);
    }
}
