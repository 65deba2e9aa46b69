"""A report as Markdown, for a README, an issue or a pull request."""

import re
from collections.abc import Sequence

from fairlap.render.cells import COLUMNS, THEN_COLUMNS, Column, clean, table_rows, then_rows
from fairlap.render.sentences import findings, interruption, notes, provenance, then_note, versions
from fairlap.report import RunReport

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~#])")


def render_markdown(report: RunReport) -> str:
    """The whole report: a heading, and a table with its findings for each scenario."""
    blocks = [f"# {_escaped(report.suite)}: {_escaped(report.title)}"]
    if warning := interruption(report):
        blocks.append(f"**{_escaped(warning)}**")
    for scenario in report.scenarios:
        blocks += [f"## {_escaped(scenario)}", _table(COLUMNS, table_rows(report, scenario))]
        if lines := notes(report, scenario):
            blocks.append("\n".join(f"- {_escaped(line)}" for line in lines))
        blocks += [_escaped(sentence) for sentence in findings(report, scenario)]
        if line := versions(report, scenario):
            blocks.append(_escaped(line))
        if report.published:
            entries = [entry for entry in report.published.contestants if entry.scenario == scenario]
            rows = then_rows(entries, report.published.common)
            blocks += ["### Then and now", _table(THEN_COLUMNS, rows), _escaped(then_note(report))]
    blocks.append(_escaped(provenance(report)))
    return "\n\n".join(blocks) + "\n"


def _table(columns: Sequence[Column], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [
        _line([" ".join(column.heading).strip().replace("- ", "-") for column in columns]),
        "|" + "|".join("---:" if column.numeric else ":---" for column in columns) + "|",
        *(_line([_escaped(cell) for cell in row]) for row in rows),
    ]
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _escaped(text: str) -> str:
    """Text as text: no pipe ends a cell, nothing is taken for markup or HTML."""
    return _SPECIAL.sub(r"\\\1", clean(text))
