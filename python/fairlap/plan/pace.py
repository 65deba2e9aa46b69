"""Divides a budget: lap length, number of cycles, number of rounds."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.catalog import HEAD_MS, skipped_ms
from fairlap.plan.heats import PlannedRound, turns_of_round
from fairlap.plan.replication import LengthChoice, LengthTrial, choose_lap_ms

LAP_OVERHEAD_MS = 4.0
"""Time of a lap beyond its length: thawing, readings, draining, freezing."""

LEAST_ROUNDS, MOST_ROUNDS = 12, 18
"""Fewer rounds leave few degrees of freedom, more spend the time on starts. With cheap starts, more rounds show ties
between equals a quarter sooner; with expensive starts, later (simulated, tools/proof)."""

START_SHARE = 0.35
"""Maximum share of starts in the time of a round, when there are more than `LEAST_ROUNDS`."""

LEAST_CYCLES, MOST_CYCLES = 10, 400
"""With fewer than ten cycles, a median is unreliable."""

LEAST_TOOL_CYCLES = 2
"""With an external tool, whose laps last at least a second, more rounds are better than more cycles."""

SHORTEST_LAP_MS, LONGEST_LAP_MS = 2 * HEAD_MS, 250
LONGEST_SLOW_LAP_MS = 3200
"""Where some responses take as long as shorter laps."""

ANSWERS_PER_LAP = 4

LEAST_TRIAL_CYCLES, MOST_TRIAL_CYCLES = 6, 24
"""The spread of fewer cycles is unreliable, and more are unnecessary."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Lap length and cycles of a scenario's rounds; `rounds`: how many fit into the budget, approximately."""

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
    """Divide a budget before any measurement: `MOST_ROUNDS` rounds if they fit, and at least two if any two do.

    Args:
        budget_s: for this scenario.
        contestants: their number, without the reference.
        lap_ms: the initial lap length.
        turn_s: time per contestant and round for everything except cycles (start, warm-up, ...).
    """
    starts_s = turns_of_round(contestants) * turn_s
    each_s = cycle_s(contestants, lap_ms, reference_every)
    # At least half of the time is for laps.
    for_cycles_s = max(budget_s / MOST_ROUNDS - starts_s, starts_s)
    of_two_s = budget_s / 2 - starts_s
    if of_two_s >= least_cycles * each_s:  # a single round has no intervals
        for_cycles_s = min(for_cycles_s, of_two_s)
    cycles = min(MOST_CYCLES, max(least_cycles, math.floor(for_cycles_s / each_s)))
    rounds = max(1, math.floor(budget_s / (starts_s + cycles * each_s)))
    return Pace(lap_ms, cycles, rounds)


def cycle_s(contestants: int, lap_ms: int, reference_every: int) -> float:
    """Return the time of a cycle: a lap of each contestant, and in every so many cycles one of each reference."""
    references = turns_of_round(contestants) - contestants
    return (contestants + references / reference_every) * lap_s(lap_ms)


def lap_s(lap_ms: int) -> float:
    """Return the time of a lap with what it takes beyond its length."""
    return (lap_ms + LAP_OVERHEAD_MS) / 1000


def rounds_worth(left_s: float, start_s: float, *, done: int) -> int:
    """Return the number of rounds, including `done` ones, when a start takes `start_s` and `left_s` remain.

    If the budget is too small for `LEAST_ROUNDS`, at least half of the time is for laps.
    """
    cheap, dear = (done + math.floor(left_s * share / start_s) for share in (START_SHARE, 0.5))
    return max(min(LEAST_ROUNDS, dear), cheap)


def head_ms(lap_ms: int) -> int:
    """Return how much of a closed-loop lap does not count: half where it is long since some responses are."""
    return skipped_ms(lap_ms) if lap_ms <= LONGEST_LAP_MS else lap_ms // 2


def trial_lengths_ms(planned: PlannedRound, slowest_per_s: float, in_flight: int, longest_ms: float) -> tuple[int, ...]:
    """Return the lap lengths to try, shortest first; at least one, and no more than there is time for.

    In the window of a lap, each of the requests `in_flight` is answered at least `ANSWERS_PER_LAP` times: otherwise the
    edges of the window would distort the result. And a lap takes at least half as long as the longest responses.
    """
    needed_ms = max(HEAD_MS + ANSWERS_PER_LAP * 1000 * in_flight / slowest_per_s, longest_ms / 2)
    shortest = min(LONGEST_LAP_MS, max(SHORTEST_LAP_MS, 5 * math.ceil(needed_ms / 5)))
    lengths = list(dict.fromkeys(min(LONGEST_LAP_MS, shortest * factor) for factor in (1, 2)))
    while len(lengths) > 1 and LEAST_TRIAL_CYCLES * _trial_cycle_s(planned, lengths) > planned.trial_s:
        lengths.pop()
    return tuple(lengths)


def longest_trial_ms(planned: PlannedRound) -> float:
    """Return the longest lap to try where responses are slow: a lap of everyone takes as long as all trials may.

    That is a twentieth of the budget, so the fewest cycles of a round take half of it.
    """
    return min(LONGEST_SLOW_LAP_MS, planned.trial_s * 1000 / len(planned.heat.everyone))


def trial_cycles(planned: PlannedRound, lengths_ms: Sequence[int]) -> int:
    """Return how often to try each length: as often as time allows, within bounds; never if there is only one."""
    if len(lengths_ms) < 2:
        return 0
    fitting = math.floor(planned.trial_s / _trial_cycle_s(planned, lengths_ms))
    return min(MOST_TRIAL_CYCLES, max(LEAST_TRIAL_CYCLES, fitting))


def _trial_cycle_s(planned: PlannedRound, lengths_ms: Sequence[int]) -> float:
    return sum(length + LAP_OVERHEAD_MS for length in lengths_ms) / 1000 * len(planned.heat.everyone)


def after_trial(lap_ms: int, cycles: int, trials: Sequence[LengthTrial]) -> tuple[LengthChoice, int]:
    """Return the lap length that a trial recommends, and the number of cycles that takes the planned time.

    Both the heat that made the trial and the plan of the following rounds use it.
    """
    choice = choose_lap_ms(trials, LAP_OVERHEAD_MS, min(trial.lap_ms for trial in trials))
    planned_ms = cycles * (lap_ms + LAP_OVERHEAD_MS)
    return choice, bounded_cycles(planned_ms / (choice.lap_ms + LAP_OVERHEAD_MS))


def bounded_cycles(cycles: float, least: int = LEAST_CYCLES) -> int:
    """Round to a number of cycles within the bounds."""
    return min(MOST_CYCLES, max(least, round(cycles)))
