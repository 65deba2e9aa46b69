"""The results folder as the dashboard reads it: never written to, each question with a connection of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from fairlap.errors import StoreError
from fairlap.live.file import boards, read_board
from fairlap.live.models import LiveBoard
from fairlap.pages.runs import RunLine, RunStatus
from fairlap.race.claim import is_claimed
from fairlap.render.headline import Headline, headline
from fairlap.report import RunReport, build_report
from fairlap.report.classic import build_classic
from fairlap.store import RunSummary, Store, StoredRun

READ_AT_ONCE = 40
"""Reports that one look at the list of runs may build; the rest is read at the next looks."""

HEADLINES_KEPT = 5000
RUNS_KEPT = 4
"""Whole runs, for comparing: whoever compares two looks at one of them again."""

State = tuple[str, str | None, bool, int, int]
"""What a page of a run depends on: its name, its end, and how much of it is stored."""


@dataclass(frozen=True, slots=True)
class Read:
    """What the list says of a run that was read."""

    title: str
    scenarios: int
    headline: Headline


def state_of(summary: RunSummary) -> State:
    """It differs when the run has changed."""
    return (summary.run, summary.ended_at, summary.interrupted, summary.heats_stored, summary.passes_stored)


class Results:
    """A results folder, which may not be there yet. Any method may be called from any thread."""

    def __init__(self, folder: Path, runs_kept: int = RUNS_KEPT) -> None:
        self.folder = folder
        self._runs_kept = runs_kept
        self._loaded: dict[State, tuple[StoredRun, RunReport]] = {}
        self._read: dict[State, Read] = {}
        self._lock = Lock()

    @property
    def file(self) -> Path:
        """The store."""
        return self.folder / "fairlap.db"

    @contextmanager
    def store(self) -> Iterator[Store]:
        """The store, opened for reading only. Raises StoreError."""
        with Store.open_read_only(self.file) as store:
            yield store

    def summaries(self) -> tuple[RunSummary, ...]:
        """All runs, newest first; none as long as there is no store. Raises StoreError."""
        if not self.file.exists() or self.file.stat().st_size == 0:
            return ()
        with self.store() as store:
            return store.runs()

    def lines(self, most_read: int | None = READ_AT_ONCE) -> tuple[RunLine, ...]:
        """All runs as the list shows them, newest first; of those that were never read, `most_read` are read now."""
        summaries = self.summaries()
        going_on = self.going_on(summaries)
        unread = [summary for summary in summaries if state_of(summary) not in self._read]
        if unread:
            with self.store() as store:
                for summary in unread[:most_read]:
                    self._keep(state_of(summary), _read(store, summary))
        return tuple(self._line(summary, going_on) for summary in summaries)

    def line(self, summary: RunSummary) -> RunLine:
        """One run as the list shows it."""
        return self._line(summary, self.going_on((summary,)))

    def loaded(self, summary: RunSummary) -> tuple[StoredRun, RunReport]:
        """A run by laps, and what it says; the last ones are kept. Raises StoreError."""
        state = state_of(summary)
        with self._lock:
            kept = self._loaded.get(state)
        if kept is not None:
            return kept
        with self.store() as store:
            stored = store.load(summary.run)
        found = stored, build_report(stored)
        with self._lock:
            self._loaded[state] = found
            while len(self._loaded) > self._runs_kept:
                del self._loaded[next(iter(self._loaded))]
        return found

    def going_on(self, summaries: tuple[RunSummary, ...]) -> frozenset[str]:
        """The runs that are being raced at this moment."""
        still_open = (summary.run for summary in summaries if summary.ended_at is None)
        return frozenset(run for run in still_open if is_claimed(self.folder, run))

    def board(self) -> LiveBoard | None:
        """The board of the race that is going on; of several the newest."""
        for name in reversed(boards(self.folder)):
            if is_claimed(self.folder, name) and (board := read_board(self.folder, name)) is not None:
                return board
        return None

    def _keep(self, state: State, read: Read) -> None:
        with self._lock:
            self._read[state] = read
            while len(self._read) > HEADLINES_KEPT:
                del self._read[next(iter(self._read))]

    def _line(self, summary: RunSummary, going_on: frozenset[str]) -> RunLine:
        read = self._read.get(state_of(summary))
        return RunLine(
            run=summary.run,
            suite=summary.suite_name,
            started_at=summary.started_at,
            method=f"{summary.method} {summary.method_version}" if summary.method == "laps" else summary.method,
            contestants=tuple(name for name in summary.contestants if name != summary.reference),
            rounds=summary.rounds if summary.method == "laps" else None,
            status=_status(summary, going_on),
            title=read.title if read else None,
            scenarios=read.scenarios if read else None,
            winner=read.headline.words if read else None,
            sure=read.headline.sure if read else False,
        )


def _status(summary: RunSummary, going_on: frozenset[str]) -> RunStatus:
    if summary.ended_at is not None:
        return "interrupted" if summary.interrupted else "ended"
    return "going on" if summary.run in going_on else "killed"


def _read(store: Store, summary: RunSummary) -> Read:
    """What the list says of it; a run that cannot be read says so, and hides no other one."""
    try:
        stored = store.load(summary.run)
        if summary.method == "classic":
            classic = build_classic(stored, None)
            words = "one pass each: no ranks"
            return Read(classic.title, len({row.scenario for row in classic.rows}), Headline(words, sure=False))
        report = build_report(stored)
        return Read(report.title, len(report.scenarios), headline(report))
    except StoreError as error:
        return Read(summary.suite_name, 0, Headline(f"cannot be read: {error.message}", sure=False))
