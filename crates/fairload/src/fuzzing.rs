//! What must hold for the receiving half of a connection with any input, of each protocol: neither the cutting of bytes
//! into reads nor what was learnt before matters. For `crates/fairload/fuzz`, and for the tests.

use crate::outcome::Mismatch;
use crate::receive::connection::{Checker, Ended, Received, Receiver};
use crate::receive::verify::Verdict;
use crate::spec::{Expectation, ExpectedBody};

/// Bytes that the receiver may keep besides a few copies of the input.
const SLACK: usize = 64 * 1024;
const COPIES: usize = 8;

/// One way of asking.
#[derive(Clone, Copy)]
struct Case {
    body: fn() -> ExpectedBody,
    status: Option<u16>,
    headers: &'static [(&'static str, &'static str)],
    to_head: bool,
    /// Requests sent before the first answer came.
    requests: usize,
}

const PLAIN: Case = Case { body: any, status: None, headers: &[], to_head: false, requests: 1 };
const CASES: [Case; 7] = [
    PLAIN,
    Case { requests: 4, ..PLAIN },
    Case { to_head: true, requests: 3, ..PLAIN },
    Case { body: text, requests: 3, ..PLAIN },
    Case { body: json, status: Some(200), requests: 2, ..PLAIN },
    Case { body: size, headers: &[("Content-Type", "text/plain")], requests: 5, ..PLAIN },
    Case { headers: &[("Date", "Sun, 06 Nov 1994 08:49:37 GMT")], requests: 64, ..PLAIN },
];

fn any() -> ExpectedBody {
    ExpectedBody::Any
}

fn text() -> ExpectedBody {
    ExpectedBody::Text("hello".to_owned())
}

fn json() -> ExpectedBody {
    ExpectedBody::Json(serde_json::json!({"message": "hello"}))
}

fn size() -> ExpectedBody {
    ExpectedBody::SizeBytes(5)
}

/// The results of the requests of one connection.
#[derive(Debug, PartialEq, Eq)]
enum Event {
    /// The answer ends at this byte.
    Answer { verdict: Verdict, keep_alive: bool, end: usize },
    /// The connection is broken, for this reason.
    Broken(String),
    /// The stream ended.
    End(Ended),
}

/// Feeds `data`, as all that a server sent, to receivers that ask in several ways: whole, byte by byte, and cut at
/// positions taken from `data` itself; each with nothing learnt, with what the same bytes taught, and with what all
/// earlier cuttings taught.
///
/// # Panics
/// Results differ, or memory is not bounded by the input.
pub fn fuzz_receiver(data: &[u8]) {
    for case in &CASES {
        let expected = follow(&mut checker(case), case, [data]);
        let mut experienced = checker(case);
        for cutting in 0..4 {
            let mut taught = checker(case);
            for lesson in ["nothing", "itself"] {
                let events = follow(&mut taught, case, pieces(data, cutting));
                assert_eq!(events, expected, "cutting {cutting} after learning {lesson}");
            }
            let events = follow(&mut experienced, case, pieces(data, cutting));
            assert_eq!(events, expected, "cutting {cutting} after all the others");
        }
    }
}

/// Feeds `data`, as all that a server of HTTP/2 sent after its settings, whole, byte by byte, and in pieces as long as its
/// first byte says; at once, and behind equal answers, of which some go past nghttp2.
///
/// # Panics
/// What is heard of the streams depends on where the bytes are cut, or on what goes past nghttp2.
pub fn fuzz_http2(data: &[u8]) {
    each_size(data, crate::http2::hearing::compare_cuts);
    each_size(data, crate::http2::hearing::compare_ways);
}

/// Feeds `data`, as all that a server sent after the handshake of WebSocket, in the same ways.
///
/// # Panics
/// The messages depend on where the bytes are cut.
pub fn fuzz_websocket(data: &[u8]) {
    each_size(data, crate::websocket::hearing::compare_cuts);
}

fn each_size(data: &[u8], compare: fn(&[u8], usize)) {
    let Some((&first, bytes)) = data.split_first() else { return };
    for size in [1, usize::from(first) + 2] {
        compare(bytes, size);
    }
}

fn checker(case: &Case) -> Checker {
    let headers = case.headers.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    Checker::new(Expectation { status: case.status, headers, body: (case.body)(), codings: Vec::new() }, case.to_head)
}

/// `data` in pieces: whole, by single bytes, by its own bytes as lengths from the front and from the back.
fn pieces(data: &[u8], cutting: u8) -> Vec<&[u8]> {
    let mut lengths: Box<dyn Iterator<Item = usize>> = match cutting {
        0 => Box::new(std::iter::repeat(data.len())),
        1 => Box::new(std::iter::repeat(1)),
        2 => Box::new(data.iter().map(|&byte| usize::from(byte % 61) + 1).cycle()),
        _ => Box::new(data.iter().rev().map(|&byte| usize::from(byte) * 3 + 1).cycle()),
    };
    let (mut rest, mut pieces) = (data, Vec::new());
    while let Some(length) = lengths.next().filter(|_| !rest.is_empty()) {
        let (piece, after) = rest.split_at(length.min(rest.len()));
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// One connection from its first byte to its end.
fn follow<'a>(checker: &mut Checker, case: &Case, pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Event> {
    let (mut receiver, mut events) = (Receiver::default(), Vec::new());
    let (mut outstanding, mut position) = (case.requests, 0);
    checker.explain = true;
    for piece in pieces {
        let mut rest = piece;
        while !rest.is_empty() {
            // With cuttings in between, surplus bytes may come when nothing is asked: the same error.
            if outstanding == 0 {
                events.pop();
                events.push(Event::Broken("bytes after the end of the answer".to_owned()));
                return events;
            }
            match receiver.receive(checker, rest, outstanding == 1) {
                Received::More => {
                    position += rest.len();
                    rest = &[];
                    let held = receiver.held_bytes();
                    assert!(held <= COPIES * position + SLACK, "{held} bytes held of {position}");
                }
                Received::Answer { verdict, facts, taken } => {
                    assert!(0 < taken && taken <= rest.len(), "{taken} of {} bytes taken", rest.len());
                    assert!(!receiver.is_midway(), "an answer and the middle of one");
                    position += taken;
                    rest = &rest[taken..];
                    outstanding -= 1;
                    events.push(Event::Answer {
                        verdict: bounded(verdict),
                        keep_alive: facts.keep_alive,
                        end: position,
                    });
                }
                Received::Broken(error) => {
                    assert!(!receiver.is_midway(), "an error and the middle of an answer");
                    // After the colon is an excerpt of what there was to see.
                    let kind = error.0.split(':').next().unwrap_or_default();
                    events.push(Event::Broken(kind.to_owned()));
                    return events;
                }
            }
        }
    }
    if outstanding > 0 {
        let ended = match receiver.end(checker) {
            Ended::Answer(verdict, facts) => Ended::Answer(bounded(verdict), facts),
            ended => ended,
        };
        events.push(Event::End(ended));
    }
    events
}

/// `verdict`, whose explanation is there and short.
fn bounded(verdict: Verdict) -> Verdict {
    if let Verdict::Wrong(_, mismatch) = &verdict {
        let Mismatch { expected, got } = mismatch.as_ref().expect("an explanation was asked for");
        assert!(expected.len().max(got.len()) <= 4 * crate::outcome::DETAIL_CHARS, "{expected} {got}");
    }
    verdict
}

#[cfg(test)]
#[allow(clippy::print_stdout)]
mod tests {
    use std::hash::{BuildHasher, RandomState};
    use std::path::Path;
    use std::time::{Duration, Instant};

    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;

    type Fuzz = fn(&[u8]);

    /// Each has a folder of inputs, of so many at least.
    const PROTOCOLS: [(&str, Fuzz, usize); 3] =
        [("answers", fuzz_receiver, 20), ("http2", fuzz_http2, 11), ("websocket", fuzz_websocket, 9)];

    fn corpus(protocol: &str) -> Vec<(String, Vec<u8>)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(protocol);
        let entries = std::fs::read_dir(&folder).expect("the corpus is there");
        let mut files: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
        files.sort();
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.iter().map(|path| (name(path), std::fs::read(path).expect("readable"))).collect()
    }

    #[test]
    fn the_corpus_comes_out_the_same_however_it_is_cut() {
        for (protocol, fuzz, least) in PROTOCOLS {
            let corpus = corpus(protocol);
            assert!(corpus.len() >= least, "{protocol}: {} files", corpus.len());
            for (_, data) in &corpus {
                fuzz(data);
            }
        }
    }

    /// An input of the corpus with bytes changed, doubled, dropped and joined with those of others.
    fn mutant(corpus: &[(String, Vec<u8>)], random: &mut Xoshiro256PlusPlus) -> Vec<u8> {
        let mut below = |bound: usize| usize::try_from(random.next_u64() % bound.max(1) as u64).expect("small");
        let mut data = corpus[below(corpus.len())].1.clone();
        for _ in 0..below(4) {
            let other = &corpus[below(corpus.len())].1;
            let (at, from) = (below(data.len()), below(other.len()));
            match below(5) {
                0 => data[at..].iter_mut().take(1).for_each(|byte| *byte ^= 1 << (at % 8)),
                1 => data.truncate(at),
                2 => data.splice(at..at, other[from..].iter().take(at).copied()).for_each(drop),
                3 => data.extend_from_slice(other),
                _ => data.drain(at..).take(from).for_each(drop),
            }
        }
        data
    }

    /// With a fixed seed: it passes always, or never.
    #[test]
    fn so_do_its_mutants() {
        for (protocol, fuzz, _) in PROTOCOLS {
            let corpus = corpus(protocol);
            let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
            for _ in 0..1000 {
                fuzz(&mutant(&corpus, &mut random));
            }
        }
    }

    /// Different inputs each time, for a few seconds. `FAIRLOAD_FUZZ_SEED` repeats those of a run that failed.
    #[test]
    fn and_so_do_new_mutants() {
        const TIME: Duration = Duration::from_secs(5);
        let corpora = PROTOCOLS.map(|(protocol, fuzz, _)| (corpus(protocol), fuzz));
        let begun = Instant::now();
        let seed = match std::env::var("FAIRLOAD_FUZZ_SEED") {
            Ok(seed) => seed.parse().expect("FAIRLOAD_FUZZ_SEED is a number"),
            Err(_) => RandomState::new().hash_one(begun),
        };
        // Shown if it fails.
        println!("FAIRLOAD_FUZZ_SEED={seed}");
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        while begun.elapsed() < TIME {
            for (corpus, fuzz) in &corpora {
                fuzz(&mutant(corpus, &mut random));
            }
        }
    }

    /// Tests the oracle itself: cuttings with different results are found.
    #[test]
    fn the_cuttings_are_those_of_the_data() {
        let data = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
        for cutting in 0..4 {
            assert_eq!(pieces(data, cutting).concat(), data, "{cutting}");
        }
        assert_eq!((pieces(data, 0).len(), pieces(data, 1).len()), (1, data.len()));
        assert!(pieces(data, 2).len() > 1);
        let expected = vec![Event::Answer { verdict: Verdict::Right, keep_alive: true, end: data.len() }];
        assert_eq!(follow(&mut checker(&PLAIN), &PLAIN, [&data[..]]), expected);
        let surplus = [&data[..], b"x"].concat();
        assert!(matches!(follow(&mut checker(&PLAIN), &PLAIN, [&surplus[..]])[..], [Event::Broken(_)]));
    }
}
