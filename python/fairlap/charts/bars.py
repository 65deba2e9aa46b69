"""One number of each contestant as a bar from zero, with its interval and the number itself at its end."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.charts import marks
from fairlap.charts.figure import Figure, View
from fairlap.charts.layout import WIDTH, shortened, span_of, text_width
from fairlap.charts.marks import BELOW, Entry, legend
from fairlap.charts.theme import SMALL_SIZE
from fairlap.render.cells import MIB, NOTHING, digits, from_to, plus_minus, scaled
from fairlap.render.sheets import CONTESTANT, Column, Sheet
from fairlap.report import Interval, Row, RunReport

_THICK, _BETWEEN = 13.0, 6.0
_LOOKS = (("accent", 0.85), ("muted", 0.6))
"""Colour and opacity of the bars of each part."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A contestant with one value for each part; `None` is what was not observed. `text` replaces the number."""

    name: str
    values: tuple[Interval | None, ...]
    text: str | None = None


def bars_view(bars: Sequence[Bar], axis: str, unit: str, parts: Sequence[str] = ("",)) -> View:
    """Bars in the order given, below each other; several `parts` of a contestant have a legend."""
    tall = _THICK * len(parts) + _BETWEEN
    height = tall * len(bars)
    names = min(WIDTH * 0.32, max(text_width(bar.name) for bar in bars))
    texts = [bar.text or _text(found) for bar in bars for found in bar.values]
    width = WIDTH - names - max(text_width(text, SMALL_SIZE) for text in texts) - 22
    ends = [end for bar in bars for found in bar.values for end in _ends(found)]
    span = span_of(ends or [1.0], width, from_zero=True)
    if any(found is not None and found.low is not None for bar in bars for found in bar.values):
        axis += ", with 95 % intervals"
    drawn, whiskers, numbers = [], [], []
    for part, (colour, opacity) in zip(range(len(parts)), _LOOKS, strict=False):
        for place, bar in enumerate(bars):
            found, y = bar.values[part], place * tall + _BETWEEN / 2 + _THICK * (part + 0.5)
            end = max(map(span.at, _ends(found)), default=0.0)
            numbers.append(marks.words(end + 7, y, bar.text or _text(found), size=SMALL_SIZE))
            if found is None:
                continue
            hint = f"{bar.name}{parts[part] and f', {parts[part]}'}: {digits(found.value)} {unit}{from_to(found)}"
            long, thick = span.at(found.value), _THICK - 3
            drawn.append(marks.rect(0, y - thick / 2, long, thick, colour, opacity=opacity, hint=hint))
            if found.low is not None and found.high is not None:
                whiskers.append(marks.line(span.at(found.low), y, span.at(found.high), y, "ink", width=1.5))
    labels = [
        marks.words(-8, tall * (place + 0.5), shortened(bar.name, names), align="right", hint=bar.name)
        for place, bar in enumerate(bars)
    ]
    form = marks.short if span.high >= 10_000 else marks.plain
    entries = [Entry(part, colour, "square") for part, (colour, _) in zip(parts, _LOOKS, strict=False) if part]
    below = legend(entries, -names - 8, height + BELOW)
    across = marks.x_axis(span, height, axis, form=form)
    return View((*across, *drawn, *whiskers, *labels, *numbers, *below), names + 8)


def _ends(found: Interval | None) -> list[float]:
    return [] if found is None else [end for end in (found.value, found.low, found.high) if end is not None]


def _text(found: Interval | None) -> str:
    if found is None:
        return NOTHING
    return " ".join(filter(None, (digits(found.value), plus_minus(found))))


def cpu(report: RunReport, scenario: str, name: str) -> Figure | None:
    """CPU time of the server for each answer, and that of databases and caches where there are some."""
    rows = [row for row in _measured(report, scenario) if row.cpu_us_per_request]
    services = any(row.services_cpu_us_per_request for row in rows)
    parts = ("server", "databases and caches") if services else ("",)
    bars = [Bar(row.name, (row.cpu_us_per_request, row.services_cpu_us_per_request)[: len(parts)]) for row in rows]
    said = "CPU time for each answer, in microseconds: less is better."
    found = [row for row in rows if not row.is_reference]
    least, most = min(found, key=_cpu, default=None), max(found, key=_cpu, default=None)
    if least is not None and most is not None and least is not most:
        said += (
            f" {least.name} needs the least ({digits(_cpu(least))} µs), {most.name} the most ({digits(_cpu(most))} µs)."
        )
    columns = (Column(("server", "µs/request")), Column(("services", "µs/request")))[: len(parts)]
    axis = "microseconds of CPU for each answer"
    return _figure(name, "CPU time for each request", said, axis, "µs", columns, bars, parts)


def _cpu(row: Row) -> float:
    return row.cpu_us_per_request.value if row.cpu_us_per_request else 0.0


def memory(report: RunReport, scenario: str, name: str) -> Figure | None:
    rows = _measured(report, scenario)
    bars = [Bar(row.name, (scaled(row.memory_peak_bytes_estimate, MIB),)) for row in rows if row.memory_peak_bytes]
    said = "Peak memory of each contestant in MiB, all its processes together."
    return _figure(name, "Memory", said, "peak memory in MiB", "MiB", (Column(("peak", "MiB")),), bars)


def startup(report: RunReport, scenario: str, name: str) -> Figure | None:
    """How long each contestant took to its first right answer."""
    bars = [Bar(row.name, (row.startup_ms_estimate,)) for row in _measured(report, scenario) if row.startup_ms_estimate]
    said = "Milliseconds from the start to the first right answer."
    axis = "ms from the start to the first right answer"
    return _figure(name, "Start-up", said, axis, "ms", (Column(("start-up", "ms")),), bars)


def capacity(report: RunReport, scenario: str, name: str) -> Figure | None:
    """The highest rate that kept the objective, where it was searched."""
    searched = [(row.name, row.capacity) for row in report.rows_of(scenario) if row.capacity]
    bars = [Bar(row, (one.per_s,), text=None if one.per_s else "none of those tried") for row, one in searched]
    slo = next((one.slo for _, one in searched), "")
    said = f"The highest rate in requests per second at which each one kept {slo}, with 95 % intervals."
    columns = (Column(("requests", "per second")),)
    axis = f"requests per second that keep {slo}"
    return _figure(name, f"Highest rate that keeps {slo}", said, axis, "requests/s", columns, bars)


def _measured(report: RunReport, scenario: str) -> list[Row]:
    """Those with valid numbers, the ranked by rank and the reference last: it is no competitor, and never alone."""
    rows = [row for row in report.rows_of(scenario) if row.status == "ok"]
    if all(row.is_reference for row in rows):
        return []
    return sorted(rows, key=lambda row: row.is_reference)


def _figure(
    name: str,
    title: str,
    said: str,
    axis: str,
    unit: str,
    columns: tuple[Column, ...],
    bars: Sequence[Bar],
    parts: Sequence[str] = ("",),
) -> Figure | None:
    """Of bars, when there are any, with the same numbers as a table."""
    if not bars:
        return None
    rows = tuple((bar.name, *(bar.text or _text(found) for found in bar.values)) for bar in bars)
    table = Sheet(title=title, columns=(CONTESTANT, *columns), rows=rows, caption="")
    return Figure(name, title, said, bars_view(bars, axis, unit, parts), table)
