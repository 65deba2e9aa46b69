//! Rows that are right, wrong, and impossible to check.

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
#[test]
fn members_may_be_texts_and_values_in_turn_and_the_array_a_member_beside_its_length() {
    let two = rows(json!({
        "of": 10_000, "count": 2, "in": "items", "counted": "count", "between": {"price": [2, 3]},
        "members": {"id": "id", "name": {"text": "Item {id}"}, "price": {"modulo": 7}, "active": {"cycle": [true, false]},
                    "rating": {"members": {"score": {"modulo": 5}, "tags": {"cycle": [["a"], []]}}}}}));
    let item = |id: u64| {
        json!({"id": id, "name": format!("Item {id}"), "price": id % 7, "active": id.is_multiple_of(2),
               "rating": {"score": id % 5, "tags": if id.is_multiple_of(2) { vec!["a"] } else { vec![] }}})
    };
    let right = json!({"items": [item(9), item(10)], "count": 2});
    assert!(holds(&two, &right));
    assert!(right.to_string().len() <= two.most_bytes());
    for (place, wrong) in [
        ("/count", json!(3)),
        ("/items/0", item(11)), // its price is 4
        ("/items/0/name", json!("Item 10")),
        ("/items/0/price", json!(3)),
        ("/items/0/active", json!(true)),
        ("/items/0/active", json!(0)),
        ("/items/0/rating/score", json!(3)),
        ("/items/0/rating/tags", json!(["a"])),
        ("/items/0/rating", json!({"score": 4})),
        ("/items", json!([item(9)])),
    ] {
        let mut got = right.clone();
        *got.pointer_mut(place).expect("there is such a place") = wrong;
        assert!(!holds(&two, &got), "{got}");
    }
    for wrong in [json!({"items": [item(9), item(10)]}), json!([item(9), item(10)]), json!({"count": 2})] {
        assert!(!holds(&two, &wrong), "{wrong}");
    }
    let more = json!({"items": [item(9), item(10)], "count": 2, "more": 1});
    assert!(!holds(&two, &more));
}

#[test]
fn of_expected_ids_no_others_and_no_other_order_are_right_nor_others_beside_them() {
    let described = json!({"of": 10, "ids": [3, 8], "count": 2, "in": "items", "counted": "total",
                           "beside": {"page": 1, "more": [true]}, "members": {"id": "id", "n": {"modulo": 7}}});
    let two = rows(described);
    let item = |id: u64| json!({"id": id, "n": id % 7});
    let right = json!({"items": [item(3), item(8)], "total": 2, "page": 1.0, "more": [true]});
    assert!(holds(&two, &right));
    assert!(right.to_string().len() <= two.most_bytes());
    for (place, wrong) in [
        ("/items/0", item(4)),
        ("/items", json!([item(8), item(3)])),
        ("/items", json!([item(3), item(3)])),
        ("/items", json!([item(3)])),
        ("/page", json!(2)),
        ("/more", json!([])),
        ("/total", json!(10)),
    ] {
        let mut got = right.clone();
        *got.pointer_mut(place).expect("there is such a place") = wrong;
        assert!(!holds(&two, &got), "{got}");
    }
    assert!(!holds(&two, &json!({"items": [item(3), item(8)], "total": 2, "page": 1, "another": [true]})));
    let one = rows(json!({"of": 10, "ids": [3], "members": {"id": "id"}}));
    assert_eq!(one.to_string(), "a row of a table of 10 (id: id) with [3]");
    assert!(holds(&one, &json!({"id": 3})) && !holds(&one, &json!({"id": 4})) && !holds(&one, &json!([{"id": 3}])));
}

#[test]
fn rows_that_cannot_be_checked_are_refused() {
    let refused = |more: Value| {
        let mut described = json!({"of": 10, "members": {"id": "id"}});
        described.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        serde_json::from_value::<Rows>(described).expect_err("refused").to_string()
    };
    assert!(refused(json!({"in": "items"})).contains("need"));
    assert!(refused(json!({"count": 2, "counted": "n"})).contains("need"));
    assert!(refused(json!({"count": 2, "beside": {"n": 1}})).contains("need"));
    assert!(refused(json!({"count": 2, "ids": [1]})).contains("one for each row"));
    assert!(refused(json!({"ids": [1, 2]})).contains("one for each row"));
    assert!(refused(json!({"ids": [1.5]})).contains("no id"));
    assert!(refused(json!({"between": {"price": [1, 2]}})).contains("may only name members"));
    assert!(refused(json!({"members": {"id": "id", "a": {"cycle": []}}})).contains("cycle"));
    assert!(refused(json!({"members": {"id": "id", "a": {"modulo": 0}}})).contains("nonzero"));
}
