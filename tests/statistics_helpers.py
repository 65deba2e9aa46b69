"""Races from a seed, and how to find a row or a pair in what was made of them."""

import random
from collections.abc import Sequence
from dataclasses import replace

from fairlap.samples import RoundRecord
from fairlap.statistics import Analysis, Comparison, ContestantAnalysis
from sample_factory import CALM, REFERENCE, Machine, Racer, simulate

ROUGH = Machine(drift=0.05, jump=0.3, jump_chance=0.2)


def row(analysis: Analysis, name: str) -> ContestantAnalysis:
    return next(item for item in analysis.contestants if item.contestant == name)


def pair(analysis: Analysis, a: str, b: str) -> Comparison:
    return next(item for item in analysis.comparisons if {item.a, item.b} == {a, b})


def race(*speeds: float, seed: int = 1, spread: float = 0.004, **options) -> tuple[RoundRecord, ...]:
    """Contestants a, b, c ... of these speeds against the reference."""
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
    """Rounds whose heats (of `size` contestants and the reference) are drawn anew every time."""
    records: list[RoundRecord] = []
    for number in range(1, rounds + 1):
        order = list(racers)
        dice.shuffle(order)
        for heat, start in enumerate(range(0, len(order), size), start=1):
            members = [reference, *order[start : start + size]]
            (record,) = simulate(dice, members, rounds=1, cycles=cycles, machine=machine, heat=heat)
            records.append(replace(record, round=number))
    return tuple(records)
