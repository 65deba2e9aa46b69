"""(b, c) Real races with `fairlap compare`, one JSON line each in docs/proof/real-races.jsonl; can be continued.

Equal contestants are two copies of one. Truly slower ones are the reference server with a longer `--cpu-us`; truth.py
first measures their true ratio. Series take turns, so that a slow hour of the machine affects all of them.
"""

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.pages import FOLDER, ROOT
from tools.proof.documents import add_line, read_lines
from tools.proof.truth import BASE, BASE_US, CATALOG, WORK, make_catalog, slow_us

from fairlap.race.run import now
from fairlap.statistics.responses import Percentile

RACES = FOLDER / "real-races.jsonl"
FAIRLAP = Path(sys.executable).parent / "fairlap"

Bounds = tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Series:
    """Races of one pair. `slower_by` is how much slower `new` should be (a share); 0 for two copies of one."""

    name: str
    base: str
    new: str
    slower_by: float
    budget_s: float


SERIES = (
    Series("equal-reference", "reference-base", "reference-base", 0.0, 180.0),
    Series("equal-node", "node", "node", 0.0, 180.0),
    Series("equal-node-5m", "node", "node", 0.0, 300.0),
    Series("equal-fastapi", "fastapi", "fastapi", 0.0, 180.0),
    Series("slower-3", "reference-base", "reference-slow3", 0.03, 180.0),
    Series("slower-5", "reference-base", "reference-slow5", 0.05, 90.0),
)


@dataclass(frozen=True, slots=True)
class RealRace:
    """How one race ended. `ratio` is new to base; `seconds` is the time of its rounds, `wall_s` that of the command."""

    series: str
    started_at: str
    method_version: int
    host: str
    run: str | None
    budget_s: float
    verdict: str
    ratio: float | None
    low: float | None
    high: float | None
    rounds: int
    seconds: float | None
    wall_s: float
    flags: tuple[str, ...]
    conclusion: str
    stopped: str | None

    @property
    def disturbed(self) -> bool:
        """Whether other processes used the server's CPU: then the race proves nothing."""
        return "foreign-cpu" in self.flags


def race_all(runs: int) -> None:
    """Race until every series has so many races. Raises SystemExit if `fairlap compare` fails."""
    calm = [race.series for race in read_races() if not race.disturbed]
    done = {series.name: calm.count(series.name) for series in SERIES}
    left_s = [max(0, runs - done[series.name]) * (series.budget_s + 10) for series in SERIES]
    left = sum(max(0, runs - count) for count in done.values())
    print(f"{left} races left, up to {sum(left_s) / 3600:.1f} hours", flush=True)
    if not slow_us():
        raise SystemExit("the true speed of the slower variants is not measured yet; run: python -m tools.proof truth")
    make_catalog({BASE: BASE_US, **slow_us()})
    while waiting := [series for series in SERIES if done[series.name] < runs]:
        least = min(done[series.name] for series in waiting)
        for series in (series for series in waiting if done[series.name] == least):
            race = race_once(series)
            add_line(RACES, race)
            done[series.name] += not race.disturbed
            note = " (disturbed)" if race.disturbed else ""
            print(
                f"{race.series} {done[series.name]}{note}: {race.verdict} {race.ratio} in {race.seconds} s", flush=True
            )


def race_once(series: Series) -> RealRace:
    """Run `fairlap compare` once."""
    catalog = CATALOG if series.base.startswith("reference") else ROOT
    goal = ("--precision", "2%", "--budget", f"{series.budget_s:g}s")
    started_at, began = now(), time.monotonic()
    document = document_of(catalog, "compare", series.base, series.new, *goal)
    (change,) = document["changes"]
    return RealRace(
        series=series.name,
        started_at=started_at,
        method_version=document["ground"]["method"]["version"],
        host=_host(document["ground"]["host"]),
        run=document["new"]["run"],
        budget_s=series.budget_s,
        verdict=change["verdict"],
        ratio=change["ratio"],
        low=change["low"],
        high=change["high"],
        rounds=change["rounds"],
        seconds=document["duration_s"],
        wall_s=round(time.monotonic() - began, 1),
        flags=tuple(sorted({flag["name"] for side in ("base", "new") for flag in change[side]["flags"]})),
        conclusion=document["conclusion"],
        stopped=document["stopped"],
    )


def document_of(catalog: Path, *arguments: str) -> dict[str, Any]:
    """Return the document of a command of Fairlap. Raises SystemExit if it fails."""
    command = [str(FAIRLAP), "--catalog", str(catalog), "--results", str(WORK / "results"), *arguments, "--json", "-"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)} ended with {ended.returncode}:\n{ended.stderr}")
    document: dict[str, Any] = json.loads(ended.stdout)
    return document


def at_half_load(row: dict[str, Any]) -> dict[str, Any] | None:
    """Return the laps at half load of a contestant in the document of a run."""
    return next((rate for rate in row["rates"] if rate["purpose"] == "share-50"), None)


def bounds_of(rate: dict[str, Any], percentile: Percentile) -> Bounds:
    """Return the bounds of the interval of a response time at a rate."""
    found = rate["response_us"][percentile]
    return None if found is None or found["low"] is None else (found["low"], found["high"])


def read_races() -> tuple[RealRace, ...]:
    """Read all races so far."""
    return read_lines(RACES, RealRace)


def _host(host: dict[str, Any]) -> str:
    return f"{host.get('cpu_model')}, {host.get('cpus')} CPUs, kernel {host.get('kernel')}"
