//! The bytes of a request, built once except for its parameters.

use crate::engine::Payload;
use crate::parameters::{MOST_DIGITS, Syntax, Text, Values};
use crate::spec::{RequestSpec, SpecError};

/// A request as sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wire {
    /// Up to the field that gives the length of the body; all of it, if there is none.
    head: Text,
    body: Option<Text>,
    /// All of it, if it varies and its body is always of one length.
    whole: Option<Text>,
    /// Of the longest rendering.
    most_bytes: usize,
}

impl Wire {
    fn new(head: Text, body: Option<Text>) -> Self {
        let length = b"Content-Length: \r\n\r\n".len() + MOST_DIGITS;
        let most_bytes = head.most_bytes() + body.as_ref().map_or(0, |body| length + body.most_bytes());
        let varies = body.as_ref().filter(|body| !(head.is_constant() && body.is_constant()));
        let whole = varies.and_then(|body| {
            let (mut whole, mut length) = (head.clone(), Vec::new());
            push_length(body.one_length()?, &mut length);
            whole.push(&length);
            whole.append(body.clone());
            Some(whole)
        });
        Self { head, body, whole, most_bytes }
    }

    /// Whether it is the same every time.
    pub(crate) fn is_constant(&self) -> bool {
        self.head.is_constant() && self.body.as_ref().is_none_or(Text::is_constant)
    }

    pub(crate) fn has_body(&self) -> bool {
        self.body.is_some()
    }

    /// The line of the request and its fields, but the one that gives the length of the body; `None` if they vary.
    pub(crate) fn head(&self) -> Option<Vec<u8>> {
        self.head.is_constant().then(|| self.head.rendered(Values::default()))
    }

    /// A request whose every byte is known already.
    pub(crate) fn raw(bytes: &[u8]) -> Self {
        let mut head = Text::default();
        head.push(bytes);
        Self::new(head, None)
    }

    /// Appends the request with these values of its parameters.
    #[inline]
    pub(crate) fn render(&self, values: Values, out: &mut Vec<u8>) {
        out.reserve(self.most_bytes);
        if let Some(whole) = &self.whole {
            return whole.render(values, out);
        }
        self.head.render(values, out);
        if let Some(body) = &self.body {
            push_length(body.length(values), out);
            body.render(values, out);
        }
    }

    /// The request with these values, to be sent once.
    #[inline(never)]
    pub(crate) fn payload(&self, values: Values) -> Payload {
        Payload::written(|bytes| self.render(values, bytes))
    }

    pub(crate) fn rendered(&self, values: Values) -> Vec<u8> {
        let mut out = Vec::new();
        self.render(values, &mut out);
        out
    }
}

/// `request` as sent to `authority` (`host:port`). `syntax`: of its path and of values of headers.
///
/// # Errors
/// A part that cannot be sent as it is, or that would contradict what fairload itself says about the message.
pub(crate) fn wire(
    request: &RequestSpec,
    authority: &str,
    keepalive: bool,
    syntax: Syntax,
    body_syntax: Syntax,
) -> Result<Wire, SpecError> {
    let RequestSpec { method, path, headers, body } = request;
    if method.is_empty() || !method.bytes().all(is_token) {
        return Err(SpecError::new("method", format!("{method:?} is no HTTP method"), "use GET, POST, ..."));
    }
    if method == "CONNECT" {
        return Err(SpecError::new("method", "CONNECT is not supported", "use another method"));
    }
    let target = Text::new("path", path.as_bytes(), syntax)?;
    // Parameters are letters and digits: what holds for one rendering holds for all.
    if !path.starts_with('/') || !target.rendered(Values::default()).iter().all(u8::is_ascii_graphic) {
        return Err(SpecError::new(
            "path",
            format!("{path:?} cannot be sent"),
            "begin with / and percent-encode spaces and characters beyond ASCII",
        ));
    }
    let mut lines = Vec::new();
    if !has(headers, "host") {
        push(&mut lines, "Host", authority);
    }
    let mut head = Text::new("method", format!("{method} ").as_bytes(), Syntax::Literal)?;
    head.append(target);
    head.push(b" HTTP/1.1\r\n");
    head.push(&lines);
    for (name, value) in headers {
        let value = Text::new(&format!("header {name:?}"), value.as_bytes(), syntax)?;
        check_header(name, &value.string(Values::default()), keepalive)?;
        head.push(format!("{name}: ").as_bytes());
        head.append(value);
        head.push(b"\r\n");
    }
    if !keepalive && !has(headers, "connection") {
        head.push(b"Connection: close\r\n");
    }
    let body = match body {
        Some(body) => Some(Text::new("body", &body.0, body_syntax)?),
        None => matches!(method.as_str(), "POST" | "PUT" | "PATCH").then(Text::default),
    };
    if body.is_none() {
        head.push(b"\r\n");
    }
    Ok(Wire::new(head, body))
}

/// The field that gives the length of the body, and the end of the head.
fn push_length(length: usize, wire: &mut Vec<u8>) {
    wire.extend_from_slice(b"Content-Length: ");
    wire.extend_from_slice(itoa::Buffer::new().format(length).as_bytes());
    wire.extend_from_slice(b"\r\n\r\n");
}

fn push(wire: &mut Vec<u8>, name: &str, value: &str) {
    for part in [name, ": ", value, "\r\n"] {
        wire.extend_from_slice(part.as_bytes());
    }
}

fn has(headers: &[(String, String)], wanted: &str) -> bool {
    headers.iter().any(|(name, _)| name.eq_ignore_ascii_case(wanted))
}

fn check_header(name: &str, value: &str, keepalive: bool) -> Result<(), SpecError> {
    let refuse = |problem: &str, remedy: &str| Err(SpecError::new(format!("header {name:?}"), problem, remedy));
    if name.is_empty() || !name.bytes().all(is_token) {
        return refuse("this is no header name", "write it as 'Name: value'");
    }
    if value.bytes().any(is_control) {
        return refuse("its value has control characters", "remove them");
    }
    match name.to_ascii_lowercase().as_str() {
        "content-length" | "transfer-encoding" => {
            refuse("fairload frames the request itself", "leave it out and give the body")
        }
        "connection" if !value.eq_ignore_ascii_case(if keepalive { "keep-alive" } else { "close" }) => {
            refuse("it contradicts the keep-alive setting", "leave it out and switch keep-alive on or off")
        }
        "expect" => refuse("interim answers are not waited for", "leave it out"),
        _ => Ok(()),
    }
}

/// Whether the value of a header may not have it.
pub fn is_control(byte: u8) -> bool {
    byte != b'\t' && (byte < b' ' || byte == 0x7f)
}

/// Whether methods and names of headers may have it.
pub fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Body;

    fn request(method: &str, path: &str, headers: &[(&str, &str)], body: Option<&str>) -> RequestSpec {
        RequestSpec {
            method: method.to_owned(),
            path: path.to_owned(),
            headers: headers.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(),
            body: body.map(Body::from),
        }
    }

    fn text(request: &RequestSpec, keepalive: bool) -> String {
        let wire = wire(request, "h:80", keepalive, Syntax::Literal, Syntax::Literal).expect("valid request");
        assert!(wire.is_constant());
        String::from_utf8(wire.rendered(Values::default())).expect("UTF-8")
    }

    #[test]
    fn parameters_are_filled_in_and_the_body_is_measured_afterwards() {
        let request = request("POST", "/{sequence}", &[("A", "{random:8-8}")], Some("n={sequence}"));
        let wire = wire(&request, "h:80", true, Syntax::Parameters, Syntax::Parameters).expect("valid request");
        assert!(!wire.is_constant());
        for (number, length) in [(9, 3), (10, 4), (u64::MAX, 22)] {
            assert_eq!(
                String::from_utf8(wire.rendered(Values { seed: 0, number })).expect("UTF-8"),
                format!("POST /{number} HTTP/1.1\r\nHost: h:80\r\nA: 8\r\nContent-Length: {length}\r\n\r\nn={number}")
            );
        }
    }

    #[test]
    fn a_plain_request_is_as_short_as_it_can_be() {
        assert_eq!(text(&request("GET", "/a?b=c", &[], None), true), "GET /a?b=c HTTP/1.1\r\nHost: h:80\r\n\r\n");
    }

    #[test]
    fn a_body_is_framed_and_one_request_per_connection_is_announced() {
        assert_eq!(
            text(&request("POST", "/", &[("Host", "x"), ("A", "b")], Some("añ")), false),
            "POST / HTTP/1.1\r\nHost: x\r\nA: b\r\nConnection: close\r\nContent-Length: 3\r\n\r\nañ"
        );
    }

    #[test]
    fn what_cannot_be_sent_is_refused() {
        let bad = [
            request("GE T", "/", &[], None),
            request("", "/", &[], None),
            request("GET", "", &[], None),
            request("GET", "/a b", &[], None),
            request("GET", "/\r\nX: y", &[], None),
            request("GET", "/", &[("A", "b\r\nC: d")], None),
            request("GET", "/", &[("A B", "c")], None),
            request("GET", "/", &[("Content-Length", "3")], None),
            request("GET", "/", &[("Connection", "close")], None),
        ];
        for request in bad {
            assert!(wire(&request, "h:80", true, Syntax::Literal, Syntax::Literal).is_err(), "{request:?}");
        }
    }
}
