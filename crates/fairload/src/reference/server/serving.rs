//! What is answered, and when.

use rustix::io::Errno;

use super::Server;
use crate::clock::{Clock, Monotonic, Nanos};
use crate::reference::answers::Persistence;
use crate::reference::connection::{Connection, Owed, Reply, Unread};
use crate::reference::http2::{self, Asked};
use crate::reference::request::{self, Parsed, Request};
use crate::reference::timers::Debt;
use crate::reference::websocket;

const BAD_REQUEST: &[u8] = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

impl Server {
    /// Serves what was received ahead of its turn.
    pub(super) fn go_on(&mut self, index: usize, connection: &mut Connection) -> Result<(), Errno> {
        if connection.websocket.is_some() {
            return self.echo_waiting(index, connection);
        }
        if connection.input.is_empty() {
            return Ok(());
        }
        let input = std::mem::take(&mut connection.input);
        let taken = self.serve_requests(index, connection, &input)?;
        connection.input = input;
        connection.input.drain(..taken);
        Ok(())
    }

    /// Serves the requests in `data` as far as it may; how many bytes that took.
    pub(super) fn serve_requests(
        &mut self,
        index: usize,
        connection: &mut Connection,
        data: &[u8],
    ) -> Result<usize, Errno> {
        if connection.http2.is_none() && connection.served == 0 && connection.unread.is_none() {
            let begun = data.len().min(http2::PREFACE.len());
            if data.starts_with(http2::PREFACE) {
                connection.http2 = Some(http2::Session::new());
            } else if data[..begun] == http2::PREFACE[..begun] {
                return Ok(0);
            }
        }
        if connection.http2.is_some() {
            self.serve_streams(index, connection, data)?;
            return Ok(data.len());
        }
        if connection.websocket.is_some() {
            self.echo(index, connection, data)?;
            return Ok(data.len());
        }
        let mut taken = 0;
        let mut batch = std::mem::take(&mut self.batch);
        batch.clear();
        while connection.is_free() && taken < data.len() {
            let rest = &data[taken..];
            let unread = match connection.unread.take() {
                Some(unread) => unread,
                None => match request::parse(rest) {
                    Parsed::Incomplete => break,
                    Parsed::Request(request) if request.websocket => {
                        let (answer, session) = websocket::Session::accept(&rest[..request.head_len]);
                        connection.last = session.is_none();
                        connection.websocket = session;
                        batch.extend_from_slice(&answer);
                        connection.send(&batch)?;
                        batch.clear();
                        self.echo(index, connection, &rest[request.head_len..])?;
                        taken = data.len();
                        break;
                    }
                    Parsed::Request(request) => {
                        let reply = self.reply(&request, rest, connection);
                        taken += request.head_len;
                        Unread { left: request.body_len, reply }
                    }
                    Parsed::Bad => {
                        connection.last = true;
                        taken = data.len();
                        batch.extend_from_slice(BAD_REQUEST);
                        break;
                    }
                },
            };
            let here = usize::try_from(unread.left).unwrap_or(usize::MAX).min(data.len() - taken);
            taken += here;
            let left = unread.left - here as u64;
            if left > 0 {
                connection.unread = Some(Unread { left, ..unread });
                break;
            }
            self.answer(index, connection, unread.reply, &mut batch, taken == data.len())?;
        }
        if !batch.is_empty() {
            connection.send(&batch)?;
        }
        self.batch = batch;
        Ok(taken)
    }

    /// Echoes the messages of WebSocket that are complete with `data`, now or when they are due.
    fn echo(&mut self, index: usize, connection: &mut Connection, data: &[u8]) -> Result<(), Errno> {
        let (generation, arrived) = (connection.generation, connection.read_at);
        let Some(session) = &mut connection.websocket else { return Ok(()) };
        let mut out = std::mem::take(&mut self.batch);
        out.clear();
        let plain = self.plain;
        let note = || (!plain).then(|| self.note(generation, arrived));
        connection.last = session.receive(data, note, &mut out)?;
        connection.send(&out)?;
        self.batch = out;
        self.echo_waiting(index, connection)
    }

    /// Answers messages of WebSocket one after another, until one is not due yet.
    fn echo_waiting(&mut self, index: usize, connection: &mut Connection) -> Result<(), Errno> {
        while connection.owed == Owed::Nothing
            && let Some((sequence, arrived)) = connection.websocket.as_ref().and_then(websocket::Session::waiting)
        {
            let reply = Reply::new(self.answers.find(b""), Persistence::Silent, false);
            self.answer_in_time(index, connection, Reply { sequence, arrived, ..reply })?;
        }
        Ok(())
    }

    /// Notes a request; its number and its arrival.
    fn note(&mut self, generation: u64, arrived: Nanos) -> (u64, Nanos) {
        let sequence = self.requests;
        self.requests += 1;
        if let Some(stamps) = &mut self.stamps {
            stamps.arrived(generation, arrived);
        }
        (sequence, arrived)
    }

    /// Serves the requests of HTTP/2 that are complete with `data`.
    fn serve_streams(&mut self, index: usize, connection: &mut Connection, data: &[u8]) -> Result<(), Errno> {
        let Some(session) = &mut connection.http2 else { return Ok(()) };
        for Asked { stream, target, is_head, is_grpc } in session.receive(data)? {
            connection.served += 1;
            if connection.served == self.close_after
                && let Some(session) = &mut connection.http2
            {
                session.go_away(stream);
            }
            let id = self.answers.find(&target);
            if let Some(session) = connection.http2.as_mut().filter(|_| is_grpc && self.answers.is_unknown(id)) {
                session.refuse(stream)?;
                continue;
            }
            let reply = Reply { stream, ..Reply::new(id, Persistence::Silent, is_head) };
            if self.plain {
                self.answer_stream(connection, reply)?;
            } else {
                self.answer_specially(index, connection, reply)?;
            }
        }
        connection.send_streams()
    }

    /// Answers a request of HTTP/2, when the connection next sends; how many bytes the body has.
    fn answer_stream(&mut self, connection: &mut Connection, reply: Reply) -> Result<usize, Errno> {
        let Some(session) = &mut connection.http2 else { return Ok(0) };
        let (fields, body) = self.answers.fields(reply.id);
        let body = (!reply.head_only).then_some(body);
        session.answer(reply.stream, fields, body)?;
        Ok(body.map_or(0, |body| body.len()))
    }

    fn reply(&self, request: &Request, data: &[u8], connection: &mut Connection) -> Reply {
        connection.served += 1;
        let keep = request.keep_alive && connection.served < self.close_after;
        let persistence = match (keep, request.http10) {
            (false, _) => Persistence::Close,
            (true, true) => Persistence::KeepAlive,
            (true, false) => Persistence::Silent,
        };
        Reply::new(self.answers.find(&data[request.target.clone()]), persistence, request.is_head)
    }

    /// Answers now, later or never. `alone`: no other request is at hand, so that nothing is to be gathered.
    fn answer(
        &mut self,
        index: usize,
        connection: &mut Connection,
        reply: Reply,
        batch: &mut Vec<u8>,
        alone: bool,
    ) -> Result<(), Errno> {
        if !self.plain {
            return self.answer_specially(index, connection, reply);
        }
        connection.last = reply.persistence == Persistence::Close;
        let bytes = self.answers.bytes(reply.id, reply.persistence, reply.head_only);
        if alone && batch.is_empty() {
            return connection.send(bytes);
        }
        batch.extend_from_slice(bytes);
        Ok(())
    }

    /// Notes the request, and delays its answer as configured.
    fn answer_specially(&mut self, index: usize, connection: &mut Connection, reply: Reply) -> Result<(), Errno> {
        let (sequence, arrived) = self.note(connection.generation, connection.read_at);
        self.answer_in_time(index, connection, Reply { sequence, arrived, ..reply })
    }

    /// Delays the answer to a request that was noted, as configured.
    fn answer_in_time(&mut self, index: usize, connection: &mut Connection, reply: Reply) -> Result<(), Errno> {
        let multiplexed = reply.stream != 0;
        if self.never.is_some_and(|every| (reply.sequence + 1).is_multiple_of(every)) {
            connection.owed = if multiplexed { Owed::Nothing } else { Owed::Never };
            return Ok(());
        }
        if let Some(cpu) = self.cpu {
            let end = Monotonic.now() + cpu;
            while Monotonic.now() < end {
                std::hint::spin_loop();
            }
        }
        let Some(service) = &mut self.service else { return self.give(connection, reply) };
        connection.owed = if multiplexed { Owed::Nothing } else { Owed::Later };
        let debt = Debt { index, generation: connection.generation, reply };
        self.timers.add(Monotonic.now() + service.next(), debt);
        Ok(())
    }

    /// Answers now.
    pub(super) fn give(&mut self, connection: &mut Connection, reply: Reply) -> Result<(), Errno> {
        let Reply { id, persistence, head_only, stream, sequence, arrived } = reply;
        connection.last = persistence == Persistence::Close;
        let now = Monotonic.now();
        if self.stamp_headers {
            self.answers.set_stamps(id, persistence, [sequence, arrived, now]);
        }
        if stream != 0 {
            let bytes = self.answer_stream(connection, reply)?;
            if let Some(stamps) = &mut self.stamps {
                stamps.answered(sequence, now, bytes);
            }
            return connection.send_streams();
        }
        let mut echo = Vec::new();
        let bytes = match &mut connection.websocket {
            Some(session) => {
                session.echo_next(&mut echo)?;
                &echo
            }
            None => self.answers.bytes(id, persistence, head_only),
        };
        if let Some(stamps) = &mut self.stamps {
            stamps.answered(sequence, now, bytes.len());
        }
        connection.send(bytes)
    }
}
