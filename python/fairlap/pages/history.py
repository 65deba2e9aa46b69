"""The pages of the history: the list of contestants, and one contestant over all its runs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fairlap.pages.paths import history_page as path_of
from fairlap.pages.paths import run_page
from fairlap.pages.runs import when
from fairlap.pages.site import Place, render
from fairlap.pages.tables import Cell, Head, Line, Table, table_of_sheet
from fairlap.render.cells import NOTHING, clean, ratio
from fairlap.render.sheets import Sheet
from fairlap.report import Interval


@dataclass(frozen=True, slots=True)
class Known:
    """A contestant with stored runs. `newest` is when the newest of them began (ISO 8601)."""

    name: str
    runs: int
    suites: tuple[str, ...]
    newest: str


@dataclass(frozen=True, slots=True)
class Trend:
    """One scenario of one suite: sentences, picture (SVG) and all points."""

    scenario: str
    suite: str
    sentences: tuple[str, ...]
    svg: str
    points: Sheet


@dataclass(frozen=True, slots=True)
class Single:
    """A scenario of a suite that was run only once. `score` is `None` if it has none."""

    scenario: str
    suite: str
    run: str
    started_at: str
    score: Interval | None


def histories_page(known: Sequence[Known], place: Place) -> str:
    """Return the page that lists all contestants with a history."""
    table = Table(
        name="contestants",
        title="Contestants",
        heads=(
            Head("contestant", numeric=False),
            Head("runs", down=True),
            Head("suites", numeric=False),
            Head("newest run (UTC)", numeric=False, down=True),
        ),
        lines=tuple(_line(found, place) for found in known),
        filtered=True,
    )
    return render("histories.html", place, table=table)


def contestant_page(
    name: str, trends: Sequence[Trend], singles: Sequence[Single], left_out: Sequence[str], place: Place
) -> str:
    """Return the page of one contestant; `left_out` says which of its runs are not shown, and why."""
    table = Table(
        name="singles",
        title="Run once so far",
        heads=(
            Head("scenario", numeric=False),
            Head("suite", numeric=False),
            Head("score", down=True),
            Head("run (UTC)", numeric=False, down=True),
        ),
        lines=tuple(_single(found, place) for found in singles),
    )
    points = [_points(trend.points, f"points-{number}", place) for number, trend in enumerate(trends, start=1)]
    return render(
        "history.html",
        place,
        name=clean(name),
        trends=list(zip(trends, points, strict=True)),
        singles=table,
        left_out=left_out,
    )


def _points(sheet: Sheet, name: str, place: Place) -> Table:
    """All points as a table whose runs are links to their reports; a break has no run."""
    table = table_of_sheet(sheet, name, ordered=False)
    column = next((number for number, head in enumerate(table.heads) if head.text == "run"), None)
    if column is None:
        return table
    lines = (
        replace(line, cells=tuple(_linked(cell, place) if at == column else cell for at, cell in enumerate(line.cells)))
        for line in table.lines
    )
    return replace(table, lines=tuple(lines))


def _linked(cell: Cell, place: Place) -> Cell:
    return cell if cell.text in ("break", NOTHING) else replace(cell, href=f"{place.root}{run_page(cell.text)}")


def _single(found: Single, place: Place) -> Line:
    return Line(
        (
            Cell(clean(found.scenario)),
            Cell(clean(found.suite)),
            Cell(ratio(found.score)),
            Cell(when(found.started_at), href=f"{place.root}{run_page(found.run)}"),
        )
    )


def _line(found: Known, place: Place) -> Line:
    return Line(
        (
            Cell(clean(found.name), href=f"{place.root}{path_of(found.name)}"),
            Cell(str(found.runs), key=found.runs),
            Cell(", ".join(map(clean, found.suites)) or NOTHING),
            Cell(when(found.newest)),
        )
    )
