"""Reads the results folder for the dashboard, with a new read-only connection for each query."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import TypeVar

from fairlap.errors import StoreError
from fairlap.live.file import boards, read_board
from fairlap.live.models import LiveBoard
from fairlap.pages.runs import Overview, RunLine, RunStatus
from fairlap.race.claim import is_claimed
from fairlap.render.verdicts import Headline, headline
from fairlap.report import RunReport, build_report
from fairlap.report.classic import build_classic
from fairlap.store import RunSummary, Store, StoredRun

READ_AT_ONCE = 40
"""Most reports that one request for the list of runs builds; later requests build the rest."""

RUNS_OF_A_PAGE = 100
"""Of the list; older ones are on further pages."""

RUNS_TO_CHOOSE = 500
"""The newest runs, which the forms offer; older ones are compared by the address of their comparison."""

HEADLINES_KEPT = 5000
RUNS_KEPT = 4
"""Whole runs kept in memory, because comparisons often use the same run again."""

Kept = TypeVar("Kept")
State = tuple[str, str | None, bool, int, int]
"""What the page of a run depends on: its name, its end, and how much of it is stored."""


def state_of(summary: RunSummary) -> State:
    """Return a value that differs when the run has changed."""
    return (summary.run, summary.ended_at, summary.interrupted, summary.heats_stored, summary.passes_stored)


class Results:
    """A results folder, which may not exist yet. Thread-safe."""

    def __init__(self, folder: Path, runs_kept: int = RUNS_KEPT) -> None:
        self.folder = folder
        self._runs_kept = runs_kept
        self._loaded: dict[State, tuple[StoredRun, RunReport]] = {}
        self._overviews: dict[State, Overview] = {}
        self._lock = Lock()

    @property
    def file(self) -> Path:
        return self.folder / "fairlap.db"

    @contextmanager
    def store(self) -> Iterator[Store]:
        """Open the store read-only. Raises StoreError."""
        with Store.open_read_only(self.file) as store:
            yield store

    def summaries(self, most: int | None = None, skipped: int = 0) -> tuple[RunSummary, ...]:
        """Return `most` runs, newest first, after `skipped` newer ones; none without a store. Raises StoreError."""
        if not self._has_store():
            return ()
        with self.store() as store:
            return store.runs(most, skipped=skipped)

    def pages(self) -> int:
        """Return how many pages the list has, at least one. Raises StoreError."""
        if not self._has_store():
            return 1
        with self.store() as store:
            return max(1, -(-store.count_runs() // RUNS_OF_A_PAGE))

    def page(self, number: int) -> tuple[RunLine, ...]:
        """Return the runs of a page of the list, from 1 on, reading some new reports."""
        return self.lines(READ_AT_ONCE, RUNS_OF_A_PAGE, (number - 1) * RUNS_OF_A_PAGE)

    def _has_store(self) -> bool:
        return self.file.exists() and self.file.stat().st_size > 0

    def lines(self, most_read: int | None = None, most: int | None = None, skipped: int = 0) -> tuple[RunLine, ...]:
        """Return `most` runs after `skipped` newer ones, as the list shows them, reading `most_read` new reports."""
        summaries = self.summaries(most, skipped)
        running = self.running(summaries)
        unread = [summary for summary in summaries if state_of(summary) not in self._overviews]
        if unread:
            with self.store() as store:
                for summary in unread[:most_read]:
                    self._keep(self._overviews, summary, _overview(store, summary), HEADLINES_KEPT)
        return tuple(self._line(summary, running) for summary in summaries)

    def line(self, summary: RunSummary) -> RunLine:
        return self._line(summary, self.running((summary,)))

    def loaded(self, summary: RunSummary) -> tuple[StoredRun, RunReport]:
        """Return a run by laps and its report, from memory if possible. Raises StoreError."""
        with self._lock:
            kept = self._loaded.get(state_of(summary))
        if kept is not None:
            return kept
        with self.store() as store:
            stored = store.load(summary.run)
        return self._keep(self._loaded, summary, (stored, build_report(stored)), self._runs_kept)

    def running(self, summaries: tuple[RunSummary, ...]) -> frozenset[str]:
        still_open = (summary.run for summary in summaries if summary.ended_at is None)
        return frozenset(run for run in still_open if is_claimed(self.folder, run))

    def board(self) -> LiveBoard | None:
        """Return the board of the running race, the newest if there are several."""
        for name in reversed(boards(self.folder)):
            if is_claimed(self.folder, name) and (board := read_board(self.folder, name)) is not None:
                return board
        return None

    def _keep(self, kept: dict[State, Kept], summary: RunSummary, found: Kept, most: int) -> Kept:
        """Keep what was found of a run, and forget the oldest of more than `most`."""
        with self._lock:
            kept[state_of(summary)] = found
            while len(kept) > most:
                del kept[next(iter(kept))]
        return found

    def _line(self, summary: RunSummary, running: frozenset[str]) -> RunLine:
        return RunLine(
            run=summary.run,
            suite=summary.suite_name,
            started_at=summary.started_at,
            method=f"{summary.method} {summary.method_version}" if summary.method == "laps" else summary.method,
            contestants=tuple(name for name in summary.contestants if name != summary.reference),
            rounds=summary.rounds if summary.method == "laps" else None,
            status=_status(summary, running),
            overview=self._overviews.get(state_of(summary)),
        )


def _status(summary: RunSummary, running: frozenset[str]) -> RunStatus:
    if summary.ended_at is not None:
        return "interrupted" if summary.interrupted else "ended"
    return "running" if summary.run in running else "killed"


def _overview(store: Store, summary: RunSummary) -> Overview:
    """The overview of a run; one that cannot be read says so, so that the others are still listed."""
    try:
        stored = store.load(summary.run)
        if summary.method == "classic":
            classic = build_classic(stored, None)
            words = "one pass each: no ranks"
            return Overview(classic.title, len({row.scenario for row in classic.rows}), Headline(words, sure=False))
        report = build_report(stored)
        return Overview(report.title, len(report.scenarios), headline(report))
    except StoreError as error:
        return Overview(summary.suite_name, 0, Headline(f"cannot be read: {error.message}", sure=False))
