"""The report of a classic run: the published JSON contract (schemas/classic.json)."""

from typing import Literal

from pydantic import Field, JsonValue

from fairlap.catalog.suites import WarmUpPass
from fairlap.report.models import ReportModel, Versions
from fairlap.samples import RowStatus
from fairlap.statistics import Interval

CLASSIC_FORMAT = 1


class Procedure(ReportModel):
    """What a pass was: the tool's connections, each in turn, and how long it ran.

    Before the first of them there were the passes of `warm_up`; without any, one before each. `pipeline` and
    `pipelines` are those of the suite's load.
    """

    connections: tuple[int, ...]
    keepalive: bool
    pipeline: int = 1
    pipelines: dict[str, int] = Field(default={})
    requests: int | None = None
    duration_s: int | None = None
    warm_up: tuple[WarmUpPass, ...] = ()


class ClassicRow(ReportModel):
    """One contestant with one number of connections. Numbers are the tool's own, of the result pass.

    `warmup_per_s` is of the pass before it. Ratios are to the common contestant: as published, by this run, by laps.
    """

    name: str
    scenario: str
    connections: int
    version: str | None
    status: RowStatus
    reason: str | None
    command: str | None
    block: str | None
    answers: int | None
    elapsed_s: float | None
    answers_per_s: float | None
    warmup_per_s: float | None
    not_2xx: int | None
    failed: int | None
    doubts: tuple[str, ...]
    then_per_s: float | None
    ratio_then: float | None
    ratio: float | None
    ratio_laps: Interval | None


class ClassicReport(ReportModel):
    """Everything about a run of the classic method. `laps_run` is the run by laps that it is set beside, if any."""

    report_format: int = CLASSIC_FORMAT
    run: str
    suite: str
    title: str
    started_at: str
    ended_at: str | None
    interrupted: bool
    method: Literal["classic"] = "classic"
    versions: Versions
    host: dict[str, JsonValue]
    isolation: JsonValue
    procedure: Procedure
    workers: int
    command: str = Field(exclude=True)  # repeats the run
    source: str | None
    setup: str | None
    common: str | None
    laps_run: str | None
    rows: tuple[ClassicRow, ...]
    agreement: tuple[str, ...]
