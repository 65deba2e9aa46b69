//! One connection of WebSocket: its handshake (RFC 6455, 4.1), then messages.

use std::io::ErrorKind;

use httparse::{EMPTY_HEADER, Header, Response, Status};
use memchr::memmem;
use rand::RngExt;
use tungstenite::error::Error;
use tungstenite::handshake::client::generate_key;
use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::{Message, Role, WebSocketContext};

use super::Messages;
use super::pipe::{Pipe, context};

/// Of the answer to the handshake.
const MOST_HEAD: usize = 64 * 1024;
const MOST_HEADERS: usize = 100;

pub(super) struct Session {
    messages: Messages,
    key: String,
    /// Of the answer to the handshake, as far as it has come.
    head: Vec<u8>,
    /// From when the handshake is complete on.
    context: Option<WebSocketContext>,
    /// What is to be sent.
    out: Vec<u8>,
    /// The head of the last answer, and the length that it says: most messages have the same.
    answer: (usize, Vec<u8>),
    /// The request that was sent last, and its message: most are equal.
    said: Option<(Vec<u8>, Message)>,
    /// The beginning of a frame that is not here whole.
    held: Vec<u8>,
    /// The library is in the middle of a message of several frames.
    in_parts: bool,
    /// A frame came that is not short: from then on the library reads all of them.
    by_library: bool,
    /// Whether the server said that it will send nothing more.
    pub(super) closed: bool,
}

impl Session {
    /// `head`: a request line and its fields, but those of the handshake.
    pub(super) fn new(head: &[u8], messages: Messages) -> Self {
        let key = generate_key();
        let fields = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ";
        let out = [head, fields.as_bytes(), key.as_bytes(), b"\r\n\r\n"].concat();
        Self {
            messages,
            key,
            head: Vec::new(),
            context: None,
            out,
            answer: (0, head_of(0)),
            said: None,
            held: Vec::new(),
            in_parts: false,
            by_library: false,
            closed: false,
        }
    }

    /// Whether messages may be sent.
    pub(super) fn is_open(&self) -> bool {
        self.context.is_some()
    }

    /// Takes what the connection delivered, and adds its messages, as answers of HTTP/1.1, to `text`.
    ///
    /// # Errors
    /// What the server sent is no handshake, or not WebSocket.
    pub(super) fn hear(&mut self, data: &[u8], text: &mut Vec<u8>) -> Result<(), String> {
        if self.context.is_some() {
            return self.read(data, text);
        }
        self.head.extend_from_slice(data);
        let Some(length) = accepted(&self.head, &self.key)? else {
            return if self.head.len() < MOST_HEAD { Ok(()) } else { Err("the handshake has no end".to_owned()) };
        };
        self.context = Some(context(Role::Client));
        let rest = self.head.split_off(length);
        self.head = Vec::new();
        self.read(&rest, text)
    }

    /// Takes frames, and has the library read all but the plainest: short whole messages of the expected kind.
    fn read(&mut self, data: &[u8], text: &mut Vec<u8>) -> Result<(), String> {
        if self.by_library {
            return self.read_by_library(data, text);
        }
        let mut joined = std::mem::take(&mut self.held);
        joined.extend_from_slice(if joined.is_empty() { &[] } else { data });
        let mut rest = if joined.is_empty() { data } else { &joined[..] };
        while !rest.is_empty() && !self.closed {
            let Some(&length) = rest.get(1) else { break };
            if length > SHORT {
                self.by_library = true;
                return self.read_by_library(rest, text);
            }
            let Some((frame, after)) = rest.split_at_checked(HEAD + usize::from(length)) else { break };
            if !self.in_parts && is_plain(self.messages, frame[0], &frame[HEAD..]) {
                add(&mut self.answer, &frame[HEAD..], text);
            } else {
                self.in_parts = match frame[0] & (FINAL | CODE) {
                    TEXT | BINARY => true,
                    FINAL => false, // the last of several
                    _ => self.in_parts,
                };
                self.read_by_library(frame, text)?;
            }
            rest = after;
        }
        self.held.extend_from_slice(rest);
        Ok(())
    }

    fn read_by_library(&mut self, data: &[u8], text: &mut Vec<u8>) -> Result<(), String> {
        let Some(context) = &mut self.context else { return Ok(()) };
        let (mut pipe, answer) = (Pipe { come: data, out: &mut self.out }, &mut self.answer);
        let mut add = |body: &[u8]| add(answer, body, text);
        while !self.closed {
            match (context.read(&mut pipe), self.messages) {
                (Ok(Message::Text(body)), Messages::Text) => add(body.as_bytes()),
                (Ok(Message::Binary(body)), Messages::Binary) => add(&body),
                (Ok(Message::Text(_)), _) => return Err("a message of text answers one of bytes".to_owned()),
                (Ok(Message::Binary(_)), _) => return Err("a message of bytes answers one of text".to_owned()),
                (Ok(Message::Close(_)) | Err(Error::ConnectionClosed | Error::AlreadyClosed), _) => self.closed = true,
                (Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)), _) => {}
                (Err(Error::Io(error)), _) if error.kind() == ErrorKind::WouldBlock => break,
                (Err(error), _) => return Err(error.to_string()),
            }
        }
        Ok(())
    }

    /// Sends the bodies of `requests`, each with its head and a length, as messages.
    ///
    /// # Errors
    /// One that cannot be sent.
    pub(super) fn say(&mut self, requests: &[u8]) -> Result<(), String> {
        let Some(context) = &mut self.context else { return Err("the handshake is not complete".to_owned()) };
        let (mut random, mut rest) = (rand::rng(), requests);
        while !rest.is_empty() {
            if self.said.as_ref().is_none_or(|(request, _)| !rest.starts_with(request)) {
                self.said = Some(message_of(rest, self.messages)?);
            }
            let (request, message) = self.said.as_ref().expect("said before, or just read");
            match short(message) {
                // After a close nothing is sent, as the library knows.
                Some((code, body)) if !self.closed => write_short(code, body, random.random(), &mut self.out),
                _ => {
                    let mut pipe = Pipe { come: &[], out: &mut self.out };
                    context.write(&mut pipe, message.clone()).map_err(|error| error.to_string())?;
                }
            }
            rest = &rest[request.len()..];
        }
        Ok(())
    }

    /// What is to be sent now; empty if nothing is.
    pub(super) fn take_out(&mut self) -> Vec<u8> {
        if let Some(context) = &mut self.context {
            // A pong, or the answer to a close; into memory it cannot fail, and of a closed connection nothing is left.
            let _ = context.flush(&mut Pipe { come: &[], out: &mut self.out });
        }
        if self.out.is_empty() {
            return Vec::new();
        }
        let next = Vec::with_capacity(self.out.len());
        std::mem::replace(&mut self.out, next)
    }
}

/// Of a short frame that is not masked, bytes (RFC 6455, 5.2). The second one is the length of what follows; above
/// `SHORT`, the length stands behind it, or there is a mask.
const HEAD: usize = 2;
const SHORT: u8 = 125;
/// In the second byte of a frame: it is masked, and four bytes of the mask follow.
const MASKED: u8 = 0x80;
/// Where the body begins then, and the longest such frame, in whole words of the mask; bytes.
const BODY: usize = HEAD + 4;
const MOST_SHORT: usize = BODY + (SHORT as usize).next_multiple_of(4);

/// In the first byte of a frame: it is the last of its message, and what it is.
const FINAL: u8 = 0x80;
const CODE: u8 = 0x0f;
const TEXT: u8 = 1;
const BINARY: u8 = 2;

/// Whether a frame with this first byte and body is a whole message of the kind that is expected.
fn is_plain(expected: Messages, first: u8, body: &[u8]) -> bool {
    match expected {
        Messages::Text => first == FINAL | TEXT && std::str::from_utf8(body).is_ok(),
        Messages::Binary => first == FINAL | BINARY,
    }
}

/// Adds a message, as an answer of HTTP/1.1; `answer`: the head of the last one, and the length that it says.
fn add(answer: &mut (usize, Vec<u8>), body: &[u8], text: &mut Vec<u8>) {
    if answer.0 != body.len() {
        *answer = (body.len(), head_of(body.len()));
    }
    text.extend_from_slice(&answer.1);
    text.extend_from_slice(body);
}

/// The head of an answer, whose body is a message of this length.
fn head_of(length: usize) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n").into_bytes()
}

/// What a message is in the first byte of its frame, and its body, if it fits into a short one.
fn short(message: &Message) -> Option<(u8, &[u8])> {
    let (code, body) = match message {
        Message::Text(body) => (TEXT, body.as_bytes()),
        Message::Binary(body) => (BINARY, &body[..]),
        Message::Ping(_) | Message::Pong(_) | Message::Close(_) | Message::Frame(_) => return None,
    };
    (body.len() <= usize::from(SHORT)).then_some((code, body))
}

/// Appends a whole message in one short frame, masked (RFC 6455, 5.3).
fn write_short(code: u8, body: &[u8], mask: [u8; 4], out: &mut Vec<u8>) {
    let length = u8::try_from(body.len()).expect("it is short");
    let mut frame = [0; MOST_SHORT];
    frame[..HEAD].copy_from_slice(&[FINAL | code, MASKED | length]);
    frame[HEAD..BODY].copy_from_slice(&mask);
    frame[BODY..BODY + body.len()].copy_from_slice(body);
    for word in frame[BODY..].as_chunks_mut::<4>().0.iter_mut().take(body.len().div_ceil(4)) {
        *word = (u32::from_ne_bytes(*word) ^ u32::from_ne_bytes(mask)).to_ne_bytes();
    }
    out.extend_from_slice(&frame[..BODY + body.len()]);
}

/// The first request, and its message.
fn message_of(requests: &[u8], messages: Messages) -> Result<(Vec<u8>, Message), String> {
    let (body, after) = body_of(requests).ok_or_else(|| "a request has no length".to_owned())?;
    let message = match messages {
        Messages::Text => Message::text(std::str::from_utf8(body).map_err(|error| error.to_string())?),
        Messages::Binary => Message::binary(body.to_vec()),
    };
    Ok((requests[..requests.len() - after.len()].to_vec(), message))
}

/// The body of the first request, which says its length in its last field, and what follows it.
fn body_of(requests: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = memmem::find(requests, b"\r\n\r\n")?;
    let digits = requests[..end].rsplit(|&byte| byte == b' ').next()?;
    let length: usize = std::str::from_utf8(digits).ok()?.parse().ok()?;
    requests[end + 4..].split_at_checked(length)
}

/// The length of the answer to a handshake with this key, if it is complete and accepts it.
///
/// # Errors
/// It does not (RFC 6455, 4.1).
fn accepted(head: &[u8], key: &str) -> Result<Option<usize>, String> {
    let mut headers = [EMPTY_HEADER; MOST_HEADERS];
    let mut response = Response::new(&mut headers);
    let parsed = response.parse(head).map_err(|error| format!("the answer to the handshake is not HTTP ({error})"))?;
    let Status::Complete(length) = parsed else { return Ok(None) };
    let status = response.code.unwrap_or_default();
    if status != 101 {
        return Err(format!("the server answers the handshake with status {status}"));
    }
    let fields = response.headers;
    if !has_token(fields, "upgrade", "websocket") || !has_token(fields, "connection", "upgrade") {
        return Err("the answer to the handshake does not upgrade the connection to WebSocket".to_owned());
    }
    if value(fields, "sec-websocket-accept") != Some(derive_accept_key(key.as_bytes()).as_bytes()) {
        return Err("the answer to the handshake has the wrong Sec-WebSocket-Accept".to_owned());
    }
    let uninvited = ["sec-websocket-extensions", "sec-websocket-protocol"];
    match uninvited.into_iter().find(|name| value(fields, name).is_some()) {
        Some(name) => Err(format!("the answer to the handshake has a {name} that was not offered")),
        None => Ok(Some(length)),
    }
}

fn value<'a>(fields: &[Header<'a>], name: &str) -> Option<&'a [u8]> {
    fields.iter().find(|field| field.name.eq_ignore_ascii_case(name)).map(|field| field.value.trim_ascii())
}

fn has_token(fields: &[Header<'_>], name: &str, token: &str) -> bool {
    value(fields, name).is_some_and(|value| {
        value.split(|&byte| byte == b',').any(|each| each.trim_ascii().eq_ignore_ascii_case(token.as_bytes()))
    })
}
