"""Is A faster than B, by how much, and are you sure? Pairs, verdicts, ranks."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from fairlap.samples import RoundRecord
from fairlap.statistics.estimate import Centre, centre, difference, holm
from fairlap.statistics.laps import log_ratios

Verdict = Literal["faster", "slower", "tie", "undecided"]

SIGNIFICANCE = 0.05
"""The bound for the Holm-adjusted p-value: the chance of any false alarm in a scenario."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """`a` relative to `b`: the ratio of their throughputs.

    `low` and `high` are the plain 95 % interval of this one pair, *not* widened for the number of pairs; the
    verdict rests on `p_adjusted` (Holm over all pairs of the scenario), so an interval may exclude 1 in a
    tie. `direct` is false when the two ran in different heats and are joined through the reference
    contestant. What cannot be computed is `None`. `n` is the number of rounds (the smaller one of two heats).
    """

    a: str
    b: str
    ratio: float | None
    low: float | None
    high: float | None
    p_value: float | None
    p_adjusted: float | None
    verdict: Verdict
    direct: bool
    n: int


@dataclass(frozen=True, slots=True)
class _Pair:
    a: str
    b: str
    centre: Centre | None
    direct: bool


def compare_all(
    rounds: Sequence[RoundRecord], contestants: Sequence[str], reference: str, minimum_effect: float
) -> tuple[Comparison, ...]:
    """All pairs of `contestants` (names without the reference), in the order given.

    The verdict is *faster* or *slower* when the adjusted p-value is below 0.05 and the ratio is away from 1
    by at least `minimum_effect` (a share, 0.02 = 2 %; on the log scale, so that a : b and b : a agree),
    *undecided* when fewer than two rounds give no interval, and *tie* otherwise.
    """
    to_reference = {name: log_ratios(rounds, name, reference) for name in contestants}
    pairs: list[_Pair] = []
    for a, b in combinations(contestants, 2):
        shared = log_ratios(rounds, a, b)
        if shared:
            pairs.append(_Pair(a, b, centre(shared), direct=True))
        elif to_reference[a] and to_reference[b]:
            joined = difference(centre(to_reference[a]), centre(to_reference[b]))
            pairs.append(_Pair(a, b, joined, direct=False))
        else:
            pairs.append(_Pair(a, b, None, direct=False))
    tested = [pair.centre.p_value if pair.centre else None for pair in pairs]
    adjusted = iter(holm([p_value for p_value in tested if p_value is not None]))
    return tuple(
        _judge(pair, p_value, None if p_value is None else next(adjusted), minimum_effect)
        for pair, p_value in zip(pairs, tested, strict=True)
    )


def _judge(pair: _Pair, p_value: float | None, p_adjusted: float | None, minimum_effect: float) -> Comparison:
    bounds = pair.centre.interval if pair.centre else None
    return Comparison(
        a=pair.a,
        b=pair.b,
        ratio=_ratio(pair.centre.mean) if pair.centre else None,
        low=_ratio(bounds[0]) if bounds else None,
        high=_ratio(bounds[1]) if bounds else None,
        p_value=p_value,
        p_adjusted=p_adjusted,
        verdict=_verdict(pair.centre, p_adjusted, minimum_effect),
        direct=pair.direct,
        n=pair.centre.n if pair.centre else 0,
    )


def _verdict(middle: Centre | None, p_adjusted: float | None, minimum_effect: float) -> Verdict:
    if middle is None or p_adjusted is None:
        return "undecided"
    if p_adjusted >= SIGNIFICANCE or abs(middle.mean) < math.log1p(minimum_effect):
        return "tie"
    return "faster" if middle.mean > 0 else "slower"


def _ratio(logarithm: float) -> float | None:
    """e^logarithm, or `None` (unbounded) where it cannot be written down."""
    return math.exp(logarithm) if logarithm < 700 else None


def rank_of(contestant: str, comparisons: Sequence[Comparison]) -> int:
    """1 + the number of contestants that are faster than it."""
    return 1 + sum(
        (pair.b == contestant and pair.verdict == "faster") or (pair.a == contestant and pair.verdict == "slower")
        for pair in comparisons
    )


def tied_with(contestant: str, comparisons: Sequence[Comparison]) -> tuple[str, ...]:
    """Those that cannot be told apart from it."""
    return tuple(
        pair.b if pair.a == contestant else pair.a
        for pair in comparisons
        if pair.verdict == "tie" and contestant in (pair.a, pair.b)
    )
