"""What a race tells while it runs. The runner knows this interface only; the CLI shows it, tests listen to it."""

from typing import Protocol


class Observer(Protocol):
    """Hears of every step. Work is counted in milliseconds of laps, so that the time left can be estimated."""

    def left(self, work_ms: int) -> None:
        """So much work is left, about."""

    def stage(self, text: str) -> None:
        """What is happening now, e.g. `round 2 of 4, heat 1 of 2: warming up gin`."""

    def advance(self, work_ms: int) -> None:
        """So much work is done, or will not be needed."""

    def notice(self, text: str) -> None:
        """One line that a person must see: a contestant failed, a fallback was taken."""


class SilentObserver:
    """Says nothing."""

    def left(self, work_ms: int) -> None:
        """Nothing."""

    def stage(self, text: str) -> None:
        """Nothing."""

    def advance(self, work_ms: int) -> None:
        """Nothing."""

    def notice(self, text: str) -> None:
        """Nothing."""
