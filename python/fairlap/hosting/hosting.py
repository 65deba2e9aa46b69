"""How contestants and services are hosted: as processes, or (container/hosting.py) in containers."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from fairlap.catalog import Contestant, ServiceName
from fairlap.hosting.container.host import NetworkKind
from fairlap.hosting.hosted import LOOPBACK
from fairlap.hosting.hosts import Host, Place
from fairlap.hosting.isolation import OWN, PRIVATE, Isolation, Network, detect
from fairlap.hosting.namespaces import become_root
from fairlap.hosting.network import SERVICES_ADDRESS, add_services_address, enter_private_network, is_private
from fairlap.hosting.prepared import Prepared, paths_to_read, prepare_one, view_of
from fairlap.hosting.process import ProcessHost
from fairlap.hosting.services.running import missing_service
from fairlap.hosting.user import shared
from fairlap.samples import Skip

Outcome = tuple[Contestant, Prepared | Skip]

IsolationKind = Literal["process", "container"]


class Hosting(ABC):
    """One kind of hosting. A run calls the methods in this order: builds come before a network without a way out.

    `kind` and `network` are the choice of the user; `settle` returns what this machine can do.
    """

    kind: IsolationKind
    network: NetworkKind

    def clear(self) -> tuple[str, ...]:
        """Remove leftovers of earlier Fairlaps that are not in state files; return their names."""
        return ()

    def missing_service(self, name: ServiceName) -> tuple[str, str] | None:
        """Return why a service cannot run, and the fix; `None` when it can."""
        return missing_service(name)

    @abstractmethod
    def prepare(
        self, contestants: Sequence[Contestant], build_root: Path, say: Callable[[str, str], object]
    ) -> Iterator[Outcome]:
        """Build contestants and yield each result; `say` gets a contestant's name and the current step."""

    @abstractmethod
    def prepare_services(self, names: Iterable[ServiceName], build_root: Path, say: Callable[[str], object]) -> None:
        """Build the images of services. Raises BuildError."""

    @abstractmethod
    def settle(self, prepared: Iterable[Prepared], run: str, wanted: Network) -> Isolation:
        """Return the isolation of contestants; also moves this process into a private network if one is wanted."""

    @abstractmethod
    def host(self, isolation: Isolation, place: Place, prepared: Iterable[Prepared]) -> Host:
        """Return a host for these contestants."""

    @abstractmethod
    def services_host(self, isolation: Isolation, place: Place) -> Host:
        """Return a host for services."""

    @abstractmethod
    def release(self) -> None:
        """Clean up at the end of a run."""


def detected(prepared: Iterable[Prepared], wanted: Network) -> Isolation:
    """Try out which isolation of these contestants works here."""
    items = list(prepared)
    covered, shown = view_of(items)
    return detect(paths=paths_to_read(items), shown=shown, covered=covered, wanted=wanted)


class ProcessHosting(Hosting):
    """Hosting as processes of this machine, which listen on `address`."""

    kind = "process"
    network = "private"
    address = LOOPBACK

    def prepare(
        self, contestants: Sequence[Contestant], build_root: Path, say: Callable[[str, str], object]
    ) -> Iterator[Outcome]:
        """Build one contestant after another."""
        become_root()
        for contestant in contestants:
            say(contestant.name, f"preparing {contestant.name}")
            yield contestant, prepare_one(contestant, build_root)

    def prepare_services(self, names: Iterable[ServiceName], build_root: Path, say: Callable[[str], object]) -> None:
        """Do nothing: services are installed."""

    def settle(self, prepared: Iterable[Prepared], run: str, wanted: Network) -> Isolation:
        """Try out which isolation works here, and enter a private network."""
        become_root()
        isolation = detected(prepared, wanted)
        if isolation.network in PRIVATE and not is_private():
            enter_private_network()
        if isolation.network == "own namespace linked to services":
            add_services_address()
        return isolation

    def host(self, isolation: Isolation, place: Place, prepared: Iterable[Prepared]) -> Host:
        """Return a host that uses control groups and a user for each contestant if that works here."""
        return ProcessHost(isolation, place, address=self.address)

    def services_host(self, isolation: Isolation, place: Place) -> Host:
        """Return a host with the same kind of sandbox, but one user, view and network for all services."""
        alike = replace(isolation, user=shared(isolation.user), view="shared")
        if isolation.network not in OWN:
            return ProcessHost(alike, place, address=self.address)
        return ProcessHost(replace(alike, network="private namespace"), place, address=SERVICES_ADDRESS)

    def release(self) -> None:
        """Do nothing: everything ends with its processes."""


PROCESSES = ProcessHosting()
