"""PostgreSQL, over TCP and a socket. It refuses to run as root; Fairlap runs it as the user of services.

Only the user who runs Fairlap may administer it, and only over the socket.
"""

import subprocess

from fairlap.hosting.programs import find_program
from fairlap.hosting.services.model import (
    Access,
    Counters,
    Service,
    ServiceError,
    client_path,
    run_client,
    start_client,
)

WRITES = r"query ~* '^\s*(with\M.*\m)?(insert|update|delete|merge)\M'"
"""A condition for statements that change rows."""

FOLDERS = ("/usr/lib/postgresql/*/bin",)

_END = "end of the counters"

SCRIPT = """
set -eu
initdb --pgdata="$PWD/data" --auth=reject --username=postgres --encoding=UTF8 --locale=C.UTF-8 \
    >install.log 2>&1 || { cat install.log >&2; exit 1; }
echo "administrator $3 postgres" > "$PWD/data/pg_ident.conf"
echo "local all postgres peer map=administrator
host all $4 all trust" > "$PWD/data/pg_hba.conf" # contestants with networks of their own have other addresses
# pg_stat_statements counts immediately; the server's own counters are up to 10 s late.
exec postgres -D "$PWD/data" -c listen_addresses="$2" -c port="$1" -c unix_socket_directories="$PWD" \
    -c max_connections=2000 -c shared_buffers=256MB \
    -c shared_preload_libraries=pg_stat_statements -c pg_stat_statements.track_utility=off
"""


def _ready(access: Access) -> bool:
    user, database = access.account.user, access.account.database
    if not _ask(access, f"SELECT 1 FROM pg_database WHERE datname = '{database}'").strip():
        _ask(access, f"CREATE ROLE {user} LOGIN PASSWORD '{access.account.password}'")
        _ask(access, "CREATE EXTENSION pg_stat_statements")
        _ask(access, f"CREATE DATABASE {database} OWNER {user}")
    return True


def _run(access: Access, statements: bytes) -> str:
    client = _client(access, access.host, access.account.user, access.account.database)
    return run_client(client, stdin=statements, path=client_path(FOLDERS))


def _counters(access: Access, table: str | None) -> Counters:
    """Count only statements of the contestants' account: reading adds nothing."""
    counted = f"userid = (SELECT oid FROM pg_roles WHERE rolname = '{access.account.user}')"
    if table is not None:
        counted += rf" AND query ~* '\m{table}\M'"
    wanted = (
        "coalesce(sum(calls), 0)",
        f"coalesce(sum(rows) FILTER (WHERE NOT {WRITES}), 0)",
        f"(SELECT sessions FROM pg_stat_database WHERE datname = '{access.account.database}')",
        f"coalesce(sum(calls) FILTER (WHERE NOT {WRITES}), 0)",
        f"coalesce(sum(rows) FILTER (WHERE {WRITES}), 0)",
    )
    query = f"SELECT {', '.join(wanted)} FROM pg_stat_statements WHERE {counted};\n\\echo {_END}\n"
    fields = access.client.ask("psql", lambda: _connected(access), query, _END).strip().split("|")
    try:
        counters = Counters(*map(int, fields))
    except (TypeError, ValueError) as error:
        raise ServiceError(f"cannot read the counters of postgresql: {fields}") from error
    return counters


def _ask(access: Access, statement: str) -> str:
    return run_client((*_administers(access), f"--command={statement}"), path=client_path(FOLDERS))


def _connected(access: Access) -> subprocess.Popen[bytes]:
    return start_client(_administers(access), client_path(FOLDERS))


def _administers(access: Access) -> tuple[str, ...]:
    return _client(access, str(access.socket.parent), "postgres", "postgres")


def _client(access: Access, host: str, user: str, database: str) -> tuple[str, ...]:
    where = (f"--host={host}", f"--port={access.port}", f"--username={user}", f"--dbname={database}")
    options = ("--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1")
    return (*access.enter, "psql" if access.enter else _psql(), *options, *where)


def _psql() -> str:
    """Return the client beside the server: Debian's on the PATH is a script that takes 30 ms to find that one."""
    server = find_program("postgres", path=client_path(FOLDERS))
    own = None if server is None else server.resolve().with_name("psql")
    return str(own) if own is not None and own.is_file() else "psql"


SERVICE = Service(
    name="postgresql",
    programs=("postgres", "initdb", "psql"),
    install="apt-get install postgresql (Debian starts it as a service: systemctl disable --now postgresql)",
    script=SCRIPT,
    socket=".s.PGSQL",
    ready=_ready,
    run=_run,
    counters=_counters,
    folders=FOLDERS,
)
