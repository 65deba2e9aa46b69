"""A services site, and its services as a server site sees them from another machine."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

from fairlap.catalog import Scenario, ServiceName
from fairlap.cluster.guard import guard
from fairlap.cluster.hosting import AddressHosting
from fairlap.cluster.machine import cpus_of, describe
from fairlap.cluster.models import SiteFacts, Together
from fairlap.cluster.split import ASK_BOUND_S, Pending
from fairlap.hosting.leavings import clear_leavings
from fairlap.hosting.services.model import Counters
from fairlap.hosting.services.running import Services, require_services
from fairlap.runner.hosting import Place


class ServicesSite:
    """Databases and caches on a machine of their own, reached by its address.

    Args:
        address: of this machine; they listen on it.
        run: names what is started.
        folder: of this site, for logs and state.
        scenarios: that need services; each needs some.
        together: with what it is on its machine; `None`: alone.

    Raises:
        UsageError: a service is not installed here.
        ServiceError: one does not start.
    """

    def __init__(
        self, address: str, run: str, folder: Path, scenarios: Sequence[Scenario], together: Together | None = None
    ) -> None:
        self._address = address
        self._cpus = cpus_of("services", together)
        for scenario in scenarios:
            require_services(scenario)
        clear_leavings(folder / "state")
        hosting = AddressHosting(address)
        isolation = hosting.settle((), run, private=False)
        place = Place(f"{run}-services", self._cpus, None, folder / "logs" / run, folder / "state")
        with ExitStack() as stack:
            stack.enter_context(guard(folder / "state"))
            host = stack.enter_context(hosting.services_host(isolation, place))
            self._services = Services(lambda _: host, scenarios)
            self._stack = stack.pop_all()

    def facts(self) -> SiteFacts:
        """What there is to know of this site."""
        return describe(self._address, "services", None, cpus=len(self._cpus))

    def names(self) -> tuple[ServiceName, ...]:
        """What runs here."""
        return tuple(self._services.running)

    def variables(self) -> dict[str, str]:
        """Of manifests."""
        return dict(self._services.variables)

    def cpu_usage_us(self, names: tuple[ServiceName, ...]) -> int | None:
        """See `Services`."""
        return self._services.cpu_usage_us(names)

    def counters(self, name: ServiceName) -> Counters:
        """See `RunningService`."""
        return self._services.running[name].counters()

    def run(self, name: ServiceName, statements: str) -> None:
        """See `RunningService`."""
        self._services.running[name].run(statements)

    def memory_bytes(self, name: ServiceName) -> int | None:
        """See `RunningService`."""
        return self._services.running[name].memory_bytes()

    def exit_reason(self, name: ServiceName) -> str | None:
        """See `RunningService`."""
        return self._services.running[name].exit_reason()

    def quit(self) -> None:
        """End them."""
        self._stack.close()


class ServicesPeer(Protocol):
    """A services site, wherever it is (`ServicesSite` has the meaning of each)."""

    def names(self) -> Pending[tuple[ServiceName, ...]]:
        """What runs there."""

    def variables(self) -> Pending[dict[str, str]]:
        """Of manifests."""

    def cpu_usage_us(self, names: tuple[ServiceName, ...]) -> Pending[int | None]:
        """CPU time."""

    def counters(self, name: ServiceName) -> Pending[Counters]:
        """Counters."""

    def run(self, name: ServiceName, statements: str) -> Pending[None]:
        """Statements."""

    def memory_bytes(self, name: ServiceName) -> Pending[int | None]:
        """Memory."""

    def exit_reason(self, name: ServiceName) -> Pending[str | None]:
        """Its end."""


class RemoteService:
    """One service of another machine (a `ServiceView`)."""

    def __init__(self, peer: ServicesPeer, name: ServiceName) -> None:
        self._peer = peer
        self._name = name

    def counters(self) -> Counters:
        """Its own, as of now. Raises ServiceError."""
        return self._peer.counters(self._name).result(ASK_BOUND_S)

    def run(self, statements: str) -> None:
        """Run statements. Raises ServiceError."""
        self._peer.run(self._name, statements).result(ASK_BOUND_S)

    def memory_bytes(self) -> int | None:
        """What it uses."""
        return self._peer.memory_bytes(self._name).result(ASK_BOUND_S)

    def exit_reason(self) -> str | None:
        """How it ended."""
        return self._peer.exit_reason(self._name).result(ASK_BOUND_S)


class RemoteServices:
    """The services of another machine (a `ServicesView`)."""

    def __init__(self, peer: ServicesPeer) -> None:
        self._peer = peer
        self._variables = peer.variables().result(ASK_BOUND_S)
        self._running = {name: RemoteService(peer, name) for name in peer.names().result(ASK_BOUND_S)}

    @property
    def running(self) -> Mapping[ServiceName, RemoteService]:
        """By name."""
        return self._running

    @property
    def variables(self) -> Mapping[str, str]:
        """Of manifests."""
        return self._variables

    def cpu_usage_us(self, names: Iterable[ServiceName]) -> int | None:
        """CPU time of some of them."""
        return self._peer.cpu_usage_us(tuple(names)).result(ASK_BOUND_S)
