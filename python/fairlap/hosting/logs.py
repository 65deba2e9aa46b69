"""The output of contestants and builds."""

import os
from pathlib import Path

_TAIL_BYTES = 65_536


def size(path: Path) -> int:
    """Length of the file in bytes; 0 when there is none yet."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def tail(path: Path, lines: int, offset: int = 0) -> tuple[str, ...]:
    """The last `lines` lines after byte `offset`; none when there is no such file."""
    try:
        with path.open("rb") as file:
            end = file.seek(0, os.SEEK_END)
            file.seek(max(offset, end - _TAIL_BYTES))
            text = file.read().decode(errors="replace")
    except FileNotFoundError:
        return ()
    return tuple(text.splitlines()[-lines:])


def last_words(path: Path, lines: int) -> str:
    """The last lines in one, for a message; empty where it said nothing."""
    return " | ".join(line.strip() for line in tail(path, lines) if line.strip())
