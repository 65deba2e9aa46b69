//! What to ask, where, and what a right answer is: checked once, then trusted.

use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::request;

/// A wish that cannot be granted: what, where, and how to mend it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{place}: {problem}; {remedy}")]
pub(crate) struct SpecError {
    pub(crate) place: String,
    pub(crate) problem: String,
    pub(crate) remedy: String,
}

impl SpecError {
    pub(crate) fn new(place: impl Into<String>, problem: impl Into<String>, remedy: impl Into<String>) -> Self {
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
    pub(crate) body: Option<String>,
}

/// What a right answer is.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
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
}

#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ExpectedBody {
    #[default]
    Any,
    /// Equal as JSON values.
    Json(Value),
    /// Equal byte for byte.
    Text(String),
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

/// Where to send what, and what must come back.
#[derive(Debug, Clone)]
pub(crate) struct TargetSpec {
    pub(crate) address: SocketAddr,
    /// The request as sent.
    pub(crate) wire: Vec<u8>,
    /// The request is a HEAD, whose answer has no body.
    pub(crate) to_head: bool,
    pub(crate) expect: Expectation,
    /// Many requests per connection, or one.
    pub(crate) keepalive: bool,
    /// For connecting, and for each answer.
    pub(crate) timeout: Duration,
}

impl TargetSpec {
    /// `authority` is `host:port`; it is looked up here and sent as `Host`.
    ///
    /// # Errors
    /// The address cannot be resolved, the request cannot be written down, the time-out is zero, or nothing could
    /// ever satisfy the expectation.
    pub(crate) fn new(
        authority: &str,
        request: &RequestSpec,
        expect: Expectation,
        keepalive: bool,
        timeout: Duration,
    ) -> Result<Self, SpecError> {
        if timeout.is_zero() {
            return Err(SpecError::new("time-out", "it is zero", "give a time above 0"));
        }
        if let Some(status) = expect.status.filter(|status| !(200..600).contains(status)) {
            return Err(SpecError::new(
                "expected status",
                format!("{status} is no final HTTP status"),
                "give a number from 200 to 599",
            ));
        }
        let bodiless = match &expect.body {
            ExpectedBody::Any | ExpectedBody::SizeBytes(0) => true,
            ExpectedBody::Text(text) => text.is_empty(),
            ExpectedBody::Json(_) | ExpectedBody::SizeBytes(_) => false,
        };
        if request.method == "HEAD" && !bodiless {
            return Err(SpecError::new(
                "expected body",
                "the answer to a HEAD has none",
                "expect any body, or use GET",
            ));
        }
        Ok(Self {
            wire: request::wire(request, authority, keepalive)?,
            address: resolve(authority)?,
            to_head: request.method == "HEAD",
            expect,
            keepalive,
            timeout,
        })
    }

    /// A name such as `localhost` may have several addresses, not all of them served: takes the first that is.
    pub(crate) fn prefer_served(&mut self, authority: &str) {
        let addresses: Vec<_> = authority.to_socket_addrs().into_iter().flatten().collect();
        let patience = self.timeout.min(Duration::from_secs(1));
        let served = |address: &&SocketAddr| TcpStream::connect_timeout(address, patience).is_ok();
        if addresses.len() > 1
            && let Some(address) = addresses.iter().find(served)
        {
            self.address = *address;
        }
    }
}

fn resolve(authority: &str) -> Result<SocketAddr, SpecError> {
    let failed = |problem: String| SpecError::new(format!("address {authority:?}"), problem, "give HOST:PORT");
    authority
        .to_socket_addrs()
        .map_err(|error| failed(format!("cannot be resolved ({error})")))?
        .next()
        .ok_or_else(|| failed("has no address".to_owned()))
}

/// How much of a lap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Send for `length`; requests sent before `skip` do not count.
    Time { length: Duration, skip: Duration },
    /// Send exactly so many.
    Requests(u64),
}

/// An open loop: requests fall due at this rate, whatever becomes of the earlier ones.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Offer {
    /// Of all threads together.
    pub(crate) rate_per_s: f64,
    pub(crate) arrivals: Arrivals,
    /// Says which of the possible schedules.
    pub(crate) seed: u64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Arrivals {
    /// Independent of each other, as those of many users are: gaps are exponential.
    #[default]
    Poisson,
    /// All gaps are equal.
    Constant,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LapSpec {
    pub(crate) connections: usize,
    pub(crate) extent: Extent,
    /// Without it every connection sends as soon as it has its last answer.
    pub(crate) offer: Option<Offer>,
}

/// More would be a slip of the finger: no process gets so many descriptors by default.
const MAX_CONNECTIONS: usize = 1_000_000;
/// A day.
const MAX_LENGTH: Duration = Duration::from_secs(86_400);
/// More than any machine can send.
const MAX_RATE_PER_S: f64 = 10_000_000.0;

impl LapSpec {
    /// # Errors
    /// No connections, no requests, no time, or nothing left of it after the skipped part; a rate out of range, or for
    /// a number of requests.
    pub(crate) fn new(connections: usize, extent: Extent, offer: Option<Offer>) -> Result<Self, SpecError> {
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
            _ => Ok(Self { connections, extent, offer }),
        }
    }
}
