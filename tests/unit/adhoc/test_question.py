"""The right answer is what was given, or what all answered first; what varies is not checked, and said."""

import json
from pathlib import Path

import pytest

from fairlap.adhoc.question import Settled, Wanted, catalog_of, settle
from fairlap.adhoc.sides import sides_of
from fairlap.catalog import Expect, LoadProfile, Request, Suite
from fairlap.errors import UsageError
from fairlap.verify.client import Response

ASKED = Request(path="/api?n=1")


def answer(body: str | bytes, status: int = 200, kind: str = "text/plain") -> Response:
    data = body.encode() if isinstance(body, str) else body
    return Response(status, (("content-type", kind),), data, "1.1", keep_alive=True)


def in_json(value: object, **more: int) -> Response:
    return answer(json.dumps(value, **more), kind="application/json; charset=utf-8")


def settled(a: list[Response], b: list[Response], *, differ: bool = False, **given: object) -> Settled:
    wanted = Expect.model_validate(given) if given.keys() - {"status"} else None
    return settle(ASKED, {"a": a, "b": b}, wanted, given.get("status"), differ=differ)  # type: ignore[arg-type]


def test_the_same_text_is_right_byte_for_byte() -> None:
    found = settled([answer("hello")] * 3, [answer("hello")] * 3)
    assert (found.expect, found.notes) == (Expect(status=200, text="hello"), ())


def test_the_same_json_is_right_however_it_is_written() -> None:
    found = settled([in_json({"a": [1, 2]})] * 3, [in_json({"a": [1, 2]}, indent=2)] * 3)
    assert found.expect == Expect.model_validate({"status": 200, "json": {"a": [1, 2]}})


def test_true_is_not_one() -> None:
    with pytest.raises(UsageError, match="not all answer GET /api"):
        settled([in_json({"a": 1})], [in_json({"a": True})])


def test_different_answers_are_shown_and_refused_unless_they_may_differ() -> None:
    one, other = [answer("hello")] * 3, [answer("goodbye")] * 3
    with pytest.raises(UsageError, match=r"a hello, b goodbye .*--same-answer no"):
        settled(one, other)
    found = settled(one, other, differ=True)
    assert found.expect == Expect(status=200)
    assert "a hello, b goodbye" in found.notes[0]


def test_what_changes_from_answer_to_answer_is_said_and_not_checked() -> None:
    changing = [in_json({"id": number, "name": "x"}) for number in range(3)]
    found = settled(changing, [in_json({"id": 7, "name": "x"})] * 3)
    assert found.expect == Expect(status=200)
    assert found.notes == ("bodies are not checked: they differ from answer to answer of a (id)",)


def test_of_a_body_that_is_no_text_the_size_is_right() -> None:
    found = settled([answer(b"\xff\x00")] * 3, [answer(b"\xff\x00")] * 3)
    assert found.expect == Expect(status=200, size_bytes=2)


def test_a_status_that_is_no_success_must_be_asked_for() -> None:
    lost = [answer("lost", 404)] * 3
    with pytest.raises(UsageError, match=r"a answers GET /api\?n=1 with status 404: lost .*--expect-status"):
        settled(lost, lost)
    with pytest.raises(UsageError, match="with status 301: an empty body"):
        settled([answer("", 301)] * 3, lost)
    assert settled(lost, lost, status=404).expect == Expect(status=404, text="lost")
    with pytest.raises(UsageError, match="different status: a 200, b 204"):
        settled([answer("")], [answer("", 204)])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"text": "hullo"}, "b answers GET .* wrongly: body: expected hullo, got hello"),
        ({"size_bytes": 4}, "b answers GET .* wrongly: body: expected 4 bytes, got 5 bytes: hello"),
        ({"json": {}}, "b answers GET .* wrongly: body"),
        ({"status": 201}, "a answers GET .* wrongly: status: expected 201, got 200"),
    ],
)
def test_whoever_answers_otherwise_than_was_given_is_named(given: dict[str, object], message: str) -> None:
    right = {"text": "hullo", "size_bytes": "four", "json": "{}"}
    first = next((answer(body) for key, body in right.items() if key in given), answer("hello"))
    with pytest.raises(UsageError, match=message):
        settled([first], [answer("hello")], **given)


def test_the_reference_gives_the_right_answer(tmp_path: Path) -> None:
    sides = sides_of(("a", "b"), None, cwd=tmp_path, env={}, ready_s=1.0)
    load = LoadProfile(connections=1)
    suite = Suite(name="race", title="t", scenarios=["race"], contestants=["a", "b"], rounds=1, cycles=1, load=load)
    found = settled([in_json({"a": 1})] * 3, [in_json({"a": 1})] * 3)
    catalog = catalog_of(sides, suite, Wanted(ASKED, None, None).settled(found), found, tmp_path)
    assert [contestant.name for contestant in catalog.contestants] == ["a", "b", "reference"]
    reference, scenario = catalog.contestant("reference"), catalog.scenario("race")
    (given,) = reference.answers
    assert (given.path, given.status, json.loads(given.body)) == ("/api", 200, {"a": 1})
    assert reference.request_for(scenario).path == "/api?n=1"
    assert scenario.contract == "answer"


def test_where_each_request_is_another_one_bodies_are_not_learnt() -> None:
    wanted = Wanted(Request(path="/items/{random:5-9}"), None, None)
    request, right, notes = wanted.once()
    assert (request.path, right) == ("/items/5", Expect())
    assert "bodies are not checked" in notes[0]


def test_what_was_given_stays_given_with_its_parameters() -> None:
    right = Expect.model_validate({"json": {"id": "{random:5-9}"}})
    wanted = Wanted(Request(path="/items/{random:5-9}"), right, None)
    request, once, notes = wanted.once()
    assert once is not None and (once.json_value, notes) == ({"id": 5}, ())
    found = settle(request, {"a": [in_json({"id": 5})], "b": [in_json({"id": 5})]}, once, None, differ=False)
    (asked,) = wanted.settled(found)
    assert (asked.path, asked.expect.json_value, asked.expect.status) == (
        wanted.request.path,
        {"id": "{random:5-9}"},
        200,
    )
