"""The observer of a heat on another machine, and how the heat hears that it is to end."""

from collections.abc import Callable
from time import monotonic

from fairlap.errors import FairlapError
from fairlap.race.events import Advance, Event, StageBegan

TELL_EVERY_S = 0.2
"""More often nobody looks."""


class HeatStoppedError(FairlapError):
    """The heat was ended from outside: nothing of it counts."""


class Reporter:
    """Keeps events together, and hands them on between laps: of stages the newest, work added up.

    Args:
        send: hands events on, and returns at once whether the heat is still wanted, as far as that is known.
        clock: in seconds.
    """

    def __init__(self, send: Callable[[tuple[Event, ...]], bool], clock: Callable[[], float] = monotonic) -> None:
        self._send = send
        self._clock = clock
        self._events: list[Event] = []
        self._stage: StageBegan | None = None
        self._advance_ms = 0
        self._due_s = 0.0

    def __call__(self, event: Event) -> None:
        """Take an event. Raises HeatStoppedError at a new stage of a heat that is not wanted any more."""
        match event:
            case StageBegan():
                self._stage = event
                now_s = self._clock()
                if now_s >= self._due_s:
                    self._due_s = now_s + TELL_EVERY_S
                    if not self.flush():
                        raise HeatStoppedError("the race was stopped")
            case Advance():
                self._advance_ms += event.work_ms
            case _:
                self._events.append(event)

    def flush(self) -> bool:
        """Hand on what there is; whether the heat is still wanted."""
        events = list(self._events)
        self._events.clear()
        if self._advance_ms:
            events.append(Advance(self._advance_ms))
            self._advance_ms = 0
        if self._stage is not None:
            events.append(self._stage)
            self._stage = None
        return self._send(tuple(events))
