"""`fairlap.toml`: a repository of one's own, as a catalog with its apps, its scenarios and one suite of them all."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from pydantic import Field

from fairlap.catalog.models import REFERENCE, Contestant, Name, Scenario
from fairlap.catalog.parameters import LOGIN
from fairlap.catalog.reference import built_in_reference
from fairlap.catalog.requests import FileModel, Login
from fairlap.catalog.requirements import install_key
from fairlap.catalog.services import ServiceName, ServiceNeed
from fairlap.catalog.suites import LoadProfile, Suite
from fairlap.catalog.toml import read_toml, validated
from fairlap.errors import CatalogError

PROJECT = "fairlap.toml"

FAIRLAP_FOLDER = ".fairlap"
"""Beside that file: results and builds, which git ignores."""

LONGEST_SLUG = 40

SUITE = "all"
"""The name of the only suite."""

ROUNDS, CYCLES, BUDGET_S = 4, 15, 180.0
CONNECTIONS, LAP_MS = 64, 100


class Project(FileModel):
    """The tables of the file: `[app]`, or several `[apps.NAME]`; `[scenarios.NAME]`, and what all of them need.

    An app has the keys of a manifest, and answers all scenarios unless it says otherwise.
    """

    app: dict[str, object] | None = None
    apps: dict[Name, dict[str, object]] = Field(default={})
    scenarios: dict[Name, dict[str, object]] = Field(min_length=1)
    services: dict[ServiceName, ServiceNeed] = Field(default={})
    login: Login | None = None
    load: dict[str, object] = Field(default={})
    workers: int = Field(default=1, ge=1, le=1024)


def schema_of_project() -> dict[str, object]:
    """Return the JSON schema of the file: an app is a manifest, and what the file or its tables say may be left out."""
    document = Project.model_json_schema()
    tables: dict[str, tuple[type[FileModel], list[str]]] = {
        "App": (Contestant, ["start"]),
        "OneScenario": (Scenario, ["expect"]),
        "Load": (LoadProfile, []),
    }
    definitions = document.setdefault("$defs", {})
    for name, (model, required) in tables.items():
        table = model.model_json_schema(ref_template="#/$defs/{model}")
        definitions.update(table.pop("$defs", {}))
        for key, field in model.model_fields.items():
            if field.exclude:  # only Fairlap itself sets it
                del table["properties"][key]
        definitions[name] = {**table, "title": name, "required": required}
    properties = document["properties"]
    properties["app"] = {"$ref": "#/$defs/App"}
    properties["apps"]["additionalProperties"] = {"$ref": "#/$defs/App"}
    properties["scenarios"]["additionalProperties"] = {"$ref": "#/$defs/OneScenario"}
    properties["load"] = {"$ref": "#/$defs/Load"}
    while unused := definitions.keys() - set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(document))):
        for name in unused:
            del definitions[name]
    return document


class ProjectFile:
    """What a `fairlap.toml` says. Raises CatalogError, as all of it is one project: nothing works without it."""

    def __init__(self, path: Path) -> None:
        """Read the file."""
        self._path = path
        self._folder = path.parent.resolve()
        project = validated(Project, read_toml(path), path)
        self.scenarios = tuple(self._scenario(name, keys, project) for name, keys in project.scenarios.items())
        if project.login is not None and all(scenario.login is None for scenario in self.scenarios):
            raise self._error("table 'login': no request has '{login}'", hint="use it, or remove the table")
        self.apps = tuple(self._app(name, table, keys) for name, table, keys in self._tables(project))
        self.suite = self._suite(project)

    @property
    def contestants(self) -> tuple[Contestant, ...]:
        """The apps, and the reference."""
        everyone = (*self.apps, built_in_reference(self.scenarios))
        return tuple(sorted(everyone, key=lambda contestant: contestant.name))

    def _tables(self, project: Project) -> list[tuple[str, str, Mapping[str, object]]]:
        """Return the name of each app, that of its table, and its keys."""
        if (project.app is None) == (not project.apps):
            raise self._error("give one [app], or several [apps.NAME]")
        if project.app is not None:
            return [(str(project.app.get("name", slug(self._folder.name, "app"))), "app", project.app)]
        for name, keys in project.apps.items():
            self._refuse_name(keys, f"apps.{name}")
        return [(name, f"apps.{name}", keys) for name, keys in project.apps.items()]

    def _app(self, name: str, table: str, keys: Mapping[str, object]) -> Contestant:
        if name == REFERENCE:
            raise self._error(f"key 'name': {name!r} is the reference server", hint="choose another name")
        requires = keys.get("requires", [])
        wanted = [one for one in requires if isinstance(one, str)] if isinstance(requires, list) else []
        install = {install_key(one): f"install {install_key(one)}" for one in wanted}
        scenarios: dict[str, dict[str, object]] = {scenario.name: {} for scenario in self.scenarios}
        given = keys.get("install", {})
        document = {"scenarios": scenarios, **keys, "name": name}
        document["install"] = {**install, **given} if isinstance(given, dict) else given
        contestant = validated(Contestant, document, self._path, table=table)
        for scenario in contestant.scenarios:
            if scenario not in scenarios:
                raise self._error(f"key '{table}.scenarios': there is no scenario {scenario!r}")
        image = None if contestant.image is None else contestant.image.beside(self._folder)
        return contestant.model_copy(update={"folder": self._folder, "image": image})

    def _scenario(self, name: str, keys: Mapping[str, object], project: Project) -> Scenario:
        self._refuse_name(keys, f"scenarios.{name}")
        document = {"title": name, "contract": "answer", "services": project.services, **keys, "name": name}
        if project.login is not None and LOGIN in repr(keys):
            document.setdefault("login", project.login)
        scenario = validated(Scenario, document, self._path, table=f"scenarios.{name}")
        for service, need in scenario.services.items():
            if need.seed is not None and not (self._folder / need.seed).is_file():
                raise self._error(
                    f"key 'services.{service}.seed': no file {need.seed!r}", hint="add the file, or remove the key"
                )
        return scenario.model_copy(update={"folder": self._folder})

    def _suite(self, project: Project) -> Suite:
        load = validated(
            LoadProfile, {"connections": CONNECTIONS, "lap_ms": LAP_MS, **project.load}, self._path, table="load"
        )
        return Suite(
            name=SUITE,
            title=", ".join(app.name for app in self.apps),
            scenarios=[scenario.name for scenario in self.scenarios],
            contestants=[app.name for app in self.apps],
            workers=project.workers,
            rounds=ROUNDS,
            cycles=CYCLES,
            budget_s=BUDGET_S,
            load=load,
        )

    def _refuse_name(self, keys: Mapping[str, object], table: str) -> None:
        if "name" in keys:
            raise self._error(f"key '{table}.name': the name is that of the table", hint="remove the key")

    def _error(self, message: str, hint: str | None = None) -> CatalogError:
        return CatalogError(message, where=str(self._path), hint=hint)


def slug(text: str, otherwise: str) -> str:
    """Return a name made of the letters and digits of a text; `otherwise` if it has none."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:LONGEST_SLUG].rstrip("-") or otherwise
