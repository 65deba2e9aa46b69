"""Decides after each round whether to stop, and otherwise which contestants race again in which heats."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.plan.heats import group_pairs, heat_count
from fairlap.statistics.comparison import Comparison


@dataclass(frozen=True, slots=True)
class Stop:
    """No further round. `reason` is one sentence."""

    reason: str


@dataclass(frozen=True, slots=True)
class More:
    """One more round of `contestants`. Each of the `groups` is a heat; without groups, heats are drawn at random."""

    contestants: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    reason: str


def next_step(
    contestants: Sequence[str],
    comparisons: Sequence[Comparison],
    rounds: int,
    looks: Sequence[int],
    elapsed_s: float,
    budget_s: float | None,
    turn_cost_s: float,
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
        more = More(tuple(contestants), (), f"verdicts are computed after {_rounds(looks[0])}")
    else:
        racing = set(contestants)
        still_open = [pair for pair in comparisons if pair.verdict == "undecided" and {pair.a, pair.b} <= racing]
        if not still_open:
            return Stop(_settled(comparisons, rounds))
        groups = group_pairs(still_open)
        names = {name for group in groups for name in group}
        reason = f"{len(still_open)} of {len(comparisons)} comparisons are not decided yet"
        more = More(tuple(name for name in contestants if name in names), groups, reason)
    if budget_s is not None and elapsed_s + _cost_s(more, turn_cost_s) > budget_s:
        return Stop(f"the budget of {budget_s:.0f} s does not allow another round after {_rounds(rounds)}")
    return more


def _cost_s(more: More, turn_cost_s: float) -> float:
    heats = len(more.groups) or heat_count(len(more.contestants))
    return (len(more.contestants) + heats) * turn_cost_s


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
