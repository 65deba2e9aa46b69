//! The requests and the right answers that the command line describes.

use super::arguments::LoadArguments;
use super::requests_file;
use crate::parameters::Syntax;
use crate::receive::coding::Coding;
use crate::spec::{Body, Expectation, ExpectedBody, RequestSpec, SpecError};
use crate::target::{Question, TargetSpec, Wish};
use crate::tls::client::Protocol;
use crate::url;

/// # Errors
/// Wishes that cannot be granted, including files that cannot be read.
pub(super) fn target(arguments: &LoadArguments) -> Result<TargetSpec, SpecError> {
    let url = url::parse(arguments.url.as_deref().unwrap_or_default())?;
    let http2 = arguments.http2 || arguments.grpc.is_given();
    let tls = arguments.network.tls(&url, if http2 { Protocol::Http2 } else { Protocol::Http1 })?;
    let elsewhere = arguments.requests_file.as_ref().map(|_| "--requests-file has the paths");
    let elsewhere = elsewhere.or(arguments.grpc.is_given().then_some("--grpc has the path"));
    if let Some(problem) = elsewhere.filter(|_| url.path != "/") {
        return Err(SpecError::new(format!("URL path {:?}", url.path), problem, "give only http://HOST:PORT"));
    }
    let headers = arguments.headers.iter().map(|text| header(text)).collect::<Result<Vec<_>, _>>()?;
    let wishes = match &arguments.requests_file {
        Some(path) => requests_file::read(path)?,
        None => vec![match arguments.grpc.call(&headers)? {
            Some((request, expect)) => Wish::single(&request, expect),
            None => wish(arguments, url.path, headers)?,
        }],
    };
    let (seed, keepalive) = (arguments.seed.unwrap_or(0), !arguments.no_keepalive);
    let target = TargetSpec::of_several(&url.authority, &wishes, seed, keepalive, arguments.timeout)?;
    let mut target = target
        .with_requests_per_connection(arguments.requests_per_connection)?
        .with_streams(http2.then_some(arguments.streams))?
        .with_websocket(arguments.ws)?;
    target.prefer_served(&url.authority);
    target.tls = tls;
    let kept = target.keepalive && target.per_connection.is_none();
    target.source = arguments.network.source(target.address, kept, arguments.connections)?;
    Ok(target)
}

/// Of the only request.
pub(super) fn method(arguments: &LoadArguments) -> &str {
    if arguments.grpc.is_given() { "POST" } else { &arguments.method }
}

fn wish(arguments: &LoadArguments, path: String, mut headers: Vec<(String, String)>) -> Result<Wish, SpecError> {
    let body = match &arguments.body_file {
        Some(path) => Some(Body(requests_file::contents("--body-file", path)?)),
        None => arguments.body.clone().map(Body::from),
    };
    let mut expected = Vec::new();
    if let Some(coding) = arguments.compressed {
        if headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("accept-encoding")) {
            return Err(SpecError::new("-H Accept-Encoding", "--compressed says it, too", "give one of them"));
        }
        headers.push(("Accept-Encoding".to_owned(), coding.name().to_owned()));
        expected.push(("Content-Encoding".to_owned(), coding.name().to_owned()));
    }
    let echo = match (arguments.ws, &body, &arguments.body) {
        (None, _, _) => ExpectedBody::Any,
        (Some(_), _, Some(text)) => ExpectedBody::Text(text.clone()),
        (Some(_), body, None) => body.clone().map_or(ExpectedBody::Any, |body| ExpectedBody::Bytes(body.0)),
    };
    let request = RequestSpec { method: arguments.method.clone(), path, headers, body };
    let body = match expected_body(arguments)? {
        ExpectedBody::Any => echo,
        body => body,
    };
    let expect = Expectation { status: arguments.expect_status, headers: expected, body, codings: Vec::new() };
    let syntax = if arguments.expand { Syntax::Parameters } else { Syntax::Literal };
    // A file is sent as it is, even if the command line has parameters.
    let body_syntax = if arguments.body_file.is_some() { Syntax::Literal } else { syntax };
    Ok(Wish { syntax, body_syntax, ..Wish::single(&request, expect) })
}

/// Of the options at most one is given.
fn expected_body(arguments: &LoadArguments) -> Result<ExpectedBody, SpecError> {
    let json = |option: &str, text: &str| {
        serde_json::from_str(text)
            .map_err(|error| SpecError::new(option, format!("this is not JSON ({error})"), "mind the shell's quotes"))
    };
    if let Some(text) = &arguments.expect_text {
        return Ok(ExpectedBody::Text(text.clone()));
    }
    if let Some(text) = &arguments.expect_contains {
        return Ok(ExpectedBody::Contains(text.clone()));
    }
    if let Some(text) = &arguments.expect_json {
        return Ok(ExpectedBody::Json(json("--expect-json", text)?));
    }
    if let Some(text) = &arguments.expect_subset {
        return Ok(ExpectedBody::Subset(json("--expect-subset", text)?));
    }
    Ok(arguments.expect_size.map_or(ExpectedBody::Any, ExpectedBody::SizeBytes))
}

fn header(text: &str) -> Result<(String, String), SpecError> {
    match text.split_once(':') {
        Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
        None => Err(SpecError::new(format!("-H {text:?}"), "there is no colon", "write it as 'Name: value'")),
    }
}

/// What is checked of the bodies of answers, for people.
pub(super) fn body_check(questions: &[Question]) -> String {
    let body = |question: &Question| match &question.expect.fixed.body {
        ExpectedBody::Any => "none: any body is right (give one of the --expect options)".to_owned(),
        ExpectedBody::Json(_) => "every answer, equal as JSON".to_owned(),
        ExpectedBody::Subset(_) => "every answer, as JSON with at least what is expected".to_owned(),
        ExpectedBody::Contains(text) => format!("every answer, for the text {text:?}"),
        ExpectedBody::Text(_) | ExpectedBody::Bytes(_) => "every answer, byte for byte".to_owned(),
        ExpectedBody::Rows(rows) => format!("every answer, for {rows}"),
        ExpectedBody::SizeBytes(size) => format!("every answer, {size} bytes"),
    };
    if let [only] = questions {
        let decoded =
            Coding::of(&only.expect.fixed.headers).map(|coding| format!("; decoded, it is {}", coding.name()));
        return body(only) + &decoded.unwrap_or_default();
    }
    let checked = questions.iter().filter(|question| question.expect.fixed.body != ExpectedBody::Any).count();
    format!("every answer to {checked} of {} requests, as the file says", questions.len())
}
