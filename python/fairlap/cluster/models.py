"""Plain, frozen data that machines of a cluster exchange, and the interface to a site on another machine."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict

from fairlap.catalog import LoadEngine
from fairlap.errors import FairlapError
from fairlap.generators.models import LapResult
from fairlap.samples import SiteName, Skip

RESOURCES: dict[SiteName, str] = {
    "server": "fairlap_server",
    "generator": "fairlap_generator",
    "services": "fairlap_services",
}
"""The custom Ray resources that assign machines to sites."""


class SiteLostError(FairlapError):
    """A machine of the cluster, or Fairlap's process on it, is gone: the heat must run elsewhere."""


@dataclass(frozen=True, slots=True)
class Node:
    """A living machine of the cluster: its address, and how many sites of each kind it can still take."""

    address: str
    free: dict[SiteName, int]


class NodeReport(BaseModel):
    """The facts of a machine before Fairlap runs there (`probe.examine_node`)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    address: str
    python: str
    setsid: str | None
    auth_mode: str | None
    user: str
    differing: dict[str, str | None]


@dataclass(frozen=True, slots=True)
class GroupSetup:
    """The settings of a group's sites.

    `connections`: their maximum; `engine`: fairload's; `with_services`: scenarios with services.
    """

    run: str
    workers: int
    connections: int
    engine: LoadEngine
    with_services: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Colocation:
    """The sites on the same machine as a generator site or services site: the server site, and some generators.

    `index` is the number of this generator from 0; `services`: whether there are services.
    """

    workers: int
    generators: int
    index: int
    services: bool


@dataclass(frozen=True, slots=True)
class SiteFacts:
    """The facts of a site and its machine. `kind`: the type of machine in a few words."""

    address: str
    site: SiteName
    kind: str
    host_json: str
    fairload: str | None
    cpus: int
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PartOfLap:
    """One generator's result of a lap, and the hypervisor's share of its CPUs' time."""

    result: LapResult
    steal_share: float | None


@dataclass(frozen=True, slots=True)
class BuiltContestant:
    """A contestant on one server site: its version and build (`build_of`), or why it could not be built."""

    name: str
    version: str | None
    build: str | None
    skip: Skip | None


ASK_BOUND_S = 30.0

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Answer = TypeVar("Answer", covariant=True)


class Pending(Protocol[Answer]):
    """A pending answer."""

    def result(self, timeout_s: float) -> Answer:
        """Wait for the answer. Raises SiteLostError when the machine is gone or silent, or the site's exception."""


class Peer(Protocol):
    """A site on any machine."""

    @property
    def facts(self) -> SiteFacts:
        """The facts of the site."""

    def ask(
        self,
        method: Callable[Concatenate[Any, Arguments], Result],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Pending[Result]:
        """Call a method of the site, e.g. `peer.ask(GeneratorSite.lap, spec)`; positional arguments only."""
