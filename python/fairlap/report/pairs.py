"""Finding the comparison of two contestants, and telling it the other way round."""

from collections.abc import Sequence

from fairlap.report.models import PairRow
from fairlap.statistics import Verdict

_OPPOSITE: dict[Verdict, Verdict] = {"faster": "slower", "slower": "faster", "tie": "tie", "undecided": "undecided"}


def between(name: str, other: str, pairs: Sequence[PairRow]) -> PairRow | None:
    """What the pairs of one scenario say of `name` relative to `other`; `None` where the two were not compared."""
    for pair in pairs:
        if (pair.a, pair.b) == (name, other):
            return pair
        if (pair.b, pair.a) == (name, other):
            return turned(pair)
    return None


def turned(pair: PairRow) -> PairRow:
    """The same of `b` relative to `a`."""
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
