//! `fairload reference` as a source of truth, for tests.

use std::path::PathBuf;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Reference, fairload};

/// One request as the server saw it; nanoseconds of `CLOCK_MONOTONIC`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stamp {
    pub(crate) connection: u64,
    pub(crate) arrived: u64,
    pub(crate) answered: Option<u64>,
    pub(crate) bytes: u64,
}

impl Stamp {
    /// From reading the request to sending its answer.
    pub(crate) fn service(&self) -> Option<u64> {
        self.answered.map(|answered| answered - self.arrived)
    }
}

/// `fairload reference` that writes its stamps.
pub(crate) struct Truthful {
    pub(crate) reference: Reference,
    file: PathBuf,
    _folder: TempDir,
}

impl Truthful {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("stamps.csv");
        let reference = Reference::start(&[&["--stamps", file.to_str().unwrap()], arguments].concat());
        Self { reference, file, _folder: folder }
    }

    /// Ends the server; what it saw, in order of arrival.
    pub(crate) fn stamps(&mut self) -> Vec<Stamp> {
        self.end();
        let text = std::fs::read_to_string(&self.file).unwrap();
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("sequence,connection,in_ns,out_ns,gap_ns,bytes"));
        let mut before = None;
        let mut stamps = Vec::new();
        for line in lines {
            let fields: Vec<Option<u64>> = line.split(',').map(|field| field.parse().ok()).collect();
            let [Some(sequence), Some(connection), Some(arrived), answered, gap, Some(bytes)] = fields[..] else {
                panic!("{line:?}")
            };
            assert_eq!((sequence, gap), (stamps.len() as u64, before.map(|before| arrived - before)), "{line:?}");
            before = Some(arrived);
            stamps.push(Stamp { connection, arrived, answered, bytes });
        }
        stamps
    }

    /// The document of `fairload stamps`; the server must have ended.
    pub(crate) fn truth(&self, arguments: &[&str]) -> Value {
        let output = fairload(&[&["stamps", self.file.to_str().unwrap(), "--json"], arguments].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    pub(crate) fn end(&mut self) {
        if self.reference.child.try_wait().unwrap().is_none() {
            self.reference.signal("TERM");
            assert_eq!(self.reference.child.wait().unwrap().code(), Some(0));
        }
    }
}
