"""After each round: is it over, and if not, who races again, and with whom?"""

from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.plan.heats import group_pairs, heat_count
from fairlap.statistics.comparison import Comparison


@dataclass(frozen=True, slots=True)
class Stop:
    """No further round. `reason` is one sentence for a reader."""

    reason: str


@dataclass(frozen=True, slots=True)
class More:
    """One more round of `contestants`. Each of the `groups` is a heat; without any, heats are drawn at random."""

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
    """What to do after `rounds` rounds of a scenario.

    Args:
        contestants: those that still race, without the reference.
        comparisons: of all rounds so far, with `ended=False`; may lack those that are not to be ranked.
        rounds: how many there were.
        looks: the numbers of rounds at which verdicts are looked at; the last one is the most rounds there will be.
        elapsed_s: since the scenario began.
        budget_s: what the scenario may take; `None` for no bound.
        turn_cost_s: what one contestant costs in one round (start, warm-up, its laps); the reference of each heat is
            counted on top, at the same price.

    Raises:
        ValueError: no looks.
    """
    if not looks:
        raise ValueError("without looks the number of rounds is fixed, and there is nothing to decide")
    if not contestants:
        return Stop(f"nobody is left to race after {_rounds(rounds)}")
    if rounds >= looks[-1]:
        return Stop(_at_the_end(comparisons, rounds))
    if rounds < looks[0]:
        more = More(tuple(contestants), (), f"verdicts are looked at after {_rounds(looks[0])}")
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
        return Stop(f"the budget of {budget_s:.0f} s does not allow for another round after {_rounds(rounds)}")
    return more


def _cost_s(more: More, turn_cost_s: float) -> float:
    heats = len(more.groups) or heat_count(len(more.contestants))
    return (len(more.contestants) + heats) * turn_cost_s


def _at_the_end(comparisons: Sequence[Comparison], rounds: int) -> str:
    open_pairs = _undecided(comparisons)
    if not open_pairs:
        return _settled(comparisons, rounds)
    return f"{_rounds(rounds)} are the most; {open_pairs} of {len(comparisons)} comparisons are not decided"


def _settled(comparisons: Sequence[Comparison], rounds: int) -> str:
    """More rounds would change nothing: all is decided, or the others do not race any more."""
    if not comparisons:
        return f"there is nothing to compare after {_rounds(rounds)}"
    if open_pairs := _undecided(comparisons):
        return f"{open_pairs} comparisons cannot be decided after {_rounds(rounds)}: not both still race"
    return f"every comparison is decided after {_rounds(rounds)}"


def _undecided(comparisons: Sequence[Comparison]) -> int:
    return sum(pair.verdict == "undecided" for pair in comparisons)


def _rounds(count: int) -> str:
    return "1 round" if count == 1 else f"{count} rounds"
