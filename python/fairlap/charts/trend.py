"""The history of a contestant: scores from run to run, their levels, change points, and breaks that are not joined."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fairlap.charts import marks
from fairlap.charts.figure import Figure, View
from fairlap.charts.layout import WIDTH, Span, shortened, span_of, text_width
from fairlap.charts.marks import BELOW, Entry, Mark, legend
from fairlap.charts.theme import SMALL_SIZE
from fairlap.history import ChangePoint, History, Level, Point, Segment, Series
from fairlap.render.cells import change, clean, counted, ratio
from fairlap.render.history import break_text, day, headlines, series_sheet, step_text, title_of

MOST_RUNS = 160
"""Of a picture: older ones are in its table only."""

_SINGLY = 60
"""Runs up to which each one is a mark with words of its own; more are a line with a band: a picture stays small."""

_HEIGHT, _LEFT, _RIGHT, _LINE = 170.0, 44.0, 14.0, 13.0
_BREAK_SLOTS = 1.0
"""Of the width of a run, which a break takes."""

_LABEL_ROWS = 4
_LABEL_MAX = 190.0
_TIGHT = 8.0
"""Pixels of a run below which dots would run into each other."""


def history_figures(history: History) -> tuple[Figure, ...]:
    """One for each series, in their order; the axis of time has a place for each run, however long it was between."""
    return tuple(
        Figure(
            name=f"history-{number}",
            title=f"{clean(history.contestant)}: {title_of(series)}",
            description=" ".join([*headlines(history, series), *_what_is_shown(series)]),
            view=_Trend(series).view(),
            table=series_sheet(series),
        )
        for number, series in enumerate(history.series, start=1)
    )


def _what_is_shown(series: Series) -> Iterator[str]:
    points, breaks = series.points, len(series.segments) - 1
    yield (
        f"The score (throughput relative to the reference of the same cycle) over {counted(len(points), 'run')}, "
        "with its interval over the rounds of each run" + (f", and {counted(breaks, 'break')}." if breaks else ".")
    )
    if any(point.score is None for point in points):
        yield "A cross is a run without a score."
    if len(points) > MOST_RUNS:
        yield f"Only the newest {MOST_RUNS} are drawn; the table has all."


@dataclass(frozen=True, slots=True)
class _Dot:
    """A run at its place, in pixels."""

    point: Point
    x: float


class _Trend:
    def __init__(self, series: Series) -> None:
        self.segments = _newest(series)
        runs = sum(len(points) for _, points in self.segments)
        self.width = WIDTH - _LEFT - _RIGHT
        self.slot = self.width / (runs + _BREAK_SLOTS * (len(self.segments) - 1))
        self.dots: list[list[_Dot]] = []
        self.breaks: list[tuple[Segment, float]] = []
        x = self.slot / 2
        for segment, points in self.segments:
            if self.dots:
                self.breaks.append((segment, x + (_BREAK_SLOTS - 1) / 2 * self.slot))
                x += _BREAK_SLOTS * self.slot
            self.dots.append([_Dot(point, x + index * self.slot) for index, point in enumerate(points)])
            x += len(points) * self.slot
        self.span = _span([point for _, points in self.segments for point in points])
        self.x_of = {dot.point.run: dot.x for dots in self.dots for dot in dots}

    def view(self) -> View:
        shown = (
            *marks.y_axis(self.span, self.width, "score"),
            *self._levels(),
            *(self._intervals() if self._singly else self._bands()),
            *self._scores(),
            *self._without_score(),
            *self._changes(),
            *self._breaks(),
            *self._dates(),
            *self._meanings(),
        )
        return View(shown, _LEFT)

    @property
    def _singly(self) -> bool:
        return sum(map(len, self.dots)) <= _SINGLY

    def _y(self, score: float) -> float:
        return self.span.down(min(max(score, self.span.low), self.span.high))

    def _levels(self) -> list[Mark]:
        """The mean between two changes: what a change is from and to."""
        return [
            marks.line(ends[0], y, ends[1], y, "accent", width=6, opacity=0.22)
            for segment, points in self.segments
            for level in segment.levels
            if level.score.n > 1 and (ends := self._ends(level, points)) is not None
            for y in [self._y(level.score.value)]
        ]

    def _ends(self, level: Level, points: Sequence[Point]) -> tuple[float, float] | None:
        """Of those runs of a level that are drawn."""
        if level.last not in self.x_of:
            return None
        first = self.x_of.get(level.first, self.x_of[points[0].run])
        return first - self.slot / 3, self.x_of[level.last] + self.slot / 3

    def _bounds(self, dots: Sequence[_Dot]) -> list[tuple[float, float, float]]:
        """x and both ends of each interval."""
        return [
            (dot.x, self._y(score.low), self._y(score.high))
            for dot in dots
            if (score := dot.point.score) and score.low is not None and score.high is not None
        ]

    def _intervals(self) -> list[Mark]:
        found = [bounds for dots in self.dots for bounds in self._bounds(dots)]
        return [marks.line(x, low, x, high, "muted", width=1.2, opacity=0.75) for x, low, high in found]

    def _bands(self) -> list[Mark]:
        found = [bounds for dots in self.dots if (bounds := self._bounds(dots))]
        return [
            marks.area(
                [*((x, low) for x, low, _ in part), *((x, high) for x, _, high in part[::-1])], "muted", opacity=0.25
            )
            for part in found
        ]

    def _scores(self) -> list[Mark]:
        """A line for each segment, as a break is a gap; and a dot for each run, where there is room for dots."""
        lines, shown = [], []
        for dots in self.dots:
            found = [(dot.x, self._y(dot.point.score.value), dot.point) for dot in dots if dot.point.score]
            lines.append(marks.path([[(x, y) for x, y, _ in found]], "accent", width=1.4))
            radius = 3.1 if self.slot > _TIGHT else 2
            shown += [marks.symbol(x, y, "circle", radius, "accent", hint=_point_words(point)) for x, y, point in found]
        return [*lines, *(shown if self._singly else [])]

    def _without_score(self) -> list[Mark]:
        """Crosses at the foot of the plot."""
        found = [dot for dots in self.dots for dot in dots if dot.point.score is None]
        return [marks.symbol(dot.x, _HEIGHT - 7, "cross", 4.7, "warn", hint=_point_words(dot.point)) for dot in found]

    def _changes(self) -> list[Mark]:
        """A triangle that points where it went, on a thin line between the runs that it parts, with its size."""
        found = [change for segment, _ in self.segments for change in segment.changes]
        return [mark for one in found if {one.before, one.after} <= self.x_of.keys() for mark in self._change(one)]

    def _change(self, found: ChangePoint) -> list[Mark]:
        x = self.x_of[found.after] - self.slot / 2
        colour, y, shape = ("ink", _HEIGHT * 0.93, "triangle-up")
        if found.ratio < 1:
            colour, y, shape = ("warn", _HEIGHT * 0.07, "triangle-down")
        text, hint = change(found.ratio), f"since run {clean(found.after)}: {step_text(found)}"
        left = x + 8 + text_width(text) > self.width
        return [
            marks.line(x, 0, x, _HEIGHT, colour, opacity=0.8),
            marks.symbol(x, y, shape, 4.3, colour, hint=hint),
            marks.words(x - 8 if left else x + 8, y, text, colour, align="right" if left else "left", bold=True),
        ]

    def _breaks(self) -> list[Mark]:
        """Dashed lines with what changed, above the plot; in rows, so that labels keep clear of each other."""
        placed = [(-_LEFT, text_width("score", SMALL_SIZE) + 6, 0)]  # the title of the axis
        lines, texts = [], []
        for segment, x in self.breaks:
            text = shortened(f"break: {_kinds(segment)}", _LABEL_MAX, SMALL_SIZE)
            wide = text_width(text, SMALL_SIZE)
            start = min(max(x - wide / 2, -_LEFT + 4), self.width + _RIGHT - wide)
            row = _free_row(placed, start, start + wide)
            placed.append((start, start + wide, row))
            y = -22 - _LINE * row
            texts.append(marks.words(start, y, text, "muted", size=SMALL_SIZE, hint=break_text(segment)))
            lines.append(marks.line(x, y + 7, x, _HEIGHT, "muted", width=1.2, dash="5,3"))
        return [*lines, *texts]

    def _meanings(self) -> list[Mark]:
        """Of the marks that are there, but for breaks and sizes of changes, which carry words of their own."""
        dots = [dot for found in self.dots for dot in found]
        score = "score, ± 95 % over its rounds"
        entries = [Entry(score, "accent", "circle" if self._singly else "flat")]
        if any(level.score.n > 1 for segment, _ in self.segments for level in segment.levels):
            entries.append(Entry("pale: mean of runs"))
        if any(dot.point.score is None for dot in dots):
            entries.append(Entry("no score", "warn", "cross"))
        if any(segment.changes for segment, _ in self.segments):
            entries.append(Entry("▲▼ change"))
        return legend(entries, -_LEFT + 8, _HEIGHT + BELOW - 12)

    def _dates(self) -> list[Mark]:
        """As many as there is room for: the newest always."""
        wide = text_width("2026-01-01", SMALL_SIZE) + 12
        texts: list[Mark] = []
        free = self.width + _RIGHT + 1
        for dot in reversed([dot for dots in self.dots for dot in dots]):
            middle = min(max(dot.x, wide / 2 - _LEFT), self.width + _RIGHT - wide / 2 + 6)
            date = day(dot.point)
            if middle + wide / 2 - 6 <= free and date not in {text.text for text in texts}:
                texts.append(marks.words(middle, _HEIGHT + 14, date, "muted", size=SMALL_SIZE, align="center"))
                free = middle - wide / 2
        return [marks.line(0, _HEIGHT, self.width, _HEIGHT, "line"), *texts]


def _newest(series: Series) -> list[tuple[Segment, tuple[Point, ...]]]:
    """The newest runs, oldest first, by segment."""
    left = MOST_RUNS
    found: list[tuple[Segment, tuple[Point, ...]]] = []
    for segment in reversed(series.segments):
        if left > 0:
            found.append((segment, segment.points[-left:]))
            left -= len(segment.points)
    return found[::-1]


def _span(points: Sequence[Point]) -> Span:
    """Of the scores, and of as much of their intervals as leaves them apart: two wild rounds would press all flat."""
    scores = [point.score for point in points if point.score]
    if not scores:
        return Span(0.0, 1.0, _HEIGHT)
    least, most = min(score.value for score in scores), max(score.value for score in scores)
    room = max(most - least, 0.1 * most)
    bounds = [bound for score in scores for bound in (score.low, score.high) if bound is not None]
    inside = [min(max(bound, least - room, 0.0), most + room) for bound in bounds]
    return span_of([least, most, *inside], _HEIGHT)


def _point_words(point: Point) -> str:
    version = f", {clean(point.version)}" if point.version else ""
    found = f"score {ratio(point.score)}" if point.score else f"no score, {point.status}"
    reason = f": {clean(point.reason)[:120]}" if point.reason else ""
    flags = f" ({', '.join(clean(flag.name) for flag in point.flags)})" if point.score and point.flags else ""
    return f"{day(point)}, run {clean(point.run)}{version}: {found}{reason}{flags}"


def _kinds(segment: Segment) -> str:
    """What kinds of things changed, without their values: `method version, kernel`."""
    return clean(", ".join(dict.fromkeys(reason.what for reason in segment.break_reasons)))


def _free_row(placed: Sequence[tuple[float, float, int]], start: float, end: float) -> int:
    """The lowest one in which nothing is in the way; the highest when all are full."""
    for row in range(_LABEL_ROWS):
        if all(end + 6 < left or right + 6 < start for left, right, taken in placed if taken == row):
            return row
    return _LABEL_ROWS - 1
