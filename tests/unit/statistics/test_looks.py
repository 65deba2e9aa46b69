"""Looking again and again: the schedule, the rule by hand, and the false alarms that it prevents."""

import math
import random
from collections.abc import Callable

import pytest
from scipy import stats

from fairlap.statistics.comparison import judge
from fairlap.statistics.looks import Sequential, sequential

LOOKS = (4, 5, 7, 9, 12, 16, 22, 30)
RUNS = 3000

SERIES = [0.03, 0.01, 0.02, 0.025, 0.018, 0.022, 0.019, 0.024, 0.021, 0.02]


def plain(values: list[float]) -> float:
    return float(stats.ttest_1samp(values, 0).pvalue)


# --- the rule ----------------------------------------------------------------------------------------------------


def test_the_p_value_is_the_smallest_of_the_looks_times_their_number():
    found = sequential(SERIES, LOOKS, ended=False)
    assert [look.n for look in found.reached] == [4, 5, 7, 9]
    assert found.p_value == pytest.approx(8 * min(plain(SERIES[:n]) for n in (4, 5, 7, 9)))
    assert found.centre is not None
    assert found.centre.mean == pytest.approx(math.fsum(SERIES) / 10)
    assert found.n == 10
    assert found.direction == 1
    assert sequential([-value for value in SERIES], LOOKS, ended=False).direction == -1


def test_the_repeated_interval_is_students_at_the_level_of_one_look():
    found = sequential(SERIES, LOOKS, ended=False)
    bounds = stats.ttest_1samp(SERIES[:9], 0).confidence_interval(1 - 0.05 / 8)
    assert found.interval == pytest.approx((bounds.low, bounds.high))


def test_a_race_that_ends_between_looks_is_looked_at_once_more():
    found = sequential(SERIES, LOOKS, ended=True)
    assert [look.n for look in found.reached] == [4, 5, 7, 9, 10]
    assert found.p_value == pytest.approx(8 * min(plain(SERIES[:n]) for n in (4, 5, 7, 9, 10)))
    at_a_look = sequential(SERIES[:9], LOOKS, ended=True)
    assert at_a_look == sequential(SERIES[:9], LOOKS, ended=False)


def test_a_race_that_ends_before_the_first_look_is_looked_at_once():
    found = sequential(SERIES[:3], LOOKS, ended=True)
    assert found.p_value == pytest.approx(min(1.0, 8 * plain(SERIES[:3])))
    assert sequential(SERIES[:3], LOOKS, ended=False).p_value is None


def test_nothing_after_the_last_look_is_looked_at():
    found = sequential(SERIES, (4, 8), ended=True)
    assert [look.n for look in found.reached] == [4, 8]
    assert found.n == 10


@pytest.mark.parametrize("looks", [(), (10,)])
def test_a_fixed_number_of_rounds_is_a_plain_t_test_at_its_end(looks: tuple[int, ...]):
    found = sequential(SERIES, looks, ended=True)
    assert found.p_value == pytest.approx(plain(SERIES))
    assert found.centre is not None
    assert found.interval == pytest.approx(found.centre.interval)
    assert sequential(SERIES[:9], looks, ended=False).p_value is None


@pytest.mark.parametrize("values", [[], [0.5]])
@pytest.mark.parametrize("looks", [(), (1,), (1, 4), LOOKS])
def test_less_than_two_numbers_show_nothing(values: list[float], looks: tuple[int, ...]):
    found = sequential(values, looks, ended=True)
    assert (found.p_value, found.interval, found.direction, found.n) == (None, None, 0, len(values))
    assert not found.inside(100.0)


def test_a_tie_needs_one_look_whose_interval_is_within_the_bound():
    calm = [0.001, -0.001, 0.0005, -0.0005]
    found = sequential([*calm, 1.0], (4, 5), ended=False)
    assert found.inside(0.02)
    assert not found.inside(0.0005)
    assert not sequential([*calm[:3], 1.0], (4, 5), ended=False).inside(0.02)
    shifted = [value + 0.019 for value in calm]
    assert not sequential(shifted, (4,), ended=False).inside(0.02)
    assert not sequential([-value for value in shifted], (4,), ended=False).inside(0.02)


def test_numbers_without_any_spread_do_not_divide_by_zero():
    assert sequential([0.0] * 4, LOOKS, ended=False).p_value == 1.0
    assert sequential([0.1] * 4, LOOKS, ended=False).p_value == 0.0


def test_looks_must_grow():
    with pytest.raises(ValueError, match=r"must increase, got \(4, 4\)"):
        sequential(SERIES, (4, 4), ended=False)


# --- what it is for ----------------------------------------------------------------------------------------------


def gauss(dice: random.Random) -> float:
    return dice.gauss(0, 0.01)


def heavy_tailed(dice: random.Random) -> float:
    """Student's t with 3 degrees of freedom: now and then a round is far off."""
    return 0.01 * dice.gauss(0, 1) / math.sqrt(dice.gammavariate(1.5, 2) / 3)


@pytest.mark.parametrize("noise", [gauss, heavy_tailed])
def test_identical_contestants_looked_at_8_times_raise_a_false_alarm_in_at_most_5_percent(
    noise: Callable[[random.Random], float],
):
    dice = random.Random(71)
    sequential_alarms, naive_alarms = 0, 0
    for _ in range(RUNS):
        looked = sequential([noise(dice) for _ in range(LOOKS[-1])], LOOKS, ended=False)
        sequential_alarms += (looked.p_value or 0.0) < 0.05
        naive_alarms += any(look.p_value < 0.05 for look in looked.reached)
    # at a true rate of 5 %, only one simulation in a thousand would give more than this many
    assert sequential_alarms <= stats.binom.ppf(0.999, RUNS, 0.05)
    # stopping at the first p < 0.05 gives more than twice as many false alarms as it seems
    assert naive_alarms >= stats.binom.ppf(0.999, RUNS, 0.10)
    # and the rule still finds differences
    assert sequential_alarms >= RUNS * 0.005


def test_a_family_of_6_identical_pairs_raises_any_false_alarm_in_at_most_5_percent():
    dice = random.Random(73)
    runs, alarms = 600, 0
    for _ in range(runs):
        # four contestants: the six differences hang together, as they do in a race
        starts = [[gauss(dice) for _ in range(12)] for _ in range(4)]
        family = [
            sequential([x - y for x, y in zip(a, b, strict=True)], LOOKS[:5], ended=False)
            for position, a in enumerate(starts)
            for b in starts[:position]
        ]
        alarms += any(found.verdict in ("faster", "slower") for found in judge(family, 0.0))
    assert alarms <= stats.binom.ppf(0.999, runs, 0.05)


def test_all_repeated_intervals_of_a_race_hold_the_truth_in_at_least_95_percent():
    dice = random.Random(79)
    missed = 0
    for _ in range(RUNS):
        looked = sequential([0.03 + gauss(dice) for _ in range(LOOKS[-1])], LOOKS, ended=False)
        missed += not all(look.low <= 0.03 <= look.high for look in looked.reached)
    assert missed <= stats.binom.ppf(0.999, RUNS, 0.05)


def test_a_tie_is_rarely_given_to_a_difference_that_just_matters():
    dice = random.Random(83)
    ties = 0
    for _ in range(RUNS):
        looked = sequential([math.log1p(0.02) + gauss(dice) for _ in range(LOOKS[-1])], LOOKS, ended=False)
        ties += looked.inside(math.log1p(0.02))
    assert ties <= stats.binom.ppf(0.999, RUNS, 0.025)


def stops_after(looked: Callable[[int], Sequential]) -> tuple[str, int]:
    """The first verdict of a race that is over when it is given, and after how many rounds."""
    for look in LOOKS:
        (found,) = judge([looked(look)], 0.02)
        if found.verdict != "undecided":
            return found.verdict, look
    return "undecided", LOOKS[-1]


@pytest.mark.parametrize(("truth", "verdict"), [(0.03, "faster"), (-0.03, "slower"), (0.0, "tie")])
def test_3_percent_and_ties_are_found_before_the_last_look(truth: float, verdict: str):
    dice = random.Random(89)
    runs, right, spent = 300, 0, 0
    for _ in range(runs):
        values = [math.log1p(truth) + dice.gauss(0, 0.008) for _ in range(LOOKS[-1])]
        found, rounds = stops_after(lambda n, values=values: sequential(values[:n], LOOKS, ended=False))
        right += found == verdict
        spent += rounds
    assert right / runs >= 0.95
    assert spent / runs <= 12
