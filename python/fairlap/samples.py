"""The facts: what a run observed, before any statistics. All frozen; units are in the names.

    Run -> RoundRecord -> ContestantRound -> Sample (one lap), WarmupLap, RateLap, SweepLap; ServiceUse

A fact that could not be observed is `None`, never 0.
"""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

if TYPE_CHECKING:  # the command line imports this module, and must not wait for pydantic
    from pydantic import ConfigDict

METHOD_VERSION = 22
"""Raised whenever old numbers stop being comparable; CHANGELOG.md says why under "Measurement"."""

DOCUMENT: "ConfigDict" = {"extra": "forbid", "allow_inf_nan": False}
"""Configuration of published documents: no unknown keys, only finite numbers."""

MethodName = Literal["laps", "classic"]

SiteName = Literal["server", "generator", "services"]
"""What a machine does in a run."""

Purpose = Literal["warm-up", "result"]
"""What a pass of the classic method is for."""

OWN_GENERATOR = "fairload"
"""Fairlap's own load generator; every other generator is an external tool."""

OUTCOMES = ("ok", "wrong_status", "wrong_body", "connect", "read", "write", "timeout", "protocol")
"""How a request can end, as the generator names it."""

WRONG_OUTCOMES = ("wrong_status", "wrong_body", "protocol")
"""Outcomes with an answer, but not the right one."""

BACKEND_DISAGREES = "backend-disagrees"
"""Flags rounds in which the services' counters do not match the answers."""

ANSWERS_BLINDLY = "answers-blindly"
"""Flags rounds in which a probe between the laps was answered wrongly: what a server that reads no requests does."""

INVALIDATING_NOTES = (*WRONG_OUTCOMES, BACKEND_DISAGREES, ANSWERS_BLINDLY)
"""Notes of the race that cost a contestant its rank."""

RowStatus = Literal["ok", "failed", "invalid", "skipped"]

RatePurpose = Literal["share-20", "share-50", "share-80", "absolute", "slo"]
"""Why a rate was offered: a share of the contestant's own throughput, a rate common to all, or the SLO search."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Number of requests for each way to end."""

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

    `histogram` is the HdrHistogram V2 compressed encoding (base64) of latencies in nanoseconds; `None` when there was
    no right answer, or the generator keeps no histogram. `server_cpu_us`, `services_cpu_us` (databases and caches) and
    `responses` cover the whole lap, including the skipped part and the drain. `start_skew_us` is the time between the
    start of the first and the last of several generators; `None` with a single generator.
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

    `at_s` is how long the contestant had been under load when the lap ended, in seconds; `ratio` its throughput
    relative to the reference's in the same cycle (`None` when the reference had none).
    """

    cycle: int
    at_s: float
    throughput_per_s: float
    ratio: float | None


@dataclass(frozen=True, slots=True)
class RateLap:
    """One open-loop lap at `rate_per_s`.

    `due` requests fell due in the window, and `sent` of them were sent. The response histogram counts from due time,
    the service histogram from sending, both for right answers (HdrHistogram V2, base64, nanoseconds). A request is
    sent late because it was *blocked* (no connection was free) or because of the generator's *own* delay. `stall_us` is
    the longest time for which the generator did not run, or the time that other tasks or the hypervisor took from the
    server's CPUs if that is longer; `None` where the generator sleeps in a lap.
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
    stall_us: float | None = None

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
    """What a database or cache did for one contestant in those laps of a round for which its counters were read.

    `answers` is the number of answers in those laps; `statements`, `rows` and `connections` are the service's own
    counters, `None` when it does not count them. `memory_bytes` is the largest reading.
    """

    service: str
    answers: int
    statements: int | None
    rows: int | None
    connections: int | None
    memory_bytes: int | None


@dataclass(frozen=True, slots=True)
class Flag:
    """A doubt that the race itself noted; stored as one text, `kind: reason`."""

    kind: str
    reason: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the flag of a stored text, which may be only a kind."""
        kind, _, reason = text.partition(": ")
        return cls(kind, reason)

    def __str__(self) -> str:
        return f"{self.kind}: {self.reason}" if self.reason else self.kind


@dataclass(frozen=True, slots=True)
class ContestantRound:
    """One fresh start of one contestant: its laps and their circumstances.

    `failure` is the one-line reason why it did not finish, and `stage` says where it failed (start, verify, warm-up or
    lap); `samples` then holds what was measured before. `capacity_per_s` is the highest rate that kept the SLO,
    `steady_after_s` the seconds of load after which throughput was steady (`None`: not within the limit). `image_*`
    describe its container's image: digest, size, and origin of the first layer; `None` for a process.
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
    flags: tuple[Flag, ...]
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
    """One round of one heat of one scenario, stored in one transaction. `started_at` is ISO 8601, UTC.

    Heats are drawn again for every round; `lap_ms` is the length of its laps, `duration_s` the duration of the round.
    `machine` names the server machine of a cluster; `None` when the run used a single machine.
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
    """A machine of a cluster in a run. `host_json` is its fingerprint, as for the run's own machine.

    `name` is unique in the run (its node's address). `kind` describes it in a few words; reports say where kinds mix.
    """

    name: str
    site: SiteName
    kind: str
    host_json: str


@dataclass(frozen=True, slots=True)
class ClassicPass:
    """One run of the seed's tool on one contestant, by the classic method.

    `block` is what the tool printed, and the numbers are its own; when the pass failed they are all `None` and
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
    """What the plan decided after so many rounds of a scenario, and why; `ends` if no more rounds follow."""

    __pydantic_config__: ClassVar["ConfigDict"] = DOCUMENT

    scenario: str
    after_round: int
    lap_ms: int
    cycles: int
    rounds_planned: int | None
    reason: str
    ends: bool


@dataclass(frozen=True, slots=True)
class Skip:
    """A contestant that could not take part: why, and the command that fixes it."""

    contestant: str
    scenario: str
    status: Literal["skipped", "failed"]
    reason: str
    hint: str | None


@dataclass(frozen=True, slots=True)
class RunRecord:
    """One `fairlap run`. `host`, `isolation` and `suite` are JSON documents as they were at the time.

    `precision` is the smallest difference that matters, as a share. `looks` are the numbers of rounds after which
    verdicts are computed, fixed before the first lap; just one when that number is fixed. `lap_ms` and `cycles` come
    from the suite; where they adapt, each round has its own. `generator` offers the load of the measured laps; fairload
    does warm-up and verification. `generator_version` is `None` when the tool does not report it. `command` is the
    command line that repeats the run. `request_json` is the request, so that the run can be resumed; `None` when it
    cannot be (the classic method).
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

    @property
    def pipeline(self) -> int:
        """How many requests each connection had on their way, as the suite says."""
        return int(self._load().get("pipeline", 1))

    @property
    def pipelines(self) -> dict[str, int]:
        """The same of scenarios for which the suite says another number."""
        return dict(self._load().get("pipelines", {}))

    def pipeline_of(self, scenario: str) -> int:
        """Return how many requests each connection had on their way in a scenario."""
        load = self._load()
        return int(load.get("pipelines", {}).get(scenario, load.get("pipeline", 1)))

    @property
    def requests_per_connection(self) -> int | None:
        """After how many requests a kept connection was replaced, as the suite says; `None`: never."""
        found: int | None = self._load().get("requests_per_connection")
        return found

    @property
    def engine(self) -> str:
        """The engine of fairload, as the suite says; suites had no choice before."""
        return str(self._load().get("engine", "epoll"))

    def _load(self) -> dict[str, Any]:
        return dict(json.loads(self.suite_json).get("load", {}))
