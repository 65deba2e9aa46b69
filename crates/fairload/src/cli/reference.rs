//! The options of `fairload reference`.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::duration::duration;
use crate::reference::answers::{fixed, read};
use crate::reference::service::Service;
use crate::reference::{Options, StartError};
use crate::spec::SpecError;
use crate::tls::identity::{Identity, Pem};

const ANSWERS_HELP: &str = "JSON file of answers, other paths get 404: \
[{\"path\": \"/\", \"status\": 200, \"headers\": [[\"Content-Type\", \"text/plain\"]], \"body\": \"...\"}, ...]";

#[derive(Debug, Args)]
pub(super) struct ReferenceArguments {
    /// Port to listen on; 0 for any free one.
    #[arg(long)]
    port: u16,
    /// Address to listen on.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// A second port, for clients with TLS; 0 for any free one.
    #[arg(long, value_name = "PORT", requires_all = ["cert", "key"])]
    tls_port: Option<u16>,
    /// PEM file of the certificate for --tls-port (`fairload certificate` makes one).
    #[arg(long, value_name = "FILE", requires = "tls_port")]
    cert: Option<PathBuf>,
    /// PEM file of its key.
    #[arg(long, value_name = "FILE", requires = "tls_port")]
    key: Option<PathBuf>,
    #[arg(help = ANSWERS_HELP, long, value_name = "FILE", conflicts_with_all = ["body_size", "status"])]
    answers: Option<PathBuf>,
    /// Delay each answer by this time, without delaying other requests.
    #[arg(long, value_parser = duration, group = "kept_back")]
    delay: Option<Duration>,
    /// Delay each answer by a random time of this distribution: fixed:TIME, exponential:MEAN,
    /// bimodal:FAST,SLOW,SHARE (of the slow ones, such as 0.01) or pareto:MINIMUM,SHAPE,MAXIMUM.
    #[arg(long, value_name = "DISTRIBUTION", value_parser = super::service::service, group = "kept_back")]
    service: Option<Service>,
    /// Seed of the random times of --service.
    #[arg(long, default_value_t = 0, requires = "service")]
    seed: u64,
    /// Poll the clock for the last 60 us before a delayed answer is due, because sleeps end late.
    #[arg(long, requires = "kept_back")]
    spin: bool,
    /// Never answer every N-th request, nor those behind it on its connection.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    never: Option<u64>,
    /// Write when each request came and went (`CLOCK_MONOTONIC`), one line each, on SIGTERM or SIGINT. Takes 40 bytes
    /// of memory per request. `fairload stamps` reads it.
    #[arg(long, value_name = "FILE")]
    stamps: Option<PathBuf>,
    /// Send the stamps in each answer: X-Sequence, X-In and X-Out, nanoseconds.
    #[arg(long)]
    stamp_headers: bool,
    /// Send a body of this size instead of `Hello, world!`.
    #[arg(long, value_name = "BYTES")]
    body_size: Option<usize>,
    /// Status of the answers.
    #[arg(long, default_value_t = 200)]
    status: u16,
    /// Stop the whole server at this interval, each time for --stall-for.
    #[arg(long, value_parser = duration, requires = "stall_for")]
    stall_every: Option<Duration>,
    /// How long the whole server stops.
    #[arg(long, value_parser = duration, requires = "stall_every")]
    stall_for: Option<Duration>,
    /// Close each connection with its N-th answer.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    close_after: Option<u64>,
    /// Microseconds of computing per request, such as 20 or 20.6, during which no other request is served. Spins by the
    /// clock (`CLOCK_MONOTONIC`), not for a fixed amount of work: what the processor does for others meanwhile counts.
    #[arg(long, value_name = "MICROSECONDS", value_parser = microseconds)]
    cpu_us: Option<Duration>,
}

impl ReferenceArguments {
    /// # Errors
    /// A file cannot be read, or its contents are wrong.
    pub(super) fn into_options(self) -> Result<Options, StartError> {
        let answers = match &self.answers {
            Some(path) => read(path, self.stamp_headers)?,
            None => fixed(self.status, self.body_size, self.stamp_headers)?,
        };
        let fixed = self.delay.map(|delay| Service::Fixed(delay.as_secs_f64() * 1e9));
        let pem = |option, path| Pem { option, path };
        let tls = self.tls_port.zip(self.cert.zip(self.key)).map(|(port, (cert, key))| {
            let identity = Identity::read(&pem("--cert", cert), &pem("--key", key))?;
            Ok::<_, SpecError>((port, identity.served()?))
        });
        Ok(Options {
            address: (self.host, self.port).into(),
            tls: tls.transpose()?,
            answers,
            service: fixed.or(self.service).map(|service| (service, self.seed)),
            spin: self.spin,
            never: self.never,
            stamps: self.stamps,
            stamp_headers: self.stamp_headers,
            stall: self.stall_every.zip(self.stall_for),
            close_after: self.close_after,
            cpu: self.cpu_us,
        })
    }
}

/// A number of microseconds, `20` or `20.6`; kept to the nanosecond.
fn microseconds(text: &str) -> Result<Duration, String> {
    let wrong = || "give microseconds from 0 up to a minute's, such as 20 or 20.6".to_owned();
    let micros: f64 = text.parse().map_err(|_| wrong())?;
    let duration = Duration::try_from_secs_f64(micros / 1e6).map_err(|_| wrong())?;
    if duration > Duration::from_secs(60) { Err(wrong()) } else { Ok(duration) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn microseconds_may_have_fractions() {
        assert_eq!(microseconds("20.6"), Ok(Duration::from_nanos(20_600)));
        assert_eq!(microseconds("1000"), Ok(Duration::from_millis(1)));
        assert_eq!(microseconds("0"), Ok(Duration::ZERO));
        for text in ["", "-1", "20us", "nan", "inf", "60000001"] {
            assert!(microseconds(text).is_err(), "{text:?} was accepted");
        }
    }
}
