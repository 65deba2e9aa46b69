//! Other generators' command lines and outputs, on fairload's measurement: `fairload ab ...`, or `ab ...` through a
//! symbolic link of that name. Scripts and parsers written for the tool keep working; docs/dialects.md lists, option by
//! option and field by field, what differs and why.
//!
//! How a dialect is made: `options` reads the tool's words (with `lexopt`, which knows getopt's ways) and refuses what
//! cannot be honoured; [`wire::RawRequest`] writes the request as the tool sends it; [`TargetSpec::raw`] with a
//! [`fairload::detail::recording::Wanted`] and a `LapSpec` say what to do, [`offer`] does it on the engine that [`engine::choose`] names; `layout` prints the report
//! and its detail as the tool would. Nothing here measures.
//!
//! [`TargetSpec::raw`]: fairload::target::TargetSpec::raw

mod ab;
mod engine;
mod plow;
mod sheet;
mod statistics;
mod webbench;
mod wire;
mod wrk;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use fairload::engine::{Kind, Waiting};
use fairload::lap::report::Report;
use fairload::os;
use fairload::spec::{LapSpec, SpecError};
use fairload::target::TargetSpec;
use fairload::url::Url;
use fairload::worker::Crew;

/// How long answers may still take when the time has run out. The tools would not wait at all, and so leave out the
/// slowest.
const LONGEST_DRAIN: Duration = Duration::from_secs(5);
/// A wish that cannot be granted: the exit code of all of fairload.
const REFUSED: u8 = 2;

/// Why a dialect has nothing to report.
#[derive(Debug)]
enum Failure {
    /// The tool can do it, fairload cannot.
    Refused(SpecError),
    /// The tool itself would say this and leave: its words (with their line ends), to standard output and standard
    /// error, and its exit code.
    Exit {
        stdout: String,
        stderr: String,
        code: u8,
    },
    /// Words that are no options, or options without their values. A tool may have words of its own for that.
    Words(lexopt::Error),
    Io(io::Error),
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Self {
        Self::Refused(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<lexopt::Error> for Failure {
    fn from(error: lexopt::Error) -> Self {
        Self::Words(error)
    }
}

/// What a dialect does with its words (without the program's name); the exit code.
type Speaker = fn(Vec<OsString>) -> Result<u8, Failure>;

/// Names of dialects and their functions.
const DIALECTS: &[(&str, Speaker)] =
    &[("ab", ab::run), ("plow", plow::run), ("webbench", webbench::run), ("wrk", wrk::run)];

/// The dialect that the program is called as, or that its first word names; and the words after that.
fn spoken(words: &[OsString]) -> Option<(&'static str, Speaker, &[OsString])> {
    let named = |word: Option<&OsString>| {
        let name = Path::new(word?).file_name()?;
        DIALECTS.iter().find(|(dialect, _)| name == *dialect)
    };
    let first = words.get(1).filter(|word| !word.to_string_lossy().contains('/'));
    match (named(words.first()), named(first)) {
        (Some(&(name, speaker)), _) => Some((name, speaker, &words[1..])),
        (None, Some(&(name, speaker))) => Some((name, speaker, &words[2..])),
        (None, None) => None,
    }
}

/// Speaks the dialect that `words` (the program's name first) ask for; `None` if they ask for none.
#[must_use]
pub fn speak(words: &[OsString]) -> Option<ExitCode> {
    let (name, speaker, rest) = spoken(words)?;
    let code = match speaker(rest.to_vec()) {
        Ok(code) => code,
        Err(failure) => explain(name, failure),
    };
    Some(ExitCode::from(code))
}

/// The exit code. Closed output cannot be written to; the exit code still says so.
fn explain(name: &str, failure: Failure) -> u8 {
    let mut stderr = io::stderr();
    match failure {
        Failure::Refused(error) => {
            let _ = writeln!(stderr, "fairload {name}: {error}");
            REFUSED
        }
        Failure::Exit { stdout, stderr: text, code } => {
            let _ = io::stdout().write_all(stdout.as_bytes());
            let _ = stderr.write_all(text.as_bytes());
            code
        }
        Failure::Words(error) => {
            let _ = writeln!(stderr, "fairload {name}: command line: {error}; see --help");
            REFUSED
        }
        Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            let _ =
                writeln!(stderr, "fairload {name}: standard output was closed before all was written; keep it open");
            REFUSED
        }
        Failure::Io(error) => {
            let _ = writeln!(stderr, "fairload {name}: the operating system refused: {error}; look at its limits");
            REFUSED
        }
    }
}

/// Refuses an option of the tool that fairload does not support. `option` as written, such as `-Z`.
fn refuse<T>(option: &str, why: &str, remedy: &str) -> Result<T, Failure> {
    Err(SpecError::new(option, why, remedy).into())
}

/// Refuses the first of the options that is given, unless there is TLS for it.
fn only_with_tls(options: &[(&str, bool)], url: &Url) -> Result<(), Failure> {
    match options.iter().find(|(_, given)| *given && !url.https) {
        None => Ok(()),
        Some((option, _)) => refuse(option, "it applies only to https", "write the URL as https://, or leave it out"),
    }
}

/// Host and port of a URL as they are written there: what most tools send as `Host`.
fn host(url: &str) -> &str {
    let after_scheme = url.split_once("://").map_or("", |(_, rest)| rest);
    after_scheme.split(['/', '?', '#']).next().unwrap_or_default()
}

/// Offers the load and waits for its end, or an interrupt.
///
/// # Errors
/// A thread cannot be started, the engine fails, or no descriptor is left. What the target does is in the report.
fn offer(target: TargetSpec, lap: &LapSpec, threads: usize, engine: Kind) -> io::Result<Report> {
    const NAME: &str = "target";
    os::raise_descriptor_limit();
    os::stop_on_interrupt()?;
    let crew = Crew::new(threads, engine, Waiting::Sleep)?;
    crew.open(NAME, target)?;
    let report = crew.lap(NAME, lap)?;
    crew.dismiss();
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(words: &[&str]) -> Option<(&'static str, usize)> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        spoken(&words).map(|(name, _, rest)| (name, rest.len()))
    }

    #[test]
    fn a_dialect_is_asked_for_by_the_programs_name_or_the_first_word() {
        assert_eq!(name(&["fairload", "ab", "-h"]), Some(("ab", 1)));
        assert_eq!(name(&["/usr/local/bin/ab", "ab", "-h"]), Some(("ab", 2)));
        assert_eq!(name(&["/usr/bin/fairload", "http://ab/"]), None);
        assert_eq!(name(&["fairload", "-c", "ab"]), None);
        assert_eq!(name(&["fairload", "./ab"]), None);
        assert_eq!(name(&["fairload"]), None);
        assert_eq!(name(&[]), None);
    }
}
