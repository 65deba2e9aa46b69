//! What the server saw: one record per request, in memory until it ends.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::StartError;
use crate::clock::Nanos;

/// The first line of a file of stamps; docs/reference-server.md says what the columns are.
pub(super) const COLUMNS: &str = "sequence,connection,in_ns,out_ns,gap_ns,bytes";

/// Time stamps of one request, nanoseconds of `CLOCK_MONOTONIC`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Record {
    /// Connections are numbered from 1, as they were accepted.
    pub(super) connection: u64,
    /// Just after the read that completed the request.
    pub(super) arrived: Nanos,
    /// Just before the answer was handed to the socket; `None`: it never was.
    pub(super) answered: Option<Nanos>,
    /// Length of the answer, head and body.
    pub(super) bytes: u64,
}

/// The records of all requests; a request's sequence number is its place.
#[derive(Debug)]
pub(super) struct Stamps {
    file: File,
    records: Vec<Record>,
}

impl Stamps {
    /// Creates the file at once, so that an unwritable one fails at the start.
    ///
    /// # Errors
    /// The file cannot be made.
    pub(super) fn new(path: &Path) -> Result<Self, StartError> {
        let file = File::create(path).map_err(|reason| StartError::Stamps { path: path.to_owned(), reason })?;
        Ok(Self { file, records: Vec::new() })
    }

    pub(super) fn arrived(&mut self, connection: u64, now: Nanos) {
        self.records.push(Record { connection, arrived: now, answered: None, bytes: 0 });
    }

    /// The request with this sequence number was answered with so many bytes.
    pub(super) fn answered(&mut self, sequence: u64, now: Nanos, bytes: usize) {
        let record = usize::try_from(sequence).ok().and_then(|place| self.records.get_mut(place));
        if let Some(record) = record {
            record.answered = Some(now);
            record.bytes = bytes as u64;
        }
    }

    /// # Errors
    /// The file cannot be written.
    pub(super) fn write(self) -> io::Result<()> {
        let mut out = BufWriter::with_capacity(1 << 20, self.file);
        write_records(&mut out, &self.records)?;
        out.flush()
    }
}

fn write_records(out: &mut impl Write, records: &[Record]) -> io::Result<()> {
    writeln!(out, "{COLUMNS}")?;
    let mut before: Option<Nanos> = None;
    for (sequence, &Record { connection, arrived, answered, bytes }) in records.iter().enumerate() {
        write!(out, "{sequence},{connection},{arrived},")?;
        if let Some(answered) = answered {
            write!(out, "{answered}")?;
        }
        write!(out, ",")?;
        if let Some(before) = before {
            write!(out, "{}", arrived.saturating_sub(before))?;
        }
        writeln!(out, ",{bytes}")?;
        before = Some(arrived);
    }
    Ok(())
}

/// The records of a file of stamps.
///
/// # Errors
/// What is wrong, and in which line.
pub(super) fn parse(text: &str) -> Result<Vec<Record>, String> {
    let mut lines = text.lines().enumerate();
    if lines.next().is_none_or(|(_, line)| line != COLUMNS) {
        return Err(format!("line 1 is not {COLUMNS:?}"));
    }
    lines.map(|(at, line)| record(line).ok_or_else(|| format!("line {} is not understood: {line:?}", at + 1))).collect()
}

fn record(line: &str) -> Option<Record> {
    let mut fields = line.split(',');
    let mut next = || fields.next();
    let _sequence: u64 = next()?.parse().ok()?;
    let connection = next()?.parse().ok()?;
    let arrived = next()?.parse().ok()?;
    let answered = match next()? {
        "" => None,
        text => Some(text.parse().ok()?),
    };
    let _gap = next()?;
    let bytes = next()?.parse().ok()?;
    next().is_none().then_some(Record { connection, arrived, answered, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let records = [
            Record { connection: 1, arrived: 100, answered: Some(150), bytes: 9 },
            Record { connection: 7, arrived: 130, answered: None, bytes: 0 },
        ];
        let mut text = Vec::new();
        write_records(&mut text, &records).expect("writing to memory");
        let text = String::from_utf8(text).expect("ASCII");
        assert_eq!(text, format!("{COLUMNS}\n0,1,100,150,,9\n1,7,130,,30,0\n"));
        assert_eq!(parse(&text), Ok(records.to_vec()));
    }

    #[test]
    fn what_is_no_file_of_stamps_is_refused_by_line() {
        assert!(parse("").is_err_and(|problem| problem.starts_with("line 1 ")));
        for line in ["", "0,1,2", "0,1,x,,,0", "0,1,2,3,4,5,6", "0,1,-2,3,,5"] {
            let problem = parse(&format!("{COLUMNS}\n0,1,100,150,,9\n{line}\n")).expect_err(line);
            assert!(problem.starts_with("line 3 "), "{problem}");
        }
    }
}
