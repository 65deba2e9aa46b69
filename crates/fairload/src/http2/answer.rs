//! An answer of HTTP/2 as the answer of HTTP/1.1 that it stands for (RFC 9113, 8.3; RFC 9112, 6 and 7), piece by piece.

use crate::receive::http1::budget::Counted;

/// How the body is framed in HTTP/1.1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Framing {
    /// There is none: to a HEAD, or with a status that has none.
    #[default]
    Bodiless,
    /// So many bytes are left.
    Length(u64),
    Chunked,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Head,
    Body,
    Done,
}

/// The answer on one stream, as far as it came.
///
/// In HTTP/1.1 an answer ends with its last byte, in HTTP/2 when the server ends the stream, which may be later, and which
/// it may forget. So the last byte is held back until then.
#[derive(Debug, Default)]
pub(super) struct Answering {
    to_head: bool,
    stage: Stage,
    status: u16,
    length: Option<u64>,
    framing: Framing,
    held: Option<u8>,
    trailers: Counted,
    /// Of gRPC, whose status comes last: all fields are `trailers`, and this is the body, until the stream ends.
    message: Option<Counted>,
}

/// What comes before a message of gRPC: whether it is compressed, and its length.
const PREFIX: usize = 5;

impl Answering {
    /// The answer to another request. `to_head`: which is a HEAD. `is_grpc`: which calls a method of gRPC.
    pub(super) fn begin(&mut self, to_head: bool, is_grpc: bool) {
        *self = Self { to_head, message: is_grpc.then(Counted::default), ..Self::default() };
    }

    pub(super) fn is_to_head(&self) -> bool {
        self.to_head
    }

    /// Whether its head may come next. Of gRPC there is none before the end.
    pub(super) fn awaits_head(&self) -> bool {
        self.stage == Stage::Head && self.message.is_none()
    }

    /// Whether its head has come.
    pub(super) fn is_behind_head(&self) -> bool {
        self.stage != Stage::Head
    }

    /// Another one that stands where this does, right behind its head.
    pub(super) fn again(&self) -> Self {
        let &Self { to_head, stage, status, length, framing, held, .. } = self;
        Self { to_head, stage, status, length, framing, held, ..Self::default() }
    }

    /// Whether so many bytes may be the next of the body, or the last.
    pub(super) fn allows(&self, bytes: usize, last: bool) -> bool {
        match self.framing {
            Framing::Bodiless => bytes == 0,
            Framing::Length(left) if last => bytes as u64 == left,
            Framing::Length(left) => bytes as u64 <= left,
            Framing::Chunked => true,
        }
    }

    pub(super) fn is_complete(&self) -> bool {
        self.stage == Stage::Done
    }

    /// A field of the head, or of the trailers behind the body; `false` if there is no memory for those.
    pub(super) fn field(&mut self, name: &[u8], value: &[u8], out: &mut Vec<u8>) -> bool {
        let is_grpc = self.message.is_some();
        if is_grpc && name == b"content-length" {
            return true;
        }
        if self.stage != Stage::Head || (is_grpc && name != b":status") {
            let mut trailer = Vec::new();
            line(name, value, &mut trailer);
            return self.trailers.extend(&trailer);
        }
        if name == b":status" {
            self.status = digits(value).and_then(|status| u16::try_from(status).ok()).unwrap_or(0);
            if is_grpc {
                return true;
            }
            out.extend_from_slice(b"HTTP/1.1 ");
            out.extend_from_slice(value);
            out.extend_from_slice(b" \r\n");
            return true;
        }
        if name == b"content-length" {
            self.length = digits(value);
        }
        line(name, value, out);
        true
    }

    /// All fields of the head, or of the trailers, have come. `last`: the stream ends with them.
    pub(super) fn end_of_fields(&mut self, last: bool, out: &mut Vec<u8>) {
        if self.message.is_some() {
            if (100..200).contains(&self.status) {
                self.trailers.truncate(0);
            }
            if last {
                self.end(out);
            }
            return;
        }
        if self.stage == Stage::Head {
            if (100..200).contains(&self.status) {
                // An interim answer; the head of the final one follows.
                return out.extend_from_slice(b"\r\n");
            }
            self.stage = Stage::Body;
            self.framing = match self.length {
                _ if self.to_head || matches!(self.status, 204 | 304) => Framing::Bodiless,
                Some(length) => Framing::Length(length),
                None if last => {
                    out.extend_from_slice(b"content-length: 0\r\n");
                    Framing::Length(0)
                }
                None => {
                    out.extend_from_slice(b"transfer-encoding: chunked\r\n");
                    Framing::Chunked
                }
            };
            out.extend_from_slice(b"\r\n");
            if !last && matches!(self.framing, Framing::Bodiless | Framing::Length(0)) {
                self.held = out.pop();
            }
        }
        if last {
            self.end(out);
        }
    }

    /// A part of the body, at least a byte; `false` if there is no memory for it.
    pub(super) fn data(&mut self, data: &[u8], out: &mut Vec<u8>) -> bool {
        if let Some(message) = &mut self.message {
            return message.extend(data);
        }
        out.extend(self.held.take());
        match &mut self.framing {
            Framing::Chunked => {
                out.extend_from_slice(format!("{:x}\r\n", data.len()).as_bytes());
                out.extend_from_slice(data);
                out.extend_from_slice(b"\r\n");
            }
            Framing::Length(left) => {
                out.extend_from_slice(data);
                *left = left.saturating_sub(data.len() as u64);
                if *left == 0 {
                    self.held = out.pop();
                }
            }
            // There must be none; the parser reports it.
            Framing::Bodiless => out.extend_from_slice(data),
        }
        true
    }

    /// The stream has ended. It is not complete then if it should have one message of gRPC, and has not.
    pub(super) fn end(&mut self, out: &mut Vec<u8>) {
        if let Some(message) = &mut self.message {
            let is_whole = length_of(message).is_some_and(|length| length + PREFIX == message.len());
            // Another status is one of HTTP, with a body of its own.
            if self.status == 200 && !message.is_empty() && !is_whole {
                return;
            }
            out.extend_from_slice(format!("HTTP/1.1 {} \r\n", self.status).as_bytes());
            out.extend_from_slice(&self.trailers);
            out.extend_from_slice(format!("content-length: {}\r\n\r\n", message.len()).as_bytes());
            out.extend_from_slice(message);
            message.truncate(0);
            self.trailers.truncate(0);
            self.stage = Stage::Done;
            return;
        }
        out.extend(self.held.take());
        match self.framing {
            Framing::Chunked => {
                out.extend_from_slice(b"0\r\n");
                out.extend_from_slice(&self.trailers);
                self.trailers.truncate(0);
                out.extend_from_slice(b"\r\n");
            }
            // nghttp2 does not let another length through.
            Framing::Length(_) | Framing::Bodiless => {}
        }
        self.stage = Stage::Done;
    }
}

/// What the prefix of a message of gRPC says of its length.
fn length_of(message: &[u8]) -> Option<usize> {
    let length = message.get(1..PREFIX)?.try_into().ok()?;
    usize::try_from(u32::from_be_bytes(length)).ok()
}

fn line(name: &[u8], value: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(name);
    out.extend_from_slice(b": ");
    out.extend_from_slice(value);
    out.extend_from_slice(b"\r\n");
}

fn digits(value: &[u8]) -> Option<u64> {
    std::str::from_utf8(value).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The translation of a head with a body in these pieces: before the stream ends, and all of it.
    fn translated(fields: &[(&str, &str)], pieces: &[&str], to_head: bool) -> (String, String) {
        let (mut answering, mut out) = (Answering::default(), Vec::new());
        answering.begin(to_head, false);
        for (name, value) in fields {
            assert!(answering.field(name.as_bytes(), value.as_bytes(), &mut out));
        }
        answering.end_of_fields(false, &mut out);
        for piece in pieces {
            assert!(answering.data(piece.as_bytes(), &mut out));
        }
        let before = out.clone();
        assert!(!answering.is_complete());
        answering.end(&mut out);
        assert!(answering.is_complete());
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (text(before), text(out))
    }

    #[test]
    fn a_length_is_kept_and_a_body_without_one_is_chunked() {
        let (_, text) = translated(&[(":status", "200"), ("content-length", "4"), ("a", "b")], &["ab", "cd"], false);
        assert_eq!(text, "HTTP/1.1 200 \r\ncontent-length: 4\r\na: b\r\n\r\nabcd");
        let (_, text) = translated(&[(":status", "404")], &["ab", "0123456789abcdef"], false);
        let chunks = "2\r\nab\r\n10\r\n0123456789abcdef\r\n0\r\n\r\n";
        assert_eq!(text, format!("HTTP/1.1 404 \r\ntransfer-encoding: chunked\r\n\r\n{chunks}"));
    }

    #[test]
    fn a_head_alone_is_an_answer_without_a_body() {
        let (mut answering, mut out) = (Answering::default(), Vec::new());
        answering.begin(false, false);
        assert!(answering.field(b":status", b"200", &mut out));
        answering.end_of_fields(true, &mut out);
        assert!(answering.is_complete());
        assert_eq!(out, b"HTTP/1.1 200 \r\ncontent-length: 0\r\n\r\n");
    }

    #[test]
    fn the_last_byte_comes_when_the_stream_ends() {
        let length = [(":status", "200"), ("content-length", "2")];
        let empty = [(":status", "200"), ("content-length", "0")];
        for (fields, pieces, to_head) in [
            (&length[..], &["a", "b"][..], false),
            (&length, &[], true),
            (&empty, &[], false),
            (&[(":status", "204")], &[], false),
        ] {
            let (before, all) = translated(fields, pieces, to_head);
            assert_eq!(before, all[..all.len() - 1]);
        }
    }

    #[test]
    fn interim_answers_come_before_and_trailers_after() {
        let (mut answering, mut out) = (Answering::default(), Vec::new());
        answering.begin(false, false);
        assert!(answering.field(b":status", b"103", &mut out));
        assert!(answering.field(b"link", b"x", &mut out));
        answering.end_of_fields(false, &mut out);
        assert!(answering.field(b":status", b"200", &mut out));
        answering.end_of_fields(false, &mut out);
        assert!(answering.data(b"ab", &mut out));
        assert!(answering.field(b"grpc-status", b"0", &mut out));
        answering.end_of_fields(true, &mut out);
        let text = String::from_utf8(out).expect("text");
        let body = "transfer-encoding: chunked\r\n\r\n2\r\nab\r\n0\r\ngrpc-status: 0\r\n\r\n";
        assert_eq!(text, format!("HTTP/1.1 103 \r\nlink: x\r\n\r\nHTTP/1.1 200 \r\n{body}"));
    }

    /// The translation of an answer of gRPC with this body.
    fn called(fields: &[(&str, &str)], body: &[&[u8]], trailers: &[(&str, &str)]) -> Option<String> {
        let (mut answering, mut out) = (Answering::default(), Vec::new());
        answering.begin(false, true);
        let add = |answering: &mut Answering, fields: &[(&str, &str)]| {
            for (name, value) in fields {
                assert!(answering.field(name.as_bytes(), value.as_bytes(), &mut Vec::new()));
            }
        };
        add(&mut answering, fields);
        answering.end_of_fields(trailers.is_empty() && body.is_empty(), &mut out);
        for piece in body {
            assert!(answering.data(piece, &mut out));
        }
        if !trailers.is_empty() {
            assert!(out.is_empty(), "its status comes last");
            add(&mut answering, trailers);
            answering.end_of_fields(true, &mut out);
        }
        answering.is_complete().then(|| String::from_utf8(out).expect("text"))
    }

    #[test]
    fn the_status_of_grpc_is_a_field_of_the_head() {
        let head = [(":status", "200"), ("content-type", "application/grpc"), ("content-length", "7")];
        let text = called(&head, &[b"\0\0\0", b"\0\x02h", b"i"], &[("grpc-status", "0")]).expect("complete");
        let expected = "content-type: application/grpc\r\ngrpc-status: 0\r\ncontent-length: 7\r\n\r\n\0\0\0\0\x02hi";
        assert_eq!(text, format!("HTTP/1.1 200 \r\n{expected}"));
        let only = [(":status", "200"), ("grpc-status", "12"), ("grpc-message", "no")];
        let text = called(&only, &[], &[]).expect("complete");
        assert_eq!(text, "HTTP/1.1 200 \r\ngrpc-status: 12\r\ngrpc-message: no\r\ncontent-length: 0\r\n\r\n");
        for body in [&b"\0\0\0\0\x03hi"[..], b"\0\0\0\0\x01hi", b"hi", b"\0\0\0\0"] {
            assert_eq!(called(&head, &[body], &[("grpc-status", "0")]), None, "{body:?}");
        }
    }
}
