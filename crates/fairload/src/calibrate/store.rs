//! Where calibrations are stored: a file for one boot of one machine with one version of fairload.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Calibration, Load};

const VERSION: u32 = 2;

/// What a calibration depends on. All of it must be unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Identity {
    version: u32,
    fairload: String,
    kernel: String,
    boot_id: String,
    processor: String,
}

impl Identity {
    /// Of this boot; empty if the kernel does not say.
    pub(crate) fn here() -> Self {
        let line = |path| fs::read_to_string(path).map(|text| text.trim().to_owned()).unwrap_or_default();
        Self {
            version: VERSION,
            fairload: env!("CARGO_PKG_VERSION").to_owned(),
            kernel: line("/proc/sys/kernel/osrelease"),
            boot_id: line("/proc/sys/kernel/random/boot_id"),
            processor: model(&line("/proc/cpuinfo")),
        }
    }
}

/// The first processor's name; empty on an architecture that has none.
fn model(cpuinfo: &str) -> String {
    let named = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    named.map(|(_, name)| name.trim().to_owned()).unwrap_or_default()
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Stored {
    #[serde(flatten)]
    identity: Identity,
    calibrations: Vec<Calibration>,
}

/// `$XDG_CACHE_HOME/fairload/calibration.json`, or the same below `$HOME/.cache`; `None` where neither is set.
pub(crate) fn path() -> Option<PathBuf> {
    // A relative path is no cache (XDG Base Directory Specification).
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?;
    Some(cache.join("fairload").join("calibration.json"))
}

/// The calibrations of `identity` in a file; none if there is no file.
///
/// # Errors
/// The file is not a valid calibration; why, for people. Nothing in it may be used.
pub(crate) fn load(path: &Path, identity: &Identity) -> Result<Vec<Calibration>, String> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(format!("{}: {error}; ignored", path.display())),
    };
    let stored: Stored = serde_json::from_str(&text)
        .map_err(|error| format!("{}: not a calibration of fairload ({error}); ignored", path.display()))?;
    if stored.identity != *identity {
        return Err(format!("{}: from another boot, machine or fairload; ignored", path.display()));
    }
    if !stored.calibrations.iter().flat_map(|one| &one.engines).all(|cost| cost.ceiling_per_s > 0.0) {
        return Err(format!("{}: a ceiling is not a positive number; ignored", path.display()));
    }
    Ok(stored.calibrations)
}

/// The stored calibration for about such a load.
///
/// # Errors
/// There is a calibration that must not be used; why.
pub fn kept(wanted: Load) -> Result<Option<Calibration>, String> {
    let Some(path) = path() else { return Ok(None) };
    let all = load(&path, &Identity::here())?;
    Ok(Calibration::nearest(&all, &wanted).cloned())
}

/// Adds `calibration` in place of one for the same load, and writes the whole file in one step: a reader at the
/// same time sees the old one or the new one. What cannot be read is replaced.
///
/// # Errors
/// The file or its folder cannot be written.
pub(crate) fn save(path: &Path, identity: &Identity, calibration: Calibration) -> io::Result<()> {
    let mut calibrations = load(path, identity).unwrap_or_default();
    calibrations.retain(|one| one.load != calibration.load);
    calibrations.push(calibration);
    let stored = Stored { identity: identity.clone(), calibrations };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let draft = path.with_extension(format!("{}.tmp", std::process::id()));
    fs::write(&draft, serde_json::to_vec_pretty(&stored)?)?;
    fs::rename(&draft, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibrate::EngineCost;
    use crate::engine::Kind;

    fn calibration(connections: usize, ceiling_per_s: f64) -> Calibration {
        let cost = EngineCost {
            engine: Kind::Epoll,
            cpu_us_per_request: 5.0,
            ceiling_per_s,
            requests_per_s: 1000.0,
            slices: 5,
        };
        Calibration { load: Load::kept(connections), quick: false, pinned: true, engines: vec![cost] }
    }

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    #[test]
    fn what_was_saved_is_loaded_and_the_newer_of_two_stands() {
        let (folder, here) = (folder(), Identity::here());
        let path = folder.path().join("a/b.json");
        assert_eq!(load(&path, &here), Ok(Vec::new()));
        for one in [calibration(64, 1.0), calibration(8, 2.0), calibration(64, 3.0)] {
            save(&path, &here, one).expect("it can be written");
        }
        assert_eq!(load(&path, &here), Ok(vec![calibration(8, 2.0), calibration(64, 3.0)]));
        let files = fs::read_dir(path.parent().expect("a folder")).expect("readable").count();
        assert_eq!(files, 1, "no draft is left behind");
    }

    #[test]
    fn what_is_not_of_this_boot_is_ignored_and_says_so() {
        let (folder, here) = (folder(), Identity::here());
        let path = folder.path().join("c.json");
        save(&path, &here, calibration(64, 1.0)).expect("it can be written");
        for other in [
            Identity { boot_id: "x".to_owned(), ..here.clone() },
            Identity { kernel: "x".to_owned(), ..here.clone() },
            Identity { fairload: "x".to_owned(), ..here.clone() },
            Identity { processor: "x".to_owned(), ..here.clone() },
            Identity { version: VERSION + 1, ..here.clone() },
        ] {
            assert!(load(&path, &other).is_err_and(|why| why.contains("another boot")), "{other:?}");
        }
    }

    #[test]
    fn a_broken_file_is_ignored_and_replaced() {
        let (folder, here) = (folder(), Identity::here());
        let path = folder.path().join("c.json");
        save(&path, &here, calibration(64, 1.0)).expect("it can be written");
        let whole = fs::read_to_string(&path).expect("readable");
        let cut = &whole[..whole.len() / 2];
        for text in ["", "{}", "[1]", "\0", cut, &whole.replace("\"epoll\"", "\"kqueue\"")] {
            fs::write(&path, text).expect("it can be written");
            assert!(load(&path, &here).is_err_and(|why| why.contains("not a calibration of fairload")), "{text:?}");
        }
        save(&path, &here, calibration(64, -1.0)).expect("it can be written");
        assert!(load(&path, &here).is_err_and(|why| why.contains("positive")));
        save(&path, &here, calibration(8, 2.0)).expect("it can be written");
        assert_eq!(load(&path, &here), Ok(vec![calibration(8, 2.0)]));
    }

    #[test]
    fn a_processor_is_known_by_its_name() {
        assert_eq!(model("processor\t: 0\nmodel name\t: AMD EPYC 9\nmodel name\t: other\n"), "AMD EPYC 9");
        assert_eq!(model("Features : fp\n"), "");
    }
}
