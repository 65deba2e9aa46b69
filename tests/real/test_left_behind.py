"""The check at the end of every test of the command line: it finds leftovers of its own fairlaps only."""

import os
import signal
from pathlib import Path

import pytest

from fairlap.hosting.ports import free_ports
from hosting_helpers import DAEMONIZES, WAITS, Mode, modes, start_ready, wait_until
from left_behind import left_behind, marked_processes
from race_helpers import LONG
from support import Fairlap

RUN = f"20000101-000000-{os.getpid():x}"
"""Named as a fairlap names its runs."""


def hosted_by(mode: Mode, folder: Path, run: str = RUN):
    """A host as a fairlap with its results below `folder` makes one."""
    logs = folder / "results" / "logs"
    (logs / run.removesuffix("-services")).mkdir(parents=True, exist_ok=True)
    return mode.host(folder, run_id=run, logs=logs / run)


@pytest.mark.parametrize("suffix", ["", "-services"], ids=["contestant", "service"])
@pytest.mark.parametrize("mode", modes(), ids=lambda mode: mode.name)
def test_a_process_that_is_left_is_named_with_its_cgroups(mode: Mode, opened: Path, suffix: str) -> None:
    run = f"{RUN}{suffix}"
    with hosted_by(mode, opened, run) as host:
        hosted = start_ready(host, opened, WAITS)
        found = left_behind(opened)
        assert found[0].startswith(f"{hosted.pid} ")
        assert len(found) == 1 + (0 if mode.layout is None else len(mode.layout.group(run, "subject").paths))
        assert all(path.endswith(f"/fairlap/{run}") for path in found[1:])
        assert left_behind(opened / "results") == found
        (opened / "elsewhere").mkdir()
        assert left_behind(opened / "elsewhere") == [], "who has other results has not left it"
    assert left_behind(opened) == []


def test_a_daemon_that_was_left_by_its_parent_is_named(opened: Path) -> None:
    with hosted_by(modes()[0], opened) as host:
        hosted = start_ready(host, opened, DAEMONIZES)
        os.kill(hosted.pid, signal.SIGKILL)
        assert hosted.wait_exit(30)
        (daemon,) = left_behind(opened)
        assert not daemon.startswith(f"{hosted.pid} ")


@pytest.mark.skipif(modes()[-1].layout is None, reason="no control groups here")
def test_a_cgroup_that_is_left_without_a_process_is_named(tmp_path: Path) -> None:
    (tmp_path / "results" / "logs" / RUN).mkdir(parents=True)
    layout = modes()[-1].layout
    assert layout is not None
    group = layout.create(RUN, "subject")
    try:
        assert left_behind(tmp_path) == [str(path.parent) for path in group.paths]
    finally:
        group.remove()
    assert left_behind(tmp_path) == []


def test_what_a_killed_fairlap_has_started_is_still_its_own(fairlap: Fairlap) -> None:
    running = fairlap.start(*LONG)
    wait_until(lambda: bool(marked_processes(fairlap.results)))
    os.kill(running.pid, signal.SIGKILL)
    running.communicate(timeout=60)
    assert left_behind(fairlap.results)
    assert fairlap("check", "good").code == 0, "it clears what was left"
    assert left_behind(fairlap.results) == []


def test_what_is_served_is_left_until_it_is_stopped(fairlap: Fairlap) -> None:
    assert fairlap("start", "good-twin", "--port", str(free_ports(1)[0])).code == 0
    assert len(marked_processes(fairlap.results)) == 1
    assert fairlap("stop", "good-twin").code == 0
    assert left_behind(fairlap.results) == []
