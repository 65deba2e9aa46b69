"""MariaDB, over TCP and a socket. Statements are counted by `Com_select` etc.: `Questions` without administration.

Where a table is named, `userstat` counts: the statements of the contestants' account, and the rows of that table.

Only the user who runs Fairlap may administer it, and only over the socket.
"""

from collections.abc import Sequence

from fairlap.hosting.services.model import (
    Access,
    Counters,
    Service,
    administrator,
    run_client,
)

SCRIPT = """
set -eu
mariadb-install-db --no-defaults --datadir="$PWD/data" --auth-root-authentication-method=socket \
    --auth-root-socket-user="$3" --skip-test-db >install.log 2>&1 || { cat install.log >&2; exit 1; }
# No binary log, no name service: a scratch database, in its production engine, for a thousand connections and more.
exec mariadbd --no-defaults --datadir="$PWD/data" --socket="$PWD/mariadb.sock" --pid-file="$PWD/mariadb.pid" \
    --bind-address="$2" --port="$1" --skip-name-resolve --skip-log-bin --max-connections=4000 --back-log=4096 \
    --innodb-buffer-pool-size=256M --table-open-cache=4000 --thread-cache-size=256
"""

STATEMENTS = tuple(f"Com_{name}" for name in ("select", "insert", "update", "delete", "replace"))
OTHERS = ("Rows_sent", "Connections")


def _ready(access: Access) -> bool:
    user, password, database = access.account.user, access.account.password, access.account.database
    statements = [f"CREATE DATABASE IF NOT EXISTS {database}"]
    for account in (f"'{user}'@'%'", f"'{user}'@'localhost'"):
        statements += [f"CREATE USER IF NOT EXISTS {account} IDENTIFIED BY '{password}'"]
        statements += [f"GRANT ALL ON {database}.* TO {account}"]
    _ask(access, "; ".join(statements))
    return True


def _run(access: Access, statements: bytes) -> str:
    return run_client((*_client(access), access.account.database), stdin=statements)


def _counters(access: Access, table: str | None) -> Counters:
    return _all(access) if table is None else _of_table(access, table)


def _of_table(access: Access, table: str) -> Counters:
    """Count what the account did since the first reading. An UPDATE reads each row that it changes: not counted."""
    user, database = access.account.user, access.account.database
    account = _sums("user_statistics", ("select_commands", "update_commands", "total_connections"), f"user = '{user}'")
    rows = _sums(
        "table_statistics", ("rows_read", "rows_changed"), f"table_schema = '{database}' AND table_name = '{table}'"
    )
    numbers = map(int, _ask(access, f"SET GLOBAL userstat = ON; {account}; {rows}").split())
    selects, updates, connections, read, changed = numbers
    return Counters(
        statements=selects + updates,
        rows=read - changed,
        connections=connections,
        reads=selects,
        rows_written=changed,
    )


def _sums(table: str, columns: Sequence[str], where: str) -> str:
    wanted = ", ".join(f"COALESCE(SUM({column}), 0)" for column in columns)
    return f"SELECT {wanted} FROM information_schema.{table} WHERE {where}"


def _all(access: Access) -> Counters:
    """Count statements that read or change data; a prepared one counts at each execution."""
    listed = ", ".join(f"'{name}'" for name in (*STATEMENTS, *OTHERS))
    lines = _ask(access, f"SHOW GLOBAL STATUS WHERE Variable_name IN ({listed})").splitlines()
    found = dict(line.split("\t", 1) for line in lines if "\t" in line)
    executed = sum(int(found[name]) for name in STATEMENTS)
    return Counters(statements=executed, rows=int(found["Rows_sent"]), connections=int(found["Connections"]))


def _ask(access: Access, statement: str) -> str:
    return run_client((*_client(access), "--execute", statement))


def _client(access: Access) -> tuple[str, ...]:
    return (
        *access.enter,
        "mariadb",
        "--no-defaults",
        f"--user={administrator()}",
        f"--socket={access.socket}",
        "--batch",
        "--skip-column-names",
    )


SERVICE = Service(
    name="mariadb",
    programs=("mariadbd", "mariadb-install-db", "mariadb"),
    install="apt-get install mariadb-server (Debian starts it as a service: systemctl disable --now mariadb)",
    script=SCRIPT,
    socket="mariadb.sock",
    ready=_ready,
    run=_run,
    counters=_counters,
    own=Counters(statements=0, rows=len(STATEMENTS) + len(OTHERS), connections=1),
)
