"""Control groups, version 2: one directory; parents delegate controllers in `cgroup.subtree_control`."""

import errno
import os
import select
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from fairlap.hosting.groups import (
    FREEZE_TIMEOUT_S,
    REMOVE_TIMEOUT_S,
    TOP,
    create_directories,
    format_cpus,
    parse_flat,
    pause,
    read_flat,
    read_pids,
    remove_directory,
    remove_empty_parents,
    write,
)

WANTED_CONTROLLERS = ("cpuset", "memory")


@dataclass(frozen=True)
class V2Group:
    """A group. Methods of a controller that is not enabled raise `FileNotFoundError`."""

    path: Path
    version: int = 2

    @property
    def paths(self) -> tuple[Path, ...]:
        """The directory, as the only one."""
        return (self.path,)

    @property
    def enter_files(self) -> tuple[Path, ...]:
        """Its `cgroup.procs`."""
        return (self.path / "cgroup.procs",)

    def set_cpus(self, cpus: Sequence[int]) -> None:
        """Allow only these CPUs."""
        write(self.path / "cpuset.cpus", format_cpus(cpus))

    def limit_memory(self, limit_bytes: int) -> None:
        """Allow at most this much memory."""
        write(self.path / "memory.max", str(limit_bytes))

    def freeze(self, timeout_s: float = FREEZE_TIMEOUT_S) -> None:
        """Stop every process; a group that does not freeze in time is thawed again."""
        write(self.path / "cgroup.freeze", "1")
        try:
            self._await_event("frozen", "1", timeout_s)
        except TimeoutError:
            self.thaw()
            raise

    def thaw(self) -> None:
        """Let every process run again; does nothing for a removed group."""
        with suppress(FileNotFoundError):
            write(self.path / "cgroup.freeze", "0")

    def cpu_usage_us(self) -> int | None:
        """Return the CPU time of all processes so far, in microseconds."""
        try:
            return int(read_flat(self.path / "cpu.stat", "usage_usec"))
        except (FileNotFoundError, KeyError):
            return None

    def oom_kills(self) -> int | None:
        """Return how many processes the kernel killed for exceeding the memory limit."""
        try:
            return int(read_flat(self.path / "memory.events", "oom_kill"))
        except (FileNotFoundError, KeyError):
            return None

    def pids(self) -> frozenset[int]:
        """Return the processes of the group."""
        return read_pids(self.path)

    def kill_all(self, timeout_s: float = REMOVE_TIMEOUT_S) -> int:
        """Kill every process, frozen or not, and wait until they are gone."""
        pids = self.pids()
        if not pids:
            return 0
        try:
            write(self.path / "cgroup.kill", "1")
        except FileNotFoundError:
            self._kill_one_by_one(timeout_s)  # Linux before 5.14
        with suppress(FileNotFoundError):
            self._await_event("populated", "0", timeout_s)
        return len(pids)

    def remove(self, timeout_s: float = REMOVE_TIMEOUT_S) -> None:
        """Remove the directory, and the run's directories when they are empty."""
        remove_directory(self.path, time.monotonic() + timeout_s)
        remove_empty_parents(self.path)

    def _kill_one_by_one(self, timeout_s: float) -> None:
        deadline = time.monotonic() + timeout_s
        while pids := self.pids():
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            pause(deadline, f"killing {', '.join(map(str, pids))}")

    def _await_event(self, key: str, value: str, timeout_s: float) -> None:
        """Wait until `cgroup.events` has that value; the kernel wakes pollers of the file."""
        deadline = time.monotonic() + timeout_s
        path = self.path / "cgroup.events"
        with path.open() as file:
            poller = select.poll()
            poller.register(file, select.POLLPRI)
            while True:
                file.seek(0)
                if parse_flat(file.read()).get(key) == value:
                    return
                left_s = deadline - time.monotonic()
                if left_s <= 0:
                    raise TimeoutError(f"{path}: no '{key} {value}' within {timeout_s:.0f} s")
                poller.poll(left_s * 1000)


@dataclass(frozen=True)
class V2Layout:
    """The directory in which groups are created, and the controllers that can be delegated to them."""

    base: Path
    controllers: tuple[str, ...] = ()

    def create(self, run_id: str, name: str) -> V2Group:
        """Create fairlap/<run-id>/<name> with the controllers enabled.

        Raises:
            OSError: the kernel refuses.
        """
        group = self.group(run_id, name)
        create_directories(group.path, partial(self._make, group.path))
        return group

    def _make(self, path: Path) -> None:
        enable(self.base, self.controllers)
        for directory in (path.parents[1], path.parents[0]):
            directory.mkdir(exist_ok=True)
            enable(directory, self.controllers)
        path.mkdir(exist_ok=True)

    def group(self, run_id: str, name: str) -> V2Group:
        """Return the group of that name, whether it exists or not."""
        return V2Group(self.base / TOP / run_id / name)


def enable(directory: Path, controllers: Sequence[str]) -> None:
    """Delegate controllers to the children of `directory`.

    Raises:
        OSError: EBUSY when `directory` contains processes (the no-internal-process rule), EACCES, ENOENT.
    """
    enabled = (directory / "cgroup.subtree_control").read_text().split()
    for controller in controllers:
        if controller not in enabled:
            write(directory / "cgroup.subtree_control", f"+{controller}")


def available_controllers(directory: Path) -> tuple[str, ...]:
    """Return the wanted controllers that are available in `directory`."""
    try:
        given = (directory / "cgroup.controllers").read_text().split()
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.EACCES):
            return ()
        raise
    return tuple(name for name in WANTED_CONTROLLERS if name in given)
