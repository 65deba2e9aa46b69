//! The verdict on real runs: against servers that leave the generator time, and that do not.

use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::common::{FAIRLOAD, HELLO, Reference, Server};

/// Tries of a run that others may disturb.
const TRIES: usize = 10;

/// Killed when dropped.
struct Busy(Child);

impl Busy {
    /// A process that keeps `processor` busy.
    fn on(processor: usize) -> Self {
        let words = ["-c", &processor.to_string(), "sh", "-c", "while :; do :; done"];
        Self(Command::new("taskset").args(words).spawn().unwrap())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The last processor that this process may run on.
fn processor() -> usize {
    let allowed = rustix::thread::sched_getaffinity(None).unwrap();
    (0..rustix::thread::CpuSet::MAX_CPU).rev().find(|number| allowed.is_set(*number)).unwrap()
}

/// `fairload` on one processor, with `--json --strict`.
fn pinned(url: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("taskset");
    command.args(["-c", &processor().to_string(), FAIRLOAD, url, "--json", "--strict", "--engine", "epoll"]);
    command.args(arguments).stdout(Stdio::piped());
    command
}

fn document(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

fn checked(output: &Output) -> Value {
    let check = document(output)["self_check"].clone();
    let bound = check["generator_bound"].as_str().unwrap();
    let invalid = check["invalid_because"].as_array().unwrap();
    assert_eq!(check["because"].as_array().unwrap().is_empty(), bound == "no", "{check}");
    // What --strict asks for.
    let holds = bound != "yes" && invalid.is_empty();
    assert_eq!(output.status.code(), Some(if holds { 0 } else { 3 }), "{check}");
    check
}

fn because(check: &Value) -> String {
    assert_eq!(check["generator_bound"], "yes", "{check}");
    check["because"].to_string()
}

fn of_thread(check: &Value, key: &str) -> f64 {
    check["threads"][0][key].as_f64().unwrap_or_else(|| panic!("{key} in {check}"))
}

/// No other process kept the generator from running.
fn undisturbed(check: &Value) -> bool {
    of_thread(check, "run_delay_share") < 0.05 && of_thread(check, "paused_share") == 0.0
}

#[test]
fn a_generator_that_shares_its_processor_is_bound_by_it() {
    let server = Reference::start(&[]);
    let url = format!("http://{}/", server.address);
    let _busy = Busy::on(processor());
    let output = pinned(&url, &["-d", "1s", "-c", "16"]).output().unwrap();
    let check = checked(&output);
    assert!(because(&check).contains("waited for a processor"), "{check}");
    assert!(of_thread(&check, "run_delay_share") > 0.1, "{check}");
    // The same run without --strict is an ordinary one.
    let words = [url.as_str(), "-d", "200ms", "-c", "16", "--engine", "epoll"];
    let output = Command::new("taskset").args(["-c", &processor().to_string(), FAIRLOAD]).args(words).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("generator-bound: yes, because "), "{text}");
}

/// Whether each thread of a process is stopped: a signal reaches a thread when it next runs.
fn all_stopped(process: u32) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).unwrap();
    threads
        .flatten()
        .all(|thread| std::fs::read_to_string(thread.path().join("status")).unwrap_or_default().contains("State:\tT"))
}

#[test]
fn a_generator_that_was_stopped_says_so() {
    let server = Server::answering(HELLO);
    let child = pinned(&format!("http://{}/", server.address), &["-d", "1500ms", "-c", "4"]).spawn().unwrap();
    let signal = |name| {
        // taskset becomes fairload: the process is the same.
        assert!(Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap().success());
    };
    // Under way, however long it took to begin.
    while server.requests() < 8 {
        sleep(Duration::from_millis(5));
    }
    signal("STOP");
    while !all_stopped(child.id()) {
        sleep(Duration::from_millis(5));
    }
    sleep(Duration::from_millis(500));
    signal("CONT");
    let check = checked(&child.wait_with_output().unwrap());
    assert!(because(&check).contains("did not look at its connections"), "{check}");
    assert!(of_thread(&check, "longest_turn_ms") >= 490.0 && of_thread(&check, "paused_share") > 0.2, "{check}");
}

#[test]
fn a_much_slower_server_is_not_called_generator_bound() {
    let server = Reference::start(&["--delay", "200ms"]);
    let url = format!("http://{}/", server.address);
    let checks = (0..TRIES).map(|_| checked(&pinned(&url, &["-d", "300ms", "-c", "2"]).output().unwrap()));
    let check = checks.into_iter().find(undisturbed).expect("one undisturbed try of many");
    assert_eq!(check["generator_bound"], "no", "{check}");
    assert!(of_thread(&check, "busy_share") < 0.2, "{check}");
    let server = &check["server"];
    assert_eq!((&server["local"], &server["unknown_because"]), (&Value::Bool(true), &Value::Null), "{check}");
    assert!(server["busiest_thread_share"].as_f64().unwrap() < 0.2, "{check}");
}

#[test]
fn a_server_that_is_far_faster_shows_the_generators_limit() {
    // Every answer is another text than the last, which must be taken apart as JSON; sending it costs next to nothing.
    let numbers = (0..3000).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let expected = format!("[{numbers}]");
    let answer = |spaces| {
        let body = format!("[{}{numbers}]", " ".repeat(spaces));
        format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len())
    };
    let answers: Vec<String> = (0..97).map(answer).collect();
    let server = Server::start(move |mut client| {
        while let Some(request) = client.request() {
            if !client.send(answers[usize::try_from(request % 97).unwrap()].as_bytes()) {
                break;
            }
        }
    });
    let url = format!("http://{}/", server.address);
    for _ in 0..TRIES {
        let arguments = ["-d", "300ms", "-c", "8", "--expect-json", &expected];
        let check = checked(&pinned(&url, &arguments).output().unwrap());
        // Disturbed or not, a generator without spare time never says that all is well.
        assert_ne!(check["generator_bound"], "no", "{check}");
        let reasons = [&check["because"], &check["notes"]].map(ToString::to_string).concat();
        let worked = reasons.contains("our busiest thread worked");
        assert_eq!(worked, of_thread(&check, "busy_share") > 0.85, "{check}");
        let server = |key: &str| check["server"][key].as_f64();
        // Other tests are threads of the process that serves here: one of them may be at its limit.
        let spare = server("processors_idle_share").is_some_and(|idle| idle > 0.1)
            && server("busiest_thread_share").is_some_and(|share| share < 0.9);
        if undisturbed(&check) && spare {
            assert!(because(&check).contains("the server's processors were idle"), "{check}");
            return;
        }
    }
}

#[test]
fn what_is_reported_of_a_run_is_what_it_was() {
    let server = Server::answering(HELLO);
    let url = format!("http://{}/", server.address);
    let output = pinned(&url, &["-d", "500ms", "-c", "4", "-t", "2"]).output().unwrap();
    let check = checked(&output);
    assert_eq!(check["threads"].as_array().unwrap().len(), 2);
    assert!(check["events_per_wait"]["mean"].as_f64().unwrap() >= 1.0, "{check}");
    assert!(check["turnaround_mean_us"].as_f64().is_some(), "{check}");
    let law = check["littles_law"]["ratio"].as_f64().unwrap();
    let holds = (law - 1.0).abs() < check["littles_law"]["tolerance"].as_f64().unwrap();
    // It need not hold where others take the processors away.
    assert_eq!(holds, !check["invalid_because"].to_string().contains("Little's law"), "{check}");
    assert_eq!((&check["open_loop"], &check["server"]["local"]), (&Value::Null, &Value::Bool(true)));
    assert!(check["kernel"]["listen_overflows"].as_u64().is_some(), "{check}");
    // A count of requests has no window that Little's law could hold for, and this one is over at once.
    let output = pinned(&url, &["-n", "8", "-c", "4"]).output().unwrap();
    let check = checked(&output);
    assert_eq!(check["littles_law"], Value::Null);
    assert_eq!(check["steal"], Value::Null);
    assert_eq!(check["server"]["unknown_because"], "the run was too short to tell");
}

#[test]
fn an_open_loop_is_judged_by_its_lateness() {
    let server = Server::answering(HELLO);
    let url = format!("http://{}/", server.address);
    // Two processes share the processor: requests that fall due while the other has it are late by our fault.
    let _busy = Busy::on(processor());
    let check = checked(&pinned(&url, &["-d", "1s", "-c", "16", "-r", "2000"]).output().unwrap());
    assert!(because(&check).contains("by our own fault"), "{check}");
    let open = &check["open_loop"];
    assert!(open["own_p99_us"].as_f64().unwrap() > 100.0 && open["achieved_share"].as_f64().unwrap() > 0.0, "{check}");
    assert_eq!((&check["ceiling"], &check["littles_law"]), (&Value::Null, &Value::Null));
}
