//! The yardstick of the generator's own cost: keep-alive connections on one epoll loop that sends a request, waits for
//! as many bytes as the first answer had, and looks at none of them.
//!
//! `bare_loop ADDRESS CONNECTIONS SECONDS` prints requests and processor time as JSON.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::net::{RecvFlags, SendFlags, recv, send};
use rustix::time::{ClockId, clock_gettime};

struct Connection {
    socket: OwnedFd,
    /// Bytes of the answer that have not come yet.
    missing: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, connections, seconds] = &arguments[..] else {
        return Err("usage: bare_loop ADDRESS CONNECTIONS SECONDS".into());
    };
    let address: SocketAddr = address.parse()?;
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n").into_bytes();
    let length = answer_length(address, &request)?;
    let queue = epoll::create(CreateFlags::CLOEXEC)?;
    let mut all = Vec::new();
    for index in 0..connections.parse()? {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_nonblocking(true)?;
        let socket = OwnedFd::from(stream);
        epoll::add(&queue, &socket, EventData::new_u64(index), EventFlags::IN | EventFlags::ET)?;
        all.push(Connection { socket, missing: length });
    }
    let (begun, before) = (Instant::now(), cpu_s());
    let requests = run(&queue, &mut all, &request, length, Duration::from_secs_f64(seconds.parse()?))?;
    let (elapsed_s, used_s) = (begun.elapsed().as_secs_f64(), cpu_s() - before);
    println!("{{\"requests\": {requests}, \"elapsed_s\": {elapsed_s:.6}, \"cpu_s\": {used_s:.6}}}");
    Ok(())
}

/// Sends for this time; returns the number of answers.
fn run(
    queue: &OwnedFd,
    all: &mut [Connection],
    request: &[u8],
    length: usize,
    time: Duration,
) -> Result<u64, Box<dyn Error>> {
    let end = Instant::now() + time;
    let mut buffer = vec![0; 256 * 1024];
    let mut events = Vec::with_capacity(256);
    let mut answers = 0;
    for connection in &*all {
        send(&connection.socket, request, SendFlags::NOSIGNAL)?;
    }
    while Instant::now() < end {
        events.clear();
        epoll::wait(queue, rustix::buffer::spare_capacity(&mut events), None)?;
        for event in &events {
            let connection = &mut all[usize::try_from(event.data.u64())?];
            let (got, _) = recv(&connection.socket, &mut buffer[..], RecvFlags::empty())?;
            if got == 0 || got > connection.missing {
                return Err("the server closed, or its answers differ in length".into());
            }
            connection.missing -= got;
            if connection.missing == 0 {
                connection.missing = length;
                answers += 1;
                send(&connection.socket, request, SendFlags::NOSIGNAL)?;
            }
        }
    }
    Ok(answers)
}

/// The length of one answer: all that comes within a moment.
fn answer_length(address: SocketAddr, request: &[u8]) -> Result<usize, Box<dyn Error>> {
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(request)?;
    stream.set_read_timeout(Some(Duration::from_millis(200)))?;
    let (mut length, mut buffer) = (0, vec![0; 65536]);
    while let Ok(got @ 1..) = stream.read(&mut buffer) {
        length += got;
    }
    if length == 0 { Err("no answer".into()) } else { Ok(length) }
}

/// Processor time of this process, seconds.
fn cpu_s() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
