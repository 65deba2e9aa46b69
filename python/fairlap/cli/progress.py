"""Shows a race while it runs: a board that fills in on a terminal, plain lines for what must be seen elsewhere.

The same board is written beside the results, for the dashboard.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Protocol

from rich.console import Console
from rich.live import Live
from rich.text import Text

from fairlap.live.board import LiveRace
from fairlap.live.events import LapSeen, PassSeen, RaceBegan, RoundBegan
from fairlap.live.file import remove_board, write_board
from fairlap.live.models import LiveBoard
from fairlap.render.live import Screen, bar, lines
from fairlap.runner.observer import Observer
from fairlap.runner.run import interrupt_once
from fairlap.samples import RoundRecord

REFRESH_S = 0.25
"""Shortest time between two drawings, and two writings of the file."""

LARGEST_SHARE = 0.02
"""Of the time, that may go into drawing and writing: on a slow machine they are done less often."""


class View(Protocol):
    """Where a person looks."""

    def say(self, text: str) -> None:
        """One line that must be seen."""

    def draw(self, race: LiveRace, board: LiveBoard | None) -> None:
        """How the race stands; before it has begun there is no board."""


class LineView:
    """For pipes and logs: only what must be seen."""

    def say(self, text: str) -> None:
        """One line on stderr."""
        print(text, file=sys.stderr, flush=True)

    def draw(self, race: LiveRace, board: LiveBoard | None) -> None:
        """Nothing to show."""


class TerminalView:
    """For terminals: the race on stderr, drawn in place."""

    def __init__(self, live: Live) -> None:
        self._live = live

    def say(self, text: str) -> None:
        """One line above the race."""
        self._live.console.print(text, markup=False, highlight=False)

    def draw(self, race: LiveRace, board: LiveBoard | None) -> None:
        """All of it, in one write."""
        size = self._live.console.size
        if board is None:
            shown = [Text(race.stage_text, no_wrap=True, overflow="ellipsis")]
            shown.append(bar(None, race.elapsed_s, None, size.width))
        else:
            shown = lines(board, race.elapsed_s, Screen(size.width, size.height, race.most_rows()))
        self._live.update(Text("\n", no_wrap=True, overflow="ellipsis").join(shown), refresh=True)


class ShownRace:
    """Tells a `LiveRace` everything; draws it, and writes its board, when it is time for that.

    By the caller, between laps: a thread that draws by itself would take CPU time from a lap, and would stay on CPUs
    and in a network that the race leaves.
    """

    def __init__(self, view: View, results: Path, clock: Callable[[], float] = time.perf_counter) -> None:
        self._view = view
        self._results = results
        self._clock = clock
        self._race = LiveRace()
        self._due_s = 0.0
        self._writes = True

    def left(self, work_ms: int) -> None:
        """Stretch or shorten the bar."""
        self._race.left(work_ms)

    def stage(self, text: str, *, contestant: str | None = None, cycle: tuple[int, int] | None = None) -> None:
        """Say what is happening."""
        self._race.stage(text, contestant=contestant, cycle=cycle)
        self._show()

    def advance(self, work_ms: int) -> None:
        """Move the bar."""
        self._race.advance(work_ms)

    def notice(self, text: str) -> None:
        """One line above the board."""
        self._race.notice(text)
        self._view.say(text)

    def began(self, race: RaceBegan) -> None:
        """From now on there is a board."""
        self._race.began(race)
        self._show(now=True)

    def round_began(self, started: RoundBegan) -> None:
        """Of its scenario are the rows."""
        self._race.round_began(started)

    def lapped(self, lap: LapSeen) -> None:
        """Drawn with the next stage."""
        self._race.lapped(lap)

    def passed(self, seen: PassSeen) -> None:
        """A pass takes long: it is shown at once."""
        self._race.passed(seen)
        self._show(now=True)

    def failed(self, scenario: str, contestant: str, reason: str) -> None:
        """One line above the board, and the reason in the row."""
        self._race.failed(scenario, contestant, reason)
        self._view.say(f"{contestant}: {reason}")

    def round_ended(self, record: RoundRecord) -> None:
        """Rows find their places."""
        self._race.round_ended(record)
        self._show(now=True)

    def end(self) -> None:
        """However the race ended, there is none any more."""
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
        except OSError as error:  # nobody can follow it, but the race itself is not harmed
            self._writes = False
            self.notice(f"the dashboard cannot follow this race: {error}")


@contextmanager
def observer(results: Path) -> Iterator[Observer]:
    """The observer that fits stderr; the board of the race lies in `results` until the end of the context.

    TERM and HUP end the context as Ctrl-C does: a terminal gets its cursor back, also while contestants are built.
    """
    console = Console(stderr=True)
    # FORCE_COLOR makes rich call a pipe a terminal: for colours, not for a cursor that goes up.
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
