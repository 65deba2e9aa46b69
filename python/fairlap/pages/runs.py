"""The list of runs, newest first; and the page that says that there is no such page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from fairlap.pages.paths import LIVE, run_page
from fairlap.pages.site import Place, render
from fairlap.pages.tables import Cell, Head, Line, Table, Tone
from fairlap.render.cells import NOTHING, clean, listed

RunStatus = Literal["ended", "interrupted", "going on", "killed"]
_TONES: dict[RunStatus, Tone] = {"ended": "", "interrupted": "warn", "going on": "", "killed": "warn"}

_HEADS = (
    Head("when (UTC)", numeric=False, down=True),
    Head("who won", numeric=False),
    Head("suite", numeric=False),
    Head("status", numeric=False),
    Head("contestants", numeric=False, down=True),
    Head("scenarios", down=True),
    Head("rounds", down=True),
    Head("method", numeric=False),
)


@dataclass(frozen=True, slots=True)
class RunLine:
    """A run as the list shows it.

    `started_at` is ISO 8601. `contestants` are without the reference. What a report says is `None` until it has been
    read: `title`, `scenarios`, `winner`; `sure` says whether that is decided.
    """

    run: str
    suite: str
    started_at: str
    method: str
    contestants: tuple[str, ...]
    rounds: int | None
    status: RunStatus
    title: str | None = None
    scenarios: int | None = None
    winner: str | None = None
    sure: bool = False


def runs_page(runs: Sequence[RunLine], place: Place, trouble: str | None = None) -> str:
    """The list of runs as the first page; `trouble`: why there is none to be had."""
    unread = sum(line.winner is None for line in runs)
    going_on = [line for line in runs if line.status == "going on"]
    return render("runs.html", place, table=_table(runs, place), unread=unread, going_on=going_on, trouble=trouble)


def plain_page(title: str, text: str, place: Place) -> str:
    """A heading and a paragraph: for what there is not."""
    return render("plain.html", place, title=title, text=clean(text))


def when(started_at: str) -> str:
    """A time for a reader: `2026-11-22 06:16`; as it is where it is not ISO 8601."""
    parsed = _parsed(started_at)
    return clean(started_at) if parsed is None else f"{parsed:%Y-%m-%d %H:%M}"


def _parsed(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)


def _table(runs: Sequence[RunLine], place: Place) -> Table:
    return Table(
        name="runs",
        title="Runs, newest first",
        heads=_HEADS,
        lines=tuple(_line(line, place) for line in runs),
        filtered=True,
    )


def _line(line: RunLine, place: Place) -> Line:
    parsed = _parsed(line.started_at)
    names = [clean(name) for name in line.contestants]
    status = Cell(line.status, tone=_TONES[line.status])
    if line.status == "going on" and place.served:
        status = Cell("going on", href=f"{place.root}{LIVE}", note="follow it live")
    return Line(
        cells=(
            Cell(
                when(line.started_at),
                key=None if parsed is None else parsed.timestamp(),
                note=f"run {clean(line.run)}",
                href=f"{place.root}{run_page(line.run)}",
            ),
            Cell(clean(line.winner) if line.winner is not None else "not read yet", tone="" if line.sure else "quiet"),
            Cell(clean(line.suite), note=clean(line.title or "")),
            status,
            Cell(str(len(names)), key=len(names), note=listed(names) if names else ""),
            Cell(NOTHING if line.scenarios is None else str(line.scenarios)),
            Cell(NOTHING if line.rounds is None else str(line.rounds)),
            Cell(clean(line.method)),
        ),
        status=line.status,
    )
