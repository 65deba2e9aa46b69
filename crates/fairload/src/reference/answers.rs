//! The answers, built before the first request comes.

use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::Compression;
use flate2::bufread::{GzEncoder, ZlibEncoder};
use serde::Deserialize;

use super::{StartError, date};
use crate::spec::Body;

/// One answer in the file of answers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerSpec {
    path: String,
    #[serde(default = "ok")]
    status: u16,
    #[serde(default)]
    headers: Vec<(String, String)>,
    #[serde(default)]
    body: Body,
    /// Its contents are the body, in whatever coding the headers name; relative to the file of answers.
    #[serde(default)]
    file: Option<PathBuf>,
}

fn ok() -> u16 {
    200
}

/// What an answer says about its connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Persistence {
    /// HTTP/1.1 stays open without saying so.
    Silent,
    Close,
    /// HTTP/1.0 stays open only if both sides say so.
    KeepAlive,
}

const PERSISTENCES: [(Persistence, &str); 3] = [
    (Persistence::Silent, ""),
    (Persistence::Close, "Connection: close\r\n"),
    (Persistence::KeepAlive, "Connection: keep-alive\r\n"),
];

#[derive(Debug)]
struct Built {
    /// In the order of [`PERSISTENCES`]; each with the length of its head.
    variants: [(Vec<u8>, usize); 3],
    date_at: usize,
    /// Where the time stamps are, if there are any.
    stamps_at: Option<usize>,
    /// Those of HTTP/2: status, date, time stamps if there are any, and the others.
    fields: Vec<(String, String)>,
    body: Arc<[u8]>,
}

/// The headers of time stamps, each with a number of [`DIGITS`] digits, in the order in which they are sent.
const STAMPS: [&str; 3] = ["X-Sequence: ", "X-In: ", "X-Out: "];
/// Enough for any number of 64 bits.
const DIGITS: usize = 20;

/// Where among the fields of HTTP/2 the date is; time stamps follow.
const DATE_FIELD: usize = 1;

/// Which answer; from [`Answers::find`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct AnswerId(usize);

#[derive(Debug)]
pub(crate) struct Answers {
    built: Vec<Built>,
    /// `None`: any path gets the first answer. Otherwise unknown paths get it.
    paths: Option<HashMap<Vec<u8>, AnswerId>>,
}

/// The same answer for every path. `stamped`: with headers for time stamps.
///
/// # Errors
/// The status is not a final one.
pub(crate) fn fixed(status: u16, body_size: Option<usize>, stamped: bool) -> Result<Answers, StartError> {
    let body = body_size.map_or_else(|| "Hello, world!\n".to_owned(), |size| "x".repeat(size));
    let spec = AnswerSpec { path: "*".to_owned(), status, headers: Vec::new(), body: body.into(), file: None };
    Ok(Answers { built: vec![Built::new(&spec, stamped)?], paths: None })
}

/// The answers of a JSON file; other paths get a 404. `stamped`: with headers for time stamps.
///
/// # Errors
/// The file cannot be read, its contents are wrong, or an answer would break its own framing.
pub(crate) fn read(path: &Path, stamped: bool) -> Result<Answers, StartError> {
    let text = std::fs::read(path).map_err(|reason| StartError::Unreadable { path: path.to_owned(), reason })?;
    let mut specs: Vec<AnswerSpec> =
        serde_json::from_slice(&text).map_err(|reason| StartError::Malformed { path: path.to_owned(), reason })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    for spec in &mut specs {
        let Some(file) = &spec.file else { continue };
        if !spec.body.0.is_empty() {
            return Err(refuse(spec, "it has both a body and a file".to_owned(), "give one of them"));
        }
        let file = folder.join(file);
        spec.body = Body(std::fs::read(&file).map_err(|reason| StartError::Unreadable { path: file, reason })?);
    }
    let (path, headers) = ("*".to_owned(), Vec::new());
    let unknown = AnswerSpec { path, status: 404, headers, body: "Not found\n".into(), file: None };
    let mut built = vec![Built::new(&unknown, stamped)?];
    let mut paths = HashMap::new();
    for spec in &specs {
        if paths.insert(spec.path.clone().into_bytes(), AnswerId(built.len())).is_some() {
            return Err(refuse(spec, "it is there twice".to_owned(), "remove one"));
        }
        built.push(Built::new(spec, stamped)?);
    }
    Ok(Answers { built, paths: Some(paths) })
}

fn refuse(spec: &AnswerSpec, problem: String, remedy: &'static str) -> StartError {
    StartError::Answer { path: spec.path.clone(), problem, remedy }
}

impl Answers {
    /// The answer for a request target: path and query as a whole, else the path alone.
    pub(super) fn find(&self, target: &[u8]) -> AnswerId {
        let Some(paths) = &self.paths else { return AnswerId(0) };
        let path = || memchr::memchr(b'?', target).map(|end| &target[..end]);
        paths.get(target).or_else(|| paths.get(path()?)).copied().unwrap_or(AnswerId(0))
    }

    /// Whether it is that of paths without an answer of their own.
    pub(super) fn is_unknown(&self, id: AnswerId) -> bool {
        self.paths.is_some() && id.0 == 0
    }

    /// The bytes to send; `head_only` in answer to a HEAD.
    pub(super) fn bytes(&self, id: AnswerId, persistence: Persistence, head_only: bool) -> &[u8] {
        let (bytes, head) = &self.built[id.0].variants[persistence as usize];
        if head_only { &bytes[..*head] } else { bytes }
    }

    /// The fields of HTTP/2, and the body.
    pub(super) fn fields(&self, id: AnswerId) -> (&[(String, String)], &Arc<[u8]>) {
        let built = &self.built[id.0];
        (&built.fields, &built.body)
    }

    /// Writes the time stamps of one request into the headers of its answer, which is to be sent at once.
    pub(super) fn set_stamps(&mut self, id: AnswerId, persistence: Persistence, numbers: [u64; 3]) {
        let built = &mut self.built[id.0];
        let Some(mut at) = built.stamps_at else { return };
        let (bytes, _) = &mut built.variants[persistence as usize];
        for ((name, number), field) in STAMPS.iter().zip(numbers).zip(&mut built.fields[DATE_FIELD + 1..]) {
            field.1 = format!("{number:0DIGITS$}");
            at += name.len();
            bytes[at..at + DIGITS].copy_from_slice(format!("{number:0DIGITS$}").as_bytes());
            at += DIGITS + "\r\n".len();
        }
    }

    /// Dates all answers.
    pub(super) fn set_date(&mut self, date: &str) {
        for built in &mut self.built {
            date.clone_into(&mut built.fields[DATE_FIELD].1);
            let at = built.date_at;
            for (bytes, _) in &mut built.variants {
                bytes[at..at + date::LENGTH].copy_from_slice(date.as_bytes());
            }
        }
    }
}

impl Built {
    fn new(spec: &AnswerSpec, stamped: bool) -> Result<Self, StartError> {
        if !(200..600).contains(&spec.status) {
            return Err(refuse(spec, format!("{} is not a final HTTP status", spec.status), "give 200 to 599"));
        }
        let status_line = format!("HTTP/1.1 {} {}\r\n", spec.status, reason(spec.status));
        let bodiless = matches!(spec.status, 204 | 304);
        let body = match spec.file {
            _ if bodiless => Vec::new(),
            Some(_) => spec.body.0.clone(),
            None => coded(spec)?,
        };
        let mut fields = String::new();
        if !bodiless {
            if !spec.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type")) {
                fields += "Content-Type: text/plain\r\n";
            }
            fields.extend(["Content-Length: ", &body.len().to_string(), "\r\n"]);
        }
        for (name, value) in &spec.headers {
            check(spec, name, value)?;
            fields.extend([name, ": ", value, "\r\n"]);
        }
        let stamps =
            if stamped { STAMPS.map(|name| format!("{name}{:0DIGITS$}\r\n", 0)).concat() } else { String::new() };
        let (date, _) = date::now();
        let variants = PERSISTENCES.map(|(_, connection)| {
            let head = format!("{status_line}Date: {date}\r\n{stamps}{fields}{connection}\r\n");
            ([head.as_bytes(), &body].concat(), head.len())
        });
        let date_at = status_line.len() + "Date: ".len();
        let lines = format!("Date: {date}\r\n{stamps}{fields}");
        let split = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.to_owned()));
        let status = (":status".to_owned(), spec.status.to_string());
        Ok(Self {
            variants,
            date_at,
            stamps_at: stamped.then_some(date_at + date::LENGTH + "\r\n".len()),
            fields: std::iter::once(status).chain(lines.split("\r\n").filter_map(split)).collect(),
            body: body.into(),
        })
    }
}

/// The body in the content coding that the answer's headers name, if they do.
fn coded(spec: &AnswerSpec) -> Result<Vec<u8>, StartError> {
    let plain = &spec.body.0[..];
    let coding = spec.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-encoding"));
    let (level, mut body) = (Compression::default(), Vec::new());
    let done = match coding.map(|(_, value)| value.as_str()) {
        None => return Ok(plain.to_vec()),
        Some("gzip") => GzEncoder::new(plain, level).read_to_end(&mut body),
        Some("deflate") => ZlibEncoder::new(plain, level).read_to_end(&mut body),
        Some(other) => return Err(refuse(spec, format!("content-encoding {other:?}"), "give gzip or deflate")),
    };
    done.map(|_| body).map_err(|error| refuse(spec, format!("its body cannot be coded ({error})"), "give another one"))
}

fn check(spec: &AnswerSpec, name: &str, value: &str) -> Result<(), StartError> {
    const OURS: [&str; 4] = ["content-length", "transfer-encoding", "connection", "date"];
    if OURS.iter().any(|ours| name.eq_ignore_ascii_case(ours)) {
        return Err(refuse(spec, format!("header {name:?} is the server's own"), "leave it out"));
    }
    let bad_name = name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_graphic() && byte != b':');
    if bad_name || value.chars().any(char::is_control) {
        return Err(refuse(spec, format!("header {name:?} cannot be sent"), "use printable characters"));
    }
    Ok(())
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        201 => "Created",
        204 => "No Content",
        301 => "Moved Permanently",
        302 => "Found",
        304 => "Not Modified",
        400 => "Bad Request",
        404 => "Not Found",
        500 => "Internal Server Error",
        503 => "Service Unavailable",
        _ => "Unspecified",
    }
}
