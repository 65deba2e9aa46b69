"""A run belongs to one process at a time: a lock that goes with the process, so that a killed one holds nothing.

A lock of the open file (F_OFD_SETLK in fcntl(2)): anybody can ask for it without taking it, in any pid namespace.
"""

import fcntl
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fairlap.errors import UsageError

ENDING = ".lock"

_WHOLE_FILE = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
"""`struct flock`: type, whence, start, length (0: to the end), pid (0, as fcntl(2) wants it)."""


@contextmanager
def claimed(results: Path, run: str) -> Iterator[None]:
    """The run is this process's until the end of the context. Raises UsageError while another process has it."""
    path = _path(results, run)
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = _lock(path)
    if lock is None:
        raise UsageError(f"run {run} is still going on", hint="wait for its end, or interrupt it")
    try:
        yield
    finally:
        path.unlink(missing_ok=True)  # before it is let go: nobody else can have it
        os.close(lock)


def is_claimed(results: Path, run: str) -> bool:
    """Whether a process has the run at this moment. Nothing is written, and nobody is kept from it."""
    try:
        file = os.open(_path(results, run), os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        (kind,) = struct.unpack_from("h", fcntl.fcntl(file, fcntl.F_OFD_GETLK, _WHOLE_FILE))
    finally:
        os.close(file)
    return bool(kind != fcntl.F_UNLCK)


def clear_claims(results: Path) -> None:
    """Remove what killed processes have left."""
    for path in (results / ".running").glob(f"*{ENDING}"):
        lock = _lock(path)
        if lock is not None:
            path.unlink(missing_ok=True)
            os.close(lock)


def _path(results: Path, run: str) -> Path:
    return results / ".running" / f"{run}{ENDING}"


def _lock(path: Path) -> int | None:
    """A descriptor that holds the lock; `None` while another one does. Programs that are started do not inherit it."""
    while True:
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.fcntl(lock, fcntl.F_OFD_SETLK, _WHOLE_FILE)
        except BlockingIOError:
            os.close(lock)
            return None
        if _is_still(path, lock):
            return lock
        os.close(lock)  # its holder has removed it meanwhile: it would be a lock that nobody else sees


def _is_still(path: Path, lock: int) -> bool:
    try:
        return path.stat().st_ino == os.fstat(lock).st_ino
    except FileNotFoundError:
        return False
