"""The list of runs, newest first, and pages with only a message."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

from fairlap.pages.paths import LIVE, run_page
from fairlap.pages.site import Place, keep_units, render
from fairlap.render.cells import clean, listed
from fairlap.render.sheets import Cell, Column, Sheet, Tone
from fairlap.render.verdicts import Headline

RunStatus = Literal["ended", "interrupted", "running", "killed"]
_TONES: dict[RunStatus, Tone] = {"ended": "", "interrupted": "warn", "running": "", "killed": "warn"}


@dataclass(frozen=True, slots=True)
class Overview:
    """What the list shows of a run's report."""

    title: str
    scenarios: int
    headline: Headline


@dataclass(frozen=True, slots=True)
class RunLine:
    """A run as the list shows it.

    `started_at` is ISO 8601. `contestants` exclude the reference. `overview` is `None` until the report has been read.
    """

    run: str
    suite: str
    started_at: str
    method: str
    contestants: tuple[str, ...]
    rounds: int | None
    status: RunStatus
    overview: Overview | None


@dataclass(frozen=True, slots=True)
class ListPage:
    """Which page of the list this is, from 1 on, and how many there are."""

    number: int = 1
    count: int = 1

    @property
    def newer(self) -> int | None:
        """The page of newer runs."""
        return self.number - 1 if self.number > 1 else None

    @property
    def older(self) -> int | None:
        """The page of older runs."""
        return self.number + 1 if self.number < self.count else None


def runs_page(
    runs: Sequence[RunLine], place: Place, pages: ListPage | None = None, *, trouble: str | None = None
) -> str:
    """Return the list of runs; `trouble` says why it is not available."""
    unread = sum(line.overview is None for line in runs)
    running = [line for line in runs if line.status == "running"]
    table = Sheet.of(
        "Runs, newest first",
        runs,
        (Column(("", "when (UTC)"), numeric=False, down=True), lambda line: _started(line, place)),
        (Column(("", "who won"), numeric=False), _winner),
        (
            Column(("", "suite"), numeric=False),
            lambda line: Cell(clean(line.suite), note=clean(line.overview.title) if line.overview else ""),
        ),
        (Column(("", "status"), numeric=False), lambda line: _status(line, place)),
        (Column(("", "contestants"), numeric=False, down=True), _contestants),
        (Column(("", "scenarios"), down=True), lambda line: str(line.overview.scenarios) if line.overview else ""),
        (Column(("", "rounds"), down=True), lambda line: "" if line.rounds is None else str(line.rounds)),
        (Column(("", "method"), numeric=False), lambda line: line.method),
        name="runs",
        filtered=True,
    )
    return render(
        "runs.html", place, table=table, unread=unread, running=running, pages=pages or ListPage(), trouble=trouble
    )


def plain_page(title: str, text: str, place: Place) -> str:
    """Return a page with a heading and a paragraph, for errors."""
    return render("plain.html", place, title=title, text=clean(text))


def when(started_at: str) -> str:
    """Format a time as `2026-11-22 06:16`; text that is not ISO 8601 is unchanged."""
    parsed = _parsed(started_at)
    return clean(started_at) if parsed is None else f"{parsed:%Y-%m-%d %H:%M}"


def _parsed(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)


def _started(line: RunLine, place: Place) -> Cell:
    parsed = _parsed(line.started_at)
    return Cell(
        when(line.started_at),
        key=None if parsed is None else parsed.timestamp(),
        note=f"run {clean(line.run)}",
        href=f"{place.root}{run_page(line.run)}",
    )


def _winner(line: RunLine) -> Cell:
    if line.overview is None:
        return Cell("not read yet", tone="quiet")
    found = line.overview.headline
    return Cell(keep_units(clean(found.words)), tone="" if found.sure else "quiet")


def _status(line: RunLine, place: Place) -> Cell:
    status = Cell(line.status, tone=_TONES[line.status], status=line.status)
    if line.status == "running" and place.served:
        return replace(status, href=f"{place.root}{LIVE}", note="follow it live")
    return status


def _contestants(line: RunLine) -> Cell:
    names = [clean(name) for name in line.contestants]
    return Cell(str(len(names)), key=len(names), note=listed(names) if names else "")
