//! A request written exactly as another tool writes it: version, order and spelling of its lines.

use fairload::request::{is_control, is_token};
use fairload::spec::SpecError;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    /// Keep-alive must be asked for: `Connection: Keep-Alive`.
    Http10,
    Http11,
}

/// Nothing is added to what is here; a dialect gives every line, `Host` and `Content-Length` among them.
#[derive(Debug, Clone)]
pub(super) struct RawRequest {
    pub(super) method: String,
    /// Path and query; the whole URL where a proxy is asked.
    pub(super) target: String,
    pub(super) version: Version,
    /// Header lines in order, as `Name: value`.
    pub(super) lines: Vec<String>,
    pub(super) body: Vec<u8>,
}

impl RawRequest {
    /// The bytes of the request.
    ///
    /// # Errors
    /// It would not be one request: a part with a control character or a space where none may be, a line without a
    /// name, a body that no `Content-Length` announces, or the other way round.
    pub(super) fn bytes(&self) -> Result<Vec<u8>, SpecError> {
        self.check()?;
        let version = match self.version {
            Version::Http10 => "1.0",
            Version::Http11 => "1.1",
        };
        let mut bytes = format!("{} {} HTTP/{version}\r\n", self.method, self.target).into_bytes();
        for line in &self.lines {
            bytes.extend_from_slice(line.as_bytes());
            bytes.extend_from_slice(b"\r\n");
        }
        bytes.extend_from_slice(b"\r\n");
        bytes.extend_from_slice(&self.body);
        Ok(bytes)
    }

    /// The values of all lines of that name, in any case.
    pub(super) fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.lines.iter().filter_map(move |line| {
            let (this, value) = line.split_once(':')?;
            this.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    fn check(&self) -> Result<(), SpecError> {
        let method = &self.method;
        if method.is_empty() || !method.bytes().all(is_token) || method == "CONNECT" {
            return Err(SpecError::new("method", format!("{method:?} cannot be sent"), "use GET, POST, ..."));
        }
        if self.target.is_empty() || !self.target.bytes().all(|byte| byte.is_ascii_graphic()) {
            let problem = format!("{:?} cannot be sent", self.target);
            return Err(SpecError::new("path", problem, "percent-encode spaces and characters beyond ASCII"));
        }
        for line in &self.lines {
            check_line(line)?;
        }
        let announced: Vec<_> = self.values("content-length").collect();
        let right = match announced[..] {
            [] => self.body.is_empty(),
            [length] => length == self.body.len().to_string(),
            _ => false,
        };
        if right {
            return Ok(());
        }
        let problem = format!("it does not announce the body's {} bytes", self.body.len());
        Err(SpecError::new("header Content-Length", problem, "leave the header out, fairload writes it"))
    }
}

fn check_line(line: &str) -> Result<(), SpecError> {
    let refuse = |problem: &str, remedy: &str| Err(SpecError::new(format!("header {line:?}"), problem, remedy));
    let Some((name, _)) = line.split_once(':') else { return refuse("there is no colon", "write 'Name: value'") };
    if name.is_empty() || !name.bytes().all(is_token) {
        return refuse("this is no header name", "write 'Name: value'");
    }
    if line.bytes().any(is_control) {
        return refuse("it has control characters", "remove them");
    }
    match name.to_ascii_lowercase().as_str() {
        "transfer-encoding" => refuse("fairload frames the request itself", "leave it out and give the body"),
        "expect" => refuse("interim answers are not waited for", "leave it out"),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(lines: &[&str], body: &str) -> RawRequest {
        RawRequest {
            method: "GET".to_owned(),
            target: "/a?b".to_owned(),
            version: Version::Http10,
            lines: lines.iter().map(|&line| line.to_owned()).collect(),
            body: body.as_bytes().to_vec(),
        }
    }

    #[test]
    fn lines_are_sent_as_they_are_and_in_their_order() {
        let lines = ["Connection: Keep-Alive", "host:x", "Content-length: 2"];
        let bytes = request(&lines, "hi").bytes().expect("valid");
        let text = "GET /a?b HTTP/1.0\r\nConnection: Keep-Alive\r\nhost:x\r\nContent-length: 2\r\n\r\nhi";
        assert_eq!(String::from_utf8(bytes).expect("text"), text);
        let newer = RawRequest { version: Version::Http11, ..request(&[], "") };
        assert_eq!(newer.bytes().expect("valid"), b"GET /a?b HTTP/1.1\r\n\r\n");
    }

    #[test]
    fn what_would_not_be_one_request_is_refused() {
        for (lines, body) in [
            (&["A: b\r\nC: d"][..], ""),
            (&["no colon"], ""),
            (&[": b"], ""),
            (&["A B: c"], ""),
            (&["Transfer-Encoding: chunked"], ""),
            (&["Expect: 100-continue"], ""),
            (&["Content-Length: 3"], "hi"),
            (&["Content-Length: 2", "Content-Length: 2"], "hi"),
            (&[], "hi"),
        ] {
            assert!(request(lines, body).bytes().is_err(), "{lines:?} {body:?}");
        }
        for method in ["", "GE T", "CONNECT", "G\r\n"] {
            assert!(RawRequest { method: method.to_owned(), ..request(&[], "") }.bytes().is_err(), "{method:?}");
        }
        for target in ["", "/a b", "/\n", "/ä"] {
            assert!(RawRequest { target: target.to_owned(), ..request(&[], "") }.bytes().is_err(), "{target:?}");
        }
    }
}
