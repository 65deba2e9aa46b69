"""Doubts about rows: named in the row, explained once below the table."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.render.cells import clean
from fairlap.report import Row

OTHERS_SHOWN = 4
"""Other contestants listed with the same reason; the table marks all of them, the JSON has all reasons."""

FIGURES_SHOWN = 2
"""Most figures listed for one of the others: more are meaningless without their sentence."""

_FIGURE = re.compile(r"\d(?:[\d,.]*\d)?(?: ?%)?")


@dataclass(frozen=True, slots=True)
class Doubt:
    """A flag of some rows; `number` replaces its name where space is short."""

    number: int
    name: str
    contestants: tuple[str, ...]
    text: str


def doubts(rows: Sequence[Row]) -> tuple[Doubt, ...]:
    """Return each flag that does not invalidate a row, once; invalidating flags are the reason of their row."""
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
    """Join the reasons of (contestant, reason); of reasons that differ only in figures, the first and the figures."""
    alike: dict[str, list[tuple[str, str]]] = {}
    for who, reason in reasons:
        alike.setdefault(_FIGURE.sub("#", reason), []).append((who, reason))
    return "; ".join(_together(group) for group in alike.values())


def _together(group: Sequence[tuple[str, str]]) -> str:
    first, first_reason = group[0]
    text = f"{first_reason} ({first})" if first_reason else first
    if len(group) == 1:
        return text
    figures = _FIGURE.findall(first_reason)
    others = []
    for who, reason in group[1 : 1 + OTHERS_SHOWN]:
        own = [figure for figure, other in zip(_FIGURE.findall(reason), figures, strict=True) if figure != other]
        others.append(f"{who} ({', '.join(own)})" if 0 < len(own) <= FIGURES_SHOWN else who)
    more = len(group) - 1 - len(others)
    return f"{text}; also {', '.join(others)}{f' and {more} more' if more else ''}"
