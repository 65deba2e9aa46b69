"""Races from a seed, and look-ups of rows and pairs in their analysis."""

import random
from collections.abc import Sequence
from dataclasses import replace

from fairlap.samples import RateLap, RatePurpose, RoundRecord
from fairlap.statistics import Analysis, Comparison, ContestantAnalysis
from sample_factory import CALM, REFERENCE, Machine, Racer, encoded, outcomes, simulate

ROUGH = Machine(drift=0.05, jump=0.3, jump_chance=0.2)


def row(analysis: Analysis, name: str) -> ContestantAnalysis:
    return next(item for item in analysis.contestants if item.contestant == name)


def pair(analysis: Analysis, a: str, b: str) -> Comparison:
    return next(item for item in analysis.comparisons if {item.a, item.b} == {a, b})


def race(*speeds: float, seed: int = 1, spread: float = 0.004, **options) -> tuple[RoundRecord, ...]:
    """Simulate contestants a, b, c ... with these speeds against the reference."""
    racers = [Racer(name, speed, start_spread=spread) for name, speed in zip("abcdefgh", speeds, strict=False)]
    return simulate(random.Random(seed), racers, **options)


def drawn(
    dice: random.Random,
    racers: Sequence[Racer],
    *,
    rounds: int,
    size: int,
    cycles: int = 6,
    machine: Machine = CALM,
    reference: Racer = REFERENCE,
) -> tuple[RoundRecord, ...]:
    """Rounds whose heats (of `size` contestants and the reference) are drawn again in every round."""
    records: list[RoundRecord] = []
    for number in range(1, rounds + 1):
        order = list(racers)
        dice.shuffle(order)
        for heat, start in enumerate(range(0, len(order), size), start=1):
            members = [reference, *order[start : start + size]]
            (record,) = simulate(dice, members, rounds=1, cycles=cycles, machine=machine, heat=heat)
            records.append(replace(record, round=number))
    return tuple(records)


def rate_lap(latencies_us: Sequence[float], purpose: RatePurpose = "share-50", **changes: object) -> RateLap:
    """Return a lap in which every request was sent and answered right."""
    blob = encoded(latencies_us) if latencies_us else None
    count = len(latencies_us)
    lap = RateLap(
        purpose=purpose,
        repeat=1,
        rate_per_s=20_000.0,
        due=count,
        sent=count,
        unsent=0,
        completed=count,
        elapsed_s=0.45,
        outcomes=outcomes(count),
        backlog_max=0,
        response_histogram=blob,
        service_histogram=None,
        blocked_p99_us=0.0,
        own_p99_us=10.0,
        responses=count,
        server_cpu_us=count * 20,
        generator_cpu_us=0,
    )
    return replace(lap, **changes)  # type: ignore[arg-type]
