//! What an answer costs fairload in user space: instructions, whose number no busy machine changes.

use std::collections::HashSet;
use std::fs::{File, read_to_string};
use std::io::{self, Write};
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rustix::thread::{CpuSet, Pid, sched_getaffinity, sched_getcpu, sched_setaffinity};
use serde_json::{Value, json};

use crate::common::{Client, FAIRLOAD, Server};

/// By then all that is learnt is learnt, and the worker waits for an answer.
const BEFORE: u64 = 100;
/// So many are watched.
const ANSWERS: u64 = 50;
/// Instructions for an answer like those before it.
const MOST: f64 = 1500.0;
/// Until the first are answered.
const BOUND: Duration = Duration::from_secs(60);
/// More than any run has: something goes round in circles.
const MOST_STEPS: u64 = 10_000_000;

/// How answers differ.
struct Manner {
    path: &'static str,
    body: Option<&'static str>,
    expect: Value,
    /// The answer to a request of this number for this path.
    answer: fn(u64, &str) -> String,
}

fn with(headers: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n{headers}Content-Length: {length}\r\n\r\n{body}")
}

/// Answers that are equal.
fn equal() -> Manner {
    let expect = json!({"headers": {"content-type": "application/json"}, "json": {"message": "Hello, World!"}});
    Manner { path: "/", body: None, expect, answer: |_, _| with("", r#"{"message":"Hello, World!"}"#) }
}

/// Answers whose cookies and ids differ.
fn marked() -> Manner {
    let answer = |number: u64, _: &str| {
        let id = number * 7919;
        let headers = format!("X-Request-Id: {id:016x}\r\nSet-Cookie: sid={id:016x}; Path=/\r\n");
        with(&headers, r#"{"message":"Hello, World!"}"#)
    };
    Manner { answer, ..equal() }
}

/// Equal answers to requests that differ.
fn asked() -> Manner {
    Manner { path: "/items/{random}", ..equal() }
}

/// Answers whose bodies must be what their requests say.
fn echoed() -> Manner {
    let expect = json!({"headers": {"content-type": "application/json"}, "text": "{random}"});
    Manner { path: "/{random}", body: None, expect, answer: |_, path| with("", path.trim_start_matches('/')) }
}

/// Equal answers to requests that differ in two ways.
fn asked_twice() -> Manner {
    Manner { path: "/items/{random}/{random:1-10000}", ..equal() }
}

/// Equal answers to requests that differ in their paths and in their bodies.
fn posted() -> Manner {
    Manner { path: "/items/{random}", body: Some(r#"{{"id": {random}}"#), ..equal() }
}

/// Answers of JSON whose members must be what their requests say.
fn echoed_json() -> Manner {
    let expect = json!({
        "headers": {"content-type": "application/json"},
        "json": {"id": "{sequence}", "name": "item {random}", "tags": ["a", "b"], "price": 1.5},
    });
    let answer = |_: u64, path: &str| {
        let (id, random) = path.trim_start_matches('/').split_once('/').unwrap();
        with("", &format!(r#"{{"id": {id}, "name": "item {random}", "price": 1.5, "tags": ["a", "b"]}}"#))
    };
    Manner { path: "/{sequence}/{random}", body: None, expect, answer }
}

/// A server that gives one answer only when it is told to.
fn server(answer: fn(u64, &str) -> String) -> (Server, Receiver<()>, Sender<()>) {
    let ((reached, asked), (allow, allowed)) = (channel(), channel());
    let (reached, allowed) = (Mutex::new(reached), Arc::new(Mutex::new(allowed)));
    let server = Server::start(move |mut client: Client| {
        for number in 0.. {
            let Some(head) = client.request_text() else { return };
            if number == BEFORE {
                reached.lock().unwrap().send(()).unwrap();
                let _ = allowed.lock().unwrap().recv();
            }
            let path = head.split(' ').nth(1).unwrap();
            if !client.send(answer(number, path).as_bytes()) {
                return;
            }
        }
    });
    (server, asked, allow)
}

/// The thread of a process that offers its load.
fn worker(process: &Child) -> i32 {
    let tasks = std::fs::read_dir(format!("/proc/{}/task", process.id())).unwrap();
    let mut tasks = tasks.map(|task| task.unwrap().path());
    let found = tasks.find(|task| read_to_string(task.join("comm")).unwrap().starts_with("worker-"));
    found.unwrap().file_name().unwrap().to_str().unwrap().parse().unwrap()
}

fn trace(request: libc::c_uint, thread: i32, data: i32) -> io::Result<()> {
    // SAFETY: these requests (see `instructions`) read and write no memory of this process.
    let result = unsafe { libc::ptrace(request, thread, 0_i64, i64::from(data)) };
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// The signal that stopped a thread; `None` if it has ended.
fn stopped(thread: i32) -> Option<i32> {
    let mut status = 0;
    // SAFETY: the status is written where it is.
    let found = unsafe { libc::waitpid(thread, &raw mut status, libc::__WALL) };
    (found == thread && libc::WIFSTOPPED(status)).then(|| libc::WSTOPSIG(status))
}

/// Where the kernel's code is that reads the clock (vdso(7)).
fn clock_code(thread: i32) -> Range<u64> {
    let maps = read_to_string(format!("/proc/{thread}/maps")).unwrap();
    let places = maps.lines().find(|line| line.ends_with("[vdso]")).and_then(|line| line.split(' ').next());
    let (from, to) = places.and_then(|range| range.split_once('-')).unwrap();
    u64::from_str_radix(from, 16).unwrap()..u64::from_str_radix(to, 16).unwrap()
}

/// The address of the next instruction of a stopped thread, of which this is /proc/PID/syscall.
fn next_at(state: &File) -> u64 {
    let mut text = [0; 256];
    let length = state.read_at(&mut text, 0).unwrap();
    let text = std::str::from_utf8(&text[..length]).unwrap().trim_end();
    u64::from_str_radix(text.rsplit("0x").next().unwrap(), 16).unwrap()
}

/// Moves a thread of another process and this one to one CPU, where they take turns: to wake up each other on another CPU
/// takes ten times as long as a step.
fn share_a_cpu(thread: i32) {
    let mut one = CpuSet::new();
    one.set(sched_getcpu());
    sched_setaffinity(None, &one).unwrap();
    sched_setaffinity(Pid::from_raw(thread), &one).unwrap();
}

/// Executes a thread, one instruction after the other, until the server has so many requests; how many instructions from
/// each to the next. An error if this process may not. The clock is read again when the kernel changes it meanwhile, which is
/// often when each instruction takes so long: what is executed again does not count.
fn instructions(thread: i32, server: &Server, requests: u64, begin: impl FnOnce()) -> io::Result<Vec<u64>> {
    trace(libc::PTRACE_SEIZE, thread, 0)?;
    trace(libc::PTRACE_INTERRUPT, thread, 0)?;
    stopped(thread).unwrap();
    let before = sched_getaffinity(None)?;
    share_a_cpu(thread);
    begin();
    let (mut each, mut steps, mut signal) = (Vec::new(), 0, 0);
    let (clock, mut read) = (clock_code(thread), HashSet::new());
    let state = File::open(format!("/proc/{thread}/syscall"))?;
    let mut known = server.requests();
    while known < requests {
        trace(libc::PTRACE_SINGLESTEP, thread, signal)?;
        match stopped(thread).expect("the thread goes on") {
            libc::SIGTRAP => {
                let at = next_at(&state);
                if !clock.contains(&at) {
                    read.clear();
                }
                (steps, signal) = (steps + u64::from(!clock.contains(&at) || read.insert(at)), 0);
            }
            other => signal = other,
        }
        assert!(steps < MOST_STEPS);
        let now = server.requests();
        if now > known {
            each.push(steps);
            (steps, known) = (0, now);
        }
    }
    trace(libc::PTRACE_DETACH, thread, signal)?;
    sched_setaffinity(None, &before)?;
    Ok(each)
}

/// Instructions for an answer; `None` if this process may not watch another: where `CI` is set it must. The median: on a
/// busy machine an answer takes so long, one instruction at a time, that what happens now and then is between some of them.
fn each(manner: &Manner, engine: &str) -> Option<f64> {
    let (server, asked, allow) = server(manner.answer);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("requests.json");
    let mut request = json!({"path": manner.path, "expect": manner.expect});
    if let Some(body) = manner.body {
        request["method"] = json!("POST");
        request["body"] = json!(body);
    }
    let requests = json!({"request": [request]});
    std::fs::write(&file, requests.to_string()).unwrap();
    let process = Command::new(FAIRLOAD)
        .args([&format!("http://{}", server.address), "--requests-file", file.to_str().unwrap(), "--json"])
        .args(["-c", "1", "--engine", engine, "-n", &(BEFORE + ANSWERS + 10).to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    asked.recv_timeout(BOUND).expect("requests come");
    let counted = instructions(worker(&process), &server, BEFORE + 1 + ANSWERS, || allow.send(()).unwrap());
    drop(allow);
    let output = process.wait_with_output().unwrap();
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["ok"], BEFORE + ANSWERS + 10, "{document}");
    match counted {
        Ok(mut steps) => {
            steps.sort_unstable();
            Some(steps[steps.len() / 2] as f64)
        }
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "ptrace(2): {error}");
            let _ = writeln!(io::stderr(), "skipped: ptrace(2) is not allowed here");
            None
        }
    }
}

#[test]
fn an_answer_that_differs_from_others_costs_little_more_instructions_than_an_equal_one() {
    for engine in ["epoll", "io_uring"] {
        let Some(least) = each(&equal(), engine) else { return };
        assert!(least < MOST, "{engine}: {least} instructions for an answer");
        for (manner, most) in [
            (marked(), 1.5),
            (asked(), 1.5),
            (asked_twice(), 1.5),
            (posted(), 1.5),
            (echoed(), 1.6),
            (echoed_json(), 2.5),
        ] {
            let Some(cost) = each(&manner, engine) else { return };
            assert!(
                cost <= most * least,
                "{engine}: {cost} instructions for {}, {least} for an equal answer",
                manner.path
            );
        }
    }
}
