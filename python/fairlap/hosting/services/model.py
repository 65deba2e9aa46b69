"""What all services have in common."""

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
    """A service does not start, or does not take its seed: nothing that needs it can be measured."""


@dataclass(frozen=True, slots=True)
class Access:
    """Where a running service is. `enter` begins the command line of its client programs, where that is needed."""

    port: int
    socket: Path
    host: str = HOST
    enter: tuple[str, ...] = ()

    def variables(self, service: ServiceName) -> dict[str, str]:
        """The manifest variables of this service."""
        values = (self.host, str(self.port), str(self.socket), USER, PASSWORD, DATABASE)
        return {f"{service}_{field}": value for field, value in zip(SERVICE_FIELDS, values, strict=True)}


@dataclass(frozen=True, slots=True)
class Counters:
    """What a service says it has done since its start, its administration included; `None`: it does not count that.

    `statements` are queries or commands, `rows` were sent to clients, `connections` were made.
    """

    statements: int
    rows: int | None
    connections: int

    def since(self, before: "Counters") -> "Counters":
        """What came in between."""
        rows = None if self.rows is None else self.rows - (before.rows or 0)
        return Counters(self.statements - before.statements, rows, self.connections - before.connections)

    def times(self, count: int) -> "Counters":
        """So often the same."""
        rows = None if self.rows is None else self.rows * count
        return Counters(self.statements * count, rows, self.connections * count)


NOTHING = Counters(statements=0, rows=None, connections=0)


@dataclass(frozen=True, slots=True)
class Service:
    """One kind of service.

    Attributes:
        name: as scenarios and variables call it.
        programs: needed; searched on PATH, in the system's folders and in `folders`.
        folders: patterns of further folders, the newest version first.
        install: the command that mends their absence.
        script: shell, run in the service's folder with the port and the address to listen on as its arguments; ends
            as the server itself.
        socket: its name in the folder.
        ready: whether it answers a query, its account made. Must not raise for a service that is not there yet.
        run: runs statements, one after another, as whoever asks it later could. Raises ServiceError.
        counters: reads them. Raises ServiceError.
        own: what one reading of the counters itself adds to the next one.
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
