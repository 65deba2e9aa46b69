"""Shows a race while it runs: a bar with the time left on a terminal, plain lines for what must be seen elsewhere."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from fairlap.runner.observer import Observer

REFRESH_S = 0.25
"""Shortest time between two drawings of the bar."""


class LineObserver:
    """For pipes and logs: only what must be seen."""

    def left(self, work_ms: int) -> None:
        """Nothing to show."""

    def stage(self, text: str) -> None:
        """Nothing to show."""

    def advance(self, work_ms: int) -> None:
        """Nothing to show."""

    def notice(self, text: str) -> None:
        """One line on stderr."""
        print(text, file=sys.stderr, flush=True)


class BarObserver:
    """For terminals: stage, bar, elapsed and remaining time on stderr.

    Drawn between laps, by the caller: a thread that draws by itself would take CPU time from a lap, and would stay on
    CPUs and in a network that the race leaves.
    """

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task = progress.add_task("", total=None)
        self._drawn_at = 0.0

    def left(self, work_ms: int) -> None:
        """Stretch or shorten the bar; the first time it starts afresh: what came before was of unknown length."""
        task = self._progress.tasks[0]
        if task.total is None:
            self._progress.reset(self._task, total=work_ms)
        else:
            self._progress.update(self._task, total=task.completed + work_ms)
        self._draw()

    def stage(self, text: str) -> None:
        """Say what is happening."""
        self._progress.update(self._task, description=text)
        self._draw()

    def advance(self, work_ms: int) -> None:
        """Move the bar."""
        self._progress.advance(self._task, work_ms)

    def notice(self, text: str) -> None:
        """One line above the bar."""
        self._progress.console.print(text, markup=False, highlight=False)

    def _draw(self) -> None:
        now = time.monotonic()
        if now - self._drawn_at >= REFRESH_S:
            self._drawn_at = now
            self._progress.refresh()


@contextmanager
def observer() -> Iterator[Observer]:
    """The observer that fits stderr."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield LineObserver()
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=None),
        TimeElapsedColumn(),
        TextColumn("left"),
        # Work is counted in laps of known length: a long window keeps the estimate from jumping.
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, auto_refresh=False, speed_estimate_period=120, expand=True
    ) as progress:
        yield BarObserver(progress)
