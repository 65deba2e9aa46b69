//! The lap's decisions under a clock that only the test moves.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rustix::io::Errno;

use super::closed::{Closed, Limit};
use super::mix::Mix;
use super::pace::Pace;
use super::running::Running;
use super::{Phase, Slot};
use crate::clock::{Clock, MILLISECOND, Nanos};
use crate::engine::{Driver, End, Payload, Standing, Step};
use crate::spec::{Expectation, RequestSpec};
use crate::target::TargetSpec;

pub(super) const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n";
const CLOSE: &[u8] = b"GET / HTTP/1.1\r\nHost: 127.0.0.1:80\r\nConnection: close\r\n\r\n";
pub(super) const RIGHT: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
pub(super) const WRONG: &[u8] = b"HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\nok";
pub(super) const LAST: &[u8] = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok";
pub(super) const MS: Nanos = MILLISECOND;

#[derive(Clone, Default)]
pub(super) struct Hand(Rc<Cell<Nanos>>);

impl Hand {
    pub(super) fn advance(&self, by: Nanos) {
        self.0.set(self.0.get() + by);
    }
}

impl Clock for Hand {
    fn now(&self) -> Nanos {
        self.0.get()
    }
}

/// Everything a lap needs besides its plan.
pub(super) struct Track {
    pub(super) clock: Hand,
    pub(super) slots: Vec<Slot>,
    mix: Mix,
    pub(super) target: TargetSpec,
    /// Requests on a connection that may be outstanding.
    pub(super) depth: usize,
    pub(super) stop: AtomicBool,
}

impl Track {
    /// `slots` connections that are open already.
    pub(super) fn new(slots: usize, keepalive: bool) -> Self {
        let expect = Expectation::default();
        let request = RequestSpec { method: "GET".to_owned(), path: "/".to_owned(), headers: Vec::new(), body: None };
        let timeout = Duration::from_millis(50);
        let target = TargetSpec::new("127.0.0.1:80", &request, expect, keepalive, timeout).expect("a valid target");
        Self::on(target, slots)
    }

    /// `slots` connections that are open already.
    pub(super) fn on(target: TargetSpec, slots: usize) -> Self {
        let open = || Slot { phase: Phase::Idle, kept: true, opened_before: true, ..Slot::default() };
        Self {
            clock: Hand::default(),
            slots: (0..slots).map(|_| if target.keepalive { open() } else { Slot::default() }).collect(),
            mix: Mix::new(&target.questions, target.seed),
            target,
            depth: 1,
            stop: AtomicBool::new(false),
        }
    }

    pub(super) fn lap(&mut self, limit: Limit) -> Running<'_, Hand, Closed> {
        let pace = Closed::new(limit, self.clock.now());
        self.paced(pace)
    }

    pub(super) fn paced<P: Pace>(&mut self, pace: P) -> Running<'_, Hand, P> {
        let (slots, clock) = (&mut self.slots, self.clock.clone());
        Running::new(slots, &mut self.mix, &self.target, self.depth, pace, &self.stop, clock)
    }
}

fn until(count_from: u64, end: u64) -> Limit {
    Limit::Until { count_from: count_from * MS, end: end * MS }
}

pub(super) fn send() -> Step {
    Step::Send(Payload::Shared(REQUEST.into()))
}

/// The same where every request has its own connection.
pub(super) fn send_last() -> Step {
    Step::Send(Payload::Shared(CLOSE.into()))
}

/// Sets the time of a track whose slots a lap has borrowed.
pub(super) fn set(clock: &Hand, millis: u64) {
    clock.0.set(millis * MS);
}

#[test]
fn a_request_counts_where_it_was_sent_and_an_answer_where_it_arrived() {
    let mut track = Track::new(2, true);
    let clock = track.clock.clone();
    let mut lap = track.lap(until(10, 30));
    assert_eq!((lap.start(0), lap.start(1)), (send(), send()));
    // Sent at 0 (skipped), at 9 (skipped, but its answer arrives inside), at 14 and at 29 (drained).
    for (millis, step) in [(9, send()), (14, send()), (29, send()), (34, Step::Wait)] {
        set(&clock, millis);
        assert_eq!(lap.received(0, RIGHT, Standing::Open), step, "at {millis} ms");
    }
    // Sent before the window and arrived inside; then a wrong one, which throughput knows nothing of.
    set(&clock, 29);
    assert_eq!(lap.received(1, RIGHT, Standing::Open), send());
    set(&clock, 34);
    assert_eq!(lap.received(1, WRONG, Standing::Open), Step::Wait);
    assert!(lap.finished());
    let report = lap.into_report();
    assert_eq!((report.skipped.ok, report.window.outcomes.ok, report.window.outcomes.wrong_status), (3, 2, 1));
    assert_eq!(report.window.completed, 3, "those that arrived at 14, 29 and 29");
    // Of 9 to 14, 14 to 29, 29 to 34 and 0 to 29 these lie in 10 to 30: 4/5, all, 1/5 and 19/29.
    let progress = (0.8 + 1.0 + 0.2 + 19.0 / 29.0) / 0.020;
    assert!((report.progress_per_s().expect("a closed loop") - progress).abs() < 1e-5);
    assert_eq!(report.responses, 6);
    let latency = report.window.latency().expect("two right answers");
    assert!((latency.min - 5_000.0).abs() < f64::EPSILON && (latency.max - 15_000.0).abs() < f64::EPSILON);
    assert!((report.elapsed_s() - 0.020).abs() < 1e-12);
    assert!((report.lap_elapsed_s() - 0.034).abs() < 1e-12);
}

#[test]
fn an_answer_before_the_whole_request_is_wrong_and_says_nothing_of_the_next_one() {
    let mut track = Track::new(1, true);
    let mut lap = track.lap(Limit::Requests(2));
    assert_eq!(lap.start(0), send());
    assert_eq!(
        lap.received(0, &RIGHT[..9], Standing::Early),
        Step::Wait,
        "it may come as it likes, if only it ends afterwards"
    );
    assert_eq!(lap.received(0, &RIGHT[9..], Standing::Early), Step::Open);
    assert_eq!(lap.opened(0), send());
    assert_eq!(lap.received(0, RIGHT, Standing::Open), Step::Wait);
    let report = lap.into_report();
    assert_eq!((report.window.outcomes.wrong_body, report.window.outcomes.ok), (1, 1));
}

#[test]
fn a_count_is_exact_and_its_window_is_the_whole_lap() {
    let mut track = Track::new(2, true);
    let clock = track.clock.clone();
    let mut lap = track.lap(Limit::Requests(3));
    assert_eq!((lap.start(0), lap.start(1)), (send(), send()));
    set(&clock, 4);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), send());
    assert_eq!(lap.received(1, RIGHT, Standing::Open), Step::Wait);
    set(&clock, 10);
    assert_eq!(lap.received(0, WRONG, Standing::Open), Step::Wait);
    assert!(lap.finished());
    let report = lap.into_report();
    assert_eq!((report.requests(), report.window.completed, report.window.outcomes.wrong_status), (3, 2, 1));
    assert!((report.elapsed_s() - 0.010).abs() < 1e-12);
    assert_eq!(report.first_failure.map(|failure| failure.got), Some("status 500: ok".to_owned()));
}

#[test]
fn a_kept_connection_found_closed_is_no_error_once() {
    let mut track = Track::new(1, true);
    let clock = track.clock.clone();
    let mut lap = track.lap(Limit::Requests(2));
    assert_eq!(lap.start(0), send());
    assert_eq!(lap.unsent(0, Errno::PIPE), Step::Open);
    set(&clock, 3);
    assert_eq!(lap.opened(0), send());
    set(&clock, 5);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), send());
    // Now it has been answered in this lap: the same end is an error.
    assert_eq!(lap.ended(0, End::Closed), Step::Close);
    let report = lap.into_report();
    assert_eq!((report.reconnects, report.window.outcomes.ok, report.window.outcomes.read), (1, 1, 1));
    let latency = report.window.latency().expect("one right answer");
    assert!((latency.max - 5_000.0).abs() < f64::EPSILON, "from the first send, not the second");
}

#[test]
fn a_kept_connection_that_was_answered_is_like_any_other() {
    let mut track = Track::new(1, true);
    let mut lap = track.lap(Limit::Requests(2));
    lap.start(0);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), send());
    assert_eq!(lap.ended(0, End::Closed), Step::Close);
    assert_eq!(lap.into_report().window.outcomes.read, 1);
}

#[test]
fn a_second_end_before_any_answer_is_an_error() {
    let mut track = Track::new(1, true);
    let mut lap = track.lap(Limit::Requests(1));
    lap.start(0);
    assert_eq!(lap.ended(0, End::Failed(Errno::CONNRESET.into())), Step::Open);
    assert_eq!(lap.opened(0), send());
    assert_eq!(lap.ended(0, End::Closed), Step::Close);
    assert!(lap.finished());
    assert_eq!(lap.into_report().window.outcomes.read, 1);
}

#[test]
fn a_timeout_fires_when_it_is_due_and_not_before() {
    let mut track = Track::new(2, true);
    let clock = track.clock.clone();
    let mut lap = track.lap(Limit::Requests(2));
    lap.start(0);
    set(&clock, 20);
    lap.start(1);
    assert_eq!(lap.due(), None);
    assert_eq!(lap.wait(), 30 * MS);
    set(&clock, 50);
    assert_eq!(lap.due(), Some((0, Step::Close)));
    assert_eq!(lap.due(), None);
    assert!(!lap.finished());
    assert_eq!(lap.wait(), 20 * MS);
    set(&clock, 70);
    assert_eq!(lap.due(), Some((1, Step::Close)));
    assert_eq!(lap.due(), None);
    assert!(lap.finished());
    assert_eq!(lap.into_report().window.outcomes.timeout, 2);
}

#[test]
fn a_dead_server_is_left_alone_for_longer_and_longer() {
    let mut track = Track::new(1, true);
    let clock = track.clock.clone();
    track.slots[0] = Slot { open_error: Some(Errno::CONNREFUSED.into()), ..Slot::default() };
    let mut lap = track.lap(until(0, 250));
    assert_eq!(lap.start(0), Step::Close);
    for millis in 0..250 {
        set(&clock, millis);
        while let Some((slot, step)) = lap.due() {
            assert_eq!(step, Step::Open);
            assert_eq!(lap.not_opened(slot, Errno::CONNREFUSED.into()), Step::Close);
        }
    }
    assert!(lap.finished());
    let connect = lap.into_report().window.outcomes.connect;
    assert!((5..=9).contains(&connect), "{connect} attempts in 250 ms");
}

#[test]
fn a_count_against_a_dead_server_is_used_up_without_waiting() {
    let mut track = Track::new(1, true);
    track.slots[0] = Slot { open_error: Some(Errno::CONNREFUSED.into()), ..Slot::default() };
    let mut lap = track.lap(Limit::Requests(5));
    lap.start(0);
    // One attempt per look, so that other slots have their turn.
    for _ in 0..4 {
        assert_eq!(lap.wait(), 0);
        assert_eq!(lap.due(), Some((0, Step::Open)));
        assert_eq!(lap.not_opened(0, Errno::CONNREFUSED.into()), Step::Close);
        assert_eq!(lap.due(), None);
    }
    assert!(lap.finished());
    assert_eq!(lap.into_report().window.outcomes.connect, 5);
}

#[test]
fn the_server_is_given_time_to_close_first() {
    let mut track = Track::new(1, true);
    let clock = track.clock.clone();
    let mut lap = track.lap(Limit::Requests(3));
    lap.start(0);
    assert_eq!(lap.received(0, LAST, Standing::Open), Step::Wait);
    assert_eq!(lap.ended(0, End::Closed), Step::Open);
    assert_eq!(lap.opened(0), send());
    // It may come with the answer, and it may not come at all.
    assert_eq!(lap.received(0, LAST, Standing::Last), Step::Open);
    assert_eq!(lap.opened(0), send());
    assert_eq!(lap.received(0, LAST, Standing::Open), Step::Wait);
    set(&clock, 50);
    assert_eq!(lap.due(), Some((0, Step::Close)));
    assert!(lap.finished());
    let report = lap.into_report();
    assert_eq!((report.window.outcomes.ok, report.reconnects), (3, 2));
}

#[test]
fn without_keep_alive_latency_begins_at_the_connect() {
    let mut track = Track::new(1, false);
    let clock = track.clock.clone();
    let mut lap = track.lap(Limit::Requests(1));
    assert_eq!(lap.start(0), Step::Open);
    set(&clock, 7);
    assert_eq!(lap.opened(0), send_last());
    set(&clock, 9);
    assert_eq!(lap.received(0, RIGHT, Standing::Last), Step::Close);
    let report = lap.into_report();
    assert!(report.window.latency().is_some_and(|latency| (latency.max - 9_000.0).abs() < f64::EPSILON));
    assert_eq!(report.reconnects, 0);
}

#[test]
fn a_connection_that_comes_after_the_end_sends_nothing() {
    let mut track = Track::new(1, true);
    let clock = track.clock.clone();
    let mut lap = track.lap(until(0, 10));
    lap.start(0);
    assert_eq!(lap.received(0, LAST, Standing::Last), Step::Open);
    set(&clock, 12);
    assert_eq!(lap.opened(0), Step::Wait);
    assert!(lap.finished());
    assert_eq!(lap.into_report().requests(), 1);
}

#[test]
fn a_wish_to_stop_ends_the_sending_and_shortens_the_window() {
    let mut track = Track::new(1, true);
    let clock = track.clock.clone();
    track.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let mut lap = track.lap(until(0, 1000));
    lap.start(0);
    set(&clock, 4);
    assert_eq!(lap.due(), None);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), Step::Wait);
    assert!(lap.finished());
    let report = lap.into_report();
    assert!((report.elapsed_s() - 0.004).abs() < 1e-12);
    assert_eq!(report.requests(), 1);
}
