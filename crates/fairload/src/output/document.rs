//! The document of `fairload URL --json`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::lap::report::Report;
use crate::numbers::{Cpu, Numbers};

/// One run of `fairload URL`. What is not known is null, never 0.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Document {
    /// Of fairload.
    pub(crate) version: String,
    #[serde(flatten)]
    pub(crate) asked: Asked,
    /// Ended by an interrupt: the numbers are of the part that was run.
    pub(crate) interrupted: bool,
    #[serde(flatten)]
    pub(crate) numbers: Numbers,
    /// `cpu` per complete answer, user and system together less what was idle, microseconds; null without an answer.
    pub(crate) cpu_us_per_response: Option<f64>,
}

/// What was asked for, as far as the document repeats it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Asked {
    pub(crate) url: String,
    pub(crate) method: String,
    pub(crate) connections: usize,
    pub(crate) threads: usize,
    /// Many requests per connection, or one.
    pub(crate) keepalive: bool,
    /// Whether a thread with nothing to do looked again at once, instead of sleeping.
    pub(crate) spin: bool,
    /// What of an answer's body was checked.
    pub(crate) body_check: String,
}

impl Document {
    pub(crate) fn new(asked: Asked, interrupted: bool, report: &Report) -> Self {
        let numbers = Numbers::from(report);
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            asked,
            interrupted,
            cpu_us_per_response: numbers.cpu.and_then(|cpu| per_response(cpu, numbers.responses)),
            numbers,
        }
    }
}

#[allow(clippy::cast_precision_loss)] // exact below 2^53 answers
fn per_response(cpu: Cpu, responses: u64) -> Option<f64> {
    (responses > 0).then(|| cpu.busy_s() * 1e6 / responses as f64)
}
