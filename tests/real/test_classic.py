"""`fairlap classic`: a seed's own procedure with the real tool, its blocks, and one table of ratios."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import jsonschema
import pytest

from extras import need_tool
from left_behind import left_behind
from race_helpers import SOON, TENTH
from rehearsed import RehearsedFairlap
from support import MISBEHAVING, ROOT, Fairlap, Finished, copy_catalog

BY_LAPS = ("run", "seed", "--rounds", "2", "--cycles", "3", "--no-rates", *SOON, "--json", "-")


@pytest.fixture(scope="module", autouse=True)
def ab() -> None:
    need_tool("ab")


@dataclass(frozen=True)
class Repeated:
    """A run by laps, a classic one with the real tool, and another run by laps, in this order."""

    fairlap: Fairlap
    before: dict
    done: Finished
    report: Finished
    document: dict
    markdown: str
    after: dict


@pytest.fixture(scope="module")
def repeated(ab: None, misbehaving_catalog: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repeated]:
    """One classic run that several tests look at; the runs by laps are on simulated time."""
    folder = tmp_path_factory.mktemp("classic")
    fairlap = Fairlap(misbehaving_catalog, folder / "results")
    rehearsed = RehearsedFairlap(fairlap)
    before = rehearsed(*BY_LAPS).document
    document, markdown = folder / "classic.json", folder / "classic.md"
    done = fairlap(*TENTH, "--json", str(document), "--markdown", str(markdown))
    assert done.code == 0, done.err
    report = fairlap.in_process("report")
    after = rehearsed(*BY_LAPS).document
    yield Repeated(fairlap, before, done, report, json.loads(document.read_text()), markdown.read_text(), after)
    assert left_behind(folder) == []


def test_it_prints_the_tools_own_block_for_each_pass_and_one_table(repeated: Repeated) -> None:
    done = repeated.done
    blocks = done.out.split("This is ApacheBench, Version 2.3")[1:]
    assert len(blocks) == 4, "two contestants, two numbers of connections"
    for block, connections in zip(blocks, (4, 8, 4, 8), strict=True):
        assert f"Concurrency Level:      {connections}\n" in block
        assert "Complete requests:      500\nFailed requests:        0\n" in block
        assert "Percentage of the requests served within a certain time (ms)" in block
    assert done.out.count("then, here, and by laps") == 1
    assert "lapped by ab 2.3" in " ".join(done.out.split())
    assert done.out == repeated.report.out, "a stored run is shown again word for word"


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


ONCE = """title = "Warm-up once"
scenarios = ["hello-json"]
contestants = ["good"]
rounds = 1
cycles = 1

[load]
connections = 4

[classic]
generator = "wrk"
connections = [2, 4]
duration_s = 1

[[classic.warm_up]]
connections = 8
duration_s = 1
"""


def test_a_procedure_may_warm_up_once_before_all_numbers_of_connections(tmp_path: Path) -> None:
    need_tool("wrk")
    catalog = copy_catalog(MISBEHAVING, tmp_path / "catalog")
    (catalog / "suites" / "once.toml").write_text(ONCE)
    done = Fairlap(catalog, tmp_path / "results")("classic", "once", "--json", "-")
    assert done.code == 0, done.err
    assert [(row["connections"], row["status"]) for row in done.document["rows"]] == [(2, "ok"), (4, "ok")]
    assert [row["warmup_per_s"] for row in done.document["rows"]] == [None, None]
    assert done.document["procedure"]["warm_up"] == [{"connections": 8, "duration_s": 1}]


def test_markdown_has_the_blocks_and_the_table(repeated: Repeated) -> None:
    assert repeated.markdown.count("    Complete requests:      500") == 4
    assert "| good | 4 | 1,000 | 1 |" in repeated.markdown


def test_runs_of_two_methods_are_not_compared(repeated: Repeated) -> None:
    done = repeated.fairlap.in_process("compare", repeated.document["run"], repeated.after["run"])
    assert done.code == 2
    assert "method: classic and laps" in " ".join(done.err.split())


def test_its_document_has_the_tools_figures_and_ratios_to_one_contestant(repeated: Repeated) -> None:
    document, rows = repeated.document, repeated.document["rows"]
    jsonschema.validate(document, json.loads((ROOT / "schemas/classic.json").read_text()))
    assert (document["method"], document["common"], document["laps_run"]) == (
        "classic", "good", repeated.before["run"],
    )  # fmt: skip
    assert document["procedure"] == {
        "connections": [4, 8],
        "keepalive": True,
        "pipeline": 1,
        "pipelines": {},
        "requests": 500,
        "duration_s": None,
        "warm_up": [],
    }
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


def test_a_run_by_laps_shows_a_classic_one_beside_it(repeated: Repeated) -> None:
    found = repeated.after["classic"]
    assert (found["run"], found["generator"], found["common"]) == (repeated.document["run"], "ab", "good")
    ratios = {(row["name"], row["connections"]): row for row in found["contestants"]}
    assert ratios["good-twin", 8]["ratio_classic"] == repeated.document["rows"][3]["ratio"]
    assert ratios["good-twin", 8]["ratio_laps"] is not None
    text = " ".join(repeated.fairlap.in_process("report").out.split())
    assert "then, repeated, and by laps" in text
    assert " ".join(found["agreement"][0].split()) in text
