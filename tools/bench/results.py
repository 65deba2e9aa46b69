"""Evaluates runs: costs without start-up, ratios to a baseline, errors against the truth."""

import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tools.bench.own import BARE
from tools.bench.runs import Run, Surroundings
from tools.bench.truth import NAMES

OURS = "fairload"

QUIET = 0.05
"""The share of the machine's time that other processes may take during a run."""

CONFIDENCE = 0.95

Measure = Callable[[Run], float | None]


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


def ratios(runs: Iterable[Run], measure: Measure, of: str, to: str) -> tuple[float, ...]:
    """Divide `of` by `to` in every turn that measured both, in the order of turns. All `runs` belong to one cell."""
    ours, theirs = by_turn(runs, measure, of), by_turn(runs, measure, to)
    return tuple(ours[turn] / theirs[turn] for turn in sorted(ours.keys() & theirs.keys()) if theirs[turn] > 0)


def by_turn(runs: Iterable[Run], measure: Measure, generator: str) -> Mapping[int, float]:
    """Return the known values of a generator by turn."""
    values = {run.turn: measure(run) for run in runs if run.generator == generator and run.state == "ok"}
    return {turn: value for turn, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Deviation:
    """A figure over the turns of a case: the medians of the printed and the true values, in microseconds.

    `error` is the median of printed / true - 1; `lowest` and `highest` are its extremes over turns.
    """

    printed_us: float
    true_us: float
    error: float
    lowest: float
    highest: float


@dataclass(frozen=True, slots=True)
class Results:
    """All runs and the surroundings they were made in."""

    surroundings: Surroundings
    runs: tuple[Run, ...]

    @property
    def generators(self) -> tuple[str, ...]:
        """Generators that ran, in the order in which they were found."""
        ran = {run.generator for run in self.runs}
        return tuple(name for name in self.surroundings.versions if name in ran)

    @property
    def ours(self) -> tuple[str, ...]:
        """fairload with each of its engines."""
        return tuple(name for name in self.generators if name.split()[0] == OURS)

    def of(self, cell: str) -> tuple[Run, ...]:
        """Return the longest runs of a cell or a case; shorter ones were tries."""
        runs = [run for run in self.runs if run.cell == cell]
        longest = max((run.seconds for run in runs), default=0)
        return tuple(run for run in runs if run.seconds == longest)

    def baseline(self, cell: str) -> str | None:
        """Return what others are compared with: the first that ran of the bare loop, fairload and the others."""
        able = {run.generator for run in self.of(cell) if run.state == "ok"}
        return next((name for name in (BARE, *self.ours, *self.generators) if name in able), None)

    def client_us(self, run: Run) -> float | None:
        """Return the generator's CPU time per request, without its start-up."""
        return self._each(run, run.client_us)

    def machine_us(self, run: Run) -> float | None:
        """Return the machine's CPU time per request, without the generator's start-up."""
        return self._each(run, run.machine_us)

    def _each(self, run: Run, total_us: int | None) -> float | None:
        if total_us is None or not run.answers:
            return None
        return max(0.0, total_us - (self.surroundings.startup_us.get(run.generator) or 0)) / run.answers

    def ratio(self, cell: str, of: str, to: str, measure: Measure | None = None) -> Summary | None:
        """Summarize the ratios of CPU time per request, turn by turn."""
        return summary(ratios(self.of(cell), measure or self.client_us, of, to))

    def median(self, cell: str, measure: Measure, generator: str) -> float | None:
        """Return the median over turns; `None` without any value."""
        values = by_turn(self.of(cell), measure, generator).values()
        return statistics.median(values) if values else None

    def deviations(self, case: str, generator: str) -> Mapping[str, Deviation]:
        """Compare printed and true figures of a case, where both are known."""
        runs = [run for run in self.of(case) if run.generator == generator and run.state == "ok"]
        found = {name: _deviation(name, runs) for name in NAMES}
        return {name: deviation for name, deviation in found.items() if deviation is not None}

    def printed_us(self, case: str, generator: str, name: str) -> float | None:
        """Return the median printed figure, even if the true one is not known."""
        return self.median(case, lambda run: run.printed.get(name), generator)

    @property
    def disturbance(self) -> float | None:
        """The machine's share that other processes took in the median run, if too large for results; else `None`."""
        shares = [run.foreign_share for run in self.runs if run.foreign_share is not None]
        taken = statistics.median(shares) if shares else 0.0
        return taken if taken > QUIET else None

    def disturbances(self) -> Mapping[str, list[float]]:
        """Return the machine's shares that others took, run by run, where observed."""
        taken = {
            "stolen by the hypervisor": [run.steal_share for run in self.runs],
            "CPU of other processes": [run.foreign_share for run in self.runs],
        }
        known = {title: [share for share in shares if share is not None] for title, shares in taken.items()}
        return {title: shares for title, shares in known.items() if shares}

    def reason(self, cell: str, generator: str) -> str | None:
        """Return why a generator has no number in a cell; `None` if it has one or did not run there."""
        runs = [run for run in self.of(cell) if run.generator == generator]
        if any(run.state == "ok" for run in runs):
            return None
        return next((run.reason for run in runs if run.reason is not None), None)


def _deviation(name: str, runs: Iterable[Run]) -> Deviation | None:
    pairs = [(run.printed[name], run.true[name]) for run in runs if name in run.printed and run.true.get(name, 0) > 0]
    if not pairs:
        return None
    errors = [printed / true - 1 for printed, true in pairs]
    return Deviation(
        printed_us=statistics.median(printed for printed, _ in pairs),
        true_us=statistics.median(true for _, true in pairs),
        error=statistics.median(errors),
        lowest=min(errors),
        highest=max(errors),
    )
