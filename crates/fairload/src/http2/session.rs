//! One connection of HTTP/2 as bytes in and bytes out: nghttp2, made safe.

use std::ffi::c_int;
use std::ops::Range;
use std::ptr;
use std::rc::Rc;

use libnghttp2_sys as ng;

use super::inbox::{Event, Inbox, Stream, code_name, read_body, set_callbacks, strerror, to_pointer};
use super::request::Fields;
use crate::engine::Payload;
use crate::nghttp2::{self, Side};

/// One connection.
pub(super) struct Session {
    nghttp2: nghttp2::Session<Inbox>,
    /// Of the request that was sent last; here so that its memory is used again.
    entries: Vec<ng::nghttp2_nv>,
}

impl Session {
    /// With so many streams at a time. Its preface and settings are the first bytes to be sent.
    pub(super) fn new(streams: usize) -> Self {
        let inbox = Inbox { streams: (0..streams).map(|_| Stream::default()).collect(), ..Inbox::default() };
        // SAFETY: the callbacks are those of such an inbox.
        let nghttp2 = unsafe { nghttp2::Session::new(Side::Client, inbox, set_callbacks) };
        Self { nghttp2, entries: Vec::new() }
    }

    fn inbox(&mut self) -> &mut Inbox {
        self.nghttp2.inbox()
    }

    /// Takes what the connection delivered.
    ///
    /// # Errors
    /// It is not HTTP/2; why.
    pub(super) fn receive(&mut self, data: &[u8]) -> Result<(), String> {
        self.nghttp2.receive(data).map_err(|error| self.why(error))
    }

    /// Appends what is to be sent.
    ///
    /// # Errors
    /// nghttp2 cannot go on; why.
    pub(super) fn flush(&mut self, out: &mut Vec<u8>) -> Result<(), String> {
        loop {
            let start = out.len();
            match self.nghttp2.next_frame() {
                Ok(None) => return Ok(()),
                Ok(Some(frame)) => out.extend_from_slice(frame),
                Err(error) => return Err(self.why(error)),
            }
            self.note_end(&out[start..]);
        }
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
        self.entries.clear();
        self.entries.extend(fields.spans.iter().map(|(name, value)| in_place(&fields.text, name, value)));
        let own = &mut self.inbox().streams[stream];
        own.request += 1;
        own.field_bytes = 0;
        own.answering.begin(fields.to_head, fields.is_grpc);
        own.invalid = None;
        own.body = fields.body.map(|body| (payload, body));
        own.fields = Some(Rc::clone(fields));
        let provider = ng::nghttp2_data_provider2 {
            source: ng::nghttp2_data_source { ptr: to_pointer(stream) },
            read_callback: Some(read_body),
        };
        let provider = if fields.body.is_some() { &raw const provider } else { ptr::null() };
        let (raw, entries) = (self.nghttp2.raw(), &self.entries);
        // SAFETY: nghttp2 copies the entries and the provider. Names and values it reads when it sends them, and the
        // stream keeps them until its next request; one that was given up before it was sent is not sent.
        let id = unsafe {
            let (priority, own) = (ptr::null(), to_pointer(stream));
            ng::nghttp2_submit_request2(raw, priority, entries.as_ptr(), entries.len(), provider, own)
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

    /// Gives up what is under way on a stream, if anything is.
    pub(super) fn cancel(&mut self, stream: usize) {
        let inbox = self.inbox();
        let id = std::mem::take(&mut inbox.streams[stream].id);
        if id == 0 {
            return;
        }
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
