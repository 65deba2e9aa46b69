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
from fairlap.plan import Goal, PlannedRound
from fairlap.runner.course import Course
from fairlap.runner.heat import Extras, HeatRunner, round_work_ms
from fairlap.runner.observer import Observer
from fairlap.runner.prepare import prepare_one
from fairlap.runner.site import LocalSite, Prepared, open_local_site
from fairlap.samples import METHOD_VERSION, RunRecord, Skip
from fairlap.store import Store


@dataclass(frozen=True, slots=True)
class RaceRequest:
    """What to race. `names` empty: whom the suite names. `results` holds the store, logs and running state.

    `goal` says how precise the answer is to be, and what is to be found out besides.
    """

    catalog: Catalog
    suite: Suite
    names: tuple[str, ...]
    seed: int
    results: Path
    build_root: Path
    goal: Goal

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The suite's scenarios. Raises UsageError for an unknown one."""
        return tuple(self.catalog.scenario(name) for name in self.suite.scenarios)


@dataclass(frozen=True, slots=True)
class RaceOutcome:
    """Which run it was, whether it was interrupted (its finished rounds are in the store), and why it ended."""

    run: str
    interrupted: bool
    stopped: str


def race(request: RaceRequest, observer: Observer) -> RaceOutcome:
    """Run it. Raises UsageError before anything is written, GeneratorError when the generator fails."""
    entries = choose_entries(request)
    clear_own_leavings(request.results, observer)
    field = _prepare_field(request, entries, observer)
    courses = _courses(request, field)
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
        store.begin_run(_run_record(run, request, site, courses))
        for skip in field.skips:
            store.add_skip(run, skip)
        rounds = _Rounds(run, request, field, site, store, observer)
        try:
            rounds.run(courses)
        except KeyboardInterrupt:
            store.finish_run(run, _now(), interrupted=True)
            return RaceOutcome(run, interrupted=True, stopped="it was interrupted")
        store.finish_run(run, _now(), interrupted=False)
    return RaceOutcome(run, interrupted=False, stopped="; ".join(course.stopped or "" for course in courses))


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


def _courses(request: RaceRequest, field: _Field) -> tuple[Course, ...]:
    budget_s = request.goal.budget_s
    share_s = None if budget_s is None else budget_s / len(field.entries)
    courses = tuple(
        Course(scenario, names, request.suite, request.goal, share_s, request.seed) for scenario, names in field.entries
    )
    # A run has one list of looks: the longest is valid for everyone, and costs the others a little power.
    looks = max((course.looks for course in courses), key=len)
    for course in courses:
        course.looks = looks
    return courses


@dataclass(frozen=True)
class _Rounds:
    """Runs the rounds of all scenarios in turn; each is stored when it is finished."""

    run_id: str
    request: RaceRequest
    field: _Field
    site: LocalSite
    store: Store
    observer: Observer

    def run(self, courses: Sequence[Course]) -> None:
        """Until every course has stopped: rounds of scenarios alternate, so that a slow spell hits all of them."""
        runner = HeatRunner(self.site, self.request.suite.load, self.observer)
        scenarios = {scenario.name: scenario for scenario in self.request.scenarios}
        while running := [course for course in courses if course.stopped is None]:
            for course in running:
                heats = course.next_round()
                self._store_decisions(course)
                if heats:
                    self.observer.left(sum(self._work_left_ms(other, heats) for other in courses if not other.stopped))
                for planned in heats:
                    self._run_heat(runner, course, course.at_current_pace(planned), scenarios[course.scenario])

    def _run_heat(self, runner: HeatRunner, course: Course, planned: PlannedRound, scenario: Scenario) -> None:
        # Who failed once has its row marked: starting it again would cost time and change nothing.
        racing = [self.field.prepared[name] for name in planned.start_order if name not in course.out]
        record = runner.run(planned, scenario, racing, self._label(course, planned), self._extras(course, planned))
        self.store.add_round(self.run_id, record)
        course.add(record)
        self._store_decisions(course)
        if course.reference in course.out:
            raise StartError(
                "the reference contestant failed, so nothing can be compared any more",
                where=course.reference,
                hint=f"finished rounds are kept; see {self.request.results / 'logs' / self.run_id}",
            )

    def _extras(self, course: Course, planned: PlannedRound) -> Extras:
        return Extras(
            adapt=course.adapt_laps,
            rates=course.rates_in(planned),
            slo=self.request.goal.slo,
            sweep=self.request.goal.sweep,
            earlier=tuple(course.rounds),
        )

    def _label(self, course: Course, planned: PlannedRound) -> str:
        label = f"round {planned.number}"
        label += f" of {course.planned}" if course.budget_s is None else f" of about {course.planned}"
        if len(self.field.entries) > 1:
            label += f", {course.scenario}"
        return label if planned.heat.number == 1 else f"{label}, heat {planned.heat.number}"

    def _work_left_ms(self, course: Course, heats: Sequence[PlannedRound]) -> int:
        """With a budget: what is left of it. Otherwise: the rounds that are left, each like this one."""
        if course.budget_s is not None:
            return round(max(0.0, course.budget_s - course.elapsed_s) * 1000)
        each_ms = sum(
            round_work_ms(planned, self.request.suite.load, self._extras(course, planned)) for planned in heats
        )
        return each_ms * (course.planned - course.done)

    def _store_decisions(self, course: Course) -> None:
        for decision in course.decisions:
            self.store.add_decision(self.run_id, decision)
        course.decisions.clear()


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


def _run_record(run: str, request: RaceRequest, site: LocalSite, courses: Sequence[Course]) -> RunRecord:
    suite = request.suite
    names = sorted({name for course in courses for name in (course.reference, *course.names)})
    return RunRecord(
        run=run,
        started_at=_now(),
        suite_name=suite.name,
        suite_json=suite.model_dump_json(),
        host_json=fingerprint().as_json(),
        isolation_json=site.isolation.as_json(),
        seed=request.seed,
        method_version=METHOD_VERSION,
        fairlap_version=__version__,
        fairload_version=site.session.version,
        reference=suite.reference,
        rounds=max(course.planned for course in courses),
        cycles=suite.cycles,
        connections=suite.load.connections,
        keepalive=suite.load.keepalive,
        lap_ms=suite.load.lap_ms,
        workers=suite.workers,
        contestants=tuple(names),
        precision=request.goal.precision,
        budget_s=request.goal.budget_s,
        looks=courses[0].looks,
        slo=None if request.goal.slo is None else str(request.goal.slo),
    )


def _new_run_id() -> str:
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
