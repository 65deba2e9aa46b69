//! webbench's text, its spelling included.

use std::fmt::{self, Display, Formatter};

use super::options::Options;

/// On standard error, before anything else.
pub(super) const BANNER: &str = "\
Webbench - Simple Web Benchmark 1.5
Copyright (c) Radim Kolar 1997-2004, GPL Open Source Software.
";

/// What is printed before the run: once, however many clients there are.
pub(super) struct Info<'a> {
    pub(super) options: &'a Options,
    pub(super) request: &'a str,
}

impl Display for Info<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { options, request } = self;
        write!(f, "\nRequest:\n{request}\nRuning info: ")?;
        match options.clients {
            1 => write!(f, "1 client")?,
            clients => write!(f, "{clients} clients")?,
        }
        write!(f, ", running {} sec", options.time.as_secs())?;
        if let Some((host, port)) = &options.proxy {
            write!(f, ", via proxy server {host}:{port}")?;
        }
        if options.reload {
            write!(f, ", forcing reload")?;
        }
        writeln!(f, ".")
    }
}

/// What is printed after the run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Result {
    /// Answers with a status below 400.
    pub(super) succeeded: u64,
    /// Other answers, and requests without a complete one.
    pub(super) failed: u64,
    pub(super) bytes: u64,
    pub(super) elapsed_s: f64,
}

impl Display for Result {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { succeeded, failed, bytes, elapsed_s } = *self;
        let pages_per_min = per_s(succeeded + failed, elapsed_s) * 60.0;
        let bytes_per_s = per_s(bytes, elapsed_s);
        writeln!(f, "\nSpeed={:.0} pages/min, {:.0} bytes/sec.", pages_per_min.trunc(), bytes_per_s.trunc())?;
        writeln!(f, "Requests: {succeeded} susceed, {failed} failed.")
    }
}

/// 0 in no time.
fn per_s(count: u64, elapsed_s: f64) -> f64 {
    if elapsed_s > 0.0 { count as f64 / elapsed_s } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_do_not_wrap_and_pages_hold_failures() {
        let result = Result { succeeded: 100, failed: 20, bytes: 30_000_000_001, elapsed_s: 2.0 };
        let text = "\nSpeed=3600 pages/min, 15000000000 bytes/sec.\nRequests: 100 susceed, 20 failed.\n";
        assert_eq!(result.to_string(), text);
        let nothing = Result { succeeded: 0, failed: 0, bytes: 0, elapsed_s: 0.0 };
        assert!(nothing.to_string().contains("Speed=0 pages/min, 0 bytes/sec."));
    }
}
