//! A run as people read it.

use std::fmt::{self, Display, Formatter};

use super::document::Document;
use crate::recorder::Latency;

/// Shows a [`Document`].
pub(crate) struct Summary<'a>(pub(crate) &'a Document);

impl Display for Summary<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Document { asked, numbers, .. } = self.0;
        let kind = if asked.keepalive { "kept alive" } else { "one request per connection" };
        writeln!(f, "{} {}", asked.method, asked.url)?;
        writeln!(f, "{} connections ({kind}), {} thread(s), closed loop", asked.connections, asked.threads)?;
        if self.0.interrupted {
            writeln!(f, "interrupted: this is the part that was run")?;
        }
        writeln!(f)?;
        let throughput = numbers
            .throughput_per_s
            .map_or_else(|| "none".to_owned(), |rate| format!("{rate:.1} right answers per second"));
        writeln!(f, "throughput    {throughput}  ({} in {:.3} s)", numbers.completed, numbers.elapsed_s)?;
        writeln!(f, "requests      {}", numbers.requests)?;
        for (name, count) in numbers.outcomes.named() {
            if count > 0 || name == "ok" {
                writeln!(f, "  {name:<12}{count}")?;
            }
        }
        writeln!(f, "received      {}", bytes(numbers.bytes_received))?;
        writeln!(f, "reconnects    {}", numbers.reconnects)?;
        writeln!(f, "body check    {}", asked.body_check)?;
        match (numbers.cpu, self.0.cpu_us_per_response) {
            (Some(cpu), Some(each)) => writeln!(
                f,
                "fairload CPU  {each:.2} us per answer  ({:.2} s user, {:.2} s system, {:.2} s of it idle)",
                cpu.user_s, cpu.system_s, cpu.idle_s
            )?,
            _ => writeln!(f, "fairload CPU  unknown per answer")?,
        }
        writeln!(f)?;
        let from = if asked.keepalive { "sending the request" } else { "connect(2)" };
        match &numbers.latency_us {
            Some(latency) => table(f, latency, from)?,
            None => writeln!(f, "latency of right answers: there was none")?,
        }
        if let Some(failure) = &numbers.first_failure {
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
