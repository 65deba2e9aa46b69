//! What a lap found out, on one thread or merged from several.

use crate::clock::{Nanos, seconds};
use crate::outcome::{FirstFailure, Outcomes};
use crate::recorder::Recorder;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Report {
    /// Requests sent inside the window.
    pub(crate) window: Recorder,
    /// Requests sent before it.
    pub(crate) skipped: Outcomes,
    /// All complete answers, right or wrong, whenever sent.
    pub(crate) responses: u64,
    pub(crate) bytes_received: u64,
    pub(crate) reconnects: u64,
    pub(crate) window_start: Nanos,
    pub(crate) window_end: Nanos,
    /// First send.
    pub(crate) started: Nanos,
    /// End of the last request.
    pub(crate) ended: Nanos,
    /// The generator's own; `None` if a thread's is not known.
    pub(crate) cpu: Option<CpuTime>,
    pub(crate) first_failure: Option<FirstFailure>,
}

/// Processor time, nanoseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct CpuTime {
    pub(crate) user: Nanos,
    pub(crate) system: Nanos,
}

impl CpuTime {
    pub(crate) fn since(self, earlier: Self) -> Self {
        Self { user: self.user.saturating_sub(earlier.user), system: self.system.saturating_sub(earlier.system) }
    }
}

impl Default for Report {
    fn default() -> Self {
        Self {
            window: Recorder::default(),
            skipped: Outcomes::default(),
            responses: 0,
            bytes_received: 0,
            reconnects: 0,
            window_start: Nanos::MAX,
            window_end: 0,
            started: Nanos::MAX,
            ended: 0,
            cpu: Some(CpuTime::default()),
            first_failure: None,
        }
    }
}

impl Report {
    /// Commutative and associative; a default report changes nothing.
    pub(crate) fn merge(&mut self, other: Self) {
        self.window.merge(&other.window);
        self.skipped.merge(&other.skipped);
        self.responses += other.responses;
        self.bytes_received += other.bytes_received;
        self.reconnects += other.reconnects;
        self.window_start = self.window_start.min(other.window_start);
        self.window_end = self.window_end.max(other.window_end);
        self.started = self.started.min(other.started);
        self.ended = self.ended.max(other.ended);
        self.cpu = self.cpu.zip(other.cpu).map(|(a, b)| CpuTime { user: a.user + b.user, system: a.system + b.system });
        self.first_failure = match (self.first_failure.take(), other.first_failure) {
            (Some(a), Some(b)) => Some(if b.at < a.at { b } else { a }),
            (a, b) => a.or(b),
        };
    }

    /// Requests sent inside the window.
    pub(crate) fn requests(&self) -> u64 {
        self.window.outcomes.total()
    }

    /// Length of the window, seconds.
    pub(crate) fn elapsed_s(&self) -> f64 {
        seconds(self.window_end.saturating_sub(self.window_start))
    }

    /// From first send to the end of the drain, seconds.
    pub(crate) fn lap_elapsed_s(&self) -> f64 {
        seconds(self.ended.saturating_sub(self.started))
    }

    /// Right answers that arrived inside the window, per second of it. `None` for a window without length.
    #[allow(clippy::cast_precision_loss)] // exact below 2^53 answers
    pub(crate) fn throughput_per_s(&self) -> Option<f64> {
        let elapsed = self.elapsed_s();
        (elapsed > 0.0).then(|| self.window.completed as f64 / elapsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Outcome;

    fn report(at: Nanos) -> Report {
        let failure =
            |got: &str| FirstFailure { outcome: Outcome::Read, expected: String::new(), got: got.to_owned(), at };
        Report {
            responses: at,
            reconnects: 1,
            window_start: at,
            window_end: at + 10,
            started: at,
            ended: at + 12,
            cpu: Some(CpuTime { user: at, system: 1 }),
            first_failure: Some(failure(&format!("failure at {at}"))),
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
    }

    #[test]
    fn an_unknown_part_makes_the_whole_unknown() {
        let mut unknown = report(1);
        unknown.cpu = None;
        assert_eq!(merged(&[report(2), unknown]).cpu, None);
    }
}
