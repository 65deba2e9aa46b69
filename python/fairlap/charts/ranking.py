"""Who is fast and how sure that is: dots with intervals in the order of rank, and what ties them together."""

from collections.abc import Sequence

from fairlap.charts.figure import Figure, View
from fairlap.charts.groups import bands_of, brackets_of, lines_of
from fairlap.charts.layout import LOG_FROM, WIDTH, Span, shortened, span_of, text_width
from fairlap.charts.legend import UPRIGHT, Entry, legend
from fairlap.charts.marks import PLAIN, SHORT, TO, WORDS, Layer, Value, Words, layered, mark, rules, words, x_axis
from fairlap.charts.theme import SMALL_SIZE
from fairlap.render.cells import clean, digits, from_to, percent, place_of, rate, ratio, whole
from fairlap.render.sentences import findings
from fairlap.render.sheets import CONTESTANT, Column, Sheet
from fairlap.report import Interval, Row, RunReport

_COLUMN = 9.0
_MOST_BRACKETS = 16
_CROSS = "M-0.5,-0.5L0.5,0.5M-0.5,0.5L0.5,-0.5"
_ROOM = 2.0
"""Times the largest value that the axis reaches at most: an interval beyond that is cut, and an arrow says so."""

_HINT = 200
"""Characters of a reason that are shown where a pointer rests; notes have all of it."""

_SCORE = "throughput relative to the reference"
_RATE = "requests per second"


def ranking(report: RunReport, scenario: str, name: str) -> Figure:
    """The most important picture of a scenario."""
    rows = report.rows_of(scenario)
    return Figure(
        name=name,
        title="Who is fastest, and how sure that is",
        description=_description(rows, findings(report, scenario)[0]),
        view=ranking_view(report, scenario, WIDTH)[0],
        table=_table(rows),
    )


def ranking_view(report: RunReport, scenario: str, width: float) -> tuple[View, float, float]:
    """The picture, so many pixels wide with all its words; where these begin, and where they end below."""
    return _Ranking(report, scenario, width).view(width)


class _Ranking:
    """Works out the places of one picture."""

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
        self.width = max(120.0, width - self.places - self.names - 14 - self.rates - sides - 12)
        self.span = self._span()

    def view(self, width: float) -> tuple[View, float, float]:
        layers: list[Layer] = [*self._bands(), *self._yardstick(), *self._dots(), *self._texts()]
        entries, left = self._entries(), -self.places - self.names - 12
        layers += [*self._brackets(), *self._flags(), *self._without_rank(), *legend(entries, left, self.end + 14)]
        end = self.end + (40 if entries else 18)
        return layered(layers, self.width, self.height, -left, width), left, end

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

    def _bands(self) -> list[Layer]:
        values = [
            {
                "x": -self.places - self.names - 12,
                "x2": self.width + self.rates,
                "y": band.top - 3,
                "y2": band.bottom + 3,
            }
            for band in bands_of(self.brackets, self.lines)
        ]
        if not values:
            return []
        return [mark("rect", values, TO, style="band", aria=False, cornerRadius=4)]

    def _yardstick(self) -> list[Layer]:
        yard = self._yard()
        if self.reference is None or yard is None or not self.ranked:
            return []
        if yard > self.span.high:
            text = f"{'1' if self.by_score else digits(yard)}: beyond this axis →"
            return words([Words(self.width - 4, self.reference.y, text)], "muted", "small", align="right")
        at = self.span.at(yard)
        values = [{"x": at, "y": self.reference.y, "words": f"{self.reference.row.name}: the yardstick"}]
        return [
            *rules([(at, self.reference.y, at, self.height)], "muted", strokeDash=[3, 3], strokeWidth=1, opacity=0.6),
            mark("point", values, WORDS, style="muted", shape="diamond", filled=True, size=90, opacity=1),
        ]

    def _dots(self) -> list[Layer]:
        values: list[dict[str, Value]] = [
            {
                "name": line.row.name,
                "value": found.value,
                "low": None if found.low is None else max(found.low, self.span.low),
                "high": None if found.high is None else min(found.high, self.span.high),
                "y": line.y,
                "words": _words(line.row, found, by_score=self.by_score),
            }
            for line in self.ranked
            if (found := self._measure(line.row)) is not None
        ]
        title = _SCORE if self.by_score else _RATE
        if any(value["low"] is not None for value in values):
            title += ", with 95 % intervals"
        if self.span.log:
            title += ", log scale"
        elif self.span.low > 0:
            title += f"; the axis begins at {digits(self.span.low)}"
        form = PLAIN if self.by_score else SHORT
        axis = x_axis("value", self.span, title if values else "", form=form, ticks=None if values else ())
        known = [value for value in values if value["low"] is not None and value["high"] is not None]
        dots = mark("point", values, {"x": axis} | WORDS, style="accent", filled=True, size=55, opacity=1)
        if not known:
            return [dots]
        ends = {"x": axis | {"field": "low"}, "x2": "high"}
        lines = mark("rule", known, ends, style="accent", strokeWidth=3, aria=False, opacity=0.6)
        return [lines, dots, *self._arrows()]

    def _arrows(self) -> list[Layer]:
        """At the ends of intervals that go on beyond the axis."""
        measured = [(line, self._measure(line.row)) for line in self.ranked]
        values = [
            {"x": self.width - 4, "y": line.y, "words": f"{line.row.name}: the interval goes on"}
            for line, found in measured
            if found and found.high is not None and found.high > self.span.high
        ]
        if not values:
            return []
        return [mark("point", values, WORDS, style="accent", shape="triangle-right", filled=True, size=45, opacity=1)]

    def _texts(self) -> list[Layer]:
        left = -self.names - 12
        shown = [line for line in self.lines if line.row.throughput_per_s and line.row.status == "ok"]
        return [
            *words((Words(left - self.places, line.y, place_of(line.row)) for line in self.lines), "muted"),
            *words(
                (Words(left, line.y, shortened(line.row.name, self.names), line.row.name) for line in self.lines),
                "ink",
            ),
            *words(
                (Words(self.width + self.rates - 4, line.y, _rate(line.row)) for line in shown), "ink", align="right"
            ),
            *(
                words([Words(self.width + self.rates - 4, 4, "requests/s")], "muted", "small", align="right")
                if shown
                else []
            ),
        ]

    def _brackets(self) -> list[Layer]:
        if not self.brackets:
            return []
        start = self.width + self.rates + 10
        solid: list[tuple[float, float, float, float]] = []
        dashed: list[tuple[float, float, float, float]] = []
        members: list[dict[str, Value]] = []
        for number, bracket in enumerate(self.brackets):
            x = start + number * _COLUMN
            (solid if bracket.tied else dashed).append((x, bracket.top, x, bracket.bottom))
            members += [
                {"x": x, "y": line.y, "words": f"{line.row.name}: group {bracket.letter}"} for line in bracket.lines
            ]
        letters = (Words(start + number * _COLUMN, 4, bracket.letter) for number, bracket in enumerate(self.brackets))
        return [
            *rules(solid, "ink", strokeWidth=1.6),
            *rules(dashed, "muted", strokeWidth=1.2, strokeDash=[2, 2]),
            mark("point", members, style="ink", filled=True, size=22, opacity=1, aria=False),
            *words(letters, "muted", "small", align="center"),
        ]

    def _flags(self) -> list[Layer]:
        values = [
            {"x": self.width + 8, "y": line.y, "words": f"{line.row.name} flagged: {_flag_names(line.row)}"}
            for line in self.lines
            if line.row.flags and line.row.status == "ok"
        ]
        if not values:
            return []
        return [mark("point", values, WORDS, style="warn", shape="triangle-up", filled=True, size=55, opacity=1)]

    def _without_rank(self) -> list[Layer]:
        if not self.others:
            return []
        said = [(line, f"{line.row.status}: {clean(line.row.reason or 'no reason known')}") for line in self.others]
        values = [{"x": 7, "y": line.y} for line, _ in said]
        look = {"style": "warn", "shape": _CROSS, "size": 80, "strokeWidth": 2, "filled": False, "opacity": 1}
        room = self.width + self.rates - 22
        return [
            mark("point", values, None, aria=False, **look),
            *words(
                (Words(18, line.y, shortened(text, room, SMALL_SIZE), text[:_HINT]) for line, text in said),
                "ink",
                "small",
            ),
        ]

    def _entries(self) -> list[Entry]:
        """What the marks mean, of those that are there."""
        method = self.report.method
        entries: list[Entry] = []
        if any(bracket.tied for bracket in self.brackets):
            entries.append(
                Entry(f"tied: within {percent(method.minimum_effect)} of each other", shape=UPRIGHT, filled=False)
            )
        if any(not bracket.tied for bracket in self.brackets):
            entries.append(Entry("not shown to differ", "muted", UPRIGHT, filled=False, dashed=True))
        if any(line.row.flags and line.row.status == "ok" for line in self.lines):
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


def _flag_names(row: Row) -> str:
    return ", ".join(dict.fromkeys(clean(flag.name) for flag in row.flags))


def _rate(row: Row) -> str:
    if row.throughput_per_s is None or row.status != "ok":
        return ""
    return whole(row.throughput_per_s.value)


def _words(row: Row, found: Interval, *, by_score: bool) -> str:
    value = digits(found.value) if by_score else f"{digits(found.value)}/s"
    return f"{row.name}, rank {place_of(row)}: {value}{from_to(found)}"


def _table(rows: Sequence[Row]) -> Sheet:
    return Sheet(
        title="throughput",
        columns=(
            Column(("", "rank")),
            Column(("", "alike"), numeric=False),
            CONTESTANT,
            Column(("", "score")),
            Column(("requests", "per second")),
            Column(("", "status"), numeric=False, status=True),
        ),
        rows=tuple(
            (
                place_of(row),
                row.letters or "",
                row.name,
                "1" if row.is_reference and row.status == "ok" else ratio(row.score),
                rate(row.throughput_per_s),
                row.status if row.reason is None else f"{row.status}: {clean(row.reason)}",
            )
            for row in rows
        ),
        caption="Score: throughput relative to the reference. Contestants that share a letter are not shown to differ.",
    )
