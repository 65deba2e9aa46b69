//! What to ask, where, and what a right answer is: checked once, then trusted.

use std::time::Duration;

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::clock::{Nanos, SECOND, seconds};
use crate::receive::coding::Coding;
use crate::rows::Rows;

/// A wish that cannot be granted: what, where, and how to fix it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{place}: {problem}; {remedy}")]
pub struct SpecError {
    pub place: String,
    pub problem: String,
    pub remedy: String,
}

impl SpecError {
    pub fn new(place: impl Into<String>, problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { place: place.into(), problem: problem.into(), remedy: remedy.into() }
    }
}

/// The one request that is sent again and again.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RequestSpec {
    pub(crate) method: String,
    /// Path and query, beginning with `/`.
    pub(crate) path: String,
    /// Sent as they are. `Host` and `Content-Length` are added.
    #[serde(default)]
    pub(crate) headers: Vec<(String, String)>,
    #[serde(default)]
    pub(crate) body: Option<Body>,
}

/// The body of a message: in JSON text, or any bytes in hex.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(try_from = "Written")]
#[schemars(with = "Written")]
pub(crate) struct Body(pub(crate) Vec<u8>);

/// How a body is written down.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Written {
    Text(String),
    Bytes(Hex),
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Hex {
    /// Two digits for each byte; spaces may stand between them.
    hex: String,
}

impl TryFrom<Written> for Body {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        match written {
            Written::Text(text) => Ok(text.into()),
            Written::Bytes(Hex { hex }) => {
                of_hex(&hex).map(Self).ok_or("this is not hex: write two digits for each byte")
            }
        }
    }
}

/// Bytes in hex; spaces may stand between them. `None` for what is none.
pub(crate) fn of_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u32> =
        text.chars().filter(|each| !each.is_whitespace()).map(|each| each.to_digit(16)).collect::<Option<_>>()?;
    let (pairs, rest) = digits.as_chunks::<2>();
    let bytes = pairs.iter().map(|[high, low]| u8::try_from(high * 16 + low).ok()).collect::<Option<_>>();
    bytes.filter(|_| rest.is_empty())
}

fn bytes_of_hex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let text = String::deserialize(deserializer)?;
    of_hex(&text).ok_or_else(|| D::Error::custom("this is not hex: write two digits for each byte"))
}

impl From<String> for Body {
    fn from(text: String) -> Self {
        Self(text.into_bytes())
    }
}

impl From<&str> for Body {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// What a right answer is.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Expectation {
    /// Without it any 2xx is right.
    #[serde(default)]
    pub(crate) status: Option<u16>,
    /// Names in any case; parameters of `content-type` are ignored unless given here.
    #[serde(default)]
    pub(crate) headers: Vec<(String, String)>,
    #[serde(default)]
    pub(crate) body: ExpectedBody,
    /// The body may come in any of these, and is compared without it.
    #[serde(default)]
    pub(crate) codings: Vec<Coding>,
}

#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ExpectedBody {
    #[default]
    Any,
    /// Equal as JSON values.
    Json(Value),
    /// Equal as JSON values, but for members of objects that are not expected.
    Subset(Value),
    /// Equal byte for byte.
    Text(String),
    /// The same, of any bytes, in hex.
    #[serde(rename = "hex", deserialize_with = "bytes_of_hex")]
    #[schemars(with = "String")]
    Bytes(Vec<u8>),
    /// This text somewhere.
    Contains(String),
    /// Rows of a table, whose values follow from their ids.
    Rows(Rows),
    /// Only the length, in bytes.
    SizeBytes(u64),
}

impl Expectation {
    pub(crate) fn accepts(&self, status: u16) -> bool {
        self.status.map_or((200..300).contains(&status), |expected| expected == status)
    }

    pub(crate) fn status_text(&self) -> String {
        self.status.map_or_else(|| "status 2xx".to_owned(), |status| format!("status {status}"))
    }
}

/// How much of a lap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Send for `length`; requests sent before `skip` do not count.
    Time { length: Duration, skip: Duration },
    /// Send exactly so many.
    Requests(u64),
}

/// An open loop: requests fall due at this rate, whatever becomes of the earlier ones.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Offer {
    /// Of all threads together.
    pub rate_per_s: f64,
    pub arrivals: Arrivals,
    /// Says which of the possible schedules.
    pub seed: u64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Arrivals {
    /// Independent of each other, as those of many users are: gaps are exponential.
    #[default]
    Poisson,
    /// All gaps are equal.
    Constant,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LapSpec {
    pub connections: usize,
    pub extent: Extent,
    /// Without it every connection sends as soon as it has its last answer.
    pub offer: Option<Offer>,
    /// Requests on a connection that may wait for their answers at the same time.
    pub(crate) pipeline: usize,
    /// When the lap is to begin, its connections having been opened before; without it as soon as they are.
    pub(crate) start_at: Option<Nanos>,
    /// The target's probes are among the requests.
    pub(crate) probing: bool,
}

/// More would be a slip of the finger: no process gets so many descriptors by default.
const MAX_CONNECTIONS: usize = 1_000_000;
/// A day.
const MAX_LENGTH: Duration = Duration::from_secs(86_400);
/// Beyond it answers would be waited for longer than connections are worth.
const MAX_PIPELINE: usize = 1024;
/// More than any machine can send.
const MAX_RATE_PER_S: f64 = 10_000_000.0;
/// Farther ahead an instant is of another machine's clock, or a slip of the finger.
const MAX_AHEAD: Nanos = 10 * SECOND;

impl LapSpec {
    /// # Errors
    /// No connections, no requests, no time, or nothing left of it after the skipped part; a rate out of range, or for
    /// a number of requests.
    pub fn new(connections: usize, extent: Extent, offer: Option<Offer>) -> Result<Self, SpecError> {
        if let Some(Offer { rate_per_s, .. }) = offer {
            if !(rate_per_s > 0.0 && rate_per_s <= MAX_RATE_PER_S) {
                return Err(SpecError::new(
                    "rate",
                    format!("{rate_per_s} per second is out of range"),
                    format!("give a number above 0, up to {MAX_RATE_PER_S}"),
                ));
            }
            if let Extent::Requests(_) = extent {
                return Err(SpecError::new("rate", "it is for a time, not a number of requests", "give a duration"));
            }
        }
        if connections == 0 || connections > MAX_CONNECTIONS {
            return Err(SpecError::new(
                "connections",
                format!("{connections} is out of range"),
                format!("give 1 to {MAX_CONNECTIONS}"),
            ));
        }
        match extent {
            Extent::Requests(0) => Err(SpecError::new("requests", "there are none", "give 1 or more")),
            Extent::Time { length, .. } if length.is_zero() || length > MAX_LENGTH => {
                Err(SpecError::new("duration", "it is out of range", "give a time above 0 and up to 24 h"))
            }
            Extent::Time { length, skip } if skip >= length => Err(SpecError::new(
                "skipped part",
                "nothing of the lap is left after it",
                "make it shorter than the duration",
            )),
            _ => Ok(Self { connections, extent, offer, pipeline: 1, start_at: None, probing: false }),
        }
    }

    /// Several requests on a connection before the first answer.
    ///
    /// # Errors
    /// None or too many of them, or one request per connection.
    pub fn pipelined(self, pipeline: usize, keepalive: bool) -> Result<Self, SpecError> {
        let refuse = |problem: &str, remedy: &str| Err(SpecError::new(format!("-p {pipeline}"), problem, remedy));
        match pipeline {
            0 => refuse("no request could be sent", "give 1 or more"),
            1 => Ok(self),
            _ if pipeline > MAX_PIPELINE => refuse("it is out of range", "give 1 to 1024"),
            _ if !keepalive => refuse("one request per connection leaves nothing to pipeline", "leave out one of them"),
            _ => Ok(Self { pipeline, ..self }),
        }
    }

    /// One that begins at an instant, which may have passed.
    ///
    /// # Errors
    /// The instant lies more than 10 s after `now`.
    pub(crate) fn starting_at(self, start_at: Nanos, now: Nanos) -> Result<Self, SpecError> {
        let ahead = start_at.saturating_sub(now);
        if ahead > MAX_AHEAD {
            return Err(SpecError::new(
                "start_at_ns",
                format!("it lies {:.3} s ahead", seconds(ahead)),
                format!(
                    "give an instant of this machine's CLOCK_MONOTONIC, no more than {} s ahead",
                    MAX_AHEAD / SECOND
                ),
            ));
        }
        Ok(Self { start_at: Some(start_at), ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_may_lie_in_the_past_and_ten_seconds_ahead_and_no_farther() {
        let lap = LapSpec::new(1, Extent::Requests(1), None).expect("valid");
        assert_eq!(lap.start_at, None);
        let now = 100 * SECOND;
        for start_at in [0, now - 1, now, now + 1, 110 * SECOND] {
            assert_eq!(lap.starting_at(start_at, now), Ok(LapSpec { start_at: Some(start_at), ..lap }));
        }
        for (start_at, ahead) in [(110 * SECOND + 1, "10.000 s ahead"), (112 * SECOND, "12.000 s"), (Nanos::MAX, " s")]
        {
            let refused = lap.starting_at(start_at, now).expect_err("too far ahead").to_string();
            assert!(refused.starts_with("start_at_ns: it lies") && refused.contains(ahead), "{refused}");
        }
    }
}
