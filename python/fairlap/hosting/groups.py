"""What a cgroup can do for a contestant, over version 1 and version 2; and what both versions share."""

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
"""The directory under which every cgroup of Fairlap lies: fairlap/<run-id>/<name>."""

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
        """The files to write a pid into, so that the process enters."""
        ...

    def set_cpus(self, cpus: Sequence[int]) -> None:
        """Allow only these CPUs."""

    def limit_memory(self, limit_bytes: int) -> None:
        """Allow at most this much memory."""

    def freeze(self, timeout_s: float = FREEZE_TIMEOUT_S) -> None:
        """Stop every process; return when all really are stopped."""

    def thaw(self) -> None:
        """Let every process run again."""

    def cpu_usage_us(self) -> int | None:
        """CPU time of everything that ever ran inside, in microseconds; `None` when not accounted."""
        ...

    def oom_kills(self) -> int | None:
        """How many processes the kernel killed for exceeding the memory limit; `None` when not counted."""
        ...

    def pids(self) -> frozenset[int]:
        """The processes inside."""
        ...

    def kill_all(self, timeout_s: float = REMOVE_TIMEOUT_S) -> int:
        """Kill every process, frozen or not; return how many there were."""
        ...

    def remove(self, timeout_s: float = REMOVE_TIMEOUT_S) -> None:
        """Remove the directories, and those of the run when they are empty."""


def write(path: Path, text: str) -> None:
    """Write to a control file in one call, as the kernel wants it.

    Raises:
        FileNotFoundError: there is none, or its group is removed just now.
    """
    with _removed_is_not_found(path), path.open("r+b", buffering=0) as file:
        file.write(text.encode())


def read(path: Path) -> str:
    """What a control file says.

    Raises:
        FileNotFoundError: there is none, or its group is removed just now.
    """
    with _removed_is_not_found(path):
        return path.read_text()


@contextmanager
def _removed_is_not_found(path: Path) -> Iterator[None]:
    """Turn the kernel's ENODEV, for a group that is removed just now, into FileNotFoundError."""
    try:
        yield
    except OSError as error:
        if error.errno != errno.ENODEV:
            raise
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path)) from error


def create_directories(path: Path, create: Callable[[], None]) -> None:
    """Call `create`, which makes the directories down to `path`; again when another Fairlap removes an empty parent.

    Raises:
        OSError: the kernel refuses, or they were removed `_CREATE_ATTEMPTS` times.
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
    """The processes of one cgroup directory; none when it is gone.

    A process of a foreign pid namespace shows as 0 and is left out: to kill 0 would be to kill ourselves.
    """
    try:
        return frozenset(int(line) for line in (directory / "cgroup.procs").read_text().split()) - {0}
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENODEV):
            return frozenset()
        raise


def format_cpus(cpus: Sequence[int]) -> str:
    """CPU numbers as the kernel writes them, without ranges: "0,2,3"."""
    return ",".join(str(cpu) for cpu in sorted(cpus))


def pause(deadline: float, what: str, seconds: float = _PAUSE_S) -> None:
    """Wait a moment for something that the kernel announces by no event.

    Raises:
        TimeoutError: the deadline (of `time.monotonic`) has passed.
    """
    if time.monotonic() >= deadline:
        raise TimeoutError(f"{what}: it takes too long")
    time.sleep(seconds)


def remove_directory(path: Path, deadline: float) -> None:
    """Remove one cgroup directory; dying processes are waited for.

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
    """Remove the directories of the run and of Fairlap, as far as nobody else uses them."""
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
    """One value of a flat-keyed file ("key value" lines).

    Raises:
        KeyError: the file does not have it.
    """
    return parse_flat(read(path))[key]


def parse_flat(text: str) -> dict[str, str]:
    """The lines "key value" of a control file."""
    return dict(line.split(maxsplit=1) for line in text.splitlines() if " " in line)
