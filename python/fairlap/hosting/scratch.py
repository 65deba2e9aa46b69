"""The only folder a contestant may write to: its HOME and TMPDIR, empty at the start, gone at the end."""

import shutil
import tempfile
from pathlib import Path

from fairlap.hosting.user import User, give

_PREFIX = "fairlap-scratch-"


def make_scratch(name: str, user: User) -> Path:
    """Create an empty folder that belongs to `user`."""
    scratch = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{name}-"))
    give(scratch, user)
    return scratch


def remove_scratch(scratch: Path) -> None:
    """Remove the folder with everything in it; nothing else is ever removed, whatever a state file says.

    A file that cannot be removed (it became somebody else's) stays.
    """
    if scratch.name.startswith(_PREFIX) and scratch.parent == Path(tempfile.gettempdir()):
        shutil.rmtree(scratch, ignore_errors=True)
