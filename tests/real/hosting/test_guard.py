"""A guard's own process; what it clears up is in test_races.py."""

import subprocess
import sys
from pathlib import Path

import pytest


def guard_of(owner: subprocess.Popen[bytes], state: Path) -> subprocess.Popen[bytes]:
    """Start the guard of a site."""
    command = [sys.executable, "-m", "fairlap.hosting.guard", str(state), str(owner.pid)]
    return subprocess.Popen(command, stdin=subprocess.PIPE)


def test_it_waits_for_the_end_of_a_killed_site_whose_files_are_closed_already(tmp_path: Path) -> None:
    with subprocess.Popen(["sleep", "60"]) as owner, guard_of(owner, tmp_path) as running:
        assert running.stdin is not None
        running.stdin.close()
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(timeout=1.5)
        owner.kill()
        assert running.wait(timeout=5) == 0


def test_it_does_not_wait_for_a_site_that_ends_in_order(tmp_path: Path) -> None:
    with subprocess.Popen(["sleep", "60"]) as owner, guard_of(owner, tmp_path) as running:
        running.communicate(b"in order", timeout=5)
        assert (running.returncode, owner.poll()) == (0, None)
        owner.kill()
