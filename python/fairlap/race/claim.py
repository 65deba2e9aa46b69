"""Locks a run, and this machine, for one process; the kernel releases locks when it ends, even if it is killed.

The lock of a run is an open file description lock (F_OFD_SETLK in fcntl(2)), which can be tested without taking it, in
any pid namespace. That of the machine is one of flock(2), which needs no permission to write to another user's file.
"""

import fcntl
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from fairlap.errors import UsageError, harmless

ENDING = ".lock"

_WHOLE_FILE = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
"""`struct flock`: type, whence, start, length (0: to the end), pid (0, as fcntl(2) requires)."""


SHARE = "FAIRLAP_SHARE_MACHINE"
"""The environment variable with which several races run on this machine at once."""

MACHINE_LOCKS = (Path("/run/lock/fairlap.lock"), Path("/tmp/fairlap.lock"))
"""The first one whose folder exists."""

_LONGEST_NAME = 500


def machine_is_shared() -> bool:
    """Return whether other races may run on this machine at the same time."""
    return bool(os.environ.get(SHARE))


@contextmanager
def machine_claimed(run: str, results: Path) -> Iterator[None]:
    """Lock this machine for one race of all users until the end of the context, unless it is shared.

    Raises UsageError while another race has it, with the name of that.
    """
    if machine_is_shared():
        yield
        return
    lock = _open_for_all(next(path for path in MACHINE_LOCKS if path.parent.is_dir()))
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = harmless(os.pread(lock, _LONGEST_NAME, 0).decode(errors="replace"))
            raise UsageError(
                f"another race runs on this machine ({holder}), and both would disturb each other",
                hint=f"wait for its end, or set {SHARE}=1",
            ) from None
        with suppress(OSError):  # another user's file, which has no name then
            os.ftruncate(lock, 0)
            os.pwrite(lock, f"run {run} of process {os.getpid()}, results in {results}".encode(), 0)
        yield
    finally:
        os.close(lock)


def _open_for_all(path: Path) -> int:
    """Open a file of any user that everybody may lock; create it if it is missing. Follows no link."""
    reason = None
    for flags in (os.O_RDWR, os.O_RDONLY, os.O_RDWR | os.O_CREAT | os.O_EXCL, os.O_RDONLY):
        try:
            return os.open(path, flags | os.O_NOFOLLOW, 0o644)
        except OSError as error:
            reason = error.strerror
    raise UsageError(f"this machine cannot be locked: {reason}", where=str(path), hint=f"remove it, or set {SHARE}=1")


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
