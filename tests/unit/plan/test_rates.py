"""Laps at fixed rates: how many, when, and at which rate."""

import math
from dataclasses import replace

import pytest

from fairlap.catalog import skipped_ms
from fairlap.histograms import MIN_SAMPLES_ABOVE
from fairlap.plan.cost import taken_s
from fairlap.plan.goal import LatencyPrecision
from fairlap.plan.rates import (
    CEILING_SHARE,
    FIRST_LAPS,
    LONGEST_LAP_MS,
    MOST_LAPS,
    Rate,
    after_cycles,
    imprecise,
    rates_of_round,
)
from fairlap.samples import ContestantRound, RoundRecord
from sample_factory import Racer, encoded, lap, rate_lap, turn

WANTED = LatencyPrecision(p50=0.1, p99=0.25)
SPREAD_US = [float(value) for value in range(100, 2100, 2)]


def started(name: str, *per_s: float) -> ContestantRound:
    """A finished start with laps of these throughputs."""
    return turn(Racer(name, per_s[0]), [lap(value, cycle=cycle) for cycle, value in enumerate(per_s, start=1)])


def round_of(number: int, *turns: ContestantRound) -> RoundRecord:
    return RoundRecord("hello", 1, number, "2026-11-25T08:00:00+00:00", "reference", turns)


def at_half(number: int, factor: float, repeat: int = 100, laps: int = 4) -> RoundRecord:
    """A round in which the response times of `a` at half load are `factor` times the usual ones."""
    histogram = encoded([value * factor for value in SPREAD_US], repeat=repeat)
    one = rate_lap(20_000.0, histogram, purpose="share-50", due=repeat * len(SPREAD_US))
    return round_of(number, started("reference", 90_000.0), replace(started("a", 40_000.0), rate_laps=(one,) * laps))


def laps_at_half(*rounds: RoundRecord, rounds_left: int = 4) -> int:
    rates = rates_of_round(rounds, ["a"], "reference", WANTED, number=4, rounds_left=rounds_left)
    return next(rate.laps for rate in rates if rate.purpose == "share-50")


def test_a_lap_takes_its_uncounted_part_and_an_overhead_too() -> None:
    counted = rate_lap(1000.0, encoded(SPREAD_US), due=50)
    assert counted.elapsed_s == 0.05
    assert taken_s(counted) == pytest.approx(0.075 + 0.004)
    assert taken_s(replace(counted, elapsed_s=1.8)) == pytest.approx(2.0 + 0.004)


# --- which rate ----------------------------------------------------------------------------------------------------


def test_a_share_follows_what_the_contestant_carries_now() -> None:
    rate = Rate("a", "share-50", laps=3)
    assert rate.now_per_s([10_000.0] * 20, None) == 5000
    assert rate.now_per_s([10_000.0] * 20 + [20_000.0, 5500.0, 6000.0, 5000.0, 5500.0], None) == 2750
    assert Rate("a", "share-80", laps=1).now_per_s([10_000.0], None) == 8000


def test_without_a_right_answer_so_far_there_is_no_rate() -> None:
    assert Rate("a", "share-50", laps=3).now_per_s([], None) is None
    assert Rate("a", "share-50", laps=3).now_per_s([0.0, 0.0], None) is None


def test_no_rate_is_above_what_the_generator_can_offer() -> None:
    rate = Rate("a", "share-80", laps=1)
    assert rate.now_per_s([100_000.0], 50_000.0) == CEILING_SHARE * 50_000
    assert rate.now_per_s([40_000.0], 50_000.0) == 32_000


def test_the_common_rate_is_one_that_the_slowest_carries_in_the_machines_slow_mood() -> None:
    failed = replace(started("failed", 10.0), failure="it ended")
    first = round_of(1, started("reference", 90_000.0), started("fast", 40_000.0), started("slow", 2345.0), failed)
    second = round_of(2, started("slow", 100.0))
    rates = rates_of_round([first, second], ["fast", "slow"], "reference", WANTED, number=5, rounds_left=4)
    assert {rate.rate_per_s for rate in rates if rate.purpose == "absolute"} == {940}
    assert 940 * 1.8 < 2345, "so much slower may the machine be"


@pytest.mark.parametrize("per_s", [3.0, 0.04])
def test_rates_of_the_slowest_stay_above_zero(per_s: float) -> None:
    first = round_of(1, started("reference", 900.0), started("a", per_s))
    (common,) = (rate for rate in rates_of_round([first], ["a"], "reference", WANTED, number=2, rounds_left=1)[1:]
                 if rate.purpose == "absolute")  # fmt: skip
    assert common.rate_per_s is not None and common.rate_per_s > 0


def test_laps_of_slow_contestants_are_longer_but_bounded() -> None:
    half = Rate("a", "share-50", 8)
    assert [half.lap_ms(per_s) for per_s in (10_000.0, 1000.0, 250.0, 1.0)] == [75, 200, 800, LONGEST_LAP_MS]


@pytest.mark.parametrize("per_s", [150.0, 1000.0, 1500.0, 4000.0, 50_000.0])
def test_the_only_lap_at_another_rate_has_answers_enough_for_a_median(per_s: float) -> None:
    for purpose in ("share-20", "share-80", "absolute"):
        lap_ms = Rate("a", purpose, 1, per_s).lap_ms(per_s)
        due = (lap_ms - skipped_ms(lap_ms)) / 1000 * per_s
        assert due - 3 * math.sqrt(due) >= 2 * MIN_SAMPLES_ABOVE, "arrivals are at random"
    assert Rate("a", "share-20", 1).lap_ms(1.0) == LONGEST_LAP_MS


# --- which laps ----------------------------------------------------------------------------------------------------


def test_the_reference_laps_only_at_half_its_throughput_and_at_the_common_rate() -> None:
    first = round_of(1, started("reference", 90_000.0), started("a", 40_000.0))
    rates = rates_of_round([first], ["reference", "a"], "reference", WANTED, number=2, rounds_left=5)
    purposes = {name: {rate.purpose for rate in rates if rate.contestant == name} for name in ("reference", "a")}
    assert purposes == {
        "reference": {"share-50", "absolute"},
        "a": {"share-20", "share-50", "share-80", "absolute"},
    }


def test_every_round_has_laps_at_half_load_and_one_in_three_the_others() -> None:
    first = round_of(1, started("reference", 90_000.0), started("a", 40_000.0))
    others = [
        len(rates_of_round([first], ["a"], "reference", WANTED, number=number, rounds_left=5)) > 1
        for number in range(1, 8)
    ]
    assert others == [False, True, False, False, True, False, False]


def test_all_of_a_heat_have_as_many_laps_at_half_load_as_the_one_that_needs_most() -> None:
    wild = [at_half(number, factor) for number, factor in ((1, 1.0), (2, 1.5), (3, 0.7), (4, 1.2))]
    calm = replace(wild[0].contestants[1], contestant="b")
    rounds = [replace(record, contestants=(*record.contestants, calm)) for record in wild]
    assert imprecise(rounds, ["a", "b"], WANTED) == ("a",)
    rates = rates_of_round(rounds, ["a", "b"], "reference", WANTED, number=4, rounds_left=4)
    assert [(rate.contestant, rate.laps) for rate in rates] == [(name, laps_at_half(*rounds)) for name in ("a", "b")]
    slots = after_cycles(rates, 30, "4/hello/1/1")
    assert {len(slot) for slot in slots} == {0, 2}, "both lap between the same cycles"


def test_until_the_spread_is_known_there_are_a_few() -> None:
    assert laps_at_half(at_half(1, 1.0)) == FIRST_LAPS


def test_one_whose_percentiles_are_precise_gets_one_lap_in_a_round() -> None:
    calm = [at_half(number, factor) for number, factor in ((1, 1.0), (2, 1.005), (3, 0.995))]
    assert laps_at_half(*calm) == 1
    assert imprecise(calm, ["a"], WANTED) == ()


def test_the_wider_an_interval_is_the_more_laps_it_gets() -> None:
    mild = [at_half(number, factor) for number, factor in ((1, 1.0), (2, 1.06), (3, 0.94), (4, 1.03))]
    wild = [at_half(number, factor) for number, factor in ((1, 1.0), (2, 1.5), (3, 0.7), (4, 1.2))]
    assert imprecise(wild, ["a"], WANTED) == ("a",)
    assert 1 <= laps_at_half(*mild) < laps_at_half(*wild) == MOST_LAPS


def test_one_without_enough_samples_for_its_p99_gets_as_many_more_as_it_needs() -> None:
    few = [at_half(number, 1.0, repeat=1, laps=2) for number in (1, 2, 3)]
    assert imprecise(few, ["a"], WANTED) == ("a",)
    # Six laps had 60 samples above p99; 100 are needed without any one of three rounds, which 15 laps have.
    assert [laps_at_half(*few, rounds_left=left) for left in (2, 3, 9)] == [5, 3, 1]


def test_one_that_was_not_offered_half_its_throughput_is_not_imprecise() -> None:
    assert imprecise([round_of(1, started("a", 40_000.0))], ["a"], WANTED) == ()


# --- when ----------------------------------------------------------------------------------------------------------


def test_laps_are_spread_evenly_over_the_cycles() -> None:
    slots = after_cycles([Rate("a", "share-50", laps=4)], 12, "1/hello/1/1")
    assert [number for number, slot in enumerate(slots) if slot] == [1, 4, 7, 10]


@pytest.mark.parametrize(("laps", "cycles"), [(1, 1), (3, 1), (8, 3), (5, 12), (8, 400)])
def test_every_planned_lap_has_its_place(laps: int, cycles: int) -> None:
    rates = [Rate("a", "share-50", laps), Rate("b", "share-50", laps)]
    slots = after_cycles(rates, cycles, "key")
    assert len(slots) == cycles
    planned = [rate for slot in slots for rate in slot]
    assert planned.count(rates[0]) == planned.count(rates[1]) == laps


def test_the_order_is_random_and_follows_the_key() -> None:
    rates = [Rate(name, "share-50", 4) for name in "abcdefgh"]
    assert after_cycles(rates, 4, "1") == after_cycles(rates, 4, "1") != after_cycles(rates, 4, "2")
