"""A run from its first record in the store to its last."""

from collections.abc import Callable
from dataclasses import dataclass

from fairlap.runner.events import FieldOf, Observer, RaceBegan
from fairlap.runner.field import Field
from fairlap.runner.request import RaceOutcome, RaceRequest
from fairlap.runner.run import now
from fairlap.samples import RunRecord
from fairlap.store import Store


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
