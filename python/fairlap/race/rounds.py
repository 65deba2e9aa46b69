"""The rounds of a run, whether it begins or is resumed: each is committed to the store when it is done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from fairlap.errors import StartError
from fairlap.plan.capacity import guess_share
from fairlap.plan.course import Course
from fairlap.plan.heats import PlannedRound
from fairlap.race.events import Left, Observer, RoundBegan, RoundEnded
from fairlap.race.field import Field
from fairlap.race.heat import HeatRunner, round_work_ms
from fairlap.race.order import HeatDone, HeatOrder
from fairlap.race.run import Session
from fairlap.race.site import Site
from fairlap.verify.backend import why_gone


class Heats(Protocol):
    """Runs rounds of heats, wherever that is."""

    def run(self, order: HeatOrder) -> HeatDone:
        """One fresh start of those that race, in their order, and all their laps."""

    def why_gone(self, scenario: str) -> str | None:
        """Why a scenario cannot go on: one of its services has ended. `None` while all are there."""


@dataclass(frozen=True)
class LocalHeats:
    """On this machine."""

    site: Site
    field: Field
    observer: Observer

    def run(self, order: HeatOrder) -> HeatDone:
        """As `HeatRunner` does."""
        racing = [self.field.prepared[name] for name in order.racing]
        scenario = self.field.scenario(order.planned.heat.scenario)
        return HeatRunner(self.site, order, scenario, racing, self.observer).run()

    def why_gone(self, scenario: str) -> str | None:
        """The services of this site say so."""
        return why_gone(self.site.services, self.field.scenario(scenario))


@dataclass(frozen=True)
class Planning(Session):
    """What the rounds of a run are, and what becomes of them, wherever they are run."""

    def next_round(self, course: Course, courses: Sequence[Course]) -> tuple[PlannedRound, ...]:
        """The heats of a scenario's next round; what was decided on the way is stored, and the work left is told."""
        heats = course.next_round()
        for decision in course.take_decisions():
            self.store.add_decision(self.run_id, decision)
        if heats:
            self.observer(Left(sum(self._work_left_ms(other, heats) for other in courses if not other.stopped)))
        return heats

    def keep(self, course: Course, done: HeatDone, gone: str | None = None) -> None:
        """Count and store a round, with what was decided in it. Raises StartError when it was the last that can be."""
        record = done.record
        course.add(record, done.trials)
        if gone is not None and course.stopped is None:
            course.stop(gone)
        self.store.add_round(self.run_id, record, course.take_decisions())
        self.observer(RoundEnded(record))
        if course.reference in course.out:
            failed = next(turn for turn in record.contestants if turn.contestant == course.reference)
            raise StartError(
                "the reference contestant failed, so nothing can be compared any more: "
                f"{failed.stage}: {failed.failure}",
                where=course.reference,
                hint=f"finished rounds are kept; see {self.request.results / 'logs' / self.run_id}",
            )

    def order(self, course: Course, planned: PlannedRound) -> HeatOrder:
        """What is to be run of a heat's plan now, at the pace that was decided since."""
        slo = self.request.goal.slo
        shares = {} if slo is None else {name: guess_share(course.rounds, name) for name in planned.heat.everyone}
        return HeatOrder(
            planned=course.at_current_pace(planned),
            load=self.request.suite.load.for_scenario(self.field.scenario(course.scenario)),
            # Who failed once has its row marked: starting it again would cost time and change nothing.
            racing=tuple(name for name in planned.start_order if name not in course.out),
            label=self._label(course, planned),
            rates=course.rates_in(planned),
            slo=slo,
            sweep=self.request.goal.sweep,
            steady_after_s=course.steady_after_s,
            capacity_shares={name: share for name, share in shares.items() if share is not None},
        )

    def begin_round(self, course: Course, planned: PlannedRound) -> None:
        """Say that a heat begins."""
        self.observer(RoundBegan(course.scenario, planned.number, course.planned, planned.heat.number))

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
        each_ms = sum(round_work_ms(self.order(course, planned)) for planned in heats)
        return each_ms * (course.planned - course.done)


@dataclass(frozen=True)
class Rounds:
    """Runs the rounds of all scenarios in turn; each is stored when it is finished."""

    planning: Planning
    heats: Heats

    def run(self, courses: Sequence[Course]) -> None:
        """Until every course has stopped: rounds of scenarios alternate, so that a slow spell hits all of them."""
        while running := [course for course in courses if course.stopped is None]:
            # In a run that was cut some are a round ahead: they wait.
            number = min(course.next_number for course in running)
            for course in running:
                if course.next_number == number:
                    for planned in self.planning.next_round(course, courses):
                        self._run_heat(course, planned)

    def _run_heat(self, course: Course, planned: PlannedRound) -> None:
        self.planning.begin_round(course, planned)
        done = self.heats.run(self.planning.order(course, planned))
        self.planning.keep(course, done, self.heats.why_gone(course.scenario))
