"""Change points from run to run: false alarms, power and coverage of `fairlap.statistics.changes` on simulated runs.

`python -m tools.proof changes` writes docs/proof/changes.json in about five minutes. Each run has a mood that shifts
all of its rounds; rounds vary around it by 1 %.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fairlap.statistics.changes import RUNS_NEEDED, Segmentation, find_changes

ROUNDS, ROUND_SD = 4, 0.01
NEAR = 3
"""A change counts as found within so many runs of the true one, and as located within one."""

MOODS = {
    "normal": "normal",
    "heavy": "heavy tails (t, 3 degrees of freedom)",
    "two": "two moods, one run in two",
    "rare": "two moods, one run in ten",
    "uneven": "normal; 2 rounds each, then 8",
    "lasting-30": "lasting: correlated by 0.3 with the run before",
    "lasting-60": "lasting: correlated by 0.6 with the run before",
}


@dataclass(frozen=True, slots=True)
class ChangeCell:
    """Many simulated series of runs whose moods have the standard deviation `mood_sd` (a share).

    Speed changes by `step` (a share; 0: never) at run `at` (from 0), and back at run `back` unless that is `None`. With
    `looks` the series is looked at after every run, and a change at any look counts. `alarmed` counts series with a
    false change (more than `NEAR` runs from a true one), `found` those with the true one within `NEAR` runs, `located`
    within one; `covered` counts located ones whose interval contains the true step.
    """

    mood: str
    mood_sd: float
    runs: int
    step: float
    at: int
    back: int | None
    looks: bool
    series: int
    alarmed: int = 0
    found: int = 0
    located: int = 0
    covered: int = 0


def cells(series: int) -> Iterator[ChangeCell]:
    """Yield the cells of docs/method.md; those without looks have `series` series."""
    equal = ChangeCell("normal", 0.02, 30, 0.0, 0, None, False, series)
    for mood in MOODS:
        for mood_sd in (0.01, 0.03) if not mood.startswith("lasting") else (0.02,):
            for runs in (5, RUNS_NEEDED, 30):
                yield replace(equal, mood=mood, mood_sd=mood_sd, runs=runs)
    for mood in ("normal", "two"):
        yield replace(equal, mood=mood, looks=True, series=max(1, series // 4))
    for mood_sd in (0.01, 0.02, 0.03):
        for step in (-0.10, -0.05, -0.03):
            middle = replace(equal, mood_sd=mood_sd, step=step, runs=20, at=10, series=max(1, series // 2))
            yield from (middle, replace(middle, runs=23, at=20), replace(middle, runs=14, at=10))
            yield replace(middle, runs=25, at=10, back=15)


def simulate(cell: ChangeCell, seed: int = 20260801) -> ChangeCell:
    """Return the cell with its counts."""
    dice = np.random.default_rng([seed, cell.runs, round(1e4 * cell.mood_sd), round(1e4 * abs(cell.step)), cell.at])
    counts = {"alarmed": 0, "found": 0, "located": 0, "covered": 0}
    for _ in range(cell.series):
        runs = draw(dice, cell)
        ends = range(RUNS_NEEDED, cell.runs + 1) if cell.looks else (cell.runs,)
        for name in set().union(*(_judged(find_changes(runs[:end]), cell) for end in ends)):
            counts[name] += 1
    return replace(cell, **counts)


def draw(dice: np.random.Generator, cell: ChangeCell) -> list[list[float]]:
    """Draw the log scores of the rounds of each run."""
    speeds = cell.mood_sd * _moods(dice, cell)
    speeds[cell.at : cell.back] += math.log1p(cell.step)
    half = cell.runs // 2
    rounds = [ROUNDS if cell.mood != "uneven" else 2 if run < half else 8 for run in range(cell.runs)]
    return [list(dice.normal(speed, ROUND_SD, count)) for speed, count in zip(speeds, rounds, strict=True)]


def _moods(dice: np.random.Generator, cell: ChangeCell) -> NDArray[np.float64]:
    """Draw moods of variance 1."""
    runs = cell.runs
    match cell.mood:
        case "heavy":
            return dice.standard_t(3, runs) / math.sqrt(3)
        case "two":
            return dice.choice([-1.0, 1.0], runs)
        case "rare":
            return np.where(dice.random(runs) < 0.1, -1 / 0.3, 0.0)
        case "lasting-30" | "lasting-60":
            kept = float(cell.mood[-2:]) / 100
            moods = dice.normal(0, 1, runs)
            for run in range(1, runs):
                moods[run] = kept * moods[run - 1] + math.sqrt(1 - kept**2) * moods[run]
            return moods
        case _:
            return dice.normal(0, 1, runs)


def _judged(seen: Segmentation, cell: ChangeCell) -> set[str]:
    """Return the counts that a series adds to."""
    true = [] if cell.step == 0 else [cell.at, *([] if cell.back is None else [cell.back])]
    judged = {"alarmed"} if any(all(abs(c.at - at) > NEAR for at in true) for c in seen.changes) else set()
    if true and all(any(abs(c.at - at) <= NEAR for c in seen.changes) for at in true):
        judged.add("found")
    near = [c for c in seen.changes if abs(c.at - cell.at) <= 1]
    if true and near and all(any(abs(c.at - at) <= 1 for c in seen.changes) for at in true):
        judged.add("located")
        low, high = near[0].step.interval or (-math.inf, math.inf)
        if low <= math.log1p(cell.step) <= high:
            judged.add("covered")
    return judged
