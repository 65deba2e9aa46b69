"""What is found in a checkout: variants that become contestants, and those that cannot."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from fairlap.catalog.requests import Protocol
from fairlap.catalog.services import ServiceName
from fairlap.catalog.suites import Difference
from fairlap.importing.published import Table

Reason = Literal[
    "broken",
    "disabled",
    "no Dockerfile",
    "unknown test",
    "unknown database",
    "compose",
    "own build script",
    "not Linux",
    "unreadable",
    "no port",
    "unusable path",
    "same name",
]
"""Why a variant cannot be a contestant."""

LONGEST_NAME = 60
"""Of a contestant, with the name of its suite before it."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A contestant in a checkout.

    `name` is its own there; `folder` is the context of its image, and `file` the Dockerfile in it; `command` is what
    replaces the image's own. `scenarios` maps a scenario to the contestant's own path, if it has one.
    """

    name: str
    folder: Path
    file: str
    language: str
    framework: str
    kind: Literal["production", "tuned", "engine"]
    ports: Mapping[Protocol, int]
    scenarios: Mapping[str, str | None]
    homepage: str = ""
    command: tuple[str, ...] = ()
    arguments: Mapping[str, str] = field(default_factory=dict)
    hosts: Mapping[str, ServiceName] = field(default_factory=dict)
    env: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Refused:
    """A variant that cannot be a contestant; `detail` is for people."""

    name: str
    reason: Reason
    detail: str = ""


Found = Variant | Refused


@dataclass(frozen=True, slots=True)
class Source:
    """A suite to import from.

    `prefix` begins the names of its contestants. `is_checkout` says whether a folder is one of its checkouts, and
    `variants` yields their frameworks and variants. `published` returns its published numbers, which may need a file
    beside the checkout; `setup` and `differs` describe them. `pipelines`: scenarios with several requests at once on a
    connection.
    """

    prefix: str
    is_checkout: Callable[[Path], bool]
    variants: Callable[[Path], Iterator[tuple[str, Found]]]
    published: Callable[[Path, Path | None], list[Table]]
    setup: str
    differs: tuple[Difference, ...]
    pipelines: Mapping[str, int]


def contestant_name(prefix: str, name: str) -> str:
    """Return the name of a contestant: letters, digits and dashes of a variant's own name, after its suite's."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    return f"{prefix}/{slug}"[:LONGEST_NAME].rstrip("-")
