"""`fairlap compare` for real: a repository of a fast, a slow and a broken contestant (fixtures of all tests)."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from extras import need_program
from left_behind import left_behind
from support import MISBEHAVING, ROOT, Fairlap, copy_catalog

SCHEMA = json.loads((ROOT / "schemas" / "compare.json").read_text())
SHORT = ("--connections", "8", "--seed", "7")


def git(folder: Path, *arguments: str) -> str:
    """Return what git prints."""
    author = {f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    env = {**os.environ, **author, "GIT_CONFIG_GLOBAL": "/dev/null"}
    done = subprocess.run(["git", *arguments], cwd=folder, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalog of three commits: `good`; with 2 ms of extra time for each answer; one that cannot be built."""
    need_program("git", "apt-get install git")
    catalog = copy_catalog(MISBEHAVING, tmp_path_factory.mktemp("repository") / "catalog")
    for folder in (catalog, catalog.parent, catalog.parent.parent):
        folder.chmod(0o755)  # pytest's folders are private; contestants run as an unprivileged user
    git(catalog, "init", "--quiet", "--initial-branch=main")
    (catalog / ".gitignore").write_text("/.build/\n")
    manifest = catalog / "contestants" / "server" / "good.toml"
    fast = manifest.read_text()
    slow, count = re.subn(r"(?m)^(start\s*=.*)\]$", r'\1, "--delay-ms", "2"]', fast)
    assert count == 1
    broken, count = re.subn(r"(?m)^(start\s*=)", r'build = [["false"]]\n\1', fast)
    assert count == 1
    for tag, text in (("fast", fast), ("slow", slow), ("broken", broken)):
        manifest.write_text(text)
        git(catalog, "add", "--all")
        git(catalog, "commit", "--quiet", "--message", tag)
        git(catalog, "tag", tag)
    manifest.write_text(slow)
    return catalog


@pytest.fixture
def compared(repository: Path, tmp_path: Path) -> Iterator[Fairlap]:
    """The command line on that catalog; it must leave nothing running."""
    yield Fairlap(repository, tmp_path / "results")
    assert left_behind(tmp_path / "results") == []
