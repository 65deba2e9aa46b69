"""What a race tells while it runs: plain facts, each told once. Progress, board and cluster are its observers.

Nothing is told during a lap: what an observer does then costs time, but disturbs nothing. Work is counted in
milliseconds of laps, so that the time left can be estimated.
"""

from collections.abc import Callable
from dataclasses import dataclass

from fairlap.samples import RoundRecord, Skip


@dataclass(frozen=True, slots=True)
class Left:
    """So much work is left, about."""

    work_ms: int


@dataclass(frozen=True, slots=True)
class Advance:
    """So much work is done, or will not be needed."""

    work_ms: int


@dataclass(frozen=True, slots=True)
class StageBegan:
    """What is happening now, e.g. `round 2 of 4: warming up gin`; to whom; in which cycle of how many."""

    text: str
    contestant: str | None = None
    cycle: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """One line that a person must see: a fallback was taken, a contestant cannot be built."""

    text: str


@dataclass(frozen=True, slots=True)
class FieldOf:
    """Who races in a scenario; the classic method has no reference."""

    scenario: str
    reference: str | None
    contestants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RaceBegan:
    """A race has its name and its field, before the first start; `skips` could not be built.

    `started_at` is ISO 8601, UTC.
    """

    run: str
    suite: str
    title: str
    started_at: str
    fields: tuple[FieldOf, ...]
    skips: tuple[Skip, ...]


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """One round of one heat, before its starts; `rounds` are planned in this scenario, about.

    Of the classic method: of one contestant.
    """

    scenario: str
    round: int
    rounds: int
    heat: int


@dataclass(frozen=True, slots=True)
class LapSeen:
    """One lap of the cycles that can be used, in right answers per second."""

    scenario: str
    cycle: int
    contestant: str
    throughput_per_s: float


@dataclass(frozen=True, slots=True)
class PassSeen:
    """One pass of the classic method, in answers per second as its tool counts them; `None` when it does not say."""

    scenario: str
    contestant: str
    answers_per_s: float | None


@dataclass(frozen=True, slots=True)
class Failed:
    """A contestant is out, which a person must see."""

    scenario: str
    contestant: str
    reason: str


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A heat's round is stored."""

    record: RoundRecord


Event = Left | Advance | StageBegan | Notice | RaceBegan | RoundBegan | LapSeen | PassSeen | Failed | RoundEnded

Observer = Callable[[Event], object]
