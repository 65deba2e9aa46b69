"""A services site, and its services as a server site sees them from another machine."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import cast

from fairlap.catalog import Scenario, ServiceName
from fairlap.cluster.guard import guard
from fairlap.cluster.hosting import AddressHosting
from fairlap.cluster.machine import cpus_of, describe
from fairlap.cluster.models import SiteFacts, Together
from fairlap.cluster.peer import ASK_BOUND_S, Peer, Told
from fairlap.hosting.hosting import Place
from fairlap.hosting.leavings import clear_leavings
from fairlap.hosting.services.model import Counters
from fairlap.hosting.services.running import RunningService, Services, ServiceView, require_services


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

    def ask(self, name: ServiceName, method: str, *arguments: object) -> object:
        """Call a method of a `RunningService`."""
        return getattr(self._services.running[name], method)(*arguments)


class RemoteService:
    """One service of another machine (a `ServiceView`)."""

    def __init__(self, peer: Peer, name: ServiceName) -> None:
        self._peer = peer
        self._name = name

    def counters(self) -> Counters:
        """Its own, as of now. Raises ServiceError."""
        return self._ask(RunningService.counters)

    def run(self, statements: str) -> None:
        """Run statements. Raises ServiceError."""
        self._ask(RunningService.run, statements)

    def memory_bytes(self) -> int | None:
        """What it uses."""
        return self._ask(RunningService.memory_bytes)

    def exit_reason(self) -> str | None:
        """How it ended."""
        return self._ask(RunningService.exit_reason)

    def _ask(self, method: Callable[..., Told], *arguments: object) -> Told:
        asked = self._peer.ask(ServicesSite.ask, self._name, method.__name__, *arguments)
        return cast(Told, asked.result(ASK_BOUND_S))


class RemoteServices:
    """The services of another machine (a `ServicesView`)."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self.variables: Mapping[str, str] = peer.ask(ServicesSite.variables).result(ASK_BOUND_S)
        names = peer.ask(ServicesSite.names).result(ASK_BOUND_S)
        self.running: Mapping[ServiceName, ServiceView] = {name: RemoteService(peer, name) for name in names}

    def cpu_usage_us(self, names: Iterable[ServiceName]) -> int | None:
        """CPU time of some of them."""
        return self._peer.ask(ServicesSite.cpu_usage_us, tuple(names)).result(ASK_BOUND_S)
