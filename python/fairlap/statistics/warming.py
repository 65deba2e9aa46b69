"""Whether a contestant was still warming up while its laps already counted: a check after them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import median

from fairlap.samples import ContestantRound, RoundRecord
from fairlap.statistics.estimate import Centre, centre
from fairlap.statistics.laps import log_speeds

FEWEST_CYCLES = 8
"""A round with fewer cycles says nothing about its halves."""

LEAST_RISE = 0.01
"""The smallest rise that matters: its half is about what it takes from a contestant's throughput."""

ALPHA = 0.003
"""Probability of mistaking a warm contestant for one that is still warming, one-sided, in the test after each round.

0.7 % of 1,000 simulated races of 8 rounds had such a mistake, and 3 % with 0.01.
"""


def rise_of_round(record: RoundRecord, name: str, reference: str) -> float | None:
    """Return the rise of a contestant within a round, as a log; `None` with too few cycles.

    It is the median over the second half of its cycles minus that over the first half, of the log of throughput
    relative to the reference's in the same cycle.
    """
    speeds = {turn.contestant: log_speeds(turn) for turn in record.contestants if turn.contestant in (name, reference)}
    own, base = speeds.get(name, {}), speeds.get(reference, {})
    ratios = [own[cycle] - base[cycle] for cycle in sorted(own.keys() & base.keys())]
    half = len(ratios) // 2
    return median(ratios[-half:]) - median(ratios[:half]) if len(ratios) >= FEWEST_CYCLES else None


def rises_of(rounds: Iterable[RoundRecord], name: str, reference: str) -> dict[int, float]:
    """Return the rise of a contestant within each round, by its number."""
    found = ((record.round, rise_of_round(record, name, reference)) for record in rounds)
    return {number: rise for number, rise in found if rise is not None}


@dataclass(frozen=True, slots=True)
class Warming:
    """A rise that is not by chance, over consecutive rounds of a contestant, the last of them number `until`."""

    rise: Centre
    rounds: int
    until: int


def warmings(rises: Mapping[int, float]) -> tuple[Warming, ...]:
    """Return each time that a contestant was shown to be still warming.

    The search starts over after each of them, as later rounds warm up for longer.

    Args:
        rises: of each round, by its number, in order.
    """
    found: list[Warming] = []
    alike: list[float] = []
    for number, rise in rises.items():
        alike.append(rise)
        if len(alike) > 1 and _matters(mean := centre(alike)):
            found.append(Warming(mean, len(alike), number))
            alike.clear()
    return tuple(found)


def _matters(mean: Centre) -> bool:
    assert mean.p_value is not None
    return mean.mean >= LEAST_RISE and mean.p_value / 2 <= ALPHA


def load_s(turn: ContestantRound) -> float:
    """Return the seconds of load of a start until its last lap."""
    laps_s = sum(lap.lap_elapsed_s for lap in turn.samples) + sum(lap.elapsed_s for lap in turn.rate_laps)
    return laps_s + (turn.warmup[-1].at_s if turn.warmup else turn.warmup_s or 0.0)
