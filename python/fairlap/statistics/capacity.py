"""Capacity under an SLO: one search per round, so rounds are the replicates."""

from collections.abc import Sequence

from pydantic.dataclasses import dataclass as document

from fairlap.samples import DOCUMENT, ContestantRound, RoundRecord
from fairlap.statistics.estimate import Interval, estimate
from fairlap.statistics.laps import turns_of


@document(frozen=True, slots=True, config=DOCUMENT)
class Capacity:
    """The highest rate that kept the objective `slo`; null when no rate did in any round."""

    slo: str
    per_s: Interval | None
    rounds_found: int
    rounds_searched: int


def capacity(rounds: Sequence[RoundRecord], contestant: str, slo: str) -> Capacity | None:
    """Return the capacity of one contestant in its finished rounds; `None` without a search.

    If some rounds found none, the estimate covers only the better rounds: reports must say so.
    """
    searched = [turn for _, turn in turns_of(rounds, contestant) if turn.failure is None and _was_searched(turn)]
    if not searched:
        return None
    found = [turn.capacity_per_s for turn in searched if turn.capacity_per_s is not None]
    return Capacity(slo, estimate(found), len(found), len(searched))


def _was_searched(turn: ContestantRound) -> bool:
    return any(lap.purpose == "slo" for lap in turn.rate_laps)
