"""How throughput went on: while warming up, and cycle by cycle, with and without the machine's own drift."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from statistics import median, stdev

from fairlap.charts import marks
from fairlap.charts.figure import Figure, View
from fairlap.charts.layout import WIDTH, Span, Spot, cut, span_of
from fairlap.charts.marks import Mark, Series, series_of
from fairlap.render.cells import digits, percent
from fairlap.render.sheets import CONTESTANT, Column, Sheet
from fairlap.report import RunReport
from fairlap.report.detail import CyclePoint, RunDetail, WarmupMedian

_LEFT = 46.0
_MOST_POINTS = 200
_LEAST_CHANGE = 0.03
_PANEL = 120.0
_PANELS = (
    ("raw", 0.0, "throughput as measured, relative to its own median", ""),
    (
        "relative",
        _PANEL + 64,
        "the same, divided by everyone else's in the same cycle",
        "cycles, in the order of time; lines break where everyone starts again",
    ),
)
"""Field, top, and titles of the two plots below each other."""


def warmup(report: RunReport, detail: RunDetail, scenario: str, name: str) -> Figure | None:
    """Throughput relative to the reference over seconds of load, the median of the rounds."""
    series, found = series_of(report), detail.of_scenario(scenario)
    rows = [row for row in report.rows_of(scenario) if row.rank is not None and row.name in found]
    traces = [(series[row.name], found[row.name].warmup) for row in rows if len(found[row.name].warmup) > 1]
    if not traces:
        return None
    each = max(2, min(_MOST_POINTS, marks.POINTS_OF_A_FIGURE // len(traces)))
    together = max(-(-len(points) // each) for _, points in traces)
    said = f" Each point is the median of {together} laps in a row." if together > 1 else ""
    steady = {row.name: row.steady_after_s for row in rows}
    said = (
        "Throughput relative to the reference over seconds of load from the start, before the measured laps: "
        f"the median of the rounds. A line that still rises at its end was not warm.{said}"
    )
    columns = (CONTESTANT, Column(("first lap", "ratio")), Column(("last lap", "ratio")), Column(("steady", "s")))
    cells = tuple(
        (one.name, digits(points[0].ratio), digits(points[-1].ratio), digits(steady[one.name]))
        for one, points in traces
    )
    caption = "Ratios are to the reference in the same cycle; steady: after so many seconds of load."
    view = _warmup_view([(one, _thinned_warmup(points, together)) for one, points in traces])
    return Figure(name, "Warm-up", said, view, Sheet("warm-up", columns, cells, caption))


def _thinned_warmup(points: Sequence[WarmupMedian], together: int) -> list[Spot]:
    groups = [points[start : start + together] for start in range(0, len(points), together)]
    return [(median(p.at_s for p in group), median(p.ratio for p in group)) for group in groups]


def _warmup_view(traces: Sequence[tuple[Series, list[Spot]]]) -> View:
    room = marks.label_room(series.name for series, _ in traces)
    width, height = WIDTH - _LEFT - room, max(230.0, marks.LABEL_GAP * len(traces))
    across = Span(0.0, max(at_s for _, points in traces for at_s, _ in points) * 1.01, width)
    ratios = [ratio for _, points in traces for _, ratio in points]
    ends_at = [points[-1][1] for _, points in traces]
    down = Span(0.0, max(*ratios, 1e-9) * 1.05, height)
    if min(ends_at) > 0 and max(ends_at) > 8 * min(ends_at):
        down = span_of([ratio for ratio in ratios if ratio > 0], height, log=True)
    drawn = []
    for series, points in traces:
        # A logarithmic axis has no place for a lap without an answer: the line has a gap.
        parts = [list(part) for shown, part in groupby(points, lambda at: at[1] > 0 or not down.log) if shown]
        drawn.append((series, [[(across.at(at_s), down.down(ratio)) for at_s, ratio in part] for part in parts]))
    shown = (
        *marks.x_axis(across, height, "seconds of load from the start"),
        *marks.y_axis(down, width, f"throughput relative to the reference{', log scale' if down.log else ''}"),
        *(marks.path(parts, one.colour, width=1.3, dash=one.dash, hint=one.name) for one, parts in drawn),
        *marks.line_labels([(one, parts[-1][-1]) for one, parts in drawn], width, height),
    )
    return View(shown, _LEFT)


@dataclass(frozen=True, slots=True)
class _Lap:
    """One lap or several in a row: its place in time, and its throughput relative to the contestant's own median."""

    place: float
    raw: float
    relative: float


@dataclass(frozen=True, slots=True)
class _Trace:
    """The laps of a contestant, in one part for each heat; `raw_spread` and `spread` are standard deviations (log)."""

    series: Series
    parts: tuple[tuple[_Lap, ...], ...]
    middle_per_s: float
    raw_spread: float
    spread: float


def cycles(report: RunReport, detail: RunDetail, scenario: str, name: str) -> Figure | None:
    """What the method cancels: throughput of each cycle as it was, and relative to the others in the same cycle."""
    places = _places(detail, scenario)
    series, found = series_of(report), detail.of_scenario(scenario)
    rows = [row for row in report.rows_of(scenario) if row.rank is not None and row.name in found]
    traces = [trace for row in rows if (trace := _trace(series[row.name], found[row.name].cycles, places)) is not None]
    if not traces:
        return None
    traces, together = _thin(traces)
    said = (
        "Each contestant's throughput, cycle by cycle, relative to its own median of the heat: above as measured, "
        "below divided by what the others did in the same cycle (their median), which is what comparisons rest on. "
        f"Where all lines move together it was the machine. {_varied(traces)}"
    )
    if together > 1:
        said += f" Each point is the median of {together} cycles in a row."
    title = "What the machine did, and what is left of it"
    return Figure(name, title, said, _cycles_view(traces, places), _cycles_table(title, traces))


def _varied(traces: Sequence[_Trace]) -> str:
    """Say what the division did to the spread: it may also add the noise of the others."""
    raw, left = (median(spreads) for spreads in zip(*((one.raw_spread, one.spread) for one in traces), strict=True))
    varied = (
        f"From cycle to cycle raw throughput varied by {percent(raw)} (standard deviation, the median of the "
        f"contestants), relative to the others by {percent(left)}"
    )
    if left < raw:
        return f"{varied}."
    return f"{varied}: here the division takes nothing away."


_Places = dict[tuple[int, int, int], int]


def _places(detail: RunDetail, scenario: str) -> _Places:
    """The number of each (round, heat, cycle), in the order in which they were run."""
    seen = {(p.round, p.heat, p.cycle) for one in detail.of_scenario(scenario).values() for p in one.cycles}
    return {key: number for number, key in enumerate(sorted(seen), start=1)}


def _trace(series: Series, laps: Sequence[CyclePoint], places: _Places) -> _Trace | None:
    """None of somebody with fewer than two laps beside others.

    Laps are relative to the median of their round and heat: heats have other members in every round, and the ratio to
    these says nothing about the machine.
    """
    heats: dict[tuple[int, int], list[tuple[CyclePoint, float]]] = {}
    for lap in laps:
        if lap.ratio_to_others is not None:
            heats.setdefault((lap.round, lap.heat), []).append((lap, lap.ratio_to_others))
    parts: list[tuple[_Lap, ...]] = []
    for usable in heats.values():
        middle = median(lap.throughput_per_s for lap, _ in usable)
        usual = median(ratio for _, ratio in usable)
        parts.append(
            tuple(
                _Lap(places[lap.round, lap.heat, lap.cycle], lap.throughput_per_s / middle, ratio / usual)
                for lap, ratio in usable
            )
        )
    known = [lap for part in parts for lap in part]
    if len(known) < 2:
        return None
    return _Trace(
        series,
        tuple(parts),
        median(lap.throughput_per_s for lap in laps if lap.ratio_to_others is not None),
        stdev(math.log(lap.raw) for lap in known),
        stdev(math.log(lap.relative) for lap in known),
    )


def _thin(traces: Sequence[_Trace]) -> tuple[list[_Trace], int]:
    """Medians of so many cycles in a row that the picture stays small, and how many those are."""
    each = max(2, min(_MOST_POINTS, marks.POINTS_OF_A_FIGURE // (2 * len(traces))))
    together = max(1, *(-(-sum(map(len, trace.parts)) // each) for trace in traces))
    if together == 1:
        return list(traces), 1
    return [
        replace(trace, parts=tuple(tuple(_thinned(part, together)) for part in trace.parts)) for trace in traces
    ], together


def _thinned(part: Sequence[_Lap], together: int) -> list[_Lap]:
    groups = [part[start : start + together] for start in range(0, len(part), together)]
    return [
        _Lap(
            median(lap.place for lap in group), median(lap.raw for lap in group), median(lap.relative for lap in group)
        )
        for group in groups
    ]


def _cycles_view(traces: Sequence[_Trace], places: _Places) -> View:
    across = Span(0.0, len(places) + 1.0, WIDTH - _LEFT - 20)
    down = _changes([lap for trace in traces for part in trace.parts for lap in part])
    first = min(cycle for _, _, cycle in places)
    starts = [across.at(number - 0.5) for (_, _, cycle), number in places.items() if cycle == first][1:]
    ticks = [tick for tick in across.ticks() if tick == int(tick)]
    shown: list[Mark] = []
    for field, top, title, below in _PANELS:
        bottom = top + down.pixels
        shown += marks.x_axis(across, bottom, below, ticks=ticks, top=bottom)
        shown += marks.y_axis(down, across.pixels, title, form=_percents, top=top)
        shown += [marks.line(x, top, x, bottom, "line") for x in starts]
        for trace in traces:
            parts: list[list[Spot]] = []
            for laps in trace.parts:
                spots = [(across.at(lap.place), top + down.down(getattr(lap, field))) for lap in laps]
                parts += cut(spots, top, bottom)
            one = trace.series
            shown.append(marks.path(parts, one.colour, width=1.1, opacity=0.85, dash=one.dash, hint=one.name))
    return View(tuple(shown), _LEFT)


def _percents(value: float) -> str:
    return f"{100 * value:.4g}%"


def _changes(laps: Sequence[_Lap]) -> Span:
    """The same for both panels. One lap in fifty may be cut off: a stall would press all others flat."""
    sizes = sorted(abs(math.log(value)) for lap in laps for value in (lap.raw, lap.relative))
    most = max(math.log1p(_LEAST_CHANGE), sizes[int(0.98 * (len(sizes) - 1))] * 1.1)
    return Span(math.exp(-most), math.exp(most), _PANEL, log=True)


def _cycles_table(title: str, traces: Sequence[_Trace]) -> Sheet:
    heads = (("median", "req/s"), ("spread", "as measured"), ("spread", "to the others"))
    rows = tuple(
        (trace.series.name, digits(trace.middle_per_s), percent(trace.raw_spread), percent(trace.spread))
        for trace in traces
    )
    caption = "Spread: standard deviation of the logarithm, from cycle to cycle, over all rounds."
    return Sheet(title.lower(), (CONTESTANT, *map(Column, heads)), rows, caption)
