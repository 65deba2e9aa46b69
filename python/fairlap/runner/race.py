"""A whole run: who takes part, in which order, round after round, each committed to the store when it is done."""

import secrets
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

from fairlap import __version__
from fairlap.catalog import Catalog, Contestant, Scenario, Suite
from fairlap.errors import StartError, UsageError
from fairlap.host import fingerprint
from fairlap.hosting.leavings import clear_leavings, runs_going_on, served
from fairlap.plan import Plan, make_plan
from fairlap.runner.heat import HeatRunner, round_work_ms
from fairlap.runner.observer import Observer
from fairlap.runner.prepare import prepare_one
from fairlap.runner.site import LocalSite, Prepared, open_local_site
from fairlap.samples import METHOD_VERSION, RunRecord, Skip
from fairlap.store import Store


@dataclass(frozen=True, slots=True)
class RaceRequest:
    """What to race. `names` empty: whom the suite names. `results` holds the store, logs and running state."""

    catalog: Catalog
    suite: Suite
    names: tuple[str, ...]
    seed: int
    results: Path
    build_root: Path

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The suite's scenarios. Raises UsageError for an unknown one."""
        return tuple(self.catalog.scenario(name) for name in self.suite.scenarios)


@dataclass(frozen=True, slots=True)
class RaceOutcome:
    """Which run it was, and whether it was interrupted (its finished rounds are in the store)."""

    run: str
    interrupted: bool


def race(request: RaceRequest, observer: Observer) -> RaceOutcome:
    """Run it. Raises UsageError before anything is written, GeneratorError when the generator fails."""
    entries = choose_entries(request)
    clear_own_leavings(request.results, observer)
    field = _prepare_field(request, entries, observer)
    plan = make_plan(
        [(scenario, names) for scenario, names in field.entries],
        reference=request.suite.reference,
        rounds=request.suite.rounds,
        cycles=request.suite.cycles,
        seed=request.seed,
    )
    run = _new_run_id()
    with (
        Store.open(request.results / "fairlap.db") as store,
        _interrupt_once(),
        open_local_site(
            run=run,
            workers=request.suite.workers,
            results=request.results,
            prepared=field.prepared.values(),
        ) as site,
    ):
        for reason in site.fallbacks:
            observer.notice(f"isolation: {reason}")
        store.begin_run(_run_record(run, request, site, plan))
        for skip in field.skips:
            store.add_skip(run, skip)
        interrupted = _run_rounds(run, request, plan, field, site, store, observer)
        store.finish_run(run, _now(), interrupted)
    return RaceOutcome(run, interrupted)


def choose_entries(request: RaceRequest) -> tuple[tuple[Scenario, tuple[Contestant, ...]], ...]:
    """Who races what, the reference apart. Raises UsageError for names that cannot be, before anything is built."""
    suite, catalog = request.suite, request.catalog
    wanted = request.names or tuple(suite.contestants)
    everyone = not request.names and "*" in wanted
    chosen = []
    for scenario in request.scenarios:
        if everyone:
            field = [item for item in catalog.contestants if scenario.name in item.scenarios]
        else:
            field = [catalog.contestant(name) for name in dict.fromkeys(wanted)]
        for contestant in (*field, catalog.contestant(suite.reference)):
            contestant.must_answer(scenario)
        chosen.append((scenario, tuple(item for item in field if item.name != suite.reference)))
    return tuple(chosen)


def clear_own_leavings(results: Path, observer: Observer) -> None:
    """End what a killed fairlap left behind, and say what is being served by hand beside the race.

    Raises UsageError while another race is going on: two would measure each other.
    """
    state = results / ".running"
    for leaving in clear_leavings(state):
        observer.notice(f"cleared: {leaving.text}")
    for run in runs_going_on(state):
        raise UsageError(f"another race is going on here: {run}", hint="wait for its end: two would measure each other")
    for contestant in served(state):
        if contestant.alive:
            observer.notice(
                f"{contestant.name} is being served by hand and disturbs the race (fairlap stop {contestant.name})"
            )


@dataclass(frozen=True, slots=True)
class _Field:
    """Who can really race: names by scenario, what was built, and who was left out."""

    entries: tuple[tuple[str, tuple[str, ...]], ...]
    prepared: dict[str, Prepared]
    skips: tuple[Skip, ...]


def _prepare_field(
    request: RaceRequest, entries: Sequence[tuple[Scenario, tuple[Contestant, ...]]], observer: Observer
) -> _Field:
    reference = request.catalog.contestant(request.suite.reference)
    everyone = {item.name: item for _, field in entries for item in (reference, *field)}
    prepared: dict[str, Prepared] = {}
    skips: list[Skip] = []
    for contestant in everyone.values():
        observer.stage(f"preparing {contestant.name}")
        ready = prepare_one(contestant, request.build_root)
        if isinstance(ready, Prepared):
            prepared[contestant.name] = ready
            continue
        if contestant.name == reference.name:
            raise UsageError(f"the reference contestant cannot run: {ready.reason}", hint=ready.hint)
        observer.notice(f"{contestant.name}: {ready.status}: {ready.reason}")
        skips += [
            Skip(contestant.name, scenario.name, ready.status, ready.reason, ready.hint)
            for scenario, field in entries
            if contestant in field
        ]
    able = tuple(
        (scenario.name, tuple(item.name for item in field if item.name in prepared)) for scenario, field in entries
    )
    return _Field(able, prepared, tuple(skips))


def _run_rounds(
    run: str,
    request: RaceRequest,
    plan: Plan,
    field: _Field,
    site: LocalSite,
    store: Store,
    observer: Observer,
) -> bool:
    """Run every planned round; each is stored when it is finished. Returns whether the run was interrupted."""
    runner = HeatRunner(site, request.suite.load, observer)
    scenarios = {scenario.name: scenario for scenario in request.scenarios}
    heats = {planned.heat for planned in plan.rounds}
    observer.plan(sum(round_work_ms(planned, request.suite.load) for planned in plan.rounds))
    out: set[tuple[str, str]] = set()
    try:
        for planned in plan.rounds:
            heat = planned.heat
            label = f"round {planned.number} of {request.suite.rounds}"
            if len(heats) > 1:
                label += f", {heat.scenario} heat {heat.number}"
            # Who failed once has its row marked: starting it again would cost time and change nothing.
            racing = [name for name in planned.start_order if (heat.scenario, name) not in out]
            record = runner.run(planned, scenarios[heat.scenario], [field.prepared[name] for name in racing], label)
            store.add_round(run, record)
            for row in record.contestants:
                if row.failure is not None:
                    out.add((heat.scenario, row.contestant))
            if (heat.scenario, heat.reference) in out:
                raise StartError(
                    "the reference contestant failed, so nothing can be compared any more",
                    where=heat.reference,
                    hint=f"finished rounds are kept; see {request.results / 'logs' / run}",
                )
    except KeyboardInterrupt:
        return True
    return False


@contextmanager
def _interrupt_once() -> Iterator[None]:
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


def _run_record(run: str, request: RaceRequest, site: LocalSite, plan: Plan) -> RunRecord:
    suite = request.suite
    names = sorted({name for planned in plan.rounds for name in planned.heat.everyone})
    return RunRecord(
        run=run,
        started_at=_now(),
        suite_name=suite.name,
        suite_json=suite.model_dump_json(),
        host_json=fingerprint().as_json(),
        isolation_json=site.isolation.as_json(),
        seed=plan.seed,
        method_version=METHOD_VERSION,
        fairlap_version=__version__,
        fairload_version=site.session.version,
        reference=suite.reference,
        rounds=suite.rounds,
        cycles=suite.cycles,
        connections=suite.load.connections,
        keepalive=suite.load.keepalive,
        lap_ms=suite.load.lap_ms,
        workers=suite.workers,
        contestants=tuple(names),
    )


def _new_run_id() -> str:
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
