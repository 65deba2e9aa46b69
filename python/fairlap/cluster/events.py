"""What a heat on another machine tells of itself, and how it hears that it is to end."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from fairlap.errors import FairlapError
from fairlap.live.events import LapSeen, PassSeen, RaceBegan, RoundBegan
from fairlap.runner.observer import Observer
from fairlap.samples import RoundRecord

TELL_EVERY_S = 0.2
"""More often nobody looks."""


class HeatStoppedError(FairlapError):
    """The heat was ended from outside: nothing of it counts."""


@dataclass(frozen=True, slots=True)
class Stage:
    """See `Observer.stage`."""

    text: str
    contestant: str | None
    cycle: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Failed:
    """See `Observer.failed`."""

    scenario: str
    contestant: str
    reason: str


@dataclass(frozen=True, slots=True)
class Notice:
    """See `Observer.notice`."""

    text: str


@dataclass(frozen=True, slots=True)
class Advance:
    """See `Observer.advance`."""

    work_ms: int


Event = Stage | Failed | Notice | Advance | LapSeen


def tell(event: Event, observer: Observer) -> None:
    """What the event says, said to an observer."""
    match event:
        case Stage():
            observer.stage(event.text, contestant=event.contestant, cycle=event.cycle)
        case Failed():
            observer.failed(event.scenario, event.contestant, event.reason)
        case Notice():
            observer.notice(event.text)
        case Advance():
            observer.advance(event.work_ms)
        case LapSeen():
            observer.lapped(event)


class Reporter:
    """The observer of a heat on another machine: keeps events together, and hands them on between laps.

    Args:
        send: hands events on, and returns at once whether the heat is still wanted, as far as that is known.
        clock: in seconds.
    """

    def __init__(self, send: Callable[[tuple[Event, ...]], bool], clock: Callable[[], float] = monotonic) -> None:
        self._send = send
        self._clock = clock
        self._events: list[Event] = []
        self._stage: Stage | None = None
        self._advance_ms = 0
        self._due_s = 0.0

    def left(self, work_ms: int) -> None:
        """The driver knows better."""

    def stage(self, text: str, *, contestant: str | None = None, cycle: tuple[int, int] | None = None) -> None:
        """Only the newest one matters. Raises HeatStoppedError when the heat is not wanted any more."""
        self._stage = Stage(text, contestant, cycle)
        self._hand_on()

    def advance(self, work_ms: int) -> None:
        """Added up."""
        self._advance_ms += work_ms

    def notice(self, text: str) -> None:
        """Kept."""
        self._events.append(Notice(text))

    def began(self, race: RaceBegan) -> None:
        """The driver tells that."""

    def round_began(self, started: RoundBegan) -> None:
        """The driver tells that."""

    def lapped(self, lap: LapSeen) -> None:
        """Kept."""
        self._events.append(lap)

    def passed(self, seen: PassSeen) -> None:
        """There are no passes on a cluster."""

    def failed(self, scenario: str, contestant: str, reason: str) -> None:
        """Kept."""
        self._events.append(Failed(scenario, contestant, reason))

    def round_ended(self, record: RoundRecord) -> None:
        """The driver tells that, when it is stored."""

    def flush(self) -> None:
        """Hand on what is left."""
        self._pass_on()

    def _hand_on(self) -> None:
        now_s = self._clock()
        if now_s < self._due_s:
            return
        self._due_s = now_s + TELL_EVERY_S
        if not self._pass_on():
            raise HeatStoppedError("the race was stopped")

    def _pass_on(self) -> bool:
        events = list(self._events)
        self._events.clear()
        if self._advance_ms:
            events.append(Advance(self._advance_ms))
            self._advance_ms = 0
        if self._stage is not None:
            events.append(self._stage)
            self._stage = None
        return self._send(tuple(events))
