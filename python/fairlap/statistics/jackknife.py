"""Intervals for values that are computed from all rounds together: percentiles of merged histograms, fits."""

import math
from collections.abc import Sequence

from fairlap.statistics.estimate import Centre, Interval


def jackknife(whole: float, without: Sequence[float]) -> Centre:
    """Return `whole` with its standard error and rounds - 1 degrees of freedom.

    Args:
        whole: the value from all rounds.
        without: the value without each of the rounds in turn, at least two.

    The error is the delete-one jackknife's (B. Efron, C. Stein, Annals of Statistics 9, 1981):
    sqrt((n - 1) / n * sum((without_i - mean(without))^2)).
    """
    n = len(without)
    mean = math.fsum(without) / n
    squares = math.fsum((value - mean) ** 2 for value in without)
    return Centre(whole, math.sqrt((n - 1) / n * squares), n - 1, n)


def jackknife_logs(whole: float, without: Sequence[float]) -> Interval:
    """Return the interval of a positive value, computed from logarithms."""
    middle = jackknife(math.log(whole), [math.log(value) for value in without])
    bounds = middle.interval
    assert bounds is not None, "a jackknife has an error"
    high = math.exp(bounds[1]) if bounds[1] < 700 else None
    return Interval(whole, math.exp(bounds[0]), high, middle.n)
