//! `fairload URL`: one target, one lap.

use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::arguments::LoadArguments;
use super::{Failure, INTERRUPTED, NO_RIGHT_ANSWER};
use crate::os;
use crate::output::document::{Asked, Document};
use crate::output::summary::Summary;
use crate::spec::{Expectation, ExpectedBody, Extent, LapSpec, RequestSpec, SpecError, TargetSpec};
use crate::url;
use crate::worker::Crew;

const DEFAULT_DURATION: Duration = Duration::from_secs(10);
const NAME: &str = "target";

/// The exit code.
pub(super) fn run(arguments: &LoadArguments) -> Result<u8, Failure> {
    let lap = lap(arguments)?;
    let target = target(arguments)?;
    let asked = Asked {
        url: arguments.url.clone().unwrap_or_default(),
        method: arguments.method.clone(),
        connections: lap.connections,
        threads: arguments.threads.min(lap.connections),
        keepalive: target.keepalive,
        spin: arguments.spin,
        body_check: body_check(&target.expect.body),
    };
    os::raise_descriptor_limit();
    os::stop_on_interrupt();
    let crew = Crew::new(asked.threads, super::waiting(asked.spin))?;
    crew.open(NAME, target)?;
    let report = crew.lap(NAME, &lap)?;
    crew.dismiss();

    let interrupted = os::STOP.load(Ordering::Relaxed);
    let document = Document::new(asked, interrupted, &report);
    let mut out = io::stdout().lock();
    if arguments.json {
        let text = serde_json::to_string_pretty(&document).map_err(io::Error::from)?;
        writeln!(out, "{text}")?;
    } else {
        write!(out, "{}", Summary(&document))?;
    }
    Ok(match (interrupted, document.numbers.ok) {
        (true, _) => INTERRUPTED,
        (false, 0) => NO_RIGHT_ANSWER,
        (false, _) => 0,
    })
}

fn lap(arguments: &LoadArguments) -> Result<LapSpec, SpecError> {
    let extent = match (arguments.requests, arguments.duration) {
        (Some(_), Some(_)) => {
            return Err(SpecError::new("-n and -d", "both say when to stop", "give one of them"));
        }
        (Some(requests), None) if requests < arguments.connections as u64 => {
            return Err(SpecError::new(
                format!("-n {requests} -c {}", arguments.connections),
                "fewer requests than connections",
                "raise -n or lower -c",
            ));
        }
        (Some(requests), None) => Extent::Requests(requests),
        (None, duration) => Extent::Time { length: duration.unwrap_or(DEFAULT_DURATION), skip: Duration::ZERO },
    };
    LapSpec::new(arguments.connections, extent, None)
}

fn target(arguments: &LoadArguments) -> Result<TargetSpec, SpecError> {
    let url = url::parse(arguments.url.as_deref().unwrap_or_default())?;
    let request = RequestSpec {
        method: arguments.method.clone(),
        path: url.path,
        headers: arguments.headers.iter().map(|text| header(text)).collect::<Result<_, _>>()?,
        body: arguments.body.clone(),
    };
    let body = match (&arguments.expect_text, &arguments.expect_json, arguments.expect_size) {
        (Some(text), _, _) => ExpectedBody::Text(text.clone()),
        (_, Some(json), _) => ExpectedBody::Json(serde_json::from_str(json).map_err(|error| {
            SpecError::new("--expect-json", format!("this is no JSON ({error})"), "mind the shell's quotes")
        })?),
        (_, _, Some(size)) => ExpectedBody::SizeBytes(size),
        (None, None, None) => ExpectedBody::Any,
    };
    let expect = Expectation { status: arguments.expect_status, headers: Vec::new(), body };
    let mut target = TargetSpec::new(&url.authority, &request, expect, !arguments.no_keepalive, arguments.timeout)?;
    target.prefer_served(&url.authority);
    Ok(target)
}

fn header(text: &str) -> Result<(String, String), SpecError> {
    match text.split_once(':') {
        Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
        None => Err(SpecError::new(format!("-H {text:?}"), "there is no colon", "write it as 'Name: value'")),
    }
}

fn body_check(body: &ExpectedBody) -> String {
    match body {
        ExpectedBody::Any => "none: any body is right (give --expect-text, --expect-json or --expect-size)".to_owned(),
        ExpectedBody::Json(_) => "every answer, equal as JSON".to_owned(),
        ExpectedBody::Text(_) => "every answer, byte for byte".to_owned(),
        ExpectedBody::SizeBytes(size) => format!("every answer, {size} bytes"),
    }
}
