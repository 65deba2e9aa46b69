"""A report for a terminal: understandable without colour, nothing lost at 80 columns."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from fairlap.render.ladder import ladder_sheets
from fairlap.render.sentences import findings, how_it_went, interruption, notes, provenance, then_note, versions
from fairlap.render.sheets import Sheet
from fairlap.render.tables import sheets, then_sheet, three_sheet
from fairlap.report import RunReport

WIDE = 140
"""Columns from which there is room for the names of flags and for more intervals."""

_STYLES = {"ok": "green", "failed": "red", "invalid": "red", "skipped": "yellow"}


def render_terminal(report: RunReport) -> Group:
    """Everything about a run, for `rich.console.Console.print`."""
    parts: list[RenderableType] = [Text(f"{report.suite}: {report.title}", style="bold")]
    if warning := interruption(report):
        parts.append(Text(warning, style="bold yellow"))
    for scenario in report.scenarios:
        parts += ["", _Scenario(report, scenario)]
    for sheet in ladder_sheets(report):
        parts += ["", *_shown(sheet)]
    parts += ["", Text(provenance(report), style="dim")]
    return Group(*parts)


@dataclass(frozen=True, slots=True)
class _Scenario:
    """What there is of one scenario, as wide as the terminal allows."""

    report: RunReport
    scenario: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        report, scenario, wide = self.report, self.scenario, options.max_width >= WIDE
        main, *others = sheets(report, scenario, wide=wide)
        yield from _shown(main)
        if lines := notes(report, scenario, wide=wide):
            yield ""
            yield from (Text(line) for line in lines)
        yield ""
        yield from (Text(sentence, style="bold") for sentence in findings(report, scenario))
        for sheet in others:
            yield ""
            yield from _shown(sheet)
        if report.published:
            yield ""
            yield from _shown(then_sheet(report.published, scenario))
            yield Text(then_note(report))
        if report.classic:
            yield ""
            yield from _shown(three_sheet(report.classic, scenario))
            yield Text(" ".join(report.classic.agreement))
        for line in (*how_it_went(report, scenario), versions(report, scenario)):
            if line:
                yield ""
                yield Text(line, style="dim")


def _shown(sheet: Sheet) -> Iterator[RenderableType]:
    yield table_of_sheet(sheet)
    if sheet.caption:
        yield Text(sheet.caption, style="dim")


def table_of_sheet(sheet: Sheet) -> Table:
    """A table whose cells are never read as markup."""
    table = Table(
        title=Text(sheet.title, style="italic"),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        padding=(0, 0),
        pad_edge=False,
    )
    for column in sheet.columns:
        table.add_column(
            Text("\n".join(column.heading)),
            justify="right" if column.numeric else "left",
            no_wrap=column.numeric,
            overflow="fold",
        )
    for row in sheet.rows:
        cells = zip(sheet.columns, row, strict=True)
        table.add_row(*(Text(cell, style=_style(cell) if column.status else "") for column, cell in cells))
    return table


def _style(cell: str) -> str:
    return _STYLES.get(cell.split(" ")[0].removesuffix(":"), "")
