//! Prints blocks while the load runs: over the last one on a terminal, one after the other elsewhere, as plow does.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::block::{Block, Style};
use super::json;
use fairload::detail::live::{Board, Seen};

/// How long after the end of an interval its numbers are looked for: threads put them there at that end.
const GRACE: Duration = Duration::from_millis(20);

pub(super) struct Printer {
    pub(super) style: Style,
    pub(super) json: bool,
    pub(super) terminal: bool,
    /// Standard output is cleared before each line: only where blocks replace each other.
    pub(super) clear: bool,
    /// Lines of the block above the cursor.
    pub(super) above: usize,
}

impl Printer {
    /// # Errors
    /// Standard output cannot be written to.
    pub(super) fn print(&mut self, out: &mut impl Write, block: &Block) -> io::Result<()> {
        let text = if self.json { json::text(block, self.style.seconds) } else { block.text(self.style) };
        if self.terminal && self.above > 0 {
            write!(out, "\x1b[{}A", self.above)?;
        }
        if self.clear {
            for line in text.lines() {
                writeln!(out, "\r\x1b[K{line}")?;
            }
        } else {
            out.write_all(text.as_bytes())?;
        }
        self.above = text.lines().count();
        out.flush()
    }

    /// Prints what the board has, interval after interval, until the other end of `running` is dropped.
    ///
    /// # Errors
    /// Standard output cannot be written to.
    pub(super) fn follow(
        &mut self,
        board: &Board,
        interval: Duration,
        running: &Receiver<()>,
        block: impl Fn(&Seen) -> Block,
    ) -> io::Result<()> {
        let mut next = Instant::now() + interval + GRACE;
        loop {
            match running.recv_timeout(next.saturating_duration_since(Instant::now())) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(()) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            next += interval;
            if let Some(seen) = board.read() {
                self.print(&mut io::stdout().lock(), &block(&seen))?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plow::block::Stage;

    fn printed(terminal: bool, clear: bool) -> String {
        let style = Style { seconds: false, colors: false, stage: Stage::Over { bars: false } };
        let mut printer = Printer { style, json: true, terminal, clear, above: 0 };
        let mut out = Vec::new();
        for _ in 0..2 {
            printer.print(&mut out, &Block::default()).expect("memory");
        }
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn blocks_follow_each_other_on_a_pipe_and_replace_each_other_on_a_terminal() {
        let block = json::text(&Block::default(), false);
        assert_eq!(printed(false, false), block.repeat(2));
        let lines = block.lines().count();
        let cleared: Vec<_> = block.lines().map(|line| format!("\r\x1b[K{line}\n")).collect();
        let cleared = cleared.concat();
        assert_eq!(printed(true, true), format!("{cleared}\x1b[{lines}A{cleared}"));
    }
}
