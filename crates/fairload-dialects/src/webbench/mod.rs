//! `webbench` 1.5: a connection for each request, for a time.

mod layout;
mod options;
mod request;

use std::ffi::OsString;
use std::io::{self, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::atomic::Ordering;
use std::time::Duration;

use self::layout::{BANNER, Info, Result as Speed};
use self::options::Asked;
use super::{Failure, LONGEST_DRAIN, engine, offer};
use fairload::detail::recording::Wanted;
use fairload::lap::report::Report;
use fairload::os::STOP;
use fairload::spec::{Extent, LapSpec};
use fairload::target::TargetSpec;

/// webbench's exit code if the server does not answer.
const NO_ANSWER: u8 = 1;
const INTERRUPTED: u8 = 130;

pub(super) fn run(words: Vec<OsString>) -> Result<u8, Failure> {
    let options = match options::parse(words)? {
        Asked::Run(options) => options,
        Asked::Version => {
            writeln!(io::stdout(), "1.5")?;
            return Ok(0);
        }
    };
    // If standard error is closed, the message is not wanted.
    let _ = write!(io::stderr(), "{BANNER}");
    let (raw, authority) = request::raw(&options)?;
    let wire = raw.bytes()?;
    let lap = LapSpec::new(options.clients, Extent::Time { length: options.time, skip: Duration::ZERO }, None)?;
    let to_head = options.method == "HEAD";
    // webbench has no time-out but its end.
    let wanted = Wanted { drain: Some(LONGEST_DRAIN), ..Wanted::default() };
    let mut target = TargetSpec::raw(&authority, &wire, to_head, false, options.time, wanted)?;
    target.prefer_served(&authority);
    let engine = engine::choose(1, &target, &lap)?;
    let mut out = io::stdout().lock();
    write!(out, "{}", Info { options: &options, request: &String::from_utf8_lossy(&wire) })?;
    out.flush()?;
    if !is_served(&authority, options.time) {
        let stderr = "\nConnect to server failed. Aborting benchmark.\n".to_owned();
        return Err(Failure::Exit { stdout: String::new(), stderr, code: NO_ANSWER });
    }
    let speed = speed(&offer(target, &lap, 1, engine)?);
    write!(out, "{speed}")?;
    out.flush()?;
    Ok(if STOP.load(Ordering::Relaxed) { INTERRUPTED } else { 0 })
}

fn speed(report: &Report) -> Speed {
    let detail = report.detail.as_deref().cloned().unwrap_or_default();
    let [_, ok, redirects, client_errors, server_errors] = detail.by_class;
    Speed {
        succeeded: ok + redirects,
        failed: client_errors + server_errors + detail.error_count(),
        bytes: detail.wire_bytes,
        elapsed_s: report.elapsed_s(),
    }
}

/// Whether a server listens there: webbench checks before it begins.
fn is_served(authority: &str, timeout: Duration) -> bool {
    let addresses = authority.to_socket_addrs().into_iter().flatten();
    addresses.into_iter().any(|address| TcpStream::connect_timeout(&address, timeout).is_ok())
}
