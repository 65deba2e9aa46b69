"""Sites as Ray makes them: started by a method, so that what fails then is told like everything else."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from fairlap.catalog import load_catalog
from fairlap.cluster.generator import GeneratorSite
from fairlap.cluster.models import SiteFacts, Together
from fairlap.cluster.places import site_folder
from fairlap.cluster.reporter import Reporter
from fairlap.cluster.server import ServerSite
from fairlap.cluster.services import ServicesSite
from fairlap.race.events import Event


class SiteActor:
    """Any site."""

    def start(self, make: Callable[..., Any], *arguments: object) -> SiteFacts:
        """Make it, and say what it is."""
        self._site = make(*arguments)
        facts: SiteFacts = self._site.facts()
        return facts

    def ask(self, method: str, *arguments: object) -> object:
        """Call a method of it."""
        return getattr(self._site, method)(*arguments)


def server_site(
    address: str, run: str, workers: int, connections: int, send: Callable[[tuple[Event, ...]], bool]
) -> ServerSite:
    """A server site; the catalog is where Ray has put it: in the working directory."""
    catalog, folder = load_catalog(Path.cwd()), site_folder(address)
    return ServerSite(address, run, folder, catalog, workers, connections, Reporter(send))


def generator_site(address: str, server: str, run: str, together: Together | None) -> GeneratorSite:
    """A generator site of that server site."""
    return GeneratorSite(address, server, site_folder(address) / "logs" / run, together)


def services_site(address: str, run: str, scenarios: Sequence[str], together: Together | None) -> ServicesSite:
    """A services site of these scenarios."""
    catalog = load_catalog(Path.cwd())
    needing = [catalog.scenario(name) for name in scenarios]
    return ServicesSite(address, run, site_folder(address), needing, together)
