//! `http[s]://host[:port][/path][?query]`, as given on the command line.

use crate::spec::SpecError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Url {
    /// With TLS.
    pub https: bool,
    /// In brackets if it is an IPv6 address.
    pub host: String,
    /// `host:port`, the host in brackets if it is an IPv6 address.
    pub authority: String,
    /// Path and query, beginning with `/`.
    pub path: String,
}

/// # Errors
/// Not an `http` or `https` URL with a host and a usable port.
pub fn parse(text: &str) -> Result<Url, SpecError> {
    let refuse = |problem: &str, remedy: &str| Err(SpecError::new(format!("URL {text:?}"), problem, remedy));
    let example = "write it like http://127.0.0.1:8080/path";
    let Some((scheme, rest)) = text.split_once("://") else {
        return refuse("there is no scheme", example);
    };
    let https = scheme.eq_ignore_ascii_case("https");
    if !https && !scheme.eq_ignore_ascii_case("http") {
        return refuse("only http and https are supported", example);
    }
    let rest = rest.split('#').next().unwrap_or_default();
    let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    if authority.contains('@') {
        return refuse("it has a user name", "send it with -H 'Authorization: Basic ...'");
    }
    let (host, port) = split_port(authority);
    if host.is_empty() || host == "[]" {
        return refuse("there is no host", example);
    }
    if port.is_some_and(|port| port.parse::<u16>().map_or(true, |number| number == 0)) {
        return refuse("the port is not a number from 1 to 65535", example);
    }
    let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
    let default_port = if https { "443" } else { "80" };
    Ok(Url { https, host: host.to_owned(), authority: format!("{host}:{}", port.unwrap_or(default_port)), path })
}

fn split_port(authority: &str) -> (&str, Option<&str>) {
    match authority.rsplit_once(':') {
        // A colon inside the brackets of an IPv6 address begins no port.
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (authority, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_come_apart() {
        for (text, authority, path) in [
            ("http://a", "a:80", "/"),
            ("HTTP://a:81/x/y?z#f", "a:81", "/x/y?z"),
            ("http://a?q=1", "a:80", "/?q=1"),
            ("http://[::1]/", "[::1]:80", "/"),
            ("http://[::1]:8080", "[::1]:8080", "/"),
            ("https://a/b", "a:443", "/b"),
            ("HTTPS://a:8443", "a:8443", "/"),
        ] {
            let url = parse(text).expect(text);
            assert_eq!((url.authority.as_str(), url.path.as_str()), (authority, path), "{text}");
            assert_eq!(url.https, authority.contains("443"), "{text}");
            assert!(url.host == "a" || url.host == "[::1]", "{text}");
        }
    }

    #[test]
    fn what_is_no_usable_url_is_refused() {
        for text in
            ["", "a", "a:80", "https://", "ftp://a", "http://", "http://:80", "http://a:0", "http://a:x", "http://u@a"]
        {
            assert!(parse(text).is_err(), "{text:?} was accepted");
        }
    }
}
