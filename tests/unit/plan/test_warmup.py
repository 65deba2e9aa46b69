"""When a contestant counts as warmed up: the test for a trend, its false alarms, and what it sees."""

import itertools
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest
from scipy import stats

from fairlap.catalog import LoadProfile
from fairlap.plan.warmup import (
    AFTER_SLOW_START_S,
    FIRST_ROUND_S,
    LAP_MS,
    LATE_S,
    LATER_LAPS,
    LEAST_BOUND_S,
    NOTHING_KNOWN,
    RISE,
    SLOW_START,
    SPAN,
    WINDOW,
    Needs,
    in_hindsight,
    judge,
    known_s,
    lap_ms,
    most_laps,
    start_of,
    trend_p_value,
)
from fairlap.samples import ContestantRound, WarmupLap
from sample_factory import Racer, simulate

LAP_S = 0.05
SERIES = 1000
LAPS_AFTER_SLOW_START = round(AFTER_SLOW_START_S / LAP_S)


@dataclass(frozen=True)
class Point:
    at_s: float
    ratio: float | None


def points(ratios: Sequence[float | None]) -> list[Point]:
    return [Point((lap + 1) * LAP_S, ratio) for lap, ratio in enumerate(ratios)]


def laps_until_steady(ratios: Sequence[float], needs: Needs = NOTHING_KNOWN) -> int | None:
    found = points(ratios)
    return next((count for count in range(1, len(found) + 1) if judge(found[:count], needs).steady), None)


def noise(dice: random.Random, deviation: float) -> float:
    """A factor with heavy tails: exp of Student's t with 3 degrees of freedom, scaled to this standard deviation."""
    student = dice.gauss(0, 1) / math.sqrt(dice.gammavariate(1.5, 2) / 3)
    return math.exp(deviation * student / math.sqrt(3))


def simulated(speed: Callable[[int], float], deviation: float, seed: int) -> list[int | None]:
    """After how many laps `SERIES` contestants were found steady whose speed at lap i, from 0, is `speed(i)`.

    They have the smallest bound that a budget sets.
    """
    dice = random.Random(seed)
    needs, most = Needs(at_most_s=LEAST_BOUND_S), round(LEAST_BOUND_S / LAP_S)
    return [
        laps_until_steady([speed(lap) * noise(dice, deviation) for lap in range(most)], needs) for _ in range(SERIES)
    ]


def share(happened: Sequence[bool]) -> float:
    return sum(happened) / len(happened)


def test_too_few_laps_are_never_steady() -> None:
    assert not judge([]).steady
    assert judge(points([1.0] * (WINDOW - 1))).after_s is None
    assert not judge(points([1.0] * (WINDOW - 1))).steady


def test_a_flat_series_is_steady_as_soon_as_it_can_be_and_from_the_start() -> None:
    assert laps_until_steady([0.5] * LATER_LAPS) == WINDOW
    assert judge(points([0.5] * WINDOW)).after_s == 0.0


def test_the_steady_part_begins_about_where_the_rise_has_ended() -> None:
    rising = [1.03**lap for lap in range(12)]
    ratios = rising + [rising[-1]] * WINDOW
    laps = laps_until_steady(ratios)
    assert laps is not None
    assert len(rising) < laps < len(ratios)
    after_s = judge(points(ratios[:laps])).after_s
    assert after_s is not None
    assert 5 * LAP_S < after_s <= (len(rising) - 1) * LAP_S


def test_who_started_slowly_is_watched_for_longer_and_was_not_steady_in_the_first_lap() -> None:
    assert laps_until_steady([SLOW_START + 0.01, *[1.0] * LATER_LAPS]) == WINDOW
    slow = [SLOW_START - 0.01, *[1.0] * LAPS_AFTER_SLOW_START]
    assert laps_until_steady(slow) == LAPS_AFTER_SLOW_START
    assert judge(points(slow[:LAPS_AFTER_SLOW_START])).after_s == pytest.approx(LAP_S)


@pytest.mark.parametrize(("at_most_s", "laps"), [(1.0, 40), (3.0, 40), (6.0, 80), (60.0, LAPS_AFTER_SLOW_START)])
def test_of_a_small_bound_who_started_slowly_takes_two_thirds(at_most_s: float, laps: int) -> None:
    slow = [SLOW_START - 0.01, *[1.0] * LAPS_AFTER_SLOW_START]
    assert laps_until_steady(slow, Needs(at_most_s=at_most_s)) == laps


@pytest.mark.parametrize("deviation", [0.02, 0.12])
def test_the_time_until_steady_is_right_within_three_laps_most_of_the_time(deviation: float) -> None:
    dice = random.Random(5)
    for slow in (4, 8):
        found = []
        for _ in range(200):
            ratios = [(0.4 if lap < slow else 1.0) * noise(dice, deviation) for lap in range(LAPS_AFTER_SLOW_START)]
            after_s = judge(points(ratios)).after_s
            found.append(after_s is not None and abs(after_s - slow * LAP_S) < 3.5 * LAP_S)
        assert share(found) > 0.8


def test_a_series_that_rises_all_the_time_has_no_steady_state() -> None:
    assert laps_until_steady([1.02**lap for lap in range(LATER_LAPS)]) is None


def test_a_falling_series_does_not_warm_up() -> None:
    assert judge(points([1.1**-lap for lap in range(WINDOW)])).steady


def test_a_consistent_rise_too_small_to_matter_is_permitted() -> None:
    half = WINDOW // 2
    assert judge(points([(1 + RISE * 0.9) ** (lap / half) for lap in range(WINDOW)])).steady
    assert not judge(points([(1 + RISE * 1.1) ** (lap / half) for lap in range(WINDOW)])).steady


def test_a_large_rise_of_a_few_wild_laps_decides_nothing() -> None:
    assert judge(points([1.0, 1.0, 0.2, *[1.0] * (WINDOW - 7), 5.0, 1.0, 3.0, 1.0])).steady


def test_a_lap_that_answered_nothing_is_a_slow_lap() -> None:
    assert not judge(points([0.0] * (WINDOW // 2) + [1.0] * (WINDOW // 2))).steady
    assert judge(points([0.0] * WINDOW)).steady  # nothing rises; that it never answers is for others to say


def test_laps_without_a_ratio_say_nothing_and_are_left_out() -> None:
    gaps = points([None] * 3 + [1.0] * (WINDOW - 1))
    assert not judge(gaps).steady
    assert judge([*gaps, Point(9.0, 1.0)]).steady


def test_warm_up_laps_are_never_longer_than_measured_ones() -> None:
    assert lap_ms(LoadProfile(connections=1, lap_ms=40)) == 40
    assert lap_ms(LoadProfile(connections=1, lap_ms=1000)) == LAP_MS


def test_the_p_value_is_the_share_of_all_orders_that_rise_as_much() -> None:
    def score(values: Sequence[float]) -> int:
        return sum((later > earlier) - (later < earlier) for earlier, later in itertools.combinations(values, 2))

    everything = list(itertools.permutations(range(6)))
    for order in everything[::37]:
        assert trend_p_value(order) == pytest.approx(share([score(other) >= score(order) for other in everything]))


def test_the_p_value_agrees_with_scipy() -> None:
    dice = random.Random(3)
    for _ in range(50):
        values = [dice.random() for _ in range(WINDOW)]
        expected = stats.kendalltau(range(WINDOW), values, alternative="greater", method="exact").pvalue
        assert trend_p_value(values) == pytest.approx(expected)


def test_equal_values_never_make_a_rise_more_certain() -> None:
    assert trend_p_value([1.0] * WINDOW) >= 0.5
    assert trend_p_value([1.0, 1.0, 2.0, 2.0]) >= trend_p_value([1.0, 1.1, 2.0, 2.1])


@pytest.mark.parametrize(("deviation", "bound"), [(0.02, 0.01), (0.12, 0.12), (0.25, 0.18)])
def test_a_flat_series_is_nearly_always_steady_at_once(deviation: float, bound: float) -> None:
    """The bound is `ALPHA` plus slow starts caused by noise."""
    found = simulated(lambda _: 1.0, deviation, seed=1)
    assert share([laps != WINDOW for laps in found]) < bound
    assert share([laps is None for laps in found]) < 0.005


@pytest.mark.parametrize(("deviation", "bound"), [(0.02, 0.001), (0.12, 0.02), (0.25, 0.1)])
def test_power_a_start_at_half_the_speed_is_waited_for(deviation: float, bound: float) -> None:
    """Half the speed in the first 5 laps."""
    found = simulated(lambda lap: 0.5 if lap < 5 else 1.0, deviation, seed=2)
    assert share([laps is not None and laps < WINDOW + 2 for laps in found]) < bound
    assert share([laps is None for laps in found]) < 0.01


@pytest.mark.parametrize(("deviation", "bound"), [(0.02, 0.001), (0.12, 0.05), (0.25, 0.2)])
def test_power_a_slow_rise_is_seldom_taken_for_steady_too_early(deviation: float, bound: float) -> None:
    """From half the speed to the whole with a time constant of 5 laps; too early is below 95 % of the final speed."""

    def speed(lap: int) -> float:
        return 1 - 0.5 * math.exp(-lap / 5)

    found = simulated(speed, deviation, seed=3)
    assert share([laps is not None and speed(laps) < 0.95 for laps in found]) < bound
    assert share([laps is None for laps in found]) < 0.01


@pytest.mark.parametrize(("deviation", "bound"), [(0.02, 0.001), (0.12, 0.01), (0.25, 0.05)])
def test_power_a_second_tier_after_an_even_second_is_seen(deviation: float, bound: float) -> None:
    """What Bun does: a very slow first lap, 40 % of its speed for 1.3 s of load, then all of it."""

    def speed(lap: int) -> float:
        return 0.1 if lap == 0 else 0.4 if lap < 26 else 1.0

    found = simulated(speed, deviation, seed=4)
    assert share([laps is not None and laps <= 26 for laps in found]) < bound
    assert share([laps is None for laps in found]) < 0.01


def test_a_slow_starter_warms_up_for_a_multiple_of_what_earlier_rounds_took() -> None:
    ratios = [0.2, 0.4, 0.7, *[1.0] * 200]
    first = laps_until_steady(ratios)
    after_s = judge(points(ratios[:first])).after_s
    assert first == LAPS_AFTER_SLOW_START and after_s is not None
    again = laps_until_steady(ratios, Needs(known_s=after_s))
    assert again is not None and WINDOW <= again < first
    assert laps_until_steady(ratios, Needs(known_s=LATE_S)) == 50, "a quarter more"
    assert laps_until_steady(ratios, Needs(known_s=64 * LAP_S)) == 160
    assert laps_until_steady(ratios, Needs(known_s=64 * LAP_S, at_most_s=6.0)) == 6.0 / LAP_S - WINDOW
    assert laps_until_steady([1.0] * 100, Needs(known_s=64 * LAP_S)) == WINDOW, "it does not start slowly"


@pytest.mark.parametrize("cycles", [2 * SPAN, 60])
def test_a_round_of_few_cycles_teaches_what_the_next_one_needs(cycles: int) -> None:
    (record,) = simulate(random.Random(5), [Racer("slow", 10_000)], rounds=1, cycles=cycles)
    reference, turn = sorted(record.contestants, key=lambda one: one.contestant == "slow")
    ratio = turn.samples[0].throughput_per_s / reference.samples[0].throughput_per_s
    starts = [WarmupLap(lap + 1, (lap + 1) * LAP_S, 1.0, 0.3 * ratio) for lap in range(3)]
    warmup = (*starts, *(WarmupLap(lap + 1, (lap + 1) * LAP_S, 1.0, ratio) for lap in range(3, 40)))
    start = start_of(replace(turn, warmup=warmup), reference)
    assert start is not None and 1 * LAP_S <= start.needed_s <= 3 * LAP_S
    assert start_of(replace(turn, warmup=warmup, samples=turn.samples[: 2 * SPAN - 1]), reference) is None
    assert start_of(turn, reference) is None, "no lap of its warm-up is known"


def test_cycles_before_it_was_steady_are_part_of_its_warm_up_never_all_of_them() -> None:
    (record,) = simulate(random.Random(1), [Racer("a", 10_000.0)], rounds=1, cycles=20)
    turn, reference = (next(one for one in record.contestants if one.contestant == name) for name in ("a", "reference"))
    base = reference.samples[0].throughput_per_s

    def slow_for(cycles: int) -> ContestantRound:
        speeds = [(lap, 0.5 if lap.cycle <= cycles else 1.0) for lap in turn.samples]
        samples = tuple(replace(lap, throughput_per_s=speed * lap.throughput_per_s) for lap, speed in speeds)
        per_s = samples[0].throughput_per_s
        warmup = tuple(WarmupLap(lap, lap * LAP_S, per_s, per_s / base) for lap in range(1, 13))
        return replace(turn, samples=samples, warmup=warmup, warmup_s=12 * LAP_S)

    assert in_hindsight(slow_for(0), reference) == slow_for(0)
    seen = in_hindsight(slow_for(6), reference)
    cold = slow_for(6).samples[: 20 - len(seen.samples)]
    assert 4 <= len(cold) <= 6, "two slow laps of five do not matter"
    assert seen.samples == slow_for(6).samples[len(cold) :]
    assert [lap.cycle for lap in seen.warmup] == list(range(1, 13 + len(cold)))
    assert seen.warmup_s == 12 * LAP_S, "what the bound of the user is for"
    assert seen.steady_after_s == seen.warmup[-1].at_s
    assert seen.steady_after_s == pytest.approx(12 * LAP_S + sum(lap.lap_elapsed_s for lap in cold))
    assert 20 - len(in_hindsight(slow_for(13), reference).samples) > 10, "they lowered the level of the last half"
    assert all(len(in_hindsight(slow_for(cycles), reference).samples) >= SPAN for cycles in range(21))
    halves = tuple(replace(lap, throughput_per_s=lap.throughput_per_s / 2) for lap in reference.samples[6:])
    slower = replace(reference, samples=(*reference.samples[:6], *halves))
    assert in_hindsight(slow_for(0), slower) == slow_for(0), "a slower reference is no warm-up"
    failed = replace(slow_for(6), failure="it ended")
    assert in_hindsight(failed, reference) == failed
    rarely = replace(reference, samples=reference.samples[1::2])  # the reference laps in every second cycle
    seen = in_hindsight(slow_for(10), rarely)
    assert 6 <= 20 - len(seen.samples) <= 10
    load_s = 12 * LAP_S + sum(lap.lap_elapsed_s for lap in turn.samples[: 20 - len(seen.samples)])
    assert seen.steady_after_s == pytest.approx(load_s), "all cycles are load, also those without the reference"


def test_who_is_slow_for_long_in_the_first_round_is_watched_for_a_multiple_of_that() -> None:
    ratios = [0.2, *[0.5] * 59, *[0.7] * 40, *[1.0] * 200]  # the last tier comes when the load has lasted for 5 s
    assert laps_until_steady(ratios, Needs(at_most_s=30.0)) == 250
    assert laps_until_steady(ratios, Needs(at_most_s=LEAST_BOUND_S)) == 40, "a small bound ends that before"
    assert laps_until_steady([0.2, *[0.5] * 59, *[1.0] * 200]) == math.ceil(FIRST_ROUND_S * 2 / 3 / LAP_S)


@pytest.mark.parametrize("deviation", [0.1, 0.3])
def test_what_it_needed_does_not_depend_on_a_few_fast_laps(deviation: float) -> None:
    (record,) = simulate(random.Random(6), [Racer("tiers", 10_000)], rounds=1, cycles=20)
    reference, turn = sorted(record.contestants, key=lambda one: one.contestant == "tiers")
    level = turn.samples[0].throughput_per_s
    ratio = level / reference.samples[0].throughput_per_s
    dice, needed = random.Random(7), []
    for _ in range(200):
        speeds = [(0.3 if lap < 10 else 0.7 if lap < 80 else 1.0) * noise(dice, deviation) for lap in range(120)]
        warmup = tuple(
            WarmupLap(lap + 1, (lap + 1) * LAP_S, speed * level, speed * ratio) for lap, speed in enumerate(speeds)
        )
        needed.append(start_of(replace(turn, warmup=warmup), reference))
    right = [3.5 < start.needed_s <= 4.5 for start in needed if start is not None]
    assert len(right) == 200 and share(right) > 0.9


def test_one_that_was_still_warming_gets_more_load_whatever_its_start() -> None:
    assert laps_until_steady([1.0] * 100, Needs(least_s=50 * LAP_S)) == 50


def test_the_longest_warm_up_is_that_of_the_first_round_unless_more_is_known_or_the_user_bounds_it() -> None:
    load = LoadProfile(connections=1)
    assert most_laps(load, Needs(), first_round=True) == FIRST_ROUND_S / LAP_S
    assert most_laps(load, Needs(), first_round=False) == LATER_LAPS
    assert most_laps(load, Needs(known_s=6.0), first_round=False) == FIRST_ROUND_S / LAP_S
    assert most_laps(load, Needs(known_s=1.0, least_s=6.0), first_round=False) == 120 + WINDOW
    for first_round in (True, False):
        assert most_laps(load, Needs(known_s=6.0, at_most_s=30.0), first_round=first_round) == 600
        assert most_laps(load, Needs(at_most_s=0.1), first_round=first_round) == WINDOW
    slow = LoadProfile(connections=1, lap_ms=1000, least_lap_ms=1000)
    assert most_laps(slow, Needs(), first_round=True) == LATER_LAPS, "long laps are not fewer"


def test_what_is_known_is_the_median_of_the_rounds_and_bounded() -> None:
    assert known_s([]) is None
    assert known_s([2.0]) == 2.0
    assert known_s([2.4, 9.0, 2.6]) == 2.6, "one of them is a mood of the machine"
    assert known_s([60.0, 70.0]) == FIRST_ROUND_S
