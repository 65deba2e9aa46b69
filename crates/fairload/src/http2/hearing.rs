//! What a driver hears of HTTP/2, with the bytes of a server that are written by tests or by a fuzzer.

use std::num::NonZeroUsize;
use std::rc::Rc;

use rustix::io::Errno;

use super::adapter::Http2;
use super::connections::Connections;
use crate::clock::{NEVER, Nanos};
use crate::engine::{Driver, End, Fault, Payload, Standing, Step};
use crate::receive::http1::parser::{Fed, Mode, Parser};

/// An empty frame of that kind.
pub(crate) const SETTINGS_FRAME: &[u8] = &[0, 0, 0, 4, 0, 0, 0, 0, 0];

/// What a driver heard of each of its slots, one after the other. It sends a request on each that opens.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Log {
    pub(crate) slots: Vec<Vec<Heard>>,
    pub(crate) carried: usize,
    /// Of the body that it sends.
    body_bytes: usize,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    Opened,
    NotOpened(String),
    Answer(String),
    Early,
    Ended(End),
}

impl Log {
    fn add(&mut self, slot: usize, heard: Heard) {
        match (self.slots[slot].last_mut(), heard) {
            (Some(Heard::Answer(text)), Heard::Answer(more)) => text.push_str(&more),
            (_, heard) => self.slots[slot].push(heard),
        }
    }
}

fn request() -> Payload {
    Payload::Shared(Rc::from(&b"GET / HTTP/1.1\r\nHost: h\r\n\r\n"[..]))
}

impl Driver for Log {
    fn start(&mut self, slot: usize) -> Step {
        assert!(self.slots[slot].is_empty());
        Step::Open
    }

    fn opened(&mut self, slot: usize) -> Step {
        self.add(slot, Heard::Opened);
        match self.body_bytes {
            0 => Step::Send(request()),
            size => {
                let head = format!("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: {size}\r\n\r\n");
                Step::Send(Payload::owned([head.as_bytes(), &vec![b'x'; size]].concat()))
            }
        }
    }

    fn not_opened(&mut self, slot: usize, fault: Fault) -> Step {
        self.add(slot, Heard::NotOpened(fault.to_string()));
        Step::Close
    }

    fn received(&mut self, slot: usize, data: &[u8], standing: Standing) -> Step {
        if standing == Standing::Early {
            self.add(slot, Heard::Early);
        }
        self.add(slot, Heard::Answer(data.iter().copied().map(char::from).collect()));
        Step::Wait
    }

    fn ended(&mut self, slot: usize, end: End) -> Step {
        let again = end == End::Unprocessed;
        self.add(slot, Heard::Ended(end));
        if again { Step::Open } else { Step::Close }
    }

    fn unsent(&mut self, _: usize, error: Errno) -> Step {
        panic!("{error}")
    }

    fn due(&mut self) -> Option<(usize, Step)> {
        None
    }

    fn carried(&mut self, bytes: usize) {
        self.carried += bytes;
    }

    fn wait(&self) -> Nanos {
        NEVER
    }

    fn finished(&self) -> bool {
        false
    }
}

/// One connection of so many streams, on which these bytes come, in pieces; what was heard, and the last step.
pub(crate) fn heard(streams: usize, pieces: &[&[u8]]) -> (Log, Step) {
    heard_of(0, streams, pieces)
}

/// The same, where requests have bodies of so many bytes.
pub(crate) fn heard_of(body_bytes: usize, streams: usize, pieces: &[&[u8]]) -> (Log, Step) {
    let mut connections = Connections::new(NonZeroUsize::new(streams).expect("some"), false);
    connections.resize(1);
    let mut log = Log { slots: (0..streams).map(|_| Vec::new()).collect(), carried: 0, body_bytes };
    let mut adapter = Http2::new(&mut log, &mut connections);
    assert_eq!(adapter.start(0), Step::Open);
    let Step::Send(preface) = adapter.opened(0) else { panic!("no preface") };
    assert!(preface.bytes().starts_with(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
    let mut step = Step::Wait;
    for piece in pieces {
        step = adapter.received(0, piece, Standing::Open);
        if matches!(step, Step::Open | Step::Close) {
            break;
        }
    }
    (log, step)
}

const PART: &str = "a part of an answer";

/// What was heard of a slot, whatever the pieces were that its answer came in.
pub(crate) fn gist(slot: &[Heard]) -> Vec<String> {
    let mut gist = Vec::new();
    for heard in slot {
        gist.push(match heard {
            Heard::Answer(text) => {
                let mut parser = Parser::new(Mode { to_head: false, kept_body: 10_000, keeps_raw: false });
                let bytes: Vec<u8> = text.chars().map(|byte| u8::try_from(byte).expect("a byte")).collect();
                match parser.feed(&bytes) {
                    Ok(Fed::Done { taken }) if taken == bytes.len() => {
                        let answer = parser.answer().expect("it is complete");
                        format!("{} {:?}", answer.parsed.status, answer.body)
                    }
                    // Where the rest would have come, the chunks differ.
                    Ok(_) => PART.to_owned(),
                    Err(error) => error.0.into_owned(),
                }
            }
            other => format!("{other:?}"),
        });
    }
    gist
}

/// Whether the step ends the connection.
pub(crate) fn ends(step: &Step) -> bool {
    matches!(step, Step::Open | Step::Close)
}

fn heard_in_pieces(bytes: &[u8], size: usize) -> (Log, Step) {
    let pieces: Vec<&[u8]> = std::iter::once(SETTINGS_FRAME).chain(bytes.chunks(size)).collect();
    heard(2, &pieces)
}

/// Compares what is heard of two streams when these bytes come at once, and in pieces, up to the first end of a stream:
/// what comes then depends on what was sent meanwhile, such as its reset, or its request once more.
///
/// # Panics
/// It depends on where they are cut.
pub(crate) fn compare_cuts(bytes: &[u8], size: usize) {
    let ((whole, last), (cut, end)) = (heard_in_pieces(bytes, usize::MAX), heard_in_pieces(bytes, size));
    let is_end = |heard: &Heard| matches!(heard, Heard::Ended(_));
    let ended = |log: &Log| log.slots.iter().flatten().any(is_end);
    assert_eq!(ended(&whole), ended(&cut), "pieces of {size}: {whole:?}, {cut:?}");
    if !ended(&whole) {
        assert_eq!(ends(&last), ends(&end), "pieces of {size}");
    }
    for (one, other) in whole.slots.iter().zip(&cut.slots) {
        let before = |slot: &[Heard]| gist(&slot[..slot.iter().position(is_end).unwrap_or(slot.len())]);
        let (one, other) = (before(one), before(other));
        if ended(&whole) {
            let known = |(one, other): (&String, &String)| one == other || one == PART || other == PART;
            assert!(one.iter().zip(&other).all(known), "pieces of {size}: {whole:?}, {cut:?}");
        } else {
            assert_eq!(one, other, "pieces of {size}");
        }
    }
}
