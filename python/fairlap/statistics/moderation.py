"""Moderated variances: many pairs with few rounds each share information about their variances.

With four rounds, Student's t must reach 3.2 for a single pair, and more than 10 after the correction for a board of
pairs. But all pairs of a board are measured in the same way, so together they give a typical variance, and how much
variances differ. Each variance is moved towards the common one, the more the better they agree, and gains degrees of
freedom (moderated t statistics: G. K. Smyth, Statistical Applications in Genetics and Molecular Biology 3, 2004,
sections 4 and 6.2; the method of limma).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean, variance

from fairlap.statistics.blocks import Block, spread
from fairlap.statistics.estimate import Centre

LEAST_CONTESTANTS = 4
"""With fewer contestants, the spread of variances cannot be estimated."""

TRUST = 0.5
"""Share of the degrees of freedom from the formula, which assumes independent variances although each contestant is in
many pairs. Chosen by simulation: with all of them, boards of unequally noisy contestants have a false alarm in up to
7 % of cases, with half of them in at most 5.6 % (as with plain t tests); in 6.5 % where one contestant is five times as
noisy as another (standard deviations of 3, 15 and 8 %; six contestants, four rounds, 1,500 boards)."""


@dataclass(frozen=True, slots=True)
class Prior:
    """The common variance of a number of a pair (a squared log) and its degrees of freedom."""

    variance: float
    freedom: float


def prior_of(
    series: Sequence[Sequence[float]], contestants: int, blocks: Sequence[Sequence[Block]] = ()
) -> Prior | None:
    """Estimate the prior from several pairs, each a series of one log ratio per round.

    Smyth's moment estimators: with e = log s^2 - digamma(d / 2) + log(d / 2), trigamma(freedom / 2) is the variance of
    e beyond trigamma(d / 2), and log(variance) the mean of e + digamma(freedom / 2) - log(freedom / 2).

    Args:
        series: numbers from before any decision; those without spread are ignored.
        contestants: their number, which limits the number of independent values and so the degrees of freedom.
        blocks: the blocks of each series, within which its variance is computed; empty: one block per series.

    Returns:
        `None` with fewer than four contestants, or fewer than three pairs with spread.
    """
    found = [spread(values, of) for values, of in zip(series, blocks or [()] * len(series), strict=True)]
    spreads = [(own.variance, own.freedom) for own in found if own is not None and own.variance > 0]
    if contestants < LEAST_CONTESTANTS or len(spreads) < 3:
        return None
    from scipy.special import digamma, polygamma

    logs = [math.log(squared) - float(digamma(d / 2)) + math.log(d / 2) for squared, d in spreads]
    beyond_chance = variance(logs) - fmean(float(polygamma(1, d / 2)) for _, d in spreads)
    freedom: float = (contestants - 1) * min(d for _, d in spreads)
    if beyond_chance > 0:
        freedom = min(freedom, 2 * trigamma_inverse(beyond_chance))
    middle = fmean(logs) + float(digamma(freedom / 2)) - math.log(freedom / 2)
    return Prior(math.exp(middle), TRUST * freedom)


def moderated(middle: Centre, prior: Prior | None) -> Centre:
    """Return `middle` with the error and degrees of freedom moderated by `prior`, if any."""
    if prior is None or middle.error is None or middle.freedom is None:
        return middle
    freedom = prior.freedom + middle.freedom
    worth = middle.n if middle.worth is None else middle.worth
    own = middle.error**2 * worth
    squared = (prior.freedom * prior.variance + middle.freedom * own) / freedom
    return replace(middle, error=math.sqrt(squared / worth), freedom=freedom)


def trigamma_inverse(value: float) -> float:
    """Return the y with trigamma(y) = `value` > 0, by Smyth's Newton iteration, which converges monotonically."""
    from scipy.special import polygamma

    y = 0.5 + 1 / value
    for _ in range(50):
        trigamma = float(polygamma(1, y))
        step = trigamma * (1 - trigamma / value) / float(polygamma(2, y))
        y += step
        if -step / y < 1e-10:
            break
    return y
