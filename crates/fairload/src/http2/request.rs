//! A request of HTTP/1.1 as HTTP/2 has it (RFC 9113, 8.3.1).

use std::ops::Range;

use httparse::{EMPTY_HEADER, Error, Request, Status};

/// Fields that belong to a connection of HTTP/1.1 (RFC 9113, 8.2.2), or are said in another way.
const NOT_IN_HTTP2: [&str; 6] =
    ["connection", "host", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"];

/// What is sent on a stream.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fields {
    /// All names and values.
    pub(super) text: Vec<u8>,
    /// Where in `text` each name and its value are; pseudo-header fields first, names in lower case.
    pub(super) spans: Vec<(Range<usize>, Range<usize>)>,
    /// Where in the request its body begins; `None` if there is none.
    pub(super) body: Option<usize>,
    pub(super) to_head: bool,
    /// It calls a method of gRPC.
    pub(super) is_grpc: bool,
}

impl Fields {
    /// Of `wire`, one whole request; `None` if it is none.
    pub(super) fn of(wire: &[u8], scheme: &str) -> Option<Self> {
        let mut capacity = 32;
        loop {
            let mut headers = vec![EMPTY_HEADER; capacity];
            let mut request = Request::new(&mut headers);
            match request.parse(wire) {
                Ok(Status::Complete(head)) => return Self::translated(&request, wire.len() > head, head, scheme),
                Err(Error::TooManyHeaders) => capacity *= 4,
                Ok(Status::Partial) | Err(_) => return None,
            }
        }
    }

    fn translated(request: &Request<'_, '_>, has_body: bool, head: usize, scheme: &str) -> Option<Self> {
        let (method, path) = (request.method?, request.path?);
        let host = request.headers.iter().find(|header| header.name.eq_ignore_ascii_case("host"))?;
        let is_grpc = request.headers.iter().any(|header| {
            header.name.eq_ignore_ascii_case("content-type") && header.value.starts_with(b"application/grpc")
        });
        let (body, to_head) = (has_body.then_some(head), method == "HEAD");
        let mut fields = Self { text: Vec::new(), spans: Vec::new(), body, to_head, is_grpc };
        fields.push(":method", method.as_bytes());
        fields.push(":scheme", scheme.as_bytes());
        fields.push(":authority", host.value);
        fields.push(":path", path.as_bytes());
        for header in request.headers.iter() {
            let name = header.name.to_ascii_lowercase();
            if !NOT_IN_HTTP2.contains(&name.as_str()) {
                fields.push(&name, header.value);
            }
        }
        Some(fields)
    }

    fn push(&mut self, name: &str, value: &[u8]) {
        let start = self.text.len();
        self.text.extend_from_slice(name.as_bytes());
        let middle = self.text.len();
        self.text.extend_from_slice(value);
        self.spans.push((start..middle, middle..self.text.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(wire: &str) -> Vec<(String, String)> {
        let Fields { text, spans, .. } = Fields::of(wire.as_bytes(), "http").expect("a request");
        let text = String::from_utf8(text).expect("text");
        spans.into_iter().map(|(name, value)| (text[name].to_owned(), text[value].to_owned())).collect()
    }

    #[test]
    fn pseudo_header_fields_come_first_and_those_of_a_connection_go() {
        let found = fields(
            "POST /a?b HTTP/1.1\r\nHost: h:80\r\nConnection: keep-alive\r\nX-A: b\r\nContent-Length: 2\r\n\r\nhi",
        );
        let expected = [
            (":method", "POST"),
            (":scheme", "http"),
            (":authority", "h:80"),
            (":path", "/a?b"),
            ("x-a", "b"),
            ("content-length", "2"),
        ];
        assert_eq!(found, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn a_body_is_what_follows_the_head() {
        let of = |wire: &str| Fields::of(wire.as_bytes(), "http").map(|fields| (fields.body, fields.to_head));
        assert_eq!(of("GET / HTTP/1.1\r\nHost: h\r\n\r\n"), Some((None, false)));
        assert_eq!(of("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n"), Some((None, true)));
        assert_eq!(of("PUT / HTTP/1.1\r\nHost: h\r\n\r\nx"), Some((Some(27), false)));
        assert_eq!(of("GET / HTTP/1.1\r\nHost"), None);
    }
}
