//! `plow`: its options and its blocks of text or JSON, of answers without the errors among their latencies.

mod block;
mod clusters;
mod duration;
mod json;
mod measure;
mod options;
#[cfg(test)]
mod options_tests;
mod printer;
mod table;
mod tls;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use super::wire::{RawRequest, Version};
use super::{Failure, LONGEST_DRAIN, engine, host, offer};
use block::{Block, Stage, Style};
use fairload::clock::{Nanos, nanos};
use fairload::detail::Detail;
use fairload::detail::live::Board;
use fairload::detail::recording::Wanted;
use fairload::lap::report::Report;
use fairload::spec::{Arrivals, Extent, LapSpec, Offer};
use fairload::target::TargetSpec;
use fairload::url::{self, Url};
use options::Options;
use printer::Printer;

const VERSION: &str = concat!("1.4.0, as spoken by fairload ", env!("CARGO_PKG_VERSION"));
/// Where plow has no limit of time: longer than any lap.
const NO_LIMIT: Duration = Duration::from_secs(30 * 86_400);
/// The longest lap there is.
const FOREVER: Duration = Duration::from_secs(86_400);

/// Runs `plow` with these words.
///
/// # Errors
/// What plow would refuse, in its words; what only fairload refuses; the operating system.
pub(super) fn run(words: Vec<OsString>) -> Result<u8, Failure> {
    let options = options::parse(words, |name| std::env::var(name).ok())?;
    let url = url::parse(&options.url)?;
    let board = options.interval.map(|interval| Arc::new(Board::new(nanos(interval))));
    let lap = lap(&options)?;
    let target = target(&options, &url, board.clone())?;
    let engine = engine::choose(1, &target, &lap)?;
    // Standard error may be closed; the numbers still tell.
    let _ = writeln!(io::stderr(), "{}\n", description(&options));

    let mut printer = printer(&options);
    let report = match options.interval.zip(board) {
        None => offer(target, &lap, 1, engine)?,
        Some((interval, board)) => thread::scope(|scope| {
            let (running, over) = channel();
            let printing = scope.spawn(|| {
                let over = over;
                let block = |seen: &fairload::detail::live::Seen| {
                    measure::block(&seen.detail, seen.elapsed, options.connections, &url.authority)
                };
                printer.follow(&board, interval, &over, block)
            });
            let report = offer(target, &lap, 1, engine);
            drop(running);
            // A panic ends the process, so every thread to join finishes.
            printing.join().unwrap_or(Ok(()))?;
            report
        })?,
    };
    printer.style.stage = Stage::Over { bars: options.keep_bars };
    printer.print(&mut io::stdout().lock(), &last_block(&report, &options, &url))?;
    Ok(0)
}

fn printer(options: &Options) -> Printer {
    let terminal = io::stdout().is_terminal();
    Printer {
        style: Style {
            seconds: options.seconds,
            colors: terminal,
            stage: Stage::Running { requests: options.requests, duration: options.duration.map(nanos) },
        },
        json: options.json,
        terminal,
        clear: terminal && options.interval.is_some(),
        above: 0,
    }
}

fn description(options: &Options) -> String {
    let requests = options.requests.map_or_else(String::new, |requests| format!(" with {requests} request(s)"));
    let duration = options.duration.map_or_else(String::new, |time| format!(" for {}", duration::text(nanos(time))));
    format!("Benchmarking {}{requests}{duration} using {} connection(s).", options.url, options.connections)
}

/// A number of requests at a rate is a time: that in which they fall due.
fn lap(options: &Options) -> Result<LapSpec, Failure> {
    let offer = options.rate_per_s.map(|rate_per_s| Offer { rate_per_s, arrivals: Arrivals::Constant, seed: 0 });
    let length = match (options.requests, options.rate_per_s) {
        (None, _) => Some(options.duration.unwrap_or(FOREVER)),
        (Some(_), None) => None,
        (Some(requests), Some(rate)) => {
            let length = schedule(requests, rate);
            Some(options.duration.map_or(length, |duration| duration.min(length)))
        }
    };
    let extent = match (length, options.requests) {
        (None, Some(requests)) => Extent::Requests(requests),
        (length, _) => Extent::Time { length: length.unwrap_or(FOREVER), skip: Duration::ZERO },
    };
    Ok(LapSpec::new(options.connections, extent, offer)?)
}

/// The time in which so many requests fall due, from the first at once to half an interval after the last.
fn schedule(requests: u64, rate_per_s: f64) -> Duration {
    Duration::try_from_secs_f64((requests as f64 - 0.5) / rate_per_s).unwrap_or(Duration::MAX)
}

fn target(options: &Options, url: &Url, live: Option<Arc<Board>>) -> Result<TargetSpec, Failure> {
    let tls = options.tls.client(url)?;
    let request = request(options, url);
    let keepalive = !request.values("connection").any(|value| value.eq_ignore_ascii_case("close"));
    let timeout = options.timeout.unwrap_or(NO_LIMIT);
    // The time of a number of requests at a rate is no limit, but that in which they fall due.
    let limited = options.requests.is_none() || options.rate_per_s.is_none() || options.duration.is_some();
    let drain = limited.then_some(timeout.min(LONGEST_DRAIN));
    let wanted = Wanted { live, drain, end_after: options.requests.and(options.duration), ..Wanted::default() };
    let wire = request.bytes()?;
    let mut target = TargetSpec::raw(&url.authority, &wire, options.method == "HEAD", keepalive, timeout, wanted)?;
    target.prefer_served(&url.authority);
    target.tls = tls;
    Ok(target)
}

/// The request that plow writes: each header once, as it was given last.
fn request(options: &Options, url: &Url) -> RawRequest {
    let body = options.body.clone().unwrap_or_default();
    let has_body = !body.is_empty() || !matches!(options.method.as_str(), "GET" | "HEAD");
    let mut lines = vec![("User-Agent".to_owned(), "plow".to_owned())];
    lines.push(("Host".to_owned(), options.host.clone().unwrap_or_else(|| host(&options.url).to_owned())));
    let content = options.content_type.clone().or_else(|| has_body.then(|| "application/octet-stream".to_owned()));
    lines.extend(content.map(|content| ("Content-Type".to_owned(), content)));
    for (name, value) in &options.headers {
        lines.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        lines.push((name.clone(), value.clone()));
    }
    // One that was given must be right, or it is refused.
    if has_body && !lines.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-length")) {
        lines.push(("Content-Length".to_owned(), body.len().to_string()));
    }
    RawRequest {
        method: options.method.clone(),
        target: url.path.clone(),
        version: Version::Http11,
        lines: lines.into_iter().map(|(name, value)| format!("{name}: {value}")).collect(),
        body,
    }
}

fn last_block(report: &Report, options: &Options, url: &Url) -> Block {
    let nothing = Detail::default();
    let detail = report.detail.as_deref().unwrap_or(&nothing);
    let until: Nanos = if options.requests.is_some() { report.ended } else { report.window_end };
    let elapsed = until.saturating_sub(report.window_start);
    let mut block = measure::block(detail, elapsed, options.connections, &url.authority);
    if options.requests.is_some() {
        // A number of requests has no end but the last of them.
        for (class, late) in block.classes.iter_mut().zip(detail.late) {
            *class += late;
            block.count += late;
        }
    }
    if let Some(unsent) = report.offered.as_ref().map(|offered| offered.unsent).filter(|&unsent| unsent > 0) {
        block.count += unsent;
        block.errors.push(("not sent: no connection was free in time".to_owned(), unsent));
    }
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(words: &[&str]) -> Options {
        options::parse(words.iter().map(OsString::from).collect(), |_| None).expect("valid")
    }

    fn text(words: &[&str]) -> String {
        let options = options(words);
        let url = url::parse(&options.url).expect("valid");
        String::from_utf8(request(&options, &url).bytes().expect("valid")).expect("text")
    }

    #[test]
    fn requests_are_those_of_plow() {
        let url = "http://127.0.0.1:8399";
        let agent = "HTTP/1.1\r\nUser-Agent: plow\r\n";
        assert_eq!(
            text(&["http://127.0.0.1:8399/a%20b?c=d"]),
            format!("GET /a%20b?c=d {agent}Host: 127.0.0.1:8399\r\n\r\n")
        );
        assert_eq!(
            text(&["-b", "x=1", "-m", "PUT", "-T", "a/b", "--host", "foo", "-H", "a-b: c", "-H", "A-b:d", url]),
            format!("PUT / {agent}Host: foo\r\nContent-Type: a/b\r\nA-b: d\r\nContent-Length: 3\r\n\r\nx=1")
        );
        let octets = "Content-Type: application/octet-stream\r\nContent-Length: 0\r\n\r\n";
        assert_eq!(text(&["-m", "POST", url]), format!("POST / {agent}Host: 127.0.0.1:8399\r\n{octets}"));
        assert_eq!(
            text(&["-H", "User-Agent: z", "-H", "host: y", url]),
            "GET / HTTP/1.1\r\nUser-Agent: z\r\nhost: y\r\n\r\n"
        );
        assert!(text(&["-b", "x", "-H", "content-length:1", url]).ends_with("\r\ncontent-length: 1\r\n\r\nx"));
        let wrong = options(&["-b", "x", "-H", "Content-Length: 2", url]);
        assert!(request(&wrong, &url::parse(url).expect("valid")).bytes().is_err());
    }

    #[test]
    fn a_lap_ends_with_whatever_comes_first() {
        let of = |words: &[&str]| {
            let lap = lap(&options(&[words, &["http://a"]].concat())).expect("valid");
            (lap.extent, lap.offer.map(|offer| offer.rate_per_s))
        };
        let time = |millis| Extent::Time { length: Duration::from_millis(millis), skip: Duration::ZERO };
        assert_eq!(of(&["-d", "1s"]), (time(1000), None));
        assert_eq!(of(&["-n", "9"]), (Extent::Requests(9), None));
        assert_eq!(of(&["-n", "9", "-d", "1s"]), (Extent::Requests(9), None));
        assert_eq!(of(&["-n", "9", "--rate", "2"]), (time(4250), Some(2.0)));
        assert_eq!(of(&["-n", "9", "--rate", "2", "-d", "1s"]), (time(1000), Some(2.0)));
        assert_eq!(of(&["--rate", "10/ms"]), (time(86_400_000), Some(1e4)));
        let options = options(&["-n", "9", "-d", "1s", "http://127.0.0.1:1/"]);
        let url = url::parse(&options.url).expect("valid");
        let wanted = target(&options, &url, None).expect("valid").detail.expect("wanted");
        assert_eq!((wanted.end_after, wanted.drain), (Some(Duration::from_secs(1)), Some(LONGEST_DRAIN)));
    }

    #[test]
    fn the_description_is_plows() {
        let options = options(&["-n", "100", "-d", "90s", "-c", "7", "http://a"]);
        assert_eq!(description(&options), "Benchmarking http://a with 100 request(s) for 1m30s using 7 connection(s).");
    }
}
