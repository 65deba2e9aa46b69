//! One connection of HTTP/2 in nghttp2, made safe: what the client and the reference server have in common.
//!
//! nghttp2 calls back only while one of its functions runs, and from the same thread. What it says goes into an inbox,
//! which is looked at afterwards.

use std::ffi::{c_int, c_void};
use std::ptr::{self, NonNull};
use std::slice;

use libnghttp2_sys as ng;

/// What the other side may send of a stream, and of all, before it is read; bytes. As h2load.
const WINDOW_BYTES: u32 = (1 << 30) - 1;
/// Frames that continue a head. nghttp2 counts each of them once more for every time that its head comes in pieces.
const MOST_CONTINUATIONS: usize = 1000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Client,
    Server,
}

/// A session of nghttp2 with its inbox.
#[derive(Debug)]
pub(crate) struct Session<Inbox> {
    raw: NonNull<ng::nghttp2_session>,
    /// Made by `Box`. A pointer, as nghttp2 has another one.
    inbox: NonNull<Inbox>,
}

// SAFETY: nghttp2 keeps nothing outside of a session, and nobody else has a pointer to the inbox.
unsafe impl<Inbox: Send> Send for Session<Inbox> {}

impl<Inbox> Session<Inbox> {
    /// Its settings, of a client its preface before them, are the first bytes to be sent. A client refuses server push.
    ///
    /// # Safety
    /// `set_callbacks` sets callbacks that take the pointer they are given for one to such an inbox.
    ///
    /// # Panics
    /// There is no memory.
    pub(crate) unsafe fn new(
        side: Side,
        inbox: Inbox,
        set_callbacks: unsafe fn(*mut ng::nghttp2_session_callbacks),
    ) -> Self {
        let inbox = NonNull::from(Box::leak(Box::new(inbox)));
        let setting = |id: u32, value| ng::nghttp2_settings_entry { settings_id: id.cast_signed(), value };
        let settings = [
            setting(ng::NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, WINDOW_BYTES),
            setting(ng::NGHTTP2_SETTINGS_ENABLE_PUSH, 0),
        ];
        let (begin, settings): (unsafe extern "C" fn(_, _, _, _) -> _, _) = match side {
            Side::Client => (ng::nghttp2_session_client_new2, &settings[..]),
            Side::Server => (ng::nghttp2_session_server_new2, &settings[..1]),
        };
        // SAFETY: all pointers are of live objects; nghttp2 copies callbacks, options and settings. The inbox lives until
        // `drop`.
        let (raw, errors) = unsafe {
            let (mut callbacks, mut options, mut raw) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
            assert_eq!(ng::nghttp2_session_callbacks_new(&raw mut callbacks), 0, "no memory");
            assert_eq!(ng::nghttp2_option_new(&raw mut options), 0, "no memory");
            set_callbacks(callbacks);
            ng::nghttp2_option_set_max_continuations(options, MOST_CONTINUATIONS);
            let mut errors = begin(&raw mut raw, callbacks, inbox.as_ptr().cast::<c_void>(), options);
            ng::nghttp2_option_del(options);
            ng::nghttp2_session_callbacks_del(callbacks);
            if errors == 0 {
                errors |= ng::nghttp2_submit_settings(raw, 0, settings.as_ptr(), settings.len());
                errors |= ng::nghttp2_session_set_local_window_size(raw, 0, 0, WINDOW_BYTES.cast_signed());
            }
            (raw, errors)
        };
        assert_eq!(errors, 0, "no memory");
        Self { raw: NonNull::new(raw).expect("nghttp2 made it"), inbox }
    }

    pub(crate) fn raw(&self) -> *mut ng::nghttp2_session {
        self.raw.as_ptr()
    }

    pub(crate) fn inbox(&mut self) -> &mut Inbox {
        // SAFETY: it lives as long as this, and nghttp2 touches it only while one of its functions runs.
        unsafe { self.inbox.as_mut() }
    }

    /// Takes what the connection delivered.
    ///
    /// # Errors
    /// It is not HTTP/2; the error of nghttp2.
    pub(crate) fn receive(&mut self, data: &[u8]) -> Result<(), c_int> {
        // SAFETY: the data lives during the call.
        let taken = unsafe { ng::nghttp2_session_mem_recv2(self.raw(), data.as_ptr(), data.len()) };
        if taken >= 0 { Ok(()) } else { Err(c_int::try_from(taken).unwrap_or(ng::NGHTTP2_ERR_PROTO)) }
    }

    /// The next frame to be sent; `None` if there is none at present.
    ///
    /// # Errors
    /// nghttp2 cannot go on; its error.
    pub(crate) fn next_frame(&mut self) -> Result<Option<&[u8]>, c_int> {
        let mut data = ptr::null();
        // SAFETY: what it points to is valid until the next call, which needs this again.
        let length = unsafe { ng::nghttp2_session_mem_send2(self.raw(), &raw mut data) };
        match usize::try_from(length) {
            Ok(0) => Ok(None),
            // SAFETY: as above.
            Ok(length) => Ok(Some(unsafe { slice::from_raw_parts(data, length) })),
            Err(_) => Err(c_int::try_from(length).unwrap_or(ng::NGHTTP2_ERR_PROTO)),
        }
    }

    /// Whether the connection is over; asked when all has been sent.
    pub(crate) fn is_over(&self) -> bool {
        // SAFETY: both only read.
        unsafe { ng::nghttp2_session_want_read(self.raw()) == 0 && ng::nghttp2_session_want_write(self.raw()) == 0 }
    }
}

impl<Inbox> Drop for Session<Inbox> {
    fn drop(&mut self) {
        // SAFETY: made in `new`, freed once; nghttp2 first, as it has a pointer to the inbox.
        unsafe {
            ng::nghttp2_session_del(self.raw());
            drop(Box::from_raw(self.inbox.as_ptr()));
        }
    }
}

/// The inbox, in a callback.
///
/// # Safety
/// Called by nghttp2, with the inbox of a session, once at a time.
pub(crate) unsafe fn inbox_of<'a, Inbox>(user_data: *mut c_void) -> &'a mut Inbox {
    // SAFETY: the caller's.
    unsafe { &mut *user_data.cast::<Inbox>() }
}

/// The name and the value of a field, in a callback.
///
/// # Safety
/// Called by nghttp2, with what it gives.
pub(crate) unsafe fn field<'a>(
    name: *const u8,
    name_length: usize,
    value: *const u8,
    value_length: usize,
) -> (&'a [u8], &'a [u8]) {
    // SAFETY: the caller's.
    unsafe { (slice::from_raw_parts(name, name_length), slice::from_raw_parts(value, value_length)) }
}

/// Copies the next part of a body, of which so much has `gone`, in a callback for it; what that returns.
///
/// # Safety
/// Called by nghttp2, with its buffer that has so much room, and its flags.
pub(crate) unsafe fn copy_body(
    body: &[u8],
    gone: &mut usize,
    buffer: *mut u8,
    room: usize,
    flags: *mut u32,
) -> ng::nghttp2_ssize {
    let rest = &body[*gone..];
    let length = rest.len().min(room);
    *gone += length;
    // SAFETY: the caller's, and the two do not overlap.
    unsafe {
        ptr::copy_nonoverlapping(rest.as_ptr(), buffer, length);
        if length == rest.len() {
            *flags |= ng::NGHTTP2_DATA_FLAG_EOF;
        }
    }
    length.cast_signed()
}

/// A field to be sent. With `NGHTTP2_NV_FLAG_NO_COPY_NAME` and the like, name and value must live until it is sent.
pub(crate) fn entry(name: &[u8], value: &[u8], flags: u32) -> ng::nghttp2_nv {
    ng::nghttp2_nv {
        // nghttp2 does not write to them, though they are `*mut`.
        name: name.as_ptr().cast_mut(),
        value: value.as_ptr().cast_mut(),
        namelen: name.len(),
        valuelen: value.len(),
        flags: u8::try_from(flags).expect("flags of nghttp2 are a byte"),
    }
}
