"""The output of contestants and builds. A log may be endless: of its middle, nothing stays on the disk."""

import ctypes
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from fairlap.errors import harmless

_TAIL_BYTES = 65_536
KEPT_BYTES = 1 << 20
"""Of the beginning of a log, and of its end."""
_SLACK_BYTES = 4 << 20
"""How much longer than both a log may be before its middle is freed."""
SHOWN_LINES = 20
"""Last lines that tell why a contestant gives no answer: Node.js takes 18 for an error of its own."""
_LOOK_AGAIN_S = 0.01
"""A flood writes 1 to 3 GB/s."""
_PUNCH_HOLE, _KEEP_SIZE = 0x2, 0x1
"""Flags of fallocate: linux/falloc.h."""


def size(path: Path) -> int:
    """Return the length of the file in bytes; 0 when it does not exist yet."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def free_middle(path: Path, begin: int = KEPT_BYTES) -> int:
    """Free the disk space of a log that somebody is writing, from byte `begin` to the last megabyte.

    The file keeps its length. Does nothing to a short log, to one that has just been removed, or where parts of files
    cannot be freed. One that has become shorter begins like a new one.

    Returns:
        Where to begin the next time.
    """
    end = size(path) - KEPT_BYTES
    begin = begin if begin <= end else KEPT_BYTES
    if end <= begin + _SLACK_BYTES:
        return begin
    try:
        with path.open("r+b") as file:
            offset, length = ctypes.c_int64(begin), ctypes.c_int64(end - begin)
            ctypes.CDLL(None).fallocate(file.fileno(), _PUNCH_HOLE | _KEEP_SIZE, offset, length)
    except FileNotFoundError:
        return KEPT_BYTES
    return end


@contextmanager
def bounding(logs: Callable[[], Sequence[Path]]) -> Iterator[None]:
    """Free the middles of these logs all the time, in a thread that ends with the context.

    Args:
        logs: returns the logs that there are now.
    """
    ended, freed = threading.Event(), dict[Path, int]()

    def look() -> None:
        while not ended.wait(_LOOK_AGAIN_S):
            for path in logs():
                freed[path] = free_middle(path, freed.get(path, KEPT_BYTES))

    thread = threading.Thread(target=look, name="logs", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def shorten(path: Path) -> None:
    """Replace the middle of a long log, to which nobody writes any more, by one line that says so."""
    end = size(path)
    if end <= 2 * KEPT_BYTES + _SLACK_BYTES:
        return
    with path.open("r+b") as file:
        file.seek(end - KEPT_BYTES)
        last = file.read(KEPT_BYTES)
        file.seek(KEPT_BYTES)
        file.write(f"\n[fairlap: {end - 2 * KEPT_BYTES:,} bytes are left out here]\n".encode())
        file.write(last)
        file.truncate()


def tail(path: Path, lines: int, offset: int = 0) -> tuple[str, ...]:
    """Return the last `lines` lines after byte `offset`, harmless to print; none when there is no such file."""
    try:
        with path.open("rb") as file:
            end = file.seek(0, os.SEEK_END)
            file.seek(max(offset, end - _TAIL_BYTES))
            text = file.read().decode(errors="replace")
    except FileNotFoundError:
        return ()
    return tuple(harmless(line.expandtabs()) for line in text.splitlines()[-lines:])


def last_lines(path: Path, lines: int) -> str:
    """Join the last lines for a message; empty when there is no output."""
    return " | ".join(line.strip() for line in tail(path, lines) if line.strip())
