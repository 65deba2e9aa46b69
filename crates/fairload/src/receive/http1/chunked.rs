//! The chunked transfer coding, byte by byte where it must be, in slices where it can be.

use super::ProtocolError;

/// Bound on chunk extensions and trailers together, bytes.
const MAX_OVERHEAD: usize = 256 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Size { digits: u8 },
    Extension,
    SizeEnd,
    Data,
    DataCr,
    DataLf,
    TrailerStart,
    Trailer,
    TrailerLf,
    LastLf,
    Done,
}

#[derive(Debug)]
pub(crate) struct Decoder {
    state: State,
    /// Of the current chunk: its size while reading it, then the bytes still to come.
    remaining: u64,
    overhead: usize,
}

impl Default for Decoder {
    fn default() -> Self {
        Self { state: State::Size { digits: 0 }, remaining: 0, overhead: 0 }
    }
}

impl Decoder {
    /// Takes from the front of `rest` what belongs to the body and hands its data to `sink`.
    /// `true` once the body is complete; what is left in `rest` is then not part of it.
    pub(crate) fn feed(&mut self, rest: &mut &[u8], mut sink: impl FnMut(&[u8])) -> Result<bool, ProtocolError> {
        while self.state != State::Done {
            if self.state == State::Data {
                let here = usize::try_from(self.remaining).unwrap_or(usize::MAX).min(rest.len());
                let (data, after) = rest.split_at(here);
                sink(data);
                *rest = after;
                self.remaining -= here as u64;
                if self.remaining > 0 {
                    return Ok(false);
                }
                self.state = State::DataCr;
            }
            let Some((&byte, after)) = rest.split_first() else { return Ok(false) };
            *rest = after;
            self.state = self.step(byte)?;
        }
        Ok(true)
    }

    fn step(&mut self, byte: u8) -> Result<State, ProtocolError> {
        let next = match (self.state, byte) {
            (State::Size { digits }, b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F') => self.digit(digits, byte)?,
            (State::Size { digits: 1.. }, b';' | b' ' | b'\t') => State::Extension,
            (State::Size { digits: 1.. } | State::Extension, b'\r') => State::SizeEnd,
            (State::Extension, _) if byte != b'\n' => self.overhead(State::Extension)?,
            (State::SizeEnd, b'\n') if self.remaining == 0 => State::TrailerStart,
            (State::SizeEnd, b'\n') => State::Data,
            (State::DataCr, b'\r') => State::DataLf,
            (State::DataLf, b'\n') => State::Size { digits: 0 },
            (State::TrailerStart, b'\r') => State::LastLf,
            (State::Trailer, b'\r') => State::TrailerLf,
            (State::TrailerStart | State::Trailer, _) if byte != b'\n' => self.overhead(State::Trailer)?,
            (State::TrailerLf, b'\n') => State::TrailerStart,
            (State::LastLf, b'\n') => State::Done,
            _ => return Err(ProtocolError::new("malformed chunk")),
        };
        Ok(next)
    }

    fn digit(&mut self, digits: u8, byte: u8) -> Result<State, ProtocolError> {
        if digits == 15 {
            return Err(ProtocolError::new("chunk size out of range"));
        }
        let value = match byte {
            b'0'..=b'9' => byte - b'0',
            _ => (byte | 0x20) - b'a' + 10,
        };
        self.remaining = self.remaining * 16 + u64::from(value);
        Ok(State::Size { digits: digits + 1 })
    }

    fn overhead(&mut self, next: State) -> Result<State, ProtocolError> {
        self.overhead += 1;
        if self.overhead > MAX_OVERHEAD {
            return Err(ProtocolError::new("chunk extensions and trailers over 256 KiB"));
        }
        Ok(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds `wire` in pieces of `step` bytes; the body and what was left over.
    fn decode(wire: &[u8], step: usize) -> Result<(Vec<u8>, Vec<u8>), ProtocolError> {
        let mut decoder = Decoder::default();
        let mut body = Vec::new();
        for (n, piece) in wire.chunks(step).enumerate() {
            let mut rest = piece;
            if decoder.feed(&mut rest, |data| body.extend_from_slice(data))? {
                return Ok((body, [rest, &wire[((n + 1) * step).min(wire.len())..]].concat()));
            }
            assert!(rest.is_empty(), "an incomplete body takes everything");
        }
        Err(ProtocolError::new("incomplete"))
    }

    #[test]
    fn chunks_extensions_and_trailers_split_anywhere() {
        let wire = b"5;name=\"v\"\r\nhello\r\n0006\r\n world\r\nA \r\n0123456789\r\n0\r\nX-Sum: 1\r\nY: 2\r\n\r\nmore";
        for step in 1..=wire.len() {
            let (body, rest) = decode(wire, step).expect("valid chunks");
            assert_eq!(body, b"hello world0123456789");
            assert_eq!(rest, b"more");
        }
    }

    #[test]
    fn malformed_chunks_are_refused() {
        for wire in [
            "\r\n",
            "g\r\n",
            "-1\r\n",
            "5\nhello\r\n",
            "5\r\nhelloX\r\n",
            "5\r\nhello\rX",
            "0\r\nA: b\n\r\n",
            ";x\r\n",
            "0\r\n\rX",
            "ffffffffffffffff\r\n",
        ] {
            let error = decode(wire.as_bytes(), 1).expect_err(wire);
            assert_ne!(error, ProtocolError::new("incomplete"), "{wire:?} was not refused");
        }
    }
}
