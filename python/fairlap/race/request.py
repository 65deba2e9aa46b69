"""The request for a run, and its outcome."""

from dataclasses import dataclass
from pathlib import Path

from fairlap.catalog import Broken, Catalog, Scenario, Suite
from fairlap.hosting.hosting import PROCESSES, Hosting
from fairlap.plan.goal import Goal
from fairlap.samples import OWN_GENERATOR


@dataclass(frozen=True, slots=True)
class RaceRequest:
    """What to race. `names`: contestants, by default the suite's. `results` holds the store, logs and running state.

    `goal` sets precision, budget and additional measurements. `generator` is fairload or the name of an external tool,
    which needs laps of whole seconds and only supports closed loops. `broken` are scenarios and contestants that are
    not in `suite` because their files are unusable. `require_isolation` refuses to race with less isolation than there
    could be. `command` is the command line that repeats the request.
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
    require_isolation: bool = False

    @property
    def most_connections(self) -> int:
        """The maximum number of connections to a contestant."""
        return max(self.suite.load.connections, *self.goal.sweep, 0)

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The suite's scenarios. Raises UsageError for an unknown one."""
        return tuple(self.catalog.scenario(name) for name in self.suite.scenarios)


@dataclass(frozen=True, slots=True)
class RaceOutcome:
    """The result of a run: its name, whether it was interrupted (finished rounds are stored), and why it ended."""

    run: str
    interrupted: bool
    stopped: str
