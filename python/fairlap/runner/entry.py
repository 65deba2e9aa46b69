"""One contestant in one round: from its fresh start to its end. Mutable, and gone when the round is over."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, Literal, TypeVar

from fairlap.catalog import Contestant, LoadProfile, Request, Scenario, skipped_ms
from fairlap.errors import ContractError
from fairlap.generators.fairload import Target
from fairlap.generators.models import LapResult, LapSpec, OutcomeCounts
from fairlap.hosting.hosted import LOOPBACK
from fairlap.hosting.procfs import ProcessKey
from fairlap.hosting.services.running import ServicesView
from fairlap.runner.site import Hosted, Prepared, Site
from fairlap.samples import OUTCOMES, ContestantRound, Outcomes, RateLap, Sample, SweepLap, WarmupLap
from fairlap.statistics.void import VOID_FLAGS, why_void
from fairlap.verify import Problem
from fairlap.verify.backend import BackendCheck

READY_BOUND_S = 30.0

Stage = Literal["start", "verify", "warm-up", "lap", "rates", "slo", "sweep"]

Seen = TypeVar("Seen")
"""What a generator says of a lap."""


@dataclass(frozen=True, slots=True)
class Metered(Generic[Seen]):
    """A lap as the generator saw it, and what the machine says of the time it took.

    `at_s` is its start, in seconds since the round began. `server_cpu_us` is CPU time of the contestant, `steal_share`
    the hypervisor's part of all CPU time of both sides, `foreign_share` the part of the server CPUs' time that was
    neither idle nor the contestant's, `throttled_us` how long its cgroup was held back for its CPU quota,
    `services_cpu_us` CPU time of the databases and caches that its scenario needs.
    """

    result: Seen
    at_s: float
    server_cpu_us: int | None
    steal_share: float | None
    foreign_share: float | None
    throttled_us: int | None
    services_cpu_us: int | None


@dataclass
class Entry:
    """A contestant as a heat runs it. A failure ends its part in the round, never the round itself.

    `round_began` is the site's `clock_s` from which `at_s` of its laps counts, `load_s` the load it has had so far,
    `answers` how many it has given to a generator.
    """

    prepared: Prepared
    scenario: Scenario
    load: LoadProfile
    heat: int
    round_began: float = 0.0
    hosted: Hosted | None = None
    is_open: bool = False
    startup_ms: float | None = None
    warmup_s: float | None = None
    steady: bool | None = None
    steady_after_s: float | None = None
    memory_peak_bytes: int | None = None
    processes: int | None = None
    threads: int | None = None
    stage: Stage | None = None
    failure: str | None = None
    flags: list[str] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)
    warmup: list[WarmupLap] = field(default_factory=list)
    rate_laps: list[RateLap] = field(default_factory=list)
    sweep_laps: list[SweepLap] = field(default_factory=list)
    capacity_per_s: float | None = None
    load_s: float = 0.0
    answers: int = 0
    members: frozenset[ProcessKey] | None = None
    answer_bytes: int | None = None
    backend: BackendCheck | None = None

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

    def start(self, site: Site, port: int) -> None:
        """Start it and wait for its first right answer. Raises StartError or ContractError."""
        began = site.clock_s()
        self.hosted = site.launch(self.prepared, port)
        site.wait_until_answers(self.hosted, self.request, self.scenario.expect, READY_BOUND_S)
        self.startup_ms = (site.clock_s() - began) * 1000

    def watch(self, services: ServicesView | None) -> None:
        """From now on its services say whether it asks them what it must."""
        if services is not None and self.scenario.services:
            self.backend = BackendCheck(services, self.scenario)

    def problems(self, site: Site, rng: random.Random) -> tuple[Problem, ...]:
        """All that is wrong with its answers, those after a change of what its services have included."""
        assert self.hosted is not None
        request, keepalive = self.request, self.load.keepalive
        problems = site.problems(self.hosted, self.scenario, request, keepalive=keepalive, rng=rng)
        if self.backend is None or problems:
            return problems
        return self.backend.changes(partial(site.ask_once, self.hosted, request, keepalive))

    def watched(self, lap: Callable[[], Seen], answers: Callable[[Seen], int | None]) -> Seen:
        """Run a lap; between two readings of its services' counters, where it has services. Raises ServiceError."""
        return lap() if self.backend is None else self.backend.lap(lap, answers)

    def disagreement(self) -> str | None:
        """What is wrong with what its services were asked in the laps that were watched, in one line."""
        return None if self.backend is None else self.backend.trouble()

    @property
    def request(self) -> Request:
        """The scenario's, as it answers it."""
        return self.prepared.contestant.request_for(self.scenario)

    def verify(self, site: Site, rng: random.Random) -> None:
        """Check the whole contract. Raises ContractError with the first problem, and how many there are."""
        problems = self.problems(site, rng)
        if problems:
            more = f"; {len(problems)} problems in all" if len(problems) > 1 else ""
            raise ContractError(f"{problems[0].line()}{more}", hint=f"fairlap check {self.name}")

    @property
    def target(self) -> Target:
        """What a generator is told of it. It must have been started."""
        assert self.hosted is not None
        hosted = self.hosted
        return target_of(self.prepared.contestant, self.scenario, self.load, hosted.port, hosted.host)

    def open(self, site: Site) -> None:
        """Tell the generator of it, and freeze it until its first lap. Raises ContestantError: it cannot be frozen."""
        assert self.hosted is not None
        site.session.open(self.target)
        self.is_open = True
        self.hosted.freeze()

    def lap(
        self, site: Site, duration_ms: int, *, cycle: int, position: int, for_warmth: bool = False
    ) -> Sample | None:
        """Run one closed-loop lap of the suite's load; `None` as in `run`. Whether it counts, the caller decides."""
        spec = LapSpec(
            target=self.name,
            connections=self.load.connections,
            duration_ms=duration_ms,
            skip_ms=skipped_ms(duration_ms),
        )
        metered = self.run(site, spec, for_warmth=for_warmth)
        if metered is None:
            return None
        return _sample(metered, cycle, position, in_waves=self.load.least_lap_ms is not None)

    def own_lap(self, site: Site, duration_ms: int, *, cycle: int, position: int) -> Sample:
        """A lap by this machine's own generator: there is no other one that could spoil it."""
        sample = self.lap(site, duration_ms, cycle=cycle, position=position)
        assert sample is not None
        return sample

    def run(self, site: Site, spec: LapSpec, *, for_warmth: bool = False) -> Metered[LapResult] | None:
        """Any one lap of our generators; the first wrong answer becomes a flag. Raises ContestantError.

        `None`, and a flag, when a generator on another machine spoiled it; never of a lap that is only `for_warmth`.
        """
        metered = self.meter(site, lambda: site.session.lap(spec))
        result = metered.result
        self.load_s += result.lap_elapsed_s
        self.answers += result.responses
        self.note_failure(result)
        used_us, span_us = metered.server_cpu_us, result.lap_elapsed_s * 1e6 * len(site.layout.server)
        void = why_void(result, spec.duration_ms, None if used_us is None else used_us / span_us)
        if void is None or for_warmth:
            return metered
        if not void.is_told(self.flags):
            self.flags.append(void.flag)
        return None

    def why_void(self) -> str:
        """What is to be added when all laps were left out: who spoiled them; nothing where that is not known."""
        told = next((flag for flag in self.flags if flag.startswith(VOID_FLAGS)), None)
        return "" if told is None else f" ({told})"

    def meter(self, site: Site, lap: Callable[[], Seen]) -> Metered[Seen]:
        """Thaw it, run a lap, freeze it again. Raises ContestantError."""
        assert self.hosted is not None
        at_s = site.clock_s() - self.round_began
        self.hosted.thaw()
        throttled_before = self.hosted.throttled_us()
        ticks_before = site.cpu_times()
        services_before = self._services_cpu_us(site)
        cpu_before = self.hosted.cpu_usage_us()
        result = lap()
        cpu_after = self.hosted.cpu_usage_us()
        services_after = self._services_cpu_us(site)
        ticks_after = site.cpu_times()
        throttled_after = self.hosted.throttled_us()
        self.hosted.freeze()
        layout = site.layout
        server_cpu_us = _difference(cpu_before, cpu_after)
        server = ticks_after.since(ticks_before, layout.server)
        return Metered(
            result=result,
            at_s=at_s,
            server_cpu_us=server_cpu_us,
            steal_share=ticks_after.since(ticks_before, (*layout.server, *layout.generator)).steal_share,
            # On a shared CPU the generator itself would be taken for a stranger.
            foreign_share=None if layout.shared or server_cpu_us is None else server.share_beyond(server_cpu_us),
            throttled_us=_difference(throttled_before, throttled_after),
            services_cpu_us=_difference(services_before, services_after),
        )

    def _services_cpu_us(self, site: Site) -> int | None:
        if site.services is None or not self.scenario.services:
            return None
        return site.services.cpu_usage_us(self.scenario.services)

    def read_memory(self) -> None:
        """Keep the largest reading of its memory. It walks all page tables, and takes 0.3 ms for a small contestant."""
        assert self.hosted is not None
        now = self.hosted.memory_bytes()
        if now is not None and (self.memory_peak_bytes is None or now > self.memory_peak_bytes):
            self.memory_peak_bytes = now
        if self.backend is not None:
            self.backend.read_memory()

    def count_processes(self) -> None:
        """Note its processes and threads; when they were noted before, flag a change: a worker was started or lost."""
        assert self.hosted is not None
        counts = self.hosted.counts()
        if self.processes is not None and counts.processes != self.processes:
            self.flags.append(f"processes-changed: {self.processes} at the start, {counts.processes} at the end")
        elif self.members is not None and (replaced := len(self.members - counts.members)):
            self.flags.append(f"restarted: {replaced} of {self.processes} processes were replaced by others")
        self.processes, self.threads, self.members = counts.processes, counts.threads, counts.members

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
        image = self.prepared.image
        return ContestantRound(
            contestant=self.name,
            heat=self.heat,
            version=self.prepared.version,
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
            services=() if self.backend is None else self.backend.use(),
            capacity_per_s=self.capacity_per_s,
            image_id=None if image is None else image.id,
            image_bytes=None if image is None else image.size_bytes,
            image_base=None if image is None else image.base,
        )

    def note_failure(self, result: LapResult) -> None:
        """Keep the first example of every kind of wrong answer as a flag."""
        seen = result.first_failure
        if seen is None or any(flag.startswith(f"{seen.outcome}:") for flag in self.flags):
            return
        self.flags.append(f"{seen.outcome}: expected {seen.expected}, got {seen.got}")


def target_of(contestant: Contestant, scenario: Scenario, load: LoadProfile, port: int, host: str = LOOPBACK) -> Target:
    """What a generator is told of a contestant that listens on `port` of `host`."""
    return Target(
        name=contestant.name,
        address=f"{host}:{port}",
        request=contestant.request_for(scenario),
        expect=scenario.expect,
        keepalive=load.keepalive,
        timeout_ms=load.timeout_ms,
    )


def _difference(before: int | None, after: int | None) -> int | None:
    return None if before is None or after is None else after - before


def _sample(metered: Metered[LapResult], cycle: int, position: int, *, in_waves: bool) -> Sample:
    """`in_waves`: an answer takes long, and many arrive at once: what counts is how much of them lies in the window."""
    result = metered.result
    throughput_per_s = result.progress_per_s if in_waves else result.throughput_per_s
    assert throughput_per_s is not None  # a closed loop
    run_delay_s = result.cpu.run_delay_s
    return Sample(
        cycle=cycle,
        position=position,
        throughput_per_s=throughput_per_s,
        requests=result.requests,
        completed=result.completed,
        elapsed_s=result.elapsed_s,
        outcomes=outcomes_of(result.outcomes),
        skipped_outcomes=outcomes_of(result.skipped.outcomes),
        responses=result.responses,
        bytes_received=result.bytes_received,
        reconnects=result.reconnects,
        histogram=result.histogram,
        latency_mean_us=None if result.latency_us is None else result.latency_us.mean,
        server_cpu_us=metered.server_cpu_us,
        generator_cpu_us=result.cpu.busy_us,
        lap_elapsed_s=result.lap_elapsed_s,
        steal_share=_largest([metered.steal_share, *(part.steal_share for part in result.parts)]),
        generator_run_delay_us=None if run_delay_s is None else round(run_delay_s * 1e6),
        foreign_share=metered.foreign_share,
        throttled_us=metered.throttled_us,
        at_s=metered.at_s,
        services_cpu_us=metered.services_cpu_us,
        start_skew_us=result.start_skew_us,
    )


def _largest(shares: Sequence[float | None]) -> float | None:
    """Of several machines; `None` when one of them does not tell."""
    known = [share for share in shares if share is not None]
    return max(known) if len(known) == len(shares) else None


def outcomes_of(counts: OutcomeCounts) -> Outcomes:
    """The generator's counts as facts."""
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
