"""What every run does, whatever its method: clears what others left, has a name, ends once when it is interrupted."""

import secrets
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Self

from fairlap import __version__
from fairlap.errors import UsageError
from fairlap.host import fingerprint
from fairlap.hosting.hosting import Hosting
from fairlap.hosting.isolation import Isolation
from fairlap.hosting.leavings import clear_leavings, runs_going_on, served
from fairlap.race.asked import Asked
from fairlap.race.claim import clear_claims
from fairlap.race.events import FieldOf, Notice, Observer, RaceBegan
from fairlap.race.field import Field
from fairlap.race.request import RaceOutcome, RaceRequest
from fairlap.race.site import LocalSite
from fairlap.samples import METHOD_VERSION, MethodName, RunRecord
from fairlap.store import Store


def clear_own_leavings(results: Path, hosting: Hosting, observer: Observer) -> None:
    """End what a killed fairlap left behind, its board included, and say what is being served by hand beside the race.

    Raises UsageError while another race is going on: two would measure each other.
    """
    state = results / ".running"
    for leaving in clear_leavings(state):
        observer(Notice(f"cleared: {leaving.text}"))
    for name in hosting.clear():
        observer(Notice(f"cleared: {name}"))
    for run in runs_going_on(state):
        raise UsageError(f"another race is going on here: {run}", hint="wait for its end: two would measure each other")
    clear_claims(results)
    for contestant in served(state):
        if contestant.alive:
            observer(
                Notice(
                    f"{contestant.name} is being served by hand and disturbs the race (fairlap stop {contestant.name})"
                )
            )


@contextmanager
def interrupt_once() -> Iterator[None]:
    """TERM and HUP end a run as Ctrl-C does. Only the first one counts: the end of the run is not to be interrupted."""
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        for number in signals:
            signal.signal(number, signal.SIG_IGN)  # for good: what is left to do is to clean up, report and exit
        raise KeyboardInterrupt

    before = [signal.signal(number, interrupt) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            if signal.getsignal(number) is interrupt:
                signal.signal(number, handler)


def new_run_id() -> str:
    """The name of a run that begins now."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"


def now() -> str:
    """ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class Measuring:
    """What measures: on which machine (of a cluster: the first one), how contestants are kept apart, who laps."""

    host_json: str
    isolation: Isolation
    fairload_version: str
    generator_version: str | None

    @classmethod
    def here(cls, site: LocalSite) -> Self:
        """This machine."""
        session, tool = site.session.version, site.tool
        return cls(fingerprint().as_json(), site.isolation, session, session if tool is None else tool.version)


def run_record(
    run: str,
    request: RaceRequest,
    measuring: Measuring,
    names: Iterable[str],
    *,
    rounds: int,
    cycles: int,
    looks: tuple[int, ...],
    method: MethodName = "laps",
    asked: Asked | None = None,
) -> RunRecord:
    """What a run is going to be; one without `asked` cannot be resumed."""
    suite = request.suite
    return RunRecord(
        run=run,
        started_at=now(),
        suite_name=suite.name,
        suite_json=suite.model_dump_json(),
        host_json=measuring.host_json,
        isolation_json=measuring.isolation.as_json(),
        seed=request.seed,
        method_version=METHOD_VERSION,
        fairlap_version=__version__,
        fairload_version=measuring.fairload_version,
        reference=suite.reference,
        rounds=rounds,
        cycles=cycles,
        connections=suite.load.connections,
        keepalive=suite.load.keepalive,
        lap_ms=suite.load.lap_ms,
        workers=suite.workers,
        contestants=tuple(sorted(names)),
        command=request.command,
        precision=request.goal.precision,
        budget_s=request.goal.budget_s,
        looks=looks,
        slo=None if request.goal.slo is None else str(request.goal.slo),
        generator=request.generator,
        generator_version=measuring.generator_version,
        method=method,
        request_json=None if asked is None else asked.model_dump_json(),
    )


@dataclass(frozen=True)
class Session:
    """A run: what it is asked for, who takes part, where it is stored, who hears of it."""

    run_id: str
    request: RaceRequest
    field: Field
    store: Store
    observer: Observer

    def begin(self, record: RunRecord, reference: str | None) -> None:
        """Store what it is going to be, and tell it; the classic method has no reference."""
        self.store.begin_run(record)
        for skip in self.field.skips:
            self.store.add_skip(self.run_id, skip)
        self.tell_began(record, reference)

    def tell_began(self, record: RunRecord, reference: str | None) -> None:
        """Tell that it begins, or goes on."""
        suite = self.request.suite
        fields = tuple(FieldOf(scenario, reference, able) for scenario, able in self.field.entries)
        self.observer(RaceBegan(record.run, suite.name, suite.title, record.started_at, fields, self.field.skips))

    def to_end(self, work: Callable[[], str]) -> RaceOutcome:
        """Do all that is left, which says why it ended. How it ended is stored, and returned."""
        try:
            stopped, interrupted = work(), False
        except KeyboardInterrupt:
            stopped, interrupted = "it was interrupted", True
        self.store.finish_run(self.run_id, now(), interrupted=interrupted)
        return RaceOutcome(self.run_id, interrupted=interrupted, stopped=stopped)
