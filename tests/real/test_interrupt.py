"""Ctrl-C, TERM and kill -9 in the middle of a run: what is finished is kept, and nothing is left behind."""

import os
import signal
import time

import pytest

from hosting_helpers import wait_until
from left_behind import left_behind, marked_processes
from race_helpers import LONG, stored
from support import Fairlap


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_keeps_its_finished_rounds_and_exits_with_130(fairlap: Fairlap, number: int) -> None:
    running = fairlap.start(*LONG)
    wait_until(lambda: stored(fairlap) >= 1)
    running.send_signal(number)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert "Traceback" not in err
    assert "good" in out, "the table of what is finished is shown"
    report = fairlap("report", "--json", "-")
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


def test_a_second_race_is_refused_while_one_is_going_on(fairlap: Fairlap) -> None:
    running = fairlap.start(*LONG)
    try:
        wait_until(lambda: bool(marked_processes(fairlap.results)))
        refused = fairlap("run", "misbehaving", "--contestants", "good")
        assert refused.code == 2
        assert "another race is running" in refused.err
        assert running.poll() is None, "the first one goes on"
    finally:
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=60)


def test_what_a_killed_fairlap_leaves_is_cleared_by_the_next_start(fairlap: Fairlap) -> None:
    running = fairlap.start(*LONG)
    wait_until(lambda: stored(fairlap) >= 1)
    wait_until(lambda: len(marked_processes(fairlap.results)) >= 2)
    os.kill(running.pid, signal.SIGKILL)
    running.communicate(timeout=60)
    assert marked_processes(fairlap.results), "the contestants outlive a killed fairlap: that must be cleared"
    done = fairlap("run", "misbehaving", "--contestants", "good", "--rounds", "1", "--cycles", "1", "--json", "-")
    done.all_raced()
    assert "cleared" in done.err
    assert left_behind(fairlap.results) == []


def test_the_rounds_of_a_killed_run_can_still_be_reported(fairlap: Fairlap) -> None:
    running = fairlap.start(*LONG)
    wait_until(lambda: stored(fairlap) >= 1)
    os.kill(running.pid, signal.SIGKILL)
    running.communicate(timeout=60)
    report = fairlap("report", "--json", "-")
    assert report.row("good")["throughput_per_s"]["value"] > 0
    assert report.document["ended_at"] is None
    fairlap("run", "misbehaving", "--contestants", "good", "--rounds", "1", "--cycles", "1", "--json", "-").all_raced()
