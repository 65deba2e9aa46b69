//! What webbench sends, line by line, and where to.

use super::super::Failure;
use super::super::wire::{RawRequest, Version};
use super::options::{Options, exit};
use fairload::url;

const LONGEST_URL: usize = 1500;

/// The request, and the `host:port` to connect to: the proxy, if there is one.
///
/// # Errors
/// Not a URL that webbench and fairload accept.
pub(super) fn raw(options: &Options) -> Result<(RawRequest, String), Failure> {
    let text = &options.url;
    let Some((scheme, rest)) = text.split_once("://") else {
        return exit(&format!("\n{text}: is not a valid URL.\n"));
    };
    if text.len() > LONGEST_URL {
        return exit("URL is too long.\n");
    }
    if options.proxy.is_none() && !scheme.eq_ignore_ascii_case("http") {
        return exit("\nOnly HTTP protocol is directly supported, set --proxy for others.\n");
    }
    if !rest.contains('/') {
        return exit("\nInvalid URL syntax - hostname don't ends with '/'.\n");
    }
    let url = url::parse(text)?;
    let mut lines = vec!["User-Agent: WebBench 1.5".to_owned()];
    let (target, authority) = if let Some((host, port)) = &options.proxy {
        (text.clone(), format!("{host}:{port}"))
    } else {
        // The host alone, as webbench has it.
        let host = url.authority.rsplit_once(':').map_or(url.authority.as_str(), |(host, _)| host);
        lines.push(format!("Host: {host}"));
        (url.path, url.authority.clone())
    };
    if options.reload {
        lines.push("Pragma: no-cache".to_owned());
    }
    if options.version == Version::Http11 {
        lines.push("Connection: close".to_owned());
    }
    let method = options.method.to_owned();
    Ok((RawRequest { method, target, version: options.version, lines, body: Vec::new() }, authority))
}

#[cfg(test)]
mod tests {
    use super::super::options::{Asked, parse};
    use super::*;

    fn sent(text: &str) -> Result<(String, String), Failure> {
        let Asked::Run(options) = parse(text.split_whitespace().map(Into::into).collect())? else {
            panic!("{text}: a version");
        };
        let (raw, authority) = raw(&options)?;
        Ok((String::from_utf8(raw.bytes()?).expect("text"), authority))
    }

    #[test]
    fn requests_are_those_of_webbench() {
        for (words, request, authority) in [
            (
                "http://127.0.0.1:8191/",
                "GET / HTTP/1.0\r\nUser-Agent: WebBench 1.5\r\nHost: 127.0.0.1\r\n\r\n",
                "127.0.0.1:8191",
            ),
            (
                "-2 --head http://h/a?b",
                "HEAD /a?b HTTP/1.1\r\nUser-Agent: WebBench 1.5\r\nHost: h\r\nConnection: close\r\n\r\n",
                "h:80",
            ),
            (
                "-r -p proxy:3128 http://h:81/a",
                "GET http://h:81/a HTTP/1.0\r\nUser-Agent: WebBench 1.5\r\nPragma: no-cache\r\n\r\n",
                "proxy:3128",
            ),
            ("-p proxy:3128 https://h/a", "GET https://h/a HTTP/1.0\r\nUser-Agent: WebBench 1.5\r\n\r\n", "proxy:3128"),
        ] {
            let got = sent(words).unwrap_or_else(|failure| panic!("{words}: {failure:?}"));
            assert_eq!(got, (request.to_owned(), authority.to_owned()), "{words}");
        }
    }

    #[test]
    fn urls_are_refused_in_webbenchs_words() {
        let long = format!("http://h/{}", "x".repeat(1500));
        for url in ["h/", "ftp://h/", "https://h/", "http://h", long.as_str()] {
            assert!(matches!(sent(url), Err(Failure::Exit { code: 2, .. })), "{url}");
        }
    }
}
