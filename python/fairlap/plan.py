"""Pure: who meets whom, in which order, how often. No clock, no I/O: the same seed always gives the same draw."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fairlap.catalog import HEAD_MS
from fairlap.slo import Slo

HEAT_SIZE = 8
"""Contestants alive together, the reference among them (design.md, section 2)."""

LAP_OVERHEAD_MS = 4.0
"""What a lap costs beyond its length: thawing, readings, draining, freezing."""

LEAST_ROUNDS, MOST_ROUNDS = 12, 18
"""Fewer rounds make an interval of few degrees of freedom, more spend the time on starts. Where these are cheap, more
rounds are better: equals are shown to tie a quarter sooner, where they are dear, later (simulated, tools/proof)."""

START_SHARE = 0.35
"""Of a round, where there are more than `LEAST_ROUNDS`, its start may take so much."""

ROUNDS_PER_MACHINE = 3
"""Of a cluster: fewer rounds on each leave too few degrees of freedom."""

LEAST_CYCLES, MOST_CYCLES = 10, 400
"""Below ten, a median over cycles is the luck of a few."""

LEAST_TOOL_CYCLES = 2
"""With somebody else's tool, whose laps last a second at least: more rounds say more than more cycles."""

SHORTEST_LAP_MS, LONGEST_LAP_MS = 2 * HEAD_MS, 250
ANSWERS_PER_LAP = 4

LEAST_TRIAL_CYCLES, MOST_TRIAL_CYCLES = 6, 24
"""The spread of a handful of cycles says too little, and two dozen say enough."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a race is to find out.

    `precision` is the smallest difference that matters, as a share: a tie is shown to be within it. `budget_s` is the
    time for measuring (building apart); without one the suite's rounds are run, no more and no fewer. The reference
    laps in every `reference_every`-th cycle. `sweep` holds numbers of connections.
    """

    precision: float = 0.02
    budget_s: float | None = None
    reference_every: int = 1
    rates: bool = True
    slo: Slo | None = None
    sweep: tuple[int, ...] = ()


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


@dataclass(frozen=True, slots=True)
class Pace:
    """How a scenario's rounds are run: `rounds` is how many of them the budget holds, about."""

    lap_ms: int
    cycles: int
    rounds: int


def draw_heats(
    names: Sequence[str], *, scenario: str, reference: str, number: int, seed: int, groups: Sequence[Sequence[str]] = ()
) -> tuple[Heat, ...]:
    """Who meets whom in round `number`: drawn anew for every round, so that any two meet in some rounds.

    Args:
        names: the contestants that take part, the reference not among them.
        groups: heats that are wanted instead of a draw.
    """
    drawn = sorted(names)
    random.Random(f"{seed}/heats/{scenario}/{number}").shuffle(drawn)
    count = heats_of(len(drawn))
    chosen = groups or [drawn[index::count] for index in range(count)]
    return tuple(Heat(scenario, position, reference, tuple(group)) for position, group in enumerate(chosen, start=1))


def turns_of_round(contestants: int) -> int:
    """Starts in a round of so many contestants: theirs, and one of the reference in each heat."""
    return contestants + heats_of(contestants)


def heats_of(contestants: int) -> int:
    """Heats in a round of so many contestants, the reference not among them."""
    return max(1, -(-contestants // (HEAT_SIZE - 1)))


def machines_worth(contestants: int, rounds: int) -> int:
    """On how many server machines a scenario of so many contestants is best raced, at most, in so many rounds.

    Each takes a degree of freedom from every pair, so more of them than a third of the rounds leave pairs without an
    interval; more than heats in a round have nothing to do (decision 13).
    """
    return min(heats_of(contestants), max(1, -(-rounds // ROUNDS_PER_MACHINE)))


def pace(
    budget_s: float,
    *,
    contestants: int,
    lap_ms: int,
    turn_s: float,
    reference_every: int = 1,
    least_cycles: int = LEAST_CYCLES,
) -> Pace:
    """How to spend a budget before anything is known of the contestants: `MOST_ROUNDS` rounds if they fit.

    Args:
        budget_s: for this scenario.
        contestants: the reference not among them.
        lap_ms: the length of laps to begin with.
        turn_s: what a start, a warm-up and everything but the cycles cost one contestant in one round.
    """
    turns = turns_of_round(contestants)
    laps = contestants + (turns - contestants) / reference_every
    lap_s = (lap_ms + LAP_OVERHEAD_MS) / 1000
    # Half of the time at least is for laps: starts say nothing.
    for_cycles_s = max(budget_s / MOST_ROUNDS - turns * turn_s, turns * turn_s)
    cycles = min(MOST_CYCLES, max(least_cycles, math.floor(for_cycles_s / (laps * lap_s))))
    rounds = max(1, math.floor(budget_s / (turns * turn_s + cycles * laps * lap_s)))
    return Pace(lap_ms, cycles, rounds)


def rounds_worth(left_s: float, start_s: float, *, done: int) -> int:
    """How many rounds a race is to have, `done` ones included, when a start costs `start_s` and `left_s` are left.

    Where the budget is too small for `LEAST_ROUNDS`, half of the time at least is for laps: starts say nothing.
    """
    cheap, dear = (done + math.floor(left_s * share / start_s) for share in (START_SHARE, 0.5))
    return max(min(LEAST_ROUNDS, dear), cheap)


def trial_lengths_ms(planned: PlannedRound, slowest_per_s: float, connections: int) -> tuple[int, ...]:
    """Lap lengths to try out, the shortest first; one at least, and no more than there is time for.

    In what is counted of a lap every connection is answered `ANSWERS_PER_LAP` times at least, or its edges would be a
    part of the result.
    """
    needed_ms = ANSWERS_PER_LAP * 1000 * connections / slowest_per_s
    shortest = min(LONGEST_LAP_MS, max(SHORTEST_LAP_MS, 5 * math.ceil((HEAD_MS + needed_ms) / 5)))
    lengths = list(dict.fromkeys(min(LONGEST_LAP_MS, shortest * factor) for factor in (1, 2)))
    while len(lengths) > 1 and LEAST_TRIAL_CYCLES * _trial_cycle_s(planned, lengths) > planned.trial_s:
        lengths.pop()
    return tuple(lengths)


def trial_cycles(planned: PlannedRound, lengths_ms: Sequence[int]) -> int:
    """How often each length is tried: as often as the time for it allows, within bounds."""
    fitting = math.floor(planned.trial_s / _trial_cycle_s(planned, lengths_ms))
    return min(MOST_TRIAL_CYCLES, max(LEAST_TRIAL_CYCLES, fitting))


def _trial_cycle_s(planned: PlannedRound, lengths_ms: Sequence[int]) -> float:
    return sum(length + LAP_OVERHEAD_MS for length in lengths_ms) / 1000 * len(planned.heat.everyone)


def shuffled(names: Sequence[str], dice: random.Random) -> tuple[str, ...]:
    """The names in a random order."""
    order = list(names)
    dice.shuffle(order)
    return tuple(order)
