//! What repeats on a connection, byte for byte, goes past nghttp2: requests as it wrote them before, and answers with heads
//! that it read before.
//!
//! The same bytes mean the same fields as long as the tables of HPACK stay as they are, and most blocks leave them as they are
//! (RFC 7541, 6). Streams that are opened here nghttp2 does not know. As soon as anything else comes or is to be sent, they
//! are told to it, as far as they have come, and it goes on.

use std::collections::VecDeque;
use std::rc::Rc;

use libnghttp2_sys as ng;

use super::answer::Answering;
use super::frame::{FrameHead, MOST_PAYLOAD};
use super::inbox::Stream;
use super::request::Fields;

/// After so many answers in a row for each stream, all with heads that are known, requests go past nghttp2.
const ENOUGH: usize = 4;
/// Different ones that are known at a time.
const MOST_HEADS: usize = 4;
const MOST_REQUESTS: usize = 8;
/// Of bodies before the server is told that they were read, and of one body; bytes. A quarter of the window.
const MOST_UNTOLD: usize = 1 << 28;

/// The head of an answer that may come again.
struct Head {
    flags: u8,
    block: Vec<u8>,
    /// Its translation, and the answer after it.
    text: Vec<u8>,
    answering: Answering,
}

/// A stream that nghttp2 does not know.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    pub(super) slot: usize,
    request: usize,
    /// Of its answer, from when it came on.
    head: Option<usize>,
    /// Of the body so far.
    pub(super) body_bytes: usize,
    pub(super) over: bool,
}

/// What to do with a frame.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// It is this head, of the answer on the stream with this place in `open`.
    Head { head: usize, at: usize },
    /// It is a part of the body of such an answer.
    Body { at: usize },
    /// It belongs to a stream that nghttp2 knows, and changes nothing for others.
    Known,
    /// It is something else: nghttp2 has to know all streams first.
    Other,
}

/// Of one connection.
#[derive(Default)]
pub(super) struct Shortcut {
    /// Whether requests go past nghttp2 at present.
    pub(super) active: bool,
    /// The frames of requests, as nghttp2 wrote them.
    requests: Vec<(Rc<Fields>, Vec<u8>)>,
    heads: Vec<Head>,
    /// Answers in a row whose heads were known.
    steady: usize,
    /// Streams from this number on are none of nghttp2's.
    first: u32,
    /// The number of the first of `open`.
    front: u32,
    /// In the order of their numbers, each two more than the one before. Those that are over leave at the front, but never
    /// the last one of all.
    pub(super) open: VecDeque<Open>,
    /// Of bodies that neither nghttp2 nor the server knows to be read.
    untold_bytes: usize,
    /// To be sent, before anything of nghttp2's.
    pub(super) out: Vec<u8>,
}

impl Shortcut {
    /// Looks at a frame that nghttp2 wrote; `fields`: of the request on its stream.
    pub(super) fn wrote(&mut self, frame: &[u8], fields: Option<&Rc<Fields>>) {
        let Some((head, block)) = FrameHead::split(frame) else { return };
        if !head.has_fields() {
            return;
        }
        if !head.is_all_fields() || !keeps_table(block) {
            return self.requests.clear();
        }
        let Some(fields) = fields.filter(|_| head.ends_stream()) else { return };
        let known = |(of, known): &(Rc<Fields>, Vec<u8>)| Rc::ptr_eq(of, fields) && known[FrameHead::SIZE..] == *block;
        if !self.requests.iter().any(known) {
            self.requests.truncate(MOST_REQUESTS - 1);
            self.requests.insert(0, (Rc::clone(fields), frame.to_vec()));
        }
    }

    /// Looks at a frame that nghttp2 has read; `payload`: if it came in one piece. `answer`: if one could begin on its
    /// stream, how it stands now, and what has been added to its translation.
    pub(super) fn read(&mut self, frame: FrameHead, payload: Option<&[u8]>, answer: Option<(&Stream, &[u8])>) {
        if self.active {
            // It is what is known, or of no fields; and streams under way speak of heads and requests by their places.
            return;
        }
        if frame.is_settings() {
            // They may change the table with which requests are written.
            self.requests.clear();
        }
        if !frame.has_fields() {
            return;
        }
        let begun = answer.filter(|(stream, _)| stream.answering.is_behind_head() && stream.invalid.is_none());
        let Some(block) = payload.filter(|_| frame.is_all_fields()) else { return self.unlearn() };
        let known = |head: &Head, to_head| head.is(frame, to_head) && head.block == block;
        if begun.is_some_and(|(of, _)| self.heads.iter().any(|head| known(head, of.answering.is_to_head()))) {
            self.steady += 1;
            return;
        }
        if !keeps_table(block) {
            return self.unlearn();
        }
        self.steady = 0;
        if let Some((stream, text)) = begun {
            self.heads.truncate(MOST_HEADS - 1);
            let (block, text, answering) = (block.to_vec(), text.to_vec(), stream.answering.again());
            self.heads.insert(0, Head { flags: frame.flags, block, text, answering });
        }
    }

    fn unlearn(&mut self) {
        self.heads.clear();
        self.steady = 0;
    }

    /// The number of a request that may go past nghttp2, on a connection of so many streams.
    pub(super) fn request(&self, fields: &Rc<Fields>, streams: usize) -> Option<usize> {
        let steady = self.active || self.steady >= ENOUGH * streams;
        self.requests.iter().position(|(of, _)| Rc::ptr_eq(of, fields)).filter(|_| steady)
    }

    /// From now on requests go past nghttp2, and `first` is the number of the next stream.
    pub(super) fn enter(&mut self, first: u32) {
        (self.active, self.first, self.front) = (true, first, first);
    }

    /// From now on nothing goes past nghttp2. The streams that it has to hear of, with their numbers: the last one may be
    /// over, and is for nghttp2 to know that it was there.
    pub(super) fn leave(&mut self) -> Vec<(u32, Open)> {
        (self.active, self.steady) = (false, 0);
        let last = self.open.len().saturating_sub(1);
        let all = (self.front..).step_by(2).zip(self.open.drain(..)).enumerate();
        all.filter(|(at, (_, open))| !open.over || *at == last).map(|(_, told)| told).collect()
    }

    /// The request on a stream, its frame, and the block of the head of its answer, if that has come.
    pub(super) fn of(&self, open: &Open) -> (Rc<Fields>, &[u8], Option<&[u8]>) {
        let (fields, frame) = &self.requests[open.request];
        (Rc::clone(fields), frame, open.head.map(|head| &self.heads[head].block[..]))
    }

    /// The number of the next stream.
    pub(super) fn next_id(&self) -> u32 {
        self.front + 2 * u32::try_from(self.open.len()).expect("each has a number below 2^31")
    }

    /// Sends a request for a slot; the number of its stream.
    pub(super) fn send(&mut self, request: usize, slot: usize) -> u32 {
        let id = self.next_id();
        let frame = &self.requests[request].1;
        let at = self.out.len();
        self.out.extend_from_slice(frame);
        FrameHead::set_id(&mut self.out[at..], id);
        self.open.push_back(Open { slot, request, head: None, body_bytes: 0, over: false });
        self.drop_front();
        id
    }

    fn drop_front(&mut self) {
        while self.open.len() > 1 && self.open.front().is_some_and(|open| open.over) {
            self.open.pop_front();
            self.front += 2;
        }
    }

    /// Whether this is the number of a stream that nghttp2 does not know.
    pub(super) fn holds(&self, id: i32) -> bool {
        self.active && id.cast_unsigned() >= self.first
    }

    /// A stream that is not over, and its place.
    fn place(&self, id: u32) -> Option<(usize, &Open)> {
        let above = id.checked_sub(self.front).filter(|above| above % 2 == 0)?;
        let at = usize::try_from(above / 2).ok()?;
        self.open.get(at).filter(|open| !open.over).map(|open| (at, open))
    }

    /// What to do with a frame, of which so much of the payload has come.
    pub(super) fn route(&self, frame: FrameHead, come: &[u8], streams: &[Stream]) -> Route {
        let is_fields = frame.is_all_fields();
        if frame.length > MOST_PAYLOAD || !(is_fields || frame.is_data()) {
            return Route::Other;
        }
        let begins = |head: &Head| head.block.len() == frame.length && head.block.starts_with(come);
        if frame.id < self.first {
            let known = !is_fields || self.heads.iter().any(begins);
            return if known { Route::Known } else { Route::Other };
        }
        let Some((at, open)) = self.place(frame.id) else { return Route::Other };
        let answering = &streams[open.slot].answering;
        let equal = |head: &Head| head.is(frame, answering.is_to_head()) && begins(head);
        match open.head {
            None if is_fields => {
                self.heads.iter().position(equal).map_or(Route::Other, |head| Route::Head { head, at })
            }
            Some(_) if !is_fields && open.body_bytes + frame.length <= MOST_UNTOLD => {
                let fits = frame.is_all_data() && answering.allows(frame.length, frame.ends_stream());
                if fits { Route::Body { at } } else { Route::Other }
            }
            _ => Route::Other,
        }
    }

    /// The head of the answer on a stream has come: the slot, what is to be said, and the answer after it.
    pub(super) fn begin(&mut self, at: usize, head: usize) -> (usize, &[u8], Answering) {
        let open = &mut self.open[at];
        open.head = Some(head);
        let Head { text, answering, .. } = &self.heads[head];
        (open.slot, text, answering.again())
    }

    /// More of its body has come; the slot.
    pub(super) fn add(&mut self, at: usize, body_bytes: usize) -> usize {
        let open = &mut self.open[at];
        open.body_bytes += body_bytes;
        open.slot
    }

    /// The stream is over; the slot.
    pub(super) fn end(&mut self, at: usize) -> usize {
        let open = &mut self.open[at];
        let slot = open.slot;
        open.over = true;
        self.untold_bytes += open.body_bytes;
        self.drop_front();
        if self.untold_bytes >= MOST_UNTOLD {
            let read = u32::try_from(std::mem::take(&mut self.untold_bytes)).expect("half of the window at most");
            FrameHead::write(ng::NGHTTP2_WINDOW_UPDATE, 0, 0, &read.to_be_bytes(), &mut self.out);
        }
        slot
    }
}

impl Head {
    /// Whether it may be that of this frame, in answer to a HEAD or not.
    fn is(&self, frame: FrameHead, to_head: bool) -> bool {
        self.flags == frame.flags && self.answering.is_to_head() == to_head
    }
}

/// Whether a block of fields leaves the table as it is: all that is in it are fields of the table, and others that are not to
/// be added to it (RFC 7541, 6).
fn keeps_table(block: &[u8]) -> bool {
    let mut rest = block;
    while let Some(&first) = rest.first() {
        let next = match first {
            0x80.. => integer(rest, 7).map(|(_, rest)| rest),
            0x20.. => None,
            _ => {
                integer(rest, 4).and_then(|(name, rest)| if name == 0 { text(rest) } else { Some(rest) }).and_then(text)
            }
        };
        let Some(next) = next else { return false };
        rest = next;
    }
    true
}

/// A number of which so many bits are in the first byte, and what follows it (RFC 7541, 5.1); `None`: not of a block that
/// any server sends.
fn integer(bytes: &[u8], bits: u32) -> Option<(usize, &[u8])> {
    let (&first, mut rest) = bytes.split_first()?;
    let most = (1_usize << bits) - 1;
    let mut value = usize::from(first) & most;
    if value < most {
        return Some((value, rest));
    }
    for shift in [0, 7, 14] {
        let (&next, after) = rest.split_first()?;
        (value, rest) = (value + (usize::from(next & 0x7f) << shift), after);
        if next < 0x80 {
            return Some((value, rest));
        }
    }
    None
}

/// What follows a text (RFC 7541, 5.2).
fn text(bytes: &[u8]) -> Option<&[u8]> {
    let (length, rest) = integer(bytes, 7)?;
    rest.get(length..)
}

#[cfg(test)]
mod tests {
    use super::super::hearing::{ANSWERS, SETTINGS_FRAME, Talk, ends, frame, gist};
    use super::*;

    #[test]
    fn a_known_head_with_another_end_changes_nothing_for_those_under_way() {
        use ng::{NGHTTP2_DATA as DATA, NGHTTP2_FLAG_END_HEADERS as WHOLE, NGHTTP2_FLAG_END_STREAM as LAST};
        use ng::{NGHTTP2_HEADERS as HEADERS, NGHTTP2_PING as PING};
        let (plain, two) = (b"\0\x07:status\x03200", b"\0\x07:status\x03200\0\x0econtent-length\x012");
        let [short, long] = [true, false].map(|whole| {
            let mut talk = Talk::new(2);
            talk.log.more = u32::MAX;
            talk.hear(&[SETTINGS_FRAME]);
            // On the first stream nothing comes yet, so nghttp2 has it.
            let open = 3 + 2 * ANSWERS;
            for id in (3..open).step_by(2) {
                let head = if id == 3 { &two[..] } else { plain };
                let answer = [frame(HEADERS, WHOLE, id, head), frame(DATA, LAST, id, b"ok")].concat();
                talk.hear_answer(&answer, whole);
            }
            assert_eq!(talk.is_short(), whole);
            talk.log.more = 0;
            talk.hear(&[
                &[frame(HEADERS, WHOLE, open, two), frame(DATA, 0, open, b"o")].concat(),
                &frame(HEADERS, WHOLE | LAST, 1, plain),
                &frame(PING, 0, 0, b"12345678"),
                &frame(DATA, LAST, open, b"kk"),
            ]);
            assert!(!talk.is_short());
            (talk.log.slots.iter().map(|slot| gist(slot)).collect::<Vec<_>>(), ends(&talk.step))
        });
        assert_eq!(short, long);
    }

    #[test]
    fn a_block_keeps_the_table_unless_it_adds_to_it_or_resizes_it() {
        for (block, keeps) in [
            (&[][..], true),
            (&[0x88], true),                          // :status 200
            (&[0xff, 0x9a, 0x0a], true),              // field 1,433
            (&[0x00, 1, b'a', 1, b'b'], true),        // a: b, not to be added
            (&[0x10, 1, b'a', 1, b'b', 0x88], true),  // the same, never
            (&[0x0f, 0x0d, 0x81, 0x7f], true),        // content-length, with Huffman's code
            (&[0x04, 0x7f, 0x01, 0x88], false),       // cut
            (&[0x40, 1, b'a', 1, b'b'], false),       // a: b, to be added
            (&[0x88, 0x5f, 0x01, b'a'], false),       // content-type: a, to be added
            (&[0x20], false),                         // no table from now on
            (&[0x3f, 0xe1, 0x1f, 0x88], false),       // a table of 4,096 bytes
            (&[0xff, 0xff, 0xff, 0xff, 0x7f], false), // too large a number
        ] {
            assert_eq!(keeps_table(block), keeps, "{block:x?}");
        }
    }
}
