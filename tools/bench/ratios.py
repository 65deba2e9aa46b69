"""Ratios of alternating runs: two generators are compared within a turn, and turns are summarised by their median."""

import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tools.bench.runs import Run

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Summary:
    """The median of `n` values with the narrowest interval of two of them that holds the true one 95 times of 100.

    `low` and `high` are `None` where there are too few values for such an interval (fewer than six).
    """

    median: float
    low: float | None
    high: float | None
    n: int


def summary(values: Sequence[float]) -> Summary | None:
    """The summary of independent values; `None` of none.

    The interval is that of order statistics: the k-th smallest and the k-th largest of n hold the median with the
    chance 1 - 2 P(X < k), X binomial with n and 1/2 (H. A. David, Order Statistics, section 7.1). It assumes nothing
    of how values are distributed. Six turns are the fewest that have one, seven give 98.4 %.
    """
    if not values:
        return None
    ordered, n = sorted(values), len(values)
    inside = [k for k in range(1, n // 2 + 1) if _coverage(n, k) >= CONFIDENCE]
    low, high = (ordered[max(inside) - 1], ordered[n - max(inside)]) if inside else (None, None)
    return Summary(statistics.median(ordered), low, high, n)


def _coverage(n: int, k: int) -> float:
    return 1 - sum(math.comb(n, i) for i in range(k)) / 2.0 ** (n - 1)


Measure = Callable[[Run], float | None]


def ratios(runs: Iterable[Run], measure: Measure, of: str, to: str) -> tuple[float, ...]:
    """`of` by `to` in every turn in which both were measured, in the order of turns. All runs are of one cell."""
    ours, theirs = by_turn(runs, measure, of), by_turn(runs, measure, to)
    return tuple(ours[turn] / theirs[turn] for turn in sorted(ours.keys() & theirs.keys()) if theirs[turn] > 0)


def by_turn(runs: Iterable[Run], measure: Measure, generator: str) -> Mapping[int, float]:
    """What was measured of a generator in each turn."""
    values = {run.turn: measure(run) for run in runs if run.generator == generator and run.state == "ok"}
    return {turn: value for turn, value in values.items() if value is not None}


def median_of(runs: Iterable[Run], measure: Measure, generator: str) -> float | None:
    """The median over turns; `None` when nothing was measured."""
    values = by_turn(runs, measure, generator).values()
    return statistics.median(values) if values else None
