"""Values with intervals: Student's t over rounds, the jackknife, Welch's difference of two means, Holm's correction."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pydantic.dataclasses import dataclass as document

from fairlap.samples import DOCUMENT

CONFIDENCE = 0.95
"""The confidence level of every interval."""


@document(frozen=True, slots=True, config=DOCUMENT)
class Interval:
    """A value with its 95 % interval over `n` rounds; a single round has no interval."""

    value: float
    low: float | None
    high: float | None
    n: int


@dataclass(frozen=True, slots=True)
class Centre:
    """A mean with its standard error and degrees of freedom; both are `None` for a single value.

    `worth` is the effective sample size of a weighted mean; `None` for a plain mean of all `n`.
    """

    mean: float
    error: float | None
    freedom: float | None
    n: int
    worth: float | None = None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the mean (Student's t), or `None` without an error."""
        return self.interval_at(CONFIDENCE)

    def interval_at(self, confidence: float) -> tuple[float, float] | None:
        """Return the interval of the mean at a confidence level in (0, 1), or `None` without an error."""
        if self.error is None or self.freedom is None:
            return None
        half = _t_quantile(self.freedom, (1 + confidence) / 2) * self.error
        return self.mean - half, self.mean + half

    @property
    def p_value(self) -> float | None:
        """The two-sided p-value of the hypothesis that the true mean is 0; `None` without an error."""
        if self.error is None or self.freedom is None:
            return None
        if self.error == 0.0:
            return 1.0 if self.mean == 0.0 else 0.0
        return 2 * _t_below(self.freedom, -abs(self.mean / self.error))


def centre(values: Sequence[float]) -> Centre:
    """Return the mean of independent `values` (at least one) with its standard error."""
    n = len(values)
    mean = math.fsum(values) / n
    if n < 2:
        return Centre(mean, None, None, n)
    variance = math.fsum((value - mean) ** 2 for value in values) / (n - 1)
    return Centre(mean, math.sqrt(variance / n), n - 1, n)


def difference(a: Centre, b: Centre) -> Centre:
    """Return the difference a - b of two independent means.

    The degrees of freedom are those of Welch and Satterthwaite (B. L. Welch, Biometrika 34, 1947):
    (ea^2 + eb^2)^2 / (ea^4 / fa + eb^4 / fb). There is no error unless both have one.
    """
    mean, n = a.mean - b.mean, min(a.n, b.n)
    if a.error is None or b.error is None or a.freedom is None or b.freedom is None:
        return Centre(mean, None, None, n)
    error = math.hypot(a.error, b.error)
    if error == 0.0:
        return Centre(mean, 0.0, a.freedom + b.freedom, n)
    # Relative to the total, so that tiny errors do not underflow in the fourth power.
    share_a, share_b = (a.error / error) ** 2, (b.error / error) ** 2
    return Centre(mean, error, 1 / (share_a**2 / a.freedom + share_b**2 / b.freedom), n)


def estimate(values: Sequence[float]) -> Interval | None:
    """Return the mean of one number per round with its 95 % interval (Student's t); `None` without numbers.

    Rates, ratios and costs vary by factors, so positive values are averaged as logarithms: the value is the geometric
    mean, and the interval is never below 0. If a value is 0 (the CPU clock is too coarse), it is the plain mean.
    """
    if not values:
        return None
    if min(values) > 0:
        return from_logarithms(centre([math.log(value) for value in values]))
    middle = centre(values)
    low, high = middle.interval or (None, None)
    return Interval(middle.mean, low, high, middle.n)


def from_logarithms(found: Centre) -> Interval:
    """Return the geometric mean of values from the mean of their logarithms; a bound that overflows is `None`."""
    low, high = (math.exp(bound) if bound < 700 else None for bound in found.interval or (math.inf, math.inf))
    return Interval(math.exp(found.mean), low, high, found.n)


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Adjust p-values, in the given order, so that the probability of any false alarm stays below the level.

    S. Holm, Scandinavian Journal of Statistics 6, 1979: the i-th smallest of m is multiplied by m - i + 1, and none may
    be smaller than the previous one.
    """
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for position, index in enumerate(order):
        largest = max(largest, min(1.0, p_values[index] * (len(order) - position)))
        adjusted[index] = largest
    return tuple(adjusted)


@lru_cache(maxsize=4096)
def _t_quantile(freedom: float, probability: float) -> float:
    """Return a quantile of Student's t; cached because many pairs need the same few."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, probability))


def _t_below(freedom: float, value: float) -> float:
    from scipy.special import stdtr

    return float(stdtr(freedom, value))


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
