//! Parts of the summary that only some runs have.

use std::fmt::{self, Formatter};

use super::document::Document;
use super::parts::{Connects, RequestNumbers};
use crate::output::open_loop::OpenLoop;
use crate::recorder::Latency;
use crate::spec::Arrivals;

/// How the load was offered, in one line.
pub(super) fn offering(f: &mut Formatter<'_>, document: &Document) -> fmt::Result {
    let asked = &document.asked;
    let kind = match (asked.keepalive, asked.requests_per_connection) {
        (true, None) => "kept alive".to_owned(),
        (true, Some(number)) => format!("{number} request(s) per connection"),
        (false, _) => "one request per connection".to_owned(),
    };
    write!(f, "{} connections ({kind}), {} thread(s), ", asked.connections, asked.threads)?;
    if let Some(streams) = asked.streams {
        write!(f, "HTTP/2 with {streams} stream(s) on each, ")?;
    }
    if let Some(messages) = asked.websocket {
        write!(f, "WebSocket with messages of {messages}, ")?;
    }
    match (&document.open_loop, asked.pipeline) {
        (Some(OpenLoop { rate_per_s, arrivals, seed, .. }), depth) => {
            let arrivals = match arrivals {
                Arrivals::Poisson => format!("Poisson arrivals, seed {seed}"),
                Arrivals::Constant => "constant arrivals".to_owned(),
            };
            let pipelined = if depth > 1 { format!(", up to {depth} pipelined on each") } else { String::new() };
            writeln!(f, "open loop at {rate_per_s} requests per second ({arrivals}){pipelined}")
        }
        (None, 1) => writeln!(f, "closed loop"),
        (None, depth) => writeln!(f, "closed loop, {depth} requests pipelined on each"),
    }
}

/// What became of the schedule.
pub(super) fn schedule(f: &mut Formatter<'_>, open: &OpenLoop) -> fmt::Result {
    let share =
        open.achieved_share.map_or_else(|| "nothing was due".to_owned(), |share| format!("{:.3} %", share * 100.0));
    writeln!(f, "achieved      {share} of what was offered  ({} due, {} sent)", open.due, open.sent)?;
    if open.unsent > 0 {
        let waited = open.unsent - open.dropped;
        writeln!(
            f,
            "  unsent      {}  ({waited} still waited for a connection at the end, {} found the backlog full)",
            open.unsent, open.dropped
        )?;
    }
    writeln!(f, "backlog       {} at most", open.backlog_max)
}

pub(super) fn connects(f: &mut Formatter<'_>, connects: &Connects) -> fmt::Result {
    let Some(times) = &connects.connect_us else { return Ok(()) };
    let rate = connects.connects_per_s.map_or_else(String::new, |rate| format!(", {rate:.1} per second"));
    writeln!(
        f,
        "connects      {}{rate}  (50 % within {:.3} ms, 99 % within {:.3} ms, all within {:.3} ms)",
        connects.connects,
        times.p50 / 1e3,
        times.p99 / 1e3,
        times.max / 1e3
    )?;
    connects.connect_note.iter().try_for_each(|note| writeln!(f, "  {note}"))
}

/// Times side by side, one column each; `None` where there were none.
pub(super) fn tables(f: &mut Formatter<'_>, columns: &[(&str, Option<Latency>)]) -> fmt::Result {
    type Get = fn(&Latency) -> f64;
    let rows: [(&str, Get); 10] = [
        ("min", |l| l.min),
        ("mean", |l| l.mean),
        ("50 %", |l| l.p50),
        ("75 %", |l| l.p75),
        ("90 %", |l| l.p90),
        ("95 %", |l| l.p95),
        ("99 %", |l| l.p99),
        ("99.9 %", |l| l.p999),
        ("99.99 %", |l| l.p9999),
        ("max", |l| l.max),
    ];
    if columns.len() > 1 {
        write!(f, "  {:<12}", "")?;
        columns.iter().try_for_each(|(name, _)| write!(f, "{name:>15}"))?;
        writeln!(f)?;
    }
    for (name, get) in rows {
        write!(f, "  {name:<12}")?;
        for (_, latency) in columns {
            let width = if columns.len() > 1 { 15 } else { 12 };
            match latency {
                Some(latency) if columns.len() > 1 => write!(f, "{:>12.3} ms", get(latency) / 1e3)?,
                Some(latency) => write!(f, "{:>width$.3} ms", get(latency) / 1e3)?,
                None => write!(f, "{:>width$}", "-")?,
            }
        }
        writeln!(f)?;
    }
    Ok(())
}

/// The times of an open loop.
pub(super) fn response_times(f: &mut Formatter<'_>, open: &OpenLoop, service: Option<Latency>) -> fmt::Result {
    writeln!(f, "times: response from due to the last byte, service from sent to the last byte (of right answers);")?;
    writeln!(f, "       late from due to sent: blocked without a free connection, own by fairload itself")?;
    let columns = [
        ("response", open.response_us),
        ("service", service),
        ("late, blocked", open.blocked_us),
        ("late, own", open.own_us),
    ];
    tables(f, &columns)
}

pub(super) fn mix(f: &mut Formatter<'_>, requests: &[RequestNumbers]) -> fmt::Result {
    let width = requests.iter().map(|request| request.name.chars().count()).max().unwrap_or(0).clamp(7, 40);
    writeln!(
        f,
        "\n{:<width$} {:>7} {:>10} {:>10} {:>12} {:>12} {:>12}",
        "request", "weight", "requests", "ok", "50 %", "99 %", "max"
    )?;
    for request in requests {
        let times = request.latency_us.map_or_else(
            || format!("{:>12} {:>12} {:>12}", "-", "-", "-"),
            |l| format!("{:>9.3} ms {:>9.3} ms {:>9.3} ms", l.p50 / 1e3, l.p99 / 1e3, l.max / 1e3),
        );
        writeln!(
            f,
            "{:<width$} {:>7} {:>10} {:>10} {times}",
            request.name, request.weight, request.requests, request.ok
        )?;
        for (name, count) in request.outcomes.named().into_iter().filter(|&(name, count)| name != "ok" && count > 0) {
            writeln!(f, "  {name:<12}{count}")?;
        }
    }
    Ok(())
}
