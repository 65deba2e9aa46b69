"""The groups of machines of one race: opened, replaced when one is lost, released at the end."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from fairlap.cluster.groups import plan_groups
from fairlap.cluster.models import GroupSetup, Node, SiteLostError
from fairlap.cluster.on_ray import RayCluster, RayDesk, RayGroup, RayPending, wait_for_one
from fairlap.errors import FairlapError, UsageError
from fairlap.hosting.isolation import Isolation
from fairlap.race.events import Notice, Observer, StageBegan
from fairlap.race.stored_request import ClusterChoice
from fairlap.samples import Skip

END_BOUND_S = 10.0
"""How long heats may take to end when the race is stopped, before they are killed."""

REPLACE_BOUND_S = 60.0
"""How long a race without a group waits for machines."""

_LOOK_AGAIN_S = 1.0

Result = TypeVar("Result")


class NoMachinesError(FairlapError):
    """All groups were lost, and there are no other machines."""


@dataclass(frozen=True, slots=True)
class Built:
    """Versions and builds of contestants by name, and those that cannot race on at least one machine."""

    versions: Mapping[str, str | None]
    builds: Mapping[str, str]
    skips: Mapping[str, Skip]


class Pool:
    """Groups that are ready for heats.

    Args:
        cluster: the cluster of the machines.
        choice: the number of generators of a group.
        setup: the settings of all sites.
        observer: gets the events of heats while the pool waits.
    """

    def __init__(self, cluster: RayCluster, choice: ClusterChoice, setup: GroupSetup, observer: Observer) -> None:
        self._cluster = cluster
        self._choice = choice
        self._setup = setup
        self._observer = observer
        self._desk: RayDesk = cluster.desk()
        self._events = self._desk.take()
        self.groups: list[RayGroup] = []
        self._wanted = 0
        self._tried: tuple[Node, ...] = ()
        self.isolation: Isolation | None = None

    def start(self, most: int) -> None:
        """Start as many groups as possible, at most `most`.

        Raises:
            UsageError: a resource is missing, or a machine does not meet a requirement.
            SiteLostError: machines are not available.
        """
        services = bool(self._setup.with_services)
        planned = plan_groups(self._cluster.nodes(), self._choice, services=services)[:most]
        self._wanted = len(planned)
        self._observer(StageBegan(f"sending Fairlap to {sum(len(group.nodes) for group in planned)} machines"))
        for group in planned:  # one by one, so that earlier groups are released if one fails
            self.groups.append(RayGroup(group, self._setup, self._desk))
        for started in self.groups:
            started.await_start()

    def prepare(self, names: Sequence[str]) -> Built:
        """Build all contestants on all server sites at the same time."""
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
        """Open all groups. Raises UsageError when their isolation differs."""
        waiting = [group.open() for group in self.groups]
        for group, pending in zip(self.groups, waiting, strict=True):
            self._require_same_isolation(group, self._await(pending))
        assert self.isolation is not None
        return self.isolation

    def wait(self, pending: Sequence[RayPending[Any]]) -> tuple[RayPending[Any], ...]:
        """Wait for at least one answer and return all that are done; pass events to the observer meanwhile."""
        while True:
            ready = wait_for_one([*pending, self._events])
            if self._events in ready:
                for event in self._events.result(END_BOUND_S):
                    self._observer(event)
                self._events = self._desk.take()
            done = tuple(each for each in ready if each is not self._events and each in pending)
            if done:
                return done

    def drop(self, group: RayGroup) -> None:
        """Remove a lost group."""
        group.kill()
        self.groups.remove(group)

    def replace(self, built: Built) -> RayGroup | None:
        """Add a group of unused machines; return `None` when there is none.

        Raises:
            NoMachinesError: there is no other group, and no machines became available in time.
        """
        deadline = time.monotonic() + REPLACE_BOUND_S
        while True:
            try:
                return self._one_more(built)
            except (SiteLostError, UsageError) as error:
                if self.groups:
                    self._observer(Notice(f"no replacement machines: {error.line()}"))
                    return None
                if time.monotonic() > deadline:
                    hint = f"finished rounds are kept: fairlap resume {self._setup.run}"
                    raise NoMachinesError(f"no machines are left to race on: {error.message}", hint=hint) from error
            self._observer(StageBegan("waiting for machines"))
            time.sleep(_LOOK_AGAIN_S)  # Ray has no event for a new machine

    def grow(self, built: Built) -> RayGroup | None:
        """Replace a lost group when other machines are free than at the last attempt; otherwise return `None`."""
        if len(self.groups) == self._wanted or self._free() == self._tried:
            return None
        return self.replace(built)

    def stop(self) -> None:
        """End all heats and release all machines."""
        self._desk.stop()
        for group in self.groups:
            group.quit(END_BOUND_S)
        self.groups = []

    def _free(self) -> tuple[Node, ...]:
        taken = {node.address for group in self.groups for node in group.group.nodes}
        return tuple(node for node in self._cluster.nodes() if node.address not in taken)

    def _one_more(self, built: Built) -> RayGroup:
        self._tried = self._free()
        planned = plan_groups(self._tried, self._choice, services=bool(self._setup.with_services))[0]
        group = RayGroup(planned, self._setup, self._desk)
        try:
            group.await_start()
            self._require_same_builds(group, built)
            self._require_same_isolation(group, self._await(group.open()))
        except BaseException:
            group.kill()
            raise
        self.groups.append(group)
        return group

    def _require_same_builds(self, group: RayGroup, built: Built) -> None:
        for one in self._await(group.prepare(sorted(set(built.versions) - set(built.skips)))):
            if one.skip is not None:
                raise UsageError(f"{one.name} cannot run there: {one.skip.reason}", where=group.group.server)
            if one.version != built.versions[one.name]:
                message = f"{one.name} has version {one.version} there, but {built.versions[one.name]} elsewhere"
                raise UsageError(message, where=group.group.server)

    def _require_same_isolation(self, group: RayGroup, isolation: Isolation) -> None:
        if self.isolation is None:
            self.isolation = isolation
        if isolation.kind != self.isolation.kind:
            message = f"isolation is {', '.join(isolation.kind)} there, but {', '.join(self.isolation.kind)} elsewhere"
            raise UsageError(message, where=group.group.server, hint="see fairlap doctor --cluster")

    def _await(self, pending: RayPending[Result]) -> Result:
        self.wait([pending])
        return pending.result(END_BOUND_S)


def _on(skip: Skip, server: str, groups: int) -> Skip:
    """Add the machine to the reason if there are several."""
    reason = skip.reason if groups == 1 else f"{skip.reason} (on {server})"
    return Skip(skip.contestant, skip.scenario, skip.status, reason, skip.hint)
