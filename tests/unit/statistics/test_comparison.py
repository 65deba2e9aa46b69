"""Pairs, verdicts and ranks, on simulated races with fixed seeds: real differences are found, and no others."""

import math
import random
from dataclasses import replace
from itertools import combinations

import pytest
from scipy import stats

from fairlap.statistics import analyse, holm
from fairlap.statistics.comparison import compare_all, judge, not_decided_with, tied_with
from fairlap.statistics.laps import log_ratios, pair_numbers
from fairlap.statistics.looks import sequential
from sample_factory import CALM, REFERENCE, Racer, alter, simulate
from statistics_helpers import ROUGH, drawn, pair, race, row

# --- comparisons -------------------------------------------------------------------------------------------------


def test_what_the_machine_does_to_all_of_a_cycle_cancels():
    calm = race(50_000, 40_000, machine=CALM, spread=0.0)
    dice = random.Random(9)
    rough = tuple(
        replace(
            record,
            contestants=tuple(
                replace(
                    start,
                    samples=tuple(
                        replace(lap, throughput_per_s=lap.throughput_per_s * factor)
                        for lap, factor in zip(start.samples, factors, strict=True)
                    ),
                )
                for start in record.contestants
            ),
        )
        for record in calm
        for factors in [[math.exp(dice.choice((-0.3, 0, 0.3)) + dice.gauss(0, 0.1)) for _ in range(10)]]
    )
    assert rough != calm
    before, after = pair(analyse(calm), "a", "b"), pair(analyse(rough), "a", "b")
    assert after.ratio == pytest.approx(before.ratio)
    assert (after.low, after.high) == pytest.approx((before.low, before.high))
    assert before.p_adjusted == pytest.approx(after.p_adjusted)
    calm_score, rough_score = row(analyse(calm), "a").score, row(analyse(rough), "a").score
    assert calm_score is not None
    assert rough_score is not None
    assert rough_score.value == pytest.approx(calm_score.value)


def test_drift_and_jumps_leave_the_interval_narrow():
    found = pair(analyse(race(50_000, 40_000, machine=ROUGH, cycles=20, seed=4)), "a", "b")
    assert found.low is not None
    assert found.high is not None
    assert found.high / found.low < 1.05
    assert found.verdict == "faster"
    assert found.ratio == pytest.approx(1.25, rel=0.02)


def test_identical_contestants_do_not_differ_and_p_values_keep_their_promise():
    runs = 1000
    dice = random.Random(23)
    small, split = 0, 0
    for _ in range(runs):
        racers = [Racer(name, 40_000, start_spread=0.02) for name in "ab"]
        found = pair(analyse(simulate(dice, racers, machine=ROUGH, cycles=6)), "a", "b")
        assert found.p_adjusted is not None
        small += found.p_adjusted < 0.05
        split += found.verdict in ("faster", "slower")
    bound = 3 * math.sqrt(0.05 * 0.95 / runs)
    assert abs(small / runs - 0.05) <= bound
    assert split / runs <= 0.05 + bound


def test_among_five_identical_contestants_a_false_alarm_is_as_rare():
    runs = 300
    dice = random.Random(29)
    alarms = 0
    for _ in range(runs):
        racers = [Racer(name, 40_000, start_spread=0.02) for name in "abcde"]
        found = analyse(simulate(dice, racers, machine=ROUGH, cycles=4), minimum_effect=0.0)
        alarms += any(item.verdict != "undecided" for item in found.comparisons)
    assert alarms / runs <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / runs)


def test_a_true_difference_of_5_percent_is_mostly_found():
    runs = 100
    dice = random.Random(31)
    found = 0
    for _ in range(runs):
        racers = [Racer("a", 42_000, start_spread=0.008), Racer("b", 40_000, start_spread=0.008)]
        found += pair(analyse(simulate(dice, racers, machine=ROUGH, cycles=10)), "a", "b").verdict == "faster"
    assert found / runs >= 0.9


def test_about_95_percent_of_the_ratios_hold_the_true_one():
    runs = 1000
    dice = random.Random(37)
    held = 0
    for _ in range(runs):
        racers = [Racer("a", 50_000, start_spread=0.02), Racer("b", 40_000, start_spread=0.02)]
        found = pair(analyse(simulate(dice, racers, machine=ROUGH, cycles=6)), "a", "b")
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 1.25 <= found.high
    assert abs(held / runs - 0.95) < 4 * math.sqrt(0.95 * 0.05 / runs)


def test_a_certain_difference_below_the_minimum_effect_is_a_tie():
    rounds = race(40_400, 40_000, cycles=40, rounds=8, spread=0.0, seed=2)
    found = pair(analyse(rounds), "a", "b")
    assert found.p_adjusted is not None
    assert found.p_adjusted < 0.05
    assert found.verdict == "tie"
    assert pair(analyse(rounds, minimum_effect=0.0), "a", "b").verdict == "faster"


def test_pairs_neither_shown_to_differ_nor_to_be_alike_are_undecided():
    rounds = race(40_000, 40_000, spread=0.05, seed=2)
    found = analyse(rounds)
    assert pair(found, "a", "b").verdict == "undecided"
    assert (row(found, "a").not_decided_with, row(found, "a").tied_with) == (("b",), ())
    assert row(found, "a").letters == row(found, "b").letters == "a"
    assert pair(analyse(rounds, minimum_effect=0.5), "a", "b").verdict == "tie"


def test_the_verdict_does_not_depend_on_which_of_the_two_is_named_first():
    rounds = race(40_000, 42_000, seed=6, cycles=20)
    swapped = tuple(replace(record, contestants=record.contestants[::-1]) for record in rounds)
    one, other = pair(analyse(rounds), "a", "b"), pair(analyse(swapped), "a", "b")
    assert (one.a, one.verdict) == ("a", "slower")
    assert (other.a, other.verdict) == ("b", "faster")
    assert one.ratio == pytest.approx(1 / other.ratio)  # type: ignore[operator]


def test_one_round_decides_nothing():
    found = analyse(race(60_000, 40_000, rounds=1))
    comparison = pair(found, "a", "b")
    assert comparison.verdict == "undecided"
    assert comparison.ratio == pytest.approx(1.5, rel=0.05)
    assert (comparison.low, comparison.high, comparison.p_adjusted) == (None,) * 3
    assert row(found, "a").throughput_per_s.low is None  # type: ignore[union-attr]


# --- across heats ------------------------------------------------------------------------------------------------


def test_contestants_of_different_heats_meet_through_the_reference():
    dice = random.Random(41)
    first = simulate(dice, [Racer("a", 50_000)], heat=1, machine=ROUGH)
    # the other heat ran while the machine was twice as slow
    slow = [replace(REFERENCE, per_s=REFERENCE.per_s / 2), Racer("b", 20_000)]
    second = simulate(dice, slow, heat=2, rounds=4, machine=ROUGH)
    found = analyse([*first, *second])
    joined = pair(found, "a", "b")
    assert (joined.direct_rounds, joined.n) == (0, 4)
    assert joined.verdict == "faster"
    assert joined.ratio == pytest.approx(1.25, rel=0.02)
    scores = [log_ratios(first, "a", "reference"), log_ratios(second, "b", "reference")]
    differences = [a - b for a, b in zip(*scores, strict=False)]
    expected = stats.ttest_1samp(differences, 0)
    interval = expected.confidence_interval(0.95)
    assert joined.p_adjusted == pytest.approx(expected.pvalue)
    assert (joined.low, joined.high) == pytest.approx((math.exp(interval.low), math.exp(interval.high)))
    assert row(found, "reference").rounds == 9


def test_without_noise_the_number_across_heats_is_the_direct_one():
    racers = [Racer(name, speed, start_spread=0.0, lap_spread=0.0) for name, speed in (("a", 50_000), ("b", 40_000))]
    calm = replace(REFERENCE, start_spread=0.0, lap_spread=0.0)
    together = drawn(random.Random(1), racers, rounds=3, size=2, machine=ROUGH, reference=calm)
    apart = drawn(random.Random(1), racers, rounds=3, size=1, machine=ROUGH, reference=calm)
    (direct,), (joined,) = (pair_numbers(rounds, "ab", "reference") for rounds in (together, apart))
    assert (direct.direct, joined.direct) == (3, 0)
    assert direct.values == pytest.approx([math.log(1.25)] * 3)
    assert joined.values == pytest.approx(direct.values)


def test_each_round_gives_a_pair_one_number_whether_they_met_or_not():
    racers = [Racer(name, 40_000) for name in "abcdef"]
    rounds = drawn(random.Random(3), racers, rounds=12, size=3, machine=ROUGH)
    for numbers in pair_numbers(rounds, "abcdef", "reference"):
        met = [
            {numbers.a, numbers.b} <= {start.contestant for start in record.contestants}
            for number in range(1, 13)
            for record in rounds
            if record.round == number
        ]
        assert len(numbers.values) == 12
        assert numbers.direct == sum(met)
        assert 0 < numbers.direct < 12
        shared = log_ratios(rounds, numbers.a, numbers.b)
        assert [value for value in numbers.values if value in shared] == list(shared)


def test_contestants_with_different_numbers_of_rounds_are_compared_over_the_common_ones():
    racers = [Racer(name, 40_000) for name in "abc"]
    dice = random.Random(5)
    everyone = simulate(dice, racers, rounds=4)
    again = [replace(record, round=record.round + 4) for record in simulate(dice, racers[:2], rounds=5)]
    found = compare_all([*everyone, *again], "abc", "reference", 0.02)
    assert [(item.a, item.b, item.n) for item in found] == [("a", "b", 9), ("a", "c", 4), ("b", "c", 4)]


def test_among_identical_contestants_of_redrawn_heats_a_false_alarm_is_rare():
    runs = 200
    dice = random.Random(43)
    alarms = 0
    for _ in range(runs):
        racers = [Racer(name, 40_000, start_spread=0.02) for name in "abcd"]
        rounds = drawn(dice, racers, rounds=7, size=2, cycles=4, machine=ROUGH)
        found = compare_all(rounds, "abcd", "reference", 0.0, (4, 5, 7))
        alarms += any(item.verdict != "undecided" for item in found)
    assert alarms / runs <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / runs)


def test_a_round_in_which_one_of_them_failed_says_nothing_of_the_pair():
    rounds = alter(race(50_000, 40_000), "a", numbers=[2], failure="killed", stage="lap")
    (numbers,) = pair_numbers(rounds, "ab", "reference")
    assert (len(numbers.values), numbers.direct) == (4, 4)


# --- holes -------------------------------------------------------------------------------------------------------


def test_a_missing_lap_costs_only_its_cycle():
    rounds = race(50_000, 40_000, cycles=9)
    holes = tuple(
        replace(
            record,
            contestants=tuple(
                replace(start, samples=start.samples[1:]) if start.contestant == "a" else start
                for start in record.contestants
            ),
        )
        for record in rounds
    )
    dead = alter(rounds, "a", numbers=[2], samples=())
    assert pair(analyse(holes), "a", "b").n == 5
    assert pair(analyse(holes), "a", "b").verdict == "faster"
    assert pair(analyse(dead), "a", "b").n == 4


def test_a_lap_without_a_right_answer_is_not_a_speed_of_zero():
    rounds = race(50_000, 40_000)
    first = rounds[0]
    holed = replace(
        first,
        contestants=tuple(
            replace(start, samples=(replace(start.samples[0], throughput_per_s=0.0), *start.samples[1:]))
            for start in first.contestants
        ),
    )
    assert pair(analyse([holed, *rounds[1:]]), "a", "b").n == 5


# --- the verdict's rule ------------------------------------------------------------------------------------------


LOOKS = (4, 6, 8)


def test_the_family_is_judged_by_holm_and_counts_those_not_looked_at_yet():
    dice = random.Random(47)
    series = [[dice.gauss(mean, 0.01) for _ in range(8)] for mean in (0.012, 0.03, 0.0)]
    looked = [sequential(values, LOOKS, ended=False) for values in series]
    waiting = sequential([0.1, 0.1], LOOKS, ended=False)
    found = judge([*looked, waiting], 0.02)
    assert [item.p_adjusted for item in found[:3]] == list(holm([*(one.p_value or 0.0 for one in looked), 1.0]))[:3]
    assert (found[3].verdict, found[3].p_adjusted) == ("undecided", None)
    assert judge([], 0.02) == ()


def test_what_was_seen_on_one_side_is_no_verdict_for_the_other():
    # a difference at the first look, but all rounds together say the opposite
    values = [-0.1, -0.101, -0.1, -0.099, *[0.3] * 8]
    looked = sequential(values, (4, 12), ended=False)
    assert looked.p_value is not None
    assert looked.p_value < 0.001
    assert looked.centre is not None
    assert looked.centre.mean > 0.02
    assert judge([looked], 0.02)[0].verdict == "undecided"


def test_a_verdict_stands_once_it_is_given():
    dice = random.Random(53)
    for _ in range(100):
        values = [dice.gauss(0.04, 0.02) for _ in range(8)]
        looked = [sequential(values[:n], LOOKS, ended=False).p_value for n in range(4, 9)]
        known = [p_value for p_value in looked if p_value is not None]
        assert known == sorted(known, reverse=True)


@pytest.mark.parametrize(("truth", "verdict"), [(0.0, "tie"), (0.01, "tie"), (0.03, "faster"), (-0.03, "slower")])
def test_ties_and_3_percent_are_found_in_rounds_that_vary_by_half_a_percent(truth: float, verdict: str):
    dice = random.Random(59)
    runs = 300
    looks = (4, 5, 7, 9, 12, 16, 22, 30)
    right = 0
    for _ in range(runs):
        values = [dice.gauss(math.log1p(truth), 0.005) for _ in range(12)]
        right += judge([sequential(values, looks, ended=False)], 0.02)[0].verdict == verdict
    assert right / runs >= 0.9


# --- ranks -------------------------------------------------------------------------------------------------------


def test_ranks_count_the_faster_ones_and_ties_share_a_rank():
    found = analyse(race(60_000, 50_000, 50_100, 30_000, cycles=20, rounds=8, seed=8))
    assert [row(found, name).rank for name in "abcd"] == [1, 2, 2, 4]
    assert row(found, "b").tied_with == ("c",)
    assert row(found, "c").tied_with == ("b",)
    assert row(found, "a").tied_with == ()


def test_letters_say_who_is_not_shown_to_differ():
    found = analyse(race(60_000, 50_000, 50_100, 30_000, cycles=20, rounds=8, seed=8))
    assert [row(found, name).letters for name in "abcd"] == ["a", "b", "b", "c"]
    assert row(found, "reference").letters == ""
    assert [row(found, name).not_decided_with for name in "abcd"] == [()] * 4


def test_two_share_a_letter_exactly_when_neither_is_faster():
    for seed in range(10):
        found = analyse(race(40_000, 40_300, 41_000, 41_600, 42_500, seed=seed, spread=0.01), minimum_effect=0.0)
        for a, b in combinations("abcde", 2):
            shared = set(row(found, a).letters) & set(row(found, b).letters)
            assert bool(shared) == (pair(found, a, b).verdict in ("tie", "undecided"))
            assert (b in tied_with(a, found.comparisons)) == (pair(found, a, b).verdict == "tie")
            assert (b in not_decided_with(a, found.comparisons)) == (pair(found, a, b).verdict == "undecided")
