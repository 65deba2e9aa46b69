"""Races with services: fixtures of all tests, and a service that is killed in the middle of one."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from extras import need_service
from left_behind import left_behind, marked_processes
from support import ROOT, Fairlap, Finished


@pytest.fixture
def on_redis(fairlap: Fairlap) -> Fairlap:
    """The command line on the misbehaving catalog; needs Redis."""
    need_service("redis")
    return fairlap


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Fairlap]:
    """The command line on the real contestants; it must leave nothing running."""
    yield Fairlap(ROOT, tmp_path / "results")
    assert left_behind(tmp_path / "results") == []


def raced(fairlap: Fairlap, *arguments: str, kill: str, at: str) -> Finished:
    """Run a race whose service `kill` is killed when the progress shows `at`."""
    killed = False

    def see(shown: str) -> None:
        nonlocal killed
        if not killed and at in shown:
            (server,) = (process for process in marked_processes(fairlap.results) if process.name() == kill)
            server.send_signal(signal.SIGKILL)
            killed = True

    done = fairlap.on_terminal("run", *arguments, see=see)
    assert killed, done.err
    return done
