//! Several requests outstanding on a connection, under a clock that only the test moves.

use std::time::Duration;

use rustix::io::Errno;

use super::closed::Limit;
use super::tests::{Hand, LAST, MS, REQUEST, RIGHT, Track, WRONG, send, set};
use super::{Deadlines, Slot};
use crate::engine::{Driver, End, Payload, Standing, Step};
use crate::parameters::Syntax;
use crate::spec::{Expectation, ExpectedBody, RequestSpec};
use crate::target::{TargetSpec, Wish};

fn track(slots: usize, depth: usize) -> Track {
    let mut track = Track::new(slots, true);
    track.depth = depth;
    track
}

/// So many requests in one piece.
pub(super) fn sends(count: usize) -> Step {
    if count == 1 { send() } else { Step::Send(Payload::owned(REQUEST.repeat(count))) }
}

fn wish(method: &str, path: &str, body: ExpectedBody, weight: u32) -> Wish {
    let request = RequestSpec { method: method.to_owned(), path: path.to_owned(), headers: Vec::new(), body: None };
    let expect = Expectation { body, ..Expectation::default() };
    Wish { name: path.to_owned(), weight, syntax: Syntax::Parameters, ..Wish::single(&request, expect) }
}

fn target(wishes: &[Wish]) -> TargetSpec {
    TargetSpec::of_several("127.0.0.1:80", wishes, 7, true, Duration::from_millis(50)).expect("a valid target")
}

fn answer(body: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

#[test]
fn all_answers_of_one_read_are_replaced_by_one_send() {
    let mut track = track(1, 4);
    let clock = track.clock.clone();
    let mut lap = track.lap(Limit::Requests(9));
    assert_eq!(lap.start(0), sends(4));
    set(&clock, 2);
    assert_eq!(lap.received(0, &RIGHT.repeat(3), Standing::Open), sends(3));
    // The end of one, and the beginning of the next: its rest comes later.
    set(&clock, 5);
    let two = RIGHT.repeat(2);
    assert_eq!(lap.received(0, &two[..RIGHT.len() + 9], Standing::Open), sends(1));
    set(&clock, 6);
    assert_eq!(lap.received(0, &two[RIGHT.len() + 9..], Standing::Open), sends(1), "the last of nine");
    set(&clock, 9);
    assert_eq!(lap.received(0, &[WRONG, RIGHT].concat(), Standing::Open), Step::Wait);
    assert_eq!(lap.received(0, &RIGHT.repeat(2), Standing::Open), Step::Wait);
    assert!(lap.finished());
    let report = lap.into_report();
    assert_eq!((report.requests(), report.window.outcomes.ok, report.window.outcomes.wrong_status), (9, 8, 1));
    assert_eq!((report.responses, report.window.completed), (9, 8));
    // Sent at 0: answered at 2, 2, 2 and 5. Sent at 2: at 6, at 9 (wrong) and at 9. Sent at 5 and 6: at 9.
    let latency = report.window.latency().expect("eight right answers");
    assert!((latency.mean - (2.0 * 3.0 + 5.0 + 4.0 + 7.0 + 4.0 + 3.0) / 8.0 * 1e3).abs() < 1e-9, "{latency:?}");
}

#[test]
fn a_connection_that_breaks_ends_each_of_its_requests_once() {
    type Break = fn(&mut dyn Driver) -> Step;
    let breaks: [(&str, Break); 5] = [
        ("read", |lap| lap.ended(0, End::Closed)),
        ("read", |lap| lap.ended(0, End::Failed(Errno::CONNRESET.into()))),
        ("write", |lap| lap.unsent(0, Errno::PIPE)),
        ("protocol", |lap| lap.received(0, b"SSH-2.0", Standing::Open)),
        ("protocol", |lap| lap.received(0, &RIGHT.repeat(5), Standing::Open)),
    ];
    for (number, (outcome, ends)) in breaks.into_iter().enumerate() {
        let mut track = track(1, 4);
        let mut lap = track.lap(Limit::Requests(5));
        assert_eq!(lap.start(0), sends(4));
        // The first answer; one more is sent, which makes five.
        assert_eq!(lap.received(0, RIGHT, Standing::Open), sends(1));
        let step = ends(&mut lap);
        assert_eq!(step, Step::Close, "{outcome}, {number}");
        assert!(lap.finished());
        let report = lap.into_report();
        let counts: Vec<_> = report.window.outcomes.named().into_iter().filter(|(_, count)| *count > 0).collect();
        // In the last case three of the four are answers before the surplus is met, with the fourth.
        let right = if number == 4 { 4 } else { 1 };
        assert_eq!(counts, [("ok", right), (outcome, 5 - right)], "{number}");
        assert_eq!(report.first_failure.map(|failure| failure.expected.is_empty()), Some(false));
    }
}

#[test]
fn the_deadline_is_that_of_the_oldest_and_ends_them_all() {
    let mut track = track(1, 3);
    let clock = track.clock.clone();
    let mut lap = track.lap(Limit::Requests(4));
    assert_eq!(lap.start(0), sends(3));
    set(&clock, 30);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), sends(1));
    assert_eq!((lap.due(), lap.wait()), (None, 20 * MS), "the next was sent at 0 as well");
    set(&clock, 40);
    assert_eq!(lap.received(0, &RIGHT.repeat(2), Standing::Open), Step::Wait);
    set(&clock, 50);
    assert_eq!((lap.due(), lap.wait()), (None, 30 * MS), "the last was sent at 30");
    set(&clock, 80);
    assert_eq!(lap.due(), Some((0, Step::Close)));
    assert!(lap.finished());
    let report = lap.into_report();
    assert_eq!((report.window.outcomes.ok, report.window.outcomes.timeout), (3, 1));
}

#[test]
fn what_a_server_that_closes_in_good_order_did_not_come_to_is_sent_once_more() {
    let mut track = track(1, 3);
    let clock = track.clock.clone();
    let mut lap = track.lap(Limit::Requests(4));
    assert_eq!(lap.start(0), sends(3));
    set(&clock, 4);
    assert_eq!(lap.received(0, LAST, Standing::Open), Step::Wait);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), Step::Wait, "what comes after the last answer is no answer");
    assert_eq!(lap.ended(0, End::Closed), Step::Open);
    set(&clock, 6);
    assert_eq!(lap.opened(0), sends(2), "the second and the third");
    set(&clock, 9);
    assert_eq!(lap.received(0, RIGHT, Standing::Open), sends(1), "the fourth");
    assert_eq!(lap.received(0, &[RIGHT, LAST].concat(), Standing::Last), Step::Close);
    assert!(lap.finished());
    let report = lap.into_report();
    assert_eq!((report.requests(), report.window.outcomes.ok, report.reconnects), (4, 4, 1));
    let latency = report.window.latency().expect("four right answers");
    assert!((latency.max - 9_000.0).abs() < 1e-9, "from the first time they were sent");
    assert_eq!(report.connects.map(|connects| connects.count()), Some(1));
}

#[test]
fn an_answer_that_ends_with_its_connection_leaves_the_others_to_the_next() {
    let mut track = track(1, 2);
    let mut lap = track.lap(Limit::Requests(2));
    assert_eq!(lap.start(0), sends(2));
    assert_eq!(lap.received(0, b"HTTP/1.1 200 OK\r\n\r\nok", Standing::Open), Step::Wait);
    assert_eq!(lap.ended(0, End::Closed), Step::Open);
    assert_eq!(lap.opened(0), sends(1));
    assert_eq!(lap.received(0, RIGHT, Standing::Open), Step::Wait);
    assert!(lap.finished());
    assert_eq!(lap.into_report().window.outcomes.ok, 2);
}

#[test]
fn a_kept_connection_found_closed_costs_none_of_its_requests() {
    let mut track = track(1, 3);
    let mut lap = track.lap(Limit::Requests(3));
    assert_eq!(lap.start(0), sends(3));
    assert_eq!(lap.ended(0, End::Closed), Step::Open);
    assert_eq!(lap.opened(0), sends(3));
    assert_eq!(lap.received(0, &RIGHT.repeat(3), Standing::Open), Step::Wait);
    assert!(lap.finished());
    let report = lap.into_report();
    assert_eq!((report.window.outcomes.ok, report.reconnects), (3, 1));
}

#[test]
fn a_connection_in_doubt_gets_new_requests_when_it_has_had_time_to_end() {
    // `last` may only mean that the requests were not sent whole yet.
    let mut track = track(1, 3);
    let mut lap = track.lap(Limit::Requests(4));
    assert_eq!(lap.start(0), sends(3));
    assert_eq!(lap.received(0, RIGHT, Standing::Last), Step::Wait);
    assert_eq!((lap.due(), lap.due()), (Some((0, sends(1))), None));
    assert_eq!(lap.received(0, &RIGHT.repeat(3), Standing::Open), Step::Wait);
    assert_eq!(lap.into_report().window.outcomes.ok, 4);
}

#[test]
fn a_connection_that_ends_with_its_answers_gets_no_new_requests() {
    let mut track = track(1, 3);
    let mut lap = track.lap(Limit::Requests(4));
    assert_eq!(lap.start(0), sends(3));
    assert_eq!(lap.received(0, RIGHT, Standing::Last), Step::Wait);
    assert_eq!(lap.ended(0, End::Closed), Step::Open, "the two that are lost; the fourth is for the next connection");
    assert_eq!(lap.due(), None);
    assert_eq!(lap.opened(0), sends(1));
    assert_eq!(lap.received(0, RIGHT, Standing::Open), Step::Wait);
    let report = lap.into_report();
    assert_eq!((report.window.outcomes.ok, report.window.outcomes.read), (2, 2));
}

#[test]
fn each_answer_is_judged_by_what_was_asked_for() {
    let wishes = [
        wish("GET", "/n/{sequence}", ExpectedBody::Text("n={sequence}".to_owned()), 2),
        wish("HEAD", "/head", ExpectedBody::Any, 1),
    ];
    let mut track = Track::on(target(&wishes), 1);
    track.depth = 6;
    let mut lap = track.lap(Limit::Requests(6));
    let Step::Send(payload) = lap.start(0) else { panic!("nothing was sent") };
    let text = String::from_utf8(payload.bytes().to_vec()).expect("ASCII");
    let lines: Vec<_> = text.lines().filter(|line| line.ends_with("HTTP/1.1")).collect();
    assert_eq!(
        lines,
        ["GET /n/0 HTTP/1.1", "HEAD /head HTTP/1.1", "GET /n/2 HTTP/1.1"]
            .into_iter()
            .chain(["GET /n/3 HTTP/1.1", "HEAD /head HTTP/1.1", "GET /n/5 HTTP/1.1"])
            .collect::<Vec<_>>()
    );
    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n".to_vec();
    // The fourth is that of the third.
    let stream = [answer("n=0"), head.clone(), answer("n=2"), answer("n=2"), head, answer("n=5")].concat();
    assert_eq!(lap.received(0, &stream, Standing::Open), Step::Wait);
    assert!(lap.finished());
    let report = lap.into_report();
    assert_eq!((report.window.outcomes.ok, report.window.outcomes.wrong_body), (5, 1));
    let failure = report.first_failure.expect("one was wrong");
    assert_eq!((failure.expected.as_str(), failure.got.as_str()), ("n=3", "n=2"));
    let each: Vec<_> = report.each.iter().map(|each| (each.outcomes.total(), each.outcomes.ok)).collect();
    assert_eq!(each, [(4, 3), (2, 2)]);
    assert!(report.each.iter().all(|each| each.latency().is_some()));
}

#[test]
fn a_request_sent_once_more_has_the_same_parameters() {
    let wishes = [wish("GET", "/{random}", ExpectedBody::Text("{random}".to_owned()), 1)];
    let mut track = Track::on(target(&wishes), 1);
    let mut lap = track.lap(Limit::Requests(2));
    let first = lap.start(0);
    assert_eq!(lap.unsent(0, Errno::PIPE), Step::Open);
    assert_eq!(lap.opened(0), first);
    let Step::Send(payload) = first else { panic!("nothing was sent") };
    let random = String::from_utf8_lossy(&payload.bytes()[5..21]).into_owned();
    let next = lap.received(0, &answer(&random), Standing::Open);
    assert!(matches!(&next, Step::Send(other) if *other != payload), "{next:?}");
    assert_eq!(lap.received(0, &answer(&random), Standing::Open), Step::Wait, "the earlier one's answer");
    let report = lap.into_report();
    assert_eq!((report.window.outcomes.ok, report.window.outcomes.wrong_body), (1, 1));
}

#[test]
fn connecting_has_a_time_of_its_own() {
    let mut track = Track::new(1, false);
    let clock = track.clock.clone();
    let mut lap = track.lap(Limit::Until { count_from: 10 * MS, end: 100 * MS });
    for (open, opened, answered) in [(0, 4, 8), (8, 11, 12), (12, 15, 20)] {
        set(&clock, open);
        if open == 0 {
            assert_eq!(lap.start(0), Step::Open);
        }
        set(&clock, opened);
        lap.opened(0);
        set(&clock, answered);
        assert_eq!(lap.received(0, RIGHT, Standing::Last), Step::Open);
    }
    let connects = lap.into_report().connects.expect("two were opened in the window");
    assert_eq!(connects.count(), 2, "the first opened before it");
    let times = connects.summary().expect("two");
    assert!((times.min - 3_000.0).abs() < 1e-9 && (times.max - 3_000.0).abs() < 1e-9);
}

/// A server, and an engine that obeys.
#[derive(Default)]
struct World {
    /// Requests on the connection that were not answered.
    unanswered: usize,
    opening: bool,
    open: bool,
}

impl World {
    fn obey(&mut self, step: &Step) {
        match step {
            Step::Wait => {}
            Step::Send(payload) => self.unanswered += payload.bytes().len() / REQUEST.len(),
            Step::Open => *self = Self { opening: true, ..Self::default() },
            Step::Close => *self = Self::default(),
        }
    }

    /// How the server, or the network, misbehaves at random.
    fn act(&mut self, whim: u8, lap: &mut dyn Driver, clock: &Hand) {
        let some = usize::from(whim / 8) % self.unanswered.max(1) + 1;
        let step = match whim % 8 {
            0 if self.opening => lap.not_opened(0, Errno::CONNREFUSED.into()),
            _ if self.opening => {
                *self = Self { open: true, ..Self::default() };
                lap.opened(0)
            }
            _ if !self.open => Step::Wait,
            0 => lap.ended(0, End::Failed(Errno::CONNRESET.into())),
            1 => lap.unsent(0, Errno::PIPE),
            2 => lap.received(0, b"SSH", Standing::Open),
            3 if self.unanswered > 0 => {
                self.unanswered = 0;
                let step = lap.received(0, LAST, Standing::Open);
                self.obey(&step);
                lap.ended(0, End::Closed)
            }
            4 if self.unanswered > 0 => {
                self.unanswered -= 1;
                lap.received(0, WRONG, Standing::Open)
            }
            _ if self.unanswered > 0 => {
                self.unanswered -= some;
                lap.received(0, &RIGHT.repeat(some), Standing::Open.or_last(whim % 8 == 5))
            }
            _ => Step::Wait,
        };
        self.obey(&step);
        clock.advance(u64::from(whim) * MS / 8);
        while let Some((_, step)) = lap.due() {
            self.obey(&step);
        }
    }
}

proptest::proptest! {
    /// Every request ends exactly once, and no more are sent than wanted, even if the connection fails.
    #[test]
    fn nothing_is_lost_and_nothing_is_counted_twice(
        whims in proptest::collection::vec(0_u8..255, 0..400),
        depth in 1_usize..9,
        requests in 1_u64..60,
    ) {
        let mut track = track(1, depth);
        let clock = track.clock.clone();
        let mut lap = track.lap(Limit::Requests(requests));
        let mut world = World { open: true, ..World::default() };
        let step = lap.start(0);
        world.obey(&step);
        // In the end the server behaves.
        for whim in whims.into_iter().chain(std::iter::repeat_n(7, 2000)) {
            if lap.finished() {
                break;
            }
            world.act(whim, &mut lap, &clock);
            proptest::prop_assert!(world.unanswered <= depth, "{} outstanding", world.unanswered);
        }
        proptest::prop_assert!(lap.finished());
        let report = lap.into_report();
        let answered = report.window.outcomes.ok + report.window.outcomes.wrong_status;
        proptest::prop_assert_eq!((report.requests(), report.responses), (requests, answered));
    }
}

#[test]
fn of_many_slots_some_are_looked_at_in_each_turn_and_all_of_them_before_the_next_wait() {
    let mut slots: Vec<Slot> = (0..10_000_u64).map(|n| Slot { deadline: 1 + n % 7, ..Slot::default() }).collect();
    let mut deadlines = Deadlines::new(0);
    deadlines.add(1);
    let mut turns = 0;
    let mut found = Vec::new();
    while turns == 0 || deadlines.wait() == 0 {
        let mut asked = 0;
        let before = found.len();
        while let Some(slot) = deadlines.next(&slots, || {
            asked += 1;
            3
        }) {
            slots[slot].deadline = 9;
            found.push(slot);
        }
        turns += 1;
        assert!(found.len() - before <= 1024 && asked == 1, "turn {turns}");
    }
    assert_eq!(found, (0..10_000).filter(|n| n % 7 < 3).collect::<Vec<_>>());
    assert_eq!((turns, deadlines.wait()), (10, 1), "the next are due at 4");
}
