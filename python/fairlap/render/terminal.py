"""Renders a report for a terminal: understandable without colour, complete at 80 columns."""

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from fairlap.render.cells import clean
from fairlap.render.ladder import ladder_sheets
from fairlap.render.sentences import (
    course_lines,
    findings,
    interruption,
    notes,
    provenance,
    skipped,
    then_note,
    versions,
)
from fairlap.render.sheets import BREAK, Cell, Sheet, Tone
from fairlap.render.tables import published_sheet, repeated_sheet, sheets
from fairlap.report import RunReport

MIDDLE = 110
"""Columns needed for response times at half load in the main table."""

WIDE = 140
"""Columns needed for the names of flags and for more intervals."""

_DUEL = 3
"""A report on two and the reference begins with the answer; others end with it, as a terminal shows the end."""

SHORT = 16
"""Text of at most this many characters is never wrapped, so that the status wraps before a name does."""

HEADING = 18
"""Most characters in a line of a heading."""

_STYLES: dict[Tone, str] = {"ok": "green", "bad": "red", "warn": "yellow"}


def render_terminal(report: RunReport) -> Group:
    """Return the whole report for `rich.console.Console.print`."""
    parts: list[RenderableType] = [Text(f"{report.suite}: {report.title}", style="bold")]
    if len(report.scenarios) == 1 and len(report.rows_of(report.scenarios[0])) <= _DUEL:
        parts = [Text(findings(report, report.scenarios[0])[0], style="bold"), "", *parts]
    if warning := interruption(report):
        parts.append(Text(warning, style="bold yellow"))
    for scenario in report.scenarios:
        parts += ["", _Scenario(report, scenario)]
    if report.published and len(report.scenarios) > 1:
        parts += ["", Text(then_note(report))]
    for sheet in ladder_sheets(report):
        parts += ["", *captioned(sheet)]
    if len(report.scenarios) > 1:
        parts += ["", *_all_in_short(report)]
    parts += ["", Text(provenance(report), style="dim")]
    return Group(*parts)


@dataclass(frozen=True, slots=True)
class _Scenario:
    """One scenario, as wide as the terminal allows."""

    report: RunReport
    scenario: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        report, scenario, wide = self.report, self.scenario, options.max_width >= WIDE
        main, *others = sheets(report, scenario, wide=wide, half=options.max_width >= MIDDLE)
        yield from captioned(main)
        yield ""
        yield _title("in short")
        yield from (_point(Text(sentence, style="bold")) for sentence in findings(report, scenario))
        remarks = [Text(line) for line in notes(report, scenario, wide=wide)]
        for name, reason in skipped(report, scenario):
            remarks.append(Text(f"{name} skipped: {reason}", no_wrap=True, overflow="ellipsis"))
        if remarks:
            yield ""
            yield _title("remarks")
            yield from remarks
        for sheet in others:
            yield ""
            yield from captioned(sheet)
        if report.published:
            if published := published_sheet(report.published, scenario):
                yield ""
                yield from captioned(published)
            if len(report.scenarios) == 1:  # otherwise printed once, below all scenarios
                yield Text(then_note(report))
        if report.classic:
            yield ""
            yield from captioned(repeated_sheet(report.classic, scenario))
            yield Text(" ".join(report.classic.agreement))
        for line in (*course_lines(report, scenario), versions(report, scenario)):
            if line:
                yield ""
                yield Text(line, style="dim")


def _all_in_short(report: RunReport) -> Iterator[RenderableType]:
    """The fastest of each scenario again, because a terminal shows the end of a long report."""
    yield _title("in short, by scenario")
    same: dict[str, list[str]] = {}
    for scenario in report.scenarios:
        same.setdefault(findings(report, scenario)[0], []).append(clean(scenario))
    for sentence, scenarios in same.items():
        yield _point(Text.assemble(f"{', '.join(scenarios)}: ", (sentence, "bold")))


def _title(text: str) -> Text:
    return Text(text, style="italic")


def _point(text: Text) -> Table:
    """A list item with indented continuation lines."""
    point = Table.grid(padding=(0, 1, 0, 0))
    point.add_row(Text("*", style="dim"), text)
    return point


def captioned(sheet: Sheet) -> Iterator[RenderableType]:
    """Yield a sheet as a table, and its caption, if it has one."""
    yield table_of_sheet(sheet)
    if sheet.caption:
        yield Text(sheet.caption, style="dim")


def table_of_sheet(sheet: Sheet) -> Table:
    """Return a sheet as a table whose cells are never taken for markup."""
    table = Table(
        title=_title(sheet.title),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        padding=(0, 0),
        pad_edge=False,
    )
    for index, column in enumerate(sheet.columns):
        short = not column.status and all(len(str(row[index])) <= SHORT for row in sheet.rows)
        table.add_column(
            Text("\n".join(map(_heading, column.heading))),
            justify="right" if column.numeric else "left",
            no_wrap=column.numeric or short,
            overflow="fold",
        )
    for row in sheet.rows:
        table.add_row(*(Text(str(cell), style=_style(cell)) for cell in row))
    return table


def _heading(text: str) -> str:
    """Return a line of a heading; a long one, which is a name, in several lines."""
    return "\n".join(wrap(text.replace(BREAK, "-"), HEADING))


def _style(cell: str | Cell) -> str:
    return _STYLES.get(cell.tone, "") if isinstance(cell, Cell) else ""
