"""Renders a report as Markdown, for a README, an issue or a pull request."""

import re
from collections.abc import Sequence

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
from fairlap.render.sheets import Sheet
from fairlap.render.tables import published_sheet, repeated_sheet, sheets
from fairlap.report import RunReport

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~#])")


def render_markdown(report: RunReport) -> str:
    """Return the whole report: a heading, and a table with findings for each scenario."""
    blocks = [f"# {escaped(report.suite)}: {escaped(report.title)}"]
    if warning := interruption(report):
        blocks.append(f"**{escaped(warning)}**")
    for scenario in report.scenarios:
        blocks += _scenario(report, scenario)
    for sheet in ladder_sheets(report):
        blocks += [f"## {heading(sheet.title)}", *captioned(sheet)]
    blocks.append(escaped(provenance(report)))
    return "\n\n".join(blocks) + "\n"


def _scenario(report: RunReport, scenario: str) -> list[str]:
    main, *others = sheets(report, scenario, wide=True)
    blocks = [f"## {escaped(scenario)}", *captioned(main)]
    blocks.append("\n>\n".join(f"> {escaped(sentence)}" for sentence in findings(report, scenario)))
    lines = notes(report, scenario, wide=True)
    lines += [f"{name} skipped: {reason}" for name, reason in skipped(report, scenario)]
    if lines:
        blocks.append("\n".join(f"- {escaped(line)}" for line in lines))
    if report.published and (published := published_sheet(report.published, scenario)):
        others.append(published)
    for sheet in others:
        blocks += [f"### {heading(sheet.title)}", *captioned(sheet)]
    if report.published:
        blocks.append(escaped(then_note(report)))
    if report.classic:
        sheet = repeated_sheet(report.classic, scenario)
        blocks += [f"### {heading(sheet.title)}", *captioned(sheet)]
        blocks.append(escaped(" ".join(report.classic.agreement)))
    blocks += [escaped(line) for line in (*course_lines(report, scenario), versions(report, scenario)) if line]
    return blocks


def heading(title: str) -> str:
    """Return a title with a capital letter; names in it stay as they are."""
    return escaped(title[:1].upper() + title[1:])


def captioned(sheet: Sheet) -> list[str]:
    """Return a sheet as a table, and its caption, if it has one."""
    return [table_of_sheet(sheet), *([escaped(sheet.caption)] if sheet.caption else [])]


def table_of_sheet(sheet: Sheet) -> str:
    lines = [
        _line([escaped(column.text) for column in sheet.columns]),
        "|" + "|".join("---:" if column.numeric else ":---" for column in sheet.columns) + "|",
        *(_line([escaped(str(cell)) for cell in row]) for row in sheet.rows),
    ]
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def escaped(text: str) -> str:
    """Return text escaped for Markdown: nothing in it ends a cell or is taken for markup or HTML."""
    return _SPECIAL.sub(r"\\\1", clean(text))
