"""The pictures of docs/accuracy.md, light and dark: the cost of a request and the accuracy of each generator."""

from collections.abc import Mapping
from pathlib import Path

from tools.bench.plan import CASES, Case, Cell, whole_plan
from tools.bench.results import Deviation, Results, Summary
from tools.bench.tables import by_cost, with_interval
from tools.pages import PICTURES, percent

from fairlap.charts import marks
from fairlap.charts.bars import Bar, bars_view
from fairlap.charts.figure import Figure, View, svg
from fairlap.charts.layout import Span, span_of, text_width
from fairlap.charts.marks import BELOW, Entry, Mark, legend
from fairlap.charts.theme import DARK, FONT_SIZE, LIGHT, SMALL_SIZE
from fairlap.render.cells import digits
from fairlap.render.sheets import Column, Sheet
from fairlap.report import Interval

GENERATOR = Column(("", "generator"), numeric=False)

COST_CELLS = ("keepalive-64", "connect-64")
TRUE_CASE = "bimodal"

WIDTH = 640.0
_LINE = 24.0
_TICKS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)

MARKS: dict[str, tuple[str, str]] = {
    "p50": ("circle", "muted"),
    "p90": ("diamond", "warn"),
    "p99": ("square", "accent"),
    "p99.9": ("triangle-up", "ink"),
}
"""Shape and colour of each percentile: told apart without colours, too."""


def figures(results: Results) -> tuple[Figure, ...]:
    """Return the pictures that have runs."""
    cells = [cell for cell in whole_plan().cells if cell.name in COST_CELLS]
    cases = [case for case in CASES if case.name == TRUE_CASE]
    made = [cost_figure(results, cell) for cell in cells] + [accuracy_figure(results, case) for case in cases]
    return tuple(figure for figure in made if figure is not None)


def write_pictures(results: Results) -> tuple[Path, ...]:
    """Write docs/pictures/bench-*.svg."""
    written = []
    for figure in figures(results):
        for theme in (LIGHT, DARK):
            path = PICTURES / f"{figure.name}-{theme.name}.svg"
            path.write_text(svg(figure, theme), encoding="utf-8")
            written.append(path)
    return tuple(written)


def cost_figure(results: Results, cell: Cell) -> Figure | None:
    """Draw CPU per request relative to the baseline, of the client and the machine: bars from zero with intervals."""
    base = results.baseline(cell.name)
    if base is None:
        return None
    names = by_cost(results, cell)
    found = {
        name: (results.ratio(cell.name, name, base), results.ratio(cell.name, name, base, results.machine_us))
        for name in names
    }
    parts = ("client", "whole machine") if any(machine for _, machine in found.values()) else ("",)
    bars = [Bar(name, tuple(map(_interval, both))[: len(parts)]) for name, both in found.items()]
    title = f"CPU for each request: {cell.title}"
    turns = max((client.n for client, _ in found.values() if client is not None), default=0)
    summary = f"CPU for each request relative to {base}, {cell.title}, the median of {turns} alternating runs."
    return Figure(
        name=f"bench-cost-{cell.mode}",
        title=title,
        description=f"{summary} {names[0]} takes the least, {names[-1]} the most.",
        view=_titled(
            bars_view(bars, f"CPU for each request, {base} = 1", f"times {base}", parts),
            title,
            f"median of {turns} alternating runs{_disturbed(results)}",
        ),
        table=Sheet(
            title=title,
            columns=(GENERATOR, Column(("client", base)), Column(("machine", base))),
            rows=tuple(
                (name, with_interval(client), with_interval(machine)) for name, (client, machine) in found.items()
            ),
            caption="",
        ),
    )


def _interval(found: Summary | None) -> Interval | None:
    """A median without an interval is drawn as a single value."""
    if found is None:
        return None
    return Interval(value=found.median, low=found.low, high=found.high, n=1 if found.low is None else found.n)


def _disturbed(results: Results) -> str:
    """Pictures repeat the warning, because readers see them without their page."""
    taken = results.disturbance
    return "" if taken is None else f"; others took {percent(taken)} of the machine: no results"


def _titled(view: View, title: str, below: str) -> View:
    """These pictures stand alone in a page of text."""
    return view.titled([title], [below], FONT_SIZE + 2, SMALL_SIZE)


def accuracy_figure(results: Results, case: Case) -> Figure | None:
    """Draw printed / true on a logarithmic axis, with a mark for each percentile."""
    found = {name: results.deviations(case.name, name) for name in results.generators}
    shown = {name: _percentiles(deviations) for name, deviations in found.items() if _percentiles(deviations)}
    if not shown:
        return None
    title = "What generators print, relative to what was true"
    turns = len({run.turn for run in results.of(case.name)})
    below = f"{case.title}; {case.connections} keep-alive connections, closed loop; lines: all of {turns} runs"
    below += _disturbed(results)
    rows = tuple(
        (name, *(digits(1 + row[key].error) if key in row else "-" for key in MARKS)) for name, row in shown.items()
    )
    return Figure(
        name="bench-accuracy",
        title=title,
        description=f"{title}; 1 is right. {below}.",
        view=_titled(_accuracy_view(shown), title, below),
        table=Sheet(
            title=title, columns=(GENERATOR, *(Column((key, "printed / true")) for key in MARKS)), rows=rows, caption=""
        ),
    )


Percentiles = dict[str, Deviation]


def _percentiles(deviations: Mapping[str, Deviation]) -> Percentiles:
    return {key: value for key, value in deviations.items() if key in MARKS}


def _accuracy_view(shown: dict[str, Percentiles]) -> View:
    names = max(text_width(name) for name in shown) + 12
    width, height = WIDTH - names - 24, _LINE * len(shown)
    everything = [1 + off for row in shown.values() for found in row.values() for off in (found.lowest, found.highest)]
    span = span_of([0.8, 1.25, *(value for value in everything if value > 0)], width, log=True)
    places = {name: _LINE * (number + 0.5) for number, name in enumerate(shown)}
    ticks = [tick for tick in _TICKS if span.low <= tick <= span.high]
    right = span.at(1.0)
    used = {key: look for key, look in MARKS.items() if any(key in row for row in shown.values())}
    drawn = (
        *marks.x_axis(span, height, "printed / true, logarithmic: 1 is right", ticks=ticks),
        *(marks.line(-names, _LINE * number, width, _LINE * number, "line") for number in range(1, len(shown))),
        marks.line(right, 0, right, height, "muted", width=2),
        *(marks.words(-10, y, name, align="right") for name, y in places.items()),
        *(mark for number, key in enumerate(MARKS) for mark in _marks(shown, places, key, span, (number - 1.5) * 4.5)),
        *legend([Entry(key, colour, shape) for key, (shape, colour) in used.items()], 0, height + BELOW),
    )
    return View(drawn, names, WIDTH)


def _marks(shown: dict[str, Percentiles], places: dict[str, float], key: str, span: Span, shift: float) -> list[Mark]:
    """One percentile of every generator, a little above or below the middle of its line."""
    shape, colour = MARKS[key]
    dots, lines = [], []
    for name, row in shown.items():
        if key in row:
            found, y = row[key], places[name] + shift
            hint = f"{name}, {key}: {digits(found.printed_us)} us printed, {digits(found.true_us)} us true"
            x = span.at(max(1 + found.error, span.low))
            dots.append(marks.symbol(x, y, shape, 3.4, colour, hint=hint))
            low, high = (span.at(min(max(1 + off, span.low), span.high)) for off in (found.lowest, found.highest))
            lines.append(marks.line(low, y, high, y, colour, width=1.2))
    return [*lines, *dots]
