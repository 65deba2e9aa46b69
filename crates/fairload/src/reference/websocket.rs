//! One connection of WebSocket of the reference server, which echoes every message. It shares nothing with the client but
//! tungstenite.

use std::collections::VecDeque;
use std::io::ErrorKind;

use httparse::{EMPTY_HEADER, Request};
use rustix::io::Errno;
use tungstenite::error::Error;
use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::{Message, Role, WebSocketContext};

use crate::clock::Nanos;
use crate::websocket::pipe::{Pipe, context};

const MOST_HEADERS: usize = 100;
const REFUSAL: &[u8] =
    b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nSec-WebSocket-Version: 13\r\nConnection: close\r\n\r\n";

#[derive(Debug)]
pub(crate) struct Session {
    context: WebSocketContext,
    /// Messages that have come and are not echoed yet, with their numbers and arrivals.
    waiting: VecDeque<(Message, (u64, Nanos))>,
}

impl Session {
    /// What to send in answer to the head of a request that asks for WebSocket, and the session if that accepts it.
    pub(crate) fn accept(head: &[u8]) -> (Vec<u8>, Option<Self>) {
        let mut headers = [EMPTY_HEADER; MOST_HEADERS];
        let mut request = Request::new(&mut headers);
        let readable = request.parse(head).is_ok();
        let value = |name: &str| request.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name));
        let (key, version) = (value("sec-websocket-key"), value("sec-websocket-version"));
        let Some(key) = key.filter(|_| readable && version.is_some_and(|version| version.value == b"13")) else {
            return (REFUSAL.to_vec(), None);
        };
        let accept = derive_accept_key(key.value);
        let answer = format!(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Accept: {accept}\r\n\r\n"
        );
        (answer.into_bytes(), Some(Self { context: context(Role::Server), waiting: VecDeque::new() }))
    }

    /// Takes what the connection delivered, and adds what is to be sent to `out`. Messages of which `note` takes notice wait
    /// for [`Session::echo_next`], others are echoed. Whether the connection is over.
    ///
    /// # Errors
    /// It is not WebSocket.
    pub(crate) fn receive(
        &mut self,
        data: &[u8],
        mut note: impl FnMut() -> Option<(u64, Nanos)>,
        out: &mut Vec<u8>,
    ) -> Result<bool, Errno> {
        let mut pipe = Pipe { come: data, out };
        loop {
            match self.context.read(&mut pipe) {
                Ok(message @ (Message::Text(_) | Message::Binary(_))) => match note() {
                    Some(noted) => self.waiting.push_back((message, noted)),
                    None => self.context.write(&mut pipe, message).map_err(|_| Errno::PROTO)?,
                },
                Ok(_) => {}
                Err(Error::ConnectionClosed | Error::AlreadyClosed) => return Ok(true),
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => break,
                Err(_) => return Err(Errno::PROTO),
            }
        }
        match self.context.flush(&mut pipe) {
            Ok(()) => Ok(false),
            Err(Error::ConnectionClosed) => Ok(true),
            Err(_) => Err(Errno::PROTO),
        }
    }

    /// Number and arrival of the next message that waits for its echo.
    pub(super) fn waiting(&self) -> Option<(u64, Nanos)> {
        self.waiting.front().map(|&(_, noted)| noted)
    }

    /// Adds the next echo to `out`.
    ///
    /// # Errors
    /// The client has closed the connection without waiting for it.
    pub(super) fn echo_next(&mut self, out: &mut Vec<u8>) -> Result<(), Errno> {
        let Some((message, _)) = self.waiting.pop_front() else { return Ok(()) };
        self.context.write(&mut Pipe { come: &[], out }, message).map_err(|_| Errno::PROTO)
    }
}
