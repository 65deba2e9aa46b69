"""The forecast of precision holds in longer races on the same simulated machine."""

import math
from statistics import median

import pytest
from tools.rehearsal.machine import MEASURED, QUIET, Machine
from tools.rehearsal.players import Player
from tools.rehearsal.race import HELLO, prepared
from tools.rehearsal.site import RehearsalSite

from fairlap.catalog import REFERENCE
from fairlap.plan.course import Course
from fairlap.plan.forecast import forecast
from fairlap.single.restlessness import TWINS, race_twins
from fairlap.statistics.estimate import centre
from fairlap.statistics.laps import log_ratios
from fairlap.statistics.latency import rate_row
from support import ignore

BUDGET_S = 300.0


def course(machine: Machine, seed: int, budget_s: float | None = None) -> Course:
    players = [
        Player(name, per_s, startup_s=0.3)
        for name, per_s in ((REFERENCE, 50_000.0), *((one, 25_000.0) for one in TWINS))
    ]
    site = RehearsalSite(players, seed, machine, latencies=False)
    return race_twins(site, [prepared(player.name) for player in players], HELLO, ignore, budget_s=budget_s)


def half_width(found: Course) -> float:
    interval = centre(log_ratios(found.rounds, *TWINS)).interval
    assert interval is not None
    return (interval[1] - interval[0]) / 2


@pytest.mark.parametrize(("machine", "races"), [(MEASURED, 24), (QUIET, 4)])
def test_a_longer_race_is_as_precise_as_forecast(machine: Machine, races: int) -> None:
    forecasts = [forecast(course(machine, seed), [BUDGET_S])[0] for seed in range(24)]
    longer = [course(machine, 100 + seed, BUDGET_S) for seed in range(races)]
    seen = median(half_width(one) for one in longer)
    assert math.log(median(one.throughput for one in forecasts) / seen) == pytest.approx(0, abs=math.log(1.4))
    p99 = [row.response_us.p99 for one in longer if (row := rate_row(one.rounds, TWINS[0], "share-50")) is not None]
    widths = [math.log(found.high / found.low) / 2 for found in p99 if found and found.low and found.high]
    expected = [one.p99 for one in forecasts if one.p99 is not None]
    assert math.log(median(expected) / median(widths)) == pytest.approx(0, abs=math.log(3)), "p99 jumps with the moods"
