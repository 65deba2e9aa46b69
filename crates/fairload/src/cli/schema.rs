//! JSON Schemas of what fairload writes and reads, generated from the types themselves.

use schemars::{JsonSchema, Schema, schema_for};

use crate::output::document::Document;
use crate::reference::truth::Truth;
use crate::session::protocol::{Answer, Command};

/// A session's lines: `command` on standard input, `answer` on standard output.
#[derive(JsonSchema)]
#[allow(dead_code)] // only its schema is used
struct Session {
    command: Command,
    answer: Answer,
}

pub(super) fn run() -> Schema {
    schema_for!(Document)
}

pub(super) fn session() -> Schema {
    schema_for!(Session)
}

pub(super) fn stamps() -> Schema {
    schema_for!(Truth)
}
