"""`fairlap compare` with a real repository: a slowdown between two commits, a side that cannot be built.

The races are rehearsed; tests/real/test_project.py compares two commits for real.
"""

import json
from pathlib import Path

import jsonschema
from tools.rehearsal.players import Player

from compare_helpers import SCHEMA, SHORT, git
from rehearsed import RehearsedFairlap
from support import Fairlap


def test_a_side_that_cannot_be_built_ends_it_before_anything_is_raced(compared: Fairlap, tmp_path: Path) -> None:
    markdown = tmp_path / "compare.md"
    rehearsed = RehearsedFairlap(compared)
    done = rehearsed("compare", "good@broken", "good", *SHORT, "--json", "-", "--markdown", str(markdown))
    assert done.code == 1, done.err
    jsonschema.validate(done.document, SCHEMA)
    assert done.document["conclusion"] == "failed"
    assert done.document["base"]["run"] is None
    assert "build" in done.document["changes"][0]["base"]["reason"]
    assert "FAILED" in markdown.read_text()
    assert not (compared.results / "fairlap.db").exists()
    assert rehearsed.sites == []


def test_a_slowdown_between_a_commit_and_the_files_as_they_lie_is_a_regression(
    compared: Fairlap, tmp_path: Path
) -> None:
    before = git(compared.catalog, "status", "--porcelain")
    files = ("--json", str(tmp_path / "compare.json"), "--markdown", str(tmp_path / "compare.md"))
    rehearsed = RehearsedFairlap(compared, {"good": Player("good", per_s=8_000.0)})
    done = rehearsed("compare", "good@fast", "good", "--budget", "60s", "--no-rates", *SHORT, *files)
    assert done.code == 1, done.out + done.err
    assert "REGRESSION beyond the threshold of 2.0 %" in " ".join(done.out.split())
    document = json.loads((tmp_path / "compare.json").read_text())
    jsonschema.validate(document, SCHEMA)
    (change,) = document["changes"]
    assert change["base"]["name"] == f"good-at-{git(compared.catalog, 'rev-parse', '--short', 'fast').strip()}"
    assert change["new"]["name"] == "good"
    assert change["low"] < change["ratio"] < change["high"] < 1 / 1.02
    assert document["base"]["commit"] == git(compared.catalog, "rev-parse", "fast").strip()
    assert document["new"]["changed"] is True
    assert any("uncommitted changes" in note for note in document["notes"])
    assert "REGRESSION" in (tmp_path / "compare.md").read_text()
    assert git(compared.catalog, "status", "--porcelain") == before


def test_the_other_way_round_it_is_faster_and_passes(compared: Fairlap) -> None:
    speeds = {"slow": 8_000.0, "fast": 10_000.0}
    commits = {tag: git(compared.catalog, "rev-parse", tag).strip() for tag in speeds}
    names = {tag: f"good-at-{git(compared.catalog, 'rev-parse', '--short', tag).strip()}" for tag in speeds}
    rehearsed = RehearsedFairlap(compared, {names[tag]: Player(names[tag], per_s=speeds[tag]) for tag in speeds})
    done = rehearsed("compare", "good@slow", "good@fast", "--budget", "60s", *SHORT, "--json", "-")
    assert done.code == 0, done.err
    assert done.document["conclusion"] == "faster"
    (change,) = done.document["changes"]
    assert change["ratio"] > 1.02
    assert (change["base"]["name"], change["new"]["name"]) == (names["slow"], names["fast"])
    assert [done.document[side]["commit"] for side in ("base", "new")] == [commits["slow"], commits["fast"]]
