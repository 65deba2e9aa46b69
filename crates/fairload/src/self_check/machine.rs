//! The machine around a run, read before it and after it: processors, the server if it is here, and what the kernel
//! threw away.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::SocketAddr;

use super::kernel::Drops;
use super::listener::{self, Processes};
use super::processors::{self, TICKS_PER_S, Ticks};
use super::signals::{ServerSignals, StealSignals};
use crate::clock::{Clock, Monotonic, Nanos, seconds};
use crate::os;

/// Below this the ticks of `/proc/stat`, 10 ms each, are too coarse for shares.
const SHORTEST: Nanos = 200 * crate::clock::MILLISECOND;

/// Where the server is.
#[derive(Debug)]
enum Whereabouts {
    Remote,
    Here(Processes),
    /// On this machine, but not visible; why.
    Hidden(String),
}

/// One look at the machine.
struct Reading {
    at: Nanos,
    processors: Option<BTreeMap<usize, Ticks>>,
    drops: Drops,
    /// Time on a processor, nanoseconds, of each of the server's threads by id.
    server: BTreeMap<u32, Nanos>,
}

/// A run's surroundings, from before it.
pub(crate) struct Watch {
    server: Whereabouts,
    before: Reading,
}

/// What changed over the run.
pub(crate) struct Surroundings {
    pub(super) steal: Option<StealSignals>,
    pub(super) server: ServerSignals,
    pub(super) drops: Drops,
}

impl Watch {
    /// Finds the server and takes the first reading.
    pub(crate) fn begin(address: SocketAddr) -> Self {
        let server = if listener::is_local(address.ip()) {
            listener::find(address).map_or_else(Whereabouts::Hidden, Whereabouts::Here)
        } else {
            Whereabouts::Remote
        };
        let before = Reading::take(&server);
        Self { server, before }
    }

    /// Reads again, and subtracts.
    pub(crate) fn end(self) -> Surroundings {
        let after = Reading::take(&self.server);
        let processors = after.processors_since(&self.before);
        Surroundings {
            steal: processors.as_ref().and_then(|all| steal(all, &own_processors()?)),
            drops: after.drops.since(self.before.drops),
            server: self.server_signals(&after, processors.as_ref()),
        }
    }

    fn server_signals(&self, after: &Reading, processors: Option<&BTreeMap<usize, Ticks>>) -> ServerSignals {
        let unknown = |local, why: &str| ServerSignals {
            local: Some(local),
            unknown_because: Some(why.to_owned()),
            ..ServerSignals::default()
        };
        let roots = match &self.server {
            Whereabouts::Remote => return unknown(false, "it is on another machine"),
            Whereabouts::Hidden(why) => return unknown(true, why),
            Whereabouts::Here(roots) => roots,
        };
        let length = after.at.saturating_sub(self.before.at);
        if length < SHORTEST {
            return unknown(true, "the run was too short to tell");
        }
        let used: Vec<f64> = after
            .server
            .iter()
            // One that was not there before has all its time from the run.
            .map(|(thread, now)| now.saturating_sub(self.before.server.get(thread).copied().unwrap_or(0)))
            .map(|used| seconds(used) / seconds(length))
            .collect();
        if used.is_empty() {
            return unknown(true, "its process ended, or the kernel does not tell its time");
        }
        let allowed: BTreeSet<usize> = roots.iter().filter_map(|root| allowed(*root)).flatten().collect();
        ServerSignals {
            local: Some(true),
            processors_used: Some(used.iter().sum()),
            busiest_thread_share: used.iter().copied().reduce(f64::max),
            processors_allowed: (!allowed.is_empty()).then_some(allowed.len()),
            processors_idle_share: processors.and_then(|all| idle_share(all, &allowed)),
            unknown_because: None,
        }
    }
}

impl Reading {
    fn take(server: &Whereabouts) -> Self {
        let text = |path: &str| fs::read_to_string(path).ok();
        let drops = Drops::read(
            text("/proc/net/softnet_stat").as_deref(),
            text("/proc/net/netstat").as_deref(),
            text("/proc/net/snmp").as_deref(),
        );
        let server = if let Whereabouts::Here(roots) = server { threads(roots) } else { BTreeMap::new() };
        let processors = text("/proc/stat").and_then(|stat| processors::processors(&stat));
        Self { at: Monotonic.now(), processors, drops, server }
    }

    /// What each processor did since; `None` if it is unknown, or too short to be measured in ticks.
    fn processors_since(&self, earlier: &Self) -> Option<BTreeMap<usize, Ticks>> {
        if self.at.saturating_sub(earlier.at) < SHORTEST {
            return None;
        }
        let (now, then) = (self.processors.as_ref()?, earlier.processors.as_ref()?);
        Some(now.iter().filter_map(|(number, ticks)| Some((*number, ticks.since(*then.get(number)?)))).collect())
    }
}

/// The threads of these processes and of their children.
fn threads(roots: &Processes) -> BTreeMap<u32, Nanos> {
    let mut all = BTreeMap::new();
    for process in listener::with_children(roots) {
        for entry in fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten() {
            let time = fs::read_to_string(entry.path().join("schedstat")).ok().and_then(|text| os::on_cpu(&text));
            let thread = entry.file_name().to_str().and_then(|name| name.parse().ok());
            all.extend(thread.zip(time));
        }
    }
    all
}

fn allowed(process: u32) -> Option<BTreeSet<usize>> {
    processors::allowed(&fs::read_to_string(format!("/proc/{process}/status")).ok()?)
}

/// Where our threads may run: they inherit it from the first.
pub(crate) fn own_processors() -> Option<BTreeSet<usize>> {
    allowed(std::process::id())
}

/// Of the most affected processor: any of them may have been ours.
fn steal(all: &BTreeMap<usize, Ticks>, ours: &BTreeSet<usize>) -> Option<StealSignals> {
    let worst =
        all.iter().filter(|(number, _)| ours.contains(number)).map(|(_, ticks)| ticks).max_by_key(|t| t.steal)?;
    let share = (worst.total > 0).then(|| worst.steal as f64 / worst.total as f64)?;
    Some(StealSignals { share, seconds: worst.steal as f64 / TICKS_PER_S })
}

fn idle_share(all: &BTreeMap<usize, Ticks>, of: &BTreeSet<usize>) -> Option<f64> {
    let sum = |what: fn(&Ticks) -> u64| -> u64 { of.iter().filter_map(|number| all.get(number)).map(what).sum() };
    let (idle, total) = (sum(|ticks| ticks.idle), sum(|ticks| ticks.total));
    (total > 0).then(|| idle as f64 / total as f64)
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;

    fn ticks(idle: u64, steal: u64, total: u64) -> Ticks {
        Ticks { idle, steal, total }
    }

    #[test]
    fn steal_is_of_the_worst_processor_that_may_be_ours() {
        let all = [(0, ticks(0, 3, 1000)), (1, ticks(0, 10, 1000)), (2, ticks(0, 500, 1000))].into();
        assert_eq!(steal(&all, &[0, 1].into()), Some(StealSignals { share: 0.01, seconds: 0.1 }));
        assert_eq!(steal(&all, &[0].into()), Some(StealSignals { share: 0.003, seconds: 0.03 }));
        assert_eq!(steal(&all, &[7].into()), None);
        assert_eq!(steal(&[(0, ticks(0, 0, 0))].into(), &[0].into()), None);
    }

    #[test]
    fn idleness_is_of_all_processors_together() {
        let all = [(0, ticks(500, 0, 1000)), (1, ticks(0, 0, 1000))].into();
        assert_eq!(idle_share(&all, &[0, 1].into()), Some(0.25));
        assert_eq!(idle_share(&all, &[1].into()), Some(0.0));
        assert_eq!(idle_share(&all, &[4].into()), None);
    }

    #[test]
    fn a_server_of_ours_is_seen_working_and_a_far_one_is_not() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let watch = Watch::begin(listener.local_addr().expect("an address"));
        let worker = thread::spawn(|| {
            let begun = Instant::now();
            let mut turns = 0_u64;
            while begun.elapsed() < Duration::from_millis(300) {
                turns = std::hint::black_box(turns + 1);
            }
            // Its time must still be there to be read.
            thread::sleep(Duration::from_millis(200));
        });
        thread::sleep(Duration::from_millis(350));
        let server = watch.end().server;
        let busiest = server.busiest_thread_share.expect("known");
        assert!(server.local == Some(true) && busiest > 0.0 && server.processors_used >= Some(busiest), "{server:?}");
        assert!(server.processors_idle_share.is_some() && server.unknown_because.is_none(), "{server:?}");
        worker.join().expect("it ends");

        let far = Watch::begin("192.0.2.1:80".parse().expect("an address")).end().server;
        assert_eq!((far.local, far.busiest_thread_share), (Some(false), None));
        drop(listener);
        let closed = Watch::begin("127.0.0.1:1".parse().expect("an address")).end().server;
        assert!(closed.local == Some(true) && closed.unknown_because.is_some(), "{closed:?}");
    }
}
