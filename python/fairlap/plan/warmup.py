"""Pure: when has a contestant warmed up? When its throughput, relative to the reference's, no longer rises.

The test is one-sided and looks at the last `WINDOW` laps, after every lap anew. A contestant is *not* steady yet when
both hold:

- the ratios rise more consistently than chance makes them: Mann and Kendall's test for a trend has p <= `ALPHA`;
- the rise matters: the median of the window's second half is more than `RISE` above that of its first half.

Whoever started slowly has a compiler at work, and these have several tiers: Bun ran evenly at 30 to 60 % of its speed
for a second, and then doubled it within 0.3 s. No test of the past sees that coming, so such a contestant is watched
for `LAPS_AFTER_SLOW_START` laps at least. A rise that begins later still goes unseen.

Ranks and medians, as the machine itself may change its speed by half from one second to the next. Only a rise counts:
to wait until the noise of both sides agrees would be to wait for luck. How often the test errs is simulated in
tests/unit/plan/test_warmup.py.
"""

import functools
import itertools
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from fairlap.catalog import LoadProfile

LAP_MS = 50
"""Longest warm-up lap: short, so that a contestant and the reference meet the same mood of the machine."""

WINDOW = 12
"""Laps that the test looks at: the least warm-up there is, 0.6 s of load in laps of `LAP_MS`."""

ALPHA = 0.1
"""Bound on how often a look takes a flat series for a rising one (ranks come in steps, so it is a little less)."""

RISE = 0.03
"""Relative rise from one half of the window to the other up to which a contestant counts as steady."""

SLOW_START = 0.7
"""A first lap below this part of the median of the laps in the second half of the first window is a slow start."""

LAPS_AFTER_SLOW_START = 40
"""The least warm-up of a contestant that started slowly, in laps: 2 s of load in laps of `LAP_MS`."""

MARGIN = 1.25
"""Load in a later round, relative to what it took to be steady in the rounds before."""

SPAN, NEAR = 5, 0.9
"""The steady part begins where the median of so many laps first reaches this part of the last window's."""

MAX_LAPS = 60
"""Bound: a contestant that still gets faster after so many laps is measured all the same, and flagged."""


class WarmupPoint(Protocol):
    """A warm-up lap: seconds of load at its end, and throughput relative to the reference's, where that had any."""

    @property
    def at_s(self) -> float: ...
    @property
    def ratio(self) -> float | None: ...


@dataclass(frozen=True, slots=True)
class Steadiness:
    """What the laps so far say. `after_s`: seconds of load before the steady part began, `None` when not steady.

    The steady part begins with the first `SPAN` laps in a row whose median is `NEAR` that of the last window; the first
    lap of a slow start is never in it. Two slow laps of the five do not matter, so it is right within about three laps.
    """

    steady: bool
    after_s: float | None


def lap_ms(load: LoadProfile) -> int:
    """Length of a warm-up lap under this load, in milliseconds."""
    return max(min(LAP_MS, load.lap_ms), load.least_lap_ms or 0)


def judge(laps: Sequence[WarmupPoint], known_s: float | None = None) -> Steadiness:
    """Whether a contestant is steady after these laps, in order, the first of which was its first load.

    Laps without a ratio say nothing and are left out. With fewer than `WINDOW` others, or `LAPS_AFTER_SLOW_START` for
    one that started slowly, it is not steady yet. `known_s` are the seconds of load after which it was steady in an
    earlier round: then a slow start gets `MARGIN` of that instead, and no fewer than `WINDOW` laps.
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
    """Chance that a series without a trend rises as consistently as this one: the one-sided test of Mann and Kendall.

    S is the number of pairs that rise minus the number of pairs that fall; p = P(S' >= S) over all orders of as many
    different values, exact, not the normal approximation. Equal values count for neither side: p is rather too large.

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
    """How many orders of `count` different values have 0, 1, 2 ... rising pairs (Kendall 1938, table by recursion)."""
    if count < 2:
        return (1,)
    shorter = _orders_by_rising_pairs(count - 1)
    # The next value, put in any of `count` places, adds 0 to count - 1 rising pairs: sums over `count` neighbours.
    up_to = [0, *itertools.accumulate((*shorter, *(0,) * (count - 1)))]
    return tuple(up_to[rising + 1] - up_to[max(0, rising + 1 - count)] for rising in range(len(up_to) - 1))
