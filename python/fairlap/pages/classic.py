"""The page of a classic run: published and measured ratios, the tool's output, the procedure."""

from collections.abc import Iterator
from dataclasses import replace

from fairlap.pages.origin import NOT_ENDED, Facts, commands, document, programs
from fairlap.pages.site import Place, render
from fairlap.render.cells import clean, pipelined
from fairlap.render.classic import (
    UNFINISHED,
    classic_heading,
    classic_notes,
    classic_scenarios,
    classic_sheet,
    passes,
    printable,
    with_passes,
)
from fairlap.report.classic_models import ClassicReport


def classic_page(report: ClassicReport, place: Place) -> str:
    return render(
        "classic.html",
        place,
        title=f"{report.suite}: {report.title}, the classic method",
        warning=UNFINISHED if report.interrupted else None,
        tables=[
            replace(classic_sheet(report, scenario), name=f"then-{number}")
            for number, scenario in enumerate(classic_scenarios(report), start=1)
        ],
        notes=[clean(note) for note in classic_notes(report)],
        blocks=[(classic_heading(row, report), printable(row.block or "")) for row in with_passes(report)],
        commands=commands(report),
        facts=(
            Facts("Procedure", tuple(_procedure(report))),
            Facts("Programs", programs(report.versions)),
            Facts("Machine", document(report.host)),
            Facts("Isolation", document(report.isolation)),
        ),
    )


def _procedure(report: ClassicReport) -> Iterator[tuple[str, str]]:
    procedure = report.procedure
    yield "run", report.run
    yield "started", report.started_at
    yield "ended", report.ended_at or NOT_ENDED
    yield "method", "classic: one contestant at a time"
    yield "passes", passes(procedure)
    kept = "keep-alive" if procedure.keepalive else "one for each request"
    yield "connections", f"{', '.join(map(str, procedure.connections))}; {kept}"
    for words in pipelined(procedure.pipeline, procedure.pipelines):
        yield "pipelining", words
    yield "workers", str(report.workers)
    versions = {(row.name, row.version): None for row in report.rows if row.version}
    for name, version in versions:
        yield f"version of {name}", clean(version or "")
