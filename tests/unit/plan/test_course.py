"""The course of a scenario: fixed rounds, or rounds until all is decided, with lap length and cycles that adapt."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from fairlap.catalog import LoadProfile, Suite
from fairlap.plan.cost import taken_s
from fairlap.plan.course import COMPONENTS_AFTER, SPREAD_AFTER, Course
from fairlap.plan.goal import Goal
from fairlap.plan.heats import PlannedRound
from fairlap.plan.pace import MOST_CYCLES, after_trial, lap_s
from fairlap.plan.rates import FIRST_LAPS, MOST_LAPS, Rate
from fairlap.plan.replication import LengthTrial
from fairlap.samples import RoundRecord
from sample_factory import Racer, alter, encoded, rate_lap, simulate

TURN_S = 5.0


def suite(**changes: object) -> Suite:
    values = {
        "name": "some",
        "title": "Some",
        "scenarios": ["hello-json"],
        "contestants": ["*"],
        "rounds": 3,
        "cycles": 12,
    }
    return Suite.model_validate(values | {"load": LoadProfile(connections=64, lap_ms=50)} | changes)


def course(names: str, budget_s: float | None = None, **goal: object) -> Course:
    return Course("hello-json", tuple(names.split()), suite(), Goal(budget_s=budget_s, **goal), budget_s, seed=5)


class Field:
    """Runs what a course plans, on simulated contestants whose speeds are known."""

    def __init__(self, **per_s: float) -> None:
        self.racers = {name: Racer(name, speed, start_spread=0.003) for name, speed in per_s.items()}
        self.dice = random.Random(11)

    def run(self, planned: PlannedRound) -> RoundRecord:
        racers = [self.racers[name] for name in planned.heat.contestants]
        record = simulate(self.dice, racers, rounds=1, cycles=planned.cycles, heat=planned.heat.number)[0]
        return replace(
            record, round=planned.number, lap_ms=planned.lap_ms, duration_s=TURN_S * len(planned.heat.everyone)
        )

    def race(
        self, on: Course, change: Callable[[RoundRecord], RoundRecord] = lambda record: record
    ) -> list[PlannedRound]:
        """Everything until it stops (or 60 heats, so that a course without an end fails)."""
        run: list[PlannedRound] = []
        while (heats := on.next_round()) and len(run) < 60:
            for planned in heats:
                on.add(change(self.run(on.at_current_pace(planned))))
                run.append(planned)
        return run


def test_without_a_budget_the_suites_rounds_are_run_with_its_laps() -> None:
    fixed = course("gin echo")
    run = Field(gin=40_000, echo=20_000).race(fixed)
    assert [(planned.number, planned.lap_ms, planned.cycles, planned.trial_s) for planned in run] == [
        (1, 50, 12, 0.0),
        (2, 50, 12, 0.0),
        (3, 50, 12, 0.0),
    ]
    assert fixed.looks == (3,)
    assert fixed.stopped == "all 3 rounds are done"


def test_with_a_budget_it_stops_when_all_is_decided() -> None:
    adaptive = course("gin echo", budget_s=600)
    run = Field(gin=40_000, echo=20_000).race(adaptive)
    assert len(run) == adaptive.looks[0]
    assert adaptive.stopped is not None and "every comparison is decided" in adaptive.stopped
    assert (adaptive.decisions[-1].reason, adaptive.decisions[-1].ends) == (adaptive.stopped, True)


def lasting(start_s: float) -> Callable[[RoundRecord], RoundRecord]:
    """Rounds that take as long as their starts and their laps do."""

    def timed(record: RoundRecord) -> RoundRecord:
        laps = sum(len(turn.samples) for turn in record.contestants)
        return replace(record, duration_s=start_s * len(record.contestants) + laps * lap_s(record.lap_ms or 0))

    return timed


@pytest.mark.parametrize("budget_s", [60, 100, 120, 170])
def test_a_budget_is_used_and_not_exceeded(budget_s: float) -> None:
    adaptive = course("gin echo", budget_s=budget_s, precision=0.0001)
    run = Field(gin=40_000, echo=39_999).race(adaptive, lasting(3.0))
    assert 0.9 * budget_s < adaptive.elapsed_s <= budget_s
    assert len(run) == adaptive.planned, "the last round has as many cycles as there is time for"
    assert adaptive.stopped is not None


@pytest.mark.parametrize(("late_s", "rounds"), [(4.0, 6), (5.0, 5)])
def test_after_a_round_with_slow_starts_the_last_one_has_fewer_cycles_but_at_least_half(
    late_s: float, rounds: int
) -> None:
    adaptive = course("gin echo", budget_s=100, precision=0.0001)
    starts_s = iter([3.0, 3.0, 3.0, 3.0, late_s, 3.0])
    run = Field(gin=40_000, echo=39_999).race(adaptive, lambda record: lasting(next(starts_s))(record))
    assert adaptive.elapsed_s <= 100
    assert len(run) == rounds
    before, last = run[4].cycles, run[-1].cycles
    assert before / 2 <= last < before if rounds == 6 else last == before


def test_rounds_that_cost_more_than_thought_end_with_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "TURN_S", 12.0)
    adaptive = course("gin echo", budget_s=200, precision=0.0001)
    run = Field(gin=40_000, echo=39_999).race(adaptive)
    assert adaptive.elapsed_s <= 200 < adaptive.elapsed_s + 36
    assert len(run) == 5
    assert adaptive.stopped is not None and "budget" in adaptive.stopped


def test_later_rounds_are_for_undecided_contestants() -> None:
    adaptive = course("gin echo slow", budget_s=2000, precision=0.004)
    run = Field(gin=40_000, echo=40_050, slow=10_000).race(adaptive)
    everyone = [planned for planned in run if len(planned.heat.contestants) == 3]
    assert len(everyone) == adaptive.looks[0]
    assert {planned.heat.contestants for planned in run[len(everyone) :]} <= {("gin", "echo"), ("echo", "gin")}
    assert len(run) > len(everyone)


def test_the_trial_of_lap_lengths_keeps_the_time_of_a_round() -> None:
    adaptive = course("gin echo", budget_s=600)
    (first,) = adaptive.next_round()
    assert first.trial_s == pytest.approx(30)
    noise = random.Random(3)
    trials = [
        LengthTrial(length, (tuple(noise.gauss(0, spread) for _ in range(20)),))
        for length, spread in ((50, 0.05), (100, 0.2))
    ]
    choice, cycles = after_trial(first.lap_ms, first.cycles, trials)
    adaptive.add(Field(gin=40_000, echo=20_000).run(first.with_laps(choice.lap_ms, cycles)), trials)
    assert choice.lap_ms == 50
    assert cycles == min(MOST_CYCLES, round(first.cycles * 54 / 54))
    assert adaptive.at_current_pace(first).cycles == cycles
    assert "50 ms" in adaptive.decisions[-1].reason


def test_cycles_spread_the_budget_and_then_follow_the_variances() -> None:
    adaptive = course("gin echo", budget_s=3000, precision=0.0005)
    run = Field(gin=40_000, echo=40_000).race(adaptive)
    spread, varied = adaptive.decisions[:2]
    assert (spread.after_round, varied.after_round) == (SPREAD_AFTER, COMPONENTS_AFTER)
    assert "spread the budget" in spread.reason and "cycles vary" in varied.reason
    assert run[SPREAD_AFTER].cycles == spread.cycles
    assert run[COMPONENTS_AFTER].cycles == varied.cycles <= spread.cycles


def test_who_failed_races_no_more() -> None:
    fixed = course("gin echo")
    run = Field(gin=40_000, echo=20_000).race(
        fixed, lambda record: alter([record], "echo", stage="lap", failure="exited with code 139")[0]
    )
    assert [planned.heat.contestants for planned in run[1:]] == [("gin",), ("gin",)]


def test_a_lone_survivor_of_a_comparison_races_no_more() -> None:
    adaptive = course("gin echo", budget_s=600)
    Field(gin=40_000, echo=20_000).race(
        adaptive, lambda record: alter([record], "echo", stage="lap", failure="exited with code 139")[0]
    )
    assert (adaptive.done, adaptive.stopped) == (1, "only gin is left, with nothing to compare it to")


def test_it_ends_when_no_contestant_is_left() -> None:
    fixed = course("gin")
    Field(gin=40_000).race(fixed, lambda record: alter([record], "gin", stage="lap", failure="gone")[0])
    assert (fixed.done, fixed.stopped) == (1, "no contestant is left")


def test_laps_at_fixed_rates_are_planned_for_everyone_in_the_heat() -> None:
    adaptive = course("gin echo slow", budget_s=2000, precision=0.004)
    for planned in Field(gin=40_000, echo=40_050, slow=10_000).race(adaptive):
        assert {rate.contestant for rate in adaptive.rates_in(planned)} == set(planned.heat.everyone)
    assert course("gin", rates=False).rates_in(planned) == ()


def test_laps_at_fixed_rates_do_not_count_as_the_cost_of_a_start() -> None:
    on = course("gin echo", budget_s=120, rates=True)

    def with_laps_at_rates(record: RoundRecord) -> RoundRecord:
        assert record.duration_s is not None
        laps = (rate_lap(2000.0, encoded([100.0]), purpose="share-50", due=1000),)
        turns = tuple(replace(turn, rate_laps=laps) for turn in record.contestants)
        # Half a second counts: the first tenth of a lap does not, and each takes 4 ms beyond its length.
        return replace(record, contestants=turns, duration_s=record.duration_s + 3 * (0.5 / 0.9 + 0.004))

    second = Field(gin=40_000, echo=39_990).race(on, with_laps_at_rates)[1]
    start_s = 3 * TURN_S - second.cycles * 3 * 0.054
    reason = next(entry.reason for entry in on.decisions if entry.after_round == SPREAD_AFTER)
    assert f"a round takes {start_s:.1f} s plus" in reason


def test_laps_at_fixed_rates_take_what_starts_and_cycles_of_the_planned_rounds_leave() -> None:
    on = course("gin echo", budget_s=150, rates=True)
    asked: dict[int, set[int]] = {}
    took_s: dict[int, tuple[float, float]] = {}

    def with_laps_at_rates(record: RoundRecord) -> RoundRecord:
        assert record.duration_s is not None
        laps_s = 0.0
        turns = []
        for turn in record.contestants:
            count = next(rate.laps for rate in rates[turn.contestant] if rate.purpose == "share-50")
            asked.setdefault(record.round, set()).add(count)
            times = encoded([100.0 * record.round, 2000.0], repeat=500)  # each round is slower, so more laps are needed
            laps = (rate_lap(2000.0, times, purpose="share-50", due=1000),) * count
            laps_s += sum(map(taken_s, laps))
            turns.append(replace(turn, rate_laps=laps))
        took_s[record.round] = laps_s, 3 * len(record.contestants[0].samples) * 0.054
        return replace(record, contestants=tuple(turns), duration_s=record.duration_s + laps_s)

    field = Field(gin=40_000, echo=39_990)
    while heats := on.next_round():
        for planned in heats:
            rates: dict[str, list[Rate]] = {}
            for rate in on.rates_in(planned):
                rates.setdefault(rate.contestant, []).append(rate)
            on.add(with_laps_at_rates(field.run(on.at_current_pace(planned))))
    assert asked[1] == asked[2] == {FIRST_LAPS}, "no spread is known yet"
    assert all(len(counts) == 1 for counts in asked.values()), "all have equally many"
    assert max(asked[3]) < MOST_LAPS
    at_rates_s, cycles_s = took_s[3]
    assert at_rates_s == pytest.approx(cycles_s, rel=0.2), "each gets half of what starts leave"
    assert on.done == on.planned and on.elapsed_s <= 150


@pytest.mark.parametrize(("budget_s", "bound_s"), [(None, None), (60.0, 3.0), (180.0, 6.0), (3600.0, 10.0)])
def test_the_first_warm_up_is_bounded_by_the_budget_and_later_ones_by_what_is_known(
    budget_s: float | None, bound_s: float | None
) -> None:
    on = course("a b", budget_s)
    assert {needs.at_most_s for needs in on.needs.values()} == {bound_s}
    for planned in on.next_round():
        on.add(Field(a=40_000.0, b=30_000.0).run(planned))
    assert {needs.at_most_s for needs in on.needs.values()} == {None}
    assert {needs.at_most_s for needs in course("a b", budget_s, warm_up_s=30.0).needs.values()} == {30.0}
