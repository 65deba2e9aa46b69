"""What is sent to the machines of a cluster, through Ray's runtime environment: this very Fairlap, and the catalog.

The package is sent as it is imported here, with its `fairload`. What it needs is on the machines as Ray is (`fairlap
doctor --cluster` compares the versions), so that no machine needs a package index during a race. Ray names what it
sends after its content, and keeps the modes of files.
"""

import shutil
from pathlib import Path

import fairlap
from fairlap.hosting.programs import SENT_FOLDER, find_fairload

_PARTS = ("contestants", "scenarios", "suites")


def copy_catalog(root: Path, folder: Path) -> Path:
    """Contestants, scenarios and suites, and nothing else, in a folder of their own."""
    for part in _PARTS:
        shutil.copytree(root / part, folder / part, symlinks=True)
    return folder


def copy_package(folder: Path) -> Path:
    """The running Fairlap and its `fairload`, in `folder`. Raises UsageError when there is no `fairload`."""
    package, fairload = Path(fairlap.__file__).parent, find_fairload()
    copied = Path(shutil.copytree(package, folder / package.name, ignore=shutil.ignore_patterns("__pycache__")))
    (copied / SENT_FOLDER).mkdir(exist_ok=True)
    shutil.copy2(fairload, copied / SENT_FOLDER / fairload.name)
    return copied
