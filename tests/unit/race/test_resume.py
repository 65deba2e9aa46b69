"""`fairlap resume`, rehearsed: a race that was cut goes on, and nothing is measured or counted twice."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tools.rehearsal.machine import MEASURED

from left_behind import left_behind
from race_helpers import assert_finished, measured, rows
from rehearsed import RehearsedFairlap, press_ctrl_c
from support import Fairlap

ROUNDS, CYCLES = 3, 6
RACE = (
    *("run", "misbehaving", "--contestants", "good", "--no-rates", "--seed", "7"),
    *("--rounds", str(ROUNDS), "--cycles", str(CYCLES)),
)
IN_ROUND_2 = 50
"""The number of a lap: a round has 24 for warm-up and 12 in its cycles."""


def die() -> None:
    """End like a killed process: nothing more is stored."""
    raise SystemExit(137)


def cut(rehearsed: RehearsedFairlap, by: Callable[[], None]) -> str:
    """Cut a race in its second round, and return the name of the run."""
    rehearsed.at_lap = {IN_ROUND_2: by}
    done = rehearsed(*RACE)
    assert done.code == (130 if by is press_ctrl_c else 137), done.err
    (run,) = [row["run"] for row in rows(rehearsed.fairlap, "SELECT run FROM run")]
    assert (f"to continue: fairlap resume {run}" in done.err) == (by is press_ctrl_c)
    return run


def change(fairlap: Fairlap, statement: str, *values: object) -> None:
    with sqlite3.connect(fairlap.results / "fairlap.db") as database:
        assert database.execute(statement, values).rowcount > 0


@pytest.mark.parametrize("by", [die, press_ctrl_c])
def test_a_race_that_was_cut_is_finished(rehearsed: RehearsedFairlap, by: Callable[[], None]) -> None:
    fairlap = rehearsed.fairlap
    run = cut(rehearsed, by)
    before = measured(fairlap)
    assert len(before["round"]) == 1
    done = rehearsed("resume", run[:-1], "--json", "-")
    assert done.code == 0, done.err
    assert done.document["run"] == run
    assert_finished(done, fairlap, before, rounds=ROUNDS, cycles=CYCLES)
    decisions = rows(fairlap, "SELECT * FROM decision")
    assert [(row["reason"], row["ends"]) for row in decisions] == [(f"all {ROUNDS} rounds are done", 1)]
    assert fairlap.in_process("report", run, "--json", "-").document == done.document


def test_an_interrupted_resumption_can_be_resumed(rehearsed: RehearsedFairlap) -> None:
    run = cut(rehearsed, die)
    rehearsed.at_lap = {IN_ROUND_2: press_ctrl_c}
    again = rehearsed("resume", run)
    assert again.code == 130
    assert f"to continue: fairlap resume {run}" in again.err
    assert len(measured(rehearsed.fairlap)["round"]) == 2
    assert rehearsed("resume", run, "--json", "-").row("good")["rounds"] == ROUNDS


@pytest.fixture(scope="module")
def interrupted(misbehaving_catalog: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Fairlap, str]:
    """A race that was interrupted: tests copy what it stored."""
    fairlap = Fairlap(misbehaving_catalog, tmp_path_factory.mktemp("interrupted"))
    return fairlap, cut(RehearsedFairlap(fairlap), press_ctrl_c)


@pytest.fixture
def copied(interrupted: tuple[Fairlap, str], tmp_path: Path) -> Iterator[tuple[RehearsedFairlap, str]]:
    """The same in its own folder, which a refusal must not change."""
    fairlap = Fairlap(interrupted[0].catalog, tmp_path / "results")
    fairlap.results.mkdir()
    with (
        sqlite3.connect(interrupted[0].results / "fairlap.db") as old,
        sqlite3.connect(fairlap.results / "fairlap.db") as new,
    ):
        old.backup(new)
    yield RehearsedFairlap(fairlap), interrupted[1]
    assert left_behind(tmp_path) == []


def refused(rehearsed: RehearsedFairlap, run: str, *words: str) -> None:
    fairlap = rehearsed.fairlap
    before = [measured(fairlap), rows(fairlap, "SELECT * FROM run"), rows(fairlap, "SELECT * FROM decision")]
    done = rehearsed("resume", run)
    assert done.code == 2, (done.out, done.err)
    for word in words:
        assert word in done.err, done.err
    assert before == [measured(fairlap), rows(fairlap, "SELECT * FROM run"), rows(fairlap, "SELECT * FROM decision")]


def test_unknown_runs_are_refused(copied) -> None:
    refused(copied[0], "nonsense", "unknown run 'nonsense'", copied[1])


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE run SET interrupted = 0", ["has ended", "fairlap report"]),
        ("UPDATE run SET method = 'classic', request_json = NULL", ["cannot be resumed", "classic method"]),
        ("UPDATE run SET request_json = '{}'", ["cannot be resumed", "this Fairlap cannot read the request"]),
        ("UPDATE run SET method_version = 1", ["cannot be resumed", "version 1 of the method"]),
        (
            "UPDATE run SET host_json = json_set(host_json, '$.cpu_model', 'Abacus')",
            ["began on another machine", "cpu_model Abacus then"],
        ),
        (
            "UPDATE run SET isolation_json = json_set(isolation_json, '$.user', 'nobody')",
            ["isolation was different", "user nobody then, caller now"],
        ),
        ("UPDATE run SET fairload_version = '0.0.1'", ["generator was different", "fairload 0.0.1 then"]),
        (
            "UPDATE contestant_round SET version = '0.9' WHERE contestant = 'good'",
            ["good has changed from 0.9 to"],
        ),
        (
            "UPDATE run SET request_json = json_set(request_json, '$.builds.good', 'other')",
            ["files or programs of good have changed"],
        ),
        (
            "UPDATE run SET request_json = json_set(request_json, '$.fields[0].contestants[0]', 'gone')",
            ["no contestant 'gone'"],
        ),
        (
            "UPDATE run SET request_json = json_set(request_json, '$.fields[0].scenario', 'gone')",
            ["no scenario 'gone'"],
        ),
        (
            "UPDATE run SET request_json = json_set(request_json, '$.fields[0].digest', 'other')",
            ["hello-json", "the scenario has changed"],
        ),
        (
            "UPDATE run SET request_json = json_set(request_json, '$.fields[0].contestants[0]', 'missing-program')",
            ["cannot be resumed"],
        ),
        (
            "DELETE FROM contestant_round WHERE contestant = 'good'",
            ["differs from what this version of Fairlap would have planned"],
        ),
        (
            "UPDATE contestant_round SET failure = 'exited', stage = 'lap' WHERE contestant = 'reference'",
            ["its reference contestant failed"],
        ),
    ],
)
def test_what_cannot_be_resumed_is_refused_and_stays_as_it_is(copied, statement: str, words: list[str]) -> None:
    rehearsed, run = copied
    change(rehearsed.fairlap, statement)
    refused(rehearsed, run, *words)


def test_a_suite_that_was_changed_since_does_no_harm(copied) -> None:
    rehearsed, run = copied
    suite = json.loads(rows(rehearsed.fairlap, "SELECT suite_json FROM run")[0]["suite_json"])
    assert (suite["rounds"], suite["cycles"]) == (ROUNDS, CYCLES), "not the 2 that its file says"
    done = rehearsed("resume", run, "--json", "-")
    assert done.row("good")["rounds"] == ROUNDS, done.err


@pytest.mark.parametrize(("lap", "rounds"), [(150, 1), (250, 2)])
def test_a_race_with_a_budget_goes_on_and_what_was_spent_counts(
    rehearsed: RehearsedFairlap, lap: int, rounds: int
) -> None:
    """Before and after the budget is spread over the rounds."""
    fairlap = rehearsed.fairlap
    rehearsed.machine, rehearsed.at_lap = MEASURED, {lap: die}
    rehearsed("run", "misbehaving", "--contestants", "good,good-twin", "--budget", "40s", "--no-rates", "--seed", "7")
    cut_after = len(measured(fairlap)["round"])
    assert cut_after == rounds
    (run,) = [row["run"] for row in rows(fairlap, "SELECT run FROM run")]
    decided = rows(fairlap, "SELECT * FROM decision ORDER BY id")
    assert decided, "the length of laps was decided"
    done = rehearsed("resume", run, "--json", "-")
    assert done.code == 0, done.err
    decisions = rows(fairlap, "SELECT * FROM decision ORDER BY id")
    assert decisions[: len(decided)] == decided
    assert sorted({(row["after_round"], row["reason"][:12]) for row in decisions}) == sorted(
        (row["after_round"], row["reason"][:12]) for row in decisions
    ), "nothing is decided twice"
    found = rows(fairlap, "SELECT round, duration_s FROM round ORDER BY id")
    assert [row["round"] for row in found] == list(range(1, len(found) + 1))
    assert len(found) > cut_after
    # A round begins if it fits into the rest of the budget: all but the last fit in, over both parts.
    assert sum(row["duration_s"] for row in found[:-1]) < 40
    assert sum(row["duration_s"] for row in found) < 44, "the last one takes about as long as planned"
