"""Rows of the ranking and what ties them together: where each stands, and which of them belong to a group."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from fairlap.report import Row, RunReport

STEP, GAP, TOP, AXIS = 21.0, 8.0, 14.0, 42.0
"""Pixels of a row, below the reference, for headings above, and for the axis with its title."""

_LETTER = re.compile(r"[a-z]\d*")


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the picture and the middle of it, in pixels."""

    row: Row
    y: float


@dataclass(frozen=True, slots=True)
class Bracket:
    """Contestants that are not shown to differ from each other; `tied`: all are shown to be alike."""

    letter: str
    lines: tuple[Line, ...]
    tied: bool

    @property
    def top(self) -> float:
        return self.lines[0].y - STEP * 0.3

    @property
    def bottom(self) -> float:
        return self.lines[-1].y + STEP * 0.3


def lines_of(rows: Sequence[Row]) -> tuple[list[Line], float, float]:
    """Rows from top to bottom: the reference, the ranked, below the axis the others. And the ends of plot and rows."""
    lines: list[Line] = []
    y = TOP
    for row in rows:
        if row.rank is not None or (row.is_reference and row.status == "ok"):
            lines.append(Line(row, y + STEP / 2))
            y += STEP + (GAP if row.is_reference else 0.0)
    plot_end = max(y, TOP + STEP)
    y = plot_end + AXIS
    for row in rows:
        if row.name not in {line.row.name for line in lines}:
            lines.append(Line(row, y + STEP / 2))
            y += STEP
    return lines, plot_end, y


def brackets_of(report: RunReport, scenario: str, lines: Sequence[Line]) -> list[Bracket]:
    """One for each letter that at least two ranked contestants share."""
    ties = {frozenset((pair.a, pair.b)) for pair in report.pairs_of(scenario) if pair.verdict == "tie"}
    by_letter: dict[str, list[Line]] = {}
    for line in lines:
        for letter in _LETTER.findall(line.row.letters or ""):
            by_letter.setdefault(letter, []).append(line)
    return [
        Bracket(
            letter,
            tuple(found),
            tied=all(frozenset((a.row.name, b.row.name)) in ties for a, b in combinations(found, 2)),
        )
        for letter, found in by_letter.items()
        if len(found) > 1
    ]


def bands_of(brackets: Sequence[Bracket], lines: Sequence[Line]) -> list[Bracket]:
    """Return the groups that can be a band across the plot: neighbours that are in no other group."""
    order = [line.row.name for line in lines]
    found = []
    for bracket in brackets:
        names = [line.row.name for line in bracket.lines]
        first = order.index(names[0])
        alone = all(
            set(names).isdisjoint(line.row.name for line in other.lines) for other in brackets if other is not bracket
        )
        if alone and order[first : first + len(names)] == names:
            found.append(bracket)
    return found
