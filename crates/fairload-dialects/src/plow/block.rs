//! What plow reports of a run at one moment, and how it prints that as text.

use super::clusters::Cluster;
use super::duration::{elapsed, latency};
use super::table::{Align, align, lines};
use fairload::clock::Nanos;

/// The quantiles that are printed, with their names.
pub(super) const QUANTILES: [(&str, f64); 7] =
    [("P50", 0.50), ("P75", 0.75), ("P90", 0.90), ("P95", 0.95), ("P99", 0.99), ("P99.9", 0.999), ("P99.99", 0.9999)];

const BAR_CELLS: usize = 40;
const BAR: &str = "■";
const RED: u8 = 31;
const MAGENTA: u8 = 35;

/// Least, mean, spread (n - 1) and largest of some values.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Stats<T> {
    pub(super) min: T,
    pub(super) mean: T,
    pub(super) deviation: T,
    pub(super) max: T,
}

impl<T> Stats<T> {
    pub(super) fn values(self) -> [T; 4] {
        [self.min, self.mean, self.deviation, self.max]
    }

    pub(super) fn map<U>(self, change: impl Fn(T) -> U) -> Stats<U> {
        let [min, mean, deviation, max] = self.values().map(change);
        Stats { min, mean, deviation, max }
    }
}

/// A run so far.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Block {
    pub(super) elapsed: Nanos,
    /// Requests that ended, with an answer or without one.
    pub(super) count: u64,
    /// Answers of 1xx to 5xx.
    pub(super) classes: [u64; 5],
    pub(super) connections: usize,
    pub(super) bytes_read: u64,
    pub(super) bytes_written: u64,
    /// Requests that ended without an answer, by message.
    pub(super) errors: Vec<(String, u64)>,
    pub(super) latency: Stats<Nanos>,
    /// Of whole seconds; `None` before the first one is over.
    pub(super) rate: Option<Stats<f64>>,
    pub(super) quantiles: [Nanos; QUANTILES.len()],
    pub(super) clusters: Vec<Cluster>,
}

/// How a block is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Style {
    /// Times in seconds, without a unit.
    pub(super) seconds: bool,
    /// With colours, for a terminal.
    pub(super) colors: bool,
    pub(super) stage: Stage,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// Of so much that was asked for; with bars.
    Running { requests: Option<u64>, duration: Option<Nanos> },
    /// The run is over; with shares, and with the bars of the histogram only if they are to stay.
    Over { bars: bool },
}

impl Block {
    /// Requests per second, those without an answer included.
    pub(super) fn rate_per_s(&self) -> f64 {
        per_second(self.count, self.elapsed)
    }

    /// MiB per second, which plow calls MB/s.
    pub(super) fn reads(&self) -> String {
        format!("{:.3}MB/s", per_second(self.bytes_read, self.elapsed) / 1_048_576.0)
    }

    pub(super) fn writes(&self) -> String {
        format!("{:.3}MB/s", per_second(self.bytes_written, self.elapsed) / 1_048_576.0)
    }

    /// The classes that were seen, as `2xx` and how often.
    pub(super) fn seen_classes(&self) -> Vec<(String, u64)> {
        let named = (1..).zip(self.classes).map(|(class, count)| (format!("{class}xx"), count));
        named.filter(|(_, count)| *count > 0).collect()
    }

    pub(super) fn text(&self, style: Style) -> String {
        let parts = [
            ("Summary:\n", self.summary(style)),
            ("Error:\n", self.error_lines(style)),
            ("", self.statistics(style)),
            ("Latency Percentile:\n", self.percentiles(style)),
        ];
        let parts: Vec<_> = parts.iter().filter(|(_, lines)| !lines.is_empty()).collect();
        let text: Vec<_> = parts.iter().map(|(title, lines)| format!("{title}{lines}\n")).collect();
        text.concat() + "Latency Histogram:\n" + &self.histogram(style)
    }

    fn summary(&self, style: Style) -> String {
        let cells = |name: &str, value: String| vec![name.to_owned(), value];
        let mut time = cells("Elapsed", elapsed(self.elapsed));
        let mut count = cells("Count", self.count.to_string());
        if let Stage::Running { requests, duration } = style.stage {
            time.extend(duration.map(|whole| progress(self.elapsed, whole)));
            count.extend(requests.map(|whole| progress(self.count, whole)));
        }
        let mut rows = vec![time, count];
        for (class, count) in self.seen_classes() {
            let color = style.colors && class != "2xx";
            rows.push(cells(&format!("  {class}"), colored(&count.to_string(), color.then_some(MAGENTA))));
        }
        rows.push(cells("RPS", format!("{:.3}", self.rate_per_s())));
        rows.push(cells("Concurrency", self.connections.to_string()));
        rows.push(cells("Reads", self.reads()));
        rows.push(cells("Writes", self.writes()));
        align(&mut rows, &[Align::Left, Align::Right]);
        lines(&rows, "  ")
    }

    fn error_lines(&self, style: Style) -> String {
        let color = style.colors.then_some(RED);
        let row = |(message, count): &(String, u64)| vec![colored(&count.to_string(), color), format!("\"{message}\"")];
        let mut rows: Vec<_> = self.errors.iter().map(row).collect();
        rows.sort_by(|a, b| a[1].cmp(&b[1]));
        align(&mut rows, &[Align::Left, Align::Left]);
        lines(&rows, "  ")
    }

    fn statistics(&self, style: Style) -> String {
        let row = |name: &str, values: [String; 4]| [&[name.to_owned()], &values[..]].concat();
        let head = ["Min", "Mean", "StdDev", "Max"].map(str::to_owned);
        let times = self.latency.values().map(|time| latency(time, style.seconds));
        let mut rows = vec![row("Statistics", head), row("  Latency", times)];
        rows.extend(self.rate.map(|rate| row("  RPS", rate.values().map(hundredths))));
        align(&mut rows, &[Align::Left, Align::Center, Align::Center, Align::Center, Align::Center]);
        lines(&rows, "")
    }

    fn percentiles(&self, style: Style) -> String {
        let names = QUANTILES.iter().map(|(name, _)| (*name).to_owned()).collect();
        let times = self.quantiles.iter().map(|&time| latency(time, style.seconds)).collect();
        let mut rows = [names, times];
        let mut columns = [Align::Center; QUANTILES.len()];
        columns[0] = Align::Left;
        align(&mut rows, &columns);
        lines(&rows, "  ")
    }

    fn histogram(&self, style: Style) -> String {
        let (all, most) = self.clusters.iter().fold((0, 0), |(all, most), c| (all + c.count, c.count.max(most)));
        let row = |cluster: &Cluster| {
            let mut row = vec![latency(cluster.mean(), style.seconds), cluster.count.to_string()];
            if let Stage::Over { .. } = style.stage {
                row.push(share(cluster.count, all));
            }
            if style.stage != (Stage::Over { bars: false }) {
                row.push(BAR.repeat(cells(cluster.count, most, BAR_CELLS)));
            }
            row
        };
        let mut rows: Vec<_> = self.clusters.iter().map(row).collect();
        let third = if matches!(style.stage, Stage::Over { .. }) { Align::Right } else { Align::Left };
        align(&mut rows, &[Align::Left, Align::Right, third]);
        lines(&rows, "  ")
    }
}

fn per_second(count: u64, elapsed: Nanos) -> f64 {
    if elapsed == 0 { 0.0 } else { count as f64 * 1e9 / elapsed as f64 }
}

/// Cut to two decimals.
pub(super) fn hundredths(value: f64) -> String {
    ((value * 100.0).trunc() / 100.0).to_string()
}

fn share(count: u64, all: u64) -> String {
    format!("{:.2}%", (count as f64 * 1e4 / all as f64 + 0.5).floor() / 100.0)
}

/// How many of `most` cells stand for `part` of `whole`, rounded.
fn cells(part: u64, whole: u64, most: usize) -> usize {
    let whole = u128::from(whole).max(1);
    let cells = (u128::from(part) * most as u128 + whole / 2) / whole;
    usize::try_from(cells).map_or(most, |cells| cells.min(most))
}

fn progress(done: u64, whole: u64) -> String {
    let inner = BAR_CELLS - 2;
    let full = cells(done, whole, inner);
    format!("|{}{}|", BAR.repeat(full), " ".repeat(inner - full))
}

fn colored(text: &str, color: Option<u8>) -> String {
    color.map_or_else(|| text.to_owned(), |color| format!("\x1b[{color}m{text}\x1b[0m"))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn clusters(rows: &[(Nanos, u64)]) -> Vec<Cluster> {
        rows.iter().map(|&(micros, count)| Cluster::new(micros * 1000, count)).collect()
    }

    /// The numbers of `tests/golden/tools/plow-1.4.0-mixed.txt`, as exactly as it prints them.
    pub(in super::super) fn golden() -> Block {
        Block {
            elapsed: 2_000_069_191,
            count: 126_379,
            classes: [0, 113_687, 0, 0, 12_692],
            connections: 20,
            bytes_read: 20_815_000,
            bytes_written: 7_963_600,
            errors: Vec::new(),
            latency: Stats { min: 24_000, mean: 314_900, deviation: 152_000, max: 5_255_999 },
            rate: Some(Stats { min: 0.0, mean: 31_240.571, deviation: 44_180.849, max: 62_481.142 }),
            quantiles: [262_000, 377_000, 491_000, 601_000, 809_000, 1_564_000, 2_508_000],
            clusters: clusters(&[
                (286, 111_518),
                (456, 10_734),
                (614, 2_997),
                (847, 883),
                (1_196, 168),
                (1_615, 57),
                (2_071, 17),
                (3_638, 5),
            ]),
        }
    }

    /// Those of `plow-1.4.0-refused.txt`, with another message.
    pub(in super::super) fn refused() -> Block {
        Block {
            elapsed: 531_924,
            count: 10,
            connections: 2,
            errors: vec![("no \"connection\"".to_owned(), 10)],
            latency: Stats { min: 20_000, mean: 76_000, deviation: 76_000, max: 236_000 },
            quantiles: [32_000, 81_000, 189_000, 236_000, 236_000, 236_000, 236_000],
            clusters: clusters(&[(75, 9), (80, 1)]),
            ..Block::default()
        }
    }

    const LAST: Style = Style { seconds: false, colors: false, stage: Stage::Over { bars: false } };

    fn file(name: &str) -> String {
        let path = format!("{}/../../tests/golden/tools/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    #[test]
    fn the_numbers_of_a_real_output_come_out_as_that_output() {
        assert_eq!(golden().text(LAST), file("plow-1.4.0-mixed.txt"));
        let refusal = "error when dialing 127.0.0.1:1: dial tcp 127.0.0.1:1: connect: connection refused";
        let expected = file("plow-1.4.0-refused.txt").replace(refusal, "no \"connection\"");
        assert_eq!(refused().text(LAST), expected);
    }

    #[test]
    fn a_running_block_has_bars_and_no_shares() {
        let stage = Stage::Running { requests: Some(1_000_000), duration: Some(4_000_138_000) };
        let style = Style { stage, ..LAST };
        let text = golden().text(style);
        let half = format!("|{}{}|", "■".repeat(19), " ".repeat(19));
        let eighth = format!("|{}{}|", "■".repeat(5), " ".repeat(33));
        assert!(
            text.starts_with(&format!(
                "Summary:\n  Elapsed             2s  {half}\n  Count           126379  {eighth}\n"
            ))
        );
        let bars = format!("  286µs    111518  {}\n  456µs     10734  ■■■■\n", "■".repeat(40));
        assert!(text.contains(&bars) && text.ends_with("  3.638ms       5  \n"), "{text}");
    }

    #[test]
    fn bars_stay_in_the_last_block_where_they_are_wanted() {
        let text = golden().text(Style { stage: Stage::Over { bars: true }, ..LAST });
        assert!(text.contains("  456µs     10734   8.49%  ■■■■\n"), "{text}");
    }

    #[test]
    fn seconds_have_no_unit_and_colours_take_no_room() {
        let text = golden().text(Style { seconds: true, colors: true, ..LAST });
        assert!(text.contains("  Latency   0.000024  0.000314  0.000152  0.005255\n"), "{text}");
        assert!(text.contains("    5xx            \x1b[35m12692\x1b[0m\n"), "{text}");
        assert!(refused().text(Style { colors: true, ..LAST }).contains("  \x1b[31m10\x1b[0m  \"no"));
    }

    #[test]
    fn without_anything_nothing_is_divided_by_nothing() {
        let text = Block::default().text(LAST);
        assert!(text.contains("  RPS              0.000\n") && text.ends_with("Latency Histogram:\n"), "{text}");
    }
}
