"""Runs the rounds of a new or resumed run; each is stored when it is done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from fairlap.errors import StartError
from fairlap.plan.capacity import guess_share
from fairlap.plan.course import Course
from fairlap.plan.heats import PlannedRound
from fairlap.race.events import Observer, RoundBegan, RoundEnded, WorkLeft
from fairlap.race.field import Field
from fairlap.race.heat import HeatDone, HeatOrder, HeatRunner, round_work_ms
from fairlap.race.run import Session
from fairlap.race.site import Site
from fairlap.verify.backend import why_gone


class Heats(Protocol):
    """Runs rounds of heats on any machine."""

    def run(self, order: HeatOrder) -> HeatDone:
        """Run one round of a heat: fresh starts and all laps."""

    def why_gone(self, scenario: str) -> str | None:
        """Return why a scenario cannot continue: how one of its services ended. `None` while all run."""


@dataclass(frozen=True)
class LocalHeats:
    """Runs heats on this machine."""

    site: Site
    field: Field
    observer: Observer

    def run(self, order: HeatOrder) -> HeatDone:
        """Run one round of a heat."""
        racing = [self.field.prepared[name] for name in order.racing]
        scenario = self.field.scenario(order.planned.heat.scenario)
        return HeatRunner(self.site, order, scenario, racing, self.observer).run()

    def why_gone(self, scenario: str) -> str | None:
        """Return how one of the scenario's services ended; `None` while all run."""
        return why_gone(self.site.services, self.field.scenario(scenario))


@dataclass(frozen=True)
class Planning(Session):
    """Plans and stores the rounds of a run, wherever they are run."""

    def next_round(self, course: Course, courses: Sequence[Course]) -> tuple[PlannedRound, ...]:
        """Return the heats of a scenario's next round; store decisions and report the work that is left."""
        heats = course.next_round()
        for decision in course.take_decisions():
            self.store.add(self.run_id, decision)
        if heats:
            self.observer(WorkLeft(sum(self.work_left_ms(other, heats) for other in courses if not other.stopped)))
        return heats

    def keep(self, course: Course, done: HeatDone, gone: str | None = None) -> None:
        """Add and store a round with its decisions. Raises StartError when the reference failed."""
        record = done.record
        course.add(record, done.trials)
        if gone is not None and course.stopped is None:
            course.stop(gone)
        self.store.add_round(self.run_id, record, course.take_decisions())
        self.observer(RoundEnded(record))
        if course.reference in course.out:
            failed = next(turn for turn in record.contestants if turn.contestant == course.reference)
            raise StartError(
                f"the reference contestant failed, so comparisons are impossible: {failed.stage}: {failed.failure}",
                where=course.reference,
                hint=f"finished rounds are kept; see {self.request.results / 'logs' / self.run_id}",
            )

    def order(self, course: Course, planned: PlannedRound) -> HeatOrder:
        """Return the order for a planned heat, with later decisions."""
        slo = self.request.goal.slo
        shares = {} if slo is None else {name: guess_share(course.rounds, name) for name in planned.heat.everyone}
        return HeatOrder(
            planned=course.at_current_pace(planned),
            load=self.request.suite.load.for_scenario(self.field.scenario(course.scenario)),
            # A failed contestant is marked: starting it again would cost time and change nothing.
            racing=tuple(name for name in planned.start_order if name not in course.out),
            label=self._label(course, planned),
            rates=course.rates_in(planned),
            slo=slo,
            sweep=self.request.goal.sweep,
            needs=course.needs,
            capacity_shares={name: share for name, share in shares.items() if share is not None},
        )

    def begin_round(self, course: Course, planned: PlannedRound) -> None:
        """Report that a heat begins."""
        self.observer(RoundBegan(course.scenario, planned.number, course.planned, planned.heat.number))

    def _label(self, course: Course, planned: PlannedRound) -> str:
        label = f"round {planned.number}"
        label += f" of {course.planned}" if course.budget_s is None else f" of about {course.planned}"
        if len(self.field.entries) > 1:
            label += f", {course.scenario}"
        return label if planned.heat.number == 1 else f"{label}, heat {planned.heat.number}"

    def work_left_ms(self, course: Course, heats: Sequence[PlannedRound]) -> int:
        """Estimate the work left: the rest of the budget, otherwise the remaining rounds, each like this one."""
        if course.budget_s is not None:
            return round(max(0.0, course.budget_s - course.elapsed_s) * 1000)
        each_ms = sum(round_work_ms(self.order(course, planned)) for planned in heats)
        return each_ms * (course.planned - course.done)


@dataclass(frozen=True)
class Rounds:
    """Runs the rounds of all scenarios in turn."""

    planning: Planning
    heats: Heats

    def run(self, courses: Sequence[Course]) -> None:
        """Run until every course has stopped; scenarios alternate so that a slow phase affects all of them."""
        while running := [course for course in courses if course.stopped is None]:
            # In a resumed run some scenarios are a round ahead, and wait.
            number = min(course.next_number for course in running)
            for course in running:
                if course.next_number == number:
                    for planned in self.planning.next_round(course, courses):
                        self._run_heat(course, planned)

    def _run_heat(self, course: Course, planned: PlannedRound) -> None:
        self.planning.begin_round(course, planned)
        done = self.heats.run(self.planning.order(course, planned))
        self.planning.keep(course, done, self.heats.why_gone(course.scenario))
