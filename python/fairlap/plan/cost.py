"""What a round costs, from the rounds so far."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from fairlap.catalog import whole_lap_ms
from fairlap.plan.heats import turns_of_round
from fairlap.plan.pace import LAP_OVERHEAD_MS, cycle_s, lap_s
from fairlap.samples import RateLap, RoundRecord

LEAST_START_S = 0.2
"""Lower bound of start, verification and warm-up of a contestant."""


@dataclass(frozen=True, slots=True)
class RoundCost:
    """The time of a round of everybody in seconds.

    `start_s` is that of its starts with their warm-up, `cycle_s` of each of its cycles, `rates_s` of its laps at fixed
    rates so far, `rate_s` of one such lap of each contestant (`None` before any).
    """

    start_s: float
    cycle_s: float
    rates_s: float
    rate_s: float | None


def cost_of_round(rounds: Sequence[RoundRecord], racing: int, lap_ms: int, reference_every: int) -> RoundCost:
    """Return the cost of a round of so many contestants with laps of that length, from at least one round."""
    turns = turns_of_round(racing)
    usual = _usual(rounds)
    counted = [(record.lap_ms or lap_ms, len(turn.samples)) for record in usual for turn in record.contestants]
    others_s = _without_rates_s(usual) - sum(lap_s(length_ms) * count for length_ms, count in counted)
    taken = [taken_s(lap) for lap in _laps_at_rates(rounds)]
    return RoundCost(
        start_s=turns * max(LEAST_START_S, others_s / len(counted)),
        cycle_s=cycle_s(racing, lap_ms, reference_every),
        rates_s=sum(taken) / len({record.round for record in rounds}),
        rate_s=turns * fmean(taken) if taken else None,
    )


def turn_cost_s(rounds: Sequence[RoundRecord]) -> float:
    """Return the time per contestant of a round without laps at fixed rates, of which the next one may have few."""
    usual = _usual(rounds)
    return _without_rates_s(usual) / sum(len(record.contestants) for record in usual)


def taken_s(lap: RateLap) -> float:
    """Return the time that a lap took: what counts, its first part, and what every lap takes beyond its length."""
    counted_ms = 1000 * lap.elapsed_s
    return whole_lap_ms(counted_ms) / 1000 + LAP_OVERHEAD_MS / 1000


def _usual(rounds: Sequence[RoundRecord]) -> Sequence[RoundRecord]:
    """Return the rounds that say what one costs; the first, with its trial of lap lengths, only if alone."""
    return [record for record in rounds if record.round > 1] or rounds


def _without_rates_s(rounds: Sequence[RoundRecord]) -> float:
    return sum(record.duration_s or 0.0 for record in rounds) - sum(map(taken_s, _laps_at_rates(rounds)))


def _laps_at_rates(rounds: Sequence[RoundRecord]) -> list[RateLap]:
    return [lap for record in rounds for turn in record.contestants for lap in turn.rate_laps]
