"""Scripted contestants: their speed, and what goes wrong from which lap on."""

from dataclasses import dataclass
from typing import Literal

Fault = Literal[
    "cannot-be-launched",
    "ends-at-start",
    "never-answers",
    "answers-wrongly",
    "breaks-the-contract",
    "cannot-be-frozen",
    "ends",
    "no-right-answer",
    "one-wrong-answer",
    "answers-blindly",
    "holds-answers",
    "answers-some-late",
    "replaces-a-worker",
    "loses-a-worker",
    "ignores-term",
    "leaves-children",
    "cannot-be-stopped",
    "does-not-ask-its-service",
    "keeps-what-its-service-had",
]


@dataclass(frozen=True, slots=True)
class Mishap:
    """A fault that shows after lap `lap` of a start (0: at once), in start number `start` and all later ones.

    Laps are counted from 1 within a start, including warm-up; starts are counted from 1.
    """

    fault: Fault
    lap: int = 0
    start: int = 1


@dataclass(frozen=True, slots=True)
class Player:
    """A contestant of known speed.

    Attributes:
        per_s: right answers per second when warm, on a machine at full speed.
        startup_s: from its start to its first right answer.
        cold_share: the share of its speed before warm-up; it rises linearly to 1.
        warm_after_s: seconds of load until it is warm.
        carries: the share of its closed-loop throughput that it reaches at a fixed rate.
    """

    name: str
    per_s: float = 10_000.0
    startup_s: float = 0.05
    cold_share: float = 1.0
    warm_after_s: float = 0.0
    carries: float = 1.0
    mishaps: tuple[Mishap, ...] = ()

    def has(self, fault: Fault, start: int, laps: int) -> bool:
        """Whether the fault shows in that start after so many laps."""
        if not self.mishaps:  # called several times a lap
            return False
        return any(mishap.fault == fault and start >= mishap.start and laps >= mishap.lap for mishap in self.mishaps)

    def warmth(self, load_s: float) -> float:
        """Return the share of its speed after so many seconds of load."""
        if load_s >= self.warm_after_s:
            return 1.0
        return self.cold_share + (1 - self.cold_share) * load_s / self.warm_after_s
