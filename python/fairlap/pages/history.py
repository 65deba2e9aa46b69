"""The pages of the history: the list of contestants, and one contestant over all its runs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fairlap.pages.paths import history_page as path_of
from fairlap.pages.paths import run_page
from fairlap.pages.runs import when
from fairlap.pages.site import Place, render
from fairlap.render.cells import clean, ratio
from fairlap.render.sheets import CONTESTANT, Cell, Column, Sheet
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
    columns = (
        CONTESTANT,
        Column(("", "runs"), down=True),
        Column(("", "suites"), numeric=False),
        Column(("", "newest run (UTC)"), numeric=False, down=True),
    )
    rows = tuple(
        (
            Cell(clean(found.name), href=f"{place.root}{path_of(found.name)}"),
            str(found.runs),
            ", ".join(found.suites),
            when(found.newest),
        )
        for found in known
    )
    table = Sheet("Contestants", columns, rows, name="contestants", filtered=True)
    return render("histories.html", place, table=table)


def contestant_page(
    name: str, trends: Sequence[Trend], singles: Sequence[Single], left_out: Sequence[str], place: Place
) -> str:
    """Return the page of one contestant; `left_out` says which of its runs are not shown, and why."""
    columns = (
        Column(("", "scenario"), numeric=False),
        Column(("", "suite"), numeric=False),
        Column(("", "score"), down=True),
        Column(("", "run (UTC)"), numeric=False, down=True),
    )
    rows = tuple(
        (
            found.scenario,
            found.suite,
            ratio(found.score),
            Cell(when(found.started_at), href=f"{place.root}{run_page(found.run)}"),
        )
        for found in singles
    )
    points = [_points(trend.points, f"points-{number}", place) for number, trend in enumerate(trends, start=1)]
    return render(
        "history.html",
        place,
        name=clean(name),
        trends=list(zip(trends, points, strict=True)),
        singles=Sheet("Run once so far", columns, rows, name="singles"),
        left_out=left_out,
    )


def _points(sheet: Sheet, name: str, place: Place) -> Sheet:
    """All points as a table whose runs (its second column) are links to their reports; a break has no run."""
    return replace(sheet, rows=tuple((row[0], _linked(str(row[1]), place), *row[2:]) for row in sheet.rows), name=name)


def _linked(run: str, place: Place) -> Cell:
    return Cell(run, href=None if run == "break" else f"{place.root}{run_page(run)}")
