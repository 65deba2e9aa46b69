"""What tests of races on a terminal share."""

import json
import re
import shutil
from pathlib import Path

from support import MISBEHAVING

HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"


def plain(shown: str) -> str:
    """Return the text without what drives the terminal."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)


def with_slow_build(catalog: Path, *command: str) -> Path:
    """Copy the misbehaving contestants, and add `slow-build`, which is built by this command."""
    shutil.copytree(MISBEHAVING, catalog)
    folder = catalog / "contestants" / "slow-build"
    shutil.copytree(catalog / "contestants" / "build-fails", folder)
    manifest = (folder / "build-fails.toml").rename(folder / "slow-build.toml")
    text = manifest.read_text().replace("build-fails", "slow-build")
    manifest.write_text(text.replace('["python3", "build.py"]', json.dumps(command)))
    return catalog
