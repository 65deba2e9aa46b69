"""The page of a run: who won, by how much, how sure that is, and its provenance."""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fairlap.charts import Figure, ladder_figures, run_figures
from fairlap.charts.figure import svg
from fairlap.charts.theme import PAGE
from fairlap.pages.final import final_table
from fairlap.pages.origin import commands, facts, versions_table
from fairlap.pages.pairs import overview_table, pairs_table
from fairlap.pages.site import Place, render
from fairlap.render.cells import clean, counted
from fairlap.render.flags import doubts
from fairlap.render.sentences import course_lines, findings, interruption, machine_summary, skipped, then_note
from fairlap.render.sheets import Sheet
from fairlap.render.tables import published_sheet, repeated_sheet, sheets
from fairlap.render.verdicts import headline
from fairlap.report import RunReport
from fairlap.report.detail import RunDetail

MOST_BYTES = 1_400_000
"""Largest page that shows every scenario in full; in larger ones only the first scenario is complete."""

GLOSSARY = (
    ("contestant", "one application served in one way"),
    ("reference", "the built-in minimal server in every heat: the ceiling, and what scores are relative to"),
    ("scenario", "a request and its right answer"),
    ("lap", "one short, uninterrupted slice of load on one contestant"),
    ("cycle", "one lap of every contestant of the heat, in random order"),
    ("heat", "up to 8 contestants alive together, measured in cycles; all but the one that laps are frozen"),
    ("round", "a fresh start of the contestants, their warm-up and their cycles: the unit of all statistics"),
    ("throughput", "right answers per second"),
    ("score", "throughput relative to the reference in the same cycle: comparable between heats and days"),
    ("interval", "where the true value lies, in 95 of 100 cases; one round alone gives none"),
    ("precision", "the smallest difference that matters"),
    ("faster, slower", "beyond chance (corrected for all pairs and looks), and by at least the precision"),
    ("tie", "two contestants whose difference is shown to be within the precision"),
    ("not decided", "neither a difference nor a tie so far: more rounds would decide"),
    ("rank", "one more than the number of contestants that are faster"),
    ("half load", "requests fall due at half of the contestant's own throughput, however slow it is"),
    ("response time", "from when a request was due to the end of its right answer, waiting included"),
    ("p50, p99", "half of the requests, and 99 of 100, take no longer than this"),
    ("flag", "a doubt raised by a check, named in the row; some flags make the row invalid"),
    ("invalid, failed, skipped", "measured but not trustworthy; measurement did not finish; cannot run here"),
)
"""(word, meaning), in the order in which a reader meets them: a short form of docs/glossary.md."""


Picture = tuple[Figure, str]
"""A figure, whose name is unique on the page, and the same drawn (SVG)."""


@dataclass(frozen=True, slots=True)
class ScenarioPart:
    """One scenario in reading order; `rest` says where to find what the page left out.

    `then` has tables of published numbers, each with sentences below it.
    """

    anchor: str
    name: str
    verdict: tuple[str, ...]
    final: Sheet
    skipped: tuple[tuple[str, str], ...]
    flags: tuple[tuple[str, str], ...]
    pictures: tuple[Picture, ...]
    tables: tuple[Sheet, ...]
    then: tuple[tuple[Sheet, tuple[str, ...]], ...]
    pairs: Sheet | None
    course: tuple[str, ...]
    rest: str = ""


def report_page(report: RunReport, detail: RunDetail, place: Place) -> str:
    """Return the page of a run as HTML; `detail` belongs to the same run."""
    figures = {scenario: run_figures(report, detail, scenario) for scenario in report.scenarios}
    return page_with(report, figures, ladder_figures(report), place)


def page_with(
    report: RunReport, figures: Mapping[str, Sequence[Figure]], ladder: Sequence[Figure], place: Place
) -> str:
    """Return the page of a run as HTML with these figures by scenario, the first one next to the final table."""
    anchors = _anchors(report.scenarios)
    parts = [_part(report, name, anchors[name], figures.get(name, ()), place) for name in report.scenarios]
    several = len(parts) > 1
    values: dict[str, object] = {
        "title": f"{report.suite}: {report.title}",
        "summary": _summary(report),
        "warning": interruption(report),
        "tally": f"The fastest: {headline(report).words}.",
        "overview": overview_table(report, anchors) if several else None,
        "contents": tuple(_contents(parts, ladder)),
        "ladder": [_picture(figure, "ladder") for figure in ladder],
        "facts": facts(report),
        "versions": versions_table(report),
        "commands": commands(report),
        "glossary": GLOSSARY,
    }
    text = render("report.html", place, scenarios=parts, **values)
    if len(text.encode()) > MOST_BYTES and several:
        smaller = [parts[0], *(_smaller(part, report.run) for part in parts[1:])]
        text = render("report.html", place, scenarios=smaller, **values)
    return text


def _smaller(part: ScenarioPart, run: str) -> ScenarioPart:
    """A scenario without most of its pictures, and without its pairs."""
    command = shlex.join(["fairlap", "report", run, "--scenario", part.name, "--html", "FILE"])
    rest = f"To see its other pictures and all pairs: {command}"
    return replace(part, pictures=part.pictures[:1], pairs=None, rest=rest)


def _contents(parts: Sequence[ScenarioPart], ladder: Sequence[Figure]) -> Iterator[tuple[str, str]]:
    """(anchor, title) of the parts of the page; of a single scenario also what is inside."""
    if len(parts) > 1:
        yield "result", "Overview"
        yield from ((part.anchor, part.name) for part in parts)
    elif parts:
        (part,) = parts
        yield part.anchor, "Result"
        inside = (
            ("pictures", "More pictures", part.pictures[1:]),
            ("tables", "More numbers", part.tables),
            ("then", "Then and now", part.then),
            ("pairs", "All comparisons", part.pairs),
            ("course", "Course of the run", part.course),
        )
        yield from ((f"{part.anchor}-{name}", title) for name, title, content in inside if content)
    if ladder:
        yield "ladder", "What each step costs"
    yield "origin", "Provenance"
    yield "words", "Glossary"


def _part(report: RunReport, scenario: str, anchor: str, figures: Sequence[Figure], place: Place) -> ScenarioPart:
    _, *others = sheets(report, scenario, wide=True)
    return ScenarioPart(
        anchor=anchor,
        name=scenario,
        verdict=tuple(clean(sentence) for sentence in findings(report, scenario)),
        final=final_table(report, scenario, f"{anchor}-final", place),
        skipped=tuple(skipped(report, scenario)),
        flags=tuple((doubt.name, doubt.text) for doubt in doubts(report.rows_of(scenario))),
        pictures=tuple(_picture(figure, anchor) for figure in figures),
        tables=tuple(replace(sheet, name=f"{anchor}-{number}") for number, sheet in enumerate(others, start=1)),
        then=tuple(_then(report, scenario, anchor)),
        pairs=pairs_table(report, scenario, f"{anchor}-versus"),
        course=tuple(course_lines(report, scenario)),
    )


def _then(report: RunReport, scenario: str, anchor: str) -> Iterator[tuple[Sheet, tuple[str, ...]]]:
    if report.published and (sheet := published_sheet(report.published, scenario)):
        yield replace(sheet, title="published and measured", name=f"{anchor}-published"), (then_note(report),)
    if report.classic and (sheet := repeated_sheet(report.classic, scenario)).rows:
        sentences = tuple(clean(sentence) for sentence in report.classic.agreement)
        yield replace(sheet, name=f"{anchor}-repeated"), sentences


def _picture(figure: Figure, anchor: str) -> Picture:
    """Draw a figure; ids inside it begin with its name on the page."""
    named = replace(figure, name=f"{anchor}-{figure.name}")
    return named, svg(named, PAGE)


def _anchors(scenarios: Sequence[str]) -> dict[str, str]:
    """A unique anchor for each scenario, from its letters and, if necessary, its number."""
    found: dict[str, str] = {}
    for number, scenario in enumerate(scenarios, start=1):
        plain = re.sub(r"[^a-z0-9]+", "-", scenario.lower()).strip("-")
        anchor = f"scenario-{plain or number}"
        found[scenario] = f"{anchor}-{number}" if anchor in found.values() else anchor
    return found


def _summary(report: RunReport) -> str:
    """One line below the title: counts, time and machine."""
    names = {row.name for row in report.contestants if not row.is_reference}
    several = len(report.scenarios) > 1
    rounds = max((course.rounds for course in report.method.courses), default=0)
    parts = [
        counted(len(names), "contestant"),
        *([f"{len(report.scenarios)} scenarios"] if several else []),
        f"{'up to ' if several else ''}{counted(rounds, 'round')}",
        f"{report.load.connections} connections",
        report.started_at.replace("T", " ")[:16] + " UTC",
        *machine_summary(report.machines, report.host),
        f"run {report.run}",
    ]
    return clean(" · ".join(parts))
