"""A model of a shared machine, so that methods can be tried thousands of times. Vectorised; no Fairlap in it.

The speed that a lap sees is the mean over its window of

    mood(t) x stall(t),    times e^(drift + start + noise)

- *mood*: two states, full and reduced speed, exponential stays in each; each reduced stay draws its own depth, so that
  full is 1.3 to 1.8 times reduced.
- *stall*: a few milliseconds now and then in which next to nothing happens.
- *noise*: of each lap, Student's t with 3 degrees of freedom (heavy tails), its variance falling with the length of
  what is counted of the lap, and autocorrelated from cycle to cycle of one contestant (AR(1)).
- *drift*: slow wandering of the whole machine (Ornstein and Uhlenbeck); a round is too short to feel it, a peer's
  series of runs is not.
- *start*: what one fresh start of one contestant is faster or slower by than another start of the same.

The constants of `MEASURED` were fitted to laps of two copies of one contestant on the machine where Fairlap was written
(`simulate.calibrate` compares them); the other machines are the same one made worse in one respect.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Machine:
    """How a machine misbehaves; times in seconds unless the name says otherwise, spreads as logs."""

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


@dataclass(frozen=True, slots=True)
class Integral:
    """The time integral of a speed, per row: piecewise linear through (`at_s`, `done`), both rows x points, growing."""

    at_s: Floats
    done: Floats

    def mean_between(self, begin_s: Floats, end_s: Floats) -> Floats:
        """Mean speed of each window (rows x windows); windows lie within the span."""
        rows = len(self.at_s)
        # all rows one after another on one axis: a single call of interp for all of them
        stride = float(self.at_s[:, -1].max()) + 1.0
        offset = (np.arange(rows) * stride)[:, None]
        at, done = (self.at_s + offset).ravel(), self.done.ravel()
        shape = begin_s.shape
        first = np.interp((begin_s + offset).ravel(), at, done).reshape(shape)
        last = np.interp((end_s + offset).ravel(), at, done).reshape(shape)
        mean: Floats = (last - first) / (end_s - begin_s)
        return mean


def moods(dice: np.random.Generator, machine: Machine, rows: int, span_s: float) -> Integral:
    """Paths of the machine's mood, each begun in its steady state (a stay is memoryless, so any moment is as good)."""
    full, reduced = machine.full_stay_s, machine.reduced_stay_s
    pairs = _enough(span_s, full + reduced)
    stays = np.empty((rows, pairs, 2))
    stays[:, :, 0] = dice.exponential(full, (rows, pairs))
    stays[:, :, 1] = dice.exponential(reduced, (rows, pairs))
    speeds = np.ones((rows, pairs, 2))
    speeds[:, :, 1] = np.exp(-dice.uniform(np.log(machine.depth[0]), np.log(machine.depth[1]), (rows, pairs)))
    stays[dice.random(rows) < reduced / (full + reduced), 0, 0] = 0.0
    return _integral(stays.reshape(rows, -1), speeds.reshape(rows, -1), span_s)


def stalls(dice: np.random.Generator, machine: Machine, rows: int, span_s: float) -> Integral:
    """Paths of short stalls."""
    pairs = _enough(span_s, machine.stall_every_s)
    stays = np.empty((rows, pairs, 2))
    stays[:, :, 0] = dice.exponential(machine.stall_every_s, (rows, pairs))
    stays[:, :, 1] = dice.exponential(machine.stall_ms / 1000, (rows, pairs))
    speeds = np.ones((rows, pairs, 2))
    speeds[:, :, 1] = machine.stalled_speed
    return _integral(stays.reshape(rows, -1), speeds.reshape(rows, -1), span_s)


def drifts(dice: np.random.Generator, machine: Machine, at_s: Floats) -> Floats:
    """The slow level at moments (rows x moments, growing along a row), as a log."""
    levels = np.empty_like(at_s)
    levels[:, 0] = dice.normal(0.0, machine.drift_sd, len(at_s))
    for moment in range(1, at_s.shape[1]):
        kept = np.exp(-(at_s[:, moment] - at_s[:, moment - 1]) / machine.drift_s)
        step = dice.normal(0.0, 1.0, len(at_s)) * machine.drift_sd * np.sqrt(1 - kept**2)
        levels[:, moment] = levels[:, moment - 1] * kept + step
    return levels


def noise(dice: np.random.Generator, machine: Machine, laps: int, lap_ms: float) -> Floats:
    """Of the laps of one contestant, as logs: AR(1) with innovations of Student's t, 3 degrees of freedom."""
    from scipy.signal import lfilter

    kept = machine.autocorrelation
    # t with 3 degrees of freedom has variance 3; what follows the first lap is scaled to keep the variance
    steps = dice.standard_t(3, laps) * (machine.noise_at_1_ms / np.sqrt(3.0 * lap_ms))
    steps[1:] *= np.sqrt(1 - kept**2)
    filtered: Floats = lfilter([1.0], [1.0, -kept], steps)
    return filtered


@dataclass(frozen=True, slots=True)
class Lap:
    """One lap of a heat: its cycle (from 1) and place in it, and the log of the speed that the machine allowed."""

    cycle: int
    position: int
    log_speed: float


def heat_laps(
    dice: np.random.Generator,
    machine: Machine,
    orders: Sequence[Sequence[str]],
    lap_ms: float,
    head_ms: float,
    overhead_ms: float,
) -> dict[str, list[Lap]]:
    """The laps of one start of a heat, by contestant; in `orders` stands who laps in each cycle, one after another.

    The first `head_ms` of a lap are not counted. All contestants are equally fast but for the luck of this start.
    """
    names = list(dict.fromkeys(name for order in orders for name in order))
    places = [
        (cycle, position, name) for cycle, order in enumerate(orders, start=1) for position, name in enumerate(order)
    ]
    turn_s, window_s = (lap_ms + overhead_ms) / 1000, (lap_ms - head_ms) / 1000
    begin: Floats = (np.arange(len(places), dtype=np.float64) * turn_s + head_ms / 1000)[None, :]
    span_s = len(places) * turn_s
    mood = np.log(moods(dice, machine, 1, span_s).mean_between(begin, begin + window_s))[0]
    other = np.log(stalls(dice, machine, 1, span_s).mean_between(begin, begin + window_s))[0]
    level = np.interp(begin[0], [0.0, span_s], drifts(dice, machine, np.array([[0.0, span_s]]))[0])
    laps: dict[str, list[Lap]] = {}
    for name in names:
        own = np.array([index for index, (_, _, who) in enumerate(places) if who == name])
        start = dice.normal(0.0, machine.start_sd)
        speeds = mood[own] + other[own] + level[own] + start + noise(dice, machine, len(own), lap_ms - head_ms)
        laps[name] = [
            Lap(places[index][0], places[index][1], float(speed)) for index, speed in zip(own, speeds, strict=True)
        ]
    return laps


def _enough(span_s: float, pair_s: float) -> int:
    """So many pairs of stays that the chance of not filling the span is negligible (ten standard deviations)."""
    expected = span_s / pair_s
    return int(expected + 10 * np.sqrt(expected) + 20)


def _integral(stays: Floats, speeds: Floats, span_s: float) -> Integral:
    rows = len(stays)
    start = np.zeros((rows, 1))
    at = np.hstack([start, np.cumsum(stays, axis=1)])
    done = np.hstack([start, np.cumsum(stays * speeds, axis=1)])
    if at[:, -1].min() < span_s:
        raise ValueError(f"a path of {at[:, -1].min():.1f} s does not fill {span_s:.1f} s")
    return Integral(at, done)
