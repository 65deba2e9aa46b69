//! ab's text, label by label.

use std::fmt::{self, Display, Formatter};

use super::figures::{Figures, Line, TimesTable};
use super::options::Options;
use super::request::Place;
use super::tls::Lines;
use fairload::clock::{Nanos, micros};

const PERCENTS: [usize; 9] = [50, 66, 75, 80, 90, 95, 98, 99, 100];

/// The lines before anything is measured.
pub(super) const BANNER: &str = "\
This is ApacheBench, Version 2.3 <$Revision$>
Copyright 1996 Adam Twiss, Zeus Technology Ltd, http://www.zeustech.net/
Licensed to The Apache Software Foundation, http://www.apache.org/

";

/// What is printed once everything is measured.
pub(super) struct Layout<'a> {
    pub(super) options: &'a Options,
    pub(super) place: &'a Place,
    pub(super) figures: &'a Figures,
    pub(super) tls: &'a Lines,
}

impl Display for Layout<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { options, place, figures, tls } = self;
        writeln!(f, "\n\nServer Software:        {}", figures.server)?;
        writeln!(f, "Server Hostname:        {}", place.host)?;
        writeln!(f, "Server Port:            {}", place.port)?;
        write!(f, "{tls}")?;
        writeln!(f, "\nDocument Path:          {}", place.path)?;
        writeln!(f, "Document Length:        {}", document_length(options, figures))?;
        writeln!(f, "\nConcurrency Level:      {}", options.concurrency)?;
        self.counts(f)?;
        self.rates(f)?;
        if let Some(times) = &figures.times {
            table(f, times, options.confidence)?;
            if options.percentiles && times.count() > 1 {
                percentiles(f, times)?;
            }
        }
        Ok(())
    }
}

pub(super) fn document_length(options: &Options, figures: &Figures) -> String {
    if options.any_length { "Variable".to_owned() } else { format!("{} bytes", figures.document_length) }
}

impl Layout<'_> {
    fn counts(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { options, figures, .. } = self;
        let failed = figures.failed;
        writeln!(f, "Time taken for tests:   {:.3} seconds", figures.taken_s)?;
        writeln!(f, "Complete requests:      {}", figures.complete())?;
        writeln!(f, "Failed requests:        {}", failed.total())?;
        if failed.total() > 0 {
            writeln!(
                f,
                "   (Connect: {}, Receive: {}, Length: {}, Exceptions: {})",
                failed.connect, failed.receive, failed.length, failed.exceptions
            )?;
        }
        if figures.write_errors > 0 {
            writeln!(f, "Write errors:           {}", figures.write_errors)?;
        }
        if figures.non_2xx > 0 {
            writeln!(f, "Non-2xx responses:      {}", figures.non_2xx)?;
        }
        if options.keepalive {
            writeln!(f, "Keep-Alive requests:    {}", figures.kept_alive)?;
        }
        writeln!(f, "Total transferred:      {} bytes", figures.received_bytes)?;
        if options.body.is_some() {
            writeln!(f, "Total body sent:        {}", figures.sent_bytes)?;
        }
        writeln!(f, "HTML transferred:       {} bytes", figures.body_bytes)
    }

    fn rates(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { options, figures, .. } = self;
        let (Some(rate), Some(times)) = (figures.answers_per_s(), &figures.times) else { return Ok(()) };
        writeln!(f, "Requests per second:    {rate:.2} [#/sec] (mean)")?;
        writeln!(f, "Time per request:       {:.3} [ms] (mean)", times.total.mean / 1e6)?;
        writeln!(f, "Time per request:       {:.3} [ms] (mean, across all concurrent requests)", 1e3 / rate)?;
        let kilobytes = |bytes| kilobytes_per_s(bytes, figures.taken_s);
        writeln!(f, "Transfer rate:          {:.2} [Kbytes/sec] received", kilobytes(figures.received_bytes))?;
        if options.body.is_some() {
            let both = figures.received_bytes + figures.sent_bytes;
            writeln!(f, "                        {:.2} kb/s sent", kilobytes(figures.sent_bytes))?;
            writeln!(f, "                        {:.2} kb/s total", kilobytes(both))?;
        }
        Ok(())
    }
}

/// Of 1024 bytes.
pub(super) fn kilobytes_per_s(bytes: u64, taken_s: f64) -> f64 {
    bytes as f64 / 1024.0 / taken_s
}

/// Nanoseconds as whole milliseconds.
pub(super) fn millis(nanos: f64) -> f64 {
    (nanos / 1e6).round()
}

fn table(f: &mut Formatter<'_>, times: &TimesTable, confidence: bool) -> fmt::Result {
    let lines = [
        ("Connect:", "the initial connection time", times.connect),
        ("Processing:", "the processing time", times.processing),
        ("Waiting:", "the waiting time", times.waiting),
        ("Total:", "the total time", times.total),
    ];
    let columns = if confidence { "min  mean[+/-sd] median   max" } else { "min   avg   max" };
    writeln!(f, "\nConnection Times (ms)\n              {columns}")?;
    for (label, _, line) in &lines {
        let [min, mean, median, max] = [line.min, line.mean, line.median, line.max].map(millis);
        if confidence {
            let deviation = line.deviation / 1e6;
            writeln!(f, "{label:<12}{min:>5} {mean:>4} {deviation:>5.1} {median:>6} {max:>7}")?;
        } else {
            writeln!(f, "{label:<12}{min:>5} {mean:>5}{max:>5}")?;
        }
    }
    if confidence {
        lines.iter().try_for_each(|(_, name, line)| warn(f, name, line))?;
    }
    Ok(())
}

fn warn(f: &mut Formatter<'_>, name: &str, line: &Line) -> fmt::Result {
    let apart = (line.mean - line.median).abs();
    if apart > 2.0 * line.deviation {
        writeln!(f, "ERROR: The median and mean for {name} are more than twice the standard")?;
        writeln!(f, "       deviation apart. These results are NOT reliable.")
    } else if apart > line.deviation {
        writeln!(f, "WARNING: The median and mean for {name} are not within a normal deviation")?;
        writeln!(f, "        These results are probably not that reliable.")
    } else {
        Ok(())
    }
}

fn percentiles(f: &mut Formatter<'_>, times: &TimesTable) -> fmt::Result {
    writeln!(f, "\nPercentage of the requests served within a certain time (ms)")?;
    for percent in PERCENTS {
        let longest = if percent == 100 { " (longest request)" } else { "" };
        writeln!(f, "{percent:>4}%  {:>5}{longest}", millis(times.percentile(percent) as f64))?;
    }
    Ok(())
}

/// What `-e` writes.
pub(super) fn csv(times: &TimesTable) -> String {
    let row = |percent| format!("{percent},{:.3}\n", micros(times.percentile(percent)) / 1e3);
    let rows = (0..=100).map(row);
    std::iter::once("Percentage served,Time in ms\n".to_owned()).chain(rows).collect()
}

/// What `-v 2` and more say of an answer.
pub(super) fn log(status: u16, verbosity: u32) -> Option<String> {
    match (status / 100, verbosity) {
        (_, 0 | 1) | (2, 2) => None,
        (2, _) => Some(format!("LOG: Response code = {status}\n")),
        (_, _) => Some(format!("WARNING: Response code not 2xx ({status})\n")),
    }
}

/// Whole milliseconds, as `-g` writes them.
pub(super) fn whole_millis(nanos: Nanos) -> Nanos {
    (nanos + 500_000) / 1_000_000
}
