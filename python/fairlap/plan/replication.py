"""Chooses lap length and cycles per round so that each second of measuring is most informative.

A round costs a start and a warm-up, plus a little for each cycle. More cycles average out the variance between cycles,
but only more rounds that between rounds; variances and costs of a pilot give the best division. (T. Kalibera and
R. Jones, Rigorous benchmarking in reasonable time, ISMM 2013.)
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean, median, variance

from fairlap.samples import RoundRecord
from fairlap.statistics.laps import log_speeds

ROUNDS_IN_BUDGET = 10
"""The budget must hold this many rounds: with fewer, Student's t costs more than cycles can gain."""

NEARLY_AS_GOOD = 1.5
"""A shorter lap is preferred up to this cost relative to the cheapest, as a short trial is not more precise."""

MIN_DIFFERENCES = 3
"""Minimum cycles of a pair for an estimate of their spread."""

_MAD_TO_DEVIATION = 1.4826
"""Median absolute deviation to standard deviation, for normal noise."""


@dataclass(frozen=True, slots=True)
class LengthTrial:
    """Cycles with one lap length. `differences`: the log ratios of the cycles for each pair of the heat.

    `too_short`: slow responses distort throughput in such laps.
    """

    lap_ms: int
    differences: tuple[tuple[float, ...], ...]
    too_short: bool = False


@dataclass(frozen=True, slots=True)
class LengthChoice:
    """A lap length, and the reason in one sentence."""

    lap_ms: int
    reason: str


@dataclass(frozen=True, slots=True)
class Components:
    """Variance of a pair's log ratio between cycles and between rounds, in squared logs.

    `rounds`: the number of rounds behind `round_variance` (the maximum that any pair shared on one machine).
    """

    cycle_variance: float
    round_variance: float
    rounds: int


@dataclass(frozen=True, slots=True)
class CyclesChoice:
    """A number of cycles per round, and the reason in one sentence."""

    cycles: int
    reason: str


def cycle_differences(record: RoundRecord, contestants: Sequence[str]) -> tuple[tuple[float, ...], ...]:
    """Return the log ratios of common cycles, in order, for each pair of `contestants` in that heat.

    A pair without a common cycle has an empty tuple. With a single contestant, include the reference.
    """
    speeds = {turn.contestant: log_speeds(turn) for turn in record.contestants}
    present = [name for name in contestants if name in speeds]
    return tuple(
        tuple(speeds[a][cycle] - speeds[b][cycle] for cycle in sorted(speeds[a].keys() & speeds[b].keys()))
        for a, b in combinations(present, 2)
    )


def log_ratios_of_cycles(cycles: Sequence[dict[str, float]], names: Sequence[str]) -> tuple[tuple[float, ...], ...]:
    """Return for each pair of `names` the log ratios of cycles in which both gave right answers."""
    return tuple(
        tuple(math.log(cycle[a] / cycle[b]) for cycle in cycles if cycle.get(a, 0.0) > 0 and cycle.get(b, 0.0) > 0)
        for a, b in combinations(names, 2)
    )


def choose_lap_ms(trials: Sequence[LengthTrial], overhead_ms: float, shortest_ms: int) -> LengthChoice:
    """Choose the lap length with the least variance per second of measuring.

    The variance of a median over cycles falls with their number, so the cost of a length is the variance of one cycle
    times the time of its lap. Among lengths within 50 % of the lowest cost, the shortest is chosen: many short cycles
    follow changes of the machine more closely, and their median tolerates more outliers. Spread is estimated robustly,
    so that a single outlier does not decide.

    Args:
        trials: at least one.
        overhead_ms: the time of a lap beyond its length.
        shortest_ms: shorter laps have too few answers; when all are shorter, the longest is chosen.

    Raises:
        ValueError: no trials.
    """
    if not trials:
        raise ValueError("no lap lengths to choose from")
    longest_ms = max(trial.lap_ms for trial in trials)
    spreads = [
        (trial.lap_ms, spread)
        for trial in trials
        if trial.lap_ms >= shortest_ms and (spread := _pooled(trial.differences)) is not None
    ]
    if not spreads:
        short = [trial.lap_ms for trial in trials if trial.too_short]
        why = f"some responses take longer than laps of {max(short)} ms" if short else "no other length could be tried"
        return LengthChoice(longest_ms, f"laps of {longest_ms} ms, as {why}")
    costs = [(lap_ms, spread, spread**2 * (lap_ms + overhead_ms)) for lap_ms, spread in spreads]
    bound = min(cost for *_, cost in costs) * NEARLY_AS_GOOD
    lap_ms, chosen, _ = min((entry for entry in costs if entry[2] <= bound), key=lambda entry: entry[0])
    tried = ", ".join(f"{spread:.1%} at {length} ms" for length, spread in sorted(spreads))
    reason = (
        f"cycles vary by {tried}; with {overhead_ms:.1f} ms beyond each lap, {lap_ms} ms is the shortest lap that is "
        "about as informative per second as any"
    )
    if len(costs) == 1:
        reason = f"cycles vary by {chosen:.1%} at {lap_ms} ms, the only length that could be tried"
    return LengthChoice(lap_ms, reason)


def components(rounds: Iterable[RoundRecord], contestants: Sequence[str]) -> Components | None:
    """Estimate both variances from the rounds so far; `None` before any pair of `contestants` shared two rounds.

    For each pair: within a round, the robust variance of its cycles; between rounds, the variance of the rounds'
    medians minus the part that cycles explain, at least 0 (method of moments). Then the median over pairs. Rounds on
    different machines are separated: differences of machines are not variance of rounds.
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


def error_of_round(found: Components, cycles: int) -> float:
    """Return the standard error of the log ratio of one round with so many cycles."""
    return math.sqrt(found.round_variance + _median_share(cycles) * found.cycle_variance)


def choose_cycles(
    found: Components,
    cost_round_s: float,
    cost_cycle_s: float,
    budget_s: float | None,
    least: int,
    most: int,
) -> CyclesChoice:
    """Choose the number of cycles per round with the narrowest interval for the time it takes.

    Minimises (round variance + pi/2 x cycle variance / n) x (round cost + n x cycle cost), pi/2 because the result of a
    round is a median: n = sqrt(round cost / cycle cost x pi/2 x cycle variance / round variance), rounded up.

    Args:
        found: the pilot's variances.
        cost_round_s: time of a round of the whole heat without cycles; positive.
        cost_cycle_s: time of a cycle (a lap of every contestant with its overhead); positive.
        budget_s: must hold 10 rounds, as far as `least` allows.
        least: fewest cycles allowed, at least 1.
        most: most cycles allowed.

    Raises:
        ValueError: costs are not positive, or the bounds contradict.
    """
    if cost_round_s <= 0 or cost_cycle_s <= 0 or not 1 <= least <= most:
        raise ValueError(f"costs {cost_round_s} s and {cost_cycle_s} s, {least} to {most} cycles")
    optimum = _optimum(found, cost_round_s / cost_cycle_s)
    reason = (
        f"cycles vary by {math.sqrt(found.cycle_variance):.1%}, rounds by {math.sqrt(found.round_variance):.1%}; "
        f"a start takes as long as {cost_round_s / cost_cycle_s:.0f} cycles, so "
    )
    if optimum is None:
        wanted, reason = most, f"{reason}the maximum of {most} cycles per round is best"
    else:
        wanted, reason = optimum, f"{reason}{optimum} cycles per round are best"
    bounds = [(most, f"at most {most} are allowed")]
    if budget_s is not None:
        fitting = max(0, math.floor((budget_s / ROUNDS_IN_BUDGET - cost_round_s) / cost_cycle_s))
        bounds.append((fitting, f"so that {ROUNDS_IN_BUDGET} rounds fit into {_span(budget_s)}"))
    bound, why = min(bounds, key=lambda entry: entry[0])
    if max(bound, least) < wanted:
        why = why if bound >= least else f"the minimum; {ROUNDS_IN_BUDGET} rounds do not fit into the budget"
        return CyclesChoice(max(bound, least), f"{reason}; limited to {max(bound, least)}: {why}")
    if wanted < least:
        return CyclesChoice(least, f"{reason}; {least} is the minimum")
    return CyclesChoice(wanted, reason)


def _optimum(found: Components, cost_ratio: float) -> int | None:
    """Return the optimum; `None` for infinity, when there is no variance between rounds."""
    if found.cycle_variance == 0:
        return 1
    if found.round_variance == 0:
        return None
    return max(1, math.ceil(math.sqrt(cost_ratio * math.pi / 2 * found.cycle_variance / found.round_variance)))


def _cycle_variance(rounds: Sequence[tuple[float, ...]]) -> float:
    """Estimate one pair's variance in squared logs, robustly from deviations of cycles from their round's median.

    The median of a round is biased towards its n values, so each deviation is scaled by n / (n - 1): for normal noise
    and at least four rounds this is accurate to 10 % from 5 cycles on.
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
    """Return the variance of the median of `n` normal values, relative to that of a single value.

    Laplace's pi / 2n, with a constant in the denominator that makes it 1 for a single value; accurate to 3 % for odd n,
    an upper bound (19 % at n = 2, 7 % at n = 10) for even n, where the median averages two values.
    """
    return math.pi / (2 * n + math.pi - 2)


def _pooled(differences: Iterable[tuple[float, ...]]) -> float | None:
    """Return the median over pairs of the spread of log ratios; `None` when no pair has enough cycles."""
    spreads = [_spread(values) for values in differences if len(values) >= MIN_DIFFERENCES]
    return median(spreads) if spreads else None


def _spread(values: Sequence[float]) -> float:
    """Return a robust standard deviation: 1.4826 x the median absolute deviation from the median."""
    middle = median(values)
    return _MAD_TO_DEVIATION * median(abs(value - middle) for value in values)


def _span(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.3g} min"
