"""Control groups: file formats on a fake tree, and the real thing where this machine has it."""

import errno
import os
import subprocess
from pathlib import Path

import pytest

from fairlap.hosting import cgroup
from fairlap.hosting.cgroup_v1 import V1Group, V1Layout
from fairlap.hosting.cgroup_v2 import V2Group, V2Layout, available_controllers, enable
from fairlap.hosting.groups import read_pids
from hosting_helpers import IS_ROOT, UNIFIED, modes, wait_until

HYBRID_MOUNTS = """\
30 23 0:26 / /sys/fs/cgroup ro,nosuid shared:9 - tmpfs tmpfs ro,mode=755
31 30 0:27 / /sys/fs/cgroup/unified rw,nosuid shared:10 - cgroup2 cgroup2 rw,nsdelegate
34 30 0:31 / /sys/fs/cgroup/cpu,cpuacct rw,nosuid shared:16 - cgroup cgroup rw,cpu,cpuacct
35 30 0:32 /docker/abc /sys/fs/cgroup/freezer rw,nosuid shared:17 - cgroup cgroup rw,freezer
"""
HYBRID_OWN = """\
5:freezer:/docker/abc/inner
4:cpu,cpuacct:/user.slice
0::/user.slice/user-1000.slice/session-3.scope
"""
UNIFIED_MOUNTS = "31 23 0:27 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"


@pytest.fixture(params=[mode for mode in modes() if mode.layout], ids=lambda mode: mode.name)
def layout(request):
    return request.param.layout


@pytest.fixture
def sleeper():
    child = subprocess.Popen(["sleep", "60"])
    yield child
    child.kill()
    child.wait()


def fake_v2(path: Path, controllers: str = "cpuset cpu memory") -> V2Group:
    path.mkdir(parents=True, exist_ok=True)
    for name, text in {
        "cgroup.controllers": controllers,
        "cgroup.subtree_control": "",
        "cgroup.procs": "",
        "cgroup.freeze": "0",
        "cpuset.cpus": "",
        "memory.max": "max",
        "memory.swap.max": "max",
        "cpu.stat": "usage_usec 123456\nuser_usec 100000\nsystem_usec 23456\n",
        "memory.events": "low 0\nhigh 0\nmax 3\noom 1\noom_kill 2\n",
        "cgroup.events": "populated 1\nfrozen 0\n",
    }.items():
        (path / name).write_text(text)
    return V2Group((path,))


def fake_v1(path: Path) -> V1Layout:
    """A cpuset in which the directories of a run exist already, and are still empty."""
    for name, text in {"cpuset.cpus": "0-3", "cpuset.mems": "0"}.items():
        (path / name).write_text(text)
        for inner in ("fairlap", "fairlap/run", "fairlap/run/name"):
            (path / inner).mkdir(exist_ok=True)
            (path / inner / name).write_text("\n")
    return V1Layout((path,))


def test_mounts_of_a_hybrid_machine_are_understood():
    mounts = cgroup.read_mounts(HYBRID_MOUNTS, HYBRID_OWN)
    top = Path("/sys/fs/cgroup")
    assert set(mounts.v1) == {
        ("cpuacct", top / "cpu,cpuacct", top / "cpu,cpuacct/user.slice"),
        ("freezer", top / "freezer", top / "freezer/inner"),
    }
    assert mounts.v2 == (top / "unified", top / "unified/user.slice/user-1000.slice/session-3.scope")


def test_mounts_of_a_unified_machine_are_understood():
    mounts = cgroup.read_mounts(UNIFIED_MOUNTS, "0::/user.slice/x.scope\n")
    assert mounts.v1 == ()
    assert mounts.v2 == (Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/user.slice/x.scope"))


def test_version_2_writes_and_reads_the_kernels_formats(tmp_path):
    group = fake_v2(tmp_path)
    group.set_cpus((2, 0))
    assert (tmp_path / "cpuset.cpus").read_text() == "0,2"
    group.limit_memory(1024)
    assert (tmp_path / "memory.max").read_text().startswith("1024")
    assert (tmp_path / "memory.swap.max").read_text().startswith("0")
    assert group.cpu_usage_us() == 123456
    assert group.oom_kills() == 2
    (tmp_path / "cgroup.procs").write_text("12\n0\n34\n")
    assert group.pids() == {12, 34}


def test_version_2_freezing_that_does_not_happen_is_undone_and_told(tmp_path):
    group = fake_v2(tmp_path)
    with pytest.raises(TimeoutError, match="no 'frozen 1' within"):
        group.freeze(timeout_s=0.05)
    assert (tmp_path / "cgroup.freeze").read_text() == "0"
    (tmp_path / "cgroup.events").write_text("populated 1\nfrozen 1\n")
    group.freeze(timeout_s=0.05)
    assert (tmp_path / "cgroup.freeze").read_text() == "1"


def test_version_2_hands_down_only_what_is_not_yet(tmp_path):
    fake_v2(tmp_path)
    assert available_controllers(tmp_path) == ("cpuset", "memory")
    (tmp_path / "cgroup.subtree_control").write_text("cpuset")
    enable(tmp_path, ("cpuset",))
    assert (tmp_path / "cgroup.subtree_control").read_text() == "cpuset"
    enable(tmp_path, ("memory",))
    assert (tmp_path / "cgroup.subtree_control").read_text() == "+memory"
    assert available_controllers(tmp_path / "absent") == ()


def test_a_missing_group_has_no_processes_and_thaws_quietly(tmp_path):
    for group in (V2Group((tmp_path / "absent",)), V1Group((tmp_path / "absent",))):
        assert group.pids() == frozenset()
        assert group.cpu_usage_us() is None
        assert group.oom_kills() is None
        assert group.kill_all() == 0
        group.thaw()
    assert read_pids(tmp_path / "absent") == frozenset()


def test_version_1_copies_the_parents_cpuset(tmp_path):
    group = fake_v1(tmp_path).create("run", "name")
    assert (tmp_path / "fairlap/run/name/cpuset.mems").read_text().strip() == "0"
    group.set_cpus((1,))
    assert (tmp_path / "fairlap/run/name/cpuset.cpus").read_text().startswith("1")


def test_a_parent_that_another_fairlap_makes_anew_is_filled_first(tmp_path, monkeypatch):
    """Between our two steps the parent was removed, and made again by somebody who has not filled it yet."""
    layout, made = fake_v1(tmp_path), []

    def mkdir(path: Path, mode: int) -> None:
        made.append(path.name)
        if made == ["fairlap", "run"]:
            (tmp_path / "fairlap/cpuset.cpus").write_text("\n")
        raise FileExistsError

    monkeypatch.setattr(os, "mkdir", mkdir)
    layout.create("run", "name")
    assert made == ["fairlap", "run", "fairlap", "run", "name"]
    assert (tmp_path / "fairlap/run/name/cpuset.cpus").read_text() == "0-3"


def test_a_parent_that_is_removed_just_when_it_was_found_is_made_again(layout, run_id, monkeypatch):
    refused = []
    mkdir = os.mkdir

    def found_first(path: Path, mode: int) -> None:
        if path.name == run_id and not refused:
            refused.append(path)
            raise FileExistsError
        mkdir(path, mode)

    monkeypatch.setattr(os, "mkdir", found_first)
    group = layout.create(run_id, "subject")
    try:
        assert refused == [group.paths[0].parent]
        assert all(path.is_dir() for path in group.paths)
    finally:
        group.remove()


def test_a_process_enters_freezes_thaws_and_dies_with_its_group(layout, run_id, sleeper):
    group = layout.create(run_id, "subject")
    try:
        for file in group.enter_files:
            file.write_text(str(sleeper.pid))
        assert group.pids() == {sleeper.pid}
        group.freeze()
        group.thaw()
        group.freeze()
        assert group.kill_all() == 1
        assert sleeper.wait(timeout=5) == -9
        assert group.pids() == frozenset()
    finally:
        group.remove()
    assert not any(path.exists() for path in group.paths)
    assert not any(path.parent.exists() for path in group.paths)


def test_a_group_is_removed_while_its_processes_are_still_dying(layout, run_id, sleeper):
    group = layout.create(run_id, "subject")
    for file in group.enter_files:
        file.write_text(str(sleeper.pid))
    with pytest.raises(TimeoutError, match="removing"):
        group.remove(timeout_s=0.05)
    sleeper.kill()
    group.remove()
    assert not any(path.exists() for path in group.paths)


def test_two_runs_do_not_remove_each_others_groups(layout, run_id):
    one, two = layout.create(run_id, "one"), layout.create(f"{run_id}-b", "two")
    one.remove()
    assert all(path.is_dir() for path in two.paths)
    two.remove()
    one.remove()


@pytest.mark.skipif(not IS_ROOT or not UNIFIED.is_dir(), reason="no version 2 mount to use")
def test_a_directory_with_processes_of_others_is_not_emptied(run_id, sleeper):
    inner = UNIFIED / run_id
    inner.mkdir()
    try:
        (inner / "cgroup.procs").write_text(str(sleeper.pid))
        found = cgroup.find_v2(UNIFIED, inner)
        assert found.layout == V2Layout(UNIFIED)
        assert (found.freezer, found.accounting, found.cpuset, found.memory) == (True, True, False, False)
        assert any("not delegated to" in reason for reason in found.reasons)
        assert read_pids(inner) == {sleeper.pid}
    finally:
        sleeper.kill()
        sleeper.wait()
        wait_until(lambda: not read_pids(inner))
        inner.rmdir()


@pytest.mark.parametrize("number", [errno.ENODEV, errno.ENOENT])
@pytest.mark.parametrize("version", [1, 2])
def test_what_another_fairlap_removes_meanwhile_is_made_again(tmp_path, monkeypatch, version, number):
    layout = V1Layout((tmp_path,)) if version == 1 else V2Layout(tmp_path, ())
    monkeypatch.setattr("fairlap.hosting.cgroup_v2.enable", lambda *_: None)  # these are no real control files
    mkdir, refusals = Path.mkdir, []

    def refuse_once(path, *arguments, **options):
        if path.name == "subject" and not refusals:
            refusals.append(path)
            raise OSError(number, "removed just now", str(path))
        mkdir(path, *arguments, **options)

    monkeypatch.setattr(Path, "mkdir", refuse_once)
    group = layout.create("run", "subject")
    assert refusals and all(path.is_dir() for path in group.paths)


def test_directories_that_are_removed_again_and_again_are_an_error(tmp_path, monkeypatch):
    def refuse(path, *_, **__):
        raise OSError(errno.ENODEV, "removed just now", str(path))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(FileNotFoundError):
        V1Layout((tmp_path,)).create("run", "subject")
