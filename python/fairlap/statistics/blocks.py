"""Machines as blocks: rounds of a pair that were lapped on different machines.

A machine may treat two contestants differently, by a fixed share that all of its rounds have in common. So the spread
of a pair's numbers is taken within machines, each with a mean of its own; degrees of freedom are the rounds minus the
blocks (R. A. Fisher, The Design of Experiments, 1935). Why fixed, and what that does not say: docs/decisions/0013.

In a round in which a ran on one machine and b on another, their difference holds that of the machines. It counts only
as far as other rounds take it out again: numbers are weighted so that each machine counts as much for a as for b.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from statistics import variance
from typing import TYPE_CHECKING

from fairlap.statistics.estimate import Centre, centre, holm

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Block = tuple[str | None, str | None]
"""The machines of one number of a pair: a's and b's, the same one when they shared a heat."""

DISAGREE = 0.001
"""Below this p-value (after Holm over all pairs) machines are said to disagree on a pair."""

_NOTHING = 1e-9
"""Of the numbers that a weighted mean is worth, relative to how many they are: rounding, not information."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A variance (a squared log) with its degrees of freedom (at least 1)."""

    variance: float
    freedom: int


@dataclass(frozen=True, slots=True)
class BlockMean:
    """What the `rounds` of a pair on one block say: the mean of their log ratios."""

    a: str | None
    b: str | None
    mean: float
    rounds: int


def means_by_block(values: Sequence[float], blocks: Sequence[Block]) -> tuple[BlockMean, ...]:
    """Of each block in the order of appearance; nothing when all numbers are of one machine."""
    groups = _groups(values, blocks)
    if _one_machine(groups):
        return ()
    return tuple(BlockMean(a, b, math.fsum(group) / len(group), len(group)) for (a, b), group in groups.items())


def spread(values: Sequence[float], blocks: Sequence[Block] = ()) -> Spread | None:
    """The variance of one number within its block, pooled over blocks; `None` without a block of two numbers."""
    groups = _groups(values, blocks)
    freedom = len(values) - len(groups)
    if freedom < 1:
        return None
    if len(groups) == 1:
        return Spread(variance(values), freedom)
    return Spread(_squares_within(groups.values()) / freedom, freedom)


def blocked_centre(values: Sequence[float], blocks: Sequence[Block] = ()) -> Centre:
    """The mean of the numbers of a pair (at least one), with its error within blocks.

    The plain mean as long as a and b were on the same machine in each round. Otherwise weighted, so that each machine
    counts as much for a as for b; where no weights do that, the plain mean without an error, as nobody knows how much
    of it is the machines'. There is no error either when no block has two numbers.

    Args:
        values: log ratios, one for each round.
        blocks: the block of each; none: all are of one.
    """
    groups = _groups(values, blocks)
    if _one_machine(groups):
        return centre(values)
    n, plain = len(values), math.fsum(values) / len(values)
    within = spread(values, blocks)
    if all(a == b for a, b in groups):
        error = None if within is None else math.sqrt(within.variance / n)
        return Centre(plain, error, None if within is None else within.freedom, n)
    weights = _balanced(blocks)
    worth = float(weights @ weights)
    if worth < _NOTHING * n:
        return Centre(plain, None, None, n)
    mean = float(weights @ values) / worth
    if within is None:
        return Centre(mean, None, None, n)
    return Centre(mean, math.sqrt(within.variance / worth), within.freedom, n, worth)


def disagreements(series: Sequence[tuple[Sequence[float], Sequence[Block]]]) -> tuple[float | None, ...]:
    """For each pair the p-value that its blocks have one mean (one-way F test), after Holm over all pairs.

    `None` where that cannot be tested: fewer than two blocks, or none with two numbers.
    """
    p_values = [_p_of_one_mean(values, blocks) for values, blocks in series]
    known = iter(holm([p_value for p_value in p_values if p_value is not None]))
    return tuple(None if p_value is None else next(known) for p_value in p_values)


def _p_of_one_mean(values: Sequence[float], blocks: Sequence[Block]) -> float | None:
    groups, within = _groups(values, blocks), spread(values, blocks)
    if len(groups) < 2 or within is None:
        return None
    from scipy.special import fdtrc

    overall = math.fsum(values) / len(values)
    between = math.fsum(len(group) * (math.fsum(group) / len(group) - overall) ** 2 for group in groups.values())
    if within.variance == 0.0:
        return 1.0 if between == 0.0 else 0.0
    steps = len(groups) - 1
    return float(fdtrc(steps, within.freedom, between / steps / within.variance))


def _one_machine(groups: Collection[Block]) -> bool:
    """Whether there is nothing to tell apart: a single block, of one machine or of machines without names."""
    return len(groups) < 2 and all(a == b for a, b in groups)


def _groups(values: Sequence[float], blocks: Sequence[Block]) -> dict[Block, list[float]]:
    groups: dict[Block, list[float]] = {}
    for value, block in zip(values, blocks or [(None, None)] * len(values), strict=True):
        groups.setdefault(block, []).append(value)
    return groups


def _squares_within(groups: Iterable[Sequence[float]]) -> float:
    return math.fsum((value - math.fsum(group) / len(group)) ** 2 for group in groups for value in group)


def _balanced(blocks: Sequence[Block]) -> "NDArray[np.float64]":
    """Weights of shape (numbers,), such that each machine has the same sum of weights as a's and as b's.

    Of all such weights those whose mean has the least error: what is left of 1 for each number when it is fitted by
    (a's machine) - (b's machine). Their sum is the sum of their squares; both are 0 where no weights do it.
    """
    import numpy as np

    names = sorted({name for block in blocks for name in block}, key=lambda name: (name is not None, name))
    columns = {name: index for index, name in enumerate(names)}
    machines = np.zeros((len(blocks), len(names)))
    for row, (a, b) in enumerate(blocks):
        machines[row, columns[a]] += 1
        machines[row, columns[b]] -= 1
    ones = np.ones(len(blocks))
    fitted, *_ = np.linalg.lstsq(machines, ones, rcond=None)
    return np.asarray(ones - machines @ fitted)
