"""One contestant in one round, from its fresh start to its end. Mutable; discarded after the round."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from fairlap.catalog import Asked, Contestant, Expect, LoadProfile, Request, Scenario, Values
from fairlap.errors import ContractError
from fairlap.generators.fairload import Target
from fairlap.generators.models import LapResult, LapSpec
from fairlap.hosting.hosted import LOOPBACK
from fairlap.hosting.network import visiting
from fairlap.hosting.prepared import Prepared
from fairlap.hosting.services.running import ServicesView
from fairlap.plan.pace import head_ms
from fairlap.race.meter import Metered, Seen, meter, sample_of
from fairlap.race.recorder import Recorder
from fairlap.race.site import Hosted, Site
from fairlap.samples import (
    ANSWERS_BLINDLY,
    OUTCOMES,
    WRONG_OUTCOMES,
    ContestantRound,
    Outcomes,
    Sample,
)
from fairlap.statistics.void import VOID_FLAGS, why_void
from fairlap.verify import UNKNOWN, Problem, Question, between_laps, judge, log_in, without_case
from fairlap.verify.backend import BackendCheck

PROBING_MS = 20
"""A lap with probes: each connection sends at least one request."""

MOST_DRAWN_OUT = 3
"""After so many laps that last until a time-out, a contestant is out: it would spend the time of all others."""

END_BOUND_S = 1.0
"""How long to wait for the exit reason of a contestant that may be ending."""


@dataclass
class Turn:
    """A contestant in a round. Its failure does not end the round.

    `round_began` is the site's `clock_s` at the start of the round, `load_s` its seconds of load so far, `answers` its
    number of answers to generators, `drawn_out` the number of laps that lasted until a request timed out,
    `longest_ms` the longest response time of each lap of its warm-up. `probes` are what it is asked in laps with
    probes, by the words for it. `unknown` is the answer of an imported contestant to an unknown path, if it fails our
    contract.
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
    drawn_out: int = 0
    longest_ms: list[float] = field(default_factory=list)
    answer_bytes: int | None = None
    backend: BackendCheck | None = None
    probes: dict[str, Question] = field(default_factory=dict)
    unknown: Expect | None = None
    kept: Recorder = field(default_factory=Recorder)

    def __post_init__(self) -> None:
        """From here on, the scenario is the one that this contestant is asked."""
        self.scenario = self.prepared.contestant.own_scenario(self.scenario)

    @property
    def name(self) -> str:
        """The contestant's name; also its target in the generator's session."""
        return self.prepared.contestant.name

    @property
    def alive(self) -> bool:
        """Whether it has started and not failed."""
        return self.hosted is not None and self.kept.failure is None

    def start(self, site: Site, port: int) -> None:
        """Start it and wait for its first right answer. Raises StartError or ContractError.

        The time until then begins with its own command: what Fairlap does before, to isolate it, is not its start-up.
        """
        self.hosted = site.launch(self.prepared, port, self.request, tuple(self.scenario.services))
        began = site.clock_s()
        bound_s = self.prepared.contestant.ready_s
        values, login = Values(), self.scenario.login
        first = self.scenario if login is None else login
        site.wait_until_answers(self.hosted, values.fill(first.request), values.fill(first.expect), bound_s)
        if self.prepared.contestant.address is None:
            self.kept.startup_ms = (site.clock_s() - began) * 1000
        else:
            self.kept.flag("not-hosted", "it ran already: it was not frozen between laps, nor started afresh")
        if self.prepared.contestant.image is not None:
            self.kept.flag("relaxed-isolation", "its image's own user may write to all of the container")
        if login is not None:
            self.scenario = self.scenario.logged_in(log_in(login, partial(site.ask, self.hosted)))

    def watch(self, services: ServicesView | None) -> None:
        """From now on, compare the services' counters with its answers."""
        if services is not None and self.scenario.services:
            self.backend = BackendCheck(services, self.scenario)
            for name in self.scenario.services:
                if (other := services.running[name].stand_in()) is not None:
                    self.kept.flag("stand-in", f"in the place of {name} there is {other}, which says nothing of {name}")

    def problems(self, site: Site, rng: random.Random) -> tuple[Problem, ...]:
        """Return all problems of its answers, including those after changes in its services' data."""
        return self._contract(site, rng) or self._after_changes(site)

    def _contract(self, site: Site, rng: random.Random) -> tuple[Problem, ...]:
        assert self.hosted is not None
        return site.problems(self.hosted, self.scenario, self.request, keepalive=self.load.keepalive, rng=rng)

    def problems_of_theirs(self, site: Site) -> tuple[Problem, ...]:
        """Return what the suite would find from which it was imported: that looks at the answers to requests, once.

        Raises ContestantError when there is none.
        """
        assert self.hosted is not None
        values = Values()
        found: list[Problem] = []
        for asked in (self.scenario.request, *self.scenario.also):
            expect = asked.expect if isinstance(asked, Asked) else self.scenario.expect
            request, expect = values.fill(asked), values.fill(expect)
            answer = site.ask(self.hosted, request)
            # Bytes that may be anything have no lower case.
            if expect.hex is None and answer.header("content-encoding") is None:
                answer, expect = replace(answer, body=without_case(answer.body, expect)), expect.loosely()
            found += judge("", "", request, expect, answer)
        return tuple(found)

    def _after_changes(self, site: Site) -> tuple[Problem, ...]:
        """Return the problems of answers after changes in its services' data.

        Without any, a page that could be written in different ways must from then on be what it is now.
        """
        assert self.hosted is not None
        request = self.request
        problems: tuple[Problem, ...] = ()
        if self.backend is not None:
            problems = self.backend.changes(partial(site.check_once, self.hosted, request, self.load.keepalive))
            problems += self.backend.written(partial(site.ask, self.hosted, Values().fill(request)))
        if self.scenario.expect.html is not None and not problems:
            page = site.ask(self.hosted, Values().fill(request))
            problems = judge("the page for the laps", "", request, self.scenario.expect, page)
            self.scenario = self.scenario.with_page(page.body.decode(errors="replace"))
        return problems

    def ask_probes(self, site: Site, dice: random.Random) -> None:
        """Send requests that are not the usual one, and flag an answer that is not theirs. Raises ContestantError.

        A server that no longer reads requests gives one of them the answer that it gives to all others. They are among
        other requests on the connections of all laps; where an external tool has these, each is on a connection of its
        own, and where services count what they are asked, there is only the one for an unknown path. Does nothing where
        the contract has no such.
        """
        assert self.hosted is not None
        if self.scenario.contract == "answer":
            return
        if self.probes and self.is_open:
            self._probing_lap(site)
            return
        first, *_ = self._between_laps(dice).items()
        self.hosted.thaw()
        problems = [
            problem
            for name, one in (self.probes or dict([first])).items()
            for problem in site.check_once(
                self.hosted, one.request, self.load.keepalive, f"{name} between laps", one.expect
            )
        ]
        self.hosted.freeze()
        if problems:
            self.kept.flag(ANSWERS_BLINDLY, problems[0].line())

    def _probing_lap(self, site: Site) -> None:
        spec = LapSpec(
            target=self.name, connections=self.load.connections, duration_ms=PROBING_MS, skip_ms=0, probing=True
        )
        result = self.meter(site, lambda: site.session.lap(spec)).result
        self._note_drawn_out(result, spec)
        wrong, first = sum(getattr(result.outcomes, name) for name in WRONG_OUTCOMES), result.first_failure
        if wrong and first is not None:
            text = f"{' or '.join(self.probes)} between laps: {wrong} of {result.requests} answers were wrong"
            self.kept.flag(ANSWERS_BLINDLY, f"{text}: expected {first.expected}, got {first.got}")

    def _note_drawn_out(self, result: LapResult, spec: LapSpec) -> None:
        timeouts = result.outcomes.timeout + result.skipped.outcomes.timeout
        if timeouts and result.lap_elapsed_s * 1000 > spec.duration_ms + self.load.timeout_ms / 2:
            self.drawn_out += 1

    def watched(self, lap: Callable[[], Seen], answers: Callable[[Seen], int | None], *, unfinished: int = 0) -> Seen:
        """Run a lap, and read its services' counters before and after (`BackendCheck.lap`). Raises ServiceError."""
        return lap() if self.backend is None else self.backend.lap(lap, answers, unfinished=unfinished)

    def disagreement(self) -> str | None:
        """Return a disagreement of answers and service counters in watched laps, in one line."""
        return None if self.backend is None else self.backend.trouble()

    @property
    def request(self) -> Request:
        """The scenario's request for this contestant."""
        return self.scenario.request

    def verify(self, site: Site, rng: random.Random) -> None:
        """Verify the whole contract, and draw the probes. Raises ContractError with the first problem and the number.

        Of what is imported from another suite, only the answer to the request must be right; the row says what is not.
        """
        problems = self._contract(site, rng)
        if problems and self.prepared.contestant.image is not None and not self.problems_of_theirs(site):
            self.kept.flag("fails-our-contract", f"only the answer to the request is right: {problems[0].line()}")
            problems = ()
            self._note_unknown(site, rng)
        problems = problems or self._after_changes(site)
        if problems:
            more = f"; {len(problems)} problems in total" if len(problems) > 1 else ""
            raise ContractError(f"{problems[0].line()}{more}", hint=f"fairlap check {self.name}")
        if self.scenario.contract == "full" and not self.scenario.services:  # their counters would miss the probes
            self.probes = self._between_laps(rng)

    def _note_unknown(self, site: Site, rng: random.Random) -> None:
        """Let an unknown path be answered with any error: who reads no requests gives the answer to all others."""
        assert self.hosted is not None
        if self.scenario.contract == "answer" or self.request.is_message:
            return
        unknown = between_laps(self.scenario, self.request, rng)[UNKNOWN]
        status = site.ask(self.hosted, unknown.request).status
        is_error = status >= 400 and status != self.scenario.expect.status
        self.unknown = Expect(status=status) if is_error else unknown.expect

    def _between_laps(self, dice: random.Random) -> dict[str, Question]:
        """Return what it is asked between laps; of one that fails our contract, only an unknown path."""
        asked = between_laps(self.scenario, self.request, dice)
        return asked if self.unknown is None else {UNKNOWN: replace(asked[UNKNOWN], expect=self.unknown)}

    @property
    def target(self) -> Target:
        """The target for a generator; requires a started contestant."""
        assert self.hosted is not None
        hosted = self.hosted
        network = None if hosted.network is None else hosted.network.path
        target = target_of(self.prepared.contestant, self.scenario, self.load, hosted.port, hosted.host, network)
        probes = tuple((each.request, each.expect) for each in self.probes.values())
        return replace(target, probes=probes, trust=hosted.trust)

    @property
    def pipeline(self) -> int | None:
        """The requests on their way on each connection, for a lap; HTTP/2 has them on streams of the target."""
        return None if self.scenario.request.multiplexed else self.load.depth

    def open(self, site: Site) -> None:
        """Add it to the generator and freeze it until its first lap. Raises ContestantError if it cannot be frozen."""
        assert self.hosted is not None
        site.session.open(self.target)
        self.is_open = True
        self.hosted.freeze()

    def lap(
        self, site: Site, duration_ms: int, *, cycle: int, position: int, for_warmth: bool = False
    ) -> Sample | None:
        """Run one closed-loop lap of the suite's load; `None` as in `run`."""
        spec = LapSpec(
            target=self.name,
            connections=self.load.connections,
            duration_ms=duration_ms,
            skip_ms=head_ms(duration_ms),
            pipeline=self.pipeline,
        )
        metered = self.run(site, spec, for_warmth=for_warmth)
        if metered is None:
            return None
        self._note_drawn_out(metered.result, spec)
        if for_warmth and metered.result.latency_us is not None:
            self.longest_ms.append(metered.result.latency_us.max / 1000)
        return sample_of(metered, cycle, position, self.load.in_flight)

    def own_lap(self, site: Site, duration_ms: int, *, cycle: int, position: int) -> Sample:
        """Run a lap with this machine's generator, which is always valid."""
        sample = self.lap(site, duration_ms, cycle=cycle, position=position)
        assert sample is not None
        return sample

    def run(self, site: Site, spec: LapSpec, *, for_warmth: bool = False) -> Metered[LapResult] | None:
        """Run any lap with our generators; flag the first wrong answer. Raises ContestantError.

        Returns `None` and sets a flag when a generator on another machine invalidated it, except with `for_warmth`.
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
        self.kept.flag(void.name, void.text, void.generator)
        return None

    def why_void(self) -> str:
        """Return the reason why laps are invalid, in parentheses; empty when unknown."""
        return next((f" ({flag})" for flag in self.kept.flags if flag.kind in VOID_FLAGS), "")

    def meter(self, site: Site, lap: Callable[[], Seen]) -> Metered[Seen]:
        """Run any lap with the readings of the machine; a program that offers it runs in the network of the contestant.

        Raises ContestantError.
        """
        assert self.hosted is not None
        services = tuple(self.scenario.services)
        with visiting(self.hosted.network):
            return meter(site, self.hosted, lap, began_s=self.round_began, services=services)

    def read_memory(self) -> None:
        """Record the maximum of its memory. Walks all page tables, which takes 0.3 ms for a small contestant."""
        assert self.hosted is not None
        self.kept.note_memory(self.hosted.memory_bytes())
        if self.backend is not None:
            self.backend.read_memory()

    def count_processes(self) -> None:
        """Record its processes and threads."""
        assert self.hosted is not None
        counts = self.hosted.counts()
        if counts is not None:
            self.kept.note_processes(counts)

    def trouble_after(self, sample: Sample) -> str | None:
        """Return why it cannot continue after that lap: it ended, or gave no right answer; otherwise `None`."""
        assert self.hosted is not None
        ended = self.hosted.exit_reason()
        if ended is not None:
            return ended
        if sample.outcomes.ok + sample.skipped_outcomes.ok == 0:
            seen = next((f": {flag.reason}" for flag in self.kept.flags if flag.kind in OUTCOMES), "")
            return how_it_ended(self.hosted) or f"no right answer in a whole lap ({_named(sample.outcomes)}){seen}"
        return self.why_too_slow()

    def why_too_slow(self) -> str | None:
        """Return why its laps, those of probes too, take too much of the others' time; otherwise `None`."""
        waited = f"{self.drawn_out} laps lasted until a request timed out after {self.load.timeout_ms} ms"
        return waited if self.drawn_out >= MOST_DRAWN_OUT else None

    def note_full_backlog(self) -> None:
        """Flag that it had no room for new connections so far."""
        assert self.hosted is not None
        overflows = 0 if self.hosted.network is None else self.hosted.network.listen_overflows()
        if overflows:
            text = f"{overflows} attempts to connect found the queue of its listening socket full, and waited a second"
            self.kept.flag("backlog-full", f"{text} or more (fix: a larger backlog, or fewer connections)")

    def record(self) -> ContestantRound:
        """Return the record for the store."""
        return self.kept.frozen(self.prepared, self.heat, () if self.backend is None else self.backend.use())


def how_it_ended(hosted: Hosted) -> str | None:
    """Return how a contestant ended; `None` if it goes on, which takes a moment to know: it may just be ending."""
    hosted.wait_exit(END_BOUND_S)
    return hosted.exit_reason()


def target_of(
    contestant: Contestant,
    scenario: Scenario,
    load: LoadProfile,
    port: int,
    host: str = LOOPBACK,
    network: Path | None = None,
) -> Target:
    """Return the target for a generator of a contestant that listens on `port` of `host` in its own `network`."""
    own = contestant.own_scenario(scenario)
    return Target(
        name=contestant.name,
        address=f"{host}:{port}",
        request=own.request,
        expect=own.expect,
        keepalive=load.keepalive,
        requests_per_connection=load.requests_per_connection,
        streams=load.pipeline if own.request.multiplexed else None,
        timeout_ms=load.timeout_ms,
        network=network,
        weight=own.weight,
        also=tuple(own.also),
    )


def _named(outcomes: Outcomes) -> str:
    seen = [(name, getattr(outcomes, name)) for name in OUTCOMES if getattr(outcomes, name)]
    return ", ".join(f"{count} {name}" for name, count in seen) or "no request ended"
