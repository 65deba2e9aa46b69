//! Texts with parameters: `{random}`, `{random:LOW-HIGH}` and `{sequence}`. Each is a function of a seed and of the
//! number of the request, so that the request is known again when its answer comes, without being stored.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::{Map, Value};

use crate::json::same_json;
use crate::outcome::excerpt;
use crate::spec::SpecError;

/// Of the longest value, a number of 64 bits.
pub(crate) const MOST_DIGITS: usize = 20;

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

impl Values {
    /// As a number; of [`Parameter::Random`] all 64 bits.
    fn of(self, parameter: Parameter) -> u64 {
        let next = |seed: u64| SplitMix64::seed_from_u64(seed).next_u64();
        let random = || next(next(self.seed).wrapping_add(self.number));
        match parameter {
            Parameter::Sequence => self.number,
            Parameter::Random => random(),
            Parameter::Between { low, high } => {
                let fraction = next(random() ^ low.rotate_left(32) ^ high);
                let count = u128::from(high - low) + 1;
                // Less than `count`, which is no more than 2^64; uneven by less than count / 2^64.
                low + u64::try_from((u128::from(fraction) * count) >> 64).expect("below the count")
            }
        }
    }

    fn digits(self, parameter: Parameter) -> Digits {
        let value = self.of(parameter);
        match parameter {
            Parameter::Random => Digits::hexadecimal(value),
            Parameter::Between { .. } | Parameter::Sequence => Digits::decimal(value),
        }
    }
}

/// A number as it is written.
pub(crate) struct Digits {
    bytes: [u8; MOST_DIGITS],
    start: usize,
}

impl Digits {
    #[allow(clippy::cast_possible_truncation)] // a digit
    pub(crate) fn decimal(mut value: u64) -> Self {
        let (mut bytes, mut start) = ([b'0'; MOST_DIGITS], MOST_DIGITS);
        loop {
            start -= 1;
            bytes[start] += (value % 10) as u8;
            value /= 10;
            if value == 0 {
                return Self { bytes, start };
            }
        }
    }

    /// All 16.
    #[allow(clippy::cast_possible_truncation)] // a digit
    fn hexadecimal(value: u64) -> Self {
        let (mut bytes, start) = ([b'0'; MOST_DIGITS], MOST_DIGITS - 16);
        for (place, byte) in bytes[start..].iter_mut().enumerate() {
            *byte = b"0123456789abcdef"[(value >> (60 - 4 * place)) as usize & 15];
        }
        Self { bytes, start }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..]
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

    /// Whether it is the same for every request.
    pub(crate) fn is_constant(&self) -> bool {
        self.pieces.iter().all(|piece| matches!(piece, Piece::Literal(_)))
    }

    pub(crate) fn render(&self, values: Values, out: &mut Vec<u8>) {
        for piece in &self.pieces {
            match piece {
                Piece::Literal(bytes) => out.extend_from_slice(bytes),
                Piece::Parameter(parameter) => out.extend_from_slice(values.digits(*parameter).bytes()),
            }
        }
    }

    /// Of the longest that it becomes.
    pub(crate) fn most_bytes(&self) -> usize {
        let most = |piece: &Piece| if let Piece::Literal(bytes) = piece { bytes.len() } else { MOST_DIGITS };
        self.pieces.iter().map(most).sum()
    }

    pub(crate) fn length(&self, values: Values) -> usize {
        let length = |piece: &Piece| match piece {
            Piece::Literal(bytes) => bytes.len(),
            Piece::Parameter(parameter) => values.digits(*parameter).bytes().len(),
        };
        self.pieces.iter().map(length).sum()
    }

    pub(crate) fn rendered(&self, values: Values) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.most_bytes());
        self.render(values, &mut out);
        out
    }

    /// Whether `text` is what it becomes.
    pub(crate) fn becomes(&self, text: &[u8], values: Values) -> bool {
        let rest = self.pieces.iter().try_fold(text, |rest, piece| match piece {
            Piece::Literal(bytes) => rest.strip_prefix(&bytes[..]),
            Piece::Parameter(parameter) => rest.strip_prefix(values.digits(*parameter).bytes()),
        });
        rest.is_some_and(<[u8]>::is_empty)
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

/// A JSON value with parameters in its strings. A string that is nothing but `{sequence}` or `{random:LOW-HIGH}` stands
/// for the number. Names of members are taken as they are.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum JsonText {
    Constant(Value),
    String(Text),
    Number(Parameter),
    Array(Vec<JsonText>),
    Object(Vec<(String, JsonText)>),
}

impl JsonText {
    /// # Errors
    /// As [`Text::new`].
    pub(crate) fn new(place: &str, value: &Value, syntax: Syntax) -> Result<Self, SpecError> {
        let text = match value {
            Value::String(string) => {
                let text = Text::new(place, string.as_bytes(), syntax)?;
                match text.pieces[..] {
                    [Piece::Parameter(parameter)] if parameter != Parameter::Random => Self::Number(parameter),
                    _ => Self::String(text),
                }
            }
            Value::Array(items) => {
                Self::Array(items.iter().map(|item| Self::new(place, item, syntax)).collect::<Result<_, _>>()?)
            }
            Value::Object(members) => {
                let member = |(name, value)| -> Result<_, SpecError> {
                    Ok((String::clone(name), Self::new(place, value, syntax)?))
                };
                Self::Object(members.iter().map(member).collect::<Result<_, _>>()?)
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => Self::Constant(value.clone()),
        };
        Ok(if text.is_constant() { Self::Constant(text.render(Values::default())) } else { text })
    }

    pub(crate) fn is_constant(&self) -> bool {
        match self {
            Self::Constant(_) => true,
            Self::String(text) => text.is_constant(),
            Self::Number(_) => false,
            Self::Array(items) => items.iter().all(Self::is_constant),
            Self::Object(members) => members.iter().all(|(_, value)| value.is_constant()),
        }
    }

    /// Whether `got` is the same JSON as what it becomes, without building that; `more`: as for [`same_json`].
    pub(crate) fn becomes(&self, got: &Value, values: Values, more: bool) -> bool {
        match (self, got) {
            (Self::Constant(value), got) => same_json(value, got, more),
            (Self::String(text), Value::String(got)) => text.becomes(got.as_bytes(), values),
            (Self::Number(parameter), got) => same_json(&Value::from(values.of(*parameter)), got, more),
            (Self::Array(items), Value::Array(got)) => {
                items.len() == got.len() && items.iter().zip(got).all(|(item, got)| item.becomes(got, values, more))
            }
            (Self::Object(members), Value::Object(got)) => {
                let holds =
                    |(name, value): &(String, Self)| got.get(name).is_some_and(|got| value.becomes(got, values, more));
                (more || members.len() == got.len()) && members.iter().all(holds)
            }
            _ => false,
        }
    }

    pub(crate) fn render(&self, values: Values) -> Value {
        match self {
            Self::Constant(value) => value.clone(),
            Self::String(text) => Value::String(text.string(values)),
            Self::Number(parameter) => Value::from(values.of(*parameter)),
            Self::Array(items) => items.iter().map(|item| item.render(values)).collect(),
            Self::Object(members) => Value::Object(
                members.iter().map(|(name, value)| (name.clone(), value.render(values))).collect::<Map<_, _>>(),
            ),
        }
    }
}

#[cfg(test)]
#[path = "parameters_tests.rs"]
mod tests;
