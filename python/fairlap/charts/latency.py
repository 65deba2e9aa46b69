"""Response times: against throughput, and as curves over percentiles."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, get_args

from fairlap.charts.figure import Figure, View
from fairlap.charts.layout import LOG_FROM, WIDTH, Align, Span, beside_points, shortened, span_of
from fairlap.charts.legend import BELOW, Entry, legend
from fairlap.charts.marks import (
    SHORT,
    WORDS,
    Layer,
    LineEnd,
    Series,
    Value,
    Words,
    hue,
    label_room,
    layered,
    line,
    line_labels,
    mark,
    rules,
    series_of,
    shape,
    words,
    x_axis,
    y_axis,
)
from fairlap.charts.theme import SMALL_SIZE
from fairlap.render.cells import NOTHING, digits, listed, milliseconds, rate
from fairlap.render.sheets import CONTESTANT, Column, Sheet
from fairlap.report import Interval, LatencyIntervals, Row, RunReport
from fairlap.report.detail import CurvePoint, RunDetail

_LEFT = 46.0
_LABEL_MAX = 120.0
_NAMED = 4
_FROM = 1.0
_PERCENTILES = {1 / (1 - share): label for share, label in ((0.0, "0"), (0.5, "50"), (0.9, "90"))} | {
    100.0: "99",
    1000.0: "99.9",
    10_000.0: "99.99",
    100_000.0: "99.999",
}
"""Where the axis of percentiles is marked: at 1 / (1 - p)."""

At = Literal["half", "full"]
Share = Literal["p99", "p90", "p50"]
_AT = {
    "half": "at half of its own throughput, from the moment a request was due",
    "full": "at full load, from sending: it is mostly the time spent in the queue",
}
_SHARES: dict[Share, str] = {"p99": "99th percentile", "p90": "90th percentile", "p50": "median"}


@dataclass(frozen=True, slots=True)
class _Spot:
    """A contestant with throughput and response time, in requests per second and microseconds."""

    row: Row
    series: Series
    throughput_per_s: Interval
    response_us: Interval


@dataclass(frozen=True, slots=True)
class _Spots:
    """Which response time is shown, and of whom; `missing` have too few samples for it."""

    at: At
    share: Share
    shown: tuple[_Spot, ...]
    missing: tuple[str, ...]

    @property
    def measure(self) -> str:
        return f"{_SHARES[self.share]} of response time {_AT[self.at]}"

    @property
    def note(self) -> str:
        """Who is missing, and why; the table has the names of many."""
        if not self.missing:
            return ""
        few = len(self.missing) <= _NAMED
        return f"Too few samples for it: {listed(self.missing) if few else f'{len(self.missing)} contestants'}."


def throughput_against_latency(report: RunReport, scenario: str, name: str) -> Figure | None:
    """One point for each contestant; up and to the left is worse, down and to the right is better."""
    found = _spots(report, scenario)
    if found is None:
        return None
    fast = max(found.shown, key=lambda spot: spot.throughput_per_s.value)
    calm = min(found.shown, key=lambda spot: spot.response_us.value)
    said = (
        f"Throughput at full load, and the {found.measure}: the farther right and down, the better. "
        f"Most throughput: {fast.row.name} ({rate(fast.throughput_per_s)} requests/s); "
        f"shortest response time: {calm.row.name} ({milliseconds(calm.response_us)} ms). {found.note}"
    )
    return Figure(
        name=name,
        title="Throughput against response time",
        description=said.strip(),
        view=_scatter(found),
        table=Sheet(
            title="throughput against response time",
            columns=(CONTESTANT, Column(("requests", "per second")), Column((found.share, "ms"))),
            rows=tuple(
                (spot.row.name, rate(spot.throughput_per_s), milliseconds(spot.response_us, spread=True))
                for spot in found.shown
            )
            + tuple((name, NOTHING, NOTHING) for name in found.missing),
            caption=f"The {found.measure}.",
        ),
    )


def _spots(report: RunReport, scenario: str) -> _Spots | None:
    """At half load where anybody has that, else at full load; the highest percentile that two in three have."""
    series = series_of(report)
    rows = [row for row in report.rows_of(scenario) if row.rank is not None]
    for at, share in product(get_args(At), _SHARES):
        shown = tuple(
            _Spot(row, series[row.name], row.throughput_per_s, found)
            for row in rows
            if row.throughput_per_s is not None and (found := _response(row, at, share)) is not None
        )
        if shown and 3 * len(shown) >= 2 * sum(_intervals(row, at) is not None for row in rows):
            names = {spot.row.name for spot in shown}
            return _Spots(at, share, shown, tuple(row.name for row in rows if row.name not in names))
    return None


def _intervals(row: Row, at: At) -> LatencyIntervals | None:
    if at == "full":
        return row.latency_us_estimate
    found = row.rate("share-50")
    return None if found is None else found.response_us


def _response(row: Row, at: At, share: Share) -> Interval | None:
    found = _intervals(row, at)
    if found is None:
        return None
    return {"p99": found.p99, "p90": found.p90, "p50": found.p50}[share]


def _scatter(found: _Spots) -> View:
    width, height = WIDTH - _LEFT - 20, 270.0
    spots = found.shown
    across = _from_zero([spot.throughput_per_s.value for spot in spots], width)
    down = _from_zero([spot.response_us.value / 1000 for spot in spots], height)
    values: list[dict[str, Value]] = [
        {
            "name": spot.row.name,
            "throughput_per_s": spot.throughput_per_s.value,
            "response_ms": spot.response_us.value / 1000,
            "hue": spot.series.hue,
            "form": spot.series.form,
            "words": (
                f"{spot.row.name}: {rate(spot.throughput_per_s)} requests/s, {_SHARES[found.share]} "
                f"{milliseconds(spot.response_us, spread=True)} ms"
            ),
        }
        for spot in spots
    ]
    places = {
        "x": x_axis("throughput_per_s", across, f"requests per second at full load{_log(across)}", form=SHORT),
        "y": y_axis("response_ms", down, f"{found.share} of response time at {found.at} load, ms{_log(down)}"),
    }
    looks = {"color": hue(), "shape": shape()}
    encoded = mark("point", values, places | looks | WORDS, filled=True, size=85, opacity=1)
    note = legend([Entry(found.note)], 0, height + BELOW) if found.note else []
    return layered([*_crosses(spots, across, down), encoded, *_names(spots, across, down), *note], width, height, _LEFT)


def _from_zero(values: Sequence[float], pixels: float) -> Span:
    """Linear from zero, as near ones are near, but for values that need a logarithm."""
    if min(values) > 0 and max(values) > LOG_FROM * min(values):
        return span_of(values, pixels, log=True)
    return Span(0.0, max(values) * 1.08, pixels)


def _log(span: Span) -> str:
    return ", log scale" if span.log else ""


def _crosses(spots: Sequence[_Spot], across: Span, down: Span) -> list[Layer]:
    """The intervals of both, cut where the plot ends."""
    lines = []
    for spot in spots:
        x, y = across.at(spot.throughput_per_s.value), down.pixels - down.at(spot.response_us.value / 1000)
        for found, span, unit in ((spot.throughput_per_s, across, 1.0), (spot.response_us, down, 1000.0)):
            if found.low is None or found.high is None:
                continue
            low, high = (span.at(min(max(end / unit, span.low), span.high)) for end in (found.low, found.high))
            lines.append((low, y, high, y) if span is across else (x, down.pixels - high, x, down.pixels - low))
    return rules(lines, "muted", strokeWidth=1, opacity=0.45)


def _names(spots: Sequence[_Spot], across: Span, down: Span) -> list[Layer]:
    points = [
        (across.at(spot.throughput_per_s.value), down.pixels - down.at(spot.response_us.value / 1000)) for spot in spots
    ]
    texts = [shortened(spot.row.name, _LABEL_MAX, SMALL_SIZE) for spot in spots]
    places = beside_points(points, texts, across.pixels + 10, down.pixels, SMALL_SIZE)
    leaders = [(x, y, place.x, place.y) for (x, y), place in zip(points, places, strict=True) if place.far]
    labels: list[Layer] = []
    for align in get_args(Align):
        found = zip(places, texts, spots, strict=True)
        own = (Words(place.x, place.y, text, spot.row.name) for place, text, spot in found if place.align == align)
        labels += words(own, "ink", "small", align=align)
    return [*rules(leaders, "muted", strokeWidth=0.7), *labels]


def percentile_curves(report: RunReport, detail: RunDetail, scenario: str, name: str) -> Figure | None:
    """Response time over percentiles, of merged histograms; as far as at least 100 samples lie above."""
    at, curves = _curves(report, detail, scenario)
    if not curves:
        return None
    return Figure(
        name=name,
        title="Response time by percentile",
        description=(
            f"Response time {_AT[at]}, of all laps together. "
            "A curve ends where fewer than 100 answers were slower. The lower, the better."
        ),
        view=_curves_view(curves, at),
        table=_curves_table(curves, at),
    )


_Curve = tuple[Series, tuple[CurvePoint, ...]]


def _curves(report: RunReport, detail: RunDetail, scenario: str) -> tuple[At, list[_Curve]]:
    series, found = series_of(report), detail.of_scenario(scenario)
    names = [row.name for row in report.rows_of(scenario) if row.rank is not None and row.name in found]
    half = [(series[name], found[name].half_load) for name in names if len(found[name].half_load) > 1]
    if half:
        return "half", half
    return "full", [(series[name], found[name].full_load) for name in names if len(found[name].full_load) > 1]


def _curves_view(curves: Sequence[_Curve], at: At) -> View:
    room = label_room(series.name for series, _ in curves)
    width, height = WIDTH - _LEFT - room, max(250.0, 13.0 * len(curves))
    end = max(_odds(points[-1]) for _, points in curves)
    across = Span(_FROM, max(end, 10.0), width, log=True)
    down = span_of([point.value_us / 1000 for _, points in curves for point in points], height)
    values: list[dict[str, Value]] = [
        {
            "name": series.name,
            "odds": _odds(point),
            "percentile": point.percentile,
            "ms": point.value_us / 1000,
            "hue": series.hue,
            "form": series.form,
        }
        for series, points in curves
        for point in points
    ]
    labels = {odds: label for odds, label in _PERCENTILES.items() if odds <= across.high * 1.001}
    encoded = line(
        values,
        x_axis("odds", across, "percentile", labels=labels),
        y_axis("ms", down, f"response time at {at} load, ms{_log(down)}"),
        strokeWidth=1.8,
    )
    ends = [
        LineEnd(series, across.at(_odds(points[-1])), height - down.at(points[-1].value_us / 1000))
        for series, points in curves
    ]
    return layered([encoded, *line_labels(ends, width, height)], width, height, _LEFT)


def _odds(point: CurvePoint) -> float:
    return float(f"{1 / (1 - point.percentile / 100):.6g}")


def _curves_table(curves: Sequence[_Curve], at: At) -> Sheet:
    shown = (50.0, 90.0, 99.0, 99.9, 99.99)
    return Sheet(
        title=f"response time in ms at {at} load",
        columns=(CONTESTANT, *(Column(("", f"p{share:g}")) for share in shown)),
        rows=tuple(
            (
                series.name,
                *(
                    digits(next((point.value_us / 1000 for point in points if point.percentile == share), None))
                    for share in shown
                ),
            )
            for series, points in curves
        ),
        caption=f"Response time {_AT[at]}.",
    )
