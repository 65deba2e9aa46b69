"""Parameters of requests and right answers: one value within a request, and braces that are none."""

import json
import random

from fairlap.catalog import Asked, Expect, Request, Values, escaped, parameters_of
from fairlap.generators.fairload import Target

ITEM = Request(path="/items/{random:1-500}", headers={"X-Id": "{random:1-500}/{sequence}"}, body='{"a": {random}}')
RIGHT = Expect.model_validate({"json": {"id": "{random:1-500}", "at": ["n{random:1-500}", None]}, "subset": True})


def test_within_a_request_a_parameter_has_one_value_and_in_json_it_is_a_number() -> None:
    for seed in range(50):
        values = Values(random.Random(seed))
        request, right = values.fill(ITEM), values.fill(RIGHT)
        number = int(request.path.removeprefix("/items/"))
        assert 1 <= number <= 500
        assert request.headers == {"X-Id": f"{number}/0"}
        assert right.json_value == {"id": number, "at": [f"n{number}", None]}
        assert right.subset
        body = request.body or ""
        assert len(body) == len('{"a": }') + 16 and body.startswith('{"a": ') and body.endswith("}")


def test_without_dice_all_have_their_lowest_value() -> None:
    assert Values().fill(ITEM).path == "/items/1"
    assert Values().fill(Request(path="/{random}")).path == f"/{0:016x}"


def test_null_is_still_expected_after_filling_in() -> None:
    assert Values().fill(Expect.model_validate({"json": None})).has_json
    assert not Values().fill(Expect(text="{random:3-3}")).has_json


def test_only_what_is_a_parameter_is_one() -> None:
    assert parameters_of(ITEM) == ("{random:1-500}", "{sequence}", "{random}")
    for text in ("/{id}", "/{random:}", "/{random:9}", "/{ random }"):
        assert parameters_of(Request(path=text.replace(" ", ""))) == (("{random}",) if " " in text else ())


def test_the_generator_gets_other_braces_doubled_if_anything_has_parameters() -> None:
    assert escaped(ITEM).body == '{{"a": {random}}'
    more = Asked(path="/page", expect=Expect(contains="{x"), weight=3)
    line = json.loads(Target("a", "h:1", ITEM, RIGHT, keepalive=True, timeout_ms=1, also=(more,)).open_line())
    assert line["parameters"] is True
    first, second = line["requests"]
    assert first["expect"]["body"] == {"subset": {"id": "{random:1-500}", "at": ["n{random:1-500}", None]}}
    assert (second["weight"], second["expect"]["body"]) == (3, {"contains": "{{x"})
    plain = Target("a", "h:1", Request(body="{x}"), Expect(), keepalive=True, timeout_ms=1)
    assert not plain.varies
    document = json.loads(plain.open_line())
    assert (document["parameters"], document["requests"][0]["request"]["body"]) == (False, "{x}")
