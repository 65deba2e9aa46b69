//! The bytes of a request, built once.

use crate::spec::{RequestSpec, SpecError};

/// `request` as sent to `authority` (`host:port`).
///
/// # Errors
/// A part that cannot be sent as it is, or that would contradict what fairload itself says about the message.
pub(crate) fn wire(request: &RequestSpec, authority: &str, keepalive: bool) -> Result<Vec<u8>, SpecError> {
    let RequestSpec { method, path, headers, body } = request;
    if method.is_empty() || !method.bytes().all(is_token) {
        return Err(SpecError::new("method", format!("{method:?} is no HTTP method"), "use GET, POST, ..."));
    }
    if method == "CONNECT" {
        return Err(SpecError::new("method", "CONNECT is not supported", "use another method"));
    }
    if !path.starts_with('/') || !path.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(SpecError::new(
            "path",
            format!("{path:?} cannot be sent"),
            "begin with / and percent-encode spaces and characters beyond ASCII",
        ));
    }
    let mut wire = format!("{method} {path} HTTP/1.1\r\n").into_bytes();
    if !has(headers, "host") {
        push(&mut wire, "Host", authority);
    }
    for (name, value) in headers {
        check_header(name, value, keepalive)?;
        push(&mut wire, name, value);
    }
    if !keepalive && !has(headers, "connection") {
        push(&mut wire, "Connection", "close");
    }
    if let Some(body) = body {
        push(&mut wire, "Content-Length", &body.len().to_string());
    } else if matches!(method.as_str(), "POST" | "PUT" | "PATCH") {
        push(&mut wire, "Content-Length", "0");
    }
    wire.extend_from_slice(b"\r\n");
    wire.extend_from_slice(body.as_deref().unwrap_or_default().as_bytes());
    Ok(wire)
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
    if value.bytes().any(|byte| byte != b'\t' && (byte < b' ' || byte == 0x7f)) {
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

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(method: &str, path: &str, headers: &[(&str, &str)], body: Option<&str>) -> RequestSpec {
        RequestSpec {
            method: method.to_owned(),
            path: path.to_owned(),
            headers: headers.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(),
            body: body.map(str::to_owned),
        }
    }

    fn text(request: &RequestSpec, keepalive: bool) -> String {
        String::from_utf8(wire(request, "h:80", keepalive).expect("valid request")).expect("ASCII")
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
            assert!(wire(&request, "h:80", true).is_err(), "{request:?}");
        }
    }
}
