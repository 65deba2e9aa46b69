//! `-r`: an open loop on the command line; and how long connecting takes.

use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use super::common::{HELLO, Reference, Server, fairload, only, outcomes, refusing, run};

fn count(document: &Value, key: &str) -> u64 {
    document[key].as_u64().unwrap_or_else(|| panic!("{key} in {document}"))
}

fn millis(value: &Value, key: &str, quantile: &str) -> f64 {
    value[key][quantile].as_f64().unwrap_or_else(|| panic!("{key} in {value}")) / 1e3
}

#[test]
fn every_request_that_is_due_is_sent_and_nothing_else() {
    let server = Server::answering(HELLO);
    for threads in ["1", "3"] {
        let before = server.requests();
        let arguments = ["-r", "0.4k", "--arrivals", "constant", "-d", "500ms", "-c", "6", "-t", threads];
        let (code, document) = run(server.address, &arguments);
        let open = &document["open_loop"];
        assert_eq!((code, outcomes(&document)), (0, only("ok", 200)), "{open}");
        assert_eq!(
            (count(open, "due"), count(open, "sent"), count(open, "unsent"), count(open, "dropped")),
            (200, 200, 0, 0)
        );
        assert_eq!((server.requests() - before, &open["achieved_share"]), (200, &json!(1.0)));
        assert_eq!((&open["arrivals"], &open["rate_per_s"]), (&json!("constant"), &json!(400.0)));
        assert!(document["progress_per_s"].is_null(), "a rate says nothing of how many there could be");
        // Response is from due, service from sent: what lies between them is lateness, whatever the cause.
        let mean = |value: &Value| value["mean"].as_f64().unwrap();
        let parts = mean(&open["blocked_us"]) + mean(&open["own_us"]) + mean(&document["latency_us"]);
        assert!((mean(&open["response_us"]) / parts - 1.0).abs() < 1e-9, "{open}");
    }
}

#[test]
fn poisson_arrivals_are_the_default_and_a_seed_repeats_them() {
    let server = Server::answering(HELLO);
    let due = |seed: &str| {
        let (_, document) = run(server.address, &["-r", "500", "-d", "400ms", "-c", "8", "--seed", seed]);
        assert_eq!(document["open_loop"]["arrivals"], "poisson");
        count(&document["open_loop"], "due")
    };
    let (first, again) = (due("1"), due("1"));
    assert_eq!(first, again);
    // 200 expected, standard deviation 14: none of these seeds is further off than five of them.
    let others: Vec<_> = ["2", "3", "4"].into_iter().map(due).collect();
    assert!(others.iter().all(|due| (130..270).contains(due)) && others.iter().any(|due| *due != first), "{others:?}");
}

#[test]
fn waiting_for_a_connection_counts_and_is_reported_separately() {
    // One connection, 40 ms each, one request due every 20 ms: each waits 20 ms longer than the one before.
    let server = Server::start(|mut client| {
        while client.request().is_some() {
            sleep(Duration::from_millis(40));
            client.send(HELLO);
        }
    });
    let (_, document) = run(server.address, &["-r", "50", "--arrivals", "constant", "-d", "400ms", "-c", "1"]);
    let open = &document["open_loop"];
    let (due, sent, unsent) = (count(open, "due"), count(open, "sent"), count(open, "unsent"));
    assert_eq!((due, sent + unsent, count(&document, "requests")), (20, 20, sent));
    // 500 ms of sending, at least 40 ms each.
    assert!(sent <= 13 && unsent >= 7 && count(open, "backlog_max") >= 7, "{open}");
    let share = open["achieved_share"].as_f64().unwrap();
    let expected = sent as f64 / 20.0;
    assert!((share - expected).abs() < 1e-9, "{open}");
    // The one sent last was due 20 ms x (sent - 1) after the first, and sent at least 40 ms x (sent - 1) after it.
    let late = 20.0 * (sent - 1) as f64;
    assert!(millis(open, "blocked_us", "max") >= late * 0.99, "{open}");
    assert!(
        millis(open, "response_us", "max") >= late + 39.0 && millis(&document, "latency_us", "p50") < 200.0,
        "{open}"
    );
    let output = fairload(&[&format!("http://{}/", server.address), "-r", "50", "-d", "300ms", "-c", "1"]);
    let text = String::from_utf8(output.stdout).unwrap();
    for part in
        ["open loop at 50 requests per second (Poisson arrivals, seed 0)", "achieved ", "unsent ", "late, blocked"]
    {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
}

#[test]
fn a_server_that_is_not_there_fails_each_request_when_it_is_due() {
    let (code, document) = run(refusing(), &["-r", "200", "--arrivals", "constant", "-d", "200ms", "-c", "4"]);
    let open = &document["open_loop"];
    assert_eq!((code, outcomes(&document)), (1, only("connect", 40)));
    assert_eq!((&open["achieved_share"], &open["response_us"]), (&json!(0.0), &Value::Null));
}

#[test]
fn what_no_schedule_can_use_is_refused() {
    let url = "http://127.0.0.1:1/";
    for (arguments, part) in [
        (&[url, "-r", "100", "-n", "100"][..], "not a number of requests"),
        (&[url, "-r", "20M"], "out of range"),
        (&[url, "--seed", "1"], "random"),
        (&[url, "-r", "100", "--arrivals", "constant", "--seed", "1"], "random"),
    ] {
        let output = fairload(arguments);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.contains(part) && text.trim_end().lines().count() == 1, "{arguments:?}: {text}");
    }
    for arguments in [&[url, "-r", "0"][..], &[url, "-r", "5/s"], &[url, "--arrivals", "poisson"]] {
        assert_eq!(fairload(arguments).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn connecting_is_timed_apart_from_answering() {
    let server = Reference::start(&["--delay", "200ms"]);
    let (_, document) = run(server.address, &["-n", "40", "-c", "10", "--no-keepalive"]);
    assert_eq!((outcomes(&document), count(&document, "connects")), (only("ok", 40), 40));
    assert!(millis(&document, "connect_us", "p50") < 100.0, "loopback: {}", document["connect_us"]);
    assert!(millis(&document, "latency_us", "min") >= 200.0, "{}", document["latency_us"]);
    assert!(document["connects_per_s"].as_f64().unwrap() > 0.0 && document["connect_histogram"].is_string());
    let (_, kept) = run(server.address, &["-n", "40", "-c", "4"]);
    assert_eq!((count(&kept, "connects"), &kept["connect_us"], &kept["connect_note"]), (0, &Value::Null, &Value::Null));
}

#[test]
fn a_dropped_syn_shows_as_a_second_and_is_named() {
    use rustix::net::{AddressFamily, SocketType, accept, bind, getsockname, listen, recv, send, socket};
    use rustix::net::{RecvFlags, SendFlags, SocketAddrV4};
    let socket = socket(AddressFamily::INET, SocketType::STREAM, None).unwrap();
    bind(&socket, &SocketAddrV4::new([127, 0, 0, 1].into(), 0)).unwrap();
    // Room for one connection that waits to be accepted, and none is accepted for half a second.
    listen(&socket, 0).unwrap();
    let address = std::net::SocketAddr::try_from(getsockname(&socket).unwrap()).unwrap();
    std::thread::spawn(move || {
        sleep(Duration::from_millis(500));
        while let Ok(client) = accept(&socket) {
            let mut buffer = [0_u8; 1024];
            let _ = recv(&client, &mut buffer[..], RecvFlags::empty());
            let _ = send(&client, HELLO, SendFlags::empty());
        }
    });
    let (_, document) = run(address, &["-n", "4", "-c", "4", "--no-keepalive", "--timeout", "10s"]);
    assert_eq!(outcomes(&document), only("ok", 4));
    let note = document["connect_note"].as_str().unwrap_or_else(|| panic!("{document}"));
    assert!(note.contains("SYN"), "{note}");
    assert!(millis(&document, "connect_us", "max") > 990.0, "{}", document["connect_us"]);
}
