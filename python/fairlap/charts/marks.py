"""The marks that pictures are made of, in the look of all of them. Positions in pixels are those of the plot."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairlap.charts.figure import View
from fairlap.charts.layout import WIDTH, Align, Span, pushed_apart, shortened, text_width
from fairlap.charts.theme import SERIES_LIGHT, SMALL_SIZE
from fairlap.render.cells import clean
from fairlap.report import RunReport

Value = str | float | int | None
Layer = View
Channel = dict[str, Any]

WORDS: Channel = {"description": "words"}
"""The channel of marks that are told to those who do not see them: by the field `words`."""

TO: Channel = {"x2": "x2", "y2": "y2"}
"""The channels of marks that go from (x, y) to (x2, y2)."""

HUES = len(SERIES_LIGHT)
SHAPES = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross")
DASHES = ((1, 0), (7, 3), (2, 2), (7, 2, 2, 2), (12, 3), (4, 4))

POINTS_OF_A_FIGURE = 1000
"""Bound on the points of all its lines together: it keeps a picture below 25 kB."""


@dataclass(frozen=True, slots=True)
class Series:
    """One contestant as it looks in all pictures of a run: a hue, and where hues begin anew, another form."""

    name: str
    hue: str
    form: str


def series_of(report: RunReport) -> dict[str, Series]:
    """Every contestant but the reference, in the order of the report."""
    names = dict.fromkeys(row.name for row in report.contestants if not row.is_reference)
    return {name: Series(name, str(index % HUES), str(index // HUES % len(SHAPES))) for index, name in enumerate(names)}


def hue() -> Channel:
    """The colour of a series, of the field `hue`."""
    return _of_series("hue", [str(number) for number in range(HUES)], "category")


def shape() -> Channel:
    """The shape of a series, of the field `form`."""
    return _of_series("form", [str(number) for number in range(len(SHAPES))], SHAPES)


def _of_series(field: str, domain: Sequence[str], range_: object) -> Channel:
    return {"field": field, "type": "nominal", "legend": None, "scale": {"domain": domain, "range": range_}}


def mark(
    kind: str,
    values: Iterable[Mapping[str, object]],
    channels: Channel | None = None,
    **look: object,
) -> Layer:
    """A layer of marks of one kind, one for each row of `values`. Foreign text is cleaned here.

    `channels` are Vega-Lite's: what places and colours the marks. A text is the name of a field; without others,
    a mark stands at (x, y) in pixels. `look` are properties of the mark; `style` is explained by `drawing.themed`.
    """
    rows = [{key: clean(item) if isinstance(item, str) else item for key, item in value.items()} for value in values]
    found: dict[str, Channel] = {"x": quantity("x"), "y": quantity("y")}
    for name, channel in (channels or {}).items():
        if isinstance(channel, str):
            channel = {"field": channel} if name in TO else {"field": channel, "type": "nominal"}
        found[name] = channel
    return {"data": {"values": rows}, "mark": {"type": kind} | look, "encoding": found}


def quantity(field: str, scale: Channel | None = None) -> Channel:
    """A field with numbers; without a scale they are pixels, from the top or the left."""
    return {"field": field, "type": "quantitative", "scale": scale}


def line(values: Iterable[Mapping[str, object]], x: Channel, y: Channel, **look: object) -> Layer:
    """The lines of several series, by the fields `name`, `hue` and `form`."""
    dashes = _of_series("form", [str(number) for number in range(len(DASHES))], DASHES)
    names: Channel = {"detail": "name", "description": "name"}
    return mark("line", values, names | {"x": x, "y": y, "color": hue(), "strokeDash": dashes}, **look)


PLAIN, SHORT, PERCENT = ",.6~g", ".4~s", ".4~p"
"""Formats of numbers at axes (d3-format): as they are, with k for thousands, as percentages."""


def x_axis(
    field: str,
    span: Span,
    title: str,
    *,
    form: str = PLAIN,
    ticks: Sequence[float] | None = None,
    labels: Mapping[float, str] | None = None,
    grid: bool = True,
) -> Channel:
    """An axis below the plot; `labels` are what its ticks are called instead of their numbers."""
    values = span.ticks() if ticks is None else list(ticks)
    axis = {"values": values, "format": form, "domain": False, "grid": grid}
    if labels is not None:
        cases = "".join(f"datum.value < {value * 1.01:g} ? '{label}' : " for value, label in sorted(labels.items()))
        axis = {"values": list(labels), "labelExpr": f"{cases}''", "domain": False}
    return quantity(field, span.scale()) | {"title": title or None, "axis": axis}


def y_axis(field: str, span: Span, title: str, *, form: str = PLAIN) -> Channel:
    """An axis left of the plot; its title stands above it, where it can be read without turning the head."""
    axis = {
        "values": span.ticks(),
        "format": form,
        "domain": False,
        "ticks": False,
        "titleAngle": 0,
        "titleAlign": "left",
        "titleAnchor": "start",
        "titleX": 0,
        "titleY": -12,
        "titleBaseline": "bottom",
        "labelLimit": 60,
    }
    return quantity(field, span.scale()) | {"title": title, "axis": axis}


@dataclass(frozen=True, slots=True)
class Words:
    """A text at a place in pixels."""

    x: float
    y: float
    text: str
    hint: str | None = None


def words(texts: Iterable[Words], *look: str, align: Align = "left") -> list[Layer]:
    """These texts, or no layer at all; `look` are styles. A `hint` is shown where the pointer rests."""
    values = [{"x": text.x, "y": text.y, "text": text.text, "hint": text.hint or text.text} for text in texts]
    if not values:
        return []
    hinted = any(value["hint"] != value["text"] for value in values)
    channels: Channel = {"text": "text"} | ({"description": "hint"} if hinted else {})
    return [mark("text", values, channels, align=align, baseline="middle", style=look or ("ink",), aria=hinted)]


def rules(lines: Iterable[tuple[float, float, float, float]], look: str, **more: object) -> list[Layer]:
    """Straight lines from (x, y) to (x2, y2) in pixels, or no layer at all."""
    values = [{"x": x, "y": y, "x2": x2, "y2": y2} for x, y, x2, y2 in lines]
    if not values:
        return []
    return [mark("rule", values, TO, style=look, aria=False, **more)]


def layered(layers: Sequence[Layer], width: float, height: float, left: float, all_in: float = WIDTH) -> View:
    """One plot of these layers, the first at the back, `all_in` pixels wide with its labels, `left` of them before it.

    What is drawn ends where the words do, and these are wider with other fonts: a frame that nobody sees keeps room.
    """
    corners = [{"x": -left, "x2": all_in - left, "y": 0, "y2": height}]
    frame = mark("rect", corners, TO, color="transparent", aria=False)
    return {"layer": [frame, *layers], "width": round(width), "height": round(height)}


@dataclass(frozen=True, slots=True)
class LineEnd:
    """Where the line of a series ends, in pixels."""

    series: Series
    x: float
    y: float


LABEL_GAP = 13.0
_LABEL_MAX = 130.0


def label_room(names: Iterable[str]) -> float:
    """Pixels to keep free at the right of a plot for the names of lines."""
    return min(_LABEL_MAX, max((text_width(name, SMALL_SIZE) for name in names), default=0.0)) + 34


def line_labels(ends: Sequence[LineEnd], width: float, height: float) -> list[Layer]:
    """Names at the right of the plot, each with the mark of its series and a thin line to the end of its own."""
    if not ends:
        return []
    places = pushed_apart([end.y for end in ends], LABEL_GAP, 0, max(height, LABEL_GAP * len(ends)))
    values: list[dict[str, Value]] = [
        {
            "x": end.x,
            "y": end.y,
            "x2": width + 18,
            "y2": place,
            "hue": end.series.hue,
            "form": end.series.form,
        }
        for end, place in zip(ends, places, strict=True)
    ]
    beside = {"x": quantity("x2"), "y": quantity("y2"), "color": hue(), "shape": shape()}
    return [
        mark("rule", values, TO | {"color": hue()}, aria=False, strokeWidth=0.6, opacity=0.55),
        mark("point", values, {"color": hue()}, aria=False, filled=True, size=16, opacity=1),
        mark("point", values, beside, aria=False, filled=True, size=42, opacity=1),
        *words(
            (
                Words(width + 25, place, shortened(end.series.name, _LABEL_MAX, SMALL_SIZE), end.series.name)
                for end, place in zip(ends, places, strict=True)
            ),
            "ink",
            "small",
        ),
    ]
