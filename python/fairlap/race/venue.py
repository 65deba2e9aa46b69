"""Where a race runs: this machine, or (fairlap.cluster) the machines of a cluster."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from fairlap.generators.tools.tool import Tool
from fairlap.plan.course import Course
from fairlap.race.claim import machine_claimed
from fairlap.race.events import Observer
from fairlap.race.field import Chosen, Field, prepare_field
from fairlap.race.request import RaceRequest
from fairlap.race.rounds import LocalHeats, Planning, Rounds
from fairlap.race.run import Measuring
from fairlap.race.site import Site, open_local_site
from fairlap.race.stored_request import ClusterChoice, build_of
from fairlap.samples import Machine


@dataclass(frozen=True)
class Opened:
    """Machines that are ready for heats.

    `run` runs the rest of the courses, and stores the machines that take part, unless they are known. `reasons`: where
    isolation is weaker than possible, one line each. `site` is `None` on a cluster.
    """

    measuring: Measuring
    run: Callable[[Planning, Sequence[Course], Sequence[Machine]], None]
    reasons: Sequence[str] = ()
    site: Site | None = None


@dataclass(frozen=True)
class Ready:
    """All contestants are built. `open` opens machines for heats until the end of the context.

    `versions` and `builds` (from `build_of`) include the reference. `at_once`: number of simultaneous heats;
    `fixed_length`: do not try lap lengths.
    """

    field: Field
    versions: Mapping[str, str | None]
    builds: Mapping[str, str]
    open: Callable[[], AbstractContextManager[Opened]]
    at_once: int = 1
    fixed_length: bool = False


class Venue(Protocol):
    """Where a race runs; `cluster` is `None` for this machine."""

    @property
    def cluster(self) -> ClusterChoice | None:
        """The chosen cluster."""

    def prepare(
        self, run: str, request: RaceRequest, entries: Chosen, tool: Tool | None, observer: Observer
    ) -> AbstractContextManager[Ready]:
        """Build all contestants. Raises UsageError when the reference or the services of all scenarios are missing."""


def opened_here(site: Site, measuring: Measuring, reasons: Sequence[str] = ()) -> Opened:
    """Return a site on this machine, which runs one heat after another."""

    def run(planning: Planning, courses: Sequence[Course], known: Sequence[Machine]) -> None:
        Rounds(planning, LocalHeats(site, planning.field, planning.observer)).run(courses)

    return Opened(measuring, run, reasons, site)


def ready_here(field: Field, open_site: Callable[[], AbstractContextManager[Opened]]) -> Ready:
    """Return contestants that were built on this machine."""
    built = field.prepared.items()
    versions, builds = {name: one.version for name, one in built}, {name: build_of(one) for name, one in built}
    return Ready(field, versions, builds, open_site)


class Here:
    """This machine."""

    cluster = None

    @contextmanager
    def prepare(
        self, run: str, request: RaceRequest, entries: Chosen, tool: Tool | None, observer: Observer
    ) -> Iterator[Ready]:
        """Build all contestants here, while no other race runs here."""
        with machine_claimed(run, request.results):
            field = prepare_field(request, entries, observer)
            yield ready_here(field, partial(_opened, run, request, field, tool))


HERE = Here()


@contextmanager
def _opened(run: str, request: RaceRequest, field: Field, tool: Tool | None) -> Iterator[Opened]:
    with open_local_site(
        run=run,
        workers=request.suite.workers,
        connections=request.most_connections,
        engine=request.suite.load.engine,
        results=request.results,
        prepared=field.prepared.values(),
        tool=tool,
        scenarios=(*field.scenarios, *field.beside),
        hosting=request.hosting,
    ) as site:
        yield opened_here(site, Measuring.here(site), site.fallbacks)
