"""What the doctor says about the precision of races here."""

import pytest
from tools.rehearsal.machine import CALM, MEASURED, Machine
from tools.rehearsal.players import Mishap, Player
from tools.rehearsal.race import HELLO, prepared
from tools.rehearsal.site import RehearsalSite

from fairlap.catalog import REFERENCE
from fairlap.doctor import Check
from fairlap.race.events import Event, LapSeen, WorkLeft
from fairlap.single.restlessness import ROUNDS, TWINS, judge, race_twins


def finding(machine: Machine, *mishaps: Mishap) -> tuple[Check, list[Event]]:
    players = [Player(REFERENCE, 50_000.0), *(Player(name, 25_000.0, mishaps=mishaps) for name in TWINS)]
    site, heard = RehearsalSite(players, 3, machine, latencies=False), list[Event]()
    course = race_twins(site, [prepared(player.name) for player in players], HELLO, heard.append)
    return judge(course), heard


@pytest.mark.parametrize(("machine", "verdict"), [(MEASURED, "warning"), (CALM, "good")])
def test_a_machine_whose_p99_jumps_is_named_with_what_helps(machine: Machine, verdict: str) -> None:
    check, heard = finding(machine)
    assert check.verdict == verdict
    assert [part.partition(":")[0] for part in check.value.split("; ")[:3]] == ["1 min", "5 min", "15 min"]
    assert check.value.endswith("disturbed 0 of 96 laps")
    assert ("--budget" in (check.fix or "")) is (verdict == "warning")
    assert sum(isinstance(event, WorkLeft) for event in heard) == ROUNDS, "for the time left"
    assert not any(isinstance(event, LapSeen) for event in heard), "no race has begun"


def test_twins_that_fail_are_a_finding() -> None:
    check, _ = finding(MEASURED, Mishap("ends", lap=20))
    assert (check.value, check.verdict) == ("unknown", "bad")
