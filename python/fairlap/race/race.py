"""Runs a whole race, new or resumed, on this machine or on a cluster."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext

from fairlap.errors import UsageError
from fairlap.generators.tools.tool import Tool
from fairlap.plan.course import Course
from fairlap.race.claim import claimed
from fairlap.race.events import Notice, Observer
from fairlap.race.field import Chosen, Field, choose_entries, choose_tool
from fairlap.race.request import RaceOutcome, RaceRequest
from fairlap.race.resume import Resumable, repeat_events, replay, require_same_contestants, require_same_measuring
from fairlap.race.rounds import Planning
from fairlap.race.run import Measuring, clear_own_leftovers, new_run_id, run_record
from fairlap.race.stored_request import StoredRequest
from fairlap.race.venue import HERE, Opened, Ready, Venue
from fairlap.samples import OWN_GENERATOR, RunRecord
from fairlap.store import Store


def race(request: RaceRequest, observer: Observer, venue: Venue = HERE, found: Resumable | None = None) -> RaceOutcome:
    """Run a race, or the rest of the run that was `found`.

    Raises:
        UsageError: before anything is written.
        GeneratorError: the generator fails.
        StartError: the reference contestant fails.
    """
    entries = choose_entries(request) if found is None else found.entries(request, venue)
    run = new_run_id() if found is None else found.run
    with prepare_run(run, request, entries, choose_tool(request, entries), observer, venue) as ready:
        field = ready.field if found is None else found.field(entries, ready.field)
        courses = make_courses(request, field, at_once=ready.at_once, fixed_length=ready.fixed_length)
        if found is not None:
            replay(found, courses)
            require_same_contestants(found, courses, ready)
        elif request.goal.budget_s is not None and all(course.planned < 2 for course in courses):
            observer(
                Notice("the budget is enough for a single round, which gives no intervals (fix: a larger --budget)")
            )
        # A resumed run is already claimed.
        claim = claimed(request.results, run) if found is None else nullcontext()
        with claim, open_run(request, ready, observer) as (store, machines):
            planning = Planning(run, request, field, store, observer)
            if found is None:
                planning.begin(_record(planning, ready, machines.measuring, venue, courses), request.suite.reference)
            else:
                require_same_measuring(found, machines.measuring)
                store.resume_run(run)
                planning.announce(found.stored.run, request.suite.reference)
                repeat_events(found.stored, courses, observer)

            def work() -> str:
                machines.run(planning, courses, () if found is None else found.stored.machines)
                return "; ".join(course.stopped or "" for course in courses)

            return planning.to_end(work)


@contextmanager
def prepare_run(
    run: str, request: RaceRequest, entries: Chosen, tool: Tool | None, observer: Observer, venue: Venue = HERE
) -> Iterator[Ready]:
    """Clear leftovers and build all contestants."""
    clear_own_leftovers(request.results, request.hosting, observer)
    with venue.prepare(run, request, entries, tool, observer) as ready:
        yield ready


@contextmanager
def open_run(request: RaceRequest, ready: Ready, observer: Observer) -> Iterator[tuple[Store, Opened]]:
    """Open the machines for heats, and the store.

    Raises UsageError when isolation is weaker than the request allows, before anything is written.
    """
    with ready.open() as machines:
        if request.require_isolation and machines.reasons:
            raise UsageError(
                f"isolation is weaker than it could be: {'; '.join(machines.reasons)}",
                hint="or race without --require-isolation",
            )
        for reason in machines.reasons:
            observer(Notice(f"isolation: {reason}"))
        with Store.open(request.results / "fairlap.db") as store:
            yield store, machines


def make_courses(
    request: RaceRequest, field: Field, *, at_once: int = 1, fixed_length: bool = False
) -> tuple[Course, ...]:
    """Return the course of each scenario before its first round; all have the same looks.

    `at_once`: the number of simultaneous heats, which multiplies the budget. `fixed_length`: do not try lap lengths.
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
            # Long laps are not tried in several lengths.
            fixed_length=fixed_length or request.generator != OWN_GENERATOR or scenario.least_lap_ms is not None,
        )
        for scenario, (name, names) in zip(field.scenarios, field.entries, strict=True)
    )
    # A run has one list of looks: the longest is valid for all, and costs the others a little power.
    looks = max((course.looks for course in courses), key=len)
    for course in courses:
        course.looks = looks
    return courses


def _record(
    planning: Planning, ready: Ready, measuring: Measuring, venue: Venue, courses: Sequence[Course]
) -> RunRecord:
    request, field = planning.request, planning.field
    in_a_catalog = not any(one.contestant.in_place for one in field.prepared.values())
    names = {name for course in courses for name in (course.reference, *course.names)}
    return run_record(
        planning.run_id,
        request,
        measuring,
        names,
        rounds=max(course.planned for course in courses),
        cycles=request.suite.cycles,
        looks=courses[0].looks,
        stored_request=StoredRequest.of(request, field, ready.builds, venue.cluster) if in_a_catalog else None,
    )
