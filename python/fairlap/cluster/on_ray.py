"""The only module that imports Ray: machines, groups of machines, and their sites as actors.

Failures of machines are raised as `SiteLostError`, exceptions of sites as they are.
"""

import logging
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, Generic, Self, TypeAlias

# Ray tries for 20 s with a token that is rejected. It reads this number, of seconds and tries, when it is imported.
os.environ.setdefault("RAY_NUM_REDIS_GET_RETRIES", "3")

import ray
from ray.exceptions import GetTimeoutError, RayActorError, RayError, RayTaskError, RuntimeEnvSetupError
from ray.util.placement_group import PlacementGroup, placement_group, remove_placement_group
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy, PlacementGroupSchedulingStrategy

from fairlap.cluster import probe
from fairlap.cluster.actors import SiteActor, generator_site, server_site, services_site
from fairlap.cluster.groups import Group, Placed, colocation_of
from fairlap.cluster.machine import isolation_here
from fairlap.cluster.models import (
    RESOURCES,
    Arguments,
    BuiltContestant,
    GroupSetup,
    Node,
    NodeReport,
    Result,
    SiteFacts,
    SiteLostError,
)
from fairlap.cluster.package import copies
from fairlap.cluster.reporter import Desk
from fairlap.cluster.server import ServerSite
from fairlap.errors import FairlapError, UsageError
from fairlap.hosting.isolation import Isolation
from fairlap.race.events import Event
from fairlap.race.heat import HeatDone, HeatOrder
from fairlap.samples import SiteName

START_BOUND_S = 180.0
"""How long a machine may take to receive Fairlap and to start a site."""

CLAIM_BOUND_S = 15.0
_PIN = 0.001
"""A small share of the resource that Ray defines for each address, to select the machine."""

Handle: TypeAlias = Any
"""An actor: Ray gives their methods no types."""


class RayPending(Generic[Result]):
    """A pending answer of the site at `address`."""

    def __init__(self, reference: "ray.ObjectRef[Any]", address: str) -> None:
        self.reference = reference
        self.address = address

    def result(self, timeout_s: float) -> Result:
        """Wait for the answer. Raises SiteLostError, or the exception of the site."""
        try:
            answer: Result = ray.get(self.reference, timeout=timeout_s)
        except GetTimeoutError as error:
            raise SiteLostError(f"did not answer within {timeout_s:.0f} s", where=self.address) from error
        except RayActorError as error:
            raise SiteLostError("the machine, or Fairlap's process on it, has ended", where=self.address) from error
        except RuntimeEnvSetupError as error:
            reason = " ".join(str(error).split())
            raise UsageError(f"cannot be set up for a race: {reason}", where=self.address) from error
        except RayTaskError as error:
            if isinstance(error.cause, FairlapError):
                raise error.cause from None
            raise
        return answer


class RaySite:
    """A site on another machine (a `Peer`)."""

    def __init__(self, handle: Handle, facts: SiteFacts) -> None:
        self._handle = handle
        self.facts = facts

    def ask(
        self,
        method: Callable[Concatenate[Any, Arguments], Result],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> RayPending[Result]:
        """Call a method of the site."""
        assert not named, "by position only"
        return RayPending(self._handle.ask.remote(method.__name__, *arguments), self.facts.address)


class RaySender:
    """Sends events to the desk; learns with the next events whether the heat should continue."""

    def __init__(self, desk: Handle) -> None:
        self._desk = desk
        self._pending: Any = None
        self._wanted = True

    def __call__(self, events: tuple[Event, ...]) -> bool:
        if self._pending is not None and ray.wait([self._pending], timeout=0)[0]:
            try:
                self._wanted = ray.get(self._pending)
            except RayActorError:  # the driver is gone
                self._wanted = False
        self._pending = self._desk.add.remote(events)
        return self._wanted


class RayGroup:
    """The sites of one group, on machines reserved for this race.

    Args:
        group: its machines.
        setup: the settings of its sites.
        desk: receives the events of its heats.

    Raises:
        SiteLostError: its machines are not available.
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
        """Start all sites at the same time."""
        server = self.group.server
        run = f"{setup.run}-{server.replace('.', '-').replace(':', '-')}"
        waiting = []
        for index, placed in enumerate(self.group.sites):
            actor, address = self._actor(placed, index), placed.node.address
            colocation = colocation_of(self.group, index, setup) if address == server else None
            match placed.site:
                case "server":
                    sender = RaySender(desk)
                    facts = actor.start.remote(server_site, address, run, setup.workers, setup.connections, sender)
                case "generator":
                    facts = actor.start.remote(generator_site, address, server, run, setup.engine, colocation)
                case "services":
                    facts = actor.start.remote(services_site, address, run, setup.with_services, colocation)
            waiting.append((placed.site, actor, RayPending[SiteFacts](facts, address)))
        return waiting

    def await_start(self) -> None:
        """Wait until all sites have started. Raises SiteLostError, or the exception of a site, with its address."""
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
        """Prepare the sites for heats."""
        return self._server.ask(ServerSite.open, self.generators, self._services)

    def run(self, order: HeatOrder) -> RayPending[HeatDone]:
        """Run one round of one heat."""
        return self._server.ask(ServerSite.run, order)

    def quit(self, timeout_s: float) -> None:
        """End contestants and services, then the sites; kill those that do not end in time."""
        if self.facts:  # unless all sites started, nothing has run and the server may be missing
            with suppress(FairlapError):
                self._server.ask(ServerSite.quit).result(timeout_s)
        self.kill()

    def kill(self) -> None:
        """Kill its sites and release its machines."""
        for actor in self._actors:
            ray.kill(actor)
        remove_placement_group(self._claim)

    def _actor(self, placed: Placed, index: int) -> Handle:
        """Create the actor of a site on its machine."""
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
    """Reserve all Fairlap resources of the group's machines, so that no other race uses them."""
    bundles = [
        {f"node:{node.address}": _PIN} | {RESOURCES[site]: float(count) for site, count in node.free.items() if count}
        for node in group.nodes
    ]
    claim: PlacementGroup = placement_group(bundles, strategy="STRICT_SPREAD" if len(bundles) > 1 else "STRICT_PACK")
    if not claim.wait(CLAIM_BOUND_S):
        remove_placement_group(claim)
        addresses = ", ".join(node.address for node in group.nodes)
        raise SiteLostError("not available: another race uses them, or they are gone", where=addresses)
    return claim


class RayCluster:
    """A connection to a cluster. Leaving the `with` block ends it and all its sites.

    Args:
        address: the address of the cluster's head, or "auto".
        catalog: to send to its machines, with Fairlap; `None`: nothing, only to examine them.

    Raises:
        UsageError: the cluster cannot be reached, or rejects our token.
    """

    def __init__(self, address: str, catalog: Path | None = None) -> None:
        self._address = address
        with ExitStack() as until_sent:
            environment: dict[str, Any] | None = None
            if catalog is not None:
                package, copied = until_sent.enter_context(copies(catalog))
                environment = {"py_modules": [str(package)], "working_dir": str(copied)}
            self._join(environment)
        self._redirected = ExitStack()
        # Ray prints to stdout when a machine is lost, where only our report belongs.
        self._redirected.enter_context(redirect_stdout(sys.stderr))

    def _join(self, environment: dict[str, Any] | None) -> None:
        """Join, and send the folders of `environment`; they are not needed afterwards."""
        try:
            with _quiet():
                ray.init(
                    address=self._address, runtime_env=environment, log_to_driver=False, logging_level=logging.ERROR
                )
        except (ConnectionError, RayError, RuntimeError, ValueError) as error:
            raise _not_joined(self._address, error) from error

    def nodes(self) -> tuple[Node, ...]:
        """Return the living machines, sorted by address."""
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
        """Return the facts of each living machine by address."""
        ray.cloudpickle.register_pickle_by_value(probe)
        reports = {}
        for address, pending in _on_each(probe.examine_node, dict(requirements)).items():
            facts, differing = pending.result(START_BOUND_S)
            reports[address] = NodeReport(address=address, differing=differing, **facts)
        return reports

    def isolation_of(self, addresses: Sequence[str]) -> dict[str, Isolation | FairlapError]:
        """Return the isolation on these machines, or why Fairlap cannot run there."""
        found: dict[str, Isolation | FairlapError] = {}
        for address, pending in _on_each(isolation_here).items():
            if address in addresses:
                try:
                    found[address] = pending.result(START_BOUND_S)
                except FairlapError as error:
                    found[address] = error
        return found

    def desk(self) -> "RayDesk":
        """Create a desk on this machine for the events of heats."""
        here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
        return RayDesk(ray.remote(Desk).options(num_cpus=0, scheduling_strategy=here).remote())

    def close(self) -> None:
        """Disconnect."""
        ray.shutdown()
        self._redirected.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _on_each(function: Callable[..., Any], *arguments: object) -> dict[str, RayPending[Any]]:
    """Run a function on every living machine, by address."""
    task, pending = ray.remote(num_cpus=0)(function), {}
    for node in ray.nodes():
        if node["Alive"]:
            address, there = str(node["NodeManagerAddress"]), NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
            pending[address] = RayPending[Any](task.options(scheduling_strategy=there).remote(*arguments), address)
    return pending


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppress what Ray's core writes to stderr: errors are reported as exceptions."""
    kept = os.dup(2)
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _not_joined(address: str, error: Exception) -> UsageError:
    """Explain in one line why a cluster cannot be joined."""
    text = "".join(traceback.format_exception(error))
    if "InvalidAuthToken" in text or "AuthenticationError" in text:
        hint = "set RAY_AUTH_TOKEN or ~/.ray/auth_token to the token with which Ray was started"
        return UsageError("the cluster rejects our token", where=address, hint=hint)
    hint = "use the address that `ray start --head` printed, and run fairlap on a machine of the cluster"
    return UsageError(f"cannot join a Ray cluster: {str(error).splitlines()[0]}", where=address, hint=hint)


class RayDesk:
    """The desk of this driver."""

    def __init__(self, handle: Handle) -> None:
        self.handle = handle

    def take(self) -> RayPending[tuple[Event, ...]]:
        """Return the next events."""
        return RayPending(self.handle.take.remote(), "the driver's desk")

    def stop(self) -> None:
        """Stop all heats."""
        self.handle.stop.remote()


def wait_for_one(pending: Sequence[RayPending[Any]], timeout_s: float | None = None) -> tuple[RayPending[Any], ...]:
    """Wait for at least one answer and return all that are done; none after `timeout_s`."""
    ready, _ = ray.wait([each.reference for each in pending], num_returns=1, timeout=timeout_s)
    return tuple(each for each in pending if each.reference in ready)
