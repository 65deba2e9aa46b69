"""What each step of a ladder costs a contestant: a waterfall, on one scale for all contestants."""

from collections.abc import Sequence

from fairlap.charts import marks
from fairlap.charts.figure import Figure, View
from fairlap.charts.layout import WIDTH, Span, shortened, span_of, text_width
from fairlap.charts.marks import BELOW, Entry, Mark, legend
from fairlap.charts.theme import SMALL_SIZE
from fairlap.render.cells import digits
from fairlap.render.ladder import added, common_start, ladder_sheets
from fairlap.report import Ladder, LadderStep, RunReport

_TALL = 20.0
_KINDS = {
    "first": Entry("the first step", "muted", "square"),
    "rises": Entry("takes longer than the step below", "accent", "square"),
    "falls": Entry("takes less", "accent", "square", filled=False),
}


def ladder_figures(report: RunReport) -> tuple[Figure, ...]:
    """One waterfall for each contestant of a ladder, all with the same axis; none for a run without a ladder."""
    times = [step.answer_us.value for ladder in report.ladders for step in ladder.steps if step.answer_us]
    if not times:
        return ()
    common = common_start([step.scenario for step in report.ladders[0].steps])
    return tuple(
        Figure(
            name=f"ladder-{number}",
            title=f"What each step costs: {ladder.contestant}",
            description=_description(ladder, common),
            view=_view(ladder, common, (min(times), max(times))),
            table=sheet,
        )
        for number, (ladder, sheet) in enumerate(zip(report.ladders, ladder_sheets(report), strict=True), start=1)
    )


def _description(ladder: Ladder, common: str) -> str:
    said = (
        f"Microseconds of the server for each answer of {ladder.contestant} (1 / throughput at full load): each bar "
        "goes from the step below to the step's own time, on a logarithmic scale."
    )
    dear = max((step for step in ladder.steps if step.added_us), key=_added, default=None)
    if dear is not None and _added(dear) > 0:
        said += f" {dear.scenario.removeprefix(common)} adds the most: {digits(_added(dear))} µs."
    return said


def _added(step: LadderStep) -> float:
    return step.added_us.value if step.added_us else 0.0


def _view(ladder: Ladder, common: str, ends: tuple[float, float]) -> View:
    names = [step.scenario.removeprefix(common) for step in ladder.steps]
    left = min(WIDTH * 0.3, max(text_width(name) for name in names))
    texts = [_text(step) for step in ladder.steps]
    room = max(text_width(text, SMALL_SIZE) for text in texts) + 14
    width, height = WIDTH - left - room - 8, _TALL * len(names)
    span = span_of(ends, width, log=True)
    rows = {step.scenario: _TALL * (number + 0.5) for number, step in enumerate(ladder.steps)}
    places = list(zip(rows.values(), names, texts, strict=True))
    return View(
        (
            *marks.x_axis(span, height, "microseconds for each answer, log scale"),
            *_bars(ladder.steps, common, rows, span),
            *(marks.words(-8, y, shortened(name, left), align="right", hint=name) for y, name, _ in places),
            *(marks.words(width + room, y, text, size=SMALL_SIZE, align="right") for y, _, text in places),
            *legend(list(_KINDS.values()), -left - 8, height + BELOW),
        ),
        left + 8,
    )


def _bars(steps: Sequence[LadderStep], common: str, rows: dict[str, float], span: Span) -> list[Mark]:
    """From the step below to the step's own time, the ends joined by thin lines."""
    own = {step.scenario: step.answer_us.value for step in steps if step.answer_us}
    links, bars, ends = [], [], []
    for step in steps:
        time_us, y = own.get(step.scenario), rows[step.scenario]
        if time_us is None:
            continue
        below_us = span.low if step.adds_to is None else own.get(step.adds_to, time_us)
        kind = _KINDS["first" if step.adds_to is None else "falls" if time_us < below_us else "rises"]
        hint = f"{step.scenario.removeprefix(common)}: {digits(time_us)} µs an answer, {_text(step)}"
        start, end = sorted((span.at(below_us), span.at(time_us)))
        bars.append(marks.rect(start, y - 6, end - start, 12, kind.colour, opacity=0.85, filled=kind.filled, hint=hint))
        x = span.at(time_us)
        ends.append(marks.line(x, y - 8, x, y + 8, "ink", width=2))
        if step.adds_to in own and step.adds_to is not None:
            x = span.at(below_us)
            links.append(marks.line(x, rows[step.adds_to], x, y, "muted", width=0.8, opacity=0.7))
    return [*links, *bars, *ends]


def _text(step: LadderStep) -> str:
    """What the step adds, with its sign; of the first one, what it takes; or that it has no number."""
    if step.answer_us is None:
        return "no valid row"
    if step.adds_to is None:
        return f"{digits(step.answer_us.value)} µs"
    return "?" if step.added_us is None else f"{added(step.added_us)} µs"
