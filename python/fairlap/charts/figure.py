"""What a picture is: its marks, the words that stand for it, the same numbers as a table; and it as SVG or PNG."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import groupby

from fairlap.charts.layout import WIDTH
from fairlap.charts.marks import Mark, number, words
from fairlap.charts.theme import FONT, FONT_SIZE, PAGE, Theme
from fairlap.render.cells import clean
from fairlap.render.sheets import Sheet

PNG_SCALE = 2.0
"""Pixels for each unit of a picture: sharp on screens of twice the density."""

PADDING = 6


@dataclass(frozen=True, slots=True)
class View:
    """Marks, the first at the back. `left` are the pixels before the plot, `width` all pixels with the labels."""

    marks: tuple[Mark, ...]
    left: float
    width: float = WIDTH

    @property
    def top(self) -> float:
        return min((mark.top for mark in self.marks), default=0.0)

    @property
    def bottom(self) -> float:
        return max((mark.bottom for mark in self.marks), default=0.0)

    def titled(self, title: Sequence[str], below: Sequence[str], size: float, small: float) -> "View":
        """Return the view with the lines of a title above it, and smaller lines between both."""
        placed, y = [], self.top - 1.7 * small
        for line in reversed(below):
            placed.append(words(-self.left, y, line, size=small))
            y -= 1.4 * small
        y -= 0.4 * size
        for line in reversed(title):
            placed.append(words(-self.left, y, line, size=size, bold=True))
            y -= 1.3 * size
        return replace(self, marks=(*placed[::-1], *self.marks))


@dataclass(frozen=True, slots=True)
class Figure:
    """One picture.

    `name` is unique on its page (letters, digits, hyphens). `description` says in one or two sentences what can be
    seen: it is what somebody who does not see the picture gets first. `table` has the numbers that are drawn.
    """

    name: str
    title: str
    description: str
    view: View
    table: Sheet


def svg(figure: Figure, theme: Theme) -> str:
    """Return the figure as one SVG element with an accessible name; with PAGE it is as wide as its place allows.

    Its ids begin with the name of the figure, so that several can stand in one page.
    """
    name, view = figure.name, figure.view
    left, top = math.floor(-view.left) - PADDING, math.floor(min(view.top, 0.0)) - PADDING
    width, height = math.ceil(view.width) + 2 * PADDING, math.ceil(view.bottom) + PADDING - top
    # Where no font of these is known, words are wider: better over the edge of a page than cut off.
    size = 'overflow="visible"' if theme is PAGE else f'width="{width}" height="{height}"'
    ground = "" if theme is PAGE else f'<rect x="{left}" y="{top}" width="100%" height="100%" fill="{theme.ground}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{left} {top} {width} {height}" '
        f'font-family="{FONT}" font-size="{FONT_SIZE}" role="img" aria-labelledby="{name}-title {name}-desc">'
        f'<title id="{name}-title">{_text(figure.title)}</title><desc id="{name}-desc">{_text(figure.description)}'
        f"</desc>{ground}{''.join(_drawn(view.marks, theme))}</svg>"
    )


def png(figure: Figure, theme: Theme) -> bytes:
    """Return the figure as PNG; `theme` must have colours, not names of them."""
    import vl_convert

    return vl_convert.svg_to_png(svg(figure, theme), scale=PNG_SCALE)


def _drawn(marks: Sequence[Mark], theme: Theme) -> Iterator[str]:
    """The marks in their order; neighbours that look alike are a group, which says once how they look."""
    for look, neighbours in groupby(marks, key=lambda mark: mark.look):
        alike, attributes = list(neighbours), "".join(_attributes(look, theme))
        if len(alike) == 1:
            yield _element(alike[0], attributes)
        else:
            yield f"<g{attributes}>{''.join(_element(mark, '') for mark in alike)}</g>"


def _attributes(look: Mapping[str, str | float], theme: Theme) -> Iterator[str]:
    for key, value in look.items():
        if key in ("fill", "stroke") and value != "none":
            value = theme.colour(str(value))
        yield f' {key}="{number(value)}"'


def _element(mark: Mark, look: str) -> str:
    place = "".join(f' {key}="{number(value)}"' for key, value in mark.place.items())
    inside = (f"<title>{_text(mark.hint)}</title>" if mark.hint else "") + _text(mark.text)
    return f"<{mark.tag}{place}{look}>{inside}</{mark.tag}>" if inside else f"<{mark.tag}{place}{look}/>"


def _text(foreign: str) -> str:
    """On one line and printable: on a control character the renderer of PNG aborts the whole process."""
    return escape(clean(foreign), quote=False)
