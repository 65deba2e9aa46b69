"""What each step of a ladder costs a contestant: a waterfall, on one scale for all contestants."""

from collections.abc import Sequence

from fairlap.charts.figure import Figure, View
from fairlap.charts.layout import WIDTH, Span, shortened, span_of, text_width
from fairlap.charts.legend import BELOW, Entry, legend
from fairlap.charts.marks import WORDS, Layer, Value, Words, layered, mark, quantity, rules, words, x_axis
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
_MEANINGS = tuple(_KINDS.values())


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
    own = {step.scenario: step.answer_us.value for step in ladder.steps if step.answer_us}
    rows = {step.scenario: _TALL * (number + 0.5) for number, step in enumerate(ladder.steps)}
    layers = _connections(ladder.steps, own, rows, span)
    layers += _bars(ladder.steps, common, own, rows, span)
    layers += words(
        (
            Words(-8, rows[step.scenario], shortened(name, left), name)
            for step, name in zip(ladder.steps, names, strict=True)
        ),
        "ink",
        align="right",
    )
    layers += words(
        (Words(width + room, rows[step.scenario], text) for step, text in zip(ladder.steps, texts, strict=True)),
        "ink",
        "small",
        align="right",
    )
    return layered([*layers, *legend(_MEANINGS, -left - 8, height + BELOW)], width, height, left + 8)


def _bars(
    steps: Sequence[LadderStep], common: str, own: dict[str, float], rows: dict[str, float], span: Span
) -> list[Layer]:
    values: list[dict[str, Value]] = []
    for step in steps:
        time_us = own.get(step.scenario)
        if time_us is None:
            continue
        below_us = own.get(step.adds_to) if step.adds_to else None
        start_us = span.low if step.adds_to is None else time_us if below_us is None else below_us
        kind = "first" if step.adds_to is None else "falls" if time_us < start_us else "rises"
        values.append(
            {
                "step": step.scenario.removeprefix(common),
                "start_us": start_us,
                "answer_us": time_us,
                "y": rows[step.scenario],
                "kind": kind,
                "words": f"{step.scenario.removeprefix(common)}: {digits(time_us)} µs an answer, {_text(step)}",
            }
        )
    axis = x_axis("start_us", span, "microseconds for each answer, log scale")
    layers: list[Layer] = []
    for kind, entry in _KINDS.items():
        found = [value for value in values if value["kind"] == kind]
        if found:
            look = {"style": entry.look, "filled": entry.filled, "strokeWidth": 1.5}
            places = {"x": axis, "x2": "answer_us"} | WORDS
            layers.append(mark("bar", found, places, size=_TALL - 8, opacity=0.85, **look))
    if values:
        look = {"style": "ink", "orient": "vertical", "size": _TALL - 4, "thickness": 2, "aria": False}
        layers.append(mark("tick", values, {"x": quantity("answer_us", span.scale())}, **look))
    return layers


def _connections(steps: Sequence[LadderStep], own: dict[str, float], rows: dict[str, float], span: Span) -> list[Layer]:
    """From the end of the step below to the beginning of this one."""
    lines = [
        (x, rows[step.adds_to], x, rows[step.scenario])
        for step in steps
        if step.adds_to in own and step.scenario in own and step.adds_to is not None
        for x in [span.at(own[step.adds_to])]
    ]
    return rules(lines, "muted", strokeWidth=0.8, opacity=0.7)


def _text(step: LadderStep) -> str:
    """What the step adds, with its sign; of the first one, what it takes; or that it has no number."""
    if step.answer_us is None:
        return "no valid row"
    if step.adds_to is None:
        return f"{digits(step.answer_us.value)} µs"
    return "?" if step.added_us is None else f"{added(step.added_us)} µs"
