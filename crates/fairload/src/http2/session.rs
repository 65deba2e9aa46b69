//! One connection of HTTP/2 as bytes in and bytes out: nghttp2, made safe.

use std::borrow::Cow;
use std::ffi::c_int;
use std::ops::Range;
use std::ptr;
use std::rc::Rc;

use libnghttp2_sys as ng;

use super::answer::Answering;
use super::frame::{FrameHead, MOST_PAYLOAD, Piece, Place};
use super::inbox::{Event, Inbox, Stream, code_name, read_body, set_callbacks, stream_of, strerror, to_pointer};
use super::request::Fields;
use super::shortcut::{Open, Route, Shortcut};
use crate::engine::Payload;
use crate::nghttp2::{self, Side};

/// The highest number that a stream may have, but the last two: those are left for nghttp2, which says so.
const MOST_ID: u32 = (1 << 31) - 5;

/// One connection.
pub(super) struct Session {
    nghttp2: nghttp2::Session<Inbox>,
    shortcut: Shortcut,
    place: Place,
    /// The beginning of a frame that nghttp2 may not have to read.
    held: Vec<u8>,
    /// Why nghttp2 cannot go on from where the shortcut ended.
    stuck: Option<String>,
    /// Of the request that was sent last; here so that its memory is used again.
    entries: Vec<ng::nghttp2_nv>,
}

impl Session {
    /// With so many streams at a time. Its preface and settings are the first bytes to be sent.
    pub(super) fn new(streams: usize) -> Self {
        let inbox = Inbox { streams: (0..streams).map(|_| Stream::default()).collect(), ..Inbox::default() };
        // SAFETY: the callbacks are those of such an inbox.
        let nghttp2 = unsafe { nghttp2::Session::new(Side::Client, inbox, set_callbacks) };
        let (shortcut, place, held) = Default::default();
        Self { nghttp2, shortcut, place, held, stuck: None, entries: Vec::new() }
    }

    fn inbox(&mut self) -> &mut Inbox {
        self.nghttp2.inbox()
    }

    /// Takes what the connection delivered.
    ///
    /// # Errors
    /// It is not HTTP/2; why.
    pub(super) fn receive(&mut self, data: &[u8]) -> Result<(), String> {
        let held = std::mem::take(&mut self.held);
        let come = if held.is_empty() { Cow::Borrowed(data) } else { Cow::Owned([&held, data].concat()) };
        let mut rest = &come[..];
        while !rest.is_empty() {
            let passes = self.shortcut.active && self.place.is_between();
            let taken = if passes { self.pass(rest)? } else { self.read(rest)? };
            if taken == 0 {
                break;
            }
            rest = &rest[taken..];
        }
        self.held.extend_from_slice(rest);
        Ok(())
    }

    /// Lets nghttp2 read the next bytes, at most of one frame; how many.
    fn read(&mut self, data: &[u8]) -> Result<usize, String> {
        let Piece { bytes, ends, payload } = self.place.next(data);
        let of = ends.filter(|head| payload.is_some() && head.is_all_fields()).and_then(|head| self.slot_of(head.id));
        let inbox = self.inbox();
        let of = of.filter(|&slot| inbox.streams[slot].answering.awaits_head());
        let before = inbox.text.len();
        self.hand_over(bytes)?;
        if let Some(head) = ends {
            let inbox = self.nghttp2.inbox();
            let answer = of.map(|slot| (&inbox.streams[slot], &inbox.text[before..]));
            self.shortcut.read(head, payload, answer);
        }
        Ok(bytes.len())
    }

    fn hand_over(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.nghttp2.receive(bytes).map_err(|error| self.why(error))
    }

    /// The stream of the driver that nghttp2 has under this number.
    fn slot_of(&self, id: u32) -> Option<usize> {
        // SAFETY: it is a session of this module.
        unsafe { stream_of(self.nghttp2.raw(), id.cast_signed()) }
    }

    /// Takes a frame past nghttp2, if it may; how many bytes, none if too little of it is here.
    fn pass(&mut self, data: &[u8]) -> Result<usize, String> {
        let Some((head, rest)) = FrameHead::split(data) else { return Ok(0) };
        let come = &rest[..head.length.min(rest.len())];
        let route = self.shortcut.route(head, come, &self.nghttp2.inbox().streams);
        match route {
            Route::Other => self.leave(),
            Route::Known if head.is_data() => {}
            _ if come.len() < head.length => return Ok(0),
            _ => {}
        }
        let inbox = self.nghttp2.inbox();
        let at = match route {
            Route::Head { head, at } => {
                let (slot, text, answering) = self.shortcut.begin(at, head);
                inbox.write(slot, |own, out| {
                    *own = answering;
                    out.extend_from_slice(text);
                });
                at
            }
            Route::Body { at } => {
                let slot = self.shortcut.add(at, come.len());
                if !come.is_empty() {
                    inbox.write(slot, |own, out| {
                        own.data(come, out);
                    });
                }
                if head.ends_stream() {
                    inbox.write(slot, Answering::end);
                }
                at
            }
            Route::Known | Route::Other => return self.read(data),
        };
        if head.ends_stream() {
            inbox.over(self.shortcut.end(at));
        }
        Ok(FrameHead::SIZE + head.length)
    }

    /// Tells nghttp2 of the streams that it does not know, as far as they have come.
    fn leave(&mut self) {
        if self.shortcut.active {
            let told = self.shortcut.leave().into_iter().try_for_each(|(id, open)| self.tell(id, &open));
            self.stuck = told.err();
        }
    }

    fn tell(&mut self, id: u32, open: &Open) -> Result<(), String> {
        let (fields, _, head) = self.shortcut.of(open);
        let head = head.map(<[u8]>::to_vec);
        // SAFETY: it takes any number.
        unsafe { ng::nghttp2_session_set_next_stream_id(self.nghttp2.raw(), id.cast_signed()) };
        self.begin(&fields, (!open.over).then_some(open.slot));
        self.send_aside(id, open)?;
        if open.over {
            // SAFETY: as above.
            unsafe { ng::nghttp2_submit_rst_stream(self.nghttp2.raw(), 0, id.cast_signed(), ng::NGHTTP2_CANCEL) };
            return self.send_aside(id, open);
        }
        let Some(block) = head else { return Ok(()) };
        let mut come = Vec::new();
        FrameHead::write(ng::NGHTTP2_HEADERS, ng::NGHTTP2_FLAG_END_HEADERS, id, &block, &mut come);
        let zeros = [0; MOST_PAYLOAD];
        let mut left = open.body_bytes;
        while left > 0 {
            let length = left.min(MOST_PAYLOAD);
            FrameHead::write(ng::NGHTTP2_DATA, 0, id, &zeros[..length], &mut come);
            left -= length;
        }
        self.inbox().again = true;
        let read = self.hand_over(&come);
        self.inbox().again = false;
        read
    }

    /// Has nghttp2 write what it has to: of a stream that it was told of, this was sent, and the rest is to be sent.
    fn send_aside(&mut self, id: u32, open: &Open) -> Result<(), String> {
        loop {
            let frame = match self.nghttp2.next_frame() {
                Ok(None) => return Ok(()),
                Ok(Some(frame)) => frame,
                Err(error) => return Err(strerror(error)),
            };
            let Some((head, block)) = FrameHead::split(frame) else { continue };
            if head.id != id {
                self.shortcut.out.extend_from_slice(frame);
            } else if head.is_headers() && self.shortcut.of(open).1[FrameHead::SIZE..] != *block {
                return Err("nghttp2 compresses a request in another way than before".to_owned());
            }
        }
    }

    /// Appends what is to be sent.
    ///
    /// # Errors
    /// nghttp2 cannot go on; why.
    pub(super) fn flush(&mut self, out: &mut Vec<u8>) -> Result<(), String> {
        if let Some(why) = self.stuck.take() {
            return Err(why);
        }
        out.append(&mut self.shortcut.out);
        loop {
            let start = out.len();
            match self.nghttp2.next_frame() {
                Ok(None) => return Ok(()),
                Ok(Some(frame)) => out.extend_from_slice(frame),
                Err(error) => return Err(self.why(error)),
            }
            self.note_end(&out[start..]);
            self.note_request(&out[start..]);
        }
    }

    /// What repeats is known by what was sent.
    fn note_request(&mut self, frame: &[u8]) {
        let Some((head, _)) = FrameHead::split(frame).filter(|(head, _)| head.has_fields()) else { return };
        let slot = self.slot_of(head.id);
        let inbox = self.nghttp2.inbox();
        let fields = slot.and_then(|slot| inbox.streams[slot].fields.as_ref());
        self.shortcut.wrote(frame, fields);
    }

    fn why(&mut self, error: c_int) -> String {
        self.inbox().complaint.take().unwrap_or_else(|| strerror(error))
    }

    /// If we end the connection with this frame, and not in good order: why (RFC 9113, 6.8).
    fn note_end(&mut self, frame: &[u8]) {
        let &[_, _, _, kind, _, _, _, _, _, _, _, _, _, c0, c1, c2, c3, ref debug @ ..] = frame else { return };
        let code = u32::from_be_bytes([c0, c1, c2, c3]);
        if u32::from(kind) == ng::NGHTTP2_GOAWAY && code != ng::NGHTTP2_NO_ERROR {
            let said = || format!("{} {}", code_name(code), crate::outcome::excerpt(debug)).trim_end().to_owned();
            let inbox = self.inbox();
            inbox.reason = inbox.complaint.take().or_else(|| Some(said()));
        }
    }

    /// Begins a request on a stream in place of the one before it; `false` if the connection takes no more.
    pub(super) fn submit(&mut self, stream: usize, fields: &Rc<Fields>, payload: Payload) -> bool {
        self.cancel(stream);
        if self.inbox().going_away {
            return false;
        }
        let short = self.short_way(fields);
        let own = &mut self.inbox().streams[stream];
        own.request += 1;
        own.field_bytes = 0;
        own.answering.begin(fields.to_head, fields.is_grpc);
        own.invalid = None;
        own.body = fields.body.map(|body| (payload, body));
        own.fields = Some(Rc::clone(fields));
        let id = match short {
            Some(request) => self.shortcut.send(request, stream).cast_signed(),
            None => self.begin(fields, Some(stream)),
        };
        let inbox = self.inbox();
        // No number is left for a stream, or nghttp2 knows already that the connection ends.
        let begun = id > 0;
        if begun {
            inbox.streams[stream].id = id;
            inbox.in_flight += 1;
        }
        inbox.going_away |= !begun;
        begun
    }

    /// The number of the request of the shortcut, if it is to be sent so.
    fn short_way(&mut self, fields: &Rc<Fields>) -> Option<usize> {
        let streams = self.inbox().streams.len();
        let Some(request) = self.shortcut.request(fields, streams) else {
            self.leave();
            return None;
        };
        if self.shortcut.active {
            if self.shortcut.next_id() > MOST_ID {
                self.leave();
                return None;
            }
            return Some(request);
        }
        // SAFETY: both only read.
        let (waiting, next) = unsafe {
            let raw = self.nghttp2.raw();
            (ng::nghttp2_session_get_outbound_queue_size(raw), ng::nghttp2_session_get_next_stream_id(raw))
        };
        // Requests that wait for their turn would go after this one, with lower numbers.
        (waiting == 0 && next <= MOST_ID).then(|| {
            self.shortcut.enter(next);
            request
        })
    }

    /// Begins a request in nghttp2, for a stream or for nobody; its number.
    fn begin(&mut self, fields: &Fields, stream: Option<usize>) -> i32 {
        self.entries.clear();
        self.entries.extend(fields.spans.iter().map(|(name, value)| in_place(&fields.text, name, value)));
        let pointer = stream.map_or(ptr::null_mut(), to_pointer);
        let provider = ng::nghttp2_data_provider2 {
            source: ng::nghttp2_data_source { ptr: pointer },
            read_callback: Some(read_body),
        };
        let provider = if fields.body.is_some() { &raw const provider } else { ptr::null() };
        let (raw, entries) = (self.nghttp2.raw(), &self.entries);
        // SAFETY: nghttp2 copies the entries and the provider. Names and values it reads when it sends them, and the
        // stream keeps them until its next request; one that was given up before it was sent is not sent.
        unsafe { ng::nghttp2_submit_request2(raw, ptr::null(), entries.as_ptr(), entries.len(), provider, pointer) }
    }

    /// Gives up what is under way on a stream, if anything is.
    pub(super) fn cancel(&mut self, stream: usize) {
        let id = self.inbox().streams[stream].id;
        if id == 0 {
            return;
        }
        if self.shortcut.holds(id) {
            self.leave();
        }
        let inbox = self.inbox();
        let own = &mut inbox.streams[stream];
        own.body = None;
        // What has come of it and was not looked at yet is nobody's.
        own.request += 1;
        inbox.in_flight -= 1;
        // SAFETY: both take any number of a stream.
        unsafe {
            ng::nghttp2_session_set_stream_user_data(self.nghttp2.raw(), id, ptr::null_mut());
            ng::nghttp2_submit_rst_stream(self.nghttp2.raw(), 0, id, ng::NGHTTP2_CANCEL);
        }
    }

    /// Moves what has come into `events` and the text that they speak of, which are both empty.
    pub(super) fn swap(&mut self, events: &mut Vec<Event>, text: &mut Vec<u8>) {
        let inbox = self.inbox();
        std::mem::swap(&mut inbox.events, events);
        std::mem::swap(&mut inbox.text, text);
    }

    /// Whether something has come.
    pub(super) fn has_events(&mut self) -> bool {
        !self.inbox().events.is_empty()
    }

    /// Whether it is about the request that the stream has now.
    pub(super) fn is_current(&mut self, event: &Event) -> bool {
        self.inbox().streams[event.stream].request == event.request
    }

    /// Whether the server's settings have come, with which it begins.
    pub(super) fn is_settled(&mut self) -> bool {
        self.inbox().settled
    }

    /// Whether requests go past nghttp2 at present.
    #[cfg(any(test, feature = "fuzzing"))]
    pub(super) fn is_short(&self) -> bool {
        self.shortcut.active
    }

    /// How many streams the server allows at a time.
    pub(super) fn most_streams(&self) -> u32 {
        let id = ng::NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS;
        // SAFETY: it only reads.
        unsafe { ng::nghttp2_session_get_remote_settings(self.nghttp2.raw(), id) }
    }

    /// Whether the connection takes no more requests.
    pub(super) fn is_going_away(&mut self) -> bool {
        self.inbox().going_away
    }

    pub(super) fn in_flight(&mut self) -> usize {
        self.inbox().in_flight
    }

    /// Whether the connection is over; asked when all has been sent.
    pub(super) fn is_over(&self) -> bool {
        self.nghttp2.is_over()
    }

    /// Why one of the two sides ended the connection before its time, if one did.
    pub(super) fn reason(&mut self) -> Option<String> {
        self.inbox().reason.take()
    }

    /// What was wrong with the answer on a stream, if its end was not passed on yet: the end of the connection can come first.
    pub(super) fn invalid(&mut self, stream: usize) -> Option<String> {
        self.inbox().streams[stream].invalid.take()
    }
}

/// A field in its place: names are in lower case, and nothing is copied.
fn in_place(text: &[u8], name: &Range<usize>, value: &Range<usize>) -> ng::nghttp2_nv {
    let flags = ng::NGHTTP2_NV_FLAG_NO_COPY_NAME | ng::NGHTTP2_NV_FLAG_NO_COPY_VALUE;
    nghttp2::entry(&text[name.clone()], &text[value.clone()], flags)
}
