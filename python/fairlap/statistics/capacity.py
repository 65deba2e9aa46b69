"""Capacity under an SLO: one search per round, so rounds are the replicates here as well."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.samples import ContestantRound, RoundRecord
from fairlap.statistics.estimate import Estimate, estimate
from fairlap.statistics.laps import turns_of


@dataclass(frozen=True, slots=True)
class Capacity:
    """The highest rate (per second) that kept the SLO, over the `rounds_found` rounds that found one.

    Where some of the `rounds_searched` found none, the estimate is of the better rounds only: say so beside it.
    """

    per_s: Estimate | None
    rounds_found: int
    rounds_searched: int


def capacity(rounds: Sequence[RoundRecord], contestant: str) -> Capacity | None:
    """The capacity of one contestant in its finished rounds; `None` when it was never searched for."""
    searched = [turn for _, turn in turns_of(rounds, contestant) if turn.failure is None and _was_searched(turn)]
    if not searched:
        return None
    found = [turn.capacity_per_s for turn in searched if turn.capacity_per_s is not None]
    return Capacity(estimate(found), len(found), len(searched))


def _was_searched(turn: ContestantRound) -> bool:
    return any(lap.purpose == "slo" for lap in turn.rate_laps)
