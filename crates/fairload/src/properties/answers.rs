//! Any cutting of an answer gives the same verdict, with and without learnt answers.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::outcome::Outcome;
use crate::receive::connection::{Checker, Received, Receiver};
use crate::receive::verify::Verdict;
use crate::spec::{Expectation, ExpectedBody};

const ID: &str = "X-Id: ";

/// The result of some bytes, without its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Came {
    More,
    Right { keep_alive: bool },
    Wrong(Outcome),
    Refused,
}

/// The only place that knows how bytes are handed over: one answer at a time, and nothing may follow it.
fn receive(receiver: &mut Receiver, checker: &mut Checker, data: &[u8]) -> Came {
    match receiver.receive(checker, data, true) {
        Received::More => Came::More,
        Received::Answer { verdict: Verdict::Right, facts, .. } => Came::Right { keep_alive: facts.keep_alive },
        Received::Answer { verdict: Verdict::Wrong(outcome, _), .. } => Came::Wrong(outcome),
        Received::Broken(_) => Came::Refused,
    }
}

/// The results of the pieces, up to the first complete one.
fn receive_all(checker: &mut Checker, wire: &[u8], cuts: &[usize]) -> Vec<Came> {
    let mut receiver = Receiver::default();
    let mut came = Vec::new();
    let ends = cuts.iter().copied().chain([wire.len()]);
    let mut start = 0;
    for end in ends {
        if start == end {
            continue;
        }
        came.push(receive(&mut receiver, checker, &wire[start..end]));
        start = end;
        if came.last() != Some(&Came::More) {
            break;
        }
    }
    came
}

/// Where a wire of this length is cut, in order.
fn positions(cuts: &[Index], length: usize) -> Vec<usize> {
    let mut positions: Vec<_> = cuts.iter().map(|cut| cut.index(length)).collect();
    positions.sort_unstable();
    positions
}

/// A valid answer that ends by itself.
#[derive(Debug, Clone)]
struct Valid {
    interim: Vec<u8>,
    head: String,
    /// As it is on the wire, framing included.
    framed: Vec<u8>,
    body: String,
    status: u16,
    keep_alive: bool,
}

impl Valid {
    fn wire(&self) -> Vec<u8> {
        [&self.interim[..], self.head.as_bytes(), b"\r\n", &self.framed].concat()
    }

    /// With a header more, whose value differs from answer to answer.
    fn with_id(&self, id: &str) -> Self {
        Self { head: format!("{}{ID}{id}\r\n", self.head), ..self.clone() }
    }

    fn expecting(&self, body: &str) -> Checker {
        let body = ExpectedBody::Text(body.to_owned());
        Checker::new(Expectation { status: Some(self.status), body, ..Expectation::default() }, false)
    }
}

fn printable() -> impl Strategy<Value = char> {
    (0x20_u8..0x7f).prop_map(char::from)
}

fn text(length: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    vec(printable(), length).prop_map(|chars| chars.into_iter().collect())
}

fn field() -> impl Strategy<Value = String> {
    let name = select(vec!["Server", "X-A", "x-b", "ETag", "Vary", "Connection-X", "Content-Language", "Trailer"]);
    (name, text(0..30)).prop_map(|(name, value)| format!("{name}: {value}\r\n"))
}

fn date() -> impl Strategy<Value = String> {
    let date = (0_u8..60).prop_map(|second| format!("Date: Sun, 06 Nov 1994 08:49:{second:02} GMT\r\n"));
    prop_oneof![3 => date, 1 => Just(String::new()), 1 => Just("Date: today\r\n".to_owned())]
}

/// `body` in chunks of any size, with extensions and trailers.
fn chunked(body: String) -> impl Strategy<Value = (String, Vec<u8>)> {
    let extension = select(vec!["", ";a", ";a=\"b c\"", " ;x=y", ";\t"]);
    (vec((1_usize..20, extension, any::<bool>(), 0_usize..3), 0..20), vec(field(), 0..3)).prop_map(
        move |(plan, trailers)| {
            let (mut wire, mut rest, mut plan) = (Vec::new(), body.as_bytes(), plan.into_iter());
            while !rest.is_empty() {
                let (size, extension, upper, zeros) = plan.next().unwrap_or((rest.len(), "", false, 0));
                let (chunk, after) = rest.split_at(size.min(rest.len()));
                let size = if upper { format!("{:X}", chunk.len()) } else { format!("{:x}", chunk.len()) };
                wire.extend_from_slice(format!("{}{size}{extension}\r\n", "0".repeat(zeros)).as_bytes());
                wire.extend_from_slice(chunk);
                wire.extend_from_slice(b"\r\n");
                rest = after;
            }
            wire.extend_from_slice(format!("0\r\n{}\r\n", trailers.concat()).as_bytes());
            ("Transfer-Encoding: chunked\r\n".to_owned(), wire)
        },
    )
}

fn framing(body: String) -> BoxedStrategy<(String, Vec<u8>)> {
    let length = format!("Content-Length: {}\r\n", body.len());
    let framed = body.clone().into_bytes();
    let once = Just((length.clone(), framed.clone()));
    let twice = Just((format!("{length}content-length:{}\r\n", body.len()), framed));
    prop_oneof![2 => once, 1 => twice, 3 => chunked(body)].boxed()
}

fn valid() -> impl Strategy<Value = Valid> {
    let interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
    let interim = prop_oneof![4 => Just(""), 1 => Just(interim)];
    let status = prop_oneof![3 => Just(200_u16), 2 => select(vec![201, 204, 304, 404, 500])];
    let connection = select(vec![("", true), ("Connection: keep-alive\r\n", true), ("connection: Close\r\n", false)]);
    let body = prop_oneof![1 => Just(String::new()), 4 => text(1..60)];
    let framed = body.prop_flat_map(|body| (Just(body.clone()), framing(body)));
    (interim, status, vec(field(), 0..4), date(), connection, framed).prop_map(
        |(interim, status, fields, date, (connection, keep_alive), (body, (frame, framed)))| {
            let bodiless = matches!(status, 204 | 304);
            Valid {
                interim: interim.as_bytes().to_vec(),
                head: format!("HTTP/1.1 {status} Any reason\r\n{date}{}{connection}{frame}", fields.concat()),
                framed: if bodiless { Vec::new() } else { framed },
                body: if bodiless { String::new() } else { body },
                status,
                keep_alive,
            }
        },
    )
}

/// What makes an answer invalid for a strict parser.
fn broken() -> impl Strategy<Value = Vec<u8>> {
    (valid(), 0_usize..9).prop_filter_map("has a body", |(answer, how)| {
        if answer.body.is_empty() {
            return None;
        }
        let Valid { head, framed, .. } = &answer;
        let (start, rest) = head.split_once("\r\n")?;
        let chunked = rest.contains("Transfer-Encoding");
        let with = |head: String, framed: &[u8]| [head.as_bytes(), b"\r\n", framed].concat();
        Some(match how {
            0 => with(format!("{head}Content-Length: 1234567\r\n"), framed),
            1 => with(format!("{head}Content-Length: +5\r\n"), framed),
            2 => with(format!("{head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"), framed),
            3 => with(format!("HTTP/2.0 200 OK\r\n{rest}"), framed),
            4 => with(format!("HTTP/1.1 2x0 OK\r\n{rest}"), framed),
            5 => with(format!("{start}\r\nX y: z\r\n{rest}"), framed),
            6 => with(format!("HTTP/1.1 099 Low\r\n{rest}"), framed),
            7 if chunked => with(head.clone(), &[b"g", &framed[..]].concat()),
            8 if chunked => {
                // The end of the first chunk is not where its size says.
                let line = framed.windows(2).position(|pair| pair == b"\r\n")? + 2;
                with(head.clone(), &[&framed[..line], b"x", &framed[line..]].concat())
            }
            _ => with(head.clone(), &[&framed[..], b"H"].concat()),
        })
    })
}

/// One change to a wire.
#[derive(Debug, Clone)]
enum Edit {
    Flip(Index, u8),
    Insert(Index, u8),
    Remove(Index),
    Repeat(Index, Index),
    /// What templates do not compare are values of headers that may differ: their edges need more than chance.
    NearValue(&'static str, usize, u8),
}

fn edit() -> impl Strategy<Value = Edit> {
    let byte = prop_oneof![3 => any::<u8>(), 2 => select(b"\r\n :;0159afHT".to_vec())];
    prop_oneof![
        (any::<Index>(), 1_u8..=255).prop_map(|(at, bits)| Edit::Flip(at, bits)),
        (any::<Index>(), byte).prop_map(|(at, byte)| Edit::Insert(at, byte)),
        any::<Index>().prop_map(Edit::Remove),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Edit::Repeat(from, to)),
        (select(vec!["Date: ", ID]), 0_usize..40, 0x09_u8..0x80)
            .prop_map(|(name, offset, byte)| Edit::NearValue(name, offset, byte)),
    ]
}

fn edited(mut wire: Vec<u8>, edits: &[Edit]) -> Vec<u8> {
    for edit in edits {
        let at = |index: &Index| index.index(wire.len());
        match edit {
            Edit::Flip(index, bits) => {
                let at = at(index);
                wire[at] ^= bits;
            }
            Edit::Insert(index, byte) => wire.insert(at(index), *byte),
            Edit::Remove(index) if wire.len() > 1 => drop(wire.remove(at(index))),
            Edit::Remove(_) => {}
            Edit::NearValue(name, offset, byte) => {
                if let Some(place) = memchr::memmem::find(&wire, name.as_bytes())
                    && let Some(near) = wire.get_mut(place + offset)
                {
                    *near = *byte;
                }
            }
            Edit::Repeat(from, to) => {
                let (from, to) = (at(from).min(at(to)), at(from).max(at(to)));
                let part = wire[from..to].to_vec();
                wire.splice(to..to, part);
            }
        }
    }
    wire
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn any_cutting_of_a_valid_answer_gives_the_same_verdict(
        answer in valid(), rounds in vec(vec(any::<Index>(), 0..6), 1..6)
    ) {
        let wire = answer.wire();
        let mut right = answer.expecting(&answer.body);
        let mut wrong = answer.expecting(&format!("{}!", answer.body));
        for cuts in rounds {
            let cuts = positions(&cuts, wire.len());
            // Not before the last byte, which a cut at the end leaves to no piece.
            let came = receive_all(&mut right, &wire, &cuts);
            let (last, before) = came.split_last().expect("a wire has a piece");
            prop_assert_eq!(*last, Came::Right { keep_alive: answer.keep_alive });
            prop_assert!(before.iter().all(|came| *came == Came::More));
            let came = receive_all(&mut wrong, &wire, &cuts);
            prop_assert_eq!(came.last(), Some(&Came::Wrong(Outcome::WrongBody)));
        }
    }

    #[test]
    fn a_broken_answer_is_refused_however_it_is_cut(wire in broken(), cuts in vec(any::<Index>(), 0..6)) {
        let expectation = Expectation::default();
        let mut checker = Checker::new(expectation, false);
        let came = receive_all(&mut checker, &wire, &positions(&cuts, wire.len()));
        // A byte too many may come in a piece of its own: then it meets a connection from which nothing is expected.
        let surplus = came.last().is_some_and(|came| matches!(came, Came::Right { .. } | Came::Wrong(_)))
            && came.len() <= cuts.len() && wire.ends_with(b"H");
        prop_assert!(came.last() == Some(&Came::Refused) || surplus, "{:?}: {}", came, String::from_utf8_lossy(&wire));
    }

    /// With what the templates know of right answers and without it: the same, piece for piece.
    #[test]
    fn a_template_accepts_nothing_that_the_parser_would_not(
        answers in vec(valid(), 1..4), which in any::<Index>(), edits in vec(edit(), 0..3), cuts in vec(any::<Index>(), 0..4),
        ids in vec("[!-~]{13}", 3), has_id in any::<bool>()
    ) {
        let subject = which.get(&answers);
        let mut taught = subject.expecting(&subject.body);
        for answer in &answers {
            for _ in 0..2 {
                receive_all(&mut taught, &answer.wire(), &[]);
            }
        }
        for id in &ids {
            receive_all(&mut taught, &subject.with_id(id).wire(), &[]);
        }
        let subject = if has_id { subject.with_id("anything else") } else { subject.clone() };
        let wire = edited(subject.wire(), &edits);
        let cuts = positions(&cuts, wire.len());
        let mut untaught = subject.expecting(&subject.body);
        let (with, without) = (receive_all(&mut taught, &wire, &cuts), receive_all(&mut untaught, &wire, &cuts));
        prop_assert_eq!(with, without, "{}", String::from_utf8_lossy(&wire));
    }
}
