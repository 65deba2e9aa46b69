"""Where a race runs: this machine, or (fairlap.cluster) the machines of a cluster."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Protocol

from fairlap.generators.tools.tool import Tool
from fairlap.plan.course import Course
from fairlap.race.events import Observer
from fairlap.race.field import Chosen, Field, prepare_field
from fairlap.race.request import RaceRequest
from fairlap.race.rounds import LocalHeats, Planning, Rounds
from fairlap.race.run import Measuring
from fairlap.race.site import Site, open_local_site
from fairlap.race.stored_request import ClusterChoice, build_of
from fairlap.samples import Machine


class Opened(Protocol):
    """Machines that are ready for heats. `reasons`: where isolation is weaker than possible, one line each."""

    @property
    def measuring(self) -> Measuring: ...
    @property
    def reasons(self) -> Sequence[str]: ...

    def run(self, planning: Planning, courses: Sequence[Course], known: Sequence[Machine]) -> None:
        """Run the rest of the courses. Stores the machines that take part, unless they are `known`."""


class Ready(Protocol):
    """All contestants are built.

    `versions` and `builds` (from `build_of`) include the reference. `at_once`: number of simultaneous heats;
    `fixed_length`: do not try lap lengths.
    """

    @property
    def field(self) -> Field: ...
    @property
    def versions(self) -> Mapping[str, str | None]: ...
    @property
    def builds(self) -> Mapping[str, str]: ...
    @property
    def at_once(self) -> int: ...
    @property
    def fixed_length(self) -> bool: ...

    def open(self) -> AbstractContextManager[Opened]:
        """Open machines for heats until the end of the context."""


class Venue(Protocol):
    """Where a race runs; `cluster` is `None` for this machine."""

    @property
    def cluster(self) -> ClusterChoice | None:
        """The chosen cluster."""

    def prepare(
        self, run: str, request: RaceRequest, entries: Chosen, tool: Tool | None, observer: Observer
    ) -> AbstractContextManager[Ready]:
        """Build all contestants. Raises UsageError when the reference or the services of all scenarios are missing."""


@dataclass(frozen=True)
class OpenHere:
    """A site on this machine."""

    site: Site
    measuring: Measuring
    reasons: Sequence[str] = ()

    def run(self, planning: Planning, courses: Sequence[Course], known: Sequence[Machine]) -> None:
        """Run one heat after another."""
        Rounds(planning, LocalHeats(self.site, planning.field, planning.observer)).run(courses)


@dataclass(frozen=True)
class ReadyHere:
    """Contestants that were built on this machine, and the context that opens a site for them."""

    field: Field
    opening: AbstractContextManager[OpenHere]
    at_once: int = 1
    fixed_length: bool = False

    @property
    def versions(self) -> Mapping[str, str | None]:
        """The versions of all built contestants."""
        return {name: item.version for name, item in self.field.prepared.items()}

    @property
    def builds(self) -> Mapping[str, str]:
        """The builds of all contestants, from `build_of`."""
        return {name: build_of(item) for name, item in self.field.prepared.items()}

    def open(self) -> AbstractContextManager[OpenHere]:
        """Return the context that opens the site; usable once."""
        return self.opening


class Here:
    """This machine."""

    cluster = None

    @contextmanager
    def prepare(
        self, run: str, request: RaceRequest, entries: Chosen, tool: Tool | None, observer: Observer
    ) -> Iterator[ReadyHere]:
        """Build all contestants here."""
        field = prepare_field(request, entries, observer)
        yield ReadyHere(field, _opened(run, request, field, tool))


HERE = Here()


@contextmanager
def _opened(run: str, request: RaceRequest, field: Field, tool: Tool | None) -> Iterator[OpenHere]:
    with open_local_site(
        run=run,
        workers=request.suite.workers,
        connections=request.most_connections,
        results=request.results,
        prepared=field.prepared.values(),
        tool=tool,
        scenarios=field.scenarios,
        hosting=request.hosting,
    ) as site:
        yield OpenHere(site, Measuring.here(site), site.fallbacks)
