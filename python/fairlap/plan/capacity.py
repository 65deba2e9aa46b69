"""Capacity under an SLO: the highest rate that keeps it, by an adaptive search of open-loop laps.

The step rule is that of Nighthawk's adaptive load controller: a rate is kept when the load could be offered (at least
99 % of it was answered rightly) and the latency is within its bound; rates grow by growing steps until one is not
kept, then the bracket is halved, and the result must stand a longer lap at the end.
"""

import math
from collections.abc import Callable, Sequence
from statistics import median

from hdrh.histogram import HdrHistogram

from fairlap.catalog import SKIPPED_SHARE
from fairlap.samples import RateLap, RoundRecord
from fairlap.slo import Slo

LEAST_ACHIEVED = 0.99
"""Below this share of right answers the rate was not carried, however fast the rest of them came."""

BRACKET = 0.03
"""The search ends when the lowest rate that was not kept is so little above the highest one that was."""

MOST_RATES = 12
"""Rates that are tried before the confirmation."""

FLOOR_SHARE, CEILING_SHARE = 0.05, 1.05
"""Where the search may go, relative to the closed-loop throughput of the same round."""

FIRST_GUESS, FIRST_STEP = 0.7, 0.2
"""Without an earlier round: the rate to begin with, relative to the ceiling, and the first relative step."""

GUESSED_STEP = 0.06
"""The first step from the guess that earlier rounds give."""

CONFIRMATIONS = 8
"""How often the result may be tried, each time lower (by `BRACKET`, then twice that, ...), until it stands."""

PROBE_ABOVE, CONFIRMED_ABOVE = 20, 50
"""Requests that may be late in a probe, and in the confirmation, if exactly the percentile is kept."""

SHORTEST_PROBE_MS, LONGEST_PROBE_MS, LONGEST_CONFIRMATION_MS = 250, 2000, 5000

Keeps = Callable[[float, bool], bool]
"""Whether a rate (per second) keeps the SLO; in a longer lap when it is to be confirmed."""


def search(ceiling_per_s: float, guess_per_s: float | None, keeps: Keeps) -> float | None:
    """Pure: the highest rate that keeps the SLO and was confirmed; `None` when even the floor does not keep it.

    Args:
        ceiling_per_s: never exceeded; the floor is `FLOOR_SHARE / CEILING_SHARE` of it.
        guess_per_s: what earlier rounds found.
        keeps: offers a rate; asked for at most `MOST_RATES` rates and `CONFIRMATIONS` confirmations.
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
    """Growing steps until the limit lies between two rates, then halving; the highest rate that was kept."""
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
    """Pure: whether the load was carried, and enough of the requests that fell due were answered rightly in time.

    Unsent and failed requests are late ones: the percentile is of all that fell due, not of those that came through.
    At the end of the window each of the `connections` may be waiting for an answer; a longer queue than that and 1 % of
    the requests is one that grows, even if the drain took it in.
    """
    if lap.achieved_share < LEAST_ACHIEVED or lap.completed + connections < LEAST_ACHIEVED * lap.due:
        return False
    return _in_time(lap, slo.limit_us) >= slo.share * lap.due


def probe_ms(rate_per_s: float, slo: Slo, connections: int, *, confirm: bool) -> int:
    """Pure: how long a lap must be.

    A percentile that is exactly kept must have enough requests above it, and a queue that grows by more than `BRACKET`
    must outgrow the connections.
    """
    above, longest = (CONFIRMED_ABOVE, LONGEST_CONFIRMATION_MS) if confirm else (PROBE_ABOVE, LONGEST_PROBE_MS)
    wanted = max(above / (1 - slo.share), connections / BRACKET)
    wanted_ms = math.ceil(wanted / rate_per_s / (1 - SKIPPED_SHARE) * 1000)
    return max(SHORTEST_PROBE_MS, min(wanted_ms, longest))


def guess_share(earlier: Sequence[RoundRecord], contestant: str) -> float | None:
    """Pure: the median over earlier rounds of capacity relative to closed-loop throughput; `None` without one."""
    shares = [
        turn.capacity_per_s / median(laps)
        for record in earlier
        for turn in record.contestants
        if turn.contestant == contestant and turn.capacity_per_s is not None
        if (laps := [lap.throughput_per_s for lap in turn.samples if lap.throughput_per_s > 0])
    ]
    return median(shares) if shares else None


def _in_time(lap: RateLap, limit_us: float) -> int:
    """Right answers within the limit (to the resolution of the histogram, 0.1 %)."""
    if lap.response_histogram is None:
        return 0
    in_time = 0
    for bucket in HdrHistogram.decode(lap.response_histogram).get_recorded_iterator():
        if bucket.value_iterated_to > limit_us * 1000:
            break
        in_time = bucket.total_count_to_this_value
    return int(in_time)
