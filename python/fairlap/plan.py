"""Pure: suite + contestants + seed -> Plan. No clock, no I/O: the same seed always gives the same plan."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

HEAT_SIZE = 8
"""Contestants alive together, the reference among them (design.md, section 2)."""


@dataclass(frozen=True, slots=True)
class Heat:
    """Contestants that are alive together and lapped in cycles; `number` counts from 1 within the scenario."""

    scenario: str
    number: int
    reference: str
    contestants: tuple[str, ...]

    @property
    def everyone(self) -> tuple[str, ...]:
        """The reference, then the contestants."""
        return (self.reference, *self.contestants)


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """One fresh start of a heat, and the random order of everything in it; `number` counts from 1."""

    heat: Heat
    number: int
    start_order: tuple[str, ...]
    cycles: tuple[tuple[str, ...], ...]
    warmup_seed: str


@dataclass(frozen=True, slots=True)
class Plan:
    """All rounds, in the order in which they run."""

    seed: int
    rounds: tuple[PlannedRound, ...]

    @property
    def laps(self) -> int:
        """Laps that are measured, over all rounds."""
        return sum(len(planned.cycles) * len(planned.heat.everyone) for planned in self.rounds)


def make_plan(
    entries: Sequence[tuple[str, Sequence[str]]], *, reference: str, rounds: int, cycles: int, seed: int
) -> Plan:
    """Plan the rounds of every scenario.

    Args:
        entries: (scenario, names of the contestants that take part in it), the reference not among them.
        reference: the reference contestant: it takes part in every heat.
        rounds: fresh starts of every heat.
        cycles: cycles of laps in a round.
        seed: decides who meets whom, and every order.
    """
    heats = [heat for scenario, names in entries for heat in _heats(scenario, names, reference, seed)]
    planned: list[PlannedRound] = []
    for number in range(1, rounds + 1):
        # Rounds of one heat are spread over the whole run, so that a slow spell of the machine hits all heats alike.
        order = list(heats)
        random.Random(f"{seed}/order/{number}").shuffle(order)
        planned += [_plan_round(heat, number, cycles, seed) for heat in order]
    return Plan(seed, tuple(planned))


def _heats(scenario: str, names: Sequence[str], reference: str, seed: int) -> list[Heat]:
    drawn = sorted(names)
    random.Random(f"{seed}/heats/{scenario}").shuffle(drawn)
    count = max(1, -(-len(drawn) // (HEAT_SIZE - 1)))
    groups = [tuple(drawn[index::count]) for index in range(count)]
    return [Heat(scenario, number, reference, group) for number, group in enumerate(groups, start=1)]


def _plan_round(heat: Heat, number: int, cycles: int, seed: int) -> PlannedRound:
    key = f"{seed}/{heat.scenario}/{heat.number}/{number}"
    dice = random.Random(key)
    return PlannedRound(
        heat=heat,
        number=number,
        start_order=_shuffled(heat.everyone, dice),
        cycles=tuple(_shuffled(heat.everyone, dice) for _ in range(cycles)),
        warmup_seed=f"{key}/warm-up",
    )


def _shuffled(names: Sequence[str], dice: random.Random) -> tuple[str, ...]:
    order = list(names)
    dice.shuffle(order)
    return tuple(order)
