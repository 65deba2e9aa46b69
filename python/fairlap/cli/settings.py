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


@dataclass(frozen=True)
class Settings:
    """The folders; `None` means the default."""

    catalog_dir: Path | None
    results_dir: Path | None

    @cached_property
    def _here(self) -> Path | None:
        """The catalog that was asked for, or the nearest one from the current folder upwards. Raises UsageError."""
        from fairlap.catalog import find_root

        if self.catalog_dir is None:
            return find_root(Path.cwd())
        if not self.catalog_dir.is_dir():
            raise UsageError("no such folder", where=str(self.catalog_dir), hint="check --catalog")
        root = self.catalog_dir.resolve()
        if find_root(root) != root:
            missing = "has no contestants/, scenarios/ and suites/, and no fairlap.toml"
            raise UsageError(missing, where=str(root), hint="check --catalog")
        return root

    @cached_property
    def root(self) -> Path:
        """Return the catalog's folder. Raises UsageError when there is none."""
        if self._here is None:
            raise UsageError(
                "neither this folder nor a parent has a fairlap.toml, or contestants/, scenarios/ and suites/",
                where=str(Path.cwd()),
                hint="fairlap init writes a fairlap.toml, --catalog DIR is another folder, fairlap race needs none",
            )
        return self._here

    @property
    def is_project(self) -> bool:
        """Whether there is a `fairlap.toml` here, and no catalog. Raises UsageError for a wrong --catalog."""
        from fairlap.catalog import is_project

        return self._here is not None and is_project(self._here)

    def catalog_if_any(self) -> "Catalog | None":
        """Return the catalog, if there is one. Raises UsageError for a wrong --catalog."""
        return None if self._here is None else self.load_catalog()

    @property
    def _home(self) -> Path:
        """The folder of results and builds: the catalog here, or without one the user's data folder (XDG)."""
        from fairlap.catalog import is_project
        from fairlap.catalog.project import FAIRLAP_FOLDER

        if self._here is not None:
            return self._here / FAIRLAP_FOLDER if is_project(self._here) else self._here
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
        """Load contestants, scenarios and suites, noting broken files. Raises UsageError when there is no catalog."""
        from fairlap.catalog import load_catalog

        return load_catalog(self.root)


def hide_from_git(folder: Path) -> None:
    """Let git ignore a folder: what a project's runs leave beside its `fairlap.toml`."""
    (folder / ".gitignore").write_text("*\n")


def settings_of(context: typer.Context) -> Settings:
    """Return the settings of this command line."""
    assert isinstance(context.obj, Settings)
    return context.obj


def warn_broken(broken: "Iterable[Broken]") -> None:
    """Print one line on stderr for each broken file of the catalog, which is left out."""
    for file in broken:
        print(f"fairlap: {file.line()}", file=sys.stderr)
