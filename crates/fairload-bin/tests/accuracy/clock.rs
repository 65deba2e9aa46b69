//! T14: the wall clock may jump while load is offered; no figure changes.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::common::{FAIRLOAD, Reference, only, outcomes};
use crate::engines::engines;
use crate::measured::alone;

/// Compiles the library that makes the wall clock jump, in `folder`; `Err` with why it is not available here.
fn jumping_clock(folder: &Path) -> Result<PathBuf, String> {
    if !cfg!(target_arch = "x86_64") {
        return Err("it is written for x86-64".to_owned());
    }
    let library = folder.join("wall_clock.so");
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/accuracy/wall_clock.c");
    let compiled =
        Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).arg("-ldl").output();
    match compiled {
        Ok(output) if output.status.success() => Ok(library),
        Ok(output) => Err(format!("cc: {}", String::from_utf8_lossy(&output.stderr))),
        Err(error) => Err(format!("cc: {error}")),
    }
}

/// Runs `fairload` with a wall clock that jumps by an hour at every reading; returns the document, and how often the
/// wall clock and others were read.
fn run_with(library: &PathBuf, arguments: &[&str]) -> (Value, u64, u64) {
    let counts = library.with_extension("counts");
    let output = Command::new(FAIRLOAD)
        .args(arguments)
        .env("LD_PRELOAD", library)
        .env("WALL_CLOCK_COUNTS", &counts)
        .output()
        .unwrap();
    assert!(output.status.success(), "{:?}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&counts).unwrap();
    let looks: Vec<u64> = text.split_whitespace().map(|count| count.parse().unwrap()).collect();
    std::fs::remove_file(counts).unwrap();
    (serde_json::from_slice(&output.stdout).unwrap(), looks[0], looks[1])
}

/// Seen failing with `CLOCK_REALTIME` as the clock of the measuring loop.
#[test]
fn the_wall_clock_does_not_matter() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let library = match jumping_clock(folder.path()) {
        Ok(library) => library,
        Err(reason) => return eprintln!("skipped, there is no jumping clock: {reason}"),
    };
    let server = Reference::start(&["--delay", "2ms"]);
    let url = format!("http://{}/", server.address);
    for engine in engines() {
        for extent in [["-n", "1000"], ["-d", "500ms"], ["-n", "100"]] {
            let load = [&[url.as_str(), "--json", "-c", "8"], &extent[..], &engine[..]].concat();
            let (document, wall, steady) = run_with(&library, &load);
            let count = document["requests"].as_u64().unwrap();
            assert!(count >= 100 && outcomes(&document) == only("ok", count), "{document}");
            // Reading the date for the head of a log would be harmless; once per request, or per turn, would not.
            assert!(wall <= 5, "{wall} looks at the wall clock in {load:?}");
            assert!(steady > count, "{steady} looks at other clocks for {count} requests: they are not counted");
            let (latency, elapsed) = (&document["latency_us"], document["elapsed_s"].as_f64().unwrap());
            assert!(latency["min"].as_f64().unwrap() >= 2_000.0 && latency["max"].as_f64().unwrap() < 2e6, "{latency}");
            assert!((0.02..5.0).contains(&elapsed), "{elapsed} s");
        }
    }
}
