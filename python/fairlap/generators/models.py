"""What crosses the border to a load generator: `LapSpec` goes out, `LapResult` comes back."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Count = Annotated[int, Field(ge=0)]


class WireModel(BaseModel):
    """A frozen model of the wire; a key that is not known is a broken contract."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class LapSpec(WireModel):
    """One lap: `connections` for `duration_ms`, the first `skip_ms` of which are not counted.

    A closed loop; with `rate_per_s` an open loop, whose due times are a function of `arrivals` and `seed`.
    """

    target: str
    connections: int = Field(ge=1)
    duration_ms: int = Field(ge=1)
    skip_ms: int = Field(default=0, ge=0)
    rate_per_s: float | None = Field(default=None, gt=0, le=10_000_000)
    arrivals: Literal["poisson", "constant"] | None = None
    seed: int | None = Field(default=None, ge=0, lt=1 << 64)
    start_at_ns: int | None = Field(default=None, ge=0, lt=1 << 64)
    """When it is to begin: nanoseconds of the generator machine's CLOCK_MONOTONIC, no more than 10 s ahead.

    Without it, and where the instant has passed, at once; `LapResult.started_ns` says when that was.
    """

    @model_validator(mode="after")
    def _schedule_needs_a_rate(self) -> Self:
        if self.rate_per_s is None and (self.arrivals is not None or self.seed is not None):
            raise ValueError("a closed loop has no schedule: 'arrivals' and 'seed' need a 'rate_per_s'")
        return self


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
    """CPU time of the generator itself, in seconds; `run_delay_s`: how long it was ready to run and did not.

    `idle_s` of it went into looking while there was nothing to do.
    """

    user_s: float
    system_s: float
    idle_s: float
    run_delay_s: float | None

    @property
    def busy_us(self) -> int:
        """What the load took, in microseconds; not below 0, as idleness is told by another clock."""
        return max(0, round((self.user_s + self.system_s - self.idle_s) * 1e6))


class FirstFailure(WireModel):
    """The first answer of a lap that was not right."""

    outcome: str
    expected: str
    got: str


class OpenLoop(WireModel):
    """What only an open-loop lap has. Requests are those that fell *due* in the window: `due` = `sent` + `unsent`.

    `response_us` is from due time to the right answer. Lateness of sending is `blocked_us` (no connection was free) or
    `own_us` (the generator was late), over all sent requests; their histograms count a time of 0 in the
    lowest bin (0 to 63 ns). `achieved_share`: right answers relative to `due`.
    """

    rate_per_s: float
    arrivals: Literal["poisson", "constant"]
    seed: Count
    due: Count
    sent: Count
    unsent: Count
    dropped: Count = 0
    """Of `unsent`: those that found the generator's backlog full."""
    achieved_share: float | None
    backlog_max: Count
    response_us: LatencySummary | None
    response_histogram: str | None
    blocked_us: LatencySummary | None
    blocked_histogram: str | None
    own_us: LatencySummary | None
    own_histogram: str | None


class GeneratorPart(WireModel):
    """What one of several generators did in a lap that they ran together.

    `late_us`: how long after the agreed instant it began, by a clock that is known to `clock_error_us`. `busy_share` is
    of its CPUs, without what it spent looking for something to do; `steal_share` the hypervisor's part of them.
    """

    name: str
    late_us: float
    clock_error_us: float = Field(ge=0)
    busy_share: float = Field(ge=0)
    steal_share: float | None


class LapResult(WireModel):
    """The numbers of one lap; `docs/session-protocol.md` says what each one means.

    `parts` are those of several generators whose numbers these are together; fairload itself sends none.
    """

    connections: Count
    requests: Count
    ok: Count
    outcomes: OutcomeCounts
    completed: Count
    elapsed_s: float
    throughput_per_s: float
    progress_per_s: float | None
    latency_us: LatencySummary | None
    histogram: str | None
    skipped: SkippedPart
    responses: Count
    bytes_received: Count
    reconnects: Count
    cpu: GeneratorCpu
    started_ns: int
    """When it began, on CLOCK_MONOTONIC of the generator's machine: the 0 of window and due times."""
    ended_ns: int
    lap_elapsed_s: float
    first_failure: FirstFailure | None
    open_loop: OpenLoop | None
    parts: tuple[GeneratorPart, ...] = ()

    @property
    def start_skew_us(self) -> float | None:
        """By how much the first generator began before the last one, at most; `None` where there is one only."""
        if len(self.parts) < 2:
            return None
        last = max(part.late_us + part.clock_error_us for part in self.parts)
        return last - min(part.late_us - part.clock_error_us for part in self.parts)
