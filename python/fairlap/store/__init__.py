"""The results file: append-only, one writer, any number of readers. No other package uses SQL.

SQLite with its default rollback journal keeps results in one file: committed data survives a kill -9, and the next
process that opens the file rolls back the rest.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import Self

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
from fairlap.store.columns import (
    LAPS_OF_TURN,
    AnyLap,
    Lap,
    from_row,
    name_of,
    run_from_row,
    table_of,
    to_columns,
    turn_from_row,
)
from fairlap.store.file import FORMAT as FORMAT
from fairlap.store.file import connect, connect_read_only, faults_of
from fairlap.store.slices import OtherRuns, RunSlice, contestants, measured_otherwise, slices

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
        values = {field.name: getattr(run, field.name) for field in fields(RunRecord)}
        values |= {
            "contestants": json.dumps(run.contestants),
            "seed": str(run.seed),
            "looks": json.dumps(run.looks),
        }
        with self._transaction():
            self._insert("run", values)

    def add_skip(self, run: str, skip: Skip) -> None:
        """Store that a contestant cannot take part."""
        with self._transaction():
            values = {field.name: getattr(skip, field.name) for field in fields(Skip)}
            self._insert("skip", {"run_id": self._id(run), **values})

    def add_machine(self, run: str, machine: Machine) -> None:
        """Store a machine of the cluster, once for each of its sites."""
        with self._transaction():
            values = {field.name: getattr(machine, field.name) for field in fields(Machine)}
            self._insert("machine", {"run_id": self._id(run), **values})

    def add_decision(self, run: str, decision: PlanDecision) -> None:
        """Store a decision of the plan between two rounds."""
        with self._transaction():
            self._insert_decision(self._id(run), decision)

    def add_pass(self, run: str, record: ClassicPass) -> None:
        """Store a pass of the classic method."""
        with self._transaction():
            values = {field.name: getattr(record, field.name) for field in fields(ClassicPass)}
            self._insert("classic_pass", {"run_id": self._id(run), **values, "doubts": json.dumps(record.doubts)})

    def add_round(self, run: str, record: RoundRecord, decisions: Iterable[PlanDecision] = ()) -> None:
        """Store a round and its decisions in one transaction.

        Raises:
            StoreError: the run is unknown, or the file cannot be written.
        """
        with self._transaction():
            run_id = self._id(run)
            values = _plain(record, RoundRecord, without=("contestants",))
            round_id = self._insert("round", {"run_id": run_id, **values})
            for turn in record.contestants:
                values = _plain(turn, ContestantRound, without=LAPS_OF_TURN) | {
                    "flags": json.dumps([str(flag) for flag in turn.flags])
                }
                turn_id = self._insert("contestant_round", {"round_id": round_id, **values})
                where = f"{record.scenario}/{turn.contestant}, round {record.round}"
                for laps in (turn.samples, turn.warmup, turn.rate_laps, turn.sweep_laps, turn.services):
                    self._insert_laps(turn_id, laps, where)
            for decision in decisions:
                self._insert_decision(run_id, decision)

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

    def runs(self) -> tuple[RunSummary, ...]:
        """Return all stored runs, newest first."""
        query = """
            SELECT run.*, (SELECT count(*) FROM round WHERE round.run_id = run.id) AS heats_stored,
                (SELECT coalesce(max(found), 0) FROM (SELECT count(DISTINCT round) AS found FROM round
                    WHERE round.run_id = run.id GROUP BY scenario)) AS rounds_stored,
                (SELECT count(*) FROM classic_pass WHERE classic_pass.run_id = run.id) AS passes_stored
            FROM run ORDER BY started_at DESC, id DESC
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
                for row in self._connection.execute(query)
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
                run=run_from_row(row),
                skips=self._skips(row["id"]),
                decisions=self._decisions(row["id"]),
                rounds=tuple(self._rounds(row["id"])),
                ended_at=row["ended_at"],
                interrupted=bool(row["interrupted"]),
                passes=self._passes(row["id"]),
                machines=self._machines(row["id"]),
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

    def _skips(self, run_id: int) -> tuple[Skip, ...]:
        rows = self._connection.execute("SELECT * FROM skip WHERE run_id = ? ORDER BY id", (run_id,))
        return tuple(Skip(**{field.name: row[field.name] for field in fields(Skip)}) for row in rows)

    def _decisions(self, run_id: int) -> tuple[PlanDecision, ...]:
        rows = self._connection.execute("SELECT * FROM decision WHERE run_id = ? ORDER BY id", (run_id,))
        return tuple(PlanDecision(**{field.name: row[field.name] for field in fields(PlanDecision)}) for row in rows)

    def _machines(self, run_id: int) -> tuple[Machine, ...]:
        rows = self._connection.execute("SELECT * FROM machine WHERE run_id = ? ORDER BY id", (run_id,))
        return tuple(Machine(**{field.name: row[field.name] for field in fields(Machine)}) for row in rows)

    def _passes(self, run_id: int) -> tuple[ClassicPass, ...]:
        names = [field.name for field in fields(ClassicPass)]
        rows = self._connection.execute("SELECT * FROM classic_pass WHERE run_id = ? ORDER BY id", (run_id,))
        return tuple(
            ClassicPass(**{name: row[name] for name in names} | {"doubts": tuple(json.loads(row["doubts"]))})
            for row in rows
        )

    def _rounds(self, run_id: int) -> Iterator[RoundRecord]:
        names = [field.name for field in fields(RoundRecord) if field.name != "contestants"]
        for row in self._connection.execute("SELECT * FROM round WHERE run_id = ? ORDER BY id", (run_id,)):
            turns = tuple(self._turns(row["id"]))
            yield RoundRecord(**{name: row[name] for name in names}, contestants=turns)

    def _turns(self, round_id: int) -> Iterator[ContestantRound]:
        query = "SELECT * FROM contestant_round WHERE round_id = ? ORDER BY id"
        for row in self._connection.execute(query, (round_id,)):
            yield ContestantRound(
                **turn_from_row(row),
                samples=self._laps(Sample, row["id"]),
                warmup=self._laps(WarmupLap, row["id"]),
                rate_laps=self._laps(RateLap, row["id"]),
                sweep_laps=self._laps(SweepLap, row["id"]),
                services=self._laps(ServiceUse, row["id"]),
            )

    def _insert_decision(self, run_id: int, decision: PlanDecision) -> None:
        values = {field.name: getattr(decision, field.name) for field in fields(PlanDecision)}
        self._insert("decision", {"run_id": run_id, **values})

    def _insert_laps(self, turn_id: int, laps: Iterable[Lap], where: str) -> None:
        for lap in laps:
            values = to_columns(lap, f"{where}, {name_of(lap)}")
            self._insert(table_of(type(lap)), {"contestant_round_id": turn_id, **values})

    def _laps(self, kind: type[AnyLap], turn_id: int) -> tuple[AnyLap, ...]:
        query = f"SELECT * FROM {table_of(kind)} WHERE contestant_round_id = ? ORDER BY id"
        return tuple(from_row(kind, row) for row in self._connection.execute(query, (turn_id,)))

    def _id(self, run: str) -> int:
        row = self._connection.execute("SELECT id FROM run WHERE run = ?", (run,)).fetchone()
        if row is None:
            raise StoreError(f"unknown run {run!r}", where=str(self._path))
        return int(row["id"])

    def _resolved(self, run: str | None) -> str:
        rows = self._connection.execute("SELECT run FROM run ORDER BY started_at DESC, id DESC")
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

    def _insert(self, table: str, values: dict[str, object]) -> int:
        marks = ", ".join("?" for _ in values)
        cursor = self._connection.execute(
            f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", tuple(values.values())
        )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    @contextmanager
    def _transaction(self, kind: str = "IMMEDIATE") -> Iterator[None]:
        """Run a transaction: sqlite3's context manager commits, or rolls back on any exception."""
        with faults_of(self._path), self._connection:
            self._connection.execute(f"BEGIN {kind}")
            yield


def _plain(record: object, kind: type[RoundRecord | ContestantRound], *, without: tuple[str, ...]) -> dict[str, object]:
    return {field.name: getattr(record, field.name) for field in fields(kind) if field.name not in without}


def _some(names: Iterable[str]) -> str:
    listed = list(names)
    more = f" and {len(listed) - KNOWN_SHOWN} more" if len(listed) > KNOWN_SHOWN else ""
    return ", ".join(listed[:KNOWN_SHOWN]) + more
