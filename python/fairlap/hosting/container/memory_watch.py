"""Records whether a container reached its memory limit: the engine removes the control group when it ends.

With control groups of version 1, the kernel signals an eventfd (Documentation/admin-guide/cgroup-v1/memory.rst,
section 10), which stays readable. With version 2, the engine reports it reliably; podman 4.3 does not with version 1.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self


class MemoryWatch:
    """Counts how often one container reached its limit. Close it after use."""

    def __init__(self, directory: Path) -> None:
        """Start watching.

        Raises:
            OSError: this kernel has no such event, or the container has ended.
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
        """Watch the first directory that limits memory; return `None` without kernel support."""
        for directory in directories:
            with suppress(OSError):
                return cls(directory)
        return None

    def reached(self) -> bool:
        """Return whether the limit was reached since the last call, which resets the count."""
        try:
            count = os.eventfd_read(self._events)
        except BlockingIOError:
            return False
        # The removal of the group is one more event.
        return count > (0 if self._limit.exists() else 1)

    def close(self) -> None:
        """Stop watching."""
        if self._events >= 0:
            os.close(self._events)
            self._events = -1
