"""Every way a contestant can go wrong ends in one marked row with its reason; the heat goes on, nothing is left."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from left_behind import left_behind
from support import BOUND_S, Fairlap, Finished

WRONG_AT_THE_START = {
    "crash-at-start": "ended with exit status 3",
    "wrong-body": "body",
    "wrong-status": "status",
    "port-taken": "ended with exit status",
    "build-fails": "build",
}
WRONG_LATER = ("wrong-sometimes", "ignores-term", "forks-children")


def raced_together(catalog: Path, folder: Path, *names: str) -> Iterator[Finished]:
    """One round of these beside `good`."""
    fairlap = Fairlap(catalog, folder / "results")
    yield fairlap("run", "misbehaving", "--contestants", ",".join(("good", *names)), "--rounds", "1", "--json", "-")
    assert left_behind(folder) == []


@pytest.fixture(scope="module")
def at_start(misbehaving_catalog: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Finished]:
    """A race of all contestants that fail before the first lap."""
    yield from raced_together(misbehaving_catalog, tmp_path_factory.mktemp("start"), *WRONG_AT_THE_START)


@pytest.fixture(scope="module")
def later(misbehaving_catalog: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Finished]:
    """A race of all contestants that fail under load or at the end."""
    yield from raced_together(misbehaving_catalog, tmp_path_factory.mktemp("later"), *WRONG_LATER)


@pytest.mark.parametrize(("name", "reason"), WRONG_AT_THE_START.items())
def test_what_is_wrong_at_the_start_marks_the_row(at_start: Finished, name: str, reason: str) -> None:
    assert at_start.code == 1, at_start.err
    row = at_start.row(name)
    assert row["status"] == "failed"
    assert reason in row["reason"], row["reason"]
    assert "\n" not in row["reason"], "one line"
    assert row["rank"] is None
    assert row["throughput_per_s"] is None or row["throughput_per_s"]["value"] is None
    assert name in at_start.err, "it is said at once, too"


def test_the_heat_goes_on_without_them(at_start: Finished) -> None:
    assert at_start.raced("good")["throughput_per_s"]["value"] > 0


def test_one_that_cannot_run_here_is_skipped_and_does_not_fail_the_race(fairlap: Fairlap) -> None:
    done = fairlap("run", "misbehaving", "--contestants", "good,missing-program", "--rounds", "1", "--json", "-")
    done.all_raced()
    row = done.row("missing-program")
    assert (row["status"], row["rank"]) == ("skipped", None)
    assert "no-such-program" in row["reason"]
    assert "missing-program" in done.err


def test_an_answer_that_is_wrong_under_load_only_makes_the_row_invalid(later: Finished) -> None:
    assert later.code == 1, later.err
    row = later.row("wrong-sometimes")
    assert row["status"] == "invalid"
    assert "wrong" in row["reason"]
    assert row["rank"] is None
    assert any("wrong_body" in flag["reason"] or "wrong_body" in flag["name"] for flag in row["flags"]), row["flags"]


def test_one_that_ignores_term_is_killed_and_flagged(later: Finished) -> None:
    assert "ignores-term" in {flag["name"] for flag in later.row("ignores-term")["flags"]}
    assert "ignores-term" not in {flag["name"] for flag in later.row("good")["flags"]}


def test_children_that_outlive_their_parent_are_found_and_flagged(later: Finished) -> None:
    assert later.row("forks-children")["throughput_per_s"]["value"] > 0
    assert "left-behind" in {flag["name"] for flag in later.row("forks-children")["flags"]}
    assert "left-behind" not in {flag["name"] for flag in later.row("good")["flags"]}


def test_a_crash_in_the_middle_of_the_laps_marks_the_row_and_says_where(fairlap: Fairlap) -> None:
    done = fairlap("run", "crash-mid-lap", "--json", "-")
    assert done.code == 1, done.err
    row = done.row("crash-mid-lap")
    assert row["status"] == "failed"
    assert "lap" in row["reason"]
    assert "ended with exit status 4" in row["reason"]
    done.raced("good")


def test_those_that_never_answer_or_never_listen_are_given_up_after_thirty_seconds(
    fairlap: Fairlap, tmp_path: Path
) -> None:
    began = time.monotonic()
    races = {}
    for name in ("hangs", "never-ready"):  # both only wait and do not disturb each other
        own = Fairlap(fairlap.catalog, tmp_path / name)
        options = ("--contestants", f"good,{name}", "--rounds", "1", "--json", "-")
        races[name] = own.start("run", "misbehaving", *options)
    reasons = {}
    for name, running in races.items():
        out, err = running.communicate(timeout=BOUND_S)
        assert "Traceback" not in err
        done = Finished(running.returncode, out, err)
        assert done.row("good")["throughput_per_s"]["value"] > 0, "the heat goes on"
        reasons[name] = done.row(name)["reason"]
    assert time.monotonic() - began > 30
    assert "never ready" in reasons["hangs"]
    assert "30 s" in reasons["never-ready"]
