"""Where programs are looked for: the same places for requirements, builds and contestants."""

import os
import shutil
import sys
from pathlib import Path


def contestant_path() -> str:
    """The user's PATH, with the folder of the running Python at its end (there lies `fairload`)."""
    return os.pathsep.join([os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent)])


def find_program(name: str, *, folder: Path, path: str) -> Path | None:
    """The file that `name` stands for: with a slash in it relative to `folder`, else searched on `path`."""
    wanted = str(folder / name) if "/" in name else name
    found = shutil.which(wanted, path=path)
    return None if found is None else Path(found).absolute()
