"""Pure: who meets whom, in which order, how often. No clock, no I/O: the same seed always gives the same draw."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fairlap.statistics.comparison import Comparison

HEAT_SIZE = 8
"""Contestants alive together, the reference among them."""

MOST_RIVALS = HEAT_SIZE - 1

ROUNDS_PER_MACHINE = 3
"""Of a cluster: fewer rounds on each leave too few degrees of freedom."""


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

    `trial_s` is the time for trying out lap lengths before the cycles; usually there is none. `wanted`: the heat is for
    pairs that are not told apart yet, not one of everyone's.
    """

    heat: Heat
    number: int
    seed: int
    lap_ms: int
    cycles: int
    reference_every: int
    trial_s: float = 0.0
    wanted: bool = False

    @property
    def key(self) -> str:
        """What every random order of this round grows from."""
        return f"{self.seed}/{self.heat.scenario}/{self.heat.number}/{self.number}"

    @property
    def start_order(self) -> tuple[str, ...]:
        """Everyone, in the order in which they are started."""
        return shuffled(self.heat.everyone, random.Random(f"{self.key}/start"))

    def orders(self) -> tuple[tuple[str, ...], ...]:
        """Who laps in each cycle, in which order."""
        dice = random.Random(f"{self.key}/cycles")
        return tuple(
            shuffled(self.heat.everyone if cycle % self.reference_every == 0 else self.heat.contestants, dice)
            for cycle in range(self.cycles)
        )

    def with_laps(self, lap_ms: int, cycles: int) -> "PlannedRound":
        """The same round with laps of another length, and as many cycles."""
        return replace(self, lap_ms=lap_ms, cycles=cycles)


def draw_heats(
    names: Sequence[str], *, scenario: str, reference: str, number: int, seed: int, groups: Sequence[Sequence[str]] = ()
) -> tuple[Heat, ...]:
    """Draw who meets whom in round `number`: again for every round, so that any two meet in some rounds.

    Args:
        names: the contestants that take part, the reference not among them.
        groups: heats that are wanted instead of a draw.
    """
    drawn = sorted(names)
    random.Random(f"{seed}/heats/{scenario}/{number}").shuffle(drawn)
    count = heat_count(len(drawn))
    chosen = groups or [drawn[index::count] for index in range(count)]
    return tuple(Heat(scenario, position, reference, tuple(group)) for position, group in enumerate(chosen, start=1))


def turns_of_round(contestants: int) -> int:
    """Starts in a round of so many contestants: theirs, and one of the reference in each heat."""
    return contestants + heat_count(contestants)


def heat_count(contestants: int) -> int:
    """Heats in a round of so many contestants, the reference not among them."""
    return max(1, -(-contestants // MOST_RIVALS))


def machines_worth(contestants: int, rounds: int) -> int:
    """On how many server machines a scenario of so many contestants is best raced, at most, in so many rounds.

    Each takes a degree of freedom from every pair, so more of them than a third of the rounds leave pairs without an
    interval; more than heats in a round have nothing to do (decision 13).
    """
    return min(heat_count(contestants), max(1, -(-rounds // ROUNDS_PER_MACHINE)))


def group_pairs(pairs: Sequence[Comparison]) -> tuple[tuple[str, ...], ...]:
    """The contestants of these pairs in heats of at most 7, so that close pairs share one; each in a single heat.

    The pair with the smallest difference is joined first. Pairs that nobody links stay apart: a heat of two is cheap,
    and its cycles are short. Pairs that find no place meet through the reference.
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
    """The size of the difference, as a log; a pair without a ratio (it never met) comes first."""
    return (abs(math.log(pair.ratio)) if pair.ratio else 0.0), pair.a, pair.b


def shuffled(names: Sequence[str], dice: random.Random) -> tuple[str, ...]:
    """The names in a random order."""
    order = list(names)
    dice.shuffle(order)
    return tuple(order)
