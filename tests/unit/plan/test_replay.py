"""A course that continues an interrupted race plans what that race would have planned."""

import random
from dataclasses import dataclass, field, replace

import pytest

from fairlap.catalog import LoadProfile, Suite
from fairlap.errors import UsageError
from fairlap.plan.course import Course
from fairlap.plan.goal import Goal
from fairlap.plan.heats import PlannedRound
from fairlap.plan.pace import after_trial
from fairlap.plan.rates import Rate
from fairlap.plan.replication import LengthTrial
from fairlap.race.heat import HeatDone
from fairlap.samples import PlanDecision, RoundRecord
from sample_factory import Racer, alter, simulate

SCENARIO = "hello-json"
TURN_S = 5.0
CUTS = 12
"""Of each race, drawn at random where there may be more."""


@dataclass(frozen=True)
class Case:
    """A race: speeds, goal, which contestants fail in which round, and after which heat the service ends."""

    speeds: dict[str, float]
    goal: Goal
    seed: int
    fails: tuple[str, int] | None = None
    gone_after: int | None = None

    def course(self) -> Course:
        load = LoadProfile(connections=64, lap_ms=50)
        suite = Suite(
            name="some", title="Some", scenarios=[SCENARIO], contestants=["*"], rounds=4, cycles=12, load=load
        )
        return Course(SCENARIO, tuple(self.speeds), suite, self.goal, self.goal.budget_s, self.seed)


def close(count: int) -> dict[str, float]:
    """So many contestants, in pairs so close that some stay undecided."""
    return {f"c{number:02}": 40_000.0 - 3_000 * (number // 2) + 20 * (number % 2) for number in range(count)}


CASES = [
    *(Case(close(2), Goal(), seed) for seed in range(2)),
    *(Case(close(9), Goal(sweep=(1, 4)), seed) for seed in range(3)),
    *(Case(close(3), Goal(budget_s=300, precision=0.004), seed) for seed in range(4)),
    *(Case(close(9), Goal(budget_s=700, precision=0.004), seed) for seed in range(2)),
    *(Case(close(16), Goal(budget_s=800, precision=0.002), seed) for seed in range(1)),
    *(Case(close(9), Goal(budget_s=1500), seed, fails=("c03", 1 + seed)) for seed in range(3)),
    *(Case(close(9), Goal(), seed, fails=("c00", 2)) for seed in range(2)),
    Case(close(2), Goal(budget_s=600), 1, fails=("c01", 1)),
    Case(close(9), Goal(budget_s=1500), 4, gone_after=4),
]


@dataclass(frozen=True)
class Seen:
    """What a run does with a heat: everything that decides what is measured in it."""

    planned: PlannedRound
    racing: tuple[str, ...]
    rates: tuple[Rate, ...]
    label: int


@dataclass
class Stored:
    """What a race has committed; `seen` is what it did, heat after heat, `decisions_before` what was stored by then."""

    rounds: list[RoundRecord] = field(default_factory=list)
    decisions: list[PlanDecision] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    decisions_after: list[int] = field(default_factory=list)
    decisions_before: list[int] = field(default_factory=list)


def lap_it(case: Case, planned: PlannedRound, course: Course) -> HeatDone:
    """A round of that plan: the same plan always gives the same round, whoever runs it."""
    dice = random.Random(f"{planned.key}/{planned.lap_ms}/{planned.cycles}")
    trials: tuple[LengthTrial, ...] = ()
    if planned.trial_s:
        trials = tuple(
            LengthTrial(length, (tuple(dice.gauss(0, spread) for _ in range(20)),))
            for length, spread in ((50, 0.2), (100, 0.02))
        )
        choice, cycles = after_trial(planned.lap_ms, planned.cycles, trials)
        planned = planned.with_laps(choice.lap_ms, cycles)
    racers = [
        Racer(name, case.speeds[name], start_spread=0.003)
        for name in planned.heat.contestants
        if name not in course.out
    ]
    (record,) = simulate(dice, racers, rounds=1, cycles=planned.cycles, heat=planned.heat.number)
    record = replace(
        record, round=planned.number, lap_ms=planned.lap_ms, duration_s=dice.uniform(0.8, 1.2) * TURN_S * len(racers)
    )
    if case.fails is not None and planned.number == case.fails[1]:
        (record,) = alter([record], case.fails[0], stage="lap", failure="exited with code 139")
    return HeatDone(record, trials)


def race(case: Case, course: Course, stored: Stored) -> None:
    """What `Rounds` does with one scenario, from where it is until it stops."""
    while course.stopped is None:
        heats = course.next_round()
        stored.decisions += course.take_decisions()
        for planned in heats:
            paced = course.at_current_pace(planned)
            racing = tuple(name for name in paced.start_order if name not in course.out)
            stored.seen.append(Seen(paced, racing, course.rates_in(paced), course.planned))
            stored.decisions_before.append(len(stored.decisions))
            done = lap_it(case, paced, course)
            course.add(done.record, done.trials)
            if case.gone_after == len(course.rounds) and course.stopped is None:
                course.stop("redis: ended")
            stored.rounds.append(done.record)
            stored.decisions += course.take_decisions()
            stored.decisions_after.append(len(stored.decisions))


def uncut(case: Case) -> tuple[Course, Stored]:
    course, stored = case.course(), Stored()
    race(case, course, stored)
    return course, stored


@pytest.mark.parametrize("case", CASES)
def test_wherever_it_was_cut_it_goes_on_as_if_it_had_not_been(case: Case) -> None:
    whole, stored = uncut(case)
    assert len(stored.rounds) >= (1 if case.fails or case.gone_after else 4)
    cuts = {(after, stored.decisions_after[after - 1] if after else 0) for after in range(len(stored.rounds) + 1)}
    # Also between what is decided before a round and its first heat.
    cuts |= {(after, stored.decisions_before[after]) for after in range(len(stored.rounds))}
    for heats, decided in random.Random(case.seed).sample(sorted(cuts), min(len(cuts), CUTS)):
        again, course = Stored(), case.course()
        course.looks = whole.looks
        course.replay(stored.rounds[:heats], stored.decisions[:decided])
        race(case, course, again)
        stopped_already = any(decision.reason.startswith("stopped") for decision in stored.decisions[:decided])
        assert again.seen == ([] if stopped_already else stored.seen[heats:]), f"cut after {heats} heats"
        if not stopped_already:
            assert again.rounds == stored.rounds[heats:]
            assert again.decisions == stored.decisions[decided:], f"cut after {heats} heats, {decided} decisions"
            assert (course.elapsed_s, course.out) == (whole.elapsed_s, whole.out)
        assert course.stopped == whole.stopped


def test_the_cases_have_what_may_go_wrong() -> None:
    races = [uncut(case)[1] for case in CASES]
    sizes = {len(planned.planned.heat.contestants) for stored in races for planned in stored.seen}
    assert min(sizes) == 2 < max(sizes), "rounds of close pairs"
    assert any(planned.rates for stored in races for planned in stored.seen), "laps at fixed rates"
    assert any(
        "ms" in decision.reason and decision.after_round == 0 for stored in races for decision in stored.decisions
    )
    assert {decision.after_round for stored in races for decision in stored.decisions} >= {0, 2, 6}
    assert {seen.planned.heat.number for stored in races for seen in stored.seen} >= {1, 2, 3}


def test_rounds_may_have_been_stored_in_another_order_within_a_round() -> None:
    case = CASES[2]
    _, stored = uncut(case)
    second, first = stored.rounds[1], stored.rounds[0]
    course = case.course()
    course.replay((second,), ())
    (missing,) = course.next_round()
    assert (missing.heat.number, course.next_number) == (first.heat, 2)
    course.add(first)
    assert course.next_round()[0] == stored.seen[2].planned


@pytest.mark.parametrize(
    "change",
    [
        lambda rounds: (replace(rounds[0], round=2), *rounds[1:]),
        lambda rounds: (rounds[0], replace(rounds[1], heat=1)),
        lambda rounds: (rounds[0], replace(rounds[1], contestants=rounds[1].contestants[1:])),
        lambda rounds: (rounds[0], rounds[2]),
    ],
    ids=["a round is missing", "a heat twice", "somebody is missing", "a heat is missing in the middle"],
)
def test_rounds_that_it_would_not_have_planned_are_refused(change) -> None:
    case = CASES[2]
    _, stored = uncut(case)
    with pytest.raises(UsageError, match="differs from what this version of Fairlap would have planned"):
        case.course().replay(change(stored.rounds[:3]), ())


def test_another_scenario_is_none_of_its_business() -> None:
    case = CASES[0]
    _, stored = uncut(case)
    course = case.course()
    course.replay(
        [replace(record, scenario="other") for record in stored.rounds],
        [replace(decision, scenario="other") for decision in stored.decisions],
    )
    assert (course.done, course.stopped) == (0, None)
