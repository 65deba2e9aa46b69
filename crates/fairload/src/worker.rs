//! Threads that offer load. Each has its own connections, its own clock reading and its own recorder; they meet only
//! before a lap, to start together, and after it, to merge.

use std::collections::HashMap;
use std::io;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use crate::clock::{Clock, MILLISECOND, Monotonic, Nanos, nanos};
use crate::engine::{Kind, Waiting};
use crate::lap::closed::Limit;
use crate::lap::feed::{Feed, Outlet};
use crate::lap::pacer::{Pacer, Stripe};
use crate::lap::report::Report;
use crate::os::STOP;
use crate::pool::{Assignment, Pool};
use crate::spec::{Extent, LapSpec, Offer};
use crate::target::TargetSpec;

/// From the command to the start of a lap: time for every thread to receive it.
const START_IN: Nanos = MILLISECOND / 2;

enum Command {
    Open { name: String, target: Arc<TargetSpec> },
    Prepare { name: String, connections: usize },
    Run { name: String, start: Nanos, share: Share, outlet: Option<Outlet>, worker: usize },
    Close { name: String },
}

struct Worker {
    commands: Sender<Command>,
    reports: Receiver<io::Result<Report>>,
    thread: JoinHandle<()>,
}

/// A fixed number of workers that act as one.
pub struct Crew {
    workers: Vec<Worker>,
}

impl Crew {
    /// # Errors
    /// A thread cannot be started.
    pub fn new(threads: usize, kind: Kind, waiting: Waiting) -> io::Result<Self> {
        let workers = (0..threads).map(|number| Worker::new(number, kind, waiting)).collect::<io::Result<_>>()?;
        Ok(Self { workers })
    }

    /// Makes a target known. Nothing is connected yet.
    ///
    /// # Errors
    /// No descriptor left, the kernel forbids the engine, or a worker is gone.
    pub fn open(&self, name: &str, target: TargetSpec) -> io::Result<()> {
        let target = Arc::new(target);
        self.tell(|_| Command::Open { name: name.to_owned(), target: Arc::clone(&target) })?;
        self.collect().map(drop)
    }

    /// Closes a target's connections and forgets it.
    ///
    /// # Errors
    /// A worker is gone.
    pub(crate) fn close(&self, name: &str) -> io::Result<()> {
        self.tell(|_| Command::Close { name: name.to_owned() })?;
        self.collect().map(drop)
    }

    /// Opens missing connections, then runs the lap on all threads at once.
    ///
    /// # Errors
    /// The engine itself fails, or a worker is gone. What the target does is in the report.
    pub fn lap(&self, name: &str, lap: &LapSpec) -> io::Result<Report> {
        self.prepare(name, lap)?;
        self.run(name, lap, None)
    }

    /// Opens missing connections for the lap.
    ///
    /// # Errors
    /// epoll itself fails, or a worker is gone.
    pub(crate) fn prepare(&self, name: &str, lap: &LapSpec) -> io::Result<()> {
        let shares = Shares { threads: self.workers.len(), connections: lap.connections };
        self.tell(|worker| Command::Prepare { name: name.to_owned(), connections: shares.connections(worker) })?;
        self.collect().map(drop)
    }

    /// Runs the lap that was prepared on all threads at once: when it is to begin, or now if that is over. What goes
    /// through the outlet is not in the report.
    ///
    /// # Errors
    /// As of [`Crew::lap`].
    pub(crate) fn run(&self, name: &str, lap: &LapSpec, outlet: Option<&Outlet>) -> io::Result<Report> {
        let shares = Shares { threads: self.workers.len(), connections: lap.connections };
        let soonest = Monotonic.now() + START_IN;
        let start = lap.start_at.map_or(soonest, |start_at| start_at.max(soonest));
        self.tell(|worker| Command::Run {
            name: name.to_owned(),
            start,
            share: shares.of(worker, lap),
            outlet: outlet.cloned(),
            worker,
        })?;
        self.collect()
    }

    fn tell(&self, command: impl Fn(usize) -> Command) -> io::Result<()> {
        for (number, worker) in self.workers.iter().enumerate() {
            worker.commands.send(command(number)).map_err(|_| gone())?;
        }
        Ok(())
    }

    /// One reply of every worker, even if one of them is an error: the next reply must belong to the next command.
    fn collect(&self) -> io::Result<Report> {
        let replies: Vec<_> =
            self.workers.iter().map(|worker| worker.reports.recv().unwrap_or_else(|_| Err(gone()))).collect();
        let mut merged = Report::default();
        for reply in replies {
            merged.merge(reply?);
        }
        Ok(merged)
    }

    /// Ends the threads; their connections are closed when this returns.
    pub fn dismiss(self) {
        for Worker { commands, reports, thread } in self.workers {
            drop((commands, reports));
            // A panic aborts the process, so there is no other way for a thread to end.
            let _ = thread.join();
        }
    }
}

fn gone() -> io::Error {
    io::Error::other("a worker thread is gone")
}

/// What one worker does of a lap.
#[derive(Clone, Copy)]
struct Share {
    extent: Extent,
    /// Its part of all requests, and of the schedule of an open loop.
    stripe: Stripe,
    offer: Option<Offer>,
    pipeline: usize,
    probing: bool,
}

/// How a lap is divided: every connection belongs to one thread, and requests follow connections.
#[derive(Clone, Copy)]
struct Shares {
    threads: usize,
    connections: usize,
}

impl Shares {
    fn connections(self, worker: usize) -> usize {
        self.before(worker + 1) - self.before(worker)
    }

    /// Connections of the workers before this one.
    fn before(self, worker: usize) -> usize {
        self.connections * worker / self.threads
    }

    fn of(self, worker: usize, lap: &LapSpec) -> Share {
        let stripe = self.stripe(worker);
        // One without connections has no part of a schedule either.
        let offer = lap.offer.filter(|_| self.connections(worker) > 0);
        let extent = self.extent(worker, lap.extent);
        Share { extent, stripe, offer, pipeline: lap.pipeline, probing: lap.probing }
    }

    /// The worker's part of the requests; of those that have connections, each has one of equal parts.
    fn stripe(self, worker: usize) -> Stripe {
        if self.connections < self.threads {
            Stripe { index: self.before(worker), of: self.connections }
        } else {
            Stripe { index: worker, of: self.threads }
        }
    }

    fn extent(self, worker: usize, extent: Extent) -> Extent {
        match extent {
            Extent::Time { .. } => extent,
            Extent::Requests(requests) => {
                let upto = |worker| share(requests, self.before(worker), self.connections);
                Extent::Requests(upto(worker + 1) - upto(worker))
            }
        }
    }
}

/// `extent` in absolute time. `start` is when this thread really starts, so that waking up late on a busy machine
/// moves the window instead of cutting it.
fn limit(extent: Extent, start: Nanos) -> Limit {
    match extent {
        Extent::Time { length, skip } => Limit::Until { count_from: start + nanos(skip), end: start + nanos(length) },
        Extent::Requests(requests) => Limit::Requests(requests),
    }
}

/// `whole * part / parts`, for a part that is no more than the parts.
#[allow(clippy::cast_possible_truncation)] // the result is no more than the whole
fn share(whole: u64, part: usize, parts: usize) -> u64 {
    (u128::from(whole) * part as u128 / parts as u128) as u64
}

impl Worker {
    fn new(number: usize, kind: Kind, waiting: Waiting) -> io::Result<Self> {
        let (commands, inbox) = channel();
        let (outbox, reports) = channel();
        let name = format!("worker-{number}");
        let thread = thread::Builder::new().name(name).spawn(move || serve(kind, waiting, &inbox, &outbox))?;
        Ok(Self { commands, reports, thread })
    }
}

/// Obeys until the other end of `inbox` is dropped. Every command has one reply.
fn serve(kind: Kind, waiting: Waiting, inbox: &Receiver<Command>, outbox: &Sender<io::Result<Report>>) {
    // The default slack of 50 us would come on top of every wait for a request that is due. Where it is not allowed,
    // the lateness is measured like any other.
    let _ = rustix::thread::set_current_timer_slack(NonZeroU64::new(1));
    let mut pools = HashMap::new();
    while let Ok(command) = inbox.recv() {
        if outbox.send(obey(&mut pools, kind, waiting, command)).is_err() {
            return;
        }
    }
}

fn obey(pools: &mut HashMap<String, Pool>, kind: Kind, waiting: Waiting, command: Command) -> io::Result<Report> {
    let unknown = || io::Error::new(io::ErrorKind::NotFound, "no such target");
    match command {
        Command::Open { name, target } => {
            pools.insert(name, Pool::new(target, kind, waiting)?);
        }
        Command::Close { name } => {
            pools.remove(&name);
        }
        Command::Prepare { name, connections } => pools.get_mut(&name).ok_or_else(unknown)?.prepare(connections)?,
        Command::Run { name, start, share, outlet, worker } => {
            let pool = pools.get_mut(&name).ok_or_else(unknown)?;
            Monotonic.wait_until(start);
            let start = Monotonic.now();
            let Share { extent, stripe, offer, pipeline, probing } = share;
            let pacer = offer.map(|offer| Pacer::new(&offer, stripe, start));
            let feed = Feed::new(outlet, worker, start);
            let assignment = Assignment { start, limit: limit(extent, start), pacer, stripe, pipeline, probing };
            return pool.run(assignment, feed, &STOP);
        }
    }
    Ok(Report::default())
}
