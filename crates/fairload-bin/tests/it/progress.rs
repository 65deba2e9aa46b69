//! What a run reports while it runs: the interval log, the percentile table and the live line.

use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::Deserializer;
use hdrhistogram::serialization::interval_log::{IntervalLogIterator, LogEntry};
use serde_json::Value;

use crate::common::{HELLO, Server, fairload, run};

fn decoded(base64: &str) -> Histogram<u64> {
    Deserializer::new().deserialize(&mut STANDARD.decode(base64).unwrap().as_slice()).unwrap()
}

/// Intervals of a log: start and length in seconds, tag, histogram.
fn intervals(log: &[u8]) -> Vec<(f64, f64, String, Histogram<u64>)> {
    let entries = IntervalLogIterator::new(log).map(Result::unwrap);
    let interval = |entry| match entry {
        LogEntry::Interval(interval) => Some((
            interval.start_timestamp().as_secs_f64(),
            interval.duration().as_secs_f64(),
            interval.tag().unwrap().as_str().to_owned(),
            decoded(interval.encoded_histogram()),
        )),
        LogEntry::StartTime(_) | LogEntry::BaseTime(_) => None,
    };
    entries.filter_map(interval).collect()
}

#[test]
fn an_interval_log_is_the_result_second_by_second() {
    let server = Server::answering(HELLO);
    let folder = tempfile::tempdir().unwrap();
    let (log, table) = (folder.path().join("log"), folder.path().join("hgrm"));
    let words = ["-d", "2200ms", "-c", "4", "-t", "2"];
    let files = ["--histogram", log.to_str().unwrap(), "--percentiles", table.to_str().unwrap()];
    let (code, document) = run(server.address, &[&words[..], &files].concat());
    assert_eq!(code, 0);
    let text = fs::read_to_string(&log).unwrap();
    assert!(text.contains("\n#[Histogram log format version 1.3]\n#"), "{text}");
    assert!(text.contains("\n#[StartTime: ") && text.contains("\n#[MaxValueDivisor: 1000000"), "{text}");
    let intervals = intervals(text.as_bytes());
    let mut merged = Histogram::<u64>::new_with_bounds(100, 3_600_000_000_000, 3).unwrap();
    for (number, (start, length, tag, histogram)) in intervals.iter().enumerate() {
        let expected = number as f64;
        assert!((start - expected).abs() < 1e-9 && *length > 0.0, "{start} {length}");
        assert_eq!(tag, "service");
        merged.add(histogram).unwrap();
    }
    assert!((2..=3).contains(&intervals.len()), "{text}");
    let whole = decoded(document["histogram"].as_str().unwrap());
    assert_eq!((merged.len(), &merged), (document["ok"].as_u64().unwrap(), &whole));

    let table = fs::read_to_string(&table).unwrap();
    let max = format!("{:12.3}", whole.max() as f64 / 1e6);
    assert!(table.contains(&format!("#[Max     = {max}, Total count    = {:12}]", whole.len())), "{table}");
    assert!(table.contains(&format!("{max} 1.000000000000 {:10}\n", whole.len())), "{table}");
    assert!(table.contains("SubBuckets     =         2048]"), "{table}");
}

#[test]
fn the_numbers_are_the_same_with_or_without_progress() {
    let server = Server::answering(HELLO);
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    for more in [&[][..], &["-v"], &["--histogram", log.to_str().unwrap()]] {
        let before = server.requests();
        let (code, document) = run(server.address, &[&["-n", "500", "-c", "5", "-t", "2"], more].concat());
        assert_eq!((code, &document["ok"], &document["requests"]), (0, &Value::from(500), &Value::from(500)));
        assert_eq!((&document["responses"], server.requests() - before), (&Value::from(500), 500));
        assert_eq!(document["bytes_received"], 500 * HELLO.len() as u64);
        assert!(document["elapsed_s"].as_f64().unwrap() > 0.0 && document["cpu"].is_object());
    }
    assert_eq!(intervals(&fs::read(&log).unwrap()).iter().map(|(.., bins)| bins.len()).sum::<u64>(), 500);
}

#[test]
fn a_live_line_comes_every_second_and_only_if_it_is_asked_for() {
    let server = Server::answering(HELLO);
    let url = format!("http://{}/", server.address);
    let quiet = fairload(&[&url, "-d", "1100ms", "-c", "2"]);
    assert_eq!((quiet.status.code(), String::from_utf8_lossy(&quiet.stderr).as_ref()), (Some(0), ""));
    let output = fairload(&[&url, "-d", "2300ms", "-c", "2", "-v"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 2, "{text}");
    for (line, start) in text.lines().zip(["   1.0 s  1.3 s left  ", "   2.0 s  0.3 s left  "]) {
        assert!(line.starts_with(start) && line.contains(" answers/s  p50 ") && line.ends_with("failures 0"), "{text}");
        assert!(!line.contains('\x1b') && !line.contains('\r'), "{text}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_one_clear_line() {
    for option in ["--histogram", "--percentiles"] {
        let output = fairload(&["http://127.0.0.1:1/", option, "/nowhere/at/all"]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{text}");
        assert!(text.contains(option) && text.contains("give a file that can be written"), "{text}");
    }
}

#[test]
fn an_open_loop_has_its_response_times_in_the_log_and_connections_theirs() {
    let server = Server::start(|mut client| {
        client.request();
        client.send(HELLO);
    });
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let words = ["-d", "1300ms", "-c", "4", "-r", "200", "--no-keepalive", "--histogram", log.to_str().unwrap()];
    let (code, document) = run(server.address, &words);
    assert_eq!(code, 0);
    let intervals = intervals(&fs::read(&log).unwrap());
    for (tag, count) in
        [("service", &document["ok"]), ("response", &document["ok"]), ("connect", &document["connects"])]
    {
        let of_tag = intervals.iter().filter(|(_, _, its, _)| its == tag);
        let sum: u64 = of_tag.map(|(.., bins)| bins.len()).sum();
        assert!(sum > 0 && count == &Value::from(sum), "{tag}: {sum} of {count}");
    }
}
