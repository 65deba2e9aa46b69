//! What is sent leaves in order and whole, and what comes is never taken for another connection's.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::Duration;

use super::fake::{Event, Fake, Hand, engines, owned, pattern, run, server};
use crate::engine::{Standing, Step};

const BIG: usize = 20_000_000;

/// Reads to the end of a line of its own, slowly at first; whether it was the big one and what was to follow it.
fn swallow(mut stream: TcpStream, _: usize) {
    let expected = [pattern(BIG, 3), b"first".to_vec(), b"second\n".to_vec()].concat();
    sleep(Duration::from_millis(50));
    let mut got = vec![0; expected.len()];
    let verdict = if stream.read_exact(&mut got).is_ok() && got == expected { b"right" } else { b"wrong" };
    let _ = stream.write_all(verdict);
    let _ = stream.read(&mut [0]);
}

#[test]
fn what_is_sent_while_more_than_fits_is_under_way_follows_it_in_order() {
    let address = server(swallow);
    for (name, mut engine) in engines(address) {
        engine.resize(1).expect("a slot");
        let (later, mut answer) = (RefCell::new(VecDeque::new()), Vec::new());
        let react = |slot, event, hand: &Hand| match event {
            Event::Start => Step::Open,
            Event::Opened => {
                later.borrow_mut().extend([(slot, owned(b"first")), (slot, owned(b"second\n"))]);
                owned(&pattern(BIG, 3))
            }
            Event::Received { data, standing } => {
                assert_eq!(standing, Standing::Open, "{name}: it had the whole");
                answer.extend(data);
                if answer.len() == 5 {
                    hand.finish();
                }
                Step::Wait
            }
            other => panic!("{name}: {other:?}"),
        };
        engine.run(&mut Fake::with(react, || later.borrow_mut().pop_front())).expect("a run");
        assert_eq!(String::from_utf8_lossy(&answer), "right", "{name}");
    }
}

#[test]
fn an_answer_before_the_whole_request_makes_the_connection_the_last() {
    let address = server(|mut stream, _| {
        let _ = stream.read(&mut [0; 100]);
        let _ = stream.write_all(b"enough");
        sleep(Duration::from_secs(1));
    });
    for (name, mut engine) in engines(address) {
        let mut seen = None;
        run(&mut engine, 1, |_, event, hand| match event {
            Event::Start => Step::Open,
            Event::Opened => owned(&pattern(BIG, 3)),
            Event::Received { data, standing } => {
                seen = Some((data, standing != Standing::Open));
                hand.finish();
                Step::Close
            }
            other => panic!("{name}: {other:?}"),
        });
        assert_eq!(seen, Some((b"enough".to_vec(), true)), "{name}");
        // Closed with a request half sent and an answer half read: dropping it must neither hang nor crash.
        drop(engine);
    }
}

#[test]
fn what_comes_late_is_never_taken_for_the_next_connections() {
    // Each connection floods with its own number.
    let address = server(|mut stream, number| {
        let line = format!("{number:06};").repeat(500);
        while stream.write_all(line.as_bytes()).is_ok() {}
    });
    for (name, mut engine) in engines(address) {
        let (mut current, mut seen, mut connections) = (vec![Vec::new(); 8], vec![Vec::new(); 8], 0);
        run(&mut engine, 8, |slot, event, hand| match event {
            Event::Start | Event::Ended(_) => Step::Open,
            Event::Opened => {
                connections += 1;
                current[slot].clear();
                if connections > 400 {
                    hand.finish();
                }
                Step::Wait
            }
            Event::Received { data, .. } => {
                current[slot].extend(data);
                let Some(first) = current[slot].get(..7).map(<[u8]>::to_vec) else { return Step::Wait };
                assert!(current[slot].chunks_exact(7).all(|line| line == first), "{name}: two in one");
                assert!(!seen[slot].contains(&first) || current[slot].len() > 7, "{name}: an earlier one's");
                if current[slot].len() < 20_000 {
                    return Step::Wait;
                }
                assert!(!seen[slot].contains(&first), "{name}: an earlier one's");
                seen[slot].push(first);
                Step::Open
            }
            other => panic!("{name}: {other:?}"),
        });
    }
}
