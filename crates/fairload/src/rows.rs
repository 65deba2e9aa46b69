//! Rows of a table whose values follow from their ids, so that an answer can be checked that differs each time.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU32;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::json::same_json;

/// Mixes the ids; a prime, so that neighbours come to lie far apart.
const FACTOR: u64 = 4099;

/// Rows of a table as JSON objects.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(try_from = "AnyRows")]
#[schemars(with = "AnyRows")]
pub(crate) struct Rows {
    asked: Arc<AnyRows>,
    /// Those that are expected, in this order; empty for any.
    pub(crate) ids: Vec<Value>,
    /// The least prime above `of` that is 2 modulo 3.
    modulus: u64,
}

/// Rows of a table as JSON objects.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[schemars(rename = "Rows")]
#[serde(deny_unknown_fields)]
struct AnyRows {
    /// The table has so many, whose ids are 1 to this.
    of: u32,
    /// So many are in an array; without it, the answer is one row.
    #[serde(default)]
    count: Option<u32>,
    /// These rows, in this order; a parameter stands for a number.
    #[serde(default)]
    ids: Vec<Value>,
    /// The members of each, one of which is the id.
    members: BTreeMap<String, Member>,
    /// The array is this member of an object.
    #[serde(default, rename = "in")]
    within: Option<String>,
    /// The number of rows is this member of that object.
    #[serde(default)]
    counted: Option<String>,
    /// Its other members.
    #[serde(default)]
    beside: BTreeMap<String, Value>,
    /// The least and the greatest number that a member of these rows has.
    #[serde(default)]
    between: BTreeMap<String, (u32, u32)>,
}

/// What a member of a row is.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Member {
    /// The row's id.
    Id,
    /// The id's place in a fixed order that looks random (docs/fairload.md has the formula).
    Permuted,
    /// Any whole number from 1 to the number of rows.
    Any,
    /// The remainder of the id, divided by this.
    Modulo(NonZeroU32),
    /// This text, with the id in place of `{id}`.
    Text(String),
    /// The value at the place of that remainder, divided by the number of these values.
    Cycle(Vec<Value>),
    /// An object.
    Members(BTreeMap<String, Member>),
}

/// Tables beyond are no use here, and their ids could not be multiplied without loss.
const MAX_ROWS: u32 = 10_000_000;
/// More would be a slip of the finger, and a body that has to be kept.
const MAX_ROWS_OF_AN_ANSWER: u32 = 10_000;

impl TryFrom<AnyRows> for Rows {
    type Error = String;

    fn try_from(asked: AnyRows) -> Result<Self, String> {
        let AnyRows { of, count, .. } = asked;
        if of == 0 || of > MAX_ROWS {
            return Err(format!("a table of {of} rows; give 1 to {MAX_ROWS}"));
        }
        if let Some(count) = count.filter(|count| !(1..=MAX_ROWS_OF_AN_ANSWER).contains(count)) {
            return Err(format!("an answer of {count} rows; give 1 to {MAX_ROWS_OF_AN_ANSWER}"));
        }
        if asked.members.values().any(Member::has_no_value) {
            return Err("a cycle of no values; give one or more".to_owned());
        }
        let is_framed = asked.counted.is_some() || !asked.beside.is_empty();
        if (asked.within.is_none() && is_framed) || (count.is_none() && asked.within.is_some()) {
            return Err("\"counted\" and \"beside\" need \"in\", and that needs \"count\"".to_owned());
        }
        if !asked.ids.is_empty() && asked.ids.len() != count.unwrap_or(1) as usize {
            return Err(format!("{} ids; give one for each row of the answer", asked.ids.len()));
        }
        if let Some(id) = asked.ids.iter().find(|id| !id.is_string() && whole(id).is_none()) {
            return Err(format!("{id} is no id; give whole numbers, or parameters"));
        }
        if let Some(name) = asked.between.keys().find(|name| !asked.members.contains_key(*name)) {
            return Err(format!("\"between\" names {name:?}; it may only name members"));
        }
        match asked.members.values().filter(|member| **member == Member::Id).count() {
            1 => Ok(Self { modulus: modulus(u64::from(of)), ids: asked.ids.clone(), asked: Arc::new(asked) }),
            ids => Err(format!("{ids} members of a row are its id; give exactly one")),
        }
    }
}

impl Member {
    fn has_no_value(&self) -> bool {
        match self {
            Self::Cycle(values) => values.is_empty(),
            Self::Members(members) => members.values().any(Self::has_no_value),
            _ => false,
        }
    }

    /// Bytes of the longest right value.
    fn most_bytes(&self) -> usize {
        let digits = 12;
        match self {
            Self::Text(text) => text.len() + digits,
            Self::Cycle(values) => values.iter().map(|value| value.to_string().len()).max().unwrap_or(0),
            Self::Members(members) => most_bytes(members),
            Self::Id | Self::Permuted | Self::Any | Self::Modulo(_) => digits,
        }
    }
}

/// Bytes of the longest right object.
fn most_bytes(members: &BTreeMap<String, Member>) -> usize {
    3 + members.iter().map(|(name, member)| name.len() + 4 + member.most_bytes()).sum::<usize>()
}

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id => write!(f, "id"),
            Self::Permuted => write!(f, "permuted"),
            Self::Any => write!(f, "any"),
            Self::Modulo(divisor) => write!(f, "modulo {divisor}"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Cycle(values) => write!(f, "cycle of {}", values.len()),
            Self::Members(members) => write!(f, "object of {}", members.len()),
        }
    }
}

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let members: Vec<_> = self.asked.members.iter().map(|(name, member)| format!("{name}: {member}")).collect();
        let many = self.asked.count.map_or_else(|| "a row".to_owned(), |count| format!("{count} rows"));
        write!(f, "{many} of a table of {} ({})", self.asked.of, members.join(", "))?;
        if self.ids.is_empty() { Ok(()) } else { write!(f, " with {}", Value::from(self.ids.clone())) }
    }
}

impl Rows {
    /// With the ids of other rows in place of its own.
    pub(crate) fn with_ids(self, ids: Vec<Value>) -> Self {
        Self { ids, ..self }
    }

    /// Whether a body is one row as a JSON object, or as many as are expected, where they are expected.
    pub(crate) fn holds(&self, body: &[u8]) -> bool {
        let Ok(value) = serde_json::from_slice::<Value>(body) else { return false };
        let Some(count) = self.asked.count else { return self.are_rows(std::slice::from_ref(&value)) };
        let rows = match &self.asked.within {
            None => &value,
            Some(name) if self.frames(&value, u64::from(count)) => &value[name],
            Some(_) => return false,
        };
        rows.as_array().is_some_and(|rows| rows.len() == count as usize && self.are_rows(rows))
    }

    /// Whether they are rows of the table, with the ids that are expected.
    fn are_rows(&self, rows: &[Value]) -> bool {
        let mut ids = self.ids.iter();
        rows.iter().all(|row| {
            let id = self.id_of(row);
            id.is_some_and(|id| self.is_row(row, id)) && ids.next().is_none_or(|expected| whole(expected) == id)
        })
    }

    /// Whether it is the object around so many rows.
    fn frames(&self, value: &Value, count: u64) -> bool {
        let AnyRows { counted, beside, .. } = &*self.asked;
        let others = usize::from(counted.is_some()) + beside.len();
        let is_beside =
            |(name, expected): (&String, &Value)| value.get(name).is_some_and(|got| same_json(expected, got, false));
        value.as_object().is_some_and(|members| members.len() == 1 + others)
            && beside.iter().all(is_beside)
            && counted.as_ref().is_none_or(|name| value.get(name).and_then(whole) == Some(count))
    }

    fn id_of(&self, row: &Value) -> Option<u64> {
        let ids = self.asked.members.iter().find(|(_, member)| **member == Member::Id);
        ids.and_then(|(name, _)| row.get(name)).and_then(whole)
    }

    fn is_row(&self, row: &Value, id: u64) -> bool {
        let lies = |(name, (low, high)): (&String, &(u32, u32))| {
            let number = row.get(name).and_then(whole);
            number.is_some_and(|number| (u64::from(*low)..=u64::from(*high)).contains(&number))
        };
        (1..=u64::from(self.asked.of)).contains(&id)
            && self.has_members(row, &self.asked.members, id)
            && self.asked.between.iter().all(lies)
    }

    fn has_members(&self, object: &Value, members: &BTreeMap<String, Member>, id: u64) -> bool {
        object.as_object().is_some_and(|got| got.len() == members.len())
            && members.iter().all(|(name, member)| object.get(name).is_some_and(|got| self.is_member(got, member, id)))
    }

    fn is_member(&self, got: &Value, member: &Member, id: u64) -> bool {
        let of = u64::from(self.asked.of);
        match member {
            Member::Id => whole(got) == Some(id),
            Member::Permuted => whole(got) == Some(permuted(id, of, self.modulus)),
            Member::Any => whole(got).is_some_and(|number| (1..=of).contains(&number)),
            Member::Modulo(divisor) => whole(got) == Some(id % u64::from(divisor.get())),
            Member::Text(text) => got.as_str() == Some(&text.replace("{id}", &id.to_string())),
            Member::Cycle(values) => {
                let place = id % values.len() as u64;
                usize::try_from(place).is_ok_and(|place| same_json(&values[place], got, false))
            }
            Member::Members(members) => self.has_members(got, members, id),
        }
    }

    /// Bytes of the longest right body that is not spread out by spaces or escapes.
    pub(crate) fn most_bytes(&self) -> usize {
        let around = [&self.asked.within, &self.asked.counted].into_iter().flatten().map(|name| name.len() + 16);
        let beside = self.asked.beside.iter().map(|(name, value)| name.len() + value.to_string().len() + 4);
        let rows = self.asked.count.unwrap_or(1) as usize * most_bytes(&self.asked.members);
        rows + around.chain(beside).sum::<usize>() + 2
    }
}

/// A whole number, also one that is written as 7.0.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is whole, not negative and below 2^32")]
fn whole(value: &Value) -> Option<u64> {
    let whole = |number: &f64| number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(number);
    value.as_u64().or_else(|| value.as_f64().filter(whole).map(|number| number as u64))
}

/// The place of a number from 1 to `of` in a fixed order that looks random: each place is taken once.
///
/// Multiplying and cubing change no two numbers below a prime p into the same if 3 does not divide p - 1; what comes to
/// lie beyond `of` is moved on until it does not (cycle walking: Black and Rogaway, "Ciphers with Arbitrary Finite
/// Domains", 2002).
fn permuted(number: u64, of: u64, modulus: u64) -> u64 {
    let mut place = number;
    loop {
        let factor = FACTOR * place % modulus;
        place = factor * factor % modulus * factor % modulus;
        if place <= of {
            return place;
        }
    }
}

/// The least prime above `of` that is 2 modulo 3.
fn modulus(of: u64) -> u64 {
    let is_prime = |number: u64| (2..=number.isqrt()).all(|factor| !number.is_multiple_of(factor));
    let mut above = of + 1..=u64::from(u32::MAX);
    above.find(|&number| number % 3 == 2 && is_prime(number)).expect("one is near")
}

#[cfg(test)]
#[path = "rows_tests.rs"]
mod tests;
