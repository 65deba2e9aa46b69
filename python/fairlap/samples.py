"""The facts: what a run observed, before any statistics. All frozen; units are in the names.

    Run -> RoundRecord -> ContestantRound -> Sample (one lap), WarmupLap, RateLap, SweepLap; ServiceUse

A fact that could not be observed is `None`, never 0.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

if TYPE_CHECKING:  # the command line imports this module, and must not wait for pydantic
    from pydantic import ConfigDict

METHOD_VERSION = 3
"""Grows whenever old numbers stop being comparable; CHANGELOG.md says why under "Measurement"."""

DOCUMENT: "ConfigDict" = {"extra": "forbid", "allow_inf_nan": False}
"""Of what stands in a published document: numbers are finite."""

MethodName = Literal["laps", "classic"]

SiteName = Literal["server", "generator", "services"]
"""What a machine does in a run."""

Purpose = Literal["warm-up", "result"]
"""What a pass of the classic method is for."""

OWN_GENERATOR = "fairload"
"""The load generator of Fairlap; every other one is somebody else's tool."""

OUTCOMES = ("ok", "wrong_status", "wrong_body", "connect", "read", "write", "timeout", "protocol")
"""How one request can end, in the generator's words."""

WRONG_OUTCOMES = ("wrong_status", "wrong_body", "protocol")
"""Those in which an answer came, but not the right one."""

BACKEND_DISAGREES = "backend-disagrees"
"""The flag of rounds in which the services' counters are not those of the answers that were given."""

INVALIDATING_NOTES = (*WRONG_OUTCOMES, BACKEND_DISAGREES)
"""Notes of the race that take the rank."""

STOPPED = "stopped: "
"""How the reason of the decision begins that no further round of a scenario is run: `PlanDecision.why_stopped`."""

RowStatus = Literal["ok", "failed", "invalid", "skipped"]

RatePurpose = Literal["share-20", "share-50", "share-80", "absolute", "slo"]
"""Why a rate was offered: a share of the contestant's own throughput, the rate that all carry, or the SLO search."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Requests by how they ended."""

    ok: int
    wrong_status: int
    wrong_body: int
    connect: int
    read: int
    write: int
    timeout: int
    protocol: int

    @property
    def total(self) -> int:
        """All requests."""
        return sum(getattr(self, name) for name in OUTCOMES)

    @property
    def wrong(self) -> int:
        """Requests that got an answer, but not the right one."""
        return sum(getattr(self, name) for name in WRONG_OUTCOMES)

    @property
    def errors(self) -> int:
        """Requests that did not end in a right answer."""
        return self.total - self.ok


@dataclass(frozen=True, slots=True)
class Sample:
    """The numbers of one lap of one contestant.

    `histogram` is the HdrHistogram V2 compressed encoding (base64) of latencies in nanoseconds; `None` when no right
    answer came, or the generator keeps none. `server_cpu_us`, `services_cpu_us` (databases and caches, where there are
    any) and `responses` are of the whole lap: the skipped part and the drain included. `start_skew_us`: by how much the
    first of several generators began before the last one; `None` where one machine generates by itself.
    """

    cycle: int
    position: int
    throughput_per_s: float
    requests: int
    completed: int
    elapsed_s: float
    outcomes: Outcomes
    skipped_outcomes: Outcomes
    responses: int
    bytes_received: int | None
    reconnects: int | None
    histogram: str | None
    latency_mean_us: float | None
    server_cpu_us: int | None
    generator_cpu_us: int
    lap_elapsed_s: float
    steal_share: float | None
    generator_run_delay_us: int | None = None
    foreign_share: float | None = None
    throttled_us: int | None = None
    at_s: float | None = None
    services_cpu_us: int | None = None
    start_skew_us: float | None = None


@dataclass(frozen=True, slots=True)
class WarmupLap:
    """One lap before the measured ones.

    `at_s` is the load that the contestant had had when it ended, in seconds; `ratio` its throughput relative to that of
    the reference in the same cycle (`None` where the reference had none).
    """

    cycle: int
    at_s: float
    throughput_per_s: float
    ratio: float | None


@dataclass(frozen=True, slots=True)
class RateLap:
    """One open-loop lap at `rate_per_s`.

    `due` requests fell due in the window, of which `sent` were sent. The response histogram is from due time, the
    service histogram from sending, both of right answers (HdrHistogram V2, base64, nanoseconds). Lateness of sending is
    *blocked* (no connection was free) or *own* (the generator was late).
    """

    purpose: RatePurpose
    repeat: int
    rate_per_s: float
    due: int
    sent: int
    unsent: int
    completed: int
    elapsed_s: float
    outcomes: Outcomes
    backlog_max: int
    response_histogram: str | None
    service_histogram: str | None
    blocked_p99_us: float | None
    own_p99_us: float | None
    responses: int
    server_cpu_us: int | None
    generator_cpu_us: int

    @property
    def achieved_share(self) -> float:
        """Right answers relative to the requests that fell due; `due` is above 0."""
        return self.outcomes.ok / self.due


@dataclass(frozen=True, slots=True)
class SweepLap:
    """One closed-loop lap of the concurrency sweep."""

    connections: int
    repeat: int
    throughput_per_s: float
    outcomes: Outcomes
    latency_mean_us: float | None


@dataclass(frozen=True, slots=True)
class ServiceUse:
    """What a database or cache did for one contestant in the laps of a round around which its counters were read.

    `answers` were given in those laps; `statements`, `rows` and `connections` are the service's own counters, `None`
    where it does not count them. `memory_bytes` is the largest reading.
    """

    service: str
    answers: int
    statements: int | None
    rows: int | None
    connections: int | None
    memory_bytes: int | None


@dataclass(frozen=True, slots=True)
class ContestantRound:
    """One fresh start of one contestant: its laps, and what was seen around them.

    `failure` is the one-line reason when it could not be finished, and `stage` says where (start, verify, warm-up or
    lap); `samples` then holds what was measured before. `capacity_per_s` is the highest rate that kept the SLO,
    `steady_after_s` the seconds of load after which its throughput was steady (`None`: it was not, in bounded time).
    `image_*` are of its container's image: a digest, the size, where its first layer comes from; `None`: a process.
    """

    contestant: str
    heat: int
    version: str | None
    startup_ms: float | None
    warmup_s: float | None
    steady: bool | None
    memory_peak_bytes: int | None
    processes: int | None
    threads: int | None
    stage: str | None
    failure: str | None
    flags: tuple[str, ...]
    samples: tuple[Sample, ...]
    warmup: tuple[WarmupLap, ...] = ()
    rate_laps: tuple[RateLap, ...] = ()
    sweep_laps: tuple[SweepLap, ...] = ()
    services: tuple[ServiceUse, ...] = ()
    capacity_per_s: float | None = None
    steady_after_s: float | None = None
    image_id: str | None = None
    image_bytes: int | None = None
    image_base: str | None = None


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round of one heat of one scenario: committed to the store as a whole. `started_at` is ISO 8601, UTC.

    Heats are drawn anew for every round; `lap_ms` is the length of its laps, `duration_s` what the round took in all.
    `machine` names the server site among the run's machines; `None` when the run had one machine only.
    """

    scenario: str
    heat: int
    round: int
    started_at: str
    reference: str
    contestants: tuple[ContestantRound, ...]
    lap_ms: int | None = None
    duration_s: float | None = None
    machine: str | None = None


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine of a cluster in a run. `host_json` is its fingerprint, as of the run's own machine.

    `name` is unique in the run (the address of its node). `kind` says in a few words what can be told apart of it:
    numbers of machines of different kinds are not mixed without saying so.
    """

    name: str
    site: SiteName
    kind: str
    host_json: str


@dataclass(frozen=True, slots=True)
class ClassicPass:
    """One run of the seed's tool on one contestant, by the classic method.

    `block` is what the tool printed, and the numbers are its own; all `None` when the pass came to nothing, and then
    `failure` says why. `doubts` are reasons why the tool's numbers cannot be true.
    """

    scenario: str
    contestant: str
    version: str | None
    connections: int
    purpose: Purpose
    started_at: str
    command: str | None = None
    block: str | None = None
    answers: int | None = None
    elapsed_s: float | None = None
    answers_per_s: float | None = None
    not_2xx: int | None = None
    failed: int | None = None
    doubts: tuple[str, ...] = ()
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class PlanDecision:
    """What the plan decided after so many rounds of a scenario, and why."""

    __pydantic_config__: ClassVar["ConfigDict"] = DOCUMENT

    scenario: str
    after_round: int
    lap_ms: int
    cycles: int
    rounds_planned: int | None
    reason: str

    @property
    def why_stopped(self) -> str | None:
        """The reason of a decision that ended the rounds; `None` of any other one."""
        return self.reason.removeprefix(STOPPED) if self.reason.startswith(STOPPED) else None


@dataclass(frozen=True, slots=True)
class Skip:
    """A contestant that could not take part at all: why, and the command that mends it."""

    contestant: str
    scenario: str
    status: Literal["skipped", "failed"]
    reason: str
    hint: str | None


@dataclass(frozen=True, slots=True)
class RunRecord:
    """What one `fairlap run` was. `host`, `isolation` and `suite` are JSON documents, kept as they were at the time.

    `precision` is the smallest difference that matters, as a share. `looks` are the numbers of rounds at which verdicts
    are looked at, fixed before the first lap; a single one when the number of rounds is fixed. `lap_ms` and `cycles`
    are what the suite says: where they adapt, each round has its own. `generator` laps them; warm-up and verification
    are always Fairlap's own. Its version is `None` when it does not tell it. `command` is the command line that repeats
    the run. `request_json` is what was asked for, so that the run can be resumed; `None` when it cannot be (the classic
    method).
    """

    run: str
    started_at: str
    suite_name: str
    suite_json: str
    host_json: str
    isolation_json: str
    seed: int
    method_version: int
    fairlap_version: str
    fairload_version: str
    reference: str
    rounds: int
    cycles: int
    connections: int
    keepalive: bool
    lap_ms: int
    workers: int
    contestants: tuple[str, ...]
    command: str
    precision: float = 0.02
    budget_s: float | None = None
    looks: tuple[int, ...] = ()
    slo: str | None = None
    generator: str = OWN_GENERATOR
    generator_version: str | None = None
    method: MethodName = "laps"
    request_json: str | None = None
