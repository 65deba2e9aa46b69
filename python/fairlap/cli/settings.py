"""Where things are: said once on the command line, used by every command."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from fairlap.errors import UsageError

if TYPE_CHECKING:
    from fairlap.catalog import Catalog


@dataclass(frozen=True)
class Settings:
    """The options before the command; `None` means the default."""

    catalog_dir: Path | None
    results_dir: Path | None

    @cached_property
    def root(self) -> Path:
        """The catalog's folder. Raises UsageError when there is none."""
        from fairlap.catalog import find_root

        if self.catalog_dir is None:
            return find_root(Path.cwd())
        if not self.catalog_dir.is_dir():
            raise UsageError("there is no such folder", where=str(self.catalog_dir), hint="check --catalog")
        root = self.catalog_dir.resolve()
        if find_root(root) != root:
            raise UsageError("has no contestants/, scenarios/ and suites/", where=str(root), hint="check --catalog")
        return root

    @property
    def results_to_read(self) -> Path:
        """The results folder, which may not be there."""
        return (self.results_dir or self.root / "results").resolve()

    @cached_property
    def results(self) -> Path:
        """The results folder, created when it is not there."""
        folder = self.results_to_read
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(
                f"cannot be created: {error.strerror}",
                where=str(folder),
                hint="name another with --results DIR",
            ) from error
        return folder

    @property
    def state(self) -> Path:
        """What is running at the moment, so that a later fairlap can find it."""
        return self.results / ".running"

    @property
    def build_root(self) -> Path:
        """Where contestants are built."""
        return self.root / ".build" / "contestants"

    def load_catalog(self) -> "Catalog":
        """Every contestant, scenario and suite, and which files are broken. Raises UsageError: there is no catalog."""
        from fairlap.catalog import load_catalog

        return load_catalog(self.root)


def settings_of(context: typer.Context) -> Settings:
    """The settings that the callback put there."""
    assert isinstance(context.obj, Settings)
    return context.obj
