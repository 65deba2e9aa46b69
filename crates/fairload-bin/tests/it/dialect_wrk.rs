//! `fairload wrk`, and `wrk` itself where it is installed.

use std::io::Write;
use std::net::SocketAddr;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use super::ENGINE;
use super::common::{FAIRLOAD, HELLO, Server, called_as, command, fairload, refusing};

/// Runs `fairload wrk ... URL`; standard output of a run that went well.
fn wrk(address: SocketAddr, arguments: &[&str]) -> String {
    let url = format!("http://{address}/");
    good(&fairload(&[&["wrk"], arguments, &[&url]].concat()))
}

/// Answers after a pause, so that other tests get the processor meanwhile.
pub(crate) fn leisurely() -> Server {
    Server::start(|mut client| {
        while client.request().is_some() {
            sleep(Duration::from_millis(2));
            client.send(HELLO);
        }
    })
}

pub(crate) fn good(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A link of that name to fairload.
pub(crate) fn link(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("links-{ENGINE}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let link = folder.join(name);
    if !link.exists() {
        symlink(FAIRLOAD, &link).unwrap();
    }
    link
}

/// The real tool, if it is installed.
pub(crate) fn real(tool: &str, arguments: &[&str]) -> Option<Output> {
    match Command::new(tool).args(arguments).output() {
        Ok(output) => Some(output),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "{tool} is not installed ({error}): nothing to compare with");
            None
        }
    }
}

pub(crate) fn golden(name: &str) -> String {
    let path = format!("{}/../../tests/golden/tools/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// `text` without its numbers and their units: the words of each line in their order.
pub(crate) fn words(text: &str) -> Vec<Vec<String>> {
    let is_word = |word: &&str| !word.starts_with(|c: char| c.is_ascii_digit());
    text.lines().map(|line| line.split_whitespace().filter(is_word).map(str::to_owned).collect()).collect()
}

/// A number with the unit of a time, microseconds.
fn micros(text: &str) -> f64 {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap());
    let factor = match unit {
        "us" => 1.0,
        "ms" => 1e3,
        "s" => 1e6,
        "m" => 60e6,
        _ => panic!("{text:?}"),
    };
    number.parse::<f64>().unwrap() * factor
}

/// What follows `label` at the beginning of a line.
fn after<'a>(text: &'a str, label: &str) -> Vec<&'a str> {
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix(label));
    line.unwrap_or_else(|| panic!("{label:?} is missing in\n{text}")).split_whitespace().collect()
}

fn requests(text: &str) -> u64 {
    let line = text.lines().find(|line| line.contains(" requests in ")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

#[test]
fn words_and_lines_are_those_of_wrk() {
    let server = leisurely();
    let text = wrk(server.address, &["-d", "1", "-c", "20", "--latency"]);
    let url = format!("http://{}/", server.address);
    let expected = golden("wrk-4.1.0-ok.txt").replace("http://127.0.0.1:8191/", &url);
    assert_eq!(words(&text), words(&expected));
    if let Some(output) = real("wrk", &["-d", "1", "-c", "20", "--latency", &url]) {
        assert_eq!(words(&text), words(&good(&output)));
    }
    let short = wrk(server.address, &["-d1s", "-c1", "-t1"]);
    let without: Vec<_> = words(&expected).into_iter().filter(|line| !line.is_empty()).collect();
    assert_eq!(
        words(&short),
        without.into_iter().filter(|line| line[0] != "Latency" || line.len() == 1).collect::<Vec<_>>()
    );
}

#[test]
fn a_link_of_that_name_is_that_dialect() {
    let server = leisurely();
    let url = format!("http://{}/", server.address);
    let output = called_as(link("wrk")).args(["-d1", "-c2", "-t1", &url]).output().unwrap();
    let text = good(&output);
    assert!(text.starts_with(&format!("Running 1s test @ {url}\n  1 threads and 2 connections\n")), "{text}");
    assert_eq!(server.connections(), 3, "two, and one that wrk tries first");
}

#[test]
fn answers_are_counted_as_the_server_counts_them() {
    let server = Server::start(|mut client| {
        while let Some(number) = client.request() {
            sleep(Duration::from_millis(1));
            let status = match number % 10 {
                3 => "503 Service Unavailable",
                5 => "302 Found",
                _ => "200 OK",
            };
            client.send(format!("HTTP/1.1 {status}\r\nContent-Length: 5\r\n\r\nhello").as_bytes());
        }
    });
    let text = wrk(server.address, &["-d", "1", "-c", "4", "-t", "2"]);
    let (answers, seen) = (requests(&text), server.requests());
    assert!((answers..=answers + 4).contains(&seen), "{answers} of {seen}: what was under way at the end is left out");
    let bad: u64 = after(&text, "Non-2xx or 3xx responses:")[0].parse().unwrap();
    assert!(bad.abs_diff(seen / 10) <= 5, "{bad} of {seen}: 503, and not 302");
    let rate: f64 = after(&text, "Requests/sec:")[0].parse().unwrap();
    // In so many seconds, however late its end was seen.
    let line = text.lines().find(|line| line.contains(" requests in ")).unwrap();
    let elapsed = micros(line.split_whitespace().nth(3).unwrap().trim_end_matches(',')) / 1e6;
    let exact = answers as f64 / elapsed;
    assert!((rate - exact).abs() < 0.01 * exact && elapsed >= 1.0, "{rate} of {answers} in {elapsed} s");
}

/// 39 of 40 answers take 1 ms, the others 250 ms, and nothing that a busy machine adds fills the gap between them: wrk
/// itself puts p90 there, where nothing was measured.
#[test]
fn latencies_of_two_kinds_of_answers_are_what_they_were() {
    let server = Server::start(|mut client| {
        while let Some(number) = client.request() {
            sleep(Duration::from_millis(if number % 40 == 7 { 250 } else { 1 }));
            client.send(HELLO);
        }
    });
    let url = format!("http://{}/", server.address);
    let arguments = ["-d", "2", "-c", "8", "-t", "1", "--latency"];
    let text = wrk(server.address, &arguments);
    let (p90, p99) = (micros(after(&text, "90%")[0]), micros(after(&text, "99%")[0]));
    assert!(p90 < 125_000.0 && p99 > 249_000.0, "{text}");
    let mean = text.lines().find(|line| line.contains("Latency  ")).unwrap();
    let mean = micros(mean.split_whitespace().nth(1).unwrap());
    // Every 40th was slow, whichever those were that others overtook; a sleep is never shorter than it should be.
    let count = requests(&text);
    let slow = (count / 40).saturating_sub(8);
    let least = (slow * 250_000 + (count - slow) * 1_000) as f64 / count as f64;
    assert!(mean > 0.99 * least, "{mean} us, {least} us at the least: {text}");
    // Little's law: 8 requests are always under way, except while the next one is made. Those under
    // way at the end are no requests here, but their latencies count, an eighth of the time beyond it at the most.
    let rate: f64 = after(&text, "Requests/sec:")[0].parse().unwrap();
    let little = rate * mean / 8e6;
    assert!((0.95..1.13).contains(&little), "{little} of the connections were busy: {text}");
    if let Some(output) = real("wrk", &[&arguments[..], &[&url]].concat()) {
        let text = good(&output);
        let p90 = micros(after(&text, "90%")[0]);
        assert!(p90 > 125_000.0, "wrk has been fixed, docs/dialects.md is out of date: {text}");
    }
}

#[test]
fn what_ends_without_an_answer_is_a_socket_error_and_no_request() {
    let server = Server::start(|mut client| {
        while let Some(number) = client.request() {
            match number % 20 {
                9 => return,
                13 => sleep(Duration::from_secs(3)),
                _ => sleep(Duration::from_millis(1)),
            }
            client.send(HELLO);
        }
    });
    let text = wrk(server.address, &["-d", "2", "-c", "2", "-t", "1", "-T", "1"]);
    let errors = after(&text, "Socket errors: connect 0, read ");
    let read: u64 = errors[0].trim_end_matches(',').parse().unwrap();
    let timeout: u64 = errors.last().unwrap().parse().unwrap();
    assert!(read > 0 && timeout > 0, "{text}");
    let (answers, seen) = (requests(&text), server.requests());
    assert!((answers + read + timeout..=answers + read + timeout + 2).contains(&seen), "{seen}: {text}");
    let max = text.lines().find(|line| line.contains("Latency  ")).unwrap();
    assert!(micros(max.split_whitespace().nth(3).unwrap()) < 1e6, "{text}");
}

/// A stall of 300 ms in a second of 100 requests each second, on one connection: 30 requests are due in it.
#[test]
fn at_a_rate_it_is_wrk2_and_latency_begins_when_the_request_was_due() {
    let server = Server::start(|mut client| {
        while let Some(number) = client.request() {
            if number == 40 {
                sleep(Duration::from_millis(300));
            }
            client.send(HELLO);
        }
    });
    let text = wrk(server.address, &["-R", "100", "-d", "1", "-c", "1", "-t", "1", "-L"]);
    let at = |percent| micros(after(&text, percent)[0]);
    assert!(at("75.000%") > 45_000.0 && at("90.000%") > 195_000.0 && at("100.000%") > 300_000.0, "{text}");
    assert_eq!((requests(&text), server.requests()), (100, 100));
    let rows = |text: &str| {
        let footer =
            |line: &&str| line.starts_with("#[") || line.contains("Percentile") || line.contains("HdrHistogram");
        words(&text.lines().filter(footer).collect::<Vec<_>>().join("\n"))
    };
    let real = "  Latency Distribution (HdrHistogram - Recorded Latency)
  Detailed Percentile spectrum:
       Value   Percentile   TotalCount 1/(1-Percentile)
#[Mean    =        0.821, StdDeviation   =        0.431]
#[Max     =        4.428, Total count    =         2984]
#[Buckets =           27, SubBuckets     =         2048]";
    assert_eq!(rows(&text), words(real));
    assert_eq!(after(&text, "#[Max     =").last(), Some(&"100]"));
}

#[test]
fn a_connection_for_each_request_is_asked_for_by_a_header() {
    let server = Server::start(|mut client| {
        client.request();
        sleep(Duration::from_millis(2));
        client.send(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello");
    });
    let text = wrk(server.address, &["-d", "1", "-c", "2", "-t", "1", "-H", "Connection: close"]);
    assert!(!text.contains("Socket errors"), "{text}");
    let (answers, connections) = (requests(&text), server.connections());
    assert!((answers + 1..=answers + 3).contains(&connections), "{connections}: {text}");
}

#[test]
fn an_interrupt_ends_the_run_with_its_report() {
    let server = leisurely();
    let child = command(&["wrk", "-d", "60", "-c", "2", "-t", "1", &format!("http://{}/", server.address)])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (text, code) = server.interrupt(child);
    assert_eq!(code, Some(0));
    assert!(text.starts_with("Running 1m test @ ") && text.contains("Transfer/sec:"), "{text}");
    assert!((requests(&text)..=requests(&text) + 2).contains(&server.requests()), "{text}");
}

#[test]
fn refusals_are_those_of_wrk_or_one_line() {
    let closed = format!("http://{}/", refusing());
    let place = closed.trim_start_matches("http://").trim_end_matches('/');
    for (arguments, code, message) in [
        (&["-c", "1", "-t", "2", "http://a/"][..], 1, "number of connections must be >= threads".to_owned()),
        (&["-U", "http://a/"], 1, "wrk: invalid option -- 'U'".to_owned()),
        (&[&closed], 1, format!("unable to connect to {place} Connection refused")),
        (&["-s", "a.lua", "http://a/"], 2, "fairload wrk: -s a.lua: there is no Lua here; for pipelining".to_owned()),
        (&[&closed.replace("http:", "https:")], 1, format!("unable to connect to {place} Connection refused")),
    ] {
        let output = fairload(&[&["wrk"], arguments].concat());
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        assert!(text.starts_with(&message) && text.lines().count() == 1, "{arguments:?}: {text}");
        let usage = String::from_utf8_lossy(&output.stdout).starts_with("Usage: wrk <options> <url>");
        assert_eq!(usage, code == 1 && arguments.len() > 1, "{arguments:?}");
    }
}
