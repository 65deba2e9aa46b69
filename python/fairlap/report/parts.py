"""What the rows of a report are made of, frozen: numbers with intervals, latency, rates, services, an image."""

from pydantic import BaseModel, ConfigDict

from fairlap.samples import RatePurpose, SiteName


class ReportModel(BaseModel):
    """A frozen part of the report; numbers are finite."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Interval(ReportModel):
    """A value with its 95 % interval over `n` rounds; one round gives no interval."""

    value: float
    low: float | None
    high: float | None
    n: int


class Latency(ReportModel):
    """Microseconds, of the merged histograms of all laps; a percentile with too few samples above it is null."""

    p50: float | None
    p75: float | None
    p90: float | None
    p95: float | None
    p99: float | None
    p999: float | None
    p9999: float | None
    min: float
    mean: float
    max: float
    count: int


class LatencyIntervals(ReportModel):
    """Microseconds, of the merged histograms of all rounds, with intervals over the rounds' own percentiles.

    A percentile with too few samples above it is null; its bounds are, where one round alone has too few.
    """

    p50: Interval | None
    p90: Interval | None
    p99: Interval | None
    p999: Interval | None


class RateRow(ReportModel):
    """One contestant under an open loop of `rate_per_s`. `response_us` counts from the moment a request was due.

    `share` is the rate relative to the contestant's own throughput, `achieved_share` the right answers relative to the
    `due` requests, of which `unsent` never found a free connection. The 99th percentile of lateness is that of the
    worst lap: *blocked* (no connection was free) or *own* (the generator was late).
    """

    purpose: RatePurpose
    rate_per_s: float
    share: float | None
    response_us: LatencyIntervals
    due: int
    unsent: int
    achieved_share: float
    blocked_p99_us: float | None
    own_p99_us: float | None
    cpu_us_per_request: Interval | None
    rounds: int


class Capacity(ReportModel):
    """The highest rate that kept the objective `slo`; null when none of those tried did, in any round."""

    slo: str
    per_s: Interval | None
    rounds_found: int
    rounds_searched: int


class ScalingPoint(ReportModel):
    """Closed-loop throughput at a number of connections."""

    connections: int
    throughput_per_s: Interval


class Scaling(ReportModel):
    """The Universal Scalability Law (N. J. Gunther, Guerrilla Capacity Planning, 2007), fitted to the sweep.

    C(N) = rate_per_s N / (1 + contention (N - 1) + coherency N (N - 1)). The peak is null where there is none within
    the numbers tried; `misfit` is the root mean square of the log residuals.
    """

    rate_per_s: Interval
    contention: Interval
    coherency: Interval
    peak_connections: Interval | None
    peak_per_s: Interval | None
    misfit: float
    points: tuple[ScalingPoint, ...]
    rounds: int


class RowFlag(ReportModel):
    """A gate that tripped; one that invalidates takes the rank."""

    name: str
    reason: str
    invalidates: bool


class MachineOfRow(ReportModel):
    """How many finished rounds of a contestant a machine of a cluster had."""

    name: str
    kind: str
    rounds: int


class MachineOfRun(ReportModel):
    """A machine of a cluster and what it did in the run; once for each of its sites. Alike ones are of one `kind`."""

    name: str
    site: SiteName
    kind: str


class PairOnMachine(ReportModel):
    """The ratio of a pair over the `rounds` that were lapped on one machine, or on two: a's and b's."""

    machine_a: str
    machine_b: str
    ratio: float
    rounds: int


class ServiceRow(ReportModel):
    """What a database or cache did for one contestant, by its own counters: for each answer of the watched laps.

    Null where the service does not count it. `memory_bytes` is the largest reading of any round.
    """

    name: str
    answers: int
    statements_per_answer: float | None
    rows_per_answer: float | None
    connections_per_answer: float | None
    memory_bytes: int | None


class ImageRow(ReportModel):
    """The image of a contestant that ran in a container. `base` says where its first layer comes from."""

    id: str
    size_bytes: int
    base: str
