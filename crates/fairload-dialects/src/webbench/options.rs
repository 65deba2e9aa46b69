//! webbench's command line.

use std::ffi::OsString;
use std::time::Duration;

use lexopt::prelude::*;

use super::super::wire::Version;
use super::super::{Failure, refuse};

/// webbench's exit code for words it does not understand.
pub(super) const USAGE_CODE: u8 = 2;
const DEFAULT_TIME: Duration = Duration::from_secs(30);

const USAGE: &str = "\
webbench [option]... URL
  -r|--reload              Send reload request - Pragma: no-cache.
  -t|--time <sec>          Run benchmark for <sec> seconds. Default 30.
  -p|--proxy <server:port> Use proxy server for request.
  -c|--clients <n>         Run <n> HTTP clients at once. Default one.
  -1|--http10              Use HTTP/1.0 protocol.
  -2|--http11              Use HTTP/1.1 protocol.
  --get                    Use GET request method.
  --head                   Use HEAD request method.
  --options                Use OPTIONS request method.
  --trace                  Use TRACE request method.
  -?|-h|--help             This information.
  -V|--version             Display program version.
Refused, as fairload cannot honour them: -f|--force, -9|--http09.
This is fairload speaking webbench's dialect; docs/dialects.md tells what differs.
";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) url: String,
    pub(super) reload: bool,
    pub(super) time: Duration,
    /// Host and port.
    pub(super) proxy: Option<(String, u16)>,
    pub(super) clients: usize,
    pub(super) version: Version,
    pub(super) method: &'static str,
}

/// The parsed command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Asked {
    Run(Options),
    Version,
}

/// Parses the command line.
///
/// # Errors
/// webbench would refuse them, or fairload cannot honour them.
pub(super) fn parse(words: Vec<OsString>) -> Result<Asked, Failure> {
    match read(words) {
        Err(Failure::Words(error)) => exit(&format!("webbench: {error}\n{USAGE}")),
        read => read,
    }
}

fn read(words: Vec<OsString>) -> Result<Asked, Failure> {
    let mut options = Options {
        url: String::new(),
        reload: false,
        time: DEFAULT_TIME,
        proxy: None,
        clients: 1,
        version: Version::Http10,
        method: "GET",
    };
    let mut urls = Vec::new();
    let mut parser = lexopt::Parser::from_args(words);
    while let Some(argument) = parser.next()? {
        match argument {
            Short('r') | Long("reload") => options.reload = true,
            Short('t') | Long("time") => {
                let seconds = number("--time", &parser.value()?.string()?)?;
                options.time = if seconds == 0 { DEFAULT_TIME } else { Duration::from_secs(seconds.into()) };
            }
            Short('p') | Long("proxy") => options.proxy = Some(proxy(&parser.value()?.string()?)?),
            Short('c') | Long("clients") => {
                options.clients = usize::try_from(number("--clients", &parser.value()?.string()?)?.max(1)).unwrap_or(0);
            }
            Short('1') | Long("http10") => options.version = Version::Http10,
            Short('2') | Long("http11") => options.version = Version::Http11,
            Long("get") => options.method = "GET",
            Long("head") => options.method = "HEAD",
            Long("options") => options.method = "OPTIONS",
            Long("trace") => options.method = "TRACE",
            Short('V') | Long("version") => return Ok(Asked::Version),
            Short('f') | Long("force") => {
                return refuse("--force", "an answer that is not read cannot be checked or counted", "leave it out");
            }
            Short('9') | Long("http09") => {
                return refuse("--http09", "its answers have no status that could be checked", "use --http10");
            }
            Value(url) => urls.push(url.string()?),
            Short(_) | Long(_) => return exit(USAGE),
        }
    }
    match urls.len() {
        0 => return exit(&format!("webbench: Missing URL!\n{USAGE}")),
        1 => options.url = urls.remove(0),
        _ => return refuse(&format!("URL {:?}", urls[1]), "it is one too many", "give one URL"),
    }
    // As webbench does: these methods belong to HTTP/1.1.
    if matches!(options.method, "OPTIONS" | "TRACE") {
        options.version = Version::Http11;
    }
    Ok(Asked::Run(options))
}

/// webbench's refusal, on standard error.
pub(super) fn exit<T>(problem: &str) -> Result<T, Failure> {
    Err(Failure::Exit { stdout: String::new(), stderr: problem.to_owned(), code: USAGE_CODE })
}

fn number(option: &str, text: &str) -> Result<u32, Failure> {
    match text.parse() {
        Ok(number) => Ok(number),
        Err(_) => refuse(&format!("{option} {text}"), "this is no whole number", "give one"),
    }
}

fn proxy(text: &str) -> Result<(String, u16), Failure> {
    match text.rsplit_once(':') {
        None => Ok((text.to_owned(), 80)),
        Some(("", _)) => exit(&format!("Error in option --proxy {text}: Missing hostname.\n")),
        Some((_, "")) => exit(&format!("Error in option --proxy {text} Port number is missing.\n")),
        Some((host, port)) => match port.parse() {
            Ok(port @ 1..) => Ok((host.to_owned(), port)),
            _ => refuse(&format!("--proxy {text}"), "the port is no number from 1 to 65535", "write server:port"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Asked, Failure> {
        parse(text.split_whitespace().map(OsString::from).collect())
    }

    fn options(text: &str) -> Options {
        match parsed(text) {
            Ok(Asked::Run(options)) => options,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn long_and_short_options_are_the_same() {
        let short = options("-r -t5 -c 10 -2 -pproxy:3128 http://h/");
        assert_eq!(short, options("--reload --time=5 --clients 10 --http11 --proxy proxy:3128 http://h/"));
        assert_eq!((short.time, short.clients, short.version), (Duration::from_secs(5), 10, Version::Http11));
        assert_eq!(short.proxy, Some(("proxy".to_owned(), 3128)));
        let plain = options("http://h/ -t0 -c0");
        assert_eq!((plain.time, plain.clients, plain.version, plain.method), (DEFAULT_TIME, 1, Version::Http10, "GET"));
        assert_eq!(options("--trace http://h/").version, Version::Http11);
        assert_eq!(options("--proxy p http://h/").proxy, Some(("p".to_owned(), 80)));
        assert_eq!(parsed("-V").expect("a version"), Asked::Version);
    }

    #[test]
    fn what_webbench_refuses_is_reported_and_what_cannot_be_honoured_is_refused() {
        for text in [
            "",
            "-?",
            "-h",
            "--help",
            "--nonsense http://h/",
            "http://h/ -t",
            "--head=x http://h/",
            "-p :80 http://h/",
            "-p h: http://h/",
        ] {
            assert!(matches!(parsed(text), Err(Failure::Exit { code: 2, .. })), "{text}");
        }
        for text in ["-f", "--force", "-9", "--http09", "-t x", "-c -1", "-p h:x", "http://a/"] {
            assert!(matches!(parsed(&format!("{text} http://h/")), Err(Failure::Refused(_))), "{text}");
        }
    }
}
