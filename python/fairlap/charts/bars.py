"""One number of each contestant as a bar from zero, with its interval and the number itself at its end."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.charts.figure import Figure, View
from fairlap.charts.layout import WIDTH, Span, shortened, span_of, text_width
from fairlap.charts.legend import BELOW, Entry, legend
from fairlap.charts.marks import PLAIN, SHORT, WORDS, Layer, Words, layered, mark, rules, words, x_axis
from fairlap.charts.theme import SMALL_SIZE
from fairlap.render.cells import MIB, NOTHING, digits, from_to, plus_minus, scaled
from fairlap.render.sheets import CONTESTANT, Column, Sheet
from fairlap.report import Interval, Row, RunReport

_THICK, _BETWEEN = 13.0, 6.0
_LOOKS = ("accent", "muted")


@dataclass(frozen=True, slots=True)
class Bar:
    """A contestant with one value for each part; `None` is what was not observed. `text` replaces the number."""

    name: str
    values: tuple[Interval | None, ...]
    text: str | None = None


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A value of a contestant and the middle of its bar in pixels."""

    bar: Bar
    part: int
    found: Interval | None
    y: float


def bars_view(bars: Sequence[Bar], axis: str, unit: str, parts: Sequence[str] = ("",)) -> View:
    """Bars in the order given, below each other; several `parts` of a contestant have a legend."""
    tall = _THICK * len(parts) + _BETWEEN
    height = tall * len(bars)
    names = min(WIDTH * 0.32, max(text_width(bar.name) for bar in bars))
    drawn = [
        _Drawn(bar, part, found, number * tall + _BETWEEN / 2 + _THICK * (part + 0.5))
        for number, bar in enumerate(bars)
        for part, found in enumerate(bar.values)
    ]
    texts = {(item.bar.name, item.part): item.bar.text or _text(item.found) for item in drawn}
    room = max(text_width(text, SMALL_SIZE) for text in texts.values()) + 14
    width = WIDTH - names - room - 8
    known = [item for item in drawn if item.found is not None]
    if any(item.found is not None and item.found.low is not None for item in known):
        axis += ", with 95 % intervals"
    span = span_of(
        [value for item in known if item.found for value in _ends(item.found)] or [1.0], width, from_zero=True
    )
    labels = (Words(-8, tall * (number + 0.5), shortened(bar.name, names), bar.name) for number, bar in enumerate(bars))
    numbers = (Words(_end(item, span) + 7, item.y, texts[item.bar.name, item.part]) for item in drawn)
    layers: list[Layer] = []
    for part in range(len(parts)):
        layers += _bars([item for item in known if item.part == part], _LOOKS[part], span, axis, unit, parts[part])
    layers += _whiskers(known, span)
    layers += words(labels, "ink", align="right")
    layers += words(numbers, "ink", "small")
    if len(parts) > 1:
        entries = [Entry(part, look, "square") for look, part in zip(_LOOKS, parts, strict=False)]
        layers += legend(entries, -names - 8, height + BELOW)
    return layered(layers, width, height, names + 8)


def _bars(items: Sequence[_Drawn], look: str, span: Span, axis: str, unit: str, part: str) -> list[Layer]:
    values = [
        {
            "name": item.bar.name,
            "value": item.found.value,
            "zero": 0.0,
            "y": item.y,
            "words": f"{item.bar.name}{part and f', {part}'}: {digits(item.found.value)} {unit}{from_to(item.found)}",
        }
        for item in items
        if item.found is not None
    ]
    form = SHORT if span.high >= 10_000 else PLAIN
    places = {"x": x_axis("value", span, axis, form=form), "x2": "zero"}
    opacity = 0.85 if look == "accent" else 0.6
    return [mark("bar", values, places | WORDS, style=look, size=_THICK - 3, opacity=opacity)]


def _whiskers(items: Sequence[_Drawn], span: Span) -> list[Layer]:
    return rules(
        (
            (span.at(item.found.low), item.y, span.at(item.found.high), item.y)
            for item in items
            if item.found is not None and item.found.low is not None and item.found.high is not None
        ),
        "ink",
        strokeWidth=1.5,
    )


def _end(item: _Drawn, span: Span) -> float:
    return max((span.at(value) for value in _ends(item.found)), default=0.0) if item.found else 0.0


def _ends(found: Interval) -> list[float]:
    return [value for value in (found.value, found.low, found.high) if value is not None]


def _text(found: Interval | None) -> str:
    if found is None:
        return NOTHING
    return " ".join(filter(None, (digits(found.value), plus_minus(found))))


def cpu(report: RunReport, scenario: str, name: str) -> Figure | None:
    """CPU time of the server for each answer, and that of databases and caches where there are some."""
    rows = [row for row in _measured(report, scenario) if row.cpu_us_per_request]
    if not rows:
        return None
    services = any(row.services_cpu_us_per_request for row in rows)
    parts = ("server", "databases and caches") if services else ("",)
    bars = [Bar(row.name, (row.cpu_us_per_request, row.services_cpu_us_per_request)[: len(parts)]) for row in rows]
    contestants = [row for row in rows if not row.is_reference and row.cpu_us_per_request]
    least = min(contestants, key=_cpu, default=None)
    most = max(contestants, key=_cpu, default=None)
    said = "CPU time for each answer, in microseconds: less is better."
    if least is not None and most is not None and least is not most:
        said += (
            f" {least.name} needs the least ({digits(_cpu(least))} µs), {most.name} the most ({digits(_cpu(most))} µs)."
        )
    columns = (CONTESTANT, Column(("server", "µs/request")), Column(("services", "µs/request")))
    return Figure(
        name=name,
        title="CPU time for each request",
        description=said,
        view=bars_view(bars, "microseconds of CPU for each answer", "µs", parts),
        table=_sheet("CPU time for each request", columns[: 1 + len(parts)], bars),
    )


def _cpu(row: Row) -> float:
    return row.cpu_us_per_request.value if row.cpu_us_per_request else 0.0


def memory(report: RunReport, scenario: str, name: str) -> Figure | None:
    """The largest memory of each contestant."""
    rows = _measured(report, scenario)
    bars = [Bar(row.name, (scaled(row.memory_peak_bytes_estimate, MIB),)) for row in rows if row.memory_peak_bytes]
    if not bars:
        return None
    return Figure(
        name=name,
        title="Memory",
        description="Peak memory of each contestant in MiB, all its processes together.",
        view=bars_view(bars, "peak memory in MiB", "MiB"),
        table=_sheet("memory", (CONTESTANT, Column(("peak", "MiB"))), bars),
    )


def startup(report: RunReport, scenario: str, name: str) -> Figure | None:
    """How long each contestant took to its first right answer."""
    bars = [Bar(row.name, (row.startup_ms_estimate,)) for row in _measured(report, scenario) if row.startup_ms_estimate]
    if not bars:
        return None
    return Figure(
        name=name,
        title="Start-up",
        description="Milliseconds from the start to the first right answer.",
        view=bars_view(bars, "ms from the start to the first right answer", "ms"),
        table=_sheet("start-up", (CONTESTANT, Column(("start-up", "ms"))), bars),
    )


def capacity(report: RunReport, scenario: str, name: str) -> Figure | None:
    """The highest rate that kept the objective, where it was searched."""
    rows = [row for row in report.rows_of(scenario) if row.capacity]
    bars = [
        Bar(row.name, (row.capacity.per_s,), text=None if row.capacity.per_s else "none of those tried")
        for row in rows
        if row.capacity
    ]
    if not bars:
        return None
    slo = next(row.capacity.slo for row in rows if row.capacity)
    return Figure(
        name=name,
        title=f"Highest rate that keeps {slo}",
        description=f"The highest rate in requests per second at which each one kept {slo}, with 95 % intervals.",
        view=bars_view(bars, f"requests per second that keep {slo}", "requests/s"),
        table=_sheet(f"capacity under {slo}", (CONTESTANT, Column(("requests", "per second"))), bars),
    )


def _measured(report: RunReport, scenario: str) -> list[Row]:
    """Those with valid numbers, the ranked by rank and the reference last: it is no competitor, and never alone."""
    rows = [row for row in report.rows_of(scenario) if row.status == "ok"]
    if all(row.is_reference for row in rows):
        return []
    return sorted(rows, key=lambda row: row.is_reference)


def _sheet(title: str, columns: tuple[Column, ...], bars: Sequence[Bar]) -> Sheet:
    rows = tuple((bar.name, *(bar.text or _text(found) for found in bar.values)) for bar in bars)
    return Sheet(title=title, columns=columns, rows=rows, caption="")
