"""Redis, over TCP and a socket, without a file on disk. Nobody may administer it, e.g. reset its counters."""

from fairlap.hosting.services.model import Access, Counters, Service, ServiceError, run_client

SCRIPT = """
set -eu
exec redis-server --bind "$2" --port "$1" --unixsocket "$PWD/redis.sock" --unixsocketperm 777 --dir "$PWD" \
    --protected-mode no --save '' --appendonly no --daemonize no --maxclients 8000 --tcp-backlog 4096 \
    --user default on nopass '~*' '&*' +@all -@admin -flushall -flushdb -swapdb
"""


def _ready(access: Access) -> bool:
    return _ask(access, "PING").strip() == "PONG"


def _run(access: Access, statements: bytes) -> str:
    """Run the command of each line."""
    output = run_client(_client(access), stdin=statements)
    errors = [line for line in output.splitlines() if line.startswith(("ERR", "WRONGTYPE", "(error)"))]
    if errors:
        raise ServiceError(f"redis: {errors[0]}")
    return output


def _counters(access: Access, table: str | None) -> Counters:
    """Count commands, including the one that reads the counters."""
    found = dict(line.split(":", 1) for line in _ask(access, "INFO", "stats").splitlines() if ":" in line)
    return Counters(
        statements=int(found["total_commands_processed"]),
        rows=None,
        connections=int(found["total_connections_received"]),
    )


def _ask(access: Access, *command: str) -> str:
    return run_client((*_client(access), *command))


def _client(access: Access) -> tuple[str, ...]:
    return (*access.enter, "redis-cli", "-s", str(access.socket))


SERVICE = Service(
    name="redis",
    programs=("redis-server", "redis-cli"),
    install="apt-get install redis-server (Debian starts it as a service: systemctl disable --now redis-server)",
    script=SCRIPT,
    socket="redis.sock",
    ready=_ready,
    run=_run,
    counters=_counters,
    own=Counters(statements=1, rows=None, connections=1),
)
