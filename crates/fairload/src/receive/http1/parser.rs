//! One answer from its bytes, however they are cut into pieces. Strict; the fast path is in `template`.

use std::mem::take;

use memchr::memchr_iter;

use super::budget::Counted;
use super::chunked::Decoder;
use super::head::{Framing, Head, with_response};
use super::{Facts, ProtocolError};
use crate::outcome::excerpt;

/// Bound on the heads of one answer (interim ones included), bytes.
const MAX_HEAD: usize = 1024 * 1024;
/// Longest answer that is kept as it came, to become a template; bytes.
const MAX_RAW: usize = 4 * 1024 * 1024;
/// How much of a body is kept at least, for messages; bytes.
pub(crate) const EXCERPT: usize = 1000;
/// Longest buffer that is used again, bytes.
const REUSED: usize = 64 * 1024;
/// How much is searched for the end of a head at a time, bytes: what comes after it need not be copied.
const HEAD_STEP: usize = 4096;
const START: &[u8] = b"HTTP/1.";

#[derive(Debug, Clone, Copy)]
pub(crate) struct Mode {
    /// The request was a HEAD.
    pub(crate) to_head: bool,
    /// How much of the body will be looked at, bytes: no right one is longer. Of a longer one, the length is enough.
    pub(crate) kept_body: usize,
    /// Whether the answer is kept as it came, to become a template.
    pub(crate) keeps_raw: bool,
}

#[derive(Debug)]
enum Stage {
    Head,
    Length { remaining: u64 },
    Chunked(Decoder),
    UntilClose,
    Done,
}

/// Whether the answer is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fed {
    More,
    /// Complete with so many of the bytes; the others do not belong to it.
    Done {
        taken: usize,
    },
}

#[derive(Debug)]
pub(crate) struct Parser {
    mode: Mode,
    stage: Stage,
    head: Counted,
    interim_bytes: usize,
    parsed: Option<Head>,
    body: Vec<u8>,
    body_len: u64,
    wire_len: u64,
    raw: Counted,
}

/// A complete answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answer<'a> {
    pub(crate) parsed: Head,
    /// The final head, its empty line included.
    pub(crate) head: &'a [u8],
    /// Its first bytes, as many as [`Mode::kept_body`].
    pub(crate) body: &'a [u8],
    pub(crate) body_len: u64,
    /// All bytes of the answer: interim heads and framing of chunks, too.
    pub(crate) wire_len: u64,
    /// The answer as it came, without interim ones before it; if it ends by itself and is not too long.
    pub(crate) raw: Option<&'a [u8]>,
}

impl Answer<'_> {
    pub(crate) fn facts(&self) -> Facts {
        Facts {
            status: self.parsed.status,
            keep_alive: self.parsed.keep_alive,
            head_bytes: u32::try_from(self.head.len()).expect("a head is no longer than MAX_HEAD"),
            body_bytes: self.body_len,
            wire_bytes: self.wire_len,
        }
    }
}

impl Parser {
    pub(crate) fn new(mode: Mode) -> Self {
        Self {
            mode,
            stage: Stage::Head,
            head: Counted::default(),
            interim_bytes: 0,
            parsed: None,
            body: Vec::new(),
            body_len: 0,
            wire_len: 0,
            raw: Counted::default(),
        }
    }

    /// Begins the next answer with the buffers of an earlier one.
    pub(crate) fn again(mut self: Box<Self>, mode: Mode) -> Box<Self> {
        let Self { head, raw, body, .. } = &mut *self;
        head.clear(REUSED);
        raw.clear(REUSED);
        body.clear();
        body.shrink_to(REUSED);
        *self = Self { head: take(head), raw: take(raw), body: take(body), ..Self::new(mode) };
        self
    }

    /// Takes the next bytes of the connection, up to the end of the answer.
    pub(crate) fn feed(&mut self, data: &[u8]) -> Result<Fed, ProtocolError> {
        let mut rest = data;
        while !matches!(self.stage, Stage::Done) {
            let complete = match self.stage {
                Stage::Head => self.feed_head(&mut rest)?,
                _ => self.feed_body(&mut rest)?,
            };
            if !complete {
                self.keep(data);
                return Ok(Fed::More);
            }
        }
        let taken = data.len() - rest.len();
        self.keep(&data[..taken]);
        Ok(Fed::Done { taken })
    }

    fn keep(&mut self, data: &[u8]) {
        self.wire_len += data.len() as u64;
        if !(self.mode.keeps_raw && self.raw.len() + data.len() <= MAX_RAW && self.raw.extend(data)) {
            self.drop_raw();
        }
    }

    fn drop_raw(&mut self) {
        self.mode.keeps_raw = false;
        self.raw.clear(REUSED);
    }

    /// Memory that grows with what came, bytes.
    #[cfg(any(test, feature = "fuzzing"))]
    pub(crate) fn held_bytes(&self) -> usize {
        self.head.capacity() + self.body.capacity() + self.raw.capacity()
    }

    /// The peer closed: `true` if that is how the answer ends.
    pub(crate) fn end(&mut self) -> bool {
        let ends = matches!(self.stage, Stage::UntilClose);
        if ends {
            self.stage = Stage::Done;
            self.drop_raw();
        }
        ends
    }

    /// `None` until the answer is complete.
    pub(crate) fn answer(&self) -> Option<Answer<'_>> {
        let parsed = self.parsed.filter(|_| matches!(self.stage, Stage::Done))?;
        Some(Answer {
            parsed,
            head: &self.head,
            body: &self.body,
            body_len: self.body_len,
            wire_len: self.wire_len,
            raw: self.mode.keeps_raw.then_some(&*self.raw),
        })
    }

    /// `true` when the head is complete.
    fn feed_head(&mut self, rest: &mut &[u8]) -> Result<bool, ProtocolError> {
        if !self.find_head(rest)? {
            return Ok(false);
        }
        let to_head = self.mode.to_head;
        let head = with_response(&self.head, |response| Head::of(response, to_head))?;
        if head.status == 101 {
            return Err(ProtocolError::new("101 Switching Protocols, which was not asked for"));
        }
        if head.status < 200 {
            self.skip_interim();
            return Ok(true);
        }
        self.parsed = Some(head);
        self.stage = match head.framing {
            Framing::Empty => Stage::Done,
            Framing::Length(remaining) => Stage::Length { remaining },
            Framing::Chunked => Stage::Chunked(Decoder::default()),
            Framing::UntilClose => Stage::UntilClose,
        };
        Ok(true)
    }

    /// Moves bytes from `rest` to the head until it ends with its empty line; `true` when it does.
    fn find_head(&mut self, rest: &mut &[u8]) -> Result<bool, ProtocolError> {
        while !rest.is_empty() {
            let before = self.head.len();
            let (step, after) = rest.split_at(rest.len().min(HEAD_STEP));
            if !self.head.extend(step) {
                return Err(ProtocolError::new("its head and those of all other connections hold over 64 MiB"));
            }
            let start = self.head.len().min(START.len());
            if self.head[..start] != START[..start] {
                return Err(ProtocolError::new(format!("not HTTP/1: {}", excerpt(&self.head))));
            }
            // The empty line may begin in bytes that came earlier.
            let end = head_end(&self.head, before.saturating_sub(3));
            if let Some(end) = end {
                self.head.truncate(end);
                *rest = &rest[end - before..];
            } else {
                *rest = after;
            }
            if self.interim_bytes + self.head.len() > MAX_HEAD {
                return Err(ProtocolError::new("the head is over 1 MiB"));
            }
            if end.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn skip_interim(&mut self) {
        self.interim_bytes += self.head.len();
        self.head.truncate(0);
        self.drop_raw();
    }

    /// `true` when the body is complete.
    fn feed_body(&mut self, rest: &mut &[u8]) -> Result<bool, ProtocolError> {
        let Self { stage, mode, body, body_len, .. } = self;
        let mut sink = |data: &[u8]| {
            *body_len += data.len() as u64;
            let room = mode.kept_body.saturating_sub(body.len()).min(data.len());
            body.extend_from_slice(&data[..room]);
        };
        let complete = match stage {
            Stage::Length { remaining } => {
                let here = usize::try_from(*remaining).unwrap_or(usize::MAX).min(rest.len());
                sink(&rest[..here]);
                *rest = &rest[here..];
                *remaining -= here as u64;
                *remaining == 0
            }
            Stage::Chunked(decoder) => decoder.feed(rest, sink)?,
            Stage::UntilClose => {
                sink(rest);
                *rest = &[];
                false
            }
            Stage::Head | Stage::Done => true,
        };
        if complete {
            self.stage = Stage::Done;
        }
        Ok(complete)
    }
}

/// Index just past the first empty line, searched from `from`.
fn head_end(head: &[u8], from: usize) -> Option<usize> {
    memchr_iter(b'\n', &head[from..]).find_map(|at| {
        let end = from + at + 1;
        match head[end..] {
            // Bare line feeds are allowed to end lines (RFC 9112, 2.2); httparse takes them as well.
            [b'\n', ..] => Some(end + 1),
            [b'\r', b'\n', ..] => Some(end + 2),
            _ => None,
        }
    })
}
