"""Locks a run for one process; the kernel releases the lock when the process ends, even if it is killed.

An open file description lock (F_OFD_SETLK in fcntl(2)) can be tested without taking it, in any pid namespace.
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
"""`struct flock`: type, whence, start, length (0: to the end), pid (0, as fcntl(2) requires)."""


@contextmanager
def claimed(results: Path, run: str) -> Iterator[None]:
    """Lock a run until the end of the context. Raises UsageError while another process has it."""
    path = _path(results, run)
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = _lock(path)
    if lock is None:
        raise UsageError(f"run {run} is still running", hint="wait for its end, or interrupt it")
    try:
        yield
    finally:
        path.unlink(missing_ok=True)  # before the release, so that nobody else can have it
        os.close(lock)


def is_claimed(results: Path, run: str) -> bool:
    """Return whether a process currently holds the run, without writing or locking."""
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
    """Remove lock files of killed processes."""
    for path in (results / ".running").glob(f"*{ENDING}"):
        lock = _lock(path)
        if lock is not None:
            path.unlink(missing_ok=True)
            os.close(lock)


def _path(results: Path, run: str) -> Path:
    return results / ".running" / f"{run}{ENDING}"


def _lock(path: Path) -> int | None:
    """Return a descriptor that holds the lock; `None` while another process does. Children do not inherit it."""
    while True:
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.fcntl(lock, fcntl.F_OFD_SETLK, _WHOLE_FILE)
        except BlockingIOError:
            os.close(lock)
            return None
        if _is_still(path, lock):
            return lock
        os.close(lock)  # the previous holder removed the file: nobody else would see this lock


def _is_still(path: Path, lock: int) -> bool:
    try:
        return path.stat().st_ino == os.fstat(lock).st_ino
    except FileNotFoundError:
        return False
