//! JSON with parameters: what it becomes for each request, and how bodies that are right are written.

use std::fmt::{self, Formatter};

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::json::same_json;
use crate::parameters::{Parameter, Syntax, Text, Values};
use crate::spec::SpecError;

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
                text.number().map_or(Self::String(text), Self::Number)
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
    /// What `body`, which is what it becomes with these values, would be with others, written in the same way: its order of
    /// members, its spaces. `None` if a value is written in a way that others need not have, as 4.0 or with an escape.
    pub(crate) fn layout(&self, body: &[u8], values: Values) -> Option<Text> {
        let body = std::str::from_utf8(body).ok()?;
        let whole: &RawValue = serde_json::from_str(body).ok()?;
        let mut layout = Text::default();
        lay_out_parts(body, [(Some(self), whole)], values, &mut layout)?;
        Some(layout)
    }

    fn lay_out(&self, raw: &str, values: Values, layout: &mut Text) -> Option<()> {
        let as_is = |text: &Text, raw: &str| text.becomes(raw.as_bytes(), values).then_some(());
        match self {
            Self::Constant(_) => layout.push(raw.as_bytes()),
            Self::Number(parameter) => {
                let text = Text::from(*parameter);
                as_is(&text, raw)?;
                layout.append(text);
            }
            Self::String(text) => {
                as_is(text, raw.strip_prefix('"')?.strip_suffix('"')?)?;
                layout.push(b"\"");
                layout.append(text.clone());
                layout.push(b"\"");
            }
            Self::Array(items) => {
                let parts: Vec<&RawValue> = serde_json::from_str(raw).ok()?;
                lay_out_parts(raw, items.iter().map(Some).zip(parts), values, layout)?;
            }
            Self::Object(members) => {
                let Members(parts) = serde_json::from_str(raw).ok()?;
                let expected = |name| members.iter().find(|(known, _)| *known == name).map(|(_, value)| value);
                lay_out_parts(raw, parts.into_iter().map(|(name, part)| (expected(name), part)), values, layout)?;
            }
        }
        Some(())
    }
}

/// Lays out `raw`, which has these parts; of one that is not expected, as it is.
fn lay_out_parts<'a>(
    raw: &str,
    parts: impl IntoIterator<Item = (Option<&'a JsonText>, &'a RawValue)>,
    values: Values,
    layout: &mut Text,
) -> Option<()> {
    let mut rest = raw;
    for (expected, part) in parts {
        let part = part.get();
        let (before, from) = rest.split_at(part.as_ptr().addr() - rest.as_ptr().addr());
        layout.push(before.as_bytes());
        match expected {
            Some(expected) => expected.lay_out(part, values, layout)?,
            None => layout.push(part.as_bytes()),
        }
        rest = &from[part.len()..];
    }
    layout.push(rest.as_bytes());
    Some(())
}

/// The members of an object, in their order, also those of one name.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Deserialize<'a> for Members<'a> {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'a> Visitor<'a> for InOrder {
            type Value = Members<'a>;

            fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Members<'a>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const THEN: Values = Values { seed: 1, number: 4 };
    const NOW: Values = Values { seed: 1, number: 1005 };

    fn expected() -> JsonText {
        let source = json!({"id": "{sequence}", "l": [{"r": "a{random}"}, 1.5], "c": {"d": ["x"]}});
        JsonText::new("json", &source, Syntax::Parameters).expect("valid")
    }

    /// A right body in which the random value is `r`.
    fn body(values: Values, write: impl Fn(&str) -> String) -> String {
        let random = Text::from(Parameter::Random).string(values);
        write(&random).replace("ID", &values.number.to_string())
    }

    #[test]
    fn json_has_numbers_where_a_string_is_one_parameter_and_strings_elsewhere() {
        let value = json!({"id": "{sequence}", "s": "n{sequence}", "r": "{random}", "l": [1, "{random:3-3}", null]});
        let rendered = JsonText::new("json", &value, Syntax::Parameters).expect("valid");
        assert!(!rendered.is_constant());
        let values = Values { seed: 1, number: 4 };
        let random = Text::from(Parameter::Random).string(values);
        assert_eq!(rendered.render(values), json!({"id": 4, "s": "n4", "r": random, "l": [1, 3, null]}));
        let constant = JsonText::new("json", &json!({"a{{": ["{{}"]}), Syntax::Parameters).expect("valid");
        assert!(constant.is_constant());
        assert_eq!(constant.render(values), json!({"a{{": ["{}"]}));
    }

    #[test]
    fn json_is_compared_as_if_it_had_been_built() {
        let text = expected();
        let built = text.render(Values { seed: 1, number: 4 });
        let mut more = built.clone();
        more["l"][0]["e"] = json!(null);
        let mut less = built.clone();
        less["c"] = json!({});
        let mut float = built.clone();
        float["id"] = json!(4.0);
        for got in [&built, &more, &less, &float, &json!(4), &built["l"], &text.render(Values { seed: 1, number: 5 })] {
            for others in [false, true] {
                let becomes = text.becomes(got, Values { seed: 1, number: 4 }, others);
                assert_eq!(becomes, same_json(&built, got, others), "{got}, {others}");
            }
        }
    }

    #[test]
    fn a_body_that_was_right_is_right_with_other_values_in_its_own_layout() {
        for more in ["", r#", "at": 4, "id2": [4]"#] {
            let write = |r: &str| {
                format!("\n{{ \"l\" : [{{\"r\":\"a{r}\"}} ,15e-1], \"c\": {{\"d\":[\"x\"]}},\"id\":ID{more}}}\r\n")
            };
            let (then, now) = (body(THEN, write), body(NOW, write));
            let layout = expected().layout(then.as_bytes(), THEN).expect("written as texts");
            assert!(layout.becomes(then.as_bytes(), THEN) && layout.becomes(now.as_bytes(), NOW), "{layout:?}");
            assert!(!layout.becomes(then.as_bytes(), NOW) && !layout.becomes(now.as_bytes(), THEN));
            let got: Value = serde_json::from_slice(&layout.rendered(NOW)).expect("JSON");
            assert!(expected().becomes(&got, NOW, true));
            assert_eq!(expected().becomes(&got, NOW, false), more.is_empty());
        }
    }

    #[test]
    fn constants_that_look_like_a_value_stay_constants_and_members_of_one_name_are_all_laid_out() {
        let source = json!({"n": 4, "id": "{sequence}"});
        let expected = JsonText::new("json", &source, Syntax::Parameters).expect("valid");
        let layout = expected.layout(br#"{"id":4,"n":4,"id":4}"#, THEN).expect("written as texts");
        assert_eq!(layout.rendered(NOW), br#"{"id":1005,"n":4,"id":1005}"#);
    }

    #[test]
    fn what_is_right_in_a_way_of_its_own_has_no_layout() {
        for (id, r) in [("4.0", "a"), ("4", "\\u0061"), ("4e0", "a")] {
            let written =
                body(THEN, |random| format!(r#"{{"id":{id},"l":[{{"r":"{r}{random}"}},1.5],"c":{{"d":["x"]}}}}"#));
            let got: Value = serde_json::from_str(&written).expect("JSON");
            assert!(expected().becomes(&got, THEN, false), "{written}");
            assert_eq!(expected().layout(written.as_bytes(), THEN), None, "{written}");
        }
    }
}
