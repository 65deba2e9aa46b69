"""Variances of many pairs with few rounds, on simulated boards with fixed seeds."""

from collections.abc import Callable, Iterator
from itertools import combinations
from statistics import variance

import numpy as np
import pytest
from scipy.special import digamma, polygamma
from scipy.stats import binomtest

from fairlap.statistics.estimate import centre, holm
from fairlap.statistics.moderation import Prior, moderated, prior_of, trigamma_inverse

ROUNDS = 4
BOARDS = 400


def boards(deviations: Callable[[np.random.Generator], np.ndarray], step: float) -> Iterator[list[list[float]]]:
    """The series of all pairs of a board; each contestant is `step` faster than the one before, in units of noise."""
    random = np.random.default_rng(20261121)
    for _ in range(BOARDS):
        noise = deviations(random)
        speeds = step * np.arange(len(noise)) + (noise[:, None] * random.normal(size=(len(noise), ROUNDS))).T
        yield [list(speeds[:, a] - speeds[:, b]) for a, b in combinations(range(len(noise)), 2)]


def differing_pairs(series: list[list[float]], contestants: int, *, borrow: bool) -> int:
    """How many pairs differ after Holm's correction."""
    prior = prior_of(series, contestants) if borrow else None
    p_values = [moderated(centre(values), prior).p_value for values in series]
    return sum(p_value < 0.05 for p_value in holm([p_value for p_value in p_values if p_value is not None]))


@pytest.mark.parametrize(
    "deviations",
    [
        lambda random: np.ones(8),
        lambda random: np.exp(random.normal(0, 0.4, 8)),
        lambda random: np.exp(random.normal(0, 0.8, 8)),
        lambda random: np.repeat([0.3, 3.0], 4),
    ],
    ids=["equally noisy", "by a third", "by a factor of two", "half of them ten times"],
)
def test_equals_raise_a_false_alarm_in_five_percent_of_boards_however_unequally_noisy(deviations) -> None:
    alarms = sum(differing_pairs(series, 8, borrow=True) > 0 for series in boards(deviations, step=0.0))
    assert binomtest(alarms, BOARDS, 0.05, alternative="greater").pvalue > 0.01, f"{alarms} of {BOARDS}"


def test_four_rounds_find_far_more_than_each_pair_for_itself() -> None:
    shares = {
        borrow: np.mean(
            [differing_pairs(series, 8, borrow=borrow) for series in boards(lambda _: np.ones(8), step=2.0)]
        )
        / 28
        for borrow in (False, True)
    }
    assert shares[True] > 0.8 and shares[False] < 0.6, shares


def test_variances_that_agree_are_worth_as_much_as_there_is_and_others_little() -> None:
    random = np.random.default_rng(1)
    numbers = random.normal(0, 0.02, 10)
    alike = prior_of([np.roll(numbers, shift).tolist() for shift in range(28)], 8)
    assert alike is not None
    assert alike.freedom == pytest.approx(0.5 * 7 * 9)
    # The logarithm of a variance of 9 degrees is too small by log(4.5) - digamma(4.5) on average, one of 63 by less.
    bias = (np.log(4.5) - digamma(4.5)) - (np.log(31.5) - digamma(31.5))
    assert alike.variance == pytest.approx(variance(numbers.tolist()) * np.exp(bias))
    scales = np.exp(random.normal(0, 2, 28))
    apart = prior_of((scales[:, None] * random.normal(0, 0.02, (28, 10))).tolist(), 8)
    assert apart is not None and apart.freedom < 1


def test_a_moderated_variance_lies_between_its_own_and_the_common_one() -> None:
    middle = centre([0.1, 0.2, 0.3, 0.6])
    found = moderated(middle, Prior(variance=0.01, freedom=6.0))
    assert (found.mean, found.n, found.freedom) == (middle.mean, 4, 9.0)
    own = variance([0.1, 0.2, 0.3, 0.6])
    assert found.error is not None and found.error**2 * 4 == pytest.approx((6 * 0.01 + 3 * own) / 9)


def test_nothing_is_borrowed_without_other_pairs() -> None:
    middle = centre([0.1, 0.2, 0.3])
    assert moderated(middle, None) is middle
    assert moderated(centre([0.1]), Prior(0.01, 5.0)).error is None
    series = np.random.default_rng(2).normal(size=(3, 4)).tolist()
    assert prior_of(series, contestants=3) is None
    assert prior_of([[0.1], [0.2], [0.3], [0.4], [0.5], [0.6]], contestants=4) is None
    assert prior_of([[0.1, 0.1]] * 6, contestants=4) is None, "without spread there is no logarithm"


@pytest.mark.parametrize("value", [1e-4, 0.05, 1.0, 7.0, 1e4])
def test_the_inverse_is_the_inverse(value: float) -> None:
    assert polygamma(1, trigamma_inverse(value)) == pytest.approx(value)
