"""What a race tells about itself while it runs: plain facts, each told once."""

from dataclasses import dataclass

from fairlap.samples import Skip


@dataclass(frozen=True, slots=True)
class FieldOf:
    """Who races in a scenario; the classic method has no reference."""

    scenario: str
    reference: str | None
    contestants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RaceBegan:
    """A race that has its name and its field; `skips` could not be built. `started_at` is ISO 8601, UTC."""

    run: str
    suite: str
    title: str
    started_at: str
    fields: tuple[FieldOf, ...]
    skips: tuple[Skip, ...]


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """One round of one heat, before its starts; `rounds` are planned in this scenario, about."""

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
