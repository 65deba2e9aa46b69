"""Machines as blocks: for pairs whose rounds ran on different machines.

A machine may favour one of two contestants by a fixed share in all of its rounds. So the spread of a pair's numbers is
computed within machines, each with its own mean; degrees of freedom are rounds minus blocks (R. A. Fisher, The Design
of Experiments, 1935). docs/decisions/0013 explains why the effect is fixed, and the limits of that.

If a and b ran on different machines in a round, their difference includes that of the machines. It only counts as far
as other rounds cancel that: numbers are weighted so that each machine counts as much for a as for b.
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
"""The machines of a and b for one number of a pair; the same when they shared a heat."""

DISAGREE = 0.001
"""Below this p-value (after Holm over all pairs) machines disagree on a pair."""

_NOTHING = 1e-9
"""Smaller effective sample sizes, relative to the number of values, are rounding errors."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A variance (a squared log) with its degrees of freedom (at least 1)."""

    variance: float
    freedom: int


@dataclass(frozen=True, slots=True)
class BlockMean:
    """The mean of a pair's log ratios in the `rounds` of one block."""

    a: str | None
    b: str | None
    mean: float
    rounds: int


def means_by_block(values: Sequence[float], blocks: Sequence[Block]) -> tuple[BlockMean, ...]:
    """Return the mean of each block in order of appearance; empty when all numbers come from one machine."""
    groups = _groups(values, blocks)
    if _one_machine(groups):
        return ()
    return tuple(BlockMean(a, b, math.fsum(group) / len(group), len(group)) for (a, b), group in groups.items())


def spread(values: Sequence[float], blocks: Sequence[Block] = ()) -> Spread | None:
    """Return the variance within blocks, pooled over blocks; `None` if no block has two numbers."""
    groups = _groups(values, blocks)
    freedom = len(values) - len(groups)
    if freedom < 1:
        return None
    if len(groups) == 1:
        return Spread(variance(values), freedom)
    return Spread(_squares_within(groups.values()) / freedom, freedom)


def blocked_centre(values: Sequence[float], blocks: Sequence[Block] = ()) -> Centre:
    """Return the mean of a pair's numbers (at least one) with its error within blocks.

    The plain mean if a and b ran on the same machine in each round. Otherwise weighted so that each machine counts as
    much for a as for b; if no weights can do that, the plain mean without an error, as the effect of the machines is
    unknown. There is also no error when no block has two numbers.

    Args:
        values: log ratios, one for each round.
        blocks: the block of each; empty: a single block.
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
    """Test for each pair that its blocks have the same mean (one-way F test); return p-values after Holm.

    `None` if there is no test: fewer than two blocks, or none with two numbers.
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
    """Return whether all numbers come from one machine, named or not."""
    return len(groups) < 2 and all(a == b for a, b in groups)


def _groups(values: Sequence[float], blocks: Sequence[Block]) -> dict[Block, list[float]]:
    groups: dict[Block, list[float]] = {}
    for value, block in zip(values, blocks or [(None, None)] * len(values), strict=True):
        groups.setdefault(block, []).append(value)
    return groups


def _squares_within(groups: Iterable[Sequence[float]]) -> float:
    return math.fsum((value - math.fsum(group) / len(group)) ** 2 for group in groups for value in group)


def _balanced(blocks: Sequence[Block]) -> "NDArray[np.float64]":
    """Return weights of shape (numbers,) for which each machine has the same total weight for a and for b.

    Among these, the weights with the least error: the residuals of fitting 1 for each number by (a's machine) - (b's
    machine). Their sum equals the sum of their squares; both are 0 if there are no such weights.
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
