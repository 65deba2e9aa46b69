"""Intervals for a value that is computed from all rounds at once: a percentile of merged histograms, a fit."""

import math
from collections.abc import Sequence

from fairlap.statistics.estimate import Centre, Interval


def jackknife(whole: float, without: Sequence[float]) -> Centre:
    """`whole` as a mean with its standard error, for a t interval of rounds - 1 degrees of freedom.

    Args:
        whole: the value of all rounds.
        without: the same without each of the rounds in turn: one per round, at least two.

    The error is the delete-one jackknife's (B. Efron, C. Stein, Annals of Statistics 9, 1981):
    sqrt((n - 1) / n * sum((without_i - mean(without))^2)).
    """
    n = len(without)
    mean = math.fsum(without) / n
    squares = math.fsum((value - mean) ** 2 for value in without)
    return Centre(whole, math.sqrt((n - 1) / n * squares), n - 1, n)


def jackknife_logs(whole: float, without: Sequence[float]) -> Interval:
    """The same for a positive value, in and out as such; its logarithm is what varies."""
    middle = jackknife(math.log(whole), [math.log(value) for value in without])
    bounds = middle.interval
    assert bounds is not None, "a jackknife has an error"
    high = math.exp(bounds[1]) if bounds[1] < 700 else None
    return Interval(whole, math.exp(bounds[0]), high, middle.n)
