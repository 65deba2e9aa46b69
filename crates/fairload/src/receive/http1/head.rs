//! The head of an answer: status, how its body is framed, whether the connection lives on.

use std::mem::MaybeUninit;

use httparse::{EMPTY_HEADER, Error, ParserConfig, Response, Status};

use super::ProtocolError;

/// Headers for which there is room on the stack.
const USUAL_HEADERS: usize = 64;
const MAX_HEADERS: usize = 65_536;

/// Where the body ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Framing {
    Empty,
    Length(u64),
    Chunked,
    UntilClose,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) status: u16,
    pub(crate) framing: Framing,
    pub(crate) keep_alive: bool,
}

/// Parses `head`, which ends with its empty line, and shows the result to `look`.
///
/// # Errors
/// It is not a head of HTTP/1, or `look` rejects it.
pub fn with_response<R>(
    head: &[u8],
    look: impl FnOnce(&Response<'_, '_>) -> Result<R, ProtocolError>,
) -> Result<R, ProtocolError> {
    let mut headers = [const { MaybeUninit::uninit() }; USUAL_HEADERS];
    let mut response = Response::new(&mut []);
    let parsed = ParserConfig::default().parse_response_with_uninit_headers(&mut response, head, &mut headers);
    match parsed {
        Err(Error::TooManyHeaders) => with_many_headers(head, look),
        parsed => complete(head, parsed).and_then(|()| look(&response)),
    }
}

fn with_many_headers<R>(
    head: &[u8],
    look: impl FnOnce(&Response<'_, '_>) -> Result<R, ProtocolError>,
) -> Result<R, ProtocolError> {
    let mut capacity = USUAL_HEADERS;
    loop {
        capacity *= 4;
        let mut headers = vec![EMPTY_HEADER; capacity];
        let mut response = Response::new(&mut headers);
        match response.parse(head) {
            Err(Error::TooManyHeaders) if capacity < MAX_HEADERS => {}
            parsed => return complete(head, parsed).and_then(|()| look(&response)),
        }
    }
}

fn complete(head: &[u8], parsed: Result<Status<usize>, Error>) -> Result<(), ProtocolError> {
    match parsed {
        Ok(Status::Complete(length)) if length == head.len() => Ok(()),
        Ok(_) => Err(ProtocolError::new("the head does not end where its empty line is")),
        Err(error) => Err(ProtocolError::new(format!("the head is malformed: {error}"))),
    }
}

/// Names and values of the fields of `head`, which was parsed before.
pub(crate) fn fields(head: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> + Clone {
    let mut rest = head;
    let lines = std::iter::from_fn(move || {
        let end = memchr::memchr(b'\n', rest)?;
        let line = &rest[..end];
        rest = &rest[end + 1..];
        Some(line)
    });
    lines.skip(1).filter_map(|line| {
        let (name, value) = line.split_at(memchr::memchr(b':', line)?);
        Some((name, value[1..].trim_ascii()))
    })
}

/// Whether a header decides where the answer ends, or what its body means.
pub(crate) fn is_framing(name: &str) -> bool {
    const FRAMING: [&str; 6] =
        ["content-length", "transfer-encoding", "connection", "content-encoding", "trailer", "upgrade"];
    FRAMING.iter().any(|framing| name.eq_ignore_ascii_case(framing))
}

impl Head {
    /// `to_head`: the request was a HEAD, whose answer never has a body.
    pub(crate) fn of(response: &Response<'_, '_>, to_head: bool) -> Result<Self, ProtocolError> {
        let status = response.code.ok_or_else(|| ProtocolError::new("the status line has no code"))?;
        if !(100..600).contains(&status) {
            return Err(ProtocolError::new(format!("{status} is not a status code")));
        }
        let mut fields = Fields::default();
        for header in response.headers.iter() {
            fields.take(header.name, header.value)?;
        }
        let framing =
            if to_head || matches!(status, 100..200 | 204 | 304) { Framing::Empty } else { fields.framing()? };
        let persistent = if response.version == Some(1) { !fields.close } else { fields.keep_alive && !fields.close };
        Ok(Self { status, framing, keep_alive: persistent && framing != Framing::UntilClose })
    }
}

/// The last transfer coding, which frames the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coding {
    Chunked,
    Other,
}

/// The header fields that decide about framing.
#[derive(Default)]
struct Fields {
    length: Option<u64>,
    coding: Option<Coding>,
    close: bool,
    keep_alive: bool,
}

impl Fields {
    fn take(&mut self, name: &str, value: &[u8]) -> Result<(), ProtocolError> {
        if name.eq_ignore_ascii_case("content-length") {
            for part in value.split(|&byte| byte == b',') {
                let length = decimal(part.trim_ascii())?;
                if self.length.replace(length).is_some_and(|earlier| earlier != length) {
                    return Err(ProtocolError::new("conflicting Content-Length"));
                }
            }
        } else if name.eq_ignore_ascii_case("transfer-encoding") {
            if self.coding == Some(Coding::Chunked) {
                return Err(ProtocolError::new("a transfer coding after chunked"));
            }
            let chunked = tokens(value).next_back().is_some_and(|token| token.eq_ignore_ascii_case(b"chunked"));
            self.coding = Some(if chunked { Coding::Chunked } else { Coding::Other });
        } else if name.eq_ignore_ascii_case("connection") {
            self.close |= tokens(value).any(|token| token.eq_ignore_ascii_case(b"close"));
            self.keep_alive |= tokens(value).any(|token| token.eq_ignore_ascii_case(b"keep-alive"));
        }
        Ok(())
    }

    fn framing(&self) -> Result<Framing, ProtocolError> {
        match (self.coding, self.length) {
            (Some(_), Some(_)) => Err(ProtocolError::new("both Transfer-Encoding and Content-Length")),
            (Some(Coding::Chunked), None) => Ok(Framing::Chunked),
            (None, Some(0)) => Ok(Framing::Empty),
            (None, Some(length)) => Ok(Framing::Length(length)),
            (Some(Coding::Other) | None, None) => Ok(Framing::UntilClose),
        }
    }
}

fn tokens(value: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    value.split(|&byte| byte == b',').map(<[u8]>::trim_ascii).filter(|token| !token.is_empty())
}

fn decimal(digits: &[u8]) -> Result<u64, ProtocolError> {
    // Not `parse` alone: it would take a leading plus sign.
    let number = if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) {
        std::str::from_utf8(digits).ok().and_then(|text| text.parse().ok())
    } else {
        None
    };
    number.ok_or_else(|| ProtocolError::new("Content-Length is not a number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(text: &str) -> Result<Head, ProtocolError> {
        with_response(text.as_bytes(), |response| Head::of(response, false))
    }

    fn framing(fields: &str) -> Result<Framing, ProtocolError> {
        head(&format!("HTTP/1.1 200 OK\r\n{fields}\r\n")).map(|head| head.framing)
    }

    #[test]
    fn the_fields_of_a_head_are_those_that_were_parsed() {
        let text = "HTTP/1.1 200 All: right\r\nA: 1\r\nb:\t x:y \r\nA:\nContent-Length:5\r\n\r\n";
        let parsed = with_response(text.as_bytes(), |response| {
            let field = |header: &httparse::Header<'_>| (header.name.to_owned(), header.value.trim_ascii().to_vec());
            Ok(response.headers.iter().map(field).collect::<Vec<_>>())
        });
        let own = fields(text.as_bytes())
            .map(|(name, value)| (String::from_utf8(name.to_vec()).expect("a name"), value.to_vec()));
        assert_eq!(parsed, Ok(own.collect()));
    }

    #[test]
    fn framing_follows_the_fields() {
        assert_eq!(framing("Content-Length: 12\r\n"), Ok(Framing::Length(12)));
        assert_eq!(framing("content-length: 0\r\n"), Ok(Framing::Empty));
        assert_eq!(framing("Content-Length: 5, 5\r\nContent-Length: 5\r\n"), Ok(Framing::Length(5)));
        assert_eq!(framing("Transfer-Encoding: gzip, Chunked\r\n"), Ok(Framing::Chunked));
        assert_eq!(framing("Transfer-Encoding: gzip\r\n"), Ok(Framing::UntilClose));
        assert_eq!(framing(""), Ok(Framing::UntilClose));
    }

    #[test]
    fn ambiguous_framing_is_refused() {
        for fields in [
            "Content-Length: 5\r\nContent-Length: 6\r\n",
            "Content-Length: 5, 6\r\n",
            "Content-Length: +5\r\n",
            "Content-Length: 0x5\r\n",
            "Content-Length:\r\n",
            "Content-Length: 99999999999999999999999\r\n",
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n",
        ] {
            assert!(framing(fields).is_err(), "{fields:?} was accepted");
        }
    }

    #[test]
    fn the_connection_lives_on_as_the_version_and_the_field_say() {
        let keeps = |version: &str, field: &str| {
            head(&format!("HTTP/{version} 200 OK\r\nContent-Length: 1\r\n{field}\r\n")).map(|head| head.keep_alive)
        };
        assert_eq!(keeps("1.1", ""), Ok(true));
        assert_eq!(keeps("1.1", "Connection: Close\r\n"), Ok(false));
        assert_eq!(keeps("1.1", "Connection: upgrade, close\r\n"), Ok(false));
        assert_eq!(keeps("1.0", ""), Ok(false));
        assert_eq!(keeps("1.0", "Connection: Keep-Alive\r\n"), Ok(true));
    }

    #[test]
    fn bodiless_statuses_have_no_body() {
        for status in [204, 304] {
            let text = format!("HTTP/1.1 {status} X\r\nContent-Length: 5\r\n\r\n");
            assert_eq!(head(&text).map(|head| head.framing), Ok(Framing::Empty));
        }
    }

    #[test]
    fn the_number_of_headers_is_not_limited_to_the_first_guess() {
        use std::fmt::Write as _;
        let mut fields = String::new();
        for n in 0..1000 {
            write!(fields, "X-{n}: {n}\r\n").expect("writing to a string");
        }
        assert_eq!(framing(&format!("{fields}Content-Length: 3\r\n")), Ok(Framing::Length(3)));
    }
}
