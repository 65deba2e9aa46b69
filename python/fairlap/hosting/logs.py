"""The output of contestants and builds."""

import os
from pathlib import Path

from fairlap.errors import harmless

_TAIL_BYTES = 65_536


def size(path: Path) -> int:
    """Return the length of the file in bytes; 0 when it does not exist yet."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


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
