"""`fairlap history` of races on simulated time: two runs of the same contestants, in words, as JSON, as Markdown."""

import json
from pathlib import Path

import jsonschema
import pytest
from tools.rehearsal.players import Mishap, Player

from rehearsed import RehearsedFairlap
from support import ROOT, Fairlap

RACE = ("run", "misbehaving", "--contestants", "good", "--cycles", "2", "--rounds")


@pytest.fixture(scope="module")
def raced(misbehaving_catalog: Path, tmp_path_factory: pytest.TempPathFactory):
    """Two short runs, of one round and of two, in which `good` replaces a worker."""
    fairlap = RehearsedFairlap(Fairlap(misbehaving_catalog, tmp_path_factory.mktemp("history")))
    fairlap.players = {"good": Player("good", mishaps=(Mishap("replaces-a-worker", lap=5),))}
    runs = []
    for rounds in ("1", "2"):
        done = fairlap(*RACE, rounds, "--json", "-")
        assert done.code in (0, 1), done.err
        runs.append(done)
    return fairlap, runs


def test_both_runs_are_in_the_history_with_the_scores_of_their_reports(raced) -> None:
    fairlap, runs = raced
    document = fairlap("history", "good", "--json", "-").document
    jsonschema.validate(document, json.loads((ROOT / "schemas" / "history.json").read_text()))
    (series,) = document["series"]
    assert (series["scenario"], series["suite"]) == ("hello-json", "misbehaving")
    (segment,) = series["segments"]
    assert segment["break_reasons"] == [], "the same machine, the same load"
    assert [point["run"] for point in segment["points"]] == [done.document["run"] for done in runs]
    for point, done in zip(segment["points"], runs, strict=True):
        row = done.raced("good")
        assert row["flags"]
        assert point["status"] == row["status"]
        assert point["score"] == (row["score"] if row["status"] == "ok" else None)
        assert {flag["name"] for flag in point["flags"]} == {flag["name"] for flag in row["flags"]}


def test_the_terminal_shows_both(raced) -> None:
    fairlap, runs = raced
    done = fairlap("history", "good")
    assert done.code == 0, done.err
    for run in runs:
        assert run.document["run"] in done.out
    assert "detecting changes needs" in done.out


def test_files_are_written_beside_the_table(raced, tmp_path: Path) -> None:
    fairlap, _ = raced
    done = fairlap("history", "good", "--json", str(tmp_path / "h.json"), "--markdown", str(tmp_path / "h.md"))
    assert "good: hello-json of suite misbehaving" in done.out
    assert json.loads((tmp_path / "h.json").read_text())["contestant"] == "good"
    assert (tmp_path / "h.md").read_text().startswith("# History of good\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("history", "goood"), "no stored run has a contestant 'goood' (did you mean 'good'?)"),
        (("history", "reference"), "'reference' is the reference"),
        (("history", "good", "--scenario", "hello-jason"), "no run in scenario 'hello-jason'"),
        (("history", "good", "--suite", "quick"), "no run in any scenario of suite 'quick'"),
        (("history", "good", "--json", "/proc/no-folder/x"), "its folder does not exist"),
        (("history", "good", "--json", "-", "--markdown", "-"), "only one report can be written"),
    ],
)
def test_a_mistake_gets_one_line(raced, arguments: tuple[str, ...], words: str) -> None:
    done = raced[0](*arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert len(done.err.splitlines()) == 1


def test_without_results_there_is_a_hint(rehearsed: RehearsedFairlap) -> None:
    done = rehearsed("history", "good")
    assert done.code == 2
    assert "fairlap run quick" in done.err
