"""The marks that pictures are made of, in the look of all of them. Positions in pixels are those of the plot."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import altair as alt

from fairlap.charts.layout import WIDTH, Align, Span, pushed_apart, shortened, text_width
from fairlap.charts.theme import SERIES_LIGHT, SMALL_SIZE
from fairlap.render.cells import clean
from fairlap.report import RunReport

Value = str | float | int | None
Layer = alt.Chart | alt.LayerChart

HUES = len(SERIES_LIGHT)
SHAPES = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross")
DASHES = ([1, 0], [7, 3], [2, 2], [7, 2, 2, 2], [12, 3], [4, 4])

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


def hue() -> alt.Color:
    """The colour of a series, of the field `hue`."""
    domain = [str(number) for number in range(HUES)]
    return alt.Color("hue:N", legend=None, scale=alt.Scale(domain=domain, range="category"))


def shape() -> alt.Shape:
    """The shape of a series, of the field `form`."""
    domain = [str(number) for number in range(len(SHAPES))]
    return alt.Shape("form:N", legend=None, scale=alt.Scale(domain=domain, range=list(SHAPES)))


def dash() -> alt.StrokeDash:
    """The dashes of a series, of the field `form`."""
    domain = [str(number) for number in range(len(DASHES))]
    return alt.StrokeDash("form:N", legend=None, scale=alt.Scale(domain=domain, range=list(DASHES)))


def chart(values: Iterable[Mapping[str, object]]) -> alt.Chart:
    """A chart of these rows; the fields are those of its marks. Foreign text is cleaned here."""
    rows = [{key: clean(item) if isinstance(item, str) else item for key, item in value.items()} for value in values]
    return alt.Chart(alt.InlineData(values=rows))


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
) -> alt.X:
    """An axis below the plot; `labels` are what its ticks are called instead of their numbers."""
    values = span.ticks() if ticks is None else list(ticks)
    axis = alt.Axis(values=values, format=form, domain=False, grid=grid)
    if labels is not None:
        cases = "".join(f"datum.value < {value * 1.01:g} ? '{label}' : " for value, label in sorted(labels.items()))
        axis = alt.Axis(values=list(labels), labelExpr=f"{cases}''", domain=False)
    return alt.X(f"{field}:Q", scale=span.scale(), title=title or None, axis=axis)


def y_axis(field: str, span: Span, title: str, *, form: str = PLAIN) -> alt.Y:
    """An axis left of the plot; its title stands above it, where it can be read without turning the head."""
    axis = alt.Axis(
        values=span.ticks(),
        format=form,
        domain=False,
        ticks=False,
        titleAngle=0,
        titleAlign="left",
        titleAnchor="start",
        titleX=0,
        titleY=-12,
        titleBaseline="bottom",
        labelLimit=60,
    )
    return alt.Y(f"{field}:Q", scale=span.scale(), title=title, axis=axis)


def at_x(field: str = "x") -> alt.X:
    """A position in pixels."""
    return alt.X(f"{field}:Q", scale=None)


def at_y(field: str = "y") -> alt.Y:
    """A position in pixels, from the top."""
    return alt.Y(f"{field}:Q", scale=None)


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
    mark = chart(values).mark_text(align=align, baseline="middle", style=list(look or ("ink",)), aria=hinted)
    encoded = mark.encode(x=at_x(), y=at_y(), text=alt.Text("text:N"))
    return [encoded.encode(description=alt.Description("hint:N")) if hinted else encoded]


def rules(lines: Iterable[tuple[float, float, float, float]], look: str, **more: object) -> list[Layer]:
    """Straight lines from (x, y) to (x2, y2) in pixels, or no layer at all."""
    values = [{"x": x, "y": y, "x2": x2, "y2": y2} for x, y, x2, y2 in lines]
    if not values:
        return []
    mark = chart(values).mark_rule(style=look, aria=False, **more)  # type: ignore[arg-type]
    return [mark.encode(x=at_x(), y=at_y(), x2="x2:Q", y2="y2:Q")]


def layered(layers: Sequence[Layer], width: float, height: float, left: float, all_in: float = WIDTH) -> alt.LayerChart:
    """One plot of these layers, the first at the back, `all_in` pixels wide with its labels, `left` of them before it.

    What is drawn ends where the words do, and these are wider with other fonts: a frame that nobody sees keeps room.
    """
    frame = chart([{"x": -left, "x2": all_in - left, "y": 0, "y2": height}]).mark_rect(color="transparent", aria=False)
    room = frame.encode(x=at_x(), x2="x2:Q", y=at_y(), y2="y2:Q")
    together: alt.LayerChart = alt.LayerChart(layer=[room, *layers])
    return together.properties(width=round(width), height=round(height))


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
    leaders = chart(values).mark_rule(aria=False, strokeWidth=0.6, opacity=0.55)
    ended = chart(values).mark_point(aria=False, filled=True, size=16, opacity=1)
    symbols = chart(values).mark_point(aria=False, filled=True, size=42, opacity=1)
    return [
        leaders.encode(x=at_x(), y=at_y(), x2="x2:Q", y2="y2:Q", color=hue()),
        ended.encode(x=at_x(), y=at_y(), color=hue()),
        symbols.encode(x=at_x("x2"), y=at_y("y2"), color=hue(), shape=shape()),
        *words(
            (
                Words(width + 25, place, shortened(end.series.name, _LABEL_MAX, SMALL_SIZE), end.series.name)
                for end, place in zip(ends, places, strict=True)
            ),
            "ink",
            "small",
        ),
    ]
