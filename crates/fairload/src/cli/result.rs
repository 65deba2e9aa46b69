//! What a run reports, and how strictly: options of every command that offers load by itself.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::lap::report::Report;
use crate::output::percentiles;
use crate::spec::SpecError;

#[derive(Debug, Args)]
pub(super) struct ResultArguments {
    /// Exit with code 3 if the generator was the bottleneck, or if the machine or the generator made the numbers wrong
    /// (see docs/self-check.md).
    #[arg(long)]
    strict: bool,
    /// Write histograms, one line per second: an `HdrHistogram` interval log (V2, nanoseconds) with the tags `service`
    /// (from sending to the last byte), in an open loop `response` (from due to the last byte), and `connect` where
    /// connections were opened.
    #[arg(long, value_name = "FILE")]
    histogram: Option<PathBuf>,
    /// Write the `HdrHistogram` percentile table (.hgrm, milliseconds): of response times in an open loop, else of service
    /// times.
    #[arg(long, value_name = "FILE")]
    percentiles: Option<PathBuf>,
    /// Show the progress on standard error: on a terminal a line that is redrawn, otherwise a line per second.
    #[arg(short, long)]
    pub(super) verbose: bool,
}

/// The files to write, opened before the run so that an error costs no results.
pub(super) struct Files {
    pub(super) histogram: Option<File>,
    percentiles: Option<File>,
}

impl ResultArguments {
    /// # Errors
    /// A file cannot be written.
    pub(super) fn open(&self) -> Result<Files, SpecError> {
        let open = |option: &str, path: &Option<PathBuf>| path.as_deref().map(|path| create(option, path)).transpose();
        Ok(Files {
            histogram: open("--histogram", &self.histogram)?,
            percentiles: open("--percentiles", &self.percentiles)?,
        })
    }

    /// Whether such a run fails.
    pub(super) fn refuses(&self, holds: bool) -> bool {
        self.strict && !holds
    }
}

impl Files {
    /// # Errors
    /// The file cannot be written.
    pub(super) fn write_percentiles(self, report: &Report) -> io::Result<()> {
        let Some(file) = self.percentiles else { return Ok(()) };
        let mut file = BufWriter::new(file);
        let times = report.offered.as_ref().map_or(report.window.latencies(), |offered| &offered.response);
        percentiles::write(&mut file, times)?;
        file.flush()
    }
}

fn create(option: &str, path: &Path) -> Result<File, SpecError> {
    File::create(path).map_err(|error| {
        SpecError::new(format!("{option} {}", path.display()), error.to_string(), "give a file that can be written")
    })
}
