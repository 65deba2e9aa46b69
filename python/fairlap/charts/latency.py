"""Response times: against throughput, and as curves over percentiles."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, get_args

from fairlap.charts import marks
from fairlap.charts.figure import Figure, View
from fairlap.charts.layout import LOG_FROM, WIDTH, Span, Spot, beside_points, shortened, span_of
from fairlap.charts.marks import BELOW, Entry, Mark, Series, legend, series_of
from fairlap.charts.theme import SMALL_SIZE
from fairlap.render.cells import NOTHING, determined, digits, listed, milliseconds, rate
from fairlap.render.sheets import CONTESTANT, Column, Sheet
from fairlap.report import Interval, LatencyIntervals, Row, RunReport
from fairlap.report.detail import CurvePoint, RunDetail

_LEFT = 46.0
_LABEL_MAX = 120.0
_NAMED = 4
_FROM = 1.0
_PERCENTILES = {1.0: "0", 2.0: "50", 10.0: "90", 100.0: "99", 1e3: "99.9", 1e4: "99.99", 1e5: "99.999"}
"""Where the axis of percentiles is marked: at 1 / (1 - p)."""

At = Literal["half", "full"]
Share = Literal["p99", "p90", "p50"]
_AT = {
    "half": "at half of its own throughput, from the moment a request was due",
    "full": "at full load, from sending: it is mostly the time spent in the queue",
}
_SHARES: dict[Share, str] = {"p99": "99th percentile", "p90": "90th percentile", "p50": "median"}


@dataclass(frozen=True, slots=True)
class _Dot:
    """A contestant with throughput and response time, in requests per second and microseconds."""

    row: Row
    series: Series
    throughput_per_s: Interval
    response_us: Interval


@dataclass(frozen=True, slots=True)
class _Spots:
    """The response time to show, and its contestants; of the `missing` it is not determined."""

    at: At
    share: Share
    shown: tuple[_Dot, ...]
    missing: tuple[str, ...]

    @property
    def measure(self) -> str:
        return f"{_SHARES[self.share]} of response time {_AT[self.at]}"

    @property
    def note(self) -> str:
        """Who is missing."""
        return f"Not determined: {_who(self.missing)}." if self.missing else ""


def _who(names: Sequence[str]) -> str:
    """Names, or the number of many: the table has them."""
    return listed(names) if len(names) <= _NAMED else f"{len(names)} contestants"


def throughput_against_latency(report: RunReport, scenario: str, name: str) -> Figure | None:
    """Draw a point for each contestant: the farther down and to the right, the better."""
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
    title = "Throughput against response time"
    columns = (CONTESTANT, Column(("requests", "per second")), Column((found.share, "ms")))
    rows = [
        (dot.row.name, rate(dot.throughput_per_s), milliseconds(dot.response_us, spread=True)) for dot in found.shown
    ]
    rows += [(missing, NOTHING, NOTHING) for missing in found.missing]
    table = Sheet(title.lower(), columns, tuple(rows), f"The {found.measure}.")
    return Figure(name, title, said.strip(), _scatter(found), table)


def _spots(report: RunReport, scenario: str) -> _Spots | None:
    """At half load where anybody has that, else at full load; the highest percentile that two in three have."""
    series = series_of(report)
    rows = [row for row in report.rows_of(scenario) if row.rank is not None]
    for at, share in product(get_args(At), _SHARES):
        shown = tuple(
            _Dot(row, series[row.name], row.throughput_per_s, found)
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
    value = {"p99": found.p99, "p90": found.p90, "p50": found.p50}[share]
    return None if value is None or not determined(value) else value


def _scatter(found: _Spots) -> View:
    width, height = WIDTH - _LEFT - 20, 270.0
    across = _from_zero([spot.throughput_per_s.value for spot in found.shown], width)
    down = _from_zero([spot.response_us.value / 1000 for spot in found.shown], height)
    dots, crosses = [], []
    for spot in found.shown:
        x, y = _at(spot, across, down)
        hint = (
            f"{spot.row.name}: {rate(spot.throughput_per_s)} requests/s, {_SHARES[found.share]} "
            f"{milliseconds(spot.response_us, spread=True)} ms"
        )
        dots.append(marks.symbol(x, y, spot.series.shape, 4.6, spot.series.colour, hint=hint))
        if (ends := _ends(spot.throughput_per_s, across)) is not None:
            crosses.append(marks.line(ends[0], y, ends[1], y, "muted", opacity=0.45))
        if (ends := _ends(spot.response_us, down, 1000.0)) is not None:
            crosses.append(marks.line(x, height - ends[0], x, height - ends[1], "muted", opacity=0.45))
    title = f"{found.share} of response time at {found.at} load, ms{_log(down)}"
    shown = (
        *marks.x_axis(across, height, f"requests per second at full load{_log(across)}", form=marks.short),
        *marks.y_axis(down, width, title),
        *crosses,
        *dots,
        *_names(found.shown, across, down),
        *(legend([Entry(found.note)], 0, height + BELOW) if found.note else []),
    )
    return View(shown, _LEFT)


def _at(spot: _Dot, across: Span, down: Span) -> Spot:
    return across.at(spot.throughput_per_s.value), down.down(spot.response_us.value / 1000)


def _ends(found: Interval, span: Span, unit: float = 1.0) -> Spot | None:
    """Of an interval, cut where the plot ends."""
    if found.low is None or found.high is None:
        return None
    low, high = (span.at(min(max(end / unit, span.low), span.high)) for end in (found.low, found.high))
    return low, high


def _from_zero(values: Sequence[float], pixels: float) -> Span:
    """Linear from zero, as near ones are near, but for values that need a logarithm."""
    if min(values) > 0 and max(values) > LOG_FROM * min(values):
        return span_of(values, pixels, log=True)
    return Span(0.0, max(values) * 1.08, pixels)


def _log(span: Span) -> str:
    return ", log scale" if span.log else ""


def _names(spots: Sequence[_Dot], across: Span, down: Span) -> list[Mark]:
    points = [_at(spot, across, down) for spot in spots]
    texts = [shortened(spot.row.name, _LABEL_MAX, SMALL_SIZE) for spot in spots]
    leaders, labels = [], []
    places = beside_points(points, texts, across.pixels + 10, down.pixels, SMALL_SIZE)
    for spot, (x, y), text, place in zip(spots, points, texts, places, strict=True):
        if place.far:
            leaders.append(marks.line(x, y, place.x, place.y, "muted", width=0.7))
        labels.append(marks.words(place.x, place.y, text, size=SMALL_SIZE, align=place.align, hint=spot.row.name))
    return [*leaders, *labels]


def percentile_curves(report: RunReport, detail: RunDetail, scenario: str, name: str) -> Figure | None:
    """Draw response time over percentiles, of merged histograms, as far as at least 100 samples lie above."""
    at, curves, missing = _curves(report, detail, scenario)
    if not curves:
        return None
    said = (
        f"Response time {_AT[at]}, of all {'undisturbed ' if at == 'half' else ''}laps together. "
        "A curve ends where fewer than 100 answers were slower. The lower, the better."
    )
    if missing:
        said += f" No curve for {_who(missing)}: response times withheld."
    return Figure(name, "Response time by percentile", said, _curves_view(curves, at), _curves_table(curves, at))


_Curve = tuple[Series, tuple[CurvePoint, ...]]


def _curves(report: RunReport, detail: RunDetail, scenario: str) -> tuple[At, list[_Curve], list[str]]:
    """At half load where anybody has that, else at full load; and who has none."""
    series, found = series_of(report), detail.of_scenario(scenario)
    rows = [row for row in report.rows_of(scenario) if row.rank is not None and row.name in found]
    half = {row.name: found[row.name].half_load for row in rows if len(found[row.name].half_load) > 1}
    full = {
        row.name: found[row.name].full_load for row in rows if row.latency_us and len(found[row.name].full_load) > 1
    }
    at: At = "half" if half else "full"
    chosen = half or full
    missing = [row.name for row in rows if row.name not in chosen]
    return at, [(series[name], points) for name, points in chosen.items()], missing


def _curves_view(curves: Sequence[_Curve], at: At) -> View:
    room = marks.label_room(series.name for series, _ in curves)
    width, height = WIDTH - _LEFT - room, max(250.0, marks.LABEL_GAP * len(curves))
    end = max(_odds(points[-1]) for _, points in curves)
    across = Span(_FROM, max(end, 10.0), width, log=True)
    down = span_of([point.value_us / 1000 for _, points in curves for point in points], height)
    labels = {odds: label for odds, label in _PERCENTILES.items() if odds <= across.high * 1.001}
    drawn = [
        (series, [(across.at(_odds(point)), down.down(point.value_us / 1000)) for point in points])
        for series, points in curves
    ]
    shown = (
        *marks.x_axis(across, height, "percentile", labels=labels),
        *marks.y_axis(down, width, f"response time at {at} load, ms{_log(down)}"),
        *(marks.path([spots], one.colour, width=1.8, dash=one.dash, hint=one.name) for one, spots in drawn),
        *marks.line_labels([(one, spots[-1]) for one, spots in drawn], width, height),
    )
    return View(shown, _LEFT)


def _odds(point: CurvePoint) -> float:
    return float(f"{1 / (1 - point.percentile / 100):.6g}")


def _curves_table(curves: Sequence[_Curve], at: At) -> Sheet:
    shown = (50.0, 90.0, 99.0, 99.9, 99.99)
    rows = []
    for series, points in curves:
        known = {point.percentile: point.value_us / 1000 for point in points}
        rows.append((series.name, *(digits(known.get(share)) for share in shown)))
    columns = (CONTESTANT, *(Column(("", f"p{share:g}")) for share in shown))
    return Sheet(f"response time in ms at {at} load", columns, tuple(rows), f"Response time {_AT[at]}.")
