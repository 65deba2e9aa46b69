//! Where to send which requests, and what must come back.

use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::num::{NonZeroU32, NonZeroUsize};
use std::time::Duration;

use crate::detail::recording::Wanted;
use crate::engine::source::Source;
use crate::os::Network;
use crate::parameters::Syntax;
use crate::receive::expected::Expected;
use crate::request::{self, Wire};
use crate::spec::{Expectation, ExpectedBody, RequestSpec, SpecError};
use crate::tls::client::Client;
use crate::websocket::Messages;

/// One of the requests of a target.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    pub(crate) name: String,
    /// Its share among all.
    pub(crate) weight: u32,
    pub(crate) wire: Wire,
    /// The request is a HEAD, whose answer has no body.
    pub(crate) to_head: bool,
    pub(crate) expect: Expected,
}

/// The request to send.
#[derive(Debug, Clone)]
pub(crate) struct Wish {
    pub(crate) name: String,
    pub(crate) weight: u32,
    pub(crate) request: RequestSpec,
    pub(crate) expect: Expectation,
    /// Of the path, values of headers and what is expected.
    pub(crate) syntax: Syntax,
    /// Of the body.
    pub(crate) body_syntax: Syntax,
}

impl Wish {
    /// One request without parameters.
    pub(crate) fn single(request: &RequestSpec, expect: Expectation) -> Self {
        let name = format!("{} {}", request.method, request.path);
        let (syntax, body_syntax) = (Syntax::Literal, Syntax::Literal);
        Self { name, weight: 1, request: request.clone(), expect, syntax, body_syntax }
    }
}

/// Where to send what, and what must come back.
#[derive(Debug, Clone)]
pub struct TargetSpec {
    pub address: SocketAddr,
    /// At least one.
    pub(crate) questions: Vec<Question>,
    /// Those of laps with probes, which are the last ones; empty if there are no probes.
    pub(crate) probing: Vec<Question>,
    /// Of all parameters.
    pub(crate) seed: u64,
    /// Many requests per connection, or one.
    pub keepalive: bool,
    /// Of those that are kept, after how many requests each is closed, and another one opened; `None`: never.
    pub(crate) per_connection: Option<NonZeroU32>,
    /// HTTP/2, with so many requests at a time on each connection; `None`: HTTP/1.1.
    pub(crate) streams: Option<NonZeroUsize>,
    /// WebSocket, with such messages, and the head of the request that begins it; `None`: HTTP.
    pub(crate) websocket: Option<(Messages, Vec<u8>)>,
    /// For connecting, and for each answer.
    pub(crate) timeout: Duration,
    /// What a lap records beyond its report.
    pub detail: Option<Wanted>,
    /// With TLS, and how.
    pub tls: Option<Client>,
    pub(crate) source: Source,
    /// Where its sockets are made; `None` for this process's own network.
    pub(crate) network: Option<Network>,
}

/// Each has a histogram of its own on every thread, a quarter of a megabyte.
const MAX_QUESTIONS: usize = 256;
/// Of one connection of HTTP/2; few servers allow more than a few hundred.
const MOST_STREAMS: usize = 10_000;
/// Sum of weights, their common factors left out: the length of the cycle that keeps their proportions.
const MAX_CYCLE: u64 = 1 << 20;

impl TargetSpec {
    /// One request, sent again and again. `authority` is `host:port`; it is looked up here and sent as `Host`.
    ///
    /// # Errors
    /// As [`TargetSpec::of_several`].
    pub(crate) fn new(
        authority: &str,
        request: &RequestSpec,
        expect: Expectation,
        keepalive: bool,
        timeout: Duration,
    ) -> Result<Self, SpecError> {
        Self::of_several(authority, &[Wish::single(request, expect)], 0, keepalive, timeout)
    }

    /// Several requests, in proportion to their weights.
    ///
    /// # Errors
    /// The address cannot be resolved, a request cannot be written down, the time-out is zero, nothing could ever
    /// satisfy an expectation, or there are no requests, too many, or weights whose proportions are too fine.
    pub(crate) fn of_several(
        authority: &str,
        wishes: &[Wish],
        seed: u64,
        keepalive: bool,
        timeout: Duration,
    ) -> Result<Self, SpecError> {
        if timeout.is_zero() {
            return Err(SpecError::new("time-out", "it is zero", "give a time above 0"));
        }
        if wishes.is_empty() || wishes.len() > MAX_QUESTIONS {
            let problem = format!("there are {}", wishes.len());
            return Err(SpecError::new("requests", problem, format!("give 1 to {MAX_QUESTIONS}")));
        }
        let questions = wishes
            .iter()
            .map(|wish| {
                Question::new(wish, authority, keepalive).map_err(|error| match wishes.len() {
                    1 => error,
                    _ => SpecError { place: format!("request {:?}, {}", wish.name, error.place), ..error },
                })
            })
            .collect::<Result<Vec<_>, _>>()?;
        check_weights(&questions)?;
        Ok(Self {
            address: resolve(authority)?,
            questions,
            probing: Vec::new(),
            seed,
            keepalive,
            per_connection: None,
            streams: None,
            websocket: None,
            timeout,
            detail: None,
            tls: None,
            source: Source::Any,
            network: None,
        })
    }

    /// For a request whose every byte is known already (`wire`), to which any answer with a status of 2xx is right.
    /// `authority` is the `host:port` to connect to; `to_head`: the request is a HEAD.
    ///
    /// # Errors
    /// The address cannot be resolved, or the time-out is zero.
    pub fn raw(
        authority: &str,
        wire: &[u8],
        to_head: bool,
        keepalive: bool,
        timeout: Duration,
        detail: Wanted,
    ) -> Result<Self, SpecError> {
        let any = Expectation::default();
        let stand_in = RequestSpec { method: "GET".to_owned(), path: "/".to_owned(), headers: Vec::new(), body: None };
        let mut target = Self::new(authority, &stand_in, any, keepalive, timeout)?;
        target.detail = Some(detail);
        for question in &mut target.questions {
            question.wire = Wire::raw(wire);
            question.to_head = to_head;
        }
        Ok(target)
    }

    /// A kept connection carries only so many requests; `None`: any number.
    ///
    /// # Errors
    /// Connections carry one request anyway.
    pub(crate) fn with_requests_per_connection(mut self, number: Option<NonZeroU32>) -> Result<Self, SpecError> {
        if number.is_some() && !self.keepalive {
            let remedy = "leave out one of them";
            return Err(SpecError::new("requests per connection", "without keep-alive it is one", remedy));
        }
        self.per_connection = number;
        Ok(self)
    }

    /// Speaks HTTP/2, with so many requests at a time on a connection, if there is a number.
    ///
    /// # Errors
    /// Connections carry one request, or a limited number; or it is more than HTTP/2 allows.
    pub(crate) fn with_streams(mut self, streams: Option<NonZeroUsize>) -> Result<Self, SpecError> {
        if let Some(streams) = streams {
            if !self.keepalive || self.per_connection.is_some() {
                let remedy = "leave out one of them";
                return Err(SpecError::new("HTTP/2", "connections are kept, for any number of requests", remedy));
            }
            if streams.get() > MOST_STREAMS {
                let problem = format!("{streams} streams on a connection");
                return Err(SpecError::new("HTTP/2", problem, format!("give 1 to {MOST_STREAMS}")));
            }
        }
        self.streams = streams;
        Ok(self)
    }

    /// Speaks WebSocket: the bodies of the requests are sent as messages. `None`: HTTP.
    ///
    /// # Errors
    /// Connections carry one request, or a limited number, or HTTP/2; there is no message; or not all requests are to
    /// one path, with the same headers.
    pub(crate) fn with_websocket(mut self, messages: Option<Messages>) -> Result<Self, SpecError> {
        let refuse = |problem, remedy| Err(SpecError::new("WebSocket", problem, remedy));
        let Some(messages) = messages else { return Ok(self) };
        if !self.keepalive || self.per_connection.is_some() || self.streams.is_some() {
            return refuse("connections are kept, for any number of messages", "leave out one of them");
        }
        let wires = || self.questions.iter().map(|question| &question.wire);
        if !wires().all(Wire::has_body) {
            return refuse("there is no message", "give the request a body");
        }
        let mut heads = wires().map(Wire::head);
        let Some(Some(head)) = heads.next() else {
            return refuse("only messages may have parameters", "remove those of path and headers");
        };
        if !heads.all(|other| other.as_ref() == Some(&head)) {
            return refuse("all messages go the same way", "give all requests the same path and headers");
        }
        self.websocket = Some((messages, head));
        Ok(self)
    }

    /// In laps with probes, these are among the requests, by their weights.
    ///
    /// # Errors
    /// A probe cannot be written down, or the weights have proportions that are too fine.
    pub(crate) fn with_probes(mut self, authority: &str, probes: &[Wish]) -> Result<Self, SpecError> {
        let Self { questions, keepalive, .. } = &self;
        let mut probing = if probes.is_empty() { Vec::new() } else { questions.clone() };
        for probe in probes {
            probing.push(Question::new(probe, authority, *keepalive)?);
        }
        check_weights(&probing)?;
        self.probing = probing;
        Ok(self)
    }

    /// Whether not all requests, or their right answers, are the same.
    pub(crate) fn varies(&self) -> bool {
        self.questions.iter().any(|question| !question.wire.is_constant() || question.expect.varying.is_some())
    }

    /// A name such as `localhost` may have several addresses, not all of them served: takes the first that is.
    pub fn prefer_served(&mut self, authority: &str) {
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

fn check_weights(questions: &[Question]) -> Result<(), SpecError> {
    if let Some(question) = questions.iter().find(|question| question.weight == 0) {
        let place = format!("request {:?}, weight", question.name);
        return Err(SpecError::new(place, "it is 0", "give 1 or more, or leave the request out"));
    }
    let common = questions.iter().fold(0, |common, question| gcd(common, question.weight));
    let cycle: u64 = questions.iter().map(|question| u64::from(question.weight / common)).sum();
    if cycle > MAX_CYCLE {
        let problem = format!("their proportions repeat only every {cycle} requests");
        return Err(SpecError::new("weights", problem, format!("round them, so that it is {MAX_CYCLE} or less")));
    }
    Ok(())
}

/// The greatest common divisor; of 0 and `b` it is `b`.
pub(crate) fn gcd(a: u32, b: u32) -> u32 {
    if a == 0 { b } else { gcd(b % a, a) }
}

impl Question {
    fn new(wish: &Wish, authority: &str, keepalive: bool) -> Result<Self, SpecError> {
        let Wish { name, weight, request, expect, syntax, body_syntax } = wish;
        let to_head = request.method == "HEAD";
        if let Some(status) = expect.status.filter(|status| !(200..600).contains(status)) {
            return Err(SpecError::new(
                "expected status",
                format!("{status} is not a final HTTP status"),
                "give a number from 200 to 599",
            ));
        }
        let bodiless = match &expect.body {
            ExpectedBody::Any | ExpectedBody::SizeBytes(0) => true,
            ExpectedBody::Text(text) => text.is_empty(),
            ExpectedBody::Bytes(bytes) => bytes.is_empty(),
            ExpectedBody::Json(_)
            | ExpectedBody::Subset(_)
            | ExpectedBody::Contains(_)
            | ExpectedBody::Rows(_)
            | ExpectedBody::SizeBytes(_) => false,
        };
        if to_head && !bodiless {
            return Err(SpecError::new(
                "expected body",
                "the answer to a HEAD has none",
                "expect any body, or use GET",
            ));
        }
        Ok(Self {
            name: name.clone(),
            weight: *weight,
            wire: request::wire(request, authority, keepalive, *syntax, *body_syntax)?,
            to_head,
            expect: Expected::new(expect, *syntax)?,
        })
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
