//! `fairload plow`, and `plow` itself where it is installed.

use std::io::Read;
use std::net::SocketAddr;
use std::process::{Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Deserializer, Value, json};

use super::ENGINE;
use super::common::{HELLO, Server, called_as, command, fairload, refusing};
use super::dialect_wrk::{golden, good, leisurely, link, real, words};

fn run(address: SocketAddr, arguments: &[&str]) -> Output {
    fairload(&[&["plow"], arguments, &[&format!("http://{address}/")]].concat())
}

/// Runs `fairload plow ... --json URL`; its objects.
fn objects(address: SocketAddr, arguments: &[&str]) -> Vec<Value> {
    let text = good(&run(address, &[arguments, &["--json"]].concat()));
    Deserializer::from_str(&text)
        .into_iter()
        .collect::<Result<_, _>>()
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn last(address: SocketAddr, arguments: &[&str]) -> Value {
    objects(address, &[arguments, &["--summary"]].concat()).pop().unwrap()
}

/// A time of the output, milliseconds.
fn millis(value: &Value) -> f64 {
    let text = value.as_str().unwrap();
    let (number, unit) = text.split_at(text.find(char::is_alphabetic).unwrap());
    let factor = match unit {
        "s" => 1e3,
        "ms" => 1.0,
        "µs" => 1e-3,
        _ => panic!("{text:?}"),
    };
    number.parse::<f64>().unwrap() * factor
}

/// Words of a block, without the rows of its histogram and the classes of status: of these not all are always there.
fn labels(text: &str) -> Vec<Vec<String>> {
    words(text).into_iter().filter(|line| !line.is_empty()).collect()
}

#[test]
fn words_and_lines_are_those_of_plow() {
    let server = leisurely();
    let arguments = ["-c", "20", "-d", "1500ms", "--summary", "--listen="];
    let output = run(server.address, &arguments);
    let text = good(&output);
    assert_eq!(labels(&text), labels(&golden("plow-1.4.0-ok.txt")));
    let url = format!("http://{}/", server.address);
    let head = format!("Benchmarking {url} for 1.5s using 20 connection(s).\n\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), head);
    if let Some(theirs) = real("plow", &[&arguments[..], &[&url]].concat()) {
        assert_eq!(labels(&text), labels(&good(&theirs)));
        assert_eq!(theirs.stderr, output.stderr);
    }
}

#[test]
fn json_has_the_keys_of_plow_in_their_order() {
    let server = leisurely();
    let arguments = ["-c", "2", "-d", "1200ms", "--summary", "--listen=", "--json"];
    let keys = |text: &str| {
        let key = |line: &str| line.trim_start().split_once("\": ").map(|(key, _)| key.to_owned());
        text.lines().filter_map(key).collect::<Vec<_>>()
    };
    let text = good(&run(server.address, &arguments));
    let expected = "\"Summary \"Elapsed \"Count \"Counts \"2xx \"RPS \"Concurrency \"Reads \"Writes \"Statistics \
        \"Latency \"RPS \"Percentiles \"P50 \"P75 \"P90 \"P95 \"P99 \"P99.9 \"P99.99 \"Histograms";
    assert_eq!(keys(&text), expected.split(' ').collect::<Vec<_>>());
    if let Some(theirs) = real("plow", &[&arguments[..], &[&format!("http://{}/", server.address)]].concat()) {
        assert_eq!(keys(&text), keys(&good(&theirs)));
    }
}

#[test]
fn a_link_of_that_name_is_that_dialect_and_the_environment_is_read() {
    let server = leisurely();
    let url = format!("http://{}/", server.address);
    let arguments = ["-n", "50", "--json", "--summary", &url];
    let output = called_as(link("plow")).args(arguments).env("PLOW_CONCURRENCY", "5").output().unwrap();
    let block: Value = serde_json::from_str(&good(&output)).unwrap();
    assert_eq!((&block["Summary"]["Count"], &block["Summary"]["Concurrency"]), (&json!(50), &json!(5)));
    assert_eq!((server.requests(), server.connections()), (50, 5));
}

/// plow counts an error among its latencies, and what the status of the request before it was, too.
#[test]
fn errors_are_counted_once_and_are_no_latencies() {
    let server = Server::start(|mut client| {
        while let Some(number) = client.request() {
            // The errors are slow: among the latencies they could not be overlooked.
            match number % 10 {
                4 => {
                    sleep(Duration::from_secs(1));
                    return;
                }
                6 => client.send(b"HTTP/1.1 500 Oh\r\nContent-Length: 5\r\n\r\nhello"),
                _ => client.send(HELLO),
            };
        }
    });
    let block = last(server.address, &["-n", "100", "-c", "5"]);
    assert_eq!((server.requests(), &block["Summary"]["Count"]), (100, &json!(100)));
    assert_eq!(block["Summary"]["Counts"], json!({"2xx": 80, "5xx": 10}));
    let errors: Vec<_> = block["Error"].as_object().unwrap().values().cloned().collect();
    assert_eq!(errors, [json!(10)]);
    assert!(millis(&block["Statistics"]["Latency"]["Max"]) < 1000.0, "{block}");
    let counted: u64 = block["Histograms"].as_array().unwrap().iter().map(|row| row[1].as_u64().unwrap()).sum();
    assert_eq!(counted, 90);
}

#[test]
fn blocks_follow_each_other_on_a_pipe_and_the_last_one_has_it_all() {
    let server = leisurely();
    let begun = Instant::now();
    let blocks = objects(server.address, &["-d", "1s", "-i", "100ms", "-c", "2"]);
    let intervals = usize::try_from(begun.elapsed().as_millis() / 100).unwrap();
    assert!((5..=intervals + 1).contains(&blocks.len()), "{} blocks in {intervals} intervals", blocks.len());
    let counts: Vec<_> = blocks.iter().map(|block| block["Summary"]["Count"].as_u64().unwrap()).collect();
    assert!(counts.is_sorted() && counts[0] > 0 && counts[0] < counts[counts.len() - 1], "{counts:?}");
    let count = counts[counts.len() - 1];
    assert!((count..=count + 2).contains(&server.requests()), "{count} of {}", server.requests());
    assert_eq!(blocks[blocks.len() - 1]["Summary"]["Elapsed"], "1s");
    let text = good(&run(server.address, &["-d", "500ms", "-i", "100ms"]));
    let bars = text.matches('|').count();
    assert!(bars >= 4 && text.matches("Summary:\n").count() == bars / 2 + 1, "{text}");
}

/// One stall of 300 ms at 100 requests per second on one connection: 30 requests are due during it.
#[test]
fn at_a_rate_latency_begins_when_the_request_was_due() {
    let server = Server::start(|mut client| {
        while let Some(number) = client.request() {
            if number == 40 {
                sleep(Duration::from_millis(300));
            }
            client.send(HELLO);
        }
    });
    let block = last(server.address, &["-n", "100", "--rate", "100"]);
    assert_eq!((server.requests(), &block["Summary"]["Counts"]), (100, &json!({"2xx": 100})));
    // From sending, a single one would be slow.
    let (p75, p90) = (millis(&block["Percentiles"]["P75"]), millis(&block["Percentiles"]["P90"]));
    assert!(p75 > 45.0 && p90 > 195.0, "{block}");
    let rate = block["Summary"]["RPS"].as_f64().unwrap();
    assert!(rate < 101.5, "{rate} requests per second of 100");
}

#[test]
fn an_answer_that_never_comes_delays_no_other_and_is_an_error() {
    let server = Server::start(|mut client| {
        while let Some(number) = client.request() {
            sleep(Duration::from_millis(1));
            if number == 5 {
                sleep(Duration::from_secs(30));
            }
            client.send(HELLO);
        }
    });
    let begun = Instant::now();
    let block = last(server.address, &["-d", "500ms", "-c", "2"]);
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    assert_eq!(block["Error"], json!({"timeout": 1}));
    let silent = Server::start(|mut client| while client.request().is_some() {});
    let block = last(silent.address, &["-n", "4", "-c", "2", "--timeout", "100ms"]);
    assert_eq!((&block["Summary"]["Count"], &block["Error"]), (&json!(4), &json!({"timeout": 4})));
}

#[test]
fn a_body_comes_from_the_command_line_or_from_a_file() {
    let server = Server::start(|mut client| {
        let mut buffer = [0; 4096];
        let length = client.stream.read(&mut buffer).unwrap();
        let right = buffer[..length].starts_with(b"POST / HTTP/1.1\r\nUser-Agent: plow\r\n")
            && buffer[..length].ends_with(b"Content-Length: 3\r\n\r\n\xff\x00x");
        let status = if right { "200 OK" } else { "400 Bad Request" };
        client.send(format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").as_bytes());
    });
    let path = format!("{}/body-{ENGINE}-{}", env!("CARGO_TARGET_TMPDIR"), std::process::id());
    std::fs::write(&path, b"\xff\x00x").unwrap();
    let block = last(server.address, &["-n", "3", "-b", &format!("@{path}")]);
    assert_eq!(block["Summary"]["Counts"], json!({"2xx": 3}));
    let block = last(server.address, &["-n", "3", "-b", "abc"]);
    assert_eq!(block["Summary"]["Counts"], json!({"4xx": 3}), "another body");
}

#[test]
fn an_interrupt_ends_the_run_with_its_last_block() {
    let server = leisurely();
    let child = command(&["plow", "--summary", &format!("http://{}/", server.address)])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (text, code) = server.interrupt(child);
    assert_eq!(code, Some(0));
    assert!(text.starts_with("Summary:\n") && text.contains("Latency Histogram:\n"), "{text}");
}

#[test]
fn without_a_server_there_are_errors_and_no_failure() {
    let closed = refusing();
    let text = good(&run(closed, &["-n", "10", "-c", "2", "--summary"]));
    let error = format!("  10  \"error when dialing {closed}: dial tcp {closed}: connect: connection refused\"\n");
    assert!(text.contains(&format!("\nError:\n{error}\nStatistics")), "{text}");
    assert!(text.contains("  Count               10\n") && text.ends_with("Latency Histogram:\n"), "{text}");
}

#[test]
fn refusals_are_those_of_plow_or_one_line() {
    for (arguments, code, message) in [
        (&["--nope", "http://a/"][..], 1, "plow: error: unknown long flag '--nope', try --help"),
        (&["-c", "4", "-n", "3", "http://a/"], 1, "plow: requests must greater than or equal concurrency"),
        (&["--listen", ":18888", "http://a/"], 2, "fairload plow: --listen=:18888: there is no web UI; give --listen="),
        (&["--stream", "http://a/"], 2, "fairload plow: --stream: bodies are not sent in chunks"),
        (&["-k", "http://a/"], 2, "fairload plow: --insecure: it applies only to https"),
    ] {
        let output = fairload(&[&["plow"], arguments].concat());
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &output.stdout[..]), (Some(code), &b""[..]), "{arguments:?}: {text}");
        assert!(text.starts_with(message) && text.lines().count() == 1, "{arguments:?}: {text}");
    }
    assert!(good(&fairload(&["plow", "--version"])).starts_with("1.4.0, as spoken by fairload "));
    assert!(good(&fairload(&["plow", "--help"])).starts_with("usage: plow [<flags>] <url>\n"));
}
