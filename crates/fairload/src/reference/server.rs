//! The event loop of the reference server.

mod serving;

use std::io;
use std::net::SocketAddr;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::buffer::spare_capacity;
use rustix::event::Timespec;
use rustix::event::epoll::{self, CreateFlags, Event, EventData, EventFlags};
use rustix::io::Errno;
use rustix::net::{self, RecvFlags, SocketFlags, sockopt};
use rustls::{ServerConfig, ServerConnection};

use super::answers::Answers;
use super::connection::{Connection, Owed};
use super::listening::listen;
use super::service::Sampler;
use super::stall::Stall;
use super::stamps::Stamps;
use super::timers::{Debt, Timers};
use super::{Options, StartError, date};
use crate::clock::{Clock, MILLISECOND, Monotonic, Nanos, SECOND, nanos};

const BUFFER: usize = 256 * 1024;
/// Bytes of requests received ahead of their turn; a client that sends more is disconnected.
const MAX_AHEAD: usize = 16 * 1024 * 1024;
const LISTENER: u64 = u64::MAX;
const TLS_LISTENER: u64 = u64::MAX - 1;
const HANGUP: EventFlags = EventFlags::RDHUP.union(EventFlags::HUP).union(EventFlags::ERR);

/// A sleep ends some 20 to 60 us late: with `spin` the last stretch before an answer is due is spent looking.
const SPIN: Nanos = 60_000;
/// The longest sleep of a server that must write its stamps when it ends.
const LONGEST_WAIT: Nanos = 50 * MILLISECOND;

#[derive(Debug)]
pub(crate) struct Server {
    listener: OwnedFd,
    address: SocketAddr,
    tls: Option<Secure>,
    epoll: OwnedFd,
    answers: Answers,
    /// How long the date in the answers is true.
    date_until: Nanos,
    /// Requests are answered at once without any notice: none of what follows applies.
    plain: bool,
    service: Option<Sampler>,
    spin: bool,
    cpu: Option<Nanos>,
    never: Option<u64>,
    stamps: Option<Stamps>,
    stamp_headers: bool,
    /// Requests so far, unless `plain`.
    requests: u64,
    close_after: u64,
    stall: Option<Stall>,
    connections: Vec<Option<Connection>>,
    free: Vec<usize>,
    generations: u64,
    timers: Timers,
    /// Answers to pipelined requests, gathered.
    batch: Vec<u8>,
    /// What was decrypted last; here so that its memory is used again.
    plaintext: Vec<u8>,
}

/// Where clients come with TLS.
#[derive(Debug)]
struct Secure {
    listener: OwnedFd,
    address: SocketAddr,
    config: Arc<ServerConfig>,
}

impl Server {
    /// # Errors
    /// The address cannot be listened on, or the file of stamps cannot be made.
    pub(crate) fn bind(options: Options) -> Result<Self, StartError> {
        let bound = |address| listen(address).map_err(|reason| StartError::bind(address, reason));
        let (listener, address) = bound(options.address)?;
        let tls = match options.tls {
            Some((port, config)) => {
                let (listener, address) = bound((options.address.ip(), port).into())?;
                Some(Secure { listener, address, config: Arc::new(config) })
            }
            None => None,
        };
        let epoll = epoll::create(CreateFlags::CLOEXEC)
            .and_then(|epoll| {
                epoll::add(&epoll, &listener, EventData::new_u64(LISTENER), EventFlags::IN)?;
                if let Some(tls) = &tls {
                    epoll::add(&epoll, &tls.listener, EventData::new_u64(TLS_LISTENER), EventFlags::IN)?;
                }
                Ok(epoll)
            })
            .map_err(|reason| StartError::bind(options.address, reason))?;
        let Options { service, cpu, never, ref stamps, stamp_headers, .. } = options;
        Ok(Self {
            listener,
            address,
            tls,
            epoll,
            answers: options.answers,
            date_until: 0,
            plain: service.is_none() && cpu.is_none() && never.is_none() && stamps.is_none() && !stamp_headers,
            service: service.map(|(service, seed)| Sampler::new(service, seed)),
            spin: options.spin,
            cpu: cpu.map(nanos),
            never,
            stamps: stamps.as_deref().map(Stamps::new).transpose()?,
            stamp_headers,
            requests: 0,
            close_after: options.close_after.unwrap_or(u64::MAX),
            stall: options.stall.map(|(every, length)| Stall::new(every, length)),
            connections: Vec::new(),
            free: Vec::new(),
            generations: 0,
            timers: Timers::default(),
            batch: Vec::new(),
            plaintext: Vec::new(),
        })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where it speaks TLS, if anywhere.
    pub(crate) fn tls_address(&self) -> Option<SocketAddr> {
        self.tls.as_ref().map(|tls| tls.address)
    }

    /// Serves until the process ends; one that has stamps until `stop` is set, and writes them.
    ///
    /// # Errors
    /// epoll itself fails, or the stamps cannot be written.
    pub(crate) fn serve(mut self, stop: &AtomicBool) -> io::Result<()> {
        if self.service.is_some() {
            // The default slack of 50 us would come on top of every delay.
            rustix::thread::set_current_timer_slack(std::num::NonZeroU64::new(1))?;
        }
        let mut buffer = vec![0; BUFFER];
        let mut events: Vec<Event> = Vec::with_capacity(256);
        loop {
            if stop.load(Ordering::Relaxed)
                && let Some(stamps) = self.stamps.take()
            {
                return stamps.write();
            }
            let timeout = self.wait().map(timespec);
            events.clear();
            match epoll::wait(&self.epoll, spare_capacity(&mut events), timeout.as_ref()) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            self.renew_date(Monotonic.now());
            for event in &events {
                let (token, flags) = (event.data.u64(), event.flags);
                if token == LISTENER || token == TLS_LISTENER {
                    self.accept(token == TLS_LISTENER)?;
                } else if let Ok(index) = usize::try_from(token) {
                    self.handle(index, flags, &mut buffer);
                }
            }
            self.run_timers();
            if let Some(stall) = &mut self.stall {
                stall.run();
            }
        }
    }

    fn renew_date(&mut self, now: Nanos) {
        if now >= self.date_until {
            let (date, remaining) = date::now();
            self.answers.set_date(&date);
            self.date_until = now + remaining;
        }
    }

    /// How long there may be nothing to do; `None`: forever.
    fn wait(&self) -> Option<Nanos> {
        let timer = self.timers.next().map(|due| if self.spin { due.saturating_sub(SPIN) } else { due });
        let stall = self.stall.as_ref().map(Stall::next);
        let wait = timer.into_iter().chain(stall).min().map(|due| due.saturating_sub(Monotonic.now()));
        let longest = self.stamps.as_ref().map(|_| LONGEST_WAIT);
        wait.into_iter().chain(longest).min()
    }

    fn accept(&mut self, secure: bool) -> io::Result<()> {
        loop {
            let tls = self.tls.as_ref().filter(|_| secure);
            let listener = tls.map_or(&self.listener, |tls| &tls.listener);
            match net::accept_with(listener, SocketFlags::NONBLOCK | SocketFlags::CLOEXEC) {
                Ok(fd) => {
                    let session = tls.map(|tls| handshake(&tls.config)).transpose().map_err(io::Error::other)?;
                    self.admit(fd, session)?;
                }
                Err(Errno::AGAIN) => return Ok(()),
                Err(Errno::INTR | Errno::CONNABORTED) => {}
                // Out of descriptors or memory: wait until served connections free theirs, without spinning.
                Err(_) => {
                    std::thread::sleep(Duration::from_millis(1));
                    return Ok(());
                }
            }
        }
    }

    fn admit(&mut self, fd: OwnedFd, tls: Option<Box<ServerConnection>>) -> io::Result<()> {
        sockopt::set_tcp_nodelay(&fd, true)?;
        let index = self.free.pop().unwrap_or_else(|| {
            self.connections.push(None);
            self.connections.len() - 1
        });
        let interest = EventFlags::IN | EventFlags::OUT | EventFlags::RDHUP | EventFlags::ET;
        epoll::add(&self.epoll, &fd, EventData::new_u64(index as u64), interest)?;
        self.generations += 1;
        self.connections[index] = Some(Connection::new(fd, tls, self.generations));
        Ok(())
    }

    /// Takes the connection out, passes it to `work`, and puts it back if `work` keeps it open.
    fn with(&mut self, index: usize, work: impl FnOnce(&mut Self, &mut Connection) -> Result<bool, Errno>) {
        let Some(mut connection) = self.connections[index].take() else { return };
        if work(self, &mut connection) == Ok(true) {
            self.connections[index] = Some(connection);
        } else {
            self.free.push(index);
        }
    }

    fn handle(&mut self, index: usize, flags: EventFlags, buffer: &mut [u8]) {
        self.with(index, |server, connection| {
            if connection.is_blocked() && flags.contains(EventFlags::OUT) {
                connection.flush()?;
                server.go_on(index, connection)?;
            }
            if flags.intersects(EventFlags::IN | HANGUP) {
                server.receive(index, connection, flags.intersects(HANGUP), buffer)?;
            }
            Ok(connection.lives_on())
        });
    }

    /// Reads until the socket is known to be empty: a short read tells, unless the end of the stream is due (`hangup`).
    fn receive(
        &mut self,
        index: usize,
        connection: &mut Connection,
        hangup: bool,
        buffer: &mut [u8],
    ) -> Result<(), Errno> {
        loop {
            let length = match net::recv(&connection.fd, &mut buffer[..], RecvFlags::empty()) {
                Ok((length, _)) => length,
                Err(Errno::AGAIN) => return Ok(()),
                Err(Errno::INTR) => continue,
                Err(error) => return Err(error),
            };
            if length == 0 {
                connection.ended = true;
                return Ok(());
            }
            if !self.plain {
                connection.read_at = Monotonic.now();
            }
            if connection.last {
                continue;
            }
            if connection.is_tls() {
                let mut plaintext = std::mem::take(&mut self.plaintext);
                plaintext.clear();
                connection.decrypt(&buffer[..length], &mut plaintext)?;
                self.take_in(index, connection, &plaintext)?;
                self.plaintext = plaintext;
            } else {
                self.take_in(index, connection, &buffer[..length])?;
            }
            if connection.input.len() > MAX_AHEAD {
                return Err(Errno::NOBUFS);
            }
            if length < buffer.len() && !hangup {
                return Ok(());
            }
        }
    }

    /// Serves what has come, and keeps what cannot be served yet.
    fn take_in(&mut self, index: usize, connection: &mut Connection, data: &[u8]) -> Result<(), Errno> {
        if connection.input.is_empty() {
            let taken = self.serve_requests(index, connection, data)?;
            connection.input.extend_from_slice(&data[taken..]);
            return Ok(());
        }
        connection.input.extend_from_slice(data);
        self.go_on(index, connection)
    }

    fn run_timers(&mut self) {
        while let Some(Debt { index, generation, reply }) = self.timers.pop(|| Monotonic.now()) {
            if self.connections[index].as_ref().is_none_or(|connection| connection.generation != generation) {
                continue;
            }
            self.with(index, |server, connection| {
                connection.owed = Owed::Nothing;
                server.give(connection, reply)?;
                server.go_on(index, connection)?;
                Ok(connection.lives_on())
            });
        }
    }
}

fn handshake(config: &Arc<ServerConfig>) -> Result<Box<ServerConnection>, rustls::Error> {
    let mut session = ServerConnection::new(Arc::clone(config))?;
    session.set_buffer_limit(None);
    Ok(Box::new(session))
}

fn timespec(wait: Nanos) -> Timespec {
    Timespec { tv_sec: (wait / SECOND).min(86_400).cast_signed(), tv_nsec: (wait % SECOND).cast_signed() }
}
