//! A run as people read it.

use std::fmt::{self, Display, Formatter};

use super::document::Document;
use crate::recorder::Latency;

/// Shows a [`Document`].
pub(crate) struct Summary<'a>(pub(crate) &'a Document);

impl Display for Summary<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let run = self.0;
        let kind = if run.keepalive { "kept alive" } else { "one request per connection" };
        writeln!(f, "{} {}", run.method, run.url)?;
        writeln!(f, "{} connections ({kind}), {} thread(s), closed loop", run.connections, run.threads)?;
        if run.interrupted {
            writeln!(f, "interrupted: this is the part that was run")?;
        }
        writeln!(f)?;
        let throughput = run
            .throughput_per_s
            .map_or_else(|| "none".to_owned(), |rate| format!("{rate:.1} right answers per second"));
        writeln!(f, "throughput    {throughput}  ({} in {:.3} s)", run.completed, run.elapsed_s)?;
        writeln!(f, "requests      {}", run.requests)?;
        for (name, count) in run.outcomes.named() {
            if count > 0 || name == "ok" {
                writeln!(f, "  {name:<12}{count}")?;
            }
        }
        writeln!(f, "received      {}", bytes(run.bytes_received))?;
        writeln!(f, "reconnects    {}", run.reconnects)?;
        writeln!(f, "body check    {}", run.body_check)?;
        match (run.cpu, run.cpu_us_per_response) {
            (Some(cpu), Some(each)) => writeln!(
                f,
                "fairload CPU  {each:.2} us per answer  ({:.2} s user, {:.2} s system)",
                cpu.user_s, cpu.system_s
            )?,
            _ => writeln!(f, "fairload CPU  unknown per answer")?,
        }
        writeln!(f)?;
        let from = if run.keepalive { "sending the request" } else { "connect(2)" };
        match &run.latency_us {
            Some(latency) => table(f, latency, from)?,
            None => writeln!(f, "latency of right answers: there was none")?,
        }
        if let Some(failure) = &run.first_failure {
            let kind = serde_json::to_value(failure.outcome).unwrap_or_default();
            writeln!(f, "\nfirst failure ({})", kind.as_str().unwrap_or_default())?;
            writeln!(f, "  expected    {}", failure.expected)?;
            writeln!(f, "  got         {}", failure.got)?;
        }
        Ok(())
    }
}

fn table(f: &mut Formatter<'_>, latency: &Latency, from: &str) -> fmt::Result {
    writeln!(f, "latency of right answers, from {from} to the last byte")?;
    let rows = [
        ("min", latency.min),
        ("mean", latency.mean),
        ("50 %", latency.p50),
        ("75 %", latency.p75),
        ("90 %", latency.p90),
        ("95 %", latency.p95),
        ("99 %", latency.p99),
        ("99.9 %", latency.p999),
        ("99.99 %", latency.p9999),
        ("max", latency.max),
    ];
    rows.iter().try_for_each(|(name, micros)| writeln!(f, "  {name:<12}{:>12.3} ms", micros / 1e3))
}

#[allow(clippy::cast_precision_loss)] // three digits are shown
fn bytes(count: u64) -> String {
    let (mut value, mut unit) = (count as f64, "B");
    for next in ["kB", "MB", "GB", "TB"] {
        if value < 1000.0 {
            break;
        }
        value /= 1000.0;
        unit = next;
    }
    format!("{value:.3} {unit} ({count} bytes)")
}
