"""Doubts about rows: named beside the row, explained once below the table."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.render.cells import clean
from fairlap.report import Row

LIKEWISE_SHOWN = 4
"""Of those with the same reason in other figures; the marks in the table say who has it, the JSON each one's reason."""

FIGURES_SHOWN = 2
"""Of one reason: more of them, out of their sentence, tell nothing."""

_FIGURE = re.compile(r"\d(?:[\d,.]*\d)?(?: ?%)?")


@dataclass(frozen=True, slots=True)
class Doubt:
    """A flag that some rows have; `number` marks it where there is no room for its name."""

    number: int
    name: str
    contestants: tuple[str, ...]
    text: str


def doubts(rows: Sequence[Row]) -> tuple[Doubt, ...]:
    """The flags of the rows that do not invalidate (those that do are the reason of the row), each name once."""
    found: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        for flag in row.flags:
            if not flag.invalidates:
                found.setdefault(clean(flag.name), []).append((row.name, clean(flag.reason)))
    return tuple(
        Doubt(number, name, tuple(who for who, _ in reasons), _explained(reasons))
        for number, (name, reasons) in enumerate(found.items(), start=1)
    )


def _explained(reasons: Sequence[tuple[str, str]]) -> str:
    """The reasons of (contestant, reason); of those that differ in figures only, the first one and the figures."""
    alike: dict[str, list[tuple[str, str]]] = {}
    for who, reason in reasons:
        alike.setdefault(_FIGURE.sub("#", reason), []).append((who, reason))
    return "; ".join(_together(group) for group in alike.values())


def _together(group: Sequence[tuple[str, str]]) -> str:
    first, said = group[0]
    text = f"{said} ({first})" if said else first
    if len(group) == 1:
        return text
    figures = _FIGURE.findall(said)
    others = []
    for who, reason in group[1 : 1 + LIKEWISE_SHOWN]:
        own = [figure for figure, of_first in zip(_FIGURE.findall(reason), figures, strict=True) if figure != of_first]
        others.append(f"{who} ({', '.join(own)})" if 0 < len(own) <= FIGURES_SHOWN else who)
    more = len(group) - 1 - len(others)
    return f"{text}; likewise {', '.join(others)}{f' and {more} more' if more else ''}"
