//! The same block as plow's JSON: its own order, and times as strings.

use std::fmt::Display;

use super::block::{Block, QUANTILES, Stats, hundredths};
use super::duration::{elapsed, latency};

/// One object, as `--json` prints it.
pub(super) fn text(block: &Block, seconds: bool) -> String {
    let mut parts = vec![summary(block)];
    if !block.errors.is_empty() {
        parts.push(object("  ", "Error", &errors(block)));
    }
    parts.push(object("  ", "Statistics", &statistics(block, seconds)));
    let quantiles = QUANTILES.iter().zip(block.quantiles);
    let quantiles: Vec<_> =
        quantiles.map(|((name, _), time)| format!("    \"{name}\": \"{}\"", latency(time, seconds))).collect();
    parts.push(object("  ", "Percentiles", &quantiles));
    let rows = block.clusters.iter().map(|c| format!("    [ \"{}\", {} ]", latency(c.mean(), seconds), c.count));
    parts.push(format!("  \"Histograms\": [\n{}  ]", in_lines(&rows.collect::<Vec<_>>())));
    format!("{{\n{}\n}}\n", parts.join(",\n"))
}

fn summary(block: &Block) -> String {
    let member = |name: &str, value: &dyn Display| format!("    \"{name}\": {value}");
    let quoted = |text: String| format!("\"{text}\"");
    let classes = block.seen_classes();
    let classes: Vec<_> = classes.iter().map(|(class, count)| format!("      \"{class}\": {count}")).collect();
    let members = [
        member("Elapsed", &quoted(elapsed(block.elapsed))),
        member("Count", &block.count),
        object("    ", "Counts", &classes),
        member("RPS", &format!("{:.3}", block.rate_per_s())),
        member("Concurrency", &block.connections),
        member("Reads", &quoted(block.reads())),
        member("Writes", &quoted(block.writes())),
    ];
    object("  ", "Summary", &members)
}

fn errors(block: &Block) -> Vec<String> {
    let mut errors: Vec<_> = block.errors.iter().collect();
    errors.sort();
    errors.iter().map(|(message, count)| format!("    {}: {count}", serde_json::json!(message))).collect()
}

fn statistics(block: &Block, seconds: bool) -> Vec<String> {
    let row = |name: &str, values: Stats<String>| {
        let Stats { min, mean, deviation, max } = values;
        format!("    \"{name}\": {{ \"Min\": {min}, \"Mean\": {mean}, \"StdDev\": {deviation}, \"Max\": {max} }}")
    };
    let mut rows = vec![row("Latency", block.latency.map(|time| format!("\"{}\"", latency(time, seconds))))];
    rows.extend(block.rate.map(|rate| row("RPS", rate.map(hundredths))));
    rows
}

/// A member that is an object.
fn object(indent: &str, name: &str, members: &[String]) -> String {
    format!("{indent}\"{name}\": {{\n{}{indent}}}", in_lines(members))
}

/// Each on a line of its own; none at all leave no empty line.
fn in_lines(members: &[String]) -> String {
    if members.is_empty() { String::new() } else { members.join(",\n") + "\n" }
}

#[cfg(test)]
mod tests {
    use super::super::block::tests::{golden, refused};
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn the_numbers_of_a_real_output_come_out_as_that_output() {
        let expected = "{
  \"Summary\": {
    \"Elapsed\": \"2s\",
    \"Count\": 126379,
    \"Counts\": {
      \"2xx\": 113687,
      \"5xx\": 12692
    },
    \"RPS\": 63187.314,
    \"Concurrency\": 20,
    \"Reads\": \"9.925MB/s\",
    \"Writes\": \"3.797MB/s\"
  },
  \"Statistics\": {
    \"Latency\": { \"Min\": \"24µs\", \"Mean\": \"314µs\", \"StdDev\": \"152µs\", \"Max\": \"5.255ms\" },
    \"RPS\": { \"Min\": 0, \"Mean\": 31240.57, \"StdDev\": 44180.84, \"Max\": 62481.14 }
  },
  \"Percentiles\": {
    \"P50\": \"262µs\",
    \"P75\": \"377µs\",
    \"P90\": \"491µs\",
    \"P95\": \"601µs\",
    \"P99\": \"809µs\",
    \"P99.9\": \"1.564ms\",
    \"P99.99\": \"2.508ms\"
  },
  \"Histograms\": [
    [ \"286µs\", 111518 ],
    [ \"456µs\", 10734 ],
    [ \"614µs\", 2997 ],
    [ \"847µs\", 883 ],
    [ \"1.196ms\", 168 ],
    [ \"1.615ms\", 57 ],
    [ \"2.071ms\", 17 ],
    [ \"3.638ms\", 5 ]
  ]
}
";
        assert_eq!(text(&golden(), false), expected);
    }

    #[test]
    fn whatever_is_missing_it_is_json() {
        let value: Value = serde_json::from_str(&text(&Block::default(), false)).expect("JSON");
        assert_eq!((&value["Summary"]["Counts"], &value["Histograms"]), (&json!({}), &json!([])));
        assert_eq!((value.get("Error"), value["Statistics"].get("RPS")), (None, None));
        let value: Value = serde_json::from_str(&text(&refused(), true)).expect("JSON");
        assert_eq!(value["Error"], json!({"no \"connection\"": 10}));
        assert_eq!(value["Percentiles"]["P99.99"], "0.000236");
    }
}
