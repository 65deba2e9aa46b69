"""Fits the Universal Scalability Law, throughput as a function of connections, to the concurrency sweep.

    C(N) = lambda N / (1 + sigma (N - 1) + kappa N (N - 1))

N. J. Gunther, Guerrilla Capacity Planning, Springer 2007, chapter 4: lambda is the throughput of one connection, sigma
the cost of contention for shared resources, kappa that of keeping them coherent. For kappa > 0 throughput peaks at
N* = sqrt((1 - sigma) / kappa).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from pydantic.dataclasses import dataclass as document

from fairlap.samples import DOCUMENT, ContestantRound, RoundRecord
from fairlap.statistics.estimate import Interval, estimate, jackknife, jackknife_logs
from fairlap.statistics.laps import turns_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEWEST_NUMBERS = 4
"""Minimum numbers of connections: any three points lie on some curve of the law."""

_NOTHING = 1e-9
"""Smaller values are 0: the fit never quite reaches its bound."""


@document(frozen=True, slots=True, config=DOCUMENT)
class ScalingPoint:
    """Closed-loop throughput with a number of connections."""

    connections: int
    throughput_per_s: Interval


@document(frozen=True, slots=True, config=DOCUMENT)
class Scaling:
    """The Universal Scalability Law (N. J. Gunther, Guerrilla Capacity Planning, 2007), fitted to the sweep.

    C(N) = rate_per_s N / (1 + contention (N - 1) + coherency N (N - 1)). The peak is null when it is beyond the
    measured numbers; `misfit` is the root mean square of the log residuals.
    """

    rate_per_s: Interval
    contention: Interval
    coherency: Interval
    peak_connections: Interval | None
    peak_per_s: Interval | None
    misfit: float
    points: tuple[ScalingPoint, ...]
    rounds: int


@dataclass(frozen=True, slots=True)
class Law:
    """The law with known coefficients."""

    rate_per_s: float
    contention: float
    coherency: float

    def throughput_per_s(self, connections: float) -> float:
        """Return C(N)."""
        n = connections
        return self.rate_per_s * n / (1 + self.contention * (n - 1) + self.coherency * n * (n - 1))

    def peak_connections(self, most: int) -> float | None:
        """Return N*, at least 1; `None` when it is beyond `most` or does not exist."""
        if self.coherency <= 0 or 1 - self.contention > self.coherency * most**2:
            return None
        return max(1.0, math.sqrt((1 - self.contention) / self.coherency))


@dataclass(frozen=True, slots=True)
class _Point:
    connections: int
    throughput_per_s: float


def scaling(rounds: Sequence[RoundRecord], contestant: str) -> Scaling | None:
    """Fit the law to the sweep laps of one contestant's finished rounds.

    Returns `None` when fewer than four numbers of connections got right answers.
    """
    turns = [turn for _, turn in turns_of(rounds, contestant) if turn.failure is None]
    by_round = [points for turn in turns if (points := _points(turn))]
    everything = [point for points in by_round for point in points]
    numbers = sorted({point.connections for point in everything})
    if len(numbers) < FEWEST_NUMBERS:
        return None
    whole = fit(everything)
    without = [
        fit([point for points in by_round[:index] + by_round[index + 1 :] for point in points])
        for index in range(len(by_round))
        if len(by_round) > 1
    ]
    most = numbers[-1]
    peaks = [law.peak_connections(most) for law in without]
    heights = [None if peak is None else law.throughput_per_s(peak) for law, peak in zip(without, peaks, strict=True)]
    peak = whole.peak_connections(most)
    return Scaling(
        rate_per_s=_positive(whole.rate_per_s, [law.rate_per_s for law in without]),
        contention=_share(whole.contention, [law.contention for law in without]),
        coherency=_share(whole.coherency, [law.coherency for law in without]),
        peak_connections=None if peak is None else _positive(peak, peaks),
        peak_per_s=None if peak is None else _positive(whole.throughput_per_s(peak), heights),
        misfit=_misfit(whole, everything),
        points=tuple(_measured(number, everything) for number in numbers),
        rounds=len(by_round),
    )


def fit(points: Sequence[_Point]) -> Law:
    """Fit the law by least squares of log throughput, with sigma in [0, 1] and kappa >= 0."""
    import numpy as np
    from scipy.optimize import least_squares, lsq_linear

    n = np.array([point.connections for point in points], dtype=float)
    measured = np.array([point.throughput_per_s for point in points])
    most = float(n.max())

    def terms() -> "NDArray[np.float64]":
        # kappa is scaled by the largest number, so that all unknowns have a similar magnitude.
        return np.stack([np.ones_like(n), n - 1, n * (n - 1) / most], axis=1)

    # N / C(N) is linear in 1 / lambda, sigma / lambda and kappa / lambda, which gives a good start.
    weights = measured / n
    start = lsq_linear(terms() * weights[:, None], np.ones_like(n), bounds=(0, np.inf)).x
    base = max(float(start[0]), 1e-12 / float(weights.max()))

    def residuals(unknown: "NDArray[np.float64]") -> "NDArray[np.float64]":
        costs = terms() @ np.array([1.0, unknown[1], unknown[2]])
        return np.asarray(unknown[0] + np.log(n) - np.log(costs) - np.log(measured))

    first = [-math.log(base), min(max(start[1] / base, 1e-6), 1 - 1e-6), max(start[2] / base, 1e-9)]
    found = least_squares(residuals, first, bounds=([-np.inf, 0, 0], [np.inf, 1, np.inf]), x_scale="jac").x
    contention, coherency = (float(value) if value > _NOTHING else 0.0 for value in found[1:])
    return Law(math.exp(found[0]), contention, coherency / most)


def _points(turn: ContestantRound) -> list[_Point]:
    """Return the median of the laps for each number of connections; ignores laps without a right answer."""
    laps: dict[int, list[float]] = {}
    for lap in turn.sweep_laps:
        if lap.throughput_per_s > 0:
            laps.setdefault(lap.connections, []).append(lap.throughput_per_s)
    return [_Point(connections, median(values)) for connections, values in laps.items()]


def _measured(connections: int, points: Sequence[_Point]) -> ScalingPoint:
    found = estimate([point.throughput_per_s for point in points if point.connections == connections])
    assert found is not None, "the number was measured"
    return ScalingPoint(connections, found)


def _positive(whole: float, without: Sequence[float | None]) -> Interval:
    """Return an interval, unbounded with fewer than two rounds or if the value does not exist without one of them."""
    known = [value for value in without if value is not None]
    if len(known) < len(without) or len(known) < 2:
        return Interval(whole, None, None, max(1, len(without)))
    return jackknife_logs(whole, known)


def _share(whole: float, without: Sequence[float]) -> Interval:
    """Return the interval of a coefficient of 0 or more."""
    if len(without) < 2:
        return Interval(whole, None, None, max(1, len(without)))
    low, high = jackknife(whole, without).interval or (None, None)
    return Interval(whole, None if low is None else max(0.0, low), high, len(without))


def _misfit(law: Law, points: Sequence[_Point]) -> float:
    squares = [math.log(point.throughput_per_s / law.throughput_per_s(point.connections)) ** 2 for point in points]
    return math.sqrt(math.fsum(squares) / len(squares))
