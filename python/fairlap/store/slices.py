"""Slices through all runs: what the store holds of one contestant and its yardstick, without the heavy parts.

A board of twelve has six times the laps of one contestant and its reference, and decoding histograms takes most of the
time that loading a run does: a history of hundreds of runs needs neither.
"""

import json
import sqlite3
from collections import defaultdict
from dataclasses import dataclass, fields

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
from fairlap.store.columns import LAPS_OF_TURN, AnyLap, from_row, light_columns, run_from_row, table_of

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
    """A run as one contestant sees it: all of its rounds, in each of them only itself and the reference.

    Laps have no histograms; warm-up laps and what services did are left out altogether. `ended_at` is `None` while it
    runs, and for ever when it was killed.
    """

    run: RunRecord
    skips: tuple[Skip, ...]
    rounds: tuple[RoundRecord, ...]
    ended_at: str | None
    interrupted: bool
    machines: tuple[Machine, ...] = ()


@dataclass(frozen=True, slots=True)
class OtherRuns:
    """How many runs have the contestant, but were measured in another way."""

    method: MethodName
    generator: str
    runs: int


def slices(connection: sqlite3.Connection, contestant: str) -> tuple[RunSlice, ...]:
    """Of all runs by laps of our own generator that name the contestant, oldest first."""
    asked = {"name": contestant, "generator": OWN_GENERATOR}
    skips: dict[int, list[Skip]] = defaultdict(list)
    for row in connection.execute("SELECT * FROM skip WHERE contestant = :name ORDER BY id", asked):
        skips[row["run_id"]].append(Skip(**{field.name: row[field.name] for field in fields(Skip)}))
    machines: dict[int, list[Machine]] = defaultdict(list)
    for row in connection.execute(
        f"SELECT * FROM machine WHERE run_id IN (SELECT id FROM ({_MINE})) ORDER BY id", asked
    ):
        machines[row["run_id"]].append(Machine(**{field.name: row[field.name] for field in fields(Machine)}))
    rounds = _rounds(connection, asked)
    return tuple(
        RunSlice(
            run=run_from_row(row),
            skips=tuple(skips[row["id"]]),
            rounds=tuple(rounds[row["id"]]),
            ended_at=row["ended_at"],
            interrupted=bool(row["interrupted"]),
            machines=tuple(machines[row["id"]]),
        )
        for row in connection.execute(f"{_MINE} ORDER BY started_at, id", asked)
    )


def measured_otherwise(connection: sqlite3.Connection, contestant: str) -> tuple[OtherRuns, ...]:
    """The runs that name the contestant and are in no slice."""
    query = f"""
        SELECT method, generator, count(*) AS runs FROM run
        WHERE NOT (method = 'laps' AND generator = :generator) AND id IN ({_PRESENT})
        GROUP BY method, generator ORDER BY method, generator
    """
    rows = connection.execute(query, {"name": contestant, "generator": OWN_GENERATOR})
    return tuple(OtherRuns(row["method"], row["generator"], row["runs"]) for row in rows)


def contestants(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Everyone that some run by laps of our own generator names, but for those that were the reference; sorted."""
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


def _rounds(connection: sqlite3.Connection, asked: dict[str, str]) -> dict[int, list[RoundRecord]]:
    """By run. A round in which neither of both started is there all the same, and empty."""
    turns = _turns(connection, asked)
    found: dict[int, list[RoundRecord]] = defaultdict(list)
    names = [field.name for field in fields(RoundRecord) if field.name != "contestants"]
    query = f"SELECT round.* FROM round JOIN ({_MINE}) AS mine ON mine.id = round.run_id ORDER BY round.id"
    for row in connection.execute(query, asked):
        record = RoundRecord(**{name: row[name] for name in names}, contestants=tuple(turns[row["id"]]))
        found[row["run_id"]].append(record)
    return found


def _turns(connection: sqlite3.Connection, asked: dict[str, str]) -> dict[int, list[ContestantRound]]:
    samples = _laps(connection, Sample, asked)
    rates = _laps(connection, RateLap, asked)
    sweeps = _laps(connection, SweepLap, asked)
    found: dict[int, list[ContestantRound]] = defaultdict(list)
    names = [field.name for field in fields(ContestantRound) if field.name not in LAPS_OF_TURN]
    for row in connection.execute(f"{_TURNS} ORDER BY turn.id", asked):
        values = {name: row[name] for name in names} | {
            "steady": None if row["steady"] is None else bool(row["steady"]),
            "flags": tuple(json.loads(row["flags"])),
        }
        turn = ContestantRound(
            **values,
            samples=tuple(samples.get(row["id"], ())),
            rate_laps=tuple(rates.get(row["id"], ())),
            sweep_laps=tuple(sweeps.get(row["id"], ())),
        )
        found[row["round_id"]].append(turn)
    return found


def _laps(connection: sqlite3.Connection, kind: type[AnyLap], asked: dict[str, str]) -> dict[int, list[AnyLap]]:
    found: dict[int, list[AnyLap]] = defaultdict(list)
    query = f"""
        SELECT lap.contestant_round_id, {light_columns(kind, "lap")}
        FROM ({_TURNS}) AS turn JOIN {table_of(kind)} AS lap ON lap.contestant_round_id = turn.id ORDER BY lap.id
    """
    for row in connection.execute(query, asked):
        found[row["contestant_round_id"]].append(from_row(kind, row))
    return found
