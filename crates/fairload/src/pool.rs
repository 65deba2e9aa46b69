//! The connections to one target on one thread, kept from lap to lap.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::clock::{Clock, Monotonic, Nanos, nanos};
use crate::engine::{Driver, Engine, Kind, Waiting};
use crate::http2::adapter::Http2;
use crate::http2::connections::Connections;
use crate::lap::closed::{Closed, Limit};
use crate::lap::feed::Feed;
use crate::lap::mix::Mix;
use crate::lap::opening::Opening;
use crate::lap::pace::Pace;
use crate::lap::paced::Paced;
use crate::lap::pacer::{Pacer, Stripe};
use crate::lap::report::Report;
use crate::lap::running::Running;
use crate::lap::{Phase, Slot};
use crate::os::{self, CpuTime, Network, Visit};
use crate::target::TargetSpec;
use crate::tls::adapter::Tls;
use crate::tls::sessions::Sessions;
use crate::websocket::adapter::WebSocket;
use crate::websocket::sessions;

/// What one thread does in a lap.
pub(crate) struct Assignment {
    /// When it begins: now.
    pub(crate) start: Nanos,
    pub(crate) limit: Limit,
    /// Makes it an open loop; only with a limit in time.
    pub(crate) pacer: Option<Pacer>,
    /// Which of all requests are this thread's.
    pub(crate) stripe: Stripe,
    /// Requests on a connection that may be outstanding; 1 in an open loop.
    pub(crate) pipeline: usize,
    /// The target's probes are among the requests.
    pub(crate) probing: bool,
}

pub(crate) struct Pool {
    target: Arc<TargetSpec>,
    engine: Engine,
    /// Of a TLS target.
    tls: Option<Sessions>,
    /// Of a target that speaks HTTP/2.
    http2: Option<Connections>,
    /// Of a target that speaks WebSocket.
    websocket: Option<sessions::Sessions>,
    slots: Vec<Slot>,
    mix: Mix,
    /// With the target's probes, if it has any.
    probing: Option<Mix>,
    /// Connections reopened since the last lap.
    reconnects: u64,
}

impl Pool {
    /// # Errors
    /// No descriptor left, or the kernel forbids the engine.
    pub(crate) fn new(target: Arc<TargetSpec>, kind: Kind, waiting: Waiting) -> io::Result<Self> {
        Ok(Self {
            engine: Engine::new(kind, target.address, target.source.clone(), waiting)?,
            tls: target.tls.clone().map(Sessions::new),
            http2: target.streams.map(|streams| Connections::new(streams, target.tls.is_some())),
            websocket: target.websocket.clone().map(|(messages, head)| sessions::Sessions::new(head, messages)),
            mix: Mix::new(&target.questions, target.seed),
            probing: (!target.probing.is_empty()).then(|| Mix::new(&target.probing, target.seed)),
            target,
            slots: Vec::new(),
            reconnects: 0,
        })
    }

    /// Opens connections until so many are open and silent; those that cannot be opened fail in the lap.
    ///
    /// # Errors
    /// The engine itself fails.
    pub(crate) fn prepare(&mut self, connections: usize) -> io::Result<()> {
        let _visit = self.visit()?;
        self.engine.catch_up()?;
        self.engine.resize(connections)?;
        if let Some(tls) = &mut self.tls {
            tls.resize(connections);
        }
        if let Some(http2) = &mut self.http2 {
            http2.resize(connections);
        }
        if let Some(websocket) = &mut self.websocket {
            websocket.resize(connections);
        }
        let per_connection = self.target.streams.map_or(1, NonZeroUsize::get);
        self.slots.resize_with(connections * per_connection, Slot::default);
        for index in 0..connections {
            let kept = self.keep(index)?;
            for slot in &mut self.slots[index * per_connection..(index + 1) * per_connection] {
                let Slot { opened_before, answers, .. } = *slot;
                *slot = Slot { opened_before, ..Slot::default() };
                if kept {
                    slot.answers = answers;
                    slot.phase = Phase::Idle;
                    slot.kept = true;
                }
            }
        }
        self.reconnects = 0;
        if self.target.keepalive {
            let mut opening = Opening::new(&mut self.slots, nanos(self.target.timeout), Monotonic);
            let layers = (self.tls.as_mut(), self.http2.as_mut(), self.websocket.as_mut());
            drive(&mut self.engine, layers, true, &mut opening)?;
            self.reconnects = if self.http2.is_some() { 0 } else { opening.reconnects };
        }
        Ok(())
    }

    /// Whether a connection can be used again; if not, it is closed.
    fn keep(&mut self, connection: usize) -> io::Result<bool> {
        let idle = self.http2.as_mut().is_none_or(|http2| http2.is_idle(connection));
        if idle && self.target.keepalive && self.engine.is_quiet(connection) {
            return Ok(true);
        }
        if let Some(http2) = &mut self.http2 {
            http2.close(connection);
        }
        self.engine.close(connection)?;
        Ok(false)
    }

    /// Runs the prepared lap.
    ///
    /// # Errors
    /// The engine itself fails.
    pub(crate) fn run(&mut self, assignment: Assignment, feed: Feed, stop: &AtomicBool) -> io::Result<Report> {
        let _visit = self.visit()?;
        if assignment.probing {
            // Swapped, so that everything else is the same in both kinds of laps.
            let probing = self.probing.take().ok_or_else(|| io::Error::other("it was opened without probes"))?;
            let mix = std::mem::replace(&mut self.mix, probing);
            let report = self.run_mix(assignment, feed, stop);
            self.probing = Some(std::mem::replace(&mut self.mix, mix));
            return report;
        }
        self.run_mix(assignment, feed, stop)
    }

    fn run_mix(&mut self, assignment: Assignment, feed: Feed, stop: &AtomicBool) -> io::Result<Report> {
        self.mix.restart(assignment.stripe);
        match (assignment.limit, assignment.pacer) {
            (Limit::Until { count_from, end }, Some(pacer)) => {
                let pace = Paced::new(pacer, count_from..end, self.slots.len(), assignment.pipeline);
                self.run_at(assignment.start, pace, assignment.pipeline, feed, stop)
            }
            (limit, _) => {
                self.run_at(assignment.start, Closed::new(limit, assignment.start), assignment.pipeline, feed, stop)
            }
        }
    }

    /// Goes where the target listens, until what it returns is dropped.
    fn visit(&self) -> io::Result<Option<Visit>> {
        self.target.network.as_ref().map(Network::visit).transpose()
    }

    fn run_at(
        &mut self,
        start: Nanos,
        pace: impl Pace,
        pipeline: usize,
        feed: Feed,
        stop: &AtomicBool,
    ) -> io::Result<Report> {
        let (begun, before) = (Monotonic.now(), os::thread_usage());
        let mut running = Running::new(&mut self.slots, &mut self.mix, &self.target, pipeline, pace, stop, Monotonic)
            .begun_at(start)
            .feeding(feed);
        let layers = (self.tls.as_mut(), self.http2.as_mut(), self.websocket.as_mut());
        let idle = drive(&mut self.engine, layers, self.target.keepalive, &mut running)?;
        let mut report = running.into_report();
        let (ended, after) = (Monotonic.now(), os::thread_usage());
        let spent = after.zip(before);
        report.cpu = spent.map(|((after, _), (before, _))| CpuTime { idle, ..after.since(before) });
        for effort in &mut report.efforts {
            effort.wall = ended.saturating_sub(begun);
            effort.usage = spent.map(|((_, after), (_, before))| after.since(before));
            effort.idle = idle;
        }
        report.reconnects += self.reconnects;
        report.tls = self.tls.as_mut().map(Sessions::take_negotiated);
        if let Some(http2) = &mut self.http2 {
            report.reconnects += http2.take_reconnects();
            report.sent_again = Some(http2.take_sent_again());
        }
        Ok(report)
    }
}

type Layers<'a> = (Option<&'a mut Sessions>, Option<&'a mut Connections>, Option<&'a mut sessions::Sessions>);

/// Runs `driver` to its end, through TLS and HTTP/2 or WebSocket, where there are any.
fn drive(engine: &mut Engine, layers: Layers<'_>, keepalive: bool, driver: &mut impl Driver) -> io::Result<Nanos> {
    match layers {
        (tls, Some(connections), _) => drive_below(engine, tls, keepalive, &mut Http2::new(driver, connections)),
        (tls, None, Some(sessions)) => drive_below(engine, tls, keepalive, &mut WebSocket::new(driver, sessions)),
        (tls, None, None) => drive_below(engine, tls, keepalive, driver),
    }
}

fn drive_below(
    engine: &mut Engine,
    tls: Option<&mut Sessions>,
    keepalive: bool,
    driver: &mut impl Driver,
) -> io::Result<Nanos> {
    match tls {
        None => engine.run(driver),
        Some(sessions) => engine.run(&mut Tls::new(driver, sessions, keepalive)),
    }
}
