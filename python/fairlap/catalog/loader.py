"""TOML files -> Catalog. A broken file becomes one line, file, key, what and how to fix it, and the others load."""

import difflib
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from fairlap.catalog.models import Contestant, Scenario, Suite
from fairlap.errors import CatalogError, UsageError

_FRAMEWORK = re.compile(r"^framework\s*=", re.MULTILINE)

Noun = TypeVar("Noun", Contestant, Scenario, Suite)


Kind = Literal["contestant", "scenario", "suite"]


@dataclass(frozen=True, slots=True)
class Broken:
    """A contestant, scenario or suite whose file cannot be used.

    `name` is what it would be called, by its file; `error` is one line: the file, what is wrong, how to fix it.
    """

    kind: Kind
    name: str
    file: Path
    error: str

    def line(self) -> str:
        """Return the whole as one line."""
        return f"{self.kind} {self.name} is broken: {self.error}"


@dataclass(frozen=True)
class Catalog:
    """All that can be raced, each noun sorted by name. `root` holds contestants/, scenarios/ and suites/.

    What is `broken` is in none of the others.
    """

    root: Path
    contestants: tuple[Contestant, ...]
    scenarios: tuple[Scenario, ...]
    suites: tuple[Suite, ...]
    broken: tuple[Broken, ...] = ()

    def contestant(self, name: str) -> Contestant:
        """The contestant of that name. Raises UsageError: it is broken, or unknown (naming the nearest one)."""
        return self._by_name(self.contestants, name, "contestant", "fairlap list")

    def scenario(self, name: str) -> Scenario:
        """The scenario of that name. Raises UsageError: it is broken, or unknown (naming the nearest one)."""
        return self._by_name(self.scenarios, name, "scenario", f"see {self.root / 'scenarios'}")

    def suite(self, name: str) -> Suite:
        """The suite of that name. Raises UsageError: it is broken, or unknown (naming the nearest one)."""
        return self._by_name(self.suites, name, "suite", f"see {self.root / 'suites'}")

    def broken_among(self, kind: Kind, names: Iterable[str]) -> tuple[Broken, ...]:
        """Return the broken ones of that kind with one of these names; "*" stands for all."""
        wanted = set(names)
        return tuple(one for one in self.broken if one.kind == kind and (one.name in wanted or "*" in wanted))

    def healthy(self, kind: Kind, names: Iterable[str]) -> list[str]:
        """Return the names without those of broken ones. Raises CatalogError when that leaves none of them."""
        wanted = list(names)
        broken = {one.name: one for one in self.broken_among(kind, wanted)}
        left = [name for name in wanted if name not in broken]
        if wanted and not left:
            raise CatalogError(broken[wanted[0]].error)
        return left

    def without_broken(self, suite: Suite, names: Sequence[str] = ()) -> tuple[Suite, tuple[Broken, ...]]:
        """Return the suite as far as it can be raced, and which broken scenarios and contestants that leaves out.

        Args:
            suite: what is asked for.
            names: the contestants to race instead of the suite's.

        Raises:
            UsageError: what was asked for by name is broken or unknown, or nothing healthy is left of the suite.
        """
        for name in (*names, suite.reference):
            self.contestant(name)
        scenarios = self.healthy("scenario", suite.scenarios)
        for name in scenarios:
            self.scenario(name)
        broken = self.broken_among("scenario", suite.scenarios)
        if names:
            return suite.model_copy(update={"scenarios": scenarios}), broken
        contestants = self.healthy("contestant", suite.contestants)
        broken += self.broken_among("contestant", suite.contestants)
        return suite.model_copy(update={"scenarios": scenarios, "contestants": contestants}), broken

    def _by_name(self, nouns: tuple[Noun, ...], name: str, kind: Kind, where_to_look: str) -> Noun:
        for candidate in nouns:
            if candidate.name == name:
                return candidate
        for broken in self.broken_among(kind, [name]):
            raise CatalogError(broken.error)
        near = _did_you_mean(name, [candidate.name for candidate in nouns])
        raise UsageError(f"there is no {kind} {name!r}{near}", hint=where_to_look)


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
    """Read and check every file of the catalog; those that cannot be used are its `broken` ones."""
    broken: list[Broken] = []
    scenarios = _load_all("scenario", sorted((root / "scenarios").glob("*.toml")), _load_scenario, broken)
    manifests = _manifests(root / "contestants", broken)
    contestants = _load_all("contestant", manifests, load_contestant, broken)
    suites = _load_all("suite", sorted((root / "suites").glob("*.toml")), _load_suite, broken)
    contestants = _with_own_names(contestants, manifests, broken)
    # What names a broken file is not broken itself: it is refused when that file is needed.
    known = _names("scenario", scenarios, broken)
    contestants = _without(contestants, lambda item: _broken_contestant(item, known), broken)
    everyone = _names("contestant", contestants, broken)
    suites = _without(suites, lambda item: _broken_suite(root, item, known, everyone), broken)
    return Catalog(root, contestants, scenarios, suites, tuple(sorted(broken, key=lambda one: (one.kind, one.name))))


def _manifests(folder: Path, broken: list[Broken]) -> list[Path]:
    """TOML files called as the folder, and those that name a framework: others (Cargo.toml) are the application's."""
    found: list[Path] = []
    for contestant in sorted(path for path in folder.iterdir() if path.is_dir()):
        name = contestant.name
        existing = [path for path in sorted(contestant.glob("*.toml")) if path.stem == name or _names_a_framework(path)]
        if not existing:
            error = f"{contestant}: no manifest (write {name}.toml; docs/adding-a-contestant.md shows how)"
            broken.append(Broken("contestant", name, contestant, error))
        found += existing
    return found


def _names_a_framework(path: Path) -> bool:
    try:
        return _FRAMEWORK.search(path.read_text(encoding="utf-8", errors="replace")) is not None
    except OSError:  # it may be one: reading it as one says what is wrong
        return True


def _load_all(
    kind: Kind, paths: Iterable[Path], load: Callable[[Path], Noun], broken: list[Broken]
) -> tuple[Noun, ...]:
    nouns: list[Noun] = []
    for path in paths:
        try:
            nouns.append(load(path))
        except CatalogError as error:
            broken.append(Broken(kind, path.stem, path, error.line()))
    return tuple(sorted(nouns, key=lambda noun: noun.name))


def _without(nouns: tuple[Noun, ...], look: Callable[[Noun], Broken | None], broken: list[Broken]) -> tuple[Noun, ...]:
    """Those that are not broken; the others join `broken`."""
    found = [(noun, look(noun)) for noun in nouns]
    broken += [one for _, one in found if one is not None]
    return tuple(noun for noun, one in found if one is None)


def _names(kind: Kind, nouns: Sequence[Contestant | Scenario], broken: Iterable[Broken]) -> list[str]:
    """All names of a kind, those of broken ones included."""
    return [noun.name for noun in nouns] + [one.name for one in broken if one.kind == kind]


def _with_own_names(
    contestants: tuple[Contestant, ...], manifests: Sequence[Path], broken: list[Broken]
) -> tuple[Contestant, ...]:
    """Contestants whose name no other manifest has: which of two would be meant cannot be said."""
    times = Counter(path.stem for path in manifests)

    def look(contestant: Contestant) -> Broken | None:
        if times[contestant.name] == 1:
            return None
        file = _manifest_of(contestant)
        others = ", ".join(
            str(path) for path in manifests if path.stem == contestant.name and path.resolve() != file.resolve()
        )
        error = f"{file}: key 'name': {contestant.name!r} is also the name of {others} (rename one of them)"
        return Broken("contestant", contestant.name, file, error)

    return _without(contestants, look, broken)


def _manifest_of(contestant: Contestant) -> Path:
    return contestant.folder / f"{contestant.name}.toml"


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
    except OSError as error:
        hint = "make it a file that can be read, or remove it"
        raise CatalogError(f"cannot be read: {error.strerror}", where=str(path), hint=hint) from error
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


def _broken_contestant(contestant: Contestant, scenarios: list[str]) -> Broken | None:
    """The contestant as a broken one when it subscribes to what does not exist."""
    unknown = _unknown("scenarios", contestant.scenarios, scenarios)
    return _if_any("contestant", contestant.name, _manifest_of(contestant), unknown)


def _broken_suite(root: Path, suite: Suite, scenarios: list[str], contestants: list[str]) -> Broken | None:
    """The suite as a broken one when it names what does not exist."""
    wanted = [name for name in suite.contestants if name != "*"]
    unknown = _unknown("scenarios", suite.scenarios, scenarios)
    unknown += _unknown("contestants", [*wanted, suite.reference], contestants)
    return _if_any("suite", suite.name, root / "suites" / f"{suite.name}.toml", unknown)


def _if_any(kind: Kind, name: str, file: Path, problems: list[str]) -> Broken | None:
    return Broken(kind, name, file, f"{file}: {'; '.join(problems)}") if problems else None


def _unknown(key: str, names: Iterable[str], known: list[str]) -> list[str]:
    return [
        f"key {key!r}: there is no {key.removesuffix('s')} {name!r}{_did_you_mean(name, known)}"
        for name in names
        if name not in known
    ]


def _did_you_mean(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return f", did you mean {near[0]!r}?" if near else ""
