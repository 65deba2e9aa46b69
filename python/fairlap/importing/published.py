"""Published numbers of other suites, which a report shows beside those measured here."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from fairlap.errors import UsageError


@dataclass(frozen=True, slots=True)
class Table:
    """Requests per second of variants by their names, in one scenario at one number of connections."""

    scenario: str
    connections: int
    throughput_per_s: Mapping[str, float]


_TECHEMPOWER = {
    "json": "te-json",
    "plaintext": "te-plaintext",
    "db": "te-db",
    "fortune": "te-fortunes",
    "query": "te-queries",
    "update": "te-updates",
    "cached-query": "te-cached",
}
_LEVELS = {
    "plaintext": "pipelineConcurrencyLevels",
    "query": "queryIntervals",
    "update": "queryIntervals",
    "cached-query": "cachedQueryIntervals",
}
"""By type, the key with its levels; others have `concurrencyLevels`."""

_HTTPARENA = {
    "baseline": "arena-baseline",
    "json": "arena-json",
    "json-comp": "arena-json-compressed",
    "json-tls": "arena-json-tls",
    "echo-ws": "arena-echo-ws",
}


def on_database(scenario: str, database: str) -> str:
    """Return the scenario that stands for one of TechEmpower's on PostgreSQL for who uses this database."""
    own = database in ("mysql", "mongodb") and scenario not in ("te-json", "te-plaintext")
    return f"{scenario}-{database}" if own else scenario


def of_techempower(_checkout: Path, file: Path | None) -> list[Table]:
    """Return the tables of a results.json of TechEmpower's toolset, or of its site. Raises UsageError.

    Without a file there are none: a checkout has no results.

    Source: https://github.com/TechEmpower/FrameworkBenchmarks (toolset/utils/results.py).
    """
    if file is None:
        return []
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
        duration_s, most = float(document["duration"]), int(document["concurrencyLevels"][-1])
        databases = {one["name"]: str(one["database"]).lower() for one in document.get("testMetadata", ())}
        tables = []
        for kind, scenario in _TECHEMPOWER.items():
            levels = document[_LEVELS.get(kind, "concurrencyLevels")]
            for index, level in enumerate(map(int, levels)):
                by_scenario: dict[str, dict[str, float]] = {}
                for test, rate in _rates(document["rawData"].get(kind, {}), index, duration_s).items():
                    by_scenario.setdefault(on_database(scenario, databases.get(test, "")), {})[test] = rate
                for name, rates in by_scenario.items():
                    if kind in ("query", "update", "cached-query"):
                        at = "" if index == len(levels) - 1 else f"-{level}"
                        tables.append(Table(f"{name}{at}", most, rates))
                    else:
                        tables.append(Table(name, level, rates))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise UsageError(
            f"no results of TechEmpower: {error!r}", where=str(file), hint="give a results.json"
        ) from error
    return tables


def _rates(by_test: Mapping[str, list[Mapping[str, object]]], index: int, duration_s: float) -> dict[str, float]:
    """Return requests per second at a level, without tests that have none there, or no answers."""
    totals = {test: passes[index].get("totalRequests") for test, passes in by_test.items() if index < len(passes)}
    return {
        test: round(total / duration_s, 1) for test, total in totals.items() if isinstance(total, int) and total > 0
    }


def of_httparena(checkout: Path, file: Path | None) -> list[Table]:
    """Return the tables of `site/data` in a checkout. Raises UsageError for a file that is none, or beside it."""
    if file is not None:
        raise UsageError("HttpArena's numbers are in its checkout", where=str(file), hint="leave out --published")
    tables = []
    for profile, scenario in _HTTPARENA.items():
        folders = dict(_names(checkout, profile))
        for file in sorted((checkout / "site" / "data").glob(f"{profile}-*.json")):
            connections = file.stem.removeprefix(f"{profile}-")
            if not connections.isdecimal():
                continue  # of another profile, whose name begins so
            try:
                rows = json.loads(file.read_text(encoding="utf-8"))
                rates = {folders[row["framework"]]: float(row["rps"]) for row in rows if row["framework"] in folders}
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise UsageError(f"no results: {error!r}", where=str(file), hint="see git status there") from error
            found = {name: rate for name, rate in rates.items() if rate > 0}
            if found:
                tables.append(Table(scenario, int(connections), found))
    return tables


def _names(checkout: Path, profile: str) -> Iterator[tuple[str, str]]:
    """Yield the name that results have of each entry with a profile, which others may share, and its folder's."""
    for file in sorted(checkout.glob("frameworks/*/meta.json")):
        try:
            keys = json.loads(file.read_text(encoding="utf-8"))
            if profile in keys["tests"]:
                yield str(keys["display_name"]), file.parent.name
        except (OSError, ValueError, KeyError, TypeError):  # the entry itself is refused, with the reason
            continue


def among(tables: list[Table], names: Mapping[str, str]) -> list[Table]:
    """Return the tables with these variants only, by their names here."""
    found = []
    for table in tables:
        rates = {names[name]: rate for name, rate in table.throughput_per_s.items() if name in names}
        if rates:
            found.append(Table(table.scenario, table.connections, rates))
    return found
