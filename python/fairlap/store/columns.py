"""Converts laps and service use to rows of the store and back, with one table for each kind."""

import base64
import binascii
import json
import sqlite3
from dataclasses import fields
from typing import Any, TypeVar

from fairlap.errors import StoreError
from fairlap.samples import (
    OUTCOMES,
    ContestantRound,
    Flag,
    Outcomes,
    RateLap,
    RunRecord,
    Sample,
    ServiceUse,
    SweepLap,
    WarmupLap,
)

Lap = Sample | WarmupLap | RateLap | SweepLap | ServiceUse
AnyLap = TypeVar("AnyLap", Sample, WarmupLap, RateLap, SweepLap, ServiceUse)

LAPS_OF_TURN = ("samples", "warmup", "rate_laps", "sweep_laps", "services")
"""The fields of a `ContestantRound` that have their own tables."""

_OF_TURN = [field.name for field in fields(ContestantRound) if field.name not in LAPS_OF_TURN]

_TABLES: dict[type[Lap], str] = {
    Sample: "sample",
    WarmupLap: "warmup_lap",
    RateLap: "rate_lap",
    SweepLap: "sweep_lap",
    ServiceUse: "service_use",
}
_PREFIXES = {"outcomes": "outcome_", "skipped_outcomes": "skipped_"}
_HISTOGRAMS = frozenset({"histogram", "response_histogram", "service_histogram"})


def table_of(kind: type[Lap]) -> str:
    """Return the table of a kind of lap."""
    return _TABLES[kind]


def name_of(lap: Lap) -> str:
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


def to_columns(lap: Lap, where: str) -> dict[str, object]:
    """Convert a lap to columns and values. Raises StoreError (with `where`) when a histogram is not base64."""
    values: dict[str, object] = {}
    for field in fields(lap):
        value = getattr(lap, field.name)
        if field.name in _PREFIXES:
            values |= {_PREFIXES[field.name] + name: getattr(value, name) for name in OUTCOMES}
        elif field.name in _HISTOGRAMS:
            values[field.name] = None if value is None else _packed(value, where)
        else:
            values[field.name] = value
    return values


def from_row(kind: type[AnyLap], row: sqlite3.Row) -> AnyLap:
    """Read a lap that `to_columns` wrote."""
    values: dict[str, Any] = {}
    for field in fields(kind):
        if field.name in _PREFIXES:
            prefix = _PREFIXES[field.name]
            values[field.name] = Outcomes(**{name: row[prefix + name] for name in OUTCOMES})
        elif field.name in _HISTOGRAMS:
            blob = row[field.name]
            values[field.name] = None if blob is None else base64.b64encode(blob).decode("ascii")
        else:
            values[field.name] = row[field.name]
    return kind(**values)


def light_columns(kind: type[Lap], table: str) -> str:
    """Return the SQL columns of `table` (an alias) that `from_row` needs, with NULL for each histogram."""
    columns = []
    for field in fields(kind):
        if field.name in _PREFIXES:
            columns += [f"{table}.{_PREFIXES[field.name]}{name}" for name in OUTCOMES]
        elif field.name in _HISTOGRAMS:
            columns.append(f"NULL AS {field.name}")
        else:
            columns.append(f'{table}."{field.name}"')
    return ", ".join(columns)


def turn_from_row(row: sqlite3.Row) -> dict[str, Any]:
    """Return the arguments of a `ContestantRound` without its laps."""
    return {name: row[name] for name in _OF_TURN} | {
        "steady": None if row["steady"] is None else bool(row["steady"]),
        "flags": tuple(map(Flag.parse, json.loads(row["flags"]))),
    }


def run_from_row(row: sqlite3.Row) -> RunRecord:
    """Read a run that `Store.begin_run` wrote."""
    values = {field.name: row[field.name] for field in fields(RunRecord)} | {
        "seed": int(row["seed"]),
        "keepalive": bool(row["keepalive"]),
        "contestants": tuple(json.loads(row["contestants"])),
        "looks": tuple(json.loads(row["looks"])),
    }
    return RunRecord(**values)


def _packed(histogram: str, where: str) -> bytes:
    """Decode base64, which would need a third more space."""
    try:
        return binascii.a2b_base64(histogram, strict_mode=True)
    except ValueError as error:
        raise StoreError(f"damaged latency histogram: {error}", where=where) from error
