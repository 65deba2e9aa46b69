"""The observer of a heat on another machine, which also stops the heat."""

from collections.abc import Callable
from time import monotonic

from fairlap.errors import FairlapError
from fairlap.race.events import Advance, Event, StageBegan

SEND_EVERY_S = 0.2
"""The interval between updates, short enough for users."""


class HeatStoppedError(FairlapError):
    """The heat was stopped from outside: its results are discarded."""


class Reporter:
    """Collects events and sends them between laps; keeps only the latest stage, and adds up work.

    Args:
        send: sends events without waiting, and returns whether the heat should continue, as far as known.
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
        """Collect an event. Raises HeatStoppedError at a new stage when the heat should stop."""
        match event:
            case StageBegan():
                self._stage = event
                now_s = self._clock()
                if now_s >= self._due_s:
                    self._due_s = now_s + SEND_EVERY_S
                    if not self.flush():
                        raise HeatStoppedError("the race was stopped")
            case Advance():
                self._advance_ms += event.work_ms
            case _:
                self._events.append(event)

    def flush(self) -> bool:
        """Send all events; return whether the heat should continue."""
        events = list(self._events)
        self._events.clear()
        if self._advance_ms:
            events.append(Advance(self._advance_ms))
            self._advance_ms = 0
        if self._stage is not None:
            events.append(self._stage)
            self._stage = None
        return self._send(tuple(events))
