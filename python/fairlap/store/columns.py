"""Converts the facts of a run to rows of the store and back, with one table for each kind of fact."""

import base64
import binascii
import json
import sqlite3
from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

from fairlap.errors import StoreError
from fairlap.samples import (
    OUTCOMES,
    ClassicPass,
    ContestantRound,
    Flag,
    Machine,
    Outcomes,
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

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Record = TypeVar("Record", bound="DataclassInstance")

TABLES: dict[type, str] = {
    RunRecord: "run",
    Skip: "skip",
    Machine: "machine",
    PlanDecision: "decision",
    ClassicPass: "classic_pass",
    RoundRecord: "round",
    ContestantRound: "contestant_round",
    Sample: "sample",
    WarmupLap: "warmup_lap",
    RateLap: "rate_lap",
    SweepLap: "sweep_lap",
    ServiceUse: "service_use",
}
LAPS_OF_TURN: dict[str, type] = {
    "samples": Sample,
    "warmup": WarmupLap,
    "rate_laps": RateLap,
    "sweep_laps": SweepLap,
    "services": ServiceUse,
}
"""The fields of a `ContestantRound` that have their own tables."""

_PREFIXES = {"outcomes": "outcome_", "skipped_outcomes": "skipped_"}
_HISTOGRAMS = frozenset({"histogram", "response_histogram", "service_histogram"})


def to_columns(record: "DataclassInstance", where: str = "", without: tuple[str, ...] = ()) -> dict[str, object]:
    """Convert a record to columns and values. Raises StoreError (with `where`) when a histogram is not base64."""
    values: dict[str, object] = {}
    for field in fields(record):
        name, value = field.name, getattr(record, field.name)
        if name in without:
            continue
        if name in _PREFIXES:
            values |= {_PREFIXES[name] + outcome: getattr(value, outcome) for outcome in OUTCOMES}
        elif name in _HISTOGRAMS:
            values[name] = None if value is None else _packed(value, where)
        elif name == "seed":
            values[name] = str(value)  # it may be larger than an integer of SQLite
        elif name == "flags":
            values[name] = json.dumps([str(flag) for flag in value])
        elif isinstance(value, tuple):
            values[name] = json.dumps(value)
        else:
            values[name] = value
    return values


def from_row(kind: type[Record], row: sqlite3.Row, **known: object) -> Record:
    """Read a record that `to_columns` wrote; the fields that are `known` are in no column."""
    values: dict[str, Any] = known
    for field in fields(kind):
        name = field.name
        if name in known:
            continue
        if name in _PREFIXES:
            prefix = _PREFIXES[name]
            values[name] = Outcomes(**{outcome: row[prefix + outcome] for outcome in OUTCOMES})
        else:
            value, convert = row[name], _FROM_COLUMN.get(name)
            values[name] = value if value is None or convert is None else convert(value)
    return kind(**values)


def light_columns(kind: "type[DataclassInstance]", table: str) -> str:
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


def _packed(histogram: str, where: str) -> bytes:
    """Decode base64, which would need a third more space."""
    try:
        return binascii.a2b_base64(histogram, strict_mode=True)
    except ValueError as error:
        raise StoreError(f"damaged latency histogram: {error}", where=where) from error


def _unpacked(histogram: bytes) -> str:
    return base64.b64encode(histogram).decode("ascii")


def _listed(text: str) -> tuple[Any, ...]:
    return tuple(json.loads(text))


_FROM_COLUMN: dict[str, Callable[[Any], object]] = {
    **dict.fromkeys(_HISTOGRAMS, _unpacked),
    **dict.fromkeys(("contestants", "looks", "doubts"), _listed),
    **dict.fromkeys(("ends", "keepalive", "steady"), bool),
    "flags": lambda text: tuple(map(Flag.parse, json.loads(text))),
    "seed": int,
}
"""Columns whose values are not those of the fields."""
