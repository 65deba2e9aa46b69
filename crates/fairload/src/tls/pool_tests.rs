//! TLS connections are kept from lap to lap, as others are.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use rustls::{ServerConnection, StreamOwned};

use super::client::{Client, Manner, Trust};
use super::tests::server_config;
use crate::clock::{Clock, Monotonic};
use crate::engine::{Kind, Waiting};
use crate::lap::closed::Limit;
use crate::lap::feed::Feed;
use crate::lap::pacer::Stripe;
use crate::pool::{Assignment, Pool};
use crate::spec::{Expectation, ExpectedBody, RequestSpec};
use crate::target::TargetSpec;

/// Answers everything on every connection; its address.
fn server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let config = Arc::new(server_config());
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let connection = ServerConnection::new(Arc::clone(&config)).expect("a connection");
            thread::spawn(move || {
                let mut stream = BufReader::new(StreamOwned::new(connection, stream));
                let mut line = String::new();
                while stream.read_line(&mut line).is_ok_and(|length| length > 0) {
                    if line.ends_with("\r\n\r\n") {
                        let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
                        stream.get_mut().write_all(answer).expect("a client that listens");
                        line.clear();
                    }
                }
            });
        }
    });
    address
}

#[test]
fn connections_and_their_sessions_outlive_a_lap() {
    let (method, path) = ("GET".to_owned(), "/".to_owned());
    let request = RequestSpec { method, path, headers: Vec::new(), body: None };
    let expect = Expectation { body: ExpectedBody::Text("ok".to_owned()), ..Expectation::default() };
    let mut target = TargetSpec::new(&server(), &request, expect, true, Duration::from_secs(10)).expect("a target");
    target.tls = Some(Client::new("localhost", &Manner::new(Trust::Anything)).expect("a client"));
    let mut pool = Pool::new(Arc::new(target), Kind::IoUring, Waiting::Sleep).expect("a pool");
    for (connections, handshakes) in [(4, 4), (4, 0), (2, 0), (6, 4)] {
        pool.prepare(connections).expect("prepared");
        let stripe = Stripe { index: 0, of: 1 };
        let (start, limit) = (Monotonic.now(), Limit::Requests(60));
        let part = Assignment { start, limit, pacer: None, stripe, pipeline: 1, probing: false };
        let report = pool.run(part, Feed::default(), &AtomicBool::new(false)).expect("a report");
        assert_eq!((report.requests(), report.window.outcomes.ok), (60, 60));
        assert_eq!(report.tls.map(|tls| tls.handshakes), Some(handshakes), "{connections} connections");
        assert_eq!(report.reconnects, 0);
    }
}
