"""How contestants and services are hosted: as processes, or (containers.py) in containers. The rest of a run is one."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fairlap.catalog import Contestant, ServiceName
from fairlap.hosting.container.host import NetworkKind
from fairlap.hosting.hosts import Host
from fairlap.hosting.isolation import Isolation, detect
from fairlap.hosting.network import enter_private_network, is_private
from fairlap.hosting.prepared import Prepared, paths_to_read, prepare_one
from fairlap.hosting.process import ProcessHost
from fairlap.hosting.records import Kind
from fairlap.hosting.services.running import lacking
from fairlap.samples import Skip

Outcome = tuple[Contestant, Prepared | Skip]

IsolationKind = Literal["process", "container"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is to run: under which name, on which CPUs, with how much memory, and what is kept where."""

    run_id: str
    cpus: tuple[int, ...]
    memory_limit_bytes: int | None
    logs: Path
    state: Path
    kind: Kind = "run"


class Hosting(ABC):
    """One kind of hosting. Its methods are called in this order; builds come before a network without a way out.

    `kind` and `network` are what was chosen; `settle` says what came of it on this machine.
    """

    kind: IsolationKind
    network: NetworkKind

    def clear(self) -> tuple[str, ...]:
        """Remove what Fairlaps that are gone have left, beside what their state files name; what it was."""
        return ()

    def lacking(self, name: ServiceName) -> tuple[str, str] | None:
        """Why a service cannot run, and what mends it; `None` when it can."""
        return lacking(name)

    @abstractmethod
    def prepare(
        self, contestants: Sequence[Contestant], build_root: Path, tell: Callable[[str, str], object]
    ) -> Iterator[Outcome]:
        """Build them, each as it is done. `tell` hears a contestant's name and what is being done to it."""

    @abstractmethod
    def prepare_services(self, names: Iterable[ServiceName], build_root: Path, tell: Callable[[str], object]) -> None:
        """Build what services need. Raises BuildError."""

    @abstractmethod
    def settle(self, prepared: Iterable[Prepared], run: str, *, private: bool) -> Isolation:
        """What keeps contestants apart, in detail; where a `private` network is wanted, this process is in it then."""

    @abstractmethod
    def host(self, isolation: Isolation, place: Place, prepared: Iterable[Prepared]) -> Host:
        """A host of these contestants."""

    @abstractmethod
    def services_host(self, isolation: Isolation, place: Place) -> Host:
        """A host of services."""

    @abstractmethod
    def release(self) -> None:
        """Nothing is hosted any more."""


class ProcessHosting(Hosting):
    """As processes of this machine."""

    kind = "process"
    network = "private"

    def prepare(
        self, contestants: Sequence[Contestant], build_root: Path, tell: Callable[[str, str], object]
    ) -> Iterator[Outcome]:
        """One after another."""
        for contestant in contestants:
            tell(contestant.name, f"preparing {contestant.name}")
            yield contestant, prepare_one(contestant, build_root)

    def prepare_services(self, names: Iterable[ServiceName], build_root: Path, tell: Callable[[str], object]) -> None:
        """Nothing: they are installed."""

    def settle(self, prepared: Iterable[Prepared], run: str, *, private: bool) -> Isolation:
        """What works here, tried out."""
        isolation = detect(paths=paths_to_read(prepared), private_network=private)
        if isolation.network == "private namespace" and not is_private():
            enter_private_network()
        return isolation

    def host(self, isolation: Isolation, place: Place, prepared: Iterable[Prepared]) -> Host:
        """In control groups, as nobody, as far as that works here."""
        return self.services_host(isolation, place)

    def services_host(self, isolation: Isolation, place: Place) -> Host:
        """In the same kind of sandbox."""
        limit, state = place.memory_limit_bytes, place.state
        return ProcessHost(isolation, place.run_id, place.cpus, limit, place.logs, state, kind=place.kind)

    def release(self) -> None:
        """Nothing: everything goes with its processes."""


PROCESSES = ProcessHosting()
