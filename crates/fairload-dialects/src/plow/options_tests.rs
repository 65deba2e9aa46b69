//! plow's command line and environment.

use std::ffi::OsString;
use std::time::Duration;

use super::options::{Options, parse};
use super::tls::TlsOptions;
use crate::Failure;

const URL: &str = "http://a/";

fn options(words: &[&str]) -> Result<Options, Failure> {
    around(words, &[])
}

fn around(words: &[&str], variables: &[(&str, &str)]) -> Result<Options, Failure> {
    let value = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
    parse(words.iter().map(OsString::from).collect(), value)
}

/// What plow would say on standard error.
fn refusal(words: &[&str]) -> String {
    match options(words) {
        Err(Failure::Exit { stdout, stderr, code: 1 }) if stdout.is_empty() => stderr.trim_end().to_owned(),
        other => panic!("{words:?}: {other:?}"),
    }
}

#[test]
fn options_are_read_as_kingpin_does() {
    let defaults = Options {
        url: URL.to_owned(),
        connections: 1,
        rate_per_s: None,
        requests: None,
        duration: None,
        interval: Some(Duration::from_millis(200)),
        seconds: false,
        json: false,
        keep_bars: false,
        body: None,
        method: "GET".to_owned(),
        headers: Vec::new(),
        host: None,
        content_type: None,
        timeout: None,
        tls: TlsOptions::default(),
    };
    assert_eq!(options(&[URL]).expect("valid"), defaults);
    let harmless = ["--listen=", "--ramp-up=-1", "-n", "-1", "-d0", "--rate=infinity", "--clean", "-b", ""];
    assert_eq!(options(&[&harmless[..], &["--", URL]].concat()).expect("valid"), defaults);
    let all = Options {
        connections: 20,
        rate_per_s: Some(10_000.0),
        requests: Some(1000),
        duration: Some(Duration::from_secs(90)),
        interval: Some(Duration::from_secs(1)),
        seconds: true,
        json: true,
        keep_bars: true,
        body: Some(b"x".to_vec()),
        method: "POST".to_owned(),
        headers: vec![("A".to_owned(), "b:c".to_owned()), ("D".to_owned(), "e".to_owned())],
        host: Some("h".to_owned()),
        content_type: Some("t/u".to_owned()),
        timeout: Some(Duration::from_secs(2)),
        ..defaults
    };
    let rest = ["-HA: b:c", "-H", "D:e", "--host", "h", "-T", "t/u", "--timeout", "5s", "--resp-timeout=2s"];
    for words in [
        &["-c20", "-n", "1000", "-d1m30s", "-i", "1s", "--seconds", "--json", "--no-clean", "-bx", "--rate=10/ms"][..],
        &[URL, "--concurrency=20", "--requests", "1000", "-d", "90s", "-i1s", "--seconds", "--json", "--no-clean"],
    ] {
        let tail: &[&str] = if words[0] == URL { &["--body=x", "--rate", "10000"] } else { &[URL] };
        assert_eq!(options(&[words, &rest, tail].concat()).expect("valid"), all, "{words:?}");
    }
}

#[test]
fn a_summary_is_printed_once_and_a_method_stays_as_given() {
    assert_eq!(options(&["--summary", URL]).expect("valid").interval, None);
    assert_eq!(options(&["-i", "0", URL]).expect("valid").interval, None);
    assert_eq!(options(&["-b", "x", "-m", "GET", URL]).expect("valid").method, "GET");
}

#[test]
fn rates_are_requests_per_any_time() {
    for (text, rate) in [("50", 50.0), ("10/ms", 10_000.0), ("100/2s", 50.0), ("6/m", 0.1)] {
        let got = options(&["--rate", text, URL]).expect("valid").rate_per_s.expect("a rate");
        assert!((got / rate - 1.0).abs() < 1e-12, "{text}: {got}");
    }
    assert_eq!(options(&["--rate", "0", URL]).expect("valid").rate_per_s, None);
}

#[test]
fn flags_that_are_not_given_are_looked_for_in_the_environment() {
    let variables =
        [("PLOW_CONCURRENCY", "7"), ("PLOW_JSON", "true"), ("PLOW_HEADER", "A:1;B:2"), ("PLOW_RESP_TIMEOUT", "3s")];
    let got = around(&["-c", "2", URL], &variables).expect("valid");
    assert_eq!((got.connections, got.json, got.timeout), (2, true, Some(Duration::from_secs(3))));
    assert_eq!(got.headers, [("A".to_owned(), "1".to_owned()), ("B".to_owned(), "2".to_owned())]);
    assert!(around(&[URL], &[("PLOW_CLEAN", "0")]).expect("valid").keep_bars);
    let unknown = around(&[URL], &[("PLOW_JSON", "x")]);
    assert!(
        matches!(unknown, Err(Failure::Exit { stderr, .. }) if stderr.contains("strconv.ParseBool: parsing \"x\""))
    );
    assert!(matches!(around(&[URL], &[("PLOW_SOCKS5", "h:1")]), Err(Failure::Refused(_))));
}

#[test]
fn what_plow_refuses_is_refused_in_its_words() {
    for (words, message) in [
        (&[][..], "plow: error: required argument 'url' not provided, try --help"),
        (&["--nope", URL], "plow: error: unknown long flag '--nope', try --help"),
        (&["-x", URL], "plow: error: unknown short flag '-x', try --help"),
        (&["-c", "1", "-c", "2", URL], "plow: error: flag 'concurrency' cannot be repeated, try --help"),
        (&[URL, "b"], "plow: error: unexpected 'b', try --help"),
        (&["-d", "10", URL], "plow: error: time: missing unit in duration \"10\", try --help"),
        (&["-c", "4", "-n", "3", URL], "plow: requests must greater than or equal concurrency"),
        (&["-H", "foo", URL], "plow: invalid header: foo"),
        (&["--json=true", URL], "plow: error: unexpected argument for option '--json': \"true\", try --help"),
        (&["-d"], "plow: error: expected argument for flag '-d', try --help"),
        (
            &["--rate", "5/x", URL],
            "plow: error: --rate format \"5/x\" doesn't match the \"freq/duration\" (i.e. 50/1s), try --help",
        ),
    ] {
        assert_eq!(refusal(words), message, "{words:?}");
    }
    assert!(refusal(&["-b", "@/no/such/file", URL]).starts_with("plow: open /no/such/file: No such file"));
}

#[test]
fn what_only_fairload_cannot_is_refused_by_name() {
    for words in [
        &["--ramp-up", "1", "-c", "5"][..],
        &["--stream"],
        &["--listen", ":18888"],
        &["--dial-timeout", "1s"],
        &["--req-timeout", "1s"],
        &["--socks5", "h:1"],
        &["--http-proxy", "h:1"],
        &["--auto-open-browser"],
        &["--output-errors", "f"],
        &["--unix-socket", "f"],
        &["--pprof", ":1"],
        &["--interval", "9ms"],
    ] {
        match options(&[words, &[URL]].concat()) {
            Err(Failure::Refused(error)) => {
                assert!(error.place.starts_with(words[0]) && !error.remedy.is_empty(), "{words:?}: {error}");
            }
            other => panic!("{words:?}: {other:?}"),
        }
    }
}
