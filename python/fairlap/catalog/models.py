"""The nouns that people write as files: Contestant, Scenario, LoadProfile, Suite.

Every model is frozen and rejects unknown keys; the loader turns a rejection into one line: file, key and mend.
"""

import math
import re
from pathlib import Path
from typing import Annotated, Literal, Self, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    ValidationInfo,
    field_validator,
    model_validator,
)

from fairlap.catalog.requirements import alternatives, install_key
from fairlap.errors import UsageError

Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=60)]
UrlPath = Annotated[str, StringConstraints(pattern=r"^/[\x21-\x7e]*$", max_length=2000)]
ProbePath = Annotated[str, StringConstraints(pattern=r"^(/|\{path\})[\x21-\x7e]*$", max_length=2000)]
Command = Annotated[list[str], Field(min_length=1)]

SKIPPED_SHARE = 0.1
"""The first part of every lap, which is not counted: so much of it, and `HEAD_MS` at least."""

HEAD_MS = 25
"""Whoever lapped before has left caches and branch predictors cold: in their first 5 ms gin and node gave 55 to 65 %
of their throughput, after 15 ms all of it; the reference gave all of it at once (docs/decisions/0008)."""

REFERENCE = "reference"
"""The built-in one, which answers everything from its memory."""

ServiceName = Literal["mariadb", "postgresql", "redis", "memcached"]

SERVICE_FIELDS = ("host", "port", "socket", "user", "password", "database")
"""What a manifest may say of a service, as `{mariadb_host}`."""

SERVICE_VARIABLES = tuple(f"{service}_{field}" for service in get_args(ServiceName) for field in SERVICE_FIELDS)

VARIABLES = frozenset({"host", "port", "workers", "build", "cpus", "connections", *SERVICE_VARIABLES})
"""What may stand in braces in a manifest's commands and environment."""

_BRACES = re.compile(r"\{([a-z_]+)\}")


def skipped_ms(lap_ms: int) -> int:
    """How much of a lap is not counted: a tenth, `HEAD_MS` at least, but never more than half of it."""
    return max(int(lap_ms * SKIPPED_SHARE), min(HEAD_MS, lap_ms // 2))


class FileModel(BaseModel):
    """A frozen model that rejects unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Request(FileModel):
    """What is asked: one HTTP request."""

    method: Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] = "GET"
    path: UrlPath = "/"
    headers: dict[str, str] = {}
    body: str | None = None


class Expect(FileModel):
    """What a right answer is. At most one of `text` and `json`; with neither, any body is right."""

    status: int = Field(default=200, ge=100, le=599)
    headers: dict[str, str] = {}
    text: str | None = None
    json_value: JsonValue = Field(default=None, alias="json")

    @model_validator(mode="after")
    def _one_body(self) -> Self:
        if self.text is not None and self.has_json:
            raise ValueError("'text' and 'json' exclude each other: keep one")
        return self

    @property
    def has_json(self) -> bool:
        """Whether a JSON value is expected (`null` included)."""
        return "json_value" in self.model_fields_set


class Probe(Request):
    """A request that is never sent under load, and its right answer.

    `{path}` in its path stands for the path of the scenario's request as the contestant answers it. Without an
    `expect` of its own, the scenario's is right.
    """

    path: ProbePath = "/"
    expect: Expect | None = None

    def around(self, path: str) -> "Probe":
        """The same with `{path}` replaced."""
        return self.model_copy(update={"path": self.path.replace("{path}", path)})


class Change(FileModel):
    """Statements that change what a service has, the right answer after them, and those that undo it."""

    by: str = Field(min_length=1)
    undo: str = Field(min_length=1)
    expect: Expect


class ServiceNeed(FileModel):
    """What a scenario wants of a service: statements to run before anything else, in a file beside the scenario's.

    `statements`, `rows` and `connections` are what the service is asked, sends and accepts for each request, where
    that is a part of the contract: its own counters are compared with the answers. A `change` must show at once: for
    scenarios in which nothing may be kept from one request to the next.
    """

    seed: str | None = None
    change: Change | None = None
    statements: float | None = Field(default=None, ge=0)
    rows: float | None = Field(default=None, ge=0)
    connections: float | None = Field(default=None, ge=0)


class Scenario(FileModel):
    """What is asked of a contestant, and what a right answer is; with which services beside it.

    `least_lap_ms` is the shortest lap, warm-up included, that has answers enough where an answer takes long. Throughput
    then counts each answer by the share of its time in the window: answers come in waves, and one may just miss it.
    """

    name: Name
    title: str
    request: Request = Request()
    expect: Expect
    verify: list[Probe] = []
    services: dict[ServiceName, ServiceNeed] = {}
    least_lap_ms: int | None = Field(default=None, ge=20, le=60_000)
    folder: Path = Field(default=Path(), exclude=True)


class Subscription(FileModel):
    """A contestant's answer to a scenario: values only where they differ from the scenario's own."""

    path: UrlPath | None = None


class Contestant(FileModel):
    """One application served in one way.

    `folder` is where the manifest lies; `{build}` is a copy of it in which the build commands run.
    """

    name: Name
    language: str
    framework: str
    kind: Literal["production", "tuned", "engine"] = Field(alias="class")
    homepage: str
    requires: list[str] = []
    install: dict[str, str] = {}
    build: list[Command] = []
    start: Command
    env: dict[str, str] = {}
    version: Command | None = None
    scenarios: dict[Name, Subscription] = Field(min_length=1)
    folder: Path = Field(default=Path(), exclude=True)

    @model_validator(mode="after")
    def _requirements_say_how_to_get_them(self) -> Self:
        for requirement in self.requires:
            alternatives(requirement)
            name = install_key(requirement)
            if name not in self.install:
                raise ValueError(f"requires {requirement!r}, but [install] does not say how to get {name!r}")
        return self

    @field_validator("build", "start", "env", "version")
    @classmethod
    def _known_variables(cls, value: object, info: ValidationInfo) -> object:
        for text in _strings(value):
            for variable in _BRACES.findall(text):
                if variable in VARIABLES and variable != "build" and info.field_name in ("build", "version"):
                    raise ValueError(f"{{{variable}}} has no meaning in this command, only {{build}} has")
                if variable not in VARIABLES:
                    known = " ".join(f"{{{name}}}" for name in sorted(VARIABLES - set(SERVICE_VARIABLES)))
                    services = "{mariadb_host} and its like"
                    raise ValueError(f"unknown variable {{{variable}}}; known are {known}, {services}")
        return value

    def must_answer(self, scenario: Scenario) -> None:
        """Raises UsageError when it does not subscribe to the scenario."""
        if scenario.name not in self.scenarios:
            raise UsageError(
                f"{self.name} does not answer scenario {scenario.name!r}",
                hint=f"it answers {', '.join(sorted(self.scenarios))}",
            )

    def request_for(self, scenario: Scenario) -> Request:
        """The scenario's request as this contestant answers it."""
        path = self.scenarios[scenario.name].path
        return scenario.request if path is None else scenario.request.model_copy(update={"path": path})


class LoadProfile(FileModel):
    """How it is asked: a closed loop over `connections`, in laps of `lap_ms`, the first part of each not counted."""

    connections: int = Field(ge=1, le=100_000)
    keepalive: bool = True
    lap_ms: int = Field(default=250, ge=20, le=60_000)
    timeout_ms: int = Field(default=5000, ge=1, le=600_000)
    least_lap_ms: int | None = Field(default=None, exclude=True)

    def for_scenario(self, scenario: Scenario) -> "LoadProfile":
        """The same with laps that are long enough for a scenario."""
        least_ms = scenario.least_lap_ms
        if least_ms is None:
            return self
        return self.model_copy(update={"lap_ms": max(self.lap_ms, least_ms), "least_lap_ms": least_ms})


Difference = Literal[
    "client-beside-server", "client-elsewhere", "workers-unequal", "no-warm-up", "answers-unequal", "requests-failed"
]
"""What a seed's measurement has and ours has not, and may be why their results differ."""


Shape = Literal["ab-columns", "ab-blocks", "ab-list", "plow-blocks", "qps-table"]
"""How a seed's README shows its numbers; `fairlap report --format seed` shows ours in the same way."""


class PublishedOf(FileModel):
    """What a seed published of one scenario with one number of connections, in requests per second."""

    scenario: Name
    connections: int = Field(ge=1)
    throughput_per_s: dict[Name, float] = Field(min_length=1)


class Published(FileModel):
    """A seed's own table, shown as *then* beside *now*. Throughput in requests per second.

    Either one table for whatever is asked, or `tables`, one for each scenario and number of connections. `shape` is how
    the seed's README shows its numbers.
    """

    source: str
    setup: str
    shape: Shape | None = None
    differs: list[Difference] = []
    throughput_per_s: dict[Name, float] = {}
    tables: list[PublishedOf] = []

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if bool(self.throughput_per_s) == bool(self.tables):
            raise ValueError("exactly one of 'throughput_per_s' and 'tables' is needed")
        return self

    def of(self, scenario: str, connections: int) -> dict[str, float]:
        """Return requests per second by contestant; empty if nothing was published."""
        for table in self.tables:
            if (table.scenario, table.connections) == (scenario, connections):
                return table.throughput_per_s
        return self.throughput_per_s

    def connections_near(self, scenario: str, connections: int) -> int | None:
        """Return the published number of connections of a scenario with the nearest ratio to `connections`."""
        known = [table.connections for table in self.tables if table.scenario == scenario]
        return min(known, key=lambda number: (abs(math.log(number / connections)), number), default=None)


class Classic(FileModel):
    """A seed's own procedure: its tool and its numbers. A pass for warm-up, then one for the result.

    A pass lasts `requests` or `duration_s`; every number of `connections` gets both passes.
    """

    generator: Literal["ab", "plow", "webbench"]
    connections: list[int] = Field(min_length=1)
    keepalive: bool = True
    requests: int | None = Field(default=None, ge=1)
    duration_s: int | None = Field(default=None, ge=1, le=3600)

    @model_validator(mode="after")
    def _one_length(self) -> Self:
        if (self.requests is None) == (self.duration_s is None):
            raise ValueError("exactly one of 'requests' and 'duration_s' is needed")
        if self.requests is not None and self.requests < max(self.connections):
            raise ValueError("'requests' must not be fewer than the connections")
        return self

    def scaled(self, factor: float) -> "Classic":
        """The same in a shorter or longer time: no fewer requests than connections, no less than a second."""
        if self.requests is not None:
            return self.model_copy(update={"requests": max(max(self.connections), round(self.requests * factor))})
        assert self.duration_s is not None
        return self.model_copy(update={"duration_s": max(1, round(self.duration_s * factor))})


class Suite(FileModel):
    """Contestants x scenarios x load profile x rules.

    `precision` is the smallest difference that matters, as a share. With `budget_s`, the time for measuring, lap
    length, cycles and rounds adapt, and the run ends when every pair is decided; without it, `rounds` rounds are run.
    `rates` says whether response times at fixed rates are measured, too. `classic` is how the suite's seed did it.
    `ladder` says of scenarios that are steps which other one they add to: the report then has what each step costs.
    """

    name: Name
    title: str
    scenarios: list[Name] = Field(min_length=1)
    contestants: list[Name | Literal["*"]] = Field(min_length=1)
    reference: Name = REFERENCE
    workers: int = Field(default=1, ge=1, le=1024)
    rounds: int = Field(ge=1, le=1000)
    cycles: int = Field(ge=1, le=1000)
    precision: float = Field(default=0.02, gt=0, lt=1)
    budget_s: float | None = Field(default=None, gt=0, le=7 * 86_400)
    rates: bool = True
    load: LoadProfile
    published: Published | None = None
    classic: Classic | None = None
    ladder: dict[Name, Name] = {}

    @model_validator(mode="after")
    def _steps_come_after_what_they_add_to(self) -> Self:
        for step, below in self.ladder.items():
            if step not in self.scenarios or below not in self.scenarios[: self.scenarios.index(step)]:
                raise ValueError(f"ladder: {step!r} adds to {below!r}: 'scenarios' must name both, the latter first")
        return self


def _strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for item in value.values() for text in _strings(item)]
    if isinstance(value, list):
        return [text for item in value for text in _strings(item)]
    return []
