"""What a run was asked for, as a document that is stored with it: with it a run that was cut can be resumed."""

import hashlib
from collections.abc import Mapping
from typing import Self

from pydantic import BaseModel, ConfigDict, Field

from fairlap.catalog import Catalog, Contestant, Scenario
from fairlap.errors import UsageError
from fairlap.hosting.build import digest_of_build
from fairlap.hosting.container.host import NetworkKind
from fairlap.hosting.hosting import IsolationKind
from fairlap.hosting.prepared import Prepared
from fairlap.plan.goal import Goal
from fairlap.race.field import Field as RacingField
from fairlap.race.request import RaceRequest

MOST_GENERATORS = 64


class AskedModel(BaseModel):
    """A frozen part of the document; numbers are finite."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class FieldAsked(AskedModel):
    """Who races in a scenario, the reference apart; `digest` names the scenario's file as it was."""

    scenario: str
    digest: str
    contestants: tuple[str, ...]


class ClusterAsked(AskedModel):
    """Which cluster of Ray a race uses, how many generators lap together, and whether all sites are on one machine."""

    address: str
    generators: int = Field(default=1, ge=1, le=MOST_GENERATORS)
    colocate: bool = False


class Asked(AskedModel):
    """A `RaceRequest`, but for what the store has anyway (suite, seed) and for where files are.

    `names` are those that were asked for (none: whom the suite names), `fields` who of them could be built. `builds`
    says of everyone, the reference included, which files and programs it was built from. `cluster` is `None` where one
    machine did it all.
    """

    names: tuple[str, ...]
    goal: Goal
    generator: str
    isolation: IsolationKind
    network: NetworkKind
    fields: tuple[FieldAsked, ...]
    builds: dict[str, str]
    cluster: ClusterAsked | None = None

    @classmethod
    def of(
        cls,
        request: RaceRequest,
        field: RacingField,
        builds: Mapping[str, str],
        cluster: ClusterAsked | None = None,
    ) -> Self:
        """What is stored when a run begins; `builds` as `build_of` names them."""
        return cls(
            names=request.names,
            goal=request.goal,
            generator=request.generator,
            isolation=request.hosting.kind,
            network=request.hosting.network,
            fields=tuple(
                FieldAsked(scenario=scenario.name, digest=digest_of_scenario(scenario), contestants=able)
                for scenario, (_, able) in zip(field.scenarios, field.entries, strict=True)
            ),
            builds=dict(builds),
            cluster=cluster,
        )

    def entries(self, catalog: Catalog) -> tuple[tuple[Scenario, tuple[Contestant, ...]], ...]:
        """Who races what, from today's catalog.

        Raises:
            UsageError: it lacks one of them, or a scenario asks for something else than it did.
        """
        found = []
        for field in self.fields:
            scenario = catalog.scenario(field.scenario)
            if digest_of_scenario(scenario) != field.digest:
                raise UsageError("the scenario asks for something else than when the run began", where=scenario.name)
            able = tuple(catalog.contestant(name) for name in field.contestants)
            for contestant in able:
                contestant.must_answer(scenario)
            found.append((scenario, able))
        return tuple(found)


def digest_of_scenario(scenario: Scenario) -> str:
    """Names what is asked in a scenario, what a right answer is, and what its services have."""
    digest = hashlib.sha256(scenario.model_dump_json(by_alias=True, exclude_unset=True).encode())
    for need in scenario.services.values():
        if need.seed is not None:
            digest.update((scenario.folder / need.seed).read_bytes())
    return digest.hexdigest()


def build_of(prepared: Prepared) -> str:
    """Names what was built: the image, or all that the build came from."""
    return digest_of_build(prepared.folder) if prepared.image is None else prepared.image.id
