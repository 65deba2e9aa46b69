"""The pages of the history: the list of contestants, and one contestant over all its runs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fairlap.history import History
from fairlap.pages.paths import history_page as path_of
from fairlap.pages.paths import run_page
from fairlap.pages.runs import when
from fairlap.pages.site import Place, render
from fairlap.render.cells import clean, counted, ratio
from fairlap.render.history import headlines
from fairlap.render.sheets import CONTESTANT, Cell, Column, Sheet


@dataclass(frozen=True, slots=True)
class Known:
    """A contestant with stored runs. `newest` is when the newest of them began (ISO 8601)."""

    name: str
    runs: int
    suites: tuple[str, ...]
    newest: str


def histories_page(known: Sequence[Known], place: Place) -> str:
    """Return the page that lists all contestants with a history."""
    table = Sheet.of(
        "Contestants",
        known,
        (CONTESTANT, lambda found: Cell(clean(found.name), href=f"{place.root}{path_of(found.name)}")),
        (Column(("", "runs"), down=True), lambda found: str(found.runs)),
        (Column(("", "suites"), numeric=False), lambda found: ", ".join(found.suites)),
        (Column(("", "newest run (UTC)"), numeric=False, down=True), lambda found: when(found.newest)),
        name="contestants",
        filtered=True,
    )
    return render("histories.html", place, table=table)


def contestant_page(history: History, place: Place) -> str:
    """Return the page of one contestant: a picture of each series, and a table of those that were run only once."""
    from fairlap.charts.figure import svg
    from fairlap.charts.theme import PAGE
    from fairlap.charts.trend import history_figures

    trends = [
        (series, headlines(history, series), svg(figure, PAGE), _points(figure.table, place))
        for series, figure in zip(history.series, history_figures(history), strict=True)
        if len(series.points) > 1
    ]
    singles = Sheet.of(
        "Run once so far",
        [(series, series.points[0]) for series in history.series if len(series.points) == 1],
        (Column(("", "scenario"), numeric=False), lambda found: found[0].scenario),
        (Column(("", "suite"), numeric=False), lambda found: found[0].suite),
        (Column(("", "score"), down=True), lambda found: ratio(found[1].score)),
        (
            Column(("", "run (UTC)"), numeric=False, down=True),
            lambda found: Cell(when(found[1].started_at), href=f"{place.root}{run_page(found[1].run)}"),
        ),
        name="singles",
    )
    left_out = [f"{counted(group.runs, 'run')}: {group.reason}" for group in history.left_out]
    name = clean(history.contestant)
    return render("history.html", place, name=name, trends=trends, singles=singles, left_out=left_out)


def _points(sheet: Sheet, place: Place) -> Sheet:
    """All points as a table whose runs (its second column) are links to their reports; a break has no run."""
    return replace(sheet, rows=tuple((row[0], _linked(str(row[1]), place), *row[2:]) for row in sheet.rows))


def _linked(run: str, place: Place) -> Cell:
    return Cell(run, href=None if run == "break" else f"{place.root}{run_page(run)}")
