"""Compact letter display: contestants that share a letter are not shown to differ.

Ranks alone cannot say it, as "not shown to differ" does not carry over: a and b, b and c may be alike while a and c
are not; b then gets two letters. Method: insert and absorb, H.-P. Piepho, Journal of Computational and Graphical
Statistics 13, 2004.
"""

from collections.abc import Collection, Sequence
from itertools import combinations
from string import ascii_lowercase

Group = frozenset[str]


def compact_letters(names: Sequence[str], differ: Collection[Group]) -> tuple[str, ...]:
    """The letters of each contestant, in the order given (the best first, so that it has an `a`).

    Two share a letter if and only if their pair is not in `differ` (sets of two names). No letter could be left out.
    The 27th letter is `a1`, the 53rd `a2`.
    """
    place = {name: position for position, name in enumerate(names)}
    groups = _needed(_absorbed(names, differ))
    groups.sort(key=lambda group: sorted(place[name] for name in group))
    return tuple("".join(_letter(i) for i, group in enumerate(groups) if name in group) for name in names)


def _absorbed(names: Sequence[str], differ: Collection[Group]) -> list[Group]:
    """All largest groups in which nobody differs from anybody."""
    groups = [frozenset(names)]
    for a, b in combinations(names, 2):
        if frozenset((a, b)) not in differ:
            continue
        # insert: whoever has both is split into one without a and one without b
        parts = {part for group in groups for part in ((group - {a}, group - {b}) if {a, b} <= group else (group,))}
        # absorb: what another one holds says nothing of its own
        groups = [part for part in parts if not any(part < other for other in parts)]
    return [group for group in groups if group]


def _needed(groups: Sequence[Group]) -> list[Group]:
    """Without the groups whose every pair shares another one, the smallest ones tried first."""
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
