"""Slices of runs: one contestant and the reference, without histograms.

A run of twelve contestants has six times as many laps, and decoding histograms takes most of the time of loading: a
history of hundreds of runs needs neither.
"""

import json
import sqlite3
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from fairlap.samples import (
    OWN_GENERATOR,
    ContestantRound,
    Machine,
    MethodName,
    RateLap,
    RoundRecord,
    RunRecord,
    Sample,
    Skip,
    SweepLap,
)
from fairlap.store.columns import TABLES, Record, from_row, light_columns

_PRESENT = """
    SELECT round.run_id FROM contestant_round JOIN round ON round.id = contestant_round.round_id
    WHERE contestant_round.contestant = :name
    UNION SELECT run_id FROM skip WHERE contestant = :name
    UNION SELECT run_id FROM classic_pass WHERE contestant = :name
    UNION SELECT run.id FROM run, json_each(run.contestants) AS named WHERE named.value = :name
"""
_MINE = f"SELECT * FROM run WHERE method = 'laps' AND generator = :generator AND id IN ({_PRESENT})"
_TURNS = f"""
    SELECT turn.*, round.run_id FROM ({_MINE}) AS mine JOIN round ON round.run_id = mine.id
    JOIN contestant_round AS turn ON turn.round_id = round.id AND turn.contestant IN (:name, mine.reference)
"""


@dataclass(frozen=True, slots=True)
class RunSlice:
    """All rounds of a run, each with only one contestant and the reference.

    Laps have no histograms; warm-up laps and service use are left out. `ended_at` is `None` while it runs, and stays so
    if it is killed.
    """

    run: RunRecord
    skips: tuple[Skip, ...]
    rounds: tuple[RoundRecord, ...]
    ended_at: str | None
    interrupted: bool
    machines: tuple[Machine, ...] = ()


@dataclass(frozen=True, slots=True)
class OtherRuns:
    """The number of a contestant's runs by another method or generator."""

    method: MethodName
    generator: str
    runs: int


def slices(connection: sqlite3.Connection, contestant: str) -> tuple[RunSlice, ...]:
    """Return slices of all runs of the contestant with laps by fairload, oldest first."""
    parameters = {"name": contestant, "generator": OWN_GENERATOR}
    skips: dict[int, list[Skip]] = defaultdict(list)
    for row in connection.execute("SELECT * FROM skip WHERE contestant = :name ORDER BY id", parameters):
        skips[row["run_id"]].append(from_row(Skip, row))
    machines: dict[int, list[Machine]] = defaultdict(list)
    for row in connection.execute(
        f"SELECT * FROM machine WHERE run_id IN (SELECT id FROM ({_MINE})) ORDER BY id", parameters
    ):
        machines[row["run_id"]].append(from_row(Machine, row))
    rounds = _rounds(connection, parameters)
    return tuple(
        RunSlice(
            run=from_row(RunRecord, row),
            skips=tuple(skips[row["id"]]),
            rounds=tuple(rounds[row["id"]]),
            ended_at=row["ended_at"],
            interrupted=bool(row["interrupted"]),
            machines=tuple(machines[row["id"]]),
        )
        for row in connection.execute(f"{_MINE} ORDER BY id", parameters)
    )


def measured_otherwise(connection: sqlite3.Connection, contestant: str) -> tuple[OtherRuns, ...]:
    """Count the runs of the contestant without a slice."""
    query = f"""
        SELECT method, generator, count(*) AS runs FROM run
        WHERE NOT (method = 'laps' AND generator = :generator) AND id IN ({_PRESENT})
        GROUP BY method, generator ORDER BY method, generator
    """
    rows = connection.execute(query, {"name": contestant, "generator": OWN_GENERATOR})
    return tuple(OtherRuns(row["method"], row["generator"], row["runs"]) for row in rows)


def contestants(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Return all contestants of runs with laps by fairload, except the references; sorted."""
    query = """
        SELECT run.reference, run.contestants,
               (SELECT json_group_array(contestant) FROM (
                    SELECT contestant FROM skip WHERE skip.run_id = run.id
                    UNION SELECT contestant FROM contestant_round JOIN round ON round.id = round_id
                    WHERE round.run_id = run.id
               )) AS seen
        FROM run WHERE method = 'laps' AND generator = ?
    """
    names: set[str] = set()
    for row in connection.execute(query, (OWN_GENERATOR,)):
        names |= {*json.loads(row["contestants"]), *json.loads(row["seen"])} - {row["reference"]}
    return tuple(sorted(names))


def _rounds(connection: sqlite3.Connection, parameters: dict[str, str]) -> dict[int, list[RoundRecord]]:
    """Return all rounds by run, also empty ones in which neither of the two started."""
    turns = _turns(connection, parameters)
    found: dict[int, list[RoundRecord]] = defaultdict(list)
    query = f"SELECT round.* FROM round JOIN ({_MINE}) AS mine ON mine.id = round.run_id ORDER BY round.id"
    for row in connection.execute(query, parameters):
        found[row["run_id"]].append(from_row(RoundRecord, row, contestants=tuple(turns[row["id"]])))
    return found


def _turns(connection: sqlite3.Connection, parameters: dict[str, str]) -> dict[int, list[ContestantRound]]:
    light = {"samples": Sample, "rate_laps": RateLap, "sweep_laps": SweepLap}
    laps: dict[str, Any] = {name: _laps(connection, kind, parameters) for name, kind in light.items()}
    found: dict[int, list[ContestantRound]] = defaultdict(list)
    for row in connection.execute(f"{_TURNS} ORDER BY turn.id", parameters):
        own = {name: tuple(by_turn.get(row["id"], ())) for name, by_turn in laps.items()}
        found[row["round_id"]].append(from_row(ContestantRound, row, **own, warmup=(), services=()))
    return found


def _laps(connection: sqlite3.Connection, kind: type[Record], parameters: dict[str, str]) -> dict[int, list[Record]]:
    found: dict[int, list[Record]] = defaultdict(list)
    query = f"""
        SELECT lap.contestant_round_id, {light_columns(kind, "lap")}
        FROM ({_TURNS}) AS turn JOIN {TABLES[kind]} AS lap ON lap.contestant_round_id = turn.id ORDER BY lap.id
    """
    for row in connection.execute(query, parameters):
        found[row["contestant_round_id"]].append(from_row(kind, row))
    return found
