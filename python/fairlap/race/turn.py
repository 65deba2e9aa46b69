"""One contestant in one round: from its fresh start to its end. Mutable, and gone when the round is over."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from fairlap.catalog import Contestant, LoadProfile, Request, Scenario, skipped_ms
from fairlap.errors import ContractError
from fairlap.generators.fairload import Target
from fairlap.generators.models import LapResult, LapSpec
from fairlap.hosting.hosted import LOOPBACK
from fairlap.hosting.services.running import ServicesView
from fairlap.race.meter import Metered, Seen, meter, sample_of
from fairlap.race.recorder import Recorder
from fairlap.race.site import Hosted, Prepared, Site
from fairlap.samples import OUTCOMES, ContestantRound, Outcomes, Sample
from fairlap.statistics.void import VOID_FLAGS, why_void
from fairlap.verify import Problem
from fairlap.verify.backend import BackendCheck

READY_BOUND_S = 30.0


@dataclass
class Turn:
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
    load_s: float = 0.0
    answers: int = 0
    answer_bytes: int | None = None
    backend: BackendCheck | None = None
    kept: Recorder = field(default_factory=Recorder)

    @property
    def name(self) -> str:
        """The contestant's name; also its target in the generator's session."""
        return self.prepared.contestant.name

    @property
    def alive(self) -> bool:
        """Whether it still takes part in the round."""
        return self.hosted is not None and self.kept.failure is None

    def start(self, site: Site, port: int) -> None:
        """Start it and wait for its first right answer. Raises StartError or ContractError."""
        began = site.clock_s()
        self.hosted = site.launch(self.prepared, port)
        site.wait_until_answers(self.hosted, self.request, self.scenario.expect, READY_BOUND_S)
        self.kept.startup_ms = (site.clock_s() - began) * 1000

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
        return sample_of(metered, cycle, position, in_waves=self.load.least_lap_ms is not None)

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
        self.kept.note_failure(result)
        used_us, span_us = metered.server_cpu_us, result.lap_elapsed_s * 1e6 * len(site.layout.server)
        void = why_void(result, spec.duration_ms, None if used_us is None else used_us / span_us)
        if void is None or for_warmth:
            return metered
        self.kept.flag(void.name, void.told, void.generator)
        return None

    def why_void(self) -> str:
        """What is to be added when all laps were left out: who spoiled them; nothing where that is not known."""
        told = next((flag for flag in self.kept.flags if flag.kind in VOID_FLAGS), None)
        return "" if told is None else f" ({told})"

    def meter(self, site: Site, lap: Callable[[], Seen]) -> Metered[Seen]:
        """Run any lap of it, with the readings around it. Raises ContestantError."""
        assert self.hosted is not None
        services = tuple(self.scenario.services)
        return meter(site, self.hosted, lap, began_s=self.round_began, services=services)

    def read_memory(self) -> None:
        """Keep the largest reading of its memory. It walks all page tables, and takes 0.3 ms for a small contestant."""
        assert self.hosted is not None
        self.kept.note_memory(self.hosted.memory_bytes())
        if self.backend is not None:
            self.backend.read_memory()

    def count_processes(self) -> None:
        """Note its processes and threads."""
        assert self.hosted is not None
        self.kept.note_processes(self.hosted.counts())

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
        return self.kept.frozen(self.prepared, self.heat, () if self.backend is None else self.backend.use())


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


def _named(outcomes: Outcomes) -> str:
    seen = [(name, getattr(outcomes, name)) for name in OUTCOMES if getattr(outcomes, name)]
    return ", ".join(f"{count} {name}" for name, count in seen) or "no request ended"
