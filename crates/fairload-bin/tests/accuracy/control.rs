//! The control: a client that is obviously right. It blocks, has a thread for each connection, looks at the clock
//! before it sends and after the last byte of the answer, and takes nothing apart. What the machine adds to the server's
//! times, by waking threads up and by the way through the kernel, it adds to the control's, too; what a client adds beyond
//! the control is the client's own.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::num::NonZeroU64;
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: control\r\n\r\n";
/// What every answer of the reference server ends with, and nothing else in it.
const END: &[u8] = b"Hello, world!\n";
/// The most by which a sleep ends late on an idle machine: the last stretch before a request is due is polled.
const SPIN: Duration = Duration::from_micros(60);
/// From the beginning of an open lap to its first request: its threads have started by then.
const LEAD: Duration = Duration::from_millis(30);

/// What a thread does until its answer comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Waiting {
    Asleep,
    Looking,
}

#[derive(Debug)]
pub(crate) struct Control {
    connections: Vec<TcpStream>,
}

/// One request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seen {
    /// In a closed loop when it was sent.
    due: Instant,
    sent: Instant,
    answered: Instant,
}

impl Seen {
    /// From sending to the last byte of the answer, nanoseconds.
    pub(crate) fn latency(&self) -> u64 {
        nanos(self.answered - self.sent)
    }

    /// The same from when it was due.
    pub(crate) fn response(&self) -> u64 {
        nanos(self.answered - self.due)
    }

    /// From the first of them to the last answer, nanoseconds.
    pub(crate) fn span(seen: &[Self]) -> u64 {
        let (first, last) = (seen.iter().map(|one| one.sent).min(), seen.iter().map(|one| one.answered).max());
        nanos(last.unwrap() - first.unwrap())
    }
}

impl Control {
    /// Opens so many connections, which stay open. The server numbers them before later ones.
    pub(crate) fn connect(address: SocketAddr, connections: usize, waiting: Waiting) -> Self {
        let connect = |_| {
            let stream = TcpStream::connect(address).unwrap();
            stream.set_nodelay(true).unwrap();
            stream.set_nonblocking(waiting == Waiting::Looking).unwrap();
            stream
        };
        Self { connections: (0..connections).map(connect).collect() }
    }

    /// Our ends of the connections.
    pub(crate) fn ports(&self) -> Vec<u16> {
        self.connections.iter().map(|stream| stream.local_addr().unwrap().port()).collect()
    }

    /// A closed loop: a connection with an answer sends the next request, until there have been `count`.
    pub(crate) fn closed(&mut self, count: usize) -> Vec<Seen> {
        self.lap(|number| (number < count).then_some(None))
    }

    /// A closed loop: a connection with an answer sends the next request, until `length` has passed.
    pub(crate) fn closed_for(&mut self, length: Duration) -> Vec<Seen> {
        let end = Instant::now() + length;
        self.lap(|_| (Instant::now() < end).then_some(None))
    }

    /// An open loop: requests are due at these times after its beginning, independent of earlier ones.
    pub(crate) fn open(&mut self, due: &[Duration]) -> Vec<Seen> {
        let begun = Instant::now() + LEAD;
        self.lap(|number| due.get(number).map(|due| Some(begun + *due)))
    }

    /// Gets from `next` each request in turn, and when it is due, if not at once.
    fn lap(&mut self, next: impl Fn(usize) -> Option<Option<Instant>> + Sync) -> Vec<Seen> {
        let (taken, ready) = (AtomicUsize::new(0), Barrier::new(self.connections.len()));
        let serve = |stream: &mut TcpStream| {
            // Sleeps are otherwise 50 us longer than they should be.
            rustix::thread::set_current_timer_slack(NonZeroU64::new(1)).unwrap();
            let mut seen = Vec::with_capacity(1024);
            ready.wait();
            while let Some(due) = next(taken.fetch_add(1, Ordering::Relaxed)) {
                seen.push(request(stream, due));
            }
            seen
        };
        thread::scope(|scope| {
            let serve = &serve;
            let threads: Vec<_> =
                self.connections.iter_mut().map(|stream| scope.spawn(move || serve(stream))).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        })
    }
}

fn request(stream: &mut TcpStream, due: Option<Instant>) -> Seen {
    let mut answer = [0; 4096];
    let mut length = 0;
    due.inspect(|due| wait_until(*due));
    let sent = Instant::now();
    stream.write_all(REQUEST).unwrap();
    while !answer[..length].ends_with(END) {
        match stream.read(&mut answer[length..]) {
            Ok(0) => panic!("an end instead of an answer"),
            Ok(more) => length += more,
            Err(error) if error.kind() == ErrorKind::WouldBlock => std::hint::spin_loop(),
            Err(error) => panic!("{error}"),
        }
    }
    let answered = Instant::now();
    Seen { due: due.unwrap_or(sent), sent, answered }
}

fn wait_until(due: Instant) {
    let left = due.saturating_duration_since(Instant::now());
    thread::sleep(left.saturating_sub(SPIN));
    while Instant::now() < due {
        std::hint::spin_loop();
    }
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap()
}

/// The schedule of so many constant arrivals at `rate` per second.
pub(crate) fn constant(rate: f64, count: u32) -> Vec<Duration> {
    (0..count).map(|number| Duration::from_secs_f64(f64::from(number) / rate)).collect()
}

/// The schedule of Poisson arrivals at `rate` per second within `length`: gaps are exponential and independent.
pub(crate) fn poisson(rate: f64, length: Duration, seed: u64) -> Vec<Duration> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let gap = || {
        let uniform = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        Some(Duration::from_secs_f64(-(1.0 - uniform).ln() / rate))
    };
    let times = std::iter::from_fn(gap).scan(Duration::ZERO, |passed, gap| {
        *passed += gap;
        Some(*passed)
    });
    times.take_while(|due| *due < length).collect()
}
