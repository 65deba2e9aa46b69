"""Ctrl-C, TERM and kill -9 in the middle of a run: what is finished is kept, and nothing is left behind."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from fairlap.live.file import board_file, boards
from hosting_helpers import wait_until
from left_behind import left_behind, marked_processes
from race_helpers import LONG, wait_for_board
from support import Fairlap, Finished


def test_an_interrupted_run_keeps_its_finished_rounds_and_exits_with_130(fairlap: Fairlap) -> None:
    """By TERM, without a terminal; test_terminal.py has Ctrl-C on a terminal."""
    running = fairlap.start(*LONG)
    run = wait_for_board(fairlap, rounds=2)
    running.send_signal(signal.SIGTERM)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert "Traceback" not in err
    assert "good" in out, "the table of what is finished is shown"
    assert not board_file(fairlap.results, run).exists()
    report = fairlap.in_process("report", "--json", "-")
    assert report.document["interrupted"] is True
    assert report.row("good")["throughput_per_s"]["value"] > 0
    assert left_behind(fairlap.results) == []


def test_an_interrupt_before_the_first_round_leaves_nothing(fairlap: Fairlap) -> None:
    running = fairlap.start(*LONG)
    wait_until(lambda: bool(marked_processes(fairlap.results)))
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert "Traceback" not in err
    assert left_behind(fairlap.results) == []


def test_a_second_interrupt_does_not_stop_the_cleaning_up(fairlap: Fairlap) -> None:
    running = fairlap.start(*LONG)
    wait_until(lambda: bool(marked_processes(fairlap.results)))
    for _ in range(5):
        if running.poll() is None:
            running.send_signal(signal.SIGINT)
        time.sleep(0.01)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert left_behind(fairlap.results) == []


@dataclass(frozen=True)
class Killed:
    """A race that was killed in its second round, and what other commands did then.

    Attributes:
        refused: another race, begun while this one was going on.
        went_on: whether this one was still going on afterwards.
        boards: the boards after it was killed.
        following: the next race.
        boards_after: the boards after that one.
        left: what was left behind after that one.
    """

    run: str
    refused: Finished
    went_on: bool
    boards: tuple[str, ...]
    report: Finished
    following: Finished
    boards_after: tuple[str, ...]
    left: list[str]


@pytest.fixture(scope="module")
def killed(misbehaving_catalog: Path, tmp_path_factory: pytest.TempPathFactory) -> Killed:
    """One race that several tests look at."""
    fairlap = Fairlap(misbehaving_catalog, tmp_path_factory.mktemp("killed") / "results")
    running = fairlap.start(*LONG)
    try:
        wait_until(lambda: bool(marked_processes(fairlap.results)))
        refused = fairlap.in_process("run", "misbehaving", "--contestants", "good")
        went_on = running.poll() is None
        run = wait_for_board(fairlap, rounds=2)
        wait_until(lambda: len(marked_processes(fairlap.results)) >= 2)
    finally:
        os.kill(running.pid, signal.SIGKILL)
        running.communicate(timeout=60)
    wait_until(lambda: left_behind(fairlap.results) == [])  # nobody but its guard is there to clear up
    boards_left = boards(fairlap.results)
    report = fairlap.in_process("report", "--json", "-")
    short = ("--contestants", "good", "--rounds", "1", "--cycles", "6", "--json", "-")
    following = fairlap("run", "misbehaving", *short)
    after, left = boards(fairlap.results), left_behind(fairlap.results)
    return Killed(run, refused, went_on, boards_left, report, following, after, left)


def test_a_second_race_is_refused_while_one_is_going_on(killed: Killed) -> None:
    assert killed.refused.code == 2
    assert "another race is running" in killed.refused.err
    assert killed.went_on, "the first one goes on"


def test_what_a_killed_fairlap_hosted_ends_without_another_start(killed: Killed) -> None:
    killed.following.all_raced()
    assert "cleared" not in killed.following.err, "its guard has ended it"
    assert killed.left == []


def test_what_a_killed_race_leaves_of_its_board_is_cleared_by_the_next_start(killed: Killed) -> None:
    assert killed.boards == (killed.run,)
    assert killed.boards_after == ()


def test_the_rounds_of_a_killed_run_can_still_be_reported(killed: Killed) -> None:
    assert killed.report.document["run"] == killed.run
    assert killed.report.row("good")["throughput_per_s"]["value"] > 0
    assert killed.report.document["ended_at"] is None
