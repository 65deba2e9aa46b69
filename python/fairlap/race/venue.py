"""Where a race is run: this machine, or (fairlap.cluster) the machines of a cluster."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Protocol

from fairlap.generators.tools.tool import Tool
from fairlap.plan.course import Course
from fairlap.race.asked import ClusterAsked, build_of
from fairlap.race.events import Observer
from fairlap.race.field import Chosen, Field, prepare_field
from fairlap.race.request import RaceRequest
from fairlap.race.rounds import LocalHeats, Planning, Rounds
from fairlap.race.run import Measuring
from fairlap.race.site import Site, open_local_site
from fairlap.samples import Machine


class Opened(Protocol):
    """Machines that are ready for heats. `reasons` are where isolation is weaker than it could be, one line each."""

    @property
    def measuring(self) -> Measuring: ...
    @property
    def reasons(self) -> Sequence[str]: ...

    def run(self, planning: Planning, courses: Sequence[Course], known: Sequence[Machine]) -> None:
        """Run all that is left of the courses. Machines that took part are stored, but for those that are known."""


class Ready(Protocol):
    """Everyone is built.

    `versions` and `builds` (as `build_of` names them) are of those who can race, the reference included. `at_once`
    heats run at the same time; `fixed_length`: lengths of laps are not tried out.
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
        """Be ready for heats until the end of the context."""


class Venue(Protocol):
    """Where a race is run; `cluster` is `None` for this machine."""

    @property
    def cluster(self) -> ClusterAsked | None:
        """Which cluster, and how."""

    def prepare(
        self, run: str, request: RaceRequest, entries: Chosen, tool: Tool | None, observer: Observer
    ) -> AbstractContextManager[Ready]:
        """Build everyone. Raises UsageError when the reference cannot run, or the services of no scenario are here."""


@dataclass(frozen=True)
class OpenHere:
    """A site of this machine."""

    site: Site
    measuring: Measuring
    reasons: Sequence[str] = ()

    def run(self, planning: Planning, courses: Sequence[Course], known: Sequence[Machine]) -> None:
        """One heat after another."""
        Rounds(planning, LocalHeats(self.site, planning.field, planning.observer)).run(courses)


@dataclass(frozen=True)
class ReadyHere:
    """Who was built on this machine, and how a site for them is opened."""

    field: Field
    opening: AbstractContextManager[OpenHere]
    at_once: int = 1
    fixed_length: bool = False

    @property
    def versions(self) -> Mapping[str, str | None]:
        """As this machine has them."""
        return {name: item.version for name, item in self.field.prepared.items()}

    @property
    def builds(self) -> Mapping[str, str]:
        """As this machine has them."""
        return {name: build_of(item) for name, item in self.field.prepared.items()}

    def open(self) -> AbstractContextManager[OpenHere]:
        """Once."""
        return self.opening


class Here:
    """This machine."""

    cluster = None

    @contextmanager
    def prepare(
        self, run: str, request: RaceRequest, entries: Chosen, tool: Tool | None, observer: Observer
    ) -> Iterator[ReadyHere]:
        """Build everyone here."""
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
