"""(e) Real races of three pairs of equals on one board: verdicts on throughput and on response times at half load.

Engines of fairload take turns. One JSON line for each pair of each race in docs/proof/real-boards.jsonl; can be
continued.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from tools.pages import FOLDER, ROOT
from tools.proof.documents import add_line, read_lines
from tools.proof.real import at_half_load, bounds_of, document_of
from tools.proof.truth import BASE_US, WORK, make_catalog

from fairlap.catalog import DEFAULT_ENGINE, LoadEngine
from fairlap.race.run import now
from fairlap.samples import METHOD_VERSION
from fairlap.statistics.responses import Percentile

ROWS = FOLDER / "real-boards.jsonl"
COPIED = ("node", "fastapi")
PAIRS = ("reference", *COPIED)
ENGINES = get_args(LoadEngine)
BUDGET_S = 180
SUITE = """title = "Three pairs of equals"
scenarios = ["hello-json"]
contestants = ["*"]
workers = 1
rounds = 4
cycles = 15
load = { connections = 64, lap_ms = 100, engine = "{engine}" }
"""


@dataclass(frozen=True, slots=True)
class EqualPair:
    """Two copies of one contestant on a board.

    Whether each verdict called them different, `None` where there was none; the half widths (shares) of both intervals
    of p50 and of p99, `None` where a percentile was withheld.
    """

    pair: str
    started_at: str
    method_version: int
    budget_s: float
    rounds: int
    differ: bool | None
    differ_p50: bool | None
    differ_p99: bool | None
    half_widths_p50: tuple[float | None, float | None]
    half_widths_p99: tuple[float | None, float | None]
    flags: tuple[str, ...]
    engine: LoadEngine = DEFAULT_ENGINE

    @property
    def disturbed(self) -> bool:
        """Whether other processes used the server's CPU: then the race proves nothing."""
        return "foreign-cpu" in self.flags


def race_boards(runs: int) -> None:
    """Race until there are so many races with each engine. Raises SystemExit if `fairlap run` fails."""
    catalog = _catalog()
    rows = [row.engine for row in read_boards() if row.method_version == METHOD_VERSION]
    done = {engine: rows.count(engine) // len(PAIRS) for engine in ENGINES}
    while min(done.values()) < runs:
        engine = min(ENGINES, key=lambda each: done[each])
        for row in _race(catalog, engine):
            add_line(ROWS, row)
            print(row, flush=True)
        done[engine] += 1


def read_boards() -> tuple[EqualPair, ...]:
    """Read all pairs so far."""
    return read_lines(ROWS, EqualPair)


def _catalog() -> Path:
    """Write a catalog with two copies of each."""
    catalog = make_catalog({"reference-a": BASE_US, "reference-b": BASE_US}, WORK / "boards")
    for name in COPIED:
        source = ROOT / "contestants" / name
        manifest = (source / f"{name}.toml").read_text(encoding="utf-8")
        for copy in (f"{name}-a", f"{name}-b"):
            folder = catalog / "contestants" / copy
            shutil.copytree(source, folder, ignore=shutil.ignore_patterns("*.toml", "node_modules", "venv"))
            own = manifest.replace(f'name = "{name}"', f'name = "{copy}"', 1)
            (folder / f"{copy}.toml").write_text(own, encoding="utf-8")
    for engine in ENGINES:
        (catalog / "suites" / f"{_suite(engine)}.toml").write_text(SUITE.replace("{engine}", engine), encoding="utf-8")
    return catalog


def _suite(engine: LoadEngine) -> str:
    return f"boards-{engine.replace('_', '-')}"


def _race(catalog: Path, engine: LoadEngine) -> tuple[EqualPair, ...]:
    started_at = now()
    document = document_of(catalog, "run", _suite(engine), "--budget", f"{BUDGET_S}s", "--rates")
    assert document["load"]["engine"] == engine
    rows = {row["name"]: row for row in document["contestants"]}
    began = (started_at, document["method"]["version"], engine)
    return tuple(_pair(name, *began, rows[f"{name}-a"], rows[f"{name}-b"]) for name in PAIRS)


def _pair(
    name: str, started_at: str, version: int, engine: LoadEngine, one: dict[str, Any], other: dict[str, Any]
) -> EqualPair:
    return EqualPair(
        pair=name,
        engine=engine,
        started_at=started_at,
        method_version=version,
        budget_s=BUDGET_S,
        rounds=min(one["rounds"], other["rounds"]),
        differ=_differ(one["letters"], other["letters"]),
        differ_p50=_differ(one["letters_p50"], other["letters_p50"]),
        differ_p99=_differ(one["letters_p99"], other["letters_p99"]),
        half_widths_p50=(_half_width(one, "p50"), _half_width(other, "p50")),
        half_widths_p99=(_half_width(one, "p99"), _half_width(other, "p99")),
        flags=tuple(sorted({flag["name"] for row in (one, other) for flag in row["flags"]})),
    )


def _differ(one: str | None, other: str | None) -> bool | None:
    """Contestants that share a letter are not shown to differ."""
    return None if one is None or other is None else not set(one) & set(other)


def _half_width(row: dict[str, Any], percentile: Percentile) -> float | None:
    """Half of the interval's width relative to the value, at half load."""
    rate = at_half_load(row)
    if rate is None:
        return None
    bounds = bounds_of(rate, percentile)
    return None if bounds is None else (bounds[1] - bounds[0]) / 2 / rate["response_us"][percentile]["value"]
