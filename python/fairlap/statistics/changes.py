"""Change points in the scores of a contestant from run to run.

The run is the unit. Rounds of a run share its mood (the state of the machine, its neighbours and its kernel), so the
variation between runs can only be estimated from several runs, however precise each is. Its distribution is unknown and
may be bimodal. So the only assumption is that runs without a change could have come in any order: a change must stand
out among shuffles of the same runs (E. J. G. Pitman, Suppl. J. R. Statist. Soc. 4, 1937).

The search finds steps (one part differs from the other) and bumps (a stretch inside differs from its surroundings;
A. B. Olshen et al., Biostatistics 5, 2004: circular binary segmentation). Without bumps, a slowdown that was fixed
later would hide itself. A change splits the runs, and the parts are searched again.
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
"""Probability of any false alarm in runs without a change: 1 % per test gives about 5 % for thirty tests, as every new
run repeats the test (docs/method.md)."""

MIN_PART = 2
"""Minimum number of runs on either side of a change: a single run may be a mood."""

RUNS_NEEDED = 11
"""With fewer runs, no order is rare enough: of 252 ways to halve 10 runs, 2 are a clean step."""

SHUFFLES, FIRST_SHUFFLES = 1999, 199
_SEED = 20260801
_SHAPES = 2
"""Steps and bumps are two tests, each with half of the significance."""

_ROUNDING = 1e-9
"""Relative tolerance, so that equal statistics compare as equal."""

Numbers = NDArray[np.float64]
_Order = NDArray[np.int64]
"""Indexes of runs, of shape (orders, runs)."""

_Cut = tuple[int, float]
"""The index of the first run of a new level, and p."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Runs from index `first` to before `end`: the mean of their log scores, with its error over runs."""

    first: int
    end: int
    level: Centre


@dataclass(frozen=True, slots=True)
class Change:
    """A change of level; `at` is the index of the first run of the new level.

    `step` is the new level minus the old one (logs) with Welch's error over runs; `p_adjusted` the probability that the
    same runs in random order show a step or bump as clear as the one that revealed this change.
    """

    at: int
    step: Centre
    p_adjusted: float


@dataclass(frozen=True, slots=True)
class Segmentation:
    """Stretches of runs between changes, in order of time; both empty without runs."""

    stretches: tuple[Stretch, ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class _Runs:
    """The mean log score and the weight of each run, both of shape (runs,)."""

    means: Numbers
    weights: Numbers

    def part(self, first: int, end: int) -> "_Runs":
        return _Runs(self.means[first:end], self.weights[first:end])

    @property
    def centre(self) -> Centre:
        """The weighted mean; its error comes from the variation of the runs, not from the weights."""
        n, total = len(self.means), float(self.weights.sum())
        mean = float(self.weights @ self.means) / total
        if n < 2:
            return Centre(mean, None, None, n)
        spread = float(self.weights @ (self.means - mean) ** 2) / ((n - 1) * total)
        return Centre(mean, math.sqrt(spread), n - 1, n)


_Scan = Callable[[_Runs, _Order], tuple[Numbers, tuple[int, ...]]]


def find_changes(runs: Sequence[Sequence[float]], minimum_effect: float = 0.02) -> Segmentation:
    """Find the changes in comparable runs.

    Args:
        runs: the log scores of the rounds of each run, oldest first; at least one round per run.
        minimum_effect: the smallest change that matters, as a share; smaller ones are not reported.

    Raises:
        ValueError: a run without rounds.
    """
    if any(not rounds for rounds in runs):
        raise ValueError("a run without rounds has no mean")
    if not runs:
        return Segmentation((), ())
    known = _Runs(np.array([math.fsum(rounds) / len(rounds) for rounds in runs]), _weights(runs))
    found = _search(known, 0, np.random.default_rng(_SEED))
    cuts = _worth_it(known, sorted(found), math.log1p(minimum_effect))
    edges = [0, *(at for at, _ in cuts), len(runs)]
    stretches = [Stretch(first, end, known.part(first, end).centre) for first, end in pairwise(edges)]
    changes = [
        Change(at, difference(new.level, old.level), p_adjusted)
        for (at, p_adjusted), (old, new) in zip(cuts, pairwise(stretches), strict=True)
    ]
    return Segmentation(tuple(stretches), tuple(changes))


def _weights(runs: Sequence[Sequence[float]]) -> Numbers:
    """Return 1 / (variance of runs + variance of rounds / rounds), relative to the maximum.

    The variance of rounds is pooled over runs, as three rounds are too few to estimate it. That of runs is the moment
    estimator of DerSimonian and Laird (Controlled Clinical Trials 7, 1986), which does not depend on the order of runs:
    shuffled runs keep their weights. If no run has two rounds, all weights are 1.
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
    """Find changes in `runs`, the first of which has index `first`: a step, otherwise a bump; then within the parts."""
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
    """Return p (`None` when not significant) and the cuts of the clearest contrast of that shape.

    p = (1 + shuffles that are as clear) / (1 + shuffles) is valid for any number of shuffles (B. Phipson, G. K. Smyth,
    Stat. Appl. Genet. Mol. Biol. 9, 2010). Stops as soon as significance is out of reach.
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
    """Return the clearest contrast of a first part with the rest for each order, and its cut in the first order."""
    sums, weights = _cumulated(runs, order)
    inner = slice(MIN_PART - 1, len(runs.means) - MIN_PART)
    contrasts = _contrast(sums[:, inner], weights[:, inner], weights[:, -1:])
    return contrasts.max(axis=1), (int(contrasts[0].argmax()) + MIN_PART,)


def _bumps(runs: _Runs, order: _Order) -> tuple[Numbers, tuple[int, ...]]:
    """Return the same for inner stretches, with at least `MIN_PART` runs before, in and after them: two cuts."""
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
    """Return cumulated weighted deviations from the overall mean, and cumulated weights; of shape (orders, runs)."""
    weighted = runs.weights * (runs.means - runs.centre.mean)
    return weighted[order].cumsum(axis=1), runs.weights[order].cumsum(axis=1)


def _contrast(sums: Numbers, weights: Numbers, total: Numbers) -> Numbers:
    """Return the squared difference between the means of a part and the rest, in units of its variance.

    With weight w and weighted deviations that sum to s, the difference is s / w + s / (total - w), and its variance is
    proportional to 1 / w + 1 / (total - w).
    """
    return np.asarray(sums**2 * total / (weights * (total - weights)))


def _worth_it(runs: _Runs, cuts: list[_Cut], effect: float) -> list[_Cut]:
    """Return the cuts with a step of at least `effect` (a log), each at its best position.

    Removes the smallest step first: this joins two levels and changes the neighbouring steps.
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
    """Move each cut to its best position between its neighbours, which were unknown when it was found."""
    moved: list[_Cut] = []
    for number, (_, chance) in enumerate(cuts):
        start = moved[-1][0] if moved else 0
        end = cuts[number + 1][0] if number + 1 < len(cuts) else len(runs.means)
        part = runs.part(start, end)
        _, (at,) = _steps(part, np.arange(len(part.means))[None, :])
        moved.append((start + at, chance))
    return moved
