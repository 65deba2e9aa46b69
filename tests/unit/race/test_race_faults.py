"""Whole races in which contestants go wrong, rehearsed: exit codes and rows."""

import pytest
from tools.rehearsal.players import Mishap, Player

from rehearsed import RehearsedFairlap

ONE_ROUND = ("--rounds", "1", "--json", "-")


def test_one_that_cannot_run_here_is_skipped_and_does_not_fail_the_race(rehearsed: RehearsedFairlap) -> None:
    done = rehearsed("run", "misbehaving", "--contestants", "good,missing-program", *ONE_ROUND)
    assert done.code == 0, done.err
    done.all_raced()
    row = done.row("missing-program")
    assert (row["status"], row["rank"]) == ("skipped", None)
    assert "no-such-program" in row["reason"]
    assert "missing-program" in done.err


@pytest.mark.parametrize("name", ["hangs", "never-ready"])
def test_those_that_never_answer_or_never_listen_are_given_up_after_thirty_seconds(
    rehearsed: RehearsedFairlap, name: str
) -> None:
    rehearsed.players = {name: Player(name, mishaps=(Mishap("never-answers"),))}
    done = rehearsed("run", "misbehaving", "--contestants", f"good,{name}", *ONE_ROUND)
    assert done.code == 1
    assert done.row("good")["throughput_per_s"]["value"] > 0, "the heat goes on"
    row = done.row(name)
    assert row["status"] == "failed"
    assert "never ready: no right answer within 30 s" in row["reason"]
    (site,) = rehearsed.sites
    assert site.clock_s() > 30
