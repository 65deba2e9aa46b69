"""memcached over TCP. It has no client program, but a simple text protocol.

Source: https://github.com/memcached/memcached/blob/master/doc/protocol.txt
"""

import socket

from fairlap.hosting.services.model import Access, Counters, Service, ServiceError

SCRIPT = """
set -eu
exec memcached -l "$2" -p "$1" -U 0 -F -X -W -m 256 -c 8000 -b 4096 -t 2
"""
BOUND_S = 5.0


def _ready(access: Access) -> bool:
    return _ask(access, b"version\r\n", b"\r\n").startswith(b"VERSION")


def _run(access: Access, statements: bytes) -> str:
    """Set the `KEY VALUE` of each line."""
    for number, line in enumerate(statements.splitlines(), start=1):
        key, _, value = line.partition(b" ")
        answer = _ask(access, b"set %b 0 0 %d\r\n%b\r\n" % (key, len(value), value), b"\r\n")
        if answer.strip() != b"STORED":
            raise ServiceError(f"line {number}: memcached answered {answer!r}")
    return ""


def _counters(access: Access, table: str | None) -> Counters:
    lines = _ask(access, b"stats\r\n", b"END\r\n").decode(errors="replace").splitlines()
    found = dict(line.removeprefix("STAT ").split(" ", 1) for line in lines if line.startswith("STAT "))
    commands = sum(int(found[name]) for name in ("cmd_get", "cmd_set", "cmd_touch"))
    return Counters(statements=commands, rows=None, connections=int(found["total_connections"]))


def _ask(access: Access, command: bytes, end: bytes) -> bytes:
    try:
        with socket.create_connection((access.host, access.port), timeout=BOUND_S) as connection:
            connection.sendall(command)
            answer = b""
            while not answer.endswith(end):
                more = connection.recv(65536)
                if not more:
                    raise ServiceError("memcached closed the connection")
                answer += more
            return answer
    except OSError as error:
        raise ServiceError(f"memcached: {error}") from error


SERVICE = Service(
    name="memcached",
    programs=("memcached",),
    install="apt-get install memcached (Debian starts it as a service: systemctl disable --now memcached)",
    script=SCRIPT,
    socket="none",
    ready=_ready,
    run=_run,
    counters=_counters,
    own=Counters(statements=0, rows=None, connections=1),
)
