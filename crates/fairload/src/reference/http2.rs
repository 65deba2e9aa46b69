//! One connection of HTTP/2 of the reference server. It shares nothing with the client but nghttp2.

use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::Arc;

use libnghttp2_sys as ng;
use rustix::io::Errno;

use crate::nghttp2::{self, Side, copy_body, entry, field, inbox_of};

/// What a client sends first (RFC 9113, 3.4).
pub(super) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// How the content type of gRPC begins. An answer of this type has its status in trailers, which say that all is well.
const GRPC: &str = "application/grpc";

/// A request, complete with its body.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) stream: i32,
    /// Path and query.
    pub(super) target: Vec<u8>,
    pub(super) is_head: bool,
    /// It calls a method of gRPC.
    pub(super) is_grpc: bool,
}

#[derive(Debug, Default)]
struct Inbox {
    /// Whose end has not come.
    asking: Vec<Asked>,
    asked: Vec<Asked>,
    /// Of answers, and how much of each has gone; and whether the status of gRPC comes behind it.
    bodies: HashMap<i32, (Arc<[u8]>, usize, bool)>,
}

#[derive(Debug)]
pub(super) struct Session(nghttp2::Session<Inbox>);

impl Session {
    /// Its settings are the first bytes to be sent.
    pub(super) fn new() -> Self {
        // SAFETY: the callbacks are those of such an inbox.
        Self(unsafe { nghttp2::Session::new(Side::Server, Inbox::default(), set_callbacks) })
    }

    /// Takes what the connection delivered; the requests that are complete with it.
    ///
    /// # Errors
    /// It is not HTTP/2.
    pub(super) fn receive(&mut self, data: &[u8]) -> Result<Vec<Asked>, Errno> {
        self.0.receive(data).map_err(|_| Errno::PROTO)?;
        Ok(std::mem::take(&mut self.0.inbox().asked))
    }

    /// Answers the request of a stream. `fields`: `:status` first, names in lower case. `body`: `None` to a HEAD.
    ///
    /// # Errors
    /// No memory. That the stream is gone is none.
    pub(super) fn answer(
        &mut self,
        stream: i32,
        fields: &[(String, String)],
        body: Option<&Arc<[u8]>>,
    ) -> Result<(), Errno> {
        let entries: Vec<_> = fields.iter().map(|(name, value)| entry(name.as_bytes(), value.as_bytes(), 0)).collect();
        let provider =
            ng::nghttp2_data_provider2 { source: ng::nghttp2_data_source { fd: 0 }, read_callback: Some(read_body) };
        let body = body.filter(|body| !body.is_empty());
        if let Some(body) = body {
            let is_grpc = |(name, value): &(String, String)| name == "content-type" && value.starts_with(GRPC);
            self.0.inbox().bodies.insert(stream, (Arc::clone(body), 0, fields.iter().any(is_grpc)));
        }
        let provider = if body.is_some() { &raw const provider } else { ptr::null() };
        // SAFETY: nghttp2 copies the entries, their names and values, and the provider.
        let error =
            unsafe { ng::nghttp2_submit_response2(self.0.raw(), stream, entries.as_ptr(), entries.len(), provider) };
        if error == ng::NGHTTP2_ERR_NOMEM { Err(Errno::NOMEM) } else { Ok(()) }
    }

    /// Answers a call of a method that there is not.
    ///
    /// # Errors
    /// As [`Session::answer`].
    pub(super) fn refuse(&mut self, stream: i32) -> Result<(), Errno> {
        let fields = [(":status", "200"), ("content-type", GRPC), ("grpc-status", "12")];
        self.answer(stream, &fields.map(|(name, value)| (name.to_owned(), value.to_owned())), None)
    }

    /// This is the last stream that is served.
    pub(super) fn go_away(&mut self, stream: i32) {
        let (raw, none) = (self.0.raw(), ptr::null());
        // SAFETY: it takes any number of a stream, and no further data.
        unsafe { ng::nghttp2_submit_goaway(raw, 0, stream, ng::NGHTTP2_NO_ERROR, none, 0) };
    }

    /// Appends what is to be sent.
    ///
    /// # Errors
    /// nghttp2 cannot go on.
    pub(super) fn flush(&mut self, out: &mut Vec<u8>) -> Result<(), Errno> {
        while let Some(frame) = self.0.next_frame().map_err(|_| Errno::PROTO)? {
            out.extend_from_slice(frame);
        }
        Ok(())
    }

    /// Whether nothing more is to come or to go.
    pub(super) fn is_over(&self) -> bool {
        self.0.is_over()
    }
}

/// # Safety
/// `callbacks` are those of nghttp2.
unsafe fn set_callbacks(callbacks: *mut ng::nghttp2_session_callbacks) {
    // SAFETY: the caller's.
    unsafe {
        ng::nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, Some(begin_headers));
        ng::nghttp2_session_callbacks_set_on_header_callback(callbacks, Some(header));
        ng::nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, Some(frame_received));
        ng::nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, Some(stream_closed));
    }
}

unsafe extern "C" fn begin_headers(
    _: *mut ng::nghttp2_session,
    frame: *const ng::nghttp2_frame,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: called by nghttp2; every frame has a head.
    let (inbox, stream) = unsafe { (inbox_of::<Inbox>(user_data), (*frame).hd.stream_id) };
    // Trailers have heads, too.
    if inbox.asking.iter().all(|asked| asked.stream != stream) {
        inbox.asking.push(Asked { stream, ..Asked::default() });
    }
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
    let Some(asked) = inbox.asking.last_mut() else { return 0 };
    match name {
        b":path" => asked.target = value.to_vec(),
        b":method" => asked.is_head = value == b"HEAD",
        b"content-type" => asked.is_grpc = value.starts_with(GRPC.as_bytes()),
        _ => {}
    }
    0
}

unsafe extern "C" fn frame_received(
    _: *mut ng::nghttp2_session,
    frame: *const ng::nghttp2_frame,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: called by nghttp2; every frame has a head.
    let (inbox, hd) = unsafe { (inbox_of::<Inbox>(user_data), (*frame).hd) };
    let ends = matches!(u32::from(hd.type_), ng::NGHTTP2_HEADERS | ng::NGHTTP2_DATA)
        && u32::from(hd.flags) & ng::NGHTTP2_FLAG_END_STREAM != 0;
    if ends && let Some(at) = inbox.asking.iter().position(|asked| asked.stream == hd.stream_id) {
        let asked = inbox.asking.remove(at);
        inbox.asked.push(asked);
    }
    0
}

unsafe extern "C" fn stream_closed(_: *mut ng::nghttp2_session, stream: i32, _: u32, user_data: *mut c_void) -> c_int {
    // SAFETY: called by nghttp2.
    let inbox = unsafe { inbox_of::<Inbox>(user_data) };
    inbox.asking.retain(|asked| asked.stream != stream);
    inbox.bodies.remove(&stream);
    0
}

unsafe extern "C" fn read_body(
    session: *mut ng::nghttp2_session,
    stream: i32,
    buffer: *mut u8,
    room: usize,
    flags: *mut u32,
    _: *mut ng::nghttp2_data_source,
    user_data: *mut c_void,
) -> ng::nghttp2_ssize {
    // SAFETY: called by nghttp2.
    let Some((body, gone, is_grpc)) = (unsafe { inbox_of::<Inbox>(user_data) }).bodies.get_mut(&stream) else {
        return ng::NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE as ng::nghttp2_ssize;
    };
    // SAFETY: as above, with its buffer and its flags.
    let length = unsafe { copy_body(body, gone, buffer, room, flags) };
    if *is_grpc && *gone == body.len() {
        let status = entry(b"grpc-status", b"0", 0);
        // SAFETY: as above; nghttp2 copies the entry.
        unsafe {
            *flags |= ng::NGHTTP2_DATA_FLAG_NO_END_STREAM;
            ng::nghttp2_submit_trailer(session, stream, &raw const status, 1);
        }
    }
    length
}
