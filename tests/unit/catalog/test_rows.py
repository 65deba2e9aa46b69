"""Rows of a table as a right answer: the formula, what is found in wrong ones, and the files that ask for them."""

import json
from random import Random

import pytest
from pydantic import ValidationError

from fairlap.catalog.parameters import Values
from fairlap.catalog.requests import Expect, Request
from fairlap.catalog.rows import Rows, permuted
from fairlap.verify.answer import judge
from fairlap.verify.client import Response

ONE = Rows(of=10_000, members={"id": "id", "randomNumber": "permuted"})
TWO = Rows(of=10_000, count=2, members={"id": "id", "n": "any"})


@pytest.mark.parametrize("of", [1, 2, 3, 10, 97, 1000, 10_000])
def test_every_place_is_taken_once(of: int) -> None:
    assert sorted(permuted(number, of) for number in range(1, of + 1)) == list(range(1, of + 1))


def test_the_places_are_those_that_fairload_computes() -> None:
    """The same numbers stand in the tests of crates/fairload/src/receive/rows.rs."""
    places = [permuted(number, 10_000) for number in (1, 2, 3, 100, 9999, 10_000)]
    assert places == [6619, 2917, 8594, 9948, 3445, 1272]


ITEMS = Rows.model_validate(
    {
        "of": 1000,
        "count": 2,
        "in": "items",
        "counted": "count",
        "between": {"price": [2, 3]},
        "members": {
            "id": "id",
            "name": {"text": "Item {id}"},
            "price": {"modulo": 7},
            "active": {"cycle": [True, False]},
            "rating": {"members": {"score": {"modulo": 5}, "tags": {"cycle": [["A"], []]}}},
        },
    }
)
TWO_ITEMS = {
    "items": [
        {"id": 9, "name": "Item 9", "price": 2, "active": False, "rating": {"score": 4, "tags": []}},
        {"id": 10, "name": "Item 10", "price": 3.0, "active": True, "rating": {"score": 0, "tags": ["A"]}},
    ],
    "count": 2,
}


@pytest.mark.parametrize("rows", [ONE, TWO, ITEMS, Rows(of=3, count=5, members={"id": "id", "n": "permuted"})])
def test_the_example_is_right(rows: Rows) -> None:
    assert rows.judge(rows.example) is None


PAGE = Rows.model_validate(
    {
        "of": 100, "count": 2, "ids": [3, "8"], "in": "items", "counted": "total", "beside": {"page": 1},
        "members": {"id": "id", "n": {"modulo": 7}},
    }
)  # fmt: skip
TWO_OF_A_PAGE = {"items": [{"id": 3, "n": 3}, {"id": 8, "n": 1}], "total": 2, "page": 1}


def test_of_given_ids_there_are_those_in_their_order() -> None:
    assert (PAGE.ids, PAGE.example, PAGE.judge(TWO_OF_A_PAGE)) == ([3, 8], TWO_OF_A_PAGE, None)
    three, eight = TWO_OF_A_PAGE["items"]
    for changes, wrong in (
        ({"items": [eight, three]}, "$.items[0] is the row 8, not 3"),
        ({"items": [three, three]}, "$.items[1] is the row 3, not 8"),
        ({"page": 2}, "$.page is 2, not 1"),
        ({"total": 10}, "$.total is 10, not 2"),
        ({"more": 1}, "$ is no object of items and page and total"),
    ):
        assert PAGE.judge(TWO_OF_A_PAGE | changes) == wrong
    one = Rows(of=100, ids=["{random:1-50}"], members={"id": "id"})
    assert one.judge(one.example) is None  # the parameter says nothing yet
    filled = Values(Random(1)).fill(Expect(rows=one)).rows
    assert filled is not None and isinstance(filled.ids[0], int)
    assert filled.judge({"id": filled.ids[0]}) is None
    assert filled.judge({"id": filled.ids[0] + 1}) == f"$ is the row {filled.ids[0] + 1}, not {filled.ids[0]}"


def items(**changes: object) -> dict[str, object]:
    """Two items, the first of which is changed."""
    return TWO_ITEMS | {"items": [TWO_ITEMS["items"][0] | changes, TWO_ITEMS["items"][1]]}


def test_items_in_a_member_are_right_if_each_value_follows_from_its_id() -> None:
    assert ITEMS.judge(TWO_ITEMS) is None
    lower = json.loads(json.dumps(TWO_ITEMS).lower())
    assert ITEMS.judge(lower) is not None
    assert ITEMS.loosely().judge(lower) is None


@pytest.mark.parametrize(
    ("rows", "got", "wrong"),
    [
        (ONE, {"id": 1, "randomNumber": 2917}, "$.randomNumber is 2917, but 6619 belongs to 1"),
        (ONE, {"id": "1", "randomNumber": 6619}, '$.id is "1", no number from 1 to 10000'),
        (ONE, {"id": True, "randomNumber": 6619}, "$.id is true, no number from 1 to 10000"),
        (ONE, {"id": 1.5, "randomNumber": 6619}, "$.id is 1.5, no number from 1 to 10000"),
        (ONE, {"id": 10_001, "randomNumber": 6619}, "$.id is 10001, no number from 1 to 10000"),
        (ONE, {"id": 1}, "$ has the members id, not id, randomNumber"),
        (ONE, {"id": 1, "randomNumber": 6619, "more": 1}, "$ has the members id, randomNumber, more, not"),
        (ONE, [{"id": 1, "randomNumber": 6619}], "$ is no object"),
        (TWO, [{"id": 1, "n": 1}], "$ is 1 elements, not 2 rows"),
        (TWO, {"id": 1, "n": 1}, "$ is no array, not 2 rows"),
        (TWO, [{"id": 1, "n": 1}, {"id": 1, "n": 0}], "$[1].n is 0, no number from 1 to 10000"),
        (ITEMS, TWO_ITEMS["items"], "$ is no object of items and count"),
        (ITEMS, TWO_ITEMS | {"count": 3}, "$.count is 3, not 2"),
        (ITEMS, TWO_ITEMS | {"more": 3}, "$ is no object of items and count"),
        (ITEMS, TWO_ITEMS | {"items": TWO_ITEMS["items"][:1]}, "$.items is 1 elements, not 2 rows"),
        (ITEMS, items(name="Item 10"), '$.items[0].name is "Item 10", but "Item 9" belongs to 9'),
        (ITEMS, items(active=0), "$.items[0].active is 0, but false belongs to 9"),
        (ITEMS, items(rating={"score": 4}), '$.items[0].rating is {"score": 4}, but {"score": 4, "tags": []} belongs'),
        (
            ITEMS,
            items(id=11, name="Item 11", price=4, rating={"score": 1, "tags": []}),
            "$.items[0].price is 4, not from",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(rows: Rows, got: object, wrong: str) -> None:
    said = rows.judge(got)
    assert said is not None and said.startswith(wrong), said


def test_an_answer_is_judged_and_an_example_shown_beside_it() -> None:
    expect = Expect(rows=ONE)

    def problems(body: bytes) -> tuple[str | None, ...]:
        response = Response(200, (), body, "1.1", keep_alive=True)
        return tuple(problem.note for problem in judge("", "GET /db", Request(), expect, response))

    assert problems(b'{"randomNumber": 8594.0, "id": 3}') == ()
    assert problems(b'{"id": 1, "randomNumber": 1}') == ("$.randomNumber is 1, but 6619 belongs to 1",)
    assert problems(b"{") != () and problems(b'{"id": 1, "id": 1, "randomNumber": 6619}') != ()
    (problem,) = judge("", "GET /db", Request(), expect, Response(200, (), b"{}", "1.1", keep_alive=True))
    assert json.loads(problem.expected) == {"id": 1, "randomNumber": 6619}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ({"of": 10, "members": {"a": "permuted"}}, "exactly one of 'members' must be \"id\""),
        ({"of": 10, "members": {"a": "id"}, "ids": [1, 2]}, "'ids' must have one for each row"),
        ({"of": 10, "members": {"a": "id"}, "count": 1, "beside": {"n": 1}}, "'counted' and 'beside' need 'in'"),
        ({"of": 10, "members": {"a": "id", "b": "id"}}, "exactly one of 'members' must be \"id\""),
        ({"of": 0, "members": {"a": "id"}}, "greater than or equal to 1"),
        ({"of": 10, "members": {"a": "random"}}, "'id', 'permuted' or 'any'"),
        ({"of": 10, "members": {"a": "id", "b": {"cycle": []}}}, "at least 1 item"),
        ({"of": 10, "members": {"a": "id"}, "in": "items"}, "needs 'count'"),
        ({"of": 10, "members": {"a": "id"}, "count": 2, "counted": "n"}, "'counted' and 'beside' need 'in'"),
        ({"of": 10, "members": {"a": "id"}, "between": {"b": [1, 2]}}, "may only name 'members'"),
        ({"of": 10, "members": {"a": "id"}, "between": {"a": [11, 12]}}, "no row of the table lies 'between'"),
        ({"of": 10, "members": {"a": "id", "b": {"text": ""}}, "between": {"b": [0, 1]}}, "no row of the table lies"),
    ],
)
def test_rows_that_cannot_be_checked_are_refused(rows: dict, message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Expect.model_validate({"rows": rows})
    with pytest.raises(ValidationError, match="only one of"):
        Expect.model_validate({"rows": {"of": 10, "members": {"a": "id"}}, "text": "a"})


def test_other_suites_look_at_the_form_of_rows_only() -> None:
    ours = Rows(of=10_000, count=2, members={"id": "id", "randomNumber": "permuted"})
    invented = [{"id": 1, "randomnumber": 1}, {"id": 2, "randomnumber": 2}]
    assert ours.judge(invented) is not None
    assert ours.loosely().judge(invented) is None
    for wrong in ([{"id": 1, "randomnumber": 1}], [{"id": 1}] * 2, [{"id": 1, "randomnumber": 10_001}] * 2):
        assert ours.loosely().judge(wrong) is not None


def test_other_suites_look_at_letters_of_any_case() -> None:
    expect = Expect.model_validate({"json": {"message": "Hello, World!"}}).loosely()
    assert expect.json_value == {"message": "hello, world!"}
    assert Expect(text="Hello").loosely() == Expect(text="hello")
