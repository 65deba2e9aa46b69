"""Ctrl-C, TERM and kill -9 in the middle of a run: what is finished is kept, and nothing is left behind."""

import os
import signal

from hosting_helpers import wait_until
from left_behind import left_behind, marked_processes
from race_helpers import LONG, rounds_stored
from support import Fairlap


def test_what_a_killed_fairlap_leaves_is_cleared_by_the_next_start(fairlap: Fairlap) -> None:
    running = fairlap.start(*LONG)
    wait_until(lambda: rounds_stored(fairlap) >= 1)
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
    wait_until(lambda: rounds_stored(fairlap) >= 1)
    os.kill(running.pid, signal.SIGKILL)
    running.communicate(timeout=60)
    report = fairlap("report", "--json", "-")
    assert report.row("good")["throughput_per_s"]["value"] > 0
    assert report.document["ended_at"] is None
    fairlap("run", "misbehaving", "--contestants", "good", "--rounds", "1", "--cycles", "1", "--json", "-").all_raced()
