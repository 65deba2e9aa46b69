//! Values of JSON, compared.

use serde_json::Value;

/// Equal as JSON values: member order does not count, and numbers are equal when their values are (100 and 100.0).
/// `more`: objects of `b` may have further members.
pub(crate) fn same_json(a: &Value, b: &Value, more: bool) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            a == b || ((a.is_f64() || b.is_f64()) && a.as_f64().is_some() && a.as_f64() == b.as_f64())
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_json(a, b, more)),
        (Value::Object(a), Value::Object(b)) => {
            (more || a.len() == b.len()) && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same_json(a, b, more)))
        }
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn json_is_equal_by_value() {
        assert!(same_json(&json!({"a": 100, "b": [1.0, -0.5]}), &json!({"b": [1, -0.5], "a": 100.0}), false));
        for other in [json!({"a": 1}), json!({"a": "100"}), json!({"a": 100, "b": null}), json!([100]), json!({})] {
            assert!(!same_json(&json!({"a": 100}), &other, false), "{other}");
        }
        // Beyond 2^53 two integers that share a float are still two integers.
        assert!(!same_json(&json!(9_007_199_254_740_993_u64), &json!(9_007_199_254_740_992_u64), false));
    }

    #[test]
    fn of_a_subset_objects_may_have_more_members_and_lists_no_more_elements() {
        let expected = json!({"id": 7, "owner": {"name": "a"}, "tags": [{"x": 1}]});
        let right = json!({"id": 7.0, "at": "now", "owner": {"name": "a", "age": 3}, "tags": [{"x": 1, "y": 2}]});
        assert!(same_json(&expected, &right, true) && !same_json(&expected, &right, false));
        for (place, value) in [
            ("/id", json!(8)),
            ("/owner", json!({"age": 3})),
            ("/tags", json!([{"x": 1}, {"x": 2}])),
            ("/tags", json!([])),
        ] {
            let mut wrong = right.clone();
            *wrong.pointer_mut(place).expect("it is there") = value;
            assert!(!same_json(&expected, &wrong, true), "{wrong}");
        }
    }
}
