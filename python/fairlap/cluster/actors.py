"""Ray actors for sites. A method starts the site, so that failures of the start are reported like all others."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from fairlap.catalog import LoadEngine, load_catalog
from fairlap.cluster.generator import GeneratorSite
from fairlap.cluster.machine import site_folder
from fairlap.cluster.models import Colocation, SiteFacts
from fairlap.cluster.reporter import Reporter
from fairlap.cluster.server import ServerSite
from fairlap.cluster.services import ServicesSite
from fairlap.race.events import Event


class SiteActor:
    """The actor of any site."""

    def start(self, make: Callable[..., Any], *arguments: object) -> SiteFacts:
        """Create the site and return its facts."""
        self._site = make(*arguments)
        facts: SiteFacts = self._site.facts()
        return facts

    def ask(self, method: str, *arguments: object) -> object:
        """Call a method of the site."""
        return getattr(self._site, method)(*arguments)


def server_site(
    address: str, run: str, workers: int, connections: int, send: Callable[[tuple[Event, ...]], bool]
) -> ServerSite:
    """Create a server site; Ray has put the catalog into the working directory."""
    catalog, folder = load_catalog(Path.cwd()), site_folder(address)
    return ServerSite(address, run, folder, catalog, workers, connections, Reporter(send))


def generator_site(
    address: str, server: str, run: str, engine: LoadEngine, colocation: Colocation | None
) -> GeneratorSite:
    """Create a generator site for a server site."""
    return GeneratorSite(address, server, site_folder(address) / "logs" / run, colocation, engine)


def services_site(address: str, run: str, scenarios: Sequence[str], colocation: Colocation | None) -> ServicesSite:
    """Create a services site for scenarios."""
    catalog = load_catalog(Path.cwd())
    needing = [catalog.scenario(name) for name in scenarios]
    return ServicesSite(address, run, site_folder(address), needing, colocation)
