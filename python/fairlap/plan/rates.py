"""The fixed rates of a scenario: shares of each contestant's own throughput, and one common rate."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from fairlap.samples import ContestantRound, RatePurpose

LAP_MS = 500
REPEATS = 2

LEAST_DUE = 200
"""Laps of slow contestants are longer, so that this many requests fall due in a lap ..."""

LONGEST_LAP_MS = 2000
"""... but never longer than this."""

SHARES: tuple[tuple[RatePurpose, float], ...] = (("share-20", 0.2), ("share-50", 0.5), ("share-80", 0.8))

ABSOLUTE_SHARE = 0.5
"""The common rate, relative to the throughput of the slowest contestant: half, as it may be slower in later rounds."""


@dataclass(frozen=True, slots=True)
class Rate:
    """One rate for one contestant, and its purpose."""

    contestant: str
    purpose: RatePurpose
    rate_per_s: float


@dataclass(frozen=True, slots=True)
class Rates:
    """The rates of a scenario, chosen once for all rounds so that their histograms can be merged."""

    rates: tuple[Rate, ...]
    lap_ms: int = LAP_MS
    repeats: int = REPEATS

    def of(self, contestant: str) -> tuple[Rate, ...]:
        """Return the rates of one contestant; none when its throughput is unknown."""
        return tuple(rate for rate in self.rates if rate.contestant == contestant)

    def lap_ms_at(self, rate_per_s: float) -> int:
        """Return the length of a lap at that rate."""
        wanted_ms = math.ceil(LEAST_DUE / rate_per_s * 1000)
        return max(self.lap_ms, min(wanted_ms, LONGEST_LAP_MS))

    def work_ms(self, contestants: Iterable[str]) -> int:
        """Return the total lap time of one round of these contestants, in milliseconds."""
        return self.repeats * sum(self.lap_ms_at(rate.rate_per_s) for name in contestants for rate in self.of(name))


def choose_rates(
    turns: Iterable[ContestantRound], reference: str, *, lap_ms: int = LAP_MS, repeats: int = REPEATS
) -> Rates:
    """Choose the rates of a scenario from the closed-loop laps of its first round.

    Args:
        turns: the starts in all heats of the first round; failed ones are ignored.
        reference: its name; it only laps at half its throughput and at the common rate.
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
    """Round a positive value to significant digits."""
    return round(value, digits - 1 - math.floor(math.log10(value)))
