"""What a race is to find out."""

from dataclasses import dataclass

from fairlap.slo import Slo


@dataclass(frozen=True, slots=True)
class Goal:
    """What a race is to find out.

    `precision` is the smallest difference that matters, as a share: a tie is shown to be within it. `budget_s` is the
    time for measuring (building apart); without one the suite's rounds are run, no more and no fewer. The reference
    laps in every `reference_every`-th cycle. `sweep` holds numbers of connections.
    """

    precision: float = 0.02
    budget_s: float | None = None
    reference_every: int = 1
    rates: bool = True
    slo: Slo | None = None
    sweep: tuple[int, ...] = ()
