"""A whole run: who takes part, in which order, round after round, each committed to the store when it is done."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.catalog import LoadProfile, Scenario
from fairlap.errors import StartError
from fairlap.live.events import RoundBegan
from fairlap.plan import PlannedRound
from fairlap.runner.backend import why_gone
from fairlap.runner.course import Course
from fairlap.runner.field import Field, choose_entries, choose_tool, prepare_field
from fairlap.runner.heat import Extras, HeatRunner, round_work_ms
from fairlap.runner.observer import Observer
from fairlap.runner.request import RaceOutcome, RaceRequest
from fairlap.runner.run import clear_own_leavings, interrupt_once, new_run_id, now, race_began, run_record
from fairlap.runner.site import LocalSite, open_local_site
from fairlap.samples import OWN_GENERATOR, RunRecord
from fairlap.store import Store


def race(request: RaceRequest, observer: Observer) -> RaceOutcome:
    """Run it. Raises UsageError before anything is written, GeneratorError when the generator fails."""
    entries = choose_entries(request)
    tool = choose_tool(request, entries)
    clear_own_leavings(request.results, request.hosting, observer)
    field = prepare_field(request, entries, observer)
    courses = _courses(request, field)
    run = new_run_id()
    with (
        Store.open(request.results / "fairlap.db") as store,
        interrupt_once(),
        open_local_site(
            run=run,
            workers=request.suite.workers,
            connections=max(request.suite.load.connections, *request.goal.sweep, 0),
            results=request.results,
            prepared=field.prepared.values(),
            tool=tool,
            scenarios=field.scenarios,
            hosting=request.hosting,
        ) as site,
    ):
        for reason in site.fallbacks:
            observer.notice(f"isolation: {reason}")
        record = _record(run, request, site, courses)
        store.begin_run(record)
        for skip in field.skips:
            store.add_skip(run, skip)
        observer.began(race_began(record, request.suite, field, reference=request.suite.reference))
        rounds = _Rounds(run, request, field, site, store, observer)
        try:
            rounds.run(courses)
        except KeyboardInterrupt:
            store.finish_run(run, now(), interrupted=True)
            return RaceOutcome(run, interrupted=True, stopped="it was interrupted")
        store.finish_run(run, now(), interrupted=False)
    return RaceOutcome(run, interrupted=False, stopped="; ".join(course.stopped or "" for course in courses))


def _courses(request: RaceRequest, field: Field) -> tuple[Course, ...]:
    budget_s = request.goal.budget_s
    share_s = None if budget_s is None else budget_s / len(field.entries)
    courses = tuple(
        Course(
            name,
            names,
            request.suite.model_copy(update={"load": request.suite.load.for_scenario(scenario)}),
            request.goal,
            share_s,
            request.seed,
            # Long laps are not tried in several lengths, whoever needs them.
            fixed_length=request.generator != OWN_GENERATOR or scenario.least_lap_ms is not None,
        )
        for scenario, (name, names) in zip(field.scenarios, field.entries, strict=True)
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
    field: Field
    site: LocalSite
    store: Store
    observer: Observer

    def run(self, courses: Sequence[Course]) -> None:
        """Until every course has stopped: rounds of scenarios alternate, so that a slow spell hits all of them."""
        scenarios = {scenario.name: scenario for scenario in self.field.scenarios}
        runners = {
            name: HeatRunner(self.site, self._load(scenario), self.observer) for name, scenario in scenarios.items()
        }
        while running := [course for course in courses if course.stopped is None]:
            for course in running:
                heats = course.next_round()
                self._store_decisions(course)
                if heats:
                    self.observer.left(sum(self._work_left_ms(other, heats) for other in courses if not other.stopped))
                for planned in heats:
                    self._run_heat(
                        runners[course.scenario], course, course.at_current_pace(planned), scenarios[course.scenario]
                    )

    def _run_heat(self, runner: HeatRunner, course: Course, planned: PlannedRound, scenario: Scenario) -> None:
        self.observer.round_began(RoundBegan(course.scenario, planned.number, course.planned, planned.heat.number))
        # Who failed once has its row marked: starting it again would cost time and change nothing.
        racing = [self.field.prepared[name] for name in planned.start_order if name not in course.out]
        record = runner.run(planned, scenario, racing, self._label(course, planned), self._extras(course, planned))
        self.store.add_round(self.run_id, record)
        self.observer.round_ended(record)
        course.add(record)
        gone = why_gone(self.site.services, scenario)
        if gone is not None and course.stopped is None:
            course.stop(gone)
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

    def _load(self, scenario: Scenario) -> LoadProfile:
        return self.request.suite.load.for_scenario(scenario)

    def _work_left_ms(self, course: Course, heats: Sequence[PlannedRound]) -> int:
        """With a budget: what is left of it. Otherwise: the rounds that are left, each like this one."""
        if course.budget_s is not None:
            return round(max(0.0, course.budget_s - course.elapsed_s) * 1000)
        load = self._load(next(item for item in self.field.scenarios if item.name == course.scenario))
        paced = [course.at_current_pace(planned) for planned in heats]
        each_ms = sum(round_work_ms(planned, load, self._extras(course, planned)) for planned in paced)
        return each_ms * (course.planned - course.done)

    def _store_decisions(self, course: Course) -> None:
        for decision in course.decisions:
            self.store.add_decision(self.run_id, decision)
        course.decisions.clear()


def _record(run: str, request: RaceRequest, site: LocalSite, courses: Sequence[Course]) -> RunRecord:
    names = {name for course in courses for name in (course.reference, *course.names)}
    rounds = max(course.planned for course in courses)
    return run_record(run, request, site, names, rounds=rounds, cycles=request.suite.cycles, looks=courses[0].looks)
