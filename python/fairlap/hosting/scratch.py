"""The only folder a contestant may write to: its HOME and TMPDIR, empty at the start and removed at the end."""

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
    """Remove a scratch folder with its content, and never another folder, even if a state file names one.

    A file that cannot be removed (because it has another owner) stays.
    """
    if scratch.name.startswith(_PREFIX) and scratch.parent == Path(tempfile.gettempdir()):
        shutil.rmtree(scratch, ignore_errors=True)
