//! What a lap reports while it runs, and how it ends without answers.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::closed::Limit;
use super::paced::Paced;
use super::pacer::{Pacer, Stripe};
use super::tests::{MS, RIGHT, Track, send, set};
use crate::detail::live::Board;
use crate::detail::recording::Wanted;
use crate::engine::{Driver, Standing, Step};
use crate::outcome::Outcome;
use crate::spec::{Arrivals, Offer};

fn track(slots: usize, wanted: Wanted) -> Track {
    let mut track = Track::new(slots, true);
    track.target.timeout = Duration::from_secs(3600);
    track.target.detail = Some(wanted);
    track
}

#[test]
fn a_board_gets_the_results_so_far_at_every_interval() {
    let board = Arc::new(Board::new(20 * MS));
    let mut track = track(1, Wanted { live: Some(Arc::clone(&board)), ..Wanted::default() });
    let clock = track.clock.clone();
    let mut lap = track.lap(Limit::Requests(9));
    assert_eq!(lap.start(0), send());
    set(&clock, 10);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), send());
    assert_eq!((lap.due(), board.read()), (None, None), "the first interval is not over");
    // A late thread writes its part late, and then again on schedule.
    for (millis, answers, shown) in [(25, 2, 25), (39, 3, 25), (40, 4, 40)] {
        set(&clock, millis);
        assert_eq!(lap.received(0, RIGHT, Standing::Open), send());
        assert_eq!(lap.due(), None);
        let seen = board.read().expect("a result");
        let known = if shown == millis { answers } else { answers - 1 };
        assert_eq!((seen.elapsed, seen.detail.answers(), seen.detail.ticks), (shown * MS, known, vec![vec![known]]));
    }
}

#[test]
fn after_the_end_answers_have_as_long_as_the_drain_says() {
    let mut track = track(3, Wanted { drain: Some(Duration::from_millis(30)), ..Wanted::default() });
    let clock = track.clock.clone();
    let mut lap = track.lap(Limit::Until { count_from: 0, end: 100 * MS });
    assert!((0..3).all(|slot| lap.start(slot) == send()));
    set(&clock, 99);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), send());
    assert_eq!(lap.due(), None);
    set(&clock, 105);
    assert_eq!(lap.received(1, RIGHT, Standing::Open), Step::Wait);
    assert_eq!((lap.due(), lap.wait()), (None, 30 * MS), "counted from the first look past the end");
    set(&clock, 134);
    assert_eq!((lap.due(), lap.finished()), (None, false));
    set(&clock, 135);
    assert_eq!((lap.due(), lap.due(), lap.due()), (Some((0, Step::Close)), Some((2, Step::Close)), None));
    assert!(lap.finished());
    let detail = *lap.into_report().detail.expect("wanted");
    assert_eq!((detail.answers(), detail.late, detail.error_count()), (1, [0, 1, 0, 0, 0], 2));
    assert!(detail.errors.keys().all(|(outcome, _)| *outcome == Outcome::Timeout), "{:?}", detail.errors);
}

#[test]
fn a_wish_to_stop_begins_the_drain_of_a_number_of_requests() {
    let mut track = track(1, Wanted { drain: Some(Duration::from_millis(30)), ..Wanted::default() });
    let clock = track.clock.clone();
    track.stop.store(true, Ordering::Relaxed);
    let mut lap = track.lap(Limit::Requests(9));
    assert_eq!(lap.start(0), send());
    assert_eq!(lap.due(), None);
    set(&clock, 30);
    assert_eq!((lap.due(), lap.finished()), (Some((0, Step::Close)), true));
}

#[test]
fn in_an_open_loop_latency_begins_when_the_request_was_due() {
    let mut track = track(1, Wanted::default());
    let clock = track.clock.clone();
    let offer = Offer { rate_per_s: 100.0, arrivals: Arrivals::Constant, seed: 0 };
    let pacer = Pacer::new(&offer, Stripe { index: 0, of: 1 }, 0);
    let mut lap = track.paced(Paced::new(pacer, 0..20 * MS, 1, 1));
    assert_eq!(lap.start(0), send());
    set(&clock, 17);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), send(), "due at 10");
    set(&clock, 19);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), Step::Wait);
    let latencies = lap.into_report().detail.expect("wanted").latencies.summary().expect("two");
    assert!((latencies.min - 9_000.0).abs() < 1e-9 && (latencies.max - 17_000.0).abs() < 1e-9, "{latencies:?}");
}
