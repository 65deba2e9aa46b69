"""MySQL, over TCP and a socket, in a container only: Debian has MariaDB in its place.

It counts for the whole server, not by table. As in TechEmpower's tests, a table has one name whatever its capitals, and
monitoring is off.

Only the user who runs Fairlap may administer it, over the socket in the service's own container; that account has no
password, and exists for the socket only.
"""

from fairlap.hosting.services.model import Access, Counters, Service, run_client

SCRIPT = """
set -eu
mysqld --no-defaults --initialize-insecure --lower-case-table-names=1 --datadir="$PWD/data" \
    >install.log 2>&1 || { cat install.log >&2; exit 1; }
# No binary log, no name service: a scratch database, in its production engine, for a thousand connections and more.
exec mysqld --no-defaults --datadir="$PWD/data" --socket="$PWD/mysql.sock" --pid-file="$PWD/mysql.pid" --mysqlx=OFF \
    --bind-address="$2" --port="$1" --skip-name-resolve --skip-log-bin --max-connections=4000 --back-log=4096 \
    --innodb-buffer-pool-size=256M --table-open-cache=4000 --thread-cache-size=256 --max-prepared-stmt-count=1048576 \
    --lower-case-table-names=1 --performance-schema=OFF --secure-file-priv=NULL
"""

WRITES = ("Com_insert", "Com_update", "Com_update_multi", "Com_delete", "Com_replace")
WRITTEN = ("Innodb_rows_inserted", "Innodb_rows_updated", "Innodb_rows_deleted")
CHANGED = ("Innodb_rows_updated", "Innodb_rows_deleted")
OTHERS = ("Com_select", "Innodb_rows_read", "Connections")


def _ready(access: Access) -> bool:
    """Also make the server remember the password: some drivers only prove one that it knows."""
    user, password, database = access.account.user, access.account.password, access.account.database
    statements = [
        f"CREATE DATABASE IF NOT EXISTS {database}",
        f"CREATE USER IF NOT EXISTS '{user}'@'%' IDENTIFIED BY '{password}'",
        f"GRANT ALL ON {database}.* TO '{user}'@'%'",
    ]
    run_client((*_client(access), "--execute", "; ".join(statements)))
    run_client((*_client(access), f"--user={user}", f"--password={password}", "--execute", "DO 0"))
    return True


def _run(access: Access, statements: bytes) -> str:
    return run_client((*_client(access), access.account.database), stdin=statements)


def _counters(access: Access, table: str | None) -> Counters:
    """Count statements (a prepared one at each execution) and rows of tables; one that is changed was read before."""
    listed = ", ".join(f"'{name}'" for name in (*WRITES, *WRITTEN, *OTHERS))
    status = f"SHOW GLOBAL STATUS WHERE Variable_name IN ({listed})"
    lines = run_client((*_client(access), "--execute", status)).splitlines()
    found = {name: int(value) for name, _, value in (line.partition("\t") for line in lines)}
    return Counters(
        statements=found["Com_select"] + sum(found[name] for name in WRITES),
        rows=found["Innodb_rows_read"] - sum(found[name] for name in CHANGED),
        connections=found["Connections"],
        reads=found["Com_select"],
        rows_written=sum(found[name] for name in WRITTEN),
    )


def _client(access: Access) -> tuple[str, ...]:
    options = ("--no-defaults", "--user=root", f"--socket={access.socket}", "--batch", "--skip-column-names")
    return (*access.enter, "mysql", *options, "--default-character-set=utf8mb4")


SERVICE = Service(
    name="mysql",
    programs=(),
    install="--isolation container",
    script=SCRIPT,
    socket="mysql.sock",
    ready=_ready,
    run=_run,
    counters=_counters,
    own=Counters(statements=1, rows=0, connections=1, reads=1),  # its client begins with a statement of its own
)
