//! Much at a time, and many at a time.

use std::io::{Read, Write};

use super::fake::{Event, engines, owned, pattern, run, server};
use crate::engine::{Payload, Standing, Step};

#[test]
fn what_is_echoed_in_pieces_comes_back_as_it_was_on_each_of_many_connections() {
    const ROUNDS: usize = 40;
    let address = server(|mut stream, number| {
        let mut buffer = [0; 3000];
        while let Ok(length @ 1..) = stream.read(&mut buffer) {
            let cut = length.min(1 + number % 7);
            let (first, second) = buffer[..length].split_at(cut);
            if stream.write_all(first).and_then(|()| stream.write_all(second)).is_err() {
                return;
            }
        }
    });
    let shared: std::rc::Rc<[u8]> = pattern(700, 99).into();
    for (name, mut engine) in engines(address) {
        // Shared payloads and those that are gone once they are sent take turns.
        let expected = |slot: usize, round: usize| match round % 2 {
            0 => Payload::Shared(std::rc::Rc::clone(&shared)),
            _ => Payload::owned(pattern(1 + slot * 31 % 1500, slot + round)),
        };
        let (mut rounds, mut got, mut open) = (vec![0; 60], vec![Vec::new(); 60], 60);
        run(&mut engine, 60, |slot, event, hand| match event {
            Event::Start => Step::Open,
            Event::Opened => Step::Send(expected(slot, 0)),
            Event::Received { data, standing } => {
                assert_eq!(standing, Standing::Open, "{name}");
                got[slot].extend(data);
                let whole = expected(slot, rounds[slot]);
                if got[slot].len() < whole.bytes().len() {
                    return Step::Wait;
                }
                assert!(got[slot] == whole.bytes(), "{name}: slot {slot}, round {}", rounds[slot]);
                got[slot].clear();
                rounds[slot] += 1;
                if rounds[slot] < ROUNDS {
                    return Step::Send(expected(slot, rounds[slot]));
                }
                open -= 1;
                if open == 0 {
                    hand.finish();
                }
                Step::Wait
            }
            other => panic!("{name}: {other:?}"),
        });
        assert!(engine.is_quiet(59), "{name}");
    }
}

#[test]
fn fifty_megabytes_arrive_whole_and_in_order() {
    const LENGTH: usize = 50_000_000;
    let address = server(|mut stream, _| {
        let _ = stream.read(&mut [0]);
        let _ = stream.write_all(&pattern(LENGTH, 7));
        let _ = stream.read(&mut [0]);
    });
    let expected = pattern(LENGTH, 7);
    for (name, mut engine) in engines(address) {
        let mut at = 0;
        run(&mut engine, 1, |_, event, hand| match event {
            Event::Start => Step::Open,
            Event::Opened => owned(b"?"),
            Event::Received { data, standing } => {
                assert!(standing == Standing::Open && expected[at..].starts_with(&data), "{name}: from {at} on");
                at += data.len();
                if at == LENGTH {
                    hand.finish();
                }
                Step::Wait
            }
            other => panic!("{name}: {other:?}"),
        });
    }
}

#[test]
fn bursts_on_hundreds_of_connections_find_a_buffer_in_the_end() {
    const LENGTH: usize = 30_000;
    let address = server(|mut stream, number| {
        let mut byte = [0];
        while let Ok(1) = stream.read(&mut byte) {
            let _ = stream.write_all(&pattern(LENGTH, usize::from(byte[0]) + number % 2));
        }
    });
    for (name, mut engine) in engines(address) {
        let (mut got, mut left) = (vec![0; 300], 300 * 3);
        run(&mut engine, 300, |slot, event, hand| match event {
            Event::Start => Step::Open,
            Event::Opened => owned(b"a"),
            Event::Received { data, .. } => {
                got[slot] += data.len();
                if got[slot] % LENGTH > 0 {
                    return Step::Wait;
                }
                left -= 1;
                if left == 0 {
                    hand.finish();
                }
                if got[slot] < 3 * LENGTH { owned(b"b") } else { Step::Wait }
            }
            other => panic!("{name}: {other:?}"),
        });
        assert_eq!(got, vec![3 * LENGTH; 300], "{name}");
    }
}
