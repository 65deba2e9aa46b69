"""The scaling law: known coefficients are found again, and their intervals hold them."""

import math
import random

import pytest

from fairlap.samples import RoundRecord, SweepLap
from fairlap.statistics.estimate import Interval
from fairlap.statistics.scaling import Law, Scaling, scaling
from sample_factory import Racer, alter, outcomes, simulate

NUMBERS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
PEAKS = Law(rate_per_s=5000.0, contention=0.05, coherency=0.0004)
"""N* = sqrt(0.95 / 0.0004) = 48.7"""
FLAT = Law(rate_per_s=15_000.0, contention=0.3, coherency=0.0)


def sweep_lap(connections: int, per_s: float, repeat: int = 1) -> SweepLap:
    return SweepLap(connections, repeat, per_s, outcomes(round(per_s)), connections / per_s * 1e6 if per_s else None)


def race_with(
    law: Law, *, rounds: int = 5, noise: float = 0.0, mood: float = 0.0, seed: int = 1
) -> tuple[RoundRecord, ...]:
    """Sweeps of contestant `a`, who follows the law; every lap has `noise`, every round a `mood` (logs)."""
    dice = random.Random(seed)
    records = simulate(random.Random(1), [Racer("a", 40_000.0)], rounds=rounds, cycles=1)
    for number in range(1, rounds + 1):
        level = dice.gauss(0, mood)
        laps = tuple(
            sweep_lap(count, law.throughput_per_s(count) * math.exp(level + dice.gauss(0, noise)), repeat)
            for repeat in (1, 2)
            for count in NUMBERS
        )
        records = alter(records, "a", numbers=[number], sweep_laps=laps)
    return records


def found_in(rounds: tuple[RoundRecord, ...]) -> Scaling:
    found = scaling(rounds, "a")
    assert found is not None
    return found


def holds(estimate: Interval | None, truth: float) -> bool:
    assert estimate is not None
    assert estimate.low is not None
    return estimate.low <= truth <= (math.inf if estimate.high is None else estimate.high)


@pytest.mark.parametrize("law", [PEAKS, FLAT, Law(100.0, 0.0, 0.0), Law(20_000.0, 1.0, 0.0), Law(9e4, 0.6, 0.01)])
def test_without_noise_the_coefficients_are_found_exactly(law: Law) -> None:
    found = found_in(race_with(law, rounds=2))
    assert found.rate_per_s.value == pytest.approx(law.rate_per_s, rel=1e-3)
    assert found.contention.value == pytest.approx(law.contention, abs=1e-3)
    assert found.coherency.value == pytest.approx(law.coherency, abs=1e-5)
    assert found.misfit < 1e-3


def test_no_cost_is_exactly_none() -> None:
    found = found_in(race_with(FLAT, rounds=2))
    assert found.coherency == Interval(0.0, 0.0, 0.0, 2)


def test_the_peak_is_where_the_law_says() -> None:
    found = found_in(race_with(PEAKS))
    assert found.peak_connections is not None
    assert found.peak_per_s is not None
    peak = math.sqrt(0.95 / 0.0004)
    assert found.peak_connections.value == pytest.approx(peak, rel=1e-3)
    assert found.peak_per_s.value == pytest.approx(PEAKS.throughput_per_s(peak), rel=1e-3)
    assert PEAKS.throughput_per_s(peak) >= max(PEAKS.throughput_per_s(count) for count in range(1, 300))


@pytest.mark.parametrize("law", [FLAT, Law(5000.0, 0.05, 0.0), Law(5000.0, 0.05, 0.95 / 300**2)])
def test_without_a_peak_among_the_numbers_tried_none_is_named(law: Law) -> None:
    found = found_in(race_with(law, noise=0.001))
    assert found.peak_connections is None
    assert found.peak_per_s is None


def test_one_that_only_gets_slower_peaks_at_one_connection() -> None:
    assert Law(1000.0, 1.0, 0.001).peak_connections(256) == 1.0


def test_about_95_percent_of_the_intervals_hold_the_truth() -> None:
    runs = 120
    peak = math.sqrt((1 - PEAKS.contention) / PEAKS.coherency)
    held = {"rate": 0, "contention": 0, "coherency": 0, "peak": 0, "height": 0}
    for seed in range(runs):
        found = found_in(race_with(PEAKS, noise=0.05, mood=0.05, seed=seed))
        held["rate"] += holds(found.rate_per_s, PEAKS.rate_per_s)
        held["contention"] += holds(found.contention, PEAKS.contention)
        held["coherency"] += holds(found.coherency, PEAKS.coherency)
        held["peak"] += holds(found.peak_connections, peak)
        held["height"] += holds(found.peak_per_s, PEAKS.throughput_per_s(peak))
    # four standard errors of the simulation
    least = runs * (0.95 - 4 * math.sqrt(0.95 * 0.05 / runs))
    assert all(count >= least for count in held.values()), held


def test_a_server_that_does_not_follow_the_law_has_a_large_misfit() -> None:
    rounds = race_with(PEAKS, rounds=1)
    stairs = tuple(sweep_lap(count, 1000.0 if count < 16 else 30_000.0) for count in NUMBERS)
    assert found_in(alter(rounds, "a", sweep_laps=stairs)).misfit > 0.3
    assert found_in(race_with(PEAKS, noise=0.02)).misfit < 0.05


def test_points_are_medians_of_the_laps_of_a_round_and_estimates_over_rounds() -> None:
    rounds = race_with(PEAKS, rounds=2)
    laps = [sweep_lap(count, 100.0 * count, repeat) for count in (1, 2, 3, 4) for repeat in (1, 2)]
    laps.append(sweep_lap(4, 1e6, 3))
    found = found_in(alter(rounds, "a", sweep_laps=tuple(laps)))
    assert [(point.connections, round(point.throughput_per_s.value)) for point in found.points] == [
        (1, 100),
        (2, 200),
        (3, 300),
        (4, 400),
    ]
    assert found.points[0].throughput_per_s.n == found.rounds == 2


def test_a_single_round_has_values_but_no_intervals() -> None:
    found = found_in(race_with(PEAKS, rounds=1))
    for estimate in (found.rate_per_s, found.contention, found.coherency, found.peak_connections, found.peak_per_s):
        assert estimate is not None
        assert (estimate.low, estimate.high, estimate.n) == (None, None, 1)


def test_too_few_numbers_or_right_answers_make_no_curve() -> None:
    rounds = race_with(PEAKS, rounds=2)
    three = tuple(sweep_lap(count, 100.0 * count) for count in (1, 2, 3))
    assert scaling(alter(rounds, "a", sweep_laps=three), "a") is None
    assert scaling(alter(rounds, "a", sweep_laps=(*three, sweep_lap(4, 0.0))), "a") is None
    assert scaling(alter(rounds, "a", failure="it ended"), "a") is None
    assert scaling(rounds, "reference") is None
    assert scaling([], "a") is None
