"""Compact letter display: contestants that share a letter are not shown to differ.

Ranks cannot express that, as "not shown to differ" is not transitive: a and b, b and c may be alike while a and c are
not; b then gets two letters. Method: insert and absorb, H.-P. Piepho, Journal of Computational and Graphical Statistics
13, 2004.
"""

from collections.abc import Collection, Sequence
from itertools import combinations
from string import ascii_lowercase

Group = frozenset[str]


def compact_letters(names: Sequence[str], differ: Collection[Group]) -> tuple[str, ...]:
    """Return the letters of each contestant, in the given order (the best first, so that it has an `a`).

    Two share a letter if and only if their pair is not in `differ` (sets of two names). No letter is redundant. The
    27th letter is `a1`, the 53rd `a2`.
    """
    place = {name: position for position, name in enumerate(names)}
    groups = _needed(_absorbed(names, differ))
    groups.sort(key=lambda group: sorted(place[name] for name in group))
    return tuple("".join(_letter(i) for i, group in enumerate(groups) if name in group) for name in names)


def _absorbed(names: Sequence[str], differ: Collection[Group]) -> list[Group]:
    """Return all maximal groups without a differing pair."""
    groups = [frozenset(names)]
    for a, b in combinations(names, 2):
        if frozenset((a, b)) not in differ:
            continue
        # Insert: split a group with both into one without a and one without b.
        parts = {part for group in groups for part in ((group - {a}, group - {b}) if {a, b} <= group else (group,))}
        # Absorb: drop groups that are part of another.
        groups = [part for part in parts if not any(part < other for other in parts)]
    return [group for group in groups if group]


def _needed(groups: Sequence[Group]) -> list[Group]:
    """Remove groups whose pairs all share another group, smallest first."""
    needed = sorted(groups, key=lambda group: (len(group), sorted(group)))
    for group in tuple(needed):
        others = [other for other in needed if other != group]
        links = [frozenset(pair) for pair in combinations(sorted(group), 2)] or [group]
        if all(any(link <= other for other in others) for link in links):
            needed = others
    return needed


def _letter(index: int) -> str:
    again, position = divmod(index, len(ascii_lowercase))
    return ascii_lowercase[position] + (str(again) if again else "")
