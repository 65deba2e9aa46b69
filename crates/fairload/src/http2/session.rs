//! One connection of HTTP/2 as bytes in and bytes out: nghttp2, made safe.

use std::ffi::c_int;
use std::ops::Range;
use std::ptr::{self, NonNull};
use std::rc::Rc;
use std::slice;

use libnghttp2_sys as ng;

use super::inbox::{Event, Inbox, Stream, code_name, read_body, set_callbacks, strerror, to_pointer};
use super::request::Fields;
use crate::engine::Payload;

/// What a server may send of an answer, and of all, before it is read; bytes. As h2load: the generator is never what
/// makes a server wait.
const WINDOW_BYTES: u32 = (1 << 30) - 1;

/// Frames that continue a head. nghttp2 counts each of them once more for every time that its head comes in pieces.
const MOST_CONTINUATIONS: usize = 1000;

/// One connection.
pub(super) struct Session {
    raw: NonNull<ng::nghttp2_session>,
    /// Made by `Box`. A pointer, as nghttp2 has another one.
    inbox: NonNull<Inbox>,
    /// Of the request that was sent last; here so that its memory is used again.
    entries: Vec<ng::nghttp2_nv>,
}

/// What is left to do when nghttp2 cannot begin: there is no memory.
const NO_MEMORY: &str = "nghttp2 has no memory";

impl Session {
    /// With so many streams at a time. Its preface and settings are the first bytes to be sent.
    pub(super) fn new(streams: usize) -> Self {
        let inbox = Inbox { streams: (0..streams).map(|_| Stream::default()).collect(), ..Inbox::default() };
        let inbox = NonNull::from(Box::leak(Box::new(inbox)));
        let settings = [
            ng::nghttp2_settings_entry { settings_id: setting(ng::NGHTTP2_SETTINGS_ENABLE_PUSH), value: 0 },
            ng::nghttp2_settings_entry {
                settings_id: setting(ng::NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE),
                value: WINDOW_BYTES,
            },
        ];
        // SAFETY: all pointers are of live objects; nghttp2 copies callbacks and settings. The inbox lives until `drop`.
        unsafe {
            let mut callbacks = ptr::null_mut();
            assert_eq!(ng::nghttp2_session_callbacks_new(&raw mut callbacks), 0, "{NO_MEMORY}");
            set_callbacks(callbacks);
            let mut options = ptr::null_mut();
            assert_eq!(ng::nghttp2_option_new(&raw mut options), 0, "{NO_MEMORY}");
            ng::nghttp2_option_set_max_continuations(options, MOST_CONTINUATIONS);
            let mut raw = ptr::null_mut();
            let made = ng::nghttp2_session_client_new2(&raw mut raw, callbacks, inbox.as_ptr().cast(), options);
            ng::nghttp2_option_del(options);
            ng::nghttp2_session_callbacks_del(callbacks);
            assert_eq!(made, 0, "{NO_MEMORY}");
            let flags = none();
            assert_eq!(ng::nghttp2_submit_settings(raw, flags, settings.as_ptr(), settings.len()), 0, "{NO_MEMORY}");
            let window = WINDOW_BYTES.cast_signed();
            assert_eq!(ng::nghttp2_session_set_local_window_size(raw, flags, 0, window), 0, "{NO_MEMORY}");
            Self { raw: NonNull::new(raw).expect("nghttp2 made it"), inbox, entries: Vec::new() }
        }
    }

    fn inbox(&mut self) -> &mut Inbox {
        // SAFETY: it lives as long as this, and nghttp2 touches it only while one of its functions runs.
        unsafe { self.inbox.as_mut() }
    }

    /// Takes what the connection delivered.
    ///
    /// # Errors
    /// It is not HTTP/2; why.
    pub(super) fn receive(&mut self, data: &[u8]) -> Result<(), String> {
        // SAFETY: the data lives during the call.
        let taken = unsafe { ng::nghttp2_session_mem_recv2(self.raw.as_ptr(), data.as_ptr(), data.len()) };
        if taken >= 0 { Ok(()) } else { Err(self.why(c_int::try_from(taken).unwrap_or(0))) }
    }

    /// Appends what is to be sent.
    ///
    /// # Errors
    /// nghttp2 cannot go on; why.
    pub(super) fn flush(&mut self, out: &mut Vec<u8>) -> Result<(), String> {
        loop {
            let mut data = ptr::null();
            // SAFETY: what it points to is valid until the next call.
            let length = unsafe { ng::nghttp2_session_mem_send2(self.raw.as_ptr(), &raw mut data) };
            match usize::try_from(length) {
                Ok(0) => return Ok(()),
                Ok(length) => {
                    // SAFETY: as above; it is one frame.
                    let frame = unsafe { slice::from_raw_parts(data, length) };
                    self.note_end(frame);
                    out.extend_from_slice(frame);
                }
                Err(_) => return Err(self.why(c_int::try_from(length).unwrap_or(0))),
            }
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
        self.entries.extend(fields.spans.iter().map(|(name, value)| entry(&fields.text, name, value)));
        let own = &mut self.inbox().streams[stream];
        own.request += 1;
        own.field_bytes = 0;
        own.answering.begin(fields.to_head);
        own.invalid = None;
        own.body = fields.body.map(|body| (payload, body));
        own.fields = Some(Rc::clone(fields));
        let provider = ng::nghttp2_data_provider2 {
            source: ng::nghttp2_data_source { ptr: to_pointer(stream) },
            read_callback: Some(read_body),
        };
        let provider = if fields.body.is_some() { &raw const provider } else { ptr::null() };
        let (raw, entries) = (self.raw.as_ptr(), &self.entries);
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
            ng::nghttp2_session_set_stream_user_data(self.raw.as_ptr(), id, ptr::null_mut());
            ng::nghttp2_submit_rst_stream(self.raw.as_ptr(), none(), id, ng::NGHTTP2_CANCEL);
        }
    }

    /// Moves what has come into `events` and the text that they speak of, which are both empty.
    pub(super) fn swap(&mut self, events: &mut Vec<Event>, text: &mut Vec<u8>) {
        let inbox = self.inbox();
        std::mem::swap(&mut inbox.events, events);
        std::mem::swap(&mut inbox.text, text);
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
        unsafe { ng::nghttp2_session_get_remote_settings(self.raw.as_ptr(), id) }
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
        let raw = self.raw.as_ptr();
        // SAFETY: both only read.
        unsafe { ng::nghttp2_session_want_read(raw) == 0 && ng::nghttp2_session_want_write(raw) == 0 }
    }

    /// Why one of the two sides ended the connection before its time, if one did.
    pub(super) fn reason(&mut self) -> Option<String> {
        self.inbox().reason.take()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // SAFETY: made in `new`, freed once; nghttp2 first, as it has a pointer to the inbox.
        unsafe {
            ng::nghttp2_session_del(self.raw.as_ptr());
            drop(Box::from_raw(self.inbox.as_ptr()));
        }
    }
}

fn entry(text: &[u8], name: &Range<usize>, value: &Range<usize>) -> ng::nghttp2_nv {
    // nghttp2 does not write to them, though they are `*mut`.
    let (name, value) = (&text[name.clone()], &text[value.clone()]);
    ng::nghttp2_nv {
        name: name.as_ptr().cast_mut(),
        value: value.as_ptr().cast_mut(),
        namelen: name.len(),
        valuelen: value.len(),
        flags: IN_PLACE,
    }
}

/// Names, which are in lower case, and values are not copied.
#[allow(clippy::cast_possible_truncation)] // 2 and 4
const IN_PLACE: u8 = (ng::NGHTTP2_NV_FLAG_NO_COPY_NAME | ng::NGHTTP2_NV_FLAG_NO_COPY_VALUE) as u8;

/// No flags at all.
const fn none() -> u8 {
    0
}

fn setting(id: u32) -> i32 {
    id.cast_signed()
}
