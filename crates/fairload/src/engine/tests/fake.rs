//! Shared by these tests: all engines, a driver that does what the test says, and a server.

use std::cell::Cell;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::Errno;

use crate::clock::{MILLISECOND, Nanos};
use crate::engine::epoll::Epoll;
use crate::engine::ring::{Ring, Settings};
use crate::engine::source::{Source, is_loopback};
use crate::engine::{Driver, End, Engine, Payload, Standing, Step, Waiting};

/// Of an engine that does not leave them to the kernel.
pub(super) const ADDRESSES: u32 = 3;

/// All engines; the ring also with hardly any room, so that there is too little of everything, and as on an old kernel;
/// each with the kernel's choice of addresses, and with addresses in turn.
pub(super) fn engines(address: SocketAddr) -> Vec<(&'static str, Engine)> {
    let scanty = Settings {
        submissions: 4,
        completions: 8,
        buffers: 2,
        buffer_bytes: 4096,
        shared_buffers: 2,
        shared_buffer_bytes: 4096,
        sends_per_turn: 2,
        sockets: 8,
        ..Settings::default()
    };
    let plain = Settings { plain: true, ..Settings::default() };
    let spread = || Source::spread(ADDRESSES, address).expect("a loopback target");
    let epoll = |source| Engine::Epoll(Epoll::new(address, source, Waiting::Sleep).expect("epoll"));
    let ring = |source, settings| {
        Engine::Ring(Box::new(Ring::with(address, source, Waiting::Sleep, settings).expect("io_uring")))
    };
    let mut all = vec![
        ("epoll", epoll(Source::Any)),
        ("ring", ring(Source::Any, Settings::default())),
        ("scanty ring", ring(Source::Any, scanty)),
        ("plain ring", ring(Source::Any, plain)),
        ("scanty plain ring", ring(Source::Any, Settings { plain: true, ..scanty })),
    ];
    if is_loopback(address) {
        all.push(("epoll from three addresses", epoll(spread())));
        all.push(("ring from three addresses", ring(spread(), Settings::default())));
        all.push(("scanty ring from three addresses", ring(spread(), scanty)));
        all.push(("plain ring from three addresses", ring(spread(), plain)));
    }
    all
}

/// The events that a driver gets.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event {
    Start,
    Opened,
    NotOpened(crate::engine::Fault),
    Received { data: Vec<u8>, standing: Standing },
    Ended(End),
    Unsent(Errno),
}

/// What the test can do from within a reaction.
#[derive(Clone, Default)]
pub(super) struct Hand {
    finished: Rc<Cell<bool>>,
}

impl Hand {
    /// Lets the run end.
    pub(super) fn finish(&self) {
        self.finished.set(true);
    }
}

/// Does what `react` says. A run that lasts too long is a failure.
pub(super) struct Fake<F, G> {
    react: F,
    due: G,
    hand: Hand,
    begun: Instant,
}

impl<F: FnMut(usize, Event, &Hand) -> Step, G: FnMut() -> Option<(usize, Step)>> Fake<F, G> {
    /// `due` says what falls due, until there is nothing.
    pub(super) fn with(react: F, due: G) -> Self {
        Self { react, due, hand: Hand::default(), begun: Instant::now() }
    }

    fn tell(&mut self, slot: usize, event: Event) -> Step {
        (self.react)(slot, event, &self.hand)
    }
}

impl<F: FnMut(usize, Event, &Hand) -> Step, G: FnMut() -> Option<(usize, Step)>> Driver for Fake<F, G> {
    fn start(&mut self, slot: usize) -> Step {
        self.tell(slot, Event::Start)
    }

    fn opened(&mut self, slot: usize) -> Step {
        self.tell(slot, Event::Opened)
    }

    fn not_opened(&mut self, slot: usize, error: crate::engine::Fault) -> Step {
        self.tell(slot, Event::NotOpened(error))
    }

    fn received(&mut self, slot: usize, data: &[u8], standing: Standing) -> Step {
        self.tell(slot, Event::Received { data: data.to_vec(), standing })
    }

    fn ended(&mut self, slot: usize, end: End) -> Step {
        self.tell(slot, Event::Ended(end))
    }

    fn unsent(&mut self, slot: usize, error: Errno) -> Step {
        self.tell(slot, Event::Unsent(error))
    }

    fn due(&mut self) -> Option<(usize, Step)> {
        assert!(self.begun.elapsed() < Duration::from_secs(60), "the run does not come to an end");
        (self.due)()
    }

    fn wait(&self) -> Nanos {
        20 * MILLISECOND
    }

    fn finished(&self) -> bool {
        self.hand.finished.get()
    }
}

/// Runs `engine` on so many slots until `react` is done.
pub(super) fn run(engine: &mut Engine, slots: usize, react: impl FnMut(usize, Event, &Hand) -> Step) {
    engine.catch_up().expect("catching up");
    engine.resize(slots).expect("slots");
    engine.run(&mut Fake::with(react, || None)).expect("a run");
}

/// A server that gives each connection, with its number, to a thread of its own.
pub(super) fn server(serve: impl Fn(TcpStream, usize) + Send + Sync + Copy + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    rustix::net::listen(&listener, 4096).expect("a longer queue");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for (number, stream) in listener.incoming().flatten().enumerate() {
            stream.set_nodelay(true).expect("an option");
            thread::spawn(move || serve(stream, number));
        }
    });
    address
}

pub(super) fn owned(bytes: &[u8]) -> Step {
    Step::Send(Payload::owned(bytes.to_vec()))
}

/// Bytes that differ from place to place, and come again only after a prime number of them.
pub(super) fn pattern(length: usize, seed: usize) -> Vec<u8> {
    const PERIOD: usize = 65_521;
    #[allow(clippy::cast_possible_truncation)]
    let period: Vec<u8> =
        (0..PERIOD.min(length)).map(|at| ((at + seed).wrapping_mul(2_654_435_761) >> 11) as u8).collect();
    let mut bytes = Vec::with_capacity(length);
    while bytes.len() < length {
        bytes.extend_from_slice(&period[..PERIOD.min(length - bytes.len())]);
    }
    bytes
}
