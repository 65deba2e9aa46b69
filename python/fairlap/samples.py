"""The facts: what a run observed, before any statistics. All frozen; units are in the names.

    Run -> RoundRecord -> ContestantRound -> Sample (one lap)

A fact that could not be observed is `None`, never 0.
"""

from dataclasses import dataclass
from typing import Literal

METHOD_VERSION = 1
"""Grows whenever old numbers stop being comparable; CHANGELOG.md says why under "Measurement"."""

OUTCOMES = ("ok", "wrong_status", "wrong_body", "connect", "read", "write", "timeout", "protocol")
"""How one request can end, in the generator's words."""

WRONG_OUTCOMES = ("wrong_status", "wrong_body", "protocol")
"""Those in which an answer came, but not the right one."""

RowStatus = Literal["ok", "failed", "invalid", "skipped"]


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
    answer came. `server_cpu_us` and `responses` are of the whole lap: the skipped part and the drain included.
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
    bytes_received: int
    reconnects: int
    histogram: str | None
    latency_mean_us: float | None
    server_cpu_us: int | None
    generator_cpu_us: int
    lap_elapsed_s: float
    steal_share: float | None


@dataclass(frozen=True, slots=True)
class ContestantRound:
    """One fresh start of one contestant: its laps, and what was seen around them.

    `failure` is the one-line reason when it could not be finished, and `stage` says where (start, verify, warm-up or
    lap); `samples` then holds what was measured before.
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


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round of one heat of one scenario: committed to the store as a whole. `started_at` is ISO 8601, UTC."""

    scenario: str
    heat: int
    round: int
    started_at: str
    reference: str
    contestants: tuple[ContestantRound, ...]


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
    """What one `fairlap run` was. `host`, `isolation` and `suite` are JSON documents, kept as they were at the time."""

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
