"""Estimates and rows, on simulated races with fixed seeds."""

import math
import random

import numpy as np
import pytest
from scipy import stats

from fairlap.errors import StoreError
from fairlap.histograms import decode, merge, percentiles
from fairlap.samples import Flag
from fairlap.statistics import ClosedLoop, analyse, estimate, holm
from fairlap.statistics.estimate import centre, difference
from fairlap.statistics.latency import merged_percentiles
from sample_factory import Racer, alter, alter_laps, encoded
from statistics_helpers import drawn, pair, race, row

LOAD = ClosedLoop(connections=64, keepalive=True, workers=1)


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


@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.99375])
def test_the_interval_of_a_mean_is_students_at_any_level(confidence: float):
    values = [0.10, 0.14, 0.09, 0.12, 0.13]
    expected = stats.t.interval(confidence, 4, loc=np.mean(values), scale=stats.sem(values))
    assert centre(values).interval_at(confidence) == pytest.approx(expected)
    assert centre([1.0]).interval_at(confidence) is None


def test_differences_without_any_spread_do_not_divide_by_zero():
    assert difference(centre([1.0, 1.0]), centre([1.0, 1.0])).p_value == 1.0
    assert difference(centre([1.0, 1.0]), centre([2.0, 2.0])).p_value == 0.0
    assert difference(centre([1.0]), centre([2.0, 2.0])).interval is None


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
    assert found.memory_peak_bytes == estimate([float(start.memory_peak_bytes or 0) for start in starts])
    assert found.startup_ms == estimate([start.startup_ms or 0.0 for start in starts])
    assert found.warmup_s == estimate([0.75] * 5)
    assert found.latency is not None
    assert found.latency.count == 5 * 10 * 2000
    assert found.latency.p50 == pytest.approx(64 / 40_000 * 1e6, rel=0.1)


def test_every_number_of_a_row_has_its_interval_over_rounds():
    found = row(analyse(race(40_000, histograms=True, seed=12)), "a")
    assert found.latency_us is not None
    for one in (
        found.throughput_per_s,
        found.score,
        found.cpu_us_per_request,
        found.memory_peak_bytes,
        found.startup_ms,
        found.warmup_s,
        found.latency_us.p50,
        found.latency_us.p90,
        found.latency_us.p99,
    ):
        assert one is not None
        assert one.low is not None
        assert one.high is not None
        assert one.low <= one.value <= one.high
        assert one.n == 5


def test_a_latency_percentile_is_the_merged_one_with_the_interval_of_the_rounds():
    rounds = race(40_000, histograms=True, seed=12)
    blobs = [
        [lap.histogram or "" for start in record.contestants if start.contestant == "a" for lap in start.samples]
        for record in rounds
    ]
    merged = percentiles(merge(decode(blob) for each in blobs for blob in each))
    found = row(analyse(rounds), "a").latency_us
    assert found is not None
    assert found.p99 is not None
    assert merged is not None
    assert (found.p99.value, found.p99.n) == (merged.p99, 5)
    assert found == merged_percentiles([merge(decode(blob) for blob in each) for each in blobs])
    assert found.p99.low is not None and found.p99.high is not None
    assert found.p99.low < found.p99.value < found.p99.high


def test_a_percentile_that_no_single_round_supports_has_a_value_but_no_interval():
    found = row(analyse(race(40_000, histograms=True, seed=12)), "a").latency_us
    assert found is not None
    assert found.p999 is not None  # 100,000 latencies in all, 20,000 in each round
    assert (found.p999.low, found.p999.high, found.p999.n) == (None, None, 5)
    fewer = row(analyse(race(40_000, histograms=True, seed=12, rounds=4)), "a").latency_us
    assert fewer is not None
    assert fewer.p999 is None


def test_one_round_has_percentiles_without_intervals():
    found = row(analyse(race(40_000, histograms=True, rounds=1)), "a").latency_us
    assert found is not None
    assert found.p50 is not None
    assert (found.p50.low, found.p50.high, found.p50.n) == (None, None, 1)


def test_an_interval_holds_the_merged_percentile_even_where_one_round_has_nearly_all_of_the_tail():
    rounds = alter_laps(race(40_000, rounds=9, cycles=1), "a", histogram=encoded([100.0], repeat=20_000))
    slow = alter_laps(rounds[-1:], "a", histogram=encoded([9_000.0], repeat=2_000_000))
    found = row(analyse([*rounds[:-1], *slow]), "a").latency_us
    assert found is not None
    assert found.p50 is not None
    assert found.p50.high is not None
    assert found.p50.value == pytest.approx(9_000, rel=1e-3)
    assert found.p50.value <= found.p50.high


def test_the_time_to_steady_is_the_median_over_rounds_and_a_round_without_counts_as_never():
    rounds = alter(race(40_000), "a", steady=True, steady_after_s=0.5)
    assert row(analyse(rounds), "a").steady_after_s == 0.5
    slow = alter(rounds, "a", numbers=[2], steady_after_s=2.0)
    never = alter(slow, "a", numbers=[1, 3], steady=False, steady_after_s=None)
    assert row(analyse(never), "a").steady_after_s == 2.0
    assert row(analyse(alter(never, "a", numbers=[4], steady=False)), "a").steady_after_s is None
    assert row(analyse(alter(rounds, "a", steady=None, steady_after_s=None)), "a").steady_after_s is None


def test_what_was_not_observed_is_none_and_not_zero():
    rounds = alter(race(40_000), "a", startup_ms=None, memory_peak_bytes=None, warmup_s=None, version=None)
    found = row(analyse(alter_laps(rounds, "a", server_cpu_us=None, steal_share=None), load=LOAD), "a")
    assert found.status == "ok"
    assert (found.latency, found.latency_us) == (None, None)
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


def test_the_reference_is_the_yardstick_and_has_no_rank():
    found = analyse(race(60_000, 50_000))
    yardstick = row(found, "reference")
    assert yardstick.is_reference
    assert yardstick.rank is None
    assert yardstick.score is not None
    assert (yardstick.score.value, yardstick.score.low, yardstick.score.high) == (1.0, 1.0, 1.0)
    assert all("reference" not in (item.a, item.b) for item in found.comparisons)
    assert row(found, "a").score.value == pytest.approx(0.6, rel=0.02)  # type: ignore[union-attr]


def test_the_reference_is_in_every_heat_and_its_flags_still_count_rounds():
    rounds = drawn(random.Random(1), [Racer("a", 60_000), Racer("b", 50_000)], rounds=3, size=1)
    assert len(rounds) == 6
    noted = alter(rounds, "reference", numbers=[2], steady=False, flags=(Flag("throttled", "by a quota"),))
    assert {flag.reason for flag in row(analyse(noted), "reference").flags} == {
        "still changing after warm-up in 1 of 3 rounds",
        "by a quota (in 1 of 3 rounds)",
    }


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
