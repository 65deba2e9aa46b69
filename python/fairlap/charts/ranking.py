"""Who is fast and how sure that is: dots with intervals in the order of rank, and what ties them together."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from fairlap.charts import marks
from fairlap.charts.figure import Figure, View
from fairlap.charts.layout import LOG_FROM, WIDTH, Span, shortened, span_of, text_width
from fairlap.charts.marks import Entry, Mark, legend
from fairlap.charts.theme import SMALL_SIZE
from fairlap.render.cells import clean, digits, from_to, percent, place_of, rate, ratio, whole
from fairlap.render.sentences import findings
from fairlap.render.sheets import CONTESTANT, Column, Sheet, status_cell
from fairlap.report import Interval, Row, RunReport

STEP, GAP, TOP, AXIS = 21.0, 8.0, 14.0, 42.0
"""Pixels of a row, below the reference, for headings above, and for the axis with its title."""

_LETTER = re.compile(r"[a-z]\d*")
_COLUMN = 9.0
_MOST_BRACKETS = 16
_ROOM = 2.0
"""Times the largest value that the axis reaches at most: an interval beyond that is cut, and an arrow says so."""

_HINT = 200
"""Characters of a reason that are shown where a pointer rests; notes have all of it."""

_SCORE = "throughput relative to the reference"
_RATE = "requests per second"


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the picture and the middle of it, in pixels."""

    row: Row
    y: float


@dataclass(frozen=True, slots=True)
class Bracket:
    """Contestants that are not shown to differ from each other; `tied`: all are shown to be alike."""

    letter: str
    lines: tuple[Line, ...]
    tied: bool

    @property
    def top(self) -> float:
        return self.lines[0].y - STEP * 0.3

    @property
    def bottom(self) -> float:
        return self.lines[-1].y + STEP * 0.3


def lines_of(rows: Sequence[Row]) -> tuple[list[Line], float, float]:
    """Rows from top to bottom: the reference, the ranked, below the axis the others. And the ends of plot and rows."""
    lines: list[Line] = []
    y = TOP
    for row in rows:
        if row.rank is not None or (row.is_reference and row.status == "ok"):
            lines.append(Line(row, y + STEP / 2))
            y += STEP + (GAP if row.is_reference else 0.0)
    plot_end = max(y, TOP + STEP)
    y = plot_end + AXIS
    for row in rows:
        if row.name not in {line.row.name for line in lines}:
            lines.append(Line(row, y + STEP / 2))
            y += STEP
    return lines, plot_end, y


def brackets_of(report: RunReport, scenario: str, lines: Sequence[Line]) -> list[Bracket]:
    """One for each letter that at least two ranked contestants share."""
    ties = {frozenset((pair.a, pair.b)) for pair in report.pairs_of(scenario) if pair.verdict == "tie"}
    by_letter: dict[str, list[Line]] = {}
    for line in lines:
        for letter in _LETTER.findall(line.row.letters or ""):
            by_letter.setdefault(letter, []).append(line)
    return [
        Bracket(
            letter,
            tuple(found),
            tied=all(frozenset((a.row.name, b.row.name)) in ties for a, b in combinations(found, 2)),
        )
        for letter, found in by_letter.items()
        if len(found) > 1
    ]


def bands_of(brackets: Sequence[Bracket], lines: Sequence[Line]) -> list[Bracket]:
    """Return the groups that can be a band across the plot: neighbours that are in no other group."""
    order = [line.row.name for line in lines]
    found = []
    for bracket in brackets:
        names = [line.row.name for line in bracket.lines]
        first = order.index(names[0])
        alone = all(
            set(names).isdisjoint(line.row.name for line in other.lines) for other in brackets if other is not bracket
        )
        if alone and order[first : first + len(names)] == names:
            found.append(bracket)
    return found


def ranking(report: RunReport, scenario: str, name: str) -> Figure:
    """The most important picture of a scenario."""
    rows = report.rows_of(scenario)
    said = _description(rows, findings(report, scenario)[0])
    view = ranking_view(report, scenario, WIDTH)
    return Figure(name, "Who is fastest, and how sure that is", said, view, _table(rows))


def ranking_view(report: RunReport, scenario: str, width: float) -> View:
    """The picture, so many pixels wide with all its words."""
    return _Ranking(report, scenario, width).view(width)


class _Ranking:
    def __init__(self, report: RunReport, scenario: str, width: float) -> None:
        rows = report.rows_of(scenario)
        self.report = report
        self.lines, self.height, self.end = lines_of(rows)
        self.ranked = [line for line in self.lines if line.row.rank is not None]
        self.others = [line for line in self.lines if line.y > self.height]
        self.reference = next((line for line in self.lines if line.row.is_reference), None)
        self.brackets = brackets_of(report, scenario, self.ranked)[:_MOST_BRACKETS]
        self.by_score = any(line.row.score for line in self.ranked)
        self.places = max((text_width(place_of(row)) for row in rows), default=0.0) + 8
        self.names = min(width * 0.3, max((text_width(row.name) for row in rows), default=0.0))
        self.rates = max((text_width(_rate(row)) for row in rows), default=0.0) + 18
        sides = len(self.brackets) * _COLUMN + (6 if self.brackets else 0)
        self.left = self.places + self.names + 12
        self.width = max(120.0, width - self.left - self.rates - sides - 14)
        self.span = self._span()

    def view(self, width: float) -> View:
        shown = (
            *self._axis(),
            *self._bands(),
            *self._yardstick(),
            *self._dots(),
            *self._texts(),
            *self._brackets(),
            *self._flags(),
            *self._without_rank(),
            *legend(self._entries(), -self.left, self.end + 14, width),
        )
        return View(shown, self.left, width)

    def _measure(self, row: Row) -> Interval | None:
        return row.score if self.by_score else row.throughput_per_s

    def _span(self) -> Span:
        found = [measure for line in self.ranked if (measure := self._measure(line.row))]
        ends = [end for measure in found for end in (measure.value, measure.low, measure.high) if end is not None]
        if not ends:
            return Span(0.0, 1.0, self.width)
        yard = self._yard()
        values = [measure.value for measure in found]
        ends = [min(max(end, min(values) / _ROOM / LOG_FROM), max(values) * _ROOM) for end in ends]
        near = [] if yard is None or yard > 1.9 * max(ends) else [yard]
        if len(values) == 1:
            return span_of([*ends, *near], self.width, from_zero=True)
        # Wide intervals alone are no reason for a scale that newcomers have to think about.
        return span_of([*ends, *near], self.width, log=max(values) > LOG_FROM * min(values) and min(ends) > 0)

    def _yard(self) -> float | None:
        """Where the reference stands on the axis."""
        if self.reference is None or self.reference.row.status != "ok":
            return None
        if self.by_score:
            return 1.0
        found = self.reference.row.throughput_per_s
        return None if found is None else found.value

    def _axis(self) -> list[Mark]:
        found = [measure for line in self.ranked if (measure := self._measure(line.row))]
        if not found:
            return []
        title = _SCORE if self.by_score else _RATE
        if any(measure.low is not None for measure in found):
            title += ", with 95 % intervals"
        if self.span.log:
            title += ", log scale"
        elif self.span.low > 0:
            title += f"; the axis begins at {digits(self.span.low)}"
        return marks.x_axis(self.span, self.height, title, form=marks.plain if self.by_score else marks.short)

    def _bands(self) -> list[Mark]:
        wide = self.left + self.width + self.rates
        return [
            marks.rect(-self.left, band.top - 3, wide, band.bottom - band.top + 6, "band", rounded=4)
            for band in bands_of(self.brackets, self.lines)
        ]

    def _yardstick(self) -> list[Mark]:
        yard = self._yard()
        if self.reference is None or yard is None or not self.ranked:
            return []
        y = self.reference.y
        if yard > self.span.high:
            text = f"{'1' if self.by_score else digits(yard)}: beyond this axis →"
            return [marks.words(self.width - 4, y, text, "muted", size=SMALL_SIZE, align="right")]
        at = self.span.at(yard)
        return [
            marks.line(at, y, at, self.height, "muted", dash="3,3", opacity=0.6),
            marks.symbol(at, y, "diamond", 4.7, "muted", hint=f"{self.reference.row.name}: the yardstick"),
        ]

    def _dots(self) -> list[Mark]:
        """Intervals are cut where the axis ends; an arrow there says that they go on."""
        intervals, dots, arrows = [], [], []
        for line in self.ranked:
            found = self._measure(line.row)
            if found is None:
                continue
            hint = _words(line.row, found, by_score=self.by_score)
            dots.append(marks.symbol(self.span.at(found.value), line.y, "circle", 3.7, "accent", hint=hint))
            if found.low is None or found.high is None:
                continue
            low, high = max(found.low, self.span.low), min(found.high, self.span.high)
            start, end = self.span.at(low), self.span.at(high)
            intervals.append(marks.line(start, line.y, end, line.y, "accent", width=3, opacity=0.6))
            if found.high > self.span.high:
                hint = f"{line.row.name}: the interval goes on"
                arrows.append(marks.symbol(self.width - 4, line.y, "triangle-right", 3.4, "accent", hint=hint))
        return [*intervals, *dots, *arrows]

    def _texts(self) -> list[Mark]:
        left, right = -self.names - 12, self.width + self.rates - 4
        shown = [line for line in self.lines if line.row.throughput_per_s and line.row.status == "ok"]
        head = [marks.words(right, 4, "requests/s", "muted", size=SMALL_SIZE, align="right")] if shown else []
        return [
            *(marks.words(-self.left, line.y, place_of(line.row), "muted") for line in self.lines),
            *(
                marks.words(left, line.y, shortened(line.row.name, self.names), hint=line.row.name)
                for line in self.lines
            ),
            *(marks.words(right, line.y, _rate(line.row), align="right") for line in shown),
            *head,
        ]

    def _brackets(self) -> list[Mark]:
        start = self.width + self.rates + 10
        lines, dots, letters = [], [], []
        for number, bracket in enumerate(self.brackets):
            x = start + number * _COLUMN
            colour, width, dash = ("ink", 1.6, "") if bracket.tied else ("muted", 1.2, "2,2")
            lines.append(marks.line(x, bracket.top, x, bracket.bottom, colour, width=width, dash=dash))
            dots += [marks.symbol(x, line.y, "circle", 2.3, "ink") for line in bracket.lines]
            letters.append(marks.words(x, 4, bracket.letter, "muted", size=SMALL_SIZE, align="center"))
        return [*lines, *dots, *letters]

    def _flags(self) -> list[Mark]:
        found = []
        for line in filter(_flagged, self.lines):
            names = ", ".join(dict.fromkeys(clean(flag.name) for flag in line.row.flags))
            hint = f"{line.row.name} flagged: {names}"
            found.append(marks.symbol(self.width + 8, line.y, "triangle-up", 3.7, "warn", hint=hint))
        return found

    def _without_rank(self) -> list[Mark]:
        room = self.width + self.rates - 22
        crosses, reasons = [], []
        for line in self.others:
            said = f"{line.row.status}: {clean(line.row.reason or 'no reason known')}"
            shown = shortened(said, room, SMALL_SIZE)
            crosses.append(marks.symbol(7, line.y, "cross", 4.2, "warn"))
            reasons.append(marks.words(18, line.y, shown, size=SMALL_SIZE, hint=said[:_HINT]))
        return [*crosses, *reasons]

    def _entries(self) -> list[Entry]:
        """What the marks mean, of those that are there."""
        method = self.report.method
        entries: list[Entry] = []
        if any(bracket.tied for bracket in self.brackets):
            entries.append(Entry(f"tied: within {percent(method.minimum_effect)} of each other", shape="upright"))
        if any(not bracket.tied for bracket in self.brackets):
            entries.append(Entry("not shown to differ", "muted", "upright", dashed=True))
        if any(map(_flagged, self.lines)):
            entries.append(Entry("flagged: see notes", "warn", "triangle-up"))
        if self.ranked and all((found := self._measure(line.row)) is None or found.low is None for line in self.ranked):
            entries.append(Entry("one round: no intervals"))
        return entries


def _description(rows: Sequence[Row], verdict: str) -> str:
    """The verdict, and how to read the picture; where bars overlap it is easily misread."""
    measured = [row for row in rows if row.rank is not None and row.score]
    if len(measured) < 2:
        return verdict
    return (
        f"{verdict} Dots are scores, in the order of rank; bars are their 95 % intervals. Verdicts rest on laps of the "
        "same cycle, so that two may be told apart although their bars overlap."
    )


def _flagged(line: Line) -> bool:
    return bool(line.row.flags) and line.row.status == "ok"


def _rate(row: Row) -> str:
    if row.throughput_per_s is None or row.status != "ok":
        return ""
    return whole(row.throughput_per_s.value)


def _words(row: Row, found: Interval, *, by_score: bool) -> str:
    value = digits(found.value) if by_score else f"{digits(found.value)}/s"
    return f"{row.name}, rank {place_of(row)}: {value}{from_to(found)}"


def _table(rows: Sequence[Row]) -> Sheet:
    return Sheet.of(
        "throughput",
        rows,
        (Column(("", "rank")), place_of),
        (Column(("", "alike"), numeric=False), lambda row: row.letters or ""),
        (CONTESTANT, lambda row: row.name),
        (Column(("", "score")), lambda row: "1" if row.is_reference and row.status == "ok" else ratio(row.score)),
        (Column(("requests", "per second")), lambda row: rate(row.throughput_per_s)),
        (
            Column(("", "status"), numeric=False, status=True),
            lambda row: status_cell(row.status, row.reason and f"{row.status}: {clean(row.reason)}"),
        ),
        caption="Score: throughput relative to the reference. Contestants that share a letter are not shown to differ.",
    )
