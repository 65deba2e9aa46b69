//! `fairload ab` and `fairload webbench` against servers whose every answer is known.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use super::common::{FAIRLOAD, HELLO, Reference, Server, called_as, fairload, refusing};

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What follows `label`.
pub(crate) fn field(output: &Output, label: &str) -> String {
    let text = stdout(output);
    let line = text.lines().find_map(|line| line.strip_prefix(label));
    line.unwrap_or_else(|| panic!("no {label:?} in {text}")).trim().to_owned()
}

/// The labels and headings, without their values.
pub(crate) fn labels(output: &Output) -> Vec<String> {
    let text = stdout(output);
    let label = |line: &str| match line.split_once(": ") {
        Some((label, _)) => label.trim().to_owned(),
        // Rows of percentiles have a per cent sign; other lines without a colon have no value.
        None => line.split_inclusive('%').next().unwrap_or_default().trim().to_owned(),
    };
    // Which warnings there are depends on the times.
    let warning = |line: &&str| line.starts_with("ERROR") || line.starts_with("WARNING") || line.starts_with("       ");
    text.lines().filter(|line| !warning(line) || line.contains("min")).map(label).collect()
}

#[test]
fn every_field_of_ab_is_what_the_server_did() {
    let server = Server::start(|mut client| {
        while let Some(number) = client.request() {
            let answer: &[u8] = match number {
                3 => b"HTTP/1.1 503 No\r\nConnection: Keep-Alive\r\nContent-Length: 5\r\n\r\nsorry",
                5 => b"HTTP/1.1 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 3\r\n\r\nwhy",
                _ => b"HTTP/1.0 200 OK\r\nServer: T/1 x\r\nConnection: Keep-Alive\r\nContent-Length: 5\r\n\r\nhello",
            };
            if !client.send(answer) {
                return;
            }
        }
    });
    let url = format!("http://{}/a?b", server.address);
    let output = fairload(&["ab", "-k", "-n10", "-c", "1", &url]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for (label, value) in [
        ("Server Software:", "T/1"),
        ("Server Hostname:", "127.0.0.1"),
        ("Server Port:", &server.address.port().to_string()),
        ("Document Path:", "/a?b"),
        ("Document Length:", "5 bytes"),
        ("Concurrency Level:", "1"),
        ("Complete requests:", "10"),
        ("Failed requests:", "1"),
        ("   (Connect:", "0, Receive: 0, Length: 1, Exceptions: 0)"),
        ("Non-2xx responses:", "1"),
        ("Keep-Alive requests:", "10"),
        ("HTML transferred:", "48 bytes"),
    ] {
        assert_eq!(field(&output, label), value, "{label}");
    }
    // Of 8, 1 and 1 answers: heads and bodies.
    let bytes = 8 * (77 + 5) + (62 + 5) + (62 + 3);
    assert_eq!(field(&output, "Total transferred:"), format!("{bytes} bytes"));
    assert_eq!(field(&fairload(&["ab", "-k", "-l", "-n", "10", &url]), "Document Length:"), "Variable");
}

#[test]
fn ab_measures_the_times_that_it_prints() {
    let reference = Reference::start(&["--delay", "50ms"]);
    let url = format!("http://{}/", reference.address);
    let folder = tempfile::tempdir().unwrap();
    let (csv, tsv) = (folder.path().join("e.csv"), folder.path().join("g.tsv"));
    let files = ["-e", csv.to_str().unwrap(), "-g", tsv.to_str().unwrap()];
    let output = fairload(&[&["ab", "-n", "20", "-c", "4"], &files[..], &[url.as_str()]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let total: Vec<f64> = field(&output, "Total:").split_whitespace().map(|word| word.parse().unwrap()).collect();
    assert!(total[0] >= 50.0 && total[1] >= 50.0 && total[3] >= 50.0 && total[4] >= total[0], "{total:?}");
    let mean: f64 = field(&output, "Time per request:").split_once(' ').unwrap().0.parse().unwrap();
    assert!(mean >= 50.0 && (mean - total[1]).abs() <= 1.0, "{mean} is the mean of the row Total, {total:?}");
    let table = fs::read_to_string(&csv).unwrap();
    let rows: Vec<f64> = table.lines().skip(1).map(|line| line.split_once(',').unwrap().1.parse().unwrap()).collect();
    assert_eq!((rows.len(), table.lines().next()), (101, Some("Percentage served,Time in ms")));
    assert!(rows.is_sorted() && rows[0] >= 50.0, "{rows:?}");
    let table = fs::read_to_string(&tsv).unwrap();
    assert_eq!(table.lines().count(), 21);
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [connect, processing, total, wait] = [2, 3, 4, 5].map(|cell| cells[cell].parse::<u64>().unwrap());
        assert!(cells.len() == 6 && total >= 50 && wait >= 49 && processing + connect <= total + 1, "{line}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "nothing but the files asked for");
}

#[test]
fn ab_gives_up_at_a_refused_connection_unless_it_is_to_go_on() {
    let url = format!("http://{}/", refusing());
    let output = fairload(&["ab", "-n", "50", &url]);
    assert_eq!(
        (output.status.code(), stderr(&output).as_str()),
        (Some(111), "apr_socket_recv: Connection refused (111)\n")
    );
    assert!(stdout(&output).ends_with("Benchmarking 127.0.0.1 (be patient)..."));
    let output = fairload(&["ab", "-r", "-n", "50", &url]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(field(&output, "   (Connect:"), "50, Receive: 0, Length: 0, Exceptions: 0)");
    assert!(!stdout(&output).contains("Requests per second"), "no answer, no rate");
}

#[test]
fn ab_gives_up_at_a_reset_and_says_how_far_it_came() {
    let server = Server::start(|mut client| {
        client.request();
        if client.number == 4 {
            return client.reset();
        }
        client.send(HELLO);
    });
    let url = format!("http://{}/", server.address);
    let output = fairload(&["ab", "-n", "50", &url]);
    assert_eq!(output.status.code(), Some(104));
    assert!(stderr(&output).starts_with("apr_socket_recv: Connection reset by peer (104)"), "{}", stderr(&output));
    assert!(stdout(&output).ends_with("Total of 4 requests completed\n"), "{}", stdout(&output));
}

#[test]
fn ab_gives_up_where_nothing_comes() {
    let server = Server::start(|mut client| {
        client.request();
        std::thread::sleep(Duration::from_secs(20));
    });
    let url = format!("http://{}/", server.address);
    let started = Instant::now();
    let output = fairload(&["ab", "-s", "1", "-n", "50", &url]);
    assert!(started.elapsed() < Duration::from_secs(15));
    assert_eq!(output.status.code(), Some(119), "70007 in a byte");
    assert_eq!(stderr(&output), "apr_pollset_poll: The timeout specified has expired (70007)\n");
}

#[test]
fn a_stall_at_the_end_of_abs_time_is_waited_for_and_then_reported() {
    let server = Server::start(|mut client| {
        while let Some(number) = client.request() {
            if number > 100 {
                std::thread::sleep(Duration::from_secs(30));
            }
            client.send(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        }
    });
    let url = format!("http://{}/", server.address);
    let output = fairload(&["ab", "-k", "-t", "1", "-s", "2", "-c", "2", &url]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(field(&output, "Time taken for tests:"), "1.000 seconds");
    assert_eq!(field(&output, "   (Connect:"), "0, Receive: 2, Length: 0, Exceptions: 0)");
    assert_eq!(field(&output, "Complete requests:"), "103");
}

#[test]
fn ab_is_done_when_its_time_is_and_not_after_50000_requests() {
    let reference = Reference::start(&[]);
    let url = format!("http://{}/", reference.address);
    for number in [&[][..], &["-n", "5000000"]] {
        let output = fairload(&[&["ab", "-q", "-k", "-t", "1", "-c", "8"], number, &[url.as_str()]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(field(&output, "Time taken for tests:"), "1.000 seconds");
        let complete: f64 = field(&output, "Complete requests:").parse().unwrap();
        let rate: f64 = field(&output, "Requests per second:").split_once(' ').unwrap().0.parse().unwrap();
        assert!(complete > 100.0 && (complete - rate).abs() < 0.01, "{complete} in a second, {rate} per second");
    }
    let output = fairload(&["ab", "-t", "60", "-n", "300", &url]);
    assert_eq!(field(&output, "Complete requests:"), "300");
    assert_eq!(
        stderr(&output),
        "Completed 100 requests\nCompleted 200 requests\nCompleted 300 requests\nFinished 300 requests\n"
    );
}

#[test]
fn ab_posts_a_file_and_logs_what_it_is_asked_to() {
    let server = Server::start(|mut client| {
        client.request();
        client.send(b"HTTP/1.0 404 No\r\nContent-Length: 0\r\n\r\n");
    });
    let folder = tempfile::tempdir().unwrap();
    let body = folder.path().join("body");
    fs::write(&body, "hi\n").unwrap();
    let url = format!("http://{}/", server.address);
    let output = fairload(&["ab", "-v", "2", "-p", body.to_str().unwrap(), "-T", "a/b", "-n", "1", &url]);
    let text = stdout(&output);
    assert!(
        text.contains("INFO: POST header == \n---\nPOST / HTTP/1.0\r\nContent-length: 3\r\nContent-type: a/b\r\n"),
        "{text}"
    );
    assert!(text.contains("\n---\nWARNING: Response code not 2xx (404)\n..done\n"), "{text}");
    let head = text.split_once("---\n").unwrap().1.split_once("\n---").unwrap().0;
    assert_eq!(field(&output, "Total body sent:"), (head.len() + 3).to_string());
}

#[test]
fn ab_writes_html() {
    let reference = Reference::start(&[]);
    let url = format!("http://{}/<b>", reference.address);
    let text = stdout(&fairload(&["ab", "-x", "border=1", "-n", "2", &url]));
    assert!(text.starts_with("<p>\n This is ApacheBench, Version 2.3"), "{text}");
    assert!(text.contains("\n<table border=1>\n<tr ><th colspan=2 bgcolor=white>Server Software:</th>"), "{text}");
    assert!(text.contains("Document Path:</th><td colspan=2 bgcolor=white>/&lt;b&gt;</td></tr>"), "{text}");
    assert!(text.ends_with("</table>\n"), "{text}");
}

#[test]
fn what_cannot_be_written_or_honoured_is_refused_before_anything_is_sent() {
    let server = Server::start(|mut client| {
        client.request();
        client.send(HELLO);
    });
    let url = format!("http://{}/", server.address);
    for words in [
        &["ab", "-e", "/nonexistent/e.csv"][..],
        &["ab", "-g", "/nonexistent/g.tsv"],
        &["ab", "-Z", "x"],
        &["ab", "-B", "127.0.0.2"],
        &["ab", "-H", "no colon"],
        &["ab", "-H", "Transfer-Encoding: chunked"],
        &["webbench", "--force"],
        &["webbench", "-9"],
    ] {
        let output = fairload(&[words, &[url.as_str()]].concat());
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""), "{words:?}");
        let errors = stderr(&output);
        let line = errors.lines().last().unwrap_or_default();
        assert!(line.starts_with(&format!("fairload {}: ", words[0])) && line.contains("; "), "{words:?}: {errors}");
    }
    assert_eq!(server.connections.load(std::sync::atomic::Ordering::SeqCst), 0);
}

#[test]
fn a_link_of_that_name_speaks_the_dialect() {
    let folder = tempfile::tempdir().unwrap();
    let reference = Reference::start(&[]);
    let url = format!("http://{}/", reference.address);
    for (name, words, wanted) in [
        ("ab", &["-n", "3", "-q"][..], "Complete requests:      3\n"),
        ("webbench", &["-t", "1", "-c2"], "susceed, 0 failed."),
    ] {
        let link = folder.path().join(name);
        symlink(FAIRLOAD, &link).unwrap();
        let output = called_as(&link).args(words).arg(&url).output().unwrap();
        assert!(output.status.success() && stdout(&output).contains(wanted), "{}", stdout(&output));
    }
}

#[test]
fn the_labels_are_those_of_the_real_ab_in_its_order() {
    if Command::new("/usr/bin/ab").arg("-V").output().is_err() {
        return; // nothing to compare with: the same in Python says that it was skipped
    }
    let reference = Reference::start(&[]);
    let failing = Reference::start(&["--status", "500"]);
    let (good, bad) = (format!("http://{}/x", reference.address), format!("http://{}/", failing.address));
    for words in [
        &["-n", "200", "-c", "4", &good][..],
        &["-n", "200", "-c", "4", "-k", "-q", &bad],
        &["-n", "20", "-S", "-d", "-l", &good],
        &["-n", "1", &good],
        &["-n", "20", "-w", "-i", &good],
        &["-n", "20", "-p", "/dev/null", "-v", "1", &good],
    ] {
        let ours = fairload(&[&["ab"], words].concat());
        let theirs = Command::new("/usr/bin/ab").args(words).output().unwrap();
        assert_eq!(ours.status.code(), theirs.status.code(), "{words:?}");
        if words.contains(&"-w") {
            assert_eq!(stdout(&ours).matches("<tr").count(), stdout(&theirs).matches("<tr").count());
            continue;
        }
        assert_eq!(labels(&ours), labels(&theirs), "{words:?}");
        for label in
            ["Complete requests:", "Failed requests:", "HTML transferred:", "Total transferred:", "Document Length:"]
        {
            assert_eq!(field(&ours, label), field(&theirs, label), "{words:?}: {label}");
        }
        assert_eq!(stderr(&ours), stderr(&theirs), "{words:?}");
    }
}

#[test]
fn webbench_calls_a_500_a_failure_and_says_everything_once() {
    let failing = Reference::start(&["--status", "500"]);
    let url = format!("http://{}/", failing.address);
    let output = fairload(&["webbench", "-t", "1", "-c", "3", &url]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0));
    let head = "\nRequest:\nGET / HTTP/1.0\r\nUser-Agent: WebBench 1.5\r\nHost: 127.0.0.1\r\n\r\n\n\
        Runing info: 3 clients, running 1 sec.\n\nSpeed=";
    assert!(text.starts_with(head) && text.matches("Request:").count() == 1, "{text}");
    assert!(text.contains("\nRequests: 0 susceed, ") && !text.contains(", 0 failed."), "{text}");
    assert!(stderr(&output).starts_with("Webbench - Simple Web Benchmark 1.5\n"));
}

#[test]
fn webbenchs_numbers_agree_with_each_other_and_with_the_server() {
    let server = Server::start(|mut client| {
        client.request();
        client.send(HELLO);
    });
    let url = format!("http://{}/", server.address);
    let text = stdout(&fairload(&["webbench", "-t", "1", &url]));
    let numbers: Vec<u64> = text
        .lines()
        .filter(|line| line.starts_with("Speed=") || line.starts_with("Requests: "))
        .flat_map(|line| line.split(|c: char| !c.is_ascii_digit()))
        .filter_map(|word| word.parse().ok())
        .collect();
    let [pages, bytes, succeeded, failed] = numbers[..] else { panic!("{text}") };
    assert_eq!((pages, bytes, failed), (succeeded * 60, succeeded * HELLO.len() as u64, 0));
    // The one that was under way at the end, and the check whether the server answers.
    let asked = server.requests.load(std::sync::atomic::Ordering::SeqCst);
    assert!(succeeded > 0 && asked - succeeded <= 2, "{asked} asked, {succeeded} counted");
}

#[test]
fn webbench_says_so_without_a_server() {
    let output = fairload(&["webbench", "-t", "1", &format!("http://{}/", refusing())]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).ends_with("\nConnect to server failed. Aborting benchmark.\n"));
}

#[test]
fn webbench_asks_a_proxy_for_the_whole_url() {
    let proxy = Server::start(|mut client| {
        client.request();
        client.send(HELLO);
    });
    let through = proxy.address.to_string();
    let output = fairload(&["webbench", "-t", "1", "-r", "-p", &through, "http://nowhere.invalid:81/a"]);
    let text = stdout(&output);
    assert!(text.contains("GET http://nowhere.invalid:81/a HTTP/1.0\r\n"), "{text}");
    assert!(text.contains(&format!(", via proxy server {through}, forcing reload.")), "{text}");
    assert!(text.contains("susceed, 0 failed."), "{text}");
}
