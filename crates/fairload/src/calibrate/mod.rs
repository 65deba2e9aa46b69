//! What a request costs each engine on this machine, measured against the reference server in a few short slices.

pub mod store;

use std::fmt::{self, Display, Formatter};
use std::io;
use std::net::Ipv4Addr;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::{Nanos, micros};
use crate::engine::source::{AUTO_SPREAD, Source};
use crate::engine::{Kind, Waiting};
use crate::lap::effort::Effort;
use crate::lap::report::Report;
use crate::reference::{self, Options, answers};
use crate::self_check::machine::own_processors;
use crate::spec::{Expectation, Extent, LapSpec, RequestSpec, SpecError};
use crate::target::TargetSpec;
use crate::tls::certificate;
use crate::tls::client::{Client, Manner, Protocol, Trust};
use crate::tls::identity::Identity;
use crate::worker::Crew;

const NAME: &str = "calibration";
const HOST: Ipv4Addr = Ipv4Addr::LOCALHOST;
const PATIENCE: Duration = Duration::from_secs(2);
/// Engines within this of each other are equally good; then epoll is taken, which every tool and kernel knows.
const EQUAL: f64 = 0.02;
/// A calibration holds for its number of connections, and of requests under way, within this factor; beyond it batches
/// have another size.
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

/// The load that is calibrated for: what a request costs depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Load {
    pub(crate) connections: usize,
    /// Many requests per connection, or one.
    pub(crate) keepalive: bool,
    /// Requests of a connection that wait for answers at the same time.
    pub(crate) pipeline: usize,
    /// HTTP/2, with so many requests at a time on each connection; null: HTTP/1.1.
    pub(crate) streams: Option<NonZeroUsize>,
    pub(crate) tls: bool,
}

impl Load {
    /// Connections of HTTP/1.1 that are kept, with one request at a time.
    pub(crate) fn kept(connections: usize) -> Self {
        Self { connections, keepalive: true, pipeline: 1, streams: None, tls: false }
    }

    /// That of a closed loop; `None` where no calibration speaks for it: WebSocket, and connections that are closed now and
    /// then, or resume sessions of TLS.
    pub(crate) fn of(target: &TargetSpec, lap: &LapSpec) -> Option<Self> {
        let resumes = target.tls.as_ref().is_some_and(|tls| tls.resume && !target.keepalive);
        let calibrated = target.websocket.is_none() && target.per_connection.is_none() && !resumes;
        calibrated.then_some(Self {
            connections: lap.connections,
            keepalive: target.keepalive,
            pipeline: lap.pipeline,
            streams: target.streams,
            tls: target.tls.is_some(),
        })
    }

    /// The one to choose an engine for: as [`Load::of`], and kept connections where no calibration speaks for a lap.
    pub fn nearest_to(target: &TargetSpec, lap: &LapSpec) -> Self {
        Self::of(target, lap).unwrap_or(Self::kept(lap.connections))
    }

    /// Requests that are under way at a time.
    fn outstanding(&self) -> usize {
        self.connections * self.pipeline * self.streams.map_or(1, NonZeroUsize::get)
    }

    /// How far it is from another one, as a logarithm; `None` if it is too far, or of another kind.
    fn distance(&self, other: &Self) -> Option<f64> {
        let kind = |load: &Self| (load.keepalive, load.pipeline > 1, load.streams.is_some(), load.tls);
        let apart = |one: usize, two: usize| (number(one as u64) / number(two as u64)).ln().abs();
        let distance = apart(self.connections, other.connections).max(apart(self.outstanding(), other.outstanding()));
        (kind(self) == kind(other) && distance <= ALIKE.ln()).then_some(distance)
    }

    fn lap(&self, length: Duration) -> Result<LapSpec, SpecError> {
        let extent = Extent::Time { length, skip: Duration::ZERO };
        LapSpec::new(self.connections, extent, None)?.pipelined(self.pipeline, self.keepalive)
    }
}

impl Display for Load {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "-c {}", self.connections)?;
        if !self.keepalive {
            write!(f, " --no-keepalive")?;
        }
        if self.pipeline > 1 {
            write!(f, " -p {}", self.pipeline)?;
        }
        if let Some(streams) = self.streams {
            write!(f, " --http2 --streams {streams}")?;
        }
        if self.tls { write!(f, " --tls") } else { Ok(()) }
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

/// One calibration, with one thread.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Calibration {
    #[serde(flatten)]
    pub(crate) load: Load,
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

    /// The one in `all` nearest to a load, if any is near.
    pub(crate) fn nearest<'a>(all: &'a [Self], load: &Load) -> Option<&'a Self> {
        let near = all.iter().filter_map(|one| Some((one.load.distance(load)?, one)));
        near.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, one)| one)
    }
}

fn number(count: u64) -> f64 {
    count as f64
}

/// Measures `kinds` in turn, again and again. Leaves a server thread behind, asleep.
///
/// # Errors
/// No port, thread or descriptor left, an engine fails, or there is no such load.
pub(crate) fn measure(kinds: &[Kind], load: Load, thoroughness: Thoroughness) -> io::Result<Calibration> {
    let before = sched_getaffinity(None)?;
    let apart = apart();
    let done = measure_pinned(kinds, load, thoroughness, apart);
    if apart.is_some() {
        sched_setaffinity(None, &before)?;
    }
    Ok(Calibration { load, quick: thoroughness == Thoroughness::Quick, pinned: apart.is_some(), engines: done? })
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
    load: Load,
    thoroughness: Thoroughness,
    apart: Option<(usize, usize)>,
) -> io::Result<Vec<EngineCost>> {
    if let Some((_, server)) = apart {
        pin(server)?;
    }
    let target = serve(load)?;
    if let Some((client, _)) = apart {
        pin(client)?;
    }
    let crews = kinds.iter().map(|kind| crew(*kind, &target)).collect::<io::Result<Vec<_>>>()?;
    let (slices, length) = thoroughness.slices();
    let lap = load.lap(length).map_err(io::Error::other)?;
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

/// A reference server on a thread of its own, which ends with the process, as the target of a load.
fn serve(load: Load) -> io::Result<TargetSpec> {
    let host = HOST.to_string();
    let made =
        load.tls.then(|| certificate::make(std::slice::from_ref(&host))).transpose().map_err(io::Error::other)?;
    let tls = made.as_ref().map(|(_, chain, key)| Identity::made(chain, key)?.served()).transpose();
    let options = Options {
        address: (HOST, 0).into(),
        tls: tls.map_err(io::Error::other)?.map(|config| (0, config)),
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
    let authority = server.tls_address().unwrap_or(server.address()).to_string();
    thread::Builder::new().name("calibration".to_owned()).spawn(move || server.serve(&NEVER))?;
    let request = RequestSpec { method: "GET".to_owned(), path: "/".to_owned(), headers: Vec::new(), body: None };
    let expect = Expectation { status: Some(200), ..Expectation::default() };
    let target = TargetSpec::new(&authority, &request, expect, load.keepalive, PATIENCE);
    let mut target = target.and_then(|target| target.with_streams(load.streams)).map_err(io::Error::other)?;
    if !load.keepalive {
        target.source = Source::spread(AUTO_SPREAD, target.address).map_err(io::Error::other)?;
    }
    if let Some((authority, ..)) = made {
        let protocol = Some(if load.streams.is_some() { Protocol::Http2 } else { Protocol::Http1 });
        let manner = Manner { protocol, ..Manner::new(Trust::Pem(authority)) };
        target.tls = Some(Client::new(&host, &manner).map_err(io::Error::other)?);
    }
    Ok(target)
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
        Calibration { load: Load::kept(connections), quick: true, pinned: true, engines }
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
        let nearest = |number| Calibration::nearest(&all, &Load::kept(number)).map(|one| one.load.connections);
        assert_eq!((nearest(64), nearest(32), nearest(100)), (Some(64), Some(64), Some(64)));
        assert_eq!((nearest(150), nearest(512), nearest(513), nearest(31)), (Some(256), Some(256), None, None));
        assert_eq!(Calibration::nearest(&[], &Load::kept(64)), None);
    }

    #[test]
    fn a_calibration_stands_for_no_other_kind_of_load_nor_for_far_more_requests_at_a_time() {
        let streams = |number| Load { streams: NonZeroUsize::new(number), ..Load::kept(8) };
        let loads = [
            Load::kept(8),
            Load { keepalive: false, ..Load::kept(8) },
            Load { pipeline: 16, ..Load::kept(8) },
            streams(1),
            Load { tls: true, ..Load::kept(8) },
            Load { tls: true, ..streams(1) },
        ];
        let all = loads.map(|load| Calibration { load, ..calibration(8, 1.0, 1.0) });
        for one in &all {
            assert_eq!(Calibration::nearest(&all, &one.load), Some(one), "{}", one.load);
        }
        assert_eq!(Calibration::nearest(&all, &streams(2)), Some(&all[3]));
        assert_eq!(Calibration::nearest(&all, &streams(3)), None);
        assert_eq!(all[5].load.to_string(), "-c 8 --http2 --streams 1 --tls");
    }

    #[test]
    fn a_median_is_one_of_its_values() {
        assert_eq!((median(vec![3.0, 1.0, 2.0]), median(vec![])), (Some(2.0), None));
    }

    #[test]
    fn every_engine_that_is_to_be_had_is_measured() {
        let before = sched_getaffinity(None).expect("known");
        let done = measure(&[Kind::Epoll], Load::kept(4), Thoroughness::Quick).expect("a calibration");
        let epoll = done.of(Kind::Epoll).expect("measured");
        assert!(epoll.cpu_us_per_request > 0.0 && epoll.requests_per_s > 0.0 && epoll.slices == 5, "{epoll:?}");
        assert!((epoll.ceiling_per_s * epoll.cpu_us_per_request / 1e6 - 1.0).abs() < 1e-9);
        assert_eq!((done.load, done.quick, done.of(Kind::IoUring)), (Load::kept(4), true, None));
        assert!(sched_getaffinity(None).expect("known") == before, "the thread is where it was");
    }
}
