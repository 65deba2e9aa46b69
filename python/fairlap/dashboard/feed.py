"""Streams a running race to all followers, with one watcher on the results folder while there are any."""

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
"""How long changes are collected, and how long nothing must change before they are reported."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The view that was read last, and its number."""

    number: int
    view: LiveView | None


class Feed:
    """The running race as an event stream. Slow followers skip to the newest state."""

    def __init__(self, results: Results) -> None:
        self._results = results
        self._followers = 0
        self._snapshot = Snapshot(0, None)
        self._news = anyio.Event()
        self._closed = False
        self._enough = anyio.Event()
        self.tasks: TaskGroup | None = None

    @property
    def full(self) -> bool:
        return self._followers >= MOST_FOLLOWERS

    def close(self) -> None:
        """End all streams, because the server stops."""
        self._closed = True
        self._enough.set()
        self._news.set()

    async def follow(self, run: str | None) -> AsyncGenerator[str]:
        """Yield events until the race of `run` ends, or with `None` the next race."""
        self._followers += 1
        try:
            if self._followers == 1:
                await self._begin()
            yield f"retry: {RETRY_MS}\n\n"
            shown: LiveView | None = None
            while not self._closed:
                snapshot = self._snapshot
                if snapshot.view is not None and run in (None, snapshot.view.run):
                    run = snapshot.view.run
                    if snapshot.view != shown:
                        shown = snapshot.view
                        yield event("board", f"{run} {snapshot.number}", shown.as_dict())
                elif run is not None:
                    yield event("ended", run, await self._ended(run))
                    return
                if not await self._wait(snapshot):
                    yield ": nothing new\n\n"
        finally:
            self._followers -= 1
            if not self._followers:
                self._enough.set()

    async def _begin(self) -> None:
        """Read the board for the first follower, then start the watcher."""
        assert self.tasks is not None, "the feed needs a task group to watch in"
        await self._refresh()
        self._enough = anyio.Event()
        self.tasks.start_soon(self._watch, self._enough)

    async def _wait(self, snapshot: Snapshot) -> bool:
        """Wait for news; false at the heartbeat without any. A race that was killed changes no file, so look again."""
        with anyio.move_on_after(HEARTBEAT_S):
            while self._snapshot is snapshot and not self._closed:
                await self._news.wait()
            return True
        await self._refresh()
        return self._snapshot is not snapshot

    async def _watch(self, enough: anyio.Event) -> None:
        """Read the board at every change until `enough` is set; cancelling would wait for the watcher's thread."""
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
                    await self._refresh()
                    if watched(self._results.folder) != folders:
                        break

    async def _refresh(self) -> None:
        """Read the board and wake the followers if it has changed."""
        board = await anyio.to_thread.run_sync(self._results.board)
        view = None if board is None else view_of(board)
        if view != self._snapshot.view:
            self._snapshot = Snapshot(self._snapshot.number + 1, view)
            news, self._news = self._news, anyio.Event()
            news.set()

    async def _ended(self, run: str) -> dict[str, object]:
        """The data of the last event: how the race ended, and a link to the report."""
        stored = await anyio.to_thread.run_sync(self._results.summaries)
        found = next((summary for summary in stored if summary.run == run), None)
        if found is None:
            return {"words": "The race ended without storing a run.", "link": "All runs", "report": "index.html"}
        words = "The race has ended."
        if found.ended_at is None:
            words = "The race was killed: the report has the finished rounds."
        elif found.interrupted:
            words = "The race was interrupted: the report has the finished rounds."
        return {"words": words, "link": "To the report", "report": run_page(run)}


def event(name: str, number: str, data: dict[str, object]) -> str:
    """Return one server-sent event (WHATWG HTML); compact JSON has no line ends, so one line of data is enough."""
    one_line = "".join(filter(str.isprintable, number))
    return f"event: {name}\nid: {one_line}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"


def watched(results: Path) -> tuple[Path, ...]:
    """Return the folders to watch: the results and the boards, or their nearest existing parent."""
    live = results / FOLDER
    if live.is_dir():
        return results, live
    return (next(folder for folder in (results, *results.parents) if folder.is_dir()),)


def _matters(change: Change, path: str) -> bool:
    """Whether a change is one of a board or a new folder; not the store, logs or partial files."""
    file = Path(path)
    return file.suffix == ".json" if file.parent.name == FOLDER else change is Change.added and file.is_dir()
