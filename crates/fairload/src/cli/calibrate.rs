//! `fairload calibrate`, and the uses of the stored calibration.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use clap::Args;
use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;

use super::Failure;
use crate::calibrate::store::{self, Identity, kept};
use crate::calibrate::{Calibration, Load, Thoroughness, measure};
use crate::engine::{self, Kind};
use crate::os;
use crate::self_check::Ceiling;
use crate::self_check::machine::own_processors;

#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // each is a switch of its own
pub(super) struct CalibrateArguments {
    /// Connections, all open at the same time.
    #[arg(short = 'c', long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    connections: u32,
    /// Requests of a connection that wait for answers at the same time.
    #[arg(short = 'p', long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pipeline: u32,
    /// A new connection for every request.
    #[arg(long, conflicts_with = "pipeline")]
    no_keepalive: bool,
    /// HTTP/2.
    #[arg(long, conflicts_with_all = ["no_keepalive", "pipeline"])]
    http2: bool,
    /// HTTP/2: requests of a connection that wait for answers at the same time, each on a stream of its own.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "http2")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    streams: u32,
    /// Over TLS.
    #[arg(long)]
    tls: bool,
    /// Take less than half a second instead of two.
    #[arg(long)]
    quick: bool,
    /// Print one JSON document (`fairload schema calibration` describes it).
    #[arg(long)]
    json: bool,
}

/// What `fairload calibrate --json` prints.
#[derive(Debug, Serialize, JsonSchema)]
struct Document {
    /// Of fairload.
    version: String,
    #[serde(flatten)]
    calibration: Calibration,
    /// What `--engine auto` takes; null if nothing could be measured.
    best: Option<Kind>,
    /// Where it is kept; null if it is not.
    stored: Option<String>,
}

pub(super) fn schema() -> Schema {
    schema_for!(Document)
}

/// The exit code.
pub(super) fn run(arguments: &CalibrateArguments) -> Result<u8, Failure> {
    os::raise_descriptor_limit();
    let thoroughness = if arguments.quick { Thoroughness::Quick } else { Thoroughness::Full };
    let load = Load {
        connections: arguments.connections as usize,
        keepalive: !arguments.no_keepalive,
        pipeline: arguments.pipeline as usize,
        streams: NonZeroUsize::new(arguments.streams as usize).filter(|_| arguments.http2),
        tls: arguments.tls,
    };
    let calibration = measure(&kinds(), load, thoroughness)?;
    let stored = keep(&calibration);
    let best = calibration.best();
    let mut out = io::stdout().lock();
    if arguments.json {
        let document = Document { version: env!("CARGO_PKG_VERSION").to_owned(), calibration, best, stored };
        writeln!(out, "{}", serde_json::to_string_pretty(&document).map_err(io::Error::from)?)?;
        return Ok(0);
    }
    let place = if calibration.pinned { "a processor each" } else { "the same processor" };
    writeln!(out, "{load}, generator and reference server on {place}")?;
    for cost in &calibration.engines {
        let (cpu, ceiling, rate) = (cost.cpu_us_per_request, cost.ceiling_per_s, cost.requests_per_s);
        let name = cost.engine.to_string();
        writeln!(
            out,
            "{name:<10}{cpu:6.2} us per request, ceiling {ceiling:.0} requests/s per thread (did {rate:.0})"
        )?;
    }
    match best {
        Some(best) => writeln!(out, "--engine auto takes {best}")?,
        None => writeln!(out, "nothing could be measured")?,
    }
    match stored {
        Some(path) => writeln!(out, "kept in {path}")?,
        None => writeln!(out, "not kept")?,
    }
    Ok(0)
}

/// The engines that are available here.
fn kinds() -> Vec<Kind> {
    let ring = engine::available(1).is_ok().then_some(Kind::IoUring);
    [Kind::Epoll].into_iter().chain(ring).collect()
}

/// Stores it for later runs, and returns where. An error is worth a line, not a failure.
fn keep(calibration: &Calibration) -> Option<String> {
    let path = store::path()?;
    match store::save(&path, &Identity::here(), calibration.clone()) {
        Ok(()) => Some(path.display().to_string()),
        Err(error) => {
            note(&format!("the calibration cannot be kept in {}: {error}", path.display()));
            None
        }
    }
}

/// Standard error may be closed; the result says it too.
fn note(text: &str) {
    let _ = writeln!(io::stderr(), "fairload: {text}");
}

/// The engine for a load, and why, by the stored calibration or else by a quick one.
pub(super) fn best(load: Load) -> io::Result<(Kind, String)> {
    let kept = kept(load).unwrap_or_else(|why| {
        note(&why);
        None
    });
    let fresh = kept.is_none();
    let when = if fresh { "calibrated just now" } else { "calibrated in this boot" };
    let calibration = if let Some(calibration) = kept {
        calibration
    } else {
        let calibration = measure(&kinds(), load, Thoroughness::Quick)?;
        keep(&calibration);
        calibration
    };
    let costs: Vec<String> =
        calibration.engines.iter().map(|cost| format!("{} {:.2} us", cost.engine, cost.cpu_us_per_request)).collect();
    let (kind, because) = match calibration.best() {
        Some(kind) => (kind, format!("{} per request, {when} with {}", costs.join(", "), calibration.load)),
        None => (Kind::Epoll, "nothing could be measured".to_owned()),
    };
    if fresh {
        note(&format!("engine {kind}: {because} (fairload calibrate does it better)"));
    }
    Ok((kind, because))
}

/// The ceiling of so many threads, by the stored calibration.
pub(super) fn ceiling(engine: Kind, load: Load, threads: usize) -> Option<Ceiling> {
    // A run that wanted a calibration has already reported why there is none.
    let calibration = kept(load).unwrap_or(None)?;
    let at_once = threads.min(own_processors().map_or(threads, |ours| ours.len()));
    let requests_per_s = calibration.of(engine)?.ceiling_per_s * at_once as f64;
    Some(Ceiling { engine: engine.to_string(), connections: calibration.load.connections, requests_per_s })
}
