"""TOML files -> Catalog. Whatever is wrong becomes one line: file, key, what, and how to mend it."""

import difflib
import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from fairlap.catalog.models import Contestant, Scenario, Suite
from fairlap.errors import CatalogError, UsageError

_FRAMEWORK = re.compile(r"^framework\s*=", re.MULTILINE)

Noun = TypeVar("Noun", Contestant, Scenario, Suite)


@dataclass(frozen=True)
class Catalog:
    """All that can be raced, each noun sorted by name. `root` holds contestants/, scenarios/ and suites/."""

    root: Path
    contestants: tuple[Contestant, ...]
    scenarios: tuple[Scenario, ...]
    suites: tuple[Suite, ...]

    def contestant(self, name: str) -> Contestant:
        """The contestant of that name. Raises UsageError, naming the nearest ones."""
        return _by_name(self.contestants, name, "contestant", "fairlap list")

    def scenario(self, name: str) -> Scenario:
        """The scenario of that name. Raises UsageError, naming the nearest ones."""
        return _by_name(self.scenarios, name, "scenario", f"see {self.root / 'scenarios'}")

    def suite(self, name: str) -> Suite:
        """The suite of that name. Raises UsageError, naming the nearest ones."""
        return _by_name(self.suites, name, "suite", f"see {self.root / 'suites'}")


def find_root(start: Path) -> Path:
    """The nearest folder, from `start` upwards, with contestants/, scenarios/ and suites/. Raises UsageError."""
    for folder in (start, *start.parents):
        if all((folder / part).is_dir() for part in ("contestants", "scenarios", "suites")):
            return folder
    raise UsageError(
        "no catalog here: neither this folder nor one above it has contestants/, scenarios/ and suites/",
        where=str(start),
        hint="go to a checkout of Fairlap, or name one with --catalog DIR",
    )


def load_catalog(root: Path) -> Catalog:
    """Read and check every file of the catalog. Raises CatalogError with a line for each broken file."""
    problems: list[str] = []
    scenarios = _load_all(sorted((root / "scenarios").glob("*.toml")), _load_scenario, problems)
    contestants = _load_all(_manifests(root / "contestants", problems), load_contestant, problems)
    suites = _load_all(sorted((root / "suites").glob("*.toml")), _load_suite, problems)
    catalog = Catalog(root, contestants, scenarios, suites)
    if not problems:  # a broken file would be reported a second time as an unknown name
        problems += _dangling_names(catalog)
    if problems:
        raise CatalogError("\n".join(problems))
    return catalog


def _manifests(folder: Path, problems: list[str]) -> list[Path]:
    """TOML files called as the folder, and those that name a framework: others (Cargo.toml) are the application's."""
    found: list[Path] = []
    for contestant in sorted(path for path in folder.iterdir() if path.is_dir()):
        name = contestant.name
        existing = [path for path in sorted(contestant.glob("*.toml")) if path.stem == name or _names_a_framework(path)]
        if not existing:
            problems.append(f"{contestant}: no manifest (write {name}.toml; docs/adding-a-contestant.md shows how)")
        found += existing
    return found


def _names_a_framework(path: Path) -> bool:
    return _FRAMEWORK.search(path.read_text(encoding="utf-8", errors="replace")) is not None


def _load_all(paths: Iterable[Path], load: Callable[[Path], Noun], problems: list[str]) -> tuple[Noun, ...]:
    nouns: list[Noun] = []
    for path in paths:
        try:
            nouns.append(load(path))
        except CatalogError as error:
            problems.append(error.line())
    return tuple(sorted(nouns, key=lambda noun: noun.name))


def load_contestant(path: Path) -> Contestant:
    contestant = _parse(path, Contestant, {})
    if contestant.name != path.stem:
        raise CatalogError(
            f"key 'name': is {contestant.name!r}, but the file is called {path.name}",
            where=str(path),
            hint=f'write name = "{path.stem}"',
        )
    return contestant.model_copy(update={"folder": path.parent.resolve()})


def _load_scenario(path: Path) -> Scenario:
    scenario = _parse(path, Scenario, {"name": path.stem})
    for service, need in scenario.services.items():
        if need.seed is not None and not (path.parent / need.seed).is_file():
            raise CatalogError(
                f"key 'services.{service}.seed': there is no file {need.seed!r} beside it",
                where=str(path),
                hint="write it, or leave the key out",
            )
    return scenario.model_copy(update={"folder": path.parent.resolve()})


def _load_suite(path: Path) -> Suite:
    return _parse(path, Suite, {"name": path.stem})


def _parse(path: Path, model: type[Noun], extra: dict[str, str]) -> Noun:
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise CatalogError(f"is not UTF-8: {error.reason}", where=str(path), hint="save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise CatalogError(f"is not TOML: {error}", where=str(path), hint="mend the line that is named") from error
    try:
        return model.model_validate(document | extra)
    except ValidationError as error:
        lines = [_explain(details, model) for details in error.errors(include_url=False)]
        raise CatalogError("; ".join(lines), where=str(path)) from error


def _explain(details: ErrorDetails, model: type[BaseModel]) -> str:
    parts = [str(part) for part in details["loc"]]
    key = ".".join(parts)
    if details["type"] == "extra_forbidden":
        near = difflib.get_close_matches(parts[-1], _keys(model), n=1)
        mend = f"did you mean {near[0]!r}?" if near else "remove it"
        return f"key {key!r} is not known ({mend})"
    if details["type"] == "missing":
        return f"key {key!r} is missing (add it; docs/adding-a-contestant.md shows every key)"
    message = details["msg"].removeprefix("Value error, ")
    return f"key {key!r}: {message}" if key else message


def _keys(model: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]


def _dangling_names(catalog: Catalog) -> list[str]:
    problems: list[str] = []
    scenarios = [scenario.name for scenario in catalog.scenarios]
    contestants = [contestant.name for contestant in catalog.contestants]
    for contestant in catalog.contestants:
        where = contestant.folder / f"{contestant.name}.toml"
        problems += _unknown(where, "scenarios", contestant.scenarios, scenarios)
    for suite in catalog.suites:
        where = catalog.root / "suites" / f"{suite.name}.toml"
        problems += _unknown(where, "scenarios", suite.scenarios, scenarios)
        wanted = [name for name in suite.contestants if name != "*"]
        problems += _unknown(where, "contestants", [*wanted, suite.reference], contestants)
    return problems


def _unknown(where: Path, key: str, names: Iterable[str], known: list[str]) -> list[str]:
    return [
        f"{where}: key {key!r}: there is no {key.removesuffix('s')} {name!r}{_did_you_mean(name, known)}"
        for name in names
        if name not in known
    ]


def _by_name(nouns: tuple[Noun, ...], name: str, noun: str, where_to_look: str) -> Noun:
    for candidate in nouns:
        if candidate.name == name:
            return candidate
    near = _did_you_mean(name, [candidate.name for candidate in nouns])
    raise UsageError(f"there is no {noun} {name!r}{near}", hint=where_to_look)


def _did_you_mean(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return f", did you mean {near[0]!r}?" if near else ""
