"""Figures as SVG and PNG: Vega-Lite's own renderer, without a browser and without a network."""

from dataclasses import asdict
from typing import Any

import vl_convert

from fairlap.charts.figure import Figure, View
from fairlap.charts.theme import FONT, FONT_SIZE, PAGE, SMALL_SIZE, Theme
from fairlap.charts.tidy import tidied
from fairlap.render.cells import clean

PNG_SCALE = 2.0
"""Pixels for each unit of a picture: sharp on screens of twice the density."""

PADDING = 6
VEGALITE = "6.4"


def svg(figure: Figure, theme: Theme) -> str:
    """The figure as one SVG element with an accessible name; of the theme PAGE it is as wide as its place allows.

    Its ids begin with the name of the figure, so that several can stand in one page.
    """
    drawn = vl_convert.vegalite_to_svg(declaration(figure, theme), vl_version=VEGALITE)
    return tidied(drawn, figure.name, figure.title, figure.description, sized=theme != PAGE)


def png(figure: Figure, theme: Theme) -> bytes:
    """The figure as PNG; `theme` must have colours, not names of them."""
    return vl_convert.vegalite_to_png(declaration(figure, theme), vl_version=VEGALITE, scale=PNG_SCALE)


def declaration(figure: Figure, theme: Theme) -> View:
    """The declaration with clean text only: on a control character the renderer aborts the whole process."""
    cleaned: View = _cleaned(themed(figure.view, theme))
    return cleaned


def _cleaned(value: Any) -> Any:  # noqa: ANN401
    """A JSON document with every text in it on one line and printable."""
    if isinstance(value, dict):
        return {key: _cleaned(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_cleaned(item) for item in value]
    return clean(value) if isinstance(value, str) else value


def themed(view: View, theme: Theme) -> View:
    """The same view in the colours and the type of all pictures.

    Marks say what they are (`style="accent"`, `style=["muted", "small"]`), and here is what that looks like.
    """
    text = {"labelColor": theme.muted, "titleColor": theme.muted, "labelFontSize": SMALL_SIZE}
    lines = {"gridColor": theme.line, "domainColor": theme.line, "tickColor": theme.line}
    colours = {name: {"color": value} for name, value in asdict(theme).items() if name not in ("name", "series")}
    sizes: dict[str, dict[str, str | float]] = {"small": {"fontSize": SMALL_SIZE}, "strong": {"fontWeight": 600}}
    config = {
        "background": theme.ground,
        "font": FONT,
        "axis": text | lines | {"titleFontSize": SMALL_SIZE, "titleFontWeight": 400, "tickSize": 4},
        "text": {"fontSize": FONT_SIZE},
        "title": {"color": theme.ink, "subtitleColor": theme.ink, "anchor": "start", "fontSize": FONT_SIZE + 3},
        "view": {"stroke": None},
        "range": {"category": theme.series},
        "style": colours | sizes,
    }
    return view | {"padding": PADDING, "config": config}
