"""Laps at fixed rates: how many of each in a round, between which cycles, and at which rate."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from fairlap.catalog import whole_lap_ms
from fairlap.histograms import MIN_SAMPLES_ABOVE
from fairlap.plan.goal import LatencyPrecision
from fairlap.samples import RatePurpose, RoundRecord
from fairlap.statistics.estimate import Interval
from fairlap.statistics.laps import throughput_of_round, turns_of
from fairlap.statistics.latency import RateRow, rate_row

LAP_MS = 75
"""Short, so that a stall of the machine spoils little: of laps of 250 ms here one in three was disturbed."""

LEAST_DUE = 200
"""Laps of slow contestants are longer, so that this many requests fall due in a lap ..."""

MEDIAN_DUE = 250
"""... and this many in the window of a lap at another rate than half load, which is the only one of its round: a median
needs 200 answers, and of arrivals at random that many may be missing."""

LONGEST_LAP_MS = 2000
"""Laps are never longer than this."""

SHARES: dict[RatePurpose, float] = {"share-20": 0.2, "share-50": 0.5, "share-80": 0.8}

HALF: RatePurpose = "share-50"
"""The rate whose percentiles have a precision to reach."""

OTHERS_EVERY = 3
"""Of these rounds one has laps at the other rates."""

ABSOLUTE_SHARE = 0.4
"""The common rate, relative to the throughput of the slowest contestant in the first round: the machine may have been
1.8 times as fast then as in its slow mood, in which this rate is 72 % of what that contestant carries."""

CEILING_SHARE = 0.8
"""Offered at most, relative to what the generator can offer."""

RECENT = 5
"""A contestant's throughput now is the median of so many laps."""

FIRST_LAPS, MOST_LAPS = 8, 24
"""Laps at half load in a round: before their spread is known, and at most."""


RESTLESS = 2.0
"""How many times the laps so far are needed where enough samples give no percentile, as too many are disturbed."""


@dataclass(frozen=True, slots=True)
class Rate:
    """The laps of one contestant at one rate in a round; `rate_per_s` is `None` for shares of its own throughput."""

    contestant: str
    purpose: RatePurpose
    laps: int
    rate_per_s: float | None = None

    def now_per_s(self, recent_per_s: Sequence[float], ceiling_per_s: float | None) -> float | None:
        """Return the rate to offer now; `None` while the contestant's throughput is unknown.

        Args:
            recent_per_s: throughput of its latest closed-loop laps in this round, in their order.
            ceiling_per_s: what the generator can offer, if known.
        """
        if self.rate_per_s is not None:
            return self.rate_per_s
        known = [per_s for per_s in recent_per_s[-RECENT:] if per_s > 0]
        if not known:
            return None
        wanted = SHARES[self.purpose] * median(known)
        return rounded(wanted if ceiling_per_s is None else min(wanted, CEILING_SHARE * ceiling_per_s), 3)

    def lap_ms(self, rate_per_s: float) -> int:
        """Return the length of a lap at that rate, in milliseconds."""
        if self.purpose == HALF:
            needed_ms = LEAST_DUE / rate_per_s * 1000
        else:
            needed_ms = whole_lap_ms(MEDIAN_DUE / rate_per_s * 1000)
        return max(LAP_MS, min(math.ceil(needed_ms), LONGEST_LAP_MS))


def after_cycles(rates: Sequence[Rate], cycles: int, key: str) -> tuple[tuple[Rate, ...], ...]:
    """Return the laps to run after each of the cycles, in random order: those of each rate are spread evenly.

    Args:
        rates: those of one round.
        cycles: the number of cycles in it, at least 1.
        key: the seed of their order.
    """
    slots: list[list[Rate]] = [[] for _ in range(cycles)]
    for rate in rates:
        for lap in range(rate.laps):
            slots[(2 * lap + 1) * cycles // (2 * rate.laps)].append(rate)
    dice = random.Random(f"{key}/rates")
    for slot in slots:
        dice.shuffle(slot)
    return tuple(tuple(slot) for slot in slots)


def rates_of_round(
    rounds: Sequence[RoundRecord],
    contestants: Sequence[str],
    reference: str,
    precision: LatencyPrecision,
    *,
    number: int,
    rounds_left: int,
    most_laps: int = MOST_LAPS,
) -> tuple[Rate, ...]:
    """Return the laps at fixed rates of the contestants of a heat.

    At half load all have as many as the one that needs most, between the same cycles: response times of a pair are
    compared by round, where moods of the machine cancel only if both had as many laps in each.

    Args:
        rounds: those so far.
        contestants: of the heat.
        reference: its name; it laps only at half load and at the common rate.
        precision: of the response times at half load.
        number: the number of the round.
        rounds_left: how many rounds may come, with this one.
        most_laps: of each contestant at half load, at least 1.
    """
    common_per_s = _common_per_s(rounds)
    rates: list[Rate] = []
    half = min(most_laps, laps_at_half(rounds, contestants, precision, rounds_left))
    for name in contestants:
        rates.append(Rate(name, HALF, half))
        if number % OTHERS_EVERY == OTHERS_EVERY - 1:
            rates += [Rate(name, purpose, 1) for purpose in SHARES if purpose != HALF and name != reference]
            rates += [Rate(name, "absolute", 1, common_per_s)] if common_per_s is not None else []
    return tuple(rates)


def imprecise(rounds: Sequence[RoundRecord], names: Sequence[str], precision: LatencyPrecision) -> tuple[str, ...]:
    """Return those whose response times at half load are not as precise as wanted, although they have some."""
    found = ((name, rate_row(rounds, name, HALF)) for name in names)
    return tuple(name for name, row in found if row is not None and _worth(row, precision) > 1)


def laps_at_half(
    rounds: Sequence[RoundRecord], contestants: Sequence[str], precision: LatencyPrecision, rounds_left: int
) -> int:
    """Return how many laps at half load each contestant needs in a round: as many as the one that needs most."""
    return max(_laps_at_half(rate_row(rounds, name, HALF), precision, rounds_left) for name in contestants)


def _laps_at_half(row: RateRow | None, precision: LatencyPrecision, rounds_left: int) -> int:
    if row is None or row.rounds < 2:
        return FIRST_LAPS
    missing = row.laps * (_worth(row, precision) - 1) / max(1, rounds_left)
    return math.ceil(min(MOST_LAPS, max(1, missing)))


def _worth(row: RateRow, precision: LatencyPrecision) -> float:
    """Return how many times the laps so far are needed in all; below 1 when the percentiles are precise.

    The variance of a log percentile is taken to fall with the number of laps, so (half width / precision)^2 times as
    many are needed; where a percentile is withheld, as many as give it enough samples.
    """
    found = row.response_us
    # Without any one round there must be enough samples above p99.
    enough = MIN_SAMPLES_ABOVE / (0.01 * row.due) * row.rounds / max(1, row.rounds - 1)
    return max(_needed(found.p50, precision.p50, enough), _needed(found.p99, precision.p99, enough))


def _needed(found: Interval | None, wanted: float, enough: float) -> float:
    if found is None or found.low is None or found.high is None:
        return enough if enough > 1 else RESTLESS
    return (math.log(found.high / found.low) / 2 / math.log1p(wanted)) ** 2


def _common_per_s(rounds: Sequence[RoundRecord]) -> float | None:
    """Return the rate that all can carry, from the first round; `None` before it."""
    first = [record for record in rounds if record.round == 1]
    names = {turn.contestant for record in first for turn in record.contestants}
    own = [per_s for name in names for _, turn in turns_of(first, name) if (per_s := throughput_of_round(turn))]
    return rounded(ABSOLUTE_SHARE * min(own), 2) if own else None


def rounded(value: float, digits: int) -> float:
    """Round a positive value to significant digits."""
    return round(value, digits - 1 - math.floor(math.log10(value)))
