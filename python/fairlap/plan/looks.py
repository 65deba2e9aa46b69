"""At which numbers of rounds verdicts are looked at: fixed before the first lap (statistics.looks says why)."""

FIRST_LOOK = 4
"""Rounds before anything is looked at: below, the interval of Student's t is too wide to decide."""

SHARES = (0.5, 1.0)
"""When to look, as shares of the most rounds there may be: more looks stop sooner, but each of them may claim less.

Chosen by simulation (tools/proof, on a machine fitted to a generator that still slept): beside looks at 40, 65 and
100 % these find a true 5 % within 90 s in 94 instead of 91 % of the races, and show 50 instead of 44 % of equal pairs
to tie within 180 s, in the same time.
"""

NEAR = 1.3
"""A look must come so much (as a factor) after the one before, or it is not worth its part."""


def looks_up_to(max_rounds: int, first: int = FIRST_LOOK) -> tuple[int, ...]:
    """The numbers of rounds at which verdicts are looked at: `first`, then 50 and 100 % of `max_rounds`.

    The last one is always `max_rounds` (at least 1); of two that are close to each other only the later one remains,
    but for the first.
    """
    if min(first, max_rounds) < 1:
        raise ValueError(f"no looks in {max_rounds} rounds from the {first}. on")
    if max_rounds < first * NEAR:
        return (max_rounds,)
    looks = [first]
    for share in SHARES:
        at = round(share * max_rounds)
        if at >= looks[-1] * NEAR:
            looks.append(at)
    return tuple(looks)
