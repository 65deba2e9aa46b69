//! The parts of a request that a server needs to answer it.

use std::ops::Range;

use memchr::memchr;

/// Longest head, bytes.
const MAX_HEAD: usize = 64 * 1024;

#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // each is said by the head
pub(super) struct Request {
    /// Path and query, as indices into the bytes parsed.
    pub(super) target: Range<usize>,
    pub(super) is_head: bool,
    pub(super) http10: bool,
    /// The connection is to be kept.
    pub(super) keep_alive: bool,
    /// The connection is to become one of WebSocket.
    pub(super) websocket: bool,
    pub(super) head_len: usize,
    pub(super) body_len: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Parsed {
    Incomplete,
    Request(Request),
    /// Not a request this server understands; the connection cannot be used any more.
    Bad,
}

pub(super) fn parse(data: &[u8]) -> Parsed {
    let Some(line_end) = memchr(b'\n', data) else { return incomplete(data) };
    let Some(mut request) = request_line(&data[..line_end]) else { return Parsed::Bad };
    let mut at = line_end + 1;
    loop {
        let Some(length) = memchr(b'\n', &data[at..]) else { return incomplete(data) };
        let line = data[at..at + length].strip_suffix(b"\r").unwrap_or(&data[at..at + length]);
        at += length + 1;
        if line.is_empty() {
            request.head_len = at;
            return Parsed::Request(request);
        }
        // Only these names matter; most lines are passed over by their first byte.
        if matches!(line[0] | 0x20, b'c' | b't' | b'u') && !take_field(&mut request, line) {
            return Parsed::Bad;
        }
    }
}

fn incomplete(data: &[u8]) -> Parsed {
    if data.len() > MAX_HEAD { Parsed::Bad } else { Parsed::Incomplete }
}

fn request_line(line: &[u8]) -> Option<Request> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let method_end = memchr(b' ', line)?;
    let target_end = method_end + 1 + memchr(b' ', &line[method_end + 1..])?;
    let http10 = match &line[target_end + 1..] {
        b"HTTP/1.1" => false,
        b"HTTP/1.0" => true,
        _ => return None,
    };
    Some(Request {
        target: method_end + 1..target_end,
        is_head: &line[..method_end] == b"HEAD",
        http10,
        keep_alive: !http10,
        websocket: false,
        head_len: 0,
        body_len: 0,
    })
}

/// `false` if the field makes the request unreadable.
fn take_field(request: &mut Request, line: &[u8]) -> bool {
    let Some(colon) = memchr(b':', line) else { return false };
    let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
    if name.eq_ignore_ascii_case(b"content-length") {
        let digits = !value.is_empty() && value.iter().all(u8::is_ascii_digit);
        match std::str::from_utf8(value).ok().filter(|_| digits).and_then(|text| text.parse().ok()) {
            Some(length) => request.body_len = length,
            None => return false,
        }
    } else if name.eq_ignore_ascii_case(b"connection") {
        for token in value.split(|&byte| byte == b',').map(<[u8]>::trim_ascii) {
            if token.eq_ignore_ascii_case(b"close") {
                request.keep_alive = false;
            } else if token.eq_ignore_ascii_case(b"keep-alive") && request.http10 {
                request.keep_alive = true;
            }
        }
    } else if name.eq_ignore_ascii_case(b"upgrade") {
        request.websocket = value.eq_ignore_ascii_case(b"websocket");
    } else if name.eq_ignore_ascii_case(b"transfer-encoding") {
        return false;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(text: &str) -> Request {
        match parse(text.as_bytes()) {
            Parsed::Request(request) => request,
            other => panic!("{text:?} is {other:?}"),
        }
    }

    #[test]
    fn a_request_is_read_to_its_end_and_no_further() {
        let text = "POST /a?b HTTP/1.1\r\nHost: x\r\ncontent-LENGTH: 12\r\n\r\nhello";
        let got = request(text);
        assert_eq!((&text[got.target.clone()], got.body_len, &text[got.head_len..]), ("/a?b", 12, "hello"));
        assert!(got.keep_alive && !got.is_head && !got.http10);
        for cut in 0..got.head_len {
            assert_eq!(parse(&text.as_bytes()[..cut]), Parsed::Incomplete, "cut at {cut}");
        }
    }

    #[test]
    fn keep_alive_follows_version_and_field() {
        assert!(!request("GET / HTTP/1.1\r\nConnection: Close\r\n\r\n").keep_alive);
        assert!(!request("GET / HTTP/1.0\r\n\r\n").keep_alive);
        assert!(request("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n").keep_alive);
        assert!(request("HEAD / HTTP/1.1\n\n").is_head);
    }

    #[test]
    fn what_cannot_be_read_is_bad() {
        for text in [
            "GET /\r\n\r\n",
            "GET / HTTP/2.0\r\n\r\n",
            "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
            "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        ] {
            assert_eq!(parse(text.as_bytes()), Parsed::Bad, "{text:?}");
        }
    }
}
