"""Whether a container reached its memory limit, known after its end: the engine removes the control group at once.

With control groups of version 1 the kernel tells an eventfd of it (Documentation/admin-guide/cgroup-v1/memory.rst,
section 10), and that remains. With version 2 the engine's own word is good; podman 4.3 has none with version 1.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self


class MemoryWatch:
    """Counts how often the limit of one container was reached. Close it."""

    def __init__(self, directory: Path) -> None:
        """Begin to watch.

        Raises:
            OSError: this kernel does not tell, or the container has ended.
        """
        self._limit = directory / "memory.oom_control"
        self._events = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        try:
            limit = os.open(self._limit, os.O_RDONLY | os.O_CLOEXEC)
            try:
                (directory / "cgroup.event_control").write_text(f"{self._events} {limit}")
            finally:
                os.close(limit)
        except OSError:
            os.close(self._events)
            raise

    @classmethod
    def of(cls, directories: Sequence[Path]) -> Self | None:
        """A watch on whichever directory limits memory; `None` where the kernel does not tell."""
        for directory in directories:
            with suppress(OSError):
                return cls(directory)
        return None

    def reached(self) -> bool:
        """Whether the limit was reached so far. Asked once: what was told is forgotten then."""
        try:
            count = os.eventfd_read(self._events)
        except BlockingIOError:
            return False
        # That the group is removed is told as well, once.
        return count > (0 if self._limit.exists() else 1)

    def close(self) -> None:
        """Watch no more."""
        if self._events >= 0:
            os.close(self._events)
            self._events = -1
