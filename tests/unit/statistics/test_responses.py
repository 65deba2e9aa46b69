"""Comparisons of response times at half load: which pairs are compared, their ratio, and which way it points."""

import math
import random
from dataclasses import replace

import pytest

from fairlap.samples import RateLap, RoundRecord
from fairlap.statistics.comparison import Comparison
from fairlap.statistics.laps import DISTURBED_US
from fairlap.statistics.latency import latency_at_rates
from fairlap.statistics.responses import ResponseComparisons, compare_responses
from sample_factory import Racer, alter, encoded, rate_lap, simulate

ROUNDS = 6


def lap(dice: random.Random, mean_us: float, count: int = 3000) -> RateLap:
    """A lap with exponential response times."""
    blob = encoded([dice.expovariate(1 / mean_us) for _ in range(count)])
    return replace(rate_lap(20_000.0, blob, purpose="share-50", due=count), stall_us=100.0)


def race(rounds: int = ROUNDS, /, **means_us: float) -> tuple[RoundRecord, ...]:
    """Rounds in which all are slower or faster together, and each has four laps at half load."""
    dice = random.Random(5)
    records = simulate(dice, [Racer(name, 40_000.0) for name in means_us], rounds=rounds)
    for number in range(1, rounds + 1):
        mood = math.exp(dice.gauss(0, 0.3))
        for name, mean_us in means_us.items():
            laps = tuple(lap(dice, mean_us * mood) for _ in range(4))
            records = alter(records, name, numbers=[number], rate_laps=laps)
    return records


def race_with_pauses(**shares: tuple[float, ...]) -> tuple[RoundRecord, ...]:
    """Rounds in which so large a share of the answers waits for the end of a pause."""
    records = simulate(random.Random(5), [Racer(name, 40_000.0) for name in shares], rounds=ROUNDS)
    for name, by_round in shares.items():
        for number, share in enumerate(by_round, start=1):
            paused = round(20_000 * share)
            blob = encoded([100.0] * (20_000 - paused) + [15_000.0] * paused)
            one = replace(rate_lap(20_000.0, blob, purpose="share-50", due=20_000), stall_us=100.0)
            records = alter(records, name, numbers=[number], rate_laps=(one,))
    return records


def pair(found: tuple[ResponseComparisons, ...], percentile: str, at: int = 0) -> Comparison:
    return next(one for one in found if one.percentile == percentile).comparisons[at]


def test_the_one_with_shorter_times_is_faster_and_above_1_although_the_machine_changed_its_speed() -> None:
    found = compare_responses(race(a=100.0, b=130.0), ("a", "b"))
    for percentile in ("p50", "p99"):
        compared = pair(found, percentile)
        assert (compared.a, compared.b, compared.verdict) == ("a", "b", "faster")
        assert compared.low is not None and compared.high is not None and compared.ratio is not None
        assert 1.2 < compared.low < compared.ratio < compared.high < 1.42
    back = compare_responses(race(a=130.0, b=100.0), ("a", "b"))
    assert pair(back, "p99").verdict == "slower"


def test_the_ratio_is_that_of_the_percentiles_in_the_table() -> None:
    records = race(a=100.0, b=130.0)
    found = compare_responses(records, ("a", "b"))
    a, b = (latency_at_rates(records, name)[0].response_us for name in ("a", "b"))
    assert a.p99 is not None and b.p99 is not None
    assert pair(found, "p99").ratio == pytest.approx(b.p99.value / a.p99.value)


def test_rare_pauses_that_happen_to_lie_above_and_below_the_slowest_hundredth_are_no_difference() -> None:
    a, b = (0.002, 0.016, 0.009, 0.003, 0.012, 0.004), (0.019, 0.006, 0.011, 0.016, 0.005, 0.014)
    compared = pair(compare_responses(race_with_pauses(a=a, b=b), ("a", "b")), "p99")
    assert compared.ratio is not None and compared.ratio > 100
    assert compared.low == compared.high == compared.ratio, "no single round decides on which side they lie"
    assert compared.verdict == "undecided"
    assert compared.p_adjusted is not None and compared.p_adjusted > 0.3


def test_one_that_pauses_far_more_often_is_slower() -> None:
    a, b = (0.002, 0.001, 0.003, 0.002, 0.004, 0.003), (0.019, 0.026, 0.021, 0.016, 0.025, 0.024)
    assert pair(compare_responses(race_with_pauses(a=a, b=b), ("a", "b")), "p99").verdict == "faster"


def test_equals_share_a_letter_and_others_do_not() -> None:
    found = compare_responses(race(a=100.0, b=101.0, c=200.0), ("a", "b", "c"))
    for one in found:
        assert one.letters == {"a": "a", "b": "a", "c": "b"}
        assert pair(found, one.percentile).verdict in ("tie", "undecided")


def test_a_difference_that_does_not_matter_is_a_tie() -> None:
    found = compare_responses(race(12, a=100.0, b=100.5), ("a", "b"))
    assert pair(found, "p50").verdict == "tie"


def test_one_that_leaves_requests_unanswered_is_not_compared() -> None:
    records = race(a=100.0, b=130.0, c=130.0)
    for record in records:
        turn = next(turn for turn in record.contestants if turn.contestant == "b")
        laps = tuple(replace(lap, due=lap.due + 100, unsent=100) for lap in turn.rate_laps)
        records = alter(records, "b", numbers=[record.round], rate_laps=laps)
    for one in compare_responses(records, ("a", "b", "c")):
        assert [(pair.a, pair.b) for pair in one.comparisons] == [("a", "c")]
        assert "b" not in one.letters


def test_one_whose_laps_were_disturbed_too_often_is_not_compared() -> None:
    records = race(a=100.0, b=130.0)
    for record in records:
        turn = next(turn for turn in record.contestants if turn.contestant == "b")
        calm, *stalled = turn.rate_laps
        laps = (calm, *(replace(lap, stall_us=DISTURBED_US * 2) for lap in stalled))
        records = alter(records, "b", numbers=[record.round], rate_laps=laps)
    assert all(not one.comparisons for one in compare_responses(records, ("a", "b")))


def test_only_rounds_count_that_both_have() -> None:
    records = race(a=100.0, b=130.0)
    fewer = alter(records, "b", numbers=[1, 2], rate_laps=())
    assert pair(compare_responses(fewer, ("a", "b")), "p99").n == ROUNDS - 2
    hardly = alter(records, "b", numbers=range(1, ROUNDS), rate_laps=())
    assert all(not one.comparisons for one in compare_responses(hardly, ("a", "b")))


def test_without_enough_samples_only_the_median_is_compared() -> None:
    records = race(a=100.0, b=130.0)
    dice = random.Random(1)
    for name in ("a", "b"):
        records = alter(records, name, rate_laps=(lap(dice, 100.0, count=400),))
    median, tail = compare_responses(records, ("a", "b"))
    assert len(median.comparisons) == 1
    assert tail.comparisons == ()
