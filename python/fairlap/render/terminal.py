"""A report for a terminal: understandable without colour, nothing lost at 80 columns."""

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from fairlap.render.cells import COLUMNS, THEN_COLUMNS, Column, table_rows, then_rows
from fairlap.render.sentences import findings, interruption, notes, provenance, then_note, versions
from fairlap.report import RunReport

_STYLES = {"ok": "green", "failed": "red", "invalid": "red", "skipped": "yellow"}


def render_terminal(report: RunReport) -> Group:
    """Everything about a run, for `rich.console.Console.print`."""
    parts: list[RenderableType] = [Text(f"{report.suite}: {report.title}", style="bold")]
    if warning := interruption(report):
        parts.append(Text(warning, style="bold yellow"))
    for scenario in report.scenarios:
        parts += ["", *_scenario(report, scenario)]
    parts += ["", Text(provenance(report), style="dim")]
    return Group(*parts)


def _scenario(report: RunReport, scenario: str) -> list[RenderableType]:
    parts: list[RenderableType] = [_table(COLUMNS, table_rows(report, scenario), title=scenario)]
    if lines := notes(report, scenario):
        parts += ["", *(Text(line) for line in lines)]
    parts += ["", *(Text(sentence, style="bold") for sentence in findings(report, scenario))]
    if line := versions(report, scenario):
        parts += ["", Text(line, style="dim")]
    if report.published:
        entries = [entry for entry in report.published.contestants if entry.scenario == scenario]
        rows = then_rows(entries, report.published.common)
        parts += ["", _table(THEN_COLUMNS, rows, title="then and now"), Text(then_note(report))]
    return parts


def _table(columns: Sequence[Column], rows: Sequence[tuple[str, ...]], title: str) -> Table:
    """A table whose cells are never read as markup."""
    table = Table(
        title=Text(title, style="italic"),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        padding=(0, 0),
        pad_edge=False,
    )
    for column in columns:
        table.add_column(
            Text("\n".join(column.heading)),
            justify="right" if column.numeric else "left",
            no_wrap=column.numeric,
            overflow="fold",
        )
    for row in rows:
        table.add_row(*(Text(cell, style=_style(cell)) for cell in row))
    return table


def _style(cell: str) -> str:
    return _STYLES.get(cell.removesuffix(" *"), "")
