"""Where programs are looked for: the same places for requirements, builds and contestants."""

import os
import shutil
import sys
from pathlib import Path

import fairlap


def own_folders() -> tuple[Path, ...]:
    """Where `fairload` may lie: with a package that was installed into a folder of its own, or beside the Python."""
    return Path(fairlap.__file__).parents[1] / "bin", Path(sys.executable).parent


def contestant_path() -> str:
    """The user's PATH, with our own folders at its end."""
    own = (str(folder) for folder in own_folders() if folder.is_dir())
    return os.pathsep.join([os.environ.get("PATH", os.defpath), *own])


def find_program(name: str, *, folder: Path, path: str) -> Path | None:
    """The file that `name` stands for: with a slash in it relative to `folder`, else searched on `path`."""
    wanted = str(folder / name) if "/" in name else name
    found = shutil.which(wanted, path=path)
    return None if found is None else Path(found).absolute()
