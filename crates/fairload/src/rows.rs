//! Rows of a table whose values follow from their ids, so that an answer can be checked that differs each time.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// Mixes the ids; a prime, so that neighbours come to lie far apart.
const FACTOR: u64 = 4099;

/// Rows of a table as JSON objects.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(try_from = "AnyRows")]
#[schemars(with = "AnyRows")]
pub(crate) struct Rows {
    of: u32,
    count: Option<u32>,
    members: BTreeMap<String, Member>,
    /// The least prime above `of` that is 2 modulo 3.
    modulus: u64,
}

/// Rows of a table as JSON objects.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Rows")]
#[serde(deny_unknown_fields)]
struct AnyRows {
    /// The table has so many, whose ids are 1 to this.
    of: u32,
    /// So many are in an array; without it, the answer is one row.
    #[serde(default)]
    count: Option<u32>,
    /// The members of each, one of which is the id.
    members: BTreeMap<String, Member>,
}

/// What a member of a row is: a whole number from 1 to the number of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Member {
    /// The row's id.
    Id,
    /// The id's place in a fixed order that looks random (docs/fairload.md has the formula).
    Permuted,
    /// Any such number.
    Any,
}

/// Tables beyond are no use here, and their ids could not be multiplied without loss.
const MAX_ROWS: u32 = 10_000_000;
/// More would be a slip of the finger, and a body that has to be kept.
const MAX_ROWS_OF_AN_ANSWER: u32 = 10_000;

impl TryFrom<AnyRows> for Rows {
    type Error = String;

    fn try_from(AnyRows { of, count, members }: AnyRows) -> Result<Self, String> {
        if of == 0 || of > MAX_ROWS {
            return Err(format!("a table of {of} rows; give 1 to {MAX_ROWS}"));
        }
        if let Some(count) = count.filter(|count| !(1..=MAX_ROWS_OF_AN_ANSWER).contains(count)) {
            return Err(format!("an answer of {count} rows; give 1 to {MAX_ROWS_OF_AN_ANSWER}"));
        }
        match members.values().filter(|member| **member == Member::Id).count() {
            1 => Ok(Self { of, count, members, modulus: modulus(u64::from(of)) }),
            ids => Err(format!("{ids} members of a row are its id; give exactly one")),
        }
    }
}

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let member = |(name, member): (&String, &Member)| format!("{name}: {}", format!("{member:?}").to_lowercase());
        let members: Vec<_> = self.members.iter().map(member).collect();
        let many = self.count.map_or_else(|| "a row".to_owned(), |count| format!("{count} rows"));
        write!(f, "{many} of a table of {} ({})", self.of, members.join(", "))
    }
}

impl Rows {
    /// Whether a body is one row as a JSON object, or an array of as many as are expected.
    pub(crate) fn holds(&self, body: &[u8]) -> bool {
        match (serde_json::from_slice(body), self.count) {
            (Ok(Value::Array(rows)), Some(count)) => {
                rows.len() == count as usize && rows.iter().all(|row| self.is_row(row))
            }
            (Ok(row), None) => self.is_row(&row),
            _ => false,
        }
    }

    fn is_row(&self, row: &Value) -> bool {
        let Some(members) = row.as_object() else { return false };
        let of = u64::from(self.of);
        let number = |name: &str| members.get(name).and_then(whole).filter(|number| (1..=of).contains(number));
        let ids = self.members.iter().find(|(_, member)| **member == Member::Id);
        let Some(id) = ids.and_then(|(name, _)| number(name)) else { return false };
        members.len() == self.members.len()
            && self.members.iter().all(|(name, member)| {
                number(name).is_some_and(|got| *member != Member::Permuted || got == permuted(id, of, self.modulus))
            })
    }

    /// Bytes of the longest right body that is not spread out by spaces or escapes.
    pub(crate) fn most_bytes(&self) -> usize {
        let row: usize = self.members.keys().map(|name| name.len() + 16).sum();
        self.count.unwrap_or(1) as usize * (row + 3)
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
mod tests {
    use serde_json::json;

    use super::*;

    fn rows(described: Value) -> Rows {
        serde_json::from_value(described).expect("valid")
    }

    fn holds(rows: &Rows, body: &Value) -> bool {
        rows.holds(body.to_string().as_bytes())
    }

    #[test]
    fn every_place_is_taken_once_and_they_are_those_of_the_documentation() {
        for of in [1, 2, 3, 10, 97, 1000, 10_000] {
            let mut taken: Vec<_> = (1..=of).map(|number| permuted(number, of, modulus(of))).collect();
            taken.sort_unstable();
            assert_eq!(taken, (1..=of).collect::<Vec<_>>());
        }
        let places = [1, 2, 3, 100, 9999, 10_000].map(|number| permuted(number, 10_000, modulus(10_000)));
        assert_eq!(places, [6619, 2917, 8594, 9948, 3445, 1272]);
    }

    #[test]
    fn one_row_is_right_if_its_values_are_those_of_its_id() {
        let one = rows(json!({"of": 10_000, "members": {"id": "id", "randomNumber": "permuted"}}));
        assert_eq!(one.to_string(), "a row of a table of 10000 (id: id, randomNumber: permuted)");
        for right in [json!({"id": 1, "randomNumber": 6619}), json!({"randomNumber": 8594.0, "id": 3})] {
            assert!(holds(&one, &right), "{right}");
        }
        for wrong in [
            json!({"id": 1, "randomNumber": 2917}),
            json!({"id": "1", "randomNumber": 6619}),
            json!({"id": 1, "randomNumber": "6619"}),
            json!({"id": 0, "randomNumber": 6619}),
            json!({"id": 10_001, "randomNumber": 6619}),
            json!({"id": 1.5, "randomNumber": 6619}),
            json!({"id": -1, "randomNumber": 6619}),
            json!({"id": 1}),
            json!({"randomNumber": 6619}),
            json!({"id": 1, "randomNumber": 6619, "more": 1}),
            json!([{"id": 1, "randomNumber": 6619}]),
            json!(null),
        ] {
            assert!(!holds(&one, &wrong), "{wrong}");
        }
        assert!(!one.holds(b"{\"id\": 1, \"randomNumber\": 6619") && !one.holds(b""));
    }

    #[test]
    fn of_several_there_are_as_many_as_expected_and_any_number_is_one_in_range() {
        let two = rows(json!({"of": 10_000, "count": 2, "members": {"id": "id", "n": "any"}}));
        assert!(holds(&two, &json!([{"id": 1, "n": 10_000}, {"id": 1, "n": 1}])));
        for wrong in [
            json!([{"id": 1, "n": 1}]),
            json!([{"id": 1, "n": 1}, {"id": 2, "n": 1}, {"id": 3, "n": 1}]),
            json!([{"id": 1, "n": 1}, {"id": 2, "n": 0}]),
            json!([{"id": 1, "n": 1}, {"id": 2, "n": 10_001}]),
            json!({"id": 1, "n": 1}),
            json!([]),
        ] {
            assert!(!holds(&two, &wrong), "{wrong}");
        }
    }
}
