"""Throughput over connections: what was measured, and the law that was fitted to it."""

from collections.abc import Sequence

from fairlap.charts import marks
from fairlap.charts.figure import Figure, View
from fairlap.charts.layout import WIDTH, Span, span_of
from fairlap.charts.marks import Series, series_of
from fairlap.render.cells import rate
from fairlap.render.sheets import CONTESTANT, Column, Sheet
from fairlap.report import RunReport, Scaling

_LEFT = 46.0
_CURVE_POINTS = 40

_Fitted = tuple[Series, Scaling]


def scaling(report: RunReport, scenario: str, name: str) -> Figure | None:
    """Points with intervals, and a line for each contestant; nothing where no sweep was asked for."""
    series = series_of(report)
    fitted = [
        (series[row.name], row.scaling)
        for row in report.rows_of(scenario)
        if row.scaling and not row.is_reference and row.status == "ok"
    ]
    if not fitted:
        return None
    tried = sorted({point.connections for _, law in fitted for point in law.points})
    said = (
        f"Requests per second with {tried[0]} to {tried[-1]} connections, with 95 % intervals; "
        "the lines are the Universal Scalability Law, fitted to each contestant."
    )
    title, columns = "Throughput over connections", [Column(("req/s at", str(number))) for number in tried]
    rows = tuple((one.name, *_cells(law, tried)) for one, law in fitted)
    table = Sheet(title.lower(), (CONTESTANT, *columns), rows, "")
    return Figure(name, title, said, _view(fitted, tried), table)


def _cells(law: Scaling, tried: Sequence[int]) -> list[str]:
    found = {point.connections: point.throughput_per_s for point in law.points}
    return [rate(found.get(number)) for number in tried]


def _view(fitted: Sequence[_Fitted], tried: Sequence[int]) -> View:
    room = marks.label_room(one.name for one, _ in fitted)
    width, height = WIDTH - _LEFT - room, max(240.0, marks.LABEL_GAP * len(fitted))
    across = Span(tried[0] / 1.15, tried[-1] * 1.15, width, log=True)
    curves = [(one, _curve(law, tried)) for one, law in fitted]
    measured = [point.throughput_per_s for _, law in fitted for point in law.points]
    ends = [value for found in measured for value in (found.value, found.low, found.high) if value is not None]
    down = span_of([*ends, *(value for _, points in curves for _, value in points)], height)
    if not down.log:
        down = Span(0.0, down.high, height)
    drawn = [(one, [(across.at(number), down.down(value)) for number, value in points]) for one, points in curves]
    intervals, dots = [], []
    for one, law in fitted:
        for point in law.points:
            x, found = across.at(point.connections), point.throughput_per_s
            hint = f"{one.name}, {point.connections} connections: {rate(found)} requests/s"
            dots.append(marks.symbol(x, down.down(found.value), one.shape, 2.7, one.colour, hint=hint))
            if found.low is not None and found.high is not None:
                low, high = down.down(found.low), down.down(found.high)
                intervals.append(marks.line(x, low, x, high, "muted", opacity=0.6))
    title = f"requests per second{', log scale' if down.log else ''}"
    shown = (
        *marks.x_axis(across, height, "connections, log scale", ticks=_ticks(tried)),
        *marks.y_axis(down, width, title, form=marks.short),
        *intervals,
        *(
            marks.path([spots], one.colour, width=1.2, opacity=0.8, dash=one.dash, hint=one.name)
            for one, spots in drawn
        ),
        *dots,
        *marks.line_labels([(one, spots[-1]) for one, spots in drawn], width, height),
    )
    return View(shown, _LEFT)


def _curve(law: Scaling, tried: Sequence[int]) -> list[tuple[float, float]]:
    """C(N) = rate N / (1 + contention (N - 1) + coherency N (N - 1)), as in `fairlap.report.Scaling`."""
    found = []
    for step in range(_CURVE_POINTS + 1):
        number = tried[0] * (tried[-1] / tried[0]) ** (step / _CURVE_POINTS)
        held = 1 + law.contention.value * (number - 1) + law.coherency.value * number * (number - 1)
        found.append((number, law.rate_per_s.value * number / held))
    return found


def _ticks(tried: Sequence[int]) -> list[int]:
    """Those numbers that were tried, or every second of them where they are many."""
    return list(tried[:: -(-len(tried) // 9)])
