"""What a picture is: its marks, the words that stand for it, and the same numbers as a table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fairlap.charts.layout import WIDTH
from fairlap.charts.marks import Mark, words
from fairlap.render.sheets import Sheet


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
