//! Texts with parameters: `{random}`, `{random:LOW-HIGH}` and `{sequence}`. Each is a function of a seed and of the
//! number of the request, so that the request is known again when its answer comes, without being stored.

use std::io::Write as _;

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::{Map, Value};

use crate::outcome::excerpt;
use crate::spec::SpecError;

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

    fn write(self, parameter: Parameter, out: &mut Vec<u8>) {
        let value = self.of(parameter);
        let written = match parameter {
            Parameter::Random => write!(out, "{value:016x}"),
            Parameter::Between { .. } | Parameter::Sequence => write!(out, "{value}"),
        };
        written.expect("writing to memory does not fail");
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
                Piece::Parameter(parameter) => values.write(*parameter, out),
            }
        }
    }

    pub(crate) fn rendered(&self, values: Values) -> Vec<u8> {
        let mut out = Vec::new();
        self.render(values, &mut out);
        out
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
        Ok(match value {
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
        })
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
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn text(source: &str) -> Result<Text, SpecError> {
        Text::new("path", source.as_bytes(), Syntax::Parameters)
    }

    fn at(source: &str, seed: u64, number: u64) -> String {
        text(source).expect(source).string(Values { seed, number })
    }

    #[test]
    fn one_parameter_is_one_value_within_a_request_and_another_in_the_next() {
        let twice = at("/{random}/{random}?n={sequence}", 7, 12);
        let (first, second) = (&twice[1..17], &twice[18..34]);
        assert_eq!((first, &twice[34..]), (second, "?n=12"));
        assert!(first.bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert_ne!(at("{random}", 7, 13), first);
        assert_ne!(at("{random}", 8, 12), first);
        assert_eq!(at("{random}", 7, 12), first, "a seed repeats it");
    }

    #[test]
    fn braces_are_doubled_where_they_are_meant() {
        assert_eq!(at(r#"{{"a": {{"id": {sequence}}}"#, 0, 5), r#"{"a": {"id": 5}}"#);
        assert_eq!(at("}{{}}", 0, 0), "}{}}");
        let literal = Text::new("body", b"{random} {", Syntax::Literal).expect("any bytes");
        assert!(literal.is_constant() && literal.rendered(Values::default()) == b"{random} {");
    }

    #[test]
    fn what_names_no_parameter_is_refused_with_its_place() {
        for source in
            ["{", "{}", "{x}", "{random", "{random:}", "{random:5}", "{random:9-1}", "{random:-1-5}", "a{\"b\"}"]
        {
            let error = text(source).expect_err(source).to_string();
            assert!(error.starts_with("path, {") && error.contains("{{ for a brace"), "{error}");
        }
    }

    #[test]
    fn json_has_numbers_where_a_string_is_one_parameter_and_strings_elsewhere() {
        let value = json!({"id": "{sequence}", "s": "n{sequence}", "r": "{random}", "l": [1, "{random:3-3}", null]});
        let rendered = JsonText::new("json", &value, Syntax::Parameters).expect("valid");
        assert!(!rendered.is_constant());
        let values = Values { seed: 1, number: 4 };
        let random = at("{random}", 1, 4);
        assert_eq!(rendered.render(values), json!({"id": 4, "s": "n4", "r": random, "l": [1, 3, null]}));
        let constant = JsonText::new("json", &json!({"a{{": ["{{}"]}), Syntax::Parameters).expect("valid");
        assert!(constant.is_constant());
        assert_eq!(constant.render(values), json!({"a{{": ["{}"]}));
    }

    proptest! {
        #[test]
        fn a_range_is_kept_to(low: u64, span: u64, seed: u64, number: u64) {
            let high = low.saturating_add(span);
            let value = Values { seed, number }.of(Parameter::Between { low, high });
            prop_assert!((low..=high).contains(&value));
        }

        #[test]
        fn without_braces_nothing_changes(source in "[^{]*") {
            prop_assert_eq!(at(&source, 1, 2), source);
        }
    }

    /// 100 values, 100 times each on average: chi-square with 99 degrees of freedom is below 149 in 99.9 % of cases. The
    /// seed is fixed, so this passes always or never.
    #[test]
    fn a_range_is_used_evenly() {
        let mut counts = [0_u32; 100];
        for number in 0..10_000 {
            let value = Values { seed: 3, number }.of(Parameter::Between { low: 1, high: 100 });
            counts[usize::try_from(value).expect("small") - 1] += 1;
        }
        let chi_square: f64 = counts.iter().map(|&count| (f64::from(count) - 100.0).powi(2) / 100.0).sum();
        assert!(chi_square < 149.0, "{chi_square}");
    }
}
