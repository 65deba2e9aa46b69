"""How long a lap, how many cycles, how many rounds: what a budget is spent on."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.catalog import HEAD_MS
from fairlap.plan.heats import PlannedRound, turns_of_round
from fairlap.plan.replication import LengthChoice, LengthTrial, choose_lap_ms

LAP_OVERHEAD_MS = 4.0
"""What a lap costs beyond its length: thawing, readings, draining, freezing."""

LEAST_ROUNDS, MOST_ROUNDS = 12, 18
"""Fewer rounds make an interval of few degrees of freedom, more spend the time on starts. Where these are cheap, more
rounds are better: equals are shown to tie a quarter sooner, where they are dear, later (simulated, tools/proof)."""

START_SHARE = 0.35
"""Of a round, where there are more than `LEAST_ROUNDS`, its start may take so much."""

LEAST_CYCLES, MOST_CYCLES = 10, 400
"""Below ten, a median over cycles is the luck of a few."""

LEAST_TOOL_CYCLES = 2
"""With somebody else's tool, whose laps last a second at least: more rounds say more than more cycles."""

SHORTEST_LAP_MS, LONGEST_LAP_MS = 2 * HEAD_MS, 250
ANSWERS_PER_LAP = 4

LEAST_TRIAL_CYCLES, MOST_TRIAL_CYCLES = 6, 24
"""The spread of a handful of cycles says too little, and two dozen say enough."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How a scenario's rounds are run: `rounds` is how many of them the budget holds, about."""

    lap_ms: int
    cycles: int
    rounds: int


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


def after_trial(lap_ms: int, cycles: int, trials: Sequence[LengthTrial]) -> tuple[LengthChoice, int]:
    """The length of laps that a trial recommends, and how many cycles of them take as much time as those planned.

    The heat that made the trial goes on with it, and so does the plan of the rounds that follow.
    """
    choice = choose_lap_ms(trials, LAP_OVERHEAD_MS, min(trial.lap_ms for trial in trials))
    planned_ms = cycles * (lap_ms + LAP_OVERHEAD_MS)
    return choice, bounded_cycles(planned_ms / (choice.lap_ms + LAP_OVERHEAD_MS))


def bounded_cycles(cycles: float, least: int = LEAST_CYCLES) -> int:
    """A number of cycles that is neither too small to say something nor too large."""
    return min(MOST_CYCLES, max(least, round(cycles)))
