"""Common parts of runs by all methods: leftovers, names, interrupts, records."""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from fairlap import __version__
from fairlap.errors import UsageError
from fairlap.host import fingerprint
from fairlap.hosting.hosting import Hosting
from fairlap.hosting.isolation import Isolation
from fairlap.hosting.leftovers import clear_leftovers, current_runs, served
from fairlap.race.claim import clear_claims
from fairlap.race.events import Notice, Observer, RaceBegan, ScenarioField
from fairlap.race.field import Field
from fairlap.race.request import RaceOutcome, RaceRequest
from fairlap.race.site import LocalSite
from fairlap.race.stored_request import StoredRequest
from fairlap.samples import METHOD_VERSION, MethodName, RunRecord
from fairlap.store import Store


def clear_own_leftovers(results: Path, hosting: Hosting, observer: Observer) -> None:
    """Clear leftovers of killed Fairlaps, and warn about contestants that are being served.

    Raises UsageError while another race is running, as they would disturb each other.
    """
    state = results / ".running"
    for leftover in clear_leftovers(state):
        observer(Notice(f"cleared: {leftover.text}"))
    for name in hosting.clear():
        observer(Notice(f"cleared: {name}"))
    for run in current_runs(state):
        raise UsageError(f"another race is running here: {run}", hint="wait for its end, as races disturb each other")
    clear_claims(results)
    for contestant in served(state):
        if contestant.alive:
            observer(
                Notice(f"{contestant.name} is being served and disturbs the race (fix: fairlap stop {contestant.name})")
            )


def new_run_id() -> str:
    """Return a name for a run that begins now."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"


def now() -> str:
    """Return the current time in ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class Measuring:
    """The measuring setup: machine (the first one of a cluster), isolation, generator."""

    host_json: str
    isolation: Isolation
    fairload_version: str
    generator_version: str | None

    @classmethod
    def here(cls, site: LocalSite) -> Self:
        """Return the setup of this machine."""
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
    stored_request: StoredRequest | None = None,
) -> RunRecord:
    """Return the record of a new run; without `stored_request`, it cannot be resumed."""
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
        request_json=None if stored_request is None else stored_request.model_dump_json(),
    )


@dataclass(frozen=True)
class Session:
    """A run: its request, contestants, store and observer."""

    run_id: str
    request: RaceRequest
    field: Field
    store: Store
    observer: Observer

    def begin(self, record: RunRecord, reference: str | None) -> None:
        """Store and announce the run; the classic method has no reference."""
        self.store.begin_run(record)
        for skip in self.field.skips:
            self.store.add(self.run_id, skip)
        self.announce(record, reference)

    def announce(self, record: RunRecord, reference: str | None) -> None:
        """Report that the run begins or continues."""
        suite = self.request.suite
        fields = tuple(ScenarioField(scenario, reference, able) for scenario, able in self.field.entries)
        self.observer(RaceBegan(record.run, suite.name, suite.title, record.started_at, fields, self.field.skips))

    def to_end(self, work: Callable[[], str]) -> RaceOutcome:
        """Do the `work`, which returns why it ended; store and return the outcome."""
        try:
            stopped, interrupted = work(), False
        except KeyboardInterrupt:
            stopped, interrupted = "interrupted", True
        self.store.finish_run(self.run_id, now(), interrupted=interrupted)
        return RaceOutcome(self.run_id, interrupted=interrupted, stopped=stopped)
