"""Finds programs and files; no other module does (tests/unit/test_imports.py).

Names in FAIRLAP_HIDDEN are not found, so that tests can simulate a machine without them.
"""

import os
import shutil
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import fairlap
from fairlap.errors import UsageError

HIDDEN = "FAIRLAP_HIDDEN"
"""The environment variable: patterns of names, separated by commas."""


SENT_FOLDER = "bin"
"""The folder of `fairload` in a package that was sent to a machine of a cluster."""


def is_hidden(name: str) -> bool:
    """Return whether to treat a program, file or PHP extension as not installed."""
    patterns = os.environ.get(HIDDEN, "").split(",")
    return any(fnmatchcase(Path(name).name, pattern) for pattern in patterns)


def own_folders() -> tuple[Path, ...]:
    """Return the folders of `fairload`: inside a package that was sent, next to the package, or next to Python."""
    package = Path(fairlap.__file__).parent
    return package / SENT_FOLDER, package.parent / "bin", Path(sys.executable).parent


def contestant_path() -> str:
    """Return the user's PATH, followed by our own folders."""
    own = (str(folder) for folder in own_folders() if folder.is_dir())
    return os.pathsep.join([os.environ.get("PATH", os.defpath), *own])


def find_program(name: str, *, folder: Path | None = None, path: str | None = None) -> Path | None:
    """Return the file of a program, searched on `path` (`None`: the user's PATH).

    A name with a slash is relative to `folder` (`None`: the current folder).
    """
    wanted = str(folder / name) if folder is not None and "/" in name else name
    found = None if is_hidden(name) else shutil.which(wanted, path=path)
    return None if found is None else Path(found).absolute()


def find_files(pattern: str) -> list[Path]:
    """Return the existing files that match an absolute pattern."""
    return [path for path in Path("/").glob(pattern[1:]) if not is_hidden(path.name)]


def find_fairload() -> Path:
    """Return the `fairload` of this Fairlap, otherwise one on PATH. Raises UsageError when there is none."""
    candidates = [folder / "fairload" for folder in own_folders()]
    own = next((path for path in candidates if path.is_file()), None)
    if own is not None:
        return own
    on_path = find_program("fairload")
    if on_path is None:
        raise UsageError(
            f"the load generator `fairload` is neither {candidates[-1]} nor on PATH",
            hint="run `make build` in the checkout",
        )
    return on_path
