"""What a person sees who races on a terminal: a board that fills in, the time left, and then the table."""

import os
import signal

from fairlap.live.file import boards
from hosting_helpers import wait_until
from left_behind import left_behind, marked_processes
from race_helpers import LONG, wait_for_board
from support import Fairlap


def test_what_a_killed_race_leaves_of_its_board_is_cleared_by_the_next_start(fairlap: Fairlap) -> None:
    running = fairlap.start(*LONG)
    run = wait_for_board(fairlap, rounds=2)
    wait_until(lambda: len(marked_processes(fairlap.results)) >= 2)
    os.kill(running.pid, signal.SIGKILL)
    running.communicate(timeout=60)
    assert boards(fairlap.results) == (run,)
    done = fairlap("run", "misbehaving", "--contestants", "good", "--rounds", "1", "--cycles", "1", "--json", "-")
    done.all_raced()
    assert boards(fairlap.results) == ()
    assert left_behind(fairlap.results) == []
