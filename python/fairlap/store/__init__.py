"""The results file: append-only, one writer, any number of readers. No other package uses SQL.

SQLite with its default rollback journal keeps results in one file: committed data survives a kill -9, and the next
process that opens the file rolls back the rest.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from fairlap.errors import StoreError
from fairlap.samples import (
    ClassicPass,
    ContestantRound,
    Machine,
    MethodName,
    PlanDecision,
    RateLap,
    RoundRecord,
    RunRecord,
    Sample,
    ServiceUse,
    Skip,
    SweepLap,
    WarmupLap,
)
from fairlap.store.columns import LAPS_OF_TURN, TABLES, Record, from_row, to_columns
from fairlap.store.file import FORMAT as FORMAT
from fairlap.store.file import connect, connect_read_only, faults_of
from fairlap.store.slices import OtherRuns, RunSlice, contestants, measured_otherwise, slices

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

KNOWN_SHOWN = 5


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A stored run without its rounds. `ended_at` is `None` while it runs, and stays so if it is killed.

    `rounds` is the maximum over scenarios, `heats_stored` the number of heats in all rounds and scenarios.
    """

    run: str
    started_at: str
    ended_at: str | None
    interrupted: bool
    suite_name: str
    method: MethodName
    method_version: int
    contestants: tuple[str, ...]
    reference: str
    rounds: int
    heats_stored: int
    passes_stored: int


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run with all its data; rounds, passes and decisions in the order of their commits."""

    run: RunRecord
    skips: tuple[Skip, ...]
    decisions: tuple[PlanDecision, ...]
    rounds: tuple[RoundRecord, ...]
    ended_at: str | None
    interrupted: bool
    passes: tuple[ClassicPass, ...] = ()
    machines: tuple[Machine, ...] = ()


class Store:
    """An open results file. Use as a context manager, from the thread that opened it."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    @classmethod
    def open(cls, path: Path, *, create: bool = True) -> Self:
        """Open a results file.

        Args:
            path: the results file.
            create: create it and its folder if missing.

        Raises:
            StoreError: the file is missing, has another format, is damaged or locked, or is not a results file.
        """
        return cls(connect(path, create=create), path)

    @classmethod
    def open_read_only(cls, path: Path) -> Self:
        """Open an existing results file without ever writing to it.

        Raises:
            StoreError: as `open`; also when a killed race left half a round, which only a writer can roll back.
        """
        return cls(connect_read_only(path), path)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def begin_run(self, run: RunRecord) -> None:
        """Store the settings of a run before its first round. Its name must be new."""
        with self._transaction():
            self._insert(run)

    def add(self, run: str, record: Skip | Machine | PlanDecision | ClassicPass) -> None:
        """Store a contestant that cannot take part, a site of a machine, a decision of the plan, or a classic pass."""
        with self._transaction():
            self._insert(record, run_id=self._id(run))

    def add_round(self, run: str, record: RoundRecord, decisions: Iterable[PlanDecision] = ()) -> None:
        """Store a round and its decisions in one transaction.

        Raises:
            StoreError: the run is unknown, or the file cannot be written.
        """
        with self._transaction():
            run_id = self._id(run)
            round_id = self._insert(record, without=("contestants",), run_id=run_id)
            for turn in record.contestants:
                turn_id = self._insert(turn, without=tuple(LAPS_OF_TURN), round_id=round_id)
                where = f"{record.scenario}/{turn.contestant}, round {record.round}"
                for laps in LAPS_OF_TURN:
                    for lap in getattr(turn, laps):
                        self._insert(lap, where=f"{where}, {_name_of(lap)}", contestant_round_id=turn_id)
            for decision in decisions:
                self._insert(decision, run_id=run_id)

    def finish_run(self, run: str, ended_at: str, interrupted: bool) -> None:
        """Store that a run ended or was interrupted. `ended_at` is ISO 8601, UTC."""
        with self._transaction():
            self._connection.execute(
                "UPDATE run SET ended_at = ?, interrupted = ? WHERE id = ?", (ended_at, interrupted, self._id(run))
            )

    def resume_run(self, run: str) -> None:
        """Store that an interrupted or killed run continues."""
        with self._transaction():
            self._connection.execute("UPDATE run SET ended_at = NULL, interrupted = 0 WHERE id = ?", (self._id(run),))

    def count_runs(self) -> int:
        """Return how many runs are stored."""
        with faults_of(self._path):
            count: int = self._connection.execute("SELECT count(*) FROM run").fetchone()[0]
            return count

    def runs(self, most: int | None = None, *, skipped: int = 0) -> tuple[RunSummary, ...]:
        """Return the stored runs, newest first: `most` of them after `skipped` newer ones, or all."""
        query = """
            SELECT run.*, (SELECT count(*) FROM round WHERE round.run_id = run.id) AS heats_stored,
                (SELECT coalesce(max(found), 0) FROM (SELECT count(DISTINCT round) AS found FROM round
                    WHERE round.run_id = run.id GROUP BY scenario)) AS rounds_stored,
                (SELECT count(*) FROM classic_pass WHERE classic_pass.run_id = run.id) AS passes_stored
            FROM run ORDER BY id DESC LIMIT ? OFFSET ?
        """
        with faults_of(self._path):
            return tuple(
                RunSummary(
                    run=row["run"],
                    started_at=row["started_at"],
                    ended_at=row["ended_at"],
                    interrupted=bool(row["interrupted"]),
                    suite_name=row["suite_name"],
                    method=row["method"],
                    method_version=row["method_version"],
                    contestants=tuple(json.loads(row["contestants"])),
                    reference=row["reference"],
                    rounds=row["rounds_stored"],
                    heats_stored=row["heats_stored"],
                    passes_stored=row["passes_stored"],
                )
                for row in self._connection.execute(query, (-1 if most is None else most, skipped))
            )

    def resolve(self, run: str | None = None) -> str:
        """Return the full name of the run that `load` would find. Raises StoreError."""
        with faults_of(self._path):
            return self._resolved(run)

    def load(self, run: str | None = None) -> StoredRun:
        """Load the newest run, or a run by its name or a unique prefix of it.

        Raises:
            StoreError: no run matches, or several do.
        """
        with self._transaction("DEFERRED"):
            row = self._connection.execute("SELECT * FROM run WHERE run = ?", (self._resolved(run),)).fetchone()
            return StoredRun(
                run=from_row(RunRecord, row),
                skips=self._of_run(Skip, row["id"]),
                decisions=self._of_run(PlanDecision, row["id"]),
                rounds=tuple(self._rounds(row["id"])),
                ended_at=row["ended_at"],
                interrupted=bool(row["interrupted"]),
                passes=self._of_run(ClassicPass, row["id"]),
                machines=self._of_run(Machine, row["id"]),
            )

    def slices(self, contestant: str) -> tuple[RunSlice, ...]:
        """Return slices (`RunSlice`) of all runs of a contestant with laps by fairload, oldest first."""
        with self._transaction("DEFERRED"):
            return slices(self._connection, contestant)

    def measured_otherwise(self, contestant: str) -> tuple[OtherRuns, ...]:
        """Count the runs of a contestant without a slice: by the classic method, or by another generator."""
        with faults_of(self._path):
            return measured_otherwise(self._connection, contestant)

    def contestants(self) -> tuple[str, ...]:
        """Return all contestants that have slices, without references; sorted."""
        with faults_of(self._path):
            return contestants(self._connection)

    def _rows(self, kind: type, of: str, parent: int) -> sqlite3.Cursor:
        return self._connection.execute(f"SELECT * FROM {TABLES[kind]} WHERE {of} = ? ORDER BY id", (parent,))

    def _of_run(self, kind: type[Record], run_id: int) -> tuple[Record, ...]:
        return tuple(from_row(kind, row) for row in self._rows(kind, "run_id", run_id))

    def _rounds(self, run_id: int) -> Iterator[RoundRecord]:
        for row in self._rows(RoundRecord, "run_id", run_id):
            turns = tuple(self._turn(turn) for turn in self._rows(ContestantRound, "round_id", row["id"]))
            yield from_row(RoundRecord, row, contestants=turns)

    def _turn(self, row: sqlite3.Row) -> ContestantRound:
        laps: dict[str, Any] = {
            name: tuple(from_row(kind, lap) for lap in self._rows(kind, "contestant_round_id", row["id"]))
            for name, kind in LAPS_OF_TURN.items()
        }
        return from_row(ContestantRound, row, **laps)

    def _id(self, run: str) -> int:
        row = self._connection.execute("SELECT id FROM run WHERE run = ?", (run,)).fetchone()
        if row is None:
            raise StoreError(f"unknown run {run!r}", where=str(self._path))
        return int(row["id"])

    def _resolved(self, run: str | None) -> str:
        rows = self._connection.execute("SELECT run FROM run ORDER BY id DESC")
        known: list[str] = [row["run"] for row in rows]
        if not known:
            raise StoreError("no runs yet", where=str(self._path), hint="start one: fairlap run quick")
        if run is None:
            return known[0]
        found = [run] if run in known else [name for name in known if name.startswith(run)]
        if len(found) == 1:
            return found[0]
        if found:
            raise StoreError(f"{len(found)} runs start with {run!r}", where=str(self._path), hint=_some(found))
        raise StoreError(f"unknown run {run!r}", where=str(self._path), hint=f"known are {_some(known)}")

    def _insert(
        self, record: "DataclassInstance", *, where: str = "", without: tuple[str, ...] = (), **parent: int
    ) -> int:
        values = parent | to_columns(record, where, without)
        marks = ", ".join("?" for _ in values)
        cursor = self._connection.execute(
            f"INSERT INTO {TABLES[type(record)]} ({', '.join(values)}) VALUES ({marks})", tuple(values.values())
        )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    @contextmanager
    def _transaction(self, kind: str = "IMMEDIATE") -> Iterator[None]:
        """Run a transaction: sqlite3's context manager commits, or rolls back on any exception."""
        with faults_of(self._path), self._connection:
            self._connection.execute(f"BEGIN {kind}")
            yield


def _name_of(lap: Sample | WarmupLap | RateLap | SweepLap | ServiceUse) -> str:
    """Describe a lap within its round, for messages."""
    match lap:
        case RateLap():
            return f"{lap.purpose}, repeat {lap.repeat}"
        case SweepLap():
            return f"{lap.connections} connections, repeat {lap.repeat}"
        case ServiceUse():
            return lap.service
        case _:
            return f"cycle {lap.cycle}"


def _some(names: Iterable[str]) -> str:
    listed = list(names)
    more = f" and {len(listed) - KNOWN_SHOWN} more" if len(listed) > KNOWN_SHOWN else ""
    return ", ".join(listed[:KNOWN_SHOWN]) + more
