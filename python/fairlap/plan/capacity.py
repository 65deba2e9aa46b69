"""Capacity under an SLO: an adaptive search of open-loop laps for the highest rate that keeps it.

Follows Nighthawk's adaptive load controller: a rate keeps the SLO when at least 99 % of the offered load got right
answers and the latency is within its limit. Rates grow by increasing steps until one fails, then the bracket is halved,
and a longer lap confirms the result.
"""

import math
from collections.abc import Callable, Sequence
from statistics import median

from hdrh.histogram import HdrHistogram

from fairlap.catalog import whole_lap_ms
from fairlap.samples import RateLap, RoundRecord
from fairlap.slo import Slo

LEAST_ACHIEVED = 0.99
"""With a lower share of right answers, the rate fails regardless of latency."""

BRACKET = 0.03
"""The search ends when the lowest failed rate is within this share of the highest kept rate."""

MOST_RATES = 12
"""Maximum number of rates before the confirmation."""

FLOOR_SHARE, CEILING_SHARE = 0.05, 1.05
"""Bounds of the search, relative to the closed-loop throughput of the same round."""

FIRST_GUESS, FIRST_STEP = 0.7, 0.2
"""Without an earlier round: the first rate, relative to the ceiling, and the first relative step."""

GUESSED_STEP = 0.06
"""The first relative step from the guess of earlier rounds."""

CONFIRMATIONS = 8
"""Maximum attempts to confirm the result, each lower (by `BRACKET`, then twice that, ...)."""

PROBE_ABOVE, CONFIRMED_ABOVE = 20, 50
"""Late requests in a probe and in the confirmation when the percentile is exactly at the limit."""

SHORTEST_PROBE_MS, LONGEST_PROBE_MS, LONGEST_CONFIRMATION_MS = 250, 2000, 5000

Keeps = Callable[[float, bool], bool]
"""Offers a rate (per second), longer to confirm it, and returns whether it keeps the SLO."""


def search(ceiling_per_s: float, guess_per_s: float | None, keeps: Keeps) -> float | None:
    """Return the highest confirmed rate that keeps the SLO; `None` when even the floor fails.

    Args:
        ceiling_per_s: the maximum rate; the floor is `FLOOR_SHARE / CEILING_SHARE` of it.
        guess_per_s: the result of earlier rounds.
        keeps: offers a rate; called for at most `MOST_RATES` rates and `CONFIRMATIONS` confirmations.
    """
    floor_per_s = ceiling_per_s * FLOOR_SHARE / CEILING_SHARE
    kept = _highest_kept(floor_per_s, ceiling_per_s, guess_per_s, keeps)
    if kept is None:
        return None
    for attempts in range(1, CONFIRMATIONS + 1):
        if keeps(kept, True):
            return kept
        kept = max(floor_per_s, kept * (1 - BRACKET * attempts))
    return None


def _highest_kept(floor: float, ceiling: float, guess: float | None, keeps: Keeps) -> float | None:
    """Return the highest kept rate: increase steps until the limit lies between two rates, then halve."""
    kept: float | None = None
    broken: float | None = None
    rate = min(max(FIRST_GUESS * ceiling if guess is None else guess, floor), ceiling)
    step = FIRST_STEP if guess is None else GUESSED_STEP
    for _ in range(MOST_RATES):
        if keeps(rate, False):
            kept = rate
        else:
            broken = rate
        if kept == ceiling or broken == floor or (kept and broken and broken / kept - 1 <= BRACKET):
            break
        if kept and broken:
            rate = math.sqrt(kept * broken)
        else:
            factor = 1 + step if kept else 1 / (1 + step)
            rate = min(max(rate * factor, floor), ceiling)
            step *= 2
    return kept


def keeps_slo(lap: RateLap, slo: Slo, connections: int) -> bool:
    """Return whether enough of the due requests got right answers, and enough of them in time.

    Unsent and failed requests count as late: the percentile covers all due requests, not only answered ones. At the end
    of the window each of the `connections` may be waiting for an answer; more waiting requests than that and 1 % mean
    that the queue grows, even if the drain answers them.
    """
    if lap.achieved_share < LEAST_ACHIEVED or lap.completed + connections < LEAST_ACHIEVED * lap.due:
        return False
    return _in_time(lap, slo.limit_us) >= slo.share * lap.due


def probe_ms(rate_per_s: float, slo: Slo, connections: int, *, confirm: bool) -> int:
    """Return how long a lap must be, in milliseconds.

    A percentile at the limit needs enough requests above it, and a queue that grows by more than `BRACKET` must exceed
    the connections.
    """
    above, longest = (CONFIRMED_ABOVE, LONGEST_CONFIRMATION_MS) if confirm else (PROBE_ABOVE, LONGEST_PROBE_MS)
    wanted = max(above / (1 - slo.share), connections / BRACKET)
    wanted_ms = math.ceil(whole_lap_ms(wanted / rate_per_s * 1000))
    return max(SHORTEST_PROBE_MS, min(wanted_ms, longest))


def guess_share(earlier: Sequence[RoundRecord], contestant: str) -> float | None:
    """Return the median over earlier rounds of capacity relative to closed-loop throughput; `None` without one."""
    shares = [
        turn.capacity_per_s / median(laps)
        for record in earlier
        for turn in record.contestants
        if turn.contestant == contestant and turn.capacity_per_s is not None
        if (laps := [lap.throughput_per_s for lap in turn.samples if lap.throughput_per_s > 0])
    ]
    return median(shares) if shares else None


def _in_time(lap: RateLap, limit_us: float) -> int:
    """Count right answers within the limit (to the resolution of the histogram, 0.1 %)."""
    if lap.response_histogram is None:
        return 0
    in_time = 0
    for bucket in HdrHistogram.decode(lap.response_histogram).get_recorded_iterator():
        if bucket.value_iterated_to > limit_us * 1000:
            break
        in_time = bucket.total_count_to_this_value
    return int(in_time)
