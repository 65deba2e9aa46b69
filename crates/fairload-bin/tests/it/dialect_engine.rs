//! Which engine a dialect runs on: seen from outside, as the tools say nothing of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::ENGINE;
use super::common::{FAIRLOAD, fairload, refusing};
use super::dialect_wrk::leisurely;

/// A cache of the test's own.
fn cache(name: &str) -> PathBuf {
    let name = format!("dialect-cache-{ENGINE}-{}-{name}", std::process::id());
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

/// The engine of a dialect with this `FAIRLOAD_ENGINE` and cache, by its descriptors; and what it said on standard
/// error.
fn engine_of(wanted: Option<&str>, cache: &Path) -> (&'static str, String) {
    let server = leisurely();
    let url = format!("http://{}/", server.address);
    let mut command = Command::new(FAIRLOAD);
    command.args(["wrk", "-d1", "-c2", "-t1", &url]).env("XDG_CACHE_HOME", cache).env_remove("FAIRLOAD_ENGINE");
    command.envs(wanted.map(|name| ("FAIRLOAD_ENGINE", name)));
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let descriptors = format!("/proc/{}/fd", child.id());
    let begun = Instant::now();
    let found = loop {
        // Checking whether a ring is available makes one, too; after the first request the engine is chosen.
        let busy = server.requests() > 0;
        let links = fs::read_dir(&descriptors).unwrap().flatten().filter_map(|entry| fs::read_link(entry.path()).ok());
        let names: Vec<_> = links.map(|link| link.display().to_string()).collect();
        match names.iter().find(|name| name.contains("io_uring") || name.contains("eventpoll")) {
            Some(name) if busy => break if name.contains("io_uring") { "io_uring" } else { "epoll" },
            _ => sleep(Duration::from_millis(5)),
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "no engine among {names:?}");
    };
    let errors = child.wait_with_output().unwrap().stderr;
    (found, String::from_utf8(errors).unwrap())
}

#[test]
fn the_engine_that_is_named_is_taken() {
    assert_eq!(engine_of(Some(ENGINE), &cache("named")), (ENGINE, String::new()));
}

#[test]
fn without_a_calibration_it_is_epoll_and_none_is_made() {
    let cache = cache("empty");
    for named in [None, Some("auto")] {
        assert_eq!(engine_of(named, &cache), ("epoll", String::new()));
        assert!(!cache.exists(), "nothing is kept, so nothing was measured");
    }
}

/// A stored calibration in which `ENGINE` is the cheaper one.
#[test]
fn a_calibration_of_this_boot_chooses() {
    let cache = cache("kept");
    let calibrate = ["calibrate", "--quick", "-c", "2"];
    assert!(Command::new(FAIRLOAD).args(calibrate).env("XDG_CACHE_HOME", &cache).output().unwrap().status.success());
    let path = cache.join("fairload/calibration.json");
    let mut kept: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    for cost in kept["calibrations"][0]["engines"].as_array_mut().unwrap() {
        cost["cpu_us_per_request"] = json!(if cost["engine"] == ENGINE { 1.0 } else { 9.0 });
    }
    fs::write(&path, kept.to_string()).unwrap();
    assert_eq!(engine_of(None, &cache), (ENGINE, String::new()));
    // An unusable one is not mentioned: the tools would not do so.
    fs::write(&path, "{}").unwrap();
    assert_eq!(engine_of(None, &cache), ("epoll", String::new()));
}

#[test]
fn another_engine_is_refused_before_anything_is_said() {
    let url = format!("http://{}/", refusing());
    for dialect in ["ab", "plow", "wrk"] {
        for name in ["", "EPOLL", "kqueue"] {
            let server = leisurely();
            let url = if dialect == "wrk" { format!("http://{}/", server.address) } else { url.clone() };
            let output = Command::new(FAIRLOAD).args([dialect, &url]).env("FAIRLOAD_ENGINE", name).output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!((output.status.code(), &output.stdout[..]), (Some(2), &b""[..]), "{dialect}: {said}");
            let line = format!("fairload {dialect}: FAIRLOAD_ENGINE={name}: this is no engine; set it to epoll, ");
            assert!(said.starts_with(&line) && said.lines().count() == 1, "{said}");
            assert_eq!(server.requests(), 0);
        }
    }
    // It applies only to dialects.
    let (server, epoll) = (leisurely(), ["--engine", "epoll"]);
    let url = format!("http://{}/", server.address);
    assert!(fairload(&[&[url.as_str(), "-n", "2", "-c", "1"], &epoll[..]].concat()).status.success());
}
