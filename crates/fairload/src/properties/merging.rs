//! The results of threads are the same in any order of merging, and equal those of a single thread.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::lap::report::{Offered, Report};
use crate::os::CpuTime;
use crate::outcome::{FAILURES, FirstFailure, Outcomes};
use crate::recorder::{Recorder, Times};

fn times() -> impl Strategy<Value = Vec<u64>> {
    vec(prop_oneof![0_u64..2_000, 1_000_u64..1_000_000, 1_000_000_u64..3_600_000_000_000], 0..30)
}

fn recorder() -> impl Strategy<Value = Recorder> {
    (times(), vec(select(FAILURES.to_vec()), 0..10), 0_u64..1000, 0_u64..1000).prop_map(
        |(latencies, failures, completed, progress)| {
            let mut recorder = Recorder::default();
            for latency in latencies {
                recorder.ok(latency);
            }
            for failure in failures {
                recorder.failed(failure);
            }
            recorder.completed = completed;
            recorder.progress = progress;
            recorder
        },
    )
}

fn filled(mut times: Times, with: &[u64]) -> Times {
    for &time in with {
        times.record(time);
    }
    times
}

fn offered() -> impl Strategy<Value = Offered> {
    (0_u64..100, 0_u64..100, 0_u64..100, times(), times(), times()).prop_map(
        |(due, unsent, backlog_max, response, blocked, own)| {
            let mut offered = Offered { due, unsent, backlog_max, ..Offered::default() };
            offered.response = filled(offered.response, &response);
            offered.blocked = filled(offered.blocked, &blocked);
            offered.own = filled(offered.own, &own);
            offered
        },
    )
}

fn cpu() -> impl Strategy<Value = CpuTime> {
    let time = 0_u64..1_000_000;
    (time.clone(), time.clone(), time.clone(), proptest::option::of(time))
        .prop_map(|(user, system, idle, run_delay)| CpuTime { user, system, idle, run_delay })
}

/// Two failures at the same nanosecond are the one case in which the order decides: which text is kept.
fn first_failure() -> impl Strategy<Value = FirstFailure> {
    (select(FAILURES.to_vec()), any::<u64>()).prop_map(|(outcome, at)| FirstFailure {
        outcome,
        expected: "an answer".to_owned(),
        got: format!("failure at {at}"),
        at,
    })
}

fn skipped() -> impl Strategy<Value = Outcomes> {
    vec(select(FAILURES.to_vec()), 0..10).prop_map(|outcomes| {
        let mut skipped = Outcomes::default();
        for outcome in outcomes {
            skipped.count(outcome);
        }
        skipped
    })
}

fn report() -> impl Strategy<Value = Report> {
    let count = 0_u64..1_000_000;
    let moments = [count.clone(), count.clone(), count.clone(), count.clone()];
    let counts = [count.clone(), count.clone(), count];
    let optional = (
        proptest::option::weighted(0.8, cpu()),
        proptest::option::of(first_failure()),
        proptest::option::weighted(0.7, offered()),
        proptest::option::of(times()),
    );
    (recorder(), skipped(), counts, moments, optional).prop_map(
        |(
            window,
            skipped,
            [responses, bytes_received, reconnects],
            moments,
            (cpu, first_failure, offered, connects),
        )| {
            let [window_start, window_end, started, ended] = moments;
            Report {
                window,
                skipped,
                responses,
                bytes_received,
                reconnects,
                window_start,
                window_end,
                started,
                ended,
                cpu,
                first_failure,
                offered,
                connects: connects.map(|connects| filled(Times::default(), &connects)),
                ..Report::default()
            }
        },
    )
}

fn merged(parts: &[&Report]) -> Report {
    let mut all = Report::default();
    for &part in parts {
        all.merge(part.clone());
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn reports_merge_in_any_order_and_grouping(a in report(), b in report(), c in report()) {
        let same_moment = [(&a, &b), (&b, &c), (&a, &c)].iter().any(|(a, b)| {
            a.first_failure.as_ref().zip(b.first_failure.as_ref()).is_some_and(|(a, b)| a.at == b.at)
        });
        prop_assume!(!same_moment);
        let all = merged(&[&a, &b, &c]);
        prop_assert_eq!(&all, &merged(&[&c, &a, &b]));
        prop_assert_eq!(&all, &merged(&[&b, &a, &c]));
        prop_assert_eq!(&all, &merged(&[&a, &merged(&[&b, &c])]));
        prop_assert_eq!(merged(&[&a]), a.clone());
        prop_assert_eq!(merged(&[&a, &Report::default()]), a);
    }

    /// Conservation: the whole has exactly what the parts have.
    #[test]
    fn a_merge_loses_nothing(parts in vec(report(), 1..5)) {
        let all = merged(&parts.iter().collect::<Vec<_>>());
        let sum = |of: fn(&Report) -> u64| parts.iter().map(of).sum::<u64>();
        prop_assert_eq!(all.requests(), sum(Report::requests));
        prop_assert_eq!(all.skipped.total(), sum(|report| report.skipped.total()));
        prop_assert_eq!(all.responses, sum(|report| report.responses));
        prop_assert_eq!(all.bytes_received, sum(|report| report.bytes_received));
        prop_assert_eq!(all.window.completed, sum(|report| report.window.completed));
        let offered = |of: fn(&Offered) -> u64| {
            parts.iter().filter_map(|report| report.offered.as_ref()).map(of).sum::<u64>()
        };
        if let Some(whole) = &all.offered {
            prop_assert_eq!(whole.due, offered(|part| part.due));
            prop_assert_eq!(whole.unsent, offered(|part| part.unsent));
        }
        prop_assert_eq!(all.offered.is_some(), parts.iter().any(|report| report.offered.is_some()));
    }

    #[test]
    fn times_of_parts_are_times_of_the_whole(a in times(), b in times()) {
        let whole: Vec<u64> = a.iter().chain(&b).copied().collect();
        for kind in [Times::default, Times::with_zero] {
            let mut merged = filled(kind(), &a);
            merged.merge(&filled(kind(), &b));
            prop_assert_eq!(&merged, &filled(kind(), &whole));
        }
    }

    /// T13: every quantile that is printed against the samples themselves. The bound of the reference is 0.4 %; three
    /// digits are 0.1 %.
    #[test]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn a_histogram_tells_what_its_samples_do(mut samples in vec(100_u64..3_600_000_000_000, 1..300)) {
        let summary = filled(Times::default(), &samples).summary().expect("there are samples");
        samples.sort_unstable();
        let exact = |q: f64| samples[((q * samples.len() as f64).ceil() as usize).clamp(1, samples.len()) - 1] as f64 / 1e3;
        for (q, got) in [
            (0.5, summary.p50), (0.75, summary.p75), (0.9, summary.p90), (0.95, summary.p95), (0.99, summary.p99),
            (0.999, summary.p999), (0.9999, summary.p9999),
        ] {
            // A nanosecond's rounding in the bins of the shortest times, which are 100 ns.
            prop_assert!((got / exact(q) - 1.0).abs() <= 0.001 + 0.001 / exact(q), "{} is {} for {}", q, got, exact(q));
        }
        let mean = samples.iter().map(|&sample| sample as f64).sum::<f64>() / samples.len() as f64 / 1e3;
        prop_assert!((summary.mean / mean - 1.0).abs() < 1e-9);
        prop_assert_eq!((summary.min, summary.max), (samples[0] as f64 / 1e3, samples[samples.len() - 1] as f64 / 1e3));
    }
}
