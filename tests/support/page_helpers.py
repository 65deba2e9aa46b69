"""Reports for pages, one of them full of hostile text, and a parser of pages."""

import random
import shlex
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

from fairlap.charts.figure import Figure, View
from fairlap.charts.marks import words
from fairlap.render.sheets import CONTESTANT, Column, Sheet
from fairlap.report import RowFlag, RunReport, build_report
from fairlap.samples import Skip
from fairlap.store import StoredRun
from sample_factory import Machine, Racer, at_rates, run_record, simulate

HOSTILE = "<script>alert(1)</script>"
QUOTES = """"><img src=x onerror=alert(2)> ' & </style>\x1b[31m"""

VOID = {"meta", "link", "br", "input", "img", "hr", "path", "circle", "rect", "line", "use"}


def hostile_report() -> RunReport:
    """A report of two scenarios with tags in all external text: names, versions, reasons, hints, flags, the host."""
    field = [Racer(HOSTILE, 40_000.0, version=QUOTES), Racer("good", 30_000.0), Racer("a|b", 20_000.0)]
    rounds = at_rates(random.Random(4), simulate(random.Random(3), field, machine=Machine(), histograms=True), 1000.0)
    second = tuple(replace(record, scenario=HOSTILE) for record in rounds)
    skips = (Skip(QUOTES, "hello-json", "skipped", HOSTILE, QUOTES),)
    run = run_record(
        suite_json='{"title": "<b>bold</b>", "scenarios": ["hello-json", "<script>alert(1)</script>"]}',
        host_json='{"cpu_model": "<script>alert(1)</script>", "<i>": ["</main>", null], "memory_bytes": 8589934592}',
        isolation_json='{"user": "<script>alert(1)</script>"}',
        seed=7,
        command=f"fairlap run quick --scenario {shlex.quote(HOSTILE)}",
    )
    report = build_report(StoredRun(run, skips, (), rounds + second, "2026-08-01T12:09:00Z", False))
    flag = RowFlag(name=HOSTILE, reason=QUOTES, invalidates=False)
    rows = tuple(row.model_copy(update={"flags": (flag,)}) for row in report.contestants)
    return report.model_copy(update={"contestants": rows})


def figures_of(report: RunReport) -> dict[str, tuple[Figure, ...]]:
    """Return two small figures for each scenario with the names of its rows."""
    return {scenario: tuple(_figure(report, scenario, number) for number in (1, 2)) for scenario in report.scenarios}


def _figure(report: RunReport, scenario: str, number: int) -> Figure:
    rows = report.rows_of(scenario)
    view = View(tuple(words(0, 20.0 * place, row.name, hint=row.name * 2) for place, row in enumerate(rows)), 0)
    table = Sheet(f"scores {number}", (CONTESTANT, Column(("", "score"))), tuple((row.name, "1") for row in rows), "")
    return Figure(f"scores-{number}", f"Scores {number}", "Where each one is.", view, table)


@dataclass
class Element:
    """An element with its tag, attributes, text and parents."""

    tag: str
    attributes: dict[str, str | None]
    parents: tuple["Element", ...]
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its text on one line, with ordinary spaces only."""
        return " ".join("".join(self.pieces).replace("\N{NO-BREAK SPACE}", " ").split())

    def inside(self, tag: str) -> "Element | None":
        """Return the nearest enclosing element with that tag."""
        return next((parent for parent in reversed(self.parents) if parent.tag == tag), None)


class PageReader(HTMLParser):
    """Parses all elements of a page, in order; unclosed and misplaced ones are errors."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self.feed(page)
        self.close()
        assert self._open == [], f"not closed: {[element.tag for element in self._open]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice: {names}"
        element = Element(tag, dict(attrs), tuple(self._open))
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, dict(attrs), tuple(self._open)))

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        assert self._open and self._open[-1].tag == tag, f"</{tag}> closes {self._open[-1:]}"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.pieces.append(data)

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """Return the elements of a tag with these attributes (`class_` matches one word of `class`)."""
        wanted = {name.rstrip("_"): value for name, value in attributes.items()}
        return [
            element
            for element in self.elements
            if element.tag == tag
            and all(value in (element.attributes.get(name) or "").split() for name, value in wanted.items())
        ]

    @property
    def text(self) -> str:
        """The visible text, without styles and scripts."""
        return self.all("body")[0].text
