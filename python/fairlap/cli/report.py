"""`fairlap report`: shows a stored run in every format; also shows a run that has just ended."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairlap.cli.files import STDOUT, HtmlFile, JsonFile, MarkdownFile, check_targets, write_bytes, write_text
from fairlap.cli.formats import BY_ENDING, PICTURES, ClassicRun, Format, LapsRun, Output, ThemeName
from fairlap.cli.settings import Settings, settings_of
from fairlap.errors import UsageError

if TYPE_CHECKING:
    from fairlap.samples import RowStatus

DONE, SOME_FAILED, FLAGGED = 0, 1, 3

EXAMPLES = """Examples:

\b
fairlap report                                the newest run, as a table
fairlap report 20261122 --format seed         in the style of the seed's README
fairlap report -o report.html                 a page with all pictures
fairlap report -o result.svg --theme dark     a picture for a README
fairlap report --scenario ladder-app -o app.png
fairlap report --format samples -o laps.csv   the raw laps
fairlap report --format bmf -o bmf.json       for bencher run --adapter json --file bmf.json
fairlap report -o /var/lib/node_exporter/fairlap.prom

docs/reports.md shows each of them."""

Strict = Annotated[
    bool, typer.Option("--strict", help="Exit with 3 if any row is flagged, invalid, failed or skipped.")
]
FormatOption = Annotated[
    Format | None,
    typer.Option(
        "--format",
        help="`seed`: Markdown in the style of the seed's README; `csv`: one line per contestant; `samples`: CSV, one "
        "line per lap; `bmf`: Bencher Metric Format [default: from the extension of the output file, or table].",
    ),
]
OutputFile = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="File to write; `-` is standard output [default: -]."),
]
ThemeOption = Annotated[ThemeName | None, typer.Option("--theme", help="Theme of svg and png [default: light].")]
ScenarioName = Annotated[
    str | None,
    typer.Option(
        "--scenario", metavar="NAME", help="Only this scenario; required for a picture if the run has several."
    ),
]


def report(
    context: typer.Context,
    run_id: Annotated[
        str | None,
        typer.Argument(metavar="RUN", help="Name of a run, or its beginning [default: the newest]."),
    ] = None,
    form: FormatOption = None,
    output: OutputFile = None,
    theme: ThemeOption = None,
    scenario: ScenarioName = None,
    strict: Strict = False,
    json_file: JsonFile = None,
    markdown_file: MarkdownFile = None,
    html_file: HtmlFile = None,
) -> None:
    """Show a stored run again, as a table or in another format."""
    main = _main_output(form, output, theme)
    outputs = outputs_of(json_file, markdown_file, html_file, main)
    raise typer.Exit(deliver(settings_of(context), run_id, outputs, scenario=scenario, strict=strict))


def _main_output(form: Format | None, file: Path | None, theme: ThemeName | None) -> Output | None:
    """Return what --format, --output and --theme ask for, `None` without them. Raises UsageError."""
    if form is None and file not in (None, STDOUT):
        assert file is not None
        form = BY_ENDING.get(file.suffix.lower())
        if form is None:
            raise UsageError("cannot tell the format from the file name", where=str(file), hint="use --format")
    if theme is not None and form not in PICTURES:
        raise UsageError("--theme applies only to pictures", hint="use --format svg or png, or drop --theme")
    if form is None and file is None:
        return None
    return Output(form or Format.table, file or STDOUT, theme or ThemeName.light)


def outputs_of(
    json_file: Path | None, markdown_file: Path | None, html_file: Path | None, main: Output | None = None
) -> tuple[Output, ...]:
    """Return all reports to write, files first and standard output last, which gets the table by default.

    Raises UsageError when one of them cannot be written.
    """
    given = {Format.json: json_file, Format.markdown: markdown_file, Format.html: html_file}
    outputs = [Output(form, file) for form, file in given.items() if file is not None]
    if main is not None:
        outputs.append(main)
    elif STDOUT not in given.values():
        outputs.append(Output(Format.table, STDOUT))
    check_targets(*(output.file for output in outputs))
    for output in outputs:
        output.check_terminal()
    return tuple(sorted(outputs, key=lambda output: output.file == STDOUT))


def deliver(
    settings: Settings, run_id: str | None, outputs: Sequence[Output], *, scenario: str | None = None, strict: bool
) -> int:
    """Write a stored run to all outputs, once all are rendered, and return the exit code.

    Raises:
        UsageError: there is no such run or scenario, or it is not available in one of the formats.
    """
    found = _load(settings, run_id, scenario)
    code = _code(_statuses(found), strict=strict)
    for output in outputs:
        found.check(output)
    printed = Output(Format.table, STDOUT)
    documents = [(output.file, found.document(output)) for output in outputs if output != printed]
    for file, document in documents:
        if isinstance(document, bytes):
            write_bytes(file, document)
        else:
            write_text(file, document)
    if printed in outputs:
        from rich.console import Console

        Console().print(found.screen())
    return code


def _load(settings: Settings, run_id: str | None, scenario: str | None) -> LapsRun | ClassicRun:
    from fairlap.report import RunReport
    from fairlap.report.companion import report_of
    from fairlap.store import Store

    with Store.open(settings.results / "fairlap.db", create=False) as store:
        stored, report = report_of(store, run_id)
    if isinstance(report, RunReport):
        return LapsRun(settings, stored, report, scenario)
    if scenario is not None:
        raise UsageError(
            "--scenario applies only to runs by laps, and this is a classic run",
            where=f"run {stored.run.run}",
            hint="drop --scenario",
        )
    return ClassicRun(report)


def _statuses(found: LapsRun | ClassicRun) -> "list[tuple[RowStatus, bool]]":
    if isinstance(found, ClassicRun):
        return [(row.status, False) for row in found.report.rows]
    return [(row.status, bool(row.flags)) for row in found.report.contestants]


def _code(rows: "Sequence[tuple[RowStatus, bool]]", *, strict: bool) -> int:
    if strict and any(flagged or status != "ok" for status, flagged in rows):
        return FLAGGED
    return SOME_FAILED if any(status in ("failed", "invalid") for status, _ in rows) else DONE
