//! plow's command line and environment, parsed as kingpin and plow parse them.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use lexopt::Arg;

use super::duration;
use super::tls::TlsOptions;
use crate::{Failure, refuse};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Value,
    /// May be given several times.
    Values,
    Switch,
    /// A switch that has a `--no-` of itself.
    Negatable,
}

/// plow's flags: name, letter, kind.
const FLAGS: [(&str, Option<char>, Kind); 31] = [
    ("concurrency", Some('c'), Kind::Value),
    ("rate", None, Kind::Value),
    ("ramp-up", None, Kind::Value),
    ("requests", Some('n'), Kind::Value),
    ("duration", Some('d'), Kind::Value),
    ("interval", Some('i'), Kind::Value),
    ("seconds", None, Kind::Switch),
    ("json", None, Kind::Switch),
    ("body", Some('b'), Kind::Value),
    ("stream", None, Kind::Switch),
    ("method", Some('m'), Kind::Value),
    ("header", Some('H'), Kind::Values),
    ("host", None, Kind::Value),
    ("content", Some('T'), Kind::Value),
    ("cert", None, Kind::Value),
    ("key", None, Kind::Value),
    ("insecure", Some('k'), Kind::Switch),
    ("listen", None, Kind::Value),
    ("timeout", None, Kind::Value),
    ("dial-timeout", None, Kind::Value),
    ("req-timeout", None, Kind::Value),
    ("resp-timeout", None, Kind::Value),
    ("socks5", None, Kind::Value),
    ("http-proxy", None, Kind::Value),
    ("auto-open-browser", None, Kind::Switch),
    ("clean", None, Kind::Negatable),
    ("output-errors", None, Kind::Value),
    ("summary", None, Kind::Switch),
    ("unix-socket", None, Kind::Value),
    ("pprof", None, Kind::Value),
    ("version", None, Kind::Switch),
];

/// Of a block: copying what there is so far takes some 100 us.
const SHORTEST_INTERVAL: Duration = Duration::from_millis(10);

const HELP: &str = "\
usage: plow [<flags>] <url>

plow as spoken by fairload; docs/dialects.md tells what differs and why.

Flags:
      --help                     Show this help.
  -c, --concurrency=1            Number of connections
      --rate=infinity            Requests per time unit, such as 50 or 10/ms
  -n, --requests=-1              Number of requests to run
  -d, --duration=DURATION        Duration of test, such as 10s or 3m
  -i, --interval=200ms           Print what there is every interval; 0 for once
                                 at the end
      --seconds                  Times in seconds, without a unit
      --json                     Print JSON
  -b, --body=BODY                Request body; @FILE for what is in a file
  -m, --method=\"GET\"             HTTP method; POST where there is a body
  -H, --header=K:V ...           Request header
      --host=HOST                Host header
  -T, --content=CONTENT          Content-Type header
      --cert=FILE                Client certificate (chain), PEM
      --key=FILE                 Its private key, PEM
  -k, --insecure                 Accept any certificate of the server
      --listen=\"\"                Only empty: there is no web UI
      --timeout=DURATION         Time-out of each request
      --resp-timeout=DURATION    The same
      --[no-]clean               Without bars in the last histogram
      --summary                  Only print the summary at the end
      --version                  Show the version

  Flags not given are read from PLOW_SOME_FLAG: PLOW_TIMEOUT=5s is --timeout=5s
";

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Options {
    pub(super) url: String,
    pub(super) connections: usize,
    /// Requests per second.
    pub(super) rate_per_s: Option<f64>,
    pub(super) requests: Option<u64>,
    pub(super) duration: Option<Duration>,
    /// `None`: once, at the end.
    pub(super) interval: Option<Duration>,
    pub(super) seconds: bool,
    pub(super) json: bool,
    pub(super) keep_bars: bool,
    pub(super) body: Option<Vec<u8>>,
    pub(super) method: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) host: Option<String>,
    pub(super) content_type: Option<String>,
    pub(super) timeout: Option<Duration>,
    pub(super) tls: TlsOptions,
}

/// How kingpin reports an error of the command line.
fn complain<T>(problem: &str) -> Result<T, Failure> {
    exit(format!("plow: error: {problem}, try --help\n"))
}

/// How plow reports one.
pub(super) fn exit<T>(stderr: String) -> Result<T, Failure> {
    Err(Failure::Exit { stdout: String::new(), stderr, code: 1 })
}

/// Reads the words; flags that are not among them are looked for in the environment.
pub(super) fn parse(words: Vec<OsString>, variable: impl Fn(&str) -> Option<String>) -> Result<Options, Failure> {
    let mut given = Given::default();
    match given.read(words) {
        Err(Failure::Words(error)) => return complain(&error.to_string()),
        read => read?,
    }
    given.look_around(variable)?;
    given.options()
}

/// What was given, by flag, in the order of the command line.
#[derive(Default)]
struct Given {
    flags: Vec<(&'static str, String)>,
    positional: Vec<String>,
}

impl Given {
    fn read(&mut self, words: Vec<OsString>) -> Result<(), Failure> {
        let mut parser = lexopt::Parser::from_args(words);
        while let Some(word) = parser.next()? {
            let (shown, found) = match word {
                Arg::Value(value) => {
                    self.positional.push(text(value)?);
                    continue;
                }
                Arg::Long("help") => {
                    return Err(Failure::Exit { stdout: HELP.to_owned(), stderr: String::new(), code: 0 });
                }
                Arg::Long("no-clean") => {
                    self.add("clean", Kind::Negatable, "false".to_owned())?;
                    continue;
                }
                Arg::Long(name) => (format!("--{name}"), FLAGS.iter().find(|(flag, ..)| *flag == name)),
                Arg::Short(letter) => (format!("-{letter}"), FLAGS.iter().find(|(_, short, _)| *short == Some(letter))),
            };
            let Some(&(name, _, kind)) = found else {
                let kind = if shown.starts_with("--") { "long" } else { "short" };
                return complain(&format!("unknown {kind} flag '{shown}'"));
            };
            let value = match kind {
                Kind::Value | Kind::Values => match parser.value() {
                    Ok(value) => text(value)?,
                    Err(_) => return complain(&format!("expected argument for flag '{shown}'")),
                },
                Kind::Switch | Kind::Negatable => "true".to_owned(),
            };
            self.add(name, kind, value)?;
        }
        Ok(())
    }

    fn add(&mut self, name: &'static str, kind: Kind, value: String) -> Result<(), Failure> {
        if kind != Kind::Values && self.last(name).is_some() {
            return complain(&format!("flag '{name}' cannot be repeated"));
        }
        self.flags.push((name, value));
        Ok(())
    }

    /// `PLOW_DIAL_TIMEOUT` is --dial-timeout; several values stand between semicolons.
    fn look_around(&mut self, variable: impl Fn(&str) -> Option<String>) -> Result<(), Failure> {
        for (name, _, kind) in FLAGS {
            if self.last(name).is_some() {
                continue;
            }
            let Some(value) = variable(&format!("PLOW_{}", name.to_uppercase().replace('-', "_"))) else { continue };
            match kind {
                Kind::Value => self.flags.push((name, value)),
                Kind::Values => self.flags.extend(value.split(';').map(|value| (name, value.to_owned()))),
                Kind::Switch | Kind::Negatable => match value.as_str() {
                    "1" | "t" | "T" | "true" | "TRUE" | "True" => self.flags.push((name, "true".to_owned())),
                    "0" | "f" | "F" | "false" | "FALSE" | "False" => self.flags.push((name, "false".to_owned())),
                    _ => return complain(&format!("strconv.ParseBool: parsing {value:?}: invalid syntax")),
                },
            }
        }
        Ok(())
    }

    fn last(&self, name: &str) -> Option<&str> {
        self.flags.iter().rev().find(|(flag, _)| *flag == name).map(|(_, value)| value.as_str())
    }

    fn is_on(&self, name: &str) -> bool {
        self.last(name) == Some("true")
    }

    fn time(&self, name: &str) -> Result<Option<Duration>, Failure> {
        self.last(name).map(|text| duration::parse(text).or_else(|problem| complain(&problem))).transpose()
    }

    fn file(&self, name: &str) -> Option<PathBuf> {
        self.last(name).filter(|path| !path.is_empty()).map(PathBuf::from)
    }

    /// A whole number; a negative one is none.
    fn number(&self, name: &str) -> Result<Option<u64>, Failure> {
        let Some(text) = self.last(name) else { return Ok(None) };
        match text.parse::<i64>() {
            Ok(number) => Ok(u64::try_from(number).ok()),
            Err(_) => complain(&format!("strconv.ParseInt: parsing {text:?}: invalid syntax")),
        }
    }

    fn options(self) -> Result<Options, Failure> {
        if self.is_on("version") {
            return Err(Failure::Exit { stdout: super::VERSION.to_owned() + "\n", stderr: String::new(), code: 0 });
        }
        let url = match &self.positional[..] {
            [] => return complain("required argument 'url' not provided"),
            [url] => url.clone(),
            [_, word, ..] => return complain(&format!("unexpected '{word}'")),
        };
        let (requests, connections) = (self.number("requests")?, self.number("concurrency")?.unwrap_or(1));
        if requests.is_some_and(|requests| requests < connections) {
            return exit("plow: requests must greater than or equal concurrency\n".to_owned());
        }
        self.refuse_what_cannot_be(connections)?;
        let interval = self.time("interval")?.unwrap_or(Duration::from_millis(200));
        if !interval.is_zero() && interval < SHORTEST_INTERVAL {
            let why = "each block costs the load some of its time";
            return refuse(
                &format!("--interval={}", self.last("interval").unwrap_or_default()),
                why,
                "give 10ms or more, or 0",
            );
        }
        let timeouts = [self.time("timeout")?, self.time("resp-timeout")?];
        let body = self.body()?;
        let method = if body.is_some() { "POST" } else { "GET" };
        Ok(Options {
            url,
            connections: usize::try_from(connections).unwrap_or(usize::MAX),
            rate_per_s: self.last("rate").map(rate).transpose()?.flatten(),
            requests: requests.filter(|&requests| requests > 0),
            duration: self.time("duration")?.filter(|duration| !duration.is_zero()),
            interval: (!interval.is_zero() && !self.is_on("summary")).then_some(interval),
            seconds: self.is_on("seconds"),
            json: self.is_on("json"),
            keep_bars: self.last("clean") == Some("false"),
            body,
            method: self.last("method").unwrap_or(method).to_owned(),
            headers: self.headers()?,
            host: self.last("host").filter(|host| !host.is_empty()).map(str::to_owned),
            content_type: self.last("content").filter(|content| !content.is_empty()).map(str::to_owned),
            tls: TlsOptions { insecure: self.is_on("insecure"), certificate: self.file("cert"), key: self.file("key") },
            timeout: timeouts.into_iter().flatten().filter(|timeout| !timeout.is_zero()).min(),
        })
    }

    /// Flags that plow supports and fairload does not.
    fn refuse_what_cannot_be(&self, connections: u64) -> Result<(), Failure> {
        let remedies = [
            ("ramp-up", "all connections are opened at once", "leave it out"),
            ("stream", "bodies are not sent in chunks", "leave it out: the file is read into memory"),
            ("listen", "there is no web UI", "give --listen= or leave it out"),
            ("dial-timeout", "connecting has no time-out of its own", "use --timeout"),
            ("req-timeout", "sending has no time-out of its own", "use --timeout"),
            ("socks5", "there is no proxy", "leave it out"),
            ("http-proxy", "there is no proxy", "leave it out"),
            ("auto-open-browser", "there is no web UI", "leave it out"),
            ("output-errors", "answers are not written to files", "leave it out"),
            ("unix-socket", "only TCP is spoken", "leave it out"),
            ("pprof", "this is no Go program", "use perf"),
        ];
        let ramps = self.number("ramp-up")?.is_some_and(|step| step > 0 && step < connections);
        let kept = |name: &str, value: &str| match name {
            "ramp-up" => !ramps,
            _ => value.is_empty() || value == "false",
        };
        for (name, why, remedy) in remedies {
            if let Some(value) = self.last(name).filter(|value| !kept(name, value)) {
                let value = if value == "true" { String::new() } else { format!("={value}") };
                return refuse(&format!("--{name}{value}"), why, remedy);
            }
        }
        Ok(())
    }

    fn body(&self) -> Result<Option<Vec<u8>>, Failure> {
        match self.last("body") {
            None | Some("") => Ok(None),
            Some(text) => match text.strip_prefix('@') {
                None => Ok(Some(text.as_bytes().to_vec())),
                Some(path) => match std::fs::read(path) {
                    Ok(bytes) => Ok(Some(bytes)),
                    Err(error) => exit(format!("plow: open {path}: {error}\n")),
                },
            },
        }
    }

    fn headers(&self) -> Result<Vec<(String, String)>, Failure> {
        let given = self.flags.iter().filter(|(name, _)| *name == "header");
        given
            .map(|(_, header)| match header.split_once(':') {
                Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
                None => exit(format!("plow: invalid header: {header}\n")),
            })
            .collect()
    }
}

/// Requests per second of `50`, `10/ms` or `100/2s`; `None` for as many as there can be.
fn rate(text: &str) -> Result<Option<f64>, Failure> {
    let wrong = || complain(&format!("--rate format {text:?} doesn't match the \"freq/duration\" (i.e. 50/1s)"));
    if text == "infinity" {
        return Ok(None);
    }
    let (number, unit) = text.split_once('/').unwrap_or((text, "1s"));
    let Ok(number) = number.parse::<u32>() else { return wrong() };
    let one = format!("1{unit}");
    let unit = if matches!(unit, "ns" | "us" | "µs" | "ms" | "s" | "m" | "h") { &one } else { unit };
    match duration::parse(unit) {
        Ok(unit) if !unit.is_zero() => Ok((number > 0).then(|| f64::from(number) / unit.as_secs_f64())),
        _ => wrong(),
    }
}

fn text(word: OsString) -> Result<String, Failure> {
    word.into_string().or_else(|word| refuse(&format!("{}", word.display()), "this is no UTF-8", "write it as text"))
}
