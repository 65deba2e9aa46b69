"""Every way a contestant can go wrong ends in one marked row with its reason; the heat goes on, nothing is left."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairlap.hosting.logs import KEPT_BYTES
from hosting_helpers import IS_ROOT, NO_OWN_VIEW, needs_own_view, needs_root
from left_behind import left_behind
from race_helpers import SOON, ending
from support import Fairlap, Finished

WRONG_AT_THE_START = {
    "crash-at-start": "ended with exit status 3",
    "wrong-body": "body",
    "wrong-status": "status",
    "port-taken": "ended with exit status",
    "build-fails": "build",
    "hangs": "never ready: no right answer within 1 s; last: no answer within",
    "never-ready": "never ready: no right answer within 1 s; last: connection refused",
}
WRONG_LATER = ("wrong-sometimes", "ignores-term", "forks-children", "crash-when-told")
HOARDS = ("hoards",) if NO_OWN_VIEW is None else ()
ON_RIVALS = ("stops-rivals", "floods-rivals") if IS_ROOT else ()
ATTACKS = ("hangs-one", *ON_RIVALS, *HOARDS)
"""Attacks on rivals succeed where all run as the caller, filling disks where they have no view of their own."""


BLIND = {
    "blind": "expected status 404",
    "blind-in-laps": "expected status 404",
    "paths-only": "bytes after the end of the answer",
    "skims": "expected status 200",
}


def options(*names: str, cycles: str = "2") -> tuple[str, ...]:
    """Of one round of these beside `good`."""
    return (
        "run",
        "misbehaving",
        "--contestants",
        ",".join(("good", *names)),
        "--rounds",
        "1",
        "--cycles",
        cycles,
        "--no-rates",
        *SOON,
        "--json",
        "-",
    )


@pytest.fixture(scope="module")
def at_start(misbehaving_catalog: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Finished]:
    """A race of all contestants that fail before the first lap."""
    folder = tmp_path_factory.mktemp("start")
    yield Fairlap(misbehaving_catalog, folder / "results")(*options(*WRONG_AT_THE_START, "missing-program"))
    assert left_behind(folder) == []


@pytest.fixture(scope="module")
def later(misbehaving_catalog: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Finished]:
    """A race of all contestants that fail under load or at the end; `crash-when-told` ends in the cycles.

    They are ten because the display may skip the first ones.
    """
    folder = tmp_path_factory.mktemp("later")
    fairlap = Fairlap(misbehaving_catalog, folder / "results")
    yield fairlap.on_terminal(*options(*WRONG_LATER, cycles="10"), see=ending("--end-after", fairlap, " of 10, "))
    assert left_behind(folder) == []


@pytest.fixture(scope="module")
def attacked(misbehaving_catalog: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Finished]:
    """A race of all contestants that want to win by what they do to others."""
    folder = tmp_path_factory.mktemp("attacked")
    done = Fairlap(misbehaving_catalog, folder / "results")(*options(*ATTACKS, cycles="10"))
    assert left_behind(folder) == []
    if ON_RIVALS:
        (log,) = (folder / "results" / "logs").glob("*/floods-rivals.log")
        assert log.read_text() == "flooded 0 ports\n"
    if HOARDS:
        (log,) = (folder / "results" / "logs").glob("*/hoards.log")
        assert 2 * KEPT_BYTES <= log.stat().st_size < 3 * KEPT_BYTES
        assert log.read_text().count("No space left on device") == 2
    yield done


@pytest.fixture(scope="module")
def unread(misbehaving_catalog: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Finished]:
    """A race of all contestants that do not read requests, or not all of them, once they are verified, and another."""
    folder = tmp_path_factory.mktemp("unread")
    yield Fairlap(misbehaving_catalog, folder / "results")(*options(*BLIND, "short-queue", cycles="10"))
    assert left_behind(folder) == []


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


def test_one_that_cannot_run_here_is_skipped(at_start: Finished) -> None:
    row = at_start.row("missing-program")
    assert (row["status"], row["rank"]) == ("skipped", None)
    assert "no-such-program" in row["reason"]
    assert "missing-program" in at_start.err


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


def test_a_crash_in_the_middle_of_the_laps_marks_the_row_and_says_where(later: Finished) -> None:
    row = later.row("crash-when-told")
    assert row["status"] == "failed"
    assert re.search("at (lap|rates): ended with exit status 4", row["reason"]), row["reason"]
    later.raced("good")


@needs_root
def test_one_that_stops_its_rivals_cannot(attacked: Finished) -> None:
    for name in ("stops-rivals", "good"):
        attacked.raced(name)


@needs_root
def test_one_that_floods_its_rivals_does_not_find_them(attacked: Finished) -> None:
    for name in ("floods-rivals", "good"):
        attacked.raced(name)


@needs_own_view
def test_what_one_hoards_is_bounded_and_gone(attacked: Finished) -> None:
    attacked.raced("hoards")
    for folder in ("/tmp", "/dev/shm"):
        found = {name for _, _, names in os.walk(folder) for name in names}  # it lets others' files come and go
        assert "hoarded-by-a-contestant" not in found


@pytest.mark.parametrize(("name", "wrong"), BLIND.items())
def test_one_that_answers_without_reading_after_the_verification_is_invalid(
    unread: Finished, name: str, wrong: str
) -> None:
    row = unread.row(name)
    assert (row["status"], row["rank"]) == ("invalid", None)
    (found,) = [flag["reason"] for flag in row["flags"] if flag["name"] == "answers-blindly"]
    assert "an unknown path or HEAD or another header between laps" in found and wrong in found
    assert "answers-blindly" not in {flag["name"] for flag in unread.raced("good")["flags"]}


@needs_root
def test_one_without_room_for_new_connections_is_told_so(unread: Finished) -> None:
    (found,) = [flag["reason"] for flag in unread.row("short-queue")["flags"] if flag["name"] == "backlog-full"]
    assert re.match(r"\d+ attempts to connect found the queue of its listening socket full", found)
    assert "backlog-full" not in {flag["name"] for flag in unread.raced("good")["flags"]}


def test_one_whose_connection_hangs_does_not_spend_the_time_of_the_others(attacked: Finished) -> None:
    row = attacked.row("hangs-one")
    assert row["status"] == "failed"
    assert "3 laps lasted until a request timed out after 500 ms" in row["reason"]
