"""`fairlap run --cluster`: runs and resumes races on the machines of a cluster."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

from fairlap.cluster.machine import as_machine
from fairlap.cluster.models import GroupSetup
from fairlap.cluster.needs import require_fit
from fairlap.cluster.on_ray import RayCluster, RayGroup
from fairlap.cluster.pool import Built, Pool
from fairlap.cluster.rounds import ClusterRounds
from fairlap.errors import UsageError
from fairlap.generators.tools.tool import Tool
from fairlap.host import fingerprint
from fairlap.plan.course import Course
from fairlap.plan.heats import machines_worth
from fairlap.plan.pace import MOST_ROUNDS
from fairlap.race.events import Notice, Observer, StageBegan
from fairlap.race.field import Chosen, Field, broken_manifests
from fairlap.race.race import race
from fairlap.race.request import RaceOutcome, RaceRequest
from fairlap.race.resume import Resumable
from fairlap.race.rounds import Planning
from fairlap.race.run import Measuring
from fairlap.race.stored_request import ClusterChoice
from fairlap.race.venue import Opened, Ready
from fairlap.samples import Machine, Skip

LEAST_COMMON_LAP_MS = 250
"""The shortest laps of several generators; other lengths are not tried."""


def cluster_race(request: RaceRequest, choice: ClusterChoice, observer: Observer) -> RaceOutcome:
    """Run a race on a cluster. Raises as `race`, also UsageError for missing requirements, and NoMachinesError."""
    return race(with_common_laps(request, choice, observer), observer, OnCluster(choice))


def resume_on_cluster(found: Resumable, request: RaceRequest, observer: Observer) -> RaceOutcome:
    """Run the rest of a run. Raises as `cluster_race`, also when it cannot be resumed."""
    assert found.original.cluster is not None, "it ran on a cluster"
    return race(request, observer, OnCluster(found.original.cluster), found)


def with_common_laps(request: RaceRequest, choice: ClusterChoice, observer: Observer) -> RaceRequest:
    """Return the request with laps long enough for several generators, whose starts differ slightly."""
    load = request.suite.load
    if choice.generators == 1 or load.lap_ms >= LEAST_COMMON_LAP_MS:
        return request
    observer(Notice(f"laps take {LEAST_COMMON_LAP_MS} ms, as {choice.generators} generators start about 1 ms apart"))
    suite = request.suite.model_copy(update={"load": load.model_copy(update={"lap_ms": LEAST_COMMON_LAP_MS})})
    return replace(request, suite=suite)


@dataclass(frozen=True)
class OnCluster:
    """Runs races on the machines of a cluster."""

    cluster: ClusterChoice

    @contextmanager
    def prepare(
        self, run: str, request: RaceRequest, entries: Chosen, tool: Tool | None, observer: Observer
    ) -> Iterator[Ready]:
        """Start Fairlap on the machines, and build all contestants on each of them."""
        choice, suite = self.cluster, request.suite
        observer(StageBegan(f"checking the cluster {choice.address}"))
        setup = GroupSetup(
            run=run,
            workers=suite.workers,
            connections=request.most_connections,
            engine=suite.load.engine,
            with_services=tuple(scenario.name for scenario, _ in entries if scenario.services),
        )
        require_fit(choice, services=bool(setup.with_services))
        with RayCluster(choice.address, request.catalog.root) as cluster:
            pool = Pool(cluster, choice, setup, observer)
            try:
                rounds = suite.rounds if request.goal.budget_s is None else MOST_ROUNDS
                pool.start(most=sum(machines_worth(len(field), rounds) for _, field in entries))
                built = pool.prepare(_names(request, entries))
                yield Ready(
                    field=_field(request, entries, built.skips, observer),
                    versions=built.versions,
                    builds=built.builds,
                    open=partial(_opened, pool, built),
                    at_once=len(pool.groups),
                    fixed_length=choice.generators > 1,
                )
            finally:
                pool.stop()


@contextmanager
def _opened(pool: Pool, built: Built) -> Iterator[Opened]:
    """Prepare the machines for heats, which run in parallel."""
    pool.open()
    isolation, facts = pool.isolation, [facts for group in pool.groups for facts in group.facts]
    assert isolation is not None, "the groups were opened"
    version = next(one.fairload for one in facts if one.fairload)
    reasons = list(dict.fromkeys([*isolation.reasons, *(reason for one in facts for reason in one.reasons)]))
    # The machines of the run are stored separately.
    yield Opened(Measuring(fingerprint().as_json(), isolation, version, version), partial(_run, pool, built), reasons)


def _run(pool: Pool, built: Built, planning: Planning, courses: Sequence[Course], known: Sequence[Machine]) -> None:
    """Run heats in parallel; scenarios prefer the machines of earlier rounds."""
    stored = {(machine.name, machine.site) for machine in known}

    def joined(group: RayGroup) -> None:
        for machine in map(as_machine, group.facts):
            if (machine.name, machine.site) not in stored:
                stored.add((machine.name, machine.site))
                planning.store.add(planning.run_id, machine)

    for group in pool.groups:
        joined(group)
    rounds = ClusterRounds(planning, pool, built, joined)
    for course in courses:
        for record in course.rounds:
            if record.machine is not None:
                rounds.homes.setdefault(course.scenario, {})[record.machine] = None
    rounds.run(courses)


def _names(request: RaceRequest, entries: Chosen) -> list[str]:
    return sorted({request.suite.reference} | {item.name for _, field in entries for item in field})


def _field(request: RaceRequest, entries: Chosen, skips: Mapping[str, Skip], observer: Observer) -> Field:
    """Return the contestants that can race on all machines. Raises UsageError when the reference cannot."""
    if request.suite.reference in skips:
        skip = skips[request.suite.reference]
        raise UsageError(f"the reference contestant cannot run: {skip.reason}", hint=skip.hint)
    for skip in skips.values():
        observer(Notice(f"{skip.contestant}: {skip.status}: {skip.reason}"))
    skipped = tuple(
        Skip(item.name, scenario.name, skips[item.name].status, skips[item.name].reason, skips[item.name].hint)
        for scenario, field in entries
        for item in field
        if item.name in skips
    )
    able = tuple(
        (scenario.name, tuple(item.name for item in field if item.name not in skips)) for scenario, field in entries
    )
    return Field(tuple(scenario for scenario, _ in entries), able, {}, (*skipped, *broken_manifests(request, entries)))
