"""Forecasts the precision that a budget buys, from the rounds of a short race on the same machine. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fairlap.plan.course import Course
from fairlap.plan.pace import MOST_ROUNDS, bounded_cycles, rounds_worth
from fairlap.plan.rates import HALF
from fairlap.plan.replication import components, error_of_round
from fairlap.statistics.estimate import Centre
from fairlap.statistics.latency import RateRow, rate_row

START_SD = 0.007
"""How much faster or slower one start is than another: seen with node. A few rounds cannot show less than that."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """Half the widths of the 95 % intervals that a race with this budget will have, as shares.

    `throughput` is that of the ratio of two contestants, `p99` that of one's response time at half load; `None` where
    too many laps were disturbed, or too few answers came.
    """

    budget_s: float
    throughput: float
    p99: float | None


def forecast(course: Course, budgets_s: Sequence[float]) -> tuple[Forecast, ...]:
    """Forecast races of the same contestants from those rounds of a course; none with fewer than two of its rounds.

    Rounds and cycles are those that a course would choose. The error of a percentile falls with the number of laps;
    each round is taken to have as many as those so far.
    """
    found = components(course.rounds, course.racing)
    if found is None:
        return ()
    found = replace(found, round_variance=max(found.round_variance, 2 * START_SD**2))
    cost = course.cost_of_round()
    rows = [row for name in course.racing if (row := rate_row(course.rounds, name, HALF)) is not None]
    errors = [error for row in rows if (error := _p99_error_of_round(row)) is not None]
    forecasts: list[Forecast] = []
    for budget_s in budgets_s:
        rounds = max(2, min(MOST_ROUNDS, rounds_worth(budget_s, cost.start_s, done=0)))
        cycles = bounded_cycles((budget_s / rounds - cost.start_s - cost.rates_s) / cost.cycle_s)
        forecasts.append(
            Forecast(
                budget_s,
                _half_width(error_of_round(found, cycles), rounds),
                _half_width(max(errors), rounds) if errors else None,
            )
        )
    return tuple(forecasts)


def _p99_error_of_round(row: RateRow) -> float | None:
    """Return the standard error of the log of a p99 from a single round: sqrt(n) times that from its n rounds."""
    found = row.response_us.p99
    if found is None or found.low is None or found.high is None:
        return None
    return math.log(found.high / found.low) / 2 / _half_width_of_logs(1.0, found.n)


def _half_width(of_round: float, rounds: int) -> float:
    return math.expm1(_half_width_of_logs(of_round, rounds))


def _half_width_of_logs(of_round: float, rounds: int) -> float:
    interval = Centre(0.0, of_round / math.sqrt(rounds), rounds - 1, rounds).interval
    assert interval is not None, "at least two rounds"
    return interval[1]
