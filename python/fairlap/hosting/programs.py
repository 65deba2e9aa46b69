"""Where programs and files are looked for: nobody else looks (tests/unit/test_imports.py).

What FAIRLAP_HIDDEN names is not found, so that tests see what Fairlap does on a machine that lacks it.
"""

import os
import shutil
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import fairlap
from fairlap.errors import UsageError

HIDDEN = "FAIRLAP_HIDDEN"
"""The environment variable: patterns of names, with commas between them."""


SENT_FOLDER = "bin"
"""Of a package that was sent to a machine of a cluster: where its `fairload` lies."""


def is_hidden(name: str) -> bool:
    """Whether a program, a file or an extension of PHP is to be taken as not installed."""
    patterns = os.environ.get(HIDDEN, "").split(",")
    return any(fnmatchcase(Path(name).name, pattern) for pattern in patterns)


def own_folders() -> tuple[Path, ...]:
    """Where `fairload` may lie: in a package that was sent, beside one in a folder of its own, or beside the Python."""
    package = Path(fairlap.__file__).parent
    return package / SENT_FOLDER, package.parent / "bin", Path(sys.executable).parent


def contestant_path() -> str:
    """The user's PATH, with our own folders at its end."""
    own = (str(folder) for folder in own_folders() if folder.is_dir())
    return os.pathsep.join([os.environ.get("PATH", os.defpath), *own])


def find_program(name: str, *, folder: Path | None = None, path: str | None = None) -> Path | None:
    """The file that `name` stands for, searched on `path` (`None`: the user's PATH).

    With a slash in it, it is relative to `folder` (`None`: the current one).
    """
    wanted = str(folder / name) if folder is not None and "/" in name else name
    found = None if is_hidden(name) else shutil.which(wanted, path=path)
    return None if found is None else Path(found).absolute()


def find_files(pattern: str) -> list[Path]:
    """Files that are there, of a pattern that begins with a slash."""
    return [path for path in Path("/").glob(pattern[1:]) if not is_hidden(path.name)]


def find_fairload() -> Path:
    """The `fairload` that belongs to this Fairlap, or else one on PATH. Raises UsageError when there is none."""
    beside = [folder / "fairload" for folder in own_folders()]
    own = next((path for path in beside if path.is_file()), None)
    if own is not None:
        return own
    on_path = find_program("fairload")
    if on_path is None:
        raise UsageError(
            f"the load generator `fairload` is neither {beside[-1]} nor on PATH",
            hint="run `make build` in the checkout",
        )
    return on_path
