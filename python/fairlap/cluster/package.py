"""Copies Fairlap and the catalog for Ray's runtime environment, which sends them to the machines of a cluster.

The package is sent as it is installed here, with its `fairload`. Its dependencies must be installed on the machines
(`fairlap doctor --cluster` compares versions), so that no machine needs a package index during a race. Ray identifies
packages by content, and preserves file modes.
"""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import fairlap
from fairlap.hosting.programs import SENT_FOLDER, find_fairload

_PARTS = ("contestants", "scenarios", "suites")


@contextmanager
def copies(catalog: Path) -> Iterator[tuple[Path, Path]]:
    """Copy the running Fairlap and the contestants, scenarios and suites of a catalog; they stay for the `with` block.

    Raises UsageError when there is no `fairload`.
    """
    with tempfile.TemporaryDirectory(prefix="fairlap-") as temporary:
        folder = Path(temporary)
        for part in _PARTS:
            shutil.copytree(catalog / part, folder / "catalog" / part, symlinks=True)
        yield copy_package(folder), folder / "catalog"


def copy_package(folder: Path) -> Path:
    """Copy the running Fairlap and its `fairload` to `folder`. Raises UsageError when there is no `fairload`."""
    package, fairload = Path(fairlap.__file__).parent, find_fairload()
    copied = Path(shutil.copytree(package, folder / package.name, ignore=shutil.ignore_patterns("__pycache__")))
    (copied / SENT_FOLDER).mkdir(exist_ok=True)
    shutil.copy2(fairload, copied / SENT_FOLDER / fairload.name)
    return copied
