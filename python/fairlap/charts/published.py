"""Then and now: the ratios that were published for a suite, and those that were measured."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.charts import marks
from fairlap.charts.figure import Figure, View
from fairlap.charts.layout import WIDTH, shortened, span_of, text_width
from fairlap.charts.marks import BELOW, Entry, Mark, legend
from fairlap.charts.theme import SMALL_SIZE
from fairlap.render.cells import digits, ratio
from fairlap.render.sentences import then_note
from fairlap.render.sheets import CONTESTANT, Column, Sheet
from fairlap.report import Interval, PublishedTable, RunReport

_TALL = 21.0
_LOOKS = {"then": ("muted", "square"), "repeated": ("warn", "triangle-up"), "now": ("accent", "circle")}
_MEANING = {"then": "published then", "repeated": "repeated by the seed's method", "now": "now, with 95 % interval"}


@dataclass(frozen=True, slots=True)
class _Pair:
    """Ratios of a contestant to the common one: published, repeated by the classic method, by laps."""

    name: str
    then: float | None
    repeated: float | None
    now: Interval | None

    def value(self, kind: str) -> float | None:
        return {"then": self.then, "repeated": self.repeated, "now": self.now.value if self.now else None}[kind]


def then_and_now(report: RunReport, scenario: str, name: str) -> Figure | None:
    """A dumbbell for each contestant that was published; nothing without a contestant in common."""
    published = report.published
    if published is None or published.common is None:
        return None
    pairs = _pairs(report, published, scenario)
    if not any(pair.now and pair.then for pair in pairs):
        return None
    said = f"Throughput relative to {published.common}, as published and as measured. {then_note(report)}"
    table = _table(pairs, published.common)
    return Figure(name, "Then and now", said, _view(pairs, published.common), table)


def _table(pairs: Sequence[_Pair], common: str) -> Sheet:
    repeated = any(pair.repeated is not None for pair in pairs)
    rows = []
    for pair in pairs:
        again = (digits(pair.repeated),) if repeated else ()
        rows.append((pair.name, digits(pair.then), *again, "1" if pair.name == common else ratio(pair.now)))
    columns = [Column((head, "ratio")) for head in ("then", *(("repeated",) if repeated else ()), "now")]
    return Sheet("then and now", (CONTESTANT, *columns), tuple(rows), f"Ratios of throughput to that of {common}.")


def _pairs(report: RunReport, published: PublishedTable, scenario: str) -> list[_Pair]:
    classic = report.classic.contestants if report.classic else ()
    pairs = []
    for entry in published.contestants:
        if entry.scenario != scenario:
            continue
        connections = entry.connections or report.load.connections
        again = [
            row.ratio_classic
            for row in classic
            if (row.name, row.scenario) == (entry.name, scenario) and row.connections == connections
        ]
        common = entry.name == published.common
        now = Interval(value=1.0, low=None, high=None, n=1) if common else entry.ratio_now
        pairs.append(_Pair(entry.name, entry.ratio_then, again[0] if again else None, now))
    return pairs


def _view(pairs: Sequence[_Pair], common: str) -> View:
    names = min(WIDTH * 0.34, max(text_width(pair.name) for pair in pairs))
    room = max(text_width(_change(pair), SMALL_SIZE) for pair in pairs) + 14
    width, height = WIDTH - names - room - 8, _TALL * len(pairs)
    values = [value for pair in pairs for kind in _LOOKS if (value := pair.value(kind)) is not None]
    ends = [end for pair in pairs if pair.now for end in (pair.now.low, pair.now.high) if end is not None]
    span = span_of([*values, *ends], width)
    links, intervals, labels, changes = [], [], [], []
    dots: dict[str, list[Mark]] = {kind: [] for kind in _LOOKS}
    for place, pair in enumerate(pairs):
        y = _TALL * (place + 0.5)
        if pair.then is not None and pair.now is not None:
            links.append(marks.line(span.at(pair.then), y, span.at(pair.now.value), y, "muted", opacity=0.7))
        if pair.now is not None and pair.now.low is not None and pair.now.high is not None:
            low, high = span.at(pair.now.low), span.at(pair.now.high)
            intervals.append(marks.line(low, y, high, y, "accent", width=4, opacity=0.45))
        for kind, (colour, shape) in _LOOKS.items():
            if (value := pair.value(kind)) is not None:
                hint = f"{pair.name}, {_MEANING[kind]}: {digits(value)}"
                dots[kind].append(marks.symbol(span.at(value), y, shape, 4, colour, hint=hint))
        labels.append(marks.words(-8, y, shortened(pair.name, names), align="right", hint=pair.name))
        changes.append(marks.words(width + room, y, _change(pair), "muted", size=SMALL_SIZE, align="right"))
    title = f"throughput relative to {common}{', log scale' if span.log else ''}"
    across = marks.x_axis(span, height, title)
    entries = [Entry(_MEANING[kind], *_LOOKS[kind]) for kind, found in dots.items() if found]
    below = legend(entries, -names - 8, height + BELOW)
    shown = [dot for found in dots.values() for dot in found]
    return View((*across, *links, *intervals, *shown, *labels, *changes, *below), names + 8)


def _change(pair: _Pair) -> str:
    """How the ratio changed; why there is none otherwise."""
    if pair.now is None:
        return "not measured"
    if pair.then is None or pair.now.low is None:
        return ""
    return f"{digits(pair.now.value / pair.then)} times then"
