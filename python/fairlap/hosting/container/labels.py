"""Labels: what belongs to Fairlap, and to which process of it, so that the next one can remove what is left."""

import socket
from dataclasses import dataclass

from fairlap.hosting.container.engine import Engine
from fairlap.hosting.container.removal import remove_container
from fairlap.hosting.procfs import ProcessKey, is_alive, own_key
from fairlap.hosting.records import boot_id

RUN = "fairlap.run"
OWNER = "fairlap.owner"
CONTESTANT = "fairlap.contestant"
DIGEST = "fairlap.digest"
BASE = "fairlap.base"


@dataclass(frozen=True, slots=True)
class Owner:
    """The process that answers for a container or a network; `keeps` what is to outlive it (`fairlap start`)."""

    key: ProcessKey
    machine: str
    boot: str
    keeps: bool

    @classmethod
    def this(cls, *, keeps: bool = False) -> "Owner":
        """This process."""
        return cls(own_key(), socket.gethostname(), boot_id(), keeps)

    @property
    def text(self) -> str:
        """As a label's value."""
        kind = "keeps" if self.keeps else "ends"
        return f"{self.key.pid}:{self.key.start_ticks}:{self.machine}:{self.boot}:{kind}"

    @classmethod
    def of(cls, text: str) -> "Owner | None":
        """The owner that a label names; `None` when it names none."""
        parts = text.split(":")
        if len(parts) != 5 or not (parts[0].isdecimal() and parts[1].isdecimal()):
            return None
        return cls(ProcessKey(int(parts[0]), int(parts[1])), parts[2], parts[3], parts[4] == "keeps")

    @property
    def gone(self) -> bool:
        """Whether what it left may be removed: it was of this machine, and lives no more."""
        if self.machine != socket.gethostname():
            return False
        return self.boot != boot_id() or (not self.keeps and not is_alive(self.key))


def sweep(engine: Engine) -> tuple[str, ...]:
    """Remove containers and networks of Fairlaps that are gone; their names.

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
