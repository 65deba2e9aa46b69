"""The interface of control groups for versions 1 and 2, and helpers of both."""

import errno
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

FREEZE_TIMEOUT_S = 5.0
REMOVE_TIMEOUT_S = 5.0
TOP = "fairlap"
"""The parent directory of all cgroups of Fairlap: fairlap/<run-id>/<name>."""

_PAUSE_S = 0.001
_CREATE_ATTEMPTS = 10


class Group(Protocol):
    """The cgroup of one contestant.

    Methods raise `OSError` when the kernel refuses, `TimeoutError` when it takes too long.
    """

    @property
    def version(self) -> int:
        """1 or 2."""
        ...

    @property
    def paths(self) -> tuple[Path, ...]:
        """Its directories: one per controller in version 1, one in version 2."""
        ...

    @property
    def enter_files(self) -> tuple[Path, ...]:
        """The files to write a pid into to make a process enter."""
        ...

    def set_cpus(self, cpus: Sequence[int]) -> None:
        """Allow only these CPUs."""

    def limit_memory(self, limit_bytes: int) -> None:
        """Allow at most this much memory."""

    def freeze(self, timeout_s: float = FREEZE_TIMEOUT_S) -> None:
        """Stop every process, and wait until all are stopped."""

    def thaw(self) -> None:
        """Let every process run again."""

    def cpu_usage_us(self) -> int | None:
        """Return the CPU time of all processes so far, in microseconds; `None` when not accounted."""
        ...

    def oom_kills(self) -> int | None:
        """Return how many processes the kernel killed for exceeding the memory limit; `None` when not counted."""
        ...

    def pids(self) -> frozenset[int]:
        """Return the processes of the group."""
        ...

    def kill_all(self, timeout_s: float = REMOVE_TIMEOUT_S) -> int:
        """Kill every process, frozen or not; return how many there were."""
        ...

    def remove(self, timeout_s: float = REMOVE_TIMEOUT_S) -> None:
        """Remove the directories, and the run's directories when they are empty."""


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


def create_directories(path: Path, create: Callable[[], None]) -> None:
    """Call `create`, which makes the directories down to `path`; retry if another Fairlap removes an empty parent.

    Raises:
        OSError: the kernel refuses, or all `_CREATE_ATTEMPTS` failed.
    """
    for attempt in range(_CREATE_ATTEMPTS):
        try:
            with _removed_is_not_found(path):
                create()
            return
        except FileNotFoundError:
            if attempt == _CREATE_ATTEMPTS - 1:
                raise


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


def format_cpus(cpus: Sequence[int]) -> str:
    """Format CPU numbers as the kernel does, without ranges: "0,2,3"."""
    return ",".join(str(cpu) for cpu in sorted(cpus))


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
