"""Labels record which Fairlap process owns a container or network, so that the next one can remove leftovers."""

import signal
import socket
from contextlib import suppress
from dataclasses import dataclass

from fairlap.hosting import cgroup, procfs
from fairlap.hosting.container.engine import Engine, EngineError
from fairlap.hosting.procfs import ProcessKey, is_alive, own_key
from fairlap.hosting.records import boot_id

RUN = "fairlap.run"
OWNER = "fairlap.owner"
CONTESTANT = "fairlap.contestant"
DIGEST = "fairlap.digest"
BASE = "fairlap.base"


@dataclass(frozen=True, slots=True)
class Owner:
    """The process that owns a container or network; `keeps`: these outlive it (`fairlap start`)."""

    key: ProcessKey
    machine: str
    boot: str
    keeps: bool

    @classmethod
    def this(cls, *, keeps: bool = False) -> "Owner":
        """Return this process."""
        return cls(own_key(), socket.gethostname(), boot_id(), keeps)

    @property
    def text(self) -> str:
        """The value of the label."""
        kind = "keeps" if self.keeps else "ends"
        return f"{self.key.pid}:{self.key.start_ticks}:{self.machine}:{self.boot}:{kind}"

    @classmethod
    def of(cls, text: str) -> "Owner | None":
        """Parse the value of a label; `None` when it is malformed."""
        parts = text.split(":")
        if len(parts) != 5 or not (parts[0].isdecimal() and parts[1].isdecimal()):
            return None
        return cls(ProcessKey(int(parts[0]), int(parts[1])), parts[2], parts[3], parts[4] == "keeps")

    @property
    def gone(self) -> bool:
        """Whether its leftovers may be removed: it ran on this machine and has ended."""
        if self.machine != socket.gethostname():
            return False
        return self.boot != boot_id() or (not self.keeps and not is_alive(self.key))


def label_options(run: str, *, keeps: bool = False) -> tuple[str, ...]:
    """Return the labels of everything that this process makes for a run, as options; `keeps` as of `Owner`."""
    return ("--label", f"{RUN}={run}", "--label", f"{OWNER}={Owner.this(keeps=keeps).text}")


def sweep(engine: Engine) -> tuple[str, ...]:
    """Remove containers and networks of ended Fairlaps; return their names.

    Raises:
        EngineError: one cannot be removed.
    """
    removed = []
    for name in engine.run("ps", "--all", "--filter", f"label={OWNER}", "--format", "{{.Names}}").split():
        if _abandoned(engine.labels("container", name)):
            remove_container(engine, name)
            removed.append(name)
    for name in engine.run("network", "ls", "--filter", f"label={OWNER}", "--format", "{{.Name}}").split():
        if _abandoned(engine.labels("network", name)):
            engine.run("network", "rm", name)
            removed.append(name)
    return tuple(removed)


def _abandoned(labels: dict[str, str]) -> bool:
    owner = Owner.of(labels.get(OWNER, ""))
    return owner is not None and owner.gone


def remove_container(engine: Engine, name: str) -> None:
    """Kill and remove a container, frozen or not, with its anonymous volumes, if it exists.

    Raises:
        EngineError: it cannot be removed.
    """
    pid = main_pid(engine, name)
    if pid is not None:
        _kill(pid)
    try:
        engine.run("rm", "--force", "--volumes", name)
    except EngineError:
        if engine.inspect("container", name, "{{.Id}}") is not None:
            raise


def main_pid(engine: Engine, name: str) -> int | None:
    """Return this machine's pid of a container's first process; `None` while it does not run."""
    text = engine.inspect("container", name, "{{.State.Pid}}")
    return int(text) if text and text.isdecimal() and text != "0" else None


def _kill(pid: int) -> None:
    """Thaw and kill: the engine does not know that we froze the container, and would wait forever."""
    info = procfs.read_process(pid)
    if info is None:
        return
    with suppress(FileNotFoundError, ProcessLookupError):  # it ended just now
        group = cgroup.of_process(pid)
        if group is not None:
            group.thaw()
    procfs.send(info.key, signal.SIGKILL)
