"""Latency at fixed rates: what is merged, what is withheld, and how often an interval holds the true percentile."""

import math
import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from fairlap.errors import StoreError
from fairlap.histograms import Histogram, decode, merge, percentiles
from fairlap.samples import RateLap, RatePurpose, RoundRecord
from fairlap.statistics.estimate import jackknife
from fairlap.statistics.laps import DISTURBED_US, is_disturbed
from fairlap.statistics.latency import LatencyIntervals, RateRow, latency_at_rates, merged_percentiles
from sample_factory import Racer, alter, encoded, outcomes, simulate
from statistics_helpers import rate_lap


def race_with(*by_round: Sequence[RateLap]) -> tuple[RoundRecord, ...]:
    """Rounds in which contestant `a` (40,000 per second) had these laps."""
    rounds = simulate(random.Random(1), [Racer("a", 40_000.0)], rounds=len(by_round))
    for number, laps in enumerate(by_round, start=1):
        rounds = alter(rounds, "a", numbers=[number], rate_laps=tuple(laps))
    return rounds


def single(found: tuple[RateRow, ...]) -> RateRow:
    assert len(found) == 1
    return found[0]


def test_percentiles_are_of_all_laps_of_all_rounds_merged() -> None:
    dice = random.Random(2)
    laps = [[dice.lognormvariate(5, 1) for _ in range(3000)] for _ in range(6)]
    rounds = race_with(*[[rate_lap(laps[2 * number]), rate_lap(laps[2 * number + 1])] for number in range(3)])
    found = single(latency_at_rates(rounds, "a"))
    whole = percentiles(merge(decode(encoded(lap)) for lap in laps))
    assert whole is not None
    for name in ("p50", "p90", "p99"):
        estimate = getattr(found.response_us, name)
        assert estimate.value == getattr(whole, name)
        assert estimate.low < estimate.value < estimate.high
        assert estimate.n == 3
    assert found.rounds == 3
    assert found.share == pytest.approx(0.5, rel=0.05)


def test_a_percentile_with_fewer_than_100_samples_above_is_withheld() -> None:
    at_the_bound = single(latency_at_rates(race_with([rate_lap(range(1, 10_001))]), "a")).response_us
    below = single(latency_at_rates(race_with([rate_lap(range(1, 9_900))]), "a")).response_us
    assert at_the_bound.p99 is not None
    assert (at_the_bound.p99.low, at_the_bound.p99.high, at_the_bound.p99.n) == (None, None, 1)
    assert below.p99 is None
    assert at_the_bound.p999 is None


def test_there_is_no_interval_where_the_percentile_is_withheld_without_a_round() -> None:
    found = single(latency_at_rates(race_with(*[[rate_lap(range(1, 4_001))] for _ in range(3)]), "a")).response_us
    assert found.p99 is not None
    assert (found.p99.low, found.p99.high, found.p99.n) == (None, None, 3)
    assert found.p90 is not None
    assert found.p90.low is not None


def test_rates_come_in_order_and_the_slo_search_is_left_out() -> None:
    latencies = [100.0] * 300
    purposes: list[RatePurpose] = ["absolute", "slo", "share-80", "share-20"]
    rounds = race_with([rate_lap(latencies, purpose) for purpose in purposes])
    assert [found.purpose for found in latency_at_rates(rounds, "a")] == ["share-20", "share-80", "absolute"]


def test_a_rate_that_followed_the_contestant_is_one_row() -> None:
    laps = [rate_lap([100.0] * 300), rate_lap([900.0] * 300, rate_per_s=30_000.0)]
    found = single(latency_at_rates(race_with(laps), "a"))
    assert (found.rate_per_s, found.achieved_share * found.due, found.laps) == (25_000.0, 600, 2)


def test_disturbed_laps_are_left_out_and_counted() -> None:
    calm, stalled = (
        rate_lap([100.0] * 300, stall_us=DISTURBED_US),
        rate_lap([9000.0] * 300, elapsed_s=0.05, stall_us=DISTURBED_US + 1),
    )
    found = single(latency_at_rates(race_with([calm, calm, calm, stalled]), "a"))
    assert (found.laps, found.disturbed, found.due) == (4, 1, 900)
    assert found.response_us.p50 is not None and found.response_us.p50.value == pytest.approx(100, rel=0.01)


@pytest.mark.parametrize(
    ("elapsed_s", "median_us", "most_us"),
    [(0.02, 9e3, 2000), (0.1, 9e3, 2000), (1.0, 100.0, 2000), (1.0, 2000.0, 8000), (1.0, 11e3, 20_000)],
)
def test_a_long_lap_of_a_slow_contestant_is_disturbed_by_a_longer_stall(
    elapsed_s: float, median_us: float, most_us: float
) -> None:
    lap = rate_lap([median_us] * 300, elapsed_s=elapsed_s)
    assert not is_disturbed(replace(lap, stall_us=0.99 * most_us))
    assert is_disturbed(replace(lap, stall_us=1.01 * most_us))
    assert is_disturbed(replace(lap, stall_us=1.01 * most_us, response_histogram=None))


def test_with_too_many_disturbed_laps_there_are_no_percentiles() -> None:
    calm, stalled = rate_lap([100.0] * 900), rate_lap([9000.0] * 300, stall_us=50_000.0)
    found = single(latency_at_rates(race_with([calm, calm, stalled]), "a"))
    assert found.response_us == LatencyIntervals(None, None, None, None)
    assert (found.laps, found.disturbed) == (3, 1)
    assert latency_at_rates(race_with([stalled]), "a") == ()


def test_facts_of_overload_are_summed_or_the_worst() -> None:
    good = rate_lap([100.0] * 900, due=1000, unsent=100, sent=900, backlog_max=7, blocked_p99_us=50.0, own_p99_us=None)
    wrong = replace(
        rate_lap([100.0] * 990, due=1000, sent=1000, backlog_max=3, own_p99_us=20.0), outcomes=outcomes(990, timeout=10)
    )
    found = single(latency_at_rates(race_with([good], [wrong]), "a"))
    assert (found.due, found.unsent) == (2000, 100)
    assert found.achieved_share == 1890 / 2000
    assert (found.blocked_p99_us, found.own_p99_us) == (50.0, 20.0)


def test_cpu_per_request_counts_only_laps_whose_cpu_was_read() -> None:
    read = rate_lap([100.0] * 100, server_cpu_us=4000, responses=110)
    unread = rate_lap([100.0] * 100, server_cpu_us=None, responses=110)
    found = single(latency_at_rates(race_with([read, unread], [read]), "a"))
    assert found.cpu_us_per_request is not None
    assert found.cpu_us_per_request.value == pytest.approx(4000 / 110)
    assert found.cpu_us_per_request.n == 2
    assert single(latency_at_rates(race_with([unread]), "a")).cpu_us_per_request is None


def test_a_failed_round_does_not_count_and_no_contestants_have_no_rates() -> None:
    rounds = race_with([rate_lap([100.0] * 300)], [rate_lap([900.0] * 300)])
    found = single(latency_at_rates(alter(rounds, "a", numbers=[2], failure="it ended"), "a"))
    assert found.achieved_share * found.due == 300
    assert (
        latency_at_rates(rounds, "reference") == latency_at_rates(rounds, "nobody") == latency_at_rates([], "a") == ()
    )


def test_no_right_answer_at_a_rate_is_missing_and_not_zero() -> None:
    silent = replace(rate_lap([], due=100, sent=100, own_p99_us=5.0), outcomes=outcomes(0, timeout=100))
    found = single(latency_at_rates(race_with([silent]), "a"))
    assert (found.response_us.p50, found.response_us.p99, found.achieved_share) == (None, None, 0.0)
    assert found.cpu_us_per_request is None


def test_a_damaged_histogram_is_named_with_its_round() -> None:
    with pytest.raises(StoreError, match="hello-json/a, round 2"):
        latency_at_rates(race_with([rate_lap([100.0])], [rate_lap([100.0], response_histogram="HIST")]), "a")


# --- the jackknife -------------------------------------------------------------------------------------------------


def test_the_jackknife_of_a_mean_is_its_standard_error() -> None:
    values = [3.0, 1.0, 4.0, 1.0, 5.0]
    without = [(sum(values) - value) / 4 for value in values]
    found = jackknife(sum(values) / 5, without)
    assert found.error == pytest.approx(float(np.std(values, ddof=1)) / math.sqrt(5))
    assert (found.freedom, found.n) == (4, 5)


def recorded(latencies_us: np.ndarray) -> Histogram:
    """Counted straight into buckets of a decoded blob's layout: encoding thousands of blobs would take minutes."""
    values, counts = np.unique(np.round(latencies_us * 100) / 100, return_counts=True)
    edges = LAYOUT_US
    index = np.searchsorted(edges, values)
    total = np.zeros_like(decode(encoded([1.0])).counts)
    np.add.at(total, USED[index], counts)
    return Histogram(total)


GRID_US = [round(100 * 1.01**step, 3) for step in range(700)]
USED = np.array([int(np.flatnonzero(decode(encoded([value])).counts)[0]) for value in GRID_US])
LAYOUT_US = np.array(GRID_US)


@pytest.mark.parametrize(("percentile", "share"), [("p50", 0.5), ("p99", 0.99)])
def test_about_95_percent_of_the_intervals_hold_the_true_percentile(percentile: str, share: float) -> None:
    dice = np.random.default_rng(11)
    spread, noise, size, rounds, runs = 0.1, 0.5, 11_000, 6, 300
    normal = float(np.quantile(dice.normal(0, math.hypot(spread, noise), 2_000_000), share))
    truth = 1000 * math.exp(normal)
    held = 0
    for _ in range(runs):
        starts = dice.normal(0, spread, rounds)
        by_round = [recorded(1000 * np.exp(start + dice.normal(0, noise, size))) for start in starts]
        found = getattr(merged_percentiles(by_round), percentile)
        # the grid is as coarse as 1 %
        held += found.low / 1.01 <= truth <= found.high * 1.01
    # four standard errors of the simulation below, and a little for the bias of a tail of six rounds
    assert held / runs > 0.95 - 4 * math.sqrt(0.95 * 0.05 / runs) - 0.02


def test_an_interval_lies_around_the_value_even_when_one_round_made_the_tail() -> None:
    calm = [recorded(np.full(12_000, 1000.0)) for _ in range(5)]
    wild = recorded(np.concatenate([np.full(11_000, 1000.0), np.full(1_000, 50_000.0)]))
    found = merged_percentiles([*calm, wild])
    assert found.p99 is not None
    assert found.p99.low is not None
    assert found.p99.high is not None
    assert found.p99.low <= found.p99.value <= found.p99.high
    assert found.p99.high / found.p99.low > 5
