"""`fairlap resume`: a race that was killed or interrupted goes on, and nothing is measured or counted twice."""

import signal

from hosting_helpers import wait_until
from race_helpers import rows, stored
from support import Fairlap


def test_a_race_with_a_budget_goes_on_and_what_was_spent_counts(fairlap: Fairlap) -> None:
    running = fairlap.start("run", "misbehaving", "--contestants", "good,good-twin", "--budget", "25s", "--no-rates")
    wait_until(lambda: stored(fairlap) >= 2)
    running.send_signal(signal.SIGKILL)
    running.communicate(timeout=60)
    (run,) = [row["run"] for row in rows(fairlap, "SELECT run FROM run")]
    decided = rows(fairlap, "SELECT * FROM decision ORDER BY id")
    assert decided, "the length of laps was tried"
    done = fairlap("resume", run, "--json", "-")
    assert done.code in (0, 1), done.err
    decisions = rows(fairlap, "SELECT * FROM decision ORDER BY id")
    assert decisions[: len(decided)] == decided
    assert sorted({(row["after_round"], row["reason"][:12]) for row in decisions}) == sorted(
        (row["after_round"], row["reason"][:12]) for row in decisions
    ), "nothing is decided twice"
    found = rows(fairlap, "SELECT round, duration_s FROM round ORDER BY id")
    assert [row["round"] for row in found] == list(range(1, len(found) + 1))
    # A round begins when the rest of the budget has room for it: all before the last one fit in, both parts together.
    assert sum(row["duration_s"] for row in found[:-1]) < 25
