//! T7: the client's latencies against the kernel's stamps of the very segments: from the request's entry into the
//! server's socket to the answer's entry into the client's. What a client adds to that is its own: the call that sends,
//! waking up, reading, parsing, and waiting behind other answers.

use serde_json::json;

use crate::common::Session;
use crate::engines::engines;
use crate::kernel_stamps::{Passed, Wire};
use crate::measured::{BIN, alone, ensure, one_of_a_few, quantile, samples};
use crate::truthful::{Stamp, Truthful};

impl Passed {
    fn latency(&self) -> u64 {
        self.answer - self.request
    }
}

fn listen(server: &Truthful) -> Option<Wire> {
    match Wire::listen(server.reference.address.port()) {
        Ok(wire) => Some(wire),
        Err(reason) => {
            eprintln!("skipped, the kernel's stamps are not to be had: {reason}");
            None
        }
    }
}

/// Seen failing with latencies 5 % too long, and with a start of latencies stamped late.
#[test]
fn latencies_are_the_kernels_and_little_more() {
    const COUNT: usize = 1500;
    for engine in engines() {
        one_of_a_few(|| {
            let mut server = Truthful::start(&["--service", "exponential:20ms", "--seed", "6"]);
            let Some(wire) = listen(&server) else { return Ok(()) };
            let mut session = Session::start_with(1, &engine);
            session.open("a", server.reference.address, &json!({}));
            let result = session.lap("a", &json!({"connections": 32, "requests": COUNT}));
            let passed = wire.passed();
            let mut kernel: Vec<u64> = passed.values().flatten().map(Passed::latency).collect();
            let mut service: Vec<u64> = server.stamps().iter().filter_map(Stamp::service).collect();
            kernel.sort_unstable();
            service.sort_unstable();
            let measured = samples(&result["histogram"]);
            assert_eq!((service.len(), measured.len()), (COUNT, COUNT));
            // The tap may lose packets: its buffer is the kernel's, and nobody waits for whoever reads it.
            ensure((passed.len(), kernel.len()) == (32, COUNT), || {
                format!("{} of {COUNT} seen passing", kernel.len())
            })?;
            // Server inside kernel inside client, whatever belongs to what.
            #[allow(clippy::cast_precision_loss)]
            for rank in 0..COUNT {
                let (inner, middle, outer) = (service[rank], kernel[rank] as f64, measured[rank] as f64);
                assert!(inner <= kernel[rank], "rank {rank}: {inner} ns of service, {middle} ns by the kernel");
                assert!(outer >= middle * (1.0 - BIN), "rank {rank}: {outer} ns of latency, {middle} ns by the kernel");
            }
            let more = |q: f64| quantile(&measured, q) - quantile(&kernel, q);
            eprintln!(
                "the client's own part: p50 {:.0} ns, p90 {:.0} ns, p99 {:.0} ns",
                more(0.5),
                more(0.9),
                more(0.99)
            );
            for q in [0.5, 0.9, 0.99] {
                let right = quantile(&kernel, q);
                ensure(more(q) <= (0.01 * right).max(20_000.0), || {
                    format!("quantile {q}: {} for {right}", right + more(q))
                })?;
            }
            Ok(())
        });
    }
}

/// The same for single requests, each with its own segments. Seen failing with a start of latencies stamped late.
#[test]
fn every_single_latency_encloses_the_kernels() {
    let _alone = alone();
    let mut server = Truthful::start(&["--service", "exponential:5ms"]);
    let Some(wire) = listen(&server) else { return };
    let mut session = Session::start(1);
    session.open("a", server.reference.address, &json!({}));
    let latencies: Vec<f64> = (0..100)
        .map(|_| {
            session.lap("a", &json!({"connections": 1, "requests": 1}))["latency_us"]["min"].as_f64().unwrap() * 1e3
        })
        .collect();
    let passed: Vec<Passed> = wire.passed().into_values().flatten().collect();
    let stamps = server.stamps();
    assert_eq!((passed.len(), stamps.len()), (100, 100));
    for ((latency, passed), stamp) in latencies.into_iter().zip(passed).zip(stamps) {
        #[allow(clippy::cast_precision_loss)]
        let kernel = passed.latency() as f64;
        assert!(latency >= kernel, "{latency} ns of latency, {kernel} ns by the kernel");
        // The kernel stamps the answer when it is sent, which is after the server's own stamp.
        assert!(passed.latency() >= stamp.service().unwrap(), "{kernel} ns by the kernel, {stamp:?}");
    }
}
