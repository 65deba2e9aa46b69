"""How a race grows on a cluster, simulated: sums, bounds and the page. No machine is needed, and no time passes."""

import math
import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from fairlap.catalog import REFERENCE, LoadProfile
from fairlap.cluster.models import SiteLostError
from fairlap.plan.heats import Heat, PlannedRound, draw_heats
from fairlap.plan.warmup import WINDOW
from fairlap.race.heat import HeatOrder
from fairlap.samples import RoundRecord, Sample, WarmupLap
from fairlap.statistics.blocks import blocked_centre
from fairlap.store import Store
from sample_factory import Racer, encoded, lap, rate_lap, run_record, turn
from support import ROOT

sys.path.insert(0, str(ROOT))

from tools.scaling import page
from tools.scaling.costs import ContestantCosts, Costs, MeasuredCosts, as_toml, measure, read_costs
from tools.scaling.simulate import Shape, Simulated, Work, preparing_s, rehearsed, share_with_interval, simulate
from tools.scaling.virtual import VirtualPool

COSTS = read_costs()
SHAPE = Shape(contestants=30, scenarios=3, rounds=4)
"""Small: five heats in a round, twelve rounds in all."""


def heats_by_hand(shape: Shape) -> list[PlannedRound]:
    """All heats of a race without a loss, drawn as Fairlap draws them."""
    names = [f"c{index:04}" for index in range(1, shape.contestants + 1)]
    return [
        PlannedRound(heat, number, shape.seed, shape.lap_ms, shape.cycles, 1)
        for scenario in range(1, shape.scenarios + 1)
        for number in range(1, shape.rounds + 1)
        for heat in draw_heats(
            names, scenario=f"scenario-{scenario}", reference=REFERENCE, number=number, seed=shape.seed
        )
    ]


def keys(found: Simulated) -> list[tuple[str, int, int]]:
    return sorted((record.scenario, record.round, record.heat) for record in found.records)


# --- sums and bounds ---------------------------------------------------------------------------------------------


def test_on_one_pair_a_race_takes_the_sum_of_its_heats():
    work = Work(SHAPE, COSTS)
    total_s = sum(work.of(planned).heat_s for planned in heats_by_hand(SHAPE))
    found = simulate(SHAPE, COSTS, 1)
    assert found.race_s == pytest.approx(total_s)
    assert found.work_s == pytest.approx(total_s)
    assert found.efficiency == pytest.approx(1.0)


@pytest.mark.parametrize(("number", "others"), [(1, 0), (2, 1), (3, 0)])
def test_a_heat_takes_what_its_parts_take(number: int, others: int):
    """Each of two has eight laps at half load; in one of three rounds the rival laps at 80 and 20 %, too."""
    heat = Heat("hello", 1, REFERENCE, ("a",))
    planned = PlannedRound(heat, number, seed=1, lap_ms=200, cycles=10, reference_every=1)
    overhead_s = 0.02
    lengths_s = {"warm-up": 0.05, "cycle": 0.2, "ceiling": 0.1, "rate": 0.075, "slow rate": 0.15, "probe": 0.02}

    def takes_s(rival: ContestantCosts, rates: bool) -> float:
        both = [rival, next(each for each in COSTS.measured.contestants if each.name == REFERENCE)]
        warmups = [max(WINDOW, math.ceil(round(each.warmup_s / 0.05, 6))) for each in both]
        warmups = [warmups[0], max(warmups)]  # the reference laps as long as anybody warms up
        laps = {"warm-up": sum(warmups), "cycle": 20, "probe": 6 + sum(math.ceil(laps / 4) for laps in warmups)}
        if rates:
            laps |= {"ceiling": 1, "rate": 16 + others, "slow rate": others}
        starts_s = sum(each.startup_s + COSTS.measured.rest_s for each in both)
        return starts_s + sum(count * (lengths_s[kind] + overhead_s) for kind, count in laps.items())

    rivals = [each for each in COSTS.measured.contestants if each.name != REFERENCE]
    for rates in (True, False):
        found_s = rehearsed(planned, COSTS.measured, 20 - COSTS.measured.lap_gap_ms, rates).heat_s
        assert any(found_s == pytest.approx(takes_s(rival, rates)) for rival in rivals)  # one was drawn


@pytest.mark.parametrize("pairs", [2, 3, 5, 8])
def test_on_several_pairs_it_takes_no_less_than_a_share_and_no_more_than_all(pairs):
    one, several = simulate(SHAPE, COSTS, 1), simulate(SHAPE, COSTS, pairs)
    longest_s = max(record.duration_s for record in one.records)
    assert one.race_s / pairs <= several.race_s < one.race_s
    assert several.race_s >= SHAPE.rounds * longest_s * 0.5  # rounds of one scenario are one after another
    assert several.work_s == pytest.approx(one.work_s)
    assert several.store_mib == pytest.approx(one.store_mib)
    assert keys(several) == keys(one)


def test_pairs_that_there_is_no_heat_for_are_idle():
    shape = replace(SHAPE, scenarios=1)
    enough, more = simulate(shape, COSTS, 5), simulate(shape, COSTS, 9)
    assert more.race_s == pytest.approx(enough.race_s)
    assert more.machine_hours > enough.machine_hours


def test_no_machine_runs_two_heats_at_a_time():
    """Heats of one machine do not overlap, so together they take no longer than the race."""
    found = simulate(SHAPE, COSTS, 4)
    for machine in {record.machine for record in found.records}:
        busy_s = sum(record.duration_s for record in found.records if record.machine == machine)
        assert busy_s <= found.race_s + 1e-6


def test_overhead_of_a_lap_counts_for_each_lap():
    dear = COSTS.model_copy(update={"cluster": COSTS.cluster.model_copy(update={"lap_overhead_ms": 107.5})})
    cheap = COSTS.model_copy(update={"cluster": COSTS.cluster.model_copy(update={"lap_overhead_ms": 7.5})})
    shape = replace(SHAPE, rates=False)
    more_s = simulate(shape, dear, 1).work_s - simulate(shape, cheap, 1).work_s
    laps = sum(planned.cycles * len(planned.heat.everyone) for planned in heats_by_hand(shape))
    assert more_s > 0.1 * laps  # plus those of the warm-up
    assert simulate(replace(shape, cycles=2 * shape.cycles), cheap, 1).work_s < 2 * simulate(shape, cheap, 1).work_s


# --- losses ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pairs", [1, 2, 6])
def test_what_is_lost_is_run_again_and_counts_once(pairs):
    sure, unsure = simulate(SHAPE, COSTS, pairs), simulate(SHAPE, COSTS, pairs, loss_every_h=0.5)
    assert sure.losses == 0
    assert unsure.losses > 0
    assert keys(unsure) == keys(sure)
    assert unsure.race_s > sure.race_s
    assert unsure.work_s == pytest.approx(sure.work_s)
    assert unsure.efficiency < sure.efficiency


def test_a_lost_heat_ends_when_that_is_seen_and_a_machine_and_its_builds_are_waited_for():
    costs = COSTS.cluster.model_copy(update={"loss_seen_s": 5.0, "machine_back_s": 50.0})
    pool = VirtualPool(1, lambda order: 100.0, costs, seed=1, prepare_s=10.0, loss_every_s=1e-6)
    (planned,) = heats_by_hand(replace(SHAPE, contestants=1, scenarios=1, rounds=1))
    (group,) = pool.groups
    load = LoadProfile(connections=1, keepalive=True, lap_ms=100)
    heat = group.run(HeatOrder(planned, load, planned.start_order, ""))
    assert pool.wait([heat]) == (heat,)
    assert pool.now_s == pytest.approx(5.0, abs=1e-3)
    with pytest.raises(SiteLostError):
        heat.result(0)
    pool.drop(group)
    assert pool.replace(None) is pool.groups[0]
    assert pool.now_s == pytest.approx(5.0 + 50.0 + 10.0, abs=1e-3)


def test_more_machines_are_lost_where_they_are_lost_more_often():
    counts = [simulate(SHAPE, COSTS, 3, loss_every_h=hours).losses for hours in (0.3, 3.0, 300.0)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]


def test_the_same_seed_is_the_same_race():
    once, again = (simulate(SHAPE, COSTS, 4, loss_every_h=1.0) for _ in range(2))
    other = simulate(replace(SHAPE, seed=2), COSTS, 4, loss_every_h=1.0)
    assert once == again
    assert once.race_s != other.race_s


def test_on_fresh_machines_preparing_takes_longer_and_racing_does_not():
    warm, cold = (simulate(SHAPE, COSTS, 2, cold=cold) for cold in (False, True))
    assert warm.race_s == cold.race_s
    assert warm.prepare_s == preparing_s(SHAPE, COSTS, cold=False) == COSTS.cluster.group_start_s + 31 * 2.8
    assert cold.prepare_s > 10 * warm.prepare_s


# --- who shares machines -----------------------------------------------------------------------------------------


def test_on_one_machine_every_pair_has_an_interval():
    assert share_with_interval(simulate(SHAPE, COSTS, 1), seed=1) == 1.0


def test_the_share_of_pairs_with_an_interval_is_that_of_decision_13():
    found = simulate(SHAPE, COSTS, 5)
    where = {(r.scenario, t.contestant, r.round): r.machine for r in found.records for t in r.contestants}
    dice, hits, pairs = random.Random(7), 0, 0
    names = sorted({name for _, name, _ in where} - {REFERENCE})
    for scenario in sorted({name for name, _, _ in where}):
        for index, a in enumerate(names):
            for b in names[index + 1 :]:
                blocks = [
                    (where[scenario, a, number], where[scenario, b, number]) for number in range(1, SHAPE.rounds + 1)
                ]
                hits += blocked_centre([dice.random() for _ in blocks], blocks).error is not None
                pairs += 1
    assert share_with_interval(found, seed=1, sample=400) == pytest.approx(hits / pairs, abs=0.08)


# --- costs -------------------------------------------------------------------------------------------------------


def test_costs_of_a_stored_run_are_what_was_stored(tmp_path):
    record = two_contestants(startup_ms=500.0, warmup_s=2.0, rest_s=0.3)
    path = tmp_path / "fairlap.db"
    with Store.open(path) as store:
        store.begin_run(run_record("20260801-120000-ab12"))
        store.add_round("20260801-120000-ab12", record)
    found = measure(path)
    assert found.rest_s == pytest.approx(0.3, abs=1e-3)
    assert found.lap_gap_ms == pytest.approx(4.0)
    assert [(each.name, each.startup_s, each.warmup_s) for each in found.contestants] == [
        ("a", 0.5, 2.0),
        ("reference", 0.5, 2.0),
    ]


def test_a_file_of_several_runs_is_refused(tmp_path):
    path = tmp_path / "fairlap.db"
    with Store.open(path):
        pass
    with pytest.raises(ValueError, match="holds 0 runs"):
        measure(path)


def test_measured_costs_can_be_put_into_the_file(tmp_path):
    file = tmp_path / "costs.toml"
    text = Path(page.__file__).with_name("costs.toml").read_text(encoding="utf-8")
    file.write_text(text.partition("\n[measured]\n")[0] + "\n" + as_toml(COSTS.measured), encoding="utf-8")
    assert read_costs(file) == COSTS
    assert isinstance(COSTS.measured, MeasuredCosts)


def test_each_cost_of_a_cluster_says_where_it_comes_from():
    assert set(COSTS.cluster.sources) == set(type(COSTS.cluster).model_fields) - {"sources"}
    assert Costs.model_validate(COSTS.model_dump()) == COSTS


# --- the page ----------------------------------------------------------------------------------------------------


def test_the_page_says_what_the_simulation_says():
    text = page.PAGE.text
    for name in page.PAGE.tables:
        assert f"<!-- scaling:begin {name} -->" in text
    assert page.PAGE.filled(COSTS) == text, "run: make scaling"


def two_contestants(*, startup_ms: float, warmup_s: float, rest_s: float) -> RoundRecord:
    """Two laps of each of two, 4 ms apart, then one at a fixed rate each."""
    turns, at_s = [], 10.0
    laps: dict[str, list[Sample]] = {"reference": [], "a": []}
    for cycle in (1, 2):
        for position, name in enumerate(laps):
            laps[name].append(replace(lap(cycle=cycle, position=position), at_s=at_s, lap_elapsed_s=0.1))
            at_s += 0.104
    for name, samples in laps.items():
        finished = turn(Racer(name, 40_000.0), samples)
        warmup = tuple(WarmupLap(cycle, 1.0 * cycle, 100.0, 1.0) for cycle in (1, 2))
        at_rate = (rate_lap(100.0, encoded([500.0]), due=25),)
        turns.append(replace(finished, startup_ms=startup_ms, warmup_s=warmup_s, warmup=warmup, rate_laps=at_rate))
    # Of each: its start, its warm-up, two laps, one at a fixed rate, the gaps after all five of them, and the rest.
    each_s = startup_ms / 1000 + warmup_s + 2 * 0.1 + 0.25 + 5 * 0.004 + rest_s
    return RoundRecord("hello", 1, 1, "2026-11-22T12:00:00+00:00", "reference", tuple(turns), 100, 2 * each_s)
