"""`fairlap resume` with real processes and signals; tests/unit/race/test_resume.py has the logic of it."""

import json
import os
import signal

from hosting_helpers import wait_until
from left_behind import left_behind, marked_processes
from race_helpers import SOON, assert_finished, measured, rows, stored
from support import Fairlap

ROUNDS, CYCLES = 3, 2
RACE = (
    *("run", "misbehaving", "--contestants", "good", "--no-rates", "--seed", "7"),
    *("--rounds", str(ROUNDS), "--cycles", str(CYCLES)),
    *SOON,
)


def hosts(fairlap: Fairlap, run: str, pid: int) -> bool:
    """Whether contestants of the run are hosted by that process."""
    state = fairlap.results / ".running" / f"{run}.json"
    try:
        return json.loads(state.read_text())["owner"]["pid"] == pid
    except FileNotFoundError:  # not yet, or between two owners
        return False


def killed(fairlap: Fairlap) -> str:
    """Kill a race after its first round, and return the name of its run."""
    running = fairlap.start(*RACE)
    wait_until(lambda: stored(fairlap) >= 1)
    wait_until(lambda: len(marked_processes(fairlap.results)) >= 2)
    os.kill(running.pid, signal.SIGKILL)
    _, err = running.communicate(timeout=60)
    assert running.returncode == -signal.SIGKILL, err
    (run,) = [row["run"] for row in rows(fairlap, "SELECT run FROM run")]
    return run


def test_a_killed_race_is_resumed_and_interrupted_and_resumed_to_its_end(fairlap: Fairlap) -> None:
    """One race of three rounds: each round takes a second, and each start of Fairlap another one."""
    run = killed(fairlap)
    before = measured(fairlap)
    assert 1 <= len(before["round"]) < ROUNDS
    running = fairlap.start("resume", run)
    wait_until(lambda: hosts(fairlap, run, running.pid))
    again = fairlap.in_process("resume", run)
    assert again.code == 2
    assert f"run {run} is still running" in again.err
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert f"to continue: fairlap resume {run}" in err
    assert left_behind(fairlap.results) == []
    done = fairlap("resume", run[:-1], "--json", "-")
    assert done.code in (0, 1), done.err
    assert done.document["run"] == run
    assert_finished(done, fairlap, before, rounds=ROUNDS, cycles=CYCLES)
    assert left_behind(fairlap.results) == []
