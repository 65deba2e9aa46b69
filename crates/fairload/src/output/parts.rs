//! Parts of a run's document that a session's laps do not have.

use schemars::JsonSchema;
use serde::Serialize;

use crate::clock::{MILLISECOND, Nanos};
use crate::lap::report::Report;
use crate::outcome::Outcomes;
use crate::recorder::{Latency, Times};
use crate::target::Question;

/// Connections that were opened in the window: one per request without keep-alive, with it those that replaced others.
#[derive(Debug, Serialize, JsonSchema)]
#[allow(clippy::struct_field_names)] // names of the document, which they are part of
pub(crate) struct Connects {
    pub(crate) connects: u64,
    /// Per second of the window; null for a window without length.
    pub(crate) connects_per_s: Option<f64>,
    /// From connect(2) to an open connection; null when none was opened.
    pub(crate) connect_us: Option<Latency>,
    /// The same, encoded like `histogram`.
    pub(crate) connect_histogram: Option<String>,
    /// What the times of connecting give away, in words; null if nothing.
    pub(crate) connect_note: Option<String>,
}

/// When Linux sends a SYN that was not answered once more: 1 s after the first, 2 s after the second. Each with room for
/// the way there and back.
const RESENT_SYN: [(Nanos, Nanos); 2] =
    [(990 * MILLISECOND, 1300 * MILLISECOND), (2990 * MILLISECOND, 3500 * MILLISECOND)];

impl Connects {
    pub(crate) fn of(report: &Report) -> Self {
        let times = report.connects.as_ref();
        let connects = times.map_or(0, Times::count);
        let elapsed = report.elapsed_s();
        Self {
            connects,
            connects_per_s: (elapsed > 0.0).then(|| connects as f64 / elapsed),
            connect_us: times.and_then(Times::summary),
            connect_histogram: times.and_then(Times::encoded),
            connect_note: times.and_then(note),
        }
    }
}

fn note(times: &Times) -> Option<String> {
    let resent: u64 = RESENT_SYN.iter().map(|&(from, to)| times.count_between(from, to)).sum();
    (resent > 0).then(|| {
        format!("{resent} took about 1 s or 3 s: the SYN was dropped and sent again, as by a listen queue that is full")
    })
}

/// One of several requests.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RequestNumbers {
    pub(crate) name: String,
    pub(crate) weight: u32,
    /// Requests of the window; over all requests of the file they add up to `requests`.
    pub(crate) requests: u64,
    pub(crate) ok: u64,
    pub(crate) outcomes: Outcomes,
    /// Of its right answers; null when there is none.
    pub(crate) latency_us: Option<Latency>,
    /// The same, encoded like `histogram`.
    pub(crate) histogram: Option<String>,
}

impl RequestNumbers {
    /// `None` where there is only one request.
    pub(crate) fn of(questions: &[Question], report: &Report) -> Option<Vec<Self>> {
        let each = questions.iter().zip(&report.each).map(|(question, recorder)| Self {
            name: question.name.clone(),
            weight: question.weight,
            requests: recorder.outcomes.total(),
            ok: recorder.outcomes.ok,
            outcomes: recorder.outcomes,
            latency_us: recorder.latency(),
            histogram: recorder.encoded(),
        });
        (questions.len() > 1).then(|| each.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::SECOND;

    fn connects(times: &[Nanos]) -> Connects {
        let mut recorded = Times::default();
        for &time in times {
            recorded.record(time);
        }
        Connects::of(&Report { connects: Some(recorded), window_start: 0, window_end: 2 * SECOND, ..Report::default() })
    }

    #[test]
    fn a_dropped_syn_is_called_so() {
        let healthy = connects(&[20_000, 900 * MILLISECOND, 2 * SECOND]);
        assert_eq!((healthy.connects, healthy.connects_per_s, healthy.connect_note), (3, Some(1.5), None));
        let note = connects(&[20_000, 1_012 * MILLISECOND, 3_040 * MILLISECOND]).connect_note.expect("two were resent");
        assert!(note.starts_with("2 took about 1 s or 3 s"), "{note}");
    }

    #[test]
    fn without_connections_there_are_no_times() {
        let none = Connects::of(&Report { window_start: 0, window_end: SECOND, ..Report::default() });
        assert_eq!((none.connects, none.connects_per_s), (0, Some(0.0)));
        assert!(none.connect_us.is_none() && none.connect_histogram.is_none() && none.connect_note.is_none());
    }
}
