//! The self-check for people.

use std::fmt::{self, Display, Formatter};

use crate::self_check::{SelfCheck, Signals};

/// Shows a [`SelfCheck`]: the verdict and its reasons.
pub(super) struct Checked<'a>(pub(super) &'a SelfCheck);

impl Display for Checked<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let SelfCheck { verdict, signals } = self.0;
        writeln!(f, "{}", verdict.line())?;
        for why in &verdict.invalid_because {
            writeln!(f, "invalid, because {why}")?;
        }
        for note in &verdict.notes {
            writeln!(f, "note: {note}")?;
        }
        own(f, signals)?;
        server(f, signals)?;
        machine(f, signals)
    }
}

/// `unknown` where there is no number.
fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "unknown".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

fn own(f: &mut Formatter<'_>, signals: &Signals) -> fmt::Result {
    for (number, thread) in signals.threads.iter().enumerate() {
        let switches =
            thread.involuntary_switches_per_s.map_or_else(|| "unknown".to_owned(), |rate| format!("{rate:.1}/s"));
        writeln!(
            f,
            "  thread {number:<5}busy {}, waiting for a processor {}, put aside {switches}, longest turn {:.1} ms",
            percent(thread.busy_share),
            percent(thread.run_delay_share),
            thread.longest_turn_ms
        )?;
    }
    if let (Some(events), Some(turnaround)) = (signals.events_per_wait, signals.turnaround_mean_us) {
        let (mean, p99) = (events.mean, events.p99);
        writeln!(f, "  events      {mean:.1} per wait (99 %: {p99}), each {turnaround:.1} us in our queue on average")?;
    }
    if let Some(open) = signals.open_loop {
        let (late, achieved) = (open.own_p99_us, percent(Some(open.achieved_share)));
        writeln!(f, "  open loop   99 % sent no more than {late:.1} us late by us, {achieved} answered right")?;
    }
    match &signals.ceiling {
        Some(ceiling) => {
            let (share, most) = (percent(Some(ceiling.share)), &ceiling.most);
            let (engine, connections, rate) = (&most.engine, most.connections, most.requests_per_s);
            writeln!(f, "  ceiling     {share} of {rate:.0} requests/s ({engine}, calibrated with -c {connections})")
        }
        None => writeln!(f, "  ceiling     unknown (see fairload calibrate)"),
    }
}

fn server(f: &mut Formatter<'_>, signals: &Signals) -> fmt::Result {
    let server = &signals.server;
    match (&server.unknown_because, server.processors_used, server.busiest_thread_share) {
        (None, Some(used), Some(busiest)) => {
            let allowed = server.processors_allowed.map_or_else(|| "unknown".to_owned(), |count| count.to_string());
            let (busiest, idle) = (percent(Some(busiest)), percent(server.processors_idle_share));
            writeln!(
                f,
                "  server      used {used:.2} processors (busiest thread {busiest}) of {allowed}, idle for {idle}"
            )
        }
        (why, ..) => writeln!(f, "  server      unknown: {}", why.as_deref().unwrap_or("its time is not known")),
    }
}

fn machine(f: &mut Formatter<'_>, signals: &Signals) -> fmt::Result {
    writeln!(f, "  steal       {}", percent(signals.steal.map(|steal| steal.share)))?;
    match signals.littles_law {
        Some(law) => writeln!(f, "  Little      {:.4} (1 within {:.1} %)", law.ratio, law.tolerance * 100.0),
        None => writeln!(f, "  Little      does not apply here"),
    }
}
