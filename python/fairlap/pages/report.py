"""The page of a run: who won, by how much, how sure that is, and where it comes from."""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from fairlap.charts import Figure, ladder_figures, run_figures
from fairlap.charts.drawing import svg
from fairlap.charts.theme import PAGE
from fairlap.pages.final import explained, final_table
from fairlap.pages.origin import Facts, commands, facts, versions_table
from fairlap.pages.pairs import overview_table, pairs_table
from fairlap.pages.site import Place, render
from fairlap.pages.tables import Table, table_of_sheet
from fairlap.pages.words import GLOSSARY
from fairlap.render.cells import clean, counted
from fairlap.render.headline import headline
from fairlap.render.machines import machines_told
from fairlap.render.sentences import findings, how_it_went, interruption, then_note
from fairlap.render.sheets import Sheet
from fairlap.render.tables import sheets, then_sheet, three_sheet
from fairlap.report import RunReport
from fairlap.report.detail import RunDetail

MOST_BYTES = 1_400_000
"""Of a page that shows everything; above, only the first of several scenarios does."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure, drawn; `name` is unique on the page."""

    name: str
    figure: Figure
    svg: str


@dataclass(frozen=True, slots=True)
class Told:
    """A table with the sentences that belong below it."""

    table: Table
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScenarioPart:
    """What there is of one scenario, in reading order; `rest` says where that is for which the page has no room."""

    anchor: str
    name: str
    verdict: tuple[str, ...]
    final: Table
    flags: tuple[tuple[str, str], ...]
    pictures: tuple[Picture, ...]
    tables: tuple[Table, ...]
    then: tuple[Told, ...]
    pairs: Table | None
    course: tuple[str, ...]
    rest: str = ""


@dataclass(frozen=True, slots=True)
class ReportPage:
    """Everything that the template lays out. `overview` and `tally` are there for several scenarios."""

    title: str
    summary: str
    warning: str | None
    tally: str
    overview: Table | None
    scenarios: tuple[ScenarioPart, ...]
    ladder: tuple[Picture, ...]
    facts: tuple[Facts, ...]
    versions: Table | None
    commands: tuple[str, ...]
    glossary: tuple[tuple[str, str], ...]

    @property
    def contents(self) -> tuple[tuple[str, str], ...]:
        """(anchor, words) of the parts of the page."""
        several = len(self.scenarios) > 1
        return (
            *((("result", "Overview"),) if several else ()),
            *((part.anchor, part.name if several else "Result") for part in self.scenarios),
            *(() if several else _inside(self.scenarios)),
            *((("ladder", "What each step costs"),) if self.ladder else ()),
            ("origin", "Provenance"),
            ("words", "Words"),
        )


def report_page(report: RunReport, detail: RunDetail, place: Place) -> str:
    """The page of a run as HTML; `detail` is of the same run, and has the curves."""
    figures = {scenario: run_figures(report, detail, scenario) for scenario in report.scenarios}
    return page_with(report, figures, ladder_figures(report), place)


def page_with(
    report: RunReport, figures: Mapping[str, Sequence[Figure]], ladder: Sequence[Figure], place: Place
) -> str:
    """The page of a run as HTML, with these figures of each scenario (the first one beside the final table)."""
    page = page_of(report, figures, ladder, place)
    text = render("report.html", place, page=page)
    if len(text.encode()) > MOST_BYTES and len(page.scenarios) > 1:
        text = render("report.html", place, page=_smaller(page, report.run))
    return text


def _smaller(page: ReportPage, run: str) -> ReportPage:
    """Only the first scenario has all of its pictures and pairs."""
    first, *others = page.scenarios
    smaller = (
        replace(
            part,
            pictures=part.pictures[:1],
            pairs=None,
            rest="This page has no room for its other pictures and for every pair: "
            + shlex.join(["fairlap", "report", run, "--scenario", part.name, "--html", "FILE"]),
        )
        for part in others
    )
    return replace(page, scenarios=(first, *smaller))


def page_of(
    report: RunReport, figures: Mapping[str, Sequence[Figure]], ladder: Sequence[Figure], place: Place
) -> ReportPage:
    """What the page says."""
    anchors = _anchors(report.scenarios)
    several = len(report.scenarios) > 1
    return ReportPage(
        title=f"{report.suite}: {report.title}",
        summary=_summary(report),
        warning=interruption(report),
        tally=f"The fastest: {headline(report).words}." if several else "",
        overview=overview_table(report, anchors) if several else None,
        scenarios=tuple(_part(report, name, anchors[name], figures.get(name, ()), place) for name in report.scenarios),
        ladder=tuple(_picture(figure, "ladder") for figure in ladder),
        facts=facts(report),
        versions=versions_table(report),
        commands=commands(report),
        glossary=GLOSSARY,
    )


def _part(report: RunReport, scenario: str, anchor: str, figures: Sequence[Figure], place: Place) -> ScenarioPart:
    _, *others = sheets(report, scenario, wide=True)
    return ScenarioPart(
        anchor=anchor,
        name=scenario,
        verdict=tuple(clean(sentence) for sentence in findings(report, scenario)),
        final=final_table(report, scenario, f"{anchor}-final", place),
        flags=explained(report.rows_of(scenario)),
        pictures=tuple(_picture(figure, anchor) for figure in figures),
        tables=tuple(_sheet(sheet, f"{anchor}-{number}") for number, sheet in enumerate(others, start=1)),
        then=tuple(_then(report, scenario, anchor)),
        pairs=pairs_table(report, scenario, f"{anchor}-versus"),
        course=tuple(how_it_went(report, scenario)),
    )


def _then(report: RunReport, scenario: str, anchor: str) -> list[Told]:
    found = []
    if report.published:
        table = _sheet(then_sheet(report.published, scenario), f"{anchor}-published")
        found.append(Told(replace(table, title="published, and measured now"), (then_note(report),)))
    if report.classic:
        sentences = tuple(clean(sentence) for sentence in report.classic.agreement)
        found.append(Told(_sheet(three_sheet(report.classic, scenario), f"{anchor}-repeated"), sentences))
    return [told for told in found if told.table.lines]


def _sheet(sheet: Sheet, name: str) -> Table:
    return table_of_sheet(sheet, name)


def _picture(figure: Figure, anchor: str) -> Picture:
    """The ids inside the picture begin with the name that it has on the page."""
    name = f"{anchor}-{figure.name}"
    return Picture(name, figure, svg(replace(figure, name=name), PAGE))


def _anchors(scenarios: Sequence[str]) -> dict[str, str]:
    """A name for each scenario that a link can have: of its letters, and of its number where that is not enough."""
    found: dict[str, str] = {}
    for number, scenario in enumerate(scenarios, start=1):
        plain = re.sub(r"[^a-z0-9]+", "-", scenario.lower()).strip("-")
        anchor = f"scenario-{plain or number}"
        found[scenario] = f"{anchor}-{number}" if anchor in found.values() else anchor
    return found


def _inside(parts: Sequence[ScenarioPart]) -> tuple[tuple[str, str], ...]:
    """The parts of the only scenario that are there."""
    if not parts:
        return ()
    (part,) = parts
    there = (
        ("pictures", "More pictures", part.pictures[1:]),
        ("tables", "More numbers", part.tables),
        ("then", "Then and now", part.then),
        ("pairs", "All comparisons", part.pairs),
        ("course", "How it went", part.course),
    )
    return tuple((f"{part.anchor}-{name}", words) for name, words, found in there if found)


def _summary(report: RunReport) -> str:
    """One line below the title: how many of what, when, where."""
    names = {row.name for row in report.contestants if not row.is_reference}
    several = len(report.scenarios) > 1
    rounds = max((course.rounds for course in report.method.courses), default=0)
    parts = [
        counted(len(names), "contestant"),
        *([f"{len(report.scenarios)} scenarios"] if several else []),
        f"{'up to ' if several else ''}{counted(rounds, 'round')}",
        f"{report.load.connections} connections",
        report.started_at.replace("T", " ")[:16] + " UTC",
        *(machines_told(report.machines, None) if report.machines else _host(report.host)),
        f"run {report.run}",
    ]
    return clean(" · ".join(parts))


def _host(host: Mapping[str, JsonValue]) -> Iterator[str]:
    for key, form in (("cpu_model", "{}"), ("cpus", "{} CPUs")):
        if value := host.get(key):
            yield form.format(value)
