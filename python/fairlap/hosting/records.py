"""State files: record contestants before they start, so that a crash leaves nothing unknown behind.

One file per run: <state_dir>/<run-id>.json.
"""

import os
import socket
import stat
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from fairlap.hosting.cgroup import open_group
from fairlap.hosting.groups import Group
from fairlap.hosting.procfs import ProcessKey, is_alive, own_key
from fairlap.hosting.user import Syscalls, User
from fairlap.hosting.view import View

BROKEN = ".broken"
"""The suffix of a state file that was set aside."""

Kind = Literal["run", "manual"]
MARKER = "FAIRLAP_RUN"


class _StateModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Sandbox(_StateModel):
    """How a command is isolated.

    `uid` is its user and group id, `None` for the caller's. `affinity` is set only without a cpuset; `scratch` is its
    HOME and TMPDIR. `shown` is what its view has of folders that are `covered`, or that only the caller can enter.
    """

    user: User
    uid: int | None
    affinity: tuple[int, ...] | None
    cgroup_version: Literal[1, 2] | None
    cgroup_paths: tuple[Path, ...]
    cwd: Path
    env: dict[str, str]
    open_files: int
    view: View
    syscalls: Syscalls
    shown: tuple[Path, ...] = ()
    covered: tuple[Path, ...] = ()
    scratch: Path
    freeze_by_signal: bool
    account_by_procfs: bool

    @property
    def group(self) -> Group | None:
        """The cgroup, whether it still exists or not; `None` without one."""
        return None if self.cgroup_version is None else open_group(self.cgroup_version, self.cgroup_paths)


class ContainerName(_StateModel):
    """A container, and the start of its engine's command line."""

    engine: tuple[str, ...]
    name: str


class Entry(_StateModel):
    """One contestant. `process` is `None` until it has started.

    With a `container`, `process` is its first process (with this machine's pid), and `command` runs inside.
    `certificate` is the folder of its run's, if there is one.
    """

    name: str
    marker: str
    process: ProcessKey | None
    port: int
    command: tuple[str, ...]
    log_path: Path
    log_offset: int
    sandbox: Sandbox
    container: ContainerName | None = None
    certificate: Path | None = None


class State(_StateModel):
    """What one Fairlap hosts. `owner` is its process on `machine`, of the boot `boot` and the pid namespace `pids`."""

    run_id: str
    kind: Kind
    owner: ProcessKey
    machine: str
    boot: str
    pids: str
    entries: tuple[Entry, ...]

    @property
    def here(self) -> bool:
        """Whether this process can check and end the entries: same machine and pid namespace (or an earlier boot)."""
        return self.machine == socket.gethostname() and (self.boot != boot_id() or self.pids == _pid_namespace())

    @property
    def abandoned(self) -> bool:
        """Whether the owner is gone."""
        return self.here and (self.boot != boot_id() or not is_alive(self.owner))

    @property
    def same_boot(self) -> bool:
        """Whether the machine has not been rebooted since: otherwise pids mean nothing."""
        return self.boot == boot_id()


@dataclass(frozen=True)
class BrokenState:
    """A state file that could not be used, and why."""

    path: Path
    reason: str

    @property
    def text(self) -> str:
        """A one-line description."""
        renamed = self.path.with_suffix(BROKEN).name
        return f"the state file {self.path.name} ({self.reason}); it is {renamed} now, and what it named may still run"


class StateFile:
    """The state file of one host, rewritten atomically at every change."""

    def __init__(self, state_dir: Path, run_id: str, kind: Kind) -> None:
        self.path = state_dir / f"{run_id}.json"
        self._lock = threading.Lock()
        self._state = State(
            run_id=run_id,
            kind=kind,
            owner=own_key(),
            machine=socket.gethostname(),
            boot=boot_id(),
            pids=_pid_namespace(),
            entries=(),
        )

    def put(self, entry: Entry) -> None:
        """Add the entry, or replace the one of the same name."""
        self._change(entry.name, (entry,))

    def drop(self, name: str) -> None:
        """Remove the entry, and the file with the last entry."""
        self._change(name, ())

    def _change(self, name: str, entries: tuple[Entry, ...]) -> None:
        with self._lock:
            others = tuple(entry for entry in self._state.entries if entry.name != name)
            self._state = self._state.model_copy(update={"entries": (*others, *entries)})
            if self._state.entries:
                _write(self.path, self._state)
            else:
                self.path.unlink(missing_ok=True)


def read_states(state_dir: Path) -> Iterator[tuple[Path, State]]:
    """Yield every state file and its content, except those that `set_aside` would rename."""
    for path in sorted(state_dir.glob("*.json")):
        found = _read(path)
        if isinstance(found, State):
            yield path, found


def set_aside(state_dir: Path) -> tuple[BrokenState, ...]:
    """Rename state files that cannot be used, so that they are seen once and stop nobody."""
    broken = []
    for path in sorted(state_dir.glob("*.json")):
        found = _read(path)
        if isinstance(found, str):
            with suppress(FileNotFoundError):  # another Fairlap was faster
                path.rename(path.with_suffix(BROKEN))
                broken.append(BrokenState(path, found))
    return tuple(broken)


def _read(path: Path) -> State | str | None:
    """Return the content, why it cannot be used, or `None` if its owner has ended meanwhile."""
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode):
            return "not a file"
        # It names programs to run and processes to kill, so it must be ours.
        if status.st_uid not in (0, os.geteuid()) or status.st_mode & stat.S_IWOTH:
            return "somebody else can write it"
        return State.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except ValidationError as error:
        return error.errors()[0]["msg"]


def _write(path: Path, state: State) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(f".{os.getpid()}.new")
    try:
        with fresh.open("w") as file:
            file.write(state.model_dump_json(indent=1))
            file.flush()
            os.fsync(file.fileno())  # otherwise a power failure may leave an empty file under the final name
        fresh.replace(path)
    finally:
        with suppress(FileNotFoundError):
            fresh.unlink()


def boot_id() -> str:
    """Return the id of this boot: process ids have a meaning only within one."""
    return Path("/proc/sys/kernel/random/boot_id").read_text().strip()


def _pid_namespace() -> str:
    return str(Path("/proc/self/ns/pid").readlink())
