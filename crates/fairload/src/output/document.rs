//! The document of `fairload URL --json`.

use std::num::{NonZeroU32, NonZeroUsize};

use schemars::JsonSchema;
use serde::Serialize;

use super::parts::{Connects, RequestNumbers};
use super::tls::Tls;
use crate::engine::Kind;
use crate::lap::report::Report;
use crate::output::numbers::{Cpu, Numbers};
use crate::output::open_loop::OpenLoop;
use crate::self_check::SelfCheck;
use crate::spec::LapSpec;
use crate::target::Question;
use crate::websocket::Messages;

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
    /// Requests that the server refused without looking at them, and that were sent again; null for HTTP/1.1.
    pub(crate) sent_again: Option<u64>,
    /// Null without TLS.
    pub(crate) tls: Option<Tls>,
    /// `cpu` per complete answer, user and system together less what was idle, microseconds; null without an answer.
    pub(crate) cpu_us_per_response: Option<f64>,
    #[serde(flatten)]
    pub(crate) connects: Connects,
    /// Null for a closed loop.
    pub(crate) open_loop: Option<OpenLoop>,
    /// Of each request of `requests_file`, in its order; null where there is only one.
    pub(crate) request_mix: Option<Vec<RequestNumbers>>,
    /// Whether these numbers are the server's, or the generator's.
    pub(crate) self_check: SelfCheck,
}

/// What was asked for, as far as the document repeats it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Asked {
    pub(crate) url: String,
    /// Null where there are several requests.
    pub(crate) method: Option<String>,
    /// Where the requests are described; null for one that the command line describes.
    pub(crate) requests_file: Option<String>,
    pub(crate) connections: usize,
    pub(crate) threads: usize,
    /// Many requests per connection, or one.
    pub(crate) keepalive: bool,
    /// Requests on a connection that may wait for their answers at the same time.
    pub(crate) pipeline: usize,
    /// After how many requests a connection was replaced; null for never.
    pub(crate) requests_per_connection: Option<NonZeroU32>,
    /// HTTP/2: requests on a connection that may wait for their answers at the same time; null for HTTP/1.1.
    pub(crate) streams: Option<NonZeroUsize>,
    /// Of WebSocket; null for HTTP.
    pub(crate) websocket: Option<Messages>,
    /// Whether a thread with nothing to do looked again at once, instead of sleeping.
    pub(crate) spin: bool,
    /// The addresses that connections came from.
    pub(crate) source: String,
    /// What moved the bytes.
    pub(crate) engine: Kind,
    /// Why, if that was left to fairload.
    pub(crate) engine_because: Option<String>,
    /// What of an answer's body was checked.
    pub(crate) body_check: String,
}

impl Document {
    pub(crate) fn new(
        asked: Asked,
        interrupted: bool,
        lap: &LapSpec,
        questions: &[Question],
        report: &Report,
        self_check: SelfCheck,
    ) -> Self {
        let numbers = Numbers::from(report);
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            asked,
            interrupted,
            cpu_us_per_response: numbers.cpu.and_then(|cpu| per_response(cpu, numbers.responses)),
            numbers,
            sent_again: report.sent_again,
            connects: Connects::of(report),
            open_loop: OpenLoop::of(lap, report),
            request_mix: RequestNumbers::of(questions, report),
            tls: report.tls.as_ref().map(Tls::from),
            self_check,
        }
    }
}

fn per_response(cpu: Cpu, responses: u64) -> Option<f64> {
    (responses > 0).then(|| cpu.busy_s() * 1e6 / responses as f64)
}
