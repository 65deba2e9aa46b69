//! `fairload URL`: one target, one lap.

use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::arguments::LoadArguments;
use super::{Failure, INTERRUPTED, NO_RIGHT_ANSWER, NOT_TO_BE_BELIEVED, asking, calibrate, engine};
use crate::calibrate::Load;
use crate::lap::report::Report;
use crate::os;
use crate::output::document::{Asked, Document};
use crate::output::progress::{Plan, Progress};
use crate::output::summary::Summary;
use crate::self_check::machine::Watch;
use crate::self_check::{Ran, SelfCheck};
use crate::spec::{Arrivals, Extent, LapSpec, Offer, SpecError};
use crate::worker::Crew;

const NAME: &str = "target";
const DEFAULT_DURATION: Duration = Duration::from_secs(10);

/// The exit code.
pub(super) fn run(arguments: &LoadArguments) -> Result<u8, Failure> {
    let lap = lap(arguments)?;
    let target = asking::target(arguments)?;
    if arguments.seed.is_some()
        && lap.offer.is_none_or(|offer| offer.arrivals == Arrivals::Constant)
        && !target.varies()
    {
        let remedy = "leave it out, or ask for --rate with Poisson arrivals or for parameters";
        return Err(SpecError::new("--seed", "nothing in this run is random", remedy).into());
    }
    let mut files = arguments.result.open()?;
    os::raise_descriptor_limit();
    let threads = arguments.threads.min(lap.connections);
    let load = Load::of(&target, &lap);
    let chosen = engine::choose(arguments.engine, threads, Load::nearest_to(&target, &lap))?;
    let asked = Asked {
        url: arguments.url.clone().unwrap_or_default(),
        method: arguments.requests_file.is_none().then(|| asking::method(arguments).to_owned()),
        requests_file: arguments.requests_file.as_ref().map(|path| path.display().to_string()),
        connections: lap.connections,
        threads,
        keepalive: target.keepalive,
        pipeline: lap.pipeline,
        requests_per_connection: arguments.requests_per_connection,
        streams: target.streams,
        websocket: target.websocket.as_ref().map(|(messages, _)| *messages),
        spin: arguments.spin,
        source: target.source.to_string(),
        engine: chosen.kind,
        engine_because: chosen.because,
        body_check: asking::body_check(&target.questions),
    };
    let address = target.address;
    os::stop_on_interrupt()?;
    let crew = Crew::new(asked.threads, asked.engine, super::waiting(asked.spin))?;
    let questions = target.questions.clone();
    crew.open(NAME, target)?;
    crew.prepare(NAME, &lap)?;
    let log = files.histogram.take();
    let plan = Plan { live: arguments.result.verbose, log, extent: lap.extent, workers: asked.threads };
    let watch = Watch::begin(address);
    let report = offer(&crew, &lap, plan)?;
    let around = watch.end();
    crew.dismiss();

    let interrupted = os::STOP.load(Ordering::Relaxed);
    let ran = Ran {
        lap: &lap,
        keepalive: asked.keepalive,
        streams: asked.streams,
        ceiling: load.and_then(|load| calibrate::ceiling(asked.engine, load, asked.threads)),
    };
    let self_check = SelfCheck::new(around, &report, ran);
    let document = Document::new(asked, interrupted, &lap, &questions, &report, self_check);
    files.write_percentiles(&report)?;
    let mut out = io::stdout().lock();
    if arguments.json {
        let text = serde_json::to_string_pretty(&document).map_err(io::Error::from)?;
        writeln!(out, "{text}")?;
    } else {
        write!(out, "{}", Summary(&document))?;
    }
    let refused = arguments.result.refuses(document.self_check.verdict.holds());
    Ok(match (interrupted, document.numbers.ok) {
        (true, _) => INTERRUPTED,
        (false, 0) => NO_RIGHT_ANSWER,
        (false, _) if refused => NOT_TO_BE_BELIEVED,
        (false, _) => 0,
    })
}

/// Runs the prepared lap, and shows its progress as far as `plan` wants it.
fn offer(crew: &Crew, lap: &LapSpec, plan: Plan) -> io::Result<Report> {
    let progress = Progress::start(plan)?;
    let mut report = crew.run(NAME, lap, progress.as_ref().map(Progress::outlet))?;
    if let Some(progress) = progress {
        report.merge(progress.finish()?);
    }
    Ok(report)
}

fn lap(arguments: &LoadArguments) -> Result<LapSpec, SpecError> {
    let extent = match (arguments.requests, arguments.duration) {
        (Some(_), Some(_)) => {
            return Err(SpecError::new("-n and -d", "both say when to stop", "give one of them"));
        }
        (Some(requests), None) if requests < arguments.connections as u64 => {
            return Err(SpecError::new(
                format!("-n {requests} -c {}", arguments.connections),
                "fewer requests than connections",
                "raise -n or lower -c",
            ));
        }
        (Some(requests), None) => Extent::Requests(requests),
        (None, duration) => Extent::Time { length: duration.unwrap_or(DEFAULT_DURATION), skip: Duration::ZERO },
    };
    let offer = arguments.rate.map(|rate_per_s| Offer {
        rate_per_s,
        arrivals: arguments.arrivals.unwrap_or_default(),
        seed: arguments.seed.unwrap_or(0),
    });
    LapSpec::new(arguments.connections, extent, offer)?.pipelined(arguments.pipeline, !arguments.no_keepalive)
}
