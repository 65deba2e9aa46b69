"""Runs the rounds of a run on a cluster: assigns heats to free groups, and again to others when a group is lost."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from fairlap.cluster.models import SiteLostError
from fairlap.cluster.on_ray import RayGroup, RayPending
from fairlap.cluster.pool import Built, Pool
from fairlap.plan.course import Course
from fairlap.plan.heats import PlannedRound, machines_worth
from fairlap.race.events import Notice
from fairlap.race.heat import HeatDone
from fairlap.race.rounds import Planning

MOST_ATTEMPTS = 3
"""A heat that was lost with this many groups is not tried again, as it may be the cause."""


@dataclass
class Job:
    """A heat to run."""

    course: Course
    planned: PlannedRound
    attempts: int = 0


@dataclass
class Running:
    """A running heat."""

    job: Job
    group: RayGroup
    pending: RayPending[HeatDone]


@dataclass
class ClusterRounds:
    """Runs the rounds of all scenarios on a pool; stores each when it is finished.

    `joined` is called for a group that replaces a lost one.
    """

    planning: Planning
    pool: Pool
    built: Built
    joined: Callable[[RayGroup], None]
    waiting: deque[Job] = field(default_factory=deque)
    running: list[Running] = field(default_factory=list)
    homes: dict[str, dict[str, None]] = field(default_factory=dict)
    """The server sites of each scenario, in order of first use."""

    racing: int = 1
    """The number of scenarios that have not stopped."""

    def run(self, courses: Sequence[Course]) -> None:
        """Run until every course has stopped.

        Raises:
            StartError: the reference contestant failed.
            NoMachinesError: there are no machines left.
            SiteLostError: a heat was lost with its machines repeatedly.
        """
        while True:
            self.racing = sum(course.stopped is None for course in courses)
            self._plan(courses)
            self._assign()
            if not self.running:
                return
            ready = self.pool.wait([each.pending for each in self.running])
            for each in [each for each in self.running if each.pending in ready]:
                self.running.remove(each)
                self._finish(each)
            self._join(self.pool.grow(self.built))

    def _plan(self, courses: Sequence[Course]) -> None:
        """Plan the next round of every scenario without running or waiting heats."""
        busy = {job.course.scenario for job in self.waiting} | {each.job.course.scenario for each in self.running}
        for course in courses:
            if course.stopped is None and course.scenario not in busy:
                self.waiting += [Job(course, planned) for planned in self.planning.next_round(course, courses)]

    def _assign(self) -> None:
        """Assign heats, preferably to earlier machines of their scenario, where comparisons are more precise."""
        busy = [each.group for each in self.running]
        free = [group for group in self.pool.groups if group not in busy]
        waits: set[str] = set()  # scenarios whose heats get no group in this pass
        for job in tuple(self.waiting):
            if not free:
                return
            if job.course.scenario in waits or not self._may_begin(job):
                continue
            group = self._group_for(job, free)
            if group is None:
                waits.add(job.course.scenario)
                continue
            free.remove(group)
            self.waiting.remove(job)
            self.homes.setdefault(job.course.scenario, {})[group.group.server] = None
            self.running.append(self._begin(job, group))

    def _group_for(self, job: Job, free: Sequence[RayGroup]) -> RayGroup | None:
        """Return an earlier group of the scenario, otherwise a new one with few scenarios; `None`: wait."""
        alive = {group.group.server for group in self.pool.groups}
        homes = [server for server in self.homes.get(job.course.scenario, {}) if server in alive]
        known = next((group for server in homes for group in free if group.group.server == server), None)
        if known is not None or len(homes) >= self._most_homes(job.course):
            return known
        return min(
            free, key=lambda group: sum(group.group.server in homes for homes in self.homes.values()), default=None
        )

    def _most_homes(self, course: Course) -> int:
        """Return the maximum number of groups for a scenario: its share, but more would cost it its intervals."""
        share = -(-len(self.pool.groups) // max(1, self.racing))
        return min(machines_worth(len(course.names), course.planned), max(1, share))

    def _may_begin(self, job: Job) -> bool:
        """Return whether a heat need not wait for the trial of lap lengths in its round."""
        trying = (each.job for each in self.running if each.job.planned.trial_s)
        return all(other.course is not job.course for other in trying)

    def _begin(self, job: Job, group: RayGroup) -> Running:
        self.planning.begin_round(job.course, job.planned)
        order = self.planning.order(job.course, job.planned)
        return Running(job, group, group.run(replace(order, label=f"{order.label}, on {group.group.server}")))

    def _finish(self, ended: Running) -> None:
        job = ended.job
        try:
            done = ended.pending.result(0)
        except SiteLostError as error:
            self._lost(ended, error)
            return
        self.planning.keep(job.course, done)

    def _lost(self, ended: Running, error: SiteLostError) -> None:
        """Queue a lost heat again, first, for other machines."""
        job, server = ended.job, ended.group.group.server
        job.attempts += 1
        self.pool.drop(ended.group)
        heat = f"round {job.planned.number}, heat {job.planned.heat.number} of {job.course.scenario}"
        if job.attempts == MOST_ATTEMPTS:
            hint = "finished rounds are kept; see the logs on its machines"
            raise SiteLostError(f"{heat} was lost {job.attempts} times, last: {error.line()}", where=server, hint=hint)
        self.planning.observer(Notice(f"{error.line()}: running {heat} again elsewhere"))
        self.waiting.appendleft(job)
        self._join(self.pool.replace(self.built))

    def _join(self, group: RayGroup | None) -> None:
        if group is not None:
            self.joined(group)
