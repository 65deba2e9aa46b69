"""The base class of hosts: starts contestants, records them in a state file, and stops them."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from fairlap.errors import UsageError
from fairlap.hosting.certificate import Certificate
from fairlap.hosting.hosted import LOOPBACK, HostedProcess
from fairlap.hosting.logs import bounding, shorten, size
from fairlap.hosting.records import MARKER, ContainerName, Entry, Kind, Sandbox, StateFile
from fairlap.hosting.user import remove_scratch

_SAFE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class Place:
    """The run, CPUs, memory limit and folders of hosted contestants or services.

    Attributes:
        run_id: names the run in sandboxes, state file and marker.
        cpus: the CPUs they may use.
        memory_limit_bytes: for each of them; `None`: no limit.
        logs: the output of each is appended to <name>.log here.
        state: contains the state file while anything runs.
        kind: "manual" ones outlive this process; the next Fairlap ends "run" ones if this one crashes.
        certificate: for those who are asked over TLS.
    """

    run_id: str
    cpus: tuple[int, ...]
    memory_limit_bytes: int | None
    logs: Path
    state: Path
    kind: Kind = "run"
    certificate: Certificate | None = None


class Host(ABC):
    """Starts contestants in one place, all in the same kind of sandbox, and records them in a state file.

    `stop_grace_s`: how long they have to exit when the host is closed. `certificate`: for those who are asked over TLS.
    """

    programs_are_here = True
    """Whether commands run with the programs and the PATH of this machine."""

    listens_on = LOOPBACK
    """The address that contestants must listen on."""

    def __init__(self, place: Place, stop_grace_s: float = 5.0) -> None:
        if not _SAFE_NAME.fullmatch(place.run_id):
            raise ValueError(f"not a name for a run: {place.run_id!r}")
        self.run_id = place.run_id
        self._place = place
        self.certificate = place.certificate
        self._stop_grace_s = stop_grace_s
        self._state = StateFile(place.state, place.run_id, place.kind)
        self._alive: dict[str, HostedProcess] = {}
        self._logs: set[Path] = set()

    @abstractmethod
    def start(self, name: str, command: Sequence[str], cwd: Path, env: Mapping[str, str], port: int) -> HostedProcess:
        """Start one contestant; return when its own command is running (before it answers).

        Args:
            name: unique in this host; also the name of its log and sandbox.
            command: variables already replaced.
            cwd: its working directory.
            env: what its manifest sets.
            port: the port to listen on; recorded.

        Raises:
            StartError: the program is missing or cannot be executed.
            UsageError: a manual contestant of this run id is already recorded.
        """

    def shown(self, certificate: Certificate) -> Certificate:
        """Return a certificate with the folder where contestants find it."""
        return certificate

    def bounding_logs(self) -> AbstractContextManager[None]:
        """Free the middles of long logs all the time within the context, not only whenever one is frozen."""
        return bounding(lambda: tuple(self._logs))

    def close(self) -> None:
        """Stop every contestant that still runs, except detached ones, and remove the certificate with them."""
        for hosted in tuple(self._alive.values()):
            hosted.stop(self._stop_grace_s)
        for path in self._logs:
            shorten(path)
        if self.certificate is not None:
            self.certificate.remove()

    def detach(self) -> None:
        """Leave manual contestants running when this Fairlap ends; `fairlap stop` finds them by the state file."""
        if self._place.kind != "manual":
            raise ValueError("only manual contestants outlive their Fairlap")
        self._alive.clear()
        self._logs.clear()
        self.certificate = None

    def _forget(self, name: str) -> None:
        """Remove the network, the scratch folder and the entry of a stopped contestant."""
        stopped = self._alive.pop(name)
        if stopped.network is not None:
            stopped.network.close()
        remove_scratch(stopped.scratch)
        self._state.drop(name)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _marker(self, name: str) -> str:
        """Return the value that marks its processes in their environment."""
        return f"{self.run_id}/{name}"

    def _entry(
        self, name: str, command: tuple[str, ...], port: int, sandbox: Sandbox, container: ContainerName | None = None
    ) -> Entry:
        """Return the record of a start, made before it; also creates the log folder."""
        self._place.logs.mkdir(parents=True, exist_ok=True)
        log_path = self._place.logs / f"{name}.log"
        shorten(log_path)
        self._logs.add(log_path)
        return Entry(
            name=name,
            marker=f"{MARKER}={self._marker(name)}",
            process=None,
            port=port,
            command=command,
            log_path=log_path,
            log_offset=size(log_path),
            sandbox=sandbox,
            container=container,
            certificate=None if self.certificate is None else self.certificate.folder,
        )

    def _check(self, name: str) -> None:
        if not _SAFE_NAME.fullmatch(name):
            raise ValueError(f"not a name for a contestant: {name!r}")
        if name in self._alive:
            raise ValueError(f"{name} already runs in this host")
        if self._place.kind == "manual" and self._state.path.exists():
            raise UsageError(f"{name} is already being served", hint=f"fairlap stop {name}")
