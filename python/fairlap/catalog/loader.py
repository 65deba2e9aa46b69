"""Loads the catalog from TOML files. A broken file becomes a one-line error, and the others still load."""

import difflib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

from fairlap.catalog.levels import at_levels
from fairlap.catalog.models import REFERENCE, Contestant, Scenario
from fairlap.catalog.project import PROJECT, ProjectFile
from fairlap.catalog.reference import built_in_reference
from fairlap.catalog.suites import Suite
from fairlap.catalog.toml import read_toml, validated
from fairlap.errors import CatalogError, UsageError

_FRAMEWORK = re.compile(r"^framework\s*=", re.MULTILINE)

Noun = TypeVar("Noun", Contestant, Scenario, Suite)


Kind = Literal["contestant", "scenario", "suite"]


@dataclass(frozen=True, slots=True)
class Broken:
    """A contestant, scenario or suite with an unusable file.

    `name` comes from the file name; `error` is one line: the file, what is wrong, how to fix it.
    """

    kind: Kind
    name: str
    file: Path
    error: str

    def line(self) -> str:
        """Return a one-line description."""
        return f"{self.kind} {self.name} is broken: {self.error}"


@dataclass(frozen=True)
class Catalog:
    """All contestants, scenarios and suites, sorted by name, without `broken` ones.

    `root` holds contestants/, scenarios/ and suites/.
    """

    root: Path
    contestants: tuple[Contestant, ...]
    scenarios: tuple[Scenario, ...]
    suites: tuple[Suite, ...]
    broken: tuple[Broken, ...] = ()

    @property
    def is_project(self) -> bool:
        """Whether all of it comes from one `fairlap.toml`."""
        return is_project(self.root)

    def contestant(self, name: str | None) -> Contestant:
        """Return a contestant by name, without one the only one beside the reference.

        Raises UsageError when it is broken or unknown (and suggests a name), or not the only one.
        """
        if name is None:
            return self._only([one for one in self.contestants if one.name != REFERENCE], "contestant")
        return self._by_name(self.contestants, name, "contestant", "fairlap list")

    def scenario(self, name: str) -> Scenario:
        """Return a scenario by name. Raises UsageError when it is broken or unknown (and suggests a name)."""
        return self._by_name(self.scenarios, name, "scenario", f"see {self.root / 'scenarios'}")

    def suite(self, name: str | None) -> Suite:
        """Return a suite by name, without one the only one.

        Raises UsageError when it is broken or unknown (and suggests a name), or not the only one.
        """
        if name is None:
            return self._only(self.suites, "suite")
        return self._by_name(self.suites, name, "suite", f"see {self.root / 'suites'}")

    def needed_beside(self, contestants: Iterable[Contestant], scenarios: Iterable[Scenario]) -> tuple[Scenario, ...]:
        """Return a scenario for each service that images of others expect at their start and none of these needs.

        Who has a connection to its database wants it also where it is not asked for rows.
        """
        there = {name for scenario in scenarios for name in scenario.services}
        found = []
        for contestant in contestants:
            hosts = set() if contestant.image is None else set(contestant.image.hosts.values())
            for scenario in self.scenarios:
                needs = set(scenario.services)
                if scenario.name in contestant.scenarios and needs and needs <= hosts - there:
                    found.append(scenario)
                    there |= needs
        return tuple(found)

    def broken_among(self, kind: Kind, names: Iterable[str]) -> tuple[Broken, ...]:
        """Return the broken files of a kind with one of these names; "*" stands for all."""
        wanted = set(names)
        return tuple(one for one in self.broken if one.kind == kind and (one.name in wanted or "*" in wanted))

    def healthy(self, kind: Kind, names: Iterable[str]) -> list[str]:
        """Return the names that are not broken. Raises CatalogError when none is left."""
        wanted = list(names)
        broken = {one.name: one for one in self.broken_among(kind, wanted)}
        left = [name for name in wanted if name not in broken]
        if wanted and not left:
            raise CatalogError(broken[wanted[0]].error)
        return left

    def without_broken(self, suite: Suite, names: Sequence[str] = ()) -> tuple[Suite, tuple[Broken, ...]]:
        """Return the suite without its broken scenarios and contestants, and these.

        Args:
            suite: the suite to race.
            names: the contestants to race instead of the suite's.

        Raises:
            UsageError: one of `names` is broken or unknown, or nothing healthy is left of the suite.
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

    def _only(self, nouns: Sequence[Noun], kind: Kind) -> Noun:
        if len(nouns) == 1:
            return nouns[0]
        names = ", ".join(noun.name for noun in nouns)
        raise UsageError(f"which {kind}? Here are {len(nouns)}", hint=f"name one of: {names}" if names else None)

    def _by_name(self, nouns: tuple[Noun, ...], name: str, kind: Kind, where_to_look: str) -> Noun:
        for candidate in nouns:
            if candidate.name == name:
                return candidate
        for broken in self.broken_among(kind, [name]):
            raise CatalogError(broken.error)
        near = _did_you_mean(name, [candidate.name for candidate in nouns])
        raise UsageError(f"there is no {kind} {name!r}{near}", hint=where_to_look)


def find_root(start: Path) -> Path | None:
    """Return the nearest folder, from `start` upwards, that holds a catalog or a project; `None` if there is none."""
    return next((folder for folder in (start, *start.parents) if _is_catalog(folder) or is_project(folder)), None)


def is_project(folder: Path) -> bool:
    """Return whether the folder has a `fairlap.toml`, and is no catalog."""
    return (folder / PROJECT).is_file() and not _is_catalog(folder)


def _is_catalog(folder: Path) -> bool:
    return all((folder / part).is_dir() for part in ("contestants", "scenarios", "suites"))


def built_in_root() -> Path:
    """Return the folder of the catalog that comes with Fairlap: in the installed package, or in its checkout."""
    package = Path(__file__).parents[1]
    return next(folder for folder in (package / "built_in", package.parents[1]) if _is_catalog(folder))


def load_catalog(root: Path, *others: Path) -> Catalog:
    """Read and check every file of the catalog, and of others beside it; unusable files become its `broken` entries.

    Raises CatalogError for a project with an unusable file, and if two have a scenario or a suite of one name.
    """
    if is_project(root):
        file = ProjectFile(root / PROJECT)
        by_name = tuple(sorted(file.scenarios, key=lambda scenario: scenario.name))
        return Catalog(root, file.contestants, by_name, (file.suite,))
    broken: list[Broken] = []
    roots = (root, *others)
    scenarios = _load_all("scenario", _files_of("scenarios", roots), _load_scenarios, broken)
    manifests = [manifest for each in roots for manifest in _manifests(each / "contestants", broken)]
    contestants = _load_all("contestant", manifests, lambda path: [load_contestant(path)], broken)
    suite_files = _files_of("suites", roots)
    suites = _load_all("suite", suite_files, _load_suite, broken)
    contestants = _with_own_names(contestants, manifests, broken)
    # A file that names a broken one is not broken itself: it is refused when the broken file is needed.
    known = _names("scenario", scenarios, broken)
    contestants = _without(contestants, lambda item: _broken_contestant(item, known), broken)
    if scenarios and REFERENCE not in _names("contestant", contestants, broken):
        contestants = tuple(sorted((*contestants, built_in_reference(scenarios)), key=lambda item: item.name))
    everyone = _names("contestant", contestants, broken)
    file_of = {file.stem: file for file in suite_files}
    suites = _without(suites, lambda item: _broken_suite(file_of[item.name], item, known, everyone), broken)
    return Catalog(root, contestants, scenarios, suites, tuple(sorted(broken, key=lambda one: (one.kind, one.name))))


def _files_of(part: str, roots: Sequence[Path]) -> list[Path]:
    """Return the files of a part of all catalogs. Raises CatalogError for a name that two have."""
    found: dict[str, Path] = {}
    for file in (file for root in roots for file in sorted((root / part).glob("*.toml"))):
        if file.stem in found:
            also = f"{file.stem!r} is also in {found[file.stem]}"
            raise CatalogError(also, where=str(file), hint="rename one of them, or use one catalog")
        found[file.stem] = file
    return list(found.values())


def _manifests(folder: Path, broken: list[Broken]) -> list[Path]:
    """Find TOML files with the name of their folder or a framework key: others (Cargo.toml) are the application's."""
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
    except OSError:  # it may be a manifest: loading it will report the error
        return True


def _load_all(
    kind: Kind, paths: Iterable[Path], load: Callable[[Path], list[Noun]], broken: list[Broken]
) -> tuple[Noun, ...]:
    nouns: list[Noun] = []
    for path in paths:
        try:
            nouns += load(path)
        except CatalogError as error:
            broken.append(Broken(kind, path.stem, path, error.line()))
    return tuple(sorted(nouns, key=lambda noun: noun.name))


def _without(nouns: tuple[Noun, ...], look: Callable[[Noun], Broken | None], broken: list[Broken]) -> tuple[Noun, ...]:
    """Return those that are not broken, and add the others to `broken`."""
    found = [(noun, look(noun)) for noun in nouns]
    broken += [one for _, one in found if one is not None]
    return tuple(noun for noun, one in found if one is None)


def _names(kind: Kind, nouns: Sequence[Contestant | Scenario], broken: Iterable[Broken]) -> list[str]:
    """Return all names of a kind, including broken ones."""
    return [noun.name for noun in nouns] + [one.name for one in broken if one.kind == kind]


def _with_own_names(
    contestants: tuple[Contestant, ...], manifests: Sequence[Path], broken: list[Broken]
) -> tuple[Contestant, ...]:
    """Return the contestants with a unique name: a name with two manifests is ambiguous."""
    read = {_manifest_of(contestant).resolve(): contestant.name for contestant in contestants}
    names = {path: read.get(path.resolve(), path.stem) for path in manifests}
    times = Counter(names.values())

    def look(contestant: Contestant) -> Broken | None:
        if times[contestant.name] == 1:
            return None
        file = _manifest_of(contestant)
        others = ", ".join(
            str(path) for path, name in names.items() if name == contestant.name and path.resolve() != file.resolve()
        )
        error = f"{file}: key 'name': {contestant.name!r} is also used by {others} (rename one of them)"
        return Broken("contestant", contestant.name, file, error)

    return _without(contestants, look, broken)


def _manifest_of(contestant: Contestant) -> Path:
    return contestant.folder / f"{contestant.name.rpartition('/')[2]}.toml"


def load_contestant(path: Path) -> Contestant:
    """Read one manifest. Raises CatalogError."""
    folder = path.parent.resolve()
    contestant = validated(Contestant, _read(path), path)
    image = None if contestant.image is None else contestant.image.beside(folder)
    return contestant.model_copy(update={"folder": folder, "image": image})


def _load_scenarios(path: Path) -> list[Scenario]:
    """Read a file; there is a scenario for each of its levels."""
    folder = path.parent.resolve()
    scenarios = [
        validated(Scenario, document, path).model_copy(update={"level": level, "folder": folder})
        for level, document in at_levels(_read(path), path)
    ]
    for service, need in scenarios[-1].services.items():
        if need.seed is not None and not (path.parent / need.seed).is_file():
            raise CatalogError(
                f"key 'services.{service}.seed': no file {need.seed!r} in the same folder",
                where=str(path),
                hint="add the file, or remove the key",
            )
    return scenarios


def _load_suite(path: Path) -> list[Suite]:
    return [validated(Suite, _read(path), path)]


def _read(path: Path) -> dict[str, object]:
    """Read a file; the name of what it describes is that of the file, and may be left out.

    Before that of an imported contestant stands where it is from, and a slash.
    """
    document = {"name": path.stem} | read_toml(path)
    if str(document["name"]).rpartition("/")[2] != path.stem:
        message = f"key 'name': {document['name']!r} does not match the file name {path.name}"
        raise CatalogError(message, where=str(path), hint=f'write name = "{path.stem}", or leave it out')
    return document


def _broken_contestant(contestant: Contestant, scenarios: list[str]) -> Broken | None:
    """Report a contestant that subscribes to an unknown scenario."""
    unknown = _unknown("scenarios", contestant.scenarios, scenarios)
    return _if_any("contestant", contestant.name, _manifest_of(contestant), unknown)


def _broken_suite(file: Path, suite: Suite, scenarios: list[str], contestants: list[str]) -> Broken | None:
    """Report a suite that names an unknown scenario or contestant."""
    wanted = [name for name in suite.contestants if name != "*"]
    unknown = _unknown("scenarios", suite.scenarios, scenarios)
    unknown += _unknown("contestants", [*wanted, suite.reference], contestants)
    return _if_any("suite", suite.name, file, unknown)


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
