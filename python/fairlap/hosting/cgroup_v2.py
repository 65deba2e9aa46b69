"""Control groups, version 2: one directory; parents delegate controllers in `cgroup.subtree_control`."""

import errno
import select
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from fairlap.hosting.groups import (
    FREEZE_TIMEOUT_S,
    REMOVE_TIMEOUT_S,
    TOP,
    Group,
    Layout,
    make_directory,
    parse_flat,
    read_flat,
    write,
)

WANTED_CONTROLLERS = ("cpuset", "memory")


@dataclass(frozen=True)
class V2Group(Group):
    """A group with one directory."""

    version = 2
    memory_limit = "memory.max"
    swap_limit = "memory.swap.max"
    swap_is_beside_memory = True
    memory_events = "memory.events"
    thawed = ("cgroup.freeze", "0")

    def freeze(self, timeout_s: float = FREEZE_TIMEOUT_S) -> None:
        write(self.file("cgroup.freeze"), "1")
        try:
            self._await_event("frozen", "1", timeout_s)
        except TimeoutError:
            self.thaw()
            raise

    def cpu_usage_us(self) -> int | None:
        try:
            return int(read_flat(self.file("cpu.stat"), "usage_usec"))
        except (FileNotFoundError, KeyError):
            return None

    def kill_all(self, timeout_s: float = REMOVE_TIMEOUT_S) -> int:
        """Kill every process with one write, and wait until they are gone; before Linux 5.14, one by one."""
        pids = self.pids()
        if not pids:
            return 0
        try:
            write(self.file("cgroup.kill"), "1")
        except FileNotFoundError:
            return super().kill_all(timeout_s)
        with suppress(FileNotFoundError):
            self._await_event("populated", "0", timeout_s)
        return len(pids)

    def _await_event(self, key: str, value: str, timeout_s: float) -> None:
        """Wait until `cgroup.events` has that value; the kernel wakes pollers of the file."""
        deadline = time.monotonic() + timeout_s
        path = self.file("cgroup.events")
        with path.open() as file:
            poller = select.poll()
            poller.register(file, select.POLLPRI)
            while True:
                file.seek(0)
                if parse_flat(file.read()).get(key) == value:
                    return
                left_s = deadline - time.monotonic()
                if left_s <= 0:
                    raise TimeoutError(f"{path}: no '{key} {value}' within {timeout_s:.0f} s")
                poller.poll(left_s * 1000)


@dataclass(frozen=True)
class V2Layout(Layout):
    """The directory in which groups are created, and the controllers that can be delegated to them."""

    base: Path
    controllers: tuple[str, ...] = ()

    def group(self, run_id: str, name: str) -> V2Group:
        return V2Group((self.base / TOP / run_id / name,))

    def make(self, path: Path) -> None:
        enable(self.base, self.controllers)
        for directory in (path.parents[1], path.parents[0]):
            make_directory(directory)
            enable(directory, self.controllers)
        make_directory(path)


def enable(directory: Path, controllers: Sequence[str]) -> None:
    """Delegate controllers to the children of `directory`.

    Raises:
        OSError: EBUSY when `directory` contains processes (the no-internal-process rule), EACCES, ENOENT.
    """
    enabled = (directory / "cgroup.subtree_control").read_text().split()
    for controller in controllers:
        if controller not in enabled:
            write(directory / "cgroup.subtree_control", f"+{controller}")


def available_controllers(directory: Path) -> tuple[str, ...]:
    """Return the wanted controllers that are available in `directory`."""
    try:
        given = (directory / "cgroup.controllers").read_text().split()
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.EACCES):
            return ()
        raise
    return tuple(name for name in WANTED_CONTROLLERS if name in given)
