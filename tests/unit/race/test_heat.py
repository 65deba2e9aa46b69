"""The logic of a heat, rehearsed: the order of laps, the length of the warm-up, what is measured."""

import statistics
from dataclasses import replace

import pytest
from tools.rehearsal.machine import CALM
from tools.rehearsal.players import Fault, Mishap, Player
from tools.rehearsal.race import CYCLES, LOAD, order_of, plan_round, rehearse_round
from tools.rehearsal.site import RehearsalSite

from fairlap.histograms import decode
from fairlap.plan import warmup
from fairlap.plan.pace import LAP_OVERHEAD_MS, SHORTEST_LAP_MS, after_trial
from fairlap.plan.rates import LAP_MS, Rate
from fairlap.race.events import Advance, Event
from fairlap.race.heat import round_work_ms
from fairlap.race.offering import SWEEP_REPEATS
from fairlap.samples import ContestantRound
from fairlap.slo import Slo
from support import ignore

REFERENCE = Player("reference", 20_000.0)
GOOD = Player("good", 10_000.0)


def site_of(*rivals: Player) -> RehearsalSite:
    return RehearsalSite((REFERENCE, *rivals))


def heat(site: RehearsalSite, **extras: object) -> dict[str, ContestantRound]:
    """One round of everyone, by name; `extras` are what the order asks for beside the cycles."""
    done = rehearse_round(site, replace(order_of(plan_round(site)), **extras), ignore)
    assert site.alive == {}, "nobody is left"
    assert done.trials == ()
    return {turn.contestant: turn for turn in done.record.contestants}


def must_be_whole(turn: ContestantRound, cycles: int = CYCLES) -> None:
    """It had all its laps, and nothing was wrong with it."""
    assert (turn.stage, turn.failure, turn.flags) == (None, None, ())
    assert [lap.cycle for lap in turn.samples] == list(range(1, cycles + 1))


# --- laps ----------------------------------------------------------------------------------------------------------


def test_cycles_are_lapped_in_the_drawn_order_while_all_others_are_frozen() -> None:
    site = site_of(GOOD, Player("other"))
    planned = plan_round(site)
    turns = heat(site)
    lapped = [lap.spec.target for lap in site.runs]
    drawn = [name for order in planned.orders() for name in order]
    assert lapped[-len(drawn) :] == drawn
    assert {lap.awake == (lap.spec.target,) for lap in site.runs} == {True}
    for name, turn in turns.items():
        must_be_whole(turn)
        assert [lap.position for lap in turn.samples] == [order.index(name) for order in planned.orders()]


def test_logs_are_looked_at_while_laps_run_that_do_not_count_and_in_no_other() -> None:
    site = site_of(GOOD)
    heat(site, sweep=(1,))
    laps = [lap.bounds_logs for lap in site.runs]
    warming = 2 * warmup.WINDOW
    assert laps == [True] * warming + [False] * (len(laps) - warming)
    assert len(laps) == warming + 2 * (CYCLES + SWEEP_REPEATS)


def test_everyone_is_started_in_the_order_that_was_drawn_on_a_port_of_its_own() -> None:
    ports = {}
    site = site_of(GOOD, Player("other"))
    site.at_lap = {1: lambda: ports.update({name: played.port for name, played in site.alive.items()})}
    heat(site)
    assert tuple(ports) == plan_round(site).start_order
    assert len(set(ports.values())) == 3


def test_a_lap_is_what_the_generator_said_with_the_cpu_time_of_the_contestant() -> None:
    turn = heat(RehearsalSite((REFERENCE, GOOD), machine=replace(CALM, foreign_share=0.25)))["good"]
    for lap in turn.samples:
        assert lap.throughput_per_s == pytest.approx(10_000, rel=0.1)
        assert lap.histogram is not None
        assert decode(lap.histogram).count == lap.completed == lap.outcomes.ok
        assert lap.server_cpu_us == pytest.approx(0.9 * lap.lap_elapsed_s * 1e6, rel=0.01)
    seen = [lap.foreign_share for lap in turn.samples if lap.foreign_share is not None]
    assert statistics.fmean(seen) == pytest.approx(0.25, abs=0.02)


def test_laps_are_as_fast_as_the_machine_and_the_luck_of_the_start_allow() -> None:
    halved = replace(CALM, depth=(2.0, 2.0), full_stay_s=0.001, reduced_stay_s=10.0)
    turn = heat(RehearsalSite((REFERENCE, GOOD), machine=halved))["good"]
    assert statistics.median(lap.throughput_per_s for lap in turn.samples) == pytest.approx(5000, rel=0.02)
    turns = heat(RehearsalSite((REFERENCE, GOOD), machine=replace(CALM, start_sd=1.0)))
    lucky = statistics.median(lap.throughput_per_s for lap in turns["good"].samples)
    assert not 9000 < lucky < 11_000


def test_times_are_those_of_the_site() -> None:
    site = site_of(GOOD)
    began_s, date = site.clock_s(), site.now()
    record = rehearse_round(site, order_of(plan_round(site)), ignore).record
    assert record.started_at == date.isoformat(timespec="seconds")
    assert record.duration_s == pytest.approx(site.clock_s() - began_s)
    starts = {name: [lap.at_s for lap in site.runs if lap.spec.target == name] for name in ("good", "reference")}
    for turn in record.contestants:
        assert turn.startup_ms == pytest.approx(50)
        assert [lap.at_s for lap in turn.samples] == pytest.approx(
            [at_s - began_s for at_s in starts[turn.contestant][-CYCLES:]]
        )


def test_the_largest_memory_is_kept_and_threads_are_put_back_on_the_servers_cpus() -> None:
    kept_on = []
    site = site_of(GOOD)
    first_counted = 2 * warmup.WINDOW + 1
    site.at_lap = {first_counted: lambda: kept_on.extend(played.kept_on for played in site.alive.values())}
    turn = heat(site)["good"]
    assert turn.memory_peak_bytes == (20 + warmup.WINDOW + CYCLES) << 20, "after its last lap"
    assert kept_on == [site.layout.server] * 2
    assert (turn.processes, turn.threads) == (2, 4)


def test_as_much_work_is_reported_as_was_announced() -> None:
    rates = (Rate("good", "share-50", 2), Rate("reference", "absolute", 1, 2000.0))
    for rival in (GOOD, Player("good", mishaps=(Mishap("ends", lap=3),))):
        site, heard = site_of(rival), list[Event]()
        order = replace(order_of(plan_round(site)), rates=rates, sweep=(1, 4))
        rehearse_round(site, order, heard.append)
        assert sum(event.work_ms for event in heard if isinstance(event, Advance)) == round_work_ms(order)


# --- warm-up -------------------------------------------------------------------------------------------------------


def test_each_is_warmed_up_until_it_is_steady_beside_the_reference() -> None:
    slow = Player("slow", cold_share=0.3, warm_after_s=1.0)
    turns = heat(site_of(GOOD, slow))
    assert len(turns["good"].warmup) == warmup.WINDOW
    laps = len(turns["slow"].warmup)
    assert turns["slow"].warmup[-2].at_s < warmup.AFTER_SLOW_START_S <= turns["slow"].warmup[-1].at_s
    assert len(turns["reference"].warmup) == laps, "it laps in each of the cycles"
    assert turns["slow"].steady is True
    assert 0.5 < (turns["slow"].steady_after_s or 0) < 1.2
    assert turns["slow"].warmup_s == pytest.approx(0.05 * laps)
    assert [lap.at_s for lap in turns["slow"].warmup] == pytest.approx([0.05 * (n + 1) for n in range(laps)])
    assert turns["slow"].warmup[-1].ratio == pytest.approx(0.5, rel=0.1)
    must_be_whole(turns["slow"])


def test_one_that_still_gets_faster_is_measured_after_bounded_time_and_is_not_steady() -> None:
    slow = Player("slow", cold_share=0.05, warm_after_s=60.0)
    for needs, longest_s in ((warmup.NOTHING_KNOWN, warmup.FIRST_ROUND_S), (warmup.Needs(at_most_s=2.0), 2.0)):
        turns = heat(site_of(GOOD, slow), needs={"slow": needs})
        assert turns["slow"].warmup_s == pytest.approx(longest_s)
        assert (turns["slow"].steady, turns["slow"].steady_after_s) == (False, None)
        assert len(turns["good"].warmup) == warmup.WINDOW, "others do not wait"
        must_be_whole(turns["slow"])


def test_one_at_half_its_speed_for_seconds_is_warm_before_it_is_measured() -> None:
    turns = heat(site_of(Player("jdk", cold_share=0.4, warm_after_s=4.0)))
    assert turns["jdk"].steady is True
    assert 3.0 < (turns["jdk"].steady_after_s or 0) < 4.2
    assert turns["jdk"].samples[0].throughput_per_s == pytest.approx(10_000, rel=0.02)


def test_a_slow_start_that_is_known_gets_no_longer_than_it_took_before() -> None:
    site = site_of(Player("slow", cold_share=0.3, warm_after_s=0.4))
    before = heat(site)["slow"]
    assert before.steady_after_s is not None
    again = heat(site, needs={"slow": warmup.Needs(before.steady_after_s)})["slow"]
    assert before.warmup[-2].at_s < warmup.AFTER_SLOW_START_S <= before.warmup[-1].at_s
    assert warmup.WINDOW < len(again.warmup) < 30


# --- lengths of laps -----------------------------------------------------------------------------------------------


def test_cycles_have_the_length_that_the_trial_recommends() -> None:
    site = RehearsalSite((REFERENCE, GOOD, Player("other")), machine=replace(CALM, noise_at_1_ms=0.25))
    planned = plan_round(site, trial_s=4.0)
    done = rehearse_round(site, order_of(planned), ignore)
    assert len(done.trials) == 2
    choice, cycles = after_trial(planned.lap_ms, planned.cycles, done.trials)
    tried = {lap.spec.duration_ms for lap in site.runs[3 * warmup.WINDOW : -3 * cycles]}
    assert tried == {trial.lap_ms for trial in done.trials}
    for trial in done.trials:
        (differences,) = trial.differences
        assert statistics.fmean(differences) == pytest.approx(0, abs=0.05), "of the two rivals, which are equal"
    assert [lap.spec.duration_ms for lap in site.runs[-3 * cycles :]] == [choice.lap_ms] * 3 * cycles
    assert done.record.lap_ms == choice.lap_ms
    assert (choice.lap_ms, cycles) != (planned.lap_ms, planned.cycles)
    for turn in done.record.contestants:
        must_be_whole(turn, cycles)


@pytest.mark.parametrize(("pipeline", "shortest_ms"), [(1, 50), (16, 130)])
def test_laps_are_long_enough_for_all_requests_in_flight(pipeline: int, shortest_ms: int) -> None:
    """16 connections of so many requests at a time, and 10,000 answers per second."""
    site = site_of(GOOD)
    load = LOAD.model_copy(update={"pipeline": pipeline})
    done = rehearse_round(site, replace(order_of(plan_round(site, trial_s=20.0)), load=load), ignore)
    assert min(trial.lap_ms for trial in done.trials) == pytest.approx(shortest_ms, abs=5)


@pytest.mark.parametrize(("trial_s", "chosen_ms"), [(4.0, 1000), (1.5, 500)])
def test_where_responses_are_slow_laps_get_longer_until_as_many_are_in_flight_as_there_must_be(
    trial_s: float, chosen_ms: int
) -> None:
    late = Player("late", 9_000.0, mishaps=(Mishap("answers-some-late"),))
    site = RehearsalSite((REFERENCE, Player("node", 10_000.0), late), machine=CALM, latencies=True)
    planned = plan_round(site, trial_s=trial_s)
    order = replace(order_of(planned), slo=Slo("p90", 20_000.0), sweep=(1, 4))
    done = rehearse_round(site, order, ignore)
    choice, cycles = after_trial(planned.lap_ms, planned.cycles, done.trials)
    assert choice.lap_ms == done.record.lap_ms == chosen_ms
    assert choice.reason == f"laps of {chosen_ms} ms, as some responses take longer than laps of {chosen_ms // 2} ms"
    assert [trial.lap_ms for trial in done.trials if trial.too_short] == [
        length_ms for length_ms in (250, 500) if length_ms < chosen_ms
    ]
    laps = [lap for turn in done.record.contestants for lap in turn.samples]
    assert {lap.lap_elapsed_s for lap in laps} == {chosen_ms / 1000} and len(laps) == 3 * cycles
    assert {lap.elapsed_s for lap in laps} == {chosen_ms / 2000}, "half of such a lap does not count"
    last = [run.spec for run in site.runs if run.spec.rate_per_s is not None or run.spec.connections in order.sweep]
    assert {spec.rate_per_s is None for spec in last} == {True, False}, "of both, the sweep and the search"
    assert min(spec.duration_ms for spec in last) == chosen_ms


def test_a_single_length_is_taken_without_a_trial() -> None:
    """All laps between the warm-up and the cycles would be of the trial."""
    site = site_of(GOOD)
    planned = replace(plan_round(site, trial_s=0.5), lap_ms=100)
    done = rehearse_round(site, order_of(planned), ignore)
    assert done.record.lap_ms == SHORTEST_LAP_MS
    choice, cycles = after_trial(planned.lap_ms, planned.cycles, done.trials)
    assert choice.reason == f"laps of {SHORTEST_LAP_MS} ms, as no other length could be tried"
    assert len(site.runs) == 2 * (warmup.WINDOW + cycles)


def test_one_rival_is_tried_out_against_the_reference() -> None:
    site = site_of(GOOD)
    done = rehearse_round(site, order_of(plan_round(site, trial_s=4.0)), ignore)
    assert len(done.trials) == 2
    for trial in done.trials:
        (differences,) = trial.differences
        assert abs(statistics.fmean(differences)) == pytest.approx(0.69, abs=0.03)


@pytest.mark.parametrize("mortal", [("good",), ("good", "reference")])
def test_nothing_is_tried_out_when_no_contestant_is_left_to_compare(mortal: tuple[str, ...]) -> None:
    ends = (Mishap("ends", lap=2),)
    players = [Player(name, mishaps=ends if name in mortal else ()) for name in ("reference", "good")]
    site = RehearsalSite(players)
    done = rehearse_round(site, order_of(plan_round(site, trial_s=4.0)), ignore)
    assert done.trials == ()
    assert {turn.contestant for turn in done.record.contestants if turn.stage == "warm-up"} == set(mortal)


# --- after the cycles ----------------------------------------------------------------------------------------------


def test_everyone_is_offered_all_its_rates_as_often_as_planned() -> None:
    rates = (
        Rate("good", "share-50", 2),
        Rate("good", "absolute", 2, 2000.0),
        Rate("reference", "absolute", 2, 2000.0),
    )
    turns = heat(site_of(GOOD), rates=rates)
    laps = turns["good"].rate_laps
    assert sorted((lap.purpose, lap.repeat) for lap in laps) == [
        ("absolute", 2),
        ("absolute", 4),
        ("share-50", 2),
        ("share-50", 4),
    ], "between the cycles"
    assert {lap.rate_per_s for lap in laps if lap.purpose == "absolute"} == {2000.0}
    closed = [lap.throughput_per_s for lap in turns["good"].samples]
    assert [lap.rate_per_s for lap in laps if lap.purpose == "share-50"] == [
        pytest.approx(statistics.median(closed[:cycle]) / 2, rel=0.002) for cycle in (2, 4)
    ]
    assert len(turns["reference"].rate_laps) == 2
    for lap in laps:
        assert lap.achieved_share == 1
        assert decode(lap.response_histogram or "").count == lap.completed
    must_be_whole(turns["good"])


def test_what_other_tasks_take_from_the_servers_cpus_is_a_stall_of_the_machine() -> None:
    rates = (Rate("good", "share-50", CYCLES),)
    for share in (0.0, 0.2):
        site = site_of(GOOD)
        site.machine = replace(site.machine, foreign_share=share)
        for lap in heat(site, rates=rates)["good"].rate_laps:
            own_gap_us, lasted_us = 100.0, (LAP_MS + LAP_OVERHEAD_MS) * 1000
            assert lap.stall_us == pytest.approx(max(own_gap_us, share * lasted_us), rel=0.01)


def test_a_rate_that_is_not_carried_is_no_failure() -> None:
    rates = (Rate("weak", "share-50", 1, 5000.0), Rate("good", "share-50", 1, 5000.0))
    turns = heat(site_of(GOOD, Player("weak", carries=0.3)), rates=rates)
    assert turns["weak"].rate_laps[0].achieved_share == pytest.approx(0.6, abs=0.05)
    assert turns["weak"].rate_laps[0].unsent > 0
    assert turns["good"].rate_laps[0].achieved_share == 1
    must_be_whole(turns["weak"])


def test_the_highest_rate_that_keeps_the_slo_is_found() -> None:
    # p99 of an exponential is 4.6 times its mean: 1 / (10,000 - rate) may be 2 ms / 4.6.
    turns = heat(site_of(GOOD), slo=Slo("p99", 2000.0))
    found, reference = turns["good"], turns["reference"]
    assert found.capacity_per_s == pytest.approx(10_000 - 4.6 / 0.002, rel=0.06)
    assert reference.capacity_per_s == pytest.approx(20_000 - 4.6 / 0.002, rel=0.06)
    assert {lap.purpose for lap in found.rate_laps} == {"slo"}
    must_be_whole(found)


def test_a_sweep_laps_everyone_over_each_number_of_connections() -> None:
    turns = heat(site_of(GOOD), sweep=(1, 4, 16))
    for turn in turns.values():
        assert sorted(lap.connections for lap in turn.sweep_laps) == sorted([1, 4, 16] * SWEEP_REPEATS)
        must_be_whole(turn)


@pytest.mark.parametrize("fault", ["ends", "cannot-be-frozen"])
def test_one_that_fails_at_a_fixed_rate_keeps_what_it_has_and_is_out(fault: Fault) -> None:
    rates = (Rate("bad", "share-50", CYCLES),)
    site = site_of(Player("bad", mishaps=(Mishap(fault, lap=warmup.WINDOW + 4),)))
    turn = heat(site, rates=rates)["bad"]
    assert (turn.stage, len(turn.samples), len(turn.rate_laps)) == ("rates", 2, 1), "a lap after each cycle"
    assert [lap.spec.target for lap in site.runs].count("bad") == warmup.WINDOW + 4


@pytest.mark.parametrize(
    ("stage", "asked"),
    [
        ("slo", Slo("p99", 2000.0)),
        ("sweep", (1, 4, 16)),
    ],
)
@pytest.mark.parametrize("fault", ["ends", "cannot-be-frozen"])
def test_one_that_fails_after_the_cycles_keeps_them_and_is_out(stage: str, asked: object, fault: Fault) -> None:
    site = site_of(Player("bad", mishaps=(Mishap(fault, lap=warmup.WINDOW + CYCLES + 2),)))
    turn = heat(site, **{stage: asked})["bad"]
    assert turn.stage == stage
    assert len(turn.samples) == CYCLES
    assert len(turn.rate_laps) + len(turn.sweep_laps) == 1, "the one before"
    assert turn.capacity_per_s is None
    assert [lap.spec.target for lap in site.runs].count("bad") == warmup.WINDOW + CYCLES + 2
