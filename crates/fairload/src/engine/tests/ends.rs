//! Every way a connection ends, or does not begin.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Shutdown, SocketAddrV4, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::net::sockopt::{set_socket_linger, set_tcp_cork};
use rustix::net::{AddressFamily, SocketType, bind, getsockname, socket};

use super::fake::{ADDRESSES, Event, engines, owned, pattern, run, server};
use crate::engine::{End, Standing, Step};

/// Asks once on one connection; returns all events after that, to the end.
fn ask_once(serve: fn(TcpStream, usize), request: &[u8], mut check: impl FnMut(&str, Vec<Event>)) {
    let address = server(serve);
    for (name, mut engine) in engines(address) {
        let mut events = Vec::new();
        run(&mut engine, 1, |_, what, hand| match what {
            Event::Start => Step::Open,
            Event::Opened => owned(request),
            Event::Received { .. } => {
                events.push(what);
                Step::Wait
            }
            Event::Ended(_) | Event::Unsent(_) | Event::NotOpened(_) => {
                events.push(what);
                hand.finish();
                Step::Close
            }
        });
        check(name, events);
    }
}

#[test]
fn a_reset_is_an_error_and_a_close_is_an_end() {
    ask_once(
        |mut stream, _| {
            let _ = stream.read(&mut [0; 100]);
            set_socket_linger(&stream, Some(Duration::ZERO)).expect("an option");
        },
        b"?",
        |name, events| assert_eq!(events, [Event::Ended(End::Failed(Errno::CONNRESET.into()))], "{name}"),
    );
    ask_once(
        |mut stream, _| {
            let _ = stream.read(&mut [0; 100]);
        },
        b"?",
        |name, events| assert_eq!(events, [Event::Ended(End::Closed)], "{name}"),
    );
}

#[test]
fn an_answer_that_comes_with_the_end_is_the_last() {
    let whole = |standing| Event::Received { data: b"answer".to_vec(), standing };
    // The end leaves together with the answer.
    ask_once(
        |mut stream, _| {
            let _ = stream.read(&mut [0; 100]);
            set_tcp_cork(&stream, true).expect("an option");
            let _ = stream.write_all(b"answer");
            let _ = stream.shutdown(Shutdown::Write);
            let _ = stream.read(&mut [0; 100]);
        },
        b"?",
        |name, events| assert_eq!(events, [whole(Standing::Last), Event::Ended(End::Closed)], "{name}"),
    );
    // The end comes later.
    ask_once(
        |mut stream, _| {
            let _ = stream.read(&mut [0; 100]);
            let _ = stream.write_all(b"answer");
            sleep(Duration::from_millis(300));
        },
        b"?",
        |name, events| assert_eq!(events, [whole(Standing::Open), Event::Ended(End::Closed)], "{name}"),
    );
}

#[test]
fn a_half_closed_connection_can_still_be_sent_on() {
    static GOT: OnceLock<Mutex<Sender<Vec<u8>>>> = OnceLock::new();
    let (sender, got) = channel();
    GOT.set(Mutex::new(sender)).expect("once");
    let address = server(|mut stream, _| {
        let _ = stream.shutdown(Shutdown::Write);
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        GOT.get().expect("set").lock().expect("a lock").send(all).expect("a listener");
    });
    for (name, mut engine) in engines(address) {
        run(&mut engine, 1, |_, event, hand| match event {
            Event::Start => Step::Open,
            Event::Opened => Step::Wait,
            Event::Ended(End::Closed) => {
                hand.finish();
                owned(b"goodbye")
            }
            other => panic!("{name}: {other:?}"),
        });
        engine.close(0).expect("closing");
        drop(engine);
        assert_eq!(got.recv_timeout(Duration::from_secs(5)).expect("an end"), b"goodbye", "{name}");
    }
}

#[test]
fn a_refused_connection_is_reported_and_an_unread_rest_is_unsent() {
    // It is bound and does not listen, so the kernel refuses connections, and no other test gets the port.
    let bound = socket(AddressFamily::INET, SocketType::STREAM, None).expect("a socket");
    bind(&bound, &SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let refusing = getsockname(&bound).ok().and_then(|address| address.try_into().ok()).expect("an address");
    for (name, mut engine) in engines(refusing) {
        let mut errors = Vec::new();
        run(&mut engine, 12, |_, event, hand| match event {
            Event::Start => Step::Open,
            Event::NotOpened(error) => {
                errors.push(error);
                if errors.len() == 12 {
                    hand.finish();
                }
                Step::Close
            }
            other => panic!("{name}: {other:?}"),
        });
        assert_eq!(errors, vec![crate::engine::Fault::from(Errno::CONNREFUSED); 12], "{name}");
    }
    ask_once(
        |mut stream, _| {
            let _ = stream.read(&mut [0; 100]);
            sleep(Duration::from_millis(50));
            set_socket_linger(&stream, Some(Duration::ZERO)).expect("an option");
        },
        &pattern(20_000_000, 1),
        |name, events| {
            assert!(matches!(events[..], [Event::Unsent(Errno::CONNRESET | Errno::PIPE)]), "{name}: {events:?}");
        },
    );
}

#[test]
fn between_runs_what_was_closed_or_spoke_is_not_quiet() {
    /// How many connections may end or speak by now: those of one engine after the other.
    static RELEASED: AtomicUsize = AtomicUsize::new(0);
    // Of every three connections one is closed, one hears something unasked, one stays as it is.
    let address = server(|mut stream, number| {
        let mut byte = [0];
        let _ = stream.read(&mut byte);
        let _ = stream.write_all(b"!");
        while RELEASED.load(Ordering::Acquire) <= number {
            sleep(Duration::from_millis(1));
        }
        match number % 3 {
            0 => return,
            1 => drop(stream.write_all(b"unasked")),
            _ => {}
        }
        let _ = stream.read(&mut byte);
    });
    for (name, mut engine) in engines(address) {
        // One after the other, so that the server counts them as we do.
        for slots in 1..=6 {
            let kept = |slot: usize| slot + 1 < slots;
            run(&mut engine, slots, |slot, event, hand| match event {
                Event::Start if kept(slot) => Step::Wait,
                Event::Start => Step::Open,
                Event::Opened => owned(b"?"),
                Event::Received { .. } | Event::Ended(_) if kept(slot) => panic!("{name}: not yet released"),
                Event::Received { .. } => {
                    hand.finish();
                    Step::Wait
                }
                other => panic!("{name}: {other:?}"),
            });
        }
        engine.catch_up().expect("catching up");
        assert!((0..6).all(|slot| engine.is_quiet(slot)), "{name}");
        RELEASED.fetch_add(6, Ordering::AcqRel);
        let deadline = Instant::now() + Duration::from_secs(30);
        loop {
            engine.catch_up().expect("catching up");
            let quiet: Vec<_> = (0..6).map(|slot| engine.is_quiet(slot)).collect();
            if quiet == [false, false, true, false, false, true] {
                break;
            }
            assert!(Instant::now() < deadline && quiet[2] && quiet[5], "{name}: {quiet:?}");
            sleep(Duration::from_millis(1));
        }
        engine.close(2).expect("closing");
        assert!(!engine.is_quiet(2) && engine.is_quiet(5), "{name}");
    }
}

#[test]
fn connections_come_from_their_addresses_in_turn_also_when_there_are_more_than_there_was_room_for() {
    const CONNECTIONS: usize = 12;
    static SEEN: Mutex<Vec<IpAddr>> = Mutex::new(Vec::new());
    let address = server(|mut stream, _| {
        SEEN.lock().expect("seen").push(stream.peer_addr().expect("a peer").ip());
        let _ = stream.write_all(b"!");
        let _ = stream.read(&mut [0]);
    });
    for (name, mut engine) in engines(address) {
        SEEN.lock().expect("seen").clear();
        let mut greeted = 0;
        run(&mut engine, CONNECTIONS, |_, event, hand| match event {
            Event::Start => Step::Open,
            Event::Received { .. } => {
                greeted += 1;
                if greeted == CONNECTIONS {
                    hand.finish();
                }
                Step::Wait
            }
            Event::Opened => Step::Wait,
            other => panic!("{name}: {other:?}"),
        });
        let mut addresses = SEEN.lock().expect("seen").clone();
        addresses.sort_unstable();
        let expected = if name.ends_with("addresses") { ADDRESSES as usize } else { 1 };
        let each: Vec<_> = addresses.chunk_by(|a, b| a == b).map(<[_]>::len).collect();
        assert_eq!(each, vec![CONNECTIONS / expected; expected], "{name}");
    }
}

#[test]
fn many_rings_on_one_thread_are_all_good() {
    let address = server(|mut stream, _| {
        let mut byte = [0];
        while let Ok(1) = stream.read(&mut byte) {
            let _ = stream.write_all(&byte);
        }
    });
    let mut rings: Vec<_> = (0..20).map(|_| engines(address).swap_remove(1).1).collect();
    for ring in &mut rings {
        let mut answers = 0;
        run(ring, 2, |_, event, hand| match event {
            Event::Start => Step::Open,
            Event::Opened => owned(b"!"),
            Event::Received { .. } => {
                answers += 1;
                if answers == 2 {
                    hand.finish();
                }
                Step::Wait
            }
            other => panic!("{other:?}"),
        });
    }
}

#[test]
fn a_peer_that_does_not_stop_talking_between_runs_holds_nothing_up() {
    let address = server(|mut stream, _| while stream.write_all(&[b'x'; 8192]).is_ok() {});
    for (name, mut engine) in engines(address) {
        run(&mut engine, 3, |_, event, hand| match event {
            Event::Start => Step::Open,
            Event::Opened => Step::Wait,
            Event::Received { .. } => {
                hand.finish();
                Step::Wait
            }
            other => panic!("{name}: {other:?}"),
        });
        let begun = Instant::now();
        engine.catch_up().expect("catching up");
        while engine.is_quiet(0) || engine.is_quiet(2) {
            assert!(begun.elapsed() < Duration::from_secs(30), "{name}: nobody talks");
            sleep(Duration::from_millis(1));
            engine.catch_up().expect("catching up");
        }
        drop(engine);
        assert!(begun.elapsed() < Duration::from_secs(30), "{name}: {:?}", begun.elapsed());
    }
}

#[test]
fn fewer_slots_close_the_others_and_dropping_closes_all() {
    static GONE: OnceLock<Mutex<Sender<usize>>> = OnceLock::new();
    let (sender, gone) = channel();
    GONE.set(Mutex::new(sender)).expect("once");
    let address = server(|mut stream, number| {
        let _ = stream.read(&mut [0]);
        GONE.get().expect("set").lock().expect("a lock").send(number).expect("a listener");
    });
    for (name, mut engine) in engines(address) {
        let mut opened = 0;
        run(&mut engine, 6, |_, event, hand| match event {
            Event::Start => Step::Open,
            Event::Opened => {
                opened += 1;
                if opened == 6 {
                    hand.finish();
                }
                Step::Wait
            }
            other => panic!("{name}: {other:?}"),
        });
        engine.resize(2).expect("fewer");
        engine.catch_up().expect("catching up");
        let wait = |_| {
            gone.recv_timeout(Duration::from_secs(30)).expect(name);
        };
        (0..4).for_each(wait);
        assert!(gone.recv_timeout(Duration::from_millis(100)).is_err(), "{name}: one too many");
        drop(engine);
        (0..2).for_each(wait);
    }
}
