//! A client and the control alternate on one server: what each measured, and the truth about its own requests.

use std::fmt;

use serde_json::{Value, json};

use crate::common::Session;
use crate::control::{Control, Seen, Waiting};
use crate::measured::{Miss, mean, no_farther, quantile, samples, slack, sorted};
use crate::truthful::{Stamp, Truthful};

/// How often they alternate, so that disturbances affect both alike.
const TURNS: usize = 2;

/// What was measured of some requests, and the truth; nanoseconds, in order.
#[derive(Debug)]
pub(crate) struct Figures {
    pub(crate) truth: Vec<u64>,
    pub(crate) measured: Vec<u64>,
    /// Of `measured`, without its bins.
    pub(crate) mean: f64,
}

#[derive(Debug)]
pub(crate) struct Both {
    pub(crate) client: Figures,
    pub(crate) control: Figures,
}

impl Figures {
    fn off(&self, q: f64) -> f64 {
        quantile(&self.measured, q) - quantile(&self.truth, q)
    }

    fn mean_off(&self) -> f64 {
        self.mean - mean(&self.truth)
    }

    pub(crate) fn of(seen: &[Seen], truth: Vec<u64>) -> Self {
        let measured = sorted(seen.iter().map(Seen::latency).collect());
        Self { truth, mean: mean(&measured), measured }
    }
}

impl Both {
    /// The client is at these quantiles no farther from the truth than the control is, plus 1 % or 20 us.
    ///
    /// # Errors
    /// It is, or the control itself is too far away for a verdict.
    pub(crate) fn quantiles_hold(&self, quantiles: &[f64]) -> Result<(), Miss> {
        quantiles.iter().try_for_each(|&q| {
            let right = quantile(&self.client.truth, q);
            let what = format!("quantile {q} of {right:.0} ns");
            no_farther(&what, self.client.off(q), self.control.off(q), slack(right))
        })
    }

    /// The same for the mean.
    ///
    /// # Errors
    /// It is farther away, or the control itself is too far away for a verdict.
    pub(crate) fn mean_holds(&self) -> Result<(), Miss> {
        let right = mean(&self.client.truth);
        no_farther(&format!("mean of {right:.0} ns"), self.client.mean_off(), self.control.mean_off(), slack(right))
    }
}

/// How far both are from the truth.
impl fmt::Display for Both {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        [0.5, 0.9, 0.99].iter().try_for_each(|&q| {
            let [client, control] = [&self.client, &self.control].map(|side| side.off(q) / 1e3);
            write!(f, "p{} {client:.0} us, the control {control:.0} us; ", q * 100.0)
        })
    }
}

/// The service times of the stamps, in order.
pub(crate) fn service<'a>(stamps: impl IntoIterator<Item = &'a Stamp>) -> Vec<u64> {
    sorted(stamps.into_iter().filter_map(Stamp::service).collect())
}

/// The stamps of the control's requests, whose connections were the first, and those of the client's.
pub(crate) fn parted(stamps: Vec<Stamp>, connections: usize) -> (Vec<Stamp>, Vec<Stamp>) {
    stamps.into_iter().partition(|stamp| stamp.connection <= connections as u64)
}

/// How a client speaks: its target for a session, how many requests it has at once on each connection, and whether the
/// server's port is that of TLS.
#[derive(Debug)]
pub(crate) struct Speech {
    pub(crate) target: Value,
    pub(crate) at_once: usize,
    pub(crate) tls: bool,
}

/// A closed loop of `count` requests by each of the two in turns, on so many connections each.
pub(crate) fn closed(server: &[&str], options: &[&str], connections: usize, count: usize) -> Both {
    let plainly = Speech { target: json!({}), at_once: 1, tls: false };
    spoken(server, options, connections, &plainly, count)
}

/// The same, where the client speaks otherwise than the control, on fewer connections if several requests share one.
pub(crate) fn spoken(server: &[&str], options: &[&str], connections: usize, speech: &Speech, count: usize) -> Both {
    let mut server = Truthful::start(server);
    let waiting = if options.contains(&"--spin") { Waiting::Looking } else { Waiting::Asleep };
    let mut control = Control::connect(server.reference.address, connections, waiting);
    let mut session = Session::start_with(1, options);
    let address = if speech.tls { server.reference.tls.unwrap() } else { server.reference.address };
    session.open("a", address, &speech.target);
    let own = connections / speech.at_once;
    let (mut seen, mut laps) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        seen.extend(control.closed(count / TURNS));
        laps.push(session.lap("a", &json!({"connections": own, "requests": count / TURNS})));
    }
    let (its, ours) = parted(server.stamps(), connections);
    let client = figures(&laps, service(&ours));
    let control = Figures::of(&seen, service(&its));
    for side in [&client, &control] {
        assert_eq!((side.truth.len(), side.measured.len()), (count, count));
    }
    Both { client, control }
}

/// The latencies that laps of the same length report, all of right answers.
pub(crate) fn figures(laps: &[Value], truth: Vec<u64>) -> Figures {
    assert!(laps.iter().all(|lap| lap["ok"] == lap["requests"]), "{laps:?}");
    let measured = sorted(laps.iter().flat_map(|lap| samples(&lap["histogram"])).collect());
    let means = laps.iter().map(|lap| lap["latency_us"]["mean"].as_f64().unwrap() * 1e3);
    let mean = means.sum::<f64>() / laps.len() as f64;
    Figures { truth, measured, mean }
}
