//! Shared by the tests: the programs under test, and servers that misbehave in known ways.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::mem::ManuallyDrop;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::net::{AddressFamily, SocketType};
use serde_json::{Value, json};

use super::ENGINE;

pub(crate) const FAIRLOAD: &str = env!("CARGO_BIN_EXE_fairload");
/// For what would never end, or only minutes later, if it went wrong.
pub(crate) const DEADLINE: Duration = Duration::from_secs(30);
pub(crate) const HELLO: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

pub(crate) fn fairload(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// `fairload` with these arguments; one that offers load does so on the engine under test, unless they name another.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = called_as(FAIRLOAD);
    command.args(arguments);
    let offers = arguments.first().is_some_and(|first| first.contains("://") || *first == "session");
    if offers && !arguments.contains(&"--engine") {
        command.args(["--engine", ENGINE]);
    }
    command
}

/// A link to fairload, or fairload itself; a dialect runs on the engine under test.
pub(crate) fn called_as(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.env("FAIRLOAD_ENGINE", ENGINE);
    command
}

/// Runs `fairload URL --json ...`; the exit code and the document.
pub(crate) fn run(address: SocketAddr, arguments: &[&str]) -> (i32, Value) {
    run_url(&format!("http://{address}/"), arguments)
}

pub(crate) fn run_url(url: &str, arguments: &[&str]) -> (i32, Value) {
    let output = fairload(&[&[url, "--json"], arguments].concat());
    let document = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    (output.status.code().unwrap(), document)
}

/// Runs `fairload URL --json ...`; the peak of its memory, KiB, and the document.
pub(crate) fn peak_kib(address: SocketAddr, arguments: &[&str]) -> (u64, Value) {
    let url = format!("http://{address}/");
    let mut child = command(&[&[&url, "--json"], arguments].concat()).stdout(Stdio::piped()).spawn().unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        most = line.map_or(0, |line| line.trim().trim_end_matches(" kB").parse().unwrap()).max(most);
        thread::sleep(Duration::from_millis(5));
    }
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    (most, serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")))
}

/// The outcomes that are not zero, in the order of the document.
pub(crate) fn outcomes(result: &Value) -> Vec<(String, u64)> {
    let counts = result["outcomes"].as_object().unwrap();
    let named = counts.iter().map(|(name, count)| (name.clone(), count.as_u64().unwrap()));
    named.filter(|(_, count)| *count > 0).collect()
}

pub(crate) fn only(outcome: &str, count: u64) -> Vec<(String, u64)> {
    vec![(outcome.to_owned(), count)]
}

/// A port on which nothing listens: taken until the end of the tests, or another one's server might get it.
pub(crate) fn refusing() -> SocketAddr {
    let taken = ManuallyDrop::new(rustix::net::socket(AddressFamily::INET, SocketType::STREAM, None).unwrap());
    rustix::net::bind(&*taken, &SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
    rustix::net::getsockname(&*taken).unwrap().try_into().unwrap()
}

/// `fairload reference` on a port of its own; killed when dropped.
pub(crate) struct Reference {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
    /// Where it speaks TLS, if anywhere.
    pub(crate) tls: Option<SocketAddr>,
}

impl Reference {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(FAIRLOAD)
            .args(["reference", "--port", "0"])
            .args(arguments)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
        let at = |scheme| line.split_whitespace().find_map(|word| word.strip_prefix(scheme)?.parse().ok());
        let (address, tls) = (at("http://").unwrap_or_else(|| panic!("{line:?}")), at("https://"));
        Self { child, address, tls }
    }

    pub(crate) fn signal(&self, name: &str) {
        assert!(Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status().unwrap().success());
    }
}

impl Drop for Reference {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server that does on each connection what the test says.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) connections: Arc<AtomicU64>,
    pub(crate) requests: Arc<AtomicU64>,
}

/// One accepted connection.
pub(crate) struct Client {
    pub(crate) stream: TcpStream,
    /// Which connection this is, from 0.
    pub(crate) number: u64,
    pub(crate) requests: Arc<AtomicU64>,
    input: Vec<u8>,
}

impl Client {
    /// Reads one request without a body; the number of the request over all connections, from 0. `None` at the end.
    pub(crate) fn request(&mut self) -> Option<u64> {
        self.head().map(|(number, _)| number)
    }

    /// The same, with its text instead of its number.
    pub(crate) fn request_text(&mut self) -> Option<String> {
        self.head().map(|(_, head)| String::from_utf8(head).unwrap())
    }

    fn head(&mut self) -> Option<(u64, Vec<u8>)> {
        loop {
            if let Some(end) = self.input.windows(4).position(|window| window == b"\r\n\r\n") {
                let head = self.input.drain(..end + 4).collect();
                return Some((self.requests.fetch_add(1, Ordering::SeqCst), head));
            }
            let mut buffer = [0; 4096];
            match self.stream.read(&mut buffer) {
                Ok(0) | Err(_) => return None,
                Ok(length) => self.input.extend_from_slice(&buffer[..length]),
            }
        }
    }

    /// `false` if the client is gone.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).is_ok()
    }

    /// Closes with a reset instead of an end.
    pub(crate) fn reset(self) {
        let socket = rustix::net::sockopt::set_socket_linger(&self.stream, Some(Duration::ZERO));
        socket.unwrap();
    }
}

impl Server {
    pub(crate) fn start(serve: impl Fn(Client) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (connections, requests) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let server = Self { address, connections: Arc::clone(&connections), requests: Arc::clone(&requests) };
        let serve = Arc::new(serve);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(stream) = stream else { continue };
                stream.set_nodelay(true).unwrap();
                let number = connections.fetch_add(1, Ordering::SeqCst);
                let client = Client { stream, number, requests: Arc::clone(&requests), input: Vec::new() };
                let serve = Arc::clone(&serve);
                thread::spawn(move || serve(client));
            }
        });
        server
    }

    /// Gives every request the same answer.
    pub(crate) fn answering(answer: impl Into<Vec<u8>>) -> Self {
        let answer = answer.into();
        Self::start(move |mut client| while client.request().is_some() && client.send(&answer) {})
    }

    /// Returns after so many requests: then their sender is under way, however long it took to begin.
    pub(crate) fn wait_for_requests(&self, count: u64) {
        while self.requests() < count {
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Interrupts a run against this server, as Ctrl-C does, once it is under way; what it printed on standard output,
    /// which is piped, and its exit code.
    pub(crate) fn interrupt(&self, mut run: Child) -> (String, Option<i32>) {
        self.wait_for_requests(8);
        let begun = Instant::now();
        assert!(Command::new("kill").args(["-s", "INT", &run.id().to_string()]).status().unwrap().success());
        let mut text = String::new();
        run.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        let code = run.wait().unwrap().code();
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
        (text, code)
    }

    pub(crate) fn connections(&self) -> u64 {
        self.connections.load(Ordering::SeqCst)
    }

    pub(crate) fn requests(&self) -> u64 {
        self.requests.load(Ordering::SeqCst)
    }
}

/// `fairload session`.
pub(crate) struct Session {
    pub(crate) child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Session {
    pub(crate) fn start(threads: usize) -> Self {
        Self::start_with(threads, &[])
    }

    /// One whose threads never sleep in a lap.
    pub(crate) fn spinning(threads: usize) -> Self {
        Self::start_with(threads, &["--spin"])
    }

    pub(crate) fn start_with(threads: usize, more: &[&str]) -> Self {
        let threads_text = threads.to_string();
        let mut child = command(&[&["session", "--threads", &threads_text], more].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut session = Self { child, input, output };
        let ready = session.line().unwrap();
        assert_eq!(ready["op"], "ready");
        assert_eq!(ready["threads"], threads);
        assert_eq!(ready["pid"], session.child.id());
        session
    }

    fn line(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        (!line.is_empty()).then(|| serde_json::from_str(&line).unwrap())
    }

    /// Sends a line without waiting for its answer.
    pub(crate) fn tell(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Sends a line; the line that answers it, or `None` if the session ended.
    pub(crate) fn say(&mut self, line: &str) -> Option<Value> {
        self.tell(line);
        self.line()
    }

    /// Opens a target. `request` and `expect` in `more` are those of its only request.
    pub(crate) fn open(&mut self, target: &str, address: SocketAddr, more: &Value) {
        let mut command = json!({
            "op": "open", "target": target, "address": address.to_string(),
            "requests": [{
                "request": {"method": "GET", "path": "/", "headers": [], "body": null},
                "expect": {"status": 200, "headers": [], "body": "any"},
            }],
            "keepalive": true, "timeout_ms": 2000
        });
        for (key, value) in more.as_object().unwrap() {
            let place =
                if ["request", "expect"].contains(&key.as_str()) { &mut command["requests"][0] } else { &mut command };
            place[key] = value.clone();
        }
        let answer = self.say(&command.to_string()).unwrap();
        assert_eq!(answer, json!({"op": "opened", "target": target}));
    }

    pub(crate) fn lap(&mut self, target: &str, more: &Value) -> Value {
        let mut command = json!({"op": "lap", "target": target, "connections": 8});
        for (key, value) in more.as_object().unwrap() {
            command[key] = value.clone();
        }
        let answer = self.say(&command.to_string()).unwrap();
        assert_eq!((&answer["op"], &answer["target"]), (&json!("lap"), &json!(target)), "{answer}");
        let result = answer["result"].clone();
        let sum: u64 = outcomes(&result).iter().map(|(_, count)| count).sum();
        assert_eq!(result["requests"], sum);
        assert_eq!(result["ok"], result["outcomes"]["ok"]);
        result
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Ends the input; the exit code.
    pub(crate) fn end(self) -> i32 {
        let Self { mut child, input, .. } = self;
        drop(input);
        child.wait().unwrap().code().unwrap()
    }
}
