"""What crosses the border to a load generator: `LapSpec` goes out, `LapResult` comes back."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Count = Annotated[int, Field(ge=0)]


class WireModel(BaseModel):
    """A frozen model of the wire; a key that is not known is a broken contract."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class LapSpec(WireModel):
    """One lap: `connections` in a closed loop for `duration_ms`, the first `skip_ms` of which are not counted."""

    target: str
    connections: int = Field(ge=1)
    duration_ms: int = Field(ge=1)
    skip_ms: int = Field(default=0, ge=0)


class OutcomeCounts(WireModel):
    """Requests by how they ended."""

    ok: Count
    wrong_status: Count
    wrong_body: Count
    connect: Count
    read: Count
    write: Count
    timeout: Count
    protocol: Count


class LatencySummary(WireModel):
    """Latency of right answers, in microseconds; percentiles are of the lap's own histogram."""

    min: float
    mean: float
    p50: float
    p75: float
    p90: float
    p95: float
    p99: float
    p999: float
    p9999: float
    max: float


class SkippedPart(WireModel):
    """What was sent before the window began: checked, but not counted."""

    requests: Count
    outcomes: OutcomeCounts


class GeneratorCpu(WireModel):
    """CPU time of the generator itself, in seconds."""

    user_s: float
    system_s: float


class FirstFailure(WireModel):
    """The first answer of a lap that was not right."""

    outcome: str
    expected: str
    got: str


class LapResult(WireModel):
    """The numbers of one lap; `docs/session-protocol.md` says what each one means."""

    connections: Count
    requests: Count
    ok: Count
    outcomes: OutcomeCounts
    completed: Count
    elapsed_s: float
    throughput_per_s: float
    latency_us: LatencySummary | None
    histogram: str | None
    skipped: SkippedPart
    responses: Count
    bytes_received: Count
    reconnects: Count
    cpu: GeneratorCpu
    started_ns: int
    ended_ns: int
    lap_elapsed_s: float
    first_failure: FirstFailure | None
