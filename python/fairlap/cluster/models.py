"""What crosses between the machines of a cluster: plain data, frozen."""

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from fairlap.errors import FairlapError
from fairlap.generators.models import LapResult
from fairlap.samples import SiteName, Skip

RESOURCES: dict[SiteName, str] = {
    "server": "fairlap_server",
    "generator": "fairlap_generator",
    "services": "fairlap_services",
}
"""The custom resource of Ray that says for which site a machine is meant."""


class SiteLostError(FairlapError):
    """A machine of the cluster, or its part in the race, has gone: the heat is to be run elsewhere."""


@dataclass(frozen=True, slots=True)
class Node:
    """A living machine of the cluster: its address, and how many sites of each kind it still has room for."""

    address: str
    free: dict[SiteName, int]


class NodeReport(BaseModel):
    """What a machine says before any code of ours runs there (`probe.examine_node`)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    address: str
    python: str
    setsid: str | None
    auth_mode: str | None
    user: str
    differing: dict[str, str | None]


@dataclass(frozen=True, slots=True)
class GroupSetup:
    """What the sites of a group are told. `connections`: the most that any load opens; `with_services`: scenarios."""

    run: str
    workers: int
    connections: int
    with_services: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Together:
    """What else is on the machine of a generator site or a services site: the server site, and how many generators.

    `index` counts these from 0; `services`: whether there are some.
    """

    workers: int
    generators: int
    index: int
    services: bool


@dataclass(frozen=True, slots=True)
class SiteFacts:
    """What a site says of its machine. `kind`: what can be told apart of it, in a few words."""

    address: str
    site: SiteName
    kind: str
    host_json: str
    fairload: str | None
    cpus: int
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PartOfLap:
    """What one generator says of its lap, and the hypervisor's part of its CPUs' time meanwhile."""

    result: LapResult
    steal_share: float | None


@dataclass(frozen=True, slots=True)
class BuiltContestant:
    """A contestant as one server site has it: its version, what it was built from (`build_of`); or why it has not."""

    name: str
    version: str | None
    build: str | None
    skip: Skip | None
