"""Ray, and nothing else of Fairlap imports it: machines, groups of them, and the sites on them as actors.

What goes wrong on a machine arrives as `SiteLostError`; what a site raises arrives as what it is.
"""

import logging
import os
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, Generic, Self, TypeAlias

import ray
from ray.exceptions import GetTimeoutError, RayActorError, RayError, RayTaskError, RuntimeEnvSetupError
from ray.util.placement_group import PlacementGroup, placement_group, remove_placement_group
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy, PlacementGroupSchedulingStrategy

from fairlap.cluster import probe
from fairlap.cluster.actors import SiteActor, generator_site, server_site, services_site
from fairlap.cluster.desk import Desk
from fairlap.cluster.groups import Group, Placed, together_of
from fairlap.cluster.hosting import isolation_here
from fairlap.cluster.models import (
    RESOURCES,
    BuiltContestant,
    GroupSetup,
    Node,
    NodeReport,
    SiteFacts,
    SiteLostError,
)
from fairlap.cluster.peer import Arguments, Told
from fairlap.cluster.server import ServerSite
from fairlap.errors import FairlapError, UsageError
from fairlap.hosting.isolation import Isolation
from fairlap.race.events import Event
from fairlap.race.order import HeatDone, HeatOrder
from fairlap.samples import SiteName

START_BOUND_S = 180.0
"""For a machine to get what a race needs, and for a site to be there."""

CLAIM_BOUND_S = 15.0
_PIN = 0.001
"""So much of the resource that Ray gives to each address: enough to be put there."""

Handle: TypeAlias = Any
"""Of an actor: Ray gives their methods no types."""


class RayPending(Generic[Told]):
    """An answer that is under way from the site at `address`."""

    def __init__(self, reference: "ray.ObjectRef[Any]", address: str) -> None:
        self.reference = reference
        self.address = address

    def result(self, timeout_s: float) -> Told:
        """Wait for it. Raises SiteLostError, or what the site raised."""
        try:
            told: Told = ray.get(self.reference, timeout=timeout_s)
        except GetTimeoutError as error:
            raise SiteLostError(f"did not answer within {timeout_s:.0f} s", where=self.address) from error
        except RayActorError as error:
            raise SiteLostError(
                "is gone: its machine, or Fairlap's process on it, has ended", where=self.address
            ) from error
        except RuntimeEnvSetupError as error:
            said = " ".join(str(error).split())
            raise UsageError(f"cannot be set up for a race: {said}", where=self.address) from error
        except RayTaskError as error:
            if isinstance(error.cause, FairlapError):
                raise error.cause from None
            raise
        return told


class RaySite:
    """A site on another machine (a `Peer`)."""

    def __init__(self, handle: Handle, facts: SiteFacts) -> None:
        self._handle = handle
        self.facts = facts

    def ask(
        self, method: Callable[Concatenate[Any, Arguments], Told], *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> RayPending[Told]:
        """Call a method of it."""
        assert not named, "by position only"
        return RayPending(self._handle.ask.remote(method.__name__, *arguments), self.facts.address)


class RaySender:
    """Hands events on to the desk; hears with the next ones whether the heat is wanted."""

    def __init__(self, desk: Handle) -> None:
        self._desk = desk
        self._pending: Any = None
        self._wanted = True

    def __call__(self, events: tuple[Event, ...]) -> bool:
        if self._pending is not None and ray.wait([self._pending], timeout=0)[0]:
            try:
                self._wanted = ray.get(self._pending)
            except RayActorError:  # the driver has gone
                self._wanted = False
        self._pending = self._desk.tell.remote(events)
        return self._wanted


class RayGroup:
    """The sites of one group, on machines that nobody else's race has meanwhile.

    Args:
        group: its machines.
        setup: what its sites are told.
        desk: where its heats tell what they do.

    Raises:
        SiteLostError: its machines cannot be had.
    """

    def __init__(self, group: Group, setup: GroupSetup, desk: "RayDesk") -> None:
        self.group = group
        self.facts: tuple[SiteFacts, ...] = ()
        self._actors: list[Handle] = []
        self._claim = _claim(group)
        try:
            self._starting = self._start(setup, desk.handle)
        except BaseException:
            self.kill()
            raise

    def _start(self, setup: GroupSetup, desk: Handle) -> "list[tuple[SiteName, Handle, RayPending[SiteFacts]]]":
        """Everything starts at the same time."""
        server = self.group.server
        run = f"{setup.run}-{server.replace('.', '-').replace(':', '-')}"
        waiting = []
        for index, placed in enumerate(self.group.sites):
            actor, address = self._actor(placed, index), placed.node.address
            together = together_of(self.group, index, setup) if address == server else None
            match placed.site:
                case "server":
                    sender = RaySender(desk)
                    told = actor.start.remote(server_site, address, run, setup.workers, setup.connections, sender)
                case "generator":
                    told = actor.start.remote(generator_site, address, server, run, together)
                case "services":
                    told = actor.start.remote(services_site, address, run, setup.with_services, together)
            waiting.append((placed.site, actor, RayPending[SiteFacts](told, address)))
        return waiting

    def await_start(self) -> None:
        """Wait until all its sites are there. Raises SiteLostError, or what a site raised, with its address."""
        started: dict[SiteName, list[RaySite]] = {}
        for site, actor, pending in self._starting:
            try:
                started.setdefault(site, []).append(RaySite(actor, pending.result(START_BOUND_S)))
            except FairlapError as error:
                raise error.on(pending.address) from None
        (self._server,) = started["server"]
        self.generators = started["generator"]
        self._services = next(iter(started.get("services", ())), None)
        self.facts = tuple(site.facts for sites in started.values() for site in sites)

    def prepare(self, names: Sequence[str]) -> RayPending[tuple[BuiltContestant, ...]]:
        """Build contestants on the server site."""
        return self._server.ask(ServerSite.prepare, tuple(names))

    def open(self) -> RayPending[Isolation]:
        """Be ready for heats."""
        return self._server.ask(ServerSite.open, self.generators, self._services)

    def run(self, order: HeatOrder) -> RayPending[HeatDone]:
        """One round of one heat."""
        return self._server.ask(ServerSite.run, order)

    def quit(self, timeout_s: float) -> None:
        """End what runs on its machines, then its sites. What does not end in time is killed, and cleared up there."""
        if self.facts:  # sites that did not all start have run nothing, and the server may be missing
            with suppress(FairlapError):
                self._server.ask(ServerSite.quit).result(timeout_s)
        self.kill()

    def kill(self) -> None:
        """End its sites at once, and let its machines go."""
        for actor in self._actors:
            ray.kill(actor)
        remove_placement_group(self._claim)

    def _actor(self, placed: Placed, index: int) -> Handle:
        """An actor of the right kind on the machine where it belongs."""
        bundle = [node.address for node in self.group.nodes].index(placed.node.address)
        there = PlacementGroupSchedulingStrategy(self._claim, bundle)
        actor = (
            ray.remote(SiteActor)
            .options(num_cpus=0, resources={RESOURCES[placed.site]: 1.0}, scheduling_strategy=there)
            .remote()
        )
        self._actors.append(actor)
        return actor


def _claim(group: Group) -> PlacementGroup:
    """All that the group's machines have for Fairlap, so that no other race comes beside this one."""
    bundles = [
        {f"node:{node.address}": _PIN} | {RESOURCES[site]: float(count) for site, count in node.free.items() if count}
        for node in group.nodes
    ]
    claim: PlacementGroup = placement_group(bundles, strategy="STRICT_SPREAD" if len(bundles) > 1 else "STRICT_PACK")
    if not claim.wait(CLAIM_BOUND_S):
        remove_placement_group(claim)
        addresses = ", ".join(node.address for node in group.nodes)
        raise SiteLostError("cannot be had: another race has them, or they have gone", where=addresses)
    return claim


class RayCluster:
    """A connection to a cluster. Leaving the `with` block ends it, and with it every site that was started.

    Args:
        address: of the cluster's head, or "auto".
        package, catalog: what is sent to its machines; `None`: nothing, for a first look at them.

    Raises:
        UsageError: it cannot be reached, does not know our token, or takes no token at all.
    """

    def __init__(self, address: str, package: Path | None = None, catalog: Path | None = None) -> None:
        self._address = address
        environment = None if package is None else {"py_modules": [str(package)], "working_dir": str(catalog)}
        os.environ.setdefault("RAY_NUM_REDIS_GET_RETRIES", "1")  # whoever refuses our token will not change his mind
        try:
            with _quiet():
                ray.init(address=address, runtime_env=environment, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, RayError, RuntimeError, ValueError) as error:
            raise _not_joined(address, error) from error

    def nodes(self) -> tuple[Node, ...]:
        """Its living machines, by address."""
        found = (
            Node(
                str(node["NodeManagerAddress"]),
                {site: int(node["Resources"].get(name, 0)) for site, name in RESOURCES.items()},
            )
            for node in ray.nodes()
            if node["Alive"]
        )
        return tuple(sorted(found, key=lambda node: node.address))

    def examine(self, requirements: Mapping[str, str]) -> dict[str, NodeReport]:
        """What each living machine says of itself, by address."""
        ray.cloudpickle.register_pickle_by_value(probe)
        reports = {}
        for address, pending in _on_each(probe.examine_node, dict(requirements)).items():
            facts, differing = pending.result(START_BOUND_S)
            reports[address] = NodeReport(address=address, differing=differing, **facts)
        return reports

    def isolation_of(self, addresses: Sequence[str]) -> dict[str, Isolation | FairlapError]:
        """How contestants would be kept apart on these machines, or why Fairlap does not run there."""
        found: dict[str, Isolation | FairlapError] = {}
        for address, pending in _on_each(isolation_here).items():
            if address in addresses:
                try:
                    found[address] = pending.result(START_BOUND_S)
                except FairlapError as error:
                    found[address] = error
        return found

    def desk(self) -> "RayDesk":
        """Where heats tell what they do: on this machine."""
        here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
        return RayDesk(ray.remote(Desk).options(num_cpus=0, scheduling_strategy=here).remote())

    def close(self) -> None:
        """Let go of it."""
        ray.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _on_each(function: Callable[..., Any], *arguments: object) -> dict[str, RayPending[Any]]:
    """Run a function on every living machine, by address."""
    task, asked = ray.remote(num_cpus=0)(function), {}
    for node in ray.nodes():
        if node["Alive"]:
            address, there = str(node["NodeManagerAddress"]), NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
            asked[address] = RayPending[Any](task.options(scheduling_strategy=there).remote(*arguments), address)
    return asked


@contextmanager
def _quiet() -> Iterator[None]:
    """What Ray's core writes on stderr by itself is not for people: errors are told as errors."""
    kept = os.dup(2)
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _not_joined(address: str, error: Exception) -> UsageError:
    """Why a cluster cannot be joined, in one line."""
    told = "".join(traceback.format_exception(error))
    if "InvalidAuthToken" in told or "AuthenticationError" in told:
        hint = "RAY_AUTH_TOKEN or ~/.ray/auth_token must be what Ray was started with"
        return UsageError("the cluster does not take our token", where=address, hint=hint)
    hint = "give the address that `ray start --head` printed, and run fairlap on a machine of the cluster"
    return UsageError(f"no cluster of Ray can be joined: {str(error).splitlines()[0]}", where=address, hint=hint)


class RayDesk:
    """The desk of this driver."""

    def __init__(self, handle: Handle) -> None:
        self.handle = handle

    def take(self) -> RayPending[tuple[Event, ...]]:
        """What is told next."""
        return RayPending(self.handle.take.remote(), "the driver's desk")

    def stop(self) -> None:
        """No heat is wanted any more."""
        self.handle.stop.remote()


def wait_for_one(pending: Sequence[RayPending[Any]], timeout_s: float | None = None) -> tuple[RayPending[Any], ...]:
    """Those that have come to an end, once there is any; none when that takes longer than `timeout_s`."""
    ready, _ = ray.wait([each.reference for each in pending], num_returns=1, timeout=timeout_s)
    return tuple(each for each in pending if each.reference in ready)
