"""Finds out which control groups work here, by creating a group and trying everything with a real process."""

import errno
import functools
import os
import subprocess
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fairlap.hosting.cgroup_v1 import CONTROLLERS, V1Group, V1Layout
from fairlap.hosting.cgroup_v2 import V2Group, V2Layout, available_controllers, enable
from fairlap.hosting.groups import TOP, Group, Layout, parse_flat, write

_PROBE_MEMORY_BYTES = 256 * 1024 * 1024
_UNITS_US = {"throttled_time": 1e-3, "throttled_usec": 1.0}
"""How long a CPU quota throttled a group: the key in version 1 (nanoseconds) and 2, and its unit in microseconds."""

_DELEGATE = "run as root, or `systemd-run --user --scope -p Delegate=yes fairlap ...`"


@dataclass(frozen=True)
class Found:
    """The controllers that work. `layout` is `None` when none does. `reasons`: one line for each that does not."""

    reasons: tuple[str, ...]
    layout: Layout | None = None
    cpuset: bool = False
    freezer: bool = False
    accounting: bool = False
    memory: bool = False

    @property
    def abilities(self) -> int:
        """How many of the four abilities work."""
        return self.cpuset + self.freezer + self.accounting + self.memory


@dataclass(frozen=True)
class Mounts:
    """Where control groups are mounted, and the process's own directories there."""

    v1: tuple[tuple[str, Path, Path], ...]
    """(controller, mount point, own directory)"""
    v2: tuple[Path, Path] | None
    """(mount point, own directory)"""


@functools.cache
def find() -> Found:
    """Try versions 1 and 2 on a real process and return the better one. Leaves nothing behind.

    Tried once in a process: what a run says of its isolation and what its contestants get must not differ.
    """
    mounts = mounts_of()
    found = []
    if mounts.v2 is not None:
        found.append(find_v2(*mounts.v2))
    if mounts.v1:
        found.append(find_v1(mounts))
    if not found:
        return Found(("no control groups are mounted under /sys/fs/cgroup",))
    return max(found, key=lambda candidate: candidate.abilities)


def open_group(version: int, paths: tuple[Path, ...]) -> Group:
    """Return the group with these directories, whether it still exists or not."""
    return V1Group(paths) if version == 1 else V2Group(paths)


def of_process(pid: int) -> Group | None:
    """Return the group of a container's process; `None` when it has no group other than this process's.

    Raises:
        OSError: the process has ended.
    """
    mounts, ours = mounts_of(pid), mounts_of()
    first = tuple(dict.fromkeys(own for _, _, own in mounts.v1))
    if any(controller == "freezer" for controller, _, _ in mounts.v1):
        same = {own for _, _, own in ours.v1}.intersection(first) or any(own == mount for _, mount, own in mounts.v1)
        return None if same else V1Group(first)
    if mounts.v2 is None or ours.v2 is None or mounts.v2[1] in ours.v2:
        return None
    return V2Group((mounts.v2[1],))


def version_name() -> str:
    """Return how control groups are mounted: "v1", "v2", "hybrid (v1 and v2)" or "none"."""
    mounts = mounts_of()
    if mounts.v1 and mounts.v2:
        return "hybrid (v1 and v2)"
    return "v1" if mounts.v1 else "v2" if mounts.v2 else "none"


def mounts_of(pid: int | Literal["self"] = "self", wanted: Sequence[str] = CONTROLLERS) -> Mounts:
    """Return the mounts of this process with the directories of a process. Raises OSError when that has ended."""
    return read_mounts(Path("/proc/self/mountinfo").read_text(), Path(f"/proc/{pid}/cgroup").read_text(), wanted)


def read_mounts(mountinfo: str, own: str, wanted: Sequence[str] = CONTROLLERS) -> Mounts:
    """Read /proc/self/mountinfo and /proc/<pid>/cgroup; for version 1 only the `wanted` controllers."""
    memberships: list[tuple[list[str], str]] = []
    for line in own.splitlines():
        _, controllers, path = line.split(":", 2)
        memberships.append((controllers.split(","), path))
    v1: list[tuple[str, Path, Path]] = []
    v2: tuple[Path, Path] | None = None
    for line in mountinfo.splitlines():
        left, _, right = line.partition(" - ")
        root, mount = left.split()[3], Path(left.split()[4])
        kind, _, options = right.split(maxsplit=2)
        if kind == "cgroup2" and v2 is None:
            v2 = (mount, _own_directory(mount, root, memberships, ""))
        if kind == "cgroup":
            for controller in wanted:
                if controller in options.split(","):
                    v1.append((controller, mount, _own_directory(mount, root, memberships, controller)))
    return Mounts(tuple(v1), v2)


def _own_directory(mount: Path, root: str, memberships: list[tuple[list[str], str]], controller: str) -> Path:
    """Return the directory of this process below the mount; the mount itself when that is unknown."""
    for controllers, path in memberships:
        if controller in controllers and path.startswith(root):
            return mount / path[len(root) :].lstrip("/")
    return mount


def find_v1(mounts: Mounts) -> Found:
    """Try every controller at the mount point, then below our own group (where a container may write)."""
    works: dict[str, Path] = {}
    reasons: list[str] = []
    for controller in CONTROLLERS:
        refused = "not mounted"
        for _, mount, own in (entry for entry in mounts.v1 if entry[0] == controller):
            for base in dict.fromkeys((mount, own)):
                refusal = _try_out(V1Layout((base,)), _TRIALS[controller])
                if refusal is None:
                    works.setdefault(controller, base)
                    break
                refused = refusal
        if controller not in works:
            reasons.append(f"cgroup v1 {controller} is not usable: {refused} (fix: run as root)")
    bases = tuple(dict.fromkeys(works.values()))
    return Found(
        layout=V1Layout(bases) if bases else None,
        cpuset="cpuset" in works,
        freezer="freezer" in works,
        accounting="cpuacct" in works,
        memory="memory" in works,
        reasons=tuple(reasons),
    )


def find_v2(mount: Path, own: Path) -> Found:
    """Try every directory from the mount point down to our own group, and return the one with most abilities."""
    best = Found((f"cgroup v2 is not usable: no directory (fix: {_DELEGATE})",))
    for base in dict.fromkeys(_v2_bases(mount, own)):
        found = _try_v2(base)
        if found.abilities > best.abilities or best.layout is None:
            best = found
    return best


def _try_v2(base: Path) -> Found:
    reasons: list[str] = []
    controllers: list[str] = []
    given = available_controllers(base)
    for controller in ("cpuset", "memory"):
        refusal = _enable(base, controller) if controller in given else f"not delegated to {base}"
        if refusal is None:
            controllers.append(controller)
        else:
            reasons.append(f"cgroup v2 {controller} is not usable: {refusal} (fix: {_DELEGATE})")
    layout = V2Layout(base, tuple(controllers))
    refusal = _try_out(layout, _freeze_and_thaw)
    if refusal is not None:
        return Found((f"cgroup v2 is not usable: {refusal} (fix: {_DELEGATE})",))
    works = {controller: _try_out(layout, _TRIALS[controller]) for controller in controllers}
    reasons += [f"cgroup v2 {name} is not usable: {why}" for name, why in works.items() if why is not None]
    return Found(
        layout=V2Layout(base, tuple(name for name, why in works.items() if why is None)),
        cpuset=works.get("cpuset", "not given") is None,
        freezer=True,
        accounting=_try_out(layout, _account) is None,
        memory=works.get("memory", "not given") is None,
        reasons=tuple(reasons),
    )


def _enable(base: Path, controller: str) -> str | None:
    """Delegate a controller to the children of `base`; step aside if this process is the only one in the way."""
    try:
        enable(base, (controller,))
    except OSError as error:
        if error.errno != errno.EBUSY:
            return str(error)
        if not _step_aside(base):
            return f"{base} contains processes, so the kernel does not delegate controllers"
        return _enable(base, controller)
    return None


def _step_aside(base: Path) -> bool:
    """Move this process from `base` into a leaf below it, unless `base` contains other processes."""
    try:
        if (base / "cgroup.procs").read_text().split() != [str(os.getpid())]:
            return False
        leaf = base / f"{TOP}-itself"
        leaf.mkdir(exist_ok=True)
        write(leaf / "cgroup.procs", str(os.getpid()))
    except OSError:
        return False
    return True


def _freeze_and_thaw(group: Group) -> None:
    group.freeze(timeout_s=1.0)
    group.thaw()


def _account(group: Group) -> None:
    if group.cpu_usage_us() is None:
        raise FileNotFoundError("no CPU accounting")


_TRIALS: dict[str, Callable[[Group], None]] = {
    "cpuset": lambda group: group.set_cpus(sorted(os.sched_getaffinity(0))),
    "freezer": _freeze_and_thaw,
    "cpuacct": _account,
    "memory": lambda group: group.limit_memory(_PROBE_MEMORY_BYTES),
}
"""Shows whether a controller works, by its name in version 1."""


def _try_out(layout: Layout, action: Callable[[Group], None]) -> str | None:
    """Try an action on a group with one real process; return why it failed, or `None`."""
    run_id = f"probe-{os.getpid()}"
    group = layout.group(run_id, "probe")
    child = subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    try:
        layout.create(run_id, "probe")
        action(group)
        for file in group.enter_files:
            write(file, str(child.pid))
        action(group)
    except OSError as error:  # TimeoutError is one
        return str(error)
    finally:
        child.kill()
        with suppress(OSError):
            group.thaw()
        child.communicate()
        with suppress(OSError):
            group.remove()
    return None


def possible_bases() -> tuple[Path, ...]:
    """Return every directory in which a Fairlap of this machine may have created groups."""
    mounts = mounts_of()
    bases = [base for _, mount, own in mounts.v1 for base in (mount, own)]
    if mounts.v2 is not None:
        bases += _v2_bases(*mounts.v2)
    return tuple(dict.fromkeys(bases))


def _v2_bases(mount: Path, own: Path) -> list[Path]:
    """Return the directories from the mount point down to our own group."""
    return [*(mount / part for part in reversed(own.relative_to(mount).parents)), own]


def quota_files(pid: int) -> tuple[Path, ...]:
    """Return the `cpu.stat` files of the process's cgroup and its parents; none when the process is gone.

    Fairlap sets no CPU quota. Inside of one (a container's, a slice's), it would measure the quota and not the server.
    """
    try:
        mounts = mounts_of(pid, wanted=("cpu",))
    except (FileNotFoundError, ProcessLookupError):
        return ()
    places = [(mount, directory) for _, mount, directory in mounts.v1]
    if mounts.v2 is not None:
        places.append(mounts.v2)
    found: list[Path] = []
    for mount, directory in places:
        for group in (directory, *directory.parents):
            if group.is_relative_to(mount) and _throttled_us(group / "cpu.stat") is not None:
                found.append(group / "cpu.stat")
    return tuple(found)


def throttled_us(files: Iterable[Path]) -> int | None:
    """Return the total throttled time in microseconds; `None` when no file has one. Updated once per quota period."""
    times_us = [us for us in map(_throttled_us, files) if us is not None]
    return round(sum(times_us)) if times_us else None


def _throttled_us(file: Path) -> float | None:
    try:
        values = parse_flat(file.read_text())
    except OSError:  # missing, removed just now, or forbidden
        return None
    times_us = [int(values[key]) * unit for key, unit in _UNITS_US.items() if key in values]
    return times_us[0] if times_us else None
