"""Laps at fixed rates: how the rates are chosen."""

from dataclasses import replace

import pytest

from fairlap.plan.rates import LAP_MS, LONGEST_LAP_MS, REPEATS, Rate, Rates, choose_rates
from fairlap.samples import ContestantRound
from sample_factory import Racer, lap, turn


def started(name: str, *per_s: float) -> ContestantRound:
    """A finished start with laps of these throughputs."""
    return turn(Racer(name, per_s[0]), [lap(value, cycle=cycle) for cycle, value in enumerate(per_s, start=1)])


def by_purpose(rates: Rates, name: str) -> dict[str, float]:
    return {rate.purpose: rate.rate_per_s for rate in rates.of(name)}


# --- choosing ------------------------------------------------------------------------------------------------------


def test_everyone_gets_shares_of_its_own_throughput_and_half_of_what_the_slowest_does() -> None:
    turns = [started("reference", 100_000.0), started("fast", 40_000.0, 41_000.0, 80_000.0), started("slow", 2_345.0)]
    rates = choose_rates(turns, "reference")
    assert by_purpose(rates, "fast") == {"share-20": 8200, "share-50": 20_500, "share-80": 32_800, "absolute": 1200}
    assert by_purpose(rates, "slow") == {"share-20": 469, "share-50": 1170, "share-80": 1880, "absolute": 1200}


def test_the_reference_is_offered_half_its_throughput_and_the_common_rate_only() -> None:
    rates = choose_rates([started("reference", 100_000.0), started("a", 40_000.0)], "reference")
    assert by_purpose(rates, "reference") == {"share-50": 50_000, "absolute": 20_000}


def test_one_that_failed_or_gave_no_right_answer_has_no_rates_and_does_not_set_the_common_one() -> None:
    failed = replace(started("failed", 10.0), failure="it ended")
    silent = turn(Racer("silent", 1.0), [replace(lap(1.0), throughput_per_s=0.0)])
    rates = choose_rates([started("reference", 9000.0), started("a", 1000.0), failed, silent], "reference")
    assert by_purpose(rates, "a")["absolute"] == 500
    assert rates.of("failed") == rates.of("silent") == ()


def test_the_reference_in_several_heats_counts_with_its_median() -> None:
    turns = [started("reference", per_s) for per_s in (80_000.0, 90_000.0, 200_000.0)]
    assert by_purpose(choose_rates([*turns, started("a", 1000.0)], "reference"), "reference")["share-50"] == 45_000


def test_without_contestants_there_are_no_rates() -> None:
    assert choose_rates([], "reference").rates == ()


def test_laps_of_slow_contestants_are_longer_but_bounded() -> None:
    rates = Rates((Rate("a", "absolute", 1000.0), Rate("b", "absolute", 250.0), Rate("c", "absolute", 1.0)))
    assert [rates.lap_ms_at(rate.rate_per_s) for rate in rates.rates] == [LAP_MS, 800, LONGEST_LAP_MS]
    assert rates.work_ms(["a", "b"]) == REPEATS * (LAP_MS + 800)


@pytest.mark.parametrize("per_s", [3.0, 0.04])
def test_rates_of_the_slowest_stay_above_zero(per_s: float) -> None:
    rates = choose_rates([started("reference", 900.0), started("a", per_s)], "reference")
    assert all(rate.rate_per_s > 0 for rate in rates.rates)
