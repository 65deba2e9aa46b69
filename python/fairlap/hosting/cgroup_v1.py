"""Control groups, version 1: a group consists of one directory per controller."""

import os
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
    pause,
    read,
    read_flat,
    read_pids,
    remove_directory,
    remove_empty_parents,
    write,
)

CONTROLLERS = ("cpuset", "freezer", "cpuacct", "memory")
_FIRST_WAIT_S = 0.00005
_LONGEST_WAIT_S = 0.001


@dataclass(frozen=True)
class V1Group:
    """A group over some of the controllers; methods of a missing controller raise `FileNotFoundError`."""

    paths: tuple[Path, ...]
    version: int = 1

    @property
    def enter_files(self) -> tuple[Path, ...]:
        """One `cgroup.procs` per controller."""
        return tuple(path / "cgroup.procs" for path in self.paths)

    def set_cpus(self, cpus: Sequence[int]) -> None:
        """Allow only these CPUs; the memory nodes are the parent's."""
        write(self._file("cpuset.cpus"), format_cpus(cpus))

    def limit_memory(self, limit_bytes: int) -> None:
        """Allow at most this much memory."""
        write(self._file("memory.limit_in_bytes"), str(limit_bytes))

    def freeze(self, timeout_s: float = FREEZE_TIMEOUT_S) -> None:
        """Stop every process; a group that does not freeze in time is thawed again."""
        deadline = time.monotonic() + timeout_s
        state = self._file("freezer.state")
        write(state, "FROZEN")
        # Reading moves FREEZING on to FROZEN; there is no event to wait for. It usually takes 0.1 ms, once per lap.
        wait_s = _FIRST_WAIT_S
        while read(state).strip() != "FROZEN":
            try:
                pause(deadline, f"freezing {state.parent}", wait_s)
            except TimeoutError:
                write(state, "THAWED")
                raise
            wait_s = min(2 * wait_s, _LONGEST_WAIT_S)

    def thaw(self) -> None:
        """Let every process run again; does nothing for a removed group."""
        with suppress(FileNotFoundError):
            write(self._file("freezer.state"), "THAWED")

    def cpu_usage_us(self) -> int | None:
        """Return the CPU time of all processes so far, in microseconds."""
        try:
            return int(read(self._file("cpuacct.usage"))) // 1000
        except FileNotFoundError:
            return None

    def oom_kills(self) -> int | None:
        """Return how many processes the kernel killed for exceeding the memory limit."""
        try:
            return int(read_flat(self._file("memory.oom_control"), "oom_kill"))
        except (FileNotFoundError, KeyError):
            return None

    def pids(self) -> frozenset[int]:
        """Return the processes in any of the controllers."""
        return frozenset[int]().union(*(read_pids(path) for path in self.paths))

    def kill_all(self, timeout_s: float = REMOVE_TIMEOUT_S) -> int:
        """Kill every process: frozen meanwhile, so that none can escape by a fork; they die when thawed."""
        deadline = time.monotonic() + timeout_s
        killed: set[int] = set()
        while pids := self.pids():
            with suppress(FileNotFoundError, TimeoutError):
                self.freeze(timeout_s=0.2)
            for pid in pids | self.pids():
                # Membership was read just now; a pid that left the group meanwhile has ended.
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            killed |= pids
            self.thaw()
            pause(deadline, f"killing {', '.join(map(str, pids))}")
        return len(killed)

    def remove(self, timeout_s: float = REMOVE_TIMEOUT_S) -> None:
        """Remove the directory of every controller, and the run's directories when they are empty."""
        deadline = time.monotonic() + timeout_s
        for path in self.paths:
            remove_directory(path, deadline)
            remove_empty_parents(path)

    def _file(self, name: str) -> Path:
        for path in self.paths:
            if (path / name).exists():
                return path / name
        raise FileNotFoundError(f"no {name} in {', '.join(map(str, self.paths)) or 'a group without controllers'}")


@dataclass(frozen=True)
class V1Layout:
    """The directories, one per usable controller, in which groups are created."""

    bases: tuple[Path, ...]

    def create(self, run_id: str, name: str) -> V1Group:
        """Create fairlap/<run-id>/<name> in every controller.

        Raises:
            OSError: the kernel refuses.
        """
        group = self.group(run_id, name)
        for base, path in zip(self.bases, group.paths, strict=True):
            create_directories(path, partial(_make, base, path))
        return group

    def group(self, run_id: str, name: str) -> V1Group:
        """Return the group of that name, whether it exists or not."""
        return V1Group(tuple(base / TOP / run_id / name for base in self.bases))


def _make(base: Path, path: Path) -> None:
    for directory in [*reversed(path.relative_to(base).parents), path.relative_to(base)][1:]:
        (base / directory).mkdir(exist_ok=True)
        _inherit_cpuset(base / directory)


def _inherit_cpuset(directory: Path) -> None:
    """Copy CPUs and memory nodes from the parent: a new cpuset is empty and accepts no process."""
    for name in ("cpuset.cpus", "cpuset.mems"):
        file = directory / name
        if file.exists() and not file.read_text().strip():
            write(file, (directory.parent / name).read_text().strip())
