"""What marks mean, below a plot."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.charts.layout import WIDTH, text_width
from fairlap.charts.marks import Mark, symbol, words
from fairlap.charts.theme import SMALL_SIZE

BELOW = 48.0
"""Pixels from the end of a plot with an axis and its title to the middle of the line."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One meaning: the colour and the shape of the mark (none: words alone), drawn as it is in the plot."""

    text: str
    colour: str = "ink"
    shape: str | None = None
    filled: bool = True
    dashed: bool = False


def legend(entries: Sequence[Entry], left: float, y: float, width: float = WIDTH) -> list[Mark]:
    """The entries beside each other, beginning at `left`; a line that is full is followed by another."""
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
