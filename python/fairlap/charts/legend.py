"""What marks mean, in one line below a plot."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.charts.layout import text_width
from fairlap.charts.marks import Layer, Words, mark, words
from fairlap.charts.theme import SMALL_SIZE

BELOW = 48.0
"""Pixels from the end of a plot with an axis and its title to the middle of the line."""

UPRIGHT = "M0,-0.7L0,0.7"
"""The shape of a line that goes from top to bottom."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One meaning: the style and the shape of the mark (none: words alone), drawn as it is in the plot."""

    text: str
    look: str = "ink"
    shape: str | None = None
    filled: bool = True
    dashed: bool = False


def legend(entries: Sequence[Entry], x: float, y: float) -> list[Layer]:
    """The entries beside each other, beginning at `x`."""
    layers: list[Layer] = []
    for entry in entries:
        if entry.shape is not None:
            layers.append(_symbol(entry, entry.shape, x + 6, y))
            x += 17
        layers += words([Words(x, y, entry.text)], "muted", "small")
        x += text_width(entry.text, SMALL_SIZE) + 18
    return layers


def _symbol(entry: Entry, shape: str, x: float, y: float) -> Layer:
    return mark(
        "point",
        [{"x": x, "y": y}],
        style=entry.look,
        shape=shape,
        filled=entry.filled,
        size=150 if shape == UPRIGHT else 75,
        opacity=0.85,
        strokeWidth=1.5,
        strokeDash=[2, 2] if entry.dashed else [1, 0],
        aria=False,
    )
