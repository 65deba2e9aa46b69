//! One connection of the reference server.

use std::io::{Read, Write};
use std::os::fd::OwnedFd;

use rustix::io::Errno;
use rustix::net::{self, SendFlags, Shutdown};
use rustls::ServerConnection;

use super::answers::{AnswerId, Persistence};
use super::http2::Session;
use super::websocket;
use crate::clock::Nanos;

/// An answer that is due on a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reply {
    pub(super) id: AnswerId,
    pub(super) persistence: Persistence,
    pub(super) head_only: bool,
    /// Of HTTP/2; 0 for HTTP/1.
    pub(super) stream: i32,
    /// The request's number and its arrival, where the server takes notice of them.
    pub(super) sequence: u64,
    pub(super) arrived: Nanos,
}

impl Reply {
    pub(super) fn new(id: AnswerId, persistence: Persistence, head_only: bool) -> Self {
        Self { id, persistence, head_only, stream: 0, sequence: 0, arrived: 0 }
    }
}

/// Whether the last request that was read still waits for its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owed {
    Nothing,
    /// It comes when it is due.
    Later,
    /// It never comes, and neither do answers to requests behind it.
    Never,
}

/// A request whose body is still being read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unread {
    pub(super) left: u64,
    pub(super) reply: Reply,
}

#[derive(Debug)]
pub(super) struct Connection {
    pub(super) fd: OwnedFd,
    tls: Option<Box<ServerConnection>>,
    /// From its preface on, if it is HTTP/2.
    pub(super) http2: Option<Session>,
    /// From its handshake on, if it is WebSocket.
    pub(super) websocket: Option<websocket::Session>,
    /// Tells this connection from earlier ones in the same place.
    pub(super) generation: u64,
    /// Received and not yet understood: part of a request, or requests behind one that waits for its answer.
    pub(super) input: Vec<u8>,
    pub(super) unread: Option<Unread>,
    /// Bytes the socket did not take.
    output: Vec<u8>,
    sent: usize,
    /// When something was last read, where the server takes notice of it.
    pub(super) read_at: Nanos,
    pub(super) owed: Owed,
    /// The last answer was given.
    pub(super) last: bool,
    /// The client sends nothing more.
    pub(super) ended: bool,
    pub(super) served: u64,
}

impl Connection {
    pub(super) fn new(fd: OwnedFd, tls: Option<Box<ServerConnection>>, generation: u64) -> Self {
        Self {
            fd,
            tls,
            http2: None,
            websocket: None,
            generation,
            input: Vec::new(),
            unread: None,
            output: Vec::new(),
            sent: 0,
            read_at: 0,
            owed: Owed::Nothing,
            last: false,
            ended: false,
            served: 0,
        }
    }

    /// Whether the next request may be looked at.
    pub(super) fn is_free(&self) -> bool {
        self.owed == Owed::Nothing && !self.last && !self.is_blocked()
    }

    pub(super) fn is_blocked(&self) -> bool {
        self.sent < self.output.len()
    }

    pub(super) fn is_tls(&self) -> bool {
        self.tls.is_some()
    }

    /// Adds what the bytes of the socket say to `plaintext`; goes on with a handshake.
    ///
    /// # Errors
    /// It is not TLS, or nothing can be agreed on.
    pub(super) fn decrypt(&mut self, mut data: &[u8], plaintext: &mut Vec<u8>) -> Result<(), Errno> {
        let Some(tls) = &mut self.tls else { return Ok(()) };
        let mut heard = Ok(());
        while !data.is_empty() && heard.is_ok() && !self.ended {
            if tls.read_tls(&mut data).map_err(|_| Errno::PROTO)? == 0 {
                break;
            }
            heard = tls.process_new_packets().map(|state| self.ended = state.peer_has_closed());
            // It reports an error if there is nothing more at present.
            let _ = tls.reader().read_to_end(plaintext);
        }
        // The alert that says what was wrong, too.
        self.send_records()?;
        heard.map_err(|_| Errno::PROTO)
    }

    /// Sends `bytes`, or keeps what the socket does not take.
    pub(super) fn send(&mut self, bytes: &[u8]) -> Result<(), Errno> {
        let Some(tls) = &mut self.tls else { return self.send_raw(bytes) };
        // It goes to memory without a limit, so all of it goes.
        tls.writer().write_all(bytes).map_err(|_| Errno::PROTO)?;
        self.send_records()
    }

    fn send_records(&mut self) -> Result<(), Errno> {
        let Some(tls) = &mut self.tls else { return Ok(()) };
        let mut records = Vec::new();
        while tls.wants_write() {
            tls.write_tls(&mut records).map_err(|_| Errno::PROTO)?;
        }
        self.send_raw(&records)
    }

    fn send_raw(&mut self, bytes: &[u8]) -> Result<(), Errno> {
        let sent = if self.is_blocked() { 0 } else { send_some(&self.fd, bytes)? };
        if sent < bytes.len() {
            self.output.extend_from_slice(&bytes[sent..]);
        }
        Ok(())
    }

    /// Sends what HTTP/2 has to say, if the connection is of it.
    pub(super) fn send_streams(&mut self) -> Result<(), Errno> {
        let Some(session) = &mut self.http2 else { return Ok(()) };
        let mut out = Vec::new();
        session.flush(&mut out)?;
        self.last = session.is_over();
        self.send(&out)
    }

    /// Sends what is left of earlier answers.
    pub(super) fn flush(&mut self) -> Result<(), Errno> {
        self.sent += send_some(&self.fd, &self.output[self.sent..])?;
        if !self.is_blocked() {
            self.output.clear();
            self.sent = 0;
        }
        Ok(())
    }

    /// Whether there is anything left to do. A connection that got its last answer is marked so, and read to its end
    /// where the client sent more: closing over unread bytes would reset it.
    pub(super) fn lives_on(&mut self) -> bool {
        if self.owed == Owed::Later || self.is_blocked() {
            return true;
        }
        if self.last && !self.ended {
            if let Some(tls) = &mut self.tls {
                tls.send_close_notify();
            }
            // These fail only if the client is gone, which does not matter.
            let _ = self.send_records();
            let _ = net::shutdown(&self.fd, Shutdown::Write);
            return !self.input.is_empty() || self.http2.is_some() || self.websocket.is_some() || self.is_tls();
        }
        !self.ended
    }
}

fn send_some(fd: &OwnedFd, bytes: &[u8]) -> Result<usize, Errno> {
    let mut sent = 0;
    while sent < bytes.len() {
        match net::send(fd, &bytes[sent..], SendFlags::NOSIGNAL) {
            Ok(length) => sent += length,
            Err(Errno::AGAIN) => break,
            Err(Errno::INTR) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(sent)
}
