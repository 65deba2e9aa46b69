//! Texts with parameters: `{random}`, `{random:LOW-HIGH}` and `{sequence}`. Each is a function of a seed and of the
//! number of the request, so that the request is known again when its answer comes, without being stored.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::outcome::excerpt;
use crate::spec::SpecError;

/// Of the longest value, a number of 64 bits.
pub(crate) const MOST_DIGITS: usize = 20;

/// Of [`Parameter::Random`].
const HEX_DIGITS: usize = 16;

/// Whether braces mean anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// They do not.
    Literal,
    /// `{name}` is a parameter, `{{` a brace.
    Parameters,
}

/// Within one request, the same parameter has one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parameter {
    /// 16 hexadecimal digits.
    Random,
    /// An integer, both ends included.
    Between { low: u64, high: u64 },
    /// The request's number: each is used once over all threads, and those of a thread ascend.
    Sequence,
}

/// The values of all parameters of one request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Values {
    /// The run's, [`mixed`].
    pub(crate) seed: u64,
    pub(crate) number: u64,
}

/// What a text becomes for each request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Text {
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Literal(Vec<u8>),
    Parameter(Parameter),
}

/// A number that has nothing in common with those of its neighbours.
#[inline]
pub(crate) fn mixed(number: u64) -> u64 {
    SplitMix64::seed_from_u64(number).next_u64()
}

impl Values {
    /// As a number; of [`Parameter::Random`] all 64 bits.
    #[inline]
    pub(crate) fn of(self, parameter: Parameter) -> u64 {
        let random = || mixed(self.seed.wrapping_add(self.number));
        match parameter {
            Parameter::Sequence => self.number,
            Parameter::Random => random(),
            Parameter::Between { low, high } => {
                let fraction = mixed(random() ^ low.rotate_left(32) ^ high);
                let count = u128::from(high - low) + 1;
                // Less than `count`, which is no more than 2^64; uneven by less than count / 2^64.
                low + u64::try_from((u128::from(fraction) * count) >> 64).expect("below the count")
            }
        }
    }

    /// What `take` makes of a value as it is written.
    #[inline]
    fn written<R>(self, parameter: Parameter, take: impl FnOnce(&[u8]) -> R) -> R {
        let value = self.of(parameter);
        match parameter {
            Parameter::Random => take(&hexadecimal(value)),
            Parameter::Between { .. } | Parameter::Sequence => take(itoa::Buffer::new().format(value).as_bytes()),
        }
    }
}

/// All 16 digits: eight at a time, each in a byte of its own, take a third of the instructions of one at a time.
fn hexadecimal(value: u64) -> [u8; HEX_DIGITS] {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let eight = |half: u64| {
        let spread = [(16, 0x0000_ffff_0000_ffff), (8, 0x00ff_00ff_00ff_00ff), (4, 0x0f0f_0f0f_0f0f_0f0f)];
        let digits = spread.iter().fold(half, |bits, (shift, mask)| (bits | bits << shift) & mask);
        let letters = (digits + 6 * EACH) >> 4 & EACH;
        digits + u64::from(b'0') * EACH + letters * u64::from(b'a' - b'0' - 10)
    };
    let (high, low) = (eight(value >> 32), eight(value & u64::from(u32::MAX)));
    (u128::from(high) << 64 | u128::from(low)).to_be_bytes()
}

impl From<Parameter> for Text {
    fn from(parameter: Parameter) -> Self {
        Self { pieces: vec![Piece::Parameter(parameter)] }
    }
}

impl Text {
    /// # Errors
    /// With [`Syntax::Parameters`]: braces that name no parameter. `place` says where, for people.
    pub(crate) fn new(place: &str, source: &[u8], syntax: Syntax) -> Result<Self, SpecError> {
        let mut text = Self::default();
        let mut rest = source;
        if syntax == Syntax::Parameters {
            while let Some(at) = memchr::memchr(b'{', rest) {
                text.push(&rest[..at]);
                let after = &rest[at + 1..];
                if let Some(b'{') = after.first() {
                    text.push(b"{");
                    rest = &after[1..];
                    continue;
                }
                let closed = memchr::memchr(b'}', after);
                let end = closed.unwrap_or(after.len());
                let named = if closed.is_some() { Parameter::named(&after[..end]) } else { Err("it is not closed") };
                let parameter = named.map_err(|problem| {
                    let name = excerpt(&after[..end.min(40)]);
                    let remedy = "use {random}, {random:LOW-HIGH} or {sequence}, and write {{ for a brace";
                    SpecError::new(format!("{place}, {{{name}}}"), problem, remedy)
                })?;
                text.pieces.push(Piece::Parameter(parameter));
                rest = &after[end + 1..];
            }
        }
        text.push(rest);
        Ok(text)
    }

    pub(crate) fn push(&mut self, literal: &[u8]) {
        match self.pieces.last_mut() {
            _ if literal.is_empty() => {}
            Some(Piece::Literal(last)) => last.extend_from_slice(literal),
            _ => self.pieces.push(Piece::Literal(literal.to_vec())),
        }
    }

    pub(crate) fn append(&mut self, other: Self) {
        for piece in other.pieces {
            match piece {
                Piece::Literal(bytes) => self.push(&bytes),
                piece @ Piece::Parameter(_) => self.pieces.push(piece),
            }
        }
    }

    /// The parameter of which it consists, if that is a number.
    pub(crate) fn number(&self) -> Option<Parameter> {
        match self.pieces[..] {
            [Piece::Parameter(parameter)] if parameter != Parameter::Random => Some(parameter),
            _ => None,
        }
    }

    /// Whether it is the same for every request.
    pub(crate) fn is_constant(&self) -> bool {
        self.pieces.iter().all(|piece| matches!(piece, Piece::Literal(_)))
    }

    #[inline]
    pub(crate) fn render(&self, values: Values, out: &mut Vec<u8>) {
        let mut random = None;
        for piece in &self.pieces {
            match piece {
                Piece::Literal(bytes) => out.extend_from_slice(bytes),
                Piece::Parameter(Parameter::Random) => {
                    // It is often in the path and in the body.
                    out.extend_from_slice(random.get_or_insert_with(|| hexadecimal(values.of(Parameter::Random))));
                }
                Piece::Parameter(parameter) => values.written(*parameter, |digits| out.extend_from_slice(digits)),
            }
        }
    }

    /// Of the longest that it becomes.
    pub(crate) fn most_bytes(&self) -> usize {
        let most = |piece: &Piece| if let Piece::Literal(bytes) = piece { bytes.len() } else { MOST_DIGITS };
        self.pieces.iter().map(most).sum()
    }

    /// The length of all that it becomes; `None` if they differ.
    pub(crate) fn one_length(&self) -> Option<usize> {
        let length = |piece: &Piece| match piece {
            Piece::Literal(bytes) => Some(bytes.len()),
            Piece::Parameter(Parameter::Random) => Some(HEX_DIGITS),
            Piece::Parameter(Parameter::Between { .. } | Parameter::Sequence) => None,
        };
        self.pieces.iter().map(length).sum()
    }

    pub(crate) fn length(&self, values: Values) -> usize {
        let length = |piece: &Piece| match piece {
            Piece::Literal(bytes) => bytes.len(),
            Piece::Parameter(Parameter::Random) => HEX_DIGITS,
            Piece::Parameter(parameter) => values.written(*parameter, <[u8]>::len),
        };
        self.pieces.iter().map(length).sum()
    }

    pub(crate) fn rendered(&self, values: Values) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.most_bytes());
        self.render(values, &mut out);
        out
    }

    /// Whether `text` is what it becomes.
    #[inline(always)]
    #[allow(clippy::inline_always)] // for each answer whose body differs
    pub(crate) fn becomes(&self, text: &[u8], values: Values) -> bool {
        let mut rest = text;
        for piece in &self.pieces {
            let after = match piece {
                Piece::Literal(bytes) => rest.strip_prefix(&bytes[..]),
                Piece::Parameter(parameter) => values.written(*parameter, |digits| rest.strip_prefix(digits)),
            };
            let Some(after) = after else { return false };
            rest = after;
        }
        rest.is_empty()
    }

    /// As a string: parameters are ASCII, so what was one stays one.
    pub(crate) fn string(&self, values: Values) -> String {
        String::from_utf8_lossy(&self.rendered(values)).into_owned()
    }
}

impl Parameter {
    fn named(name: &[u8]) -> Result<Self, &'static str> {
        match name {
            b"random" => return Ok(Self::Random),
            b"sequence" => return Ok(Self::Sequence),
            _ => {}
        }
        let range = name.strip_prefix(b"random:").and_then(|range| std::str::from_utf8(range).ok());
        let ends = range.ok_or("there is no such parameter")?.split_once('-');
        let number = |text: &str| text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
        match ends.and_then(|(low, high)| number(low).zip(number(high))) {
            Some((low, high)) if low <= high => Ok(Self::Between { low, high }),
            Some(_) => Err("the range is empty"),
            None => Err("this is no range of whole numbers, such as 1-100"),
        }
    }
}

#[cfg(test)]
#[path = "parameters_tests.rs"]
mod tests;
