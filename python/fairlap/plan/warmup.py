"""Decides when a contestant is warm: when its throughput, relative to the reference's, no longer rises. Pure.

A one-sided test of the last `WINDOW` laps runs after every lap. A contestant is *not* steady yet when both hold:

- the ratios rise more consistently than by chance: Mann and Kendall's test for a trend has p <= `ALPHA`;
- the rise matters: the median of the window's second half is more than `RISE` above that of its first half.

A slow start indicates a compiler, often with several tiers: Bun ran evenly at 30 to 60 % of its speed for a second, and
then doubled it within 0.3 s. No test of the past can predict that, so such a contestant warms up for at least
`LAPS_AFTER_SLOW_START` laps. A rise that begins later is missed.

The test uses ranks and medians because the machine's own speed may change by half from one second to the next. Only a
rise counts: waiting until the noise of both sides agrees would be waiting for luck. tests/unit/plan/test_warmup.py
simulates the error rates.
"""

import functools
import itertools
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from fairlap.catalog import LoadProfile

LAP_MS = 50
"""Longest warm-up lap: short, so that contestant and reference run at the same speed of the machine."""

WINDOW = 12
"""Laps in the test, and the shortest warm-up: 0.6 s of load in laps of `LAP_MS`."""

ALPHA = 0.1
"""Upper bound of the probability that a test mistakes a flat series for a rising one."""

RISE = 0.03
"""Largest relative rise between the halves of the window that counts as steady."""

SLOW_START = 0.7
"""A slow start has a first lap below this share of the median of the first window's second half."""

LAPS_AFTER_SLOW_START = 40
"""Shortest warm-up after a slow start, in laps: 2 s of load in laps of `LAP_MS`."""

MARGIN = 1.25
"""Load in a later round, relative to the load until it was steady in earlier rounds."""

SPAN, NEAR = 5, 0.9
"""The steady part begins where the median of `SPAN` laps first reaches this share of the last window's."""

MAX_LAPS = 60
"""A contestant that still gets faster after this many laps is measured anyway, and flagged."""


class WarmupPoint(Protocol):
    """A warm-up lap: seconds of load at its end, and throughput relative to the reference's, if known."""

    @property
    def at_s(self) -> float: ...
    @property
    def ratio(self) -> float | None: ...


@dataclass(frozen=True, slots=True)
class Steadiness:
    """The result so far. `after_s`: seconds of load before the steady part, `None` when not steady.

    The steady part begins with the first `SPAN` consecutive laps whose median is `NEAR` that of the last window; it
    never contains the first lap of a slow start. Two slow laps of five do not matter, so it is accurate to about three
    laps.
    """

    steady: bool
    after_s: float | None


def lap_ms(load: LoadProfile) -> int:
    """Return the length of a warm-up lap under this load, in milliseconds."""
    return max(min(LAP_MS, load.lap_ms), load.least_lap_ms or 0)


def judge(laps: Sequence[WarmupPoint], known_s: float | None = None) -> Steadiness:
    """Judge whether a contestant is steady after these laps, which start with its first load.

    Laps without a ratio are ignored. With fewer than `WINDOW` others, or `LAPS_AFTER_SLOW_START` after a slow start, it
    is not steady yet. `known_s` are the seconds of load until it was steady in an earlier round: then a slow start
    needs `MARGIN` of that instead, and at least `WINDOW` laps.
    """
    ratios = [lap.ratio for lap in laps if lap.ratio is not None]
    slow_start = _started_slowly(ratios)
    least = WINDOW
    if slow_start:
        least = LAPS_AFTER_SLOW_START
        if known_s is not None and laps[-1].at_s >= MARGIN * known_s:
            least = WINDOW
    if len(ratios) < least or _rises(ratios[-WINDOW:]):
        return Steadiness(steady=False, after_s=None)
    last = len(ratios) - WINDOW
    enough = NEAR * statistics.median(ratios[last:])
    near = (
        begin for begin in range(int(slow_start), last) if statistics.median(ratios[begin : begin + SPAN]) >= enough
    )
    ends_s = [0.0, *(lap.at_s for lap in laps if lap.ratio is not None)]
    return Steadiness(steady=True, after_s=ends_s[next(near, last)])


def trend_p_value(values: Sequence[float]) -> float:
    """Return the p-value of Mann and Kendall's one-sided test for a rising trend.

    S is the number of rising pairs minus the number of falling pairs; p = P(S' >= S) over all orders of different
    values, exact, not the normal approximation. Equal values count for neither side, which makes p slightly too large.

    Source: H. B. Mann, Nonparametric tests against trend, Econometrica 13 (1945), 245-259; M. G. Kendall, A new measure
    of rank correlation, Biometrika 30 (1938), 81-93.
    """
    pairs = list(itertools.combinations(values, 2))
    score = sum((later > earlier) - (later < earlier) for earlier, later in pairs)
    rising_at_least = (score + len(pairs) + 1) // 2
    orders = _orders_by_rising_pairs(len(values))
    return sum(orders[rising_at_least:]) / sum(orders)


def _started_slowly(ratios: Sequence[float]) -> bool:
    later = ratios[WINDOW // 2 : WINDOW]
    return bool(later) and ratios[0] < SLOW_START * statistics.median(later)


def _rises(window: Sequence[float]) -> bool:
    before = statistics.median(window[: len(window) // 2])
    now = statistics.median(window[-(len(window) // 2) :])
    return now > before * (1 + RISE) and trend_p_value(window) <= ALPHA


@functools.cache
def _orders_by_rising_pairs(count: int) -> tuple[int, ...]:
    """Count the orders of `count` different values with 0, 1, 2 ... rising pairs (Kendall 1938, by recursion)."""
    if count < 2:
        return (1,)
    shorter = _orders_by_rising_pairs(count - 1)
    # Inserting the next value at any of `count` places adds 0 to count - 1 rising pairs: sum over `count` neighbours.
    up_to = [0, *itertools.accumulate((*shorter, *(0,) * (count - 1)))]
    return tuple(up_to[rising + 1] - up_to[max(0, rising + 1 - count)] for rising in range(len(up_to) - 1))
