"""Copies Fairlap and the catalog for Ray's runtime environment, which sends them to the machines of a cluster.

The package is sent as it is installed here, with its `fairload`. Its dependencies must be installed on the machines
(`fairlap doctor --cluster` compares versions), so that no machine needs a package index during a race. Ray identifies
packages by content, and preserves file modes.
"""

import shutil
from pathlib import Path

import fairlap
from fairlap.hosting.programs import SENT_FOLDER, find_fairload

_PARTS = ("contestants", "scenarios", "suites")


def copy_catalog(root: Path, folder: Path) -> Path:
    """Copy only contestants, scenarios and suites to a folder."""
    for part in _PARTS:
        shutil.copytree(root / part, folder / part, symlinks=True)
    return folder


def copy_package(folder: Path) -> Path:
    """Copy the running Fairlap and its `fairload` to `folder`. Raises UsageError when there is no `fairload`."""
    package, fairload = Path(fairlap.__file__).parent, find_fairload()
    copied = Path(shutil.copytree(package, folder / package.name, ignore=shutil.ignore_patterns("__pycache__")))
    (copied / SENT_FOLDER).mkdir(exist_ok=True)
    shutil.copy2(fairload, copied / SENT_FOLDER / fairload.name)
    return copied
