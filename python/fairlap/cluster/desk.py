"""Where the heats of a race leave what they have to tell, and the driver waits for it."""

import asyncio

from fairlap.race.events import Event


class Desk:
    """Lives beside the driver, for as long as it does."""

    def __init__(self) -> None:
        self._news: list[Event] = []
        self._some = asyncio.Event()
        self._wanted = True

    async def tell(self, events: tuple[Event, ...]) -> bool:
        """A heat has something to tell, and hears whether it is still wanted."""
        self._news += events
        if events:
            self._some.set()
        return self._wanted

    async def take(self) -> tuple[Event, ...]:
        """All there is, once there is any."""
        await self._some.wait()
        self._some.clear()
        news, self._news = tuple(self._news), []
        return news

    async def stop(self) -> None:
        """From now on no heat is wanted."""
        self._wanted = False
