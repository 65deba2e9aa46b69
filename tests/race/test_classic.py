"""`fairlap classic`: a seed's own procedure with the real tool, its blocks, and one table of ratios."""

import json

import jsonschema
import pytest

from extras import need_tool
from race_helpers import TENTH
from support import ROOT, Fairlap


@pytest.fixture(autouse=True)
def ab() -> None:
    need_tool("ab")


def test_its_document_has_the_tools_figures_and_ratios_to_one_contestant(fairlap: Fairlap) -> None:
    laps = fairlap("run", "seed", "--rounds", "2", "--cycles", "3", "--no-rates", "--json", "-")
    done = fairlap(*TENTH, "--json", "-")
    jsonschema.validate(done.document, json.loads((ROOT / "schemas/classic.json").read_text()))
    document, rows = done.document, done.document["rows"]
    assert (document["method"], document["common"], document["laps_run"]) == ("classic", "good", laps.document["run"])
    assert document["procedure"] == {"connections": [4, 8], "keepalive": True, "requests": 500, "duration_s": None}
    assert [(row["name"], row["connections"], row["status"]) for row in rows] == [
        ("good", 4, "ok"), ("good", 8, "ok"), ("good-twin", 4, "ok"), ("good-twin", 8, "ok"),
    ]  # fmt: skip
    for row in rows:
        assert (row["answers"], row["failed"], row["not_2xx"]) == (500, 0, 0)
        assert row["answers_per_s"] == pytest.approx(row["answers"] / row["elapsed_s"], rel=0.02)
        assert f"-c {row['connections']} -n 500 -k " in row["command"]
        assert row["warmup_per_s"] > 0
    twin = rows[3]
    assert twin["ratio_then"] == 0.01
    assert twin["ratio"] == pytest.approx(twin["answers_per_s"] / rows[1]["answers_per_s"])
    assert 0.3 < twin["ratio_laps"]["value"] < 3
    assert any("in the order that was published" in sentence for sentence in document["agreement"])


def test_a_run_by_laps_shows_a_classic_one_beside_it(fairlap: Fairlap) -> None:
    classic = fairlap(*TENTH, "--json", "-").document
    done = fairlap("run", "seed", "--rounds", "2", "--cycles", "3", "--no-rates", "--json", "-")
    found = done.document["classic"]
    assert (found["run"], found["generator"], found["common"]) == (classic["run"], "ab", "good")
    ratios = {(row["name"], row["connections"]): row for row in found["contestants"]}
    assert ratios["good-twin", 8]["ratio_classic"] == classic["rows"][3]["ratio"]
    assert ratios["good-twin", 8]["ratio_laps"] is not None
    text = " ".join(fairlap("report").out.split())
    assert "then, repeated, and by laps" in text
    assert " ".join(found["agreement"][0].split()) in text
