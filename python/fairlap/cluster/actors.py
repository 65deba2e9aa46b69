"""Sites as Ray makes them: started by a method, so that what fails then is told like everything else."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from fairlap.catalog import load_catalog
from fairlap.cluster.generator import GeneratorSite
from fairlap.cluster.models import BuiltContestant, PartOfLap, SiteFacts, Together
from fairlap.cluster.places import site_folder
from fairlap.cluster.reporter import Reporter
from fairlap.cluster.server import ServerSite
from fairlap.cluster.services import ServicesPeer, ServicesSite
from fairlap.cluster.split import GeneratorPeer
from fairlap.generators.fairload import Target
from fairlap.generators.models import LapSpec
from fairlap.hosting.isolation import Isolation
from fairlap.runner.events import Event
from fairlap.runner.order import HeatDone, HeatOrder
from fairlap.samples import SiteName


class ServerActor:
    """A `ServerSite`. The catalog is where Ray has put it: in the working directory."""

    def start(
        self, address: str, run: str, workers: int, connections: int, send: Callable[[tuple[Event, ...]], bool]
    ) -> SiteFacts:
        """Make it, and say what it is."""
        catalog, folder = load_catalog(Path.cwd()), site_folder(address)
        self._site = ServerSite(address, run, folder, catalog, workers, connections, Reporter(send))
        return self._site.facts()

    def prepare(self, names: Sequence[str]) -> tuple[BuiltContestant, ...]:
        """See `ServerSite`."""
        return self._site.prepare(names)

    def open(self, generators: Sequence[GeneratorPeer], services: ServicesPeer | None) -> Isolation:
        """See `ServerSite`."""
        return self._site.open(generators, services)

    def run(self, order: HeatOrder) -> HeatDone:
        """See `ServerSite`."""
        return self._site.run(order)

    def quit(self) -> None:
        """See `ServerSite`."""
        self._site.quit()


class GeneratorActor:
    """A `GeneratorSite`."""

    def start(self, address: str, server: str, run: str, together: Together | None) -> SiteFacts:
        """Make it, and say what it is."""
        self._site = GeneratorSite(address, server, site_folder(address) / "logs" / run, together)
        return self._site.facts()

    def clock_ns(self) -> int:
        """See `GeneratorSite`."""
        return self._site.clock_ns()

    def open(self, target: Target) -> None:
        """See `GeneratorSite`."""
        self._site.open(target)

    def lap(self, spec: LapSpec) -> PartOfLap:
        """See `GeneratorSite`."""
        return self._site.lap(spec)

    def close(self, target: str) -> None:
        """See `GeneratorSite`."""
        self._site.close(target)


class ServicesActor:
    """A `ServicesSite`."""

    def start(self, address: str, run: str, scenarios: Sequence[str], together: Together | None) -> SiteFacts:
        """Make it, and say what it is."""
        catalog = load_catalog(Path.cwd())
        needing = [catalog.scenario(name) for name in scenarios]
        self._site = ServicesSite(address, run, site_folder(address), needing, together)
        return self._site.facts()

    def ask(self, method: str, *arguments: object) -> object:
        """Any other method of it."""
        return getattr(self._site, method)(*arguments)


ACTORS: dict[SiteName, type[Any]] = {"server": ServerActor, "generator": GeneratorActor, "services": ServicesActor}
