"""Messages to and from a load generator: `LapSpec` is sent, `LapResult` is received."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Count = Annotated[int, Field(ge=0)]

MOST_PER_S = 10_000_000
"""The highest rate that fairload accepts."""


class WireModel(BaseModel):
    """A frozen model of the protocol; an unknown key is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class LapSpec(WireModel):
    """One lap: `connections` for `duration_ms`, the first `skip_ms` of which are not counted.

    A closed loop; with `rate_per_s` an open loop, whose due times are a function of `arrivals` and `seed`.
    """

    target: str
    connections: int = Field(ge=1)
    duration_ms: int = Field(ge=1)
    skip_ms: int = Field(default=0, ge=0)
    rate_per_s: float | None = Field(default=None, gt=0, le=MOST_PER_S)
    arrivals: Literal["poisson", "constant"] | None = None
    seed: int | None = Field(default=None, ge=0, lt=1 << 64)
    start_at_ns: int | None = Field(default=None, ge=0, lt=1 << 64)
    """When to start: nanoseconds of the generator machine's CLOCK_MONOTONIC, at most 10 s ahead.

    By default, or if this has passed, immediately; `LapResult.started_ns` is the actual start.
    """

    pipeline: int | None = Field(default=None, ge=2, le=1024)
    """How many requests are on their way on each connection, if more than one; at a rate, at most."""

    probing: bool = False
    """Whether some of the requests are the target's probe."""

    @model_validator(mode="after")
    def _schedule_needs_a_rate(self) -> Self:
        if self.rate_per_s is None and (self.arrivals is not None or self.seed is not None):
            raise ValueError("a closed loop has no schedule: 'arrivals' and 'seed' need a 'rate_per_s'")
        return self


class OutcomeCounts(WireModel):
    """Number of requests for each way to end."""

    ok: Count
    wrong_status: Count
    wrong_body: Count
    connect: Count
    read: Count
    write: Count
    timeout: Count
    protocol: Count


class LatencySummary(WireModel):
    """Latency of right answers, in microseconds; percentiles come from the lap's own histogram."""

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
    """Requests before the window: checked, but not counted."""

    requests: Count
    outcomes: OutcomeCounts


class GeneratorCpu(WireModel):
    """CPU time of the generator itself, in seconds; `run_delay_s`: how long it was ready but waited for a CPU.

    `idle_s` is the part spent polling without work.
    """

    user_s: float
    system_s: float
    idle_s: float
    run_delay_s: float | None

    @property
    def busy_us(self) -> int:
        """CPU time of the load in microseconds; at least 0, as idle time comes from another clock."""
        return max(0, round((self.user_s + self.system_s - self.idle_s) * 1e6))


class FirstFailure(WireModel):
    """The first wrong answer of a lap."""

    outcome: str
    expected: str
    got: str


class OpenLoop(WireModel):
    """Numbers of an open-loop lap only. Requests are those *due* in the window: `due` = `sent` + `unsent`.

    `response_us` is from due time to the right answer. Delay of sending is `blocked_us` (no connection was free) or
    `own_us` (of the generator itself), over all sent requests; their histograms count 0 in the lowest bin (0 to 63 ns).
    `achieved_share`: right answers relative to `due`.
    """

    rate_per_s: float
    arrivals: Literal["poisson", "constant"]
    seed: Count
    due: Count
    sent: Count
    unsent: Count
    dropped: Count = 0
    """The part of `unsent` that found the generator's backlog full."""
    achieved_share: float | None
    backlog_max: Count
    response_us: LatencySummary | None
    response_histogram: str | None
    blocked_us: LatencySummary | None
    blocked_histogram: str | None
    own_us: LatencySummary | None
    own_histogram: str | None


class GeneratorPart(WireModel):
    """One of several generators in a common lap.

    `late_us`: delay of its start after the agreed time, by a clock that is accurate to `clock_error_us`. `busy_share`:
    load of its CPUs without polling; `steal_share`: the hypervisor's share of them.
    """

    name: str
    late_us: float
    clock_error_us: float = Field(ge=0)
    busy_share: float = Field(ge=0)
    steal_share: float | None


class LapResult(WireModel):
    """The numbers of one lap; `docs/session-protocol.md` explains each.

    `parts` are the generators whose numbers were merged; fairload itself sends none.
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
    """Start on CLOCK_MONOTONIC of the generator's machine, the origin of window and due times."""
    ended_ns: int
    lap_elapsed_s: float
    longest_gap_us: float | None
    """The longest time between two looks at the clock by any thread; `None` where threads sleep between looks."""
    first_failure: FirstFailure | None
    open_loop: OpenLoop | None
    parts: tuple[GeneratorPart, ...] = ()

    @property
    def start_skew_us(self) -> float | None:
        """Upper bound of the time between the first and the last start; `None` with a single generator."""
        if len(self.parts) < 2:
            return None
        last = max(part.late_us + part.clock_error_us for part in self.parts)
        return last - min(part.late_us - part.clock_error_us for part in self.parts)
