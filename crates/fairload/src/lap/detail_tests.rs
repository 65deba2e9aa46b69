//! What a lap records beyond its report.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rustix::io::Errno;

use super::closed::Limit;
use super::tests::{LAST, MS, REQUEST, RIGHT, Track, WRONG, send, send_last, set};
use crate::detail::recording::{Trouble, Wanted};
use crate::detail::{Detail, TICK};
use crate::engine::{Driver, End, Standing, Step};
use crate::outcome::Outcome;

fn track(slots: usize, keepalive: bool, stop_when: Option<fn(&Trouble<'_>) -> bool>) -> Track {
    let mut track = Track::new(slots, keepalive);
    track.target.detail = Some(Wanted { rows: true, stop_when, progress: Some(Arc::default()), ..Wanted::default() });
    track
}

#[test]
fn answers_are_counted_by_status_size_and_tick() {
    let mut track = track(1, true, None);
    let clock = track.clock.clone();
    let progress = track.target.detail.clone().and_then(|wanted| wanted.progress).expect("wanted");
    let mut lap = track.lap(Limit::Requests(3));
    assert_eq!(lap.start(0), send());
    set(&clock, 4);
    assert_eq!(lap.received(0, &RIGHT[..20], Standing::Open), Step::Wait);
    set(&clock, 7);
    assert_eq!(lap.received(0, &RIGHT[20..30], Standing::Open), Step::Wait);
    set(&clock, 10);
    assert_eq!(lap.received(0, &RIGHT[30..], Standing::Open), send());
    set(&clock, 150);
    assert_eq!(lap.received(0, WRONG, Standing::Open), send());
    set(&clock, 170);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), Step::Wait);
    let detail = *lap.into_report().detail.expect("wanted");
    assert_eq!((detail.by_class, detail.answers(), detail.late), ([0, 2, 0, 0, 1], 3, [0; 5]));
    let lengths = 2 * RIGHT.len() as u64 + WRONG.len() as u64;
    assert_eq!((detail.wire_bytes, detail.head_bytes, detail.body_bytes), (lengths, lengths - 6, 6));
    assert_eq!((detail.kept_alive, detail.ticks), (3, vec![vec![1, 2]]), "ticks of {TICK} ns");
    assert_eq!(detail.sent_bytes, 3 * REQUEST.len() as u64);
    assert_eq!(detail.latencies.bins().len(), 3, "a wrong answer takes its time, too");
    let rows: Vec<_> = detail.rows.iter().map(|row| (row.start, row.connect, row.wait, row.total)).collect();
    let millis = |start, wait, total| (start * MS, 0, wait * MS, total * MS);
    assert_eq!(rows, [millis(0, 4, 10), millis(10, 140, 140), millis(150, 20, 20)]);
    let statuses: Vec<_> = detail.rows.iter().map(|row| row.facts.status).collect();
    assert_eq!(statuses, [200, 500, 200]);
    assert_eq!(progress.load(Ordering::Relaxed), 3);
}

#[test]
fn a_row_with_a_connection_of_its_own_begins_at_its_connect() {
    let mut track = track(1, false, None);
    let clock = track.clock.clone();
    set(&clock, 5);
    let mut lap = track.lap(Limit::Requests(1));
    assert_eq!(lap.start(0), Step::Open);
    set(&clock, 7);
    assert_eq!(lap.opened(0), send_last());
    set(&clock, 11);
    assert_eq!(lap.received(0, LAST, Standing::Open), Step::Wait);
    assert_eq!(lap.ended(0, End::Closed), Step::Close);
    let row = lap.into_report().detail.expect("wanted").rows[0];
    assert_eq!((row.start, row.connect, row.wait, row.total), (5 * MS, 2 * MS, 4 * MS, 6 * MS));
}

#[test]
fn a_row_after_a_reconnect_begins_at_its_connect_although_its_latency_does_not() {
    let mut track = track(1, true, None);
    let clock = track.clock.clone();
    let mut lap = track.lap(Limit::Requests(2));
    assert_eq!(lap.start(0), send());
    assert_eq!(lap.received(0, LAST, Standing::Last), Step::Open);
    set(&clock, 3);
    assert_eq!(lap.opened(0), send());
    set(&clock, 10);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), Step::Wait);
    let detail = *lap.into_report().detail.expect("wanted");
    let row = detail.rows[1];
    assert_eq!((row.start, row.connect, row.wait, row.total), (0, 3 * MS, 7 * MS, 10 * MS));
    assert_eq!((detail.latencies.bins().max() / MS, detail.kept_alive), (7, 1));
    assert!(detail.first_head.starts_with(b"HTTP/1.1 200 OK\r\nConnection: close\r\n"));
    assert!(detail.first_head.ends_with(b"\r\n\r\n"));
}

#[test]
fn an_answer_after_the_end_is_late_and_in_no_count_but_its_latency_is_kept() {
    let mut track = track(1, true, None);
    let clock = track.clock.clone();
    let mut lap = track.lap(Limit::Until { count_from: 0, end: 10 * MS });
    assert_eq!(lap.start(0), send());
    set(&clock, 15);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), Step::Wait);
    let detail = *lap.into_report().detail.expect("wanted");
    assert_eq!((detail.answers(), detail.late, detail.wire_bytes, detail.rows.len()), (0, [0, 1, 0, 0, 0], 0, 1));
    assert_eq!(detail.latencies.bins().len(), 1);
}

#[test]
fn errors_are_counted_by_their_text_and_one_that_is_too_much_stops_the_lap() {
    let mut track = track(2, true, Some(|trouble| trouble.text.contains("(os error 104)")));
    let mut lap = track.lap(Limit::Requests(100));
    assert_eq!((lap.start(0), lap.start(1)), (send(), send()));
    for slot in [0, 1] {
        assert_eq!(lap.received(slot, RIGHT, Standing::Open), send(), "the kept connection lives");
    }
    assert_eq!(lap.ended(0, End::Closed), Step::Open);
    assert_eq!(lap.ended(1, End::Failed(Errno::CONNRESET.into())), Step::Close);
    let detail = *lap.into_report().detail.expect("wanted");
    assert!(track.stop.load(Ordering::Relaxed));
    let errors: Vec<_> =
        detail.errors.iter().map(|((outcome, text), count)| (*outcome, text.as_str(), *count)).collect();
    assert_eq!(
        errors,
        [
            (Outcome::Read, "Connection reset by peer (os error 104) before any answer", 1),
            (Outcome::Read, "the server closed the connection before any answer", 1),
        ]
    );
    assert_eq!(detail.error_count(), 2);
    assert_eq!(detail.stopped_for.map(|(outcome, _)| outcome), Some(Outcome::Read));
}

#[test]
fn without_detail_nothing_is_recorded() {
    let mut track = Track::new(1, true);
    let mut lap = track.lap(Limit::Requests(1));
    assert_eq!(lap.start(0), send());
    assert_eq!(lap.received(0, RIGHT, Standing::Open), Step::Wait);
    assert_eq!(lap.into_report().detail, None);
}

#[test]
fn merging_adds_up() {
    let part = |n: u64| {
        let mut detail = Detail { by_class: [0, n, 0, 0, 1], late: [n; 5], ticks: vec![vec![n]], ..Detail::default() };
        detail.latencies.record(n * MS);
        detail.errors.insert((Outcome::Read, "x".to_owned()), n);
        detail
    };
    let mut all = part(1);
    all.merge(part(2));
    assert_eq!((all.by_class, all.late, all.error_count()), ([0, 3, 0, 0, 2], [3; 5], 3));
    assert_eq!((all.ticks.clone(), all.latencies.bins().len()), (vec![vec![1], vec![2]], 2));
    let same = all.clone();
    all.merge(Detail::default());
    assert_eq!(all, same);
}

#[test]
fn silence_is_that_no_answer_came_since_the_request_was_sent() {
    let mut track = track(2, true, Some(|trouble| trouble.silence));
    let clock = track.clock.clone();
    let mut lap = track.lap(Limit::Requests(100));
    assert_eq!((lap.start(0), lap.start(1)), (send(), send()));
    set(&clock, 10);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), send());
    // What was sent at 0 is over, but there was an answer at 10.
    set(&clock, 50);
    assert_eq!(lap.due(), Some((1, Step::Open)));
    assert_eq!((lap.due(), lap.opened(1)), (None, send()), "not stopped");
    set(&clock, 60);
    assert_eq!(lap.due(), Some((0, Step::Close)), "nothing since 10");
}

#[test]
fn a_number_of_requests_may_have_a_limit_in_time() {
    let mut track = track(1, true, None);
    track.target.detail = Some(Wanted { end_after: Some(Duration::from_millis(20)), ..Wanted::default() });
    let clock = track.clock.clone();
    let mut lap = track.lap(Limit::Requests(100));
    assert_eq!(lap.start(0), send());
    set(&clock, 19);
    assert_eq!((lap.due(), lap.received(0, RIGHT, Standing::Open)), (None, send()));
    set(&clock, 20);
    assert_eq!((lap.due(), lap.received(0, RIGHT, Standing::Open)), (None, Step::Wait));
    assert!(lap.finished());
    assert_eq!(lap.into_report().window.outcomes.ok, 2);
}
