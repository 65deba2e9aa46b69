//! `--requests-file`: several requests, each with its weight and its right answer, in TOML or JSON.

use std::fmt;
use std::path::Path;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::parameters::Syntax;
use crate::rows::Rows;
use crate::spec::{Body, Expectation, ExpectedBody, RequestSpec, SpecError};
use crate::target::Wish;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    request: Vec<Entry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: Option<String>,
    #[serde(default = "get")]
    method: String,
    path: String,
    #[serde(default)]
    headers: Headers,
    body: Option<String>,
    body_file: Option<String>,
    #[serde(default = "one")]
    weight: u32,
    #[serde(default)]
    expect: Expect,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    status: Option<u16>,
    #[serde(default)]
    headers: Headers,
    text: Option<String>,
    contains: Option<String>,
    json: Option<Value>,
    subset: Option<Value>,
    rows: Option<Rows>,
    size: Option<u64>,
}

fn get() -> String {
    "GET".to_owned()
}

fn one() -> u32 {
    1
}

/// A table of names and values, in the order of the file; a list of values is the same header several times.
#[derive(Debug, Default)]
struct Headers(Vec<(String, String)>);

#[derive(Deserialize)]
#[serde(untagged)]
enum HeaderValue {
    One(String),
    Several(Vec<String>),
}

impl<'de> Deserialize<'de> for Headers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Headers;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table of headers, each with a string or a list of strings")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Headers, A::Error> {
                let mut headers = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, HeaderValue>()? {
                    match value {
                        HeaderValue::One(value) => headers.push((name, value)),
                        HeaderValue::Several(values) => {
                            headers.extend(values.into_iter().map(|value| (name.clone(), value)));
                        }
                    }
                }
                Ok(Headers(headers))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// # Errors
/// The file cannot be read, or its contents are wrong. What cannot be sent is found later.
pub(super) fn read(path: &Path) -> Result<Vec<Wish>, SpecError> {
    let place = format!("--requests-file {}", path.display());
    let bytes = contents("--requests-file", path)?;
    let malformed = |problem: String| {
        let problem = problem.split_whitespace().collect::<Vec<_>>().join(" ");
        SpecError::new(&place, problem, "see docs/fairload.md for an example")
    };
    let file: File = if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) {
        serde_json::from_slice(&bytes).map_err(|error| malformed(error.to_string()))?
    } else {
        let text = String::from_utf8(bytes).map_err(|error| malformed(error.to_string()))?;
        toml::from_str(&text).map_err(|error| malformed(error.to_string()))?
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let wishes = file.request.into_iter().map(|entry| entry.wish(&place, folder)).collect::<Result<Vec<_>, _>>()?;
    for (index, wish) in wishes.iter().enumerate() {
        if wishes[..index].iter().any(|other| other.name == wish.name) {
            let problem = format!("two requests are called {:?}", wish.name);
            return Err(SpecError::new(&place, problem, "give each a name of its own"));
        }
    }
    Ok(wishes)
}

/// # Errors
/// The file that `option` names cannot be read.
pub(super) fn contents(option: &str, path: &Path) -> Result<Vec<u8>, SpecError> {
    std::fs::read(path).map_err(|error| {
        SpecError::new(format!("{option} {}", path.display()), error.to_string(), "give a file that can be read")
    })
}

impl Entry {
    /// Files are named relative to `folder`.
    fn wish(self, place: &str, folder: &Path) -> Result<Wish, SpecError> {
        let name = self.name.unwrap_or_else(|| format!("{} {}", self.method, self.path));
        let place = format!("{place}, request {name:?}");
        let (body, body_syntax) = match (self.body, self.body_file) {
            (Some(_), Some(_)) => {
                return Err(SpecError::new(place, "both body and body_file", "give one of them"));
            }
            (Some(body), None) => (Some(Body::from(body)), Syntax::Parameters),
            (None, Some(file)) => {
                (Some(Body(contents(&format!("{place}, body_file"), &folder.join(file))?)), Syntax::Literal)
            }
            (None, None) => (None, Syntax::Parameters),
        };
        let Expect { status, headers, text, contains, json, subset, rows, size } = self.expect;
        let given = [
            text.map(ExpectedBody::Text),
            contains.map(ExpectedBody::Contains),
            json.map(ExpectedBody::Json),
            subset.map(ExpectedBody::Subset),
            rows.map(ExpectedBody::Rows),
            size.map(ExpectedBody::SizeBytes),
        ];
        let mut given = given.into_iter().flatten();
        let body_of_answer = given.next().unwrap_or_default();
        if given.next().is_some() {
            let problem = "more than one of text, contains, json, subset, rows and size";
            return Err(SpecError::new(place, problem, "expect one of them"));
        }
        Ok(Wish {
            name,
            weight: self.weight,
            request: RequestSpec { method: self.method, path: self.path, headers: self.headers.0, body },
            expect: Expectation { status, headers: headers.0, body: body_of_answer, codings: Vec::new() },
            syntax: Syntax::Parameters,
            body_syntax,
        })
    }
}
