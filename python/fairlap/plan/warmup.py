"""Decides when a contestant is warm: when its throughput, relative to the reference's, no longer rises. Pure.

A one-sided test of the last `WINDOW` laps, or of the last half of the laps in the first round if that is more, runs
after every lap. A contestant is *not* steady yet when both hold:

- the ratios rise more consistently than by chance: Mann and Kendall's test for a trend has p <= `ALPHA`;
- the rise matters: the median of the window's second half is more than `RISE` above that of its first half.

A slow start indicates a compiler, often with several tiers: Bun ran evenly at 30 to 60 % of its speed for a second, and
then doubled it within 0.3 s. No test of the past can predict that, so such a contestant warms up for at least
`AFTER_SLOW_START_S`, and `HORIZON` times as long as it has been slow, where its bound permits. A rise that begins later
is seen after the laps: a large one ends the warm-up in hindsight (`in_hindsight`), and for a small one the next rounds
warm up for longer (`fairlap.statistics.warming`).

The test uses ranks and medians because the machine's own speed may change by half from one second to the next. Only a
rise counts: waiting until the noise of both sides agrees would be waiting for luck. tests/unit/plan/test_warmup.py
simulates the error rates.
"""

import functools
import itertools
import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, Self

from fairlap.catalog import LoadProfile
from fairlap.samples import ContestantRound, WarmupLap

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

AFTER_SLOW_START_S, LEAST_AFTER_SLOW_START_S = 5.0, 2.0
"""Load that a slow start needs while nothing else is known of it: two thirds of its bound if that is less, but never
less than the second, so that it is flagged where the bound is smaller."""

MARGIN = 1.25
"""Load in a later round after a slow start, relative to the load for which it was slow in earlier rounds."""

HORIZON, LATE_S = 2.5, 2.0
"""The same for those that were slow for more than the second, and in the first round for as long as they have been slow
so far. Tiers of such a compiler come at growing distances: on a slow machine, the JDK's HTTP server was slow for 2.9 s,
then even, and reached its last tier after 4.3 to 5.9 s. A round that is shorter than that learns nothing of it."""

SPAN, NEAR = 5, 0.9
"""The steady part begins where the median of `SPAN` laps first reaches this share of the last window's."""

FIRST_ROUND_S = 10.0
"""A contestant that still gets faster after so many seconds of load is measured anyway, and flagged. The first round
learns for the others: the JDK's HTTP server runs at half of its speed for 2 s, and is steady after 4 s."""

LEAST_BOUND_S = 3.0
"""The bound of the first round in a race whose budget is small for its contestants."""

LATER_LAPS = 60
"""The longest warm-up of a later round in laps, unless the contestant is known to need more."""


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


@dataclass(frozen=True, slots=True)
class Needs:
    """What a contestant needs to get warm, in seconds of load.

    `known_s`: until it was steady in earlier rounds. `least_s`: at least, because it was still warming when its laps
    counted. `at_most_s`: the bound of the user, or of a small budget.
    """

    known_s: float | None = None
    least_s: float = 0.0
    at_most_s: float | None = None

    @property
    def again_s(self) -> float:
        """What it needs at least if it starts slowly again; 0 while nothing is known."""
        if self.known_s is None:
            return 0.0
        multiple = HORIZON if self.known_s > LATE_S else MARGIN
        return min(multiple * self.known_s, bound_s(self.at_most_s) - WINDOW * LAP_MS / 1000)

    def at_first_s(self, slow_s: float) -> float:
        """Return what it needs at least if nothing is known and it has been slow for `slow_s` of load so far."""
        least_s = max(AFTER_SLOW_START_S, HORIZON * slow_s)
        return min(least_s, max(LEAST_AFTER_SLOW_START_S, bound_s(self.at_most_s) * 2 / 3))


NOTHING_KNOWN = Needs()


@dataclass(frozen=True, slots=True)
class Start:
    """A start in hindsight: its load before laps counted, and the load for which it was slow, in seconds.

    Its level is the median throughput of the last half of its cycles, by itself and relative to the reference's.
    """

    warm_up_s: float
    needed_s: float
    level_per_s: float
    level_ratio: float

    def is_below(self, other: Self) -> bool:
        """Return whether both levels are less than `NEAR` of another's: one alone may be the machine's mood."""
        return self.level_per_s < NEAR * other.level_per_s and self.level_ratio < NEAR * other.level_ratio


def bound_s(at_most_s: float | None) -> float:
    """Return the bound of what was learned of a warm-up, under the user's bound or that of a small budget."""
    return FIRST_ROUND_S if at_most_s is None else at_most_s


def lap_ms(load: LoadProfile) -> int:
    """Return the length of a warm-up lap under this load, in milliseconds."""
    return max(min(LAP_MS, load.lap_ms), load.least_lap_ms or 0)


def most_laps(load: LoadProfile, needs: Needs, *, first_round: bool) -> int:
    """Return the number of laps after which warm-up ends in any case."""
    lap_s = lap_ms(load) / 1000
    if needs.at_most_s is not None:
        return max(WINDOW, math.ceil(needs.at_most_s / lap_s))
    if first_round:
        return max(LATER_LAPS, math.ceil(FIRST_ROUND_S / lap_s))
    wanted_s = max(needs.least_s, needs.again_s)
    return max(LATER_LAPS, math.ceil(wanted_s / lap_s) + WINDOW)


def judge(laps: Sequence[WarmupPoint], needs: Needs = NOTHING_KNOWN) -> Steadiness:
    """Judge whether a contestant is steady after these laps, which start with its first load.

    Laps without a ratio are ignored. It is not steady yet with fewer than `WINDOW` others, or with less load than it
    `needs`, which is more after a slow start.
    """
    ratios = [lap.ratio for lap in laps if lap.ratio is not None]
    if len(ratios) < WINDOW:
        return Steadiness(steady=False, after_s=None)
    ends_s = [lap.at_s for lap in laps if lap.ratio is not None]
    level, before = statistics.median(ratios[-WINDOW:]), len(ratios) - WINDOW
    slow_start, first_round = _started_slowly(ratios), needs.known_s is None
    least_s = needs.least_s
    if slow_start:
        wanted_s = needs.at_first_s(_slow_until_s(ends_s, ratios, level, before)) if first_round else needs.again_s
        least_s = max(least_s, wanted_s)
    window = max(WINDOW, len(ratios) // 2) if first_round else WINDOW
    if laps[-1].at_s < least_s or _rises(ratios[-window:]):
        return Steadiness(steady=False, after_s=None)
    return Steadiness(steady=True, after_s=_near_from_s(ends_s, ratios, level, before, int(slow_start)))


def start_of(turn: ContestantRound, reference: ContestantRound) -> Start | None:
    """Return a start in hindsight, its laps that counted included.

    It was slow (`_slow_until_s`) relative to its level, by itself and relative to the reference, which may just have
    slowed down. `None` without warm-up laps, or with fewer than `2 * SPAN` cycles. Laps at fixed rates are taken to be
    spread evenly.
    """
    counted = _as_warmup(turn, reference)
    levels = _levels(counted)
    if levels is None:
        return None
    return Start(turn.warmup[-1].at_s, _earlier_s(_slow_until_s, turn.warmup, counted, levels), *levels)


def _earlier_s(
    until_s: Callable[[Sequence[float], Sequence[float], float, int], float],
    warmup: Sequence[WarmupLap],
    counted: Sequence[WarmupLap],
    levels: tuple[float, float],
) -> float:
    """Return the earlier time of throughput and of its ratio to the reference's.

    `until_s` gets the ends of laps, their speeds, the level, and the number of laps before the last half of the cycles.
    """
    seen = [(lap.at_s, lap.throughput_per_s, lap.ratio) for lap in (*warmup, *counted) if lap.ratio is not None]
    ends_s, *speeds = zip(*seen, strict=True)
    before = len(seen) - len(counted) // 2
    return min(until_s(ends_s, speed, level, before) for speed, level in zip(speeds, levels, strict=True))


def _levels(counted: Sequence[WarmupLap]) -> tuple[float, float] | None:
    """Return the levels of a `Start`; `None` with too few cycles."""
    if len(counted) < 2 * SPAN:
        return None
    last = [(lap.throughput_per_s, lap.ratio) for lap in counted[len(counted) // 2 :] if lap.ratio is not None]
    own, ratios = zip(*last, strict=True)
    return statistics.median(own), statistics.median(ratios)


def in_hindsight(turn: ContestantRound, reference: ContestantRound) -> ContestantRound:
    """Return a start whose cycles before it was steady are part of its warm-up.

    It is steady where the median of `SPAN` laps first reaches `NEAR` of that of the last half of its cycles: noise may
    end that too early, so nobody loses laps by chance. This is repeated while there are cycles enough, because slow
    ones lower the level of the last half, too.
    """
    counted = _as_warmup(turn, reference)
    levels = _levels(counted)
    if turn.failure is not None or levels is None:
        return turn
    steady_s = _earlier_s(_near_from_s, turn.warmup, counted, levels)
    cold = [lap for lap in counted if lap.at_s <= steady_s]
    if not cold:
        return turn
    early = cold[-1].cycle - turn.warmup[-1].cycle
    warmer = replace(
        turn,
        samples=turn.samples[early:],
        warmup=(*turn.warmup, *cold),
        steady_after_s=steady_s,
    )
    return in_hindsight(warmer, reference)


def _as_warmup(turn: ContestantRound, reference: ContestantRound) -> tuple[WarmupLap, ...]:
    """Return the laps of the cycles, shared with the reference, as more of the warm-up; none without warm-up laps."""
    if not turn.warmup or not turn.samples:
        return ()
    base = {lap.cycle: lap.throughput_per_s for lap in reference.samples if lap.throughput_per_s > 0}
    last = turn.warmup[-1]
    rates_s = sum(lap.elapsed_s for lap in turn.rate_laps) / turn.samples[-1].cycle
    ends_s = itertools.accumulate((lap.lap_elapsed_s + rates_s for lap in turn.samples), initial=last.at_s)
    next(ends_s)
    return tuple(
        WarmupLap(number, at_s, lap.throughput_per_s, lap.throughput_per_s / base[lap.cycle])
        for number, (lap, at_s) in enumerate(zip(turn.samples, ends_s, strict=True), start=last.cycle + 1)
        if lap.cycle in base
    )


def known_s(needed_s: Sequence[float]) -> float | None:
    """Return what is known after rounds that needed so much: the median, because a mood of the machine looks the same.

    It is at most what a first round may take; `None` before any.
    """
    return min(FIRST_ROUND_S, statistics.median(needed_s)) if needed_s else None


def _slow_until_s(ends_s: Sequence[float], speeds: Sequence[float], level: float, last: int) -> float:
    """Return the end of the first laps in which those slower than `NEAR` of that level most outnumber the others.

    Unlike the first laps near the level, it does not depend on a few fast ones. Of at most `last` laps. Source: the
    cumulative sum of E. S. Page, Continuous inspection schemes, Biometrika 41 (1954), 100-115, of signs.
    """
    signs = (1 if speed < NEAR * level else -1 for speed in speeds[:last])
    sums = list(itertools.accumulate(signs, initial=0))
    return [0.0, *ends_s][sums.index(max(sums))]


def _near_from_s(ends_s: Sequence[float], ratios: Sequence[float], level: float, last: int, first: int = 0) -> float:
    """Return where the median of `SPAN` laps first reaches `NEAR` of that level, beginning with laps first to last."""
    near = (begin for begin in range(first, last) if statistics.median(ratios[begin : begin + SPAN]) >= NEAR * level)
    return [0.0, *ends_s][next(near, last)]


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
