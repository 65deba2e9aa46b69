//! Ten thousand connections on one thread.

use std::fs::read_to_string;
use std::io::Read;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use super::common::{Reference, command, only, outcomes};

/// The peak memory of a process, KiB; `None` if it is gone.
fn memory_kib(pid: u32) -> Option<u64> {
    let status = read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

#[test]
fn ten_thousand_connections_are_served_without_an_error_in_64_mib() {
    let server = Reference::start(&[]);
    let url = format!("http://{}/", server.address);
    let arguments = [&url, "-c", "10000", "-n", "30000", "--json", "--timeout", "60s"];
    let mut child = command(&arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = memory_kib(child.id()).unwrap_or(0).max(most);
        sleep(Duration::from_millis(5));
    }
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(outcomes(&document), only("ok", 30_000), "{}", document["first_failure"]);
    assert_eq!(document["reconnects"], 0);
    assert!((1000..64 * 1024).contains(&most), "{most} KiB");
}
