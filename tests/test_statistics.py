"""Statistics on simulated races with fixed seeds: what is there is found, what is not there is not."""

import math
import random
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from fairlap.errors import StoreError
from fairlap.samples import RoundRecord
from fairlap.statistics import Analysis, ClosedLoop, Comparison, ContestantAnalysis, analyse, estimate, holm
from fairlap.statistics.estimate import centre, difference
from sample_factory import CALM, REFERENCE, Machine, Racer, alter, alter_laps, simulate

LOAD = ClosedLoop(connections=64, keepalive=True, workers=1)
ROUGH = Machine(drift=0.05, jump=0.3, jump_chance=0.2)


def row(analysis: Analysis, name: str) -> ContestantAnalysis:
    return next(item for item in analysis.contestants if item.contestant == name)


def pair(analysis: Analysis, a: str, b: str) -> Comparison:
    return next(item for item in analysis.comparisons if {item.a, item.b} == {a, b})


def race(*speeds: float, seed: int = 1, spread: float = 0.004, **options) -> tuple[RoundRecord, ...]:
    """Contestants a, b, c ... of these speeds against the reference."""
    racers = [Racer(name, speed, start_spread=spread) for name, speed in zip("abcdefgh", speeds, strict=False)]
    return simulate(random.Random(seed), racers, **options)


# --- estimates ---------------------------------------------------------------------------------------------------


def test_an_estimate_is_the_t_interval_of_the_logarithms():
    values = [100.0, 104.0, 98.0, 101.0, 99.0]
    found = estimate(values)
    logs = np.log(values)
    low, high = stats.t.interval(0.95, 4, loc=logs.mean(), scale=stats.sem(logs))
    assert found is not None
    assert (found.value, found.low, found.high) == pytest.approx((stats.gmean(values), np.exp(low), np.exp(high)))
    assert found.n == 5


def test_one_round_has_a_value_but_no_interval_and_none_has_nothing():
    found = estimate([42.0])
    assert found is not None
    assert (found.value, found.low, found.high, found.n) == (pytest.approx(42.0), None, None, 1)
    assert estimate([]) is None


def test_a_zero_makes_it_a_plain_mean():
    found = estimate([0.0, 2.0, 4.0])
    low, high = stats.t.interval(0.95, 2, loc=2.0, scale=stats.sem([0.0, 2.0, 4.0]))
    assert found is not None
    assert (found.value, found.low, found.high) == pytest.approx((2.0, low, high))


def test_an_interval_too_wide_to_write_down_is_unbounded():
    found = estimate([1e-30, 1e30])
    assert found is not None
    assert found.high is None


def test_about_95_percent_of_the_intervals_hold_the_true_value():
    dice = random.Random(17)
    runs, held = 2000, 0
    for _ in range(runs):
        found = estimate([1000 * math.exp(dice.gauss(0, 0.05)) for _ in range(5)])
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 1000 <= found.high
    # four standard errors of the simulation
    assert abs(held / runs - 0.95) < 4 * math.sqrt(0.95 * 0.05 / runs)


def test_holm_is_the_example_computed_by_hand():
    # sorted 0.005 0.01 0.03 0.04: x4 = 0.02, x3 = 0.03, x2 = 0.06, x1 = 0.04 but not below 0.06
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))
    assert holm([0.6, 0.7]) == (1.0, 1.0)
    assert holm([]) == ()


def test_the_difference_of_means_is_welchs():
    a, b = [0.10, 0.14, 0.09, 0.12, 0.13], [0.30, 0.10, 0.25]
    found = difference(centre(a), centre(b))
    expected = stats.ttest_ind(a, b, equal_var=False)
    interval = expected.confidence_interval(0.95)
    assert found.freedom == pytest.approx(expected.df)
    assert found.p_value == pytest.approx(expected.pvalue)
    assert found.interval == pytest.approx((interval.low, interval.high))


def test_differences_without_any_spread_do_not_divide_by_zero():
    assert difference(centre([1.0, 1.0]), centre([1.0, 1.0])).p_value == 1.0
    assert difference(centre([1.0, 1.0]), centre([2.0, 2.0])).p_value == 0.0
    assert difference(centre([1.0]), centre([2.0, 2.0])).interval is None


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
    assert pair(analyse(calm), "a", "b").p_value == pytest.approx(after.p_value)
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


def test_identical_contestants_are_a_tie_and_p_values_keep_their_promise():
    runs = 1000
    dice = random.Random(23)
    split, small = 0, 0
    for _ in range(runs):
        racers = [Racer(name, 40_000, start_spread=0.02) for name in "ab"]
        found = pair(analyse(simulate(dice, racers, machine=ROUGH, cycles=6)), "a", "b")
        split += found.verdict != "tie"
        assert found.p_value is not None
        small += found.p_value < 0.05
    bound = 0.05 + 3 * math.sqrt(0.05 * 0.95 / runs)
    assert split / runs <= bound
    assert 0.05 - 3 * math.sqrt(0.05 * 0.95 / runs) <= small / runs <= bound


def test_among_five_identical_contestants_a_false_alarm_is_as_rare():
    runs = 300
    dice = random.Random(29)
    alarms = 0
    for _ in range(runs):
        racers = [Racer(name, 40_000, start_spread=0.02) for name in "abcde"]
        found = analyse(simulate(dice, racers, machine=ROUGH, cycles=4), minimum_effect=0.0)
        alarms += any(item.verdict != "tie" for item in found.comparisons)
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
    rounds = race(40_400, 40_000, cycles=40, spread=0.0, seed=2)
    found = pair(analyse(rounds), "a", "b")
    assert found.p_adjusted is not None
    assert found.p_adjusted < 0.05
    assert found.verdict == "tie"
    assert pair(analyse(rounds, minimum_effect=0.0), "a", "b").verdict == "faster"


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
    assert (comparison.low, comparison.high, comparison.p_value, comparison.p_adjusted) == (None,) * 4
    assert row(found, "a").throughput_per_s.low is None  # type: ignore[union-attr]


def test_contestants_of_different_heats_meet_through_the_reference():
    dice = random.Random(41)
    first = simulate(dice, [Racer("a", 50_000)], heat=1, machine=ROUGH)
    # the other heat ran while the machine was twice as slow
    slow = [replace(REFERENCE, per_s=REFERENCE.per_s / 2), Racer("b", 20_000)]
    second = simulate(dice, slow, heat=2, rounds=4, machine=ROUGH)
    found = analyse([*first, *second])
    joined = pair(found, "a", "b")
    assert not joined.direct
    assert joined.verdict == "faster"
    assert joined.ratio == pytest.approx(1.25, rel=0.02)
    logs = [
        [
            float(np.median([math.log(x.throughput_per_s / y.throughput_per_s) for x, y in zip(*laps, strict=True)]))
            for record in rounds
            for laps in [[start.samples for start in reversed(record.contestants)]]
        ]
        for rounds in (first, second)
    ]
    expected = stats.ttest_ind(*logs, equal_var=False)
    interval = expected.confidence_interval(0.95)
    assert joined.p_value == pytest.approx(expected.pvalue)
    assert (joined.low, joined.high) == pytest.approx((math.exp(interval.low), math.exp(interval.high)))
    assert row(found, "reference").rounds == 9


def test_pairs_of_the_same_heat_are_compared_directly():
    assert pair(analyse(race(50_000, 40_000)), "a", "b").direct


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


# --- ranks -------------------------------------------------------------------------------------------------------


def test_ranks_count_the_faster_ones_and_ties_share_a_rank():
    found = analyse(race(60_000, 50_000, 50_100, 30_000, cycles=20, seed=8))
    assert [row(found, name).rank for name in "abcd"] == [1, 2, 2, 4]
    assert row(found, "b").tied_with == ("c",)
    assert row(found, "c").tied_with == ("b",)
    assert row(found, "a").tied_with == ()


def test_the_reference_is_the_yardstick_and_has_no_rank():
    found = analyse(race(60_000, 50_000))
    yardstick = row(found, "reference")
    assert yardstick.is_reference
    assert yardstick.rank is None
    assert yardstick.score is not None
    assert (yardstick.score.value, yardstick.score.low, yardstick.score.high) == (1.0, 1.0, 1.0)
    assert all("reference" not in (item.a, item.b) for item in found.comparisons)
    assert row(found, "a").score.value == pytest.approx(0.6, rel=0.02)  # type: ignore[union-attr]


# --- the numbers of a row ----------------------------------------------------------------------------------------


def test_a_row_has_its_numbers():
    rounds = race(40_000, histograms=True, seed=12)
    found = row(analyse(rounds, load=LOAD), "a")
    starts = [start for record in rounds for start in record.contestants if start.contestant == "a"]
    assert (found.status, found.reason, found.rounds, found.rounds_failed) == ("ok", None, 5, 0)
    assert found.throughput_per_s is not None
    assert found.throughput_per_s.value == pytest.approx(40_000, rel=0.02)
    assert found.cpu_us_per_request is not None
    assert found.cpu_us_per_request.value == pytest.approx(18.0, rel=0.01)
    assert found.memory_peak_bytes == max(start.memory_peak_bytes or 0 for start in starts)
    assert found.startup_ms == float(np.median([start.startup_ms for start in starts]))
    assert found.latency is not None
    assert found.latency.count == 5 * 10 * 2000
    assert found.latency.p50 == pytest.approx(64 / 40_000 * 1e6, rel=0.1)
    assert found.warmup_s == 0.75


def test_what_was_not_observed_is_none_and_not_zero():
    rounds = alter(race(40_000), "a", startup_ms=None, memory_peak_bytes=None, warmup_s=None, version=None)
    found = row(analyse(alter_laps(rounds, "a", server_cpu_us=None, steal_share=None), load=LOAD), "a")
    assert found.status == "ok"
    assert found.latency is None
    absent = (found.cpu_us_per_request, found.memory_peak_bytes, found.startup_ms, found.warmup_s, found.version)
    assert absent == (None,) * 5
    assert found.flags == ()


def test_a_damaged_histogram_is_named():
    rounds = alter_laps(race(40_000), "a", histogram="AAAA")
    with pytest.raises(StoreError, match="hello-json/a, round 1, cycle 1"):
        analyse(rounds)


def test_one_scenario_at_a_time():
    with pytest.raises(ValueError, match="one scenario"):
        analyse([*race(1000), *race(1000, scenario="other")])
    with pytest.raises(ValueError, match="one scenario"):
        analyse([])


# --- status ------------------------------------------------------------------------------------------------------


def test_a_failed_round_fails_the_row_but_keeps_the_numbers_of_the_others():
    rounds = race(50_000, 40_000)
    failed = alter(rounds, "a", numbers=[2], stage="lap", failure="exited with code 139")
    found = row(analyse(failed), "a")
    assert found.status == "failed"
    assert found.reason == "round 2 at lap: exited with code 139"
    assert (found.rounds, found.rounds_failed, found.rank) == (4, 1, None)
    assert found.throughput_per_s is not None
    assert found.throughput_per_s.n == 4
    assert analyse(failed).comparisons == ()
    assert row(analyse(failed), "b").rank == 1


def test_a_contestant_that_never_started_has_no_numbers():
    failed = alter(race(50_000, 40_000), "a", stage="start", failure="no answer in 10 s", samples=(), startup_ms=None)
    found = row(analyse(failed), "a")
    assert found.status == "failed"
    assert found.reason == "round 1 at start: no answer in 10 s"
    assert (found.rounds, found.throughput_per_s, found.score, found.startup_ms) == (0, None, None, None)


def test_without_a_single_right_answer_it_is_failed():
    rounds = alter_laps(race(50_000), "a", throughput_per_s=0.0)
    assert row(analyse(rounds), "a").reason == "no lap got a right answer"


def test_a_failed_reference_leaves_direct_comparisons_alone():
    rounds = alter(race(50_000, 40_000), "reference", failure="killed", stage="lap")
    found = analyse(rounds)
    assert pair(found, "a", "b").verdict == "faster"
    assert row(found, "a").score is None
    assert row(found, "reference").status == "failed"
