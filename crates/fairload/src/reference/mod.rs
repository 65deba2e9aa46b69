//! `fairload reference`: a server that is as cheap as an honest one can be, and whose behaviour is known.
//!
//! One thread, edge-triggered epoll, answers built at start. It reads every request to its end, looks at its path,
//! honours keep-alive, HTTP/1.0, HEAD and pipelining, and sends a current `Date`. A client that begins with HTTP/2 is
//! answered in it. On a second port it speaks TLS. Messages of WebSocket are
//! echoed.
//!
//! On request it delays answers by times of a known distribution and records when each request came and went:
//! then it is the truth that a load generator is compared with.

pub(crate) mod answers;
mod connection;
mod date;
mod http2;
mod listening;
mod request;
mod server;
pub(crate) mod service;
mod stall;
mod stamps;
mod timers;
pub(crate) mod truth;
pub(crate) mod websocket;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use rustix::io::Errno;
use rustls::ServerConfig;
use thiserror::Error;

use crate::spec::SpecError;
use answers::Answers;
pub(crate) use server::Server;
use service::Service;

#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) address: SocketAddr,
    /// The port for clients with TLS, on the same address.
    pub(crate) tls: Option<(u16, ServerConfig)>,
    pub(crate) answers: Answers,
    /// Between reading a request and answering it, and the seed of the draws.
    pub(crate) service: Option<(Service, u64)>,
    /// Polls the clock just before an answer is due, because a sleep overshoots.
    pub(crate) spin: bool,
    /// Every N-th request is never answered.
    pub(crate) never: Option<u64>,
    /// Where to write when each request came and went.
    pub(crate) stamps: Option<PathBuf>,
    /// Whether the answers (which have room for it) carry the stamps, too.
    pub(crate) stamp_headers: bool,
    /// The interval and the length of stalls.
    pub(crate) stall: Option<(Duration, Duration)>,
    /// Each connection is closed with its N-th answer.
    pub(crate) close_after: Option<u64>,
    /// Computing per request, by the clock.
    pub(crate) cpu: Option<Duration>,
}

/// Why the server cannot start: what, where, and how to fix it.
#[derive(Debug, Error)]
pub(crate) enum StartError {
    #[error("cannot listen on {address}: {reason}; {remedy}")]
    Bind { address: SocketAddr, reason: Errno, remedy: &'static str },
    #[error("--answers {path:?}: {reason}; give a file that can be read")]
    Unreadable { path: PathBuf, reason: std::io::Error },
    #[error(
        "--answers {path:?}: {reason}; write [{{\"path\": \"/\", \"status\": 200, \"headers\": [], \"body\": \"\"}}]"
    )]
    Malformed { path: PathBuf, reason: serde_json::Error },
    #[error("--stamps {path:?}: {reason}; give a file that can be written")]
    Stamps { path: PathBuf, reason: std::io::Error },
    #[error("{0}")]
    Tls(#[from] SpecError),
    #[error("answer to {path:?}: {problem}; {remedy}")]
    Answer { path: String, problem: String, remedy: &'static str },
}

impl StartError {
    fn bind(address: SocketAddr, reason: Errno) -> Self {
        let remedy = match reason {
            Errno::ADDRINUSE => "stop what uses the port, or give another --port",
            Errno::ACCESS => "give a --port from 1024 on, or more rights",
            Errno::ADDRNOTAVAIL => "give a --host that is an address of this machine",
            _ => "give another --host or --port",
        };
        Self::Bind { address, reason, remedy }
    }
}
