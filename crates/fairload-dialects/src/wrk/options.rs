//! wrk's command line, parsed as `getopt_long` and wrk parse it.

use std::ffi::OsString;

use lexopt::Arg;

use super::units::{scan_metric, scan_time};
use crate::{Failure, refuse};

const USAGE: &str = "\
Usage: wrk <options> <url>                            
  Options:                                            
    -c, --connections <N>  Connections to keep open   
    -d, --duration    <T>  Duration of test           
    -t, --threads     <N>  Number of threads to use   
                                                      
    -H, --header      <H>  Add header to request      
    -L, --latency          Print latency statistics   
    -T, --timeout     <T>  Socket/request timeout     
    -R, --rate        <N>  Requests per second (wrk2) 
    -v, --version          Print version details      
                                                      
  Numeric arguments may include a SI unit (1k, 1M, 1G)
  Time arguments may include a time unit (2s, 2m, 2h)
";

/// Long options and their letters. `h` is none for getopt, but it stands for --help in wrk's own table.
const LONG: [(&str, char); 11] = [
    ("connections", 'c'),
    ("duration", 'd'),
    ("threads", 't'),
    ("script", 's'),
    ("header", 'H'),
    ("latency", 'L'),
    ("timeout", 'T'),
    ("rate", 'R'),
    ("help", '?'),
    ("version", 'v'),
    ("pipeline", PIPELINE),
];

/// Ours, in place of the script that wrk needs for it. No short option.
const PIPELINE: char = '\0';

const MAX_THREADS: usize = 1024;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) url: String,
    pub(super) connections: usize,
    pub(super) threads: usize,
    pub(super) duration_s: u64,
    pub(super) timeout_s: u64,
    /// Requests per second of all connections together, as wrk2 has it.
    pub(super) rate_per_s: Option<u64>,
    /// Requests on their way on each connection.
    pub(super) pipeline: usize,
    /// `Name: value`, as given.
    pub(super) headers: Vec<String>,
    /// Print the distribution.
    pub(super) latency: bool,
}

/// What was asked for, and whether the version was.
pub(super) struct Parsed {
    pub(super) version: bool,
    pub(super) options: Result<Options, Failure>,
}

/// wrk's words are `message` and its usage.
pub(super) fn usage(message: &str) -> Failure {
    let stderr = if message.is_empty() { String::new() } else { format!("{message}\n") };
    Failure::Exit { stdout: USAGE.to_owned(), stderr, code: 1 }
}

pub(super) fn parse(words: Vec<OsString>) -> Parsed {
    let mut reader = Reader::default();
    let options = match reader.read(words) {
        Err(Failure::Words(error)) => Err(usage(&format!("wrk: {error}"))),
        read => read,
    };
    Parsed { version: reader.version, options }
}

struct Reader {
    version: bool,
    latency: bool,
    connections: u64,
    threads: u64,
    duration_s: u64,
    timeout_s: u64,
    rate_per_s: Option<u64>,
    pipeline: u64,
    headers: Vec<String>,
    positional: Vec<String>,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            version: false,
            latency: false,
            connections: 10,
            threads: 2,
            duration_s: 10,
            timeout_s: 2,
            rate_per_s: None,
            pipeline: 1,
            headers: Vec::new(),
            positional: Vec::new(),
        }
    }
}

impl Reader {
    fn read(&mut self, words: Vec<OsString>) -> Result<Options, Failure> {
        let mut parser = lexopt::Parser::from_args(words);
        while let Some(word) = parser.next()? {
            let (letter, shown) = match word {
                Arg::Value(value) => {
                    self.positional.push(text(value)?);
                    continue;
                }
                Arg::Short(letter) => (letter, letter.to_string()),
                Arg::Long(name) => {
                    let (name, letter) = long(name)?;
                    (letter, name.to_owned())
                }
            };
            self.option(&mut parser, letter, &shown)?;
        }
        self.finish()
    }

    fn option(&mut self, parser: &mut lexopt::Parser, letter: char, shown: &str) -> Result<(), Failure> {
        let long = shown.len() > 1;
        if long && matches!(letter, 'L' | 'v' | '?') && parser.optional_value().is_some() {
            return Err(usage(&format!("wrk: option '--{shown}' doesn't allow an argument")));
        }
        match letter {
            'L' => self.latency = true,
            'v' => self.version = true,
            'r' | '?' => return Err(usage("")),
            'c' | 't' | 'd' | 'T' | 'R' | 's' | 'H' | PIPELINE => {
                let missing = if long {
                    format!("wrk: option '--{shown}' requires an argument")
                } else {
                    format!("wrk: option requires an argument -- '{shown}'")
                };
                let value = text(parser.value().map_err(|_| usage(&missing))?)?;
                self.value(letter, value)?;
            }
            _ => return Err(usage(&format!("wrk: invalid option -- '{letter}'"))),
        }
        Ok(())
    }

    fn value(&mut self, letter: char, value: String) -> Result<(), Failure> {
        let number = |scan: fn(&str) -> Option<u64>| scan(&value).ok_or_else(|| usage(""));
        match letter {
            'c' => self.connections = number(scan_metric)?,
            't' => self.threads = number(scan_metric)?,
            'd' => self.duration_s = number(scan_time)?,
            'T' => self.timeout_s = number(scan_time)?,
            'R' => self.rate_per_s = Some(number(scan_metric)?),
            PIPELINE => self.pipeline = number(scan_metric)?,
            's' => {
                return refuse(
                    &format!("-s {value}"),
                    "there is no Lua here",
                    "for pipelining use --pipeline, for a method, a body or several requests `fairload URL` with -m, --body, --requests-file",
                );
            }
            _ => self.headers.push(value),
        }
        Ok(())
    }

    /// wrk's own checks, in its order; then what fairload cannot do.
    fn finish(&mut self) -> Result<Options, Failure> {
        let mut positional = std::mem::take(&mut self.positional).into_iter();
        let Some(url) = positional.next() else { return Err(usage("")) };
        if self.threads == 0 || self.duration_s == 0 {
            return Err(usage(""));
        }
        if !url.contains("://") {
            return Err(usage(&format!("invalid URL: {url}")));
        }
        if self.connections < self.threads {
            return Err(usage("number of connections must be >= threads"));
        }
        if let Some(word) = positional.next() {
            return refuse(&format!("{word:?}"), "words after the URL are for a Lua script", "leave them out");
        }
        if self.timeout_s == 0 {
            return refuse("--timeout 0", "every answer would be late", "give a time above 0");
        }
        let (Ok(connections), Ok(threads @ ..=MAX_THREADS)) =
            (usize::try_from(self.connections), usize::try_from(self.threads))
        else {
            return refuse(&format!("-t {}", self.threads), "too many threads", "give 1 to 1024");
        };
        Ok(Options {
            url,
            connections,
            threads,
            duration_s: self.duration_s,
            timeout_s: self.timeout_s,
            rate_per_s: self.rate_per_s,
            // More than there is room for is refused like any other that is too large.
            pipeline: usize::try_from(self.pipeline).unwrap_or(usize::MAX),
            headers: std::mem::take(&mut self.headers),
            latency: self.latency,
        })
    }
}

/// A long option by its name or by the beginning of it, as `getopt_long` allows.
fn long(name: &str) -> Result<(&'static str, char), Failure> {
    let candidates: Vec<_> = LONG.iter().filter(|(long, _)| long.starts_with(name)).collect();
    match candidates[..] {
        [&found] => Ok(found),
        [] => Err(usage(&format!("wrk: unrecognized option '--{name}'"))),
        _ => {
            let names: Vec<_> = candidates.iter().map(|(long, _)| format!("'--{long}'")).collect();
            Err(usage(&format!("wrk: option '--{name}' is ambiguous; possibilities: {}", names.join(" "))))
        }
    }
}

fn text(word: OsString) -> Result<String, Failure> {
    word.into_string().or_else(|word| refuse(&format!("{}", word.display()), "this is no UTF-8", "write it as text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "http://a/";

    fn options(words: &[&str]) -> Result<Options, Failure> {
        parse(words.iter().map(OsString::from).collect()).options
    }

    /// What wrk says on standard error before its usage.
    fn refusal(words: &[&str]) -> String {
        match options(words) {
            Err(Failure::Exit { stdout, stderr, code: 1 }) if stdout == USAGE => stderr.trim_end().to_owned(),
            other => panic!("{words:?}: {other:?}"),
        }
    }

    #[test]
    fn options_are_read_as_getopt_does() {
        let defaults = Options {
            url: URL.to_owned(),
            connections: 10,
            threads: 2,
            duration_s: 10,
            timeout_s: 2,
            rate_per_s: None,
            pipeline: 1,
            headers: Vec::new(),
            latency: false,
        };
        assert_eq!(options(&[URL]).expect("valid"), defaults);
        let all = Options { connections: 2000, threads: 3, duration_s: 120, timeout_s: 5, latency: true, ..defaults };
        let headers = vec!["A: b".to_owned(), "C: d".to_owned()];
        let all = Options { headers, ..all };
        assert_eq!(options(&["-R2k", URL]).expect("valid").rate_per_s, Some(2000));
        assert_eq!(options(&[URL, "--rate", "50"]).expect("valid").rate_per_s, Some(50));
        assert_eq!(options(&[URL, "--pipeline", "16"]).expect("valid").pipeline, 16);
        for words in [
            &["-c2k", "-t", "3", "-d", "2m", "-T5s", "-L", "-HA: b", "-H", "C: d", URL][..],
            &[URL, "-Lc", "2000", "--thr=3", "--dur", "2M", "--tim", "5", "--header=A: b", "--head", "C: d"],
            &["--connections", "1", "-c", "2k", "-t3", "-d2m", "-T5", "--lat", "-H", "A: b", "-H", "C: d", "--", URL],
        ] {
            assert_eq!(options(words).expect("valid"), all, "{words:?}");
        }
    }

    #[test]
    fn what_wrk_refuses_is_refused_in_its_words() {
        for (words, message) in [
            (&[][..], ""),
            (&["-r", URL], ""),
            (&["--help"], ""),
            (&["-h"], "wrk: invalid option -- 'h'"),
            (&["-U", URL], "wrk: invalid option -- 'U'"),
            (&["-R", "1.5", URL], ""),
            (&["--nope", URL], "wrk: unrecognized option '--nope'"),
            (&["--t", "1", URL], "wrk: option '--t' is ambiguous; possibilities: '--threads' '--timeout'"),
            (&["--lat=5", URL], "wrk: option '--latency' doesn't allow an argument"),
            (&["-c"], "wrk: option requires an argument -- 'c'"),
            (&["-L=5", URL], "wrk: unexpected argument for option '-L': \"5\""),
            (&["--connections"], "wrk: option '--connections' requires an argument"),
            (&["-d", "1.5s", URL], ""),
            (&["-d", "0", URL], ""),
            (&["-t", "0", URL], ""),
            (&["a"], "invalid URL: a"),
            (&["-c", "1", "-t", "2", URL], "number of connections must be >= threads"),
        ] {
            assert_eq!(refusal(words), message, "{words:?}");
        }
    }

    #[test]
    fn what_only_fairload_cannot_is_refused_by_name() {
        for (words, part) in [
            (&["-s", "a.lua", URL][..], "-s a.lua: there is no Lua here"),
            (&["--script=a.lua", URL], "--pipeline"),
            (&[URL, "--", "x"], "\"x\": words after the URL are for a Lua script"),
            (&["-T0", URL], "--timeout 0"),
            (&["-t", "2k", "-c", "2k", URL], "-t 2000"),
        ] {
            match options(words) {
                Err(Failure::Refused(error)) => assert!(error.to_string().contains(part), "{error}"),
                other => panic!("{words:?}: {other:?}"),
            }
        }
    }

    #[test]
    fn the_version_is_printed_even_without_anything_else() {
        let parsed = parse(vec![OsString::from("-v")]);
        assert!(parsed.version && matches!(parsed.options, Err(Failure::Exit { code: 1, .. })));
    }
}
