//! Each signal both ways: just inside its threshold, and beyond it.

use super::kernel::Drops;
use super::signals::{
    Ceiling, CeilingSignals, LittlesLaw, OpenLoopSignals, ServerSignals, Signals, StealSignals, ThreadSignals,
};
use super::verdict::{Bound, Verdict, judge};
use crate::recorder::Latency;

/// A good run: a generator with reserves, a server without.
fn healthy() -> Signals {
    Signals {
        elapsed_s: 10.0,
        threads: vec![thread(0.4), thread(0.3)],
        server: server(0.4, 0.5),
        turnaround_mean_us: Some(1.0),
        turnaround_p99_us: Some(5.0),
        littles_law: Some(LittlesLaw { ratio: 1.0, tolerance: 0.02 }),
        steal: Some(StealSignals { share: 0.0, seconds: 0.0 }),
        ..Signals::default()
    }
}

fn thread(busy: f64) -> ThreadSignals {
    ThreadSignals { busy_share: Some(busy), run_delay_share: Some(0.001), ..ThreadSignals::default() }
}

fn server(idle: f64, busiest: f64) -> ServerSignals {
    ServerSignals {
        local: Some(true),
        processors_used: Some(busiest),
        busiest_thread_share: Some(busiest),
        processors_allowed: Some(1),
        processors_idle_share: Some(idle),
        unknown_because: None,
    }
}

fn far() -> ServerSignals {
    ServerSignals { local: Some(false), unknown_because: Some("it is far".to_owned()), ..ServerSignals::default() }
}

/// Mean 100 us, 99th percentile 200 us.
fn latency() -> Latency {
    Latency {
        min: 50.0,
        mean: 100.0,
        p50: 100.0,
        p75: 110.0,
        p90: 120.0,
        p95: 150.0,
        p99: 200.0,
        p999: 300.0,
        p9999: 300.0,
        max: 400.0,
    }
}

fn judged(change: impl FnOnce(&mut Signals)) -> Verdict {
    let mut signals = healthy();
    change(&mut signals);
    judge(&signals, Some(&latency()))
}

fn assert_no(verdict: &Verdict) {
    assert_eq!((verdict.generator_bound, verdict.because.len(), verdict.holds()), (Bound::No, 0, true), "{verdict:?}");
    assert_eq!(verdict.line(), "generator-bound: no");
}

fn assert_yes(verdict: &Verdict, because: &str) {
    assert_eq!(
        (verdict.generator_bound, verdict.because.len(), verdict.holds()),
        (Bound::Yes, 1, false),
        "{verdict:?}"
    );
    assert!(
        verdict.line().starts_with("generator-bound: yes, because ") && verdict.line().contains(because),
        "{verdict:?}"
    );
}

fn assert_unknown(verdict: &Verdict, because: &str) {
    assert_eq!((verdict.generator_bound, verdict.holds()), (Bound::Unknown, true), "{verdict:?}");
    assert!(verdict.line().contains("unknown, because") && verdict.line().contains(because), "{verdict:?}");
}

#[test]
fn a_run_without_a_flaw_is_not_bound_and_says_nothing_else() {
    let verdict = judged(|_| {});
    assert_no(&verdict);
    assert!(verdict.notes.is_empty() && verdict.invalid_because.is_empty(), "{verdict:?}");
}

#[test]
fn own_work_binds_if_the_server_could_have_done_more() {
    assert_no(&judged(|s| s.threads[1] = thread(0.85)));
    assert_yes(&judged(|s| s.threads[1] = thread(0.86)), "86.0 % of the time (limit 85.0 %) while the server's");
    assert_unknown(&judged(|s| (s.threads[1], s.server) = (thread(0.97), server(0.10, 0.5))), "nothing to spare");
    assert_yes(&judged(|s| (s.threads[1], s.server) = (thread(0.97), server(0.11, 0.5))), "idle for 11.0 %");
    // Many processors idle, but the one thread that does the work is not.
    assert_unknown(&judged(|s| (s.threads[1], s.server) = (thread(0.97), server(0.9, 0.90))), "nothing to spare");
    assert_yes(&judged(|s| (s.threads[1], s.server) = (thread(0.97), server(0.9, 0.89))), "idle for 90.0 %");
    assert_yes(&judged(|s| (s.threads[1], s.server) = (thread(0.97), far())), "not known: it is far");
    assert_no(&judged(|s| s.server = far()));
}

#[test]
fn own_work_that_is_not_known_is_no_verdict() {
    assert_unknown(&judged(|s| s.threads[0].busy_share = None), "does not tell");
    // But what is known may be enough.
    let delayed = ThreadSignals { busy_share: None, run_delay_share: Some(0.3), ..thread(0.0) };
    assert_yes(&judged(|s| s.threads = vec![delayed]), "waited for a processor");
}

#[test]
fn waiting_for_a_processor_is_noted_and_then_binds() {
    let delayed = |share| judged(move |s| s.threads[0].run_delay_share = Some(share));
    assert!(delayed(0.005).notes.is_empty());
    assert_no(&delayed(0.05));
    assert!(delayed(0.05).notes[0].contains("waited for a processor for 5.0 %"));
    assert_yes(&delayed(0.051), "waited for a processor for 5.1 %");
    let unknown = judged(|s| s.threads[0].run_delay_share = None);
    assert_no(&unknown);
}

#[test]
fn a_pause_binds() {
    let paused =
        |share, longest| judged(move |s| (s.threads[1].paused_share, s.threads[1].longest_turn_ms) = (share, longest));
    assert_no(&paused(0.0, 99.0));
    assert_yes(&paused(0.02, 200.0), "for 200 ms");
}

#[test]
fn answers_that_wait_for_us_bind_unless_the_server_sets_the_pace() {
    let waiting = |mean, server| judged(move |s| (s.turnaround_mean_us, s.server) = (mean, server));
    assert_no(&waiting(Some(5.0), server(0.4, 0.5)));
    assert_yes(&waiting(Some(5.1), server(0.4, 0.5)), "5.1 us for their turn");
    assert_yes(&waiting(Some(5.1), far()), "5.1 us for their turn");
    assert_no(&waiting(Some(5.1), server(0.05, 0.5)));
    assert_eq!(waiting(Some(5.1), server(0.05, 0.5)).notes.len(), 1);
    assert_no(&waiting(None, far()));
    assert_no(&judge(&Signals { turnaround_mean_us: Some(99.0), ..healthy() }, None));
}

#[test]
fn a_burst_is_a_note() {
    let burst = |last| judged(move |s| s.turnaround_p99_us = Some(last));
    assert!(burst(10.0).notes.is_empty());
    assert!(burst(10.1).notes[0].contains("bursts"));
    assert_no(&burst(10.1));
}

#[test]
fn the_ceiling_binds_unless_the_server_sets_the_pace() {
    let reached = |share, server| {
        judged(move |s| {
            s.server = server;
            let most = Ceiling { engine: "epoll".to_owned(), connections: 64, requests_per_s: 200_000.0 };
            s.ceiling = Some(CeilingSignals { most, share });
        })
    };
    assert_no(&reached(0.8, server(0.4, 0.5)));
    assert_yes(&reached(0.81, server(0.4, 0.5)), "81.0 % of what we can do here (200000 requests/s");
    assert_yes(&reached(0.81, far()), "81.0 %");
    assert_no(&reached(0.81, server(0.0, 1.0)));
}

#[test]
fn own_lateness_binds_beyond_100_us_and_beyond_a_part_of_the_response_time() {
    let late = |own_p99_us, response_p50_us| {
        judged(move |s| s.open_loop = Some(OpenLoopSignals { own_p99_us, response_p50_us, achieved_share: 1.0 }))
    };
    assert_no(&late(100.0, Some(10.0)));
    assert_yes(&late(101.0, Some(10.0)), "101.0 us late or more by our own fault (limit 100.0 us)");
    assert_no(&late(500.0, Some(10_000.0)));
    assert_yes(&late(501.0, Some(10_000.0)), "limit 500.0 us");
    assert_yes(&late(101.0, None), "limit 100.0 us");
}

#[test]
fn load_that_was_not_achieved_is_a_note() {
    let achieved = |achieved_share| {
        judged(move |s| {
            s.open_loop = Some(OpenLoopSignals { own_p99_us: 1.0, response_p50_us: None, achieved_share });
        })
    };
    assert!(achieved(0.99).notes.is_empty());
    assert_no(&achieved(0.98));
    assert!(achieved(0.98).notes[0].contains("98.0 % of the offered"));
}

#[test]
fn steal_makes_a_result_invalid_once_it_is_more_than_a_tick() {
    let stolen = |share, seconds| judged(move |s| s.steal = Some(StealSignals { share, seconds }));
    assert!(stolen(0.005, 0.05).holds());
    assert!(stolen(0.05, 0.01).holds());
    let much = stolen(0.006, 0.06);
    assert_eq!((much.generator_bound, much.holds()), (Bound::No, false));
    assert!(much.invalid_because[0].contains("took 0.6 %"), "{much:?}");
    assert!(judged(|s| s.steal = None).holds());
}

#[test]
fn a_result_that_contradicts_itself_is_invalid() {
    let law = |ratio| judged(move |s| s.littles_law = Some(LittlesLaw { ratio, tolerance: 0.02 }));
    assert!(law(1.019).holds() && law(0.981).holds());
    for ratio in [1.021, 0.979] {
        let off = law(ratio);
        assert!(!off.holds() && off.invalid_because[0].contains("Little's law"), "{off:?}");
    }
    assert!(judged(|s| s.littles_law = None).holds());
}

#[test]
fn what_the_kernel_threw_away_is_a_note() {
    let kernel = |drops| judged(move |s| s.kernel = drops);
    assert!(kernel(Drops { softnet_dropped: Some(0), ..Drops::default() }).notes.is_empty());
    let dropped = kernel(Drops { listen_overflows: Some(7), retransmitted_segments: Some(1), ..Drops::default() });
    assert_no(&dropped);
    assert_eq!(dropped.notes.len(), 2);
    assert!(dropped.notes[0].contains("full listen queue: 7"), "{dropped:?}");
}

#[test]
fn a_run_that_was_too_short_has_no_verdict() {
    assert_unknown(&judged(|s| s.elapsed_s = 0.099), "too short");
    assert_no(&judged(|s| s.elapsed_s = 0.1));
}

#[test]
fn several_reasons_are_all_reported() {
    let verdict = judged(|s| {
        s.threads = vec![ThreadSignals { run_delay_share: Some(0.4), ..thread(0.9) }];
        s.elapsed_s = 0.01;
    });
    assert_eq!((verdict.generator_bound, verdict.because.len()), (Bound::Yes, 2));
    assert!(verdict.line().contains("; "));
    // Other unknowns are reported, too.
    assert!(verdict.notes.len() == 1 && verdict.notes[0].contains("too short"), "{verdict:?}");
}
