"""What a run is asked for, and how it ended."""

from dataclasses import dataclass
from pathlib import Path

from fairlap.catalog import Broken, Catalog, Scenario, Suite
from fairlap.hosting.hosting import PROCESSES, Hosting
from fairlap.plan.goal import Goal
from fairlap.samples import OWN_GENERATOR


@dataclass(frozen=True, slots=True)
class RaceRequest:
    """What to race. `names` empty: whom the suite names. `results` holds the store, logs and running state.

    `goal` says how precise the answer is to be, and what is to be found out besides. `generator` laps: ours, or
    somebody else's tool, by its name; that needs laps of whole seconds, and knows nothing but closed loops. `broken`
    are the scenarios and contestants that `suite` leaves out, as their files cannot be used.
    `command` is the command line that asks for the same again.
    """

    catalog: Catalog
    suite: Suite
    names: tuple[str, ...]
    seed: int
    results: Path
    build_root: Path
    goal: Goal
    command: str
    generator: str = OWN_GENERATOR
    hosting: Hosting = PROCESSES
    broken: tuple[Broken, ...] = ()

    @property
    def most_connections(self) -> int:
        """The most that any load opens to a contestant."""
        return max(self.suite.load.connections, *self.goal.sweep, 0)

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
