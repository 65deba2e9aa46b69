"""Shows a race while it runs: a live board on a terminal, important lines only elsewhere.

The board is also written next to the results, for the dashboard.
"""

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import Protocol

from rich.console import Console
from rich.live import Live
from rich.text import Text

from fairlap.errors import harmless
from fairlap.hosting.launch import INTERRUPTS
from fairlap.live.board import LiveRace
from fairlap.live.file import clear_boards, remove_board, write_board
from fairlap.live.models import LiveBoard
from fairlap.race.events import Event, Failed, Notice, Observer, PassSeen, RaceBegan, RoundEnded, StageBegan
from fairlap.render.live import Screen, bar, lines

REFRESH_S = 0.25
"""Shortest time between two updates of the screen and of the file."""

LARGEST_SHARE = 0.02
"""Largest share of the time spent on updates: a slow machine updates less often."""


class View(Protocol):
    """Shows a race to a person."""

    def print(self, text: str) -> None:
        """Print a line that must be seen."""

    def draw(self, race: LiveRace, board: LiveBoard | None) -> None:
        """Draw the race; `board` is `None` until the race begins."""


class LineView:
    """Prints only important lines, for pipes and logs."""

    def print(self, text: str) -> None:
        """Print a line on stderr."""
        print(text, file=sys.stderr, flush=True)

    def draw(self, race: LiveRace, board: LiveBoard | None) -> None:
        """Do nothing."""


class TerminalView:
    """Draws the race in place on a terminal (stderr)."""

    def __init__(self, live: Live) -> None:
        self._live = live

    def print(self, text: str) -> None:
        """Print a line above the race."""
        self._live.console.print(text, markup=False, highlight=False)

    def draw(self, race: LiveRace, board: LiveBoard | None) -> None:
        """Draw everything in one write."""
        size = self._live.console.size
        if board is None:
            shown = [Text(race.stage_text, no_wrap=True, overflow="ellipsis")]
            shown.append(bar(None, race.elapsed_s, None, size.width))
        else:
            shown = lines(board, race.elapsed_s, Screen(size.width, size.height, race.most_rows()))
        self._live.update(Text("\n", no_wrap=True, overflow="ellipsis").join(shown), refresh=True)


class ShownRace:
    """Passes events to a `LiveRace`, and draws it and writes its board when they are due.

    It works in the caller's thread, between laps: a thread of its own would take CPU time from laps, and would stay on
    CPUs and in a network that the race leaves.
    """

    def __init__(self, view: View, results: Path, clock: Callable[[], float] = time.perf_counter) -> None:
        self._view = view
        self._results = results
        self._clock = clock
        self._race = LiveRace()
        self._due_s = 0.0
        self._writes = True

    def __call__(self, event: Event) -> None:
        """Handle an event of the race."""
        if isinstance(event, RaceBegan):
            clear_boards(self._results)  # left by killed runs: no other race runs here
        self._race(event)
        match event:
            case StageBegan():
                self._show()
            case RaceBegan() | PassSeen() | RoundEnded():  # rare events, shown at once
                self._show(now=True)
            case Notice():
                self._view.print(harmless(event.text))
            case Failed():
                self._view.print(harmless(f"{event.contestant}: {event.reason}"))

    def end(self) -> None:
        """Remove the board of the race."""
        if self._race.run is not None:
            remove_board(self._results, self._race.run)

    def _show(self, *, now: bool = False) -> None:
        began_s = self._clock()
        if began_s < self._due_s and not now:
            return
        board = self._race.board()
        if board is not None and self._writes:
            self._write(board)
        self._view.draw(self._race, board)
        ended_s = self._clock()
        self._due_s = ended_s + max(REFRESH_S, (ended_s - began_s) / LARGEST_SHARE)

    def _write(self, board: LiveBoard) -> None:
        try:
            write_board(self._results, board)
        except OSError as error:  # does not harm the race itself
            self._writes = False
            self(Notice(f"the dashboard cannot follow this race: {error}"))


@contextmanager
def interrupt_once() -> Iterator[None]:
    """Let TERM and HUP end a run as Ctrl-C does; ignore further signals, so that cleaning up is not interrupted."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        for number in INTERRUPTS:
            signal.signal(number, signal.SIG_IGN)  # never restored: the process cleans up, reports and exits
        raise KeyboardInterrupt

    before = [signal.signal(number, interrupt) for number in INTERRUPTS]
    try:
        yield
    finally:
        for number, handler in zip(INTERRUPTS, before, strict=True):
            if signal.getsignal(number) is interrupt:
                signal.signal(number, handler)


@contextmanager
def observer(results: Path) -> Iterator[Observer]:
    """Yield the observer that suits stderr; the race's board stays in `results` until the context ends.

    TERM and HUP end the context as Ctrl-C does, so a terminal gets its cursor back even while contestants are built.
    """
    console = Console(stderr=True)
    # With FORCE_COLOR, rich takes a pipe for a terminal; it wants colours, not cursor movements.
    plain = not sys.stderr.isatty() or not console.is_terminal or console.is_dumb_terminal
    with interrupt_once(), ExitStack() as stack:
        if plain:
            view: View = LineView()
        else:
            live = Live(console=console, transient=True, auto_refresh=False, redirect_stdout=False)
            view = TerminalView(stack.enter_context(live))
        yield from _shown(view, results)


def _shown(view: View, results: Path) -> Iterator[Observer]:
    race = ShownRace(view, results)
    try:
        yield race
    finally:
        race.end()
