"""A site on simulated time, without processes: laps take simulated time, and nothing waits."""

import json
import math
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count

from tools.rehearsal.laps import OPEN_POINTS, Wrong, closed_lap, open_lap, with_late_answers
from tools.rehearsal.machine import CALM, Machine, Weather
from tools.rehearsal.players import Fault, Player
from tools.rehearsal.services import SimulatedServices

from fairlap.catalog import Expect, Request, Scenario
from fairlap.catalog.services import ServiceName
from fairlap.errors import ContestantError, ContractError, StartError
from fairlap.generators.fairload import Target
from fairlap.generators.models import FirstFailure, LapResult, LapSpec
from fairlap.generators.tools.laps import ToolLaps
from fairlap.host import CpuLayout, CpuTimes, CpuUse
from fairlap.hosting.body import ProcessCount, StopOutcome
from fairlap.hosting.hosted import LOOPBACK
from fairlap.hosting.logs import SHOWN_LINES
from fairlap.hosting.prepared import Prepared
from fairlap.hosting.procfs import ProcessKey
from fairlap.plan.pace import LAP_OVERHEAD_MS
from fairlap.race.site import Hosted
from fairlap.verify import Problem, Response

WRONG_FOR_S = 2.0
BEGAN = datetime(2026, 11, 21, 12, tzinfo=UTC)
SERVER, GENERATOR = 0, 1
LAYOUT = CpuLayout((SERVER,), (GENERATOR,), shared=False)
SERVER_SHARE = 0.9
"""The share of its CPU that a contestant uses in a lap."""
IDLE_SHARE = 0.5
"""The share of one that waits before some answers."""


@dataclass(frozen=True, slots=True)
class LapRun:
    """A lap, when it ran, which contestants were not frozen, and whether somebody looked at their logs meanwhile."""

    spec: LapSpec
    at_s: float
    awake: tuple[str, ...]
    bounds_logs: bool


@dataclass(eq=False)
class SimulatedContestant:
    """A started contestant (`Hosted`).

    The `luck` of this start and the `noise` of its last lap are logs of its speed.
    """

    player: Player
    number: int
    port: int
    luck: float
    forget: Callable[["SimulatedContestant"], None]
    host: str = LOOPBACK
    network: None = None
    trust: None = None
    noise: float | None = None
    frozen: bool = False
    laps: int = 0
    load_s: float = 0.0
    cpu_us: int = 0
    kept_on: tuple[int, ...] = ()

    def has(self, fault: Fault) -> bool:
        """Whether the fault shows by now."""
        return self.player.has(fault, self.number, self.laps)

    def freeze(self) -> None:
        if self.has("cannot-be-frozen"):
            raise ContestantError("could not be frozen: 1 process still runs", where=self.player.name)
        self.frozen = True

    def thaw(self) -> None:
        self.frozen = False

    def exit_reason(self) -> str | None:
        if self.has("ends-at-start"):
            return "ended with exit status 3"
        return "ended with exit status 4" if self.has("ends") else None

    def wait_exit(self, timeout_s: float) -> bool:
        return self.exit_reason() is not None  # its script changes only in laps

    def cpu_usage_us(self) -> int | None:
        return self.cpu_us

    def throttled_us(self) -> int | None:
        return 0

    def memory_bytes(self) -> int | None:
        return (20 + self.laps) << 20  # one MiB more with each lap

    def counts(self) -> ProcessCount:
        """Count two processes of two threads, unless the script says otherwise."""
        second = 3 if self.has("replaces-a-worker") else 2
        pids = (1,) if self.has("loses-a-worker") else (1, second)
        return ProcessCount(len(pids), 2 * len(pids), frozenset(ProcessKey(pid, self.number) for pid in pids))

    def keep_on(self, cpus: Sequence[int]) -> None:
        self.kept_on = tuple(cpus)

    def listens_at(self) -> tuple[str, ...]:
        return ()

    def log_tail(self, lines: int = SHOWN_LINES) -> tuple[str, ...]:
        return ()

    def stop(self) -> StopOutcome:
        self.forget(self)
        if self.has("cannot-be-stopped"):
            raise ContestantError("a process cannot be killed", where=self.player.name)
        left_behind = 2 if self.has("leaves-children") else 0
        if self.exit_reason() is not None:
            return StopOutcome("already ended", left_behind)
        return StopOutcome("KILL" if self.has("ignores-term") else "TERM", left_behind)


@dataclass
class RehearsalSite:
    """Players on a machine (`Site`), which is its own session. All randomness comes from one seed.

    Attributes:
        latencies: whether closed-loop laps have latencies; a histogram takes longer than the rest of a lap.
        open_points: points of the distribution of an open-loop lap; with 0 it has no latencies.
        overhead_ms: the time of a lap beyond its length.
        at_lap: functions called before the lap with that number, counted from 1 over all contestants.
        runs: the laps so far.
    """

    players: Sequence[Player]
    seed: int = 1
    machine: Machine = CALM
    latencies: bool = True
    open_points: int = OPEN_POINTS
    overhead_ms: float = LAP_OVERHEAD_MS
    services: SimulatedServices | None = None
    at_lap: Mapping[int, Callable[[], None]] = field(default_factory=dict)
    tool: ToolLaps | None = None
    layout: CpuLayout = LAYOUT
    version: str = "rehearsal"
    time_s: float = 1000.0
    runs: list[LapRun] = field(default_factory=list)
    alive: dict[str, SimulatedContestant] = field(default_factory=dict)
    targets: dict[str, Target] = field(default_factory=dict)
    starts: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._weather = Weather(self.machine, self.seed)
        self._busy_us = 0.0
        self._bounds_logs = False
        self._cpu_times = CpuTimes(())
        self._ports = count(20_000)

    @property
    def session(self) -> "RehearsalSite":
        return self

    def clock_s(self) -> float:
        return self.time_s

    def now(self) -> datetime:
        """Return a Saturday in November plus the simulated time."""
        return BEGAN + timedelta(seconds=self.time_s)

    def cpu_times(self) -> CpuTimes:
        """Count the server's CPU as busy in laps and with what others take."""
        total_us = round(self.time_s * 1e6)
        if total_us != self._cpu_times.at_us:  # unchanged since the last lap
            idle_us = round(total_us * (1 - self.machine.foreign_share) - self._busy_us)
            ran_us = round(self._busy_us + total_us * self.machine.foreign_share)
            cpus = ((SERVER, CpuUse(total_us, idle_us, 0, ran_us=ran_us)), (GENERATOR, CpuUse(total_us, total_us, 0)))
            self._cpu_times = CpuTimes(cpus, total_us)
        return self._cpu_times

    def free_ports(self, count: int) -> tuple[int, ...]:
        return tuple(next(self._ports) for _ in range(count))

    @contextmanager
    def bounding_logs(self) -> Iterator[None]:
        self._bounds_logs = True
        try:
            yield
        finally:
            self._bounds_logs = False

    def launch(
        self, prepared: Prepared, port: int, request: Request, services: Collection[ServiceName]
    ) -> SimulatedContestant:
        """Raises StartError if the script says so."""
        name = prepared.contestant.name
        player = next(player for player in self.players if player.name == name)
        number = self.starts[name] = self.starts.get(name, 0) + 1
        if player.has("cannot-be-launched", number, 0):
            raise StartError("no such program", where=name)
        played = SimulatedContestant(player, number, port, self._weather.start(), self._forget)
        self.alive[name] = played
        return played

    def wait_until_answers(self, hosted: Hosted, request: Request, expect: Expect, bound_s: float) -> None:
        """Wait as long as a real site, in simulated time. Raises StartError or ContractError if the script says so."""
        played = self._played(hosted)
        self.time_s += played.player.startup_s
        reason = played.exit_reason()
        if reason is not None:
            raise StartError(reason)
        if played.has("never-answers"):
            self.time_s += bound_s
            raise StartError(f"never ready: no right answer within {bound_s:g} s; last: nothing came")
        if played.has("answers-wrongly"):
            self.time_s += WRONG_FOR_S
            raise ContractError("the same wrong answer for 2 s: status: expected 200, got 500")

    def ask(self, hosted: Hosted, request: Request) -> Response:
        """Answer with a token that names the contestant asked, where logins look for it."""
        token = {"token": f"token-of-{self._played(hosted).player.name}"}
        return Response(200, (), json.dumps({**token, "user": token}).encode(), "1.1", keep_alive=False)

    def problems(
        self, hosted: Hosted, scenario: Scenario, request: Request, *, keepalive: bool, rng: random.Random
    ) -> tuple[Problem, ...]:
        """Return two problems if the script says so."""
        if not self._played(hosted).has("breaks-the-contract"):
            return ()
        return tuple(Problem(check, "GET /", "Hello, world!", "Hello Wurld!") for check in ("body", "body, in pieces"))

    def check_once(
        self, hosted: Hosted, request: Request, keepalive: bool, check: str, expect: Expect
    ) -> tuple[Problem, ...]:
        """Return one problem if the script says so."""
        played = self._played(hosted)
        if expect.status == 404:
            return (
                (Problem(check, "GET /unknown", "status 404", "status 200"),) if played.has("answers-blindly") else ()
            )
        return (Problem(check, "GET /", "2", "1"),) if played.has("keeps-what-its-service-had") else ()

    def open(self, target: Target) -> None:
        self.targets[target.name] = target

    def close(self, target: str) -> None:
        """Raises KeyError if it is not open."""
        del self.targets[target]

    def lap(self, spec: LapSpec) -> LapResult:
        """Lap as scripted. Raises what `at_lap` raises, and KeyError for a target that is not open.

        Laps with probes are not counted, and only take time.
        """
        played = self.alive[self.targets[spec.target].name]
        if spec.probing:
            return self._probe(spec, played)
        awake = tuple([name for name, one in self.alive.items() if not one.frozen])
        self.runs.append(LapRun(spec, self.time_s, awake, self._bounds_logs))
        if len(self.runs) in self.at_lap:
            self.at_lap[len(self.runs)]()
        began_s, player = self.time_s, played.player
        played.laps += 1
        window_ms, end_s = spec.duration_ms - spec.skip_ms, began_s + spec.duration_ms / 1000
        played.noise = self._weather.noise(played.noise, window_ms)
        log_speed = self._weather.log_speed(end_s - window_ms / 1000, end_s) + played.luck + played.noise
        per_s = player.per_s * player.warmth(played.load_s) * math.exp(log_speed)
        played.load_s += spec.duration_ms / 1000
        used_us = (IDLE_SHARE if played.has("answers-some-late") else SERVER_SHARE) * spec.duration_ms * 1000
        played.cpu_us += round(used_us)
        self._busy_us += used_us
        self.time_s += (spec.duration_ms + self.overhead_ms) / 1000
        wrong: Wrong = "all" if played.has("no-right-answer") else "one" if played.has("one-wrong-answer") else None
        if spec.rate_per_s is None:
            result = closed_lap(spec, per_s, began_s, wrong, self.latencies)
            if played.has("holds-answers") and result.progress_per_s is not None:
                held_per_s = (
                    spec.connections / 2 / result.elapsed_s
                )  # half of the time of each connection's first answer
                result = result.model_copy(update={"progress_per_s": result.progress_per_s - held_per_s})
            if played.has("answers-some-late"):
                result = with_late_answers(result, spec)
        else:
            result = open_lap(spec, per_s * player.carries, began_s, wrong, self.open_points)
        if self.services is not None and not played.has("does-not-ask-its-service"):
            for service in self.services.running.values():
                service.statements += result.responses
        return result

    def _probe(self, spec: LapSpec, played: SimulatedContestant) -> LapResult:
        began_s = self.time_s
        self.time_s += (spec.duration_ms + self.overhead_ms) / 1000
        if not played.has("answers-blindly"):
            return closed_lap(spec, played.player.per_s, began_s, None, latencies=False)
        result = closed_lap(spec, played.player.per_s, began_s, "one", latencies=False)
        failure = FirstFailure(outcome="wrong_status", expected="status 404", got="status 200")
        return result.model_copy(update={"first_failure": failure})

    def _played(self, hosted: Hosted) -> SimulatedContestant:
        return next(played for played in self.alive.values() if played is hosted)

    def _forget(self, played: SimulatedContestant) -> None:
        del self.alive[played.player.name]
