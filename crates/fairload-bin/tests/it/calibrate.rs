//! `fairload calibrate`, and how later runs use it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::common::{FAIRLOAD, HELLO, Reference, Server};

fn fairload(cache: &Path, arguments: &[&str]) -> (Value, String) {
    let Output { status, stdout, stderr } =
        Command::new(FAIRLOAD).env("XDG_CACHE_HOME", cache).args(arguments).arg("--json").output().unwrap();
    let errors = String::from_utf8(stderr).unwrap();
    assert!(status.success(), "{errors}");
    (serde_json::from_slice(&stdout).unwrap(), errors)
}

fn positive(value: &Value) -> f64 {
    value.as_f64().filter(|number| *number > 0.0).unwrap_or_else(|| panic!("{value}"))
}

#[test]
fn a_calibration_is_measured_kept_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path();
    let (calibration, errors) = fairload(cache, &["calibrate", "-c", "4"]);
    assert_eq!((errors.as_str(), &calibration["connections"], &calibration["quick"]), ("", &4.into(), &false.into()));
    for cost in calibration["engines"].as_array().unwrap() {
        let product = positive(&cost["cpu_us_per_request"]) * positive(&cost["ceiling_per_s"]);
        assert!((product / 1e6 - 1.0).abs() < 1e-6 && cost["requests_per_s"].is_number(), "{cost}");
    }
    let best = calibration["best"].as_str().unwrap();
    let kept = cache.join("fairload/calibration.json");
    assert_eq!(calibration["stored"], kept.to_str().unwrap());

    let server = Server::answering(HELLO);
    let url = format!("http://{}/", server.address);
    let (run, errors) = fairload(cache, &[&url, "-d", "300ms", "-c", "4"]);
    assert_eq!((run["engine"].as_str(), errors.as_str()), (Some(best), ""));
    assert!(run["engine_because"].as_str().unwrap().contains("calibrated in this boot with -c 4"), "{run}");
    let ceiling = &run["self_check"]["ceiling"];
    let share = positive(&run["throughput_per_s"]) / positive(&ceiling["requests_per_s"]);
    assert!((positive(&ceiling["share"]) / share - 1.0).abs() < 1e-9, "{ceiling}");
    // An open loop does not run at its limit.
    let (run, _) = fairload(cache, &[&url, "-d", "200ms", "-c", "4", "--rate", "1k"]);
    assert_eq!(run["self_check"]["ceiling"], Value::Null);
}

#[test]
fn each_kind_of_load_has_a_calibration_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path();
    let kinds: [(&[&str], &str); 5] = [
        (&["--no-keepalive"], "-c 2 --no-keepalive"),
        (&["-p", "8"], "-c 2 -p 8"),
        (&["--http2", "--streams", "4"], "-c 2 --http2 --streams 4"),
        (&["--tls"], "-c 2 --tls"),
        (&["--tls", "--no-keepalive"], "-c 2 --no-keepalive --tls"),
    ];
    for (options, _) in kinds {
        let (calibration, errors) = fairload(cache, &[&["calibrate", "--quick", "-c", "2"], options].concat());
        assert_eq!(errors, "");
        for cost in calibration["engines"].as_array().unwrap() {
            assert!(positive(&cost["requests_per_s"]) > 0.0, "{options:?}: {cost}");
        }
    }
    let server = Reference::start(&[]);
    for (options, named) in kinds.iter().filter(|(options, _)| !options.contains(&"--tls")) {
        let url = format!("http://{}/", server.address);
        let (run, errors) = fairload(cache, &[&[&url, "-n", "40", "-c", "2"], *options].concat());
        if run["engine_because"].as_str().unwrap().contains("is not available here") {
            return; // a kernel without io_uring: there is nothing to choose
        }
        assert_eq!(errors, "", "it has one, {options:?}");
        let because = run["engine_because"].as_str().unwrap();
        assert!(because.ends_with(&format!("calibrated in this boot with {named}")), "{because}");
        assert!(positive(&run["self_check"]["ceiling"]["requests_per_s"]) > 0.0);
    }
}

#[test]
fn without_one_that_fits_there_is_a_quick_one_and_a_word_about_it() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path();
    let kept = cache.join("fairload/calibration.json");
    fs::create_dir_all(kept.parent().unwrap()).unwrap();
    fs::write(&kept, "{\"version\": 1}").unwrap();
    let server = Server::answering(HELLO);
    let url = format!("http://{}/", server.address);
    let (run, errors) = fairload(cache, &[&url, "-n", "20", "-c", "2"]);
    if run["engine_because"].as_str().unwrap().contains("is not available here") {
        return; // a kernel without io_uring: there is nothing to choose
    }
    assert!(errors.contains("not a calibration of fairload") && errors.contains("ignored"), "{errors}");
    assert!(errors.contains("calibrated just now with -c 2"), "{errors}");
    let (again, errors) = fairload(cache, &[&url, "-n", "20", "-c", "2"]);
    assert_eq!((&again["engine"], errors.as_str()), (&run["engine"], ""));
    // Far more connections need another calibration.
    let (_, errors) = fairload(cache, &[&url, "-n", "20", "-c", "20"]);
    assert!(errors.contains("calibrated just now with -c 20"), "{errors}");
    let stored: Value = serde_json::from_slice(&fs::read(&kept).unwrap()).unwrap();
    assert_eq!(stored["calibrations"].as_array().unwrap().len(), 2);
}

#[test]
fn a_cache_that_cannot_be_written_is_no_failure() {
    let (calibration, errors) = fairload(Path::new("/proc/nowhere"), &["calibrate", "--quick", "-c", "2"]);
    assert_eq!(calibration["stored"], Value::Null);
    assert!(errors.contains("cannot be kept in /proc/nowhere/fairload/calibration.json"), "{errors}");
}
