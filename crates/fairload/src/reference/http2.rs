//! One connection of HTTP/2 of the reference server: nghttp2, made safe. It shares nothing with the client but the library.
//!
//! nghttp2 calls back only while one of its functions runs, and from the same thread.

use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::ptr::{self, NonNull};
use std::slice;
use std::sync::Arc;

use libnghttp2_sys as ng;
use rustix::io::Errno;

/// What a client sends first (RFC 9113, 3.4).
pub(super) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// What a client may send of a body, and of all, before it is read; bytes.
const WINDOW_BYTES: u32 = (1 << 30) - 1;

/// A request, complete with its body.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) stream: i32,
    /// Path and query.
    pub(super) target: Vec<u8>,
    pub(super) is_head: bool,
}

#[derive(Debug, Default)]
struct Inbox {
    /// Whose end has not come.
    asking: Vec<Asked>,
    asked: Vec<Asked>,
    /// Of answers, and how much of each has gone.
    bodies: HashMap<i32, (Arc<[u8]>, usize)>,
}

#[derive(Debug)]
pub(super) struct Session {
    raw: NonNull<ng::nghttp2_session>,
    /// Made by `Box`. A pointer, as nghttp2 has another one.
    inbox: NonNull<Inbox>,
}

// SAFETY: nghttp2 keeps nothing outside of a session, and nobody else has a pointer to the inbox.
unsafe impl Send for Session {}

impl Session {
    /// Its settings are the first bytes to be sent.
    ///
    /// # Errors
    /// No memory.
    pub(super) fn new() -> Result<Self, Errno> {
        let inbox = NonNull::from(Box::leak(Box::<Inbox>::default()));
        let window = ng::NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE.cast_signed();
        let settings = [ng::nghttp2_settings_entry { settings_id: window, value: WINDOW_BYTES }];
        let mut raw = ptr::null_mut();
        // SAFETY: all pointers are of live objects; nghttp2 copies callbacks and settings. The inbox lives until `drop`.
        let errors = unsafe {
            let mut callbacks = ptr::null_mut();
            let mut errors = ng::nghttp2_session_callbacks_new(&raw mut callbacks);
            if errors == 0 {
                ng::nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, Some(begin_headers));
                ng::nghttp2_session_callbacks_set_on_header_callback(callbacks, Some(header));
                ng::nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, Some(frame_received));
                ng::nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, Some(stream_closed));
                errors |= ng::nghttp2_session_server_new(&raw mut raw, callbacks, inbox.as_ptr().cast());
                ng::nghttp2_session_callbacks_del(callbacks);
            }
            if errors == 0 {
                errors |= ng::nghttp2_submit_settings(raw, 0, settings.as_ptr(), settings.len());
                errors |= ng::nghttp2_session_set_local_window_size(raw, 0, 0, WINDOW_BYTES.cast_signed());
            }
            errors
        };
        let session = NonNull::new(raw).map(|raw| Self { raw, inbox });
        session.filter(|_| errors == 0).ok_or(Errno::NOMEM)
    }

    fn inbox(&mut self) -> &mut Inbox {
        // SAFETY: it lives as long as this, and nghttp2 touches it only while one of its functions runs.
        unsafe { self.inbox.as_mut() }
    }

    /// Takes what the connection delivered; the requests that are complete with it.
    ///
    /// # Errors
    /// It is not HTTP/2.
    pub(super) fn receive(&mut self, data: &[u8]) -> Result<Vec<Asked>, Errno> {
        // SAFETY: the data lives during the call.
        let taken = unsafe { ng::nghttp2_session_mem_recv2(self.raw.as_ptr(), data.as_ptr(), data.len()) };
        if taken < 0 {
            return Err(Errno::PROTO);
        }
        Ok(std::mem::take(&mut self.inbox().asked))
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
        let entries: Vec<_> = fields.iter().map(|(name, value)| entry(name, value)).collect();
        let provider =
            ng::nghttp2_data_provider2 { source: ng::nghttp2_data_source { fd: 0 }, read_callback: Some(read_body) };
        let body = body.filter(|body| !body.is_empty());
        if let Some(body) = body {
            self.inbox().bodies.insert(stream, (Arc::clone(body), 0));
        }
        let provider = if body.is_some() { &raw const provider } else { ptr::null() };
        // SAFETY: nghttp2 copies the entries, their names and values, and the provider.
        let error = unsafe {
            ng::nghttp2_submit_response2(self.raw.as_ptr(), stream, entries.as_ptr(), entries.len(), provider)
        };
        if error == ng::NGHTTP2_ERR_NOMEM { Err(Errno::NOMEM) } else { Ok(()) }
    }

    /// This is the last stream that is served.
    pub(super) fn go_away(&mut self, stream: i32) {
        let (raw, none) = (self.raw.as_ptr(), ptr::null());
        // SAFETY: it takes any number of a stream, and no further data.
        unsafe { ng::nghttp2_submit_goaway(raw, 0, stream, ng::NGHTTP2_NO_ERROR, none, 0) };
    }

    /// Appends what is to be sent.
    ///
    /// # Errors
    /// nghttp2 cannot go on.
    pub(super) fn flush(&mut self, out: &mut Vec<u8>) -> Result<(), Errno> {
        loop {
            let mut data = ptr::null();
            // SAFETY: what it points to is valid until the next call.
            let length = unsafe { ng::nghttp2_session_mem_send2(self.raw.as_ptr(), &raw mut data) };
            match usize::try_from(length) {
                Ok(0) => return Ok(()),
                // SAFETY: as above.
                Ok(length) => out.extend_from_slice(unsafe { slice::from_raw_parts(data, length) }),
                Err(_) => return Err(Errno::PROTO),
            }
        }
    }

    /// Whether nothing more is to come or to go.
    pub(super) fn is_over(&self) -> bool {
        let raw = self.raw.as_ptr();
        // SAFETY: both only read.
        unsafe { ng::nghttp2_session_want_read(raw) == 0 && ng::nghttp2_session_want_write(raw) == 0 }
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

/// # Safety
/// Called by nghttp2, with the inbox it was made with, once at a time.
unsafe fn inbox_of<'a>(user_data: *mut c_void) -> &'a mut Inbox {
    // SAFETY: the caller's.
    unsafe { &mut *user_data.cast::<Inbox>() }
}

unsafe extern "C" fn begin_headers(
    _: *mut ng::nghttp2_session,
    frame: *const ng::nghttp2_frame,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: called by nghttp2; every frame has a head.
    let (inbox, stream) = unsafe { (inbox_of(user_data), (*frame).hd.stream_id) };
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
    let (inbox, name, value) = unsafe {
        (inbox_of(user_data), slice::from_raw_parts(name, name_length), slice::from_raw_parts(value, value_length))
    };
    let Some(asked) = inbox.asking.last_mut() else { return 0 };
    match name {
        b":path" => asked.target = value.to_vec(),
        b":method" => asked.is_head = value == b"HEAD",
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
    let (inbox, hd) = unsafe { (inbox_of(user_data), (*frame).hd) };
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
    let inbox = unsafe { inbox_of(user_data) };
    inbox.asking.retain(|asked| asked.stream != stream);
    inbox.bodies.remove(&stream);
    0
}

unsafe extern "C" fn read_body(
    _: *mut ng::nghttp2_session,
    stream: i32,
    buffer: *mut u8,
    room: usize,
    flags: *mut u32,
    _: *mut ng::nghttp2_data_source,
    user_data: *mut c_void,
) -> ng::nghttp2_ssize {
    // SAFETY: called by nghttp2.
    let Some((body, gone)) = (unsafe { inbox_of(user_data) }).bodies.get_mut(&stream) else {
        return ng::NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE as ng::nghttp2_ssize;
    };
    let rest = &body[*gone..];
    let length = rest.len().min(room);
    *gone += length;
    // SAFETY: the buffer has room for so many bytes, and the two do not overlap.
    unsafe {
        ptr::copy_nonoverlapping(rest.as_ptr(), buffer, length);
        if length == rest.len() {
            *flags |= ng::NGHTTP2_DATA_FLAG_EOF;
        }
    }
    length.cast_signed()
}

fn entry(name: &str, value: &str) -> ng::nghttp2_nv {
    // nghttp2 does not write to them, though they are `*mut`.
    ng::nghttp2_nv {
        name: name.as_ptr().cast_mut(),
        value: value.as_ptr().cast_mut(),
        namelen: name.len(),
        valuelen: value.len(),
        flags: 0,
    }
}
