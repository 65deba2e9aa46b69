//! ab's figures, computed from the rows of a lap; right even where ab's are wrong (docs/dialects.md).

use fairload::clock::{Nanos, seconds};
use fairload::detail::{Detail, Row};
use fairload::outcome::Outcomes;
use fairload::receive::http1::head::with_response;

/// Why requests failed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Failed {
    pub(super) connect: u64,
    /// Connections that broke, and answers that did not come in time.
    pub(super) receive: u64,
    /// Answers of another length than the first one's.
    pub(super) length: u64,
    /// Answers that were not HTTP, and requests that could not be sent.
    pub(super) exceptions: u64,
}

impl Failed {
    /// Requests without a complete answer.
    pub(super) fn lost(self) -> u64 {
        self.connect + self.receive + self.exceptions
    }

    pub(super) fn total(self) -> u64 {
        self.lost() + self.length
    }
}

/// One line of the table of times, nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Line {
    pub(super) min: f64,
    pub(super) mean: f64,
    /// Of the sample (n - 1).
    pub(super) deviation: f64,
    pub(super) median: f64,
    pub(super) max: f64,
}

/// Times of answered requests; there is at least one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TimesTable {
    pub(super) connect: Line,
    pub(super) processing: Line,
    pub(super) waiting: Line,
    pub(super) total: Line,
    /// Ascending.
    totals: Vec<Nanos>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Figures {
    /// The `Server` header of the first answer, up to a space; empty without one.
    pub(super) server: String,
    /// Of the first answer's body, bytes.
    pub(super) document_length: u64,
    pub(super) taken_s: f64,
    /// Complete answers in that time.
    pub(super) answers: u64,
    pub(super) failed: Failed,
    pub(super) write_errors: u64,
    pub(super) non_2xx: u64,
    /// Answers after which the server kept the connection.
    pub(super) kept_alive: u64,
    pub(super) received_bytes: u64,
    pub(super) body_bytes: u64,
    pub(super) sent_bytes: u64,
    /// Also of the answers that came after the end to what had been asked before it: slow ones are not left out.
    pub(super) times: Option<TimesTable>,
}

/// When the lap was.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub(super) started: Nanos,
    /// Answers count until then, if the time was limited and ran out.
    pub(super) end: Option<Nanos>,
}

impl Figures {
    pub(super) fn of(detail: &Detail, outcomes: &Outcomes, span: Span, any_length: bool) -> Self {
        let ends = |row: &Row| row.start + row.total;
        let counted: Vec<&Row> = detail.rows.iter().filter(|row| span.end.is_none_or(|end| ends(row) <= end)).collect();
        let sum = |value: fn(&Row) -> u64| counted.iter().map(|row| value(row)).sum::<u64>();
        let document_length = detail.rows.first().map_or(0, |row| row.facts.body_bytes);
        let other_length = counted.iter().filter(|row| row.facts.body_bytes != document_length).count() as u64;
        let last = counted.iter().map(|row| ends(row)).max();
        let end = span.end.or(last).unwrap_or(span.started);
        Self {
            server: server(&detail.first_head),
            document_length,
            taken_s: seconds(end.saturating_sub(span.started)),
            answers: counted.len() as u64,
            failed: Failed {
                connect: outcomes.connect,
                receive: outcomes.read + outcomes.timeout,
                length: if any_length { 0 } else { other_length },
                exceptions: outcomes.protocol + outcomes.write,
            },
            write_errors: outcomes.write,
            non_2xx: sum(|row| u64::from(row.facts.status / 100 != 2)),
            kept_alive: sum(|row| u64::from(row.facts.keep_alive)),
            received_bytes: sum(|row| row.facts.wire_bytes),
            body_bytes: sum(|row| row.facts.body_bytes),
            sent_bytes: detail.sent_bytes,
            times: TimesTable::of(&detail.rows),
        }
    }

    /// Requests that ended, answered or not: what ab calls complete.
    pub(super) fn complete(&self) -> u64 {
        self.answers + self.failed.lost()
    }

    /// Answers per second; `None` without an answer, or without a time.
    pub(super) fn answers_per_s(&self) -> Option<f64> {
        (self.answers > 0 && self.taken_s > 0.0).then(|| self.answers as f64 / self.taken_s)
    }
}

impl TimesTable {
    /// `None` without a row.
    fn of(rows: &[Row]) -> Option<Self> {
        let line = |value: fn(&Row) -> Nanos| Line::of(rows.iter().map(value).collect());
        let (total, totals) = line(|row| row.total)?;
        Some(Self {
            connect: line(|row| row.connect)?.0,
            processing: line(|row| row.total - row.connect)?.0,
            waiting: line(|row| row.wait)?.0,
            total,
            totals,
        })
    }

    pub(super) fn count(&self) -> usize {
        self.totals.len()
    }

    /// The shortest time within which this percentage (0 to 100) of the requests was served.
    pub(super) fn percentile(&self, percent: usize) -> Nanos {
        let rank = (self.totals.len() * percent).div_ceil(100);
        self.totals[rank.max(1) - 1]
    }
}

impl Line {
    /// And the values in order; `None` without any.
    fn of(mut values: Vec<Nanos>) -> Option<(Self, Vec<Nanos>)> {
        values.sort_unstable();
        let (min, max) = (*values.first()?, *values.last()?);
        let count = values.len();
        let sum: u128 = values.iter().map(|value| u128::from(*value)).sum();
        let mean = sum as f64 / count as f64;
        let squares: f64 = values.iter().map(|value| (*value as f64 - mean).powi(2)).sum();
        let deviation = if count > 1 { (squares / (count - 1) as f64).sqrt() } else { 0.0 };
        let median = f64::midpoint(values[(count - 1) / 2] as f64, values[count / 2] as f64);
        Some((Self { min: min as f64, mean, deviation, median, max: max as f64 }, values))
    }
}

fn server(head: &[u8]) -> String {
    let name = with_response(head, |response| {
        let header = response.headers.iter().find(|header| header.name.eq_ignore_ascii_case("server"));
        Ok(header.map(|header| String::from_utf8_lossy(header.value).into_owned()))
    });
    // The head was parsed before; without one there is no name.
    let name = name.ok().flatten().unwrap_or_default();
    name.split_whitespace().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairload::clock::MILLISECOND;
    use fairload::receive::http1::Facts;

    const MS: Nanos = MILLISECOND;

    fn row(start: Nanos, total: Nanos, status: u16, body_bytes: u64) -> Row {
        let facts =
            Facts { status, keep_alive: status != 500, head_bytes: 30, body_bytes, wire_bytes: 30 + body_bytes };
        Row { start: start * MS, connect: MS, wait: (total - 2) * MS, total: total * MS, facts }
    }

    fn figures(rows: Vec<Row>, end: Option<Nanos>) -> Figures {
        let first_head = b"HTTP/1.1 200 OK\r\nX: y\r\nserver: Dumb/1.0 (x y)\r\n\r\n".to_vec();
        let detail = Detail { rows, first_head, sent_bytes: 99, ..Detail::default() };
        let outcomes = Outcomes { connect: 1, read: 2, timeout: 4, protocol: 8, write: 16, ..Outcomes::default() };
        Figures::of(&detail, &outcomes, Span { started: 0, end: end.map(|end| end * MS) }, false)
    }

    #[test]
    fn every_figure_is_what_the_rows_say() {
        let rows = vec![row(0, 3, 200, 5), row(3, 4, 500, 5), row(7, 8, 204, 0), row(15, 5, 200, 6)];
        let got = figures(rows, None);
        assert_eq!((got.server.as_str(), got.document_length, got.answers), ("Dumb/1.0", 5, 4));
        assert_eq!(got.failed, Failed { connect: 1, receive: 6, length: 2, exceptions: 24 });
        assert_eq!((got.failed.total(), got.complete(), got.write_errors), (33, 35, 16));
        assert_eq!((got.non_2xx, got.kept_alive, got.received_bytes, got.body_bytes), (1, 3, 136, 16));
        assert!((got.taken_s - 0.020).abs() < 1e-12);
        assert!((got.answers_per_s().expect("answers") - 200.0).abs() < 1e-9);
        let times = got.times.expect("rows");
        let micros = |line: Line| [line.min, line.mean, line.median, line.max].map(|nanos| (nanos / 1e3).to_string());
        assert_eq!(micros(times.total), ["3000", "5000", "4500", "8000"]);
        assert_eq!(micros(times.processing), ["2000", "4000", "3500", "7000"]);
        assert_eq!(micros(times.waiting), ["1000", "3000", "2500", "6000"]);
        assert_eq!(micros(times.connect), ["1000", "1000", "1000", "1000"]);
        // 3, 4, 5 and 8: squares of the deviations 4, 1, 0 and 9, over 3.
        assert!((times.total.deviation / 1e6 - (14.0_f64 / 3.0).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn the_median_of_an_odd_number_is_the_one_in_the_middle() {
        let (line, _) = Line::of(vec![9, 1, 2]).expect("values");
        assert!((line.median - 2.0).abs() < f64::EPSILON);
        let (single, _) = Line::of(vec![7]).expect("a value");
        assert!((single.median - 7.0).abs() < f64::EPSILON && single.deviation.abs() < f64::EPSILON);
        assert_eq!(Line::of(Vec::new()), None);
    }

    #[test]
    fn percentiles_are_of_the_nearest_rank() {
        let times = TimesTable::of(&(1..=100).rev().map(|n| row(0, n + 2, 200, 0)).collect::<Vec<_>>()).expect("rows");
        let got: Vec<_> = [0, 1, 50, 66, 99, 100].map(|percent| times.percentile(percent) / MS - 2).into();
        assert_eq!(got, [1, 1, 50, 66, 99, 100]);
        let single = TimesTable::of(&[row(0, 3, 200, 0)]).expect("a row");
        assert_eq!((single.percentile(0), single.percentile(50), single.count()), (3 * MS, 3 * MS, 1));
    }

    #[test]
    fn an_answer_after_the_end_is_in_the_times_and_in_no_count() {
        let got = figures(vec![row(0, 3, 200, 5), row(3, 20, 200, 5)], Some(10));
        assert_eq!((got.answers, got.received_bytes), (1, 35));
        assert!((got.taken_s - 0.010).abs() < 1e-12);
        assert_eq!(got.times.expect("rows").count(), 2);
    }

    #[test]
    fn without_an_answer_there_are_no_times() {
        let got = figures(Vec::new(), None);
        assert_eq!((got.answers_per_s(), got.times, got.taken_s.to_string().as_str()), (None, None, "0"));
    }
}
