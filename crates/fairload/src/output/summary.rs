//! A run for people.

use std::fmt::{self, Display, Formatter};

use super::document::Document;
use super::sections;
use super::self_check::Checked;

/// Shows a [`Document`].
pub(crate) struct Summary<'a>(pub(crate) &'a Document);

impl Display for Summary<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Document { asked, numbers, .. } = self.0;
        match (&asked.method, &asked.requests_file) {
            (Some(method), _) => writeln!(f, "{method} {}", asked.url)?,
            (None, file) => writeln!(f, "{}, requests of {}", asked.url, file.as_deref().unwrap_or_default())?,
        }
        sections::offering(f, self.0)?;
        match &asked.engine_because {
            Some(because) => writeln!(f, "engine {}, chosen: {because}", asked.engine)?,
            None => writeln!(f, "engine {}", asked.engine)?,
        }
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
        if let Some(open) = &self.0.open_loop {
            sections::schedule(f, open)?;
        }
        writeln!(f, "received      {}", bytes(numbers.bytes_received))?;
        writeln!(f, "reconnects    {}", numbers.reconnects)?;
        if let Some(refused) = self.0.sent_again.filter(|&refused| refused > 0) {
            writeln!(f, "sent again    {refused}  (refused by the server before it looked at them)")?;
        }
        sections::connects(f, &self.0.connects)?;
        writeln!(f, "body check    {}", asked.body_check)?;
        writeln!(f, "connect from  {}", asked.source)?;
        if let Some(tls) = &self.0.tls {
            writeln!(f, "TLS           {tls}")?;
        }
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
        match (&self.0.open_loop, numbers.latency_us) {
            (Some(open), service) => sections::response_times(f, open, service)?,
            (None, Some(latency)) => {
                writeln!(f, "latency of right answers, from {from} to the last byte")?;
                sections::tables(f, &[("latency", Some(latency))])?;
            }
            (None, None) => writeln!(f, "latency of right answers: there was none")?,
        }
        if let Some(requests) = &self.0.request_mix {
            sections::mix(f, requests)?;
        }
        if let Some(failure) = &numbers.first_failure {
            let kind = serde_json::to_value(failure.outcome).unwrap_or_default();
            writeln!(f, "\nfirst failure ({})", kind.as_str().unwrap_or_default())?;
            writeln!(f, "  expected    {}", failure.expected)?;
            writeln!(f, "  got         {}", failure.got)?;
        }
        write!(f, "\n{}", Checked(&self.0.self_check))
    }
}

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
