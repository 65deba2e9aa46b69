//! ab's command line. Options that fairload does not support are refused; what ab itself refuses, in its words.

use std::ffi::OsString;
use std::time::Duration;

use lexopt::prelude::*;

use super::super::{Failure, refuse};
use super::tls::TlsOptions;

/// ab's exit code for a command line that it does not understand (EINVAL), and for one that contradicts itself.
const USAGE_CODE: u8 = 22;
const ERROR_CODE: u8 = 1;
const MAX_CONCURRENCY: usize = 200_000;
/// ab's `-s`, when it is not given.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

pub(super) const USAGE: &str = "\
Usage: ab [options] [http[s]://]hostname[:port]/path
Options are:
    -n requests     Number of requests to perform
    -c concurrency  Number of requests to make at a time
    -t timelimit    Seconds to send for; with -n, whichever ends first
    -s timeout      Seconds to wait for each connection and each response (30)
    -p postfile     File with data to POST; see -T
    -u putfile      File with data to PUT; see -T
    -T content-type Content-type of the data (text/plain)
    -v verbosity    2: the request, and responses other than 2xx; 3: all response codes
    -w              Print results as an HTML table
    -x, -y, -z attributes   Of the HTML table, its rows, its cells
    -i              Use HEAD instead of GET
    -m method       Method name
    -C cookie       Cookie, such as Apache=1234 (repeatable)
    -H header       Header line, such as 'Accept-Encoding: gzip' (repeatable)
    -A user:pass    Basic authentication
    -P user:pass    Basic authentication at a proxy
    -X proxy:port   Proxy to use
    -k              Keep connections alive
    -d              Do not show the table of percentiles
    -S              Do not show deviations, medians and warnings
    -q              Do not show progress when doing more than 150 requests
    -l              Responses may have any length
    -g filename     Write all times as tab-separated values (gnuplot)
    -e filename     Write percentiles as comma-separated values
    -r              Go on when a connection breaks
    -f protocol     TLS1.2, TLS1.3 or ALL
    -Z ciphersuite  Of TLS 1.2, such as ECDHE-RSA-AES128-GCM-SHA256 (more with colons)
    -E certfile     Client certificate (chain) and its private key, PEM
    -I              Do not tell the server's name (SNI)
    -V              Print the version number
    -h              Print this
Refused, as fairload cannot honour them: -b -B, and -v above 3.
This is fairload speaking ab's dialect; docs/dialects.md tells what differs.
";

/// Attributes of the HTML; only with [`Options::html`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Html {
    pub(super) table: String,
    pub(super) row: String,
    pub(super) cell: String,
}

#[allow(clippy::struct_excessive_bools)] // ab's switches
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) url: String,
    /// Without it, as many as fit into the time.
    pub(super) requests: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) concurrency: usize,
    pub(super) timeout: Duration,
    pub(super) method: String,
    /// What `-p` or `-u` sends.
    pub(super) body: Option<Vec<u8>>,
    pub(super) content_type: String,
    pub(super) cookies: Vec<String>,
    /// `Authorization` and `Proxy-Authorization`, in order.
    pub(super) authorizations: Vec<String>,
    pub(super) headers: Vec<String>,
    /// Host and port.
    pub(super) proxy: Option<(String, u16)>,
    pub(super) keepalive: bool,
    pub(super) verbosity: u32,
    pub(super) html: Option<Html>,
    pub(super) percentiles: bool,
    pub(super) confidence: bool,
    pub(super) quiet: bool,
    pub(super) any_length: bool,
    pub(super) gnuplot: Option<OsString>,
    pub(super) csv: Option<OsString>,
    pub(super) go_on: bool,
    pub(super) tls: TlsOptions,
}

/// The parsed command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Asked {
    Run(Box<Options>),
    Version,
}

/// Parses the command line.
///
/// # Errors
/// ab would refuse them, or fairload cannot honour them.
pub(super) fn parse(words: Vec<OsString>) -> Result<Asked, Failure> {
    match read(words) {
        Err(Failure::Words(error)) => usage(&format!("ab: {error}\n")),
        read => read,
    }
}

fn read(words: Vec<OsString>) -> Result<Asked, Failure> {
    let mut options = Options::new();
    let mut urls = Vec::new();
    let mut parser = lexopt::Parser::from_args(words);
    let mut method_set = false;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') => return usage(""),
            Short('V') => return Ok(Asked::Version),
            Short(letter @ ('i' | 'p' | 'u' | 'm')) => {
                options.method(letter, method_set, &mut parser)?;
                method_set = true;
            }
            Short(letter) => options.letter(letter, &mut parser)?,
            Value(url) => urls.push(url.string()?),
            Long(name) => return usage(&format!("ab: illegal option -- {name}\n")),
        }
    }
    if urls.len() != 1 {
        return usage("ab: wrong number of arguments\n");
    }
    options.url = urls.remove(0);
    if options.concurrency == 0 || options.concurrency > MAX_CONCURRENCY {
        return usage(&format!("ab: Invalid Concurrency [Range 1..{MAX_CONCURRENCY}]\n"));
    }
    // Without -n, ab sends one request, or as many as the time allows.
    if options.requests.is_none() && options.time.is_none() {
        options.requests = Some(1);
    }
    if options.requests.is_some_and(|requests| requests < options.concurrency as u64) {
        return usage("ab: Cannot use concurrency level greater than total number of requests\n");
    }
    Ok(Asked::Run(Box::new(options)))
}

pub(super) fn usage<T>(problem: &str) -> Result<T, Failure> {
    Err(Failure::Exit { stdout: String::new(), stderr: format!("{problem}{USAGE}"), code: USAGE_CODE })
}

fn error<T>(problem: &str) -> Result<T, Failure> {
    Err(Failure::Exit { stdout: String::new(), stderr: format!("{problem}\n"), code: ERROR_CODE })
}

impl Options {
    fn new() -> Self {
        Self {
            url: String::new(),
            requests: None,
            time: None,
            concurrency: 1,
            timeout: DEFAULT_TIMEOUT,
            method: "GET".to_owned(),
            body: None,
            content_type: "text/plain".to_owned(),
            cookies: Vec::new(),
            authorizations: Vec::new(),
            headers: Vec::new(),
            proxy: None,
            keepalive: false,
            verbosity: 0,
            html: None,
            percentiles: true,
            confidence: true,
            quiet: false,
            any_length: false,
            gnuplot: None,
            csv: None,
            go_on: false,
            tls: TlsOptions::default(),
        }
    }

    fn method(&mut self, letter: char, set: bool, parser: &mut lexopt::Parser) -> Result<(), Failure> {
        let name = match letter {
            'i' => "HEAD",
            'p' => "POST",
            'u' => "PUT",
            // Any other method may also follow -p and -u, and send their data.
            _ => {
                self.method = parser.value()?.string()?;
                return Ok(());
            }
        };
        if set {
            return error(&format!("Cannot mix {name} with other methods\n"));
        }
        name.clone_into(&mut self.method);
        if letter != 'i' {
            let path = parser.value()?;
            self.body = match std::fs::read(&path) {
                Ok(body) => Some(body),
                Err(problem) => {
                    let path = path.to_string_lossy();
                    return error(&format!("ab: Could not open POST data file ({path}): {problem}"));
                }
            };
        }
        Ok(())
    }

    fn letter(&mut self, letter: char, parser: &mut lexopt::Parser) -> Result<(), Failure> {
        match letter {
            'n' => self.requests = Some(number(letter, parser, "Invalid number of requests\n")?),
            'c' => self.concurrency = usize::try_from(number(letter, parser, "")?).unwrap_or(usize::MAX),
            't' => self.time = Some(Duration::from_secs(number(letter, parser, "")?)),
            's' => self.timeout = Duration::from_secs(number(letter, parser, "")?),
            'T' => self.content_type = parser.value()?.string()?,
            'C' => self.cookies.push(parser.value()?.string()?),
            'A' => self.authorize("Authorization", &parser.value()?.string()?),
            'P' => self.authorize("Proxy-Authorization", &parser.value()?.string()?),
            'H' => self.headers.push(parser.value()?.string()?),
            'X' => self.proxy = Some(proxy(&parser.value()?.string()?)?),
            'v' => self.verbosity = verbosity(&parser.value()?.string()?)?,
            'g' => self.gnuplot = Some(parser.value()?),
            'e' => self.csv = Some(parser.value()?),
            'w' => drop(self.html()),
            'x' => self.html().table = parser.value()?.string()?,
            'y' => self.html().row = parser.value()?.string()?,
            'z' => self.html().cell = parser.value()?.string()?,
            'k' => self.keepalive = true,
            'd' => self.percentiles = false,
            'S' => self.confidence = false,
            'q' => self.quiet = true,
            'l' => self.any_length = true,
            'r' => self.go_on = true,
            'b' => return refuse("-b", "the kernel sizes socket buffers, fairload does not", "leave it out"),
            'B' => return refuse("-B", "this dialect cannot bind to a source address", "leave it out"),
            'f' | 'E' | 'Z' => self.tls.letter(letter, &parser.value()?.string()?)?,
            'I' => self.tls.letter(letter, "")?,
            other => return usage(&format!("ab: illegal option -- {other}\n")),
        }
        Ok(())
    }

    fn authorize(&mut self, header: &str, credentials: &str) {
        use base64::Engine as _;
        let encoded = base64::engine::general_purpose::STANDARD.encode(credentials.trim_start());
        self.authorizations.push(format!("{header}: Basic {encoded}"));
    }

    fn html(&mut self) -> &mut Html {
        let plain = || Html { table: String::new(), row: String::new(), cell: "bgcolor=white".to_owned() };
        self.html.get_or_insert_with(plain)
    }
}

/// A whole number above 0. `problem`: what ab says otherwise, if it says anything.
fn number(letter: char, parser: &mut lexopt::Parser, problem: &str) -> Result<u64, Failure> {
    let text = parser.value()?.string()?;
    match text.parse() {
        Ok(number @ 1..) => Ok(number),
        _ if problem.is_empty() => refuse(&format!("-{letter} {text}"), "this is no number above 0", "give one"),
        _ => error(problem),
    }
}

fn verbosity(text: &str) -> Result<u32, Failure> {
    match text.parse() {
        Ok(level @ 0..=3) => Ok(level),
        Ok(_) => refuse(&format!("-v {text}"), "fairload does not keep the text of every answer", "give 3 or less"),
        Err(_) => refuse(&format!("-v {text}"), "this is no number", "give 0 to 3"),
    }
}

fn proxy(text: &str) -> Result<(String, u16), Failure> {
    let parsed = match text.split_once(':') {
        None => Some((text, 80)),
        Some((host, port)) => port.parse().ok().filter(|port| *port > 0).map(|port| (host, port)),
    };
    match parsed {
        Some((host, port)) if !host.is_empty() => Ok((host.to_owned(), port)),
        _ => refuse(&format!("-X {text}"), "this is no proxy", "write it as host:port"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    fn options(text: &str) -> Options {
        match parse(words(text)).unwrap_or_else(|failure| panic!("{text}: {failure:?}")) {
            Asked::Run(options) => *options,
            Asked::Version => panic!("{text}: a version"),
        }
    }

    #[test]
    fn options_may_be_joined_to_their_values_and_to_each_other() {
        let joined = options("-kqn100 -c10 -dS http://h/");
        assert_eq!(joined, options("-k -q -n 100 -c 10 -d -S http://h/"));
        assert!(joined.keepalive && joined.quiet && !joined.percentiles && !joined.confidence);
        assert_eq!((joined.requests, joined.concurrency, joined.url.as_str()), (Some(100), 10, "http://h/"));
    }

    #[test]
    fn a_time_implies_no_number_and_a_number_holds_wherever_it_stands() {
        assert_eq!(options("http://h/").requests, Some(1));
        let timed = options("-t 2 -c 60000 http://h/");
        assert_eq!((timed.requests, timed.time), (None, Some(Duration::from_secs(2))));
        for text in ["-n 7 -t 2 http://h/", "-t 2 -n 7 http://h/"] {
            assert_eq!((options(text).requests, options(text).time), (Some(7), Some(Duration::from_secs(2))), "{text}");
        }
    }

    #[test]
    fn credentials_are_encoded_and_html_has_its_attributes() {
        let got = options("-A u:p -P x:y -y class=a http://h/");
        assert_eq!(got.authorizations, ["Authorization: Basic dTpw", "Proxy-Authorization: Basic eDp5"]);
        let html = got.html.expect("-y turns it on");
        assert_eq!((html.table.as_str(), html.row.as_str(), html.cell.as_str()), ("", "class=a", "bgcolor=white"));
        assert_eq!(options("-X p:3128 http://h/").proxy, Some(("p".to_owned(), 3128)));
    }

    #[test]
    fn what_ab_refuses_is_refused_with_its_exit_codes() {
        for (text, wanted) in [
            ("", 22),
            ("http://a/ http://b/", 22),
            ("-Q http://a/", 22),
            ("-h", 22),
            ("http://a/ -n", 22),
            ("-c 0 -n 1 http://a/", 2),
            ("-n 5 -c 10 http://a/", 22),
            ("-n 0 http://a/", 1),
            ("-i -p /dev/null http://a/", 1),
            ("-p /nonexistent/x http://a/", 1),
        ] {
            let code = match parse(words(text)) {
                Err(Failure::Exit { code, .. }) => code,
                Err(Failure::Refused(_)) => 2,
                other => panic!("{text}: {other:?}"),
            };
            assert_eq!(code, wanted, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_honoured_is_refused_by_its_name() {
        for option in ["-b 1000", "-B 127.0.0.2", "-f TLS1.1", "-Z x", "-v 4", "-s 0", "-t x", "-X :1"] {
            match parse(words(&format!("{option} http://a/"))) {
                Err(Failure::Refused(error)) => assert_eq!(&error.place[..2], &option[..2]),
                other => panic!("{option}: {other:?}"),
            }
        }
    }

    #[test]
    fn data_may_be_sent_with_another_method_given_after_it() {
        let got = options("-p /dev/null -m PATCH -T a/b http://h/");
        assert_eq!((got.method.as_str(), got.body, got.content_type.as_str()), ("PATCH", Some(Vec::new()), "a/b"));
    }
}
