//! The open loop's decisions under a clock that only the test moves.

use std::sync::atomic::Ordering;

use rustix::io::Errno;

use super::flights_tests::sends;
use super::paced::{MAX_BACKLOG, Paced, SPIN};
use super::pacer::{Pacer, Stripe};
use super::report::{Offered, Report};
use super::running::Running;
use super::tests::{Hand, LAST, MS, RIGHT, Track, WRONG, send, send_last, set};
use crate::engine::{Driver, End, Standing, Step};
use crate::recorder::Times;
use crate::spec::{Arrivals, Offer};

/// Requests due every 10 ms from 0 on; those due from `count_from` to `end` (ms) count.
fn every_10_ms(track: &Track, count_from: u64, end: u64) -> Paced {
    let offer = Offer { rate_per_s: 100.0, arrivals: Arrivals::Constant, seed: 0 };
    let pacer = Pacer::new(&offer, Stripe { index: 0, of: 1 }, 0);
    Paced::new(pacer, count_from * MS..end * MS, track.slots.len(), track.depth)
}

/// What the engine does between two waits: everything that is due.
fn turn(lap: &mut Running<'_, Hand, Paced>) -> Vec<(usize, Step)> {
    std::iter::from_fn(|| lap.due()).collect()
}

fn offered(report: &Report) -> &Offered {
    report.offered.as_ref().expect("an open loop")
}

/// Smallest and largest, whole milliseconds.
fn range(times: &Times) -> (u64, u64) {
    let summary = times.summary().expect("something was recorded");
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let millis = |micros: f64| (micros / 1000.0).round() as u64;
    (millis(summary.min), millis(summary.max))
}

#[test]
fn requests_leave_when_they_are_due_and_count_by_when_they_were_due() {
    let mut track = Track::new(2, true);
    let (clock, pace) = (track.clock.clone(), every_10_ms(&track, 10, 40));
    let mut lap = track.paced(pace);
    assert_eq!((lap.start(0), lap.start(1)), (send(), Step::Wait), "one is due at once");
    assert_eq!(turn(&mut lap), []);
    assert_eq!(lap.wait(), 10 * MS - SPIN, "then it looks without a pause");
    set(&clock, 3);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), Step::Wait, "an answer calls for no request");
    for (millis, slot) in [(10, 1), (20, 0), (30, 1)] {
        set(&clock, millis - 1);
        assert_eq!((turn(&mut lap), lap.wait()), (vec![], MS - SPIN), "early");
        set(&clock, millis);
        assert_eq!(turn(&mut lap), [(slot, send())], "the connections take turns");
        set(&clock, millis + 2);
        assert_eq!(lap.received(slot, RIGHT, Standing::Open), Step::Wait);
    }
    assert!(!lap.finished(), "the lap is as long as was asked for");
    set(&clock, 40);
    assert_eq!(turn(&mut lap), [], "nothing is due at the end");
    assert!(lap.finished());
    let report = lap.into_report();
    assert_eq!((report.skipped.ok, report.window.outcomes.ok, report.window.completed), (1, 3, 3));
    assert!((report.elapsed_s() - 0.030).abs() < 1e-12);
    let offered = offered(&report);
    assert_eq!((offered.due, offered.unsent, offered.backlog_max), (3, 0, 0));
    assert_eq!((range(&offered.response), range(&offered.own), range(&offered.blocked)), ((2, 2), (0, 0), (0, 0)));
}

#[test]
fn a_request_without_a_connection_waits_and_the_wait_is_the_servers() {
    let mut track = Track::new(1, true);
    let (clock, pace) = (track.clock.clone(), every_10_ms(&track, 0, 30));
    let mut lap = track.paced(pace);
    assert_eq!(lap.start(0), send());
    for millis in [10, 20] {
        set(&clock, millis);
        assert_eq!(turn(&mut lap), []);
    }
    // The first request's answer lets the second go, the one that has waited longest.
    set(&clock, 25);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), send());
    set(&clock, 27);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), send());
    set(&clock, 33);
    assert_eq!(turn(&mut lap), []);
    assert!(!lap.finished());
    assert_eq!(lap.received(0, WRONG, Standing::Open), Step::Wait);
    assert!(lap.finished());
    let report = lap.into_report();
    assert_eq!((report.window.outcomes.ok, report.window.outcomes.wrong_status), (2, 1));
    let latency = report.window.latency().expect("two right answers");
    assert!((latency.min - 2_000.0).abs() < 1e-9 && (latency.max - 25_000.0).abs() < 1e-9, "service: from sent");
    let offered = offered(&report);
    assert_eq!((offered.due, offered.unsent, offered.backlog_max), (3, 0, 2));
    assert_eq!(range(&offered.response), (17, 25), "right answers, from due");
    assert_eq!((range(&offered.blocked), range(&offered.own)), ((0, 15), (0, 0)));
}

#[test]
fn what_a_generator_that_slept_did_not_send_was_its_own_doing() {
    let mut track = Track::new(2, true);
    let (clock, pace) = (track.clock.clone(), every_10_ms(&track, 0, 50));
    let mut lap = track.paced(pace);
    assert_eq!(lap.start(0), send());
    lap.start(1);
    // Not a look from 0 to 45 ms: the requests due at 10, 20, 30 and 40 are 35, 25, 15 and 5 ms late.
    set(&clock, 45);
    assert_eq!(turn(&mut lap), [(1, send())]);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), send());
    // From the look on, the last two had to wait for connections: 2 ms.
    set(&clock, 47);
    assert_eq!(lap.received(1, RIGHT, Standing::Open), send());
    assert_eq!(lap.received(0, RIGHT, Standing::Open), send());
    set(&clock, 50);
    assert_eq!(turn(&mut lap), []);
    lap.received(0, RIGHT, Standing::Open);
    lap.received(1, RIGHT, Standing::Open);
    assert!(lap.finished());
    let report = lap.into_report();
    let offered = offered(&report);
    assert_eq!((offered.due, offered.unsent), (5, 0));
    assert_eq!((range(&offered.own), range(&offered.blocked)), ((0, 35), (0, 2)));
    let mean = |times: &Times| times.summary().expect("of all that were sent").mean;
    // (0 + 35 + 25 + 15 + 5) / 5 and (2 + 2) / 5.
    assert!((mean(&offered.own) - 16_000.0).abs() < 1e-6 && (mean(&offered.blocked) - 800.0).abs() < 1e-6);
}

#[test]
fn the_backlog_is_sent_for_100_ms_and_then_given_up() {
    let mut track = Track::new(1, true);
    track.target.timeout = std::time::Duration::from_secs(1);
    let (clock, pace) = (track.clock.clone(), every_10_ms(&track, 20, 50));
    let mut lap = track.paced(pace);
    assert_eq!(lap.start(0), send());
    for millis in [10, 20, 30, 40, 50] {
        set(&clock, millis);
        assert_eq!(turn(&mut lap), []);
    }
    assert_eq!(lap.wait(), 50 * MS, "no longer than any wait");
    // The one due at 10 (skipped) and the one due at 20 still go.
    set(&clock, 60);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), send());
    set(&clock, 149);
    assert_eq!((lap.received(0, RIGHT, Standing::Open), turn(&mut lap)), (send(), vec![]));
    assert_eq!(lap.wait(), MS);
    set(&clock, 150);
    assert_eq!((turn(&mut lap), lap.finished()), (vec![], false), "what was sent is followed to its end");
    set(&clock, 400);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), Step::Wait);
    assert!(lap.finished());
    let report = lap.into_report();
    assert_eq!((report.skipped.ok, report.requests(), report.window.completed), (2, 1, 0));
    let offered = offered(&report);
    assert_eq!((offered.due, offered.unsent, offered.backlog_max), (3, 2, 4));
    assert_eq!((range(&offered.response), range(&offered.blocked)), ((380, 380), (129, 129)));
}

#[test]
fn every_request_to_a_dead_server_fails_on_its_own_when_it_is_due() {
    let mut track = Track::new(1, true);
    track.slots[0] = super::Slot { open_error: Some(Errno::CONNREFUSED.into()), ..super::Slot::default() };
    let (clock, pace) = (track.clock.clone(), every_10_ms(&track, 0, 60));
    let mut lap = track.paced(pace);
    assert_eq!(lap.start(0), Step::Close, "the first finds no connection");
    let mut attempts = 0;
    for millis in 0..=60 {
        set(&clock, millis);
        while let Some((slot, step)) = lap.due() {
            if step == Step::Open {
                attempts += 1;
                assert_eq!(millis % 10, 0);
                assert_eq!(lap.not_opened(slot, Errno::CONNREFUSED.into()), Step::Close);
            }
        }
    }
    assert!(lap.finished());
    let report = lap.into_report();
    assert_eq!((attempts, report.window.outcomes.connect, offered(&report).due), (5, 6, 6));
    assert_eq!((offered(&report).unsent, offered(&report).response.summary()), (0, None));
    assert_eq!(range(&offered(&report).own), (0, 0));
}

#[test]
fn reopening_a_connection_is_not_the_generators_lateness() {
    let mut track = Track::new(1, true);
    let (clock, pace) = (track.clock.clone(), every_10_ms(&track, 0, 20));
    let mut lap = track.paced(pace);
    assert_eq!(lap.start(0), send());
    set(&clock, 1);
    assert_eq!(lap.received(0, LAST, Standing::Last), Step::Close, "nothing is due that it could be opened for");
    set(&clock, 10);
    assert_eq!(turn(&mut lap), [(0, Step::Open)]);
    set(&clock, 13);
    assert_eq!(lap.opened(0), send());
    set(&clock, 20);
    assert_eq!(turn(&mut lap), []);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), Step::Wait);
    assert!(lap.finished());
    let report = lap.into_report();
    assert_eq!((report.reconnects, report.window.outcomes.ok), (1, 2));
    let offered = offered(&report);
    assert_eq!((range(&offered.blocked), range(&offered.own), range(&offered.response)), ((0, 3), (0, 0), (1, 10)));
}

#[test]
fn a_resting_connection_that_the_server_closes_is_passed_over() {
    let mut track = Track::new(2, true);
    let (clock, pace) = (track.clock.clone(), every_10_ms(&track, 0, 30));
    let mut lap = track.paced(pace);
    lap.start(0);
    lap.start(1);
    set(&clock, 5);
    lap.received(0, RIGHT, Standing::Open);
    assert_eq!(lap.ended(1, End::Closed), Step::Close);
    set(&clock, 10);
    assert_eq!(turn(&mut lap), [(0, send())], "the one that is open, although it has rested for less");
    set(&clock, 20);
    assert_eq!(turn(&mut lap), [(1, Step::Open)]);
    assert_eq!(lap.opened(1), send());
    set(&clock, 30);
    turn(&mut lap);
    lap.received(0, RIGHT, Standing::Open);
    lap.received(1, RIGHT, Standing::Open);
    assert!(lap.finished());
    let report = lap.into_report();
    assert_eq!((report.window.outcomes.ok, report.reconnects, offered(&report).due), (3, 1, 3));
}

#[test]
fn without_keep_alive_every_request_opens_its_own_connection() {
    let mut track = Track::new(1, false);
    let (clock, pace) = (track.clock.clone(), every_10_ms(&track, 0, 20));
    let mut lap = track.paced(pace);
    assert_eq!(lap.start(0), Step::Open);
    set(&clock, 4);
    assert_eq!(lap.opened(0), send_last());
    set(&clock, 12);
    assert_eq!(turn(&mut lap), []);
    assert_eq!(lap.received(0, RIGHT, Standing::Last), Step::Open, "the next has waited 2 ms, noticed as it was sent");
    assert_eq!(lap.opened(0), send_last());
    set(&clock, 20);
    assert_eq!((turn(&mut lap), lap.received(0, RIGHT, Standing::Last)), (vec![], Step::Close));
    assert!(lap.finished());
    let report = lap.into_report();
    assert!(report.window.latency().is_some_and(|latency| (latency.max - 12_000.0).abs() < 1e-9), "from connect(2)");
    assert_eq!((range(&offered(&report).own), range(&offered(&report).response)), ((0, 2), (10, 12)));
}

#[test]
fn a_request_that_times_out_frees_its_place_and_is_no_response() {
    let mut track = Track::new(1, true);
    let (clock, pace) = (track.clock.clone(), every_10_ms(&track, 0, 20));
    let mut lap = track.paced(pace);
    lap.start(0);
    set(&clock, 10);
    turn(&mut lap);
    // The time-out is 50 ms. The second one gets a new connection, and no answer either.
    set(&clock, 50);
    assert_eq!(turn(&mut lap), [(0, Step::Open)]);
    assert_eq!(lap.opened(0), send());
    set(&clock, 100);
    assert_eq!(turn(&mut lap), [(0, Step::Close)]);
    assert!(lap.finished());
    let report = lap.into_report();
    assert_eq!((report.window.outcomes.timeout, offered(&report).due, offered(&report).unsent), (2, 2, 0));
    assert_eq!((offered(&report).response.summary(), range(&offered(&report).blocked)), (None, (0, 40)));
}

#[test]
fn several_may_be_outstanding_and_what_finds_no_room_waits() {
    let mut track = Track::new(2, true);
    track.depth = 2;
    let (clock, pace) = (track.clock.clone(), every_10_ms(&track, 0, 60));
    let mut lap = track.paced(pace);
    assert_eq!((lap.start(0), lap.start(1)), (send(), Step::Wait));
    // Each time the one that has had room for the longest.
    for (millis, slot) in [(10, 0), (20, 1), (30, 1)] {
        set(&clock, millis);
        assert_eq!(turn(&mut lap), [(slot, send())]);
    }
    set(&clock, 40);
    assert_eq!(turn(&mut lap), [], "no room");
    set(&clock, 45);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), send(), "due at 40");
    set(&clock, 50);
    assert_eq!(turn(&mut lap), []);
    set(&clock, 55);
    assert_eq!(lap.received(0, &RIGHT.repeat(2), Standing::Open), send(), "due at 50");
    set(&clock, 58);
    assert_eq!(lap.received(1, &[RIGHT, WRONG].concat(), Standing::Open), Step::Wait);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), Step::Wait);
    set(&clock, 60);
    assert_eq!(turn(&mut lap), []);
    assert!(lap.finished());
    let report = lap.into_report();
    assert_eq!((report.window.outcomes.ok, report.window.outcomes.wrong_status), (5, 1));
    let offered = offered(&report);
    assert_eq!((offered.due, offered.unsent, offered.backlog_max), (6, 0, 1));
    assert_eq!(range(&offered.response), (8, 45));
    assert_eq!((range(&offered.blocked), range(&offered.own)), ((0, 5), (0, 0)));
}

#[test]
fn a_connection_that_breaks_under_several_is_opened_for_what_falls_due() {
    let mut track = Track::new(1, true);
    track.depth = 2;
    let (clock, pace) = (track.clock.clone(), every_10_ms(&track, 0, 60));
    let mut lap = track.paced(pace);
    assert_eq!(lap.start(0), send());
    assert_eq!(lap.received(0, RIGHT, Standing::Open), Step::Wait);
    for millis in [10, 20] {
        set(&clock, millis);
        assert_eq!(turn(&mut lap), [(0, send())]);
    }
    set(&clock, 25);
    assert_eq!(lap.ended(0, End::Closed), Step::Close, "both fail, and nothing is due");
    set(&clock, 30);
    assert_eq!(turn(&mut lap), [(0, Step::Open)]);
    set(&clock, 40);
    assert_eq!(turn(&mut lap), [], "it is not open yet");
    assert_eq!(lap.opened(0), sends(2));
    assert_eq!(lap.received(0, RIGHT, Standing::Open), Step::Wait);
    // It has room, and breaks as something falls due: what it was listed for is no reason to send a second time.
    set(&clock, 50);
    assert_eq!(lap.ended(0, End::Closed), Step::Open);
    assert_eq!((turn(&mut lap), lap.opened(0)), (vec![], send()));
    assert_eq!(lap.received(0, RIGHT, Standing::Open), Step::Wait);
    set(&clock, 60);
    assert_eq!(turn(&mut lap), []);
    assert!(lap.finished());
    let report = lap.into_report();
    assert_eq!((report.window.outcomes.ok, report.window.outcomes.read, offered(&report).unsent), (3, 3, 0));
}

#[test]
fn a_wish_to_stop_ends_the_schedule() {
    let mut track = Track::new(1, true);
    let (clock, pace) = (track.clock.clone(), every_10_ms(&track, 0, 1000));
    track.stop.store(true, Ordering::Relaxed);
    let mut lap = track.paced(pace);
    lap.start(0);
    set(&clock, 4);
    assert_eq!((turn(&mut lap), lap.received(0, RIGHT, Standing::Open)), (vec![], Step::Wait));
    assert!(lap.finished());
    let report = lap.into_report();
    assert_eq!((report.requests(), offered(&report).due), (1, 1));
    assert!((report.elapsed_s() - 0.004).abs() < 1e-12);
}

#[test]
fn a_backlog_that_is_full_is_counted_and_not_grown() {
    let mut track = Track::new(1, true);
    track.target.timeout = std::time::Duration::from_secs(10);
    let offer = Offer { rate_per_s: 1e7, arrivals: Arrivals::Constant, seed: 0 };
    let pacer = Pacer::new(&offer, Stripe { index: 0, of: 1 }, 0);
    let (clock, pace) = (track.clock.clone(), Paced::new(pacer, 0..200 * MS, track.slots.len(), 1));
    let mut lap = track.paced(pace);
    assert_eq!(lap.start(0), send());
    // 10,000 fall due each millisecond, and the connection is busy.
    for millis in 1..=200 {
        set(&clock, millis);
        assert_eq!(turn(&mut lap), []);
    }
    assert_eq!(lap.received(0, RIGHT, Standing::Open), send());
    set(&clock, 300);
    assert_eq!((turn(&mut lap), lap.received(0, RIGHT, Standing::Open)), (vec![], Step::Wait));
    assert!(lap.finished());
    let report = lap.into_report();
    let Offered { due, unsent, dropped, backlog_max, .. } = *offered(&report);
    let full = MAX_BACKLOG as u64;
    assert_eq!((due, report.requests(), unsent, backlog_max), (2_000_000, 2, 1_999_998, full));
    assert_eq!(dropped, 2_000_000 - 1 - full, "all but the first and those that waited");
}
