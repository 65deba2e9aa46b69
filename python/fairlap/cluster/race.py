"""`fairlap run --cluster`: a whole run on the machines of a cluster, and going on with one that was cut."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from fairlap.catalog import Contestant, Scenario
from fairlap.cluster.machine import as_machine
from fairlap.cluster.models import GroupSetup
from fairlap.cluster.needs import must_be_fit
from fairlap.cluster.on_ray import RayCluster, RayGroup
from fairlap.cluster.package import copy_catalog, make_wheel
from fairlap.cluster.pool import Built, Pool
from fairlap.cluster.rounds import ClusterRounds
from fairlap.errors import UsageError
from fairlap.host import fingerprint
from fairlap.plan.heats import machines_worth
from fairlap.plan.pace import MOST_ROUNDS
from fairlap.runner.asked import Asked, ClusterAsked
from fairlap.runner.claim import claimed
from fairlap.runner.events import Notice, Observer, StageBegan
from fairlap.runner.field import Field, choose_entries
from fairlap.runner.race import make_courses
from fairlap.runner.request import RaceOutcome, RaceRequest
from fairlap.runner.resume import (
    Resumable,
    must_be_isolated_alike,
    must_be_what_it_was,
    replayed_courses,
    tell_again,
)
from fairlap.runner.rounds import Planning
from fairlap.runner.run import Measuring, clear_own_leavings, interrupt_once, new_run_id, race_began, run_record
from fairlap.samples import Machine, RoundRecord, Skip
from fairlap.store import Store

LEAST_TOGETHER_MS = 250
"""The shortest laps of several generators; their length is not tried out."""

Entries = tuple[tuple[Scenario, tuple[Contestant, ...]], ...]


def cluster_race(request: RaceRequest, asked: ClusterAsked, observer: Observer) -> RaceOutcome:
    """Run it.

    Raises:
        UsageError: before anything is written: a name, the cluster, a resource, or what a machine lacks.
        GeneratorError: a generator fails.
        NoMachinesError: all machines were lost; `fairlap resume` goes on with the run.
    """
    request = as_laps_together(request, asked, observer)
    entries = choose_entries(request)
    clear_own_leavings(request.results, request.hosting, observer)
    run = new_run_id()
    with claimed(request.results, run), _ready(run, request, asked, entries, observer) as ready:
        field = ready.field
        courses = make_courses(request, field, at_once=len(ready.pool.groups), fixed_length=asked.generators > 1)
        names = {name for course in courses for name in (course.reference, *course.names)}
        record = run_record(
            run,
            request,
            ready.measuring(),
            names,
            rounds=max(course.planned for course in courses),
            cycles=request.suite.cycles,
            looks=courses[0].looks,
            asked=Asked.of(request, field, ready.built.builds, asked),
        )
        with Store.open(request.results / "fairlap.db") as store:
            store.begin_run(record)
            for skip in field.skips:
                store.add_skip(run, skip)
            observer(race_began(record, request.suite, field, reference=request.suite.reference))
            planning = Planning(run, request, field, store, observer)
            return planning.run_to_end(ready.rounds(planning, (), ()).run, courses)


def resume_on_cluster(found: Resumable, request: RaceRequest, observer: Observer) -> RaceOutcome:
    """Run what is left of a run. Raises as `cluster_race`, also when it cannot go on as it began."""
    asked = found.asked.cluster
    assert asked is not None, "it ran on a cluster"
    entries = found.asked.entries(request.catalog)
    clear_own_leavings(request.results, request.hosting, observer)
    with _ready(found.run, request, asked, entries, observer) as ready:
        field = Field(
            ready.field.scenarios,
            tuple((item.scenario, item.contestants) for item in found.asked.fields),
            {},
            found.stored.skips,
        )
        courses = replayed_courses(
            found, request, field, at_once=len(ready.pool.groups), fixed_length=asked.generators > 1
        )
        _must_be_the_same(found, ready.built, {name for course in courses for name in course.racing})
        must_be_isolated_alike(found, ready.measuring().isolation)
        with Store.open(request.results / "fairlap.db") as store:
            store.resume_run(found.run)
            observer(race_began(found.stored.run, request.suite, field, reference=request.suite.reference))
            tell_again(found.stored, courses, observer)
            planning = Planning(found.run, request, field, store, observer)
            return planning.run_to_end(ready.rounds(planning, found.stored.machines, found.stored.rounds).run, courses)


def as_laps_together(request: RaceRequest, asked: ClusterAsked, observer: Observer) -> RaceRequest:
    """The request with laps so long that what several generators lack of beginning together does not matter."""
    load = request.suite.load
    if asked.generators == 1 or load.lap_ms >= LEAST_TOGETHER_MS:
        return request
    observer(Notice(f"laps take {LEAST_TOGETHER_MS} ms, as {asked.generators} generators begin about 1 ms apart"))
    suite = request.suite.model_copy(update={"load": load.model_copy(update={"lap_ms": LEAST_TOGETHER_MS})})
    return replace(request, suite=suite)


@dataclass(frozen=True)
class _Ready:
    """Machines that are ready for heats, and who races on them."""

    pool: Pool
    field: Field
    built: Built

    def measuring(self) -> Measuring:
        """What a run says of it; its machines are stored apart."""
        isolation = self.pool.isolation
        assert isolation is not None, "the groups were opened"
        version = next(facts.fairload for group in self.pool.groups for facts in group.facts if facts.fairload)
        return Measuring(fingerprint().as_json(), isolation, version, version)

    def rounds(self, planning: Planning, known: Sequence[Machine], earlier: Sequence[RoundRecord]) -> ClusterRounds:
        """Its rounds. Machines are stored but for those that are `known`; scenarios go where they were `earlier`."""
        stored = {(machine.name, machine.site) for machine in known}

        def joined(group: RayGroup) -> None:
            for machine in map(as_machine, group.facts):
                if (machine.name, machine.site) not in stored:
                    stored.add((machine.name, machine.site))
                    planning.store.add_machine(planning.run_id, machine)

        for group in self.pool.groups:
            joined(group)
        rounds = ClusterRounds(planning, self.pool, self.built, joined)
        for record in earlier:
            if record.machine is not None:
                rounds.homes.setdefault(record.scenario, {})[record.machine] = None
        return rounds


@contextmanager
def _ready(
    run: str, request: RaceRequest, asked: ClusterAsked, entries: Entries, observer: Observer
) -> Iterator[_Ready]:
    """Machines with everything built on them, until the end of the context."""
    suite = request.suite
    with tempfile.TemporaryDirectory(prefix="fairlap-") as temporary, interrupt_once():
        folder = Path(temporary)
        observer(StageBegan(f"looking at the cluster {asked.address}"))
        must_be_fit(asked.address)
        wheel, catalog = make_wheel(folder), copy_catalog(request.catalog.root, folder / "catalog")
        setup = GroupSetup(
            run=run,
            workers=suite.workers,
            connections=max(suite.load.connections, *request.goal.sweep, 0),
            with_services=tuple(scenario.name for scenario, _ in entries if scenario.services),
        )
        with RayCluster(asked.address, wheel, catalog) as cluster:
            pool = Pool(cluster, asked, setup, observer)
            try:
                rounds = suite.rounds if request.goal.budget_s is None else MOST_ROUNDS
                pool.start(most=sum(machines_worth(len(field), rounds) for _, field in entries))
                built = pool.prepare(_names(request, entries))
                field = _field(request, entries, built.skips, observer)
                for reason in _reasons(pool):
                    observer(Notice(f"isolation: {reason}"))
                yield _Ready(pool, field, built)
            finally:
                pool.stop()


def _names(request: RaceRequest, entries: Entries) -> list[str]:
    return sorted({request.suite.reference} | {item.name for _, field in entries for item in field})


def _field(request: RaceRequest, entries: Entries, skips: Mapping[str, Skip], observer: Observer) -> Field:
    """Who can race on all machines. Raises UsageError when the reference cannot."""
    if request.suite.reference in skips:
        skip = skips[request.suite.reference]
        raise UsageError(f"the reference contestant cannot run: {skip.reason}", hint=skip.hint)
    for skip in skips.values():
        observer(Notice(f"{skip.contestant}: {skip.status}: {skip.reason}"))
    told = tuple(
        Skip(item.name, scenario.name, skips[item.name].status, skips[item.name].reason, skips[item.name].hint)
        for scenario, field in entries
        for item in field
        if item.name in skips
    )
    able = tuple(
        (scenario.name, tuple(item.name for item in field if item.name not in skips)) for scenario, field in entries
    )
    return Field(tuple(scenario for scenario, _ in entries), able, {}, told)


def _reasons(pool: Pool) -> list[str]:
    """Where isolation is weaker than it could be, each once."""
    isolation = pool.open()
    told = [*isolation.reasons, *(reason for group in pool.groups for facts in group.facts for reason in facts.reasons)]
    return list(dict.fromkeys(told))


def _must_be_the_same(found: Resumable, built: Built, racing: set[str]) -> None:
    """Raises UsageError when somebody cannot be built, or is not what it was."""
    for name in sorted(racing | {found.stored.run.reference}):
        if name in built.skips:
            raise found.refusal(f"{name} takes part and is {built.skips[name].status} now: {built.skips[name].reason}")
        must_be_what_it_was(found, name, built.versions[name], built.builds[name])
