//! `ab`, `ApacheBench` 2.3: HTTP/1.0, one thread, every request a row.

mod figures;
mod gnuplot;
mod html;
mod layout;
mod options;
mod progress;
mod request;
mod tls;

use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use self::figures::{Figures, Span};
use self::layout::Layout;
use self::options::{Asked, Options};
use self::progress::{Beat, Progress};
use self::request::Place;
use self::tls::Lines;
use super::sheet::Sheet;
use super::{Failure, LONGEST_DRAIN, engine, offer};
use fairload::clock::{Clock, Monotonic, Nanos, nanos};
use fairload::detail::Detail;
use fairload::detail::recording::{Trouble, Wanted};
use fairload::lap::report::Report;
use fairload::os::STOP;
use fairload::outcome::Outcome;
use fairload::spec::{Extent, LapSpec};
use fairload::target::TargetSpec;

/// ab's exit code after an interrupt.
const INTERRUPTED: u8 = 1;
/// `APR_TIMEUP`, which ab calls its time-out.
const TIMED_OUT: i32 = 70_007;
/// What a lap says came instead of a connection when it took too long.
const NOTHING_IN_TIME: &str = "none";

pub(super) fn run(words: Vec<OsString>) -> Result<u8, Failure> {
    let options = match options::parse(words)? {
        Asked::Run(options) => *options,
        Asked::Version => {
            write!(io::stdout(), "{}", layout::BANNER.trim_end())?;
            writeln!(io::stdout())?;
            return Ok(0);
        }
    };
    let place = Place::of(&options)?;
    let raw = request::raw(&options, &place);
    let wire = raw.bytes()?;
    let sheet = |option, path: &Option<OsString>| path.as_ref().map(|path| Sheet::open(option, path)).transpose();
    let (csv, gnuplot) = (sheet("-e", &options.csv)?, sheet("-g", &options.gnuplot)?);
    let lap = LapSpec::new(options.concurrency, Extent::Requests(options.requests.unwrap_or(u64::MAX)), None)?;
    let completed = Arc::new(AtomicU64::new(0));
    let wanted = wanted(&options, place.tls.is_some(), &completed);
    let to_head = options.method == "HEAD";
    let mut target = TargetSpec::raw(&place.authority, &wire, to_head, options.keepalive, options.timeout, wanted)?;
    target.prefer_served(&place.authority);
    target.tls.clone_from(&place.tls);
    let engine = engine::choose(1, &target, &lap)?;

    let beat = Beat::of(options.requests, options.time, options.quiet);
    announce(&options, &place, &wire[..wire.len() - raw.body.len()], beat.is_some())?;
    let progress = Progress::start(beat, completed)?;
    let report = offer(target, &lap, 1, engine)?;
    let over = Over::at(Monotonic.now(), &report, &options);
    progress.finish();
    let detail = report.detail.as_deref().cloned().unwrap_or_default();
    if place.tls.is_some() {
        write!(io::stderr(), "{}", tls::complaints(&detail))?;
    }
    if let Some(code) = abort(&detail)? {
        return Ok(code);
    }
    let figures = Figures::of(&detail, &report.window.outcomes, over.span, options.any_length);
    let lines = Lines {
        agreement: report.tls.and_then(|negotiated| negotiated.first),
        name: place.tls.as_ref().and_then(|client| client.sent_name().map(str::to_owned)),
    };
    publish(&Layout { options: &options, place: &place, figures: &figures, tls: &lines }, &detail, beat.is_some())?;
    if let (Some(sheet), Some(times)) = (csv, &figures.times) {
        sheet.finish(&layout::csv(times))?;
    }
    if let Some(sheet) = gnuplot {
        sheet.finish(&gnuplot::table(&detail.rows, gnuplot::monotonic_epoch_s()))?;
    }
    Ok(if over.interrupted { INTERRUPTED } else { 0 })
}

fn wanted(options: &Options, https: bool, completed: &Arc<AtomicU64>) -> Wanted {
    let stop_when = match (options.go_on, https) {
        (true, _) => stop_for_silence,
        (false, false) => stop_as_ab_does,
        (false, true) => stop_as_ab_does_with_tls,
    };
    Wanted {
        rows: true,
        stop_when: Some(stop_when),
        end_after: options.time,
        drain: options.time.map(|_| options.timeout.min(LONGEST_DRAIN)),
        progress: Some(Arc::clone(completed)),
        ..Wanted::default()
    }
}

/// How the lap ended.
struct Over {
    span: Span,
    interrupted: bool,
}

impl Over {
    fn at(now: Nanos, report: &Report, options: &Options) -> Self {
        let end = options.time.map(|time| report.started.saturating_add(nanos(time)));
        let all = options.requests.is_some_and(|requests| report.requests() >= requests);
        let ran_out = end.filter(|end| now >= *end);
        Self {
            span: Span { started: report.started, end: ran_out.filter(|end| !all || report.ended > *end) },
            interrupted: STOP.load(Ordering::Relaxed) && ran_out.is_none() && !all,
        }
    }
}

/// In any case ab gives up when nothing comes any more.
fn stop_for_silence(trouble: &Trouble<'_>) -> bool {
    trouble.outcome == Outcome::Timeout && trouble.silence
}

/// Without `-r` ab also gives up at the first connection that fails or breaks. One that is closed in good order
/// does not count as broken.
fn stop_as_ab_does(trouble: &Trouble<'_>) -> bool {
    stop_for_silence(trouble)
        || trouble.outcome == Outcome::Connect
        || (trouble.outcome == Outcome::Read && errno(trouble.text).is_some())
}

/// A failed handshake is reported, but is no reason to give up.
fn stop_as_ab_does_with_tls(trouble: &Trouble<'_>) -> bool {
    stop_as_ab_does(trouble) && !(trouble.outcome == Outcome::Connect && tls::is_of_handshake(trouble.text))
}

/// The kernel's number in `... (os error 104) ...`, and the text before it.
fn errno(text: &str) -> Option<(&str, i32)> {
    let (name, rest) = text.split_once(" (os error ")?;
    Some((name, rest.split_once(')')?.0.parse().ok()?))
}

fn announce(options: &Options, place: &Place, head: &[u8], progress: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if options.html.is_some() {
        write!(out, "{}", html::BANNER)?;
    } else {
        let through = options.proxy.as_ref().map(|(host, port)| format!("[through {host}:{port}] "));
        let wait = if progress { "\n" } else { "..." };
        let through = through.unwrap_or_default();
        write!(out, "{}Benchmarking {} {through}(be patient){wait}", layout::BANNER, place.host)?;
    }
    if options.verbosity >= 2 {
        let head = String::from_utf8_lossy(head);
        write!(out, "INFO: {} header == \n---\n{head}\n---\n", options.method)?;
    }
    out.flush()
}

/// What ab says, and exits with, when it gives up; `None` if nothing made it.
fn abort(detail: &Detail) -> io::Result<Option<u8>> {
    let Some((outcome, text)) = &detail.stopped_for else { return Ok(None) };
    let (call, name, code) = match errno(text) {
        Some((name, code)) if *outcome != Outcome::Timeout => ("apr_socket_recv", name, code),
        _ => ("apr_pollset_poll", "The timeout specified has expired", TIMED_OUT),
    };
    writeln!(io::stderr(), "{call}: {name} ({code})")?;
    let done = detail.rows.len();
    if done > 0 {
        writeln!(io::stdout(), "Total of {done} requests completed")?;
    }
    // As a process has it, the low byte; which must not look like success.
    Ok(Some(u8::try_from(code.rem_euclid(256)).unwrap_or(0).max(1)))
}

fn publish(layout: &Layout<'_>, detail: &Detail, progress: bool) -> io::Result<()> {
    let Layout { options, place, figures, .. } = *layout;
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in detail.rows.iter().filter_map(|row| layout::log(row.facts.status, options.verbosity)) {
        out.write_all(line.as_bytes())?;
    }
    if progress {
        writeln!(io::stderr(), "Finished {} requests", figures.complete())?;
    } else {
        writeln!(out, "..done")?;
    }
    match &options.html {
        Some(html) => write!(out, "{}", html::Page { html, options, place, figures })?,
        None => write!(out, "{layout}")?,
    }
    out.flush()
}
