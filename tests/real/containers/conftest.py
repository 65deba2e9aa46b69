"""Tests of containers count all that Fairlap has on this machine: one of them at a time, on whichever worker."""

import fcntl
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _alone() -> Iterator[None]:
    with (Path(tempfile.gettempdir()) / "fairlap-tests-containers.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
