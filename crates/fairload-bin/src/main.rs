//! Command `fairload`; see `fairload --help`.

use std::panic;
use std::process::{ExitCode, abort};

fn main() -> ExitCode {
    // A result whose thread is gone would be a wrong one: a panic of any thread ends the program.
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        report(panic);
        abort();
    }));
    let words: Vec<_> = std::env::args_os().collect();
    fairload_dialects::speak(&words).unwrap_or_else(|| fairload::cli::main(words))
}
