"""The interface of all services, and how their client programs run."""

import os
import pwd
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fairlap.catalog import SERVICE_FIELDS, Account, ServiceName
from fairlap.errors import UsageError
from fairlap.hosting.namespaces import caller_uid

HOST = "127.0.0.1"


class ServiceError(UsageError):
    """A service does not start or accept its seed: nothing that needs it can be measured."""


@dataclass(frozen=True, slots=True)
class Access:
    """How to reach a running service, and the account of contestants there.

    `enter` is a prefix for the command line of its client programs.
    """

    port: int
    socket: Path
    account: Account = field(default_factory=Account)
    host: str = HOST
    enter: tuple[str, ...] = ()

    def variables(self, service: ServiceName) -> dict[str, str]:
        """Return the manifest variables of this service."""
        account = self.account
        values = (self.host, str(self.port), str(self.socket), account.user, account.password, account.database)
        return {f"{service}_{field}": value for field, value in zip(SERVICE_FIELDS, values, strict=True)}


@dataclass(frozen=True, slots=True)
class Counters:
    """A service's own counters since its start, including administration; `None`: not counted.

    `statements`: queries or commands; `reads`: those that only read; `rows`: sent to clients; `rows_written`: added,
    changed or removed; `connections`: accepted.
    """

    statements: int
    rows: int | None
    connections: int
    reads: int | None = None
    rows_written: int | None = None

    def since(self, before: "Counters") -> "Counters":
        """Return the difference to an earlier reading."""
        return Counters(
            statements=self.statements - before.statements,
            rows=_since(self.rows, before.rows),
            connections=self.connections - before.connections,
            reads=_since(self.reads, before.reads),
            rows_written=_since(self.rows_written, before.rows_written),
        )

    def plus(self, more: "Counters") -> "Counters":
        """Return the sum; what one of them does not count is not counted."""
        return Counters(
            statements=self.statements + more.statements,
            rows=_plus(self.rows, more.rows),
            connections=self.connections + more.connections,
            reads=_plus(self.reads, more.reads),
            rows_written=_plus(self.rows_written, more.rows_written),
        )

    def times(self, count: int) -> "Counters":
        """Return the counters multiplied by `count`."""
        rows = None if self.rows is None else self.rows * count
        reads = None if self.reads is None else self.reads * count
        return Counters(self.statements * count, rows, self.connections * count, reads)


def _plus(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _since(now: int | None, before: int | None) -> int | None:
    return None if now is None else now - (before or 0)


NOTHING = Counters(statements=0, rows=None, connections=0)


@dataclass(frozen=True, slots=True)
class Service:
    """One kind of service.

    Attributes:
        name: as scenarios and variables call it.
        programs: required programs; searched on PATH, in the system's folders and in `folders`. Without any, it runs in
            a container only.
        folders: patterns of additional folders; the newest version is used.
        install: the command that installs the programs.
        script: a shell script, run in the service's folder with the port and the address to listen on, the name of
            its administrator and that of contestants as its arguments; it ends by executing the server.
        socket: the name of the socket in the folder.
        ready: creates the account and returns whether the service answers. Raises ServiceError when it does not yet.
        run: runs statements one after another, as the account of contestants, and returns what it prints. Raises
            ServiceError.
        counters: reads the counters; of statements and rows only those that concern a table, where the service can tell
            (`ServiceNeed.table`). Raises ServiceError; KeyError or ValueError when they are not what was expected.
        stand_in: returns the name of a server that answers in the place of the real one; `None` for the real one.
            Raises ServiceError.
        own: what one reading of the counters adds to the next one, except to those of a table.
    """

    name: ServiceName
    programs: tuple[str, ...]
    install: str
    script: str
    socket: str
    ready: Callable[[Access], bool]
    run: Callable[[Access, bytes], str]
    counters: Callable[[Access, str | None], Counters]
    stand_in: Callable[[Access], str | None] = lambda access: None
    folders: tuple[str, ...] = ()
    own: Counters = NOTHING


BOUND_S = 60.0


def administrator() -> str:
    """Return the name of the user who runs Fairlap: services recognise it by the kernel's word, not by a password."""
    return pwd.getpwuid(caller_uid()).pw_name


def client_path(folders: Sequence[str] = ()) -> str:
    """Return PATH, the folders of Debian's servers, and the newest match of each pattern in `folders`."""
    found: list[str] = []
    for pattern in folders:
        root, _, rest = pattern.partition("*")
        matches = sorted(Path(root).glob(f"*{rest}"), key=_version, reverse=True)
        found += [str(match) for match in matches[:1]]
    return os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin", *found])


def run_client(command: Sequence[str], *, stdin: bytes = b"", path: str | None = None) -> str:
    """Run a client and return its output. Raises ServiceError when it fails (with the error line) or hangs."""
    environment = {**os.environ, "PATH": client_path() if path is None else path}
    try:
        done = subprocess.run(
            list(command), input=stdin, capture_output=True, timeout=BOUND_S, env=environment, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise ServiceError(f"{command[0]} did not end within {BOUND_S:.0f} s") from error
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).decode(errors="replace").strip().splitlines()
        message = next((line for line in lines if "error" in line.lower()), lines[-1] if lines else None)
        raise ServiceError(f"{command[0]}: {message or f'ended with status {done.returncode}'}")
    return done.stdout.decode(errors="replace")


def _version(folder: Path) -> list[int]:
    return [int(part) for part in folder.parent.name.split(".") if part.isdecimal()]
