"""What control groups of versions 1 and 2 have in common."""

import errno
import os
import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

FREEZE_TIMEOUT_S = 5.0
REMOVE_TIMEOUT_S = 5.0
TOP = "fairlap"
"""The parent directory of all cgroups of Fairlap: fairlap/<run-id>/<name>."""

_PAUSE_S = 0.001
_BUSY_S = 0.5
"""How long a group may stay busy until its processes are looked for again."""
_CREATE_ATTEMPTS = 10


@dataclass(frozen=True)
class Group(ABC):
    """The cgroup of one contestant. `paths`: its directories, one per controller in version 1, one in version 2.

    Methods raise `OSError` when the kernel refuses (`FileNotFoundError` without the controller), `TimeoutError` when it
    takes too long.
    """

    paths: tuple[Path, ...]

    version: ClassVar[Literal[1, 2]]
    memory_limit: ClassVar[str]
    swap_limit: ClassVar[str]
    swap_is_beside_memory: ClassVar[bool]
    """Whether the limit of swap is one of its own (version 2), or one of memory and swap together (version 1)."""
    memory_events: ClassVar[str]
    thawed: ClassVar[tuple[str, str]]
    """The file and the text that let every process run again."""

    @property
    def enter_files(self) -> tuple[Path, ...]:
        """The files to write a pid into to make a process enter."""
        return tuple(path / "cgroup.procs" for path in self.paths)

    def file(self, name: str) -> Path:
        """Return the path of a control file."""
        return self.paths[0] / name

    def set_cpus(self, cpus: Sequence[int]) -> None:
        """Allow only these CPUs; with version 1, the memory nodes are the parent's."""
        write(self.file("cpuset.cpus"), ",".join(map(str, sorted(cpus))))

    def limit_memory(self, limit_bytes: int) -> None:
        """Allow at most this much memory, and no swap, which would slow down everybody."""
        write(self.file(self.memory_limit), str(limit_bytes))
        # The file is missing where the kernel does not account for swap.
        with suppress(FileNotFoundError):
            write(self.file(self.swap_limit), "0" if self.swap_is_beside_memory else str(limit_bytes))

    @abstractmethod
    def freeze(self, timeout_s: float = FREEZE_TIMEOUT_S) -> None:
        """Stop every process, and wait until all are stopped; a group that does not freeze in time is thawed again."""

    def thaw(self) -> None:
        """Let every process run again; does nothing for a removed group."""
        name, text = self.thawed
        with suppress(FileNotFoundError):
            write(self.file(name), text)

    @abstractmethod
    def cpu_usage_us(self) -> int | None:
        """Return the CPU time of all processes so far, in microseconds; `None` when not accounted."""

    def oom_kills(self) -> int | None:
        """Return how many processes the kernel killed for exceeding the memory limit; `None` when not counted."""
        try:
            return int(read_flat(self.file(self.memory_events), "oom_kill"))
        except (FileNotFoundError, KeyError):
            return None

    def pids(self) -> frozenset[int]:
        """Return the processes in any of the directories."""
        return frozenset[int]().union(*map(read_pids, self.paths))

    def kill_all(self, timeout_s: float = REMOVE_TIMEOUT_S) -> int:
        """Kill every process, frozen meanwhile, so that none can escape by a fork; return how many there were."""
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

    def kill_and_remove(self, timeout_s: float = REMOVE_TIMEOUT_S) -> None:
        """Kill every process and remove the directories.

        A look may miss a process that forks and ends meanwhile. Only the kernel knows that somebody is left: while it
        says so, for at most `timeout_s`, they are looked for and killed again.
        """
        self.kill_all(timeout_s)
        deadline = time.monotonic() + timeout_s
        while True:
            try:
                self.remove(_BUSY_S)
            except TimeoutError:
                if time.monotonic() > deadline:
                    raise
            else:
                return
            with suppress(TimeoutError):
                self.kill_all(_BUSY_S)

    def remove(self, timeout_s: float = REMOVE_TIMEOUT_S) -> None:
        """Remove the directories, and the run's directories when they are empty."""
        deadline = time.monotonic() + timeout_s
        for path in self.paths:
            remove_directory(path, deadline)
            remove_empty_parents(path)


class Layout(ABC):
    """The directories below which groups are created."""

    @abstractmethod
    def group(self, run_id: str, name: str) -> Group:
        """Return the group of that name, whether it exists or not."""

    @abstractmethod
    def make(self, path: Path) -> None:
        """Create the directory of a group and those above it."""

    def create(self, run_id: str, name: str) -> Group:
        """Create fairlap/<run-id>/<name>; retry if another Fairlap removes an empty parent meanwhile.

        Raises:
            OSError: the kernel refuses, or all `_CREATE_ATTEMPTS` failed.
        """
        group = self.group(run_id, name)
        for path in group.paths:
            for attempt in range(_CREATE_ATTEMPTS):
                try:
                    with _removed_is_not_found(path):
                        self.make(path)
                    break
                except FileNotFoundError:
                    if attempt == _CREATE_ATTEMPTS - 1:
                        raise
        return group


def make_directory(path: Path) -> None:
    """Create one cgroup directory unless it exists. Raises FileNotFoundError if its parent does not."""
    # Not `exist_ok`: it looks again, and raises FileExistsError if the directory was removed in between.
    with suppress(FileExistsError):
        path.mkdir()


def write(path: Path, text: str) -> None:
    """Write to a control file in one call, as the kernel requires.

    Raises:
        FileNotFoundError: the file does not exist, or its group is being removed.
    """
    with _removed_is_not_found(path), path.open("r+b", buffering=0) as file:
        file.write(text.encode())


def read(path: Path) -> str:
    """Read a control file.

    Raises:
        FileNotFoundError: the file does not exist, or its group is being removed.
    """
    with _removed_is_not_found(path):
        return path.read_text()


@contextmanager
def _removed_is_not_found(path: Path) -> Iterator[None]:
    """Turn ENODEV, which the kernel returns for a group being removed, into FileNotFoundError."""
    try:
        yield
    except OSError as error:
        if error.errno != errno.ENODEV:
            raise
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path)) from error


def read_pids(directory: Path) -> frozenset[int]:
    """Return the processes of a cgroup directory; none when it is gone.

    A process of a foreign pid namespace appears as 0 and is left out: killing 0 would kill ourselves.
    """
    try:
        return frozenset(int(line) for line in (directory / "cgroup.procs").read_text().split()) - {0}
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENODEV):
            return frozenset()
        raise


def pause(deadline: float, what: str, seconds: float = _PAUSE_S) -> None:
    """Sleep between two checks of something that the kernel does not announce.

    Raises:
        TimeoutError: the deadline (of `time.monotonic`) has passed.
    """
    if time.monotonic() >= deadline:
        raise TimeoutError(f"{what} takes too long")
    time.sleep(seconds)


def remove_directory(path: Path, deadline: float) -> None:
    """Remove one cgroup directory; waits for dying processes.

    Raises:
        TimeoutError: processes are still in it at the deadline.
    """
    while True:
        try:
            path.rmdir()
            return
        except FileNotFoundError:
            return
        except OSError as error:
            if error.errno not in (errno.EBUSY, errno.ENOTEMPTY):
                raise
        pause(deadline, f"removing {path}")


def remove_empty_parents(path: Path) -> None:
    """Remove the directories of the run and of Fairlap that are no longer used."""
    for parent in path.parents:
        try:
            parent.rmdir()
        except OSError as error:
            if error.errno in (errno.EBUSY, errno.ENOTEMPTY):
                return
            if error.errno != errno.ENOENT:
                raise
        if parent.name == TOP:
            return


def read_flat(path: Path, key: str) -> str:
    """Return one value of a flat-keyed file ("key value" lines).

    Raises:
        KeyError: the file does not contain the key.
    """
    return parse_flat(read(path))[key]


def parse_flat(text: str) -> dict[str, str]:
    """Parse the "key value" lines of a control file."""
    return dict(line.split(maxsplit=1) for line in text.splitlines() if " " in line)
