"""The fixed rates of a scenario: shares of each one's own throughput, and one rate that all can carry."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from fairlap.samples import ContestantRound, RatePurpose

LAP_MS = 500
REPEATS = 2

LEAST_DUE = 200
"""A slow contestant's laps are longer, so that so many requests fall due in a lap ..."""

LONGEST_LAP_MS = 2000
"""... as long as that takes no longer than this."""

SHARES: tuple[tuple[RatePurpose, float], ...] = (("share-20", 0.2), ("share-50", 0.5), ("share-80", 0.8))

ABSOLUTE_SHARE = 0.5
"""The common rate, relative to the throughput of the slowest: half, so that it can carry it on a slow day, too."""


@dataclass(frozen=True, slots=True)
class Rate:
    """One rate that one contestant is offered, and why."""

    contestant: str
    purpose: RatePurpose
    rate_per_s: float


@dataclass(frozen=True, slots=True)
class Rates:
    """The rates of a scenario. Chosen once and kept for all rounds: only then can their histograms be merged."""

    rates: tuple[Rate, ...]
    lap_ms: int = LAP_MS
    repeats: int = REPEATS

    def of(self, contestant: str) -> tuple[Rate, ...]:
        """The rates of one contestant; none when it had no throughput to take a share of."""
        return tuple(rate for rate in self.rates if rate.contestant == contestant)

    def lap_ms_at(self, rate_per_s: float) -> int:
        """The length of a lap at that rate."""
        wanted_ms = math.ceil(LEAST_DUE / rate_per_s * 1000)
        return max(self.lap_ms, min(wanted_ms, LONGEST_LAP_MS))

    def work_ms(self, contestants: Iterable[str]) -> int:
        """The work of one round of these contestants, in milliseconds of laps."""
        return self.repeats * sum(self.lap_ms_at(rate.rate_per_s) for name in contestants for rate in self.of(name))


def choose_rates(
    turns: Iterable[ContestantRound], reference: str, *, lap_ms: int = LAP_MS, repeats: int = REPEATS
) -> Rates:
    """Pure: the rates of a scenario, from the closed-loop laps of its first round.

    Args:
        turns: the starts of the first round, of all its heats; those that failed are left out.
        reference: its name. It is a yardstick at half its throughput and at the common rate, no competitor.
        lap_ms: the shortest lap.
        repeats: laps at each rate in a round.
    """
    throughputs: dict[str, list[float]] = {}
    for turn in turns:
        laps = [lap.throughput_per_s for lap in turn.samples if lap.throughput_per_s > 0]
        if turn.failure is None and laps:
            throughputs.setdefault(turn.contestant, []).append(median(laps))
    own = {name: median(values) for name, values in throughputs.items()}
    if not own:
        return Rates((), lap_ms, repeats)
    common_per_s = _rounded(ABSOLUTE_SHARE * min(own.values()), 2)
    rates: list[Rate] = []
    for name, per_s in own.items():
        shares = [(purpose, share) for purpose, share in SHARES if name != reference or purpose == "share-50"]
        rates += [Rate(name, purpose, _rounded(share * per_s, 3)) for purpose, share in shares]
        rates.append(Rate(name, "absolute", common_per_s))
    return Rates(tuple(rates), lap_ms, repeats)


def _rounded(value: float, digits: int) -> float:
    """To so many significant digits, so that a person can name it; `value` is above 0."""
    return round(value, digits - 1 - math.floor(math.log10(value)))
