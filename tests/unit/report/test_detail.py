"""Percentile curves, warm-up and cycles of a run, beside what the report says of the same laps."""

import math
import random
from dataclasses import replace
from statistics import median

import pytest

from chart_factory import raced, stored
from fairlap.report import build_report
from fairlap.report.detail import build_detail
from fairlap.samples import ContestantRound, WarmupLap
from sample_factory import Racer, alter, simulate, stalled

TWO = (Racer("gin", 48_000.0), Racer("koa", 30_000.0))


def test_curves_go_through_the_percentiles_of_the_report() -> None:
    run = stored(raced(*TWO))
    found = build_detail(run).of_scenario("hello-json")
    for row in build_report(run).contestants:
        full = {point.percentile: point.value_us for point in found[row.name].full_load}
        assert row.latency_us is not None
        assert (full[50], full[90], full[99]) == (row.latency_us.p50, row.latency_us.p90, row.latency_us.p99)
        rate = row.rate("share-50")
        assert rate is not None and rate.response_us.p99 is not None and rate.response_us.p50 is not None
        half = {point.percentile: point.value_us for point in found[row.name].half_load}
        assert (half[50], half[99]) == (rate.response_us.p50.value, rate.response_us.p99.value)


def test_laps_in_which_the_machine_stalled_are_in_no_curve_at_half_load() -> None:
    run = stored(stalled(raced(*TWO), "gin", 2))
    (row,) = (row for row in build_report(run).contestants if row.name == "gin")
    half = {point.percentile: point.value_us for point in build_detail(run).of_scenario("hello-json")["gin"].half_load}
    rate = row.rate("share-50")
    assert rate is not None and rate.response_us.p99 is not None and rate.disturbed == 1
    assert half[99] == rate.response_us.p99.value
    assert max(half.values()) < 1e6
    restless = build_detail(stored(stalled(raced(*TWO), "gin", 2, 4))).of_scenario("hello-json")
    assert (restless["gin"].half_load, restless["koa"].half_load != ()) == ((), True)


def test_curves_rise_and_end_where_fewer_than_100_samples_lie_above() -> None:
    run = stored(raced(*TWO))
    [row] = [row for row in build_report(run).contestants if row.name == "gin"]
    points = build_detail(run).of_scenario("hello-json")["gin"].full_load
    assert list(points) == sorted(points, key=lambda point: (point.percentile, point.value_us))
    assert row.latency_us is not None
    above = row.latency_us.count * (1 - points[-1].percentile / 100)
    assert above == pytest.approx(100) or above > 100
    assert row.latency_us.p9999 is None and points[-1].percentile < 99.99


def test_without_histograms_there_is_no_curve() -> None:
    found = build_detail(stored(simulate(random.Random(1), TWO))).contestants
    assert {(one.half_load, one.full_load) for one in found} == {((), ())}


def test_laps_of_an_unfinished_round_are_left_out() -> None:
    rounds = alter(raced(*TWO, rounds=3), "gin", numbers=[2], stage="lap", failure="exited with code 1")
    found = build_detail(stored(rounds)).of_scenario("hello-json")
    assert {point.round for point in found["gin"].cycles} == {1, 3}
    assert {point.round for point in found["koa"].cycles} == {1, 2, 3}


def test_cycles_have_their_ratios_to_laps_of_the_same_cycle() -> None:
    [record] = simulate(random.Random(1), TWO, rounds=1, cycles=4)
    laps = {turn.contestant: {lap.cycle: lap.throughput_per_s for lap in turn.samples} for turn in record.contestants}
    middles = {name: math.exp(median(map(math.log, speeds.values()))) for name, speeds in laps.items()}
    for point in build_detail(stored((record,))).of_scenario("hello-json")["gin"].cycles:
        own, koa, reference = (laps[name][point.cycle] for name in ("gin", "koa", "reference"))
        assert point.throughput_per_s == pytest.approx(own)
        assert point.ratio == pytest.approx(own / reference)
        others = (koa / middles["koa"] * reference / middles["reference"]) ** 0.5  # the median of two
        assert point.ratio_to_others == pytest.approx(own / middles["gin"] / others)


def test_a_restless_contestant_moves_only_its_own_line() -> None:
    [record] = simulate(random.Random(1), [*TWO, Racer("calm", 20_000.0), Racer("wild", 20_000.0)], rounds=1, cycles=8)

    def alternating(turn: ContestantRound, factor: float) -> ContestantRound:
        laps = [replace(lap, throughput_per_s=lap.throughput_per_s * factor ** (lap.cycle % 2)) for lap in turn.samples]
        return replace(turn, samples=tuple(laps)) if turn.contestant == "wild" else turn

    def ratios(factor: float) -> dict[str, list[float | None]]:
        turns = tuple(alternating(turn, factor) for turn in record.contestants)
        found = build_detail(stored((replace(record, contestants=turns),))).of_scenario("hello-json")
        return {name: [point.ratio_to_others for point in one.cycles] for name, one in found.items()}

    once, wilder = ratios(20.0), ratios(400.0)
    assert once["calm"] == wilder["calm"]
    assert once["wild"] != wilder["wild"]


def test_without_a_lap_of_the_reference_the_ratio_is_missing() -> None:
    rounds = alter(simulate(random.Random(1), TWO, rounds=1), "reference", samples=())
    points = build_detail(stored(rounds)).of_scenario("hello-json")["gin"].cycles
    assert {point.ratio for point in points} == {None}
    assert all(point.ratio_to_others is not None for point in points)


def test_warmup_is_the_median_of_the_rounds_as_far_as_half_of_them_go() -> None:
    rounds = list(simulate(random.Random(1), TWO, rounds=3, cycles=1))
    ratios = {1: [0.1, 0.5], 2: [0.3, 0.5, 0.6], 3: [0.2]}
    for index, record in enumerate(rounds):
        laps = tuple(
            WarmupLap(cycle, cycle * 0.05 * record.round, 1000.0, ratio)
            for cycle, ratio in enumerate(ratios[record.round], start=1)
        )
        turns = (replace(turn, warmup=laps) if turn.contestant == "gin" else turn for turn in record.contestants)
        rounds[index] = replace(record, contestants=tuple(turns))
    points = build_detail(stored(tuple(rounds))).of_scenario("hello-json")["gin"].warmup
    assert [(point.ratio, point.rounds) for point in points] == [(0.2, 3), (0.5, 2)]
    assert points[0].at_s == pytest.approx(median([0.05, 0.10, 0.15]))
