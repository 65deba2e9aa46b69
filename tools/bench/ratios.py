"""Ratios of alternating runs: generators are compared within a turn, and the median summarizes turns."""

import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tools.bench.runs import Run

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Summary:
    """The median of `n` values with its narrowest 95 % interval between two of them.

    `low` and `high` are `None` for fewer than six values, which have no such interval.
    """

    median: float
    low: float | None
    high: float | None
    n: int


def summary(values: Sequence[float]) -> Summary | None:
    """Summarize independent values; `None` without any.

    The interval comes from order statistics: the median lies between the k-th smallest and the k-th largest of n values
    with probability 1 - 2 P(X < k), X binomial with n and 1/2 (H. A. David, Order Statistics, section 7.1), whatever
    their distribution. Six turns are the fewest that have one; seven give 98.4 %.
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
    """Divide `of` by `to` in every turn that measured both, in the order of turns. All `runs` belong to one cell."""
    ours, theirs = by_turn(runs, measure, of), by_turn(runs, measure, to)
    return tuple(ours[turn] / theirs[turn] for turn in sorted(ours.keys() & theirs.keys()) if theirs[turn] > 0)


def by_turn(runs: Iterable[Run], measure: Measure, generator: str) -> Mapping[int, float]:
    """Return the values of a generator by turn."""
    values = {run.turn: measure(run) for run in runs if run.generator == generator and run.state == "ok"}
    return {turn: value for turn, value in values.items() if value is not None}


def median_of(runs: Iterable[Run], measure: Measure, generator: str) -> float | None:
    """Return the median over turns; `None` without any value."""
    values = by_turn(runs, measure, generator).values()
    return statistics.median(values) if values else None
