//! `fairload session`: serves an orchestrator. One line in, one line out.

pub(crate) mod protocol;

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::num::NonZeroU32;
use std::time::Duration;

use serde_json::Value;

use crate::clock::{Clock, Monotonic};
use crate::engine::source::{self, AUTO_SPREAD, Source};
use crate::engine::{Kind, Waiting};
use crate::os::Network;
use crate::parameters::Syntax;
use crate::spec::{Extent, LapSpec, Offer, SpecError};
use crate::target::{TargetSpec, Wish};
use crate::tls::client::{Client, Manner, Protocol, Trust};
use crate::worker::Crew;
use protocol::{Answer, Close, Command, Lap, LapResult, Open, Tls, WeightedRequest};

/// Serves until `quit` or the end of `input`.
///
/// # Errors
/// `input` or `output` fails, or the threads cannot be started.
pub(crate) fn serve(
    threads: usize,
    kind: Kind,
    waiting: Waiting,
    input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut session = Session { waiting, crew: Crew::new(threads, kind, waiting)?, targets: HashMap::new() };
    let ready = Answer::Ready { version: env!("CARGO_PKG_VERSION").to_owned(), threads, pid: std::process::id() };
    say(&mut output, &ready)?;
    for line in input.split(b'\n') {
        match session.answer(&line?) {
            Some(answer) => say(&mut output, &answer)?,
            None => break,
        }
    }
    session.crew.dismiss();
    Ok(())
}

/// Writes a line and flushes it: the client is waiting for it.
fn say(output: &mut impl Write, answer: &Answer) -> io::Result<()> {
    let mut line = serde_json::to_vec(answer)?;
    line.push(b'\n');
    output.write_all(&line)?;
    output.flush()
}

struct Session {
    waiting: Waiting,
    crew: Crew,
    targets: HashMap<String, Connections>,
}

/// How long connections of a target are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Connections {
    Kept,
    /// For so many requests.
    Limited(NonZeroU32),
    OneRequestEach,
    /// HTTP/2.
    Multiplexed,
}

/// Why a command cannot be honoured.
type Refusal = String;

impl Session {
    /// `None` when the session is to end.
    fn answer(&mut self, line: &[u8]) -> Option<Answer> {
        let command: Command = match serde_json::from_slice(line) {
            Ok(command) => command,
            Err(error) => {
                let message = format!("line not understood: {error}");
                return Some(Answer::Error { target: target_of(line), message });
            }
        };
        let (target, answer) = match command {
            Command::Open(open) => (open.target.clone(), self.open(*open)),
            Command::Lap(lap) => (lap.target.clone(), self.lap(lap)),
            Command::Close(close) => (close.target.clone(), self.close(close)),
            Command::Quit(_) => return None,
        };
        Some(answer.unwrap_or_else(|message| Answer::Error { target: Some(target), message }))
    }

    fn open(&mut self, open: Open) -> Result<Answer, Refusal> {
        if self.targets.contains_key(&open.target) {
            return Err(format!("target {:?} is already open; close it first", open.target));
        }
        let timeout = Duration::from_millis(open.timeout_ms);
        let syntax = if open.parameters { Syntax::Parameters } else { Syntax::Literal };
        let wishes: Vec<_> = open.requests.into_iter().map(|asked| wish(asked, syntax)).collect();
        let probes: Vec<_> = open.probes.into_iter().map(|asked| wish(asked, Syntax::Literal)).collect();
        let mut target = TargetSpec::of_several(&open.address, &wishes, open.seed, open.keepalive, timeout)
            .and_then(|target| target.with_requests_per_connection(open.requests_per_connection))
            .and_then(|target| target.with_streams(open.streams))
            .and_then(|target| target.with_websocket(open.websocket))
            .and_then(|target| target.with_probes(&open.address, &probes))
            .map_err(|error| error.to_string())?;
        if open.requests_per_connection.is_some() && source::is_loopback(target.address) {
            let spread = Source::spread(AUTO_SPREAD, target.address);
            target.source = spread.map_err(|error| error.to_string())?;
        }
        if let Some(Tls { authority, name }) = open.tls {
            let protocol = Some(if open.streams.is_some() { Protocol::Http2 } else { Protocol::Http1 });
            let manner = Manner { protocol, ..Manner::new(authority.map_or(Trust::System, Trust::Pem)) };
            target.tls = Some(Client::new(&name, &manner).map_err(|error| error.to_string())?);
        }
        if let Some(path) = open.network {
            let found = Network::open(&path);
            target.network = Some(found.map_err(|error| format!("network {}: {error}", path.display()))?);
        }
        self.crew.open(&open.target, target).map_err(|error| error.to_string())?;
        let limited = open.requests_per_connection.map(Connections::Limited);
        let kept = open.streams.map(|_| Connections::Multiplexed).or(limited).unwrap_or(Connections::Kept);
        self.targets.insert(open.target.clone(), if open.keepalive { kept } else { Connections::OneRequestEach });
        Ok(Answer::Opened { target: open.target })
    }

    fn lap(&mut self, lap: Lap) -> Result<Answer, Refusal> {
        let connections = self.must_be_open(&lap.target)?;
        let spec = lap_spec(&lap, connections).map_err(|error| error.to_string())?;
        let report = self.crew.lap(&lap.target, &spec).map_err(|error| error.to_string())?;
        let result = Box::new(LapResult::new(&spec, &report, self.waiting));
        Ok(Answer::Lap { target: lap.target, result })
    }

    fn close(&mut self, close: Close) -> Result<Answer, Refusal> {
        self.must_be_open(&close.target)?;
        self.crew.close(&close.target).map_err(|error| error.to_string())?;
        self.targets.remove(&close.target);
        Ok(Answer::Closed { target: close.target })
    }

    fn must_be_open(&self, target: &str) -> Result<Connections, Refusal> {
        self.targets.get(target).copied().ok_or_else(|| format!("target {target:?} is not open; open it first"))
    }
}

fn wish(asked: WeightedRequest, syntax: Syntax) -> Wish {
    Wish { weight: asked.weight, syntax, body_syntax: syntax, ..Wish::single(&asked.request, asked.expect) }
}

fn lap_spec(lap: &Lap, connections: Connections) -> Result<LapSpec, SpecError> {
    let extent = match (lap.duration_ms, lap.requests, lap.skip_ms) {
        (Some(length), None, skip) => {
            Extent::Time { length: Duration::from_millis(length), skip: Duration::from_millis(skip.unwrap_or(0)) }
        }
        (None, Some(requests), None) => Extent::Requests(requests),
        (None, Some(_), Some(_)) => {
            return Err(SpecError::new("lap", "skip_ms with requests", "give skip_ms only with duration_ms"));
        }
        (Some(_), Some(_), _) => {
            return Err(SpecError::new("lap", "both duration_ms and requests", "give one of them"));
        }
        (None, None, _) => {
            return Err(SpecError::new("lap", "neither duration_ms nor requests", "give one of them"));
        }
    };
    let depth = lap.pipeline.unwrap_or(1);
    if let (Connections::Limited(number), 2..) = (connections, depth) {
        let problem = format!("connections are replaced after {number} requests");
        return Err(SpecError::new("lap, pipeline", problem, "leave out one of them"));
    }
    if let (Connections::Multiplexed, 2..) = (connections, depth) {
        let problem = "HTTP/2 has streams instead";
        return Err(SpecError::new("lap, pipeline", problem, "leave it out, and open the target with streams"));
    }
    let keepalive = connections != Connections::OneRequestEach;
    let spec = LapSpec::new(lap.connections, extent, offer(lap)?)?.pipelined(depth, keepalive)?;
    let spec = LapSpec { probing: lap.probing, ..spec };
    match lap.start_at_ns {
        Some(start_at) => spec.starting_at(start_at, Monotonic.now()),
        None => Ok(spec),
    }
}

fn offer(lap: &Lap) -> Result<Option<Offer>, SpecError> {
    let Some(rate_per_s) = lap.rate_per_s else {
        if lap.arrivals.is_some() || lap.seed.is_some() {
            return Err(SpecError::new("lap", "arrivals or seed without rate_per_s", "give rate_per_s, or neither"));
        }
        return Ok(None);
    };
    Ok(Some(Offer { rate_per_s, arrivals: lap.arrivals.unwrap_or_default(), seed: lap.seed.unwrap_or(0) }))
}

/// The target that an unreadable line names, if any.
fn target_of(line: &[u8]) -> Option<String> {
    let value: Value = serde_json::from_slice(line).ok()?;
    Some(value.get("target")?.as_str()?.to_owned())
}
