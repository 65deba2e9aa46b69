"""One contestant in one round: from its fresh start to its end. Mutable, and gone when the round is over."""

import random
import time
from dataclasses import dataclass, field
from typing import Literal

from fairlap.catalog import SKIPPED_SHARE, LoadProfile, Scenario
from fairlap.errors import ContractError
from fairlap.generators.fairload import Target
from fairlap.generators.models import LapResult, LapSpec, OutcomeCounts
from fairlap.host import read_cpu_times
from fairlap.hosting.process import HostedProcess
from fairlap.runner.site import LocalSite, Prepared
from fairlap.samples import OUTCOMES, ContestantRound, Outcomes, Sample
from fairlap.verify import verify, wait_until_answers

READY_BOUND_S = 30.0
HOST = "127.0.0.1"

Stage = Literal["start", "verify", "warm-up", "lap"]


@dataclass
class Entry:
    """A contestant as a heat runs it. A failure ends its part in the round, never the round itself."""

    prepared: Prepared
    scenario: Scenario
    load: LoadProfile
    heat: int
    hosted: HostedProcess | None = None
    is_open: bool = False
    startup_ms: float | None = None
    warmup_s: float | None = None
    steady: bool | None = None
    memory_peak_bytes: int | None = None
    processes: int | None = None
    threads: int | None = None
    stage: Stage | None = None
    failure: str | None = None
    flags: list[str] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The contestant's name; also its target in the generator's session."""
        return self.prepared.contestant.name

    @property
    def alive(self) -> bool:
        """Whether it still takes part in the round."""
        return self.hosted is not None and self.failure is None

    def fail(self, stage: Stage, reason: str) -> None:
        """Take it out of the round."""
        self.stage, self.failure = stage, reason

    def start(self, site: LocalSite, port: int) -> None:
        """Start it and wait for its first right answer. Raises StartError or ContractError."""
        began = time.monotonic()
        self.hosted = site.launch(self.prepared, port)
        request = self.prepared.contestant.request_for(self.scenario)
        wait_until_answers(HOST, port, request, self.scenario.expect, READY_BOUND_S, self.hosted.exit_reason)
        self.startup_ms = (time.monotonic() - began) * 1000

    def verify(self, rng: random.Random) -> None:
        """Check the whole contract. Raises ContractError with the first problem, and how many there are."""
        assert self.hosted is not None
        request = self.prepared.contestant.request_for(self.scenario)
        problems = verify(self.scenario, request, HOST, self.hosted.port, keepalive=self.load.keepalive, rng=rng)
        if problems:
            more = f"; {len(problems)} problems in all" if len(problems) > 1 else ""
            raise ContractError(f"{problems[0].line()}{more}", hint=f"fairlap check {self.name}")

    def open(self, site: LocalSite) -> None:
        """Tell the generator of it, and freeze it until its first lap."""
        assert self.hosted is not None
        target = Target(
            name=self.name,
            address=f"{HOST}:{self.hosted.port}",
            request=self.prepared.contestant.request_for(self.scenario),
            expect=self.scenario.expect,
            keepalive=self.load.keepalive,
            timeout_ms=self.load.timeout_ms,
        )
        site.session.open(target)
        self.is_open = True
        self.hosted.freeze()

    def lap(self, site: LocalSite, duration_ms: int, *, cycle: int, position: int) -> Sample:
        """Thaw it, run one lap, freeze it again. The caller decides whether the sample counts."""
        assert self.hosted is not None
        self.hosted.thaw()
        cpus = (*site.layout.server, *site.layout.generator)
        ticks_before = read_cpu_times()
        cpu_before = self.hosted.cpu_usage_us()
        result = site.session.lap(
            LapSpec(
                target=self.name,
                connections=self.load.connections,
                duration_ms=duration_ms,
                skip_ms=int(duration_ms * SKIPPED_SHARE),
            )
        )
        cpu_after = self.hosted.cpu_usage_us()
        steal_share = read_cpu_times().since(ticks_before, cpus).steal_share
        self.hosted.freeze()
        self._note_failure(result)
        spent_us = None if cpu_before is None or cpu_after is None else cpu_after - cpu_before
        return _sample(result, cycle, position, spent_us, steal_share)

    def read_memory(self) -> None:
        """Keep the largest reading of its memory."""
        assert self.hosted is not None
        now = self.hosted.memory_bytes()
        if now is not None and (self.memory_peak_bytes is None or now > self.memory_peak_bytes):
            self.memory_peak_bytes = now

    def count_processes(self) -> None:
        """Note its processes and threads; when they were noted before, flag a change: a worker was started or lost."""
        assert self.hosted is not None
        counts = self.hosted.counts()
        if self.processes is not None and counts.processes != self.processes:
            self.flags.append(f"processes-changed: {self.processes} at the start, {counts.processes} at the end")
        self.processes, self.threads = counts.processes, counts.threads

    def trouble_after(self, sample: Sample) -> str | None:
        """Why it cannot go on after that lap, if so: it ended, or gave no right answer at all."""
        assert self.hosted is not None
        ended = self.hosted.exit_reason()
        if ended is not None:
            return ended
        if sample.outcomes.ok + sample.skipped_outcomes.ok == 0:
            return f"no right answer in a whole lap ({_named(sample.outcomes)})"
        return None

    def record(self) -> ContestantRound:
        """The facts, frozen."""
        return ContestantRound(
            contestant=self.name,
            heat=self.heat,
            version=self.prepared.version,
            startup_ms=self.startup_ms,
            warmup_s=self.warmup_s,
            steady=self.steady,
            memory_peak_bytes=self.memory_peak_bytes,
            processes=self.processes,
            threads=self.threads,
            stage=self.stage,
            failure=self.failure,
            flags=tuple(self.flags),
            samples=tuple(self.samples),
        )

    def _note_failure(self, result: LapResult) -> None:
        seen = result.first_failure
        if seen is None or any(flag.startswith(f"{seen.outcome}:") for flag in self.flags):
            return
        self.flags.append(f"{seen.outcome}: expected {seen.expected}, got {seen.got}")


def _sample(
    result: LapResult, cycle: int, position: int, server_cpu_us: int | None, steal_share: float | None
) -> Sample:
    return Sample(
        cycle=cycle,
        position=position,
        throughput_per_s=result.throughput_per_s,
        requests=result.requests,
        completed=result.completed,
        elapsed_s=result.elapsed_s,
        outcomes=_outcomes(result.outcomes),
        skipped_outcomes=_outcomes(result.skipped.outcomes),
        responses=result.responses,
        bytes_received=result.bytes_received,
        reconnects=result.reconnects,
        histogram=result.histogram,
        latency_mean_us=None if result.latency_us is None else result.latency_us.mean,
        server_cpu_us=server_cpu_us,
        generator_cpu_us=round((result.cpu.user_s + result.cpu.system_s) * 1e6),
        lap_elapsed_s=result.lap_elapsed_s,
        steal_share=steal_share,
    )


def _outcomes(counts: OutcomeCounts) -> Outcomes:
    return Outcomes(
        ok=counts.ok,
        wrong_status=counts.wrong_status,
        wrong_body=counts.wrong_body,
        connect=counts.connect,
        read=counts.read,
        write=counts.write,
        timeout=counts.timeout,
        protocol=counts.protocol,
    )


def _named(outcomes: Outcomes) -> str:
    seen = [(name, getattr(outcomes, name)) for name in OUTCOMES if getattr(outcomes, name)]
    return ", ".join(f"{count} {name}" for name, count in seen) or "no request ended"
