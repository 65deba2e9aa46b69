"""(a) The peers' procedures on the same machine in the same time: contestants one after another.

- *once*: one start, one long pass of each. Readers take any difference above 2 % as real; or they apply Welch's t test
  to the seconds of the pass, as if these were independent.
- *best of three*: three passes of each in one start, the best one counts; any difference above 2 % is taken as real.
- *mean of five*: five starts with a pass each, all of one contestant, then all of the other; Welch's t test at 5 %.
"""

from collections.abc import Iterable

import numpy as np
from scipy.stats import ttest_ind
from tools.proof.documents import PeerCell
from tools.proof.simulate import EFFECTS
from tools.rehearsal.machine import MACHINES, MEASURED, Floats, Machine, drifts, moods, stalls

SEED = 20261121
READ_AS_DIFFERENT = 0.02
"""Readers of a table take such a difference as real."""

START_S = 1.7
"""A start and a warm-up, as in our rounds."""

SIGNIFICANCE = 0.05
LONG_LAP_MS = 1000


def measure(
    dice: np.random.Generator, machine: Machine, races: int, seconds: float, passes: int, *, fresh_starts: bool
) -> Floats:
    """Simulate all passes of one contestant, then all of the other, within `seconds`; both are equally fast.

    Returns the log throughput of windows: comparisons x contestants (2) x passes x windows.
    """
    starts = passes if fresh_starts else 1
    pass_s = (seconds / 2 - starts * START_S) / passes
    windows = int(pass_s)
    begin = np.empty((2, passes, windows))
    clock = 0.0
    for contestant in range(2):
        for number in range(passes):
            clock += START_S if fresh_starts or number == 0 else 0.0
            begin[contestant, number] = clock + np.arange(windows)
            clock += pass_s
    shape = (races, 2, passes, windows)
    at = np.broadcast_to(begin.ravel(), (races, begin.size))
    log_speed = np.log(moods(dice, machine, races, clock + 1).mean_between(at, at + 1.0))
    log_speed += np.log(stalls(dice, machine, races, clock + 1).mean_between(at, at + 1.0))
    log_speed += drifts(dice, machine, at)
    log_speed += dice.standard_t(3, at.shape) * (machine.noise_at_1_ms / np.sqrt(3.0 * LONG_LAP_MS))
    luck = dice.normal(0.0, machine.start_sd, (races, 2, passes if fresh_starts else 1, 1))
    windows_seen: Floats = log_speed.reshape(shape) + luck
    return windows_seen


def of_passes(windows: Floats) -> Floats:
    """Return the log of the mean throughput of each pass: comparisons x 2 x passes."""
    mean: Floats = np.log(np.exp(windows).mean(axis=3))
    return mean


def peer_cells(races: int, seconds: float = 180.0) -> Iterable[PeerCell]:
    """Simulate every procedure: all effects on the measured machine, no effect and 3 % on the others."""
    yield from _cells(MEASURED, races, seconds, EFFECTS)
    for machine in MACHINES[1:]:
        yield from _cells(machine, races, seconds, (0.0, 0.03))


def _cells(machine: Machine, races: int, seconds: float, effects: tuple[float, ...]) -> Iterable[PeerCell]:
    dice = np.random.default_rng(SEED)
    once = measure(dice, machine, races, seconds, 1, fresh_starts=False)
    three = measure(dice, machine, races, seconds, 3, fresh_starts=False)
    five = measure(dice, machine, races, seconds, 5, fresh_starts=True)
    once_means, best, means = of_passes(once)[:, :, 0], of_passes(three).max(axis=2), of_passes(five)
    for effect in effects:
        gain = np.log1p(effect)
        once_gap = once_means[:, 1] - once_means[:, 0] + gain
        best_gap = best[:, 1] - best[:, 0] + gain
        mean_gap = (means[:, 1] - means[:, 0]).mean(axis=1) + gain
        window_gap = (once[:, 1, 0] - once[:, 0, 0] + gain).mean(axis=1)
        # Welch's t test (Biometrika 34, 1947)
        window_p = ttest_ind(once[:, 1, 0] + gain, once[:, 0, 0], axis=1, equal_var=False).pvalue
        mean_p = ttest_ind(means[:, 1] + gain, means[:, 0], axis=1, equal_var=False).pvalue
        bound = np.log1p(READ_AS_DIFFERENT)
        ways = (
            ("once", "once each, differs by 2 %", once_gap, np.abs(once_gap) >= bound),
            ("once-welch", "once each, t test over seconds", window_gap, window_p < SIGNIFICANCE),
            ("best-of-3", "best of three, differs by 2 %", best_gap, np.abs(best_gap) >= bound),
            ("mean-of-5", "five starts each, t test", mean_gap, mean_p < SIGNIFICANCE),
        )
        for way, title, gap, different in ways:
            yield PeerCell(
                machine=machine.name,
                way=way,
                title=title,
                seconds=seconds,
                effect=effect,
                races=len(gap),
                found=int((different & (gap > 0)).sum()),
                wrong=int((different & (gap < 0)).sum()),
                estimate_sd=round(float(gap.std(ddof=1)), 5),
            )
