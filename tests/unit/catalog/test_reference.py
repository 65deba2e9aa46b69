"""A catalog without a reference contestant gets the built-in one, which answers what the scenarios expect."""

import json
import shutil
from pathlib import Path

from fairlap.catalog import REFERENCE, built_in_reference, load_catalog
from fairlap.catalog.models import Contestant, Scenario
from support import ROOT

MANIFEST = """start = ["./server", "{port}"]

[scenarios]
hello-json = {}
"""


def scenario(name: str, path: str, **expect: object) -> Scenario:
    return Scenario.model_validate({"name": name, "title": name, "request": {"path": path}, "expect": expect})


def test_it_gives_what_is_expected_where_it_is_asked() -> None:
    found = built_in_reference([
        scenario("json", "/a?n=1", json={"n": 1}),
        scenario("text", "/b", status=201, headers={"X-A": "1"}, text="b"),
        scenario("sized", "/c", size_bytes=3),
        scenario("rows", "/d", rows={"of": 10_000, "count": 2, "members": {"id": "id", "n": "permuted"}}),
        scenario("any", "/a"),
    ])  # fmt: skip
    assert [(one.path, one.status, one.headers, one.body) for one in found.answers] == [
        ("/a", 200, [("Content-Type", "application/json")], '{"n":1}'),
        ("/b", 201, [("X-A", "1")], "b"),
        ("/c", 200, [], "xxx"),
        ("/d", 200, [("Content-Type", "application/json")], '[{"id":1,"n":6619},{"id":2,"n":2917}]'),
        ("/any", 200, [], ""),
    ]
    assert {name: one.path for name, one in found.scenarios.items()} == {
        "json": "/a?n=1", "text": "/b", "sized": "/c", "rows": "/d", "any": "/any",
    }  # fmt: skip


def test_one_of_fixed_answers_is_asked_for_the_first_again_and_again() -> None:
    document = {
        "name": "item", "title": "Item", "request": {"path": "/items/{random:1-9}"},
        "expect": {"rows": {"of": 9, "ids": ["{random:1-9}"], "members": {"id": "id"}}},
        "also": [{"path": "/items", "method": "POST", "body": "{random:1-9}", "expect": {"status": 201}}],
    }  # fmt: skip
    manifest = {"name": "mine", "start": ["x"], "scenarios": {"item": {"path": "/items/{random:1-9}", "fixed": True}}}
    asked = Contestant.model_validate(manifest).own_scenario(Scenario.model_validate(document))
    assert asked.request.path == "/items/1"
    assert (asked.expect.rows is not None and asked.expect.rows.ids, asked.also) == ([1], [])


def test_probes_with_another_query_get_their_own_answer() -> None:
    rows = {"of": 10_000, "members": {"id": "id"}}
    one, two = {"rows": {**rows, "count": 1}}, {"rows": {**rows, "count": 2}}
    document = {
        "name": "rows", "title": "Rows", "request": {"path": "/rows?count=2"}, "expect": two,
        "verify": [{"path": "/rows", "expect": one}, {"path": "/rows?count=a", "expect": one}, {"path": "{path}&a=1"}],
    }  # fmt: skip
    found = built_in_reference([Scenario.model_validate(document)])
    assert {answer.path: json.loads(answer.body) for answer in found.answers} == {
        "/rows?count=2": [{"id": 1}, {"id": 2}], "/rows": [{"id": 1}], "/rows?count=a": [{"id": 1}],
    }  # fmt: skip
    assert found.scenarios["rows"].path == "/rows?count=2"


def test_a_catalog_without_one_has_it_and_a_manifest_needs_only_start_and_scenarios(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "scenarios", tmp_path / "scenarios")
    (tmp_path / "suites").mkdir()
    (tmp_path / "contestants" / "mine").mkdir(parents=True)
    (tmp_path / "contestants" / "mine" / "mine.toml").write_text(MANIFEST)
    catalog = load_catalog(tmp_path)
    assert catalog.broken == ()
    assert [contestant.name for contestant in catalog.contestants] == ["mine", REFERENCE]
    reference = catalog.contestant(REFERENCE)
    assert reference.scenarios.keys() == {one.name for one in catalog.scenarios}
    hello = next(answer for answer in reference.answers if answer.path == "/")
    assert json.loads(hello.body) == {"message": "Hello World!"}


def test_one_of_its_own_is_taken() -> None:
    assert load_catalog(ROOT).contestant(REFERENCE).answers == ()
