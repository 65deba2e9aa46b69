"""The groups of machines of one race: made ready, replaced when one is lost, let go at the end."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from fairlap.cluster.groups import plan_groups
from fairlap.cluster.models import GroupSetup, Node, SiteLostError
from fairlap.cluster.on_ray import RayCluster, RayDesk, RayGroup, RayPending, wait_for_one
from fairlap.errors import FairlapError, UsageError
from fairlap.hosting.isolation import Isolation
from fairlap.race.asked import ClusterAsked
from fairlap.race.events import Notice, Observer, StageBegan
from fairlap.samples import Skip

END_BOUND_S = 10.0
"""For heats to end when the race is stopped; what does not is killed, and cleared up on its machine."""

REPLACE_BOUND_S = 60.0
"""How long a race without a group waits for machines."""

_LOOK_AGAIN_S = 1.0

Told = TypeVar("Told")


class NoMachinesError(FairlapError):
    """All groups were lost, and no machine came in their place."""


@dataclass(frozen=True, slots=True)
class Built:
    """Who can race: versions and builds by name; and who cannot, on at least one machine."""

    versions: Mapping[str, str | None]
    builds: Mapping[str, str]
    skips: Mapping[str, Skip]


class Pool:
    """Groups that are ready for heats.

    Args:
        cluster: where machines are.
        asked: how many generators a group has.
        setup: what all sites are told.
        observer: hears what heats tell, whenever something is waited for.
    """

    def __init__(self, cluster: RayCluster, asked: ClusterAsked, setup: GroupSetup, observer: Observer) -> None:
        self._cluster = cluster
        self._asked = asked
        self._setup = setup
        self._observer = observer
        self._desk: RayDesk = cluster.desk()
        self._news = self._desk.take()
        self.groups: list[RayGroup] = []
        self._wanted = 0
        self._tried: tuple[Node, ...] = ()
        self.isolation: Isolation | None = None

    def start(self, most: int) -> None:
        """Start as many groups as there are machines for, and no more than `most`.

        Raises:
            UsageError: a resource is missing, or a machine lacks something.
            SiteLostError: machines cannot be had.
        """
        services = bool(self._setup.with_services)
        planned = plan_groups(self._cluster.nodes(), self._asked, services=services)[:most]
        self._wanted = len(planned)
        self._observer(StageBegan(f"sending Fairlap to {sum(len(group.nodes) for group in planned)} machines"))
        for group in planned:  # one by one: those before a group whose machines are taken must be let go, too
            self.groups.append(RayGroup(group, self._setup, self._desk))
        for started in self.groups:
            started.await_start()

    def prepare(self, names: Sequence[str]) -> Built:
        """Build everyone on all server sites at the same time."""
        waiting = [group.prepare(names) for group in self.groups]
        versions: dict[str, str | None] = {}
        builds: dict[str, str] = {}
        skips: dict[str, Skip] = {}
        for group, pending in zip(self.groups, waiting, strict=True):
            for built in self._await(pending):
                if built.skip is not None:
                    skips.setdefault(built.name, _on(built.skip, group.group.server, len(self.groups)))
                elif versions.setdefault(built.name, built.version) != built.version:
                    reason = f"its version is {versions[built.name]} on one machine, {built.version} on another"
                    skips.setdefault(built.name, Skip(built.name, "", "skipped", reason, "install the same on all"))
                elif built.build is not None:
                    builds[built.name] = built.build
        return Built(versions, builds, skips)

    def open(self) -> Isolation:
        """Make all groups ready. Raises UsageError when contestants are kept apart differently on their machines."""
        waiting = [group.open() for group in self.groups]
        for group, pending in zip(self.groups, waiting, strict=True):
            self._must_isolate_alike(group, self._await(pending))
        assert self.isolation is not None
        return self.isolation

    def wait(self, pending: Sequence[RayPending[Any]]) -> tuple[RayPending[Any], ...]:
        """Those that have come to an end, once there is any; meanwhile the observer hears what heats tell."""
        while True:
            ready = wait_for_one([*pending, self._news])
            if self._news in ready:
                for event in self._news.result(END_BOUND_S):
                    self._observer(event)
                self._news = self._desk.take()
            done = tuple(each for each in ready if each is not self._news and each in pending)
            if done:
                return done

    def drop(self, group: RayGroup) -> None:
        """It was lost: what is left of it goes."""
        group.kill()
        self.groups.remove(group)

    def replace(self, built: Built) -> RayGroup | None:
        """One more group of machines that are in none; `None` when there is none.

        Raises:
            NoMachinesError: there is no other group either, and none came in time.
        """
        deadline = time.monotonic() + REPLACE_BOUND_S
        while True:
            try:
                return self._one_more(built)
            except (SiteLostError, UsageError) as error:
                if self.groups:
                    self._observer(Notice(f"no machines in their place: {error.line()}"))
                    return None
                if time.monotonic() > deadline:
                    hint = f"finished rounds are kept: fairlap resume {self._setup.run}"
                    raise NoMachinesError(f"no machines are left to race on: {error.message}", hint=hint) from error
            self._observer(StageBegan("waiting for machines"))
            time.sleep(_LOOK_AGAIN_S)  # Ray tells nobody that a machine has joined

    def grow(self, built: Built) -> RayGroup | None:
        """Start one more group when one was lost and other machines are free than at the last attempt."""
        if len(self.groups) == self._wanted or self._free() == self._tried:
            return None
        try:
            return self._one_more(built)
        except (SiteLostError, UsageError):  # too few machines, or not as they must be: `replace` has said so
            return None

    def stop(self) -> None:
        """End what is going on, and let all machines go."""
        self._desk.stop()
        for group in self.groups:
            group.quit(END_BOUND_S)
        self.groups = []

    def _free(self) -> tuple[Node, ...]:
        taken = {node.address for group in self.groups for node in group.group.nodes}
        return tuple(node for node in self._cluster.nodes() if node.address not in taken)

    def _one_more(self, built: Built) -> RayGroup:
        self._tried = self._free()
        planned = plan_groups(self._tried, self._asked, services=bool(self._setup.with_services))[0]
        group = RayGroup(planned, self._setup, self._desk)
        try:
            group.await_start()
            self._must_build_alike(group, built)
            self._must_isolate_alike(group, self._await(group.open()))
        except BaseException:
            group.kill()
            raise
        self.groups.append(group)
        return group

    def _must_build_alike(self, group: RayGroup, built: Built) -> None:
        for one in self._await(group.prepare(sorted(set(built.versions) - set(built.skips)))):
            if one.skip is not None:
                raise UsageError(f"{one.name} cannot run there: {one.skip.reason}", where=group.group.server)
            if one.version != built.versions[one.name]:
                told = f"{one.name} is {one.version} there and {built.versions[one.name]} elsewhere"
                raise UsageError(told, where=group.group.server)

    def _must_isolate_alike(self, group: RayGroup, isolation: Isolation) -> None:
        if self.isolation is None:
            self.isolation = isolation
        if isolation.kind != self.isolation.kind:
            told = (
                f"contestants are kept apart by {', '.join(isolation.kind)} there, by {', '.join(self.isolation.kind)}"
            )
            raise UsageError(f"{told} elsewhere", where=group.group.server, hint="fairlap doctor --cluster says why")

    def _await(self, pending: RayPending[Told]) -> Told:
        self.wait([pending])
        return pending.result(END_BOUND_S)


def _on(skip: Skip, server: str, groups: int) -> Skip:
    """Says where, if there is more than one place."""
    reason = skip.reason if groups == 1 else f"{skip.reason} (on {server})"
    return Skip(skip.contestant, skip.scenario, skip.status, reason, skip.hint)
