//! What a request costs each engine on this machine, measured against the reference server in a few short slices.

pub mod store;

use std::io;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::{Nanos, micros};
use crate::engine::{Kind, Waiting};
use crate::lap::effort::Effort;
use crate::lap::report::Report;
use crate::reference::{self, Options, answers};
use crate::self_check::machine::own_processors;
use crate::spec::{Expectation, ExpectedBody, Extent, LapSpec, RequestSpec};
use crate::target::TargetSpec;
use crate::worker::Crew;

const NAME: &str = "calibration";
const PATIENCE: Duration = Duration::from_secs(2);
/// Engines within this of each other are equally good; then epoll is taken, which every tool and kernel knows.
const EQUAL: f64 = 0.02;
/// A calibration holds for its number of connections within this factor; beyond it batches have another size.
const ALIKE: f64 = 2.0;

/// How long it may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Thoroughness {
    /// Below half a second for two engines.
    Quick,
    /// Below two.
    Full,
}

impl Thoroughness {
    /// Slices of each engine, and their length.
    fn slices(self) -> (usize, Duration) {
        match self {
            Self::Quick => (5, Duration::from_millis(30)),
            Self::Full => (9, Duration::from_millis(80)),
        }
    }
}

/// What an engine costs: medians over its slices.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct EngineCost {
    pub(crate) engine: Kind,
    /// The generator's processor time per request, microseconds.
    pub(crate) cpu_us_per_request: f64,
    /// What one thread does if it never has to wait: `1e6 / cpu_us_per_request`.
    pub(crate) ceiling_per_s: f64,
    /// What one thread did, the reference server being what it is.
    pub(crate) requests_per_s: f64,
    pub(crate) slices: usize,
}

/// One calibration, with connections that are kept alive and one thread.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Calibration {
    pub(crate) connections: usize,
    /// In less time, so less exact.
    pub(crate) quick: bool,
    /// Whether generator and server had a processor each; if not, they shared what there is.
    pub(crate) pinned: bool,
    pub(crate) engines: Vec<EngineCost>,
}

impl Calibration {
    pub(crate) fn of(&self, kind: Kind) -> Option<&EngineCost> {
        self.engines.iter().find(|cost| cost.engine == kind)
    }

    /// The engine to take; `None` if none was measured.
    pub fn best(&self) -> Option<Kind> {
        let cheapest = self.engines.iter().min_by(|a, b| a.cpu_us_per_request.total_cmp(&b.cpu_us_per_request))?;
        let limit = cheapest.cpu_us_per_request * (1.0 + EQUAL);
        let plain = self.of(Kind::Epoll).filter(|epoll| epoll.cpu_us_per_request <= limit);
        Some(plain.unwrap_or(cheapest).engine)
    }

    /// The one in `all` nearest to so many connections, if any is near.
    pub(crate) fn nearest(all: &[Self], connections: usize) -> Option<&Self> {
        let distance = |one: &Self| (number(one.connections as u64) / number(connections as u64)).ln().abs();
        let nearest = all.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        (distance(nearest) <= ALIKE.ln()).then_some(nearest)
    }
}

fn number(count: u64) -> f64 {
    count as f64
}

/// Measures `kinds` in turn, again and again. Leaves a server thread behind, asleep.
///
/// # Errors
/// No port, thread or descriptor left, or an engine fails.
pub(crate) fn measure(kinds: &[Kind], connections: usize, thoroughness: Thoroughness) -> io::Result<Calibration> {
    let before = sched_getaffinity(None)?;
    let apart = apart();
    let done = measure_pinned(kinds, connections, thoroughness, apart);
    if apart.is_some() {
        sched_setaffinity(None, &before)?;
    }
    Ok(Calibration { connections, quick: thoroughness == Thoroughness::Quick, pinned: apart.is_some(), engines: done? })
}

/// A processor for the generator and one for the server; `None` where there are not two.
fn apart() -> Option<(usize, usize)> {
    let ours = own_processors()?;
    let (server, client) = (*ours.first()?, *ours.last()?);
    (server != client && client < CpuSet::MAX_CPU).then_some((client, server))
}

/// Threads that are started from here on run on `processor`.
fn pin(processor: usize) -> io::Result<()> {
    let mut only = CpuSet::new();
    only.set(processor);
    Ok(sched_setaffinity(None, &only)?)
}

fn measure_pinned(
    kinds: &[Kind],
    connections: usize,
    thoroughness: Thoroughness,
    apart: Option<(usize, usize)>,
) -> io::Result<Vec<EngineCost>> {
    if let Some((_, server)) = apart {
        pin(server)?;
    }
    let target = serve()?;
    if let Some((client, _)) = apart {
        pin(client)?;
    }
    let crews = kinds.iter().map(|kind| crew(*kind, &target)).collect::<io::Result<Vec<_>>>()?;
    let (slices, length) = thoroughness.slices();
    let extent = Extent::Time { length, skip: Duration::ZERO };
    let lap = LapSpec::new(connections, extent, None).map_err(io::Error::other)?;
    let mut reports: Vec<Vec<Report>> = kinds.iter().map(|_| Vec::new()).collect();
    for round in 0..=slices {
        for turn in 0..kinds.len() {
            let engine = if round % 2 == 0 { turn } else { kinds.len() - 1 - turn };
            let report = crews[engine].lap(NAME, &lap)?;
            // The first of each opens connections and learns the answer.
            if round > 0 {
                reports[engine].push(report);
            }
        }
    }
    crews.into_iter().for_each(Crew::dismiss);
    Ok(kinds.iter().zip(&reports).filter_map(|(kind, reports)| cost(*kind, reports)).collect())
}

/// Never stopped.
static NEVER: AtomicBool = AtomicBool::new(false);

/// A reference server on a thread of its own: it ends with the process.
fn serve() -> io::Result<TargetSpec> {
    let options = Options {
        address: ([127, 0, 0, 1], 0).into(),
        tls: None,
        answers: answers::fixed(200, None, false).map_err(io::Error::other)?,
        service: None,
        spin: false,
        never: None,
        stamps: None,
        stamp_headers: false,
        stall: None,
        close_after: None,
        cpu: None,
    };
    let server = reference::Server::bind(options).map_err(io::Error::other)?;
    let authority = server.address().to_string();
    thread::Builder::new().name("calibration".to_owned()).spawn(move || server.serve(&NEVER))?;
    let request = RequestSpec { method: "GET".to_owned(), path: "/".to_owned(), headers: Vec::new(), body: None };
    let expect = Expectation { status: Some(200), headers: Vec::new(), body: ExpectedBody::Any };
    TargetSpec::new(&authority, &request, expect, true, PATIENCE).map_err(io::Error::other)
}

fn crew(kind: Kind, target: &TargetSpec) -> io::Result<Crew> {
    let crew = Crew::new(1, kind, Waiting::Sleep)?;
    crew.open(NAME, target.clone())?;
    Ok(crew)
}

/// `None` if nothing was answered, or the kernel does not tell how long it took.
fn cost(engine: Kind, reports: &[Report]) -> Option<EngineCost> {
    let costs: Vec<f64> = reports.iter().filter_map(cpu_us_per_request).collect();
    let rates: Vec<f64> = reports.iter().filter_map(Report::throughput_per_s).collect();
    let cpu_us_per_request = median(costs)?;
    Some(EngineCost {
        engine,
        cpu_us_per_request,
        ceiling_per_s: 1e6 / cpu_us_per_request,
        requests_per_s: median(rates)?,
        slices: reports.len(),
    })
}

fn cpu_us_per_request(report: &Report) -> Option<f64> {
    let busy = |effort: &Effort| Some(effort.usage?.on_cpu.saturating_sub(effort.idle));
    let total = report.efforts.iter().map(busy).sum::<Option<Nanos>>()?;
    (report.responses > 0 && total > 0).then(|| micros(total) / number(report.responses))
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost_of(engine: Kind, cpu_us_per_request: f64) -> EngineCost {
        EngineCost { engine, cpu_us_per_request, ceiling_per_s: 1.0, requests_per_s: 1.0, slices: 1 }
    }

    fn calibration(connections: usize, epoll: f64, ring: f64) -> Calibration {
        let engines = vec![cost_of(Kind::Epoll, epoll), cost_of(Kind::IoUring, ring)];
        Calibration { connections, quick: true, pinned: true, engines }
    }

    #[test]
    fn the_cheaper_engine_is_best_and_epoll_if_there_is_nothing_in_it() {
        assert_eq!(calibration(1, 5.0, 4.0).best(), Some(Kind::IoUring));
        assert_eq!(calibration(1, 4.0, 5.0).best(), Some(Kind::Epoll));
        assert_eq!(calibration(1, 5.1, 5.0).best(), Some(Kind::Epoll));
        assert_eq!(calibration(1, 5.11, 5.0).best(), Some(Kind::IoUring));
        assert_eq!(Calibration { engines: Vec::new(), ..calibration(1, 1.0, 1.0) }.best(), None);
    }

    #[test]
    fn a_calibration_stands_for_half_and_for_twice_as_many_connections() {
        let all = [calibration(64, 1.0, 1.0), calibration(256, 2.0, 1.0)];
        let nearest = |connections| Calibration::nearest(&all, connections).map(|one| one.connections);
        assert_eq!((nearest(64), nearest(32), nearest(100)), (Some(64), Some(64), Some(64)));
        assert_eq!((nearest(150), nearest(512), nearest(513), nearest(31)), (Some(256), Some(256), None, None));
        assert_eq!(Calibration::nearest(&[], 64), None);
    }

    #[test]
    fn a_median_is_one_of_its_values() {
        assert_eq!((median(vec![3.0, 1.0, 2.0]), median(vec![])), (Some(2.0), None));
    }

    #[test]
    fn every_engine_that_is_to_be_had_is_measured() {
        let before = sched_getaffinity(None).expect("known");
        let done = measure(&[Kind::Epoll], 4, Thoroughness::Quick).expect("a calibration");
        let epoll = done.of(Kind::Epoll).expect("measured");
        assert!(epoll.cpu_us_per_request > 0.0 && epoll.requests_per_s > 0.0 && epoll.slices == 5, "{epoll:?}");
        assert!((epoll.ceiling_per_s * epoll.cpu_us_per_request / 1e6 - 1.0).abs() < 1e-9);
        assert_eq!((done.connections, done.quick, done.of(Kind::IoUring)), (4, true, None));
        assert!(sched_getaffinity(None).expect("known") == before, "the thread is where it was");
    }
}
