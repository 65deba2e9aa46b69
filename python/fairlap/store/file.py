"""Opens the results file, checks its format, and explains SQLite's errors."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.resources import files
from pathlib import Path

from fairlap.errors import StoreError

FORMAT = 9
"""Version of the tables, kept as PRAGMA user_version. Files with another version are refused."""

APPLICATION_ID = 0x46616972
"""Marks an SQLite file as ours ("Fair")."""

BUSY_TIMEOUT_S = 10.0

_FAULTS_OF_THE_FILE = {
    sqlite3.SQLITE_BUSY: "another process is writing to it: try again",
    sqlite3.SQLITE_CANTOPEN: "check that the folder exists and is readable",
    sqlite3.SQLITE_CORRUPT: "move it away, or restore a copy",
    sqlite3.SQLITE_FULL: "free some space",
    sqlite3.SQLITE_IOERR: "check the disk",
    sqlite3.SQLITE_NOTADB: "move it away, or use another --results folder",
    sqlite3.SQLITE_PERM: "check its permissions",
    sqlite3.SQLITE_READONLY: "check its permissions",
    # The last writer was killed within a transaction, and this process only reads.
    sqlite3.SQLITE_READONLY_ROLLBACK: "roll back half a round of a killed race: run fairlap report",
}
"""SQLite's codes for faults of the file (not of Fairlap), each with its fix. A primary code also covers its extended
codes that are not listed."""


def connect(path: Path, *, create: bool) -> sqlite3.Connection:
    """Open the file for writing; `create`: create it and its folder if missing.

    Raises:
        StoreError: the file is missing, has another version, is damaged or locked, or is not a results file.
    """
    if not create and not path.exists():
        raise _no_results(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot create the results folder: {error.strerror}", where=str(path.parent)) from error
    with faults_of(path), ExitStack() as undo:
        connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)
        undo.callback(connection.close)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA foreign_keys = ON")
        if _is_empty(connection, path):
            if not create:
                raise _no_results(path)
            schema = (files("fairlap.store") / "schema.sql").read_text(encoding="utf-8")
            marks = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {FORMAT};"
            connection.executescript(f"BEGIN IMMEDIATE; {schema} {marks} COMMIT;")
        undo.pop_all()
    return connection


def connect_read_only(path: Path) -> sqlite3.Connection:
    """Open the file without ever writing to it.

    Raises:
        StoreError: as `connect`; also when a killed race left half a round, which only a writer can roll back.
    """
    with faults_of(path), ExitStack() as undo:
        uri = f"{path.absolute().as_uri()}?mode=ro"
        connection = sqlite3.connect(uri, uri=True, timeout=BUSY_TIMEOUT_S, isolation_level=None)
        undo.callback(connection.close)
        connection.row_factory = sqlite3.Row
        if _is_empty(connection, path):
            raise _no_results(path)
        undo.pop_all()
    return connection


def _no_results(path: Path) -> StoreError:
    return StoreError("no results yet", where=str(path), hint="start a race: fairlap run quick")


def _is_empty(connection: sqlite3.Connection, path: Path) -> bool:
    """Return whether the file has no tables yet. Raises StoreError for tables of another program or version."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not tables:
        return True
    if application != APPLICATION_ID:
        hint = "use another --results folder"
        raise StoreError("an SQLite file, but not from Fairlap", where=str(path), hint=hint)
    if version != FORMAT:
        hint = "use the Fairlap version that wrote it, move the file away, or use another --results folder"
        raise StoreError(
            f"has format {version}, but this Fairlap reads only format {FORMAT}", where=str(path), hint=hint
        )
    return False


@contextmanager
def faults_of(path: Path) -> Iterator[None]:
    """Turn faults of the file into StoreError; faults of Fairlap stay as they are."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0)
        hint = _FAULTS_OF_THE_FILE.get(code) or _FAULTS_OF_THE_FILE.get(code & 0xFF)
        if hint is None:
            raise
        raise StoreError(str(error), where=str(path), hint=hint) from error
