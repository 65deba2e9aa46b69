"""Where things stand in a picture: how wide words are, what an axis spans, where labels find room."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from fairlap.charts.theme import FONT_SIZE

WIDTH = 480
"""Of a picture in a page, its labels included."""

Spot = tuple[float, float]
"""x and y in pixels."""

Align = Literal["left", "center", "right"]

_NEAR = 8.0
"""Pixels from a point within which a label needs no line to it."""

LOG_FROM = 30.0
"""Largest to smallest value from which an axis is logarithmic: below, a linear one shows both."""

_LAST_OF_LATIN_LIKE = 0x2E7F
"""Above are the scripts of East Asia, as wide as high."""

_NARROW, _WIDE = frozenset("iljtfrI.,:;'|!()[]{}/ ·-"), frozenset("mwMW@%—…")


def text_width(text: str, size: float = FONT_SIZE) -> float:
    """Return about how wide a text is at most: fonts differ from machine to machine, these are widths of a wide one."""
    return sum(map(_width, text)) * size


def _width(char: str) -> float:
    if char in _NARROW:
        return 0.38
    if char in _WIDE:
        return 0.95
    if char.isupper():
        return 0.72
    return 1.0 if ord(char) > _LAST_OF_LATIN_LIKE else 0.62


def shortened(text: str, pixels: float, size: float = FONT_SIZE) -> str:
    """Return the text, or so much of its beginning as there is room for."""
    if text_width(text, size) <= pixels:
        return text
    while text and text_width(f"{text}…", size) > pixels:
        text = text[:-1]
    return f"{text.rstrip()}…"


@dataclass(frozen=True, slots=True)
class Span:
    """What an axis shows, from `low` to `high` over so many `pixels`."""

    low: float
    high: float
    pixels: float
    log: bool = False

    def at(self, value: float) -> float:
        """Return the pixels from its beginning."""
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low) * self.pixels
        return (value - self.low) / (self.high - self.low) * self.pixels

    def down(self, value: float) -> float:
        """Return the pixels from the top, of an axis that goes up."""
        return self.pixels - self.at(value)

    def ticks(self, most: int = 6) -> list[float]:
        """Return round numbers on it, at most so many."""
        if self.log and self.high / self.low > 8:
            return _log_ticks(self.low, self.high, most)
        return _linear_ticks(self.low, self.high, most)


def span_of(values: Sequence[float], pixels: float, *, from_zero: bool = False, log: bool | None = None) -> Span:
    """Return the axis for these values (at least one): from zero for bars, else linear, or by logarithm if needed."""
    least, most = min(values), max(values)
    if from_zero:
        return Span(0.0, (most if most > 0 else 1.0) * 1.02, pixels)
    if log is None:
        log = least > 0 and most / least > LOG_FROM
    if log:
        margin = max((most / least) ** 0.05, 1.1)
        return Span(least / margin, most * margin, pixels, log=True)
    if 0 <= least < 0.6 * most:
        return Span(0.0, most * 1.04, pixels)
    margin = 0.06 * (most - least) or 0.2 * abs(most) or 1.0
    return Span(least - margin, most + margin, pixels)


def _linear_ticks(low: float, high: float, most: int) -> list[float]:
    rough = (high - low) / most
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(step for factor in (1, 2, 2.5, 5, 10, 20) if (step := factor * size) >= rough)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [float(f"{number * step:.12g}") for number in range(first, last + 1)]


def _log_ticks(low: float, high: float, most: int) -> list[float]:
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    found: list[float] = []
    for steps in ((1, 2, 5), (1, 3), (1,)):
        found = [tick for decade in decades for step in steps if low <= (tick := float(f"{step}e{decade}")) <= high]
        if len(found) <= most + 1:
            return found
    return found[:: -(-len(found) // most)]


def cut(spots: Sequence[Spot], top: float, bottom: float) -> list[list[Spot]]:
    """Return the parts of a line that are between two heights, from edge to edge."""
    parts: list[list[Spot]] = []
    for (x1, y1), (x2, y2) in pairwise(spots):
        run, rise = x2 - x1, y2 - y1
        first, last = sorted((edge - y1) / (rise or 1e-9) for edge in (top, bottom))
        first, last = max(first, 0.0), min(last, 1.0)
        if first >= last:
            continue
        if first > 0 or not parts:
            parts.append([(x1 + first * run, y1 + first * rise)])
        parts[-1].append((x1 + last * run, y1 + last * rise))
    return parts


def pushed_apart(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return positions near the wanted ones, in their order, at least `gap` apart, between both ends if they fit."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    placed = [0.0] * len(wanted)
    floor = low
    for index in order:
        placed[index] = max(wanted[index], floor)
        floor = placed[index] + gap
    ceiling = high
    for index in reversed(order):
        placed[index] = min(placed[index], ceiling)
        ceiling = placed[index] - gap
    return placed


@dataclass(frozen=True, slots=True)
class Place:
    """Where a label could stand, in pixels; one that is `far` from its point needs a line to it."""

    left: float
    top: float
    right: float
    bottom: float
    align: Align = "center"
    far: bool = False

    @property
    def x(self) -> float:
        """The end of it that `align` names."""
        return {"left": self.left, "right": self.right, "center": (self.left + self.right) / 2}[self.align]

    @property
    def y(self) -> float:
        return (self.top + self.bottom) / 2

    def overlap(self, other: "Place") -> float:
        """Return the area that both cover."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across * down if across > 0 and down > 0 else 0.0

    def outside(self, width: float, height: float) -> float:
        """Return the pixels by which it leaves the plot."""
        return sum(max(0.0, over) for over in (-self.left, self.right - width, -self.top, self.bottom - height))


def beside_points(
    points: Sequence[Spot], texts: Sequence[str], width: float, height: float, size: float
) -> list[Place]:
    """Return a place for the label of each point, away from points and from labels before it where there is room."""
    taken = [Place(x - 5, y - 5, x + 5, y + 5) for x, y in points]
    found = []
    for own, ((x, y), text) in enumerate(zip(points, texts, strict=True)):
        others = taken[:own] + taken[own + 1 :]
        places = _around(x, y, text_width(text, size), size * 1.15)
        costs = [
            place.outside(width, height) * 40 + effort * 2 + sum(map(place.overlap, others)) * 10
            for effort, place in enumerate(places)
        ]
        found.append(places[costs.index(min(costs))])
        taken.append(found[-1])
    return found


def _around(x: float, y: float, wide: float, tall: float) -> list[Place]:
    """Close by first, then farther."""
    places = []
    for away in (8.0, 20.0, 34.0, 50.0, 70.0):
        near, up = away * 0.8, away + 3
        spots: list[tuple[Align, float, float]] = [
            ("left", x + away, y),
            ("right", x - away - wide, y),
            ("center", x - wide / 2, y - up),
            ("center", x - wide / 2, y + up),
            ("left", x + near, y - up * 0.8),
            ("left", x + near, y + up * 0.8),
            ("right", x - near - wide, y - up * 0.8),
            ("right", x - near - wide, y + up * 0.8),
        ]
        places += [
            Place(left, middle - tall / 2, left + wide, middle + tall / 2, align, far=away > _NEAR)
            for align, left, middle in spots
        ]
    return places
