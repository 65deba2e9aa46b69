"""Every way a contestant can go wrong ends in one marked row with its reason; the heat goes on, nothing is left."""

import time
from pathlib import Path

from support import BOUND_S, Fairlap, Finished


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
    for name in ("hangs", "never-ready"):  # both wait, and are no trouble to each other
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


def test_one_that_ignores_term_is_killed_and_flagged(fairlap: Fairlap) -> None:
    done = fairlap("run", "misbehaving", "--contestants", "ignores-term", "--rounds", "1", "--json", "-")
    assert "ignores-term" in {flag["name"] for flag in done.row("ignores-term")["flags"]}


def test_children_that_outlive_their_parent_are_found_and_flagged(fairlap: Fairlap) -> None:
    done = fairlap("run", "misbehaving", "--contestants", "forks-children", "--rounds", "1", "--json", "-")
    assert done.row("forks-children")["throughput_per_s"]["value"] > 0
    assert "left-behind" in {flag["name"] for flag in done.row("forks-children")["flags"]}
