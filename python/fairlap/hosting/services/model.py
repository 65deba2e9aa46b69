"""The interface of all services."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fairlap.catalog import SERVICE_FIELDS, ServiceName
from fairlap.errors import UsageError

HOST = "127.0.0.1"
USER = "fairlap"
PASSWORD = "fairlap"
DATABASE = "fairlap"


class ServiceError(UsageError):
    """A service does not start or accept its seed: nothing that needs it can be measured."""


@dataclass(frozen=True, slots=True)
class Access:
    """How to reach a running service. `enter` is a prefix for the command line of its client programs."""

    port: int
    socket: Path
    host: str = HOST
    enter: tuple[str, ...] = ()

    def variables(self, service: ServiceName) -> dict[str, str]:
        """Return the manifest variables of this service."""
        values = (self.host, str(self.port), str(self.socket), USER, PASSWORD, DATABASE)
        return {f"{service}_{field}": value for field, value in zip(SERVICE_FIELDS, values, strict=True)}


@dataclass(frozen=True, slots=True)
class Counters:
    """A service's own counters since its start, including administration; `None`: not counted.

    `statements`: queries or commands; `rows`: sent to clients; `connections`: accepted.
    """

    statements: int
    rows: int | None
    connections: int

    def since(self, before: "Counters") -> "Counters":
        """Return the difference to an earlier reading."""
        rows = None if self.rows is None else self.rows - (before.rows or 0)
        return Counters(self.statements - before.statements, rows, self.connections - before.connections)

    def times(self, count: int) -> "Counters":
        """Return the counters multiplied by `count`."""
        rows = None if self.rows is None else self.rows * count
        return Counters(self.statements * count, rows, self.connections * count)


NOTHING = Counters(statements=0, rows=None, connections=0)


@dataclass(frozen=True, slots=True)
class Service:
    """One kind of service.

    Attributes:
        name: as scenarios and variables call it.
        programs: required programs; searched on PATH, in the system's folders and in `folders`.
        folders: patterns of additional folders; the newest version is used.
        install: the command that installs the programs.
        script: a shell script, run in the service's folder with port and address to listen on as its arguments; it
            ends by executing the server.
        socket: the name of the socket in the folder.
        ready: creates the account and returns whether the service answers. Must not raise before that.
        run: runs statements one after another, as the account of contestants. Raises ServiceError.
        counters: reads the counters. Raises ServiceError.
        own: what one reading of the counters adds to the next one.
    """

    name: ServiceName
    programs: tuple[str, ...]
    install: str
    script: str
    socket: str
    ready: Callable[[Access], bool]
    run: Callable[[Access, bytes], None]
    counters: Callable[[Access], Counters]
    folders: tuple[str, ...] = ()
    own: Counters = NOTHING
