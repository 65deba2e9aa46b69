"""Follows a running race for all who look: one watcher on the results folder, and only while somebody looks."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

import anyio
from anyio.abc import TaskGroup
from watchfiles import Change, awatch

from fairlap.dashboard.results import Results
from fairlap.live.file import FOLDER
from fairlap.pages.live import LiveView, view_of
from fairlap.pages.paths import run_page

MOST_FOLLOWERS = 16
HEARTBEAT_S = 15.0
RETRY_MS = 3000
DEBOUNCE_MS, STEP_MS = 500, 100
"""How long changes are collected, and how long nothing must change before they are told."""


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen at the last look, and the number of that look."""

    number: int
    view: LiveView | None


class Feed:
    """The running race, as text of an event stream.

    A follower that lags gets the newest state and none of those between: each reads what is known when it is ready.
    """

    def __init__(self, results: Results) -> None:
        self._results = results
        self._followers = 0
        self._look = Look(0, None)
        self._news = anyio.Event()
        self._closed = False
        self._enough = anyio.Event()
        self.tasks: TaskGroup | None = None

    @property
    def full(self) -> bool:
        """Whether there are as many followers as there may be."""
        return self._followers >= MOST_FOLLOWERS

    def close(self) -> None:
        """Let every stream end: the server goes."""
        self._closed = True
        self._enough.set()
        self._news.set()

    async def follow(self, run: str | None) -> AsyncGenerator[str]:
        """Events until the race has ended: that of `run`, or with `None` the next one to be seen."""
        self._followers += 1
        try:
            if self._followers == 1:
                await self._begin()
            yield f"retry: {RETRY_MS}\n\n"
            shown: LiveView | None = None
            while not self._closed:
                look = self._look
                if look.view is not None and run in (None, look.view.run):
                    run = look.view.run
                    if look.view != shown:
                        shown = look.view
                        yield event("board", f"{run} {look.number}", shown.as_dict())
                elif run is not None:
                    yield event("ended", run, await self._ended(run))
                    return
                if not await self._wait(look):
                    yield ": nothing new\n\n"
        finally:
            self._followers -= 1
            if not self._followers:
                self._enough.set()

    async def _begin(self) -> None:
        """The first follower is here: look once, then at every change."""
        assert self.tasks is not None, "the feed needs a task group to watch in"
        await self._look_again()
        self._enough = anyio.Event()
        self.tasks.start_soon(self._watch, self._enough)

    async def _wait(self, look: Look) -> bool:
        """Until there is something new; false after a while without. A race that was killed changes no file."""
        with anyio.move_on_after(HEARTBEAT_S):
            while self._look is look and not self._closed:
                await self._news.wait()
            return True
        await self._look_again()
        return self._look is not look

    async def _watch(self, enough: anyio.Event) -> None:
        """Look again at every change, until it is enough. (Cancelling would wait for the thread of the watcher.)"""
        while not enough.is_set():
            folders = watched(self._results.folder)
            changes = awatch(
                *folders,
                watch_filter=_matters,
                debounce=DEBOUNCE_MS,
                step=STEP_MS,
                stop_event=enough,
                recursive=False,
            )
            async with aclosing(changes):
                async for _ in changes:
                    await self._look_again()
                    if watched(self._results.folder) != folders:
                        break

    async def _look_again(self) -> None:
        """Read the board; wake the followers when it is another one."""
        board = await anyio.to_thread.run_sync(self._results.board)
        view = None if board is None else view_of(board)
        if view != self._look.view:
            self._look = Look(self._look.number + 1, view)
            news, self._news = self._news, anyio.Event()
            news.set()

    async def _ended(self, run: str) -> dict[str, object]:
        """What the last event says: how it ended, and where the report is."""
        stored = await anyio.to_thread.run_sync(self._results.summaries)
        found = next((summary for summary in stored if summary.run == run), None)
        if found is None:
            return {"words": "The race has ended and left nothing behind.", "link": "All runs", "report": "index.html"}
        words = "The race has ended."
        if found.ended_at is None:
            words = "The race was killed: what it had stored is in the report."
        elif found.interrupted:
            words = "The race was interrupted: its finished rounds are in the report."
        return {"words": words, "link": "To the report", "report": run_page(run)}


def event(name: str, number: str, data: dict[str, object]) -> str:
    """One event of a stream (WHATWG HTML, server-sent events). JSON has no line ends, so one line of data is enough."""
    return f"event: {name}\nid: {_one_line(number)}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"


def watched(results: Path) -> tuple[Path, ...]:
    """The folders where a change may matter: that of the boards, or as much of the way to it as is there."""
    live = results / FOLDER
    if live.is_dir():
        return results, live
    return (next(folder for folder in (results, *results.parents) if folder.is_dir()),)


def _matters(change: Change, path: str) -> bool:
    """Boards, and folders that come: not the store, the logs, or a file half written."""
    file = Path(path)
    return file.suffix == ".json" if file.parent.name == FOLDER else change is Change.added and file.is_dir()


def _one_line(text: str) -> str:
    return "".join(char for char in text if char.isprintable())
