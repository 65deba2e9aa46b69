"""Measures how restless this machine is: the precision that a race of two contestants gets for its time."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from fairlap.catalog import Contestant, LoadProfile, Scenario, Suite
from fairlap.doctor import Check
from fairlap.errors import FairlapError
from fairlap.hosting.prepared import Prepared, prepare_one
from fairlap.plan.course import Course
from fairlap.plan.forecast import Forecast, forecast
from fairlap.plan.goal import Goal
from fairlap.plan.rates import FIRST_LAPS, HALF, Rate
from fairlap.race.events import Advance, Event, Observer, StageBegan, WorkLeft
from fairlap.race.heat import HeatOrder, HeatRunner, round_work_ms
from fairlap.race.run import new_run_id
from fairlap.race.site import Site, open_local_site
from fairlap.samples import Skip
from fairlap.statistics.latency import starts_at_rate

NAME = "restlessness"
ROUNDS, CYCLES = 6, 10
"""About half a minute."""

BUDGETS_S = (60.0, 300.0, 900.0)
TWINS = ("twin-1", "twin-2")

CPU_US = 20
"""Computing time of a twin for each request: so much that the twins are the limit, not the generator."""

LOAD = LoadProfile(connections=64, lap_ms=50)
GOOD_THROUGHPUT, GOOD_P99 = 0.02, 0.25
"""The precision that races want by default; within five minutes, a machine should give it."""

MEANING = "half the width of 95 % intervals in a race of two contestants whose starts are as alike as those of node"


def examine_restlessness(
    reference: Contestant, scenario: Scenario, *, rounds: int, results: Path, build_root: Path, observer: Observer
) -> Check:
    """Race two twins of the reference for so many rounds (5 s each), and forecast longer races from the variance."""
    ready = prepare_one(reference, build_root)
    if isinstance(ready, Skip):
        return Check(NAME, "unknown", "bad", f"the reference cannot run: {ready.reason}", ready.hint)
    prepared = [ready, *(replace(ready, contestant=_twin(reference, name)) for name in TWINS)]
    run = f"doctor-{new_run_id()}"
    try:
        with open_local_site(
            run=run, workers=1, connections=LOAD.connections, results=results, prepared=prepared
        ) as site:
            course = race_twins(site, prepared, scenario, observer, rounds=rounds)
    except FairlapError as error:
        return Check(NAME, "unknown", "bad", f"the reference could not be measured: {error.line()}", None)
    return judge(course)


def judge(course: Course) -> Check:
    """Return the finding after the race of the twins."""
    found = forecast(course, BUDGETS_S) if len(course.rounds) > 1 else ()
    if not found:
        return Check(NAME, "unknown", "bad", "the twins of the reference did not finish two rounds", None)
    starts = [start for name in TWINS for start in starts_at_rate(course.rounds, name, HALF)]
    disturbed = sum(start.disturbed for start in starts)
    laps = disturbed + sum(len(start.calm) for start in starts)
    value = f"{'; '.join(map(_sentence, found))}; disturbed {disturbed} of {laps} laps"
    usual = found[1]
    if usual.throughput <= GOOD_THROUGHPUT and usual.p99 is not None and usual.p99 <= GOOD_P99:
        return Check(NAME, value, "good", MEANING, None)
    return Check(NAME, value, "warning", MEANING, "use a quieter machine, or a larger --budget")


def _sentence(found: Forecast) -> str:
    p99 = "p99 unknown" if found.p99 is None else f"p99 within {found.p99:.0%}"
    return f"{found.budget_s / 60:.0f} min: throughput within {found.throughput:.2%}, {p99}"


def _twin(reference: Contestant, name: str) -> Contestant:
    start = [*reference.start, "--cpu-us", str(CPU_US)]
    return reference.model_copy(update={"name": name, "start": start})


def race_twins(
    site: Site,
    prepared: Sequence[Prepared],
    scenario: Scenario,
    observer: Observer,
    *,
    rounds: int = ROUNDS,
    budget_s: float | None = None,
) -> Course:
    """Race the twins for so many rounds, or for the whole budget; `prepared` begins with the reference."""
    by_name = {one.contestant.name: one for one in prepared}
    suite = Suite(
        name=NAME,
        title="How restless is this machine?",
        scenarios=[scenario.name],
        contestants=list(TWINS),
        reference=prepared[0].contestant.name,
        rounds=rounds,
        cycles=CYCLES,
        load=LOAD,
    )
    # Nothing is ever decided between twins with this precision, so a whole budget is used.
    course = Course(scenario.name, TWINS, suite, Goal(precision=1e-6), budget_s, seed=1)

    def progress(event: Event) -> None:
        """Pass on what is not about a race that began: there is none."""
        if isinstance(event, StageBegan | Advance):
            observer(event)

    while heats := course.next_round():
        for planned in heats:
            order = HeatOrder(
                course.at_current_pace(planned),
                LOAD,
                planned.start_order,
                f"round {planned.number} of {course.planned}",
                rates=tuple(Rate(name, HALF, FIRST_LAPS) for name in TWINS),
                needs=course.needs,
            )
            observer(WorkLeft(round_work_ms(order) * (course.planned - course.done)))
            racing = [by_name[name] for name in order.racing]
            done = HeatRunner(site, order, scenario, racing, progress).run()
            course.add(done.record, done.trials)
    return course
