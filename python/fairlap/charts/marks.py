"""The marks that pictures are made of, and axes made of them. Positions are pixels from the top left of the plot."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from fairlap.charts.layout import WIDTH, Align, Span, Spot, pushed_apart, shortened, text_width
from fairlap.charts.theme import FONT_SIZE, SERIES_LIGHT, SMALL_SIZE
from fairlap.report import RunReport

POINTS_OF_A_FIGURE = 1000
"""Bound on the points of all its lines together: it keeps a picture below 25 kB."""

_OUTLINES: dict[str, tuple[Spot, ...]] = {
    "square": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "triangle-up": ((0, -0.87), (1, 0.87), (-1, 0.87)),
    "triangle-down": ((0, 0.87), (1, -0.87), (-1, -0.87)),
    "triangle-right": ((0.87, 0), (-0.87, 1), (-0.87, -1)),
    "diamond": ((0, -1), (1, 0), (0, 1), (-1, 0)),
    "plus": (
        *((-0.4, -1), (0.4, -1), (0.4, -0.4), (1, -0.4), (1, 0.4), (0.4, 0.4)),
        *((0.4, 1), (-0.4, 1), (-0.4, 0.4), (-1, 0.4), (-1, -0.4), (-0.4, -0.4)),
    ),
}
_STROKES: dict[str, tuple[tuple[Spot, Spot], ...]] = {
    "cross": (((-0.55, -0.55), (0.55, 0.55)), ((-0.55, 0.55), (0.55, -0.55))),
    "upright": (((0, -1), (0, 1)),),
    "flat": (((-1, 0), (1, 0)),),
}
_ANCHORS = {"left": "", "center": "middle", "right": "end"}
_DEFAULTS = {"stroke-width": 1.0, "stroke-opacity": 1.0, "fill-opacity": 1.0, "font-size": FONT_SIZE}

HUES = len(SERIES_LIGHT)
SHAPES = ("circle", "square", "triangle-up", "diamond", "triangle-down", "plus")
DASHES = ("", "7,3", "2,2", "7,2,2,2", "12,3", "4,4")


@dataclass(frozen=True, slots=True)
class Mark:
    """An element of SVG that reaches from `top` to `bottom`.

    `place` are the attributes that say where it is, `look` those that say how it looks: colours are names of the
    theme. `hint` is shown where the pointer rests.
    """

    tag: str
    place: Mapping[str, str | float]
    look: Mapping[str, str | float]
    top: float
    bottom: float
    text: str = ""
    hint: str = ""


def _look(**attributes: str | float) -> dict[str, str | float]:
    """Without what is the default, in the order given."""
    found = {name.replace("_", "-"): value for name, value in attributes.items()}
    return {name: value for name, value in found.items() if value != "" and value != _DEFAULTS.get(name)}


def _stroke(colour: str, width: float, opacity: float, dash: str) -> dict[str, str | float]:
    return _look(fill="none", stroke=colour, stroke_width=width, stroke_dasharray=dash, stroke_opacity=opacity)


def line(
    x1: float, y1: float, x2: float, y2: float, colour: str, *, width: float = 1, opacity: float = 1, dash: str = ""
) -> Mark:
    place = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    return Mark("line", place, _stroke(colour, width, opacity, dash), min(y1, y2), max(y1, y2))


def path(
    parts: Iterable[Sequence[Spot]],
    colour: str,
    *,
    width: float = 1,
    opacity: float = 1,
    dash: str = "",
    hint: str = "",
) -> Mark:
    """Draw a line through the spots of each part, with a gap between two parts."""
    return _path(parts, "", _stroke(colour, width, opacity, dash), hint)


def area(spots: Sequence[Spot], colour: str, *, opacity: float = 1) -> Mark:
    """Fill the area inside a line through these spots."""
    return _path([spots], "Z", _look(fill=colour, fill_opacity=opacity))


def _path(parts: Iterable[Sequence[Spot]], end: str, look: Mapping[str, str | float], hint: str = "") -> Mark:
    known = [part for part in parts if part]
    heights = [y for part in known for _, y in part]
    d = "".join(f"M{'L'.join(f'{number(x)},{number(y)}' for x, y in part)}{end}" for part in known)
    return Mark("path", {"d": d}, look, min(heights, default=0.0), max(heights, default=0.0), hint=hint)


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    colour: str,
    *,
    opacity: float = 1,
    filled: bool = True,
    rounded: float = 0,
    hint: str = "",
) -> Mark:
    """Draw a rectangle from its top left corner; one that is not `filled` has a border."""
    place = {"x": x, "y": y, "width": width, "height": height} | ({"rx": rounded} if rounded else {})
    look = _look(fill=colour, fill_opacity=opacity) if filled else _stroke(colour, 1.5, opacity, "")
    return Mark("rect", place, look, y, y + height, hint=hint)


def symbol(
    x: float, y: float, shape: str, radius: float, colour: str, *, filled: bool = True, dash: str = "", hint: str = ""
) -> Mark:
    """Draw a circle or another shape around a spot, with a line if it is not `filled`."""
    strokes = _STROKES.get(shape)
    look = _look(fill=colour) if filled and strokes is None else _stroke(colour, 1.5, 1, dash)
    top, bottom = y - radius, y + radius
    if shape == "circle":
        return Mark("circle", {"cx": x, "cy": y, "r": radius}, look, top, bottom, hint=hint)
    parts = strokes or (_OUTLINES[shape],)
    found = _path(([(px * radius, py * radius) for px, py in part] for part in parts), "" if strokes else "Z", look)
    place = {"transform": f"translate({number(x)},{number(y)})"} | dict(found.place)
    return Mark("path", place, look, top, bottom, hint=hint)


def words(
    x: float,
    y: float,
    text: str,
    colour: str = "ink",
    *,
    size: float = FONT_SIZE,
    align: Align = "left",
    bold: bool = False,
    hint: str = "",
) -> Mark:
    """Write a text: `x` is the end of it that `align` names, `y` its middle; a `hint` is for one that was cut."""
    look = _look(fill=colour, font_size=size, font_weight="bold" if bold else "", text_anchor=_ANCHORS[align])
    place = {"x": x, "y": y + 0.33 * size}
    return Mark("text", place, look, y - size * 0.7, y + size * 0.7, text, "" if hint == text else hint)


def number(value: float | str) -> str:
    """Format a number for a picture, with two decimals at most; a text stays as it is."""
    if isinstance(value, str):
        return value
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def plain(value: float) -> str:
    return f"{value:,.6g}"


def short(value: float) -> str:
    """Format a number at an axis: k for thousands, M for millions."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.4g}{letter}"
    return f"{value:.4g}"


def x_axis(
    span: Span,
    bottom: float,
    title: str,
    *,
    form: Callable[[float], str] = plain,
    ticks: Sequence[float] | None = None,
    labels: Mapping[float, str] | None = None,
    top: float = 0.0,
) -> list[Mark]:
    """Draw an axis below the plot; `labels` are what its ticks are called instead of their numbers.

    Lines across the plot begin at `top`. A label that would run into the one before is left out.
    """
    names = labels or {tick: form(tick) for tick in (span.ticks() if ticks is None else ticks)}
    marks = [line(x, top, x, bottom + 4, "line") for x in (_sharp(span.at(tick)) for tick in names)]
    free = -math.inf
    for tick, name in names.items():
        x, half = span.at(tick), text_width(name, SMALL_SIZE) / 2
        if x - half >= free:
            marks.append(words(x, bottom + 12, name, "muted", size=SMALL_SIZE, align="center"))
            free = x + half
    if title:
        marks.append(words(span.pixels / 2, bottom + 27, title, "muted", size=SMALL_SIZE, align="center"))
    return marks


def y_axis(
    span: Span, width: float, title: str, *, form: Callable[[float], str] = plain, top: float = 0.0
) -> list[Mark]:
    """Draw an axis left of the plot; its title stands above it, where it can be read without turning the head."""
    ticks = [(top + span.down(tick), form(tick)) for tick in span.ticks()]
    return [
        *(line(0, _sharp(y), width, _sharp(y), "line") for y, _ in ticks),
        *(words(-4, y, name, "muted", size=SMALL_SIZE, align="right") for y, name in ticks),
        words(0, top - 17, title, "muted", size=SMALL_SIZE),
    ]


def _sharp(at: float) -> float:
    """In the middle of a pixel: a thin line there is not blurred."""
    return math.floor(at) + 0.5


@dataclass(frozen=True, slots=True)
class Series:
    """One contestant as it looks in all pictures of a run: a hue, and where hues begin again, another form."""

    name: str
    place: int

    @property
    def colour(self) -> str:
        return f"series-{self.place % HUES + 1}"

    @property
    def shape(self) -> str:
        return SHAPES[self.place // HUES % len(SHAPES)]

    @property
    def dash(self) -> str:
        return DASHES[self.place // HUES % len(DASHES)]


def series_of(report: RunReport) -> dict[str, Series]:
    """Return the look of every contestant but the reference, in the order of the report."""
    names = dict.fromkeys(row.name for row in report.contestants if not row.is_reference)
    return {name: Series(name, place) for place, name in enumerate(names)}


LABEL_GAP = 13.0
_LABEL_MAX = 130.0


def label_room(names: Iterable[str]) -> float:
    """Return the pixels to keep free at the right of a plot for the names of lines."""
    return min(_LABEL_MAX, max((text_width(name, SMALL_SIZE) for name in names), default=0.0)) + 34


def line_labels(ends: Sequence[tuple[Series, Spot]], width: float, height: float) -> list[Mark]:
    """Write names at the right of the plot, each with the mark of its series and a thin line to the end of its own."""
    wanted = [y for _, (_, y) in ends]
    places = pushed_apart(wanted, LABEL_GAP, 0, max(height, LABEL_GAP * len(ends)))
    marks: list[Mark] = []
    for (series, (x, y)), place in zip(ends, places, strict=True):
        marks.append(line(x, y, width + 18, place, series.colour, width=0.6, opacity=0.55))
        marks.append(symbol(x, y, "circle", 2, series.colour))
        marks.append(symbol(width + 18, place, series.shape, 3.2, series.colour))
    for (series, _), place in zip(ends, places, strict=True):
        shown = shortened(series.name, _LABEL_MAX, SMALL_SIZE)
        marks.append(words(width + 25, place, shown, size=SMALL_SIZE, hint=series.name))
    return marks


BELOW = 48.0
"""Pixels from the end of a plot with an axis and its title to the middle of the first line of its legend."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One meaning in a legend: the colour and the shape of the mark (none: words alone), drawn as it is in the plot."""

    text: str
    colour: str = "ink"
    shape: str | None = None
    filled: bool = True
    dashed: bool = False


def legend(entries: Sequence[Entry], left: float, y: float, width: float = WIDTH) -> list[Mark]:
    """Draw the entries beside each other, beginning at `left`; a line that is full is followed by another."""
    marks: list[Mark] = []
    x = left
    for entry in entries:
        wide = text_width(entry.text, SMALL_SIZE) + (17 if entry.shape else 0)
        # Widths are those of a wide font, where the last one may reach over the edge a little.
        if x > left and x + 0.8 * wide > left + width:
            x, y = left, y + 17
        if entry.shape is not None:
            dash = "2,2" if entry.dashed else ""
            marks.append(symbol(x + 6, y, entry.shape, 4.3, entry.colour, filled=entry.filled, dash=dash))
        marks.append(words(x + (17 if entry.shape else 0), y, entry.text, "muted", size=SMALL_SIZE))
        x += wide + 16
    return marks
