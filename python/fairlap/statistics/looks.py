"""Looking at the verdict while the race goes on, without more false alarms than looking once.

Whoever stops as soon as p < 0.05 finds something sooner or later. So the numbers of rounds at which a verdict may be
looked at are fixed before the first round, and the chance of a false alarm is divided among these looks: equal parts,
Bonferroni's inequality. That needs no normal approximation and no knowledge of the variance, and it is valid whatever
the looks have in common. (Alpha spending: K. K. G. Lan and D. L. DeMets, Biometrika 70, 1983. Repeated confidence
intervals: C. Jennison and B. W. Turnbull, J. R. Statist. Soc. B 51, 1989.)

A tie is shown, not assumed: by two one-sided tests, each at the same level (D. J. Schuirmann, J. Pharmacokinet.
Biopharm. 15, 1987), which is to say that an interval of twice the risk lies within the bound.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from fairlap.statistics.blocks import Block, blocked_centre
from fairlap.statistics.estimate import CONFIDENCE, Centre
from fairlap.statistics.moderation import Prior, moderated

SIGNIFICANCE = 0.05
"""The chance of any false alarm in a scenario, over all pairs and all looks."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the first `n` numbers of a pair say, in logs: their mean, its plain p-value, the repeated interval.

    `tie_low` and `tie_high` are the interval that must lie within a bound for a tie.
    """

    n: int
    mean: float
    p_value: float
    low: float
    high: float
    tie_low: float
    tie_high: float


@dataclass(frozen=True, slots=True)
class Sequential:
    """One pair, looked at again and again. `centre` is of all its numbers; `looks` is how many looks are planned.

    `reached` are the looks so far. Nothing that a look has shown is taken back by a later one.
    """

    centre: Centre | None
    reached: tuple[Look, ...]
    looks: int

    @property
    def n(self) -> int:
        """All numbers, those after the latest look included."""
        return self.centre.n if self.centre else 0

    @property
    def p_value(self) -> float | None:
        """min(1, K x the smallest plain p of the looks reached), K looks being planned; `None` before the first."""
        if not self.reached:
            return None
        return min(1.0, self.looks * min(look.p_value for look in self.reached))

    @property
    def interval(self) -> tuple[float, float] | None:
        """The repeated interval at the latest look: all of them together hold the true value in 95 % of the races."""
        return (self.reached[-1].low, self.reached[-1].high) if self.reached else None

    @property
    def direction(self) -> int:
        """Where the look with the smallest p saw the difference: 1 above 0, -1 below; 0 when nowhere."""
        if not self.reached:
            return 0
        mean = min(self.reached, key=lambda look: look.p_value).mean
        return (mean > 0) - (mean < 0)

    def inside(self, bound: float) -> bool:
        """Whether some look shows that the true value lies within -bound .. +bound (a log)."""
        return any(-bound <= look.tie_low and look.tie_high <= bound for look in self.reached)


def sequential(
    values: Sequence[float],
    looks: Sequence[int],
    *,
    ended: bool,
    prior: Prior | None = None,
    blocks: Sequence[Block] = (),
) -> Sequential:
    """Look at the numbers of one pair (one log ratio for each round) at each of the looks they have reached.

    Args:
        values: in the order of the rounds.
        looks: growing numbers of rounds, fixed before the first round. Numbers after the last look count for the
            centre only. Without any, there is a single look, at the end.
        ended: no further round will come: the numbers since the latest look get a look of their own, which spends
            the part of the next planned one. A single number has no spread: it is never looked at.
        prior: what other pairs say of the spread. It must not change from one look to the next.
        blocks: the block of each number (`blocks.blocked_centre`); none: all are of one. A look at which they leave no
            error is passed over; its part of the risk is not spent elsewhere.

    Raises:
        ValueError: looks that do not grow.
    """
    if any(after <= before for before, after in pairwise(looks)):
        raise ValueError(f"looks must grow, got {tuple(looks)}")
    n, planned = len(values), max(1, len(looks))
    at = [look for look in looks if 2 <= look <= n]
    if ended and len(at) < planned and n >= 2 and n not in at:
        at.append(n)
    risk = (1 - CONFIDENCE) / planned
    middles = [moderated(blocked_centre(values[:look], blocks[:look]), prior) for look in at]
    return Sequential(
        centre=moderated(blocked_centre(values, blocks), prior) if values else None,
        reached=tuple(_look(middle, risk) for middle in middles if middle.error is not None),
        looks=planned,
    )


def _look(middle: Centre, risk: float) -> Look:
    bounds, tie_bounds, p_value = middle.interval_at(1 - risk), middle.interval_at(1 - 2 * risk), middle.p_value
    if bounds is None or tie_bounds is None or p_value is None:
        raise ValueError(f"{middle.n} rounds cannot be looked at")
    return Look(middle.n, middle.mean, p_value, *bounds, *tie_bounds)
