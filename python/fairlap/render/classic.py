"""Renders a classic run for a terminal and as Markdown: the tool's own output, then a table of ratios."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from fairlap.errors import harmless
from fairlap.render.cells import NOTHING, clean, connections, counted, digits, pipelined, ratio, span
from fairlap.render.markdown import escaped, heading
from fairlap.render.markdown import table_of_sheet as markdown_table
from fairlap.render.sheets import BREAK, CONTESTANT, Column, Sheet, status_cell
from fairlap.render.terminal import table_of_sheet as terminal_table
from fairlap.report.classic_models import ClassicReport, ClassicRow, Procedure

UNFINISHED = "This run was interrupted or is still running: some passes are missing."


def render_classic_terminal(report: ClassicReport) -> Group:
    """Return the report for `rich.console.Console.print`."""
    parts: list[RenderableType] = [Text(f"{report.suite}: {report.title}, the classic method", style="bold")]
    if report.interrupted:
        parts.append(Text(UNFINISHED, style="bold yellow"))
    for row in with_passes(report):
        parts += ["", Text(classic_heading(row, report), style="bold")]
        if row.block is not None:
            parts.append(Text(printable(row.block)))
    for scenario in classic_scenarios(report):
        parts += ["", terminal_table(classic_sheet(report, scenario))]
    parts += [Text(line) for line in classic_notes(report)]
    parts += ["", Text(classic_provenance(report), style="dim")]
    return Group(*parts)


def render_classic_markdown(report: ClassicReport) -> str:
    blocks = [f"# {escaped(report.suite)}: {escaped(report.title)}, the classic method"]
    if report.interrupted:
        blocks.append(f"**{UNFINISHED}**")
    for row in with_passes(report):
        blocks.append(f"## {escaped(classic_heading(row, report))}")
        if row.block is not None:
            blocks.append("\n".join(f"    {line}" for line in printable(row.block).splitlines()))
    for scenario in classic_scenarios(report):
        sheet = classic_sheet(report, scenario)
        blocks += [f"## {heading(sheet.title)}", markdown_table(sheet)]
    blocks += [escaped(line) for line in classic_notes(report)]
    blocks.append(escaped(classic_provenance(report)))
    return "\n\n".join(blocks) + "\n"


def with_passes(report: ClassicReport) -> list[ClassicRow]:
    """Return the rows that were not skipped."""
    return [row for row in report.rows if row.status != "skipped"]


def classic_scenarios(report: ClassicReport) -> list[str]:
    return list(dict.fromkeys(row.scenario for row in report.rows))


def _named(row: ClassicRow, report: ClassicReport) -> str:
    """The contestant; also its scenario and connections if there are several."""
    scenario = f", {row.scenario}" if len(classic_scenarios(report)) > 1 else ""
    connections = f", {row.connections} connections" if len(report.procedure.connections) > 1 else ""
    return f"{row.name}{scenario}{connections}"


def classic_heading(row: ClassicRow, report: ClassicReport) -> str:
    """Return the heading of a tool's output: contestant and command, or the reason why there is none."""
    origin = clean(row.command) if row.command is not None else f"{row.status}: {clean(row.reason or '')}"
    return f"{_named(row, report)}: {origin}"


def printable(block: str) -> str:
    """Return a tool's output with control characters replaced."""
    return "\n".join(harmless(line.expandtabs()) for line in block.strip("\n").splitlines())


def classic_sheet(report: ClassicReport, scenario: str) -> Sheet:
    """Return the ratios as published, as measured by the tool, and by laps: a row per contestant and connections."""
    several = f" · {scenario}" if len(classic_scenarios(report)) > 1 else ""

    def of_common(row: ClassicRow, text: str) -> str:
        return "1" if row.name == report.common and text != NOTHING else text

    def laps(row: ClassicRow) -> str:
        return "1" if report.laps_run and row.name == report.common else ratio(row.ratio_laps)

    return Sheet.of(
        f"then, here, and by laps{several}",
        [row for row in report.rows if row.scenario == scenario],
        (CONTESTANT, lambda row: row.name),
        (Column((f"connec{BREAK}", "tions")), lambda row: str(row.connections)),
        (Column(("then", "req/s")), lambda row: _per_s(row.then_per_s)),
        (Column(("then", "ratio")), lambda row: of_common(row, digits(row.ratio_then))),
        (Column(("here", "req/s")), lambda row: _per_s(row.answers_per_s)),
        (Column(("here", "ratio")), lambda row: of_common(row, digits(row.ratio))),
        (Column(("laps", "ratio")), laps),
        (Column(("", "status"), numeric=False, status=True), lambda row: status_cell(row.status)),
        filtered=True,
    )


def _per_s(value: float | None) -> str:
    return NOTHING if value is None else f"{value:,.0f}"


def classic_notes(report: ClassicReport) -> Iterator[str]:
    """Yield notes on the tables: who is missing and why, what ratios refer to, where they come from."""
    yield from _reasons(report)
    if report.common is not None:
        yield f"Ratios are to {report.common}. Compare ratios, never requests per second."
    if report.source is not None and report.setup is not None:
        yield f"Then: {clean(report.setup)} ({clean(report.source)})."
    if report.laps_run is not None:
        yield f"Laps: run {report.laps_run}, by Fairlap's own method."
    else:
        yield f"No run by laps to compare with yet (fairlap run {report.suite})"
    if report.agreement:
        yield " ".join(report.agreement)


def _reasons(report: ClassicReport) -> Iterator[str]:
    """A line for each contestant and reason, covering all of its rows."""
    alike: dict[tuple[str, str, str], list[ClassicRow]] = {}
    for row in report.rows:
        if row.reason is not None:
            alike.setdefault((row.name, row.status, row.reason), []).append(row)
    for (name, status, reason), rows in alike.items():
        who = _named(rows[0], report) if len(rows) == 1 else f"{name}, {len(rows)} rows,"
        yield f"{who} {status}: {clean(reason)}"


def passes(procedure: Procedure) -> str:
    """Return what the passes of a contestant were, in words."""
    requests, duration_s = procedure.requests, float(procedure.duration_s or 0)
    length = span(duration_s) if requests is None else f"{requests:,} requests"
    before = " and ".join(f"{span(float(one.duration_s))} with {one.connections}" for one in procedure.warm_up)
    if before:
        return f"{before} connections for warm-up, then passes of {length}"
    return f"a pass of {length} for warm-up, one for the result"


def classic_provenance(report: ClassicReport) -> str:
    """Return one line that says how, with what and when the run was measured."""
    procedure = report.procedure
    parts = [
        f"run {report.run}",
        f"classic method: {passes(procedure)}",
        connections(", ".join(map(str, procedure.connections)), keepalive=procedure.keepalive),
        *pipelined(procedure.pipeline, procedure.pipelines),
        counted(report.workers, "worker"),
        report.versions.text,
        report.started_at,
    ]
    return clean(" · ".join(parts))
