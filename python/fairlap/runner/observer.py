"""What a race tells while it runs. The runner knows this interface only; the CLI shows it, tests listen to it."""

from typing import Protocol

from fairlap.live.events import LapSeen, PassSeen, RaceBegan, RoundBegan
from fairlap.samples import RoundRecord


class Observer(Protocol):
    """Hears of every step, and never during a lap: what it does then costs time, but disturbs nothing.

    Work is counted in milliseconds of laps, so that the time left can be estimated.
    """

    def left(self, work_ms: int) -> None:
        """So much work is left, about."""

    def stage(self, text: str, *, contestant: str | None = None, cycle: tuple[int, int] | None = None) -> None:
        """What is happening now, e.g. `round 2 of 4: warming up gin`; to whom; in which cycle of how many."""

    def advance(self, work_ms: int) -> None:
        """So much work is done, or will not be needed."""

    def notice(self, text: str) -> None:
        """One line that a person must see: a fallback was taken, a contestant cannot be built."""

    def began(self, race: RaceBegan) -> None:
        """The race has a name and a field; told once, before the first start."""

    def round_began(self, started: RoundBegan) -> None:
        """Of one heat, before its starts; of the classic method: of one contestant."""

    def lapped(self, lap: LapSeen) -> None:
        """A lap of the cycles that can be used."""

    def passed(self, seen: PassSeen) -> None:
        """A pass of the classic method that counts."""

    def failed(self, scenario: str, contestant: str, reason: str) -> None:
        """A contestant is out, which a person must see."""

    def round_ended(self, record: RoundRecord) -> None:
        """A heat's round is stored."""


class SilentObserver:
    """Says nothing."""

    def left(self, work_ms: int) -> None:
        """Nothing."""

    def stage(self, text: str, *, contestant: str | None = None, cycle: tuple[int, int] | None = None) -> None:
        """Nothing."""

    def advance(self, work_ms: int) -> None:
        """Nothing."""

    def notice(self, text: str) -> None:
        """Nothing."""

    def began(self, race: RaceBegan) -> None:
        """Nothing."""

    def round_began(self, started: RoundBegan) -> None:
        """Nothing."""

    def lapped(self, lap: LapSeen) -> None:
        """Nothing."""

    def passed(self, seen: PassSeen) -> None:
        """Nothing."""

    def failed(self, scenario: str, contestant: str, reason: str) -> None:
        """Nothing."""

    def round_ended(self, record: RoundRecord) -> None:
        """Nothing."""
