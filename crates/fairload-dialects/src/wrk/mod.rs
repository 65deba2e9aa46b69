//! `wrk`: its options and its report, of uncorrected latencies; with `-R` at a rate and in the layout of wrk2.

mod layout;
mod options;
mod spectrum;
mod units;

use std::ffi::OsString;
use std::io::{self, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use super::statistics::{deviation, values, within_percent};
use super::wire::{RawRequest, Version};
use super::{Failure, LONGEST_DRAIN, engine, host, offer};
use fairload::clock::Nanos;
use fairload::detail::recording::Wanted;
use fairload::detail::{Detail, TICK};
use fairload::lap::report::Report;
use fairload::outcome::Outcome;
use fairload::spec::{Arrivals, Extent, LapSpec, Offer, SpecError};
use fairload::target::TargetSpec;
use fairload::tls::client::{Client, Manner, Trust};
use fairload::url::{self, Url};
use layout::{Distribution, Head, Results, Row, SocketErrors};
use options::Options;
use spectrum::Spectrum;

const VERSION: &str = concat!("wrk 4.2.0 [epoll] as spoken by fairload ", env!("CARGO_PKG_VERSION"));
/// Ticks per second of a thread's rate.
const TICKS_PER_S: f64 = 10.0;

/// Runs `wrk` with these words.
///
/// # Errors
/// What wrk would refuse, in its words; what only fairload refuses; the operating system.
pub(super) fn run(words: Vec<OsString>) -> Result<u8, Failure> {
    let mut out = io::stdout();
    let parsed = options::parse(words);
    if parsed.version {
        writeln!(out, "{VERSION}")?;
    }
    let options = parsed.options?;
    let url = url::parse(&options.url)?;
    let tls = tls(&url)?;
    let mut target = target(&options, &url)?;
    target.tls = tls;
    let extent = Extent::Time { length: Duration::from_secs(options.duration_s), skip: Duration::ZERO };
    let offer_at = |rate| Offer { rate_per_s: rate as f64, arrivals: Arrivals::Constant, seed: 0 };
    let lap = LapSpec::new(options.connections, extent, options.rate_per_s.map(offer_at))?
        .pipelined(options.pipeline, target.keepalive)?;
    let engine = engine::choose(options.threads, &target, &lap)?;

    let Options { threads, connections, duration_s, .. } = options;
    write!(out, "{}", Head { url: &options.url, duration_s, threads, connections })?;
    out.flush()?;
    let report = offer(target, &lap, threads, engine)?;
    write!(out, "{}", results(&report, options.latency))?;
    Ok(0)
}

/// As wrk it checks no certificate, and resumes the session of an earlier connection; `None` without TLS.
fn tls(url: &Url) -> Result<Option<Client>, SpecError> {
    let manner = Manner { resume: true, protocol: None, ..Manner::new(Trust::Anything) };
    url.https.then(|| Client::new(&url.host, &manner)).transpose()
}

/// Like wrk it tries a connection first, and takes the first address that has one.
fn target(options: &Options, url: &Url) -> Result<TargetSpec, Failure> {
    let exit = |stderr| Failure::Exit { stdout: String::new(), stderr, code: 1 };
    let host = host(&options.url);
    let (name, port) = url.authority.rsplit_once(':').unwrap_or((&url.authority, ""));
    let scheme = if url.https { "https" } else { "http" };
    let service = if url.authority == host { port } else { scheme };
    let place = format!("{}:{service}", name.trim_start_matches('[').trim_end_matches(']'));

    let addresses = url.authority.to_socket_addrs().map_err(|error| {
        let reason = error.to_string();
        let reason = reason.rsplit(": ").next().unwrap_or_default();
        exit(format!("unable to resolve {place} {reason}\n"))
    })?;
    let timeout = Duration::from_secs(options.timeout_s);
    let mut refused = "no address".to_owned();
    let mut served = None;
    for address in addresses {
        match TcpStream::connect_timeout(&address, timeout) {
            Ok(_) => {
                served = Some(address);
                break;
            }
            Err(error) => refused = error.to_string(),
        }
    }
    let Some(address) = served else {
        let reason = refused.split(" (os error").next().unwrap_or_default();
        return Err(exit(format!("unable to connect to {place} {reason}\n")));
    };
    let request = request(&options.headers, url, host)?;
    let keepalive = !request.values("connection").any(|value| value.eq_ignore_ascii_case("close"));
    let wire = request.bytes()?;
    let wanted = Wanted { drain: Some(timeout.min(LONGEST_DRAIN)), ..Wanted::default() };
    let mut target = TargetSpec::raw(&url.authority, &wire, false, keepalive, timeout, wanted)?;
    target.address = address;
    Ok(target)
}

/// The request that wrk writes: `Host` as in the URL unless given, and each header once, as it was given last.
fn request(headers: &[String], url: &Url, host: &str) -> Result<RawRequest, SpecError> {
    let mut lines = vec![("Host".to_owned(), host.to_owned())];
    for header in headers {
        let Some((name, value)) = header.split_once(':') else {
            return Err(SpecError::new(format!("-H {header:?}"), "there is no colon", "write it as 'Name: value'"));
        };
        let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
        if name.eq_ignore_ascii_case("content-length") && value != "0" {
            return Err(SpecError::new(format!("-H {header:?}"), "there is no body", "leave it out"));
        }
        lines.retain(|(known, _)| !known.eq_ignore_ascii_case(&name));
        lines.push((name, value));
    }
    Ok(RawRequest {
        method: "GET".to_owned(),
        target: url.path.clone(),
        version: Version::Http11,
        lines: lines.into_iter().map(|(name, value)| format!("{name}: {value}")).collect(),
        body: Vec::new(),
    })
}

fn results(report: &Report, distribution: bool) -> Results {
    let nothing = Detail::default();
    let detail = report.detail.as_deref().unwrap_or(&nothing);
    let elapsed = report.window_end.saturating_sub(report.window_start);
    let latency = latency(detail);
    Results {
        latency,
        rate: rate(detail, elapsed),
        distribution: distribution.then(|| match report.offered {
            Some(_) => Distribution::Long(Box::new(spectrum(detail, &latency))),
            None => Distribution::Short(percentiles(detail)),
        }),
        answers: detail.answers(),
        bytes_received: detail.wire_bytes,
        runtime_s: report.elapsed_s(),
        errors: socket_errors(detail, report.offered.as_ref().map_or(0, |offered| offered.unsent)),
        bad_status: detail.by_class[3] + detail.by_class[4],
    }
}

/// 50, 75, 90 and 99 %, microseconds; 0 of nothing, as with wrk.
fn percentiles(detail: &Detail) -> [f64; 4] {
    let summary = detail.latencies.summary();
    summary.map_or([0.0; 4], |latency| [latency.p50, latency.p75, latency.p90, latency.p99])
}

fn spectrum(detail: &Detail, latency: &Row) -> Spectrum {
    Spectrum {
        bins: detail.latencies.bins().clone(),
        units_per_ms: 1e6,
        mean_ms: latency.mean / 1e3,
        deviation_ms: latency.deviation / 1e3,
        max_ms: latency.max / 1e3,
    }
}

/// Microseconds.
fn latency(detail: &Detail) -> Row {
    let Some(summary) = detail.latencies.summary() else { return Row::default() };
    let micros = || values(detail.latencies.bins()).map(|(nanos, count)| (nanos as f64 / 1e3, count));
    let spread = deviation(micros(), summary.mean);
    Row {
        mean: summary.mean,
        deviation: spread,
        max: summary.max,
        within_percent: within_percent(micros(), summary.mean, spread),
    }
}

/// Answers per second of each thread in each whole tick of the run, those without an answer included.
fn rate(detail: &Detail, elapsed: Nanos) -> Row {
    let whole = usize::try_from(elapsed / TICK).unwrap_or(usize::MAX);
    let mut rates = Vec::new();
    for thread in &detail.ticks {
        // The list ends with the last answer.
        let ticks = (0..whole).map(|tick| thread.get(tick).copied().unwrap_or(0));
        rates.extend(ticks.map(|count| count as f64 * TICKS_PER_S));
    }
    if rates.is_empty() {
        return Row::default();
    }
    let each = || rates.iter().map(|&rate| (rate, 1));
    let mean = rates.iter().sum::<f64>() / rates.len() as f64;
    let spread = deviation(each(), mean);
    Row {
        mean,
        deviation: spread,
        max: rates.iter().copied().fold(0.0, f64::max),
        within_percent: within_percent(each(), mean, spread),
    }
}

/// What is no HTTP answer is a read error, as with wrk. Requests that got no connection had no answer in time.
fn socket_errors(detail: &Detail, unsent: u64) -> SocketErrors {
    let mut errors = SocketErrors { timeout: unsent, ..SocketErrors::default() };
    for ((outcome, _), count) in &detail.errors {
        match outcome {
            Outcome::Connect => errors.connect += count,
            Outcome::Write => errors.write += count,
            Outcome::Timeout => errors.timeout += count,
            Outcome::Read | Outcome::Protocol => errors.read += count,
            // These have an answer, so they are no errors of a detail.
            Outcome::Ok | Outcome::WrongStatus | Outcome::WrongBody => {}
        }
    }
    errors
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use fairload::lap::report::Offered;

    const MS: Nanos = 1_000_000;

    fn text(headers: &[&str], url: &str) -> Result<String, SpecError> {
        let headers: Vec<_> = headers.iter().map(|&header| header.to_owned()).collect();
        let bytes = request(&headers, &url::parse(url)?, host(url))?.bytes()?;
        Ok(String::from_utf8(bytes).expect("text"))
    }

    #[test]
    fn requests_are_those_of_wrk() {
        let plain = text(&[], "http://a/b?c").expect("valid");
        assert_eq!(plain, "GET /b?c HTTP/1.1\r\nHost: a\r\n\r\n", "without a port that was not given");
        let given = text(&["A: 1", "b:2", "A: 3", "Host: c"], "http://[::1]:81/").expect("valid");
        assert_eq!(given, "GET / HTTP/1.1\r\nb: 2\r\nA: 3\r\nHost: c\r\n\r\n");
        for header in ["no colon", "Content-Length: 3", "A: b\r\nC: d", "Transfer-Encoding: chunked"] {
            assert!(text(&[header], "http://a/").is_err(), "{header:?}");
        }
    }

    #[test]
    fn rates_are_of_each_thread_and_each_tick_those_without_an_answer_included() {
        // Rates of 40, 0, 20 and 60, 0, 0: mean 20, squares 400 + 400 + 0 + 1600 + 400 + 400 over 5.
        let detail = Detail { ticks: vec![vec![4, 0, 2, 9], vec![6]], ..Detail::default() };
        let row = rate(&detail, 3 * TICK + 50 * MS);
        assert_eq!((row.mean, row.max, row.deviation), (20.0, 60.0, 640.0_f64.sqrt()));
        assert!((row.within_percent.expect("values") - 500.0 / 6.0).abs() < 1e-9, "{row:?}");
        assert_eq!(rate(&detail, TICK / 2), Row::default());
    }

    #[test]
    fn latencies_are_what_was_measured_and_errors_are_none() {
        let error = |outcome, text: &str, count| ((outcome, text.to_owned()), count);
        let errors = BTreeMap::from([
            error(Outcome::Connect, "a", 1),
            error(Outcome::Read, "b", 2),
            error(Outcome::Read, "c", 4),
            error(Outcome::Protocol, "d", 8),
            error(Outcome::Write, "e", 16),
            error(Outcome::Timeout, "f", 32),
        ]);
        let mut detail = Detail { by_class: [0, 90, 2, 5, 3], wire_bytes: 4096, errors, ..Detail::default() };
        (0..98).for_each(|_| detail.latencies.record(MS));
        (0..2).for_each(|_| detail.latencies.record(51 * MS));
        let report =
            Report { window_start: 0, window_end: 2000 * MS, detail: Some(Box::new(detail)), ..Report::default() };
        let results = results(&report, true);
        assert!((results.latency.mean - 2_000.0).abs() < 1e-9, "nothing is added: {results:?}");
        // 98 times 1 and 2 times 49 squared, over 99.
        assert!((results.latency.deviation / 7_035.62 - 1.0).abs() < 0.001, "{results:?}");
        assert_eq!((results.latency.max, results.latency.within_percent), (51_000.0, Some(98.0)));
        let Some(Distribution::Short(got)) = results.distribution else { panic!("{results:?}") };
        for (got, exact) in got.into_iter().zip([1_000.0, 1_000.0, 1_000.0, 51_000.0]) {
            assert!((got / exact - 1.0_f64).abs() < 0.001, "{results:?}");
        }
        assert_eq!((results.answers, results.bad_status, results.bytes_received), (100, 8, 4096));
        assert_eq!(results.errors, SocketErrors { connect: 1, read: 14, write: 16, timeout: 32 });

        let offered = Some(Offered { unsent: 100, ..Offered::default() });
        let results = super::results(&Report { offered, ..report }, true);
        assert_eq!(results.errors.timeout, 132, "what was not sent was not answered");
        assert!(matches!(results.distribution, Some(Distribution::Long(_))), "at a rate it is wrk2's: {results:?}");
    }
}
