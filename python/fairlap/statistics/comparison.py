"""Compares pairs of contestants: ratios, verdicts, ranks, and letters for contestants not shown to differ."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from string import ascii_lowercase
from typing import Literal

from fairlap.samples import RoundRecord
from fairlap.statistics.blocks import BlockMean, disagreements, means_by_block
from fairlap.statistics.estimate import CONFIDENCE, holm
from fairlap.statistics.laps import PairNumbers, pair_numbers
from fairlap.statistics.looks import SIGNIFICANCE, Sequential, sequential
from fairlap.statistics.moderation import prior_of

Verdict = Literal["faster", "slower", "tie", "undecided"]

SEQUENTIAL_CONFIDENCE = 0.968
"""The level of Student's t at which an interval covers 95 % when a race with several looks stops.

Stopping because of a difference overestimates it a little, so the plain interval covers only 89 to 95 %. Calibrated by
simulation: tools/proof prints the coverage for each size of difference and noise.
"""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The throughput of `a` relative to `b` over `n` rounds; in `direct_rounds` of these they shared a heat.

    `low` and `high` are the 95 % interval of this single pair, not widened for the number of pairs
    (`SEQUENTIAL_CONFIDENCE`). The verdict is based on `p_adjusted` (over all looks, after Holm over all pairs of the
    scenario) or, for a tie, on the repeated intervals. What cannot be computed is `None`. If the rounds ran on several
    machines, `by_machine` has one block for each (`statistics.blocks`), and `machines_p` is the p-value that all blocks
    have the same mean, after Holm over all pairs (`None`: no test).
    """

    a: str
    b: str
    ratio: float | None
    low: float | None
    high: float | None
    p_adjusted: float | None
    verdict: Verdict
    direct_rounds: int
    n: int
    by_machine: tuple[BlockMean, ...] = ()
    machines_p: float | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict and its p-value (`None` before the first look)."""

    verdict: Verdict
    p_adjusted: float | None


def compare_all(
    rounds: Sequence[RoundRecord],
    contestants: Sequence[str],
    reference: str,
    minimum_effect: float,
    looks: Sequence[int] = (),
    *,
    ended: bool = True,
) -> tuple[Comparison, ...]:
    """Compare all pairs of `contestants` (names without the reference), in the given order.

    Args:
        rounds: rounds of one scenario with any number of heats.
        contestants: those to rank.
        reference: connects contestants of different heats.
        minimum_effect: the smallest difference that matters, as a share (0.02 = 2 %).
        looks: the numbers of rounds with a look; empty: only at the end.
        ended: no further round will follow (see `looks.sequential`).
    """
    pairs = pair_numbers(rounds, contestants, reference)
    return compare_numbers(pairs, len(contestants), minimum_effect, looks, ended=ended)


def compare_numbers(
    pairs: Sequence[PairNumbers],
    contestants: int,
    minimum_effect: float,
    looks: Sequence[int] = (),
    *,
    ended: bool = True,
) -> tuple[Comparison, ...]:
    """Compare pairs by their numbers: a family for Holm's correction. For the arguments see `compare_all`."""
    # From the data of the first look, so that later rounds do not revoke what a look has shown.
    first = looks[0] if looks else None
    prior = prior_of([pair.values[:first] for pair in pairs], contestants, [pair.blocks[:first] for pair in pairs])
    looked = [sequential(pair.values, looks, ended=ended, prior=prior, blocks=pair.blocks) for pair in pairs]
    judged = judge(looked, minimum_effect)
    disagree = disagreements([(pair.values, pair.blocks) for pair in pairs])
    return tuple(_comparison(*parts) for parts in zip(pairs, looked, judged, disagree, strict=True))


def judge(pairs: Sequence[Sequential], minimum_effect: float) -> tuple[Judgement, ...]:
    """Return the verdicts on a family of pairs, in the given order.

    *faster* or *slower*: the p-value after Holm is below 0.05, and the mean of all rounds differs from 0 by at least
    log(1 + `minimum_effect`) (so that a : b and b : a agree) in the direction that the look found. *tie*: a repeated
    interval lies within that bound, which rules out a difference that matters. Otherwise *undecided*. A pair before its
    first look also counts in the family.
    """
    p_values = [pair.p_value for pair in pairs]
    adjusted = holm([1.0 if p_value is None else p_value for p_value in p_values])
    return tuple(
        _judge(pair, None if p_value is None else p_adjusted, math.log1p(minimum_effect))
        for pair, p_value, p_adjusted in zip(pairs, p_values, adjusted, strict=True)
    )


def _judge(pair: Sequential, p_adjusted: float | None, bound: float) -> Judgement:
    if pair.centre is None or p_adjusted is None:
        return Judgement("undecided", None)
    mean = pair.centre.mean
    if p_adjusted < SIGNIFICANCE and abs(mean) >= bound and mean * pair.direction > 0:
        return Judgement("faster" if mean > 0 else "slower", p_adjusted)
    return Judgement("tie" if pair.inside(bound) else "undecided", p_adjusted)


def _comparison(pair: PairNumbers, looked: Sequential, judged: Judgement, machines_p: float | None) -> Comparison:
    confidence = SEQUENTIAL_CONFIDENCE if looked.looks > 1 else CONFIDENCE
    bounds = looked.centre.interval_at(confidence) if looked.centre else None
    return Comparison(
        a=pair.a,
        b=pair.b,
        ratio=_ratio(looked.centre.mean) if looked.centre else None,
        low=_ratio(bounds[0]) if bounds else None,
        high=_ratio(bounds[1]) if bounds else None,
        p_adjusted=judged.p_adjusted,
        verdict=judged.verdict,
        direct_rounds=pair.direct,
        n=looked.n,
        by_machine=means_by_block(pair.values, pair.blocks),
        machines_p=machines_p,
    )


def _ratio(logarithm: float) -> float | None:
    """Return e^logarithm, or `None` (unbounded) on overflow."""
    return math.exp(logarithm) if logarithm < 700 else None


def rank_of(contestant: str, comparisons: Sequence[Comparison]) -> int:
    """Return 1 + the number of contestants that are faster."""
    return 1 + sum(
        (pair.b == contestant and pair.verdict == "faster") or (pair.a == contestant and pair.verdict == "slower")
        for pair in comparisons
    )


def tied_with(contestant: str, comparisons: Sequence[Comparison]) -> tuple[str, ...]:
    """Return the contestants with verdict tie: the difference is shown to be below the minimum effect."""
    return _partners(contestant, comparisons, "tie")


def not_decided_with(contestant: str, comparisons: Sequence[Comparison]) -> tuple[str, ...]:
    """Return the contestants for which the rounds so far show neither a difference nor a tie."""
    return _partners(contestant, comparisons, "undecided")


def _partners(contestant: str, comparisons: Sequence[Comparison], verdict: Verdict) -> tuple[str, ...]:
    return tuple(
        pair.b if pair.a == contestant else pair.a
        for pair in comparisons
        if pair.verdict == verdict and contestant in (pair.a, pair.b)
    )


Group = frozenset[str]


def letters_of(best_first: Sequence[str], comparisons: Sequence[Comparison]) -> dict[str, str]:
    """Return the letters of each contestant (`compact_letters`), so that the first one has an `a`."""
    differ = {frozenset((pair.a, pair.b)) for pair in comparisons if pair.verdict in ("faster", "slower")}
    return dict(zip(best_first, compact_letters(best_first, differ), strict=True))


def compact_letters(names: Sequence[str], differ: Collection[Group]) -> tuple[str, ...]:
    """Return the letters of each contestant, in the given order (the best first, so that it has an `a`).

    Two share a letter if and only if their pair is not in `differ` (sets of two names). No letter is redundant. The
    27th letter is `a1`, the 53rd `a2`.

    Ranks cannot express that, as "not shown to differ" is not transitive: a and b, b and c may be alike while a and c
    are not; b then gets two letters. Method: insert and absorb, H.-P. Piepho, Journal of Computational and Graphical
    Statistics 13, 2004.
    """
    place = {name: position for position, name in enumerate(names)}
    groups = _needed(_absorbed(names, differ))
    groups.sort(key=lambda group: sorted(place[name] for name in group))
    return tuple("".join(_letter(i) for i, group in enumerate(groups) if name in group) for name in names)


def _absorbed(names: Sequence[str], differ: Collection[Group]) -> list[Group]:
    """Return all maximal groups without a differing pair."""
    groups = [frozenset(names)]
    for a, b in combinations(names, 2):
        if frozenset((a, b)) not in differ:
            continue
        # Insert: split a group with both into one without a and one without b.
        parts = {part for group in groups for part in ((group - {a}, group - {b}) if {a, b} <= group else (group,))}
        # Absorb: drop groups that are part of another.
        groups = [part for part in parts if not any(part < other for other in parts)]
    return [group for group in groups if group]


def _needed(groups: Sequence[Group]) -> list[Group]:
    """Remove groups whose pairs all share another group, smallest first."""
    needed = sorted(groups, key=lambda group: (len(group), sorted(group)))
    for group in tuple(needed):
        others = [other for other in needed if other != group]
        links = [frozenset(pair) for pair in combinations(sorted(group), 2)] or [group]
        if all(any(link <= other for other in others) for link in links):
            needed = others
    return needed


def _letter(index: int) -> str:
    again, position = divmod(index, len(ascii_lowercase))
    return ascii_lowercase[position] + (str(again) if again else "")
