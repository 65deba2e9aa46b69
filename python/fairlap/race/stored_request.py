"""The request of a run as a document in the store, with which an interrupted run can be resumed."""

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


class StoredModel(BaseModel):
    """A frozen part of the document; numbers are finite."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class StoredField(StoredModel):
    """The contestants of a scenario, without the reference; `digest` identifies the scenario's file."""

    scenario: str
    digest: str
    contestants: tuple[str, ...]


class ClusterChoice(StoredModel):
    """The Ray cluster of a race, the number of generators per lap, and whether all sites share one machine."""

    address: str
    generators: int = Field(default=1, ge=1, le=MOST_GENERATORS)
    colocate: bool = False


class StoredRequest(StoredModel):
    """A `RaceRequest` without paths and without what the store has anyway (suite, seed).

    `names` are the requested contestants (empty: those of the suite), `fields` those that could be built. `builds`
    identifies files and programs of each build, including the reference's. `cluster` is `None` for a single machine.
    """

    names: tuple[str, ...]
    goal: Goal
    generator: str
    isolation: IsolationKind
    network: NetworkKind
    fields: tuple[StoredField, ...]
    builds: dict[str, str]
    cluster: ClusterChoice | None = None

    @classmethod
    def of(
        cls,
        request: RaceRequest,
        field: RacingField,
        builds: Mapping[str, str],
        cluster: ClusterChoice | None = None,
    ) -> Self:
        """Return the document to store when a run begins; `builds` come from `build_of`."""
        return cls(
            names=request.names,
            goal=request.goal,
            generator=request.generator,
            isolation=request.hosting.kind,
            network=request.hosting.network,
            fields=tuple(
                StoredField(scenario=scenario.name, digest=digest_of_scenario(scenario), contestants=able)
                for scenario, (_, able) in zip(field.scenarios, field.entries, strict=True)
            ),
            builds=dict(builds),
            cluster=cluster,
        )

    def entries(self, catalog: Catalog) -> tuple[tuple[Scenario, tuple[Contestant, ...]], ...]:
        """Return scenarios and contestants from the current catalog.

        Raises:
            UsageError: one is missing, or a scenario has changed.
        """
        found = []
        for field in self.fields:
            scenario = catalog.scenario(field.scenario)
            if digest_of_scenario(scenario) != field.digest:
                raise UsageError("the scenario has changed since the run began", where=scenario.name)
            able = tuple(catalog.contestant(name) for name in field.contestants)
            for contestant in able:
                contestant.must_answer(scenario)
            found.append((scenario, able))
        return tuple(found)


def digest_of_scenario(scenario: Scenario) -> str:
    """Return a digest of a scenario's request, right answer and service data."""
    digest = hashlib.sha256(scenario.model_dump_json(by_alias=True, exclude_unset=True).encode())
    for need in scenario.services.values():
        if need.seed is not None:
            digest.update((scenario.folder / need.seed).read_bytes())
    return digest.hexdigest()


def build_of(prepared: Prepared) -> str:
    """Identify a build: the image, or the inputs of the build; empty for a contestant that is not built."""
    if prepared.contestant.in_place:
        return ""
    return digest_of_build(prepared.folder) if prepared.image is None else prepared.image.id
