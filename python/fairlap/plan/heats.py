"""Draws heats and the order of laps. Pure: the same seed always gives the same draw."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fairlap.statistics.comparison import Comparison

HEAT_SIZE = 8
"""Contestants alive together, including the reference."""

MOST_RIVALS = HEAT_SIZE - 1

ROUNDS_PER_MACHINE = 3
"""On a cluster, fewer rounds per machine leave too few degrees of freedom."""


@dataclass(frozen=True, slots=True)
class Heat:
    """Contestants that are alive together in one round; `number` counts from 1 within the round."""

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
    """One fresh start of a heat, and the random order of everything in it; `number` counts from 1.

    `trial_s` is the time for trying out lap lengths before the cycles, usually 0. `most_cycles` limits the cycles of a
    heat in which all pairs are decided, and only response times are not precise yet.
    """

    heat: Heat
    number: int
    seed: int
    lap_ms: int
    cycles: int
    reference_every: int
    trial_s: float = 0.0
    most_cycles: int | None = None

    @property
    def key(self) -> str:
        """The seed of all random orders in this round."""
        return f"{self.seed}/{self.heat.scenario}/{self.heat.number}/{self.number}"

    @property
    def start_order(self) -> tuple[str, ...]:
        """All contestants in the order of their starts."""
        return shuffled(self.heat.everyone, random.Random(f"{self.key}/start"))

    def orders(self) -> tuple[tuple[str, ...], ...]:
        """Return the contestants of each cycle in the order of their laps."""
        dice = random.Random(f"{self.key}/cycles")
        return tuple(
            shuffled(self.heat.everyone if cycle % self.reference_every == 0 else self.heat.contestants, dice)
            for cycle in range(self.cycles)
        )

    def with_laps(self, lap_ms: int, cycles: int) -> "PlannedRound":
        """Return the same round with another lap length and number of cycles, as far as it may have them."""
        return replace(self, lap_ms=lap_ms, cycles=min(cycles, self.most_cycles or cycles))


def draw_heats(
    names: Sequence[str], *, scenario: str, reference: str, number: int, seed: int, groups: Sequence[Sequence[str]] = ()
) -> tuple[Heat, ...]:
    """Draw the heats of round `number`, differently for every round, so that any two contestants meet in some.

    Args:
        names: the contestants without the reference.
        groups: heats to use instead of a draw.
    """
    drawn = sorted(names)
    random.Random(f"{seed}/heats/{scenario}/{number}").shuffle(drawn)
    count = heat_count(len(drawn))
    chosen = groups or [drawn[index::count] for index in range(count)]
    return tuple(Heat(scenario, position, reference, tuple(group)) for position, group in enumerate(chosen, start=1))


def turns_of_round(contestants: int) -> int:
    """Return the number of starts in a round: the contestants, and the reference in each heat."""
    return contestants + heat_count(contestants)


def heat_count(contestants: int) -> int:
    """Return the number of heats for contestants without the reference."""
    return max(1, -(-contestants // MOST_RIVALS))


def machines_worth(contestants: int, rounds: int) -> int:
    """Return the largest useful number of server machines for a scenario.

    Each machine takes a degree of freedom from every pair, so more than a third of the rounds would leave pairs without
    an interval; more than the heats of a round would be idle (decision 13).
    """
    return min(heat_count(contestants), max(1, -(-rounds // ROUNDS_PER_MACHINE)))


def group_pairs(pairs: Sequence[Comparison]) -> tuple[tuple[str, ...], ...]:
    """Group the contestants of these pairs into heats of at most 7 so that close pairs share a heat.

    Pairs are joined from the smallest difference up. Unconnected pairs stay in separate heats: a heat of two is cheap
    and has short cycles. Pairs that do not fit are compared through the reference.
    """
    groups: list[list[str]] = []
    for pair in sorted(pairs, key=_closeness):
        homes = [next((group for group in groups if name in group), [name]) for name in (pair.a, pair.b)]
        first, second = homes
        if first is second:
            continue
        if len(first) + len(second) <= MOST_RIVALS:
            groups = [group for group in groups if group is not first and group is not second]
            groups.append([*first, *second])
        else:
            groups += [home for home in homes if not any(home is group for group in groups)]
    return tuple(tuple(group) for group in groups)


def _closeness(pair: Comparison) -> tuple[float, str, str]:
    """Sort by the absolute log ratio; a pair without one (it never met) comes first."""
    return (abs(math.log(pair.ratio)) if pair.ratio else 0.0), pair.a, pair.b


def shuffled(names: Sequence[str], dice: random.Random) -> tuple[str, ...]:
    """Return the names in a random order."""
    order = list(names)
    dice.shuffle(order)
    return tuple(order)
