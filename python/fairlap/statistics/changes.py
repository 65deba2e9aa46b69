"""Change points in the scores of a contestant from run to run.

The run is the unit. Rounds of a run share its mood (what the machine, its neighbours and its kernel were like at that
time), so however exact each run is for itself, only other runs tell how much runs vary. How they vary is not known
either: moods may come in two kinds. So nothing is assumed but that runs without a change could have come in any order,
and a change must stand out among the same runs shuffled (E. J. G. Pitman, Suppl. J. R. Statist. Soc. 4, 1937).

What is looked for is a step (one part differs from the other) and a bump (a stretch inside differs from what is around
it; A. B. Olshen et al., Biostatistics 5, 2004: circular binary segmentation). Without the latter a slowdown that was
mended again hides itself. What is found splits the runs, and the parts are searched again.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import variance

import numpy as np
from numpy.typing import NDArray

from fairlap.statistics.estimate import Centre, difference

SIGNIFICANCE = 0.01
"""Chance of any false alarm in runs without a change. It is not 5 %, as they are looked at again after every new run:
so the chance of one at any of thirty looks is about 5 % (docs/method.md)."""

MIN_PART = 2
"""Runs on either side of a change: a single run is a mood, not a change."""

RUNS_NEEDED = 11
"""With fewer, no order of runs is rare enough: of 252 ways to halve 10 runs, 2 are a clean step. Nothing is claimed."""

SHUFFLES, FIRST_SHUFFLES = 1999, 199
_SEED = 20260801
_SHAPES = 2
"""Steps and bumps: two tests, each with half of the significance."""

_ROUNDING = 1e-9
"""Of a statistic, relative: equal ones must count as equal."""

Numbers = NDArray[np.float64]
_Order = NDArray[np.int64]
"""Indexes of runs, of shape (orders, runs)."""

_Cut = tuple[int, float]
"""The index of the first run of a new level, and p."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Runs from index `first` up to, not including, `end`: the mean of their log scores, with its error over runs."""

    first: int
    end: int
    level: Centre


@dataclass(frozen=True, slots=True)
class Change:
    """Run `at` (an index) is the first of the new level.

    `step` is the new level minus the old one (logs) with Welch's error over runs; `p_adjusted` the chance that the same
    runs in random order show a step or a bump as clear as the one that this change was found by.
    """

    at: int
    step: Centre
    p_adjusted: float


@dataclass(frozen=True, slots=True)
class Course:
    """What runs in order of time say: one stretch more than there are changes; no stretch without runs."""

    stretches: tuple[Stretch, ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class _Runs:
    """The mean log score of each run, and how much each counts. Both of shape (runs,)."""

    means: Numbers
    weights: Numbers

    def part(self, first: int, end: int) -> "_Runs":
        return _Runs(self.means[first:end], self.weights[first:end])

    @property
    def centre(self) -> Centre:
        """The weighted mean; its error is from how much the runs vary, not from what the weights were made of."""
        n, total = len(self.means), float(self.weights.sum())
        mean = float(self.weights @ self.means) / total
        if n < 2:
            return Centre(mean, None, None, n)
        spread = float(self.weights @ (self.means - mean) ** 2) / ((n - 1) * total)
        return Centre(mean, math.sqrt(spread), n - 1, n)


_Scan = Callable[[_Runs, _Order], tuple[Numbers, tuple[int, ...]]]


def course(runs: Sequence[Sequence[float]], minimum_effect: float = 0.02) -> Course:
    """Find the changes in runs on the same ground.

    Args:
        runs: the log scores of the rounds of each run, oldest first; at least one for each run.
        minimum_effect: the smallest change that matters, as a share; smaller ones are not reported.

    Raises:
        ValueError: a run without rounds.
    """
    if any(not rounds for rounds in runs):
        raise ValueError("a run without rounds has no mean")
    if not runs:
        return Course((), ())
    known = _Runs(np.array([math.fsum(rounds) / len(rounds) for rounds in runs]), _weights(runs))
    found = _search(known, 0, np.random.default_rng(_SEED))
    cuts = _worth_it(known, sorted(found), math.log1p(minimum_effect))
    edges = [0, *(at for at, _ in cuts), len(runs)]
    stretches = [Stretch(first, end, known.part(first, end).centre) for first, end in pairwise(edges)]
    changes = [
        Change(at, difference(new.level, old.level), p_adjusted)
        for (at, p_adjusted), (old, new) in zip(cuts, pairwise(stretches), strict=True)
    ]
    return Course(tuple(stretches), tuple(changes))


def _weights(runs: Sequence[Sequence[float]]) -> Numbers:
    """1 / (variance of runs + variance of rounds / rounds), relative to their largest.

    Three rounds say little of their own variance, so that of rounds is pooled over runs. That of runs is the moment
    estimator of DerSimonian and Laird (Controlled Clinical Trials 7, 1986), which does not depend on the order of the
    runs: shuffled ones keep their weights. Without two rounds in any run the number of rounds is all there is.
    """
    counts = np.array([len(rounds) for rounds in runs], dtype=np.float64)
    freedom = float((counts - 1).sum())
    within = math.fsum(variance(rounds) * (len(rounds) - 1) for rounds in runs if len(rounds) > 1)
    if freedom == 0 or within == 0 or len(runs) < 2:
        return np.ones(len(runs))
    of_rounds = within / freedom
    means = np.array([math.fsum(rounds) / len(rounds) for rounds in runs])
    precise = counts / of_rounds
    middle = float(precise @ means) / float(precise.sum())
    excess = float(precise @ (means - middle) ** 2) - (len(runs) - 1)
    of_runs = max(0.0, excess / float(precise.sum() - (precise**2).sum() / precise.sum()))
    weights = 1 / (of_runs + of_rounds / counts)
    return np.asarray(weights / weights.max())


def _search(runs: _Runs, first: int, dice: np.random.Generator) -> list[_Cut]:
    """The changes among `runs`, whose first one has the index `first`: a step before a bump, then within the parts."""
    n = len(runs.means)
    if n < RUNS_NEEDED or float(np.ptp(runs.means)) == 0:
        return []
    for scan in (_steps, _bumps):
        chance, cuts = _tested(runs, scan, dice)
        if chance is not None:
            inner = [
                cut
                for start, end in pairwise((0, *cuts, n))
                for cut in _search(runs.part(start, end), first + start, dice)
            ]
            return [*((first + at, chance) for at in cuts), *inner]
    return []


def _tested(runs: _Runs, scan: _Scan, dice: np.random.Generator) -> tuple[float | None, tuple[int, ...]]:
    """p of the clearest contrast of that shape, `None` when it is beyond the significance; and where it is.

    p = (1 + shuffles that are as clear) / (1 + shuffles) is valid at any number of them (B. Phipson, G. K. Smyth, Stat.
    Appl. Genet. Mol. Biol. 9, 2010). It ends as soon as the significance cannot be reached any more.
    """
    n = len(runs.means)
    (seen,), cuts = scan(runs, np.arange(n)[None, :])
    above = 0
    for count in (FIRST_SHUFFLES, SHUFFLES - FIRST_SHUFFLES):
        order = dice.permuted(np.tile(np.arange(n), (count, 1)), axis=1)
        clearest, _ = scan(runs, order)
        above += int((clearest >= seen * (1 - _ROUNDING)).sum())
        chance = _SHAPES * (1 + above) / (1 + SHUFFLES)
        if chance > SIGNIFICANCE:
            return None, ()
    return chance, cuts


def _steps(runs: _Runs, order: _Order) -> tuple[Numbers, tuple[int, ...]]:
    """For each order of the runs the clearest contrast of a beginning with the rest; and its cut in the first order."""
    sums, weights = _cumulated(runs, order)
    inner = slice(MIN_PART - 1, len(runs.means) - MIN_PART)
    contrasts = _contrast(sums[:, inner], weights[:, inner], weights[:, -1:])
    return contrasts.max(axis=1), (int(contrasts[0].argmax()) + MIN_PART,)


def _bumps(runs: _Runs, order: _Order) -> tuple[Numbers, tuple[int, ...]]:
    """The same for stretches inside, with `MIN_PART` runs or more before, in and after them: the cuts are two."""
    n = len(runs.means)
    sums, weights = _cumulated(runs, order)
    clearest, best, cuts = np.zeros(len(order)), -1.0, (MIN_PART, n - MIN_PART)
    for length in range(MIN_PART, n - 2 * MIN_PART + 1):
        start, end = slice(MIN_PART - 1, n - MIN_PART - length), slice(MIN_PART - 1 + length, n - MIN_PART)
        contrasts = _contrast(sums[:, end] - sums[:, start], weights[:, end] - weights[:, start], weights[:, -1:])
        np.maximum(clearest, contrasts.max(axis=1), out=clearest)
        if clearest[0] > best:
            best, at = float(clearest[0]), int(contrasts[0].argmax()) + MIN_PART
            cuts = (at, at + length)
    return clearest, cuts


def _cumulated(runs: _Runs, order: _Order) -> tuple[Numbers, Numbers]:
    """Sums of weighted deviations from the mean of all, and of weights, up to each run; of shape (orders, runs)."""
    weighted = runs.weights * (runs.means - runs.centre.mean)
    return weighted[order].cumsum(axis=1), runs.weights[order].cumsum(axis=1)


def _contrast(sums: Numbers, weights: Numbers, total: Numbers) -> Numbers:
    """The squared difference of the mean of a part from that of the rest, in units of its variance.

    A part of weight w whose weighted deviations add up to s differs by s / w + s / (total - w); the variance of that
    is proportional to 1 / w + 1 / (total - w).
    """
    return np.asarray(sums**2 * total / (weights * (total - weights)))


def _worth_it(runs: _Runs, cuts: list[_Cut], effect: float) -> list[_Cut]:
    """The cuts whose step is at least `effect` (a log), each where it parts its neighbours best.

    The smallest step goes first: what it parted is one level then, and the steps beside it are others.
    """
    while True:
        cuts = _relocated(runs, cuts)
        edges = [0, *(at for at, _ in cuts), len(runs.means)]
        levels = [runs.part(first, end).centre.mean for first, end in pairwise(edges)]
        steps = [abs(new - old) for old, new in pairwise(levels)]
        if not steps or min(steps) >= effect:
            return cuts
        del cuts[steps.index(min(steps))]


def _relocated(runs: _Runs, cuts: list[_Cut]) -> list[_Cut]:
    """A cut that was found first did not know of those beside it."""
    moved: list[_Cut] = []
    for number, (_, chance) in enumerate(cuts):
        start = moved[-1][0] if moved else 0
        end = cuts[number + 1][0] if number + 1 < len(cuts) else len(runs.means)
        part = runs.part(start, end)
        _, (at,) = _steps(part, np.arange(len(part.means))[None, :])
        moved.append((start + at, chance))
    return moved
