//! Several requests, parameters, bodies from files.

use std::collections::HashSet;
use std::io::Read;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::common::{Client, FAIRLOAD, Server, Session, fairload, only, outcomes, refusing, run};

/// A file that exists during the test.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, contents: &[u8]) -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let (process, engine, number) = (std::process::id(), super::ENGINE, NUMBER.fetch_add(1, Ordering::Relaxed));
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{process}-{engine}-{number}-{name}"));
        std::fs::write(&path, contents).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn name(&self) -> &str {
        self.0.file_name().unwrap().to_str().unwrap()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Reads one request with its body; `None` at the end.
fn request(client: &mut Client, input: &mut Vec<u8>) -> Option<(String, Vec<u8>)> {
    loop {
        if let Some(end) = input.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = String::from_utf8(input[..end].to_vec()).unwrap();
            let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: "));
            let length: usize = length.map_or(0, |length| length.parse().unwrap());
            if input.len() >= end + 4 + length {
                let body = input[end + 4..end + 4 + length].to_vec();
                input.drain(..end + 4 + length);
                return Some((head, body));
            }
        }
        let mut buffer = [0; 4096];
        match client.stream.read(&mut buffer) {
            Ok(0) | Err(_) => return None,
            Ok(length) => input.extend_from_slice(&buffer[..length]),
        }
    }
}

fn path(head: &str) -> &str {
    head.split(' ').nth(1).unwrap()
}

/// Answers with what `answer` makes of head and body.
fn server(answer: impl Fn(&str, &[u8]) -> String + Send + Sync + 'static) -> Server {
    Server::start(move |mut client| {
        let mut input = Vec::new();
        while let Some((head, body)) = request(&mut client, &mut input) {
            let body = answer(&head, &body);
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
            client.send(head.as_bytes());
            client.send(body.as_bytes());
        }
    })
}

const SHOP: &str = r#"
[[request]]
name = "page"
path = "/page"
weight = 3
expect = { status = 200, text = "/page" }

[[request]]
name = "product"
path = "/products/{random:1-500}"
headers = { Accept = "text/plain", X-Number = "{sequence}" }
weight = 2
expect = { text = "/products/{random:1-500}" }

[[request]]
name = "order"
method = "POST"
path = "/orders"
body = '{{"id": {sequence}, "key": "{random}"}'
[request.expect]
json = { id = "{sequence}", key = "{random}" }
"#;

#[test]
fn rows_of_a_table_are_right_if_their_numbers_follow_from_their_ids() {
    let server = Server::start(|mut client| {
        while let Some(number) = client.request() {
            let (id, right) = [(1, 6619), (2, 2917), (3, 8594), (10_000, 1272)][usize::try_from(number % 4).unwrap()];
            let got = if number % 10 == 0 { right + 1 } else { right };
            let body = format!(r#"[{{"id": {id}, "n": {got}}}, {{"n": 8594, "id": 3}}]"#);
            client.send(format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
        }
    });
    let file = |rows: &str| {
        let text = format!("[[request]]\npath = '/'\nexpect = {{ rows = {rows} }}\n");
        Temporary::new("rows.toml", text.as_bytes())
    };
    let asked = file("{ of = 10000, count = 2, members = { id = 'id', n = 'permuted' } }");
    let (code, document) = run(server.address, &["-n", "100", "-c", "1", "--requests-file", asked.path()]);
    assert_eq!((code, outcomes(&document)), (0, vec![("ok".to_owned(), 90), ("wrong_body".to_owned(), 10)]));
    assert_eq!(document["first_failure"]["expected"], "2 rows of a table of 10000 (id: id, n: permuted)");
    let any = file("{ of = 10000, count = 2, members = { id = 'id', n = 'any' } }");
    let (_, document) = run(server.address, &["-n", "100", "-c", "1", "--requests-file", any.path()]);
    assert_eq!(outcomes(&document), only("ok", 100));
    let url = format!("http://{}/", server.address);
    for (rows, problem) in [
        ("{ of = 0, members = { id = 'id' } }", "a table of 0 rows; give 1 to"),
        ("{ of = 9, count = 0, members = { id = 'id' } }", "an answer of 0 rows; give 1 to 10000"),
        ("{ of = 9, members = { n = 'any' } }", "0 members of a row are its id; give exactly one"),
        ("{ of = 9, members = { id = 'it' } }", "unknown variant"),
    ] {
        let output = fairload(&[&url, "--requests-file", file(rows).path()]);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && text.contains(problem), "{text}");
    }
}

#[test]
fn several_requests_in_exact_proportions_each_verified_and_counted_separately() {
    let server =
        server(
            |head, body| {
                if body.is_empty() { path(head).to_owned() } else { String::from_utf8(body.to_vec()).unwrap() }
            },
        );
    let file = Temporary::new("shop.toml", SHOP.as_bytes());
    for more in [&["-c", "4"][..], &["-c", "4", "-p", "5"], &["-c", "4", "-t", "2"], &["-c", "4", "--seed", "9"]] {
        let arguments = [&["-n", "600", "--requests-file", file.path()], more].concat();
        let (code, document) = run(server.address, &arguments);
        assert_eq!((code, outcomes(&document)), (0, only("ok", 600)), "{more:?}: {}", document["first_failure"]);
        let mix = document["request_mix"].as_array().unwrap();
        let counts: Vec<_> =
            mix.iter().map(|one| (one["name"].as_str().unwrap(), one["requests"].as_u64().unwrap())).collect();
        assert_eq!(counts, [("page", 300), ("product", 200), ("order", 100)], "{more:?}");
        assert!(mix.iter().all(|one| one["ok"] == one["requests"] && one["latency_us"]["p50"].is_f64()));
        assert_eq!((&document["method"], &document["requests_file"]), (&Value::Null, &json!(file.path())));
    }
    let output =
        fairload(&[&format!("http://{}", server.address), "-n", "60", "-c", "2", "--requests-file", file.path()]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\nproduct ") && text.contains("every answer to 3 of 3 requests"), "{text}");
}

#[test]
fn a_session_asks_in_proportion_and_its_parameters_go_on_from_lap_to_lap() {
    let paths = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&paths);
    let server = server(move |head, _| {
        seen.lock().unwrap().push(path(head).to_owned());
        path(head).to_owned()
    });
    let mut session = Session::start(2);
    let asked = |path: &str, weight: u32| {
        let expect = json!({"status": 200, "body": {"text": path}});
        json!({"request": {"method": "GET", "path": path}, "expect": expect, "weight": weight})
    };
    let target = json!({"requests": [asked("/users/{sequence}", 2), asked("/page", 1)], "parameters": true});
    session.open("shop", server.address, &target);
    for _ in 0..3 {
        let result = session.lap("shop", &json!({"connections": 4, "requests": 300}));
        assert_eq!(outcomes(&result), only("ok", 300));
    }
    let paths = paths.lock().unwrap();
    let users: HashSet<_> = paths.iter().filter(|path| path.starts_with("/users/")).collect();
    assert_eq!((paths.len(), users.len()), (900, 600), "no number comes twice");
    assert_eq!(session.end(), 0);
}

#[test]
fn an_answer_to_another_request_is_a_wrong_one() {
    // Each tenth product is that of another request, as a cache with too short a key would have it.
    let count = Mutex::new(0_u32);
    let server = server(move |head, body| {
        let mut count = count.lock().unwrap();
        *count += u32::from(path(head).starts_with("/products"));
        match (path(head).starts_with("/products"), body.is_empty()) {
            (true, _) if count.is_multiple_of(10) => "/products/0".to_owned(),
            (_, true) => path(head).to_owned(),
            (_, false) => String::from_utf8(body.to_vec()).unwrap(),
        }
    });
    let file = Temporary::new("wrong.toml", SHOP.as_bytes());
    let (code, document) = run(server.address, &["-n", "600", "-c", "1", "--requests-file", file.path()]);
    let wrong = |value: &Value| value["outcomes"]["wrong_body"].as_u64().unwrap();
    let mix = &document["request_mix"];
    assert_eq!((code, wrong(&document), wrong(&mix[0]), wrong(&mix[1]), wrong(&mix[2])), (0, 20, 0, 20, 0));
    assert_eq!(document["first_failure"]["got"], "/products/0");
    assert!(document["first_failure"]["expected"].as_str().unwrap().starts_with("/products/"));
}

#[test]
fn a_number_is_used_once_over_all_threads_and_a_seed_repeats_the_rest() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let server = server({
        let seen = Arc::clone(&seen);
        move |head, _| {
            seen.lock().unwrap().push(path(head).to_owned());
            path(head).to_owned()
        }
    });
    let asked = |seed: &str| {
        let url = format!("http://{}/{{sequence}}/{{random}}", server.address);
        let expected = "/{sequence}/{random}";
        let arguments = ["-n", "300", "-c", "3", "-t", "3", "--expand", "--seed", seed, "--expect-text", expected];
        let output = fairload(&[&[url.as_str()], &arguments[..]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let mut paths = std::mem::take(&mut *seen.lock().unwrap());
        paths.sort();
        paths
    };
    let (first, again, other) = (asked("1"), asked("1"), asked("2"));
    let numbers: HashSet<_> = first.iter().map(|path| path.split('/').nth(1).unwrap().to_owned()).collect();
    let values: HashSet<_> = first.iter().map(|path| path.split('/').nth(2).unwrap().to_owned()).collect();
    assert_eq!((first.len(), numbers.len(), values.len()), (300, 300, 300));
    assert_eq!(first, again);
    assert_ne!(first, other);
    assert!(first.iter().all(|path| path.rsplit('/').next().unwrap().len() == 16), "{first:?}");
}

#[test]
fn expected_headers_may_have_parameters() {
    let server = Server::start(|mut client| {
        let mut input = Vec::new();
        while let Some((head, _)) = request(&mut client, &mut input) {
            // Every third is sent to another customer's order.
            let number: u64 = path(&head)[1..].parse().unwrap();
            let number = if number % 3 == 2 { number + 1 } else { number };
            client
                .send(format!("HTTP/1.1 201 Created\r\nLocation: /o/{number}\r\nContent-Length: 0\r\n\r\n").as_bytes());
        }
    });
    let requests =
        "[[request]]\npath = '/{sequence}'\nexpect = { status = 201, headers = { location = '/o/{sequence}' } }";
    let file = Temporary::new("location.toml", requests.as_bytes());
    let (_, document) = run(server.address, &["--requests-file", file.path(), "-n", "30", "-c", "1"]);
    assert_eq!((&document["ok"], &document["outcomes"]["wrong_body"]), (&json!(20), &json!(10)));
    assert_eq!(document["first_failure"]["expected"], "header location: /o/2");
}

#[test]
fn without_expand_braces_are_braces() {
    let server = server(|head, body| format!("{} {}", path(head), String::from_utf8_lossy(body)));
    let url = format!("http://{}/{{sequence}}", server.address);
    let arguments = ["-m", "POST", "--body", "{\"a\": {}}", "-n", "4", "-c", "2"];
    let expected = ["--expect-text", "/{sequence} {\"a\": {}}"];
    let output = fairload(&[&[url.as_str()], &arguments[..], &expected].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn a_body_from_a_file_is_sent_as_it_is() {
    let contents = b"\x00\xff{random}\r\n\r\n";
    let server = server(move |_, body| if body == contents { "same".to_owned() } else { format!("{body:?}") });
    let file = Temporary::new("body.bin", contents);
    let arguments = ["-m", "PUT", "--body-file", file.path(), "--expect-text", "same", "-n", "4", "-c", "2"];
    let (_, document) = run(server.address, &[&arguments[..], &["--expand"]].concat());
    assert_eq!(outcomes(&document), only("ok", 4), "{}", document["first_failure"]);
    // In a file of requests its name is relative to that file; and the file may be JSON.
    let requests =
        json!({"request": [{"method": "POST", "path": "/", "body_file": file.name(), "expect": {"text": "same"}}]});
    let requests = Temporary::new("requests.json", requests.to_string().as_bytes());
    let (_, document) = run(server.address, &["--requests-file", requests.path(), "-n", "4", "-c", "2"]);
    assert_eq!(outcomes(&document), only("ok", 4), "{}", document["first_failure"]);
    assert!(document["request_mix"].is_null(), "there is only one");
}

#[test]
fn an_answer_to_an_upload_that_was_not_read_is_wrong_unless_it_refuses_it() {
    // More than the kernel takes for a server that does not read.
    let file = Temporary::new("upload.bin", &vec![b'x'; 20 << 20]);
    for status in ["200 OK", "413 Content Too Large"] {
        let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 5\r\n\r\nhello");
        let server = Server::start(move |mut client| {
            if client.request().is_some() && client.send(answer.as_bytes()) {
                std::thread::sleep(std::time::Duration::from_secs(2));
            }
        });
        for engine in ["epoll", "io_uring"] {
            let arguments = ["-m", "POST", "--body-file", file.path(), "--engine", engine, "-n", "4", "-c", "2"];
            let expect = ["--expect-text", "hello", "--expect-status", &status[..3]];
            let (_, document) = run(server.address, &[&arguments[..], &expect].concat());
            let outcome = if status == "200 OK" { "wrong_body" } else { "ok" };
            assert_eq!(outcomes(&document), only(outcome, 4), "{engine}: {}", document["first_failure"]);
            if outcome == "wrong_body" {
                assert_eq!(document["first_failure"]["got"], "an answer before the request was sent to its end");
            }
        }
    }
}

#[test]
fn a_mix_may_be_offered_at_a_rate() {
    let server =
        server(
            |head, body| {
                if body.is_empty() { path(head).to_owned() } else { String::from_utf8(body.to_vec()).unwrap() }
            },
        );
    let file = Temporary::new("rate.toml", SHOP.as_bytes());
    let arguments = ["-r", "300", "--arrivals", "constant", "-d", "400ms", "-c", "4", "--requests-file", file.path()];
    let (code, document) = run(server.address, &arguments);
    assert_eq!((code, outcomes(&document)), (0, only("ok", 120)));
    let counts: Vec<_> = document["request_mix"].as_array().unwrap().iter().map(|one| one["ok"].clone()).collect();
    assert_eq!(counts, [json!(60), json!(40), json!(20)]);
}

#[test]
fn headers_keep_their_order_and_may_be_repeated() {
    let server = server(|head, _| head.lines().skip(2).collect::<Vec<_>>().join("|"));
    let requests = "[[request]]\npath = '/'\nheaders = { Z = '1', A = ['2', '3'], M = '{random:4-4}' }\nexpect = { text = 'Z: 1|A: 2|A: 3|M: 4' }";
    let file = Temporary::new("headers.toml", requests.as_bytes());
    let (_, document) = run(server.address, &["--requests-file", file.path(), "-n", "4", "-c", "2"]);
    assert_eq!(outcomes(&document), only("ok", 4), "{}", document["first_failure"]);
}

#[test]
fn files_that_are_not_what_they_should_be_are_refused_with_their_place() {
    let url = format!("http://{}/", refusing());
    let entry = |rest: &str| format!("[[request]]\npath = '/'\n{rest}");
    for (contents, part) in [
        (String::new(), "request"),
        ("request = []".to_owned(), "there are 0"),
        ("[[request".to_owned(), "TOML"),
        ("[[request]]\nmethod = 'GET'".to_owned(), "path"),
        (entry("colour = 1"), "colour"),
        (entry("weight = 0"), "weight"),
        (entry("weight = -1"), "weight"),
        (entry("body = 'a'\nbody_file = 'b'"), "one of them"),
        (entry("body_file = 'does-not-exist'"), "does-not-exist"),
        (entry("body = '{\"a\": 1}'"), "{{ for a brace"),
        (entry("body = '{random:5-1}'"), "empty"),
        (entry("expect = { text = 'a', size = 1 }"), "one of them"),
        (entry("expect = { text = '{x}' }"), "expected text"),
        (entry("expect = { headers = { a = '{x}' } }"), "expected header"),
        ((0..257).map(|n| entry(&format!("name = '{n}'\n"))).collect(), "there are 257"),
        (entry("expect = { status = 42 }"), "status"),
        (entry("method = 'HEAD'\nexpect = { text = 'a' }"), "HEAD"),
        (entry("headers = { Content-Length = '3' }"), "Content-Length"),
        (format!("{}\n{}", entry(""), entry("")), "name of its own"),
        (format!("{}\n{}", entry("weight = 4294967295"), entry("name = 'b'\nweight = 2")), "proportions"),
    ] {
        let file = Temporary::new("bad.toml", contents.as_bytes());
        let output = fairload(&[&url, "--requests-file", file.path()]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{contents}: {text}");
        assert!(text.contains(part) && text.trim_end().lines().count() == 1, "{contents}: {text}");
    }
    let file = Temporary::new("good.toml", SHOP.as_bytes());
    let path = format!("{url}page");
    for arguments in [
        &[path.as_str(), "--requests-file", file.path()][..],
        &[url.as_str(), "--requests-file", file.path(), "-m", "GET"],
        &[url.as_str(), "--requests-file", file.path(), "--expect-status", "200"],
        &[url.as_str(), "--requests-file", file.path(), "--expand"],
        &[url.as_str(), "--requests-file", "does-not-exist"],
        &[url.as_str(), "--body-file", "does-not-exist"],
        &[url.as_str(), "--body-file", file.path(), "--body", "x"],
    ] {
        let output = std::process::Command::new(FAIRLOAD).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}
