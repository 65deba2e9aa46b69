"""Decides after each round whether to stop, and otherwise which contestants race again in which heats.

The looks, after which verdicts are computed, are fixed before the first lap (`statistics.looks` explains why).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.plan.heats import MOST_RIVALS, group_pairs, turns_of_round
from fairlap.statistics.comparison import Comparison

FIRST_LOOK = 4
"""The earliest look: with fewer rounds, the interval of Student's t is too wide to decide."""

SHARES = (0.5, 1.0)
"""Looks as shares of the maximum number of rounds: more looks stop sooner, but each has less power.

Chosen by simulation (tools/proof, on a machine fitted to a generator that still slept): compared with looks at 40, 65
and 100 %, these find a true 5 % within 90 s in 94 instead of 91 % of the races, and show 50 instead of 44 % of equal
pairs to tie within 180 s.
"""

NEAR = 1.3
"""Minimum ratio of two consecutive looks; closer ones are not worth their share of the error rate."""


def looks_up_to(max_rounds: int, first: int = FIRST_LOOK) -> tuple[int, ...]:
    """Return the numbers of rounds with a look: `first`, then 50 and 100 % of `max_rounds`.

    The last one is always `max_rounds` (at least 1); looks too close to an earlier one are left out.
    """
    if min(first, max_rounds) < 1:
        raise ValueError(f"no looks in {max_rounds} rounds from round {first} on")
    if max_rounds < first * NEAR:
        return (max_rounds,)
    looks = [first]
    for share in SHARES:
        at = round(share * max_rounds)
        if at >= looks[-1] * NEAR:
            looks.append(at)
    return tuple(looks)


@dataclass(frozen=True, slots=True)
class Stop:
    """No further round. `reason` is one sentence."""

    reason: str


@dataclass(frozen=True, slots=True)
class More:
    """One more round of `contestants`. Each of the `groups` is a heat; without groups, heats are drawn at random.

    The `decided` groups come last: only their response times are not precise yet.
    """

    contestants: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    decided: int = 0

    @property
    def turns(self) -> int:
        """The number of its starts: each heat has one of the reference, too."""
        count = len(self.contestants)
        return count + len(self.groups) if self.groups else turns_of_round(count)


def next_step(
    contestants: Sequence[str],
    comparisons: Sequence[Comparison],
    rounds: int,
    looks: Sequence[int],
    elapsed_s: float,
    budget_s: float | None,
    turn_cost_s: float,
    least_turn_cost_s: float,
    imprecise: Sequence[str] = (),
) -> Stop | More:
    """Decide what to do after `rounds` rounds of a scenario.

    Args:
        contestants: those that still race, without the reference.
        comparisons: over all rounds so far, with `ended=False`; may omit contestants without a rank.
        rounds: number of rounds so far.
        looks: the numbers of rounds with a look; the last one is the maximum number of rounds.
        elapsed_s: time since the scenario began.
        budget_s: the time for this scenario; `None` for no limit.
        turn_cost_s: time per contestant and round (start, warm-up, laps); the reference of each heat is added at the
            same cost.
        least_turn_cost_s: the same with the fewest cycles that a last round may have.
        imprecise: contestants whose response times are not as precise as wanted.

    Raises:
        ValueError: no looks.
    """
    if not looks:
        raise ValueError("without looks, the number of rounds is fixed")
    if not contestants:
        return Stop(f"no contestant is left after {_rounds(rounds)}")
    if rounds >= looks[-1]:
        return Stop(_at_the_end(comparisons, rounds))
    if rounds < looks[0]:
        more = More(tuple(contestants), ())
    else:
        racing = set(contestants)
        still_open = [pair for pair in comparisons if pair.verdict == "undecided" and {pair.a, pair.b} <= racing]
        left_s = math.inf if budget_s is None else budget_s - elapsed_s
        more = _those_in_need(contestants, group_pairs(still_open), imprecise, left_s / turn_cost_s)
        if not more.contestants:
            return Stop(_settled(comparisons, rounds))
    if budget_s is not None and elapsed_s + more.turns * least_turn_cost_s > budget_s:
        return Stop(f"the budget of {budget_s:.0f} s does not allow another round after {_rounds(rounds)}")
    return more


def _those_in_need(
    contestants: Sequence[str], groups: Sequence[tuple[str, ...]], imprecise: Sequence[str], turns_left: float
) -> More:
    """Return a round of the undecided `groups` and, as far as `turns_left` allow, of those only not precise yet."""
    chosen = list(groups)
    others = [name for name in contestants if name in imprecise and not any(name in group for group in groups)]
    for at in range(0, len(others), MOST_RIVALS):
        group = tuple(others[at : at + MOST_RIVALS])
        if not chosen or sum(len(one) + 1 for one in (*chosen, group)) <= turns_left:
            chosen.append(group)
    names = {name for group in chosen for name in group}
    return More(tuple(name for name in contestants if name in names), tuple(chosen), len(chosen) - len(groups))


def _at_the_end(comparisons: Sequence[Comparison], rounds: int) -> str:
    open_pairs = _undecided(comparisons)
    if not open_pairs:
        return _settled(comparisons, rounds)
    return f"the maximum of {_rounds(rounds)} is reached; {open_pairs} of {len(comparisons)} comparisons are undecided"


def _settled(comparisons: Sequence[Comparison], rounds: int) -> str:
    """Explain why more rounds would change nothing: all is decided, or the others no longer race."""
    if not comparisons:
        return f"there is nothing to compare after {_rounds(rounds)}"
    if open_pairs := _undecided(comparisons):
        return f"{open_pairs} comparisons stay undecided after {_rounds(rounds)}: one side no longer races"
    return f"every comparison is decided after {_rounds(rounds)}"


def _undecided(comparisons: Sequence[Comparison]) -> int:
    return sum(pair.verdict == "undecided" for pair in comparisons)


def _rounds(count: int) -> str:
    return "1 round" if count == 1 else f"{count} rounds"
