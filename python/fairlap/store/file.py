"""The results file as SQLite sees it: opening it, its format, what can be wrong with it."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.resources import files
from pathlib import Path

from fairlap.errors import StoreError

FORMAT = 7
"""Version of the tables, kept as PRAGMA user_version. Files of any other version are refused."""

APPLICATION_ID = 0x46616972
"""Marks an SQLite file as ours ("Fair")."""

BUSY_TIMEOUT_S = 10.0

_FAULTS_OF_THE_FILE = {
    sqlite3.SQLITE_BUSY: "another process is writing to it: try again",
    sqlite3.SQLITE_CANTOPEN: "check that the folder exists and is readable",
    sqlite3.SQLITE_CORRUPT: "move it away, or restore a copy",
    sqlite3.SQLITE_FULL: "free some space",
    sqlite3.SQLITE_IOERR: "check the disk",
    sqlite3.SQLITE_NOTADB: "move it away, or give another --results folder",
    sqlite3.SQLITE_PERM: "check its permissions",
    sqlite3.SQLITE_READONLY: "check its permissions",
    # Of a file that is only read: its last writer was killed within a transaction.
    sqlite3.SQLITE_READONLY_ROLLBACK: "half a round of a killed race has to be taken back: fairlap report does it",
}
"""SQLite's codes for what is wrong with the file, not with us; each with how to mend it. A primary code stands for all
that refine it and are not listed."""


def connect(path: Path, *, create: bool) -> sqlite3.Connection:
    """Open the file for writing; `create`: make it, and its folder, when there is none.

    Raises:
        StoreError: there is none, it is of another version, damaged, locked, or something else altogether.
    """
    if not create and not path.exists():
        raise _no_results(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make the results folder: {error.strerror}", where=str(path.parent)) from error
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
        StoreError: as `connect`; also when a killed race has left half a round, which only a writer can take back.
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
    return StoreError("no results yet", where=str(path), hint="race something first: fairlap run quick")


def _is_empty(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the file has no tables yet. Raises StoreError when they are not those of this version of Fairlap."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not tables:
        return True
    if application != APPLICATION_ID:
        hint = "give another --results folder"
        raise StoreError("is an SQLite file, but not of Fairlap", where=str(path), hint=hint)
    if version != FORMAT:
        hint = "use the Fairlap that wrote it, or move the file away, or give another --results folder"
        raise StoreError(
            f"has format {version}, and this Fairlap reads only format {FORMAT}", where=str(path), hint=hint
        )
    return False


@contextmanager
def faults_of(path: Path) -> Iterator[None]:
    """Turn what is wrong with the file into one line; what is wrong with us stays what it is."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0)
        hint = _FAULTS_OF_THE_FILE.get(code) or _FAULTS_OF_THE_FILE.get(code & 0xFF)
        if hint is None:
            raise
        raise StoreError(str(error), where=str(path), hint=hint) from error
