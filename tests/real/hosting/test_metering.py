"""What Fairlap reads about a contestant while measuring: whether its processes are the same, and CPU quotas."""

import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairlap.hosting import procfs
from fairlap.hosting.cgroup import quota_files, throttled_us
from hosting_helpers import IS_ROOT, start_ready, wait_until

QUOTAS = Path("/sys/fs/cgroup/cpu")
REPLACES = """
import os, signal
print("ready", flush=True)
while True:
    if os.fork() == 0:
        signal.pause()
    os.wait()
"""
"""Forks another child whenever one has ended."""


def test_a_replaced_process_is_another_though_they_are_as_many(mode, folder):
    with mode.host(folder) as host:
        hosted = start_ready(host, folder, REPLACES)
        wait_until(lambda: hosted.counts().processes == 2)
        before = hosted.counts()
        assert hosted.counts().members == before.members
        (child,) = [key.pid for key in before.members if key.pid != hosted.pid]
        os.kill(child, signal.SIGKILL)
        wait_until(lambda: hosted.counts().processes == 2 and hosted.counts().members != before.members)
        assert len(before.members - hosted.counts().members) == 1
        assert {key.pid for key in before.members & hosted.counts().members} == {hosted.pid}


def test_both_versions_tell_of_throttling_in_units_of_their_own_and_files_that_do_not_tell_are_left_out(tmp_path):
    (tmp_path / "first").write_text("nr_periods 5\nnr_throttled 2\nthrottled_time 1500000\n")
    (tmp_path / "second").write_text("usage_usec 9\nnr_throttled 3\nthrottled_usec 700\n")
    (tmp_path / "silent").write_text("usage_usec 9\n")
    first, second, silent, absent = (tmp_path / name for name in ("first", "second", "silent", "absent"))
    assert throttled_us([first, second, silent, absent]) == 2200
    assert throttled_us([silent, absent]) is None
    assert throttled_us([]) is None


def test_a_process_that_is_gone_has_no_quotas():
    child = subprocess.Popen(["true"])
    child.wait()
    assert quota_files(child.pid) == ()


@pytest.fixture
def quota() -> Iterator[Path]:
    """A cgroup that may use a tenth of a CPU."""
    group = QUOTAS / f"fairlap-test-{uuid.uuid4().hex[:8]}"
    (group / "inner").mkdir(parents=True)
    (group / "cpu.cfs_period_us").write_text("100000")
    (group / "cpu.cfs_quota_us").write_text("10000")
    yield group
    for directory in (group / "inner", group):
        wait_until(lambda directory=directory: not (directory / "cgroup.procs").read_text())
        directory.rmdir()


@pytest.mark.skipif(not IS_ROOT or not (QUOTAS / "cpu.stat").exists(), reason="no quotas of version 1 here")
@pytest.mark.parametrize("place", [".", "inner"])
def test_a_quota_of_its_own_group_or_of_one_above_is_seen_to_bite(quota, place):
    spinner = subprocess.Popen([sys.executable, "-c", "input()\nwhile True: pass"], stdin=subprocess.PIPE)
    try:
        (quota / place / "cgroup.procs").write_text(str(spinner.pid))
        files = quota_files(spinner.pid)
        assert quota / "cpu.stat" in files
        before = throttled_us(files)
        spinner.stdin.write(b"\n")
        spinner.stdin.flush()
        wait_until(lambda: throttled_us(files) > before + 100_000)
    finally:
        spinner.kill()
        spinner.communicate()


def test_threads_that_were_started_elsewhere_are_put_back_and_narrower_choices_are_left_alone() -> None:
    mine = os.sched_getaffinity(0)
    one = {min(mine)}
    if len(mine) < 2:
        pytest.skip("needs two CPUs (fix: a machine with two)")
    with subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE) as process:
        assert os.sched_getaffinity(process.pid) == mine
        procfs.keep_on(process.pid, one)
        assert os.sched_getaffinity(process.pid) == one
        procfs.keep_on(process.pid, mine)
        assert os.sched_getaffinity(process.pid) == one
    procfs.keep_on(process.pid, one)  # it has ended: nothing to do
