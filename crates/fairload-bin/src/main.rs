//! Command `fairload`; see `fairload --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    fairload::os::abort_at_panic();
    let words: Vec<_> = std::env::args_os().collect();
    fairload_dialects::speak(&words).unwrap_or_else(|| fairload::cli::main(words))
}
