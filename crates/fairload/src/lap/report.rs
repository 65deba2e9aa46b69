//! The results of a lap, on one thread or merged from several.

use super::effort::Effort;
use crate::clock::{Nanos, seconds};
use crate::detail::Detail;
use crate::os::CpuTime;
use crate::outcome::{FirstFailure, Outcomes};
use crate::recorder::{Recorder, Times, WHOLE};
use crate::tls::negotiated::Negotiated;

#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Requests of the window: sent inside it, or due inside it in an open loop.
    pub window: Recorder,
    /// Outcomes and latencies of each question, if there are several.
    pub each: Vec<Recorder>,
    /// Requests before the window.
    pub skipped: Outcomes,
    /// All complete answers, right or wrong, whenever sent.
    pub responses: u64,
    pub bytes_received: u64,
    pub reconnects: u64,
    /// From connect(2) to an open connection, of those that opened in the window; `None` if none did.
    pub connects: Option<Times>,
    pub window_start: Nanos,
    pub window_end: Nanos,
    /// When the lap began; of several threads, the first one's.
    pub started: Nanos,
    /// End of the last request.
    pub ended: Nanos,
    /// The generator's own; `None` if a thread's is not known.
    pub cpu: Option<CpuTime>,
    /// One of each thread that ran the lap.
    pub efforts: Vec<Effort>,
    pub first_failure: Option<FirstFailure>,
    /// Of handshakes since the last lap, those before this one included; only of a TLS target.
    pub tls: Option<Negotiated>,
    /// Requests that the server refused without looking at them, and that were sent again; only of HTTP/2.
    pub sent_again: Option<u64>,
    /// Only of an open loop.
    pub offered: Option<Offered>,
    /// Only where the target wants it.
    pub detail: Option<Box<Detail>>,
}

/// The results of a schedule: of the requests that were due in the window.
#[derive(Debug, Clone, PartialEq)]
pub struct Offered {
    pub due: u64,
    /// Those that got no connection in time.
    pub unsent: u64,
    /// Of these, those that found the backlog full.
    pub dropped: u64,
    /// The most requests that waited for a connection at the same time; of several threads, the sum.
    pub backlog_max: u64,
    /// From due to the right answer.
    pub response: Times,
    /// From due to sent, as far as there was no connection for it; of all that were sent.
    pub blocked: Times,
    /// The rest from due to sent: our own lateness.
    pub own: Times,
}

impl Default for Offered {
    fn default() -> Self {
        Self {
            due: 0,
            unsent: 0,
            dropped: 0,
            backlog_max: 0,
            response: Times::default(),
            blocked: Times::with_zero(),
            own: Times::with_zero(),
        }
    }
}

impl Offered {
    fn merge(mut self, other: &Self) -> Self {
        self.due += other.due;
        self.unsent += other.unsent;
        self.dropped += other.dropped;
        self.backlog_max += other.backlog_max;
        self.response.merge(&other.response);
        self.blocked.merge(&other.blocked);
        self.own.merge(&other.own);
        self
    }
}

impl Default for Report {
    fn default() -> Self {
        Self {
            window: Recorder::default(),
            each: Vec::new(),
            skipped: Outcomes::default(),
            responses: 0,
            bytes_received: 0,
            reconnects: 0,
            connects: None,
            window_start: Nanos::MAX,
            window_end: 0,
            started: Nanos::MAX,
            ended: 0,
            cpu: Some(CpuTime::ZERO),
            efforts: Vec::new(),
            first_failure: None,
            tls: None,
            sent_again: None,
            offered: None,
            detail: None,
        }
    }
}

impl Report {
    /// Commutative and associative; a default report changes nothing.
    pub(crate) fn merge(&mut self, other: Self) {
        self.window.merge(&other.window);
        if self.each.len() < other.each.len() {
            self.each.resize_with(other.each.len(), Recorder::default);
        }
        self.each.iter_mut().zip(&other.each).for_each(|(own, its)| own.merge(its));
        self.skipped.merge(&other.skipped);
        self.responses += other.responses;
        self.bytes_received += other.bytes_received;
        self.reconnects += other.reconnects;
        self.connects = match (self.connects.take(), other.connects) {
            (Some(mut a), Some(b)) => {
                a.merge(&b);
                Some(a)
            }
            (a, b) => a.or(b),
        };
        self.window_start = self.window_start.min(other.window_start);
        self.window_end = self.window_end.max(other.window_end);
        self.started = self.started.min(other.started);
        self.ended = self.ended.max(other.ended);
        self.cpu = self.cpu.zip(other.cpu).map(|(a, b)| a.plus(b));
        self.efforts.extend(other.efforts);
        self.efforts.sort_unstable();
        self.first_failure = match (self.first_failure.take(), other.first_failure) {
            (Some(a), Some(b)) => Some(if b.at < a.at { b } else { a }),
            (a, b) => a.or(b),
        };
        self.tls = match (self.tls.take(), other.tls) {
            (Some(a), Some(b)) => Some(a.merge(b)),
            (a, b) => a.or(b),
        };
        self.sent_again = match (self.sent_again, other.sent_again) {
            (Some(a), Some(b)) => Some(a + b),
            (a, b) => a.or(b),
        };
        self.offered = match (self.offered.take(), other.offered) {
            (Some(a), Some(b)) => Some(a.merge(&b)),
            (a, b) => a.or(b),
        };
        match (&mut self.detail, other.detail) {
            (Some(mine), Some(others)) => mine.merge(*others),
            (mine, others) => *mine = mine.take().or(others),
        }
    }

    /// Requests of the window that were sent.
    pub fn requests(&self) -> u64 {
        self.window.outcomes.total()
    }

    /// Length of the window, seconds.
    pub fn elapsed_s(&self) -> f64 {
        seconds(self.window_end.saturating_sub(self.window_start))
    }

    /// From its beginning to the end of the drain, seconds.
    pub(crate) fn lap_elapsed_s(&self) -> f64 {
        seconds(self.ended.saturating_sub(self.started))
    }

    /// Right answers that arrived inside the window, per second of it. `None` for a window without length.
    pub(crate) fn throughput_per_s(&self) -> Option<f64> {
        let elapsed = self.elapsed_s();
        (elapsed > 0.0).then(|| self.window.completed as f64 / elapsed)
    }

    /// Right answers per second of the window, each by the share of its time inside it; not for an open loop.
    pub(crate) fn progress_per_s(&self) -> Option<f64> {
        let elapsed = self.elapsed_s();
        let closed = self.offered.is_none() && elapsed > 0.0;
        closed.then(|| self.window.progress as f64 / WHOLE as f64 / elapsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lap::effort::Turns;
    use crate::os::CpuTime;
    use crate::outcome::Outcome;

    fn report(at: Nanos) -> Report {
        let failure =
            |got: &str| FirstFailure { outcome: Outcome::Read, expected: String::new(), got: got.to_owned(), at };
        let mut offered = Offered { due: at, unsent: 1, dropped: 1, backlog_max: 2, ..Offered::default() };
        offered.response.record(at * 1000);
        offered.own.record(at);
        let mut each = Recorder::default();
        each.ok(at * 1000);
        let mut connects = Times::default();
        connects.record(at * 100);
        Report {
            each: vec![each; usize::try_from(at % 4).expect("small")],
            connects: (at > 3).then_some(connects),
            responses: at,
            reconnects: 1,
            window_start: at,
            window_end: at + 10,
            started: at,
            ended: at + 12,
            cpu: Some(CpuTime { user: at, system: 1, idle: at, run_delay: Some(2 * at) }),
            efforts: vec![Effort { wall: at, usage: None, idle: 0, turns: Turns::default() }],
            first_failure: Some(failure(&format!("failure at {at}"))),
            offered: Some(offered),
            ..Report::default()
        }
    }

    fn merged(parts: &[Report]) -> Report {
        let mut all = Report::default();
        for part in parts {
            all.merge(part.clone());
        }
        all
    }

    #[test]
    fn merging_does_not_depend_on_the_order() {
        let (a, b, c) = (report(5), report(3), report(9));
        let all = merged(&[a.clone(), b.clone(), c.clone()]);
        assert_eq!(all, merged(&[c.clone(), b.clone(), a.clone()]));
        assert_eq!(all, merged(&[a.clone(), merged(&[b, c])]));
        assert_eq!(merged(std::slice::from_ref(&a)), a);
        assert_eq!(all.first_failure.map(|failure| failure.got), Some("failure at 3".to_owned()));
        assert_eq!((all.started, all.ended, all.responses), (3, 21, 17));
        assert_eq!(all.cpu, Some(CpuTime { user: 17, system: 3, idle: 17, run_delay: Some(34) }));
        assert_eq!(all.efforts.iter().map(|effort| effort.wall).collect::<Vec<_>>(), [3, 5, 9]);
        let offered = all.offered.expect("of an open loop");
        assert_eq!((offered.due, offered.unsent, offered.backlog_max), (17, 3, 6));
    }

    #[test]
    fn an_unknown_part_makes_the_whole_unknown() {
        let mut unknown = report(1);
        unknown.cpu = None;
        assert_eq!(merged(&[report(2), unknown]).cpu, None);
        let mut undelayed = report(1);
        undelayed.cpu = Some(CpuTime { user: 1, system: 1, idle: 0, run_delay: None });
        assert_eq!(merged(&[report(2), undelayed]).cpu, Some(CpuTime { user: 3, system: 2, idle: 2, run_delay: None }));
    }
}
