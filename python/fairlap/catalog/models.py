"""The contents of files of contestants and scenarios (suites.py has suites, requests.py what is asked).

Every model is frozen and rejects unknown keys; the loader turns a rejection into one line: file, key and fix.
"""

import re
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, ValidationInfo, field_validator, model_validator

from fairlap.catalog.address import Address
from fairlap.catalog.images import OwnImage
from fairlap.catalog.parameters import Values, has_login, with_login
from fairlap.catalog.requests import Asked, Expect, FileModel, Login, Probe, Request, UrlPath
from fairlap.catalog.requirements import alternatives, install_key
from fairlap.catalog.services import DATABASES, SERVICE_VARIABLES, ServiceName, ServiceNeed
from fairlap.errors import UsageError

Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=60)]
ContestantName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*(/[a-z0-9][a-z0-9-]*)?$", max_length=60)]
"""That of an imported one begins with where it is from: `te/gin`."""
Command = Annotated[list[str], Field(min_length=1)]

SKIPPED_SHARE = 0.1
"""The first part of every lap is not counted: this share of it, but at least `HEAD_MS`."""

HEAD_MS = 25
"""The previous contestant leaves caches and branch predictors cold: gin and node reached 55 to 65 % of their throughput
in the first 5 ms and all of it after 15 ms; the reference reached it immediately (docs/decisions/0008)."""

REFERENCE = "reference"
"""The built-in contestant, which answers from memory."""

LEVEL = "{level}"
"""In scenarios with levels (levels.py), and in contestants' own paths for them, the level."""

OWN_VARIABLES = ("host", "port", "port_tls", "cert", "key", "workers", "build", "cpus", "connections")
VARIABLES = frozenset({*OWN_VARIABLES, *SERVICE_VARIABLES})
"""Variables that commands and environment of a manifest may use in braces."""

BRACES = re.compile(r"\{\{|\}\}|\{([a-z_]+)\}")
"""A variable in braces, or a doubled brace, which stands for itself."""


def skipped_ms(lap_ms: int) -> int:
    """Return how much of a lap is not counted: a tenth, at least `HEAD_MS`, at most half of the lap."""
    return max(int(lap_ms * SKIPPED_SHARE), min(HEAD_MS, lap_ms // 2))


def whole_lap_ms(counted_ms: float) -> float:
    """Return the length of a lap of which that much is counted."""
    return max(counted_ms + HEAD_MS, counted_ms / (1 - SKIPPED_SHARE))


class Scenario(FileModel):
    """A request, its right answer, and the services that it needs.

    `least_lap_ms` is the shortest lap (also in warm-up) with enough answers when answers are slow.
    A `contract` of "answer" asks for nothing but the right answer to the request, where the full one also has unknown
    paths, HEAD, one more header, split requests, keep-alive and pipelining, or streams. The protocol of `request` is
    that of all requests. Requests of `also` are mixed in, in proportion to weights.
    Texts of requests and right answers may have parameters (docs/fairload.md). `level`: the one of the file's levels
    that this is.
    """

    name: Name
    title: str
    contract: Literal["full", "answer"] = "full"
    request: Request = Request()
    expect: Expect
    weight: int = Field(default=1, ge=1, le=1000)
    also: list[Asked] = Field(default=[], max_length=255)
    verify: list[Probe] = Field(default=[])
    login: Login | None = None
    services: dict[ServiceName, ServiceNeed] = Field(default={})
    least_lap_ms: int | None = Field(default=None, ge=20, le=60_000)
    level: int | None = Field(default=None, exclude=True)
    folder: Path = Field(default=Path(), exclude=True)

    @property
    def subscribed_as(self) -> str:
        """The name of its file, to which contestants subscribe: that of the last of its levels."""
        return self.name.removesuffix(f"-{self.level}")

    @model_validator(mode="before")
    @classmethod
    def _one_protocol(cls, document: object) -> object:
        """Give the protocol of the main request to all others, in a file that has not been read yet."""
        main = document.get("request") if isinstance(document, dict) else None
        if not isinstance(document, dict) or not isinstance(main, dict) or "protocol" not in main:
            return document
        return {**document, **{key: _speaking(main["protocol"], document[key]) for key in _OTHERS if key in document}}

    @model_validator(mode="after")
    def _messages_are_echoed(self) -> Self:
        if not self.request.is_message:
            return self
        if self.request.method != "GET" or not self.request.body or self.expect != Expect(text=self.request.body):
            raise ValueError(
                "over WebSocket, [expect] has only a 'text', the 'body' of the request, which is not empty"
            )
        if self.also or self.verify or self.login is not None:
            raise ValueError("over WebSocket, there is one message: leave out 'also', 'verify' and 'login'")
        return self

    @model_validator(mode="after")
    def _login_is_used(self) -> Self:
        used = any(has_login(part) for part in (self.request, *self.also, *self.verify))
        if used != (self.login is not None):
            raise ValueError("'{login}' in a request needs [login]" if used else "no request has '{login}'")
        return self

    @model_validator(mode="after")
    def _services_can_tell(self) -> Self:
        for name, need in self.services.items():
            by_table = {need.table, need.reads, need.rows_written} != {None}
            if by_table and name not in DATABASES:
                raise ValueError(f"services.{name}: only databases tell 'reads', 'rows_written', and 'table'")
            if by_table and name == "mariadb" and need.table is None:
                raise ValueError("services.mariadb: it tells 'reads' and 'rows_written' only of a 'table'")
            if need.table is not None and name in ("mysql", "mongodb"):
                raise ValueError(f"services.{name}: it counts for all tables together: leave out 'table'")
            if need.written is not None and (self.expect.rows is None or name not in DATABASES):
                raise ValueError(f"services.{name}: 'written' needs 'expect.rows', and a database")
            if need.account is not None and name not in DATABASES:
                raise ValueError(f"services.{name}: only databases have an 'account'")
        return self

    def with_page(self, page: str) -> "Scenario":
        """Return the scenario with an answer to its request, found right, as the only right one."""
        return self.model_copy(update={"expect": self.expect.model_copy(update={"html": None, "text": page})})

    def logged_in(self, value: str) -> "Scenario":
        """Return the scenario with the value of a login in its requests."""
        parts = {
            "request": with_login(self.request, value),
            "also": [with_login(each, value) for each in self.also],
            "verify": [with_login(each, value) for each in self.verify],
        }
        return self.model_copy(update=parts)


_OTHERS = ("also", "verify", "login")
"""Keys of a scenario with requests beside the main one."""


def _speaking(protocol: object, part: object) -> object:
    """Return requests of a scenario, or a login, with this protocol. Raises ValueError for one that has its own."""
    if isinstance(part, list):
        return [_speaking(protocol, each) for each in part]
    if not isinstance(part, dict):
        return part
    if "request" in part:
        return {**part, "request": _speaking(protocol, part["request"])}
    if "protocol" in part:
        raise ValueError("'protocol' belongs to 'request', and is that of all requests")
    return {**part, "protocol": protocol}


class Subscription(FileModel):
    """How a contestant answers a scenario: only the values that differ from the scenario's.

    `fixed` is for a reference that knows one answer for each path: it is asked for that of the scenario's request,
    whose parameters have their lowest values, again and again.
    """

    path: UrlPath | None = None
    fixed: bool = False


class Answer(FileModel):
    """One answer of `fairload reference`, in the form of its `--answers`. A body may be `{"hex": ...}`."""

    path: str
    status: int
    headers: list[tuple[str, str]]
    body: str | dict[str, str]


def slug_of(name: str) -> str:
    """Return the name of a contestant in names of files, control groups and containers."""
    return name.replace("/", ".")


class Contestant(FileModel):
    """One application served in one way.

    `folder` contains the manifest; `{build}` is a copy of it in which the build commands run. `in_place`: it is not
    built, and starts in `folder` itself. `ready_s` is how long it may take until it answers. One with an `image` has
    its files elsewhere, and runs in a container. The built-in reference contestant has no folder, but `answers`; one
    that runs already, an `address`.
    """

    name: ContestantName
    language: str = ""
    framework: str = ""
    kind: Literal["production", "tuned", "engine"] = Field(default="production", alias="class")
    homepage: str = ""
    requires: list[str] = Field(default=[])
    install: dict[str, str] = Field(default={})
    build: list[Command] = Field(default=[])
    image: OwnImage | None = None
    start: list[str] = Field(default=[])
    env: dict[str, str] = Field(default={})
    version: Command | None = None
    scenarios: dict[Name, Subscription] = Field(min_length=1)
    ready_s: float = Field(default=30.0, gt=0, le=600)
    folder: Path = Field(default=Path(), exclude=True)
    in_place: bool = Field(default=False, exclude=True)
    answers: tuple[Answer, ...] = Field(default=(), exclude=True)
    address: Address | None = Field(default=None, exclude=True)

    @model_validator(mode="after")
    def _requirements_say_how_to_get_them(self) -> Self:
        for requirement in self.requires:
            alternatives(requirement)
            name = install_key(requirement)
            if name not in self.install:
                raise ValueError(f"requires {requirement!r}, but [install] has no entry for {name!r}")
        return self

    @model_validator(mode="after")
    def _starts_somehow(self) -> Self:
        if self.image is None and not self.start:
            raise ValueError("missing key 'start': the command that starts the server")
        if self.image is not None and (self.build or self.requires or self.version):
            raise ValueError("an [image] is built by its own file: leave out 'build', 'requires' and 'version'")
        return self

    @field_validator("build", "start", "env", "version")
    @classmethod
    def _known_variables(cls, value: object, info: ValidationInfo) -> object:
        for text in _strings(value):
            for variable in filter(None, BRACES.findall(text)):
                if variable in VARIABLES and variable != "build" and info.field_name in ("build", "version"):
                    raise ValueError(f"{{{variable}}} is not available in this command, only {{build}}")
                if variable not in VARIABLES:
                    known = " ".join(f"{{{name}}}" for name in sorted(OWN_VARIABLES))
                    services = "and those of services ({mariadb_host}, ...)"
                    escape = f"for braces that are no variable write {{{{{variable}}}}}"
                    raise ValueError(f"unknown variable {{{variable}}} (known are {known}, {services}; {escape})")
        return value

    @property
    def slug(self) -> str:
        """Its name in names of files, control groups and containers."""
        return slug_of(self.name)

    @property
    def source(self) -> Path:
        """The folder of what is built."""
        return self.folder if self.image is None else self.image.context

    @property
    def variables(self) -> frozenset[str]:
        """The variables of its start command, its environment and the files of its image."""
        files = () if self.image is None else self.image.files.values()
        texts = (*self.start, *self.env.values(), *files)
        return frozenset(name for text in texts for name in BRACES.findall(text) if name)

    def subscription(self, scenario: Scenario) -> Subscription | None:
        """Return how this contestant answers a scenario, or all of its levels; `None` if it does not."""
        return self.scenarios.get(scenario.name) or self.scenarios.get(scenario.subscribed_as)

    def must_answer(self, scenario: Scenario) -> None:
        """Raise UsageError when this contestant does not subscribe to the scenario."""
        if self.subscription(scenario) is None:
            raise UsageError(
                f"{self.name} does not subscribe to scenario {scenario.name!r}",
                hint=f"it subscribes to {', '.join(sorted(self.scenarios))}",
            )

    def own_scenario(self, scenario: Scenario) -> Scenario:
        """Return the scenario as this contestant is asked: with its own path, if it has one.

        A reference that knows one answer for it, as the built-in one does, is asked for that one again and again.
        """
        subscription = self.subscription(scenario)
        path = None if subscription is None else subscription.path
        request = scenario.request
        if path is not None:
            request = request.model_copy(update={"path": path.replace(LEVEL, str(scenario.level))})
            scenario = scenario.model_copy(update={"verify": _moved(scenario, path)})
        if self.address is not None:
            request, also = self.address.asked(request), [self.address.asked(each) for each in scenario.also]
            scenario = scenario.model_copy(update={"also": also})
        if not self.answers and (subscription is None or not subscription.fixed):
            return scenario.model_copy(update={"request": request})
        values = Values()
        fixed = {"request": values.fill(request), "expect": values.fill(scenario.expect), "also": [], "login": None}
        return scenario.model_copy(update=fixed).logged_in("-")

    def request_for(self, scenario: Scenario) -> Request:
        """Return the scenario's request, with this contestant's own path if it has one."""
        return self.own_scenario(scenario).request


def _moved(scenario: Scenario, path: str) -> list[Probe]:
    """Return the probes of a scenario with levels as a contestant with a path of its own for them is asked.

    Those with other levels have them there, and those without any have its query left out. Where the level is part of
    the path itself, that would be another path, which is not asked.
    """
    if LEVEL not in path or scenario.level is None:
        return scenario.verify
    theirs, own = scenario.request.path.removesuffix(str(scenario.level)), path.removesuffix(LEVEL)
    bare, own_bare = theirs.partition("?")[0], own.partition("?")[0]
    moved = []
    for probe in scenario.verify:
        if own == own_bare and probe.path in (theirs, bare):
            continue
        if probe.path.startswith(theirs):
            probe = probe.model_copy(update={"path": own + probe.path.removeprefix(theirs)})
        elif probe.path == bare:
            probe = probe.model_copy(update={"path": own_bare})
        moved.append(probe)
    return moved


def _strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for item in value.values() for text in _strings(item)]
    if isinstance(value, list):
        return [text for item in value for text in _strings(item)]
    return []
