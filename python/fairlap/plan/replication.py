"""How long a lap, how many cycles a round: where does a second of measuring say the most?

A round costs a start and a warm-up, then a bit for each cycle. What varies between cycles is averaged out by more
cycles, what varies between rounds only by more rounds; the pilot's variances and costs say where the next second is
spent best. (T. Kalibera and R. Jones, Rigorous benchmarking in reasonable time, ISMM 2013.)
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean, median, variance

from fairlap.samples import RoundRecord
from fairlap.statistics.laps import log_speeds

ROUNDS_IN_BUDGET = 10
"""That many rounds must fit into the budget: with fewer, Student's t punishes more than cycles can gain."""

NEARLY_AS_GOOD = 1.5
"""A shorter lap is preferred up to this cost relative to the cheapest: a trial of a few cycles is no more exact."""

MIN_DIFFERENCES = 3
"""Cycles of a pair below which their spread says nothing."""

_MAD_TO_DEVIATION = 1.4826
"""Median absolute deviation to standard deviation, for normal noise."""


@dataclass(frozen=True, slots=True)
class LengthTrial:
    """Cycles of laps of one length. `differences` has the log ratio of each cycle, for each pair of the heat."""

    lap_ms: int
    differences: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class LengthChoice:
    """A length of lap, and why, in one sentence for a reader."""

    lap_ms: int
    reason: str


@dataclass(frozen=True, slots=True)
class Components:
    """Where the log ratio of a pair varies: from cycle to cycle, and from one start to the next. Squared logs.

    `rounds` is how many the estimate of the latter rests on (the most that any pair shared, on one machine).
    """

    cycle_variance: float
    round_variance: float
    rounds: int


@dataclass(frozen=True, slots=True)
class CyclesChoice:
    """A number of cycles for each round, and why, in one sentence for a reader."""

    cycles: int
    reason: str


def cycle_differences(record: RoundRecord, contestants: Sequence[str]) -> tuple[tuple[float, ...], ...]:
    """The log ratio of each common cycle, in the order of the cycles, for each pair of `contestants` in that heat.

    A pair without a common cycle has an empty tuple. With a single contestant, name the reference as well.
    """
    speeds = {turn.contestant: log_speeds(turn) for turn in record.contestants}
    present = [name for name in contestants if name in speeds]
    return tuple(
        tuple(speeds[a][cycle] - speeds[b][cycle] for cycle in sorted(speeds[a].keys() & speeds[b].keys()))
        for a, b in combinations(present, 2)
    )


def log_ratios_of_cycles(cycles: Sequence[dict[str, float]], names: Sequence[str]) -> tuple[tuple[float, ...], ...]:
    """For each pair of `names`: the log ratio of throughputs in every cycle in which both gave right answers."""
    return tuple(
        tuple(math.log(cycle[a] / cycle[b]) for cycle in cycles if cycle.get(a, 0.0) > 0 and cycle.get(b, 0.0) > 0)
        for a, b in combinations(names, 2)
    )


def choose_lap_ms(trials: Sequence[LengthTrial], overhead_ms: float, shortest_ms: int) -> LengthChoice:
    """The length with the least variance for each second of measuring.

    The variance of a median over cycles shrinks with their number, so the cost of a length is the variance of one cycle
    times what its lap takes. The shortest of those within 50 % of the least cost is taken: many short cycles follow the
    machine's moods more closely, and their median bears more of them. Spread is robust: a machine that jumps in one
    cycle must not decide.

    Args:
        trials: at least one.
        overhead_ms: what a lap takes beyond its length.
        shortest_ms: lengths below are not allowed (too few answers); when all are below, the longest is taken.

    Raises:
        ValueError: no trials.
    """
    if not trials:
        raise ValueError("no lengths of lap to choose from")
    longest_ms = max(trial.lap_ms for trial in trials)
    spreads = [
        (trial.lap_ms, spread)
        for trial in trials
        if trial.lap_ms >= shortest_ms and (spread := _pooled(trial.differences)) is not None
    ]
    if not spreads:
        return LengthChoice(longest_ms, f"no shorter lap could be tried: {longest_ms} ms")
    costs = [(lap_ms, spread, spread**2 * (lap_ms + overhead_ms)) for lap_ms, spread in spreads]
    bound = min(cost for *_, cost in costs) * NEARLY_AS_GOOD
    lap_ms, chosen, _ = min((entry for entry in costs if entry[2] <= bound), key=lambda entry: entry[0])
    tried = ", ".join(f"{spread:.1%} at {length} ms" for length, spread in sorted(spreads))
    reason = (
        f"cycles vary by {tried}; with {overhead_ms:.1f} ms beyond each lap, {lap_ms} ms is the shortest lap that says "
        "as much per second as any, about"
    )
    if len(costs) == 1:
        reason = f"cycles vary by {chosen:.1%} at {lap_ms} ms, the only length that could be tried"
    return LengthChoice(lap_ms, reason)


def components(rounds: Iterable[RoundRecord], contestants: Sequence[str]) -> Components | None:
    """What the rounds so far say of the two variances; `None` before any pair of `contestants` shared two rounds.

    For each pair: within a round, the robust variance of its cycles; between rounds, the variance of the rounds'
    medians minus what the cycles alone explain of it, not below 0 (method of moments). Then the median over pairs.
    Rounds on different machines stand apart: what machines do differently is no spread of rounds.
    """
    by_pair: dict[tuple[tuple[str, str], str | None], list[tuple[float, ...]]] = {}
    for record in rounds:
        present = [name for name in contestants if name in {turn.contestant for turn in record.contestants}]
        for pair, values in zip(combinations(present, 2), cycle_differences(record, present), strict=True):
            if len(values) >= MIN_DIFFERENCES:
                by_pair.setdefault((pair, record.machine), []).append(values)
    usable = [values for values in by_pair.values() if len(values) >= 2]
    if not usable:
        return None
    return Components(
        cycle_variance=median(_cycle_variance(values) for values in usable),
        round_variance=median(_round_variance(values) for values in usable),
        rounds=max(len(values) for values in usable),
    )


def choose_cycles(
    found: Components,
    cost_round_s: float,
    cost_cycle_s: float,
    budget_s: float | None,
    least: int,
    most: int,
) -> CyclesChoice:
    """The number of cycles a round that makes the interval narrowest for the time it takes.

    Minimises (round variance + pi/2 x cycle variance / n) x (round cost + n x cycle cost), pi/2 because a round's
    number is a median: n = sqrt(round cost / cycle cost x pi/2 x cycle variance / round variance), rounded up.

    Args:
        found: the pilot's variances.
        cost_round_s: what a round costs without any cycle, in seconds of the whole heat; positive.
        cost_cycle_s: what a cycle costs (a lap of everyone, with what it takes beyond its length); positive.
        budget_s: 10 rounds must fit into it, as far as `least` allows.
        least: fewest cycles allowed, at least 1.
        most: most cycles allowed.

    Raises:
        ValueError: costs that are not positive, or bounds that hold no number.
    """
    if cost_round_s <= 0 or cost_cycle_s <= 0 or not 1 <= least <= most:
        raise ValueError(f"costs {cost_round_s} s and {cost_cycle_s} s, {least} to {most} cycles")
    optimum = _optimum(found, cost_round_s / cost_cycle_s)
    said = (
        f"cycles vary by {math.sqrt(found.cycle_variance):.1%}, rounds by {math.sqrt(found.round_variance):.1%}; "
        f"a start costs as much as {cost_round_s / cost_cycle_s:.0f} cycles, so "
    )
    if optimum is None:
        wanted, said = most, f"{said}as many cycles a round as allowed are cheapest: {most}"
    else:
        wanted, said = optimum, f"{said}{optimum} cycles a round are cheapest"
    bounds = [(most, f"at most {most} are allowed")]
    if budget_s is not None:
        fitting = max(0, math.floor((budget_s / ROUNDS_IN_BUDGET - cost_round_s) / cost_cycle_s))
        bounds.append((fitting, f"so that {ROUNDS_IN_BUDGET} rounds fit into {_span(budget_s)}"))
    bound, why = min(bounds, key=lambda entry: entry[0])
    if max(bound, least) < wanted:
        why = why if bound >= least else f"the least allowed; {ROUNDS_IN_BUDGET} rounds do not fit into the budget"
        return CyclesChoice(max(bound, least), f"{said}; bounded to {max(bound, least)}: {why}")
    if wanted < least:
        return CyclesChoice(least, f"{said}; {least} are the least allowed")
    return CyclesChoice(wanted, said)


def _optimum(found: Components, cost_ratio: float) -> int | None:
    """`None` when no number is large enough, as rounds do not vary on their own."""
    if found.cycle_variance == 0:
        return 1
    if found.round_variance == 0:
        return None
    return max(1, math.ceil(math.sqrt(cost_ratio * math.pi / 2 * found.cycle_variance / found.round_variance)))


def _cycle_variance(rounds: Sequence[tuple[float, ...]]) -> float:
    """Of one pair, in squared logs: robust, from the deviations of all cycles from the median of their round.

    A round's median is drawn towards its n values, so each deviation is stretched by n / (n - 1): for normal noise and
    four rounds or more that is right to 10 % from 5 cycles on.
    """
    deviations = [
        abs(value - middle) * len(values) / (len(values) - 1)
        for values in rounds
        for middle in (median(values),)
        for value in values
    ]
    return (_MAD_TO_DEVIATION * median(deviations)) ** 2


def _round_variance(rounds: Sequence[tuple[float, ...]]) -> float:
    explained = _cycle_variance(rounds) * fmean(_median_share(len(values)) for values in rounds)
    return max(0.0, variance([median(values) for values in rounds]) - explained)


def _median_share(n: int) -> float:
    """The variance of the median of `n` normal values, relative to that of one of them.

    Laplace's pi / 2n, with the constant in the denominator that makes it 1 for a single value; right to 3 % for odd n,
    an upper bound (19 % at n = 2, 7 % at n = 10) for even n, whose median averages two values.
    """
    return math.pi / (2 * n + math.pi - 2)


def _pooled(differences: Iterable[tuple[float, ...]]) -> float | None:
    """The typical deviation of a cycle's log ratio: the median over pairs; `None` when no pair has enough cycles."""
    spreads = [_spread(values) for values in differences if len(values) >= MIN_DIFFERENCES]
    return median(spreads) if spreads else None


def _spread(values: Sequence[float]) -> float:
    """Robust standard deviation: 1.4826 x the median absolute deviation from the median."""
    middle = median(values)
    return _MAD_TO_DEVIATION * median(abs(value - middle) for value in values)


def _span(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.3g} min"
