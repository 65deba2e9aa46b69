"""HttpArena: `frameworks/FOLDER/meta.json` and a Dockerfile.

Source: https://github.com/MDA2AV/HttpArena (the documentation in `site/content`).
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from fairlap.catalog.loader import built_in_root
from fairlap.catalog.requests import Protocol
from fairlap.importing.published import of_httparena
from fairlap.importing.variants import Found, Refused, Source, Variant

_SCENARIOS = {
    "baseline": "arena-baseline",
    "pipelined": "arena-pipelined",
    "limited-conn": "arena-baseline",
    "json": "arena-json",
    "json-comp": "arena-json-compressed",
    "json-tls": "arena-json-tls",
    "upload": "arena-upload",
    "static": "arena-static",
    "async-db": "arena-async-db",
    "crud": "arena-crud",
    "baseline-h2": "arena-baseline-h2",
    "baseline-h2c": "arena-baseline-h2c",
    "echo-ws": "arena-echo-ws",
    "unary-grpc": "arena-grpc",
}
"""Their profiles, as far as there are scenarios for them."""

_DATABASE = {
    "DATABASE_URL": "postgres://{postgresql_user}:{postgresql_password}@{postgresql_host}:{postgresql_port}"
    "/{postgresql_database}",
    "DATABASE_MAX_CONN": "256",
}
"""What their entries are told of the database, in races that have one."""

_FILES = {
    "/certs/server.crt": "{cert}",
    "/certs/server.key": "{key}",
    "/data/dataset.json": str(built_in_root() / "scenarios" / "arena-dataset.json"),
    "/data/static": str(built_in_root() / "scenarios" / "arena-static"),
}
"""What every container finds: our data in place of theirs, so that answers are known."""

_OF_COMPOSE = frozenset({"gateway-64", "gateway-h3", "production-stack"})
_PORTS: dict[Protocol, int] = {"http/1.1": 8080, "ws": 8080, "https": 8081, "h2c": 8082, "h2": 8443}
_PORT_OF_GRPC = 8080
"""Without TLS; an entry that also answers plain HTTP/2 without TLS does that elsewhere, and is asked for that only."""
_KINDS: dict[str, Literal["production", "tuned", "engine"]] = {
    "tuned": "tuned",
    "experimental": "tuned",
    "engine": "engine",
    "infrastructure": "engine",
}
"""By `type`; all others are in production settings."""


def is_checkout(folder: Path) -> bool:
    """Return whether a folder has the layout of a checkout."""
    return next(folder.glob("frameworks/*/meta.json"), None) is not None


def variants(folder: Path) -> Iterator[tuple[str, Found]]:
    """Yield the folder's name of each entry in a checkout, and the entry, sorted by path."""
    for file in sorted(folder.glob("frameworks/*/meta.json")):
        name = file.parent.name
        try:
            keys = dict(json.loads(file.read_text(encoding="utf-8")))
            tests = [str(test) for test in keys["tests"]]
        except (OSError, ValueError, KeyError, TypeError) as error:
            yield name, Refused(name, "unreadable", f"{file}: {error!r}")
            continue
        yield name, _entry(name, file.parent, keys, tests)


def _entry(name: str, folder: Path, keys: Mapping[str, object], tests: list[str]) -> Found:
    if keys.get("enabled") is False:
        return Refused(name, "disabled", "its authors say so")
    if (folder / "build.sh").is_file():
        return Refused(name, "own build script", "build.sh")
    known = [test for test in tests if test in _SCENARIOS]
    if not known and set(tests) <= _OF_COMPOSE:
        return Refused(name, "compose", ", ".join(tests))
    if not (folder / "Dockerfile").is_file():
        return Refused(name, "no Dockerfile", f"no Dockerfile in {folder}")
    if not known:
        return Refused(name, "unknown test", f"only {', '.join(tests)}")
    plain_h2 = "baseline-h2c" in known
    return Variant(
        name=name,
        folder=folder,
        file="Dockerfile",
        language=str(keys.get("language", "")),
        framework=str(keys.get("display_name", name)),
        kind=_kind(keys),
        ports=_PORTS if plain_h2 else {**_PORTS, "h2c": _PORT_OF_GRPC},
        scenarios={_SCENARIOS[test]: None for test in known if test != "unary-grpc" or not plain_h2},
        homepage=str(keys.get("repo", "")),
        env=_DATABASE if {"async-db", "crud"}.intersection(known) else {},
        files=_FILES,
    )


def _kind(keys: Mapping[str, object]) -> Literal["production", "tuned", "engine"]:
    if keys.get("mode") == "tuned":
        return "tuned"
    return _KINDS.get(str(keys.get("type", "")), "production")


SOURCE = Source(
    "arena",
    is_checkout,
    variants,
    of_httparena,
    "gcannon or wrk on the same machine, 5 s without warm-up, the best of three",
    ("workers-unequal", "no-warm-up"),
    {"arena-pipelined": 16},
)
