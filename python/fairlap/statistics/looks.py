"""Computes verdicts during a race without more false alarms than at its end only.

Stopping as soon as p < 0.05 finds a difference sooner or later, even if there is none. So the looks, the numbers of
rounds after which verdicts are computed, are fixed before the first round, and the probability of a false alarm is
divided equally among them (Bonferroni's inequality). That needs no normal approximation and no known variance, and is
valid for any dependence between looks. (Alpha spending: K. K. G. Lan and D. L. DeMets, Biometrika 70, 1983. Repeated
confidence intervals: C. Jennison and B. W. Turnbull, J. R. Statist. Soc. B 51, 1989.)

A tie is shown, not assumed: by two one-sided tests at the same level (D. J. Schuirmann, J. Pharmacokinet. Biopharm. 15,
1987), so that an interval with twice the risk lies within the bound.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from fairlap.statistics.blocks import Block, blocked_centre
from fairlap.statistics.estimate import CONFIDENCE, Centre
from fairlap.statistics.moderation import Prior, moderated

SIGNIFICANCE = 0.05
"""The probability of any false alarm in a scenario, over all pairs and looks."""


@dataclass(frozen=True, slots=True)
class Look:
    """The first `n` numbers of a pair, in logs: their mean, its plain p-value, the repeated interval.

    `tie_low` and `tie_high` are the interval that must lie within the bound for a tie.
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
    """The looks at one pair. `centre` covers all its numbers; `looks` is the number of planned looks.

    `reached` are the looks so far. A later look never revokes what an earlier one has shown.
    """

    centre: Centre | None
    reached: tuple[Look, ...]
    looks: int

    @property
    def n(self) -> int:
        """The number of values, including those after the latest look."""
        return self.centre.n if self.centre else 0

    @property
    def p_value(self) -> float | None:
        """min(1, K x smallest plain p of the looks so far) with K planned looks; `None` before the first."""
        if not self.reached:
            return None
        return min(1.0, self.looks * min(look.p_value for look in self.reached))

    @property
    def interval(self) -> tuple[float, float] | None:
        """The repeated interval at the latest look: those of all looks contain the true value in 95 % of the races."""
        return (self.reached[-1].low, self.reached[-1].high) if self.reached else None

    @property
    def direction(self) -> int:
        """The sign of the mean at the look with the smallest p; 0 without a look."""
        if not self.reached:
            return 0
        mean = min(self.reached, key=lambda look: look.p_value).mean
        return (mean > 0) - (mean < 0)

    def inside(self, bound: float) -> bool:
        """Return whether a look shows that the true value lies within -bound .. +bound (a log)."""
        return any(-bound <= look.tie_low and look.tie_high <= bound for look in self.reached)


def sequential(
    values: Sequence[float],
    looks: Sequence[int],
    *,
    ended: bool,
    prior: Prior | None = None,
    blocks: Sequence[Block] = (),
) -> Sequential:
    """Evaluate one pair (one log ratio for each round) at each look so far.

    Args:
        values: in the order of rounds.
        looks: increasing numbers of rounds, fixed before the first round. Values after the last look count only for
            the centre. Empty: a single look at the end.
        ended: no further round will follow: values after the latest look get an additional look, which uses the risk
            of the next planned one. A single value has no spread and gets no look.
        prior: the spread according to other pairs. It must not change between looks.
        blocks: the block of each value (`blocks.blocked_centre`); empty: a single block. A look without an error is
            skipped, and its share of the risk is not used.

    Raises:
        ValueError: looks that do not increase.
    """
    if any(after <= before for before, after in pairwise(looks)):
        raise ValueError(f"looks must increase, got {tuple(looks)}")
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
        raise ValueError(f"no interval for {middle.n} rounds")
    return Look(middle.n, middle.mean, p_value, *bounds, *tie_bounds)
