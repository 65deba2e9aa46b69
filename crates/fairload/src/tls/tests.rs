//! The adapter between a driver that only records its events, and a server in memory.

use std::io::{Read, Write};
use std::sync::Arc;

use rcgen::{CertificateParams, KeyPair};
use rustix::io::Errno;
use rustls::crypto::ring;
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection};

use super::adapter::Tls;
use super::client::{Client, Manner, Trust};
use super::reason::{NO_HANDSHAKE, TRUNCATED};
use super::sessions::Sessions;
use crate::clock::Nanos;
use crate::engine::{Driver, End, Fault, Payload, Standing, Step};

const REQUEST: &[u8] = b"GET / HTTP/1.1\r\n\r\n";
const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

#[derive(Debug, PartialEq)]
enum Event {
    Opened,
    NotOpened(Fault),
    Received(Vec<u8>, Standing),
    Ended(End),
    Unsent(Errno),
}

/// Sends a request when its connection is there, waits for anything else, and closes what ended.
#[derive(Default)]
struct Notes {
    events: Vec<Event>,
    /// What to do about bytes.
    on_received: Option<Step>,
}

impl Driver for Notes {
    fn start(&mut self, _: usize) -> Step {
        Step::Open
    }

    fn opened(&mut self, _: usize) -> Step {
        self.events.push(Event::Opened);
        Step::Send(Payload::owned(REQUEST.to_vec()))
    }

    fn not_opened(&mut self, _: usize, fault: Fault) -> Step {
        self.events.push(Event::NotOpened(fault));
        Step::Close
    }

    fn received(&mut self, _: usize, data: &[u8], standing: Standing) -> Step {
        self.events.push(Event::Received(data.to_vec(), standing));
        self.on_received.take().unwrap_or(Step::Wait)
    }

    fn ended(&mut self, _: usize, end: End) -> Step {
        self.events.push(Event::Ended(end));
        Step::Close
    }

    fn unsent(&mut self, _: usize, error: Errno) -> Step {
        self.events.push(Event::Unsent(error));
        Step::Close
    }

    fn due(&mut self) -> Option<(usize, Step)> {
        None
    }

    fn wait(&self) -> Nanos {
        0
    }

    fn finished(&self) -> bool {
        true
    }
}

/// For `localhost`, with a certificate of its own.
pub(super) fn server_config() -> ServerConfig {
    let key = KeyPair::generate().expect("a key");
    let params = CertificateParams::new(vec!["localhost".to_owned()]).expect("a certificate");
    let certificate = params.self_signed(&key).expect("a certificate");
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], PrivateKeyDer::try_from(key.serialize_der()).expect("a key"))
        .expect("a configuration");
    // So that it may speak before it has heard the client's last word of the handshake.
    config.send_half_rtt_data = true;
    config
}

/// One connection with both of its ends.
struct Line {
    notes: Notes,
    sessions: Sessions,
    keepalive: bool,
    server: ServerConnection,
    /// What the server has read.
    asked: Vec<u8>,
}

impl Line {
    fn new() -> Self {
        let client = Client::new("localhost", &Manner::new(Trust::Anything)).expect("a client");
        let mut sessions = Sessions::new(client);
        sessions.resize(1);
        let server = ServerConnection::new(Arc::new(server_config())).expect("a server");
        Self { notes: Notes::default(), sessions, keepalive: true, server, asked: Vec::new() }
    }

    /// One whose handshake is complete and whose server has the request.
    fn open() -> Self {
        let mut line = Self::new();
        line.handshake(usize::MAX);
        assert_eq!((line.events(), line.asked.as_slice()), (vec![Event::Opened], REQUEST));
        line
    }

    fn adapter(&mut self) -> Tls<'_, Notes> {
        Tls::new(&mut self.notes, &mut self.sessions, self.keepalive)
    }

    fn events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.notes.events)
    }

    /// The server takes what the client sends.
    fn give(&mut self, step: &Step) {
        let Step::Send(payload) = step else { return };
        let mut bytes = payload.bytes();
        while !bytes.is_empty() {
            self.server.read_tls(&mut bytes).expect("room");
            let state = self.server.process_new_packets().expect("good records");
            let start = self.asked.len();
            self.asked.resize(start + state.plaintext_bytes_to_read(), 0);
            self.server.reader().read_exact(&mut self.asked[start..]).expect("plain text");
        }
    }

    /// What the server sends.
    fn take(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        while self.server.wants_write() {
            self.server.write_tls(&mut bytes).expect("memory");
        }
        bytes
    }

    /// What the server sends when it answers.
    fn answer(&mut self) -> Vec<u8> {
        self.server.writer().write_all(ANSWER).expect("memory");
        self.take()
    }

    fn handshake(&mut self, piece: usize) {
        assert_eq!(self.adapter().start(0), Step::Open);
        let step = self.adapter().opened(0);
        self.give(&step);
        for _ in 0..3 {
            for bytes in self.take().chunks(piece) {
                let step = self.adapter().received(0, bytes, Standing::Open);
                self.give(&step);
            }
        }
    }
}

fn tls(text: &str) -> Fault {
    Fault::Tls(text.to_owned())
}

#[test]
fn the_driver_inside_hears_the_same_however_the_bytes_are_cut() {
    for piece in [1, 2, 3, 5, 7, 100, 1000, usize::MAX] {
        let mut line = Line::new();
        line.handshake(piece);
        assert_eq!((line.events(), line.asked.as_slice()), (vec![Event::Opened], REQUEST), "pieces of {piece}");
        for bytes in line.answer().chunks(piece) {
            assert_eq!(line.adapter().received(0, bytes, Standing::Open), Step::Wait);
        }
        assert_eq!(line.events(), [Event::Received(ANSWER.to_vec(), Standing::Open)], "pieces of {piece}");
    }
}

#[test]
fn an_end_is_what_the_server_said_it_is() {
    for (close_notify, keepalive) in [(true, true), (true, false), (false, true)] {
        for end in [End::Closed, End::Failed(Errno::CONNRESET.into())] {
            let mut line = Line::open();
            line.keepalive = keepalive;
            line.server.writer().write_all(ANSWER).expect("memory");
            if close_notify {
                line.server.send_close_notify();
            }
            let bytes = line.take();
            assert_eq!(line.adapter().received(0, &bytes, Standing::Open), Step::Wait);
            // Where connections are used once, the end of the socket is to be waited for.
            let answered = Event::Received(ANSWER.to_vec(), Standing::Open.or_last(close_notify && keepalive));
            assert_eq!(line.adapter().ended(0, end.clone()), Step::Close);
            let ended = match end {
                _ if close_notify => End::Closed,
                End::Closed => End::Failed(tls(TRUNCATED)),
                failed => failed,
            };
            assert_eq!(line.events(), [answered, Event::Ended(ended)]);
        }
    }
}

#[test]
fn until_the_handshake_is_complete_every_end_is_a_connection_that_was_not_opened() {
    let begun = || {
        let mut line = Line::new();
        assert_eq!(line.adapter().start(0), Step::Open);
        assert!(matches!(line.adapter().opened(0), Step::Send(_)));
        line
    };
    let mut line = begun();
    assert_eq!(line.adapter().ended(0, End::Closed), Step::Close);
    assert_eq!(line.events(), [Event::NotOpened(tls(NO_HANDSHAKE))]);
    let reset = Fault::from(Errno::CONNRESET);
    let mut line = begun();
    assert_eq!(line.adapter().ended(0, End::Failed(reset.clone())), Step::Close);
    assert_eq!(line.events(), [Event::NotOpened(reset.clone())]);
    let mut line = begun();
    assert_eq!(line.adapter().unsent(0, Errno::CONNRESET), Step::Close);
    assert_eq!(line.events(), [Event::NotOpened(reset)]);
    let mut line = begun();
    assert_eq!(line.adapter().received(0, b"HTTP/1.1 400 Bad Request\r\n\r\n", Standing::Last), Step::Close);
    assert!(matches!(&line.events()[..], [Event::NotOpened(Fault::Tls(text))] if text.contains("is not TLS")));
    // What comes after that is ignored.
    assert_eq!(line.adapter().received(0, b"more", Standing::Last), Step::Wait);
    assert_eq!(line.adapter().ended(0, End::Closed), Step::Wait);
    assert_eq!(line.events(), []);
}

#[test]
fn an_answer_counts_before_the_fault_that_comes_behind_it() {
    let mut line = Line::open();
    let mut bytes = line.answer();
    bytes.extend_from_slice(b"\x17\x03\x03\x00\x20 these are no 32 encrypted bytes");
    assert_eq!(line.adapter().received(0, &bytes, Standing::Open), Step::Close);
    let events = line.events();
    assert_eq!(events[0], Event::Received(ANSWER.to_vec(), Standing::Last));
    assert!(matches!(&events[1..], [Event::Ended(End::Failed(Fault::Tls(_)))]), "{events:?}");
}

#[test]
fn a_server_that_speaks_first_is_heard_after_the_opening() {
    let mut line = Line::new();
    line.notes.on_received = Some(Step::Send(Payload::owned(b"second".to_vec())));
    assert_eq!(line.adapter().start(0), Step::Open);
    let step = line.adapter().opened(0);
    line.give(&step);
    let bytes = line.answer();
    // One step for all of it: the end of the handshake, the request, and what followed.
    let step = line.adapter().received(0, &bytes, Standing::Open);
    assert_eq!(line.events(), [Event::Opened, Event::Received(ANSWER.to_vec(), Standing::Open)]);
    line.give(&step);
    assert_eq!(line.asked, [REQUEST, b"second"].concat());
}

#[test]
fn a_farewell_is_answered_once_unless_the_connection_is_gone() {
    let mut line = Line::open();
    line.server.send_close_notify();
    let bytes = line.take();
    assert_eq!(line.adapter().received(0, &bytes, Standing::Open), Step::Wait);
    let Some((0, step)) = line.adapter().due() else { panic!("no farewell") };
    line.give(&step);
    let read = line.server.reader().read(&mut [0; 16]);
    assert_eq!(read.ok(), Some(0), "the server hears that nothing more will come");
    assert_eq!(line.adapter().due(), None);

    let mut line = Line::open();
    line.server.send_close_notify();
    let bytes = line.take();
    assert_eq!(line.adapter().received(0, &bytes, Standing::Open), Step::Wait);
    assert_eq!(line.adapter().ended(0, End::Closed), Step::Close);
    assert_eq!(line.adapter().due(), None);
}

#[test]
fn a_new_connection_begins_a_new_handshake() {
    let mut line = Line::open();
    line.notes.on_received = Some(Step::Open);
    let bytes = line.answer();
    assert_eq!(line.adapter().received(0, &bytes, Standing::Open), Step::Open);
    let Step::Send(hello) = line.adapter().opened(0) else { panic!("no handshake") };
    // A record of a handshake, the first of its kind: a ClientHello.
    assert_eq!((hello.bytes()[0], hello.bytes()[5]), (22, 1));
    assert_eq!(line.sessions.take_negotiated().handshakes, 1);
    assert_eq!(line.adapter().unsent(0, Errno::PIPE), Step::Close);
    assert_eq!(line.events()[1..], [Event::NotOpened(Errno::PIPE.into())]);
}
