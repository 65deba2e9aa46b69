"""The options before the command: the folders that every command uses, and what is wrong in the catalog."""

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from fairlap.errors import UsageError

if TYPE_CHECKING:
    from fairlap.catalog import Broken, Catalog


BUILT_IN = "built-in"
"""What `--catalog` calls the catalog that comes with Fairlap."""


@dataclass(frozen=True)
class Settings:
    """The folders; none means the default."""

    catalog_dirs: tuple[Path, ...]
    results_dir: Path | None

    @cached_property
    def _roots(self) -> tuple[Path, ...]:
        """The catalogs that were asked for, or the nearest one from here upwards; empty if there is none.

        Raises UsageError.
        """
        from fairlap.catalog import find_root

        if not self.catalog_dirs:
            nearest = find_root(Path.cwd())
            return () if nearest is None else (nearest,)
        return tuple(_root_of(folder, alone=len(self.catalog_dirs) == 1) for folder in self.catalog_dirs)

    @property
    def own_root(self) -> Path | None:
        """The catalog to which results belong: the first one but for Fairlap's; `None` without any of one's own."""
        given = self.catalog_dirs or self._roots
        own = [root for asked, root in zip(given, self._roots, strict=True) if str(asked) != BUILT_IN]
        return own[0] if own else None

    @property
    def root(self) -> Path:
        """The catalog's folder: the first one, or without any the one that comes with Fairlap."""
        from fairlap.catalog import built_in_root

        return self._roots[0] if self._roots else built_in_root()

    @property
    def is_project(self) -> bool:
        """Whether there is a `fairlap.toml` here, and no catalog. Raises UsageError for a wrong --catalog."""
        from fairlap.catalog import is_project

        return self.own_root is not None and is_project(self.own_root)

    @property
    def _home(self) -> Path:
        """The folder of results and builds: the catalog here, or without one the user's data folder (XDG)."""
        from fairlap.catalog.project import FAIRLAP_FOLDER

        if self.own_root is not None:
            return self.own_root / FAIRLAP_FOLDER if self.is_project else self.own_root
        data = os.environ.get("XDG_DATA_HOME", "")
        return Path(data if data.startswith("/") else Path.home() / ".local" / "share") / "fairlap"

    @property
    def results_to_read(self) -> Path:
        """Return the results folder, which may not exist."""
        return (self.results_dir or self._home / "results").resolve()

    @cached_property
    def results(self) -> Path:
        """Return the results folder, creating it if necessary. Raises UsageError."""
        folder = self.results_to_read
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if self.is_project and self._home.is_dir():
                hide_from_git(self._home)
        except OSError as error:
            raise UsageError(
                f"cannot be created: {error.strerror}",
                where=str(folder),
                hint="choose another with --results DIR",
            ) from error
        return folder

    @property
    def state(self) -> Path:
        """The folder that records what is running, so that a later fairlap can find it."""
        return self.results / ".running"

    @property
    def build_root(self) -> Path:
        """The folder where contestants are built."""
        return self._home / ".build" / "contestants"

    def load_catalog(self) -> "Catalog":
        """Load contestants, scenarios and suites, noting broken files. Raises UsageError."""
        from fairlap.catalog import load_catalog

        beside = () if self.catalog_dirs or self.is_project else imported_catalogs(self.imports)
        return load_catalog(self.root, *self._roots[1:], *beside)

    @property
    def imports(self) -> Path:
        """The folder of imported catalogs, which may not exist: in the catalog here, or without one right here."""
        return (self.own_root or Path.cwd()) / "imported"


def _root_of(folder: Path, *, alone: bool) -> Path:
    """Return the folder of a --catalog. Raises UsageError."""
    from fairlap.catalog import built_in_root, find_root, is_project

    if str(folder) == BUILT_IN:
        return built_in_root()
    if not folder.is_dir():
        raise UsageError("no such folder", where=str(folder), hint="check --catalog")
    root = folder.resolve()
    if find_root(root) != root:
        missing = "has no contestants/, scenarios/ and suites/, and no fairlap.toml"
        raise UsageError(missing, where=str(root), hint="check --catalog")
    if is_project(root) and not alone:
        raise UsageError("a project stands alone", where=str(root), hint="give --catalog once")
    return root


def imported_catalogs(folder: Path) -> tuple[Path, ...]:
    """Return the catalogs that `fairlap import` wrote into a folder, sorted by name."""
    from fairlap.catalog import find_root

    found = sorted(folder.iterdir()) if folder.is_dir() else []
    return tuple(root for root in found if root.is_dir() and find_root(root) == root)


def hide_from_git(folder: Path) -> None:
    """Let git ignore a folder: what a project's runs leave beside its `fairlap.toml`."""
    (folder / ".gitignore").write_text("*\n")


def settings_of(context: typer.Context) -> Settings:
    """Return the settings of this command line."""
    assert isinstance(context.obj, Settings)
    return context.obj


def say(line: str) -> None:
    """Print a line on stderr, which says that it is Fairlap's."""
    print(f"fairlap: {line}", file=sys.stderr)


def warn_broken(broken: "Iterable[Broken]") -> None:
    """Print one line on stderr for each broken file of the catalog, which is left out."""
    for file in broken:
        say(file.line())
