"""A model of a shared machine, on which methods can be tried thousands of times.

The speed that a lap sees is the mean over its window of

    mood(t) x stall(t),    times e^(drift + start + noise)

- *mood*: two states, full and reduced speed, exponential stays in each; each reduced stay draws its own depth, so that
  full is 1.3 to 1.8 times reduced.
- *stall*: a few milliseconds now and then with hardly any progress.
- *noise*: of each lap, Student's t with 3 degrees of freedom (heavy tails). Its variance falls with the length of the
  lap's window, and it is correlated from cycle to cycle of a contestant (AR(1)).
- *drift*: slow wandering of the whole machine (Ornstein-Uhlenbeck). A round is too short for it to matter, a peer's
  series of runs is not.
- *start*: how much faster or slower one fresh start of a contestant is than another.

The constants of `MEASURED` were fitted to laps of two copies of one contestant on the machine where Fairlap was written
(`tools.proof.simulate.calibrate` compares them); most other machines are worse in one respect.

Paths are drawn for many comparisons at once (rows), or lap by lap as a race needs them (`Weather`).
"""

import math
from bisect import bisect_right
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

STRETCH_S, DRIFT_STEP_S, STEPS_AT_ONCE = 60.0, 5.0, 256


@dataclass(frozen=True, slots=True)
class Machine:
    """How a machine misbehaves; spreads are logs.

    `foreign_share` is the share of the server's CPU that others take.
    """

    name: str
    title: str
    full_stay_s: float = 1.2
    reduced_stay_s: float = 0.6
    depth: tuple[float, float] = (1.3, 1.8)
    stall_every_s: float = 0.4
    stall_ms: float = 8.0
    stalled_speed: float = 0.1
    noise_at_1_ms: float = 0.42
    autocorrelation: float = 0.0
    drift_sd: float = 0.05
    drift_s: float = 120.0
    start_sd: float = 0.007
    foreign_share: float = 0.0


MEASURED = Machine("measured", "as measured here")
QUIET = replace(
    MEASURED,
    name="quiet",
    title="as measured in a quieter hour",
    full_stay_s=3.0,
    reduced_stay_s=1.0,
    stall_every_s=0.8,
    noise_at_1_ms=0.35,
)
MACHINES = (
    MEASURED,
    QUIET,
    replace(MEASURED, name="no-start-effect", title="starts all alike", start_sd=0.0),
    replace(MEASURED, name="strong-start-effect", title="starts differ by 3 %", start_sd=0.03),
    replace(
        MEASURED,
        name="restless",
        title="restless: a jump every 0.3 s",
        full_stay_s=0.3,
        reduced_stay_s=0.3,
        stall_every_s=0.2,
    ),
    replace(MEASURED, name="correlated", title="laps correlated by 0.5", autocorrelation=0.5),
)

CALM = Machine(
    "calm",
    "the same speed at all times, laps differ by 1 %",
    depth=(1.0, 1.0),
    stalled_speed=1.0,
    noise_at_1_ms=0.05,
    drift_sd=0.0,
    start_sd=0.0,
)


@dataclass(frozen=True, slots=True)
class Integral:
    """The time integral of a speed in each row: piecewise linear through growing (`at_s`, `done`), rows x points."""

    at_s: Floats
    done: Floats

    def mean_between(self, begin_s: Floats, end_s: Floats) -> Floats:
        """Return the mean speed of each window (rows x windows) within the span."""
        rows = len(self.at_s)
        # all rows one after another on one axis, for a single call of interp
        stride = float(self.at_s[:, -1].max()) + 1.0
        offset = (np.arange(rows) * stride)[:, None]
        at, done = (self.at_s + offset).ravel(), self.done.ravel()
        shape = begin_s.shape
        first = np.interp((begin_s + offset).ravel(), at, done).reshape(shape)
        last = np.interp((end_s + offset).ravel(), at, done).reshape(shape)
        mean: Floats = (last - first) / (end_s - begin_s)
        return mean


def moods(dice: np.random.Generator, machine: Machine, rows: int, span_s: float) -> Integral:
    """Draw paths of the machine's mood that begin in the steady state (stays are memoryless)."""
    full, reduced = machine.full_stay_s, machine.reduced_stay_s
    stays = _stays(dice, rows, _enough(span_s, full + reduced), full, reduced)
    speeds = np.ones_like(stays)
    speeds[:, :, 1] = np.exp(-dice.uniform(*np.log(machine.depth), speeds.shape[:2]))
    stays[dice.random(rows) < reduced / (full + reduced), 0, 0] = 0.0
    return _integral(stays.reshape(rows, -1), speeds.reshape(rows, -1), span_s)


def stalls(dice: np.random.Generator, machine: Machine, rows: int, span_s: float) -> Integral:
    """Draw paths of short stalls."""
    pairs = _enough(span_s, machine.stall_every_s)
    stays = _stays(dice, rows, pairs, machine.stall_every_s, machine.stall_ms / 1000)
    speeds = np.ones_like(stays)
    speeds[:, :, 1] = machine.stalled_speed
    return _integral(stays.reshape(rows, -1), speeds.reshape(rows, -1), span_s)


def drifts(dice: np.random.Generator, machine: Machine, at_s: Floats) -> Floats:
    """Draw the log of the drift at moments (rows x moments, growing along a row)."""
    levels = np.empty_like(at_s)
    levels[:, 0] = dice.normal(0.0, machine.drift_sd, len(at_s))
    for moment in range(1, at_s.shape[1]):
        kept = np.exp(-(at_s[:, moment] - at_s[:, moment - 1]) / machine.drift_s)
        step = dice.normal(0.0, 1.0, len(at_s)) * machine.drift_sd * np.sqrt(1 - kept**2)
        levels[:, moment] = levels[:, moment - 1] * kept + step
    return levels


class Weather:
    """A machine as a race sees it, lap after lap in the order of time.

    It draws stretches of a minute as needed, each from the steady state; the last one ends at `until_s`.
    """

    def __init__(self, machine: Machine, seed: int) -> None:
        self._machine = machine
        self._dice = np.random.default_rng(seed)
        self._kept = machine.autocorrelation
        self._new = math.sqrt(1 - self._kept**2)
        self._from_s = self.until_s = 0.0
        self._paths: tuple[_Path, ...] = ()
        self._steps: list[float] = []

    def log_speed(self, begin_s: float, end_s: float) -> float:
        """Return the speed of the machine in that window, without noise."""
        if not self._paths or end_s > self.until_s:
            self._draw(begin_s, max(STRETCH_S, end_s - begin_s))
        begin_s, end_s = begin_s - self._from_s, end_s - self._from_s
        mood, stall, level = self._paths
        return math.log(mood.mean(begin_s, end_s) * stall.mean(begin_s, end_s)) + level.at(begin_s)

    def start(self) -> float:
        """Draw the luck of one start, as a log."""
        return self._machine.start_sd * self._dice.standard_normal()

    def noise(self, before: float | None, window_ms: float) -> float:
        """Draw the noise of one lap, as a log; `before` is that of the contestant's previous lap."""
        if not self._steps:
            self._steps = self._dice.standard_t(3, STEPS_AT_ONCE).tolist()
        # t with 3 degrees of freedom has variance 3; later laps are scaled to keep the variance
        step = self._steps.pop() * self._machine.noise_at_1_ms / math.sqrt(3.0 * window_ms)
        return step if before is None else self._kept * before + self._new * step

    def _draw(self, from_s: float, span_s: float) -> None:
        self._from_s, self.until_s = from_s, from_s + span_s
        moments: Floats = np.arange(0.0, span_s + 2 * DRIFT_STEP_S, DRIFT_STEP_S)[None, :]
        paths = (
            moods(self._dice, self._machine, 1, span_s),
            stalls(self._dice, self._machine, 1, span_s),
            Integral(moments, drifts(self._dice, self._machine, moments)),
        )
        self._paths = tuple(_Path(path.at_s[0].tolist(), path.done[0].tolist()) for path in paths)


@dataclass(frozen=True, slots=True)
class _Path:
    """One row as a list, which is much faster than an array for single look-ups."""

    at_s: list[float]
    values: list[float]

    def at(self, moment_s: float) -> float:
        """Interpolate between two points."""
        at_s, values = self.at_s, self.values
        after = bisect_right(at_s, moment_s)
        begin_s, begin = at_s[after - 1], values[after - 1]
        return begin + (values[after] - begin) * (moment_s - begin_s) / (at_s[after] - begin_s)

    def mean(self, begin_s: float, end_s: float) -> float:
        """Return the mean slope of a window."""
        return (self.at(end_s) - self.at(begin_s)) / (end_s - begin_s)


def _enough(span_s: float, pair_s: float) -> int:
    """Return enough pairs of stays to fill the span, with a margin of ten standard deviations."""
    expected = span_s / pair_s
    return int(expected + 10 * np.sqrt(expected) + 20)


def _stays(dice: np.random.Generator, rows: int, pairs: int, first_s: float, second_s: float) -> Floats:
    """Draw exponential stays in two states that alternate: rows x pairs x 2."""
    return np.stack([dice.exponential(mean_s, (rows, pairs)) for mean_s in (first_s, second_s)], axis=2)


def _integral(stays: Floats, speeds: Floats, span_s: float) -> Integral:
    rows = len(stays)
    start = np.zeros((rows, 1))
    at = np.hstack([start, np.cumsum(stays, axis=1)])
    done = np.hstack([start, np.cumsum(stays * speeds, axis=1)])
    if at[:, -1].min() < span_s:
        raise ValueError(f"a path of {at[:, -1].min():.1f} s does not fill {span_s:.1f} s")
    return Integral(at, done)
