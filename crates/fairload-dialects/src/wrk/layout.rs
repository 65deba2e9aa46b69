//! What wrk prints, from a handful of numbers.

use std::fmt::{self, Display, Formatter};

use super::spectrum::Spectrum;
use super::units::{binary, metric, padded, time_s, time_us};

/// The two lines that are printed before the load.
pub(super) struct Head<'a> {
    pub(super) url: &'a str,
    pub(super) duration_s: u64,
    pub(super) threads: usize,
    pub(super) connections: usize,
}

impl Display for Head<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "Running {} test @ {}", time_s(self.duration_s), self.url)?;
        writeln!(f, "  {} threads and {} connections", self.threads, self.connections)
    }
}

/// One row of the table. Without a single value all is 0 and the share is no number.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Row {
    pub(super) mean: f64,
    /// Of the sample: n - 1.
    pub(super) deviation: f64,
    pub(super) max: f64,
    /// Of the values, how many are no further than `deviation` from `mean`, in per cent.
    pub(super) within_percent: Option<f64>,
}

/// Requests that ended without an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct SocketErrors {
    pub(super) connect: u64,
    pub(super) read: u64,
    pub(super) write: u64,
    pub(super) timeout: u64,
}

/// How latencies are distributed.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Distribution {
    /// As wrk has it: 50, 75, 90 and 99 %, microseconds.
    Short([f64; 4]),
    /// As wrk2 has it.
    Long(Box<Spectrum>),
}

/// What is printed after the load.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Results {
    /// Microseconds.
    pub(super) latency: Row,
    /// Answers per second of each thread.
    pub(super) rate: Row,
    /// Only if it was asked for.
    pub(super) distribution: Option<Distribution>,
    pub(super) answers: u64,
    pub(super) bytes_received: u64,
    pub(super) runtime_s: f64,
    pub(super) errors: SocketErrors,
    /// Answers with a status above 399.
    pub(super) bad_status: u64,
}

impl Display for Results {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "  Thread Stats{:>6}{:>11}{:>8}{:>12}", "Avg", "Stdev", "Max", "+/- Stdev")?;
        row(f, "Latency", &self.latency, time_us)?;
        row(f, "Req/Sec", &self.rate, metric)?;
        match &self.distribution {
            None => {}
            Some(Distribution::Long(spectrum)) => write!(f, "{spectrum}")?,
            Some(Distribution::Short(values)) => {
                writeln!(f, "  Latency Distribution")?;
                for (percent, value) in [50, 75, 90, 99].iter().zip(values) {
                    writeln!(f, "{percent:>7}%{}", padded(&time_us(*value), 10))?;
                }
            }
        }
        self.totals(f)
    }
}

impl Results {
    fn totals(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let bytes = self.bytes_received as f64;
        writeln!(f, "  {} requests in {}, {}B read", self.answers, time_us(self.runtime_s * 1e6), binary(bytes))?;
        let SocketErrors { connect, read, write, timeout } = self.errors;
        if self.errors != SocketErrors::default() {
            writeln!(f, "  Socket errors: connect {connect}, read {read}, write {write}, timeout {timeout}")?;
        }
        if self.bad_status > 0 {
            writeln!(f, "  Non-2xx or 3xx responses: {}", self.bad_status)?;
        }
        writeln!(f, "Requests/sec: {:>9.2}", self.answers as f64 / self.runtime_s)?;
        writeln!(f, "Transfer/sec: {:>10}B", binary(bytes / self.runtime_s))
    }
}

fn row(f: &mut Formatter<'_>, name: &str, row: &Row, unit: fn(f64) -> String) -> fmt::Result {
    let field = |value, width| padded(&unit(value), width);
    write!(f, "    {name:<10}{}{}{}", field(row.mean, 8), field(row.deviation, 10), field(row.max, 9))?;
    match row.within_percent {
        Some(percent) => writeln!(f, "{percent:>8.2}%"),
        None => writeln!(f, "{:>8}%", "-nan"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of `tests/golden/tools/wrk-4.1.0-500.txt`, as exactly as it prints them.
    fn golden() -> Results {
        Results {
            latency: Row { mean: 289.94, deviation: 290.12, max: 5_020.0, within_percent: Some(97.08) },
            rate: Row { mean: 38_230.0, deviation: 6_960.0, max: 76_900.0, within_percent: Some(95.12) },
            distribution: Some(Distribution::Short([239.0, 267.0, 376.0, 1_660.0])),
            answers: 155_767,
            bytes_received: 22_431_138,
            runtime_s: 2.100_067,
            errors: SocketErrors::default(),
            bad_status: 155_767,
        }
    }

    fn file(name: &str) -> String {
        let path = format!("{}/../../tests/golden/tools/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    #[test]
    fn the_numbers_of_a_real_output_come_out_as_that_output() {
        let head = Head { url: "http://127.0.0.1:8191/500", duration_s: 2, threads: 2, connections: 20 };
        assert_eq!(format!("{head}{}", golden()), file("wrk-4.1.0-500.txt"));
    }

    #[test]
    fn units_of_every_width_stand_as_in_a_real_output() {
        let results = Results {
            latency: Row { mean: 21_440.0, deviation: 33_480.0, max: 121_330.0, within_percent: Some(82.59) },
            rate: Row { mean: 1_760.0, deviation: 337.31, max: 2_640.0, within_percent: Some(67.5) },
            distribution: Some(Distribution::Short([3_470.0, 23_260.0, 85_300.0, 119_960.0])),
            answers: 7017,
            bytes_received: 961_328,
            runtime_s: 2.002_809,
            ..Results::default()
        };
        let head = Head { url: "http://127.0.0.1:8191/slow", duration_s: 2, threads: 2, connections: 20 };
        assert_eq!(format!("{head}{results}"), file("wrk-4.1.0-slow.txt"));
    }

    #[test]
    fn socket_errors_stand_between_the_requests_and_the_statuses() {
        let errors = SocketErrors { connect: 0, read: 3, write: 0, timeout: 12 };
        let text = Results { distribution: None, errors, bad_status: 7, ..golden() }.to_string();
        let lines: Vec<_> = text.lines().skip(3).take(3).collect();
        assert_eq!(
            lines,
            [
                "  155767 requests in 2.10s, 21.39MB read",
                "  Socket errors: connect 0, read 3, write 0, timeout 12",
                "  Non-2xx or 3xx responses: 7",
            ]
        );
    }

    #[test]
    fn without_an_answer_shares_are_no_numbers() {
        let text = Results { runtime_s: 1.0, ..Results::default() }.to_string();
        let expected = "  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     0.00us    0.00us   0.00us    -nan%
    Req/Sec     0.00      0.00     0.00      -nan%
  0 requests in 1.00s, 0.00B read
Requests/sec:      0.00
Transfer/sec:       0.00B
";
        assert_eq!(text, expected);
    }
}
