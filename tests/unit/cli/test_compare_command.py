"""`fairlap compare` on simulated time: a copy, a side that fails, an interrupt, two stored runs."""

import re

import jsonschema
import pytest
from tools.rehearsal.players import Fault, Mishap, Player

from compare_helpers import SCHEMA, SHORT
from rehearsed import RehearsedFairlap, press_ctrl_c

ROOMY = ("--threshold", "50%")
"""A difference that no chance brings about: what is tested here is not the statistics."""


@pytest.mark.parametrize(
    ("fault", "reason"),
    [("ends-at-start", "ended with exit status 3"), ("breaks-the-contract", "expected Hello, world!")],
)
def test_a_side_that_fails_does_not_pass_and_is_named(rehearsed: RehearsedFairlap, fault: Fault, reason: str) -> None:
    rehearsed.players = {"good": Player("good", mishaps=(Mishap(fault),))}
    done = rehearsed("compare", "good-twin", "good", "--budget", "30s", *SHORT, "--json", "-")
    assert done.code == 1, done.err
    assert done.document["conclusion"] == "failed"
    row = done.document["changes"][0]["new"]
    assert (row["name"], row["status"]) == ("good", "failed")
    assert reason in row["reason"]
    assert done.document["changes"][0]["base"]["status"] == "ok"
    (course,) = done.document["ground"]["method"]["courses"]
    assert course["rounds"] <= 4, "nobody is left to compare with: it ends at the first look"
    assert "nothing to compare" in course["stopped"]


def test_an_interrupted_comparison_shows_what_is_finished(rehearsed: RehearsedFairlap) -> None:
    rehearsed.at_lap = {30: press_ctrl_c}
    done = rehearsed("compare", "good-twin", "good", "--budget", "170s", *SHORT)
    assert done.code == 130, done.err
    assert "Interrupted" in done.out
    (site,) = rehearsed.sites
    assert (len(site.runs), site.alive) == (30, {})


def test_it_explains_itself(rehearsed: RehearsedFairlap) -> None:
    done = rehearsed("compare", "--help")
    text = " ".join(done.out.split())
    assert done.code == 0
    assert done.out.startswith("Usage:")
    for words in ("BASE", "NEW", "NAME@REVISION", "--threshold", "--precision", "--budget", "--markdown"):
        assert words in text


def test_a_contestant_against_its_copy_passes_and_is_said_to_be_the_same(rehearsed: RehearsedFairlap) -> None:
    done = rehearsed("compare", "good-twin", "good-twin", "--budget", "15s", *SHORT, *ROOMY, "--json", "-")
    assert done.code == 0, done.err
    (change,) = done.document["changes"]
    assert (change["base"]["name"], change["new"]["name"]) == ("good-twin", "good-twin-again")
    assert change["rounds"] >= 1
    assert any("the same files" in note for note in done.document["notes"])
    (site,) = rehearsed.sites
    assert {"good-twin", "good-twin-again"} <= set(site.starts)


def test_two_contestants_of_one_folder_are_not_called_the_same_and_the_slower_one_is_no_regression(
    rehearsed: RehearsedFairlap,
) -> None:
    rehearsed.players = {"good": Player("good", per_s=10_000.0), "good-twin": Player("good-twin", per_s=8_700.0)}
    done = rehearsed("compare", "good", "good-twin", "--budget", "60s", *SHORT)
    assert done.code == 1, done.err
    shown = " ".join(done.out.split())
    assert "SLOWER beyond the threshold of 2.0 %" in shown
    assert "REGRESSION" not in shown
    assert "same files" not in shown
    assert re.search(r"good-twin answers 1\d % fewer requests per second; each costs 1\d % more time", shown)


def test_without_a_scenario_the_only_one_that_both_answer_is_raced(
    rehearsed: RehearsedFairlap, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairlap.cli.compare.DEFAULT_SCENARIO", "products")
    done = rehearsed("compare", "good", "good-twin", "--budget", "20s", *SHORT, *ROOMY, "--json", "-")
    assert done.code == 0, done.err
    assert {change["scenario"] for change in done.document["changes"]} == {"hello-json"}


def test_two_stored_runs_are_compared_and_are_not_mixed_with_contestants(rehearsed: RehearsedFairlap) -> None:
    race = ("run", "misbehaving", "--contestants", "good-twin,good", "--rounds", "3", "--cycles", "5", "--no-rates")
    runs = []
    for seed, per_s in enumerate((10_000.0, 10_000.0, 4_000.0), start=1):
        rehearsed.players = {"good": Player("good", per_s=per_s)}
        done = rehearsed(*race, "--seed", str(seed), "--json", "-")
        done.all_raced()
        runs.append(done.document["run"])
    before, again, slow = runs
    for pair, code, conclusion, verdict in (
        ((before, again), 0, "tie", "tie"),
        ((before, slow), 1, "regression", "slower"),
        ((slow, before), 0, "tie", "faster"),
    ):
        done = rehearsed("compare", *pair, *ROOMY, "--precision", "50%", "--json", "-")
        assert (done.code, done.document["conclusion"]) == (code, conclusion), done.out + done.err
        jsonschema.validate(done.document, SCHEMA)
        assert done.document["interleaved"] is False
        assert [done.document[side]["run"] for side in ("base", "new")] == list(pair)
        verdicts = {change["new"]["name"]: change["verdict"] for change in done.document["changes"]}
        assert verdicts == {"good": verdict, "good-twin": "tie"}
    assert "not interleaved" in " ".join(rehearsed("compare", before, again, *ROOMY).out.split())

    for arguments, words in (
        ((before, "good"), "with the contestant 'good'"),
        ((before, before), f"BASE and NEW are both run {before}"),
        ((before, again, "--budget", "1m"), "--budget"),
        ((before[:2], again), "3 runs start with"),
    ):
        refused = rehearsed("compare", *arguments)
        assert refused.code == 2
        assert words in refused.err
    assert len(rehearsed.sites) == 3, "stored runs are not raced again"
