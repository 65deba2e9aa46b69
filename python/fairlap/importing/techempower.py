"""TechEmpower's FrameworkBenchmarks: `frameworks/LANGUAGE/FRAMEWORK/benchmark_config.json` and Dockerfiles.

Source: https://github.com/TechEmpower/FrameworkBenchmarks/wiki/Codebase-Framework-Files
"""

import json
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from fairlap.catalog.models import LEVEL
from fairlap.catalog.services import ServiceName
from fairlap.importing.published import of_techempower, on_database
from fairlap.importing.variants import Found, Refused, Source, Variant

_SCENARIOS = {
    "json_url": "te-json",
    "plaintext_url": "te-plaintext",
    "db_url": "te-db",
    "query_url": "te-queries",
    "fortune_url": "te-fortunes",
    "update_url": "te-updates",
    "cached_query_url": "te-cached",
}
_WITH_NUMBER = ("query_url", "update_url", "cached_query_url")
"""URLs to which the number of rows is appended."""

_NEEDS_DATABASE = ("db_url", "query_url", "fortune_url", "update_url")
_DATABASES: dict[str, ServiceName] = {
    "postgres": "postgresql",
    "postgresql": "postgresql",
    "mysql": "mysql",
    "mongodb": "mongodb",
}
_DATABASE_HOST = "tfb-database"


def is_checkout(folder: Path) -> bool:
    """Return whether a folder has the layout of a checkout."""
    return next(folder.glob("frameworks/*/*/benchmark_config.json"), None) is not None


def variants(folder: Path) -> Iterator[tuple[str, Found]]:
    """Yield the framework of each variant in a checkout, and the variant, sorted by path."""
    for file in sorted(folder.glob("frameworks/*/*/benchmark_config.json")):
        try:
            document = json.loads(file.read_text(encoding="utf-8"))
            framework = str(document["framework"])
            tests = [(str(key), dict(keys)) for one in document["tests"] for key, keys in one.items()]
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            yield file.parent.name, Refused(file.parent.name, "unreadable", f"{file}: {error!r}")
            continue
        for key, keys in tests:
            name = framework if key == "default" else f"{framework}-{key}"
            yield framework, _variant(name, file.parent, keys)


def _variant(name: str, folder: Path, keys: Mapping[str, object]) -> Found:
    tags, database = keys.get("tags", []), str(keys.get("database") or "none").lower()
    file = str(keys.get("dockerfile", f"{name}.dockerfile"))
    if isinstance(tags, list) and "broken" in tags:
        return Refused(name, "broken", "its authors say so")
    if str(keys.get("os", "Linux")).lower() != "linux":
        return Refused(name, "not Linux", str(keys["os"]))
    if not (folder / file).is_file():
        return Refused(name, "no Dockerfile", f"no {file} in {folder}")
    asked = {key: str(keys[key]) for key in _SCENARIOS if keys.get(key)}
    if not asked:
        return Refused(name, "unknown test", f"none of {', '.join(_SCENARIOS)}")
    bad = next((path for path in asked.values() if not path.startswith("/") or not path.isascii()), None)
    if bad is not None:
        return Refused(name, "unusable path", bad)
    if any(key in asked for key in _NEEDS_DATABASE) and database not in _DATABASES:
        return Refused(name, "unknown database", f"database is {database}")
    port = str(keys.get("port", ""))
    if not port.isdecimal():
        return Refused(name, "no port", f"port is {port!r}")
    return Variant(
        name=name,
        folder=folder,
        file=file,
        language=str(keys.get("language", "")),
        framework=str(keys.get("framework", "")),
        kind=_kind(keys),
        ports={"http/1.1": int(port)},
        scenarios={on_database(_SCENARIOS[key], database): _path(key, path) for key, path in asked.items()},
        command=tuple(shlex.split(str(keys.get("docker_cmd", "")))),
        arguments={"BENCHMARK_ENV": "none", "TFB_TEST_NAME": name, "TFB_TEST_DATABASE": database},
        hosts={_DATABASE_HOST: _DATABASES.get(database, "postgresql")},
    )


def _path(key: str, path: str) -> str:
    return f"{path}{LEVEL}" if key in _WITH_NUMBER else path


def _kind(keys: Mapping[str, object]) -> Literal["production", "tuned", "engine"]:
    approach = str(keys.get("approach", "")).lower()
    if approach == "stripped":
        return "tuned"
    return "engine" if approach != "realistic" and keys.get("classification") == "Platform" else "production"


SOURCE = Source(
    "te",
    is_checkout,
    variants,
    of_techempower,
    "wrk, 15 s for each level after warm-up, one run",
    ("client-elsewhere", "workers-unequal"),
    {"te-plaintext": 16},
)
