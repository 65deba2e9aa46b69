"""The contents of suite files: Suite, LoadProfile, and what a seed published and how it measured."""

import math
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from fairlap.catalog.models import REFERENCE, ContestantName, Name, Scenario
from fairlap.catalog.requests import FileModel
from fairlap.errors import UsageError

LoadEngine = Literal["epoll", "io_uring"]
DEFAULT_ENGINE: LoadEngine = "epoll"
"""Of fairload; works on every Linux. Numbers of different engines are not compared."""


class LoadProfile(FileModel):
    """How load is offered: a closed loop over `connections`, in laps of `lap_ms` whose first part is not counted.

    Each connection has `pipeline` requests on their way (of HTTP/2, on so many streams), in some scenarios another
    number (`pipelines`), and is replaced after `requests_per_connection`, if given. `engine` is what moves fairload's
    bytes.
    """

    connections: int = Field(ge=1, le=100_000)
    keepalive: bool = True
    pipeline: int = Field(default=1, ge=1, le=1024)
    pipelines: dict[Name, Annotated[int, Field(ge=1, le=1024)]] = Field(default={})
    requests_per_connection: int | None = Field(default=None, ge=1, le=1_000_000)
    engine: LoadEngine = DEFAULT_ENGINE
    lap_ms: int = Field(default=250, ge=20, le=60_000)
    timeout_ms: int = Field(default=5000, ge=1, le=600_000)
    least_lap_ms: int | None = Field(default=None, exclude=True)

    @model_validator(mode="after")
    def _connections_are_kept_in_one_way(self) -> Self:
        several = any(depth > 1 for depth in (self.pipeline, *self.pipelines.values()))
        if several and not self.keepalive:
            raise ValueError("'pipeline' needs connections that are kept")
        if self.requests_per_connection is not None and (several or not self.keepalive):
            raise ValueError("'requests_per_connection' needs connections that are kept, without 'pipeline'")
        return self

    @property
    def depth(self) -> int | None:
        """The requests on their way on each connection if there are several, as a lap says it."""
        return self.pipeline if self.pipeline > 1 else None

    @property
    def in_flight(self) -> int:
        """The requests that wait for answers at the same time, on all connections together."""
        return self.connections * self.pipeline

    def must_suit(self, scenario: Scenario) -> None:
        """Raise UsageError when a scenario cannot be asked so."""
        asked = scenario.request
        kept = self.keepalive and self.requests_per_connection is None
        if (asked.multiplexed or asked.is_message) and not kept:
            name = "HTTP/2" if asked.multiplexed else "WebSocket"
            hint = "keep connections, or choose another --scenario"
            raise UsageError(f"{scenario.name}: {name} keeps its connections, for any number of requests", hint=hint)

    def for_scenario(self, scenario: Scenario) -> "LoadProfile":
        """Return the profile of one scenario, with laps that are long enough. Raises UsageError as `must_suit`."""
        self.must_suit(scenario)
        own: dict[str, object] = {"pipeline": self.pipelines.get(scenario.name, self.pipeline), "pipelines": {}}
        least_ms = scenario.least_lap_ms
        if least_ms is not None:
            own |= {"lap_ms": max(self.lap_ms, least_ms), "least_lap_ms": least_ms}
        return self.model_copy(update=own)


Difference = Literal[
    "client-beside-server", "client-elsewhere", "workers-unequal", "no-warm-up", "answers-unequal", "requests-failed"
]
"""Differences between a seed's measurement and ours that may explain different results."""


Shape = Literal["ab-columns", "ab-blocks", "ab-list", "plow-blocks", "qps-table"]
"""How a seed's README shows its numbers; `fairlap report --format seed` imitates it."""


class PublishedNumbers(FileModel):
    """A seed's published results of one scenario with one number of connections, in requests per second."""

    scenario: Name
    connections: int = Field(ge=1)
    throughput_per_s: dict[ContestantName, float] = Field(min_length=1)


class Published(FileModel):
    """A seed's own table, shown as *then* next to *now*. Throughput in requests per second.

    Either one table for everything, or `tables`, one for each scenario and number of connections.
    """

    source: str
    setup: str
    shape: Shape | None = None
    differs: list[Difference] = Field(default=[])
    throughput_per_s: dict[ContestantName, float] = Field(default={})
    tables: list[PublishedNumbers] = Field(default=[])

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if bool(self.throughput_per_s) == bool(self.tables):
            raise ValueError("exactly one of 'throughput_per_s' and 'tables' is required")
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


class WarmUpPass(FileModel):
    """A pass whose result does not count."""

    connections: int = Field(ge=1)
    duration_s: int = Field(ge=1, le=3600)


class Classic(FileModel):
    """A seed's own procedure: its tool and its settings.

    A pass lasts `requests` or `duration_s`; every number of `connections` gets a result pass, after a warm-up pass of
    the same kind unless `warm_up` has those of all of them together.
    """

    generator: Literal["ab", "plow", "webbench", "wrk"]
    connections: list[int] = Field(min_length=1)
    keepalive: bool = True
    requests: int | None = Field(default=None, ge=1)
    duration_s: int | None = Field(default=None, ge=1, le=3600)
    warm_up: list[WarmUpPass] = Field(default=[])

    @model_validator(mode="after")
    def _one_length(self) -> Self:
        if (self.requests is None) == (self.duration_s is None):
            raise ValueError("exactly one of 'requests' and 'duration_s' is required")
        if self.requests is not None and self.requests < max(self.connections):
            raise ValueError("'requests' must not be less than the number of connections")
        return self

    def scaled(self, factor: float) -> "Classic":
        """Return a shorter or longer procedure, with at least one request per connection, or at least one second."""
        update: dict[str, object] = {
            "warm_up": [
                one.model_copy(update={"duration_s": max(1, round(one.duration_s * factor))}) for one in self.warm_up
            ]
        }
        if self.requests is not None:
            update["requests"] = max(max(self.connections), round(self.requests * factor))
        if self.duration_s is not None:
            update["duration_s"] = max(1, round(self.duration_s * factor))
        return self.model_copy(update=update)


class Suite(FileModel):
    """Contestants x scenarios x load profile x rules.

    `precision` is the smallest difference that matters, as a share. With `budget_s` (the time for measuring), lap
    length, cycles and rounds adapt, and the run ends when every pair is decided; otherwise `rounds` rounds are run.
    `rates`: whether to measure response times at fixed rates also. `classic` is the seed's own procedure. `ladder` maps
    a step to the scenario that it adds to: the report then shows the cost of each step.
    """

    name: Name
    title: str
    scenarios: list[Name] = Field(min_length=1)
    contestants: list[ContestantName | Literal["*"]] = Field(min_length=1)
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
    ladder: dict[Name, Name] = Field(default={})

    @model_validator(mode="after")
    def _pipelines_are_of_its_scenarios(self) -> Self:
        for name in self.load.pipelines:
            if name not in self.scenarios:
                raise ValueError(f"load.pipelines: {name!r} is not one of the suite's scenarios")
        return self

    @model_validator(mode="after")
    def _steps_come_after_what_they_add_to(self) -> Self:
        for step, below in self.ladder.items():
            if step not in self.scenarios or below not in self.scenarios[: self.scenarios.index(step)]:
                raise ValueError(f"ladder: {step!r} adds to {below!r}: list both in 'scenarios', the latter first")
        return self
