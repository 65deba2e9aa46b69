"""A services site, and access to its services from another machine."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import cast

from fairlap.catalog import Scenario, ServiceName
from fairlap.cluster.machine import AddressHosting, cpus_of, describe
from fairlap.cluster.models import ASK_BOUND_S, Colocation, Peer, Result, SiteFacts
from fairlap.host import awake
from fairlap.hosting.guard import guard
from fairlap.hosting.hosts import Place
from fairlap.hosting.leftovers import clear_leftovers
from fairlap.hosting.services.model import Counters
from fairlap.hosting.services.running import RunningService, Services, ServiceView, require_services


class ServicesSite:
    """Databases and caches on a separate machine.

    Args:
        address: the address of this machine, which services listen on.
        run: the name of the run on this site.
        folder: the folder of this site for logs and state.
        scenarios: the scenarios that need services.
        colocation: other sites on this machine; `None`: none.

    Raises:
        UsageError: a service is not installed here.
        ServiceError: one does not start.
    """

    def __init__(
        self, address: str, run: str, folder: Path, scenarios: Sequence[Scenario], colocation: Colocation | None = None
    ) -> None:
        self._address = address
        self._cpus = cpus_of("services", colocation)
        for scenario in scenarios:
            require_services(scenario)
        clear_leftovers(folder / "state")
        hosting = AddressHosting(address)
        isolation = hosting.settle((), run, "cluster")
        place = Place(f"{run}-services", self._cpus, None, folder / "logs" / run, folder / "state")
        with ExitStack() as stack:
            stack.enter_context(guard(folder / "state"))
            stack.enter_context(awake())
            host = stack.enter_context(hosting.services_host(isolation, place))
            self._services = Services(lambda _: host, scenarios)
            self._stack = stack.pop_all()

    def facts(self) -> SiteFacts:
        """Return the facts of this site."""
        return describe(self._address, "services", None, cpus=len(self._cpus))

    def names(self) -> tuple[ServiceName, ...]:
        """Return the names of the services."""
        return tuple(self._services.running)

    def variables(self) -> dict[str, str]:
        """Return the manifest variables of the services."""
        return dict(self._services.variables)

    def cpu_usage_us(self, names: tuple[ServiceName, ...]) -> int | None:
        """Return the CPU time of services, as `Services` does."""
        return self._services.cpu_usage_us(names)

    def seed_again(self, scenario: str) -> None:
        """Run the seeds of a scenario again, as `Services` does."""
        self._services.seed_again(scenario)

    def ask(self, name: ServiceName, method: str, *arguments: object) -> object:
        """Call a method of a `RunningService`."""
        return getattr(self._services.running[name], method)(*arguments)


class RemoteService:
    """One service of another machine (a `ServiceView`)."""

    def __init__(self, peer: Peer, name: ServiceName) -> None:
        self._peer = peer
        self._name = name

    def counters(self, table: str | None = None) -> Counters:
        """Return its counters. Raises ServiceError."""
        return self._ask(RunningService.counters, table)

    def run(self, statements: str) -> str:
        """Run statements. Raises ServiceError."""
        return self._ask(RunningService.run, statements)

    def stand_in(self) -> str | None:
        """Return the name of a server that answers in the place of the real one; `None` for the real one."""
        return self._ask(RunningService.stand_in)

    def memory_bytes(self) -> int | None:
        """Return the memory of its processes."""
        return self._ask(RunningService.memory_bytes)

    def exit_reason(self) -> str | None:
        """Return how it ended; `None` while it lives."""
        return self._ask(RunningService.exit_reason)

    def _ask(self, method: Callable[..., Result], *arguments: object) -> Result:
        pending = self._peer.ask(ServicesSite.ask, self._name, method.__name__, *arguments)
        return cast(Result, pending.result(ASK_BOUND_S))


class RemoteServices:
    """The services of another machine (a `ServicesView`)."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self.variables: Mapping[str, str] = peer.ask(ServicesSite.variables).result(ASK_BOUND_S)
        names = peer.ask(ServicesSite.names).result(ASK_BOUND_S)
        self.running: Mapping[ServiceName, ServiceView] = {name: RemoteService(peer, name) for name in names}

    def cpu_usage_us(self, names: Iterable[ServiceName]) -> int | None:
        """Return the CPU time of some services."""
        return self._peer.ask(ServicesSite.cpu_usage_us, tuple(names)).result(ASK_BOUND_S)

    def seed_again(self, scenario: str) -> None:
        """Run the seeds of a scenario again. Raises ServiceError."""
        self._peer.ask(ServicesSite.seed_again, scenario).result(ASK_BOUND_S)
