"""Control groups, version 1: a group consists of one directory per controller."""

import errno
import time
from dataclasses import dataclass
from pathlib import Path

from fairlap.hosting.groups import FREEZE_TIMEOUT_S, TOP, Group, Layout, make_directory, pause, read, write

CONTROLLERS = ("cpuset", "freezer", "cpuacct", "memory")
_FIRST_WAIT_S = 0.00005
_LONGEST_WAIT_S = 0.001


@dataclass(frozen=True)
class V1Group(Group):
    """A group over some of the controllers."""

    version = 1
    memory_limit = "memory.limit_in_bytes"
    swap_limit = "memory.memsw.limit_in_bytes"
    swap_is_beside_memory = False
    memory_events = "memory.oom_control"
    thawed = ("freezer.state", "THAWED")

    def file(self, name: str) -> Path:
        """Return the path of a control file in the directory that has it."""
        for path in self.paths:
            if (path / name).exists():
                return path / name
        raise FileNotFoundError(f"no {name} in {', '.join(map(str, self.paths)) or 'a group without controllers'}")

    def freeze(self, timeout_s: float = FREEZE_TIMEOUT_S) -> None:
        deadline = time.monotonic() + timeout_s
        state = self.file("freezer.state")
        write(state, "FROZEN")
        # Reading moves FREEZING on to FROZEN; there is no event to wait for. It usually takes 0.1 ms, once per lap.
        wait_s = _FIRST_WAIT_S
        while read(state).strip() != "FROZEN":
            try:
                pause(deadline, f"freezing {state.parent}", wait_s)
            except TimeoutError:
                write(state, "THAWED")
                raise
            wait_s = min(2 * wait_s, _LONGEST_WAIT_S)

    def cpu_usage_us(self) -> int | None:
        try:
            return int(read(self.file("cpuacct.usage"))) // 1000
        except FileNotFoundError:
            return None


@dataclass(frozen=True)
class V1Layout(Layout):
    """The directories, one per usable controller, in which groups are created."""

    bases: tuple[Path, ...]

    def group(self, run_id: str, name: str) -> V1Group:
        return V1Group(tuple(base / TOP / run_id / name for base in self.bases))

    def make(self, path: Path) -> None:
        for directory in (path.parents[1], path.parents[0], path):
            make_directory(directory)
            _inherit_cpuset(directory)


def _inherit_cpuset(directory: Path) -> None:
    """Copy CPUs and memory nodes from the parent: a new cpuset is empty and accepts no process.

    Raises:
        FileNotFoundError: the parent is empty, too: another Fairlap has just recreated it.
    """
    for name in ("cpuset.cpus", "cpuset.mems"):
        file = directory / name
        if file.exists() and not file.read_text().strip():
            inherited = (directory.parent / name).read_text().strip()
            if not inherited:
                raise FileNotFoundError(errno.ENOENT, "nothing to inherit", str(directory.parent / name))
            write(file, inherited)
