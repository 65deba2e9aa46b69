//! What ab sends, line by line, and where to.

use super::super::wire::{RawRequest, Version};
use super::super::{Failure, refuse};
use super::options::{Options, usage};
use fairload::tls::client::Client;
use fairload::url;

/// What is asked, as ab repeats it.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) path: String,
    /// `host:port` to connect to: the proxy, if there is one.
    pub(super) authority: String,
    /// With TLS, and how.
    pub(super) tls: Option<Client>,
}

impl Place {
    /// # Errors
    /// Not a URL that ab and fairload accept. ab requires a slash after the host, and accepts a URL without a scheme.
    pub(super) fn of(options: &Options) -> Result<Self, Failure> {
        let has_scheme = options.url.contains("://");
        let text = if has_scheme { options.url.clone() } else { format!("http://{}", options.url) };
        if text.splitn(4, '/').nth(3).is_none() {
            return usage("ab: invalid URL\n");
        }
        let url = url::parse(&text)?;
        let (host, port) = url.authority.rsplit_once(':').unwrap_or((&url.authority, "80"));
        // `url` has checked the port.
        let port = port.parse().unwrap_or(80);
        let authority = match &options.proxy {
            Some(_) if url.https => {
                return refuse("-X", "a proxy cannot be asked for https here", "leave it out, or use http://");
            }
            Some((host, port)) => format!("{host}:{port}"),
            None => url.authority.clone(),
        };
        let tls = options.tls.client(&url, given_host(options).unwrap_or(&url.host))?;
        Ok(Self { host: host.trim_matches(['[', ']']).to_owned(), port, path: url.path, authority, tls })
    }

    fn host_field(&self) -> String {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        let usual = if self.tls.is_some() { 443 } else { 80 };
        if self.port == usual { host } else { format!("{host}:{}", self.port) }
    }
}

/// What `-H 'Host: ...'` calls the server, without a port: ab gives this name in the handshake, too.
fn given_host(options: &Options) -> Option<&str> {
    let value = |line: &'_ String| -> Option<usize> {
        let (name, _) = line.split_once(':')?;
        name.eq_ignore_ascii_case("host").then_some(name.len() + 1)
    };
    let (line, start) = options.headers.iter().rev().find_map(|line| Some((line, value(line)?)))?;
    let host = line[start..].trim();
    let host = if host.ends_with(']') { host } else { host.rsplit_once(':').map_or(host, |(host, _)| host) };
    (!host.is_empty()).then_some(host)
}

/// In ab's order. One `Cookie` line holds all cookies, where ab sends only the last `-C`.
pub(super) fn raw(options: &Options, place: &Place) -> RawRequest {
    let mut lines = Vec::new();
    if options.keepalive {
        lines.push("Connection: Keep-Alive".to_owned());
    }
    if !options.cookies.is_empty() {
        lines.push(format!("Cookie: {}", options.cookies.join("; ")));
    }
    lines.extend(options.authorizations.iter().cloned());
    if let Some(body) = &options.body {
        lines.push(format!("Content-length: {}", body.len()));
        lines.push(format!("Content-type: {}", options.content_type));
    }
    lines.extend(options.headers.iter().cloned());
    let given = |name: &str| {
        let is = |line: &String| line.split_once(':').is_some_and(|(this, _)| this.eq_ignore_ascii_case(name));
        options.headers.iter().any(is)
    };
    if !given("host") {
        lines.push(format!("Host: {}", place.host_field()));
    }
    if !given("user-agent") {
        lines.push("User-Agent: ApacheBench/2.3".to_owned());
    }
    if !given("accept") {
        lines.push("Accept: */*".to_owned());
    }
    let target = if options.proxy.is_some() { options.url.clone() } else { place.path.clone() };
    RawRequest {
        method: options.method.clone(),
        target,
        version: Version::Http10,
        lines,
        body: options.body.clone().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::{Asked, parse};
    use super::*;

    fn sent(words: &[&str]) -> (String, String) {
        let Ok(Asked::Run(options)) = parse(words.iter().map(Into::into).collect()) else { panic!("{words:?}") };
        let place = Place::of(&options).unwrap_or_else(|failure| panic!("{words:?}: {failure:?}"));
        let bytes = raw(&options, &place).bytes().expect("a request");
        (String::from_utf8(bytes).expect("text"), place.authority)
    }

    /// As ab 2.3 (httpd 2.4.71) sent them, seen on a socket; except for the first cookie, which it dropped.
    #[test]
    fn requests_are_those_of_ab() {
        let plain = "GET /a?b=c HTTP/1.0\r\nHost: 127.0.0.1:8911\r\nUser-Agent: ApacheBench/2.3\r\nAccept: */*\r\n\r\n";
        assert_eq!(sent(&["http://127.0.0.1:8911/a?b=c"]), (plain.to_owned(), "127.0.0.1:8911".to_owned()));
        let words = ["-k", "-HX-A: b", "-Ca=1", "-Cb=2", "-Au:p", "-Px:y", "127.0.0.1/"];
        let full = "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\nCookie: a=1; b=2\r\nAuthorization: Basic dTpw\r\n\
            Proxy-Authorization: Basic eDp5\r\nX-A: b\r\nHost: 127.0.0.1\r\nUser-Agent: ApacheBench/2.3\r\n\
            Accept: */*\r\n\r\n";
        assert_eq!(sent(&words), (full.to_owned(), "127.0.0.1:80".to_owned()));
        let proxied =
            "HEAD http://ex.com/x HTTP/1.0\r\nHost: ex.com\r\nUser-Agent: ApacheBench/2.3\r\nAccept: */*\r\n\r\n";
        let words = ["-i", "-X127.0.0.1:8911", "http://ex.com/x"];
        assert_eq!(sent(&words), (proxied.to_owned(), "127.0.0.1:8911".to_owned()));
        let words = ["-p/dev/null", "-Ta/b", "-HHost: foo", "-HAccept: z", "http://h/"];
        let posted = "POST / HTTP/1.0\r\nContent-length: 0\r\nContent-type: a/b\r\nHost: foo\r\nAccept: z\r\n\
            User-Agent: ApacheBench/2.3\r\n\r\n";
        assert_eq!(sent(&words).0, posted);
    }

    #[test]
    fn the_port_of_https_is_443_and_the_name_that_of_the_host_header() {
        let (request, authority) = sent(&["https://h/"]);
        assert!(request.contains("\r\nHost: h\r\n") && authority == "h:443", "{request} {authority}");
        assert!(sent(&["https://h:80/"]).0.contains("\r\nHost: h:80\r\n"));
        for (words, name) in [
            (&["https://h:81/"][..], Some("h")),
            (&["https://127.0.0.1/"], None),
            (&["-H", "host: x.y:81", "https://127.0.0.1/"], Some("x.y")),
            (&["-I", "https://h/"], None),
        ] {
            let Ok(Asked::Run(options)) = parse(words.iter().map(Into::into).collect()) else { panic!("{words:?}") };
            let place = Place::of(&options).unwrap_or_else(|failure| panic!("{words:?}: {failure:?}"));
            assert_eq!(place.tls.expect("https").sent_name(), name, "{words:?}");
        }
        let Ok(Asked::Run(options)) = parse(vec!["-Xa:1".into(), "https://h/".into()]) else { panic!("words") };
        assert!(matches!(Place::of(&options), Err(Failure::Refused(error)) if error.place == "-X"));
    }

    #[test]
    fn a_url_needs_a_path() {
        for (url, code) in [("http://h", 22), ("h", 22), ("https://h", 22), ("ftp://h/", 2)] {
            let Ok(Asked::Run(options)) = parse(vec![url.into()]) else { panic!("{url}") };
            let got = match Place::of(&options) {
                Err(Failure::Exit { code, .. }) => code,
                Err(Failure::Refused(_)) => 2,
                other => panic!("{url}: {other:?}"),
            };
            assert_eq!(got, code, "{url}");
        }
    }
}
