"""Events of a heat on their way from its machine to the driver; on the way back, whether the heat should stop."""

import asyncio
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


class Desk:
    """An actor next to the driver that lives as long as it does."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._available = asyncio.Event()
        self._wanted = True

    async def add(self, events: tuple[Event, ...]) -> bool:
        """Add events of a heat; return whether the heat should continue."""
        self._events += events
        if events:
            self._available.set()
        return self._wanted

    async def take(self) -> tuple[Event, ...]:
        """Wait for events and return all of them."""
        await self._available.wait()
        self._available.clear()
        events, self._events = tuple(self._events), []
        return events

    async def stop(self) -> None:
        """Stop all heats."""
        self._wanted = False
