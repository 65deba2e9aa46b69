//! Reports while a run goes: the live line and the interval log, both from the parts that workers hand over, on a
//! separate thread with a lower priority.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime};

use hdrhistogram::serialization::V2DeflateSerializer;
use hdrhistogram::serialization::interval_log::{
    IntervalLogWriter, IntervalLogWriterBuilder, IntervalLogWriterError, Tag,
};

use super::live::Live;
use crate::clock::{MILLISECOND, Nanos, SECOND};
use crate::lap::feed::{Outlet, Part};
use crate::lap::report::Report;
use crate::recorder::Times;
use crate::spec::Extent;

/// How often a terminal is redrawn.
const REDRAW: Nanos = 250 * MILLISECOND;
/// Times are nanoseconds; the log's column for people has milliseconds, as `HdrHistogram`'s own writer does by default.
const MAX_VALUE_DIVISOR: f64 = 1e6;
/// A tenth of a normal thread's share where both want the processor.
const NICE: i32 = 10;

type Log<'a, 'b> = IntervalLogWriter<'a, 'b, BufWriter<File>, V2DeflateSerializer>;

/// What to report.
pub(crate) struct Plan {
    /// A live line on standard error.
    pub(crate) live: bool,
    /// An interval log of the histograms.
    pub(crate) log: Option<File>,
    pub(crate) extent: Extent,
    /// Workers that run the lap.
    pub(crate) workers: usize,
}

/// The reporting thread.
pub(crate) struct Progress {
    outlet: Outlet,
    thread: JoinHandle<io::Result<Report>>,
}

impl Progress {
    /// `None` if there is nothing to report.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub(crate) fn start(plan: Plan) -> io::Result<Option<Self>> {
        if !plan.live && plan.log.is_none() {
            return Ok(None);
        }
        let terminal = io::stderr().is_terminal();
        let period = if plan.live && terminal { REDRAW } else { SECOND };
        let live = plan.live.then_some(Live { extent: plan.extent, terminal, last: (0, 0) });
        let (parts, inbox) = channel();
        let state = State { live, next: vec![Some(0); plan.workers], shown: 0, period, ..State::default() };
        let log = plan.log;
        let thread = thread::Builder::new().name("progress".to_owned()).spawn(move || {
            // Without that priority, the thread is as important as the others.
            let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICE);
            tell(state, log, &inbox)
        })?;
        Ok(Some(Self { outlet: Outlet { parts, period }, thread }))
    }

    pub(crate) fn outlet(&self) -> &Outlet {
        &self.outlet
    }

    /// After the lap: all that was handed over.
    ///
    /// # Errors
    /// The log could not be written.
    pub(crate) fn finish(self) -> io::Result<Report> {
        drop(self.outlet);
        // A panic aborts the process, so there is no other way for a thread to end.
        self.thread.join().unwrap_or_else(|_| Err(io::Error::other("the thread for progress is gone")))
    }
}

/// One second of all workers.
#[derive(Default)]
struct Interval {
    report: Report,
    /// The latest end of its parts, from the start of the lap.
    until: Nanos,
}

#[derive(Default)]
struct State {
    live: Option<Live>,
    total: Report,
    /// The interval that each worker's next part begins in; `None` after its last.
    next: Vec<Option<u64>>,
    /// Intervals that were shown.
    shown: u64,
    period: Nanos,
    /// Seconds that are not complete.
    pending: BTreeMap<u64, Interval>,
}

/// Until every sender is gone.
fn tell(mut state: State, file: Option<File>, parts: &Receiver<Part>) -> io::Result<Report> {
    let mut serializer = V2DeflateSerializer::new();
    let mut file = file.map(BufWriter::new);
    let mut log = match &mut file {
        Some(file) => Some(begin(file, &mut serializer)?),
        None => None,
    };
    for part in parts {
        state.take(part, log.is_some());
        if let Some(log) = &mut log {
            state.write_complete(log)?;
        }
        state.show();
    }
    if let Some(live) = &state.live {
        live.end();
    }
    if let Some(log) = &mut log {
        state.next.clear();
        state.write_complete(log)?;
    }
    drop(log);
    file.map_or(Ok(()), |mut file| file.flush())?;
    Ok(state.total)
}

fn begin<'a, 'b>(file: &'a mut BufWriter<File>, serializer: &'b mut V2DeflateSerializer) -> io::Result<Log<'a, 'b>> {
    let now = SystemTime::now();
    IntervalLogWriterBuilder::new()
        .add_comment(&format!("[fairload {}; nanoseconds]", env!("CARGO_PKG_VERSION")))
        .add_comment("[Histogram log format version 1.3]")
        // A comment here, because not every reader accepts it on a line of its own.
        .add_comment(r#""StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram""#)
        .with_start_time(now)
        .with_base_time(now)
        .with_max_value_divisor(MAX_VALUE_DIVISOR)
        .begin_log_with(file, serializer)
}

impl State {
    fn take(&mut self, part: Part, keep: bool) {
        if let Some(next) = self.next.get_mut(part.worker) {
            *next = part.next;
        }
        if keep {
            let second = part.interval * self.period / SECOND;
            let interval = self.pending.entry(second).or_default();
            interval.report.merge(part.report.clone());
            interval.until = interval.until.max(part.until);
        }
        self.total.merge(part.report);
    }

    /// The interval that all workers have reached; `None` if all have ended.
    fn reached(&self) -> Option<u64> {
        self.next.iter().flatten().min().copied()
    }

    fn show(&mut self) {
        if let (Some(reached), Some(live)) = (self.reached(), &mut self.live)
            && reached > self.shown
        {
            self.shown = reached;
            live.show(reached * self.period, &self.total);
        }
    }

    /// Writes the seconds that are complete.
    fn write_complete(&mut self, log: &mut Log<'_, '_>) -> io::Result<()> {
        let open = self.reached().map_or(u64::MAX, |reached| reached * self.period / SECOND);
        while let Some(entry) = self.pending.first_entry().filter(|entry| *entry.key() < open) {
            let (second, Interval { report, until }) = entry.remove_entry();
            let start = Duration::from_secs(second);
            let length = Duration::from_nanos(until).saturating_sub(start);
            let mut write = |times: &Times, tag| write_times(log, times, (start, length), tag);
            write(report.window.latencies(), "service")?;
            if let Some(offered) = &report.offered {
                write(&offered.response, "response")?;
            }
            if let Some(connects) = &report.connects {
                write(connects, "connect")?;
            }
        }
        Ok(())
    }
}

/// Nothing for a histogram without a value.
fn write_times(log: &mut Log<'_, '_>, times: &Times, when: (Duration, Duration), tag: &str) -> io::Result<()> {
    if times.bins().is_empty() {
        return Ok(());
    }
    log.write_histogram(times.bins(), when.0, when.1, Tag::new(tag)).map_err(|error| match error {
        IntervalLogWriterError::IoError(error) => error,
        IntervalLogWriterError::SerializeError(error) => io::Error::other(error),
    })
}

#[cfg(test)]
mod tests {
    use hdrhistogram::Histogram;
    use hdrhistogram::serialization::interval_log::{IntervalLogIterator, LogEntry};

    use super::*;
    use crate::lap::report::Offered;

    /// Answers of these latencies in microseconds; each response took ten times as long.
    fn part(worker: usize, interval: u64, next: Option<u64>, micros: &[u64]) -> Part {
        let mut report = Report::default();
        let mut offered = Offered::default();
        for &latency in micros {
            report.window.ok(latency * 1000);
            offered.response.record(latency * 10_000);
        }
        report.offered = Some(offered);
        Part { worker, interval, next, until: (interval + 1) * SECOND + 1, report }
    }

    /// Start in seconds, tag and number of values of each line.
    fn lines(log: &str) -> Vec<(u64, String, usize)> {
        let interval = |entry| match entry {
            LogEntry::Interval(interval) => {
                assert_eq!(interval.duration(), Duration::from_secs(1), "to a millisecond");
                Some((
                    interval.start_timestamp().as_secs(),
                    interval.tag().expect("a tag").as_str().to_owned(),
                    interval.encoded_histogram().len(),
                ))
            }
            LogEntry::StartTime(_) | LogEntry::BaseTime(_) => None,
        };
        IntervalLogIterator::new(log.as_bytes()).filter_map(|entry| interval(entry.expect("a line"))).collect()
    }

    #[test]
    fn a_second_is_written_when_all_workers_are_past_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        let state = State { next: vec![Some(0); 2], period: SECOND, ..State::default() };
        let (parts, inbox) = channel();
        for one in [
            part(0, 0, Some(1), &[10, 20]),
            part(0, 1, Some(2), &[30]),
            part(1, 0, Some(1), &[40]),
            part(0, 2, None, &[]),
            part(1, 1, Some(2), &[50]),
            part(1, 2, None, &[60]),
        ] {
            parts.send(one).expect("the receiver is open");
        }
        drop(parts);
        let file = File::create(&path).expect("a file");
        let total = tell(state, Some(file), &inbox).expect("it can be written");
        assert_eq!(total.requests(), 6);
        let log = std::fs::read_to_string(&path).expect("readable");
        let found = lines(&log);
        let expected = [0, 0, 1, 1, 2, 2].iter().zip(["service", "response"].iter().cycle());
        assert!(found.iter().map(|(start, tag, _)| (start, tag.as_str())).eq(expected.map(|(s, t)| (s, *t))), "{log}");
        // The largest value of each line, in milliseconds: of both workers together.
        for (line, max) in log.lines().filter(|line| line.starts_with("Tag=")).zip(["0.040", "0.400", "0.050", "0.500"])
        {
            assert_eq!(line.split(',').nth(3), Some(max), "{line}");
        }
    }

    #[test]
    fn several_parts_make_a_second_where_the_line_is_redrawn_more_often() {
        let mut state = State { next: vec![Some(0)], period: REDRAW, ..State::default() };
        for quarter in 0..5 {
            state.take(part(0, quarter, Some(quarter + 1), &[1]), true);
        }
        let counts: Vec<_> = state.pending.iter().map(|(second, one)| (*second, one.report.requests())).collect();
        assert_eq!((counts, state.reached()), (vec![(0, 4), (1, 1)], Some(5)));
    }

    #[test]
    fn a_histogram_without_a_value_has_no_line() {
        let times = Times::default();
        assert!(times.bins() == &Histogram::<u64>::new_with_bounds(100, 3_600_000_000_000, 3).expect("bounds"));
        let state = State { next: vec![Some(0)], period: SECOND, ..State::default() };
        let (parts, inbox) = channel();
        parts.send(part(0, 0, None, &[])).expect("the receiver is open");
        drop(parts);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        tell(state, Some(File::create(&path).expect("a file")), &inbox).expect("it can be written");
        let log = std::fs::read_to_string(&path).expect("readable");
        assert!(lines(&log).is_empty() && log.contains("#[StartTime"), "{log}");
    }
}
