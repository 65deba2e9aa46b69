//! What nghttp2 says of a connection to a server, kept until it is looked at.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ops::Range;
use std::ptr;
use std::rc::Rc;
use std::slice;

use libnghttp2_sys as ng;

use super::answer::Answering;
use super::request::Fields;
use crate::engine::Payload;
use crate::nghttp2::{copy_body, field, inbox_of};

/// Of the fields of one answer, which a few bytes may stand for; bytes.
const MOST_FIELDS: usize = 1024 * 1024;

/// How a stream ended without an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Failure {
    /// The server did nothing for it: it may be sent again.
    Refused,
    /// By the server; the name of its reason (RFC 9113, 7).
    Reset(String),
    /// What came is not HTTP/2, and how.
    Invalid(String),
}

/// What came on a stream for its request number `request`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Event {
    pub(super) stream: usize,
    pub(super) request: u64,
    pub(super) what: What,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// The next part of the answer, as HTTP/1.1: where in the text. `early`: it is complete, and its request was not sent to
    /// its end.
    Answer {
        part: Range<usize>,
        early: bool,
    },
    Failed(Failure),
}

/// Of one stream at a time out of many that follow one another.
#[derive(Debug, Default)]
pub(super) struct Stream {
    /// Of the stream under way; 0 without any.
    pub(super) id: i32,
    /// Tells the request under way from those before it.
    pub(super) request: u64,
    /// Of the answer so far.
    pub(super) field_bytes: usize,
    pub(super) answering: Answering,
    /// Of the latest request.
    pub(super) fields: Option<Rc<Fields>>,
    /// The request whose body is being sent, and how much of its bytes have gone.
    pub(super) body: Option<(Payload, usize)>,
    pub(super) invalid: Option<String>,
}

/// What nghttp2 said.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    pub(super) streams: Vec<Stream>,
    /// Of which the fields are coming.
    pub(super) current: Option<usize>,
    pub(super) text: Vec<u8>,
    pub(super) events: Vec<Event>,
    pub(super) settled: bool,
    /// The server ends the connection: no more requests.
    pub(super) going_away: bool,
    pub(super) in_flight: usize,
    /// nghttp2 reads once more what was looked at before.
    pub(super) again: bool,
    /// What nghttp2 complained of last; it may have gone on.
    pub(super) complaint: Option<String>,
    /// Why one of the two sides ended the connection before its time.
    pub(super) reason: Option<String>,
}

impl Inbox {
    /// Lets the translation of a stream's answer write.
    pub(super) fn write(&mut self, stream: usize, piece: impl FnOnce(&mut Answering, &mut Vec<u8>)) {
        if self.again {
            return;
        }
        let start = self.text.len();
        let own = &mut self.streams[stream];
        piece(&mut own.answering, &mut self.text);
        let end = self.text.len();
        let rest = own.body.as_ref().is_some_and(|(payload, gone)| *gone < payload.bytes().len());
        let (request, early) = (own.request, rest && own.answering.is_complete());
        match self.events.last_mut() {
            Some(Event { stream: of, request: last, what: What::Answer { part, early: known } })
                if (*of, *last) == (stream, request) && part.end == start =>
            {
                part.end = end;
                *known |= early;
            }
            _ if end > start => {
                self.events.push(Event { stream, request, what: What::Answer { part: start..end, early } });
            }
            _ => {}
        }
    }

    /// The stream has ended (`last`); if its answer is not complete, only one of gRPC can be the reason.
    fn note_incomplete(&mut self, stream: usize, last: bool) {
        let own = &mut self.streams[stream];
        if last && !own.answering.is_complete() {
            own.invalid = Some("the body is not one message of gRPC".to_owned());
        }
    }

    /// Nothing is under way on the stream any more.
    pub(super) fn over(&mut self, stream: usize) {
        let own = &mut self.streams[stream];
        own.id = 0;
        own.body = None;
        self.in_flight -= 1;
    }

    /// The stream is over; `failure`: without its answer.
    fn ended(&mut self, stream: usize, failure: impl FnOnce(Option<String>) -> Failure) {
        self.over(stream);
        let own = &mut self.streams[stream];
        if !own.answering.is_complete() {
            let what = What::Failed(failure(own.invalid.take()));
            self.events.push(Event { stream, request: own.request, what });
        }
    }
}

/// # Safety
/// `callbacks` are those of nghttp2.
pub(super) unsafe fn set_callbacks(callbacks: *mut ng::nghttp2_session_callbacks) {
    // SAFETY: the caller's.
    unsafe {
        ng::nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, Some(begin_headers));
        ng::nghttp2_session_callbacks_set_on_header_callback(callbacks, Some(header));
        ng::nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks, Some(invalid_header));
        ng::nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, Some(data_chunk));
        ng::nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, Some(frame_received));
        ng::nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks, Some(invalid_frame));
        ng::nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, Some(stream_closed));
        ng::nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks, Some(not_sent));
        ng::nghttp2_session_callbacks_set_error_callback2(callbacks, Some(error));
    }
}

/// The stream as nghttp2 keeps it with its own: one more than its number, as null says that there is none.
pub(super) fn to_pointer(stream: usize) -> *mut c_void {
    ptr::without_provenance_mut(stream + 1)
}

/// The stream that nghttp2 knows by this number; `None` if it was given up.
///
/// # Safety
/// Called by nghttp2, with its session.
pub(super) unsafe fn stream_of(session: *mut ng::nghttp2_session, id: i32) -> Option<usize> {
    // SAFETY: the caller's.
    unsafe { ng::nghttp2_session_get_stream_user_data(session, id) }.addr().checked_sub(1)
}

unsafe extern "C" fn begin_headers(
    session: *mut ng::nghttp2_session,
    frame: *const ng::nghttp2_frame,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: called by nghttp2; every frame has a head.
    unsafe { inbox_of::<Inbox>(user_data).current = stream_of(session, (*frame).hd.stream_id) };
    0
}

unsafe extern "C" fn header(
    _: *mut ng::nghttp2_session,
    _: *const ng::nghttp2_frame,
    name: *const u8,
    name_length: usize,
    value: *const u8,
    value_length: usize,
    _: u8,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: called by nghttp2, with valid slices.
    let (inbox, (name, value)) =
        unsafe { (inbox_of::<Inbox>(user_data), field(name, name_length, value, value_length)) };
    let Some(stream) = inbox.current else { return 0 };
    let own = &mut inbox.streams[stream];
    own.field_bytes += name_length + value_length;
    if own.field_bytes > MOST_FIELDS {
        own.invalid = Some("the head is over 1 MiB".to_owned());
        return ng::NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    }
    let mut kept = true;
    inbox.write(stream, |answering, out| kept = answering.field(name, value, out));
    if !kept {
        inbox.streams[stream].invalid = Some("its trailers and those of all other answers hold over 64 MiB".to_owned());
        return ng::NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    }
    0
}

/// Without this, nghttp2 leaves out fields that are invalid but harmless to it.
unsafe extern "C" fn invalid_header(
    _: *mut ng::nghttp2_session,
    _: *const ng::nghttp2_frame,
    name: *const u8,
    name_length: usize,
    _: *const u8,
    _: usize,
    _: u8,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: called by nghttp2, with a valid slice.
    let (inbox, name) = unsafe { (inbox_of::<Inbox>(user_data), slice::from_raw_parts(name, name_length)) };
    if let Some(stream) = inbox.current {
        let name = crate::outcome::excerpt(name);
        inbox.streams[stream].invalid = Some(format!("the header {name:?} is not allowed, or its value"));
    }
    ng::NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE
}

unsafe extern "C" fn data_chunk(
    session: *mut ng::nghttp2_session,
    _: u8,
    id: i32,
    data: *const u8,
    length: usize,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: called by nghttp2, with a valid slice.
    let (inbox, data, stream) =
        unsafe { (inbox_of::<Inbox>(user_data), slice::from_raw_parts(data, length), stream_of(session, id)) };
    if let Some(stream) = stream.filter(|_| length > 0) {
        let mut kept = true;
        inbox.write(stream, |answering, out| kept = answering.data(data, out));
        if !kept {
            inbox.streams[stream].invalid =
                Some("its message and those of all other answers hold over 64 MiB".to_owned());
            return ng::NGHTTP2_ERR_CALLBACK_FAILURE;
        }
    }
    0
}

unsafe extern "C" fn frame_received(
    session: *mut ng::nghttp2_session,
    frame: *const ng::nghttp2_frame,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: called by nghttp2; every frame has a head.
    let (inbox, hd) = unsafe { (inbox_of::<Inbox>(user_data), (*frame).hd) };
    let last = u32::from(hd.flags) & ng::NGHTTP2_FLAG_END_STREAM != 0;
    match u32::from(hd.type_) {
        ng::NGHTTP2_HEADERS => {
            if let Some(stream) = inbox.current.take() {
                inbox.write(stream, |answering, out| answering.end_of_fields(last, out));
                inbox.note_incomplete(stream, last);
            }
        }
        // SAFETY: as above.
        ng::NGHTTP2_DATA if last => {
            if let Some(stream) = unsafe { stream_of(session, hd.stream_id) } {
                inbox.write(stream, Answering::end);
                inbox.note_incomplete(stream, true);
            }
        }
        ng::NGHTTP2_SETTINGS => inbox.settled = true,
        ng::NGHTTP2_GOAWAY => {
            inbox.going_away = true;
            // SAFETY: its type says that it is one.
            let code = unsafe { (*frame).goaway.error_code };
            if code != ng::NGHTTP2_NO_ERROR {
                inbox.reason = Some(format!("the server ended the connection: {}", code_name(code)));
            }
        }
        _ => {}
    }
    0
}

unsafe extern "C" fn invalid_frame(
    session: *mut ng::nghttp2_session,
    frame: *const ng::nghttp2_frame,
    _: c_int,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: called by nghttp2; every frame has a head.
    let (inbox, stream) = unsafe { (inbox_of::<Inbox>(user_data), stream_of(session, (*frame).hd.stream_id)) };
    // What ends the whole connection is said when that is sent.
    if let Some(stream) = stream
        && let Some(why) = inbox.complaint.take()
    {
        inbox.streams[stream].invalid = Some(why);
    }
    0
}

unsafe extern "C" fn stream_closed(
    session: *mut ng::nghttp2_session,
    id: i32,
    code: u32,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: called by nghttp2.
    let (inbox, stream) = unsafe { (inbox_of::<Inbox>(user_data), stream_of(session, id)) };
    if let Some(stream) = stream.filter(|&stream| inbox.streams[stream].id == id) {
        let reason = inbox.reason.clone();
        inbox.ended(stream, |invalid| match (invalid.or(reason), code) {
            (Some(why), _) => Failure::Invalid(why),
            (None, ng::NGHTTP2_REFUSED_STREAM) => Failure::Refused,
            (None, code) => Failure::Reset(code_name(code)),
        });
    }
    0
}

/// A request that waited for its turn, when the server said that it takes no more.
unsafe extern "C" fn not_sent(
    _: *mut ng::nghttp2_session,
    frame: *const ng::nghttp2_frame,
    _: c_int,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: called by nghttp2; every frame has a head.
    let (inbox, hd) = unsafe { (inbox_of::<Inbox>(user_data), (*frame).hd) };
    if u32::from(hd.type_) == ng::NGHTTP2_HEADERS
        && let Some(stream) = inbox.streams.iter().position(|stream| stream.id == hd.stream_id)
    {
        inbox.going_away = true;
        inbox.ended(stream, |_| Failure::Refused);
    }
    0
}

unsafe extern "C" fn error(
    _: *mut ng::nghttp2_session,
    _: c_int,
    message: *const c_char,
    length: usize,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: called by nghttp2, with a valid slice.
    let (inbox, message) =
        unsafe { (inbox_of::<Inbox>(user_data), slice::from_raw_parts(message.cast::<u8>(), length)) };
    inbox.complaint = Some(crate::outcome::excerpt(message));
    0
}

pub(super) unsafe extern "C" fn read_body(
    _: *mut ng::nghttp2_session,
    id: i32,
    buffer: *mut u8,
    room: usize,
    flags: *mut u32,
    source: *mut ng::nghttp2_data_source,
    user_data: *mut c_void,
) -> ng::nghttp2_ssize {
    // SAFETY: called by nghttp2, with the source given to it, and room for so many bytes.
    let (inbox, pointer) = unsafe { (inbox_of::<Inbox>(user_data), (*source).ptr) };
    let stream = pointer.addr().checked_sub(1).and_then(|stream| inbox.streams.get_mut(stream));
    let Some((payload, gone)) = stream.filter(|stream| stream.id == id).and_then(|stream| stream.body.as_mut()) else {
        // It was given up.
        return ng::NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE as ng::nghttp2_ssize;
    };
    // SAFETY: as above.
    unsafe { copy_body(payload.bytes(), gone, buffer, room, flags) }
}

/// As RFC 9113, 7 calls it.
pub(super) fn code_name(code: u32) -> String {
    // SAFETY: it returns a string that lives for ever, for any code.
    unsafe { CStr::from_ptr(ng::nghttp2_http2_strerror(code)) }.to_string_lossy().into_owned()
}

pub(super) fn strerror(error: c_int) -> String {
    // SAFETY: it returns a string that lives for ever, for any error.
    unsafe { CStr::from_ptr(ng::nghttp2_strerror(error)) }.to_string_lossy().into_owned()
}
