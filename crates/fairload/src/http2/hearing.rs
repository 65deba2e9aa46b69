//! What a driver hears of HTTP/2, with the bytes of a server that are written by tests or by a fuzzer.

use std::convert::identity;
use std::num::NonZeroUsize;
use std::rc::Rc;

use libnghttp2_sys as ng;
use rustix::io::Errno;

use super::adapter::Http2;
use super::connections::Connections;
use super::frame::FrameHead;
use super::session::Session;
use crate::clock::{NEVER, Nanos};
use crate::engine::{Driver, End, Fault, Payload, Standing, Step};
use crate::receive::http1::parser::{Fed, Mode, Parser};

/// An empty frame of that kind.
pub(crate) const SETTINGS_FRAME: &[u8] = &[0, 0, 0, 4, 0, 0, 0, 0, 0];

pub(crate) fn frame(kind: u32, flags: u32, stream: u32, payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    FrameHead::write(kind, flags, stream, payload, &mut bytes);
    bytes
}

/// An answer with the body `hello`, in a frame of its own, and a head that leaves the table of HPACK as it is.
pub(crate) fn hello(stream: u32) -> Vec<u8> {
    let head = b"\0\x07:status\x03200\0\x0econtent-length\x015";
    let head = frame(ng::NGHTTP2_HEADERS, ng::NGHTTP2_FLAG_END_HEADERS, stream, head);
    [head, frame(ng::NGHTTP2_DATA, ng::NGHTTP2_FLAG_END_STREAM, stream, b"hello")].concat()
}

/// What a driver heard of each of its slots, one after the other. It sends a request on each that opens.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Log {
    pub(crate) slots: Vec<Vec<Heard>>,
    pub(crate) carried: usize,
    /// Of the body that it sends.
    body_bytes: usize,
    /// How many times it asks again as soon as it has an answer.
    pub(crate) more: u32,
    /// Its request, if it has no body.
    request: Rc<[u8]>,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    Opened,
    NotOpened(String),
    Answer(String),
    Early,
    /// The answer was whole, and the next request was sent.
    Asked,
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

impl Driver for Log {
    fn start(&mut self, slot: usize) -> Step {
        assert!(self.slots[slot].is_empty());
        Step::Open
    }

    fn opened(&mut self, slot: usize) -> Step {
        self.add(slot, Heard::Opened);
        match self.body_bytes {
            0 => Step::Send(Payload::Shared(Rc::clone(&self.request))),
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
        match self.slots[slot].last() {
            Some(Heard::Answer(text)) if self.more > 0 && answer_in(text).is_ok_and(|answer| answer.is_some()) => {
                self.more -= 1;
                self.slots[slot].push(Heard::Asked);
                Step::Send(Payload::Shared(Rc::clone(&self.request)))
            }
            _ => Step::Wait,
        }
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
    let mut talk = Talk::new(streams);
    talk.log.body_bytes = body_bytes;
    talk.hear(pieces);
    (talk.log, talk.step)
}

/// A connection, and what was heard and sent on it.
pub(crate) struct Talk {
    connections: Connections,
    pub(crate) log: Log,
    pub(crate) sent: Vec<u8>,
    pub(crate) step: Step,
}

impl Talk {
    pub(crate) fn new(streams: usize) -> Self {
        let mut connections = Connections::new(NonZeroUsize::new(streams).expect("some"), false);
        connections.resize(1);
        let request = Rc::from(&b"GET / HTTP/1.1\r\nHost: h\r\n\r\n"[..]);
        let log = Log { slots: (0..streams).map(|_| Vec::new()).collect(), request, ..Log::default() };
        let mut talk = Self { connections, log, sent: Vec::new(), step: Step::Wait };
        let mut adapter = Http2::new(&mut talk.log, &mut talk.connections);
        assert_eq!(adapter.start(0), Step::Open);
        let Step::Send(preface) = adapter.opened(0) else { panic!("no preface") };
        assert!(preface.bytes().starts_with(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
        talk
    }

    /// One of two streams on which requests are sent again and again, with so many equal answers. If enough of them come
    /// whole, more go past nghttp2.
    pub(crate) fn steady(answers: u32, whole: bool) -> Self {
        let mut talk = Self::new(2);
        talk.log.more = u32::MAX;
        talk.hear(&[SETTINGS_FRAME]);
        for answer in 0..answers {
            talk.hear_answer(&hello(2 * answer + 1), whole);
        }
        talk
    }

    /// The two that are compared: behind equal answers, with requests that go past nghttp2, and that do not, when so many
    /// more are to be sent and these pieces have come.
    pub(crate) fn both_ways(more: u32, pieces: &[&[u8]]) -> [Self; 2] {
        [true, false].map(|whole| {
            let mut talk = Self::steady(ANSWERS, whole);
            assert_eq!(talk.is_short(), whole);
            talk.log.more = more;
            talk.hear(pieces);
            talk
        })
    }

    /// Hears an answer at once, or byte by byte: of heads that come so nothing is learnt.
    pub(super) fn hear_answer(&mut self, bytes: &[u8], whole: bool) {
        self.hear(&bytes.chunks(if whole { bytes.len() } else { 1 }).collect::<Vec<_>>());
    }

    /// Whether requests go past nghttp2 now.
    pub(crate) fn is_short(&self) -> bool {
        self.connections.list[0].session.as_ref().is_some_and(Session::is_short)
    }

    /// Hears these pieces, up to the end of the connection.
    pub(crate) fn hear(&mut self, pieces: &[&[u8]]) {
        let mut adapter = Http2::new(&mut self.log, &mut self.connections);
        for piece in pieces {
            if ends(&self.step) {
                break;
            }
            self.step = adapter.received(0, piece, Standing::Open);
            if let Step::Send(payload) = &self.step {
                self.sent.extend_from_slice(payload.bytes());
            }
        }
    }
}

/// The answer that a text is; `None`: it is a part of one.
fn answer_in(text: &str) -> Result<Option<String>, String> {
    let mut parser = Parser::new(Mode { to_head: false, kept_body: 10_000, keeps_raw: false });
    let bytes: Vec<u8> = text.chars().map(|byte| u8::try_from(byte).expect("a byte")).collect();
    match parser.feed(&bytes) {
        Ok(Fed::Done { taken }) if taken == bytes.len() => {
            let answer = parser.answer().expect("it is complete");
            Ok(Some(format!("{} {:?}", answer.parsed.status, answer.body)))
        }
        Ok(_) => Ok(None),
        Err(error) => Err(error.0.into_owned()),
    }
}

const PART: &str = "a part of an answer";

/// What was heard of a slot, whatever the pieces were that its answer came in.
pub(crate) fn gist(slot: &[Heard]) -> Vec<String> {
    let mut gist = Vec::new();
    for heard in slot {
        gist.push(match heard {
            Heard::Answer(text) => {
                // Where the rest would have come, the chunks differ.
                answer_in(text).map_or_else(identity, |answer| answer.unwrap_or_else(|| PART.to_owned()))
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

/// How many equal answers come before what is compared: more than it takes for requests to go past nghttp2.
pub(crate) const ANSWERS: u32 = 12;

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
    compare(heard_in_pieces(bytes, usize::MAX), heard_in_pieces(bytes, size), size);
}

/// Compares in the same way what is heard when these bytes come behind equal answers, past nghttp2 and not; their first
/// streams stand for those that are open then. Only whole frames: one that is not whole waits before nghttp2, which
/// complains of some by their heads.
///
/// # Panics
/// It depends on that.
pub(crate) fn compare_ways(bytes: &[u8], size: usize) {
    let mut bytes = bytes.to_vec();
    let mut whole = 0;
    while let Some((head, rest)) = FrameHead::split(&bytes[whole..])
        && head.length <= rest.len()
    {
        let id = if head.id == 0 { 0 } else { head.id.saturating_add(2 * ANSWERS) };
        FrameHead::set_id(&mut bytes[whole..], id);
        whole += FrameHead::SIZE + head.length;
    }
    let pieces = bytes[..whole].chunks(size).collect::<Vec<_>>();
    let [short, long] = Talk::both_ways(0, &pieces).map(|talk| (talk.log, talk.step));
    compare(short, long, size);
}

fn compare((whole, last): (Log, Step), (cut, end): (Log, Step), size: usize) {
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
