"""The classic method: one contestant at a time, passes for warm-up and for the result with the seed's tool.

It has no reference, no rounds and no intervals. Each pass is stored when it ends.
"""

import random
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial

from fairlap.catalog import Classic, Scenario
from fairlap.errors import ContestantError, UsageError
from fairlap.generators.tools.laps import ToolLap, ToolLaps
from fairlap.hosting.prepared import Prepared
from fairlap.hosting.services.model import ServiceError
from fairlap.race.claim import claimed
from fairlap.race.events import Advance, Failed, Notice, Observer, PassSeen, RoundBegan, StageBegan, WorkLeft
from fairlap.race.field import choose_entries, choose_tool
from fairlap.race.race import open_run, prepare_run
from fairlap.race.request import RaceOutcome, RaceRequest
from fairlap.race.run import Session, new_run_id, now, run_record
from fairlap.race.site import Site
from fairlap.race.tool_lap import check_as
from fairlap.race.turn import Turn, how_it_ended
from fairlap.samples import ClassicPass, Purpose
from fairlap.verify.backend import seed_again

HEAT = 1
TYPICAL_PER_S = 8000
"""For estimates of the time left of passes by count, whose duration depends on the contestant."""


def classic_race(request: RaceRequest, observer: Observer) -> RaceOutcome:
    """Repeat the suite's classic procedure with the tool `request.generator`.

    If that is not installed, fairload's dialect of it is used.

    Raises UsageError before anything is written, GeneratorError when the tool fails.
    """
    classic = request.suite.classic
    entries = choose_entries(request)
    tool = choose_tool(request, entries, dialects=True)
    if classic is None or tool is None:
        raise UsageError("the classic method needs a suite with a [classic] procedure", where=request.suite.name)
    if tool.program:
        observer(Notice(f"{request.generator} is not installed ({tool.install}): using {tool.name} instead"))
        request = replace(request, generator=tool.name)
    run = new_run_id()
    with (
        prepare_run(run, request, entries, tool, observer) as ready,
        claimed(request.results, run),
        open_run(request, ready, observer) as (store, machines),
    ):
        assert machines.site is not None and machines.site.tool is not None
        field = ready.field
        names = {name for _, able in field.entries for name in able}
        record = run_record(run, request, machines.measuring, names, rounds=1, cycles=0, looks=(), method="classic")
        session = Session(run, request, field, store, observer)
        session.begin(record, reference=None)
        passes = _Passes(session, classic, machines.site, machines.site.tool)
        turns = [
            (scenario, field.prepared[name])
            for scenario, (_, able) in zip(field.scenarios, field.entries, strict=True)
            for name in able
        ]

        def work() -> str:
            passes.run(turns)
            return "all passes are done"

        return session.to_end(work)


@dataclass(frozen=True, slots=True)
class Pass:
    """One run of the tool, by time or by count."""

    connections: int
    purpose: Purpose
    duration_s: int | None
    requests: int | None

    @property
    def work_ms(self) -> int:
        """Its length, or an estimate of it."""
        return 1000 * (self.requests or 0) // TYPICAL_PER_S if self.duration_s is None else self.duration_s * 1000


def passes_of(classic: Classic) -> list[Pass]:
    """Return the passes of each contestant in their order."""
    before = [Pass(one.connections, "warm-up", one.duration_s, None) for one in classic.warm_up]
    purposes: tuple[Purpose, ...] = ("result",) if before else ("warm-up", "result")
    return before + [
        Pass(connections, purpose, classic.duration_s, classic.requests)
        for connections in classic.connections
        for purpose in purposes
    ]


@dataclass(frozen=True)
class _Passes:
    """Runs the contestants one after another and stores each pass when it has ended."""

    session: Session
    classic: Classic
    site: Site
    tool: ToolLaps

    def run(self, turns: list[tuple[Scenario, Prepared]]) -> None:
        """Run all passes in the order of the suite."""
        each_ms = sum(one.work_ms for one in passes_of(self.classic))
        for number, (scenario, prepared) in enumerate(turns):
            self.session.observer(WorkLeft((len(turns) - number) * each_ms))
            self._one(scenario, prepared)

    def _one(self, scenario: Scenario, prepared: Prepared) -> None:
        """Start a contestant, verify it, run its passes, stop it. Its failures are stored."""
        turn = Turn(prepared, scenario, self.session.request.suite.load.for_scenario(scenario), HEAT)
        name = prepared.contestant.name
        left = iter(passes_of(self.classic))
        self.session.observer(RoundBegan(scenario.name, round=1, rounds=1, heat=HEAT))
        self.session.observer(StageBegan(f"starting {name}", contestant=name))
        try:
            (port,) = self.site.free_ports(1)
            seed_again(self.site.services, scenario)
            with self.site.bounding_logs():
                turn.start(self.site, port)
                turn.watch(self.site.services)
                turn.verify(self.site, random.Random(f"{self.session.request.seed}/{scenario.name}/{name}"))
            body_bytes = check_as(self.tool, turn)
            self._passes(turn, body_bytes, left)
        except ContestantError as error:
            self.session.observer(Failed(scenario.name, name, error.line()))
            for each in left:
                self._keep(self._empty(turn, each, error.line()))
        finally:
            if turn.hosted is not None:
                turn.hosted.stop()

    def _passes(self, turn: Turn, body_bytes: int, left: Iterator[Pass]) -> None:
        """Run the passes; raise ContestantError at the first failure, which is stored with its reason."""
        for each in left:
            stage = f"{turn.name}: {each.purpose}, {each.connections} connections"
            self.session.observer(StageBegan(stage, contestant=turn.name))
            started_at = now()
            spec = self.tool.spec(
                turn.target,
                each.connections,
                turn.load.pipeline,
                duration_s=each.duration_s,
                requests=each.requests,
            )
            assert turn.hosted is not None
            trouble = None
            try:
                run = partial(self.tool.run, spec, body_bytes)
                with nullcontext() if each.purpose == "result" else self.site.bounding_logs():
                    metered = turn.watched(
                        partial(turn.meter, self.site, run),
                        lambda found: found.result.found.answers,
                        unfinished=each.connections * turn.load.pipeline,
                    )
                lap = metered.result
            except (ContestantError, ServiceError) as error:
                trouble = how_it_ended(turn.hosted) or error.line()
            # A tool may also continue after the contestant's end, and count requests that nobody answers.
            trouble = turn.hosted.exit_reason() or trouble or turn.disagreement()
            if trouble is not None:
                self._keep(self._empty(turn, each, trouble))
                raise ContestantError(trouble)
            self._keep(self._done(turn, each, started_at, lap))
            if each.purpose == "result":
                self.session.observer(PassSeen(turn.scenario.name, turn.name, lap.found.answers_per_s))
            self.session.observer(Advance(each.work_ms))

    def _keep(self, ended: ClassicPass) -> None:
        self.session.store.add(self.session.run_id, ended)

    def _done(self, turn: Turn, each: Pass, started_at: str, lap: ToolLap) -> ClassicPass:
        found = lap.found
        return replace(
            self._empty(turn, each, None),
            started_at=started_at,
            command=lap.command,
            block=lap.block,
            answers=found.answers,
            elapsed_s=found.elapsed_s,
            answers_per_s=found.answers_per_s,
            not_2xx=found.not_2xx,
            failed=found.failed,
            doubts=lap.doubts,
        )

    def _empty(self, turn: Turn, each: Pass, reason: str | None) -> ClassicPass:
        return ClassicPass(
            scenario=turn.scenario.name,
            contestant=turn.name,
            version=turn.prepared.version,
            connections=each.connections,
            purpose=each.purpose,
            started_at=now(),
            failure=reason,
        )
