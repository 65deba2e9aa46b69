"""Collects what is known of a contestant in a round, for the store."""

from dataclasses import dataclass, field
from typing import Literal

from fairlap.generators.models import LapResult
from fairlap.hosting.body import ProcessCount
from fairlap.hosting.prepared import Prepared
from fairlap.hosting.procfs import ProcessKey
from fairlap.samples import ContestantRound, Flag, RateLap, Sample, ServiceUse, SweepLap, WarmupLap

Stage = Literal["start", "verify", "warm-up", "lap", "rates", "slo", "sweep"]


@dataclass
class Recorder:
    """Collects the data of a `ContestantRound`."""

    startup_ms: float | None = None
    warmup_s: float | None = None
    steady: bool | None = None
    steady_after_s: float | None = None
    memory_peak_bytes: int | None = None
    processes: int | None = None
    threads: int | None = None
    stage: Stage | None = None
    failure: str | None = None
    flags: list[Flag] = field(default_factory=list)
    flagged: set[tuple[str, str | None]] = field(default_factory=set)
    samples: list[Sample] = field(default_factory=list)
    warmup: list[WarmupLap] = field(default_factory=list)
    rate_laps: list[RateLap] = field(default_factory=list)
    sweep_laps: list[SweepLap] = field(default_factory=list)
    capacity_per_s: float | None = None
    members: frozenset[ProcessKey] | None = None

    def fail(self, stage: Stage, reason: str) -> None:
        """Record that the contestant failed."""
        self.stage, self.failure = stage, reason

    def flag(self, kind: str, reason: str, source: str | None = None) -> None:
        """Keep the first of each kind and source, such as a machine."""
        if (kind, source) not in self.flagged:
            self.flagged.add((kind, source))
            self.flags.append(Flag(kind, reason))

    def note_failure(self, result: LapResult) -> None:
        """Flag the first example of every kind of wrong answer."""
        seen = result.first_failure
        if seen is not None:
            self.flag(seen.outcome, f"expected {seen.expected}, got {seen.got}")

    def note_memory(self, now_bytes: int | None) -> None:
        """Keep the largest reading."""
        if now_bytes is not None:
            self.memory_peak_bytes = max(now_bytes, self.memory_peak_bytes or now_bytes)

    def note_processes(self, counts: ProcessCount) -> None:
        """Record the counts; flag a change since the last time, when a worker was started or lost."""
        if self.processes is not None and counts.processes != self.processes:
            self.flag("processes-changed", f"{self.processes} at the start, {counts.processes} at the end")
        elif self.members is not None and (replaced := len(self.members - counts.members)):
            self.flag("restarted", f"{replaced} of {self.processes} processes were replaced by others")
        self.processes, self.threads, self.members = counts.processes, counts.threads, counts.members

    def frozen(self, prepared: Prepared, heat: int, services: tuple[ServiceUse, ...]) -> ContestantRound:
        """Return the record for the store."""
        image = prepared.image
        return ContestantRound(
            contestant=prepared.contestant.name,
            heat=heat,
            version=prepared.version,
            startup_ms=self.startup_ms,
            warmup_s=self.warmup_s,
            steady=self.steady,
            steady_after_s=self.steady_after_s,
            memory_peak_bytes=self.memory_peak_bytes,
            processes=self.processes,
            threads=self.threads,
            stage=self.stage,
            failure=self.failure,
            flags=tuple(self.flags),
            samples=tuple(self.samples),
            warmup=tuple(self.warmup),
            rate_laps=tuple(self.rate_laps),
            sweep_laps=tuple(self.sweep_laps),
            services=services,
            capacity_per_s=self.capacity_per_s,
            image_id=None if image is None else image.id,
            image_bytes=None if image is None else image.size_bytes,
            image_base=None if image is None else image.base,
        )
