"""A whole run: who takes part, in which order, round after round."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from fairlap.generators.tools.tool import Tool
from fairlap.plan.course import Course
from fairlap.runner.asked import Asked, build_of
from fairlap.runner.claim import claimed
from fairlap.runner.events import Notice, Observer
from fairlap.runner.field import Field, choose_entries, choose_tool, prepare_field
from fairlap.runner.request import RaceOutcome, RaceRequest
from fairlap.runner.rounds import LocalHeats, Planning, Rounds
from fairlap.runner.run import Measuring, clear_own_leavings, interrupt_once, new_run_id, race_began, run_record
from fairlap.runner.site import LocalSite, Site, open_local_site
from fairlap.samples import OWN_GENERATOR, RunRecord
from fairlap.store import Store


def race(request: RaceRequest, observer: Observer) -> RaceOutcome:
    """Run it. Raises UsageError before anything is written, GeneratorError when the generator fails."""
    entries = choose_entries(request)
    tool = choose_tool(request, entries)
    clear_own_leavings(request.results, request.hosting, observer)
    field = prepare_field(request, entries, observer)
    courses = make_courses(request, field)
    run = new_run_id()
    with claimed(request.results, run), open_race(run, request, field, tool, observer) as (store, site):
        return begin(Planning(run, request, field, store, observer), site, Measuring.here(site), courses)


def begin(planning: Planning, site: Site, measuring: Measuring, courses: Sequence[Course]) -> RaceOutcome:
    """Store what the race is going to be, and run it to its end at a site. Raises StartError, GeneratorError."""
    request, field, store, observer = planning.request, planning.field, planning.store, planning.observer
    record = _record(planning, measuring, courses)
    store.begin_run(record)
    for skip in field.skips:
        store.add_skip(planning.run_id, skip)
    observer(race_began(record, request.suite, field, reference=request.suite.reference))
    heats = LocalHeats(site, field, observer)
    return planning.run_to_end(Rounds(planning, heats).run, courses)


@contextmanager
def open_race(
    run: str, request: RaceRequest, field: Field, tool: Tool | None, observer: Observer
) -> Iterator[tuple[Store, LocalSite]]:
    """The store and this machine as the site of a run; from now on it ends once when it is interrupted."""
    with (
        Store.open(request.results / "fairlap.db") as store,
        interrupt_once(),
        open_local_site(
            run=run,
            workers=request.suite.workers,
            connections=max(request.suite.load.connections, *request.goal.sweep, 0),
            results=request.results,
            prepared=field.prepared.values(),
            tool=tool,
            scenarios=field.scenarios,
            hosting=request.hosting,
        ) as site,
    ):
        for reason in site.fallbacks:
            observer(Notice(f"isolation: {reason}"))
        yield store, site


def make_courses(
    request: RaceRequest, field: Field, *, at_once: int = 1, fixed_length: bool = False
) -> tuple[Course, ...]:
    """The course of each scenario, before its first round; all of them look at the same numbers of rounds.

    `at_once`: so many heats run at the same time, so a budget holds that many times as much. `fixed_length`: lengths of
    laps are not tried out.
    """
    budget_s = request.goal.budget_s
    share_s = None if budget_s is None else budget_s * at_once / len(field.entries)
    courses = tuple(
        Course(
            name,
            names,
            request.suite.model_copy(update={"load": request.suite.load.for_scenario(scenario)}),
            request.goal,
            share_s,
            request.seed,
            # Long laps are not tried in several lengths, whoever needs them.
            fixed_length=fixed_length or request.generator != OWN_GENERATOR or scenario.least_lap_ms is not None,
        )
        for scenario, (name, names) in zip(field.scenarios, field.entries, strict=True)
    )
    # A run has one list of looks: the longest is valid for everyone, and costs the others a little power.
    looks = max((course.looks for course in courses), key=len)
    for course in courses:
        course.looks = looks
    return courses


def _record(planning: Planning, measuring: Measuring, courses: Sequence[Course]) -> RunRecord:
    request, field = planning.request, planning.field
    return run_record(
        planning.run_id,
        request,
        measuring,
        {name for course in courses for name in (course.reference, *course.names)},
        rounds=max(course.planned for course in courses),
        cycles=request.suite.cycles,
        looks=courses[0].looks,
        asked=Asked.of(request, field, {name: build_of(item) for name, item in field.prepared.items()}),
    )
