"""`fairlap classic`: a seed's own procedure with the real tool, its blocks, and one table of ratios."""

import json
from pathlib import Path

import jsonschema
import pytest

from extras import need_tool
from race_helpers import TENTH, refused
from support import ROOT, Fairlap


@pytest.fixture(autouse=True)
def ab() -> None:
    need_tool("ab")


def test_it_prints_the_tools_own_block_for_each_pass_and_one_table(fairlap: Fairlap) -> None:
    done = fairlap(*TENTH)
    assert done.code == 0, done.err
    blocks = done.out.split("This is ApacheBench, Version 2.3")[1:]
    assert len(blocks) == 4, "two contestants, two numbers of connections"
    for block, connections in zip(blocks, (4, 8, 4, 8), strict=True):
        assert f"Concurrency Level:      {connections}\n" in block
        assert "Complete requests:      500\nFailed requests:        0\n" in block
        assert "Percentage of the requests served within a certain time (ms)" in block
    assert done.out.count("then, here, and by laps") == 1
    assert "lapped by ab 2.3" in " ".join(done.out.split())
    assert done.out == fairlap("report").out, "a stored run is shown again word for word"


def test_one_that_ends_in_the_middle_keeps_what_it_finished_and_fails_with_its_reason(fairlap: Fairlap) -> None:
    done = fairlap("classic", "seed", "--scale", "0.08", "--contestants", "crash-mid-lap,good", "--json", "-")
    assert done.code == 1
    crashed = [row for row in done.document["rows"] if row["name"] == "crash-mid-lap"]
    assert [row["status"] for row in crashed] == ["ok", "failed"], (
        "it ends at its 1000th answer, in the third pass of 400"
    )
    assert crashed[1]["answers_per_s"] is None
    assert "ended with exit status 4" in crashed[1]["reason"]
    assert [row["status"] for row in done.document["rows"] if row["name"] == "good"] == ["ok", "ok"]


def test_markdown_has_the_blocks_and_the_table(fairlap: Fairlap, tmp_path: Path) -> None:
    file = tmp_path / "classic.md"
    fairlap(*TENTH, "--contestants", "good", "--markdown", str(file))
    text = file.read_text()
    assert text.count("    Complete requests:      500") == 2
    assert "| good | 4 | 1,000 | 1 |" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("classic", "misbehaving"), "has no classic procedure to repeat (choose one of: from-redis, seed)"),
        (("run", "seed", "--method", "classic"), "the classic method is a command (fairlap classic SUITE)"),
        (("classic", "seed", "--generator", "fairload"), "the classic method needs"),
        (("classic", "seed", "--generator", "siege"), "unknown generator 'siege'"),
    ],
)
def test_what_does_not_go_together_is_refused(fairlap: Fairlap, arguments: tuple[str, ...], words: str) -> None:
    refused(fairlap.in_process(*arguments), words, fairlap)


def test_runs_of_two_methods_are_not_compared(fairlap: Fairlap) -> None:
    classic = fairlap(*TENTH, "--json", "-").document["run"]
    laps = fairlap("run", "seed", "--rounds", "1", "--cycles", "2", "--no-rates", "--json", "-").document["run"]
    done = fairlap("compare", classic, laps)
    assert done.code == 2
    assert "method: classic and laps" in " ".join(done.err.split())


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
    assert any("in the published order" in sentence for sentence in document["agreement"])


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
