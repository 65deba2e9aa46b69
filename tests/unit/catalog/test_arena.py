"""The answers of arena-json follow from the data set that contestants read."""

import json

from fairlap.catalog import load_catalog
from support import ROOT

PAIRS = [(1, 3), (5, 7), (10, 2), (15, 5), (25, 4), (40, 8), (50, 6)]
"""Items and m of HttpArena's requests."""


def test_each_contestant_has_the_same_data_set() -> None:
    ours = (ROOT / "scenarios" / "arena-dataset.json").read_bytes()
    found = sorted((ROOT / "contestants").glob("*/arena-dataset.json"))
    assert found
    assert [path for path in found if path.read_bytes() != ours] == []


def test_each_total_is_price_times_quantity_times_m() -> None:
    items = json.loads((ROOT / "scenarios" / "arena-dataset.json").read_text())
    assert [item["id"] for item in items] == list(range(1, 51))
    scenario = load_catalog(ROOT).scenario("arena-json")
    asked = {scenario.request.path: scenario.expect} | {each.path: each.expect for each in scenario.also}
    assert list(asked) == [f"/json/{count}?m={m}" for count, m in PAIRS]
    for count, m in PAIRS:
        right = [{**item, "total": item["price"] * item["quantity"] * m} for item in items[:count]]
        assert asked[f"/json/{count}?m={m}"].json_value == {"count": count, "items": right}
