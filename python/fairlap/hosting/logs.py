"""The output of contestants and builds. A log may be endless: of its middle, nothing stays on the disk."""

import os
import subprocess
from pathlib import Path

from fairlap.errors import harmless
from fairlap.hosting.programs import find_program

_TAIL_BYTES = 65_536
KEPT_BYTES = 1 << 20
"""Of the beginning of a log, and of its end."""
_SLACK_BYTES = 4 << 20
"""How much longer than both a log may be before its middle is freed."""


def size(path: Path) -> int:
    """Return the length of the file in bytes; 0 when it does not exist yet."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def free_middle(path: Path, begin: int = KEPT_BYTES) -> int:
    """Free the disk space of a log that somebody is writing, from byte `begin` to the last megabyte.

    The file keeps its length. Does nothing to a short log, or where parts of files cannot be freed.

    Returns:
        Where to begin the next time.
    """
    end = size(path) - KEPT_BYTES
    if end <= begin + _SLACK_BYTES:
        return begin
    fallocate = find_program("fallocate")
    if fallocate is not None:
        where = [f"--offset={begin}", f"--length={end - begin}"]
        subprocess.run([fallocate, "--punch-hole", *where, path], capture_output=True, check=False)
    return end


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
