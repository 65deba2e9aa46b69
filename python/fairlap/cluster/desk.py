"""Collects the events of heats for the driver."""

import asyncio

from fairlap.race.events import Event


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
