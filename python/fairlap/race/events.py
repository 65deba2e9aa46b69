"""Events of a running race. Progress, board and cluster observe them.

There are no events during a lap, so that observers cost time but do not disturb measurements. Work is measured in
milliseconds of laps to estimate the time left.
"""

from collections.abc import Callable
from dataclasses import dataclass

from fairlap.samples import RoundRecord, Skip


@dataclass(frozen=True, slots=True)
class WorkLeft:
    """An estimate of the work that is left."""

    work_ms: int


@dataclass(frozen=True, slots=True)
class Advance:
    """Work that is done or no longer needed."""

    work_ms: int


@dataclass(frozen=True, slots=True)
class StageBegan:
    """A new activity, e.g. `round 2 of 4: warming up gin`; `cycle`: its number and their total."""

    text: str
    contestant: str | None = None
    cycle: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """One line that the user must see: a fallback is used, a contestant cannot be built."""

    text: str


@dataclass(frozen=True, slots=True)
class ScenarioField:
    """The contestants of a scenario; the classic method has no reference."""

    scenario: str
    reference: str | None
    contestants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RaceBegan:
    """A race begins, before the first start; `skips` cannot take part.

    `started_at` is ISO 8601, UTC.
    """

    run: str
    suite: str
    title: str
    started_at: str
    fields: tuple[ScenarioField, ...]
    skips: tuple[Skip, ...]


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round of a heat begins, before its starts; `rounds` is about how many are planned in this scenario.

    In the classic method, a contestant begins.
    """

    scenario: str
    round: int
    rounds: int
    heat: int


@dataclass(frozen=True, slots=True)
class LapSeen:
    """A valid lap of the cycles, in right answers per second."""

    scenario: str
    cycle: int
    contestant: str
    throughput_per_s: float


@dataclass(frozen=True, slots=True)
class PassSeen:
    """A pass of the classic method, in answers per second as counted by its tool; `None` when it does not report it."""

    scenario: str
    contestant: str
    answers_per_s: float | None


@dataclass(frozen=True, slots=True)
class Failed:
    """A contestant failed and is out."""

    scenario: str
    contestant: str
    reason: str


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A heat's round is stored."""

    record: RoundRecord


Event = WorkLeft | Advance | StageBegan | Notice | RaceBegan | RoundBegan | LapSeen | PassSeen | Failed | RoundEnded

Observer = Callable[[Event], object]
