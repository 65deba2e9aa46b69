"""The interface of all services, and how their client programs run."""

import os
import pwd
import select
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from fairlap.catalog import SERVICE_FIELDS, Account, ServiceName
from fairlap.errors import UsageError
from fairlap.hosting.namespaces import caller_uid

HOST = "127.0.0.1"
BOUND_S = 60.0
_END_BOUND_S = 1.0


class ServiceError(UsageError):
    """A service does not start or accept its seed: nothing that needs it can be measured."""


class Client:
    """A client program that stays connected: its start and log-in would take tens of milliseconds twice in each lap."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, name: str, start: Callable[[], subprocess.Popen[bytes]], statements: str, end: str) -> str:
        """Run statements, the last of which prints the line `end`, and return what the others print.

        The first call starts the client, and one after its end starts it again. Raises ServiceError when it fails or
        hangs.
        """
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = start()
        try:
            return self._answer(self._process, name, statements, f"{end}\n".encode())
        except BaseException:  # also Ctrl-C: the rest of the answer is not for the next question
            self.close()
            raise

    def _answer(self, process: subprocess.Popen[bytes], name: str, statements: str, last: bytes) -> str:
        assert process.stdin is not None and process.stdout is not None
        with suppress(BrokenPipeError):  # then its output ends, too
            process.stdin.write(statements.encode())
            process.stdin.flush()
        output, until = b"", time.monotonic() + BOUND_S
        while not output.endswith(last):
            if not select.select([process.stdout], [], [], max(0.0, until - time.monotonic()))[0]:
                raise ServiceError(f"{name} did not answer within {BOUND_S:.0f} s")
            more = os.read(process.stdout.fileno(), 65536)
            if not more:
                raise ServiceError(f"{name}: {_error_of(self.close()) or 'ended'}")
            output += more
        return output.removesuffix(last).decode(errors="replace")

    def close(self) -> bytes:
        """End the client, if it runs: some services wait for that before they end. Return what it said of errors."""
        process, self._process = self._process, None
        if process is None:
            return b""
        try:
            _, errors = process.communicate(timeout=_END_BOUND_S)
        except subprocess.TimeoutExpired:
            process.kill()
            _, errors = process.communicate()
        return errors


@dataclass(frozen=True, slots=True)
class Access:
    """How to reach a running service, and the account of contestants there.

    `enter` is a prefix for the command line of its client programs; `client` is one that stays connected.
    """

    port: int
    socket: Path
    account: Account = field(default_factory=Account)
    host: str = HOST
    enter: tuple[str, ...] = ()
    client: Client = field(default_factory=Client, compare=False, repr=False)

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
        message = _error_of(done.stderr or done.stdout) or f"ended with status {done.returncode}"
        raise ServiceError(f"{command[0]}: {message}")
    return done.stdout.decode(errors="replace")


def start_client(command: Sequence[str], path: str) -> subprocess.Popen[bytes]:
    """Start a client with pipes to and from it, in a session of its own: Ctrl-C is not for it."""
    pipe, environment = subprocess.PIPE, {**os.environ, "PATH": path}
    return subprocess.Popen(
        list(command), stdin=pipe, stdout=pipe, stderr=pipe, env=environment, start_new_session=True
    )


def _error_of(output: bytes) -> str | None:
    """Return the first line about an error, else the last line, if there is any."""
    lines = output.decode(errors="replace").strip().splitlines()
    return next((line for line in lines if "error" in line.lower()), lines[-1] if lines else None)


def _version(folder: Path) -> list[int]:
    return [int(part) for part in folder.parent.name.split(".") if part.isdecimal()]
