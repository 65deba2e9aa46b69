"""Throughput over connections: what was measured, and the law that was fitted to it."""

from collections.abc import Sequence

from fairlap.charts.figure import Figure, View
from fairlap.charts.layout import WIDTH, Span, span_of
from fairlap.charts.marks import (
    SHORT,
    WORDS,
    Channel,
    Layer,
    LineEnd,
    Series,
    Value,
    hue,
    label_room,
    layered,
    line,
    line_labels,
    mark,
    rules,
    series_of,
    shape,
    x_axis,
    y_axis,
)
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
    return Figure(
        name=name,
        title="Throughput over connections",
        description=(
            f"Requests per second with {tried[0]} to {tried[-1]} connections, with 95 % intervals; "
            "the lines are the Universal Scalability Law, fitted to each contestant."
        ),
        view=_view(fitted, tried),
        table=Sheet(
            title="throughput over connections",
            columns=(CONTESTANT, *(Column(("req/s at", str(number))) for number in tried)),
            rows=tuple((one.name, *_cells(law, tried)) for one, law in fitted),
            caption="",
        ),
    )


def _cells(law: Scaling, tried: Sequence[int]) -> list[str]:
    found = {point.connections: point.throughput_per_s for point in law.points}
    return [rate(found.get(number)) for number in tried]


def _view(fitted: Sequence[_Fitted], tried: Sequence[int]) -> View:
    room = label_room(one.name for one, _ in fitted)
    width, height = WIDTH - _LEFT - room, max(240.0, 13.0 * len(fitted))
    across = Span(tried[0] / 1.15, tried[-1] * 1.15, width, log=True)
    curves = [(one, _curve(law, tried)) for one, law in fitted]
    measured = [point.throughput_per_s for _, law in fitted for point in law.points]
    ends = [value for found in measured for value in (found.value, found.low, found.high) if value is not None]
    down = span_of([*ends, *(value for _, points in curves for _, value in points)], height)
    if not down.log:
        down = Span(0.0, down.high, height)
    bars = rules(
        (
            (across.at(point.connections), height - down.at(low), across.at(point.connections), height - down.at(high))
            for _, law in fitted
            for point in law.points
            if (low := point.throughput_per_s.low) is not None and (high := point.throughput_per_s.high) is not None
        ),
        "muted",
        strokeWidth=1,
        opacity=0.6,
    )
    labels = [LineEnd(one, across.at(points[-1][0]), height - down.at(points[-1][1])) for one, points in curves]
    title = f"requests per second{', log scale' if down.log else ''}"
    x = x_axis("connections", across, "connections, log scale", ticks=_ticks(tried))
    y = y_axis("per_s", down, title, form=SHORT)
    return layered([*bars, *_marks(fitted, curves, x, y), *line_labels(labels, width, height)], width, height, _LEFT)


def _marks(
    fitted: Sequence[_Fitted], curves: Sequence[tuple[Series, list[tuple[float, float]]]], x: Channel, y: Channel
) -> list[Layer]:
    lines: list[dict[str, Value]] = [
        {"name": one.name, "connections": connections, "per_s": per_s, "hue": one.hue, "form": one.form}
        for one, points in curves
        for connections, per_s in points
    ]
    dots: list[dict[str, Value]] = [
        {
            "name": one.name,
            "connections": point.connections,
            "per_s": point.throughput_per_s.value,
            "hue": one.hue,
            "form": one.form,
            "words": f"{one.name}, {point.connections} connections: {rate(point.throughput_per_s)} requests/s",
        }
        for one, law in fitted
        for point in law.points
    ]
    looks = {"x": x, "y": y, "color": hue(), "shape": shape()} | WORDS
    return [
        line(lines, x, y, strokeWidth=1.2, opacity=0.8),
        mark("point", dots, looks, filled=True, size=30, opacity=1),
    ]


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
