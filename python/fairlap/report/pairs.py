"""Finds and reverses the comparison of two contestants."""

from collections.abc import Sequence

from fairlap.report.models import PairRow
from fairlap.statistics import Verdict

_OPPOSITE: dict[Verdict, Verdict] = {"faster": "slower", "slower": "faster", "tie": "tie", "undecided": "undecided"}


def pair_of(name: str, other: str, pairs: Sequence[PairRow]) -> PairRow | None:
    """Return the comparison of `name` relative to `other` from the pairs of one scenario, `None` if there is none."""
    for pair in pairs:
        if (pair.a, pair.b) == (name, other):
            return pair
        if (pair.b, pair.a) == (name, other):
            return reverse(pair)
    return None


def reverse(pair: PairRow) -> PairRow:
    """Return the same comparison as `b` relative to `a`."""
    return pair.model_copy(
        update={
            "a": pair.b,
            "b": pair.a,
            "ratio": 1 / pair.ratio if pair.ratio else None,
            "low": 1 / pair.high if pair.high else None,
            "high": 1 / pair.low if pair.low else None,
            "verdict": _OPPOSITE[pair.verdict],
        }
    )
